"use strict";
(() => {
  const element = (id) => document.getElementById(id);
  const body = element("catalogue").tBodies[0];
  const heads = [...element("catalogue").tHead.rows[0].cells];
  const sections = [...document.querySelectorAll("details.function")];
  const rows = [...body.rows].map((row) => {
    const section = element(row.dataset.section);
    const formulas = [...section.querySelectorAll("h5.formula")].map((formula) => formula.textContent);
    return { row, section, text: [row.textContent, ...formulas].join("\n").toLowerCase() };
  });

  // What has no value comes last, whatever the order.
  function compare(first, second, isNumber, sign) {
    if (first === "" || second === "") return (first === "") - (second === "");
    return sign * (isNumber ? Number(first) - Number(second) : first.localeCompare(second));
  }

  function sortBy(column) {
    const head = heads[column];
    const isNumber = head.classList.contains("number");
    const before = head.getAttribute("aria-sort");
    // Numbers begin with the largest, names with the first.
    const order = before === "none" ? (isNumber ? "descending" : "ascending") : before === "ascending" ? "descending" : "ascending";
    const sign = order === "ascending" ? 1 : -1;
    const value = (entry) => entry.row.cells[column].dataset.value;
    heads.forEach((other) => other.setAttribute("aria-sort", other === head ? order : "none"));
    rows.sort((a, b) => compare(value(a), value(b), isNumber, sign));
    body.append(...rows.map((entry) => entry.row));
  }

  function filter() {
    const wanted = element("filter").value.trim().toLowerCase();
    const status = element("status").value;
    let shown = 0;
    for (const { row, section, text } of rows) {
      const fits = text.includes(wanted) && (status === "" || row.dataset.status === status);
      row.hidden = section.hidden = !fits;
      shown += fits;
    }
    element("shown").textContent = shown === rows.length ? "" : `${shown} of ${rows.length} shown`;
    element("nothing").hidden = shown > 0;
  }

  function openLinked() {
    const linked = location.hash && element(location.hash.slice(1));
    if (!linked) return;
    for (let around = linked; around; around = around.parentElement) {
      if (around.tagName === "DETAILS") around.open = true;
    }
    linked.scrollIntoView();
    if (linked.tagName === "DETAILS") linked.firstElementChild.focus({ preventScroll: true });
  }

  heads.forEach((head, column) => head.firstElementChild.addEventListener("click", () => sortBy(column)));
  element("filter").addEventListener("input", filter);
  element("status").addEventListener("change", filter);
  element("open").addEventListener("click", () => sections.forEach((section) => { section.open = !section.hidden; }));
  element("close").addEventListener("click", () => sections.forEach((section) => { section.open = false; }));
  element("controls").hidden = element("opening").hidden = false;
  addEventListener("hashchange", openLinked);
  // A second click on the same link changes no hash.
  body.addEventListener("click", (event) => { if (event.target.hash === location.hash) openLinked(); });
  openLinked();

  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    closed.forEach((details) => { details.open = true; });
  });
  addEventListener("afterprint", () => {
    closed.forEach((details) => { details.open = false; });
    closed = [];
  });
  filter();
})();

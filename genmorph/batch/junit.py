"""The functions of a batch as a JUnit file, which build servers show."""

import os
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from genmorph.batch.job import Finished
from genmorph.export.writing import require_writable, write_text
from genmorph.results.relation_set import Status

_BEGIN = "<?xml version='1.0' encoding='utf-8'?>\n<testsuite name=\"genmorph\""
_TAGS = {
    Status.NOTHING: "skipped",
    Status.UNSUPPORTED: "skipped",
    Status.INTERRUPTED: "skipped",
    Status.VIOLATED: "failure",
    Status.FAILED: "error",
}


def require_junit_writable(path: str | os.PathLike[str], force: bool) -> None:
    """Raise ExportError where the file could not be put in place, or would replace one that is none of ours."""
    require_writable("junit", path, _is_ours, force)


def write_junit(rows: Sequence[Finished], path: str | os.PathLike[str], force: bool = False) -> None:
    """Put the file in place: a test case for each function, which fails where an accepted relation does.

    Raises ExportError as `require_junit_writable` does.
    """
    require_junit_writable(path, force)
    write_text(junit_text(rows) + "\n", Path(path))


def junit_text(rows: Sequence[Finished]) -> str:
    """The text of the file.

    >>> print(junit_text([Finished("shop:price", Status.UNSUPPORTED, 1.0, "no parameters")]))
    <?xml version='1.0' encoding='utf-8'?>
    <testsuite name="genmorph" tests="1" failures="0" errors="0" skipped="1" time="1.000">
      <testcase classname="shop" name="price" time="1.000">
        <skipped message="unsupported: no parameters" />
      </testcase>
    </testsuite>
    """
    tags = [_TAGS.get(row.status, "") for row in rows]
    counted = {f"{name}s": str(tags.count(name)) for name in ("failure", "error")}
    total = {"tests": str(len(rows)), **counted, "skipped": str(tags.count("skipped"))}
    suite = ElementTree.Element("testsuite", {"name": "genmorph", **total, "time": _seconds(rows)})
    for row, tag in zip(rows, tags, strict=True):
        module, _, name = row.target.partition(":")
        case = ElementTree.SubElement(suite, "testcase", {"classname": module, "name": name, "time": _seconds([row])})
        if tag:
            message = f"{row.status.value}: {row.reason}".removesuffix(": ")
            ElementTree.SubElement(
                case, tag, {"message": "".join(one if one.isprintable() else " " for one in message)}
            )
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def _is_ours(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(len(_BEGIN)) in ("", _BEGIN)


def _seconds(rows: Sequence[Finished]) -> str:
    return f"{sum(row.seconds for row in rows):.3f}"

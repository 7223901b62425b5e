"""A table of `table2` as text to read: its figures, the relations as tests, and what the weakest sets leave alive.

Run it as `python -m benchmarks.table2_text benchmarks/results/table2.json`; it prints Markdown.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from benchmarks.checks.table_catalogue import paper_subjects
from benchmarks.checks.table_rows import Summary, summarise
from benchmarks.record import Row
from benchmarks.table2 import HEAD, cells

WEAKEST = 5
"""Of so many functions the surviving mutants are listed."""


@click.command()
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(table: Path) -> None:
    """Print a table of the paper's functions as Markdown."""
    saved = json.loads(table.read_text(encoding="utf-8"))
    click.echo("\n".join(text_of(saved, summarise(paper_subjects(), saved["rows"]))))


def text_of(saved: Row, summaries: Sequence[Summary]) -> Iterator[str]:
    """The lines of the text."""
    settings = ", ".join(f"{name} {value}" for name, value in saved["settings"].items())
    yield f"# Table of {len(saved['rows'])} runs: {settings}"
    commit, machine = saved["code"]["commit"][:7], saved["machine"]
    yield f"\nCommit {commit}, Python {machine['python']}, {machine['cpus']} processors, {machine['platform']}\n"
    yield from _markdown([HEAD, *map(cells, summaries)])
    yield "\n# The relations, as tests of the first seed"
    for summary in summaries:
        yield f"\n## {summary.subject.name}\n\n```python\n{(summary.rows[0]['tests'] or '').strip()}\n```"
    yield "\n# Surviving mutants of the functions whose relations kill least together"
    for summary in sorted(summaries, key=_set_score)[:WEAKEST]:
        yield from _survivors(summary)


def _markdown(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    head, *others = (f"| {' | '.join(line)} |" for line in lines)
    yield head
    yield f"|{' --- |' * len(lines[0])}"
    yield from others


def _set_score(summary: Summary) -> float:
    score = summary.mean("set_score")
    return 0.0 if score is None else score


def _survivors(summary: Summary) -> Iterator[str]:
    """The live mutants that some run leaves alive, by line, with the number of these runs."""
    found = [survivor for row in summary.rows for survivor in row["survivors"]]
    known, runs = {one["id"]: one for one in found}, Counter(one["id"] for one in found)
    yield f"\n## {summary.subject.name}: {_set_score(summary):.2f}"
    for id_, one in sorted(known.items(), key=lambda item: (item[1]["line"], item[0])):
        yield f"\n{id_}, line {one['line']}, alive in {runs[id_]} of {len(summary.rows)} runs\n"
        yield f"```diff\n{one['change']}\n```"


if __name__ == "__main__":
    main()

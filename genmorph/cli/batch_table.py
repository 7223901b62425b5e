"""How the functions of a batch are shown."""

from collections import Counter
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from genmorph.cli.width import table_width
from genmorph.values.labels import counted

if TYPE_CHECKING:
    from genmorph.batch.job import Finished

_WIDTH = 120


def told(row: "Finished") -> str:
    """One function as a line.

    >>> from genmorph.batch.job import Finished
    >>> from genmorph.results import Status
    >>> told(Finished("shop:price", Status.FOUND, 10.2, relations=3, killed=8, judged=9))
    'shop:price: 3 relations, 8 of 9 mutants killed, 10 s'
    >>> told(Finished("shop:open", Status.UNSUPPORTED, 1.0, "it has no parameters"))
    'shop:open: unsupported: it has no parameters'
    """
    why = f": {row.reason}" if row.reason else ""
    if not row.relations:
        return f"{row.target}: {row.status.value}{why}"
    return f"{row.target}: {totals([row])}, {row.seconds:.0f} s{why}"


def totals(rows: "Sequence[Finished]") -> str:
    """Relations and mutants of several functions."""
    relations, judged = sum(row.relations for row in rows), sum(row.judged for row in rows)
    found = counted(relations, "relation")
    return f"{found}, {sum(row.killed for row in rows):,} of {judged:,} mutants killed" if judged else found


def summary(rows: "Sequence[Finished]", total: int) -> str:
    """All functions as a line: how many ended in which way.

    >>> from genmorph.batch.job import Finished
    >>> from genmorph.results import Status
    >>> waiting = Finished("shop:open", Status.INTERRUPTED, 0.0, is_begun=False)
    >>> summary([Finished("shop:price", Status.FOUND, 10.2, relations=3, killed=8, judged=9), waiting], 3)
    '3 functions: 1 with relations, 2 not begun; 3 relations, 8 of 9 mutants killed'
    """
    begun = [row for row in rows if row.is_begun]
    ends = Counter(row.status.value for row in begun)
    missing = {"not begun": total - len(begun)} if len(begun) < total else {}
    ended = ", ".join(f"{count:,} {end}" for end, count in {**ends, **missing}.items())
    return f"{counted(total, 'function')}: {ended}; {totals(rows)}"


def table_text(rows: "Sequence[Finished]") -> str:
    """A table of the functions."""
    from rich.console import Console
    from rich.table import Table

    from genmorph.results.relation_set import Status

    table = Table(header_style="bold")
    table.add_column("function", overflow="fold")
    for name in ("relations", "killed", "seconds"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    for row in rows:
        killed = f"{row.killed}/{row.judged}" if row.judged else "-"
        why = row.reason if row.status is Status.FOUND else f"{row.status.value}: {row.reason}".removesuffix(": ")
        table.add_row(row.target, str(row.relations), killed, f"{row.seconds:.0f}", why[:200])
    text = StringIO()
    Console(file=text, width=table_width(_WIDTH), color_system=None, markup=False).print(table)
    return text.getvalue().rstrip()

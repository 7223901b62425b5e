"""The change of a mutant as lines that a page colours."""

from dataclasses import dataclass

from genmorph.values.labels import counted, shortened

_KINDS = {"+": "added", "-": "removed", "@": "place"}


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of a diff, or of words where there is none: `added`, `removed`, a `place` in the file, or `same`."""

    kind: str
    text: str


def diff_lines(change: str, most: int) -> tuple[DiffLine, ...]:
    r"""At most so many lines of a unified diff, without its two lines of names.

    >>> [line.kind for line in diff_lines("--- a\n+++ b\n@@ -1 +1 @@\n-x + 1\n+x - 1\n x", 3)]
    ['place', 'removed', 'added', 'same']
    >>> diff_lines("is negated", 3)
    (DiffLine(kind='same', text='is negated'),)
    """
    lines = change.splitlines()
    if len(lines) > 1 and lines[0].startswith("--- ") and lines[1].startswith("+++ "):
        lines = lines[2:]
    shown = [DiffLine(_KINDS.get(line[:1], "same"), shortened(line, 200)) for line in lines[:most]]
    rest = len(lines) - len(shown)
    return (*shown, *([DiffLine("same", f"… {counted(rest, 'more line')}")] if rest else []))

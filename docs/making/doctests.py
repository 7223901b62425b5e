"""Examples of docstrings as blocks of code, where Markdown would take `>>>` for quotations."""

from itertools import groupby
from typing import Any

import griffe


class Doctests(griffe.Extension):
    """Puts each paragraph that begins with a prompt into a fenced block."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of one object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    """The docstring with its examples in fenced blocks."""
    lines = docstring.splitlines()
    paragraphs = [list(group) for is_text, group in groupby(lines, key=lambda line: bool(line.strip())) if is_text]
    return "\n\n".join(
        "\n".join(["```pycon", *lines, "```"]) if lines[0].startswith(">>>") else "\n".join(lines)
        for lines in paragraphs
    )

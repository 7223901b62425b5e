"""How a test file is put together: names, docstrings, the whole text, and the limit of a call's time."""

import ast
import inspect
import re
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unicodedata import normalize

from genmorph.export.formatting import formatted
from genmorph.export.imports import import_block
from genmorph.export.project import Project

ANY_PROJECT = Project()
"""What is laid out for no project has the usual length of lines."""

_BREAKS = re.compile(r"[^\s(\[{,.]*(?:[(\[{,.]+|\s+|$)")
"""Up to a bracket that opens, a comma, a point, or a blank."""

_DEEPER = "  "


def assemble(title: str, imports: Sequence[str], blocks: Sequence[str], project: Project = ANY_PROJECT) -> str:
    """The text of a test file in the layout of its project, formatted where a formatter is installed; it is valid.

    `imports` are those of what is tested, as far as the blocks use it; all else that they use is imported too.
    """
    head = f'"""{title}"""\n\n' + import_block(imports, "\n".join(blocks), project)
    text = "\n\n\n".join([head, *blocks]) + "\n"
    ast.parse(text)
    return formatted(text, project.line_length)


def identifier(words: str) -> str:
    """Words as part of a name, as Python reads names.

    >>> identifier("x grows by 6.28"), identifier("item x² is 1")
    ('x_grows_by_6_28', 'item_x2_is_1')
    """
    letters = (c if f"_{c}".isidentifier() else " " for c in normalize("NFKC", words))
    return re.sub(r"[\s_]*\s[\s_]*", "_", "".join(letters)).strip("_ ")


def cut_name(name: str, room: int) -> str:
    """A name without the last words for which there is no room.

    >>> cut_name("grows_when_n_grows", 12), cut_name("grows", 12), cut_name("grows", 3)
    ('grows_when_n', 'grows', 'gro')
    """
    if len(name) <= room:
        return name
    return name[: room + 1].rpartition("_")[0] or name[:room]


def fold(formula: str, width: int) -> str:
    """The formula in lines of at most this many characters; those after the first are indented.

    Words with their blanks are not broken, but for those that are too long, which are broken behind brackets and commas
    and, where that is not enough, anywhere.

    >>> print(fold("weekday(year + 400, month, day) == weekday(year, month, day)", 34))
    weekday(year + 400, month, day) ==
      weekday(year, month, day)
    >>> print(fold("statistics_of_all(first_values)", 20))
    statistics_of_all(
      first_values)
    """
    inner, pieces = width - len(_DEEPER), []
    for word in re.findall(r"\s*\S+\s*", formula):
        parts = [word] if len(word.rstrip()) <= inner else [found for found in _BREAKS.findall(word) if found]
        pieces += [part[start : start + inner] for part in parts for start in range(0, len(part), inner)]
    lines = [""]
    for piece in pieces:
        if len((lines[-1] + piece).rstrip()) > width and lines[-1].strip():
            lines.append(_DEEPER + piece)
        else:
            lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def docstring(*lines: str) -> str:
    """Lines as the docstring of a test: between quotes that they do not end themselves; backslashes stay readable."""
    text = "\n".join(f"    {line}".rstrip() for line in lines).lstrip()
    if len(lines) > 1 or text.endswith(('"', "\\")):
        text += "\n    "
    if '"""' in text:
        escaped = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
        return f'    """{escaped}"""'
    return f'    r"""{text}"""' if "\\" in text else f'    """{text}"""'


def arguments(pairs: Iterable[tuple[str, str]]) -> str:
    """Names and texts as the keywords of a call.

    >>> arguments([("k", "3"), ("e", "4")])
    'k=3, e=4'
    """
    return ", ".join(f"{name}={value}" for name, value in pairs)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in what takes longer, again and again; other threads than the main one are left alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: Any) -> None:
        raise TimeoutError(f"took longer than {seconds:g} s")

    handler = signal.signal(signal.SIGALRM, stop)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *timer)


def written_limit() -> str:
    """The source of `limited`, without annotations, which would need imports."""
    tree = ast.parse(inspect.getsource(limited))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(tree)

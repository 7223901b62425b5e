"""Code laid out as formatters do, in lines as long as the project's."""

import ast
import io
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import which

from genmorph.settings import PRINTED
from genmorph.values.python_text import python_text


def formatted(code: str, line_length: int) -> str:
    """The code as black or ruff lays it out, as it is where neither is installed.

    Literals that are too long for a line are cut, and hold no characters that look like others.

    >>> print(formatted("x = f('a', " + "1, " * 20 + ")", 40).splitlines()[1])
        "a",
    """
    text = _laid_out(_with_plain_letters(code), line_length)
    cut = _with_cut_literals(text, line_length)
    return text if cut == text else _laid_out(cut, line_length)


def _with_plain_letters(code: str) -> str:
    r"""The code with escapes in its literals for what is no letter of western Europe; not in docstrings.

    >>> _with_plain_letters("x = 'é', 'λ', b'a'")
    "x = 'é', '\\u03bb', b'a'"
    """
    lines = io.StringIO(code).readlines()
    for token in reversed([*tokenize.generate_tokens(io.StringIO(code).readline)]):
        if token.type != tokenize.STRING or token.string[0] not in "\"'" or token.string.endswith('"""'):
            continue
        (row, start), (_, end) = token.start, token.end
        lines[row - 1] = lines[row - 1][:start] + _escaped(token.string) + lines[row - 1][end:]
    return "".join(lines)


def _escaped(literal: str) -> str:
    return "".join(c if c.isascii() or c in _LETTERS else c.encode("unicode_escape").decode() for c in literal)


_LETTERS = frozenset(c for c in map(chr, range(0xC0, 0x100)) if c.isalpha())
"""Letters beyond ASCII of which linters say of none that it looks like another."""


def _laid_out(code: str, line_length: int) -> str:
    if find_spec("black") is not None:
        import black

        return black.format_str(code, mode=black.Mode(line_length=line_length))
    ruff = which("ruff") or which("ruff", path=str(Path(sys.executable).parent))
    if ruff is None:
        return code
    command = [ruff, "format", "--isolated", "--no-cache", "--line-length", str(line_length), "-"]
    done = subprocess.run(command, input=code.encode(), capture_output=True, check=False)  # noqa: S603
    return done.stdout.decode() if done.returncode == 0 else code


def _with_cut_literals(code: str, line_length: int) -> str:
    """The code with several literals in a row in the place of one that makes a line too long; not of docstrings."""
    lines = io.StringIO(code).readlines()
    for token in reversed([*tokenize.generate_tokens(io.StringIO(code).readline)]):
        (row, start), (last, end) = token.start, token.end
        is_literal = token.type == tokenize.STRING and row == last and not token.string.endswith('"""')
        if not is_literal or end - start < PRINTED.least_piece or len(lines[row - 1].rstrip("\n")) <= line_length:
            continue
        line = lines[row - 1]
        indent = len(line) - len(line.lstrip())
        room = max(line_length - indent - PRINTED.deeper_pieces, PRINTED.least_piece)
        pieces = list(_pieces(ast.literal_eval(token.string), room))
        if len(pieces) > 1:
            lines[row - 1] = f"{line[:start]}({' '.join(pieces)}){line[end:]}"
    return "".join(lines)


def _pieces(value: str | bytes, room: int) -> Iterator[str]:
    """Literals of at most so many characters, which in a row are the value."""
    start = 0
    while start < len(value):
        ends = range(min(len(value), start + room), start, -1)
        end = next((end for end in ends if len(_escaped(python_text(value[start:end]))) <= room), start + 1)
        yield _escaped(python_text(value[start:end]))
        start = end

"""How a test file is put together: imports, names, docstrings, a formatter, and the limit of a call's time."""

import ast
import inspect
import re
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any
from unicodedata import normalize

_STANDARD = {
    r"asyncio\.": "import asyncio",
    r"attrs\.": "import attrs",
    r"dataclasses\.": "import dataclasses",
    r"datetime\.": "import datetime",
    r"decimal\.": "import decimal",
    r"fractions\.": "import fractions",
    r"math\.": "import math",
    r"pathlib\.": "import pathlib",
    r"random\.Random\(": "import random",
    r"signal\.setitimer\(": "import signal",
    r"subprocess\.": "import subprocess",
    r"sys\.": "import sys",
    r"threading\.main_thread\(": "import threading",
    r"uuid\.": "import uuid",
    r"zoneinfo\.": "import zoneinfo",
    r"contextmanager\n": "from contextlib import contextmanager",
    r"deepcopy\(": "from copy import deepcopy",
    r"islice\(": "from itertools import islice",
}
"""What tests may use of the standard library, in the order of imports."""


def assemble(title: str, imports: Sequence[str], blocks: Sequence[str]) -> str:
    """The text of a test file, formatted with black where it is installed; it has been parsed.

    `imports` are those of what is tested; all that tests use beside that is found in the blocks.
    """
    head = f'"""{title}"""\n\n' + _imports(imports, "\n".join(blocks))
    text = "\n\n\n".join([head, *blocks]) + "\n"
    ast.parse(text)
    if find_spec("black") is None:
        return text
    import black

    return black.format_str(text, mode=black.Mode(line_length=100))


def identifier(words: str) -> str:
    """Words as part of a name, as Python reads names.

    >>> identifier("x grows by 6.28"), identifier("item x² is 1")
    ('x_grows_by_6_28', 'item_x2_is_1')
    """
    letters = (c if f"_{c}".isidentifier() else " " for c in normalize("NFKC", words))
    return re.sub(r"[\s_]*\s[\s_]*", "_", "".join(letters)).strip("_ ")


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


def _imports(own: Sequence[str], body: str) -> str:
    def uses(name: str) -> bool:
        return re.search(rf"(?<![\w.]){name}", body) is not None

    standard = [statement for name, statement in _STANDARD.items() if uses(name)]
    names = [name for name in ("HealthCheck", "Phase") if uses(f"{name}\\.")]
    names += [name for name in ("assume", "example", "given", "settings") if uses(f"{name}\\(")]
    installed = ["import numpy as np"] * uses(r"np\.")
    installed += [f"from hypothesis import {', '.join(names)}"] * bool(names)
    installed += ["from hypothesis import strategies as st"] * uses(r"st\.")
    installed += ["from hypothesis.extra import numpy as npst"] * uses(r"npst\.")
    tested = [statement for statement in own if statement not in {*standard, *installed}]
    return "\n\n".join("\n".join(lines) for lines in (standard, installed, tested) if lines)


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

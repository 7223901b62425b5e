"""Functions that are defined by a text of ours, of what a user gave: their tests hold the text, and import nothing."""

import linecache
from itertools import count
from types import FunctionType
from typing import Any

from genmorph.values.annotated import Annotations, annotate

_NUMBERS = count(1)


def define(module: str, name: str, text: str) -> FunctionType:
    r"""Run a text that defines a function of this name, and give the function, with the text as its definition.

    >>> define("numbers", "twice", "def twice(x):\n    return 2 * x\n")(4)
    8
    """
    file = f"<{module} {next(_NUMBERS)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    namespace: dict[str, Any] = {"__name__": module}
    exec(compile(text, file, "exec"), namespace)  # noqa: S102 - our own text, of what the user gave
    function = namespace[name]
    assert isinstance(function, FunctionType)
    return annotate(function, Annotations(definition=text))

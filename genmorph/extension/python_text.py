"""Python of a user's, over names that are replaced by those of a function's parameters."""

import ast
import builtins
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from genmorph.annotations.source_texts import renamed
from genmorph.model import UsageError

_MODULES = ("math", "np")
"""Modules that exported tests import where their text uses them."""


@dataclass(frozen=True, slots=True)
class PythonText:
    """An expression over arguments of these names; `what` is what errors call it.

    >>> bits = PythonText("python of flip", "n ^ (1 << len(xs))", ("n", "xs"))
    >>> bits.over(["k", "v"]), bits.value(0, "ab")
    ('k ^ 1 << len(v)', 4)
    >>> PythonText("python of flip", "n ^ one", ("n",))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: python of flip must use its arguments, built-ins, math and np alone, got one in 'n ^ one'
    """

    what: str
    text: str
    names: tuple[str, ...]
    foreign: frozenset[str] = field(init=False)
    """The names that it uses beside its own."""
    _function: Callable[..., Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tree = self._parsed()
        inner = set(_bound(tree))
        if any(isinstance(node, ast.NamedExpr) for node in ast.walk(tree)):
            raise UsageError(f"{self.what} must give names to nothing, got {self.text!r}")
        shadowed = next((name for name in self.names if name in inner), None)
        if shadowed is not None:
            raise UsageError(f"{self.what} must use {shadowed} for its argument alone, got {self.text!r}")
        foreign = frozenset(_used(tree)) - {*self.names, *inner}
        strange = sorted(foreign - {*_MODULES, *dir(builtins)})
        if strange:
            rule = "must use its arguments, built-ins, math and np alone"
            raise UsageError(f"{self.what} {rule}, got {strange[0]} in {self.text!r}")
        object.__setattr__(self, "foreign", foreign)
        object.__setattr__(self, "_function", self._compiled())

    def over(self, texts: Sequence[str]) -> str:
        """The expression with these names in the place of its own; its variables inside make room for them.

        >>> PythonText("python of add", "[v + k for v in xs]", ("xs", "k")).over(["v", "x"])
        '[v_ + x for v_ in v]'
        """
        tree = self._parsed()
        exchanged = dict(zip(self.names, texts, strict=True))
        taken = {*texts, *self.foreign, *_bound(tree)}
        for name in dict.fromkeys(_bound(tree)):
            if name in texts:
                exchanged[name] = _free(name, taken)
        return renamed(tree, exchanged)

    def value(self, *values: Any) -> Any:
        """What the expression gives for these values."""
        return self._function(*values)

    def _compiled(self) -> Callable[..., Any]:
        scope: dict[str, Any] = {"math": math}
        if "np" in self.foreign:
            import numpy as np

            scope["np"] = np
        text = f"lambda {', '.join(self.names)}: ({self.text.strip()})"
        function: Callable[..., Any] = eval(text, scope)  # noqa: S307 - the user's own
        return function

    def _parsed(self) -> ast.expr:
        try:
            return ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError) as error:
            raise UsageError(f"{self.what} must be an expression of Python, got {self.text!r}") from error


def _used(tree: ast.expr) -> Iterator[str]:
    return (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _bound(tree: ast.expr) -> Iterator[str]:
    """The variables of comprehensions, and the parameters of lambdas."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name

"""Strategies of users as Python: by the name under which they can be imported, or by their `repr` if that will do."""

import ast
import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from genmorph.domain.paths import MISSING, resolve

_TRANSIENT = {"__main__", "builtins"}
"""Modules of which another process has other contents (`builtins._` is the last value an interactive user saw)."""
_DEEPEST = 20


@dataclass(frozen=True, slots=True)
class StrategyText:
    """An expression that gives a strategy, with `st` and `math`, and the modules that it names by their whole names."""

    expression: str
    homes: frozenset[str] = frozenset()


def import_path(strategy: Any) -> tuple[str, str] | None:
    """Module and attribute where the strategy can be imported from, None where there is no such place."""
    found = [
        (name, attribute)
        for name, module in list(sys.modules.items())
        if name not in _TRANSIENT and isinstance(module, ModuleType) and module.__spec__ is not None
        for attribute, value in list(vars(module).items())
        if value is strategy
    ]
    return min(found, default=None)


def write_strategy(strategy: Any) -> StrategyText | None:
    """The strategy as Python; None where neither a name nor its `repr` leads to it.

    >>> from fractions import Fraction
    >>> from hypothesis import strategies as st
    >>> write_strategy(st.builds(Fraction, st.integers(0, 9)))
    StrategyText(expression='st.builds(fractions.Fraction, st.integers(min_value=0, max_value=9))', \
homes=frozenset({'fractions'}))
    >>> write_strategy(st.integers().map(lambda n: Fraction(n))) is None
    True
    """
    path = import_path(strategy)
    if path is not None:
        return StrategyText(".".join(path), frozenset(path[:1]))
    strategy.validate()  # until then a composite does not show of which function it was made
    found = (one for one in _callables_in(strategy, _DEEPEST) if getattr(one, "__module__", None) in sys.modules)
    try:
        writer = _Qualifying({one.__name__: one for one in found})
        written = ast.unparse(writer.visit(ast.parse(repr(strategy), mode="eval")))
    except (SyntaxError, ValueError, RecursionError):
        return None
    text = StrategyText(written, frozenset(writer.homes))
    return text if not writer.unknown and _gives(text, strategy) else None


def _callables_in(value: Any, depth: int) -> Iterator[Any]:
    """Functions and classes among what a strategy was made of, and the classes of objects there."""
    if depth == 0:
        return
    if isinstance(getattr(value, "__name__", None), str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _callables_in(part, depth - 1)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _callables_in(part, depth - 1)
    elif hasattr(value, "validate") and hasattr(value, "example"):
        yield from _callables_in(list(vars(value).values()), depth - 1)
    else:
        yield type(value)


class _Qualifying(ast.NodeTransformer):
    """Puts `st`, or the module that it can be imported from, before each name; `unknown` are names without one."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self._known = known
        self.homes: set[str] = set()
        self.unknown: set[str] = set()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A name of what the strategy was made of, of a strategy, or of a float."""
        if node.id in ("inf", "nan"):
            return ast.Attribute(ast.Name("math"), node.id)
        home = self._home(self._known.get(node.id), node.id)
        if home is None:
            self.unknown.add(node.id)
            return node
        return ast.parse(home, mode="eval").body

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """What is named with its module already, or an attribute of some other expression."""
        module, _, name = ast.unparse(node).rpartition(".")
        if not _is_there(module, name):
            return ast.Attribute(self.visit(node.value), node.attr)
        self.homes.add(module)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        """No lambda: what its names mean is not known here."""
        self.unknown.add("lambda")
        return node

    def _home(self, found: Any, name: str) -> str | None:
        strategies = sys.modules["hypothesis.strategies"]
        if found is None or found.__module__.partition(".")[0] == "hypothesis":
            return f"st.{name}" if hasattr(strategies, name) else None
        module, qualname = found.__module__, getattr(found, "__qualname__", name)
        if module == "builtins":
            return qualname
        if not _is_there(module, qualname):
            return None
        self.homes.add(module)
        return f"{module}.{qualname}"


def _is_there(module: str, name: str) -> bool:
    """Whether a loaded module has the name; what Hypothesis wraps is another object there than in the strategy."""
    if module in _TRANSIENT or module not in sys.modules:
        return False
    return resolve(vars(sys.modules[module]), name) is not MISSING


def _gives(text: StrategyText, strategy: Any) -> bool:
    """Whether the expression gives a strategy that shows itself as this one does."""
    roots = {home.partition(".")[0] for home in text.homes}
    names = {"st": sys.modules["hypothesis.strategies"], "math": math} | {root: sys.modules[root] for root in roots}
    try:
        return repr(eval(text.expression, names)) == repr(strategy)  # noqa: S307 - what a user's strategy says of itself
    except Exception:  # noqa: BLE001 - whatever the `repr` of a user's class leads to
        return False

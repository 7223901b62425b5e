"""Parts of a relation's text, and how tightly they bind."""

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum


class Binding(IntEnum):
    """How tightly a text binds, loosest first."""

    CONDITION = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    UNARY = 7
    ATOM = 8


_PRIMARY = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.Tuple, ast.ListComp, ast.Constant)
_BRACKETED = re.compile(r"\[[^\[\]]*\]|\[.*\(.*\)\]")
_PLAIN_BOUND = re.compile(r"-?[\w.]+")
_ELEMENTS = ("v", "w", "u", *(f"v{number}" for number in range(1, 100)))


@dataclass(frozen=True, slots=True)
class Text:
    """Rendered text, how tightly it binds, and the functions of `meaning` that it calls."""

    text: str
    binding: Binding = Binding.ATOM
    helpers: frozenset[str] = frozenset()

    def within(self, binding: Binding) -> str:
        """The text, in parentheses where its operator binds less tightly than asked."""
        return self.text if self.binding >= binding else f"({self.text})"


def leaf(text: str) -> Text:
    """A variable's text; what is no name, call or the like counts as binding loosely.

    >>> [leaf(text).within(Binding.ATOM) for text in ("f(x)[0]", "x + 1", "[xs after sort(xs)]")]
    ['f(x)[0]', '(x + 1)', '[xs after sort(xs)]']
    """
    try:
        body = ast.parse(text, mode="eval").body
    except SyntaxError:
        return Text(text, Binding.ATOM if _BRACKETED.fullmatch(text) else Binding.CONDITION)
    if isinstance(body, _PRIMARY):
        return Text(text)
    return Text(text, Binding.CONDITION if isinstance(body, ast.IfExp) else Binding.OR)


def call(function: str, *parts: Text, is_helper: bool = False) -> Text:
    """A call, of a function of `meaning` or of one that Python has."""
    own = {function} if is_helper else set()
    return Text(f"{function}({', '.join(part.text for part in parts)})", Binding.ATOM, helpers_of(*parts) | own)


def infix(a: Text, symbol: str, b: Text, binding: Binding, of_left: Binding, of_right: Binding) -> Text:
    """Two operands around an operator, in parentheses where they bind less tightly than it wants them to."""
    return Text(f"{a.within(of_left)} {symbol} {b.within(of_right)}", binding, helpers_of(a, b))


def compared(a: Text, symbol: str, b: Text) -> Text:
    """A comparison, which other comparisons only take in parentheses."""
    return infix(a, symbol, b, Binding.COMPARISON, Binding.SUM, Binding.SUM)


def negated(part: Text) -> Text:
    """`not` in front."""
    return Text(f"not {part.within(Binding.NOT)}", Binding.NOT, part.helpers)


def beginning(a: Text, count: Text) -> Text:
    """A slice from the start.

    >>> beginning(Text("xs"), Text("n")).text, beginning(Text("xs"), Text("len(ys)")).text
    ('xs[:n]', 'xs[: len(ys)]')
    """
    space = "" if _PLAIN_BOUND.fullmatch(count.text) else " "
    return Text(f"{a.within(Binding.ATOM)}[:{space}{count.text}]", Binding.ATOM, helpers_of(a, count))


def each(a: Text, symbol: str, amount: Text, taken: Iterable[str]) -> Text:
    """A list comprehension whose variable is none of the names taken.

    >>> each(Text("xs"), "+", Text("v"), []).text, each(Text("xs"), "*", Text("-1"), []).text
    ('[w + v for w in xs]', '[-v for v in xs]')
    """
    words = {word for text in (a.text, amount.text, *taken) for word in re.findall(r"\w+", text)}
    name = next(name for name in _ELEMENTS if name not in words)
    changed = f"{name} {symbol} {amount.within(Binding.PRODUCT if symbol == '+' else Binding.UNARY)}"
    if symbol == "*" and amount.text == "-1":
        changed = f"-{name}"
    elif symbol == "+" and amount.binding == Binding.UNARY and amount.text.startswith("-"):
        changed = f"{name} - {amount.text[1:]}"
    return Text(f"[{changed} for {name} in {a.within(Binding.OR)}]", Binding.ATOM, helpers_of(a, amount))


def helpers_of(*parts: Text) -> frozenset[str]:
    """The functions of `meaning` that any of the texts calls."""
    return frozenset().union(*(part.helpers for part in parts))

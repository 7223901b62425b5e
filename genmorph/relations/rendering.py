"""Parts of a relation's text, how tightly they bind, and numbers as Python text."""

import ast
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from math import gcd
from types import MappingProxyType

from genmorph.settings import WRITING
from genmorph.values.python_text import PRIMARY

_BASES = MappingProxyType(
    {
        "math.pi": math.pi,
        "math.e": math.e,
        "math.sqrt(2)": math.sqrt(2),
        "math.sqrt(3)": math.sqrt(3),
        "math.log(2)": math.log(2),
        "math.log(10)": math.log(10),
    }
)
_BRACKETED = re.compile(r"\[[^\[\]]*\]|\[.*\(.*\)\]")
_PLAIN_BOUND = re.compile(r"-?[\w.]+")


def number_text(value: int | float) -> str:
    """Python text that evaluates to exactly this finite number.

    >>> [number_text(v) for v in (2 * math.pi, -math.pi / 2, 1 / 3, 0.5, 1e-9, 2.0, -3)]
    ['2 * math.pi', '-math.pi / 2', '1 / 3', '0.5', '1e-09', '2.0', '-3']
    """
    if isinstance(value, int) or not value:
        return repr(value)
    text = _NAMED.get(abs(value)) or _quotient(abs(value)) or repr(abs(value))
    return f"-{text}" if value < 0 else text


def _quotient(value: float) -> str | None:
    """Two whole numbers whose quotient is the number, where its decimals do not end."""
    near = Fraction(value).limit_denominator(WRITING.largest_denominator)
    numerator, denominator = near.as_integer_ratio()
    ends = 10**WRITING.largest_denominator % denominator == 0
    text = f"{numerator} / {denominator}"
    return text if not ends and numerator / denominator == value and len(text) < len(repr(value)) else None


def _multiples() -> Iterator[tuple[str, float]]:
    """Names of numbers with their values, computed as Python computes the text."""
    yield "(1 + math.sqrt(5)) / 2", (1 + math.sqrt(5)) / 2
    for name, base in _BASES.items():
        for numerator in (*range(1, WRITING.largest_multiple + 1), WRITING.half_circle):
            multiple = name if numerator == 1 else f"{numerator} * {name}"
            yield multiple, numerator * base
            yield f"{numerator} / {name}", numerator / base
            for denominator in (*range(2, WRITING.largest_multiple + 1), WRITING.half_circle):
                if gcd(numerator, denominator) == 1:
                    yield f"{multiple} / {denominator}", numerator * base / denominator


_NAMED: dict[float, str] = {}
"""The shortest name of each number."""
for _name, _value in sorted(_multiples(), key=lambda pair: len(pair[0])):
    _NAMED.setdefault(_value, _name)


def written_near(value: float, close: float) -> float | None:
    """The float of a quotient of small whole numbers, or of a name, that is so close relatively; None without one.

    >>> written_near(0.333333333334, 1e-9), written_near(6.2831853072, 1e-9), written_near(123456.789, 1e-9)
    (0.3333333333333333, 6.283185307179586, None)
    """
    quotient = Fraction(abs(value)).limit_denominator(WRITING.largest_denominator)
    known = [float(quotient)] if quotient.numerator <= WRITING.largest_denominator else []
    found = (one for one in (*known, *_NAMED) if math.isclose(one, abs(value), rel_tol=close))
    return next((math.copysign(one, value) for one in found), None)


class Binding(IntEnum):
    """How tightly a text binds, loosest first."""

    CONDITION = 0
    IMPLICATION = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARISON = 5
    SUM = 6
    PRODUCT = 7
    UNARY = 8
    ATOM = 9


_OF_OPERATORS = MappingProxyType(
    {
        ast.Or: Binding.OR,
        ast.And: Binding.AND,
        ast.Not: Binding.NOT,
        ast.Add: Binding.SUM,
        ast.Sub: Binding.SUM,
        ast.Mult: Binding.PRODUCT,
        ast.Div: Binding.PRODUCT,
        ast.USub: Binding.UNARY,
        ast.Invert: Binding.UNARY,
        ast.Pow: Binding.UNARY,
    }
)
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
    """A variable's text; what is no expression of Python counts as binding loosely.

    >>> [leaf(text).within(Binding.ATOM) for text in ("f(x)[0]", "x + 1", "[xs after sort(xs)]")]
    ['f(x)[0]', '(x + 1)', '[xs after sort(xs)]']
    >>> leaf("x + 1").within(Binding.SUM), leaf("x * 2").within(Binding.SUM)
    ('x + 1', 'x * 2')
    """
    try:
        body = ast.parse(text, mode="eval").body
    except SyntaxError:
        return Text(text, Binding.ATOM if _BRACKETED.fullmatch(text) else Binding.CONDITION)
    return Text(text, _binding(body))


def _binding(body: ast.expr) -> Binding:
    match body:
        case ast.BinOp(op=ast.FloorDiv() | ast.Mod()):
            return Binding.SUM  # they bind as tightly as products do, but round: a minus sign is not that of the whole
        case ast.BinOp(op=symbol) | ast.UnaryOp(op=symbol) | ast.BoolOp(op=symbol):
            return _OF_OPERATORS.get(type(symbol), Binding.OR)
        case ast.Compare():
            return Binding.COMPARISON
    return Binding.ATOM if isinstance(body, (*PRIMARY, ast.Constant)) else Binding.CONDITION


def unused(names: Iterable[str], texts: Iterable[str]) -> str:
    """The first name that stands in none of the texts: to be bound within them.

    >>> unused(("v", "w"), ["v + 1", "x"])
    'w'
    """
    words = {word for text in texts for word in re.findall(r"\w+", text)}
    return next(name for name in names if name not in words)


def number(value: int | float) -> Text:
    """A constant, by its name where it has one.

    >>> number(2.0).text, number(6.283185307179586).within(Binding.UNARY)
    ('2.0', '(2 * math.pi)')
    """
    text = number_text(value)
    is_product = " / " in text or " * " in text
    return Text(text, Binding.PRODUCT if is_product else Binding.UNARY if text.startswith("-") else Binding.ATOM)


def minus(part: Text) -> Text:
    """A minus sign in front; before a product it is that of the first factor, which is the same without rounding.

    >>> minus(Text("x * y", Binding.PRODUCT)).text, minus(Text("x + y", Binding.SUM)).text
    ('-x * y', '-(x + y)')
    """
    if part.binding == Binding.PRODUCT:
        return Text(f"-{part.text}", Binding.PRODUCT, part.helpers)
    return Text(f"-{part.within(Binding.UNARY)}", Binding.UNARY, part.helpers)


def opposite(part: Text) -> Text | None:
    """What a minus sign stands before; None where there is none, or it is that of a part only.

    >>> opposite(Text("-x", Binding.UNARY)), opposite(Text("-x - y", Binding.SUM))
    (Text(text='x', binding=<Binding.ATOM: 9>, helpers=frozenset()), None)
    """
    if not part.text.startswith("-") or part.binding < Binding.PRODUCT:
        return None
    binding = Binding.PRODUCT if part.binding == Binding.PRODUCT else leaf(part.text[1:]).binding
    return Text(part.text[1:], binding, part.helpers)


def call(function: str, *parts: Text, is_helper: bool = False) -> Text:
    """A call, of a function of `meaning` or of one that Python has."""
    own = {function} if is_helper else set()
    return Text(f"{function}({', '.join(part.text for part in parts)})", Binding.ATOM, helpers_of(*parts) | own)


def followed(a: Text, suffix: str, *parts: Text) -> Text:
    """The text with a method call, an index or a slice behind it, which is made of the parts."""
    return Text(f"{a.within(Binding.ATOM)}{suffix}", Binding.ATOM, helpers_of(a, *parts))


def ending(whole: Text, count: int) -> Text:
    """The last `count` elements of something; where that is negative, all but the first ones.

    >>> ending(leaf("a + b"), 2).text, ending(leaf("xs"), -1).text
    ('(a + b)[-2:]', 'xs[1:]')
    """
    return followed(whole, f"[{-count}:]")


def infix(a: Text, symbol: str, b: Text, binding: Binding, of_left: Binding, of_right: Binding) -> Text:
    """Two operands around an operator, in parentheses where they bind less tightly than it wants them to."""
    return Text(f"{a.within(of_left)} {symbol} {b.within(of_right)}", binding, helpers_of(a, b))


def compared(a: Text, symbol: str, b: Text) -> Text:
    """A comparison, which other comparisons only take in parentheses."""
    return infix(a, symbol, b, Binding.COMPARISON, Binding.SUM, Binding.SUM)


def negated(part: Text) -> Text:
    """`not` in front, or where Python has it.

    >>> negated(leaf("f(x) is None")).text, negated(leaf("x < 1")).text
    ('f(x) is not None', 'not x < 1')
    """
    if part.binding == Binding.COMPARISON and part.text.endswith(" is None"):
        return Text(f"{part.text.removesuffix('None')}not None", Binding.COMPARISON, part.helpers)
    return Text(f"not {part.within(Binding.NOT)}", Binding.NOT, part.helpers)


def beginning(a: Text, count: Text) -> Text:
    """A slice from the start.

    >>> beginning(Text("xs"), Text("n")).text, beginning(Text("xs"), Text("len(ys)")).text
    ('xs[:n]', 'xs[: len(ys)]')
    """
    space = "" if _PLAIN_BOUND.fullmatch(count.text) else " "
    return followed(a, f"[:{space}{count.text}]", count)


def each(a: Text, symbol: str, amount: Text, taken: Iterable[str]) -> Text:
    """A list comprehension whose variable is none of the names taken.

    >>> each(Text("xs"), "+", Text("v"), []).text, each(Text("xs"), "*", Text("-1"), []).text
    ('[w + v for w in xs]', '[-v for v in xs]')
    """
    name = unused(_ELEMENTS, (a.text, amount.text, *taken))
    changed = f"{name} {symbol} {amount.within(Binding.PRODUCT if symbol == '+' else Binding.UNARY)}"
    if symbol == "*" and amount.text == "-1":
        changed = f"-{name}"
    elif symbol == "+" and (less := opposite(amount)):
        changed = f"{name} - {less.within(Binding.PRODUCT)}"
    return Text(f"[{changed} for {name} in {a.within(Binding.OR)}]", Binding.ATOM, helpers_of(a, amount))


def repeated(a: Text, count: int) -> Text:
    """A text or sequence `count` times in a row.

    >>> repeated(Text("xs"), 2).text
    'xs * 2'
    """
    return Text(f"{a.within(Binding.UNARY)} * {count}", Binding.PRODUCT, a.helpers)


def elements_of(part: Text, maker: str = "list") -> Text:
    """What a list is made of, for a function that takes its elements from anything; sorted, for one in any order.

    >>> elements_of(Text("list(xs)")).text, elements_of(Text("list(xs)[0]")).text
    ('xs', 'list(xs)[0]')
    >>> elements_of(Text("sorted(xs)"), "sorted").text, elements_of(Text("sorted([xs after sort(xs)])"), "sorted").text
    ('xs', '[xs after sort(xs)]')
    """
    if not part.text.startswith(f"{maker}("):
        return part
    try:
        body = ast.parse(part.text, mode="eval").body
    except SyntaxError:  # words that are no Python stand in brackets
        inner = part.text[len(maker) + 1 : -1]
        return Text(inner, Binding.ATOM, part.helpers) if _is_one_bracket(inner) else part
    match body:
        case ast.Call(func=ast.Name(id=name), args=[only], keywords=[]) if name == maker:
            return Text(ast.get_source_segment(part.text, only) or part.text, Binding.CONDITION, part.helpers)
    return part


def _is_one_bracket(text: str) -> bool:
    """Whether the first bracket of a text is closed at its end.

    >>> _is_one_bracket("[xs after sort(xs)]"), _is_one_bracket("[xs after f(xs)]) + sorted([ys after g(ys)]")
    (True, False)
    """
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign in "[(") - (sign in ")]")
        if depth == 0:
            return text.startswith("[") and place == len(text) - 1
    return False


def helpers_of(*parts: Text) -> frozenset[str]:
    """The functions of `meaning` that any of the texts calls."""
    return frozenset().union(*(part.helpers for part in parts))

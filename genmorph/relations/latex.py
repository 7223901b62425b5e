"""Relations as LaTeX, for papers and notebooks."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Any

from genmorph.relations.expression import Expression
from genmorph.relations.printing import formula

_MODULES = ("math", "np")
_BARS = ("abs", "len")

_ESCAPES = MappingProxyType(
    {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
    | {character: f"\\{character}" for character in "{}$&#_%"}
)

_GREEK = re.compile(
    "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega"
)

_FUNCTIONS = re.compile(
    "arccos|arcsin|arctan|arg|cosh?|coth?|csc|deg|det|dim|exp|gcd|lg|ln|log|max|min|sec|sinh?|sup|tanh?"
)

_NUMBERED = re.compile(r"(.*[^\W\d_])_?(\d+)")

_CONSTANTS = MappingProxyType(
    {"pi": r"\pi", "e": "e", "tau": r"\tau", "inf": r"\infty", "nan": r"\text{NaN}"},
)

_SIGNS: Mapping[type[ast.cmpop], str] = MappingProxyType(
    {
        ast.Eq: "=",
        ast.NotEq: r"\ne",
        ast.Lt: "<",
        ast.LtE: r"\le",
        ast.Gt: ">",
        ast.GtE: r"\ge",
        ast.In: r"\in",
        ast.NotIn: r"\notin",
        ast.Is: "=",
        ast.IsNot: r"\ne",
    }
)


def escaped(text: str) -> str:
    r"""The text for LaTeX's text mode.

    >>> print(escaped("50% {a_b}"))
    50\% \{a\_b\}
    """
    return "".join(_ESCAPES.get(character, character) for character in text)


def words(text: str) -> str:
    """The text as text within a formula."""
    return rf"\text{{{escaped(text)}}}"


def name_latex(name: str) -> str:
    r"""A variable: one letter stands for itself, digits at the end are a subscript, Greek letters have their sign.

    >>> print(name_latex("x"), name_latex("x1"), name_latex("theta"), name_latex("tax_rate"))
    x x_{1} \theta \mathit{tax\_rate}
    """
    numbered = _NUMBERED.fullmatch(name)
    if numbered:
        return f"{name_latex(numbered[1])}_{{{numbered[2]}}}"
    if _GREEK.fullmatch(name):
        return f"\\{name}"
    return name if len(name) == 1 and name != "_" else rf"\mathit{{{escaped(name)}}}"


def function_latex(name: str) -> str:
    r"""What is called: functions that LaTeX knows by its own name for them.

    >>> print(function_latex("sin"), function_latex("f"), function_latex("net_price"))
    \sin f \operatorname{net\_price}
    """
    if _FUNCTIONS.fullmatch(name):
        return f"\\{name}"
    return name if len(name) == 1 and name != "_" else rf"\operatorname{{{escaped(name)}}}"


def constant_latex(value: Any) -> str:
    r"""A number, text or other constant.

    >>> print(constant_latex(1e-9), constant_latex(2.5e30), constant_latex("a b"))
    10^{-9} 2.5 \cdot 10^{30} \text{'a b'}
    """
    if not isinstance(value, int | float) or isinstance(value, bool):
        return words(repr(value))
    mantissa, _, exponent = repr(value).partition("e")
    if not exponent:
        return mantissa
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa} \cdot {power}"


class Strength(IntEnum):
    """How tightly LaTeX binds, loosest first."""

    CONDITION = 0
    IMPLICATION = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARISON = 5
    SUM = 6
    PRODUCT = 7
    FACTOR = 8
    ATOM = 9


@dataclass(frozen=True, slots=True)
class Latex:
    """LaTeX, and how tightly it binds."""

    text: str
    strength: Strength = Strength.ATOM

    def within(self, strength: Strength) -> str:
        """The LaTeX, in parentheses where it binds less tightly than asked."""
        return self.text if self.strength >= strength else f"({self.text})"


_REVERSED = ast.dump(ast.parse("x[::-1]", mode="eval").body.slice)  # type: ignore[attr-defined]


def python_latex(source: str, names: Mapping[str, str]) -> Latex:
    r"""A Python expression as LaTeX; `names` has LaTeX for some of its names.

    >>> for source in ("f(x + 1) <= f(x) / 2 * math.pi", "len(xs[1:]) == abs(n) - 1", "[v * 2 for v in xs][::-1]"):
    ...     print(python_latex(source, {}).text)
    f(x + 1) \le \frac{f(x)}{2} \cdot \pi
    \lvert \mathit{xs}_{1:} \rvert = \lvert n \rvert - 1
    \operatorname{reverse}([v \cdot 2 \mid v \in \mathit{xs}])
    """
    return _Writer(names).write(ast.parse(source, mode="eval").body)


@dataclass(frozen=True, slots=True)
class _Writer:
    names: Mapping[str, str]

    def write(self, node: ast.AST) -> Latex:
        match node:
            case ast.Constant(value=value):
                text = constant_latex(value)
                return Latex(
                    text, Strength.PRODUCT if r"\cdot" in text and not isinstance(value, str) else Strength.ATOM
                )
            case ast.Name(id=name):
                return Latex(self.names.get(name) or name_latex(name))
            case ast.Attribute(value=ast.Name(id="math"), attr=attribute) if attribute in _CONSTANTS:
                return Latex(_CONSTANTS[attribute])
            case ast.Attribute(value=value, attr=attribute):
                return Latex(f"{self.write(value).within(Strength.ATOM)}.{name_latex(attribute)}")
            case ast.Call():
                return self._call(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare() | ast.IfExp():
                return self._operation(node)
        return self._sequence(node)

    def _operation(self, node: ast.AST) -> Latex:
        match node:
            case ast.BinOp():
                return self._arithmetic(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Latex(f"-{self.write(operand).within(Strength.FACTOR)}", Strength.PRODUCT)
            case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
                return Latex(rf"\lnot {self.write(operand).within(Strength.NOT)}", Strength.NOT)
            case ast.BoolOp(op=ast.And(), values=values):
                return Latex(r" \land ".join(self.write(value).within(Strength.AND) for value in values), Strength.AND)
            case ast.BoolOp(op=ast.Or(), values=values):
                return Latex(r" \lor ".join(self.write(value).within(Strength.OR) for value in values), Strength.OR)
            case ast.Compare(left=left, ops=signs, comparators=others):
                pairs = zip(signs, others, strict=True)
                rest = [f"{_SIGNS[type(sign)]} {self.write(other).within(Strength.SUM)}" for sign, other in pairs]
                return Latex(" ".join([self.write(left).within(Strength.SUM), *rest]), Strength.COMPARISON)
            case ast.IfExp(test=test, body=body, orelse=other):
                a, b, c = (self.write(part).within(Strength.OR) for part in (body, test, other))
                return Latex(rf"{a} \text{{ if }} {b} \text{{ else }} {c}", Strength.CONDITION)
        return _unread(node)

    def _arithmetic(self, node: ast.BinOp) -> Latex:
        a, b = self.write(node.left), self.write(node.right)
        match node.op:
            case ast.Add():
                return Latex(f"{a.within(Strength.SUM)} + {_after_sign(b)}", Strength.SUM)
            case ast.Sub():
                return Latex(f"{a.within(Strength.SUM)} - {_after_sign(b)}", Strength.SUM)
            case ast.Mult():
                is_short = isinstance(node.left, ast.Constant) and not isinstance(node.right, ast.Constant | ast.BinOp)
                sign = " " if is_short and b.strength is Strength.ATOM else r" \cdot "
                return Latex(f"{a.within(Strength.PRODUCT)}{sign}{b.within(Strength.FACTOR)}", Strength.PRODUCT)
            case ast.Div():
                return Latex(rf"\frac{{{a.text}}}{{{b.text}}}", Strength.FACTOR)
            case ast.FloorDiv():
                return Latex(rf"\lfloor \frac{{{a.text}}}{{{b.text}}} \rfloor")
            case ast.Mod():
                return Latex(rf"{a.within(Strength.PRODUCT)} \bmod {b.within(Strength.FACTOR)}", Strength.PRODUCT)
            case ast.Pow():
                return Latex(f"{{{a.within(Strength.ATOM)}}}^{{{b.text}}}", Strength.FACTOR)
        return _unread(node)

    def _call(self, node: ast.Call) -> Latex:
        arguments = [self.write(argument).text for argument in node.args]
        arguments += [
            f"{name_latex(keyword.arg or '')} = {self.write(keyword.value).text}" for keyword in node.keywords
        ]
        match node.func:
            case ast.Name(id=name) if name in _BARS and len(arguments) == 1:
                return Latex(rf"\lvert {arguments[0]} \rvert")
            case ast.Attribute(value=ast.Name(id="math"), attr="sqrt"):
                return Latex(rf"\sqrt{{{', '.join(arguments)}}}")
            case ast.Attribute(value=ast.Name(id="math"), attr="log") if len(arguments) == 1:
                return Latex(rf"\ln({arguments[0]})")
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in _MODULES:
                return Latex(f"{function_latex(name)}({', '.join(arguments)})")
            case ast.Attribute(value=ast.Constant(value=""), attr=name):
                return Latex(f"{function_latex(name)}({', '.join(arguments)})")
            case ast.Attribute(value=value, attr=name):
                return Latex(f"{function_latex(name)}({', '.join([self.write(value).text, *arguments])})")
            case ast.Name(id=name):
                return Latex(f"{self.names.get(name) or function_latex(name)}({', '.join(arguments)})")
        return _unread(node)

    def _subscript(self, node: ast.Subscript) -> Latex:
        base = self.write(node.value)
        if ast.dump(node.slice) == _REVERSED:
            return Latex(rf"\operatorname{{reverse}}({base.text})")
        whole = base.within(Strength.ATOM)
        is_simple = isinstance(node.value, ast.Name) and "_{" not in whole
        return Latex(f"{whole if is_simple else f'{{{whole}}}'}_{{{self._index(node.slice)}}}")

    def _index(self, node: ast.expr) -> str:
        if not isinstance(node, ast.Slice):
            return self.write(node).text
        ends = [self.write(end).text if end else "" for end in (node.lower, node.upper)]
        return ":".join([*ends, self.write(node.step).text] if node.step else ends)

    def _sequence(self, node: ast.AST) -> Latex:
        match node:
            case ast.List(elts=items):
                return Latex(f"[{self._listed(items)}]")
            case ast.Tuple(elts=items):
                return Latex(f"({self._listed(items)}{',' if len(items) == 1 else ''})")
            case ast.Starred(value=value):
                return Latex(f"{{*}}{self.write(value).within(Strength.ATOM)}")
            case ast.ListComp(elt=element, generators=[only]):
                return Latex(f"[{self._each(element, only)}]")
            case ast.GeneratorExp(elt=element, generators=[only]):
                return Latex(self._each(element, only), Strength.CONDITION)
        return _unread(node)

    def _listed(self, items: Sequence[ast.expr]) -> str:
        return ", ".join(self.write(item).text for item in items)

    def _each(self, element: ast.expr, source: ast.comprehension) -> str:
        drawn = rf"{self.write(source.target).text} \in {self.write(source.iter).within(Strength.SUM)}"
        conditions = [self.write(condition).text for condition in source.ifs]
        return rf"{self.write(element).within(Strength.SUM)} \mid {', '.join([drawn, *conditions])}"


def _after_sign(term: Latex) -> str:
    """The second operand of a sum or difference: nothing with a sign of its own."""
    return f"({term.text})" if term.text.startswith("-") else term.within(Strength.PRODUCT)


def _unread(node: ast.AST) -> Latex:
    return Latex(words(ast.unparse(node)))


_CONNECTIVES = MappingProxyType(
    {
        "and": (r"\land", Strength.AND, Strength.AND),
        "or": (r"\lor", Strength.OR, Strength.OR),
        "implies": (r"\Rightarrow", Strength.IMPLICATION, Strength.OR),
        "iff": (r"\Leftrightarrow", Strength.CONDITION, Strength.OR),
        "xor": (r"\nLeftrightarrow", Strength.CONDITION, Strength.OR),
    }
)
"""For each: its sign, how tightly it binds, and how tightly its operands must."""


def latex(expression: Expression, texts: Mapping[str, str]) -> str:
    r"""The relation as LaTeX without dollar signs; `texts` are Python texts of the variables, as for `formula`.

    A text that is no Python stays text.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> odd = Expression.from_tree(["==", "return_f", ["-", 0, "return_s"]], variables)
    >>> print(latex(odd, {"return_s": "sin(x)", "return_f": "sin(-x)"}))
    \sin(-x) = -\sin(x)
    """
    names, unread = _readable(texts)

    def claim(tree: Any) -> Latex:
        return python_latex(formula(Expression.from_tree(tree, expression.variables), names), unread)

    return _connected(expression.to_tree(), claim).text


def _connected(tree: Any, claim: Callable[[Any], Latex]) -> Latex:
    """A relation in nested form; `claim` writes what is no connective of others."""
    match tree:
        case ["not", ["iff", a, b]]:
            return _connected(["xor", a, b], claim)
        case ["not", [("and" | "or" | "implies" | "xor" | "not"), *_] as inner]:
            return Latex(rf"\lnot {_connected(inner, claim).within(Strength.NOT)}", Strength.NOT)
        case [str() as symbol, a, b] if symbol in _CONNECTIVES:
            sign, strength, least = _CONNECTIVES[symbol]
            left, right = (_connected(part, claim).within(least) for part in (a, b))
            return Latex(f"{left} {sign} {right}", strength)
    return claim(tree)


def _readable(texts: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The texts with names in the place of those that are no Python, and LaTeX for these names."""
    prefix = "unread"
    while any(prefix in text for text in texts.values()):
        prefix += "_"
    names, unread = dict(texts), {}
    for index, (variable, text) in enumerate(texts.items()):
        try:
            ast.parse(text, mode="eval")
        except SyntaxError:
            names[variable] = f"{prefix}{index}"
            unread[names[variable]] = words(text)
    return names, unread

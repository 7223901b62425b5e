"""Relations as LaTeX, for papers and notebooks."""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from genmorph.relations.expression import Expression
from genmorph.relations.printing import formula
from genmorph.relations.rendering import Binding, Text

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
_CONSTANTS = MappingProxyType({"pi": r"\pi", "e": "e", "tau": r"\tau", "inf": r"\infty", "nan": r"\text{NaN}"})
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


_REVERSED = ast.dump(ast.parse("x[::-1]", mode="eval").body.slice)  # type: ignore[attr-defined]


def python_latex(source: str, names: Mapping[str, str]) -> Text:
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

    def write(self, node: ast.AST) -> Text:
        match node:
            case ast.Constant(value=value):
                text = constant_latex(value)
                is_product = r"\cdot" in text and not isinstance(value, str)
                return Text(text, Binding.PRODUCT if is_product else Binding.ATOM)
            case ast.Name(id=name):
                return Text(self.names.get(name) or name_latex(name))
            case ast.Attribute(value=ast.Name(id="math"), attr=attribute) if attribute in _CONSTANTS:
                return Text(_CONSTANTS[attribute])
            case ast.Attribute(value=value, attr=attribute):
                return Text(f"{self.write(value).within(Binding.ATOM)}.{name_latex(attribute)}")
            case ast.Call():
                return self._call(node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare() | ast.IfExp():
                return self._operation(node)
        return self._sequence(node)

    def _operation(self, node: ast.AST) -> Text:
        match node:
            case ast.BinOp():
                return self._arithmetic(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Text(f"-{self.write(operand).within(Binding.UNARY)}", Binding.PRODUCT)
            case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
                return Text(rf"\lnot {self.write(operand).within(Binding.NOT)}", Binding.NOT)
            case ast.BoolOp(op=ast.And(), values=values):
                return Text(r" \land ".join(self.write(value).within(Binding.AND) for value in values), Binding.AND)
            case ast.BoolOp(op=ast.Or(), values=values):
                return Text(r" \lor ".join(self.write(value).within(Binding.OR) for value in values), Binding.OR)
            case ast.Compare(left=left, ops=signs, comparators=others):
                pairs = zip(signs, others, strict=True)
                rest = [f"{_SIGNS[type(sign)]} {self.write(other).within(Binding.SUM)}" for sign, other in pairs]
                return Text(" ".join([self.write(left).within(Binding.SUM), *rest]), Binding.COMPARISON)
            case ast.IfExp(test=test, body=body, orelse=other):
                a, b, c = (self.write(part).within(Binding.OR) for part in (body, test, other))
                return Text(rf"{a} \text{{ if }} {b} \text{{ else }} {c}", Binding.CONDITION)
        return _unread(node)

    def _arithmetic(self, node: ast.BinOp) -> Text:
        a, b = self.write(node.left), self.write(node.right)
        match node.op:
            case ast.Add():
                return Text(f"{a.within(Binding.SUM)} + {_after_sign(b)}", Binding.SUM)
            case ast.Sub():
                return Text(f"{a.within(Binding.SUM)} - {_after_sign(b)}", Binding.SUM)
            case ast.Mult():
                is_short = isinstance(node.left, ast.Constant) and not isinstance(node.right, ast.Constant | ast.BinOp)
                sign = " " if is_short and b.binding is Binding.ATOM else r" \cdot "
                return Text(f"{a.within(Binding.PRODUCT)}{sign}{b.within(Binding.UNARY)}", Binding.PRODUCT)
            case ast.Div():
                return Text(rf"\frac{{{a.text}}}{{{b.text}}}", Binding.UNARY)
            case ast.FloorDiv():
                return Text(rf"\lfloor \frac{{{a.text}}}{{{b.text}}} \rfloor")
            case ast.Mod():
                return Text(rf"{a.within(Binding.PRODUCT)} \bmod {b.within(Binding.UNARY)}", Binding.PRODUCT)
            case ast.Pow():
                return Text(f"{{{a.within(Binding.ATOM)}}}^{{{b.text}}}", Binding.UNARY)
        return _unread(node)

    def _call(self, node: ast.Call) -> Text:
        arguments = [self.write(argument).text for argument in node.args]
        arguments += [
            f"{name_latex(keyword.arg or '')} = {self.write(keyword.value).text}" for keyword in node.keywords
        ]
        match node.func:
            case ast.Name(id=name) if name in _BARS and len(arguments) == 1:
                return Text(rf"\lvert {arguments[0]} \rvert")
            case ast.Attribute(value=ast.Name(id="math"), attr="sqrt"):
                return Text(rf"\sqrt{{{', '.join(arguments)}}}")
            case ast.Attribute(value=ast.Name(id="math"), attr="log") if len(arguments) == 1:
                return Text(rf"\ln({arguments[0]})")
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in _MODULES:
                return Text(f"{function_latex(name)}({', '.join(arguments)})")
            case ast.Attribute(value=ast.Constant(value=""), attr=name):
                return Text(f"{function_latex(name)}({', '.join(arguments)})")
            case ast.Attribute(value=value, attr=name):
                return Text(f"{function_latex(name)}({', '.join([self.write(value).text, *arguments])})")
            case ast.Name(id=name):
                return Text(f"{self.names.get(name) or function_latex(name)}({', '.join(arguments)})")
        return _unread(node)

    def _subscript(self, node: ast.Subscript) -> Text:
        base = self.write(node.value)
        if ast.dump(node.slice) == _REVERSED:
            return Text(rf"\operatorname{{reverse}}({base.text})")
        index = node.slice
        parts = (index.lower, index.upper, index.step) if isinstance(index, ast.Slice) else (index,)
        texts = [self.write(part).text if part else "" for part in parts]
        place = ":".join(texts[:2] if texts[2:] == [""] else texts)
        whole = base.within(Binding.ATOM)
        is_simple = isinstance(node.value, ast.Name) and "_{" not in whole
        return Text(f"{whole if is_simple else f'{{{whole}}}'}_{{{place}}}")

    def _sequence(self, node: ast.AST) -> Text:
        match node:
            case ast.List(elts=items):
                return Text(f"[{self._listed(items)}]")
            case ast.Tuple(elts=items):
                return Text(f"({self._listed(items)}{',' if len(items) == 1 else ''})")
            case ast.Starred(value=value):
                return Text(f"{{*}}{self.write(value).within(Binding.ATOM)}")
            case ast.ListComp(elt=element, generators=[only]):
                return Text(f"[{self._each(element, only)}]")
            case ast.GeneratorExp(elt=element, generators=[only]):
                return Text(self._each(element, only), Binding.CONDITION)
        return _unread(node)

    def _listed(self, items: Sequence[ast.expr]) -> str:
        return ", ".join(self.write(item).text for item in items)

    def _each(self, element: ast.expr, source: ast.comprehension) -> str:
        drawn = rf"{self.write(source.target).text} \in {self.write(source.iter).within(Binding.SUM)}"
        conditions = [self.write(condition).text for condition in source.ifs]
        return rf"{self.write(element).within(Binding.SUM)} \mid {', '.join([drawn, *conditions])}"


def _after_sign(term: Text) -> str:
    """The second operand of a sum or difference: nothing with a sign of its own."""
    return f"({term.text})" if term.text.startswith("-") else term.within(Binding.PRODUCT)


def _unread(node: ast.AST) -> Text:
    return Text(words(ast.unparse(node)))


_CONNECTIVES = MappingProxyType(
    {
        "and": (r"\land", Binding.AND, Binding.AND),
        "or": (r"\lor", Binding.OR, Binding.OR),
        "implies": (r"\Rightarrow", Binding.IMPLICATION, Binding.OR),
        "iff": (r"\Leftrightarrow", Binding.CONDITION, Binding.OR),
        "xor": (r"\nLeftrightarrow", Binding.CONDITION, Binding.OR),
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

    def claim(tree: Any) -> Text:
        return python_latex(formula(Expression.from_tree(tree, expression.variables), names), unread)

    return _connected(expression.to_tree(), claim).text


def _connected(tree: Any, claim: Callable[[Any], Text]) -> Text:
    """A relation in nested form; `claim` writes what is no connective of others."""
    match tree:
        case ["not", ["iff", a, b]]:
            return _connected(["xor", a, b], claim)
        case ["not", [("and" | "or" | "implies" | "xor" | "not"), *_] as inner]:
            return Text(rf"\lnot {_connected(inner, claim).within(Binding.NOT)}", Binding.NOT)
        case [str() as symbol, a, b] if symbol in _CONNECTIVES:
            sign, binding, least = _CONNECTIVES[symbol]
            left, right = (_connected(part, claim).within(least) for part in (a, b))
            return Text(f"{left} {sign} {right}", binding)
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

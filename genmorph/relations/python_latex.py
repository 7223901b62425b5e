"""Python expressions as LaTeX: arithmetic, calls, comparisons, slices and comprehensions; all else as text."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType

from genmorph.relations.latex_names import constant_latex, function_latex, name_latex, words


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


_CONSTANTS = MappingProxyType(
    {"pi": r"\pi", "e": "e", "tau": r"\tau", "inf": r"\infty", "nan": r"\text{NaN}"},
)
_MODULES = ("math", "np")
_BARS = ("abs", "len")
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

"""Relations as text: a formula to read, and Python that means the same."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from genmorph.relations.expression import Expression, Role, Variable, int_nodes, operands, subtree_end
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD,
    AND,
    COMPARISONS,
    DIVIDE,
    EQUAL,
    FIRST_VARIABLE,
    FLOAT_CONSTANT,
    IFF,
    IMPLIES,
    INT_CONSTANT,
    LESS,
    LESS_EQUAL,
    MULTIPLY,
    NOT,
    OR,
    SUBTRACT,
    XOR,
    arity,
)

_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _ATOM = range(8)
_ATOM_TEXT = re.compile(r"[\w.]+(\(.*\))?")
_RELATIONS = {
    EQUAL: ("==", "==", "!=", "!="),
    LESS: ("<", ">", ">=", "<="),
    LESS_EQUAL: ("<=", ">=", ">", "<"),
}
"""For each comparison: as it is, sides exchanged, negated, both."""
_INFIX = {
    ADD: ("+", _SUM, _SUM, _PRODUCT),
    SUBTRACT: ("-", _SUM, _SUM, _PRODUCT),
    MULTIPLY: ("*", _PRODUCT, _PRODUCT, _UNARY),
    DIVIDE: ("/", _PRODUCT, _PRODUCT, _UNARY),
    AND: ("and", _AND, _AND, _AND),
    OR: ("or", _OR, _OR, _OR),
    IMPLIES: ("or", _OR, _OR, _OR),
    IFF: ("==", _COMPARISON, _SUM, _SUM),
    XOR: ("!=", _COMPARISON, _SUM, _SUM),
}
"""For each infix operator: its symbol, how tightly it binds, and how tightly its operands must."""
HELPERS = {EQUAL: "equal", LESS: "less", LESS_EQUAL: "less_equal", DIVIDE: "divide"}
"""The functions of `meaning` that Python text calls where numbers are not both ints, or a divisor may be zero."""


@dataclass(frozen=True, slots=True)
class Text:
    """Rendered text, how tightly it binds, and the helper functions it calls."""

    text: str
    binding: int = _ATOM
    helpers: frozenset[str] = frozenset()

    def within(self, binding: int) -> str:
        """The text, in parentheses where its operator binds less tightly than asked."""
        return self.text if self.binding >= binding else f"({self.text})"


def formula(expression: Expression, names: Mapping[str, str]) -> str:
    """The relation to read, with a text for each variable; equality within the tolerance reads `==`.

    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], Kind.INT)
    >>> odd = Expression.from_tree(["==", ["-", 0, "return_s"], "return_f"], variables)
    >>> formula(odd, {"return_s": "sin(x)", "return_f": "sin(-x)"})
    'sin(-x) == -sin(x)'
    """
    return _Printer(expression, names, is_code=False).render(0).text


def python(expression: Expression, names: Mapping[str, str]) -> Text:
    """Python source of the relation over these names of its variables; it calls the functions in `HELPERS`.

    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], Kind.FLOAT))
    >>> python(same, {"return_s": "source", "return_f": "follow_up"}).text
    'equal(follow_up, source)'
    """
    return _Printer(expression, names, is_code=True).render(0)


@dataclass(frozen=True, slots=True)
class _Printer:
    expression: Expression
    names: Mapping[str, str]
    is_code: bool

    def render(self, index: int) -> Text:
        code = self.expression.codes[index]
        if arity(code) == 0:
            return self._leaf(index, code)
        if code in COMPARISONS:
            return self._comparison(index, negated=False)
        return self._operation(code, *operands(self.expression.codes, index))

    def _leaf(self, index: int, code: int) -> Text:
        if code >= FIRST_VARIABLE:
            text = self.names[self.expression.variables[code - FIRST_VARIABLE].name]
            return Text(text, _ATOM if _ATOM_TEXT.fullmatch(text) else _OR)
        text = repr(self.expression.constant_at[index])
        return Text(text, _UNARY if text.startswith("-") else _ATOM)

    def _comparison(self, index: int, negated: bool) -> Text:
        code = self.expression.codes[index]
        left, right = operands(self.expression.codes, index)
        exact = self._is_exact(left, right)
        flipped = self._weight(right) > self._weight(left)
        if self.is_code and not exact:
            if flipped and code == EQUAL:
                left, right = right, left
            call = _call(HELPERS[code], self.render(left), self.render(right))
            return Text(f"not {call.text}", _NOT, call.helpers) if negated else call
        a, b = (self.render(right), self.render(left)) if flipped else (self.render(left), self.render(right))
        as_negation = negated and (exact or code == EQUAL)
        symbol = _RELATIONS[code][2 * as_negation + flipped]
        text = f"{a.within(_SUM)} {symbol} {b.within(_SUM)}"
        if negated and not as_negation:
            return Text(f"not {text}", _NOT, a.helpers | b.helpers)
        return Text(text, _COMPARISON, a.helpers | b.helpers)

    def _operation(self, code: int, *inner: int) -> Text:
        if code == NOT:
            return self._negation(inner[0])
        if code == ABSOLUTE:
            part = self.render(inner[0])
            return Text(f"abs({part.text})", _ATOM, part.helpers)
        left, right = inner
        a = self._negation(left) if code == IMPLIES else self.render(left)
        b = self.render(right)
        if code == DIVIDE and self.is_code and not self.expression.constant_at.get(right):
            return _call(HELPERS[DIVIDE], a, b)
        if code == SUBTRACT and self.expression.constant_at.get(left) == 0:
            return Text(f"-{b.within(_UNARY)}", _UNARY, b.helpers)
        if code == ADD and self.expression.constant_at.get(right, 0) < 0:
            return Text(f"{a.within(_SUM)} - {b.text[1:]}", _SUM, a.helpers)
        symbol, binding, of_left, of_right = _INFIX[code]
        return Text(f"{a.within(of_left)} {symbol} {b.within(of_right)}", binding, a.helpers | b.helpers)

    def _negation(self, index: int) -> Text:
        """`not` of a part; a comparison is turned round where that means the same."""
        if self.expression.codes[index] in COMPARISONS:
            return self._comparison(index, negated=True)
        part = self.render(index)
        return Text(f"not {part.within(_NOT)}", _NOT, part.helpers)

    def _is_exact(self, left: int, right: int) -> bool:
        are_ints = int_nodes(self.expression.codes, self.expression.variables)
        return are_ints[left] and are_ints[right]

    def _weight(self, index: int) -> tuple[int, bool]:
        """What stands left weighs more: the follow-up's output, then anything but the source's, constants last."""
        end = subtree_end(self.expression.codes, index)
        part = self.expression.codes[index:end]
        roles = [self.expression.variables[c - FIRST_VARIABLE].role for c in part if c >= FIRST_VARIABLE]
        rank = 2 * (Role.FOLLOW_UP_OUTPUT in roles) - (Role.SOURCE_OUTPUT in roles)
        return rank, any(code not in (INT_CONSTANT, FLOAT_CONSTANT) for code in part)


def _call(helper: str, a: Text, b: Text) -> Text:
    return Text(f"{helper}({a.text}, {b.text})", _ATOM, a.helpers | b.helpers | {helper})


def variable_texts(
    variables: tuple[Variable, ...],
    parameters: tuple[str, ...],
    follow_up_arguments: tuple[str, ...],
    outputs: tuple[str, str],
) -> dict[str, str]:
    """A text for each variable: parameters by name, follow-up inputs by what they are made of, outputs as given."""
    texts = {
        Role.SOURCE_INPUT: parameters,
        Role.FOLLOW_UP_INPUT: follow_up_arguments,
        Role.SOURCE_OUTPUT: outputs[:1],
        Role.FOLLOW_UP_OUTPUT: outputs[1:],
    }
    return {variable.name: texts[variable.role][variable.position or 0] for variable in variables}

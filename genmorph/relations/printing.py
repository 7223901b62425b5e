"""Relations as text: a formula to read, and Python that means the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from genmorph.relations import operators as op
from genmorph.relations.expression import (
    FOLLOW_UP_SIDE,
    SOURCE_SIDE,
    Expression,
    Role,
    Variable,
    int_nodes,
    operands,
    subtree_end,
)
from genmorph.relations.operators import arity, operation_of
from genmorph.relations.rendering import (
    Binding,
    Text,
    beginning,
    call,
    compared,
    each,
    elements_of,
    ending,
    followed,
    infix,
    leaf,
    minus,
    negated,
    number,
    opposite,
    repeated,
)
from genmorph.values.registered import order_keys

_ENDS = {"0": "[1:]", "-1": "[:-1]"}
"""What `remove` of these indices is as a slice."""

_CALLS = {op.LENGTH: "len", op.TEXT_OF: "str"}
_SUFFIXES = {op.UPPER: ".upper()", op.LOWER: ".lower()", op.FLIP: "[::-1]"}
_INEXACT = {
    op.SORTED: ("sorted", "ascending"),
    op.SUM: ("sum", "total"),
    op.MIN: ("min", "least"),
    op.MAX: ("max", "greatest"),
}
"""For each: the function of Python, and that of `meaning` for floats."""

_RELATIONS = {
    op.EQUAL: ("==", "==", "!=", "!="),
    op.LESS: ("<", ">", ">=", "<="),
    op.LESS_EQUAL: ("<=", ">=", ">", "<"),
}
"""For each comparison: as it is, sides exchanged, negated, both."""

_INFIX: Mapping[int, tuple[str, Binding, Binding, Binding]] = {
    op.ADD: ("+", Binding.SUM, Binding.SUM, Binding.PRODUCT),
    op.SUBTRACT: ("-", Binding.SUM, Binding.SUM, Binding.PRODUCT),
    op.MULTIPLY: ("*", Binding.PRODUCT, Binding.PRODUCT, Binding.UNARY),
    op.DIVIDE: ("/", Binding.PRODUCT, Binding.PRODUCT, Binding.UNARY),
    op.AND: ("and", Binding.AND, Binding.AND, Binding.AND),
    op.OR: ("or", Binding.OR, Binding.OR, Binding.OR),
    op.IMPLIES: ("or", Binding.OR, Binding.OR, Binding.OR),
    op.IFF: ("==", Binding.COMPARISON, Binding.SUM, Binding.SUM),
    op.XOR: ("!=", Binding.COMPARISON, Binding.SUM, Binding.SUM),
}
"""For each infix operator: its symbol, how tightly it binds, and how tightly its operands must."""

_OPPOSITE = {op.ADD: op.SUBTRACT, op.SUBTRACT: op.ADD}
"""What does the same with a number of the other sign, without any rounding."""

_TOLERANT = {op.EQUAL: "equal", op.LESS: "less", op.LESS_EQUAL: "less_equal"}
_CLAIMS = {op.SAME: "equal_all", op.PREFIX: "starts_with", op.CONTAINS: "includes"}
_CLAIMS_INSIDE = {op.SAME: "equal_inside", op.PREFIX: "starts_inside"}
_AT_PLACE = {op.REMOVE: "remove", op.TRUNCATE: "truncate", op.ELEMENT: "element"}
"""The functions of `meaning` for what plain Python does not mean."""


def formula(expression: Expression, names: Mapping[str, str]) -> str:
    """The relation to read, with a text for each variable; equality within the tolerance reads `==`.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> odd = Expression.from_tree(["==", ["-", 0, "return_s"], "return_f"], variables)
    >>> formula(odd, {"return_s": "sin(x)", "return_f": "sin(-x)"})
    'sin(-x) == -sin(x)'
    """
    return _Printer(expression, names, is_code=False).render(0).text


def python(expression: Expression, names: Mapping[str, str]) -> Text:
    """Python source of the relation over these names of its variables; it calls functions in `meaning.EXPORTED`.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> for kind in (Kind.FLOAT, Kind.TEXT, Kind.FLOATS):
    ...     same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(kind)]))
    ...     python(same, {"return_s": "source", "return_f": "follow_up"}).text
    'equal(follow_up, source)'
    'follow_up == source'
    'equal_all(follow_up, source)'
    """
    return _Printer(expression, names, is_code=True).render(0)


@dataclass(frozen=True, slots=True)
class Sides:
    """A comparison as text: what stands left and right of a sign."""

    left: Text
    sign: str
    right: Text


def sides(expression: Expression, sign: str, names: Mapping[str, str], *, is_code: bool) -> Sides:
    """Both sides of a comparison whose operands have this `sign` between them, the follow-up's left.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> grows = Expression.from_tree(["<=", "return_s", "return_f"], variables)
    >>> found = sides(grows, "<=", {"return_s": "f(x)", "return_f": "f(x + 1)"}, is_code=False)
    >>> found.left.text, found.sign, found.right.text
    ('f(x + 1)', '>=', 'f(x)')
    """
    printer = _Printer(expression, names, is_code)
    left, right = operands(expression.codes, 0)
    one, other = printer.render(left), printer.render(right)
    if printer.ranks_above(right, left):
        return Sides(other, {"<=": ">=", ">=": "<="}.get(sign, sign), one)
    return Sides(one, sign, other)


@dataclass(frozen=True, slots=True)
class _Printer:
    expression: Expression
    names: Mapping[str, str]
    is_code: bool

    def render(self, index: int, is_negated: bool = False) -> Text:
        """The part at the index; its negation only where it is a comparison or another claim about values."""
        code = self.expression.codes[index]
        if code >= op.FIRST_VARIABLE:
            return leaf(self.names[self.expression.variables[code - op.FIRST_VARIABLE].name])
        if arity(code) == 0:
            return number(self.expression.constant_at[index])
        if code in op.COMPARISONS:
            return self._comparison(index, is_negated)
        if operation_of(code):
            return self._of_sequences(index, is_negated)
        return self._operation(code, *operands(self.expression.codes, index))

    def _comparison(self, index: int, is_negated: bool) -> Text:
        code = self.expression.codes[index]
        left, right = operands(self.expression.codes, index)
        exact = self._are_exact(left, right)
        flipped = self._weight(right) > self._weight(left)
        if self.is_code and not exact:
            if flipped and code == op.EQUAL:
                left, right = right, left
            claim = call(_TOLERANT[code], self.render(left), self.render(right), is_helper=True)
            return negated(claim) if is_negated else claim
        a, b = (self.render(right), self.render(left)) if flipped else (self.render(left), self.render(right))
        if all(self.expression.codes[side] >= op.FIRST_VARIABLE for side in (left, right)):
            a, b = _themselves(a, b)
        as_negation = is_negated and (exact or code == op.EQUAL)
        text = compared(a, _RELATIONS[code][2 * as_negation + flipped], b)
        return negated(text) if is_negated and not as_negation else text

    def _of_sequences(self, index: int, is_negated: bool) -> Text:
        code = self.expression.codes[index]
        operation, sort = operation_of(code) or (0, 0)
        inner = list(operands(self.expression.codes, index))
        decisive = inner if operation in _CLAIMS else inner[1:] if operation == op.TRUNCATE else [index]
        plain = not self.is_code or self._are_exact(*decisive)
        if operation == op.SAME and self._weight(inner[1]) > self._weight(inner[0]):
            inner.reverse()
        if operation == op.TRUNCATE and self.expression.constant_at.get(inner[1]) == 1 and (last := self._end(index)):
            return last
        ends = list(filter(None, map(self._end, inner)))
        if operation == op.SAME and sort not in (op.NESTED, op.OBJECT) and len(ends) == 2:
            return _claim(operation, op.TEXT, *ends, plain=plain, is_negated=is_negated)
        if operation == op.PREFIX and sort == op.TEXT and len(ends) == 2:
            ends_with = followed(ends[0], f".endswith({ends[1].text})", ends[1])
            return negated(ends_with) if is_negated else ends_with
        parts = [self.render(operand) for operand in inner]
        if operation in _CLAIMS:
            return _claim(operation, sort, *parts, plain=plain, is_negated=is_negated)
        if self.is_code and (operation == op.LENGTH or operation in _INEXACT):
            parts = [elements_of(part) for part in parts]
        if op.Trait.ORDERLESS in op.BY_CODE[code].traits:
            parts = [elements_of(part, "sorted") for part in parts]
        return _value(operation, parts, self.names.values(), plain=plain)

    def _end(self, index: int) -> Text | None:
        """What the part at the index is read backwards, where it is the end of something, or all, reversed."""
        codes = self.expression.codes
        match operation_of(codes[index]):
            case (operation, _) if operation == op.FLIP:
                return self.render(index + 1)
            case (operation, _) if operation == op.TRUNCATE and (operation_of(codes[index + 1]) or (0,))[0] == op.FLIP:
                _, place = operands(codes, index)
                count = self.expression.constant_at.get(place)
                return ending(self.render(index + 2), count) if isinstance(count, int) and count else None
        return None

    def _operation(self, code: int, *inner: int) -> Text:
        if code == op.NOT:
            return self._negation(inner[0])
        if code == op.ABSOLUTE:
            return call("abs", self.render(inner[0]))
        left, right = inner
        a = self._negation(left) if code == op.IMPLIES else self.render(left)
        b = self.render(right)
        if code == op.DIVIDE and self.is_code and not self.expression.constant_at.get(right):
            return call("divide", a, b, is_helper=True)
        less = opposite(b)
        if code == op.SUBTRACT and self.expression.constant_at.get(left) == 0:
            return less or minus(b)
        if code in _OPPOSITE and less:
            code, b = _OPPOSITE[code], less
        symbol, binding, of_left, of_right = _INFIX[code]
        is_associative = code in (op.ADD, op.MULTIPLY) and self._are_exact(left, right)
        return infix(a, symbol, b, binding, of_left, binding if is_associative else of_right)

    def _negation(self, index: int) -> Text:
        """`not` of a part; a comparison is turned round where that means the same."""
        code = self.expression.codes[index]
        if code == op.IFF:
            return self._operation(op.XOR, *operands(self.expression.codes, index))
        operation, _ = operation_of(code) or (None, 0)
        if code in op.COMPARISONS or operation in _CLAIMS:
            return self.render(index, is_negated=True)
        return negated(self.render(index))

    def _are_exact(self, *nodes: int) -> bool:
        exact = int_nodes(self.expression.codes, self.expression.variables)
        return all(exact[node] for node in nodes)

    def ranks_above(self, one: int, other: int) -> bool:
        """Whether the part at the one index stands left of that at the other."""
        return self._weight(one) > self._weight(other)

    def _weight(self, index: int) -> tuple[bool, int, bool]:
        """What stands left weighs more: the follow-up's output, then anything but the source's, constants last.

        In formulas constants stand before the source's output.
        """
        end = subtree_end(self.expression.codes, index)
        part = self.expression.codes[index:end]
        roles = {self.expression.variables[c - op.FIRST_VARIABLE].role for c in part if c >= op.FIRST_VARIABLE}
        rank = 2 * (not roles.isdisjoint(FOLLOW_UP_SIDE)) - (not roles.isdisjoint(SOURCE_SIDE))
        is_variable = any(code not in (op.INT_CONSTANT, op.FLOAT_CONSTANT) for code in part)
        return is_variable or not self.is_code, rank, is_variable


def _themselves(a: Text, b: Text) -> tuple[Text, Text]:
    """Two values in the place of numbers that are in their order: `f(day) <= day` for `f(day).toordinal() <= ...`.

    >>> [side.text for side in _themselves(leaf("f(day).toordinal()"), leaf("day.toordinal()"))]
    ['f(day)', 'day']
    >>> [side.text for side in _themselves(leaf("f(day).toordinal()"), leaf("7"))]
    ['f(day).toordinal()', '7']
    """
    for suffix in order_keys():
        if a.text.endswith(suffix) and b.text.endswith(suffix):
            return _without(a, suffix), _without(b, suffix)
    return a, b


def _without(part: Text, suffix: str) -> Text:
    return replace(leaf(part.text.removesuffix(suffix)), helpers=part.helpers)


def _claim(operation: int, sort: int, a: Text, b: Text, *, plain: bool, is_negated: bool) -> Text:
    """An operation that is true or false, or its negation; `plain` where plain Python is meant."""
    if not plain:
        claims = _CLAIMS_INSIDE if sort in (op.NESTED, op.OBJECT) else _CLAIMS
        claim = call(claims[operation], a, b, is_helper=True)
        return negated(claim) if is_negated else claim
    if operation == op.CONTAINS:
        return compared(b, "not in" if is_negated else "in", a)
    if operation == op.PREFIX and sort == op.TEXT:
        starts = followed(a, f".startswith({b.text})", b)
        return negated(starts) if is_negated else starts
    if operation == op.PREFIX:
        a = beginning(a, call("len", b))
    return compared(a, "!=" if is_negated else "==", b)


def _value(operation: int, parts: Sequence[Text], names: Iterable[str], *, plain: bool) -> Text:
    """An operation that gives a value; `plain` where plain Python is meant, `names` are those in use around it."""
    a, b = parts[0], parts[-1]
    if operation in _CALLS:
        return call(_CALLS[operation], a)
    if operation in _SUFFIXES:
        return followed(a, _SUFFIXES[operation])
    if operation in _INEXACT:
        return call(_INEXACT[operation][not plain], a, is_helper=not plain)
    if operation == op.CONCATENATE:
        return repeated(a, 2) if a == b else infix(a, "+", b, Binding.SUM, Binding.SUM, Binding.SUM)
    if operation in (op.ADD_EACH, op.SCALE_EACH):
        return each(a, "+" if operation == op.ADD_EACH else "*", b, names)
    if operation == op.REMOVE and b.text in _ENDS:
        return followed(a, _ENDS[b.text])
    if operation == op.TRUNCATE and plain:
        return beginning(a, b)
    if operation == op.ELEMENT and plain:
        return followed(a, f"[{b.text}]", b)
    return call(_AT_PLACE[operation], a, b, is_helper=True)


def variable_texts(
    variables: Sequence[Variable],
    parameters: Sequence[str],
    follow_up_arguments: Sequence[str],
    source_outputs: Sequence[str],
    follow_up_outputs: Sequence[str],
    errors: tuple[str, str] = ("raised", "raised_after"),
) -> dict[str, str]:
    """A text for each variable: parameters by name, follow-up inputs by what they are made of, outputs as given.

    `errors` are the texts of the names of what the source and the follow-up raised.
    """
    texts: Mapping[Role, Sequence[str]] = {
        Role.SOURCE_INPUT: parameters,
        Role.CHAINED_INPUT: parameters,
        Role.FOLLOW_UP_INPUT: follow_up_arguments,
        Role.SOURCE_OUTPUT: source_outputs,
        Role.FOLLOW_UP_OUTPUT: follow_up_outputs,
        Role.CHANGED_OUTPUT: source_outputs,
        Role.SOURCE_ERROR: errors[:1],
        Role.FOLLOW_UP_ERROR: errors[1:],
    }
    return {v.name: v.change_text(texts[v.role][v.position]) for v in variables}

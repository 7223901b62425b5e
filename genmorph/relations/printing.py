"""Relations as text: a formula to read, and Python that means the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

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
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD,
    ADD_EACH,
    AND,
    COMPARISONS,
    CONCATENATE,
    CONTAINS,
    DIVIDE,
    ELEMENT,
    EQUAL,
    FIRST_VARIABLE,
    FLIP,
    FLOAT_CONSTANT,
    IFF,
    IMPLIES,
    INT_CONSTANT,
    LENGTH,
    LESS,
    LESS_EQUAL,
    LOWER,
    MAX,
    MIN,
    MULTIPLY,
    NESTED,
    NOT,
    OR,
    PREFIX,
    REMOVE,
    SAME,
    SCALE_EACH,
    SORTED,
    SUBTRACT,
    SUM,
    TEXT,
    TEXT_OF,
    TRUNCATE,
    UPPER,
    XOR,
    arity,
    operation_of,
)
from genmorph.relations.rendering import (
    Binding,
    Text,
    beginning,
    call,
    compared,
    each,
    elements_of,
    ending,
    infix,
    leaf,
    minus,
    negated,
    number,
    opposite,
    repeated,
)

_ENDS = {"0": "[1:]", "-1": "[:-1]"}
"""What `remove` of these indices is as a slice."""

_CALLS = {LENGTH: "len", TEXT_OF: "str"}

_METHODS = {UPPER: "upper", LOWER: "lower"}

_INEXACT = {SORTED: ("sorted", "ascending"), SUM: ("sum", "total"), MIN: ("min", "least"), MAX: ("max", "greatest")}
"""For each: the function of Python, and that of `meaning` for floats."""

MEASURES = frozenset({LENGTH, *_INEXACT})
"""These take their elements from anything that has a length."""

__all__ = ["Text", "formula", "python", "variable_texts"]

_RELATIONS = {
    EQUAL: ("==", "==", "!=", "!="),
    LESS: ("<", ">", ">=", "<="),
    LESS_EQUAL: ("<=", ">=", ">", "<"),
}
"""For each comparison: as it is, sides exchanged, negated, both."""

_INFIX: Mapping[int, tuple[str, Binding, Binding, Binding]] = {
    ADD: ("+", Binding.SUM, Binding.SUM, Binding.PRODUCT),
    SUBTRACT: ("-", Binding.SUM, Binding.SUM, Binding.PRODUCT),
    MULTIPLY: ("*", Binding.PRODUCT, Binding.PRODUCT, Binding.UNARY),
    DIVIDE: ("/", Binding.PRODUCT, Binding.PRODUCT, Binding.UNARY),
    AND: ("and", Binding.AND, Binding.AND, Binding.AND),
    OR: ("or", Binding.OR, Binding.OR, Binding.OR),
    IMPLIES: ("or", Binding.OR, Binding.OR, Binding.OR),
    IFF: ("==", Binding.COMPARISON, Binding.SUM, Binding.SUM),
    XOR: ("!=", Binding.COMPARISON, Binding.SUM, Binding.SUM),
}
"""For each infix operator: its symbol, how tightly it binds, and how tightly its operands must."""

_OPPOSITE = {ADD: SUBTRACT, SUBTRACT: ADD}
"""What does the same with a number of the other sign, without any rounding."""

_TOLERANT = {EQUAL: "equal", LESS: "less", LESS_EQUAL: "less_equal"}

_CLAIMS = (SAME, PREFIX, CONTAINS)


def sequence_claim(operation: int, sort: int, a: Text, b: Text, *, plain: bool, is_negated: bool) -> Text:
    """An operation that is true or false, or its negation; `plain` where plain Python is meant."""
    if not plain:
        name = {SAME: "equal_all", PREFIX: "starts_with", CONTAINS: "includes"}[operation]
        claim = call(name, a, b, is_helper=True)
        return negated(claim) if is_negated else claim
    if operation == CONTAINS:
        return compared(b, "not in" if is_negated else "in", a)
    if operation == PREFIX and sort == TEXT:
        starts = Text(f"{a.within(Binding.ATOM)}.startswith({b.text})", Binding.ATOM, a.helpers | b.helpers)
        return negated(starts) if is_negated else starts
    if operation == PREFIX:
        a = beginning(a, call("len", b))
    return compared(a, "!=" if is_negated else "==", b)


def ends_claim(operation: int, a: Text, b: Text, *, plain: bool, is_negated: bool) -> Text:
    """That two values read backwards are the same, or one text begins with the other then, or the opposite."""
    if operation == SAME:
        return sequence_claim(SAME, TEXT, a, b, plain=plain, is_negated=is_negated)
    ends = Text(f"{a.within(Binding.ATOM)}.endswith({b.text})", Binding.ATOM, a.helpers | b.helpers)
    return negated(ends) if is_negated else ends


def looks(part: Text) -> Text:
    """What nested sequences are compared by."""
    return call("repr", part)


def sequence_value(operation: int, parts: Sequence[Text], names: Iterable[str], *, plain: bool) -> Text:
    """An operation that gives a value; `plain` where plain Python is meant, `names` are those in use around it."""
    a, b = parts[0], parts[-1]
    if operation in _CALLS:
        return call(_CALLS[operation], a)
    if operation in _METHODS:
        return Text(f"{a.within(Binding.ATOM)}.{_METHODS[operation]}()", Binding.ATOM, a.helpers)
    if operation in _INEXACT:
        return call(_INEXACT[operation][not plain], a, is_helper=not plain)
    if operation == FLIP:
        return Text(f"{a.within(Binding.ATOM)}[::-1]", Binding.ATOM, a.helpers)
    if operation == CONCATENATE:
        return repeated(a, 2) if a == b else infix(a, "+", b, Binding.SUM, Binding.SUM, Binding.SUM)
    if operation in (ADD_EACH, SCALE_EACH):
        return each(a, "+" if operation == ADD_EACH else "*", b, names)
    return _at(operation, a, b, plain=plain)


def _at(operation: int, a: Text, b: Text, *, plain: bool) -> Text:
    """What depends on an index or a count."""
    if operation == REMOVE and b.text in _ENDS:
        return Text(a.within(Binding.ATOM) + _ENDS[b.text], Binding.ATOM, a.helpers)
    if operation == TRUNCATE and plain:
        return beginning(a, b)
    if operation == ELEMENT and plain:
        return Text(f"{a.within(Binding.ATOM)}[{b.text}]", Binding.ATOM, a.helpers | b.helpers)
    name = {REMOVE: "remove", TRUNCATE: "truncate", ELEMENT: "element"}[operation]
    return call(name, a, b, is_helper=True)


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
class _Printer:
    expression: Expression
    names: Mapping[str, str]
    is_code: bool

    def render(self, index: int, is_negated: bool = False) -> Text:
        """The part at the index; its negation only where it is a comparison or another claim about values."""
        code = self.expression.codes[index]
        if arity(code) == 0:
            return self._leaf(index, code)
        if code in COMPARISONS:
            return self._comparison(index, is_negated)
        if operation_of(code):
            return self._of_sequences(index, is_negated)
        return self._operation(code, *operands(self.expression.codes, index))

    def _leaf(self, index: int, code: int) -> Text:
        if code >= FIRST_VARIABLE:
            return leaf(self.names[self.expression.variables[code - FIRST_VARIABLE].name])
        return number(self.expression.constant_at[index])

    def _comparison(self, index: int, is_negated: bool) -> Text:
        code = self.expression.codes[index]
        left, right = operands(self.expression.codes, index)
        exact = self._are_exact(left, right)
        flipped = self._weight(right) > self._weight(left)
        if self.is_code and not exact:
            if flipped and code == EQUAL:
                left, right = right, left
            claim = call(_TOLERANT[code], self.render(left), self.render(right), is_helper=True)
            return negated(claim) if is_negated else claim
        a, b = (self.render(right), self.render(left)) if flipped else (self.render(left), self.render(right))
        as_negation = is_negated and (exact or code == EQUAL)
        text = compared(a, _RELATIONS[code][2 * as_negation + flipped], b)
        return negated(text) if is_negated and not as_negation else text

    def _of_sequences(self, index: int, is_negated: bool) -> Text:
        code = self.expression.codes[index]
        operation, sort = operation_of(code) or (0, 0)
        inner = list(operands(self.expression.codes, index))
        decisive = inner if operation in _CLAIMS else inner[1:] if operation == TRUNCATE else [index]
        plain = not self.is_code or self._are_exact(*decisive)
        if operation == SAME and self._weight(inner[1]) > self._weight(inner[0]):
            inner.reverse()
        if operation == TRUNCATE and self.expression.constant_at.get(inner[1]) == 1 and (last := self._end(index)):
            return last
        ends = list(filter(None, map(self._end, inner)))
        if len(ends) == 2 and sort != NESTED and (operation == SAME or (operation == PREFIX and sort == TEXT)):
            return ends_claim(operation, *ends, plain=plain, is_negated=is_negated)
        parts = [self.render(operand) for operand in inner]
        if operation == SAME and sort == NESTED and self.is_code:
            parts = [looks(part) for part in parts]
        if operation in _CLAIMS:
            return sequence_claim(operation, sort, *parts, plain=plain, is_negated=is_negated)
        if operation in MEASURES and self.is_code:
            parts = [elements_of(part) for part in parts]
        return sequence_value(operation, parts, self.names.values(), plain=plain)

    def _end(self, index: int) -> Text | None:
        """What the part at the index is read backwards, where it is the end of something, or all, reversed."""
        codes = self.expression.codes
        match operation_of(codes[index]):
            case (operation, _) if operation == FLIP:
                return self.render(index + 1)
            case (operation, _) if operation == TRUNCATE and (operation_of(codes[index + 1]) or (0,))[0] == FLIP:
                _, place = operands(codes, index)
                count = self.expression.constant_at.get(place)
                return ending(self.render(index + 2), count) if isinstance(count, int) and count else None
        return None

    def _operation(self, code: int, *inner: int) -> Text:
        if code == NOT:
            return self._negation(inner[0])
        if code == ABSOLUTE:
            return call("abs", self.render(inner[0]))
        left, right = inner
        a = self._negation(left) if code == IMPLIES else self.render(left)
        b = self.render(right)
        if code == DIVIDE and self.is_code and not self.expression.constant_at.get(right):
            return call("divide", a, b, is_helper=True)
        less = opposite(b)
        if code == SUBTRACT and self.expression.constant_at.get(left) == 0:
            return less or minus(b)
        if code in _OPPOSITE and less:
            code, b = _OPPOSITE[code], less
        symbol, binding, of_left, of_right = _INFIX[code]
        is_associative = code in (ADD, MULTIPLY) and self._are_exact(left, right)
        return infix(a, symbol, b, binding, of_left, binding if is_associative else of_right)

    def _negation(self, index: int) -> Text:
        """`not` of a part; a comparison is turned round where that means the same."""
        code = self.expression.codes[index]
        if code == IFF:
            return self._operation(XOR, *operands(self.expression.codes, index))
        operation, _ = operation_of(code) or (None, 0)
        if code in COMPARISONS or operation in _CLAIMS:
            return self.render(index, is_negated=True)
        return negated(self.render(index))

    def _are_exact(self, *nodes: int) -> bool:
        exact = int_nodes(self.expression.codes, self.expression.variables)
        return all(exact[node] for node in nodes)

    def _weight(self, index: int) -> tuple[int, bool]:
        """What stands left weighs more: the follow-up's output, then anything but the source's, constants last."""
        end = subtree_end(self.expression.codes, index)
        part = self.expression.codes[index:end]
        roles = {self.expression.variables[c - FIRST_VARIABLE].role for c in part if c >= FIRST_VARIABLE}
        rank = 2 * (not roles.isdisjoint(FOLLOW_UP_SIDE)) - (not roles.isdisjoint(SOURCE_SIDE))
        return rank, any(code not in (INT_CONSTANT, FLOAT_CONSTANT) for code in part)


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
        Role.SOURCE_ERROR: errors[:1],
        Role.FOLLOW_UP_ERROR: errors[1:],
    }
    return {variable.name: texts[variable.role][variable.position] for variable in variables}

"""Operations on texts and sequences as text: plain Python where that means the same, else functions of `meaning`."""

from collections.abc import Iterable, Sequence

from genmorph.relations.operators import (
    ADD_EACH,
    CONCATENATE,
    CONTAINS,
    ELEMENT,
    FLIP,
    LENGTH,
    LOWER,
    MAX,
    MIN,
    PREFIX,
    REMOVE,
    SAME,
    SCALE_EACH,
    SORTED,
    SUM,
    TEXT,
    TEXT_OF,
    TRUNCATE,
    UPPER,
)
from genmorph.relations.rendering import Binding, Text, beginning, call, compared, each, infix, negated, repeated

_CALLS = {LENGTH: "len", TEXT_OF: "str"}
_METHODS = {UPPER: "upper", LOWER: "lower"}
_INEXACT = {SORTED: ("sorted", "ascending"), SUM: ("sum", "total"), MIN: ("min", "least"), MAX: ("max", "greatest")}
"""For each: the function of Python, and that of `meaning` for floats."""
MEASURES = frozenset({LENGTH, *_INEXACT})
"""These take their elements from anything that has a length."""
_ENDS = {"0": "[1:]", "-1": "[:-1]"}
"""What `remove` of these indices is as a slice."""


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

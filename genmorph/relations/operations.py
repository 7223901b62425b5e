"""What scenarios do with inputs and outputs before they are passed on or compared: joined, added, united, and so on."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain, count
from types import MappingProxyType
from typing import Any

from genmorph.model import Fields
from genmorph.relations.rendering import Binding, Text, unused

PART = "part"
"""The operation that takes one of so many parts of an output, which are passed on as arguments."""


class UnfitError(TypeError):
    """A value does not have what a claim asks of it: parts, elements that have an order, or can be in a set."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation on values as functions get them: Python that does it, the same as text, and words.

    The `text` has `{0}`, `{1}` for the operands, which `binding` puts into parentheses where they bind less tightly,
    `{all}` for all of them, and `{bound}` for a name that it binds.
    `joins` are the words for two inputs that it makes one of, `whole` those for what it makes of two outputs.
    `examples` are operands and results, which a test checks.
    """

    name: str
    apply: Callable[..., Any]
    text: str
    examples: tuple[tuple[tuple[Any, ...], Any], ...]
    binding: Binding = Binding.ATOM
    joins: str = ""
    whole: str = ""
    is_associative: bool = True
    within: Binding | None = None
    """How tightly operands must bind, where that is not as tightly as the operation."""
    operands: range = range(2, 3)
    """The numbers of operands that it may have."""
    requires: str = ""
    """What must be true of the operands, as text, so that there is a result."""
    is_exact: bool = False
    """Whether results are compared exactly, whatever the operands hold."""

    def written(self, operands: tuple[Text, ...]) -> Text:
        """The text of the operation on these operands.

        >>> from genmorph.relations.rendering import leaf
        >>> minus, total = OPERATIONS["-"], leaf("x + y")
        >>> minus.written((total, total)).text, OPERATIONS["max"].written((total, total)).text
        ('x + y - (x + y)', 'max(x + y, x + y)')
        """
        if self.binding is Binding.ATOM:
            others = [one.text if self.within is None else one.within(self.within) for one in operands]
            inner = [operands[0].within(Binding.ATOM), *others[1:]] if self.text.startswith("{0}") else others
        else:
            first, *further = operands
            binding = self.binding if self.within is None else self.within
            tighter = binding if self.is_associative else Binding(binding + 1)
            inner = [first.within(binding), *(one.within(tighter) for one in further)]
        names = chain(["key"], (f"key{number}" for number in count(2)))
        return Text(self.text.format(*inner, all=", ".join(inner), bound=unused(names, inner)), self.binding)


def _is_array(value: Any) -> bool:
    """Whether the value has elements in dimensions; numbers of numpy have none."""
    return bool(getattr(value, "ndim", 0))


def _added(one: Any, other: Any) -> Any:
    """The sum of numbers and the like; TypeError for what `+` would join."""
    if isinstance(one, str | bytes | list | tuple | bool) or isinstance(other, bool) or _is_array(one):
        raise TypeError(f"only numbers and the like are added, got {one!r:.80}")
    return one + other


def _arrays_added(one: Any, other: Any) -> Any:
    """Arrays of one shape added element by element; TypeError for others."""
    if not hasattr(one, "shape") or one.shape != other.shape or not one.shape:
        raise TypeError(f"only arrays of one shape are added, got {one!r:.80}")
    return one + other


def _joined(one: Any, other: Any) -> Any:
    """Texts, bytes, lists and tuples, one behind the other; TypeError for others."""
    if not isinstance(one, str | bytes | list | tuple):
        raise TypeError(f"only sequences are joined, got {one!r:.80}")
    return one + other


def _multiplied(one: Any, other: Any) -> Any:
    """The product of numbers; TypeError for what `*` would repeat, and for what it multiplies element by element."""
    if any(isinstance(part, str | bytes | list | tuple | bool) or _is_array(part) for part in (one, other)):
        raise TypeError(f"only numbers are multiplied, got {one!r:.80} and {other!r:.80}")
    return one * other


def _of_sets(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The function on sets; TypeError for ints, which have the same operator."""

    def apply(one: Any, other: Any) -> Any:
        if not isinstance(one, set | frozenset):
            raise TypeError(f"only sets have it, got {one!r:.80}")
        return function(one, other)

    return apply


def _merged(one: Any, other: Any) -> Any:
    if not isinstance(one, dict):
        raise TypeError(f"only dicts are merged, got {one!r:.80}")
    return one | other


def _counts_added(one: Any, other: Any) -> Any:
    """Numbers in dicts added by key; TypeError for other values."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        raise TypeError(f"only dicts are added by key, got {one!r:.80}")
    return {key: _added(one.get(key, 0), other.get(key, 0)) for key in {**one, **other}}


def _stacked(one: Any, other: Any) -> Any:
    import numpy as np

    if not isinstance(one, np.ndarray):
        raise TypeError(f"only arrays are stacked, got {one!r:.80}")
    return np.concatenate([one, other])


def _matrix_product(one: Any, other: Any) -> Any:
    if getattr(one, "ndim", 0) < 2 or getattr(other, "ndim", 0) < 2:
        raise TypeError(f"only matrices have this product, got {one!r:.80}")
    return one @ other


def _of_bools(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def apply(one: Any, other: Any) -> Any:
        if not isinstance(one, bool) or not isinstance(other, bool):
            raise TypeError(f"only Booleans are joined so, got {one!r:.80}")
        return function(one, other)

    return apply


def parts_to_pass(value: Any) -> tuple[Any, ...]:
    """The parts of an output that can be passed on as arguments, as `*` passes them; none where it has no such parts.

    >>> parts_to_pass([1, "a"]), parts_to_pass("ab"), parts_to_pass(Fields(("h", "m"), (9, 30), "tuple"))
    ((1, 'a'), (), (9, 30))
    """
    if isinstance(value, Fields) and value.compared_as == "tuple":
        return value.values
    return tuple(value) if isinstance(value, tuple | list) else ()


def _part(values: Any, place: int, count: int) -> Any:
    """One of so many parts, which are all that there are."""
    parts = parts_to_pass(values)
    if len(parts) != count:
        raise UnfitError(f"{count} parts are passed on, got {values!r:.80}")
    return parts[place]


def _of_list(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function on a list and more; TypeError for what is no list."""

    def apply(values: Any, *others: Any) -> Any:
        if not isinstance(values, list):
            raise TypeError(f"only lists grow and shrink so, got {values!r:.80}")
        return function(values, *others)

    return apply


def _backwards(values: Any) -> Any:
    if not isinstance(values, str | list):
        raise TypeError(f"only texts and lists are reversed, got {values!r:.80}")
    return values[::-1]


def _opposite(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"only Booleans have an opposite, got {value!r:.80}")
    return not value


def _in_order(one: Any, other: Any) -> Any:
    """The elements of both lists in ascending order."""
    if not isinstance(one, list):
        raise TypeError(f"only lists are merged in order, got {one!r:.80}")
    return sorted(one + other)


def _extreme(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The larger or smaller one of two numbers and the like; TypeError for what has no order or another one."""

    def apply(one: Any, other: Any) -> Any:
        if isinstance(one, bool | set | frozenset | dict | list | tuple) or hasattr(one, "shape"):
            raise TypeError(f"only numbers and the like are compared so, got {one!r:.80}")
        return function(one, other)

    return apply


_ALL = (
    Operation("+", _added, "{0} + {1}", (((2, 3), 5),), Binding.SUM, "added", "the sum"),
    Operation(
        "add arrays", _arrays_added, "{0} + {1}", (), Binding.SUM, "added", "the sum", requires="{0}.shape == {1}.shape"
    ),
    Operation(
        "join",
        _joined,
        "{0} + {1}",
        (((["a"], ["b"]), ["a", "b"]), (("a", "b"), "ab")),
        Binding.SUM,
        "joined",
        "both, joined",
    ),
    Operation("*", _multiplied, "{0} * {1}", (((2, 3), 6),), Binding.PRODUCT, "multiplied", "the product"),
    Operation(
        "-", operator.sub, "{0} - {1}", (((5, 3), 2),), Binding.SUM, whole="the difference", is_associative=False
    ),
    Operation(
        "%",
        operator.mod,
        "{0} % {1}",
        (((5, 3), 2),),
        Binding.SUM,
        whole="the remainder",
        is_associative=False,
        within=Binding.PRODUCT,
    ),
    Operation(
        "xor", operator.xor, "{0} ^ {1}", (((5, 3), 6),), Binding.OR, whole="the exclusive or", within=Binding.SUM
    ),
    Operation("max", _extreme(max), "max({0}, {1})", (((2, 3), 3),), whole="the larger one"),
    Operation("min", _extreme(min), "min({0}, {1})", (((2, 3), 2),), whole="the smaller one"),
    Operation(
        "union",
        _of_sets(operator.or_),
        "{0} | {1}",
        ((({1}, {2}), {1, 2}),),
        Binding.OR,
        "united",
        "the union",
        within=Binding.SUM,
    ),
    Operation(
        "intersection",
        _of_sets(operator.and_),
        "{0} & {1}",
        ((({1, 2}, {2}), {2}),),
        Binding.OR,
        "intersected",
        "the intersection",
        within=Binding.SUM,
    ),
    Operation(
        "merge",
        _merged,
        "{{**{0}, **{1}}}",
        ((({"a": 1}, {"a": 2}), {"a": 2}),),
        Binding.ATOM,
        "merged",
        "both, merged",
    ),
    Operation(
        "add by key",
        _counts_added,
        "{{{bound}: {0}.get({bound}, 0) + {1}.get({bound}, 0) for {bound} in {{**{0}, **{1}}}}}",
        ((({"a": 1}, {"a": 2, "b": 3}), {"a": 3, "b": 3}),),
        whole="the sum by key",
        within=Binding.ATOM,
    ),
    Operation("append", _of_list(lambda values, one: [*values, one]), "[*{0}, {1}]", ((([1], 2), [1, 2]),)),
    Operation("prepend", _of_list(lambda values, one: [one, *values]), "[{1}, *{0}]", ((([1], 2), [2, 1]),)),
    Operation(
        "insert in order",
        _of_list(lambda values, one: sorted([*values, one])),
        "sorted([*{0}, {1}])",
        ((([1, 3], 2), [1, 2, 3]),),
    ),
    Operation(
        "backwards",
        _backwards,
        "{0}[::-1]",
        ((([1, 2],), [2, 1]), (("ab",), "ba")),
        operands=range(1, 2),
    ),
    Operation(
        "at most one",
        lambda number: number <= 1,
        "{0} <= 1",
        (((2,), False),),
        Binding.COMPARISON,
        within=Binding.SUM,
        operands=range(1, 2),
    ),
    Operation(
        "not",
        _opposite,
        "not {0}",
        (((True,), False),),
        Binding.NOT,
        within=Binding.COMPARISON,
        operands=range(1, 2),
    ),
    Operation(
        "without first", _of_list(lambda values: values[1:]), "{0}[1:]", ((([1, 2],), [2]),), operands=range(1, 2)
    ),
    Operation(
        "without last", _of_list(lambda values: values[:-1]), "{0}[:-1]", ((([1, 2],), [1]),), operands=range(1, 2)
    ),
    Operation("in order", _in_order, "sorted({0} + {1})", ((([2], [1]), [1, 2]),), whole="both, merged in order"),
    Operation("stack", _stacked, "np.concatenate([{0}, {1}])", (), joins="stacked", whole="both, stacked"),
    Operation(
        "@",
        _matrix_product,
        "{0} @ {1}",
        (),
        Binding.PRODUCT,
        "multiplied as matrices",
        "the matrix product",
        requires="{0}.shape[1:] == {1}.shape[:1]",
    ),
    Operation(
        "and",
        _of_bools(operator.and_),
        "{0} and {1}",
        (((True, False), False),),
        Binding.AND,
        whole="that both are true",
    ),
    Operation(
        "or",
        _of_bools(operator.or_),
        "{0} or {1}",
        (((True, False), True),),
        Binding.OR,
        whole="that one of both is true",
    ),
    Operation(
        "implies",
        lambda one, other: not one or other,
        "not {0} or {1}",
        (((True, False), False),),
        Binding.OR,
        within=Binding.COMPARISON,
    ),
    Operation("item", lambda values, place: values[place], "{0}[{1}]", ((("ab", 1), "b"),), requires="{1} < len({0})"),
    Operation(PART, _part, "{0}[{1}]", (((("a", "b"), 1, 2), "b"),), operands=range(3, 4)),
    Operation("tuple", lambda *parts: parts, "({all})", (((1, "a"), (1, "a")),), operands=range(2, 100)),
)


def _of_items(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function on what has elements and a length; UnfitError for others, as a test would end in a TypeError."""

    def apply(values: Any) -> Any:
        if not isinstance(values, str | bytes | list | tuple | dict | set | frozenset):
            raise UnfitError(f"only sequences and the like have it, got {values!r:.80}")
        try:
            return function(values)
        except TypeError as error:
            raise UnfitError(str(error)) from error

    return apply


def _of_text(function: Callable[[str], str]) -> Callable[[Any], Any]:
    def apply(text: Any) -> Any:
        if not isinstance(text, str):
            raise TypeError(f"only texts have it, got {text!r:.80}")
        return function(text)

    return apply


def _is_in(one: Any, other: Any) -> bool:
    """Whether a text is part of another one, or something is among the elements of a sequence and the like."""
    if hasattr(other, "shape") or hasattr(one, "shape"):
        raise TypeError(f"arrays have no elements to look for, got {other!r:.80}")
    return one in other


_OF_ONE = range(1, 2)

_OF_SINGLE_CALLS = (
    Operation("length", _of_items(len), "len({0})", ((("ab",), 2),), operands=_OF_ONE, is_exact=True),
    Operation("ascending", _of_items(sorted), "sorted({0})", ((([2, 1],), [1, 2]),), operands=_OF_ONE),
    Operation("elements", _of_items(set), "set({0})", ((([2, 2],), {2}),), operands=_OF_ONE, is_exact=True),
    Operation("largest", _of_items(max), "max({0})", ((([2, 1],), 2),), operands=_OF_ONE, requires="{0}"),
    Operation("smallest", _of_items(min), "min({0})", ((([2, 1],), 1),), operands=_OF_ONE, requires="{0}"),
    Operation("lowercase", _of_text(str.lower), "{0}.lower()", ((("aB",), "ab"),), operands=_OF_ONE),
    Operation("uppercase", _of_text(str.upper), "{0}.upper()", ((("aB",), "AB"),), operands=_OF_ONE),
    Operation("stripped", _of_text(str.strip), "{0}.strip()", (((" a",), "a"),), operands=_OF_ONE),
    Operation(
        "missing", lambda value: value is None, "{0} is None", (((None,), True),), Binding.COMPARISON, operands=_OF_ONE
    ),
    Operation(
        "empty",
        _of_items(lambda values: not values),
        "len({0}) == 0",
        ((([],), True),),
        Binding.COMPARISON,
        operands=_OF_ONE,
    ),
    Operation("in", _is_in, "{0} in {1}", ((("a", "ab"), True),), Binding.COMPARISON, within=Binding.SUM),
    *(
        Operation(
            f"is {kind.__name__}",
            lambda value, kind=kind: isinstance(value, kind),
            f"isinstance({{0}}, {kind.__name__})",
            (((kind(),), True),),
            operands=_OF_ONE,
        )
        for kind in (str, bytes, list, tuple, dict, set)
    ),
)
"""What is asked of one output, beside inputs."""

OF_SINGLE_CALLS = tuple(one.name for one in _OF_SINGLE_CALLS)
"""The names of these."""


class RefusedError(Exception):
    """An operation says nothing of these operands: a call of the program that it speaks of was refused."""


def _then(calls: Any, name: str, *arguments: Any) -> Any:
    """A program with one more call."""
    return [*calls, (name, *arguments) if arguments else name]


def _finished(given: Any, count: int, gave_true: bool) -> Any:
    """What a program gave, of whose last calls, of this number, none raised; the first gave True if it `gave_true`."""
    results, _ = given
    if _raises(given, count) or (gave_true and results[len(results) - count][1] is not True):
        raise RefusedError
    return given


def _state(given: Any, count: int, gave_true: bool = False) -> Any:
    """All that is seen of the object in the end."""
    return _finished(given, count, gave_true)[1]


def _result(given: Any, count: int, gave_true: bool = False) -> Any:
    """What the last call gave."""
    return _finished(given, count, gave_true)[0][-1][1]


def _apart(value: Any, one: Any, other: Any) -> Any:
    """A value of which something is said where two others differ."""
    if one == other:
        raise RefusedError
    return value


def _raises(given: Any, count: int) -> bool:
    """Whether one of the last calls of a program, of this number, raised."""
    results, _ = given
    return any(how == "raised" for how, _ in results[len(results) - count :])


def _seen(given: Any, count: int, name: str, gave_true: bool = False) -> Any:
    """One thing that is seen of the object in the end."""
    value = _finished(given, count, gave_true)[1][name]
    if name.endswith("()") or (isinstance(value, tuple) and value[:1] in (("returned",), ("raised",))):
        how, value = value
        if how == "raised":
            raise RefusedError
    return value


_GAVE_TRUE: tuple[Any, Any] = ([("returned", True), ("returned", 3)], {})
_OF_PROGRAMS = (
    Operation("then", _then, "", ((([], "pop"), ["pop"]), (([], "push", 3), [("push", 3)])), operands=range(2, 100)),
    Operation(
        "state", _state, "", (((([], {"len": 1}), 0), {"len": 1}), ((_GAVE_TRUE, 2, True), {})), operands=range(2, 4)
    ),
    Operation(
        "result", _result, "", (((([("returned", 3)], {}), 1), 3), ((_GAVE_TRUE, 2, True), 3)), operands=range(2, 4)
    ),
    Operation("apart", _apart, "", (((3, "a", "b"), 3),), operands=range(3, 4)),
    Operation("raises", _raises, "", (((([("raised", "KeyError")], {}), 1), True),)),
    Operation(
        "seen",
        _seen,
        "",
        (((([], {"len": 1}), 0, "len"), 1), ((([("returned", True)], {"len": 1}), 1, "len", True), 1)),
        operands=range(3, 5),
    ),
)
"""Operations on programs of calls on an object, and on what they give; they have texts of their own."""

OF_PROGRAMS = tuple(one.name for one in _OF_PROGRAMS)
"""The names of these."""

OPERATIONS: Mapping[str, Operation] = MappingProxyType(
    {one.name: one for one in (*_ALL, *_OF_SINGLE_CALLS, *_OF_PROGRAMS)}
)
"""All operations by name."""

JOINING_PARTS = ("join", "union", "intersection", "merge", "stack")
"""What makes one input of two that are parts of it."""

GROWING = ("append", "prepend", "insert in order")
"""What makes a list with one more element."""

SHRINKING = ("without first", "without last")
"""What makes a list with one less."""

EXTENDING = ("then",)
"""What makes a longer program."""

JOINING = (*JOINING_PARTS, "+", "add arrays", "*", "@")
"""What makes one input of two."""

GATHERING = (
    *("+", "add arrays", "join", "union", "intersection", "merge", "stack", "max", "min", "or", "and", "*", "@"),
    *("add by key", "in order", "xor"),
)
"""What makes one output of two, what says most first."""

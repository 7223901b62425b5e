"""What annotations, default values and the user's domains say of parameters."""

import collections.abc
import heapq
import re
import string
import textwrap
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, NewType, Optional, TypeVar, Union

import numpy as np
import numpy.typing as npt
import pytest

from genmorph.domain import (
    bools,
    byte_strings,
    default_domain,
    floats,
    froms,
    ints,
    lists,
    np_arrays,
    np_shapes,
    optionals,
    texts,
    tuples,
)
from genmorph.model import Kind, UnsupportedError, UsageError
from genmorph.subject.subject import find_parameters

INT = default_domain(Kind.INT)
T = TypeVar("T")
Real = TypeVar("Real", int, float)
Name = NewType("Name", str)


class Money:
    """A class of which nothing is known."""


def taking(annotation: Any, default: Any = ...) -> Callable[..., Any]:
    """A function of one such parameter."""

    def function(value: Any) -> Any:
        return value

    function.__annotations__ = {} if annotation is ... else {"value": annotation}
    function.__defaults__ = None if default is ... else (default,)
    return function


def parameters_of(function: Callable[..., Any], domain: Any = None) -> dict[str, Any]:
    return {found.name: found.domain for found in find_parameters(function, function, domain)}


@pytest.mark.parametrize(
    ("hint", "domain"),
    [
        (int, INT),
        (float, floats()),
        (int | float, floats()),
        (bool, bools()),
        (str, texts()),
        (bytes, byte_strings()),
        (list[int], lists(INT)),
        (list[float], lists(floats())),
        (list[bool], lists(bools())),
        (list[str], lists(texts())),
        (list[list[int]], lists(lists(INT))),
        (list[int | None], lists(optionals(INT))),
        (list[tuple[str, int]], lists(tuples(texts(), INT))),
        (list, lists(INT)),
        (list[Any], lists(INT)),
        (list[T], lists(INT)),  # type: ignore[valid-type]
        (typing.List, lists(INT)),  # noqa: UP006
        (typing.List[str], lists(texts())),  # noqa: UP006
        (Sequence, lists(INT)),
        (typing.Sequence[float], lists(floats())),
        (Iterable[str], lists(texts())),
        (collections.abc.Collection[int], lists(INT)),
        (collections.abc.MutableSequence[int], lists(INT)),
        (tuple[int, ...], tuples(INT)),
        (tuple, tuples(INT)),
        (tuple[float, float], tuples(floats(), floats())),
        (tuple[str, int], tuples(texts(), INT)),
        (tuple[bool], tuples(bools(), min_len=1, max_len=1)),
        (Optional[int], optionals(INT)),  # noqa: UP045
        (str | None, optionals(texts())),
        (None | list[int], optionals(lists(INT))),
        (Union[str, bytes], texts()),  # noqa: UP007
        (typing.AnyStr, texts()),
        (Real, floats()),
        (T, INT),
        (Name, texts()),
        (Money | int, INT),
        (Sequence[float] | np.ndarray, lists(floats())),
        (np.ndarray, np_arrays("float64", np_shapes(1, 1, 0, 20), floats())),
        (npt.NDArray[np.float64], np_arrays("float64", np_shapes(1, 1, 0, 20), floats())),
        (npt.NDArray[np.int32], np_arrays("int32", np_shapes(1, 1, 0, 20))),
        (npt.NDArray[np.bool_], np_arrays("bool", np_shapes(1, 1, 0, 20), bools())),
        (npt.NDArray[Any], np_arrays("float64", np_shapes(1, 1, 0, 20), floats())),
        (npt.ArrayLike, np_arrays("float64", np_shapes(1, 1, 0, 20), floats())),
        (Literal["a", "b"], froms(["a", "b"])),
        (Literal[3, 1], froms([1, 3])),
        (Literal["a", None], optionals(froms(["a"]))),
        ("int", INT),
        ("list[str] | None", optionals(lists(texts()))),
        ("Sequence[int]", lists(INT)),
    ],
    ids=str,
)
def test_a_hint_tells_the_domain(hint: Any, domain: Any) -> None:
    assert parameters_of(taking(hint)) == {"value": domain}


@pytest.mark.parametrize(
    "hint",
    [
        memoryview,
        typing.TextIO,
        re.Pattern,
        Money,
        Iterator[int],
        Callable[[int], int],
        tuple[int, Money],
        None,
    ],
    ids=str,
)
def test_a_hint_that_is_not_supported_is_named_with_the_way_out(hint: Any) -> None:
    with pytest.raises(UnsupportedError) as caught:
        parameters_of(taking(hint))
    assert "parameter 'value' of " in str(caught.value)
    assert " is annotated " in str(caught.value)
    assert 'give a domain: domain={"value": objs(make_value)}' in str(caught.value)
    assert str(caught.value).endswith(", or a Hypothesis strategy")


def test_a_hint_of_a_kind_that_says_too_little_is_named_with_a_domain_of_it() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(UnsupportedError, match=r'domain=\{"value": frames\(\{"price": floats\(0, 99\)'):
        parameters_of(taking(pandas.DataFrame))


@pytest.mark.parametrize("hint", [..., Any, object, "Missing", "int | Missing", [int], {"a": 1}, 3], ids=str)
def test_a_hint_that_says_nothing_asks_for_a_domain(hint: Any) -> None:
    with pytest.raises(UnsupportedError, match=r"parameter 'value' of .* has no usable annotation"):
        parameters_of(taking(hint))
    assert parameters_of(taking(hint), {"value": texts("ab")}) == {"value": texts("ab")}


def mixed(xs: "Sequence[int]", other: "Missing", y: "np.ndarray" = None):  # type: ignore[name-defined] # noqa: F821
    return xs, other, y


def test_a_hint_that_cannot_be_evaluated_does_no_harm_to_others() -> None:
    found = parameters_of(mixed, {"other": ints(0, 9)})
    assert found == {"xs": lists(INT), "other": ints(0, 9)}


@pytest.mark.parametrize(
    ("default", "domain"),
    [
        (3, INT),
        (0.5, floats()),
        (True, bools()),
        (" ", texts()),
        ("", texts()),
        (b"", byte_strings()),
        ((1, 2), tuples(INT, INT)),
        ((1, "a"), tuples(INT, texts())),
        ((1,), tuples(INT, min_len=1, max_len=1)),
        ([0.5, 1.5], lists(floats())),
    ],
    ids=repr,
)
def test_a_default_value_tells_the_domain_where_no_hint_does(default: Any, domain: Any) -> None:
    assert parameters_of(taking(..., default)) == {"value": domain}
    assert parameters_of(taking("Missing", default)) == {"value": domain}


def search(
    text,  # type: ignore[no-untyped-def]
    pattern: str = "a",
    flags=None,
    where: Path | None = None,
    mode="full",
    limit: int | None = None,
    *,
    key: Callable[[str], str] | None = None,
    strict=False,
    **options: Any,
):
    return text, pattern, flags, where, mode, limit, key, strict, options


def test_parameters_that_the_user_does_not_name_keep_their_default_values() -> None:
    assert list(parameters_of(search, {"text": texts()})) == ["text"]
    found = find_parameters(search, search, {"text": texts(), "mode": froms(["full", "same"])})
    assert [(parameter.name, parameter.keyword_only) for parameter in found] == [("text", False), ("mode", True)]


def choosing(
    text: str,
    pattern: str = "%.1f",
    how: Literal["full", "same"] = "full",
    sure: bool | None = None,
    count: int = 3,
    unknown=False,  # type: ignore[no-untyped-def]
    *,
    strict: bool = True,
) -> str:
    return f"{text}{pattern}{how}{sure}{count}{unknown}{strict}"


def test_without_domains_only_choices_are_drawn_in_the_place_of_defaults() -> None:
    found = find_parameters(choosing, choosing, None)
    assert [(parameter.name, parameter.keyword_only) for parameter in found] == [
        ("text", False),
        ("how", True),
        ("sure", True),
        ("strict", True),
    ]
    assert found[1].domain == froms(["full", "same"])
    assert list(parameters_of(choosing, {"text": texts()})) == ["text"]


def test_a_list_of_domains_leaves_the_rest_at_their_default_values() -> None:
    assert list(parameters_of(search, [texts()])) == ["text"]
    assert list(parameters_of(search, [texts(), texts(), optionals(ints())])) == ["text", "pattern", "flags"]
    with pytest.raises(UsageError, match="domain must list one entry for each of value, got 0"):
        parameters_of(taking(int), [])
    with pytest.raises(UsageError, match="domain must list one entry for each of value, got 2"):
        parameters_of(taking(int), [ints(), ints()])


def positional(a=None, b: int = 0, /, c=None):  # type: ignore[no-untyped-def]
    return a, b, c


def test_a_positional_only_parameter_needs_those_before_it() -> None:
    assert list(parameters_of(positional, {"b": ints(0, 9), "a": ints(0, 9)})) == ["a", "b"]
    with pytest.raises(UnsupportedError, match=r"parameter 'a' of .* has no usable annotation"):
        parameters_of(positional, {"b": ints(0, 9)})
    with pytest.raises(UnsupportedError, match=r"parameter 'a' of .* has no usable annotation"):
        parameters_of(positional)


def keywords(**options: int) -> int:
    return len(options)


def test_keywords_that_nobody_asks_for_are_left_out() -> None:
    assert list(parameters_of(textwrap.shorten, {"text": texts(), "width": ints(10, 40)})) == ["text", "width"]
    assert list(parameters_of(textwrap.shorten, [texts(), ints(10, 40)])) == ["text", "width"]
    assert list(parameters_of(string.capwords, {"s": texts()})) == ["s"]
    with pytest.raises(UnsupportedError, match=r"keywords takes \*\*options alone, give a function"):
        parameters_of(keywords)
    with pytest.raises(UsageError, match=r"merge takes \*iterables; give a list of domains"):
        parameters_of(heapq.merge, {"iterables": lists(ints())})
    assert parameters_of(heapq.merge, [lists(ints())] * 2) == {"a": lists(ints()), "b": lists(ints())}


@pytest.mark.parametrize(
    ("hint", "domain"),
    [
        (float, ints(0, 9)),
        (list[float], lists(ints())),
        (list[int | None], lists(ints())),
        (int | None, ints(0, 9)),
        (Sequence[int], tuples(ints())),
        (Sequence[float], np_arrays("int64", np_shapes(1, 1, 0, 20), ints())),
        (Sequence[int], byte_strings()),
        (Iterable[str], texts()),
        (Sequence, lists(texts())),
        (list, lists(texts())),
        (tuple[int, ...], tuples(ints(), ints())),
        (tuple[str, int], tuples(texts(), ints())),
        (npt.ArrayLike, lists(ints())),
        (Money, ints()),
        (dict[int, int], lists(ints())),
        (Money | int, texts()),
    ],
    ids=str,
)
def test_a_domain_that_the_hint_admits_is_taken(hint: Any, domain: Any) -> None:
    assert parameters_of(taking(hint), {"value": domain}) == {"value": domain}


@pytest.mark.parametrize(
    ("hint", "domain", "wanted"),
    [
        (int, floats(0, 1), "ints"),
        (int, optionals(ints()), "ints"),
        (str, lists(texts()), "texts"),
        (bytes, texts(), "byte strings"),
        (list[int], lists(floats()), "lists of ints"),
        (list[int], tuples(ints()), "lists of ints"),
        (list[float], lists(texts()), "lists of ints or lists of floats"),
        (tuple[int, ...], lists(ints()), "tuples of ints"),
        (npt.NDArray[np.float64], lists(floats()), "arrays of floats"),
        (str | None, ints(), "texts"),
        (list[list[int]], lists(ints()), "lists of anything"),
    ],
    ids=str,
)
def test_a_domain_that_the_hint_rules_out_is_refused(hint: Any, domain: Any, wanted: str) -> None:
    with pytest.raises(UsageError) as caught:
        parameters_of(taking(hint), {"value": domain})
    assert str(caught.value).endswith(f"domain must hold {wanted}, got {domain.notation()}")


def test_none_is_taken_where_it_is_the_default_value() -> None:
    assert parameters_of(taking(int, None), {"value": optionals(ints())}) == {"value": optionals(ints())}

"""What type hints say of values."""

import datetime as dt
import http
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Annotated, Any, Literal, NewType, NotRequired, Optional, TypedDict, TypeVar

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import strategies as st

from genmorph.domain import ints, parse_domain, texts
from genmorph.model import Domain
from genmorph.subject.subject import inspect_subject
from genmorph.values.building import build
from genmorph.values.type_hints import read_hint


@dataclass
class Bound:
    """As the constraints of annotated_types: what is None is not said."""

    ge: Any = None
    gt: Any = None
    le: Any = None
    lt: Any = None
    min_length: int | None = None
    max_length: int | None = None
    func: Any = None


class Row(TypedDict):
    name: str
    price: NotRequired[Annotated[int, Bound(ge=3)]]


class Unmade:
    """Its constructor must not run because of a hint."""

    def __init__(self, host: str) -> None:
        raise AssertionError(host)


UserId = NewType("UserId", int)
Address = NewType("Address", str)
Bounded = TypeVar("Bounded", bound=int)
Either = TypeVar("Either", int, str)
MAILS = st.integers(0).map("to{}@example.org".format)
st.register_type_strategy(Address, MAILS)
INTS, TEXTS = "ints(-1000000, 1000000)", "texts()"


def test_every_domain_of_a_hint_is_admitted_by_it() -> None:
    for hint in (
        float,
        list[float],
        Sequence[str],
        tuple[int, str],
        bytes | None,
        np.ndarray,
        npt.NDArray[np.uint8],
        list,
        Literal["a"],
    ):
        reading = read_hint(hint)
        assert reading.domains
        assert all(reading.admits(domain) for domain in reading.domains)


@pytest.mark.parametrize(
    ("hint", "notation"),
    [
        (int | str, f"anys({INTS}, {TEXTS})"),
        (int | str | None, f"optionals(anys({INTS}, {TEXTS}))"),
        (Optional[http.HTTPMethod], 'optionals(enums("http:HTTPMethod"))'),  # noqa: UP045 - the old form
        (int | float, "floats()"),
        (list[int | str], f"lists(anys({INTS}, {TEXTS}))"),
        (Literal["a", "b", None], 'optionals(froms(["a", "b"]))'),
        (Literal["a", 1], 'anys(froms(["a"]), froms([1]))'),
        (UserId, INTS),
        (Bounded, INTS),
        (Either, INTS),
        (Row, 'anys(dicts({"name": texts()}), dicts({"name": texts(), "price": ints(3, 1000000)}))'),
        (Iterable[str], f"lists({TEXTS})"),
        (Collection[int], f"lists({INTS})"),
        (Mapping[str, int], f"dicts({TEXTS}, {INTS})"),
        (dict[str, list[int]], f"dicts({TEXTS}, lists({INTS}))"),
        (set[int], f"sets({INTS})"),
        (frozenset[str], f"frozensets({TEXTS})"),
        (npt.NDArray[np.float64], 'np_arrays("float64", np_shapes(1, 1, 0, 20))'),
        (npt.NDArray[np.uint8], 'np_arrays("uint8", np_shapes(1, 1, 0, 20))'),
        (npt.NDArray[np.float32], 'np_arrays("float32", np_shapes(1, 1, 0, 20))'),
        (np.ndarray[tuple[int], np.dtype[np.bool_]], 'np_arrays("bool", np_shapes(1, 1, 0, 20))'),
        (np.ndarray[tuple[int, int], np.dtype[np.float64]], 'np_arrays("float64", tuples(ints(1, 6), ints(1, 6)))'),
        (
            np.ndarray[tuple[int, Literal[3]], np.dtype[np.int64]],
            f'np_arrays("int64", tuples(ints(1, 6), froms([3])), {INTS})',
        ),
        (np.ndarray[tuple[int, int, int], Any], 'np_arrays("float64", tuples(ints(1, 6), ints(1, 6), ints(1, 6)))'),
        (Annotated[int, "seconds"], INTS),
        (Annotated[int, Bound(ge=0), Bound(lt=10)], "ints(0, 9)"),
        (Annotated[int, Bound(ge=5_000_000)], "ints(min=5000000)"),
        (Annotated[float, Bound(gt=0, le=1)], "floats(0.0, 1.0, exclude_min=True)"),
        (Annotated[Decimal, Bound(gt=0, le=9)], 'decimals("0.01", "9.00", places=2)'),
        (Annotated[dt.date, Bound(ge=dt.date(2020, 1, 1))], 'dates("2020-01-01", "2100-12-31")'),
        (Annotated[str, Bound(min_length=1, max_length=5)], "texts(min_len=1, max_len=5)"),
        (Annotated[Annotated[str, Bound(min_length=1)], Bound(max_length=5)], "texts(min_len=1, max_len=5)"),
        (
            Annotated[NewType("Word", Annotated[str, Bound(min_length=1)]), Bound(max_length=5)],
            "texts(min_len=1, max_len=5)",
        ),
        (Annotated[NewType("Share", Annotated[float, Bound(ge=0)]), Bound(le=1)], "floats(0.0, 1.0)"),
        (Annotated[list[int], Bound(min_length=30)], f"lists({INTS}, min_len=30, max_len=50)"),
        (Annotated[dict[str, int], Bound(max_length=2)], f"dicts({TEXTS}, {INTS}, max_size=2)"),
        (Annotated[int | None, Bound(ge=2)], "optionals(ints(2, 1000000))"),
        (list[Annotated[int, Bound(ge=0)]], "lists(ints(0, 1000000))"),
        (Annotated[str, texts("ab")], 'texts("ab")'),
        (Annotated[int, st.integers(0, 9)], "ints(0, 9)"),
    ],
    ids=str,
)
def test_a_hint_is_read_as_the_domain_of_its_values(hint: Any, notation: str) -> None:
    domain = read_hint(hint).domains[0]
    assert domain.notation() == notation
    assert parse_domain(notation) == domain
    rng = Random(0)
    assert all(domain.contains(domain.draw(rng)) for _ in range(20))


@pytest.mark.parametrize("hint", [Address, Annotated[str, MAILS]], ids=["registered", "annotated"])
def test_a_strategy_that_users_put_on_a_type_is_drawn_from(hint: Any) -> None:
    rng = Random(0)
    for domain, values in ((first(hint), 1), (first(list[hint]), 3)):
        drawn = [build(domain.draw(rng)) for _ in range(values)]
        assert all("@" in text for found in drawn for text in ([found] if isinstance(found, str) else found))


def test_constraints_that_nobody_heeds_leave_a_hint_unread() -> None:
    for hint in (Annotated[int, Bound(func=bool)], Annotated[int, Bound(ge="a")], list[Unmade], Unmade | None):
        assert not read_hint(hint).domains


def test_no_constructor_runs_because_of_a_hint_beside_a_registered_type() -> None:
    assert not read_hint(tuple[Address, Unmade]).domains
    assert not read_hint(dict[Address, Unmade]).domains


def takes_either(value: int | str) -> str:
    return str(value)


def takes_either_beside(value: int | str, width: int) -> str:
    return str(value).rjust(width)


def test_values_of_several_sorts_are_drawn_together_beside_others_that_can_change() -> None:
    (alone,) = inspect_subject(takes_either).domains
    assert alone == ints(-1_000_000, 1_000_000)
    beside, _ = inspect_subject(takes_either_beside).domains
    assert {type(beside.draw(Random(seed))) for seed in range(20)} == {int, str}


def first(hint: Any) -> Domain:
    return read_hint(hint).domains[0]


@pytest.mark.parametrize(
    "hint",
    [
        Annotated[Decimal, Bound(le=Decimal("0.995"))],
        Annotated[str, Bound(max_length=10**9)],
        Annotated[set[bool], Bound(min_length=3)],
        Annotated[dict[bool, int], Bound(min_length=3)],
    ],
)
def test_bounds_that_no_domain_has_are_refused(hint):
    assert read_hint(hint).domains == ()

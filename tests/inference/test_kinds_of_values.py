import math
import sys
from datetime import date
from textwrap import dedent

import pytest
from hypothesis import strategies as st

from genmorph import Budget, InapplicableInput, RelationSet, infer_relations
from genmorph.domain import dates, dicts, floats, froms, ints, lists, matrices, np_arrays, np_shapes, sets, texts

SHELF = """
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from pathlib import PurePosixPath
from uuid import UUID

import numpy as np


@dataclass
class Span:
    low: int
    high: int


def span(values):
    return Span(min(values), max(values))


class Wide(Span):
    pass


def ends(values):
    return (Span if values[0] < values[-1] else Wide)(min(values), max(values))


def order(values):
    for end in range(1, len(values)):
        place = end
        while place > 0 and values[place - 1] > values[place]:
            values[place - 1], values[place] = values[place], values[place - 1]
            place -= 1


def shout(text):
    return text.strip().upper() + "!"


def shift(text, steps):
    return "".join(chr((ord(letter) - 97 + steps) % 26 + 97) for letter in text)


def halves(values):
    return values / 2


def doubled(values):
    for value in values:
        yield value * 2


def share(whole, parts):
    if parts < 1:
        raise ValueError(parts)
    return whole // parts


def kept(value, count):
    return value


def find(values, wanted):
    for place in range(len(values)):
        if values[place] == wanted:
            return place
    return None


def tidy(text):
    text = text.strip()
    return int(text) if text.isdecimal() else text


def twice(image):
    return image * 2


def blur(image: np.ndarray) -> np.ndarray:
    height, width = image.shape
    padded = np.pad(image, 1, mode="edge")
    return sum(padded[i : i + height, j : j + width] for i in range(3) for j in range(3)) / 9


class Light(Enum):
    RED = 1
    GREEN = 2
    YELLOW = 3


def other(light: Light) -> Light:
    return {Light.RED: Light.GREEN, Light.GREEN: Light.RED}.get(light, light)


def week_end(day: date) -> date:
    return day + timedelta(days=6 - day.weekday())


def to_hex(key: UUID) -> str:
    return key.hex


def from_hex(text: str) -> UUID:
    return UUID(text)


def month_start(day: date) -> date:
    return day.replace(day=1)


def kept_counts(counts: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count > 0}


def net(prices: dict[str, int], rate: int) -> dict[str, int]:
    return {name: 7 * price - price * rate for name, price in prices.items()}


def without_dots(path: PurePosixPath) -> PurePosixPath:
    return PurePosixPath(*[part.replace(".", "") for part in path.parts])


def numbered(values: list[int]) -> list[list[int]]:
    return [[place, value] for place, value in enumerate(values)]


def turned(pair: tuple[int, str]) -> tuple[int, str]:
    return -pair[0], pair[1][::-1]
"""


@pytest.fixture(scope="module", autouse=True)
def shelf(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shelf")
    (folder / "shelf.py").write_text(dedent(SHELF))
    sys.path.insert(0, str(folder))
    yield
    sys.path.remove(str(folder))
    sys.modules.pop("shelf", None)


SMALL = lists(ints(-99, 99), max_len=6)
LEAST = Budget(evaluations=0.2)


@pytest.mark.long
@pytest.mark.parametrize(
    ("function", "domain", "said"),
    [
        ("order", {"values": SMALL}, "sample(values, len(values)))] == [values after order(values)]"),
        ("span", {"values": lists(ints(-99, 99), min_len=1, max_len=6)}, "span("),
        ("shout", {"text": texts("ab \u00e9\u00df", max_len=6)}, "shout("),
        ("shift", {"text": texts("abcdefghijklmnopqrstuvwxyz", max_len=6), "steps": ints(-30, 30)}, "-steps) == text"),
        ("halves", {"values": np_arrays("float64", np_shapes(1, 1, 0, 6), floats(-100, 100))}, "halves("),
        ("doubled", {"values": SMALL}, "doubled("),
        (
            "net",
            {"prices": dicts(texts("abc", max_len=3), ints(-99, 99)), "rate": ints(0, 5)},
            "== {key: v * k for key, v in net(prices, rate).items()}",
        ),
        ("numbered", {"values": SMALL}, "numbered(values[:n]) == numbered(values)[:n]"),
    ],
)
def test_laws_are_found_whatever_the_kinds_of_values(function, domain, said):
    relations = infer_relations(f"shelf:{function}", LEAST, domain=domain, cache=False)
    assert any(said in relation.formula for relation in relations)
    assert all("exported test" in relation.evidence.falsifiers for relation in relations)


@pytest.mark.parametrize("held", [froms([10**5000, 3]), sets(froms([10**5000, 3]))], ids=["int", "set"])
def test_ints_that_python_writes_no_digits_of_are_inputs(held, tmp_path):
    domain = {"value": held, "count": ints(0, 9)}
    relations = infer_relations("shelf:kept", LEAST, domain=domain, cache=tmp_path / "cache.sqlite")
    assert "kept(value, count + k) == kept(value, count)" in [relation.formula for relation in relations]
    relations.to_json(tmp_path / "saved.json")
    back = RelationSet.from_json(tmp_path / "saved.json")
    assert [relation.examples for relation in back] == [relation.examples for relation in relations]


def test_that_keys_stay_is_not_said_beside_the_postcondition():
    domain = {"prices": dicts(texts("abc", max_len=3), ints(-99, 99)), "rate": ints(0, 5)}
    relations = infer_relations("shelf:net", LEAST, domain=domain, cache=False)
    assert "sorted(net(prices, rate)) == sorted(prices)" in [one.formula for one in relations.postconditions]
    endings = ("== sorted(net(prices, rate))", "== len(net(prices, rate))", "== len(net(prices, rate).values())")
    assert not [one for one in relations if one.formula.endswith(endings)]


def test_an_output_that_may_be_none_is_spoken_of():
    domain = {"values": lists(ints(0, 5), max_len=4), "wanted": ints(0, 5)}
    relations = infer_relations("shelf:find", LEAST, domain=domain, cache=False)
    assert len(relations)
    assert [output.is_none for output in relations.signature.outputs] == [False, True]


@pytest.mark.long
def test_records_are_compared_as_a_whole_where_their_classes_are_the_same_too():
    domain = {"values": lists(ints(-9, 9), min_len=1)}
    relations = infer_relations("shelf:span", LEAST, domain=domain, cache=False)
    assert "span(random.Random(seed).sample(values, len(values))) == span(values)" in [one.formula for one in relations]
    relations = infer_relations("shelf:ends", LEAST, domain=domain, cache=False)
    formulas = [one.formula for one in relations]
    assert "ends(values[::-1]) == ends(values)" not in formulas
    assert any(".low ==" in formula for formula in formulas)


def test_outputs_of_several_types_are_compared_and_kept(tmp_path):
    relations = infer_relations("shelf:tidy", LEAST, domain={"text": texts("ab1 ", max_len=4)}, cache=False)
    assert "tidy(text.strip()) == tidy(text)" in [relation.formula for relation in relations]
    relations.to_json(tmp_path / "saved.json")
    assert RelationSet.from_json(tmp_path / "saved.json").signature.outputs == relations.signature.outputs
    assert not relations[0].check(lambda text: text if text.isdecimal() else len(text), " a")


def test_matrices_that_are_made_of_others_are_inputs():
    """They were sent as bytes, which the function refused, and its tests passed over that exception."""
    relations = infer_relations("shelf:twice", LEAST, domain=[matrices(ints(-9, 9), rows=2, columns=2)], cache=False)
    assert relations.signature.raises == ()
    assert "twice(image + image2) == twice(image) + twice(image2)" in [relation.formula for relation in relations]


@pytest.mark.long
@pytest.mark.parametrize(
    ("function", "formula"),
    [
        ("other", "other(other(light)) == light"),
        ("month_start", "month_start(month_start(day)) == month_start(day)"),
        ("kept_counts", "kept_counts(kept_counts(counts)) == kept_counts(counts)"),
        ("without_dots", "without_dots(without_dots(path)) == without_dots(path)"),
        ("turned", "turned(turned(pair)) == pair"),
    ],
)
def test_outputs_beyond_plain_data_are_passed_again(function, formula, tmp_path):
    relations = infer_relations(f"shelf:{function}", LEAST, cache=False)
    told = next(relation for relation in relations if relation.formula == formula)
    assert "exported test" in told.evidence.falsifiers
    relations.to_json(tmp_path / "saved.json")
    back = next(one for one in RelationSet.from_json(tmp_path / "saved.json") if one.formula == formula)
    live = getattr(sys.modules["shelf"], function)
    assert all(back.check(live, *example) for example in told.examples)


def test_check_passes_an_output_of_another_kind_again():
    shelf = sys.modules["shelf"]
    relations = infer_relations(shelf.other, LEAST, cache=False)
    [told] = [relation for relation in relations if relation.formula == "other(other(light)) == light"]
    following = {shelf.Light.RED: shelf.Light.GREEN, shelf.Light.GREEN: shelf.Light.YELLOW}
    assert told.check(shelf.other, shelf.Light.RED)
    assert not told.check(lambda light: following.get(light, light), shelf.Light.RED)


def test_tests_pass_no_output_that_leaves_the_domain(tmp_path):
    """Two days of the year have their week's end in the next one: of these the relation says nothing."""
    domain = [dates("2024-01-01", "2024-12-31")]
    relations = infer_relations("shelf:week_end", LEAST, domain=domain, cache=False)
    [told] = [relation for relation in relations if relation.formula == "week_end(week_end(day)) == week_end(day)"]
    with pytest.raises(InapplicableInput, match="follow-up input day must be in dates"):
        told.check(sys.modules["shelf"].week_end, date(2024, 12, 30))
    relations.to_pytest(tmp_path / "test_shelf.py")
    assumed = "datetime.date(2024, 1, 1) <= source <= datetime.date(2024, 12, 31)"
    assert assumed in " ".join((tmp_path / "test_shelf.py").read_text().split())


def test_functions_given_together_may_take_what_no_transformation_changes():
    relations = infer_relations(["shelf:to_hex", "shelf:from_hex"], LEAST, cache=False)
    assert "from_hex(to_hex(key)) == key" in [relation.formula for relation in relations]


@pytest.mark.long
def test_a_function_that_takes_no_rows_gets_matrices_where_hints_say_nothing_of_a_shape():
    relations = infer_relations("shelf:blur", LEAST, cache=False)
    assert relations.signature.parameters[0].domain.notation().startswith('np_arrays("float64", tuples(ints(1, ')
    assert len(relations)


PAIRS = (math.nan, None), (1.0, 2.0)
"""Reversed, the first has None where no pair has it."""
DICTS = {1: "a", "b": "c"}, {"a": 1, "b": 2}
"""With one more number, the values of the first have no order."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("values", "other", "law"),
    [
        (PAIRS, "value[::-1]", "kept(value, count + k) == kept(value, count)"),
        (DICTS, "sorted", 'kept({**value, "a": 0}, count) == {**kept(value, count), "a": 0}'),
    ],
    ids=["tuples", "dicts"],
)
def test_outputs_of_other_kinds_contradict_what_speaks_of_them_alone(values, other, law):
    domain = {"value": st.sampled_from(values), "count": ints(0, 99)}
    relations = infer_relations("shelf:kept", Budget(evaluations=1), domain=domain, cache=False)
    formulas = [relation.formula for relation in relations]
    assert law in formulas
    assert not [formula for formula in formulas if other in formula]
    kept = sys.modules["shelf"].kept
    assert all(relation.check(kept, value, count) for relation in relations for value in values for count in (0, 5))


def test_that_both_calls_raise_the_same_error_is_a_relation_of_its_own():
    domain = {"whole": ints(-99, 99), "parts": ints(-9, 9)}
    relations = infer_relations("shelf:share", Budget(evaluations=1), domain=domain, cache=False)
    errors = [relation for relation in relations if relation.is_about_errors]
    assert errors
    others = frozenset().union(*(relation.killed for relation in relations if not relation.is_about_errors))
    assert all(not set(relation.killed) <= others for relation in errors)
    assert relations.signature.raises == ("ValueError",)

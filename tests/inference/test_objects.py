"""Functions of dates, decimals, enums, sets and dicts, from the function to the exported test."""

import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from genmorph import InapplicableInput, RelationSet, infer_relations
from genmorph.domain import dates, decimals, floats, frozensets, ints, lists

FUNCTIONS = """
import enum
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple


class Place(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Box:
    width: int
    at: Place


def reach(box: Box) -> int:
    return 3 * box.width + box.at.x


def stock(counts: dict[str, int]) -> int:
    return sum(counts.values())


class Tier(enum.Enum):
    BASIC = 1
    PRO = 3


def days_between(a: date, b: date) -> int:
    return abs((b - a).days)


def due(day: date, weeks: int) -> date:
    return day + timedelta(days=7 * weeks)


def with_tax(net: Decimal, percent: int) -> Decimal:
    return net * (100 + percent) / 100


def price(tier: Tier, seats: int, yearly=False) -> int:
    return tier.value * seats * (10 if yearly else 1)


def distinct(xs: list[int]) -> set[int]:
    return {abs(x) for x in xs}


def counts(xs: list[int]) -> dict[int, int]:
    return dict(Counter(x % 3 for x in xs))


def absent(needed: frozenset[int], there: frozenset[int]) -> frozenset[int]:
    return needed - there


def shares(xs: list[float]) -> dict[int, float]:
    return {place: x / sum(xs) for place, x in enumerate(sorted(xs))}
"""

DAYS = dates("2024-01-01", "2024-02-29")
LISTS = lists(ints(-5, 5), max_len=6)
CASES = {
    "days_between": (
        {"a": DAYS, "b": DAYS},
        "days_between(b, a) == days_between(a, b)",
        (date(2024, 1, 5), date(2024, 2, 1)),
    ),
    "due": (
        {"day": DAYS, "weeks": ints(-9, 9)},
        "due(day, weeks + k) == due(day, weeks) + datetime.timedelta(days=7 * k)",
        (date(2024, 1, 5), 3, 2),
    ),
    "with_tax": (
        {"net": decimals(0, 10, places=1), "percent": ints(0, 30)},
        "float(with_tax(net, percent + k)) >= float(with_tax(net, percent))",
        (Decimal("1.5"), 20, 3),
    ),
    "price": (None, None, ()),
    "distinct": ({"xs": LISTS}, "distinct(xs + xs) == distinct(xs)", ([1, -2],)),
    "counts": (
        {"xs": LISTS},
        "sorted(counts([v + k for v in xs]).values()) == sorted(counts(xs).values())",
        ([1, -2], 1),
    ),
    "absent": (
        {name: frozensets(ints(0, 3), max_size=3) for name in ("needed", "there")},
        "absent(needed - {new}, there) == absent(needed, there) - {new}",
        (frozenset({0, 1}), frozenset({1}), 0),
    ),
    "shares": ({"xs": lists(floats(0.5, 9), max_len=5)}, None, ()),
}


@pytest.fixture
def shop(tmp_path, monkeypatch):
    (tmp_path / "object_shop.py").write_text(FUNCTIONS)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield __import__("object_shop")
    sys.modules.pop("object_shop", None)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_relations_of_objects_are_found_saved_and_exported(shop, name):
    domain, formula, arguments = CASES[name]
    function = getattr(shop, name)
    found = infer_relations(function, budget="0.2ev", domain=domain, cache=False)
    assert len(found)
    found.to_json("set.json")
    again = RelationSet.from_json("set.json")
    assert again == found
    assert found.to_pytest("test_objects.py") == found
    ended = subprocess.run([sys.executable, "-m", "pytest", "-q", "test_objects.py"], check=False, capture_output=True)
    assert ended.returncode == 0, ended.stdout
    assert "deepcopy" not in Path("test_objects.py").read_text()
    if formula is not None:
        (relation,) = [one for one in again if one.formula == formula]
        assert relation.check(function, *arguments)


def test_a_default_that_is_not_named_is_kept(shop):
    found = infer_relations(shop.price, budget="0.2ev", cache=False)
    assert found.signature.names == ("tier", "seats")


def test_callers_pass_objects_and_dicts_themselves_to_check(shop):
    box = shop.Box(2, shop.Place(3, 4))
    for function, argument, template in ((shop.reach, box, ".width/add"), (shop.stock, {"a": 1, "b": 2}, "values/")):
        found = infer_relations(function, budget="0.2ev", cache=False)
        inner = [
            one for one in found if hasattr(one, "transformation") and one.transformation.template.startswith(template)
        ]
        assert inner
        assert all(relation.check(function, argument) for relation in inner)


def test_dates_outside_of_the_domain_are_inapplicable(shop):
    found = infer_relations(shop.days_between, budget="0.2ev", domain=CASES["days_between"][0], cache=False)
    with pytest.raises(InapplicableInput, match=r"source input a must be in dates\(.*\), got date\(2023, 1, 1\)"):
        found[0].check(shop.days_between, date(2023, 1, 1), date(2024, 1, 1))

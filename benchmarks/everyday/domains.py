"""Valid inputs of the functions here that type hints cannot say, as a user would give them; the others have none.

Each stands in a function, because some need pandas or numpy, which may be missing.
"""

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from genmorph.domain import decimals, floats, frozensets, ints, lists, np_arrays, np_shapes, objs, sets, texts, tuples

Domains = Mapping[str, Any]


def _pixels(least: int = 1) -> Any:
    return np_arrays("float64", np_shapes(2, 2, least, 6), floats(0, 1))


def _square() -> Any:
    return np_arrays("float64", (3, 3), floats(-10, 10))


def _frames() -> Any:
    from hypothesis.extra.pandas import column, data_frames

    group, amount = column("group", elements=st.sampled_from("abc")), column("amount", elements=st.integers(-100, 100))
    return data_frames([group, amount])


def _series() -> Any:
    from hypothesis.extra.pandas import series

    return series(elements=st.floats(-100, 100))


def _box() -> Any:
    return objs("records:Box", left=ints(-9, 9), top=ints(-9, 9), width=ints(0, 9), height=ints(0, 9))


def _point() -> Any:
    return objs("records:Point", x=ints(-9, 9), y=ints(-9, 9))


def _item() -> Any:
    return objs("records:Item", name=texts(), price=ints(0, 999), count=ints(0, 9))


def _pairs() -> Any:
    return lists(tuples(ints(0, 20), ints(0, 20)))


DOMAINS: Mapping[str, Callable[[], Domains]] = {
    "calendar_days:add_business_days": lambda: {"count": ints(-30, 30)},
    "calendar_days:floor_to": lambda: {"minutes": ints(1, 1440)},
    "calendar_days:parse_duration": lambda: {"text": st.from_regex(r"([1-9][0-9]?[hms]){0,3}", fullmatch=True)},
    "frames:totals_by_group": lambda: {"frame": _frames()},
    "frames:top_rows": lambda: {"frame": _frames(), "count": ints(0, 10)},
    "frames:with_share": lambda: {"frame": _frames()},
    "frames:running_mean": lambda: {"series": _series(), "window": ints(1, 5)},
    "images:blur": lambda: {"image": _pixels()},
    "images:threshold": lambda: {"image": _pixels(), "level": floats(0, 1)},
    "images:normalised": lambda: {"matrix": _pixels()},
    "images:trace_of_product": lambda: {"one": _square(), "other": _square()},
    "images:integral_image": lambda: {"image": _pixels()},
    "images:crop": lambda: {"image": _pixels(least=3), "margin": ints(0, 2)},
    "images:downsample": lambda: {"image": _pixels()},
    "images:distances": lambda: {"points": np_arrays("float64", np_shapes(2, 2, 1, 5), floats(-10, 10))},
    "money:invoice": lambda: {"prices": lists(decimals(0, 999)), "tax": decimals(0, "0.25")},
    "money:split_bill": lambda: {"total": decimals(0, 999), "people": ints(1, 20)},
    "money:convert": lambda: {"amount": decimals(0, 999), "rate": decimals("0.01", 9, places=4)},
    "money:discount": lambda: {"price": decimals(0, 999), "percent": ints(0, 100)},
    "nested:merge_intervals": lambda: {"intervals": _pairs()},
    "nested:perimeter": lambda: {"points": lists(tuples(floats(-100, 100), floats(-100, 100)))},
    "nested:degrees": lambda: {"edges": _pairs()},
    "records:price": lambda: {"seats": ints(0, 999)},
    "records:manhattan": lambda: {"one": _point(), "other": _point()},
    "records:moved": lambda: {"box": _box(), "dx": ints(-9, 9), "dy": ints(-9, 9)},
    "records:contains": lambda: {"box": _box(), "point": _point()},
    "records:cart_total": lambda: {"items": lists(_item())},
    "tallies:jaccard": lambda: {"one": sets(ints(0, 9)), "other": sets(ints(0, 9))},
    "tallies:missing": lambda: {
        "needed": frozensets(texts("abc", max_len=2)),
        "there": frozensets(texts("abc", max_len=2)),
    },
    "tallies:group_by_length": lambda: {"words": lists(texts("abc", max_len=4))},
}
"""By module and function, the domains of parameters."""

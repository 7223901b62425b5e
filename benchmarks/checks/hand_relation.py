"""A relation written by hand, and the domains of the functions that such relations are about."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from benchmarks.checks import hand_functions, hand_sequences
from genmorph.domain import parse_domain
from genmorph.model import Domain, Input, Stage
from genmorph.transformations.transformation import Transformation

Tree = Any
"""The nested form of an expression: a variable's name, a number, or `[symbol, operand, ...]`."""


@dataclass(frozen=True, slots=True)
class HandRelation:
    """A relation of one function, with what is known of it.

    `note` says why it is wrong, trivial or good. A wrong one has a `counterexample`, a source input. A trivial one has
    the `stages` that may reject it: each of them has a right reason. `reported` names the good relations that are
    reported before it; a redundant one follows from them.
    """

    name: str
    function: str
    transformation: Transformation
    tree: Tree
    note: str
    counterexample: Input | None = None
    stages: frozenset[Stage] = frozenset()
    reported: tuple[str, ...] = ()


_ALL_FLOATS = "floats(allow_nan=True, allow_infinity=True)"
DOMAINS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "cash_total": {"cents": "ints(0, 1000000)"},
        "digital_root": {"number": "ints(1, 20000)"},
        "seat_number": {"row": "ints(0, 999)", "place": "ints(0, 999)"},
        "days_in_year": {"year": "ints(1, 100000)"},
        "weekday": {"year": "ints(1, 9000)", "month": "ints(1, 12)", "day": "ints(1, 28)"},
        "largest": {"one": _ALL_FLOATS, "other": _ALL_FLOATS},
        "sign": {"x": _ALL_FLOATS},
        "median": {"values": f"lists({_ALL_FLOATS})"},
        "boxes_needed": {"items": "ints(min=0)"},
        "average_mark": {"first": "ints(min=0)", "second": "ints(min=0)"},
        "cents": {"amount": "floats(0.0, 1000.0)"},
        "lcm": {"a": "ints(-10000, 10000)", "b": "ints(-10000, 10000)"},
        "popcount": {"number": "ints(0, 1000000)"},
        "collatz_steps": {"number": "ints(1, 10000)"},
        "binomial": {"n": "ints(0, 40)", "k": "ints(0, 40)"},
        "fibonacci": {"n": "ints(1, 70)"},
        "tax": {"income": "floats(0.0, 200000.0)"},
        "to_roman": {"number": "ints(1, 3999)"},
        "levenshtein": {"one": "texts(max_len=12)", "other": "texts(max_len=12)"},
        "mean": {"values": "lists(floats(-1e15, 1e15))"},
        "geometric_mean": {"values": "lists(floats(0.0, 1e20), min_len=1)"},
        "argmax": {"values": "lists(ints(-1000000, 1000000), min_len=1)"},
        "product": {"values": "lists(ints(-20, 20), max_len=8)"},
        "rotate": {"steps": "ints(-100, 100)"},
        "min_and_max": {"values": "tuples(ints(-1000, 1000), min_len=1)"},
        "dot": {
            "xs": "np_arrays('float64', np_shapes(1, 1, 0, 20), floats(-1000, 1000))",
            "ys": "np_arrays('float64', np_shapes(1, 1, 0, 20), floats(-1000, 1000))",
        },
    }
)
"""What genmorph is told of the inputs of each function; the annotations speak for all other parameters."""


def function_of(name: str) -> Callable[..., Any]:
    """The function of that name."""
    module = hand_functions if hasattr(hand_functions, name) else hand_sequences
    return getattr(module, name)  # type: ignore[no-any-return]


def domains_of(name: str) -> dict[str, Domain]:
    """What is said of the domains of the function of that name."""
    return {parameter: parse_domain(notation) for parameter, notation in DOMAINS.get(name, {}).items()}

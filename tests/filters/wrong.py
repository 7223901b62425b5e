"""Wrong relations with rare counterexamples, and what runs their functions, for tests of the search for these."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from genmorph.domain import bools, contains_all, floats, ints, lists, texts, tuples
from genmorph.model import Domain, Execution, Input, Kind, Output, Parameter
from genmorph.relations.expression import Expression
from genmorph.results.relation import pair_variables
from genmorph.subject.boundary_inputs import draw_boundary_inputs
from genmorph.subject.inputs import draw_inputs
from genmorph.transformations.transformation import Transformation


@dataclass(frozen=True)
class Claim:
    """A claim about a function; `constants` are those of its source, `is_near` says that its slack leads the way."""

    function: Callable[..., Any]
    domains: dict[str, Domain]
    transformation: Transformation
    tree: Any
    output: Kind
    constants: tuple[int | float, ...] = ()
    is_near: bool = False

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return tuple(Parameter(name, domain) for name, domain in self.domains.items())

    @property
    def expression(self) -> Expression:
        variables = pair_variables(self.parameters, self.transformation, (Output(self.output),))
        return Expression.from_tree(self.tree, variables)

    def execute(self, inputs: Sequence[Input]) -> list[Execution]:
        """The function on sources and follow-ups, as far as these are in the domain and it returns."""
        return [execution for values in inputs if (execution := self._run(values)) is not None]

    def fresh(self, count: int, seed: str = "fresh") -> list[Execution]:
        return self.execute(list(islice(draw_inputs(self.parameters, self.constants, (), Random(seed)), count)))

    def corners(self, count: int, seed: str = "corners") -> list[Execution]:
        return self.execute(
            list(islice(draw_boundary_inputs(self.parameters, self.constants, (), Random(seed)), count))
        )

    def _run(self, source: Input) -> Execution | None:
        try:
            output = self.function(*source)
            follow_up = self.transformation.apply(source, (output,))
            if follow_up is None or contains_all(tuple(self.domains.values()), follow_up) is False:
                return None
            return Execution(source, follow_up, (output,), (self.function(*follow_up),))
        except (ArithmeticError, ValueError):
            return None


def one_special_value(n: int) -> int:
    return n * n if n != 7777 else 0


def a_residue(n: int) -> int:
    return abs(n) if (n * 31 + 5) % 9973 != 17 else -1


def a_rare_pair(a: int, b: int) -> int:
    return max(a, b) if a != b + 137 else b


def equal_arguments(a: float, b: float) -> float:
    return 0.0 if a == b and a > 2 else max(a, b)


def at_nan(x: float) -> float:
    return 7.0 if x != x else abs(x)


def at_overflow(x: float, y: float) -> float:
    return x * x + y * y


def in_float(n: int) -> int:
    return int(n / 1)


def digits_in_float(n: int) -> int:
    return len(str(int(math.fabs(n))))


def equal_elements(values: list[int]) -> int:
    return len(set(values)) if len(values) > 4 else len(values)


def cancelling(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def centred_heights(points: list[tuple[float, float]]) -> list[float]:
    mean = sum(y for _, y in points) / max(1, len(points))
    return [y - mean for _, y in points]


def bounded(n: int) -> int:
    return min(n, 123_456)


def empty_is_one(values: list[int]) -> int:
    return sum(values) if values else 1


def folded(text: str) -> str:
    return text.upper().lower()


def length_of_upper(text: str) -> int:
    return len(text.upper())


def trailing_blank(text: str) -> int:
    return len(text) if not text.endswith("  ") else len(text) - 1


def hidden_slope(x: float, y: float) -> float:
    return max(abs(x * x - 13.7) + abs(y + 11.3), 0.01) - 0.02


def last_of_a_range(n: int) -> int:
    return 2 if n > 10**9 - 40 else 1


def steep(x: float, y: float) -> float:
    return x + y


def a_flag(n: int, flag: bool) -> int:
    return n + 1 if flag and n == 4096 else n


NEGATED, GROWN = Transformation("scale", (0,), -1), Transformation("add", (0,), 1)
SWAPPED, REVERSED = Transformation("swap", (0, 1)), Transformation("reverse", (0,))
DOUBLED, HIGHER = Transformation("double", (0,)), Transformation("each/1:2/add", (0,), 1)
SAME = ["==", "return_f", "return_s"]
ONE_MORE = ["==", "return_f", ["+", "return_s", 1]]
NOT_NEGATIVE = ["<=", 0, ["+", "return_f", "return_s"]]
SIDES = {"a": floats(0.0, 100.0), "b": floats(0.0, 100.0)}
PLANE = {"x": floats(-100.0, 100.0), "y": floats(-100.0, 100.0)}

WRONG = (
    Claim(one_special_value, {"n": ints(-(10**4), 10**4)}, NEGATED, SAME, Kind.INT, (7777,)),
    Claim(one_special_value, {"n": ints()}, NEGATED, SAME, Kind.INT, (7777,)),
    Claim(a_residue, {"n": ints(-(10**6), 10**6)}, NEGATED, SAME, Kind.INT, (31, 5, 9973, 17)),
    Claim(a_rare_pair, {"a": ints(), "b": ints()}, SWAPPED, SAME, Kind.INT, (137,), is_near=True),
    Claim(equal_arguments, SIDES, Transformation("scale", (0,), 2.0), ["<=", "return_s", "return_f"], Kind.FLOAT, (2,)),
    Claim(
        at_nan,
        {"x": floats(allow_nan=True)},
        Transformation("scale", (0,), 2.0),
        ["==", "return_f", ["*", 2, "return_s"]],
        Kind.FLOAT,
    ),
    Claim(at_overflow, {"x": floats(), "y": floats()}, NEGATED, ["<=", ["-", "return_s", "return_f"], 0], Kind.FLOAT),
    Claim(in_float, {"n": ints()}, GROWN, ONE_MORE, Kind.INT, is_near=True),
    Claim(
        digits_in_float, {"n": ints(0)}, Transformation("scale", (0,), 10), ["or", ["==", "n_s", 0], ONE_MORE], Kind.INT
    ),
    Claim(equal_elements, {"xs": lists(ints())}, DOUBLED, ["<=", "return_s", "return_f"], Kind.INT, (4,)),
    Claim(cancelling, {"xs": lists(floats())}, REVERSED, SAME, Kind.FLOAT),
    Claim(cancelling, {"xs": lists(floats(-1e9, 1e9))}, REVERSED, SAME, Kind.FLOAT),
    Claim(centred_heights, {"points": lists(tuples(floats(), floats()))}, HIGHER, SAME, Kind.FLOATS),
    Claim(bounded, {"n": ints(0, 10**6)}, GROWN, ONE_MORE, Kind.INT),
    Claim(empty_is_one, {"xs": lists(ints())}, DOUBLED, ["==", "return_f", ["*", 2, "return_s"]], Kind.INT),
    Claim(folded, {"text": texts()}, Transformation("lower", (0,)), ["==", "return_f", "text_f"], Kind.TEXT),
    Claim(length_of_upper, {"text": texts()}, Transformation("lower", (0,)), SAME, Kind.INT),
    Claim(
        trailing_blank, {"text": texts("ab ", max_len=20)}, DOUBLED, ["==", "return_f", ["*", 2, "return_s"]], Kind.INT
    ),
    Claim(hidden_slope, PLANE, NEGATED, NOT_NEGATIVE, Kind.FLOAT, is_near=True),
    Claim(a_flag, {"n": ints(), "flag": bools()}, Transformation("flip", (1,)), SAME, Kind.INT, (1, 4096)),
    Claim(last_of_a_range, {"n": ints(0, 10**9)}, GROWN, SAME, Kind.INT, is_near=True),
    Claim(
        steep,
        {"x": floats(0.0, 1e6), "y": floats(0.0, 1e6)},
        SWAPPED,
        ["<=", ["+", "return_f", "return_s"], 3_999_999],
        Kind.FLOAT,
    ),
)

RIGHT = (
    Claim(max, {"a": floats(), "b": floats()}, SWAPPED, SAME, Kind.FLOAT),
    Claim(abs, {"x": floats(allow_nan=True, allow_infinity=True)}, NEGATED, SAME, Kind.FLOAT),
    Claim(len, {"xs": lists(floats())}, DOUBLED, ["==", "return_f", ["*", 2, "return_s"]], Kind.INT),
    Claim(sorted, {"xs": lists(ints())}, REVERSED, SAME, Kind.INTS),
    Claim(math.gcd, {"a": ints(), "b": ints()}, SWAPPED, SAME, Kind.INT),
    Claim(
        str.swapcase,
        {"text": texts("abc XYZ")},
        Transformation("repeat", (0,)),
        ["==", "return_f", ["concatenate", "return_s", "return_s"]],
        Kind.TEXT,
    ),
)
"""Claims that are true for all inputs."""

"""Numbers close to others, or at a place that is likely to matter."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from genmorph.model import Kind
from genmorph.settings import INPUTS, NEIGHBOURS
from genmorph.values.numbers.float_draws import down, up

Number = int | float


def numbers_beside(value: Number) -> tuple[Number, ...]:
    """The number, its neighbours, and the floats that hardly differ from it."""
    if isinstance(value, int):
        return (value, value - 1, value + 1)
    return (value, down(value), up(value), value * (1 - INPUTS.nearly), value * (1 + INPUTS.nearly))


def neighbourhood(constant: Number, kind: Kind | None) -> tuple[Number, ...]:
    """The constant as a number of the kind, and the numbers next to it; none where it is no such number."""
    if kind is Kind.INT and constant == int(constant):
        whole = int(constant)
        return (whole, whole - 1, whole + 1)
    if kind is Kind.FLOAT and abs(constant) <= 2.0**1023:
        real = float(constant)
        return (real, real - 1, real + 1, down(real), up(real))
    return ()


@dataclass(frozen=True, slots=True)
class ConstantPool:
    """Numbers that another one may become or come near: `constants` of the function, and `others` of the same input."""

    constants: Sequence[Number]
    others: Sequence[Number]


MutationStep = Callable[[Number, ConstantPool, Random], Number]


def mutate_number(name: str, value: Number, pool: ConstantPool, rng: Random) -> Number | None:
    """The mutated number, of the same type; None where there is none."""
    try:
        mutated = NUMBER_STEPS[name](value, pool, rng)
        if isinstance(value, float):
            return float(mutated)
        return int(mutated) if int(mutated).bit_length() <= NEIGHBOURS.most_bits else None
    except (OverflowError, ValueError):  # of an int too large for a float, and of what is no int
        return None


def _by_a_power(value: Number, _: ConstantPool, rng: Random) -> Number:
    sign = rng.choice((-1, 1))
    if isinstance(value, int):
        return value + sign * (1 << rng.randint(0, value.bit_length() + 2))
    exponent = math.frexp(value)[1] if math.isfinite(value) else 0
    most = min(NEIGHBOURS.largest_exponent, max(exponent, 0) + 2)
    return value + sign * 2.0 ** rng.randint(max(exponent - 53, NEIGHBOURS.smallest_exponent), most)


def _by_ulps(value: Number, _: ConstantPool, rng: Random) -> Number:
    """The next floats; of ints the next numbers."""
    goal, steps = rng.choice((-math.inf, math.inf)), rng.randint(1, NEIGHBOURS.most_ulps)
    if isinstance(value, int):
        return value + (steps if goal > 0 else -steps)
    for _step in range(steps):
        value = math.nextafter(value, goal)
    return value


def _by_a_share(value: Number, _: ConstantPool, rng: Random) -> Number:
    share = rng.gauss(0, 1) * 10 ** rng.uniform(NEIGHBOURS.smallest_share, 0)
    if isinstance(value, int):
        return value + int(max(NEIGHBOURS.least_magnitude, abs(value)) * share)
    return value + max(1.0, abs(value)) * share


def _to_another_magnitude(value: Number, _: ConstantPool, rng: Random) -> Number:
    """Rounding contradicts where magnitudes differ most."""
    if isinstance(value, int):
        return rng.choice((-1, 1)) * rng.getrandbits(rng.randint(1, NEIGHBOURS.int_bits))
    most = NEIGHBOURS.float_exponent
    return math.copysign(10 ** rng.uniform(-most, most), rng.choice((-1, 1, value)))


def _near(targets: Sequence[Number], value: Number, rng: Random) -> Number:
    """One of these numbers, its negative, multiple or neighbour; a multiple or neighbour of the value where none is."""
    target = rng.choice(targets) if targets else value
    return target * rng.choice((1, 1, 1, -1, 2)) + rng.choice((0, 0, -1, 1))


def _rounded(value: Number, _: ConstantPool, rng: Random) -> Number:
    return round(value, rng.randint(-2, 0) if isinstance(value, int) else rng.randint(0, NEIGHBOURS.most_decimals))


NUMBER_STEPS: Mapping[str, MutationStep] = MappingProxyType(
    {
        "one": lambda value, _, rng: value + rng.choice((-2, -1, 1, 2)),
        "power": _by_a_power,
        "double": lambda value, _, __: value * 2,
        "halve": lambda value, _, __: value / 2 if isinstance(value, float) else value // 2,
        "negate": lambda value, _, __: -value,
        "ulps": _by_ulps,
        "share": _by_a_share,
        "magnitude": _to_another_magnitude,
        "round": _rounded,
        "constant": lambda value, pool, rng: _near(pool.constants, value, rng),
        "other": lambda value, pool, rng: _near(pool.others, value, rng),
    }
)

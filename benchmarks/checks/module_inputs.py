"""Further valid inputs of any domain, drawn in another way than genmorph draws: only bounds and membership are its own.

Numbers are uniform, log-uniform, small, at a bound or special; sequences and texts are empty, short, long, repeated or
sorted, texts with odd characters; an argument may equal another, or be a part of it.
"""

import math
import string
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from genmorph.domain import Bools, FixedTuples, Floats, Froms, Ints, Optionals, Sequences, Texts
from genmorph.model import Container, Domain, Input

RELATED = 1 / 4
"""The share of inputs of several arguments of which one may be made of another."""
LONG = 200
"""So many elements beyond the least are long, where a domain allows more."""
FEW = 20
_NONE = 1 / 8
_FAR = 10**18
"""How far ints go where a bound is missing."""
_LEAST_EXPONENT = -12.0
_ODD = "\x00\t\n\r\x1c\x85\xa0\u2028\ufeff\u200d\u0301ß\u0131İŁéÄ\u017fǆ½²٣Ⅷﬁжλאع中각🙂\U0001d518"
_USUAL = string.ascii_letters + string.digits
_SIGNS = " -_.,;:!?/'\"()[]<>&%#@+*=~$\\|"
_LAST_CODE_POINT = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)


def draw_inputs(domains: Sequence[Domain], rng: Random) -> Iterator[Input]:
    """Inputs without end.

    >>> from genmorph.domain import ints, lists
    >>> domains = [lists(ints(0, 9)), ints(0, 9)]
    >>> all(d.contains(v) for d, v in zip(domains, next(draw_inputs(domains, Random(1)))))
    True
    """
    while True:
        values = [draw_value(domain, rng) for domain in domains]
        if len(values) > 1 and rng.random() < RELATED:
            _relate(values, domains, rng)
        yield tuple(values)


def all_inputs(domains: Sequence[Domain], most: int) -> Iterator[Input] | None:
    """Every input, where there are at most so many.

    >>> from genmorph.domain import bools, ints
    >>> list(all_inputs([ints(1, 2), bools()], 4) or ())
    [(1, False), (1, True), (2, False), (2, True)]
    """
    sizes = [domain.size for domain in domains]
    known = [size for size in sizes if size is not None]
    if len(known) < len(sizes) or math.prod(known) > most:
        return None
    return product(*(domain.values() for domain in domains))


def draw_value(domain: Domain, rng: Random) -> Any:
    """One value; TypeError for a domain that cannot be looked into."""
    match domain:
        case Optionals():
            return None if rng.random() < _NONE else draw_value(domain.inner, rng)
        case Ints():
            return _checked(domain, rng, _draw_int)
        case Floats():
            return _checked(domain, rng, _draw_float)
        case Bools():
            return rng.choice((False, True))
        case Froms():
            return rng.choice(domain.choices)
        case Texts():
            return "".join(_arrange(domain, lambda rng: _letter(domain.alphabet, rng), rng, is_sortable=True))
        case FixedTuples():
            return tuple(draw_value(element, rng) for element in domain.elements)
        case Sequences():
            return _draw_sequence(domain, rng)
    raise TypeError(f"domain must say which values it has, got {domain.notation()}")


def is_drawn(domain: Domain) -> bool:
    """Whether values of the domain are drawn here, as those of enums or dates are not."""
    try:
        draw_value(domain, Random(0))
    except TypeError:
        return False
    return True


def _checked(domain: Any, rng: Random, draw: Callable[[Any, Random, str], Any]) -> Any:
    """A value of some sort, uniform where one of that sort lies outside."""
    value = draw(domain, rng, rng.choice(("uniform", "logarithmic", "small", "bound", "special")))
    return value if domain.contains(value) else draw(domain, rng, "uniform")


def _draw_int(domain: Ints, rng: Random, sort: str) -> int:
    low = -_FAR if domain.low is None else domain.low
    high = _FAR if domain.high is None else domain.high
    match sort:
        case "logarithmic":
            exponent = rng.uniform(0, math.log10(max(abs(low), abs(high), 10)))
            return rng.choice((-1, 1)) * int(math.pow(10.0, exponent))
        case "small":
            return rng.randint(-3, 3)
        case "bound":
            return rng.choice((low, low + 1, high - 1, high))
        case "special":
            return rng.choice((-1, 1)) * ((1 << rng.randint(0, 64)) + rng.randint(-1, 1))
    return rng.randint(low, high)


def _draw_float(domain: Floats, rng: Random, sort: str) -> float:
    low, high = (max(-math.nextafter(math.inf, 0), domain.low), min(math.nextafter(math.inf, 0), domain.high))
    match sort:
        case "logarithmic":
            exponent = rng.uniform(_LEAST_EXPONENT, math.log10(max(abs(low), abs(high), 1.0)))
            return math.copysign(math.pow(10.0, exponent), rng.choice((-1, 1)))
        case "small":
            return rng.choice((float(rng.randint(-10, 10)), rng.uniform(-1, 1), rng.uniform(-1000, 1000)))
        case "bound":
            return rng.choice((domain.low, domain.high, math.nextafter(low, high), math.nextafter(high, low)))
        case "special":
            magnitude = rng.choice((0.0, 5e-324, 1e-300, 0.1, 0.5, 1 / 3, 2.0**53, 1e16, 1e300, math.inf, math.nan))
            return math.copysign(magnitude, rng.choice((-1, 1)))
    share = rng.random()
    return low * (1 - share) + high * share  # `rng.uniform` overflows where the bounds are far apart


def _letter(alphabet: str | None, rng: Random) -> str:
    if alphabet is not None:
        return rng.choice(alphabet)
    choice = rng.random()
    if choice < 0.02:
        code = rng.randint(0, _LAST_CODE_POINT)
        return "?" if code in _SURROGATES else chr(code)
    return rng.choice(_USUAL if choice < 0.7 else _SIGNS if choice < 0.9 else _ODD)


def _draw_sequence(domain: Sequences, rng: Random) -> Any:
    element = domain.element
    is_sortable = isinstance(element, Ints | Floats | Texts)
    elements = _arrange(domain, lambda rng: draw_value(element, rng), rng, is_sortable)
    match domain.container:
        case Container.TUPLE:
            return tuple(elements)
        case Container.BYTES:
            return bytes(elements)
    return elements


def _arrange(domain: Texts | Sequences, draw: Callable[[Random], Any], rng: Random, is_sortable: bool) -> list[Any]:
    """Elements of a size that the domain has: all drawn, of a few, in order, or mirrored."""
    size = _size(domain.min_size, domain.max_size, rng)
    arrangement = rng.choice(("drawn", "drawn", "of a few", "ascending", "descending", "mirrored"))
    pool = [draw(rng) for _ in range(rng.randint(1, 3) if arrangement == "of a few" else max(1, size))]
    elements = [rng.choice(pool) for _ in range(size)] if arrangement == "of a few" else pool[:size]
    if arrangement in ("ascending", "descending") and is_sortable:
        return sorted(elements, reverse=arrangement == "descending")
    if arrangement == "mirrored":
        return [elements[min(i, size - 1 - i)] for i in range(size)]
    return elements


def _size(low: int, high: int, rng: Random) -> int:
    highest = min(high, low + LONG)
    match rng.randrange(8):
        case 0:
            return low
        case 1:
            return min(high, low + 1)
        case 2 | 3:
            return min(high, low + rng.randint(0, 4))
        case 4:
            return highest
    return rng.randint(low, min(highest, low + FEW))


def _relate(values: list[Any], domains: Sequence[Domain], rng: Random) -> None:
    """Replace one value by another, a part, an element or the length of another, where its domain has that."""
    to, of = rng.sample(range(len(values)), 2)
    other = values[of]
    made = [other]
    if isinstance(other, str | bytes | list | tuple):
        start, end = sorted(rng.randint(0, len(other)) for _ in range(2))
        made += [other[:end], other[start:], other[start:end], len(other), *other[start : start + 1]]
    fitting = [value for value in made if domains[to].contains(value)]
    if fitting:
        values[to] = rng.choice(fitting)

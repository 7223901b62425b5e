"""Decimals, fractions and complex numbers."""

import math
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from genmorph.model import UsageError
from genmorph.settings import EXACT_NUMBERS
from genmorph.values.building import as_data
from genmorph.values.formed import Change, Formed, View, added, scaled
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.floats import Floats, floats
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.python_text import SOURCE, as_primary, python_text, write_call
from genmorph.values.tuples import tuples

_AS_FLOAT = (View("float({})", float),)


@dataclass(frozen=True, slots=True, repr=False)
class Decimals(Formed):
    """All decimals from `least` to `most` with `places` digits after the point."""

    least: Decimal
    most: Decimal
    places: int
    made_by = ("decimal", "Decimal")
    changes = (added(Decimal("1.50"), Decimal("4.50")), scaled(Decimal("1.50"), Decimal("4.50")))
    views = _AS_FLOAT

    def __post_init__(self) -> None:
        if not self.least <= self.most:
            raise UsageError(f"min must be <= max, got {self.least} and {self.most}")

    @property
    def inner(self) -> Ints:
        """Multiples of the last digit, exact whatever the precision of the context."""
        units = 10**self.places
        return ints(math.ceil(Fraction(self.least) * units), math.floor(Fraction(self.most) * units))

    def form(self, plain: int) -> Decimal:
        return Decimal(f"{plain}E-{self.places}")

    def plain(self, value: Decimal) -> int | None:
        """None for more digits after the point."""
        times = Fraction(value) * 10**self.places
        return int(times) if times.denominator == 1 else None

    has_condition = True

    def condition_text(self, text: str, /) -> str:
        bounds = [  # decimals are compared with ints exactly
            str(int(bound)) if bound == bound.to_integral_value() else python_text(as_data(bound), SOURCE)
            for bound in (self.least, self.most)
        ]
        is_exact = f"fractions.Fraction({text}) * {10**self.places} % 1 == 0"
        return f"{as_primary(text)}.is_finite() and {bounds[0]} <= {text} <= {bounds[1]} and {is_exact}"

    def _within(self, other: "Decimals", /) -> Narrowable | None:
        return super(Decimals, self)._within(other) if other.places == self.places else None

    def made_of(self, inner: Narrowable | None, /) -> "Decimals | None":
        if not isinstance(inner, Ints) or inner.low is None or inner.high is None:
            return None
        return Decimals(self.form(inner.low), self.form(inner.high), self.places)

    def before_adding(self, c: int | float, /) -> "Decimals | None":
        return self.made_of(self.inner.before_adding(int(c) * 10**self.places))

    def before_scaling(self, c: int | float, /) -> "Decimals | None":
        return self.made_of(self.inner.before_scaling(c))

    def notation(self) -> str:
        return write_call("decimals", [str(self.least), str(self.most)], {"places": self.places})

    def strategy(self) -> str:
        return f"st.decimals({str(self.least)!r}, {str(self.most)!r}, places={self.places})"


@dataclass(frozen=True, slots=True, repr=False)
class Fractions(Formed):
    """All fractions from `least` to `most` whose denominator is at most `largest`."""

    least: int
    most: int
    largest: int
    made_by = ("fractions", "Fraction")
    changes = (added(Fraction(1, 2), Fraction(7, 2)), scaled(Fraction(1, 2), Fraction(3, 2)))
    views = _AS_FLOAT

    def __post_init__(self) -> None:
        if not self.least <= self.most:
            raise UsageError(f"min must be <= max, got {self.least} and {self.most}")

    @property
    def inner(self) -> Narrowable:
        """A whole number, a numerator and a denominator; what lies beyond `most` is `most`."""
        return tuples(ints(self.least, self.most), ints(0, self.largest), ints(1, self.largest))

    @property
    def size(self) -> None:
        """Unknown: several tuples make the same fraction."""
        return

    def form(self, plain: tuple[int, int, int]) -> Fraction:
        whole, numerator, denominator = plain
        return min(whole + Fraction(numerator % denominator, denominator), Fraction(self.most))

    def plain(self, value: Fraction) -> tuple[int, int, int] | None:
        """None beyond `most`, where the whole number alone would do."""
        if value > self.most:
            return None
        whole, rest = divmod(value.numerator, value.denominator)
        return whole, rest, value.denominator

    has_condition = True

    def condition_text(self, text: str, /) -> str:
        return f"{self.least} <= {text} <= {self.most} and {as_primary(text)}.denominator <= {self.largest}"

    def before_adding(self, c: int | float, /) -> "Fractions | None":
        return self._between(ints(self.least, self.most).before_adding(c))

    def before_scaling(self, c: int | float, /) -> "Fractions | None":
        """Denominators stay, or become smaller."""
        return self._between(ints(self.least, self.most).before_scaling(c))

    def _between(self, bounds: Narrowable | None) -> "Fractions | None":
        if not isinstance(bounds, Ints) or bounds.low is None or bounds.high is None:
            return None
        return Fractions(bounds.low, bounds.high, self.largest)

    def notation(self) -> str:
        return write_call("fractions", [self.least, self.most], {"max_denominator": self.largest})

    def strategy(self) -> str:
        return f"st.fractions({self.least}, {self.most}, max_denominator={self.largest})"


@dataclass(frozen=True, slots=True, repr=False)
class Complexes(Formed):
    """All complex numbers whose parts are from -`largest` to `largest`."""

    largest: float
    made_by = ("builtins", "complex")
    changes = (
        added(1 + 2j, 4 + 2j),
        scaled(1 + 2j, 3 + 6j),
        Change(
            "conjugate",
            (),
            before=lambda domain, _: domain,
            apply=lambda value, _: value.conjugate(),
            text=lambda value, _: f"{value}.conjugate()",
            words=lambda value, _: f"{value} is conjugated",
            examples=((1 + 2j, None, 1 - 2j),),
            is_involution=True,
        ),
    )
    views = (
        View("{}.real", lambda value: value.real),
        View("{}.imag", lambda value: value.imag),
        View("abs({})", abs),
    )

    @property
    def inner(self) -> Narrowable:
        part = floats(-self.largest, self.largest)
        return tuples(part, part)

    def form(self, plain: tuple[float, float]) -> complex:
        return complex(*plain)

    def plain(self, value: complex) -> tuple[float, float]:
        return value.real, value.imag

    has_condition = True

    def condition_text(self, text: str, /) -> str:
        number = as_primary(text)
        return f"abs({number}.real) <= {self.largest!r} and abs({number}.imag) <= {self.largest!r}"

    def before_adding(self, c: int | float, /) -> "Complexes | None":
        return Complexes(self.largest - abs(c)) if abs(c) < self.largest else None

    def before_scaling(self, c: int | float, /) -> "Complexes | None":
        return Complexes(self.largest / max(1, abs(c)))

    def notation(self) -> str:
        return write_call("complexes", [self.largest], {})

    def strategy(self) -> str:
        part = Floats(-self.largest, self.largest, nan=False).strategy()
        return f"st.builds(complex, {part}, {part})"


def _decimal(name: str, value: object) -> Decimal:
    try:
        found = Decimal(str(value)) if isinstance(value, int | float | str | Decimal) else None
    except InvalidOperation:
        found = None
    if found is None or isinstance(value, bool) or not found.is_finite():
        raise UsageError(f"{name} must be a finite decimal or its text, got {value!r:.80}")
    return found


def _whole(name: str, value: object, least: int | None = None) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or (least is not None and value < least):
        raise UsageError(f"{name} must be an int{'' if least is None else f' >= {least}'}, got {value!r:.80}")
    return value


def decimals(
    min: Decimal | float | str = -EXACT_NUMBERS.largest,  # noqa: A002
    max: Decimal | float | str = EXACT_NUMBERS.largest,  # noqa: A002
    places: int = 2,
) -> Decimals:
    """Make the domain of all decimals from `min` to `max` with `places` digits after the point.

    >>> decimals("0", "99.99").size, decimals(0, 1, places=3).strategy()
    (10000, "st.decimals('0', '1', places=3)")
    >>> decimals("one")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: min must be a finite decimal or its text, got 'one'
    """
    found = Decimals(_decimal("min", min), _decimal("max", max), _whole("places", places, 0))
    try:
        _ = found.inner
    except UsageError:
        rule = f"min and max must have a decimal with {places} places between them"
        raise UsageError(f"{rule}, got {found.least} and {found.most}") from None
    return found


def fractions(
    min: int = -EXACT_NUMBERS.largest,  # noqa: A002
    max: int = EXACT_NUMBERS.largest,  # noqa: A002
    max_denominator: int = EXACT_NUMBERS.denominator,
) -> Fractions:
    """Make the domain of all fractions from `min` to `max` with such denominators.

    >>> fractions(0, 1, max_denominator=9)
    fractions(0, 1, max_denominator=9)
    """
    return Fractions(_whole("min", min), _whole("max", max), _whole("max_denominator", max_denominator, 1))


def complexes(max: float = float(EXACT_NUMBERS.largest)) -> Complexes:  # noqa: A002
    """Make the domain of all complex numbers whose parts lie between -`max` and `max`.

    >>> complexes(1.0)
    complexes(1.0)
    """
    if isinstance(max, bool) or not isinstance(max, int | float) or not 0 < max < float("inf"):
        raise UsageError(f"max must be a positive finite number, got {max!r:.80}")
    return Complexes(float(max))

"""Hypothesis strategies taken apart by their `repr`."""

import math
from typing import Any

from genmorph.domain.bools import bools
from genmorph.domain.calls import Call, read_call
from genmorph.domain.finite import froms
from genmorph.domain.float_order import LARGEST, down, up
from genmorph.domain.floats import Floats
from genmorph.domain.ints import ints
from genmorph.model import Domain


def recognise(strategy: Any) -> Domain | None:
    """The domain of the same values; None where the valid strategy is not one of the known ones."""
    maker = getattr(strategy, "function", None)
    if maker is not None and str(maker.__module__).partition(".")[0] != "hypothesis":
        return None  # a composite of the user's, whose repr may look like that of a known one
    match read_call(repr(strategy)):
        case Call("integers", (), keywords) if keywords.keys() <= _INT_KEYWORDS:
            return _recognise_ints(**keywords)
        case Call("floats", (), keywords) if keywords.keys() <= _FLOAT_KEYWORDS:
            return _recognise_floats(**keywords)
        case Call("booleans"):
            return bools()
        case Call("sampled_from", (list(values),)):
            return froms(values)
        case Call("just", (value,)):
            return froms([value])
    return None


_INT_KEYWORDS = {"min_value", "max_value"}
_FLOAT_KEYWORDS = {"min_value", "max_value", "allow_nan", "allow_infinity", "exclude_min", "exclude_max"}


def _recognise_ints(min_value: float | None = None, max_value: float | None = None) -> Domain:
    """Hypothesis takes whole floats as bounds as well."""
    low, high = (None if bound is None else int(bound) for bound in (min_value, max_value))
    return ints(low, high)


def _recognise_floats(
    min_value: float | None = None,
    max_value: float | None = None,
    allow_nan: bool | None = None,
    allow_infinity: bool | None = None,
    exclude_min: bool = False,
    exclude_max: bool = False,
) -> Domain:
    """Hypothesis allows NaN and infinities unless a bound or the caller forbids them; infinite bounds are none."""
    low = -math.inf if min_value is None else float(min_value)
    high = math.inf if max_value is None else float(max_value)
    low, high = up(low) if exclude_min else low, down(high) if exclude_max else high
    if allow_infinity is False:
        low, high = max(low, -LARGEST), min(high, LARGEST)
    is_free = min_value is None and max_value is None
    return Floats(low, high, nan=is_free if allow_nan is None else allow_nan)

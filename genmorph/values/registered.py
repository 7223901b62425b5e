"""All kinds of values beyond plain data, and what annotations and notations name them by."""

from collections.abc import Callable

from genmorph.values import dates as dates_module
from genmorph.values import exact_numbers
from genmorph.values.dates import Dates, Datetimes, Timedeltas, Times, dates, datetimes, timedeltas, times
from genmorph.values.enums import Enums, enums
from genmorph.values.exact_numbers import Complexes, Decimals, Fractions, complexes, decimals, fractions
from genmorph.values.formed import Formed
from genmorph.values.sets import Sets, frozensets, sets

KINDS: tuple[type[Formed], ...] = (Dates, Datetimes, Times, Timedeltas, Decimals, Fractions, Complexes, Enums, Sets)
FACTORIES = (
    *(dates, datetimes, times, timedeltas),
    *(decimals, fractions, complexes),
    *(enums, sets, frozensets),
)
"""What makes their domains, in Python as in notations."""
HINTS: dict[str, Callable[[], Formed]] = {**dates_module.HINTS, **exact_numbers.HINTS}
"""By the names of types, the domain of all values, or of usual ones."""

"""Health checks of Hypothesis that would fail a test although its relation holds."""

from collections.abc import Iterable

from genmorph.model import Domain
from genmorph.values.sequences import Sequences
from genmorph.values.strategies import Opaque
from genmorph.values.texts import Texts
from genmorph.values.tuples import FixedTuples
from genmorph.values.unions import Optionals

_FILTERING = ("filter_too_much",)
_SIZE = ("data_too_large", "large_base_example", "too_slow")
_LARGE = 200
"""Measured with 6.170: lists fail by their size from 600 floats, 300 texts of ten letters or 300 lists of ints on."""
_ABOVE_LEAST = 5
"""About so many elements more than the fewest are drawn."""


def unfit_health_checks(domains: Iterable[Domain], has_conditions: bool) -> tuple[str, ...]:
    """The names of the checks that sources of these domains may fail, or a test with `assume`.

    Without a deadline Hypothesis allows half a minute to draw ten inputs, so that only large inputs are too slow.

    >>> from genmorph.domain import ints, lists
    >>> unfit_health_checks([ints(), lists(ints())], has_conditions=True)
    ('filter_too_much',)
    >>> unfit_health_checks([lists(ints(), min_len=900, max_len=900)], has_conditions=False)
    ('data_too_large', 'large_base_example', 'too_slow')
    """
    drawn = tuple(domains)
    # a strategy that is imported may filter
    filters = has_conditions or any(isinstance(domain, Opaque) and domain.import_path() for domain in drawn)
    is_large = sum(_least_size(domain) for domain in drawn) >= _LARGE
    return (_FILTERING if filters else ()) + (_SIZE if is_large else ())


def _least_size(domain: Domain) -> int:
    """About how many single values an input with few elements has."""
    match domain:
        case Texts(_, least, _):
            return least
        case Sequences(element, _, least, _):
            return least * (1 + _usual_size(element))
        case FixedTuples(elements):
            return sum(map(_least_size, elements))
        case Optionals(inner):
            return _least_size(inner)
    return 1


def _usual_size(domain: Domain) -> int:
    """About how many single values an element has."""
    match domain:
        case Texts(_, least, most):
            return min(most, least + _ABOVE_LEAST)
        case Sequences(element, _, least, most):
            return min(most, least + _ABOVE_LEAST) * (1 + _usual_size(element))
        case FixedTuples(elements):
            return sum(map(_usual_size, elements))
    return 0

"""Whether whole inputs are valid."""

from collections.abc import Sequence

from genmorph.model import Domain, Input


def contains_all(domains: Sequence[Domain], values: Input) -> bool | None:
    """Whether each value is in its domain: False if one is not, otherwise None if that is unknown for one.

    >>> from genmorph.domain import bools, ints
    >>> contains_all([ints(0, 9), bools()], (3, True)), contains_all([ints(0, 9), bools()], (10, True))
    (True, False)
    """
    answers = [domain.contains(value) for domain, value in zip(domains, values, strict=True)]
    if False in answers:
        return False
    return None if None in answers else True

"""Whether whole inputs are valid."""

from collections.abc import Iterable, Sequence

from genmorph.model import Domain, Input


def contains_all(domains: Sequence[Domain], values: Input) -> bool | None:
    """Whether each value is in its domain: False if one is not, otherwise None if that is unknown for one.

    >>> from genmorph.domain import bools, ints
    >>> contains_all([ints(0, 9), bools()], (3, True)), contains_all([ints(0, 9), bools()], (10, True))
    (True, False)
    """
    return together(domain.contains(value) for domain, value in zip(domains, values, strict=True))


def together(answers: Iterable[bool | None]) -> bool | None:
    """Whether all is so: False if something is not, otherwise None if something is unknown.

    >>> together([True, None]), together([None, False]), together([])
    (None, False, True)
    """
    is_known = True
    for answer in answers:
        if not answer:
            if answer is False:
                return False
            is_known = False
    return True if is_known else None

"""Drawn parameters: what stands in the place of a constant and is drawn anew for each source."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from genmorph.model import Domain, Kind
from genmorph.settings import DRAWN
from genmorph.transformations.narrowing import is_bounded, is_homogeneous, is_listed, is_sized, width_of
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.floats import floats
from genmorph.values.numbers.ints import ints
from genmorph.values.unions import Optionals


@dataclass(frozen=True, slots=True)
class Drawing:
    """How constants of a template are drawn: what the parameter is called, and from which domain.

    `domain` gives it for the domains of the changed arguments, None where none makes sense. Where it `decides`, sources
    have a follow-up or have none by what is drawn; elsewhere the template knows which have one. Where it `multiplies`,
    what is drawn is a factor.
    """

    name: str
    domain: Callable[[Sequence[Domain]], Domain | None]
    decides: bool = True
    multiplies: bool = False


def free_name(name: str, taken: Sequence[str]) -> str:
    """The name, or the first with a number behind it that is not taken.

    >>> free_name("k", ["x"]), free_name("k", ["k", "k2"])
    ('k', 'k3')
    """
    names = (name, *(f"{name}{number}" for number in range(2, len(taken) + 3)))
    return next(one for one in names if one not in taken)


def _numbers(domains: Sequence[Domain]) -> list[Domain]:
    """The domains of the numbers that are changed, of sequences those of their elements."""
    return [domain.element if is_homogeneous(domain) else domain for domain in domains]


def addends(domains: Sequence[Domain]) -> Domain | None:
    """Numbers above 0, up to a part of the width of the narrowest domain, so that most sums lie in it.

    >>> addends([ints(0, 100)]), addends([ints()]), addends([ints(0, 1)])
    (ints(1, 50), ints(1, 1000), None)
    """
    numbers = _numbers(domains)
    if not all(map(is_bounded, numbers)):
        return None
    most = min(DRAWN.most_addend, *(width_of(domain) * DRAWN.part_of_width for domain in numbers))
    if all(domain.kind is Kind.INT for domain in numbers):
        return ints(1, int(most)) if most >= DRAWN.fewest else None
    return floats(DRAWN.least_addend * most, most) if most > 0 else None


def factors(domains: Sequence[Domain]) -> Domain | None:
    """Small numbers above 0 by which several numbers of all domains may be multiplied; of floats, 2 alone is tried.

    >>> factors([ints(0, 100)]), factors([ints(0, 5)]), factors([ints(0, 2)]), factors([floats(-1, 1)])
    (ints(2, 10), ints(2, 5), None, floats(0.1, 10.0))
    """
    numbers = _numbers(domains)
    if not all(_has_products(one, 2) for one in numbers):
        return None
    if not all(domain.kind is Kind.INT for domain in numbers):
        return floats(1 / DRAWN.most_factor, float(DRAWN.most_factor))
    suited = [k for k in range(2, DRAWN.most_factor + 1) if all(_has_products(one, k) for one in numbers)]
    return ints(2, suited[-1]) if suited[-1] > 2 else None


def _has_products(numbers: Domain, factor: int) -> bool:
    """Whether more than one of the numbers stays in their domain when it is multiplied."""
    multiplied = numbers.before_scaling(factor) if is_bounded(numbers) and isinstance(numbers, Narrowable) else None
    return multiplied is not None and multiplied.size != 1


def elements(domains: Sequence[Domain]) -> Domain | None:
    """The elements of the sequence; of a text, any character of it is left to constants."""
    return domains[0].element if is_homogeneous(domains[0]) else None


def another(domains: Sequence[Domain]) -> Domain | None:
    """Any value of the argument but None.

    >>> another([ints(0, 9)]), another([Optionals(ints(0, 9))])
    (ints(0, 9), ints(0, 9))
    """
    return domains[0].inner if isinstance(domains[0], Optionals) else domains[0]


def orders(domains: Sequence[Domain]) -> Domain | None:
    """Numbers that stand for an order each; texts that are listed have few others of them."""
    return None if any(map(is_listed, domains)) else ints(0, DRAWN.orders)


def lengths(domains: Sequence[Domain]) -> Domain | None:
    """Small numbers of elements, as many as all values have or more; None where only whole values have them.

    >>> from genmorph.domain import lists, texts
    >>> lengths([texts(max_len=5)]), lengths([lists(ints(), min_len=3)]), lengths([lists(ints(), min_len=3, max_len=3)])
    (ints(0, 5), ints(3, 8), None)
    """
    sized = [domain for domain in domains if is_sized(domain) and not is_listed(domain)]
    if len(sized) < len(domains):
        return None
    least, longest = max(domain.min_size for domain in sized), min(domain.max_size for domain in sized)
    return ints(least, min(longest, max(least, DRAWN.most_kept))) if least < longest else None


ADDEND = Drawing("k", addends)
ANOTHER = Drawing("other", another, decides=False)
FACTOR = Drawing("k", factors, multiplies=True)
ELEMENT = Drawing("new", elements)
LENGTH = Drawing("n", lengths, decides=False)
ORDER = Drawing("seed", orders, decides=False)

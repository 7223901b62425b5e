"""Parts of domains on which something may hold that does not hold on all of it: beyond a number, or not empty."""

from collections.abc import Iterator, Sequence

from genmorph.model import Container, Domain
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.floats import Floats, floats
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.python_text import python_text
from genmorph.values.sequences import Sequences
from genmorph.values.texts import Texts


def parts_of(domain: Domain, numbers: Sequence[int | float]) -> Iterator[Narrowable]:
    """The numbers of a domain at least, above, at most and below each of these; of texts and sequences the non-empty.

    >>> list(parts_of(ints(-5, 5), [0])), list(parts_of(ints(1, 5), [0]))
    ([ints(0, 5), ints(1, 5), ints(-5, 0), ints(-5, -1)], [])
    >>> from genmorph.domain import texts
    >>> list(parts_of(texts(), []))
    [texts(min_len=1)]
    """
    found: list[Narrowable | None] = []
    if isinstance(domain, Ints):
        for number in (one for one in numbers if type(one) is int):
            ranges = ((number, None), (number + 1, None), (None, number), (None, number - 1))
            found += [domain.intersect(ints(*one)) for one in ranges]
    elif isinstance(domain, Floats) and not domain.nan:
        found += [domain.intersect(floats(*one)) for n in map(float, numbers) for one in ((n, None), (None, n))]
    elif isinstance(domain, Texts | Sequences) and domain.min_size == 0 and domain.container is not Container.ARRAY:
        found.append(domain.with_sizes(1, domain.max_size))
    yield from dict.fromkeys(part for part in found if part is not None and part != domain)


def is_part(part: Domain, domain: Domain) -> bool:
    """Whether a domain is another one with fewer values.

    >>> is_part(ints(0, 5), ints(-5, 5)), is_part(ints(0, 9), ints(-5, 5)), is_part(ints(0, 5), ints(0, 5))
    (True, False, False)
    """
    if part == domain or not isinstance(part, Narrowable) or not isinstance(domain, Narrowable):
        return False
    return type(part) is type(domain) and domain.intersect(part) == part


def left_out(domain: Domain, part: Domain, name: str) -> str:
    """Python that is true of the values of a domain that its part leaves out.

    >>> left_out(ints(-5, 5), ints(0, 5), "n"), left_out(ints(-5, 5), ints(0, 3), "n")
    ('n < 0', 'n < 0 or n > 3')
    """
    if isinstance(domain, Ints | Floats) and isinstance(part, Ints | Floats):
        below = [] if part.low == domain.low else [f"{name} < {python_text(part.low)}"]
        above = [] if part.high == domain.high else [f"{name} > {python_text(part.high)}"]
        return " or ".join([*below, *above])
    return f"not {name}"

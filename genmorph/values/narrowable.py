"""What all domains have in common whose values are described, and whether whole inputs are valid."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, TypeGuard

from genmorph.model import Container, Domain, Input, Kind, UsageError
from genmorph.values.labels import key
from genmorph.values.python_text import python_text
from genmorph.values.sizes import Way
from genmorph.values.steps import Path, Step


class Narrowable(Domain):
    """A domain whose values are described, not sampled: it tells which of them stay in it when they are changed.

    A class of such domains has at least a kind, `draw`, `contains`, `notation` and `strategy`. What else is true of
    its values it says by overriding what stands here. Where there are no values left, the methods give None.
    """

    __slots__ = ()
    meets_any: ClassVar[bool] = False
    """Whether `intersect` of this domain takes any other domain."""
    tells_sources: ClassVar[bool] = True
    """Whether it tells which of its values stay in it when they are changed; else that is found by trying."""

    is_drawn_by_hypothesis: ClassVar[bool] = False
    """Whether Hypothesis draws its values, which takes a millisecond or more for each."""

    def __repr__(self) -> str:
        return self.notation()

    @property
    def container(self) -> Container | None:
        """None, unless the values are sequences."""
        return None

    @property
    def size(self) -> int | None:
        """The number of values, None where it is unknown or huge."""
        return None

    @property
    def depth(self) -> int:
        """The number of levels of sequences in the values."""
        return 0

    def values(self) -> Iterator[Any]:
        """All values, in a fixed order; UsageError where `size` is None."""
        raise UsageError(f"only bounded domains list their values, got {self!r}")

    def intersect(self, other: Domain, /) -> "Narrowable | None":
        """The values of both domains."""
        if isinstance(other, Narrowable) and other.meets_any:
            return other.intersect(self)
        return self._within(other) if type(other) is type(self) else None

    def _within(self, _other: Any, /) -> "Narrowable | None":
        """The values that another domain of the same class has, too."""
        return None

    def before_adding(self, _c: int | float, /) -> "Narrowable | None":
        """The values x with x + c in the domain too; of sequences, those with c added to each element."""
        return None

    def before_scaling(self, _c: int | float, /) -> "Narrowable | None":
        """The values x with x * c in the domain too, where c is not 0; of sequences, with each multiplied by c."""
        return None

    def before_mirroring(self, _c: int | float, /) -> "Narrowable | None":
        """The values x with c - x in the domain too."""
        return None

    def before_squaring(self) -> "Narrowable | None":
        """The values x with x * x in the domain too."""
        return None

    def changeable_parts(self) -> Mapping[Step, "Narrowable"]:
        """What can be changed alone inside of its values, by the step that leads there."""
        return {}

    def keeps(self, _step: Step, /) -> bool:
        """Whether its values show the part that the step leads to as they are made of it; values may be made to see."""
        return True

    def with_part(self, _step: Step, _part: "Narrowable", /) -> "Narrowable | None":
        """The values with such a part, which is not missing, where one of its steps leads."""
        return None

    def fed_back(self) -> "Narrowable":
        """The values that an output may have where it is passed to the function again, beyond those drawn as inputs.

        Letters and sizes of texts and sequences say how inputs are drawn: nobody who writes f(f(x)) keeps to them.
        """
        return self

    def parts_beyond(self, _numbers: Sequence[int | float], /) -> "tuple[Narrowable, ...]":
        """Parts on which something may hold alone: the numbers beyond each of these, and what is not empty."""
        return ()

    def left_out(self, _part: Any, text: str, /) -> str:
        """Python that is true where the value with this text lies in the domain, and in none of its parts."""
        return f"not {text}"

    def joined(self) -> "Narrowable":
        """The values that two of its values may be when they are joined, beyond those drawn as inputs.

        Where nobody gave a greatest size, the usual one only says how inputs are drawn.
        """
        return self

    @property
    def is_interval(self) -> bool:
        """Whether it has the numbers between any two of it, or sequences of such numbers."""
        return False

    @property
    def is_symmetric(self) -> bool:
        """Whether it has the opposite of all its numbers."""
        return self.before_scaling(-1) == self

    @property
    def is_hashable(self) -> bool:
        """Whether all values can be keys of a dict."""
        return self.kind is not Kind.OTHER and self.container in (None, Container.TUPLE, Container.BYTES)

    @property
    def least_size(self) -> int:
        """About how many single values an input with few elements has."""
        return 1

    @property
    def usual_size(self) -> int:
        """About how many single values an element of the domain has beside itself."""
        return 0

    @property
    def notice(self) -> str | None:
        """What a user should know of the values that are drawn."""
        return None

    @property
    def annotation(self) -> str | None:
        """The type hint that, with `condition_text`, says which values there are; None where no hint does."""
        return None

    def condition_text(self, _text: str, /) -> str | None:
        """Python that is true where the domain contains the value of its kind with this text.

        None where it always does, and where only running the function could tell.
        """
        return None

    @property
    def has_condition(self) -> bool:
        """Whether `condition_text` says all that a value of the kind must be like to be in the domain."""
        return self.kind is not Kind.OTHER

    def symbolic_conditions(self, text: str, /) -> Iterator[str]:
        """What `condition_text` says of values that are not None, in operations that symbolic executors know."""
        condition = self.condition_text(text)
        return iter(() if condition is None else (condition,))

    def boundary_numbers(self, _constants: Sequence[int | float], /) -> tuple[int | float, ...]:
        """The numbers of a range at which functions may go wrong, each once; none of other domains."""
        return ()

    def boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str], /) -> Way:
        """Draws of boundary values; of listed, sampled and built values, any."""
        return self.draw if self.kind is Kind.OTHER else self._boundary_way(constants, pieces)

    def _boundary_way(self, _constants: Sequence[int | float], _pieces: Sequence[str], /) -> Way:
        return self.draw

    def extremes(self, rng: Random) -> tuple[Any, ...]:
        """Some values, in the order zero, one, least, most; a drawn one where none are known."""
        return self._each_once(self._extremes(rng)) or (self.draw(rng),)

    def _extremes(self, _rng: Random, /) -> Iterator[Any]:
        """Candidates, some of which may be no values of the domain."""
        return iter(())

    def _each_once(self, candidates: Iterable[Any]) -> tuple[Any, ...]:
        """Those of the candidates that are values of the domain."""
        return tuple({key(value): value for value in candidates if self.contains(value)}.values())


def tells_sources(domain: object) -> TypeGuard[Narrowable]:
    """Whether a domain tells which of its values have valid follow-ups."""
    return isinstance(domain, Narrowable) and domain.tells_sources


def check_element(element: object, name: str = "element") -> Narrowable:
    """The domain that others are made of, passed as argument `name`; UsageError where it is none."""
    if not isinstance(element, Narrowable):
        raise UsageError(f"{name} must be a domain such as ints(0, 9), got {element!r:.80}")
    return element


def kind_within(domain: Domain) -> Kind | None:
    """The kind of elements, as `sequence_kind` takes it: None where None may be among them."""
    return None if domain.kind is not Kind.OTHER and domain.contains(None) is not False else domain.kind


def is_part(part: Domain, domain: Domain) -> bool:
    """Whether a domain is another one with fewer values.

    >>> from genmorph.domain import ints
    >>> is_part(ints(0, 5), ints(-5, 5)), is_part(ints(0, 9), ints(-5, 5)), is_part(ints(0, 5), ints(0, 5))
    (True, False, False)
    """
    if part == domain or not isinstance(part, Narrowable) or not isinstance(domain, Narrowable):
        return False
    return type(part) is type(domain) and domain.intersect(part) == part


def outside(text: str, whole: tuple[Any, Any], part: tuple[Any, Any]) -> str:
    """Python that is true of numbers within the bounds of a domain that lie beyond those of a part.

    >>> outside("n", (-5, 5), (0, 5)), outside("n", (-5, 5), (0, 3))
    ('n < 0', 'n < 0 or n > 3')
    """
    below = [f"{text} < {python_text(part[0])}"] * (part[0] != whole[0])
    above = [f"{text} > {python_text(part[1])}"] * (part[1] != whole[1])
    return " or ".join([*below, *above])


def contains_all(domains: Sequence[Domain], values: Input) -> bool | None:
    """Whether each value is in its domain: False if one is not, otherwise None if that is unknown for one.

    >>> from genmorph.domain import bools, ints
    >>> contains_all([ints(0, 9), bools()], (3, True)), contains_all([ints(0, 9), bools()], (10, True))
    (True, False)
    """
    return together(domain.contains(value) for domain, value in zip(domains, values, strict=True))


def parts_inside(domain: Domain, steps: int) -> list[tuple[Path, Any]]:
    """The domain and its parts, each with the steps to it, at most so many.

    >>> from genmorph.domain import ints, lists, texts, tuples
    >>> [part.notation() for _, part in parts_inside(lists(tuples(ints(0, 9), ints())), 2)][2:]
    ['ints(0, 9)', 'ints()']
    """
    outer: list[tuple[Path, Any]] = [((), domain)]
    found = outer
    for _ in range(steps):
        outer = [
            ((*path, step), part)
            for path, one in outer
            if isinstance(one, Narrowable)
            for step, part in one.changeable_parts().items()
            if one.keeps(step)
        ]
        found = found + outer
    return found


def count_combinations(domains: Iterable[Domain]) -> int | None:
    """The number of all combinations of a value of each domain; None where it is unknown or infinite."""
    sizes = [domain.size for domain in domains]
    known = [size for size in sizes if size is not None]
    return math.prod(known) if len(known) == len(sizes) else None


def together(answers: Iterable[bool | None]) -> bool | None:
    """Whether all is so: False if something is not, otherwise None if something is unknown."""
    is_known = True
    for answer in answers:
        if answer is False:
            return False
        is_known = is_known and answer is not None
    return True if is_known else None

"""Sets and frozen sets."""

from dataclasses import dataclass, replace
from typing import Any

from genmorph.model import Domain, UsageError
from genmorph.settings import SIZE_DRAWS, VALUE_LIMITS
from genmorph.values.building import as_data, build
from genmorph.values.formed import Change, Formed, View, typed_condition
from genmorph.values.narrowable import Narrowable, check_element
from genmorph.values.python_text import Source, conjunction, python_text, write_call
from genmorph.values.sequences import Sequences, lists
from genmorph.values.sizes import SIZES, check_sizes, size_condition


@dataclass(frozen=True, slots=True, repr=False)
class Sets(Formed):
    """All sets, or frozen sets, of these sizes of elements of a domain."""

    element: Narrowable
    min_size: int
    max_size: int
    is_frozen: bool = False
    changes = (
        Change(
            "add_element",
            (0, 1, "a", ""),
            before=lambda domain, element: domain.before_growing(element),
            apply=lambda value, element: value | {element},
            text=lambda value, element: f"{value} | {{{python_text(element)}}}",
            words=lambda value, element: f"{value} gains {python_text(element)}",
            examples=(({1}, 0, {0, 1}),),
            elements=lambda domain: domain.element,
        ),
        Change(
            "remove_element",
            (0, 1, "a", ""),
            before=lambda domain, element: domain.before_shrinking(element),
            apply=lambda value, element: value - {element},
            text=lambda value, element: f"{value} - {{{python_text(element)}}}",
            words=lambda value, element: f"{value} loses {python_text(element)}",
            examples=(({0, 1}, 0, {1}),),
            elements=lambda domain: domain.element,
        ),
    )

    views = (View("sorted({})", sorted),)
    makers = (("builtins", "set"), ("builtins", "frozenset"))

    @property
    def made_by(self) -> tuple[str, str]:  # type: ignore[override]
        return "builtins", "frozenset" if self.is_frozen else "set"

    @property
    def is_hashable(self) -> bool:
        return self.is_frozen

    @property
    def inner(self) -> Sequences:
        """Lists of distinct elements."""
        return lists(self.element, self.min_size, self.max_size, unique=True)

    @property
    def size(self) -> None:
        """Unknown: several lists make the same set."""
        return

    def form(self, plain: list[Any]) -> Any:
        return (frozenset if self.is_frozen else set)(build(plain))

    def plain(self, value: Any) -> list[Any]:
        return [as_data(element) for element in value]

    def before_growing(self, element: object) -> "Sets | None":
        """The sets that have room for one more element of the domain."""
        return self._of_sizes(element, self.min_size, self.max_size - 1)

    def before_shrinking(self, element: object) -> "Sets | None":
        """The sets that can do without an element."""
        return self._of_sizes(element, self.min_size + 1, self.max_size)

    def _of_sizes(self, element: object, least: int, most: int) -> "Sets | None":
        if least > most or not self.element.contains(element):
            return None
        return replace(self, min_size=least, max_size=most)

    @property
    def has_condition(self) -> bool:
        return typed_condition(self.element, "v") is not None

    def condition_text(self, text: str, /) -> str | None:
        each = f"all({typed_condition(self.element, 'v')} for v in {text})" if self.has_condition else None
        return conjunction(size_condition(self.min_size, text, self.max_size), each)

    def fed_back(self) -> Narrowable:
        return replace(self, element=self.element.fed_back(), max_size=VALUE_LIMITS.longest)

    def joined(self) -> Narrowable:
        return replace(self, max_size=2 * self.max_size) if self.max_size == SIZE_DRAWS.usual_entries else self

    def notation(self) -> str:
        sizes = {"min_size": self.min_size} if self.min_size else {}
        sizes |= {"max_size": self.max_size} if self.max_size != SIZE_DRAWS.usual_entries else {}
        name = "frozensets" if self.is_frozen else "sets"
        return write_call(name, [Source(self.element.notation())], sizes)

    def strategy(self) -> str:
        sizes = {"min_size": self.min_size, "max_size": self.max_size}
        name = "st.frozensets" if self.is_frozen else "st.sets"
        return write_call(name, [Source(self.element.strategy())], sizes)


def sets(element: Domain, min_size: int = 0, max_size: int = SIZE_DRAWS.usual_entries) -> Sets:
    """Make the domain of all sets of elements of a domain.

    >>> from genmorph.domain import ints
    >>> sets(ints(0, 9), max_size=3).strategy()
    'st.sets(st.integers(0, 9), min_size=0, max_size=3)'
    >>> sets(ints(0, 1), min_size=5)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: element must have at least 5 distinct values, got ints(0, 1)
    """
    return _checked(Sets(_hashable(element), *check_sizes(min_size, max_size, SIZES)))


def frozensets(element: Domain, min_size: int = 0, max_size: int = SIZE_DRAWS.usual_entries) -> Sets:
    """Make the domain of all frozen sets of elements of a domain; the same arguments as of `sets`."""
    return _checked(Sets(_hashable(element), *check_sizes(min_size, max_size, SIZES), is_frozen=True))


def _hashable(element: Domain) -> Narrowable:
    found = check_element(element)
    if not found.is_hashable:
        raise UsageError(f"element must have values that sets can hold, got {element!r}")
    return found


def _checked(found: Sets) -> Sets:
    """UsageError for sizes that there are none of."""
    _ = found.inner
    return found

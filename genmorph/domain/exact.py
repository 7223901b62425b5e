"""The domain of one plain value."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.domain.calls import write_call, write_literal
from genmorph.domain.kinds import common_shape
from genmorph.model import Container, Domain, Kind, UsageError


@dataclass(frozen=True, slots=True, repr=False)
class Exactly:
    """One number, Boolean, text, or list or tuple of such; each list drawn is a new one."""

    kind: Kind
    container: Container | None
    value: Any

    def __repr__(self) -> str:
        return self.notation()

    @property
    def size(self) -> int:
        """Always 1."""
        return 1

    def values(self) -> Iterator[Any]:
        """The only value."""
        return iter((deepcopy(self.value),))

    def draw(self, _rng: Random) -> Any:
        """The only value."""
        return deepcopy(self.value)

    def contains(self, value: object) -> bool:
        """Whether the value is this one, of the same types and sign of zero."""
        return is_literal(value) and repr(value) == repr(self.value)

    def notation(self) -> str:
        """The call that makes this domain."""
        return write_call("exactly", [self.value], {})

    def strategy(self) -> str:
        """The Hypothesis call for the same value, made anew where it holds a list."""
        if deepcopy(self.value) is self.value:
            return write_call("st.just", [self.value], {}, prefix="math.")
        return f"st.builds(lambda: {write_literal(self.value, 'math.')})"

    def intersect(self, other: Domain) -> Domain | None:
        """The value, where it is in the other domain; else None."""
        return self if other.contains(self.value) else None

    def before_adding(self, c: int | float) -> Domain | None:
        """The value, where it stays the same with c added to it; else None."""
        return self if self.kind.is_number and self.contains(self.value + c) else None

    def before_scaling(self, c: int | float) -> Domain | None:
        """The value, where it stays the same multiplied by c; else None."""
        return self if self.kind.is_number and self.contains(self.value * c) else None

    def before_squaring(self) -> Domain | None:
        """The value, where it stays the same multiplied by itself; else None."""
        return self if self.kind.is_number and self.contains(self.value * self.value) else None


def exactly(value: object) -> Exactly:
    """The domain of one plain value.

    >>> exactly([1, 2]).strategy(), exactly(0.5).strategy(), exactly(1).contains(True)
    ('st.builds(lambda: [1, 2])', 'st.just(0.5)', False)
    >>> exactly({})
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: value must be a number, a Boolean, a text, or a list or tuple of such, got {}
    """
    shape = common_shape([value]) if is_literal(value) else None
    if shape is None:
        raise UsageError(f"value must be a number, a Boolean, a text, or a list or tuple of such, got {value!r:.80}")
    return Exactly(shape.kind, shape.container, deepcopy(value))


def is_literal(value: object) -> bool:
    """Whether the value is a number, a Boolean, a text, None, or a list or tuple of such, and of no class of its own.

    >>> is_literal([1, ("a", None)]), is_literal(object())
    (True, False)
    """
    if type(value) in (list, tuple):
        return all(map(is_literal, value))  # type: ignore[call-overload]
    return value is None or type(value) in (int, float, bool, str)

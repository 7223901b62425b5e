"""What the process of an application says of it, as both sides know it."""

from dataclasses import dataclass

from genmorph.services.answer_shapes import Plain


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the source: that of a whole statement, or a clause of one; `text` is how it is written.

    `decision` is the number of the condition that it is a clause of, its own for a whole one. `is_looped` says that it
    can go both ways in one call, `is_constant` that it is the same in all, and `is_alternative` that it makes the whole
    true where it is true.
    """

    file: str
    line: int
    text: str
    decision: int
    function: str
    is_looped: bool
    is_constant: bool
    is_alternative: bool


@dataclass(frozen=True, slots=True)
class ServiceCall:
    """One call of a service: what it is kept by, its input in words, and the answer; None where it was given."""

    service: str
    key: str
    given: str
    answer: Plain


@dataclass(frozen=True, slots=True)
class Caller:
    """A function that asks services, where it begins, and whether it does so itself or through others."""

    function: str
    file: str
    line: int
    services: tuple[str, ...]
    is_direct: bool

    def __str__(self) -> str:
        way = "asks" if self.is_direct else "asks through others"
        return f"{self.function} {way} {', '.join(self.services)}"

"""Members of enums."""

from dataclasses import dataclass
from enum import Enum, Flag
from functools import lru_cache
from random import Random
from typing import Any

from genmorph.model import Built, UsageError
from genmorph.values.building import as_data
from genmorph.values.formed import Formed
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.paths import find_named, split_path
from genmorph.values.python_text import write_call


@dataclass(frozen=True, slots=True, repr=False)
class Enums(Formed):
    """The members of an enum, aliases left out, in the order of their definition."""

    module: str
    qualname: str

    @property
    def made_by(self) -> tuple[str, str]:  # type: ignore[override]
        return self.module, self.qualname

    @property
    def inner(self) -> Ints:
        return ints(0, len(self._members) - 1)

    @property
    def _members(self) -> list[Any]:
        return list(find_named(self.module, self.qualname))

    @property
    def has_condition(self) -> bool:
        """Joined members of flags are none of the members."""
        return not issubclass(find_named(self.module, self.qualname), Flag)

    def form(self, plain: int) -> Any:
        return self._members[plain]

    def plain(self, value: Any) -> int:
        return self._members.index(value)

    def draw(self, rng: Random) -> Any:
        """All members equally often."""
        return self._built(rng.randrange(len(self._members)))

    def contains(self, value: object) -> bool:
        match value:
            case Enum():
                return value in self._members
            case Built("name"):
                return value in _built_members(find_named(self.module, self.qualname))
        return False

    def notation(self) -> str:
        return write_call("enums", [f"{self.module}:{self.qualname}"], {})

    def strategy(self) -> str:
        return f"st.sampled_from({self.module}.{self.qualname})"


@lru_cache(maxsize=64)
def _built_members(enum: type[Enum]) -> frozenset[Any]:
    """What builds each member; to make these again for each value takes ten times as long as to look one up."""
    return frozenset(map(as_data, enum))


def enums(enum: type[Enum] | str) -> Enums:
    """Make the domain of the members of an enum, or of its path as text.

    >>> enums("http:HTTPMethod").size, enums("http:HTTPMethod").strategy()
    (9, 'st.sampled_from(http.HTTPMethod)')
    >>> enums("http:HTTPMethods")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: enum must be an enum with members or its path such as 'package.module:Color', got \
'http:HTTPMethods'
    """
    path = f"{enum.__module__}:{enum.__qualname__}" if isinstance(enum, type) else enum
    module, qualname = (isinstance(path, str) and split_path(path)) or ("", "")
    try:
        found = find_named(module, qualname) if qualname else None
    except UsageError:
        found = None
    if not (isinstance(found, type) and issubclass(found, Enum) and len(found)):
        rule = "enum must be an enum with members or its path such as 'package.module:Color'"
        raise UsageError(f"{rule}, got {enum!r:.80}")
    return Enums(module, qualname)

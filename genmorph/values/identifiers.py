"""Paths of files and UUIDs."""

import uuid
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from genmorph.settings import SIZE_DRAWS
from genmorph.values.formed import Change, Formed, View
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.python_text import as_primary, python_text, write_call
from genmorph.values.sequences import lists
from genmorph.values.sizes import SIZES, check_sizes
from genmorph.values.texts import texts

_PARTS = texts("ab.-_ é", 1)


@dataclass(frozen=True, slots=True, repr=False)
class Paths(Formed):
    """All relative paths of at most `max_size` parts, of letters of which some have a meaning in names of files.

    A pure path reaches no files.
    """

    max_size: int
    is_pure: bool = False
    changes = (
        Change(
            "go_into",
            ("a", "a.b"),
            before=lambda domain, name: domain.before_entering(name),
            apply=lambda value, name: value / name,
            text=lambda value, name: f"{value} / {python_text(name)}",
            words=lambda value, name: f"{value} goes into {python_text(name)}",
            examples=((Path("b"), "a", Path("b/a")),),
        ),
        Change(
            "go_up",
            (),
            before=lambda domain, _: domain,
            apply=lambda value, _: value.parent,
            text=lambda value, _: f"{value}.parent",
            words=lambda value, _: f"{value} goes up",
            examples=((Path("b/a"), None, Path("b")),),
        ),
    )
    views = (View("str({})", str),)
    makers = tuple(("pathlib", name) for name in ("PosixPath", "PurePosixPath", "PureWindowsPath"))

    @property
    def made_by(self) -> tuple[str, str]:  # type: ignore[override]
        return "pathlib", type(self.form([])).__name__

    @property
    def inner(self) -> Narrowable:
        """Lists of parts; where one of them is a dot, the path has fewer."""
        return lists(_PARTS, 0, self.max_size)

    @property
    def size(self) -> None:
        """Unknown: several lists make the same path."""
        return

    has_condition = True

    def condition_text(self, text: str, /) -> str | None:
        return self._inner.condition_text(f"{as_primary(text)}.parts")

    def form(self, plain: list[str]) -> PurePath:
        return PurePath(*plain) if self.is_pure else Path(*plain)

    def plain(self, value: PurePath) -> list[str]:
        return list(value.parts)

    def before_entering(self, name: str) -> "Paths | None":
        """The paths that have room for such a part; None where there are none."""
        has_room = self.max_size > 0 and _PARTS.contains(name)
        return replace(self, max_size=self.max_size - 1) if has_room else None

    def notation(self) -> str:
        sizes = {} if self.max_size == SIZE_DRAWS.usual_entries else {"max_size": self.max_size}
        return write_call("pure_paths" if self.is_pure else "paths", [], sizes)

    def strategy(self) -> str:
        made_by = "PurePath" if self.is_pure else "Path"
        return f"{self.inner.strategy()}.map(lambda parts: pathlib.{made_by}(*parts))"


@dataclass(frozen=True, slots=True, repr=False)
class Uuids(Formed):
    """All UUIDs."""

    made_by = ("uuid", "UUID")

    @property
    def inner(self) -> Ints:
        return ints(0, (1 << 128) - 1)

    has_condition = True

    def form(self, plain: int) -> uuid.UUID:
        return uuid.UUID(int=plain)

    def plain(self, value: uuid.UUID) -> int:
        return value.int

    def notation(self) -> str:
        return "uuids()"

    def strategy(self) -> str:
        return "st.builds(uuid.UUID, int=st.integers(0, 2**128 - 1))"


def paths(max_size: int = SIZE_DRAWS.usual_entries) -> Paths:
    """Make the domain of relative paths of at most `max_size` parts.

    >>> paths(2).contains("a/b"), paths(2).contains(Path("a/b")), paths(2).contains(Path("a/b/b"))
    (False, True, False)
    """
    return Paths(check_sizes(0, max_size, SIZES)[1])


def pure_paths(max_size: int = SIZE_DRAWS.usual_entries) -> Paths:
    """Make the domain of relative paths of at most `max_size` parts that reach no files.

    >>> pure_paths(2).contains(PurePath("a/b")), pure_paths(2).contains(Path("a/b"))
    (True, False)
    """
    return replace(paths(max_size), is_pure=True)


def uuids() -> Uuids:
    """Make the domain of all UUIDs.

    >>> uuids().strategy()
    'st.builds(uuid.UUID, int=st.integers(0, 2**128 - 1))'
    """
    return Uuids()

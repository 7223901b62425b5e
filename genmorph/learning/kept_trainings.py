"""Finished trainings on disk, so that a check that was broken off, or is repeated, does not train again."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from warnings import warn

from genmorph.execution.cache import OutcomeCache, default_cache_path, require_cache_file
from genmorph.execution.shelf import Shelf, key_of
from genmorph.learning.runs import Outputs
from genmorph.model import Input, Returned, UnsupportedError
from genmorph.subject.digests import digest
from genmorph.subject.targets import locate

_VARIANT = "trainings"
"""What tells these outcomes from those of calls in workers."""


@dataclass(frozen=True, slots=True)
class KeptTrainings:
    """What a program gave, by what it was asked, as long as its source and the versions of packages are the same."""

    path: Path
    digest: str

    @classmethod
    def of(cls, function: Callable[..., Any], cache: bool | str | os.PathLike[str]) -> Self | None:
        """Those of a function, in the user's cache where `cache` is True; None where nothing is kept.

        Of a callable object or a partial there is no source to tell it by: nothing is kept.

        Raises:
            UsageError: The file cannot be a cache.
            UnsupportedError: A file is named, and there is no source.

        >>> KeptTrainings.of(print, cache=False) is None
        True

        """
        if cache is False:
            return None
        if cache is not True:
            require_cache_file(Path(cache))
        try:
            target = locate(function).target
        except UnsupportedError:
            if cache is True:
                return None
            raise
        return cls(default_cache_path() if cache is True else Path(cache), digest(target, ()))

    def find(self, asked: Input) -> Outputs | None:
        """What the program gave; None where it is not known."""
        with self._opened() as cache:
            outcome = self._shelf(cache).find(None, [key := key_of(asked)]).get(key)
        if not isinstance(outcome, Returned):
            return None
        return {name: tuple(numbers) for name, numbers in outcome.value}

    def keep(self, asked: Input, outputs: Mapping[str, tuple[float, ...]]) -> None:
        """Keep what the program gave, at once: the next training may be broken off."""
        given = [[name, list(numbers)] for name, numbers in outputs.items()]
        with self._opened() as cache:
            self._shelf(cache).store(None, [key_of(asked)], [Returned(given)])

    def _opened(self) -> OutcomeCache:
        return OutcomeCache.open(self.path, lambda text: warn(text, stacklevel=2))

    def _shelf(self, cache: OutcomeCache) -> Shelf:
        return cache.shelf(self.digest, limit=0.0, clocked=False, variant=_VARIANT)

"""Pairs of functions of a package between which relations are worth inferring.

The package is imported, and its functions are called, in another process, as for a catalogue.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from genmorph.batch.survey import SilenceError, words
from genmorph.model import UsageError
from genmorph.settings import PAIRS


@dataclass(frozen=True, slots=True)
class ProposedPair:
    """Two functions by their paths, what speaks for them, and what came of a few inputs ("" where none was tried).

    `is_confirmed` says that some inputs came back, and `is_typed` that types alone speak for the pair. As many inputs
    as `met` says came back, a `share` of those that the first function accepted; it `raises` where it accepted none.

    >>> print(ProposedPair("json:dumps", "json:loads", "dumps/loads", "gives back 5 of 6 inputs", is_confirmed=True))
    json:dumps json:loads  dumps/loads  gives back 5 of 6 inputs
    """

    first: str
    second: str
    reason: str
    tried: str = ""
    is_confirmed: bool = False
    is_typed: bool = False
    share: float = 0.0
    met: int = 0
    raises: bool = False

    def __str__(self) -> str:
        return "  ".join(filter(None, (f"{self.first} {self.second}", self.reason, self.tried)))

    @property
    def rank(self) -> tuple[int, bool, float, int]:
        """What is proposed first has the least: confirmed pairs, those of names, those of types, those that raise."""
        group = 0 if self.is_confirmed else 3 if self.raises else 2 if self.is_typed else 1
        return group, self.is_typed, -self.share, -self.met


def propose_pairs(
    packages: str | Iterable[str], most: int = PAIRS.most, is_stopped: Callable[[], bool] = lambda: False
) -> list[ProposedPair]:
    """Pairs of functions of a package, of a module, or of several together, the likeliest first.

    Raises UsageError where one cannot be imported.

    >>> print(propose_pairs("html")[0])
    html:escape html:unescape  x/unx  gives back 20 of 20 inputs
    """
    if not most > 0:
        raise UsageError(f"most must be > 0, got {most}")
    names = [packages] if isinstance(packages, str) else list(packages)
    found = _collect(names, is_stopped)
    return sorted(found, key=lambda pair: pair.rank)[:most]


def _collect(packages: Sequence[str], is_stopped: Callable[[], bool]) -> list[ProposedPair]:
    """All pairs that the other process names; where a module or a pair ends it, another goes on without that."""
    found: dict[str, ProposedPair] = {}
    left_out: list[str] = []
    for _ in range(PAIRS.deaths):
        at = packages[0]
        asked = json.dumps(packages), json.dumps(left_out)
        try:
            for word in words("pairs", *asked, is_stopped=is_stopped, silence_seconds=PAIRS.silence_seconds):
                at = word.get("at", at)
                if "pair" not in word:
                    continue
                found.pop(word["pair"], None)
                if word["proposal"] is not None:
                    found[word["pair"]] = ProposedPair(**word["proposal"])
                if "is_tried" in word:
                    left_out.append(word["pair"])
            break
        except SilenceError as error:
            if not at or at in packages:
                silence = f"{PAIRS.silence_seconds:g} s without output"
                raise UsageError(f"{at or ', '.join(packages)} crashed, or timed out after {silence}") from error
            left_out.append(at)
            found.pop(at, None)
    return list(found.values())

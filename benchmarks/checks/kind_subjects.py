"""What `every_kind` runs: a function, what genmorph is told of its inputs, and further inputs of our own making."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from benchmarks.checks.kind_functions import Basket

Draw = Callable[[Random], Any]
LETTERS = "abcdefgxyzABCXYZ"
PLAIN = "aAbBzZ ,.-"
"""Letters whose other case is one letter, too: whatever is said of capitals is false of some others."""
SIGNS = " \t\n.,;-_!?0123456789éßñÄŁжλ中🙂"


@dataclass(frozen=True, slots=True)
class KindSubject:
    """A function by its path; `domains` are options of the command line, `draws` make one argument each.

    `own` says that the function is one of `kind_functions`. Where annotations tell valid inputs, `whole` makes them.
    """

    path: str
    domains: tuple[str, ...]
    draws: tuple[Draw, ...]
    whole: Draw | None = None

    @property
    def own(self) -> bool:
        """Whether the function stands in a file of ours, which is copied beside the run."""
        return self.path.startswith("kind_functions:")

    @property
    def is_annotated(self) -> bool:
        """Whether annotations in a file of their own tell valid inputs."""
        return self.whole is not None

    @property
    def name(self) -> str:
        """The function's path, as rows name it."""
        return self.path.removeprefix("kind_functions:")

    def draw(self, rng: Random) -> tuple[Any, ...]:
        """One input."""
        return tuple(draw(rng) for draw in self.draws) if self.whole is None else self.whole(rng)


def _text(longest: int = 20, alphabet: str = "") -> Draw:
    def draw(rng: Random) -> str:
        letters = alphabet or (LETTERS if rng.random() < 0.4 else LETTERS + SIGNS)
        chosen = rng.sample(letters, rng.randint(1, 4)) if rng.random() < 0.4 else letters
        return "".join(rng.choice(chosen) for _ in range(_size(rng, 0, longest)))

    return draw


def _list(element: Draw, least: int = 0, longest: int = 20) -> Draw:
    def draw(rng: Random) -> list[Any]:
        size = _size(rng, least, longest)
        pool = [element(rng) for _ in range(rng.randint(1, 3) if rng.random() < 0.3 else max(1, size))]
        values = [rng.choice(pool) if len(pool) < size else pool[i] for i in range(size)]
        return sorted(values) if rng.random() < 0.2 else values

    return draw


def _size(rng: Random, least: int, longest: int) -> int:
    return rng.randint(least, min(longest, least + 3)) if rng.random() < 0.3 else rng.randint(least, longest)


def _int(low: int, high: int) -> Draw:
    return lambda rng: rng.randint(max(low, -3), min(high, 3)) if rng.random() < 0.2 else rng.randint(low, high)


def _float(low: float, high: float) -> Draw:
    return lambda rng: float(rng.randint(int(low), int(high))) if rng.random() < 0.3 else rng.uniform(low, high)


def _weighted(rng: Random) -> tuple[list[float], list[float]]:
    size = _size(rng, 1, 20)
    weights = [_float(0, 100)(rng) for _ in range(size)]
    return [_REAL(rng) for _ in range(size)], weights if sum(weights) > 1 else [100.0] * size


def _between(rng: Random) -> tuple[float, float, float]:
    low, high = sorted((_REAL(rng), _REAL(rng)))
    low, high = (low, high) if low + 1 < high else (-7.5, 3.0)
    return rng.choice((low, high, rng.uniform(low, high))), low, high


def _patch(rng: Random) -> tuple[Any, int, int, int]:
    height, width = rng.randint(1, 6), rng.randint(1, 6)
    side = rng.randint(1, min(height, width))
    pixels = [[rng.choice((0, 255, rng.randint(0, 255))) for _ in range(width)] for _ in range(height)]
    return np.array(pixels, np.uint8), rng.randint(0, height - side), rng.randint(0, width - side), side


def _basket(rng: Random) -> tuple[Any, int, int]:
    names = {_text(3, "abcd")(rng).replace("d", "") or "a" for _ in range(rng.randint(0, 4))}
    basket = Basket({name: _int(1, 10_000)(rng) for name in sorted(names)}, _int(0, 100)(rng))
    return basket, _int(0, 100)(rng), _int(0, 5_000)(rng)


_REAL = _float(-1000, 1000)
_WHOLE = _int(-1_000_000, 1_000_000)
_REALS = "floats(-1000, 1000)"

KIND_SUBJECTS = (
    KindSubject("kind_functions:mean", (f"values=lists({_REALS}, min_len=1)",), (_list(_REAL, 1),)),
    KindSubject("kind_functions:insertion_sort", (), (_list(_WHOLE),)),
    KindSubject("kind_functions:caesar", ("shift=ints(-100, 100)",), (_text(), _int(-100, 100))),
    KindSubject(
        "kind_functions:pad_left",
        ("text=texts(max_len=30)", "width=ints(-5, 30)"),
        (_text(30), _int(-5, 30), _text(3)),
    ),
    KindSubject("kind_functions:common_prefix", (), (_text(), _text())),
    KindSubject("kind_functions:run_lengths", (), (_text(),)),
    KindSubject("kind_functions:run_length_encode", (), (_text(),)),
    KindSubject(
        "kind_functions:min_max_normalise",
        (f"values=np_arrays('float64', np_shapes(1, 1, 1, 20), {_REALS})",),
        (_list(_REAL, 1),),
    ),
    KindSubject(
        "kind_functions:summarise", ("values=lists(ints(-1000, 1000), min_len=1)",), (_list(_int(-1000, 1000), 1),)
    ),
    KindSubject("kind_functions:largest_gap", (), (_list(_WHOLE),)),
    KindSubject("kind_functions:moving_sums", ("width=ints(-2, 20)",), (_list(_WHOLE), _int(-2, 20))),
    KindSubject("kind_functions:weighted_mean", (), (), _weighted),
    KindSubject("kind_functions:rescaled", (), (), _between),
    KindSubject("kind_functions:patch_brightness", (), (), _patch),
    KindSubject("kind_functions:Basket.price", (), (), _basket),
    KindSubject("textwrap:shorten", ("text=texts(max_len=60)", "width=ints(0, 80)"), (_text(60), _int(0, 80))),
    KindSubject("string:capwords", (f"s=texts({PLAIN!r})",), (_text(20, PLAIN),)),
    KindSubject(
        "bisect:bisect_left", ("lists(ints(-100, 100))", "ints(-100, 100)"), (_list(_int(-100, 100)), _int(-100, 100))
    ),
    KindSubject("statistics:fmean", (f"data=lists({_REALS}, min_len=1)",), (_list(_REAL, 1),)),
    KindSubject(
        "heapq:merge",
        ("lists(ints(-100, 100))", "lists(ints(-100, 100))"),
        (_list(_int(-100, 100)), _list(_int(-100, 100))),
    ),
    KindSubject(
        "numpy:convolve",
        (
            "np_arrays('int64', np_shapes(1, 1, 1, 20), ints(-100, 100))",
            "np_arrays('int64', np_shapes(1, 1, 1, 20), ints(-100, 100))",
        ),
        (_list(_int(-100, 100), 1), _list(_int(-100, 100), 1)),
    ),
)
BY_NAME: Mapping[str, KindSubject] = {subject.name: subject for subject in KIND_SUBJECTS}

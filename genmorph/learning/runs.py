"""What a learning program gives: named lists of numbers, of several kinds; and its calls, which may fail."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from genmorph.settings import LEARNING

Numbers = tuple[float, ...]
Outputs = Mapping[str, Numbers]
"""The numbers of each output, by its name."""

UNNAMED = "output"
"""The name of the only output of a program that gives no dict."""


class Kind(Enum):
    """What an output says, and so what becomes of it where data get another unit."""

    LOSS = "loss"
    """How wrong forecasts are: it has a power of the unit, or none."""
    SCORE = "score"
    """How good they are; whether more is better is not known. It has a power of the unit, or none."""
    FORECAST = "forecast"
    """It is in the unit of the data."""
    OTHER = "other"
    """It has a number for each window, and may be a forecast or something else, such as a residual."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a call gave no numbers, such as `raised ValueError: series must be finite`."""

    reason: str

    def __str__(self) -> str:
        return self.reason


def called(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Call a program; Failed stands for what it raises.

    >>> called(math.sqrt, -1.0)
    Failed(reason='raised ValueError: math domain error')
    """
    try:
        return function(*arguments, **named)
    except Exception as error:  # noqa: BLE001 - the border of the program that is checked
        return Failed(f"raised {type(error).__name__}{': ' if str(error) else ''}{error}")


def read_outputs(value: Any) -> Outputs | Failed:
    """Take the numbers from what a program gives: a number, numbers in any nesting, or a dict of such.

    Entries of a dict that are no numbers are left out, such as models and texts.

    >>> read_outputs(0.5), read_outputs({"loss": 1, "forecast": [[2.0], [3.0]], "model": object()})
    ({'output': (0.5,)}, {'loss': (1.0,), 'forecast': (2.0, 3.0)})
    >>> read_outputs("high")
    Failed(reason="gave 'high', which holds no numbers")
    """
    named = value if isinstance(value, Mapping) else {UNNAMED: value}
    read = {str(name): read_numbers(one) for name, one in named.items()}
    outputs = {name: numbers for name, numbers in read.items() if not isinstance(numbers, Failed)}
    return outputs or Failed(f"gave {value!r}, which holds no numbers")


def read_numbers(value: Any) -> Numbers | Failed:
    """The numbers of a number, or of numbers in any nesting, such as arrays.

    >>> read_numbers([1, (2.5, True)]), read_numbers(None)
    ((1.0, 2.5, 1.0), Failed(reason='gave None, which holds no numbers'))
    """
    plain = called(value.tolist) if hasattr(value, "tolist") else value
    if isinstance(plain, (int, float)):
        number = called(float, plain)  # ints may be beyond floats
        return number if isinstance(number, Failed) else (number,)
    if isinstance(plain, Sequence) and not isinstance(plain, str | bytes):
        parts = [read_numbers(one) for one in plain]
        if not any(isinstance(part, Failed) for part in parts):
            return tuple(number for part in parts if not isinstance(part, Failed) for number in part)
    return Failed(f"gave {value!r}, which holds no numbers")


def kinds_of(outputs: Outputs, forecasts: int) -> dict[str, Kind]:
    """The kinds of the outputs that can be judged: those whose name or count of numbers tells what they are.

    Args:
        outputs: What a program gives.
        forecasts: How many numbers an output has that has a forecast for each window.

    >>> kinds_of({"val_loss": (0.1, 0.2), "forecast": (3.0,), "epochs": (9.0,), "residual": (0.1, 0.2)}, 2)
    {'val_loss': <Kind.LOSS: 'loss'>, 'forecast': <Kind.FORECAST: 'forecast'>, 'residual': <Kind.OTHER: 'other'>}
    >>> kinds_of({"output": (0.1,)}, 2), kinds_of({"output": (3.0, 4.0)}, 2), kinds_of({"output": (3.0, 4.0, 5.0)}, 2)
    ({'output': <Kind.LOSS: 'loss'>}, {'output': <Kind.FORECAST: 'forecast'>}, {})

    """
    found = {name: _kind(name, len(numbers), forecasts) for name, numbers in outputs.items() if numbers}
    return {name: kind for name, kind in found.items() if kind is not None}


def _kind(name: str, count: int, forecasts: int) -> Kind | None:
    if name == UNNAMED:
        return Kind.LOSS if count == 1 else Kind.FORECAST if count == forecasts else None
    words = set(re.split(r"[^a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()))
    if words & LEARNING.proportions:
        return None
    for kind, names in (
        (Kind.LOSS, LEARNING.losses),
        (Kind.SCORE, LEARNING.scores),
        (Kind.FORECAST, LEARNING.forecasts),
    ):
        if words & names:
            return kind
    return Kind.OTHER if count == forecasts else None


def failure(outputs: Outputs, names: Sequence[str]) -> Failed | None:
    """What keeps named outputs from being compared: one is missing or empty, or has a number that is not finite.

    >>> failure({"loss": (0.5,)}, ["loss"]), failure({"loss": (math.nan,)}, ["loss"])
    (None, Failed(reason='gave nan as loss'))
    """
    for name in names:
        if not outputs.get(name):
            return Failed(f"gave no {name}")
        strange = next((number for number in outputs[name] if not math.isfinite(number)), None)
        if strange is not None:
            return Failed(f"gave {strange} as {name}")
    return None

"""What a learning program gives, as named lists of numbers; and its calls, which may raise."""

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.model import UsageError

Outputs = Mapping[str, tuple[float, ...]]
"""The numbers of each output, by its name."""

_ONLY = "output"
_LOSSES = ("loss", "error", "score", "mse", "rmse", "mae")


@dataclass(frozen=True, slots=True)
class RaisedError:
    """What a call raised."""

    name: str
    message: str

    def __str__(self) -> str:
        return f"{self.name}: {self.message}" if self.message else self.name


def read_outputs(value: Any) -> Outputs:
    """Take the numbers from what a program gives: a number, numbers in any nesting, or a dict of such.

    Callables in a dict are left out. Raises UsageError for what holds no numbers.

    >>> read_outputs(0.5), read_outputs({"loss": 1, "forecast": [[2.0], [3.0]]})
    ({'output': (0.5,)}, {'loss': (1.0,), 'forecast': (2.0, 3.0)})
    >>> read_outputs("high")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: outputs must be numbers, sequences of numbers, or a dict of such, got 'high'
    """
    named = value if isinstance(value, Mapping) else {_ONLY: value}
    outputs = {str(name): tuple(_numbers(one)) for name, one in named.items() if not callable(one)}
    if not outputs:
        raise UsageError(f"outputs must be numbers, sequences of numbers, or a dict of such, got {value!r}")
    return outputs


def _numbers(value: Any) -> list[float]:
    plain = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(plain, (int, float)):
        return [float(plain)]
    if isinstance(plain, Sequence) and not isinstance(plain, str | bytes):
        return [number for one in plain for number in _numbers(one)]
    raise UsageError(f"outputs must be numbers, sequences of numbers, or a dict of such, got {value!r}")


def is_loss(name: str, numbers: Sequence[float]) -> bool:
    """Whether an output says how wrong a program is, by its name, or where it has none, by being one number.

    >>> is_loss("validation_loss", (0.1, 0.2)), is_loss("forecast", (3.0,)), is_loss("output", (3.0,))
    (True, False, True)
    """
    return len(numbers) == 1 if name == _ONLY else any(word in name.lower() for word in _LOSSES)


def are_finite(outputs: Outputs) -> bool:
    """Whether no number is infinite or NaN.

    >>> are_finite({"loss": (0.5,)}), are_finite({"loss": (float("nan"),)})
    (True, False)
    """
    return all(math.isfinite(number) for numbers in outputs.values() for number in numbers)


def called(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Call a program; a RaisedError stands for what it raises.

    >>> called(math.sqrt, -1.0)
    RaisedError(name='ValueError', message='math domain error')
    """
    try:
        return function(*arguments, **named)
    except Exception as error:  # noqa: BLE001 - the border of the program that is checked
        return RaisedError(type(error).__name__, str(error))


def takes(function: Callable[..., Any], name: str) -> bool:
    """Whether a function has a parameter of this name.

    >>> takes(sorted, "key"), takes(sorted, "seed")
    (True, False)
    """
    try:
        return name in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False

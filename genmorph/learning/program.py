"""How a learning program is called: with two series, and where it takes them, with a seed and a number of steps."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from genmorph.learning.number_series import Series
from genmorph.learning.runs import Failed, called
from genmorph.model import UsageError
from genmorph.subject.signatures import read_signature


@dataclass(frozen=True, slots=True)
class Program:
    """A function of training and validation data, and which further arguments it takes."""

    function: Callable[..., Any]
    takes_seed: bool
    takes_steps: bool
    has_positional_seed: bool = False

    def __call__(self, train: Series, validation: Series, seed: int, steps: int | None = None) -> Any:
        """What the function gives, or Failed."""
        named: dict[str, Any] = {} if steps is None else {"steps": steps}
        if self.has_positional_seed:
            return called(self.function, list(train), list(validation), seed, **named)
        if self.takes_seed:
            named["seed"] = seed
        return called(self.function, list(train), list(validation), **named)


def read_program(function: Callable[..., Any]) -> Program:
    """Find out how a function is called.

    Raises:
        UsageError: It does not take two series.

    >>> read_program(lambda train, validation, seed, /: 0.5).has_positional_seed
    True
    >>> read_program(lambda train: 0.5)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: function must take train and validation, and may take a seed, got parameters (train)

    """
    signature = read_signature(function)
    if signature is None:
        return Program(function, takes_seed=False, takes_steps=False)
    steps = signature.parameters.get("steps")
    takes_steps = steps is not None and steps.kind in (steps.POSITIONAL_OR_KEYWORD, steps.KEYWORD_ONLY)
    seed = signature.parameters.get("seed")
    if seed is not None and seed.kind is inspect.Parameter.POSITIONAL_ONLY and _binds(signature, 0):
        return Program(function, takes_seed=True, takes_steps=takes_steps, has_positional_seed=True)
    if _binds(signature, seed=0):
        return Program(function, takes_seed=True, takes_steps=takes_steps)
    if _binds(signature):
        return Program(function, takes_seed=False, takes_steps=takes_steps)
    raise UsageError(f"function must take train and validation, and may take a seed, got parameters {signature}")


def _binds(signature: inspect.Signature, *more: Any, **named: Any) -> bool:
    return not isinstance(called(signature.bind, [], [], *more, **named), Failed)

"""Decorators that attach annotations to functions and classes, which stay what they are."""

import math
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from genmorph.annotations.conditions import condition_of, parameters_of
from genmorph.model import UsageError
from genmorph.values.annotated import (
    ATTRIBUTE,
    AnnotatedArgument,
    Annotations,
    Example,
    annotate,
    name_of,
    signature_of,
)
from genmorph.values.conversion import understood
from genmorph.values.paths import beneath
from genmorph.values.seeds import GLOBAL

T = TypeVar("T")


def arg(name: str, domain: object) -> Callable[[T], T]:
    """Give the valid values of a parameter, by a domain or a Hypothesis strategy; of a class, those of its constructor.

    >>> from genmorph.domain import argument_domains, ints
    >>> @arg("k", ints(-20, 20))
    ... @arg("e", ints(0, 12))
    ... def power(k, e=-1):
    ...     return k**e
    >>> argument_domains(power)
    {'k': ints(-20, 20), 'e': defaulted(ints(0, 12), -1)}
    >>> arg("x", ints())(power)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: arg of power must name one of k, e, got 'x'
    """
    return lambda target: annotate(target, Annotations(arguments=(argument_of(target, name, domain),)))


def require(condition: Callable[..., object] | str) -> Callable[[T], T]:
    """State what must be true of the arguments: a callable over some of them by name, or an expression as a text.

    >>> from genmorph.domain import annotations_of
    >>> @require("low < high")
    ... @require(lambda low: low != 0)
    ... def share(low, high):
    ...     return high / low
    >>> [condition.holds({"low": 0, "high": 3}) for condition in annotations_of(share).conditions]
    [True, False]
    """
    return lambda target: annotate(target, Annotations(conditions=(condition_of(target, condition),)))


def exclude(target: T) -> T:
    """Say that a function or class gets no test.

    >>> from genmorph.domain import annotations_of
    >>> @exclude
    ... def wait(): ...
    >>> annotations_of(wait).is_excluded
    True
    """
    return annotate(_callable(target, "exclude"), Annotations(is_excluded=True))


def generator(target: T) -> T:
    """Say that a function makes values for others, by `objs`, and gets no test of its own.

    >>> from genmorph.domain import annotations_of, ints
    >>> @generator
    ... @arg("n", ints(1, 3))
    ... def make_row(n):
    ...     return [0] * n
    >>> annotations_of(make_row).is_generator
    True
    """
    return annotate(_callable(target, "generator"), Annotations(is_generator=True))


def timeout(seconds: float) -> Callable[[T], T]:
    """Give the time that one call may take.

    >>> timeout(-1)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: timeout must be a positive, finite number of seconds, got -1
    """
    checked = check_seconds(seconds)
    return lambda target: annotate(_callable(target, "timeout"), Annotations(seconds=checked))


def seeded(by: str) -> Callable[[T], T]:
    """Say what seeds a random function: the name of a parameter, or `"global"` for the generators of whole libraries.

    >>> from genmorph.domain import annotations_of
    >>> @seeded("rng")
    ... def shuffled(values, rng): ...
    >>> annotations_of(shuffled).seeded_by
    'rng'
    >>> seeded("generator")(shuffled)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: seeded of shuffled must name one of values, rng, got 'generator'
    """
    if not isinstance(by, str):
        raise UsageError(f'seeded must name a parameter or "{GLOBAL}", as @seeded("seed") does, got {by!r:.80}')
    return lambda target: annotate(target, Annotations(seeded_by=check_seed(target, by)))


def stochastic(target: T) -> T:
    """Say of a random function that relations are to speak of the distribution of what many runs give.

    >>> from genmorph.domain import annotations_of
    >>> @stochastic
    ... def walk(steps): ...
    >>> annotations_of(walk).is_stochastic
    True
    """
    return annotate(_callable(target, "stochastic"), Annotations(is_stochastic=True))


def cc_example(*arguments: Any, **keywords: Any) -> Callable[[T], T]:
    """Give arguments for the constructor of a class, by which instances are made; on the class or its `__init__`.

    >>> from genmorph.domain import annotations_of
    >>> @cc_example(3, y=4)
    ... class Point:
    ...     def __init__(self, x, y): ...
    >>> annotations_of(Point).examples
    (Example(positional=(3,), keywords=(('y', 4),)),)
    """
    return lambda target: annotate(target, Annotations(examples=(example_of(target, arguments, keywords),)))


def module_test() -> None:
    """Say that importing the calling module is a test of its top-level code; to be called there."""
    caller = sys._getframe(1)
    if caller.f_code.co_name != "<module>":
        raise UsageError(f"module_test must be called at the top level of a module, got {caller.f_code.co_name}")
    before = caller.f_globals.get(ATTRIBUTE, Annotations())
    caller.f_globals[ATTRIBUTE] = Annotations(is_module_test=True).joined(before)


def check_seed(target: Any, by: str) -> str:
    """What seeds a function; UsageError where it has no such parameter."""
    _callable(target, "seeded")
    if by != GLOBAL:
        parameters_of(target, "seeded").require(by, "seeded")
    return by


def argument_of(target: Any, name: object, stated: object) -> AnnotatedArgument:
    """The values of a parameter of a function; UsageError where it has none of that name, or they are no domain."""
    known = parameters_of(target, "arg").require(name, "arg")
    return AnnotatedArgument(known, understood(stated, known))


def example_of(target: Any, positional: tuple[Any, ...], keywords: dict[str, Any]) -> Example:
    """Arguments of a constructor; UsageError where the target is none, or they do not fit its signature."""
    is_class = isinstance(target, type)
    if not is_class and getattr(beneath(target), "__name__", None) != "__init__":
        raise UsageError(f"cc_example must be put on a class or its __init__, got {name_of(target)}")
    instance = () if is_class else (None,)
    try:
        signature_of(target, "cc_example").bind(*instance, *positional, **keywords)
    except TypeError as error:
        given = ", ".join([*map(repr, positional), *(f"{name}={value!r}" for name, value in keywords.items())])
        rule = f"cc_example of {name_of(target)} must fit its signature ({error})"
        raise UsageError(f"{rule}, got ({given:.80})") from error
    return Example(positional, tuple(keywords.items()))


def check_seconds(seconds: object) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < math.inf:
        raise UsageError(f"timeout must be a positive, finite number of seconds, got {seconds!r:.80}")
    return float(seconds)


def _callable(target: T, annotation: str) -> T:
    if not callable(beneath(target)):
        raise UsageError(f"{annotation} must be put on a function or class, got {target!r:.80}")
    return target

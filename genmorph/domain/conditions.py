"""Conditions over the arguments of a function, which `require` attaches to it."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from genmorph.domain.annotation_targets import Parameters, name_of, parameters_of
from genmorph.domain.building import built_text
from genmorph.domain.condition_sources import Written, write_call, write_lambda
from genmorph.domain.condition_texts import read_text
from genmorph.model import UsageError

_LOOSE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true of the arguments `names` of the function `owner`.

    `stated` is what the user wrote, `judge` gives the answer for arguments by name, and `write` the text in a test.
    What comes from a file may not be known.
    """

    owner: str
    names: tuple[str, ...]
    stated: Callable[..., object] | str
    judge: Callable[[Mapping[str, Any]], object] = field(compare=False, repr=False)
    write: Callable[[], Written] = field(compare=False, repr=False)
    is_known: bool = True

    def holds(self, values: Mapping[str, object]) -> bool:
        """Whether the condition is true of the arguments, given by name; others may be given beside them.

        UsageError where it ends in an exception, or in None.
        """
        spoken_of = {name: values[name] for name in self.names}
        try:
            answer = self.judge(spoken_of)
            if answer is not None:
                return bool(answer)
        except UsageError:
            raise
        except Exception as error:
            raise self._refusal(f"{type(error).__name__}: {error}", spoken_of) from error
        raise self._refusal("None", spoken_of)

    def _refusal(self, answer: str, values: Mapping[str, object]) -> UsageError:
        given = ", ".join(f"{name}={built_text(value):.80}" for name, value in values.items())
        return UsageError(
            f"require of {self.owner} must be true or false, got {answer} of {self.text():.200} with {given}"
        )

    def source(self) -> str:
        """The condition as a Python expression over the names; UsageError where it cannot be written."""
        return self.write().expression

    def text(self) -> str:
        """The condition in a message: its source where it can be written, else the name of the callable."""
        try:
            return self.source()
        except UsageError:
            return self.stated if isinstance(self.stated, str) else name_of(self.stated)

    @property
    def is_whole(self) -> bool:
        """Whether the source says all: it needs nothing of any module."""
        try:
            return not self.imports()
        except UsageError:
            return False

    def imports(self) -> tuple[str, ...]:
        """The statements that import what the expression uses; UsageError where it cannot be written."""
        return self.write().imports


def condition_of(target: Any, stated: object) -> Condition:
    """The condition that a callable or a text states for a function, or for the constructor of a class.

    >>> import math
    >>> condition = condition_of(math.ldexp, "0 < i < 9")
    >>> condition.names, condition.holds({"x": 0.5, "i": 3}), condition.holds({"x": 0.5, "i": 9})
    (('i',), True, False)
    >>> condition_of(math.ldexp, lambda k: k < 9)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: require of ldexp must name one of x, i, got 'k'
    """
    parameters = parameters_of(target, "require")
    if isinstance(stated, str):
        text = read_text(stated, parameters)
        condition = Condition(parameters.owner, text.names, stated, text.judge(), lambda: Written(text.source()))
    elif callable(stated):
        condition = _of_callable(stated, parameters)
    else:
        raise UsageError(f"require of {parameters.owner} must be a callable or a text, got {stated!r:.80}")
    if not condition.names:
        raise UsageError(f"require of {parameters.owner} must speak of one argument at least, got {stated!r:.80}")
    return condition


def stored_condition(owner: str, names: Sequence[str], text: str, *, is_whole: bool = True) -> Condition:
    """The condition that `Condition.text` gave, from a file.

    Where it was no whole, or cannot be read, it is not known: it can be neither judged nor written.

    >>> stored_condition("share", ["low", "high"], "low < high").holds({"low": 0, "high": 3})
    True
    """

    def refuse(*_: object) -> Any:
        raise UsageError(
            f"require of {owner} must be a text, or a function must be given that has it as annotation, got "
            f"{text!r:.200} from a file"
        )

    unknown = Condition(owner, tuple(names), text, refuse, refuse, is_known=False)
    try:
        found = read_text(text, Parameters(owner, tuple(names))) if is_whole else None
    except UsageError:
        return unknown
    if found is None:
        return unknown
    return Condition(owner, found.names, text, found.judge(), lambda: Written(found.source()))


def _of_callable(stated: Callable[..., object], parameters: Parameters) -> Condition:
    """The condition of a callable, whose parameters have the names of arguments."""
    owner, own = parameters.owner, _signature(stated, parameters.owner)
    names = tuple(parameters.require(name, "require") for name in own.parameters)
    by_keyword = [name for name in names if own.parameters[name].kind is inspect.Parameter.KEYWORD_ONLY]
    positional = [name for name in names if name not in by_keyword]

    def judge(values: Mapping[str, Any]) -> object:
        return stated(*(values[name] for name in positional), **{name: values[name] for name in by_keyword})

    def write() -> Written:
        taken = {*parameters.names, *names}
        if isinstance(stated, FunctionType) and stated.__name__ == "<lambda>":
            return write_lambda(stated, taken, owner)
        return write_call(stated, [*positional, *(f"{name}={name}" for name in by_keyword)], taken, owner)

    return Condition(owner, names, stated, judge, write)


def _signature(stated: Callable[..., object], owner: str) -> inspect.Signature:
    try:
        signature = inspect.signature(stated)
    except (TypeError, ValueError) as error:
        raise UsageError(f"require of {owner} must have a readable signature, got {stated!r:.80}") from error
    if any(parameter.kind in _LOOSE for parameter in signature.parameters.values()):
        raise UsageError(f"require of {owner} must take its arguments by name, without * and **, got {stated!r:.80}")
    return signature

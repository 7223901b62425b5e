"""Templates made of a function and of the same in Python text."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from string import Formatter, ascii_lowercase
from typing import Any

from genmorph.extension.python_text import PythonText
from genmorph.model import Container, Kind, UsageError
from genmorph.transformations.template import Argument, Example, Template

_KINDS = {kind.value: kind for kind in Kind if kind not in (Kind.OTHER, Kind.NESTED)}
_CONTAINERS = frozenset({None, Container.LIST})


def template(
    name: str,
    kinds: Iterable[Any],
    *,
    change: Callable[..., Any],
    python: str | Sequence[str],
    words: str,
    examples: Iterable[tuple[Any, Any]],
    when: str | None = None,
) -> Template:
    """A template that does to arguments what the function `change` does.

    `kinds` are types, such as `int` or `list[float]`; all arguments are of the same one, and sequences are lists.
    `python` is `change` as Python text, over the names of its parameters. `words` are for sentences, with these names
    in braces. Each of the `examples` is a value and what it becomes. Where not every value can be changed, `when` says
    in Python which can. A change of several arguments takes and gives several, `python` has a text for each, and each
    side of an example is a tuple. Values whose follow-up lies outside of a function's domain are left out by
    themselves.

    Raises UsageError where a part is not right, with its name; registering runs the examples. For constants, or other
    containers, make a `Template`.

    >>> flip = template(
    ...     "flip_last_bit",
    ...     [int],
    ...     change=lambda n: n ^ 1,
    ...     python="n ^ 1",
    ...     words="the last bit of {n} flips",
    ...     examples=[(4, 5), (-1, -2)],
    ... )
    >>> flip.examples[0]
    Example(before=(4,), constant=None, after=(5,), texts=('a ^ 1',), words='the last bit of a flips')
    >>> template("flip", [set], change=lambda n: n ^ 1, python="n ^ 1", words="{n} flips", examples=[(4, 5)])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: kinds of flip must be among int, float, bool, str, list[int], list[float], list[bool], \
list[str], got set
    """
    names = _parameters(name, change)
    texts = (python,) if isinstance(python, str) else tuple(python)
    if len(texts) != len(names):
        raise UsageError(f"python of {name} must be a text for each of {', '.join(names)}, got {python!r}")
    parts = tuple(PythonText(f"python of {name}", text, names) for text in texts)
    condition = None if when is None else PythonText(f"when of {name}", when, names)
    made = _Change(name, change, condition)
    say = _sayer(name, words, names)

    def write(arguments: tuple[Argument, ...], _constant: Any) -> tuple[str, ...]:
        return tuple(part.over([argument.text for argument in arguments]) for part in parts)

    used = (*parts, *([] if condition is None else [condition]))
    return Template(
        name=name,
        kinds=frozenset(_kind(name, kind) for kind in kinds),
        arity=len(names),
        constants=None,
        follow_up=lambda values, _: made.follow_up(values),
        texts=write,
        words=lambda texts, _: say(texts),
        sources=None,
        examples=tuple(_example(name, len(names), example, write, say) for example in examples),
        when=None if condition is None else lambda arguments: condition.over([a.text for a in arguments]),
        containers=_CONTAINERS,
        names=frozenset().union(*(part.foreign for part in used)),
    )


def argument_names(arity: int) -> tuple[str, ...]:
    """What the arguments of examples are called.

    >>> argument_names(2)
    ('a', 'b')
    """
    return tuple(ascii_lowercase[:arity])


@dataclass(frozen=True, slots=True)
class _Change:
    """A user's function, and which values it takes; it may be called on any values of the template's kinds."""

    name: str
    function: Callable[..., Any]
    condition: PythonText | None

    def follow_up(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The new values, None for each where there are none; UsageError for others than of the kinds of the old."""
        if self.condition is not None and not self._run("when", self.condition.value, values):
            return (None,) * len(values)
        own = [list(value) if isinstance(value, list) else value for value in values]
        made = self._run("change", self.function, own)
        after = made if len(values) > 1 else (made,)
        if not isinstance(after, tuple) or len(after) != len(values):
            raise UsageError(f"change of {self.name} must give a tuple of {len(values)} values, got {made!r:.80}")
        for old, new in zip(values, after, strict=True):
            if not _is_alike(old, new):
                said = f"must give {_noun(old)} for {_noun(old)}, got {new!r:.80} for {old!r:.80}"
                raise UsageError(f"change of {self.name} {said}")
        return after

    def _run(self, part: str, function: Callable[..., Any], values: Sequence[Any]) -> Any:
        try:
            return function(*values)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            what = ", ".join(f"{value!r:.80}" for value in values)
            raise UsageError(f"{part} of {self.name} must give a value for {what}, got {reason}") from error


def _is_alike(old: Any, new: Any) -> bool:
    """Whether the new value is of the type of the old one, and so are its elements."""
    if type(new) is not type(old):
        return False
    return not isinstance(old, list) or len({type(element) for element in (*old, *new)}) <= 1


def _noun(value: Any) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _parameters(name: str, change: Callable[..., Any]) -> tuple[str, ...]:
    """The names of the function's parameters, which are those of the template's arguments."""
    try:
        found = inspect.signature(change).parameters.values()
    except (TypeError, ValueError) as error:
        raise UsageError(f"change of {name} must be a function with readable parameters, got {change!r:.80}") from error
    by_place = all(parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for parameter in found)
    if not found or not by_place:
        raise UsageError(f"change of {name} must take one plain parameter for each argument, got {change!r:.80}")
    return tuple(parameter.name for parameter in found)


def _kind(name: str, given: Any) -> Kind:
    text = given.__name__ if type(given) is type else str(given)
    if isinstance(given, Kind) or text not in _KINDS:
        raise UsageError(f"kinds of {name} must be among {', '.join(_KINDS)}, got {text}")
    return _KINDS[text]


def _sayer(name: str, words: str, names: tuple[str, ...]) -> Callable[[Sequence[str]], str]:
    """What fills the words with the names of arguments."""
    try:
        named = {field for _, field, _, _ in Formatter().parse(words) if field is not None}
    except ValueError as error:
        raise UsageError(f"words of {name} must have names in braces alone ({error}), got {words!r}") from error
    if named != set(names):
        wanted = ", ".join(f"{{{one}}}" for one in names)
        raise UsageError(f"words of {name} must name each argument, {wanted}, got {words!r}")
    return lambda texts: words.format(**dict(zip(names, texts, strict=True)))


def _example(
    name: str,
    arity: int,
    example: tuple[Any, Any],
    write: Callable[[tuple[Argument, ...], Any], tuple[str, ...]],
    say: Callable[[Sequence[str]], str],
) -> Example:
    """An example with what the template writes and says of arguments a, b, ..."""
    if not isinstance(example, tuple) or len(example) != 2:
        raise UsageError(f"examples of {name} must be pairs of a value and what it becomes, got {example!r:.80}")
    before, after = example if arity > 1 else ((example[0],), (example[1],))
    letters = argument_names(arity)
    return Example(before, None, after, write(tuple(map(Argument, letters)), None), say(letters))

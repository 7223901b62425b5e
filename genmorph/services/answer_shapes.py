"""The shape of a service's answers: what is a label in them, what a score, and how one is written as plain data."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from genmorph.model import UsageError
from genmorph.values.labels import meant

LABEL, TEXT, SCORE, PERCENT, SENTIMENT, NUMBER, INTEGER, TRUTH, BLANK = LEAVES = (
    "label",
    "text",
    "score",
    "percent",
    "sentiment",
    "number",
    "integer",
    "truth",
    "blank",
)
"""What a value of an answer means: a word of the vocabulary, free text, how sure the service is from 0 to 1 or to 100,
a mood from -1 to 1, a number of at least 0, a whole number of at least 0, a truth value, a text mostly empty."""
CHOICE = "one of "
"""What a value begins with that is one of some words, such as "one of LINE, WORD"."""
RANGES: Mapping[str, tuple[float, float]] = {
    SCORE: (0.0, 1.0),
    PERCENT: (0.0, 100.0),
    SENTIMENT: (-1.0, 1.0),
    NUMBER: (0.0, 2.0**53),
    INTEGER: (0, 2**53),
}
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys((LABEL, TEXT, BLANK), str),
    **dict.fromkeys((SCORE, PERCENT, SENTIMENT, NUMBER), (int, float)),
    INTEGER: int,
    TRUTH: bool,
}
_SURENESS = (SCORE, PERCENT, SENTIMENT)

Template = str | list[Any] | tuple[Any, ...] | dict[str, Any]
"""A leaf, a list of any number of one part, a tuple of parts, or named parts."""
Plain = Any
"""An answer as numbers, texts, lists and dicts alone."""


class UndeclaredError(BaseException):
    """The application reads what the declaration of a service does not have; no `Exception`, so that few catch it."""


class ShapeError(UsageError):
    """A service answers in another shape than is declared."""


class Record:
    """The part of an answer whose named parts are attributes."""

    def __init__(self, parts: Mapping[str, Any]) -> None:
        vars(self).update(parts)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise UndeclaredError(f"answers are declared with {', '.join(vars(self))}, and the application reads .{name}")

    def __repr__(self) -> str:
        return f"({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


class Keyed(dict[str, Any]):
    """The part of an answer whose named parts are keys."""

    def __missing__(self, name: object) -> Any:
        raise UndeclaredError(f"answers are declared with {', '.join(self)}, and the application reads [{name!r}]")

    def get(self, name: Any, default: Any = None) -> Any:
        """As of a dict; UndeclaredError where the declaration has no such part."""
        return self[name] if isinstance(name, str) else default


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing that a service says: a label or a text, and how sure it is, from 0 to 1 or as a mood from -1 to 1.

    `sureness` is None where answers have none.
    """

    label: str
    sureness: float | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """A template of answers; `are_objects`: named parts are attributes; `is_never_empty`: no list is ever empty.

    >>> shape = Shape([{"name": "label", "confidence": "percent"}])
    >>> shape.readings([{"name": "dog", "confidence": 80.0}])
    (Reading(label='dog', sureness=0.8),)
    >>> shape.plain([Reading("dog", 0.8)])
    [{'name': 'dog', 'confidence': 80.0}]
    """

    template: Template
    are_objects: bool = False
    is_never_empty: bool = False

    def __post_init__(self) -> None:
        _require_template(self.template)
        leaves = [leaf for _, leaf in _leaves(self.template)]
        if not {LABEL, TEXT, SENTIMENT} & set(leaves):
            raise UsageError(f"answers must have a label, a text or a sentiment, got {', '.join(leaves) or 'nothing'}")

    @property
    def leaves(self) -> frozenset[str]:
        """What values it has."""
        return frozenset(leaf for _, leaf in _leaves(self.template))

    @property
    def said(self) -> str:
        """The leaf that says what the service sees: a label, otherwise a text, otherwise a sentiment."""
        return next(leaf for leaf in (LABEL, TEXT, SENTIMENT) if leaf in self.leaves)

    def names(self, leaf: str) -> tuple[str, ...]:
        """What the parts of an answer are called that have a leaf.

        >>> Shape({"mood": {"score": "sentiment", "magnitude": "number"}}).names("sentiment")
        ('score',)
        """
        return tuple(path[-1] for path, found in _leaves(self.template) if found == leaf and path)

    def empty(self) -> list[Plain]:
        """The answers that say nothing because one of their lists is empty, the outermost one first.

        >>> Shape({"results": [{"alternatives": [{"transcript": "text"}]}]}).empty()
        [{'results': []}, {'results': [{'alternatives': []}]}]
        """
        if self.is_never_empty:
            return []
        depth = max((path.count("[]") for path, leaf in _leaves(self.template) if leaf == self.said), default=0)
        return [_emptied(self.template, self.said, level) for level in range(depth)]

    @property
    def is_list(self) -> bool:
        """Whether an answer says any number of things."""
        return any("[]" in path for path, leaf in _leaves(self.template) if leaf == self.said)

    def decode(self, plain: Plain) -> Any:
        """The answer as applications get it."""
        return answer_of(self.template, plain, Record if self.are_objects else Keyed)

    def encode(self, answer: Any) -> Plain:
        """An answer of the service as plain data.

        Raises:
            ShapeError: It has another shape.

        """
        return _encoded(self.template, answer, "answer")

    def readings(self, plain: Plain) -> tuple[Reading, ...]:
        """What an answer says, in its order."""
        return tuple(_readings(self.template, plain, self.said, None))

    def plain(self, readings: Sequence[Reading], others: Mapping[str, Any] | None = None) -> Plain:
        """An answer that says this; `others` are values of leaves that are neither label nor sureness."""
        return _plain(self.template, readings, self.said, others or {})


_DEFAULTS: Mapping[str, Any] = {
    LABEL: "",
    TEXT: "",
    SCORE: 0.5,
    PERCENT: 50.0,
    SENTIMENT: 0.0,
    NUMBER: 1.0,
    INTEGER: 1,
    TRUTH: False,
    BLANK: "",
}


def choices_of(leaf: str) -> tuple[str, ...]:
    """The words of which a value is one; none of any other leaf.

    >>> choices_of("one of LINE, WORD"), choices_of("label")
    (('LINE', 'WORD'), ())
    """
    return tuple(word.strip() for word in leaf.removeprefix(CHOICE).split(",")) if leaf.startswith(CHOICE) else ()


def default_of(leaf: str) -> Any:
    """The value of a leaf that says nothing."""
    return choices_of(leaf)[0] if leaf.startswith(CHOICE) else _DEFAULTS[leaf]


def _require_template(part: Any, path: str = "answers") -> None:
    match part:
        case str() if part in LEAVES or (part.startswith(CHOICE) and all(choices_of(part))):
            return
        case str():
            known = f"{', '.join(LEAVES)}, or words such as 'one of LINE, WORD'"
            raise UsageError(f"{path} must be one of {known}, got {part!r}{meant([part], LEAVES)}")
        case [one]:
            _require_template(one, f"{path}[]")
        case [*parts] if len(parts) > 1:
            for place, one in enumerate(parts):
                _require_template(one, f"{path}[{place}]")
        case {**named} if named and all(isinstance(name, str) for name in named):
            for name, one in named.items():
                _require_template(one, f"{path}.{name}")
        case _:
            raise UsageError(
                f"{path} must be a leaf, a list of one part, two parts and more, or named ones, got {part!r:.80}"
            )


def _leaves(part: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    match part:
        case str():
            yield path, part
        case [one] if isinstance(part, list):
            yield from _leaves(one, (*path, "[]"))
        case [*parts]:
            for place, one in enumerate(parts):
                yield from _leaves(one, (*path, str(place)))
        case {**named}:
            for name, one in named.items():
                yield from _leaves(one, (*path, str(name)))


def answer_of(template: Template, plain: Plain, make: Callable[[dict[str, Any]], Any]) -> Any:
    """Build an answer from plain data; `make` gives named parts their form."""
    if isinstance(template, str):
        return plain
    if isinstance(template, list) and len(template) == 1:
        return [answer_of(template[0], one, make) for one in plain]
    if isinstance(template, list | tuple):
        return tuple(answer_of(one, value, make) for one, value in zip(template, plain, strict=True))
    return make({name: answer_of(one, plain[name], make) for name, one in template.items()})


def _encoded(part: Any, answer: Any, path: str) -> Plain:
    match part:
        case str():
            return _leaf(part, answer, path)
        case [one] if isinstance(part, list):
            if isinstance(answer, str | Mapping) or not hasattr(answer, "__iter__"):
                raise ShapeError(f"{path} must be a list, as is declared, got {answer!r:.80}")
            return [_encoded(one, value, f"{path}[{place}]") for place, value in enumerate(answer)]
        case [*parts]:
            if not isinstance(answer, Sequence) or isinstance(answer, str) or len(answer) != len(parts):
                raise ShapeError(f"{path} must have {len(parts)} parts, as is declared, got {answer!r:.80}")
            pairs = enumerate(zip(parts, answer, strict=True))
            return [_encoded(one, value, f"{path}[{place}]") for place, (one, value) in pairs]
    found = {}
    for name, one in part.items():
        try:
            value = answer[name] if isinstance(answer, Mapping) else getattr(answer, name)
        except (KeyError, AttributeError):
            raise ShapeError(f"{path} must have {name}, as is declared, got {answer!r:.80}") from None
        found[name] = _encoded(one, value, f"{path}.{name}")
    return found


def _leaf(leaf: str, value: Any, path: str) -> Plain:
    """A value of a leaf; NumPy's numbers become Python's."""
    if choices := choices_of(leaf):
        if value not in choices:
            raise ShapeError(f"{path} must be {leaf}, as is declared, got {value!r:.80}")
        return value
    value = value.item() if hasattr(value, "item") and not isinstance(value, str) else value
    if leaf in (LABEL, TEXT, BLANK) and isinstance(value, str):
        return str(value.value if isinstance(value, Enum) else value)
    is_fitting = isinstance(value, _TYPES[leaf]) and (leaf == TRUTH or not isinstance(value, bool))
    if not is_fitting:
        raise ShapeError(f"{path} must be a {leaf}, as is declared, got {value!r:.80}")
    low, high = RANGES.get(leaf, (None, None))
    if low is not None and high is not None and not low <= value <= high:
        raise ShapeError(f"{path} must be a {leaf} between {low:g} and {high:g}, got {value!r}")
    return value


def _readings(part: Any, plain: Plain, said: str, sureness: float | None) -> Iterator[Reading]:
    """The readings of a part; `sureness` is that of what is around it."""
    match part:
        case str():
            if part == said:
                yield Reading("" if said == SENTIMENT else plain, _share(part, plain, sureness))
        case [one] if isinstance(part, list):
            for value in plain:
                yield from _readings(one, value, said, sureness)
        case _:
            pairs = list(zip(part, plain, strict=True)) if isinstance(part, list | tuple) else _named(part, plain)
            for leaf, value in pairs:
                if isinstance(leaf, str):
                    sureness = _share(leaf, value, sureness)
            leaves = [one for one, _ in pairs if one == said]
            for one, value in pairs:
                if one != said or leaves:  # of two texts beside each other the first one is what is said
                    yield from _readings(one, value, said, sureness)
                    leaves = [] if one == said else leaves


def _named(part: Mapping[str, Any], plain: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    return [(one, plain[name]) for name, one in part.items()]


def _share(leaf: str, value: Any, otherwise: float | None) -> float | None:
    if leaf not in _SURENESS:
        return otherwise
    return value / 100 if leaf == PERCENT else float(value)


def _plain(part: Any, readings: Sequence[Reading], said: str, others: Mapping[str, Any]) -> Plain:
    match part:
        case str():
            return _written(part, readings, said, others)
        case [one] if isinstance(part, list):
            if said not in {leaf for _, leaf in _leaves(one)}:
                return []
            if any(path and "[]" in path for path, leaf in _leaves(one) if leaf == said) and not _has_sureness(one):
                return [_plain(one, readings, said, others)] if readings else []
            return [_plain(one, [reading], said, others) for reading in readings]
        case [*parts]:
            return [_plain(one, readings, said, others) for one in parts]
    return {name: _plain(one, readings, said, others) for name, one in part.items()}


def _emptied(part: Any, said: str, level: int) -> Plain:
    """An answer whose list at this level is empty, and those around it have one element."""
    match part:
        case str():
            return default_of(part)
        case [one] if isinstance(part, list):
            is_inside = said in {leaf for _, leaf in _leaves(one)}
            return [_emptied(one, said, level - 1)] if is_inside and level else []
        case [*parts]:
            return [_emptied(one, said, level) for one in parts]
    return {name: _emptied(one, said, level) for name, one in part.items()}


def _has_sureness(part: Any) -> bool:
    """Whether each of its readings has a sureness beside it, above any list further in."""
    return any("[]" not in path for path, leaf in _leaves(part) if leaf in _SURENESS)


def _written(leaf: str, readings: Sequence[Reading], said: str, others: Mapping[str, Any]) -> Plain:
    first = readings[0] if readings else None
    if leaf == said and leaf != SENTIMENT:
        return first.label if first else ""
    if leaf in _SURENESS and first is not None and first.sureness is not None:
        return round(first.sureness * 100, 10) if leaf == PERCENT else first.sureness
    return others[leaf] if leaf in others else default_of(leaf)

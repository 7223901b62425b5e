"""Steps into values: what is changed alone there, in values, in Python text and in words."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any, Protocol, runtime_checkable

from genmorph.model import Built, Container, Domain
from genmorph.values.python_text import python_text
from genmorph.values.sizes import are_distinct
from genmorph.values.spelling import spelled

_SPLIT = "split:"
"""What the key of a step to the tokens of a text begins with."""

Changing = Callable[[Any], Any]
"""From a part of a value to the new one; None where there is none."""

Path = tuple["Step", ...]
"""Steps to what lies deeper inside of a value."""

Writing = Callable[[str], str]
"""From the Python text of a part to that of the new one."""


@runtime_checkable
class WithFields(Protocol):
    """A domain of objects that are made anew where one field changes."""

    def with_field_text(self, text: str, field: str, changed: str, /) -> str:
        """Python of the object with this text, but for one field."""


class Step(ABC):
    """A step from a value to a part of it, or to several that are changed alike."""

    __slots__ = ()

    @property
    @abstractmethod
    def key(self) -> str:
        """The step in names of templates; `read_step` reads it."""

    @abstractmethod
    def change(self, value: Any, change: Changing, /) -> Any:
        """The value with its part changed; None where the part has no new value."""

    @abstractmethod
    def text(self, text: str, write: Writing, domain: Domain | None, /) -> str:
        """Python of the value with this text, with its part changed; `domain` is that of the value, where known."""

    @abstractmethod
    def words(self, name: str, /) -> str:
        """What the part is called in a value of this name."""


@dataclass(frozen=True, slots=True)
class Each(Step):
    """To all elements of a list or tuple."""

    key = "each"

    def change(self, value: Any, change: Changing) -> Any:
        changed = [change(element) for element in value]
        return None if any(element is None for element in changed) else type(value)(changed)

    def text(self, text: str, write: Writing, domain: Domain | None) -> str:
        """A comprehension.

        >>> Each().text("rows", lambda row: f"{row}[::-1]", None)
        '[v[::-1] for v in rows]'
        """
        variable = variable_beside(text)
        inner = f"{write(variable)} for {variable} in {text}"
        return f"tuple({inner})" if domain is not None and domain.container is Container.TUPLE else f"[{inner}]"

    def words(self, name: str) -> str:
        return f"each of {name}"


@dataclass(frozen=True, slots=True)
class Item(Step):
    """To one of the `count` elements of a tuple."""

    place: int
    count: int

    @property
    def key(self) -> str:
        return f"{self.place}:{self.count}"

    def change(self, value: Any, change: Changing) -> Any:
        if len(value) != self.count:
            return None
        changed = change(value[self.place])
        return None if changed is None else (*value[: self.place], changed, *value[self.place + 1 :])

    def text(self, text: str, write: Writing, _domain: Domain | None) -> str:
        """A tuple.

        >>> Item(0, 2).text("pair", lambda item: f"{item} + 1", None)
        '(pair[0] + 1, pair[1])'
        """
        items = [f"{text}[{place}]" for place in range(self.count)]
        items[self.place] = write(items[self.place])
        return f"({items[0]},)" if self.count == 1 else f"({', '.join(items)})"

    def words(self, name: str) -> str:
        return f"item {self.place} of {name}"


@dataclass(frozen=True, slots=True)
class Items(Step):
    """To some of the `count` elements of a tuple, which are changed alike."""

    places: tuple[int, ...]
    count: int

    @property
    def key(self) -> str:
        return f"{','.join(map(str, self.places))}:{self.count}"

    def change(self, value: Any, change: Changing) -> Any:
        if len(value) != self.count:
            return None
        changed = [change(one) if place in self.places else one for place, one in enumerate(value)]
        return None if any(changed[place] is None for place in self.places) else tuple(changed)

    def text(self, text: str, write: Writing, _domain: Domain | None) -> str:
        """A tuple.

        >>> Items((0, 1), 3).text("p", lambda item: f"{item} * 2", None)
        '(p[0] * 2, p[1] * 2, p[2])'
        """
        items = [f"{text}[{place}]" for place in range(self.count)]
        return f"({', '.join(write(one) if place in self.places else one for place, one in enumerate(items))})"

    def words(self, name: str) -> str:
        return f"each number in {name}"


@dataclass(frozen=True, slots=True)
class Field(Step):
    """To a field of an object, which is built by a call that gets the field by name."""

    name: str

    @property
    def key(self) -> str:
        return f".{self.name}"

    def change(self, value: Any, change: Changing) -> Any:
        match value:
            case Built("call", (module, qualname, given, named)):
                changed = tuple((name, change(one) if name == self.name else one) for name, one in named)
                is_there = dict(changed).get(self.name) is not None
                return Built("call", (module, qualname, given, changed)) if is_there else None
        return None

    def text(self, text: str, write: Writing, domain: Domain | None) -> str:
        """The object made anew."""
        changed = write(f"{text}.{self.name}")
        if isinstance(domain, WithFields):
            return domain.with_field_text(text, self.name, changed)
        return f"dataclasses.replace({text}, {self.name}={changed})"

    def words(self, name: str) -> str:
        return f"{self.name} of {name}"


@dataclass(frozen=True, slots=True)
class Held(Step):
    """To all values of a dict."""

    key = "values"

    def change(self, value: Any, change: Changing) -> Any:
        pairs = tuple((key, change(held)) for key, held in _pairs_of(value))
        if any(held is None for _, held in pairs):
            return None
        return dict(pairs) if type(value) is dict else Built("dict", pairs)

    def text(self, text: str, write: Writing, _domain: Domain | None) -> str:
        """A comprehension.

        >>> Held().text("stock", lambda held: f"{held} + 1", None)
        '{key: v + 1 for key, v in stock.items()}'
        """
        variable = variable_beside(text)
        return f"{{key: {write(variable)} for key, {variable} in {text}.items()}}"

    def words(self, name: str) -> str:
        return f"each value of {name}"


@dataclass(frozen=True, slots=True)
class Keys(Step):
    """To all keys of a dict, of which no two become the same."""

    key = "keys"

    def change(self, value: Any, change: Changing) -> Any:
        pairs = tuple((change(key), held) for key, held in value.parts)
        keys = [key for key, _ in pairs]
        return Built("dict", pairs) if None not in keys and are_distinct(keys) else None

    def text(self, text: str, write: Writing, _domain: Domain | None) -> str:
        """A comprehension.

        >>> Keys().text("stock", lambda key: f"{key}[::-1]", None)
        '{key[::-1]: v for key, v in stock.items()}'
        """
        return f"{{{write('key')}: v for key, v in {text}.items()}}"

    def words(self, name: str) -> str:
        return f"each key of {name}"


@dataclass(frozen=True, slots=True)
class Entry(Step):
    """To the value of one key of a dict."""

    name: str

    @property
    def key(self) -> str:
        return f"[{self.name}]"

    def change(self, value: Any, change: Changing) -> Any:
        pairs = tuple((key, change(held) if key == self.name else held) for key, held in value.parts)
        return None if dict(pairs).get(self.name) is None else Built("dict", pairs)

    def text(self, text: str, write: Writing, _domain: Domain | None) -> str:
        """A display.

        >>> Entry("rate").text("order", lambda held: f"{held} + 1", None)
        '{**order, "rate": order["rate"] + 1}'
        """
        held = f'{text}["{self.name}"]'
        return f'{{**{text}, "{self.name}": {write(held)}}}'

    def words(self, name: str) -> str:
        return f"{self.name} of {name}"


@dataclass(frozen=True, slots=True)
class Tokens(Step):
    """To the list of all tokens that a separator cuts a text into; a text without the separator has none."""

    separator: str

    @property
    def key(self) -> str:
        return _SPLIT + self.separator.encode().hex()

    def change(self, value: Any, change: Changing) -> Any:
        changed = change(value.split(self.separator)) if self.separator in value else None
        return None if changed is None else self.separator.join(changed)

    def text(self, text: str, write: Writing, _domain: Domain | None) -> str:
        """A text joined again.

        >>> Tokens(", ").text("line", lambda tokens: f"{tokens}[::-1]", None)
        '", ".join(line.split(", ")[::-1])'
        """
        separator = python_text(self.separator)
        return f"{separator}.join({write(f'{text}.split({separator})')})"

    def words(self, name: str) -> str:
        return f"{name} cut at each {spelled(self.separator).removeprefix('a ').removeprefix('an ')}"


def change_at(value: Any, path: Path, change: Changing) -> Any:
    """The value with all parts changed to which the path leads; None where one is missing or has no new value.

    >>> change_at([(1, "a"), (2, "b")], (Each(), Item(0, 2)), lambda number: number + 5)
    [(6, 'a'), (7, 'b')]
    """
    if value is None:
        return None
    return path[0].change(value, lambda part: change_at(part, path[1:], change)) if path else change(value)


def text_at(text: str, path: Path, write: Writing) -> str:
    """Python of a value with this text, with all parts changed to which the path leads.

    >>> text_at("rows", (Each(), Item(0, 2)), lambda number: f"{number} + 5")
    '[(v[0] + 5, v[1]) for v in rows]'
    """
    return path[0].text(text, lambda part: text_at(part, path[1:], write), None) if path else write(text)


def paths_into(values: Sequence[Any], most_steps: int) -> Iterator[tuple[Path, list[Any]]]:
    """The paths to parts that all the values have, of at most so many steps, and the parts; the shortest path first.

    Numbers that stand in one tuple are also one path, before each of them alone.

    >>> for path, parts in paths_into([[(1, "a")], [(2, "b")]], 2):
    ...     print([step.key for step in path], parts)
    [] [[(1, 'a')], [(2, 'b')]]
    ['each'] [(1, 'a'), (2, 'b')]
    ['each', '0:2'] [1, 2]
    ['each', '1:2'] ['a', 'b']
    """
    yield (), [*values]
    for step, parts in _steps_into(values) if most_steps else ():
        yield from (((step, *path), found) for path, found in paths_into(parts, most_steps - 1))


def _steps_into(values: Sequence[Any]) -> Iterator[tuple[Step, list[Any]]]:
    types = set(map(type, values))
    if types == {list}:
        yield Each(), [element for value in values for element in value]
    elif types == {tuple} and len(set(map(len, values))) == 1:
        columns = [*zip(*values, strict=True)]
        numbers = [place for place, column in enumerate(columns) if {int, float}.issuperset(map(type, column))]
        if len(numbers) > 1:
            yield Items(tuple(numbers), len(columns)), [one for place in numbers for one in columns[place]]
        yield from ((Item(place, len(columns)), [*column]) for place, column in enumerate(columns))
    elif types and all(map(is_dict, values)):
        yield Held(), [held for value in values for _, held in _pairs_of(value)]


def is_dict(value: Any) -> bool:
    """Whether a value is a dict, or builds one."""
    return type(value) is dict or (type(value) is Built and value.maker == "dict")


def _pairs_of(value: Any) -> Any:
    """The keys of a dict, or of what builds one, with what it holds."""
    return value.items() if type(value) is dict else value.parts


def variable_beside(text: str) -> str:
    """A name for elements that hides nothing of the text that they come from.

    >>> variable_beside("rows"), variable_beside("v[0]")
    ('v', 'w')
    """
    return "w" if re.match(r"v\b", text) else "v"


def read_step(key: str) -> Step | None:
    """The step that a key stands for; None where it is none.

    >>> read_step("split:2c20"), read_step("split:"), read_step("split:ff")
    (Tokens(separator=', '), None, None)
    >>> read_step("0:2"), read_step(".left"), read_step("[rate]"), read_step(".class"), read_step("2:2")
    (Item(place=0, count=2), Field(name='left'), Entry(name='rate'), None, None)
    """
    known = next((step for step in (Each(), Held(), Keys()) if step.key == key), None)
    if known is not None:
        return known
    if key.startswith(_SPLIT):
        return _read_tokens(key.removeprefix(_SPLIT))
    found = re.fullmatch(r"(\d{1,4}(?:,\d{1,4})*):(\d{1,4})", key)
    if found is not None:
        places, count = tuple(map(int, found[1].split(","))), int(found[2])
        is_meant = max(places) < count and [*places] == sorted(set(places))
        return (Item(*places, count) if len(places) == 1 else Items(places, count)) if is_meant else None
    if key[:1] == "." and key[1:].isidentifier() and not iskeyword(key[1:]):
        return Field(key[1:])
    return Entry(key[1:-1]) if key[:1] + key[-1:] == "[]" and key[1:-1].isidentifier() else None


def _read_tokens(key: str) -> Tokens | None:
    try:
        separator = bytes.fromhex(key).decode()
    except ValueError:  # no hexadecimal digits, or no text
        return None
    return Tokens(separator) if separator and Tokens(separator).key == _SPLIT + key else None

"""Templates that change a part of one argument or of two: a field, an item of a tuple, each element or value."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product
from typing import Any, NamedTuple

from genmorph.model import Container, Domain, Kind
from genmorph.settings import INSTANTIATION
from genmorph.transformations.insertion_templates import INSERTION_TEMPLATES
from genmorph.transformations.narrowing import is_open_to, is_spelled
from genmorph.transformations.object_templates import OBJECT_TEMPLATES
from genmorph.transformations.scalar_templates import ADD, FLIP, SCALE
from genmorph.transformations.sequence_templates import (
    ADD_EACH,
    FLIP_EACH,
    REPEAT,
    REVERSE,
    SCALE_EACH,
    SHUFFLE,
    SORT,
)
from genmorph.transformations.template import (
    Argument,
    Constant,
    Constants,
    Template,
    Texts,
    argument_of,
)
from genmorph.values.narrowable import Narrowable, parts_inside
from genmorph.values.python_text import conjunction, python_text
from genmorph.values.separated import separated
from genmorph.values.sequences import lists
from genmorph.values.steps import Field, Item, Path, Step, Tokens, change_at, read_step

_OF_PARTS: dict[str, Template] = {
    template.name: template
    for template in (ADD, SCALE, FLIP, REVERSE, SORT, ADD_EACH, SCALE_EACH, FLIP_EACH, *OBJECT_TEMPLATES)
}
"""What is done to parts."""
_OF_TOKENS: dict[str, Template] = {
    template.name: template for template in (SHUFFLE, REVERSE, INSERTION_TEMPLATES[0], REPEAT)
}
"""What is done to the tokens of a text, such as its words or lines: they are reordered, and some come or go."""
_TOGETHER = "together"
"""What names of templates begin with that change two arguments alike."""
_ACROSS = "+"
"""What separates the paths of two arguments whose changed parts are unlike."""
_STEPS_ACROSS = 1
"""The steps of such a path: the name has room for one, and further inside there are too many pairs."""


def separators_of(pieces: Sequence[str]) -> tuple[str, ...]:
    """The first texts of a function that may stand between others: short ones without letters and digits.

    >>> separators_of(["total", ", ", "=", "a=", "no such name"])
    (', ', '=')
    """
    short = (piece for piece in dict.fromkeys(pieces) if 0 < len(piece) <= INSTANTIATION.longest_separator)
    signs = (piece for piece in short if not any(map(str.isalnum, piece)))
    return tuple(islice(signs, INSTANTIATION.most_separators))


def templates_of_tokens(domain: Domain, separators: Sequence[str]) -> Iterator[Template]:
    """The templates that change the tokens of a text between separators that it may hold.

    >>> from genmorph.domain import texts
    >>> [template.name for template in templates_of_tokens(texts("ab,"), [",", ";"])][:2]
    ['split:2c/shuffle', 'split:2c/reverse']
    """
    for separator in separators if is_spelled(domain) else ():
        if is_open_to(domain, separator):
            yield from (template_inside(((Tokens(separator),),), name) for name in _OF_TOKENS)


def templates_inside(domains: Sequence[Domain]) -> Iterator[Template]:
    """The templates that change a part of an argument, or the same part of two, those of parts that lie deeper last.

    Two arguments are also changed alike as a whole, where no other template does that; then come those that add the
    same to unlike parts of two.

    >>> from genmorph.domain import dates, ints, lists, texts, tuples
    >>> [template.name for template in templates_inside([lists(tuples(ints(), texts()))])]
    ['each/reverse', 'each/0:2/add', 'each/0:2/scale', 'each/1:2/reverse']
    >>> [template.name for template in templates_inside([dates()] * 2)]
    ['together/shift_days']
    """
    for path, part in parts_inside(domains[0], INSTANTIATION.most_steps):
        offered = _OF_PARTS.values() if path else OBJECT_TEMPLATES
        for template in offered if path or len(domains) > 1 else ():
            if template.fits((part,)):
                yield template_inside((path,) * len(domains), template.name)
    if len(domains) == 2:
        yield from islice(_templates_across(*domains), INSTANTIATION.most_across)


def _templates_across(one: Domain, other: Domain) -> Iterator[Template]:
    """The templates that add the same to a part of one argument and to the other, or to an unlike part of it.

    The first parts come first. Arguments with the same parts have none: other templates change these alike.

    >>> from genmorph.domain import dates, ints, tuples
    >>> [template.name for template in _templates_across(tuples(dates(), ints()), dates())]
    ['together/0:2+/shift_days']
    """
    first, second = (parts_inside(domain, _STEPS_ACROSS) for domain in (one, other))
    if {(path, part.kind) for path, part in first} == {(path, part.kind) for path, part in second}:
        return
    places = product(range(len(first)), range(len(second)))
    for place, place_of_other in sorted(places, key=sum):
        (path, part), (path_of_other, part_of_other) = first[place], second[place_of_other]
        if path != path_of_other and part.kind is part_of_other.kind:
            for template in _OF_PARTS.values():
                if template.adds and all(template.fits((each,)) for each in (part, part_of_other)):
                    yield template_inside((path, path_of_other), template.name)


@lru_cache(maxsize=1 << 10)
def find_inner(name: str) -> Template | None:
    """The template of this name that changes a part; None where there is none."""
    *keys, inner = name.split("/")
    if not keys:
        return None
    if keys[0] != _TOGETHER:
        paths = [_read_path(keys)]
    elif len(keys) == 2 and _ACROSS in keys[1]:
        paths = [_read_path([key] if key else []) for key in keys[1].split(_ACROSS)]
    else:
        paths = [_read_path(keys[1:])] * 2
    known = tuple(path for path in paths if path is not None)
    if not len(known) == len(paths) <= 2 or any(inner not in _offered(path) for path in known):
        return None
    found = template_inside(known, inner)
    is_meant = not found.is_across or _OF_PARTS[inner].adds
    return found if is_meant and found.name == name else None


class ChangedPart(NamedTuple):
    """The only part of an argument that a template changes: where it is, what is done to it, and its domain."""

    path: tuple[Step, ...]
    template: str
    domain: Domain


def part_changed(name: str, domain: Domain) -> ChangedPart | None:
    """What the template of this name changes; None where these are several parts, or the whole.

    >>> from genmorph.domain import ints, lists, tuples
    >>> part = part_changed("0:2/add", tuples(ints(0, 9), ints()))
    >>> part.template, part.domain.notation(), part_changed("each/add", lists(ints())), part_changed("add", ints())
    ('add', 'ints(0, 9)', None, None)
    """
    *keys, inner = name.split("/")
    path = _read_path(keys)
    if not path or not all(isinstance(step, Item | Field) for step in path):
        return None
    found: Domain | None = domain
    for step in path:
        found = _part(found, step)
    return None if found is None else ChangedPart(path, inner, found)


def _read_path(keys: Sequence[str]) -> Path | None:
    """The path of these keys; None where one is that of no step, or there are too many."""
    steps = tuple(step for step in map(read_step, keys) if step is not None)
    return steps if len(steps) == len(keys) <= INSTANTIATION.most_steps else None


def _offered(path: Path) -> dict[str, Template]:
    """What is done to a part at the end of a path."""
    return _OF_TOKENS if path and isinstance(path[-1], Tokens) else _OF_PARTS


@lru_cache(maxsize=1 << 10)
def template_inside(paths: tuple[Path, ...], inner: str) -> Template:
    """The template that applies the one of that name to the part at the end of each argument's path."""
    template = _offered(paths[0])[inner]
    places = _Places(tuple(_Inside(path, template) for path in paths))
    return Template(
        name=places.name,
        kinds=frozenset(Kind),
        arity=len(paths),
        constants=None if template.constants is None else _few(template.constants, has_tokens=places.has_tokens),
        follow_up=lambda values, constant: places.each(values, lambda place, value: place.new(value, constant)),
        texts=lambda arguments, constant: places.each(arguments, lambda place, one: place.text(one, constant)),
        words=places.words,
        sources=None
        if places.has_tokens
        else lambda domains, constant: places.each(domains, lambda place, domain: place.sources(domain, constant)),
        likely=(lambda domains: places.each(domains, _Inside.with_tokens)) if places.has_tokens else None,
        when=places.places[0].has_separators if places.has_tokens else None,
        names=template.names,
        examples=(),
        is_across=not places.is_alike,
        suits=places.suit,
        changed=lambda domains: places.each(domains, lambda place, domain: place.part(domain) or domain),
        is_involution=template.is_involution,
        is_moving=template.adds,
        is_of_part=any(isinstance(step, Item | Field) for path in paths for step in path),
        diversity_group="parts" if places.has_tokens else _group_of(template, paths),
    )


def _group_of(template: Template, paths: tuple[Path, ...]) -> str:
    """Changes of the same parts say much the same, but for multiples, and what is of a group, such as another order."""
    drawing = None if template.constants is None else template.constants.drawing
    is_factor = drawing is not None and drawing.multiplies
    group = template.diversity_group or ("factor" if is_factor else None)
    part = " ".join(("parts", *dict.fromkeys("/".join(step.key for step in path) for path in paths)))
    return part if group is None else f"{part}: {group}"


def _few(constants: Constants, *, has_tokens: bool) -> Constants:
    """The first ones that are worth a try everywhere."""
    most = INSTANTIATION.constants_of_tokens if has_tokens else INSTANTIATION.constants_of_parts

    def choices(kind: Kind, _numbers: Any, _pieces: Any) -> tuple[Constant, ...]:
        everywhere = filter(constants.allows, constants.choices(kind, (), ()))
        return tuple(islice(everywhere, most))

    return replace(constants, choices=choices, suited=lambda *_: ())


@dataclass(frozen=True, slots=True)
class _Inside:
    """Where a template is at work: `path` are the steps to it."""

    path: Path
    template: Template

    def part(self, domain: Domain) -> Domain | None:
        """What the domain has at the end of the path; None where it has no such part."""
        found: Domain | None = domain
        for step in self.path:
            found = _part(found, step)
        return found

    def new(self, value: Any, constant: Constant) -> Any:
        return change_at(value, self.path, lambda part: self.template.follow_up((part,), constant)[0])

    def text(self, argument: Argument, constant: Constant) -> str:
        def written(argument: Argument, path: Path) -> str:
            if not path:
                return self.template.texts((argument,), constant)[0]
            domain = argument.domain
            inner = _part(domain, path[0])
            return path[0].text(argument.text, lambda text: written(_argument(text, inner), path[1:]), domain)

        return written(argument, self.path)

    def has_separators(self, arguments: Sequence[Argument]) -> str:
        """Python that is true where the arguments have the separators."""
        separators = [python_text(step.separator) for step in self.path if isinstance(step, Tokens)]
        return conjunction(*(f"{one} in {argument.text}" for one in separators for argument in arguments)) or "True"

    def words(self, name: str, constant: Constant) -> str:
        return self.template.words((self.part_words(name),), constant)

    def part_words(self, name: str) -> str:
        """What the part is called in an argument of this name."""
        for step in self.path:
            name = step.words(name)
        return name

    def sources(self, domain: Any, constant: Constant) -> Domain | None:
        """None also where a single value is left, such as 0: what is said of it is an example."""

        def narrowed(domain: Any, path: Path) -> Any:
            if domain is None or self.template.sources is None:
                return None
            if not path:
                (found,) = self.template.sources((domain,), constant)
                return None if found is None or found.size == 1 else found
            part = narrowed(domain.changeable_parts().get(path[0]), path[1:])
            return None if part is None else domain.with_part(path[0], part)

        found: Domain | None = narrowed(domain, self.path)
        return found

    def with_tokens(self, domain: Narrowable) -> Narrowable:
        """The texts of a domain that have tokens, where these can be drawn."""
        first = self.path[0]
        return domain if not isinstance(first, Tokens) else separated(domain, first.separator) or domain


@dataclass(frozen=True, slots=True)
class _Places:
    """Where a template is at work, one place in each argument."""

    places: tuple[_Inside, ...]

    @property
    def is_alike(self) -> bool:
        """Whether the paths to all of them are the same."""
        return len({place.path for place in self.places}) == 1

    @property
    def has_tokens(self) -> bool:
        """Whether one of them is a token of a text."""
        return any(isinstance(step, Tokens) for place in self.places for step in place.path)

    @property
    def name(self) -> str:
        """The name of the template that changes them."""
        keys = ["/".join(step.key for step in place.path) for place in self.places]
        path = keys[0] if self.is_alike else _ACROSS.join(keys)
        together = _TOGETHER if len(self.places) > 1 else ""
        return "/".join(filter(None, (together, path, self.places[0].template.name)))

    def each(self, arguments: Sequence[Any], function: Callable[[_Inside, Any], Any]) -> tuple[Any, ...]:
        """The function's result for each place and its argument."""
        return tuple(function(place, argument) for place, argument in zip(self.places, arguments, strict=True))

    def suit(self, domains: tuple[Domain, ...]) -> bool:
        """Whether the domains have such parts, all of one kind."""
        parts = self.each(domains, _Inside.part)
        are_there = all(part is not None and self.places[0].template.fits((part,)) for part in parts)
        return are_there and len({part.kind for part in parts}) == 1

    def words(self, names: Texts, constant: Constant) -> str:
        """What happens to arguments of these names."""
        first = self.places[0]
        if self.is_alike:
            return first.words(" and ".join(names), constant)
        return f"{first.words(names[0], constant)}, and likewise {self.places[1].part_words(names[1])}"


def _part(domain: Domain | None, step: Step) -> Narrowable | None:
    """What values of a domain have where a step leads."""
    if not isinstance(domain, Narrowable):
        return None
    return lists(domain) if isinstance(step, Tokens) else domain.changeable_parts().get(step)


def _argument(text: str, domain: Narrowable | None) -> Argument:
    return Argument(text, Container.LIST) if domain is None else argument_of(text, domain)

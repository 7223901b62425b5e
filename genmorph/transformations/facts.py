"""The facts that a template states about itself, checked on its examples."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from genmorph.model import UsageError
from genmorph.transformations.template import Constant, Effect, Example, Template, Values
from genmorph.values.foreign import native
from genmorph.values.labels import key


def check_facts(template: Template, templates: Mapping[str, Template]) -> None:
    """Raise UsageError for a stated fact that does not hold on an example; `templates` are those it may name.

    >>> from dataclasses import replace
    >>> from genmorph.transformations.templates import TEMPLATES
    >>> check_facts(TEMPLATES["reverse"], TEMPLATES)
    >>> check_facts(replace(TEMPLATES["rotate"], is_involution=True), TEMPLATES)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: is_involution of rotate must be False, got True: twice applied it makes \
[3, 1, 2] of [1, 2, 3]
    """
    like = template.enlarges_like
    adding = None if like is None else templates.get(like)
    if like is not None and (adding is None or adding.effect is not Effect.ADDS):
        raise UsageError(f"enlarges_like of {template.name} must be a template that adds, got {like!r}")
    if adding is not None and adding.arity != template.arity:
        raise UsageError(f"enlarges_like of {template.name} must be of {template.arity} arguments, got {like!r}")
    if template.effect in (Effect.ADDS, Effect.SCALES) and template.constants is not None:
        wrong = next((constant for constant in (0, "a") if template.constants.allows(constant)), None)
        if wrong is not None:
            raise UsageError(
                f"constants of {template.name}, which {template.effect}, must be numbers other than 0, got {wrong!r}"
            )
    if template.is_moving and (template.constants is None or template.constants.allows("a")):
        raise UsageError(f"is_moving of {template.name} must be False, got True: its constants are no numbers")
    for example in template.examples:
        moved_back = _moved_back(template, example)
        if None not in moved_back and moved_back != example.before:
            before, after = _shown(example.before), _shown(moved_back)
            raise UsageError(
                f"is_moving of {template.name} must be False, got True: there and back makes {after} of {before}"
            )
        if template.effect is not None and not _has_effect(template, template.effect, example):
            before, after = _shown(example.before), _shown(example.after)
            rule = f"must hold of its examples, got {template.effect.value!r}"
            raise UsageError(f"effect of {template.name} {rule}, but {before} becomes {after}")
        back = _follow_up(template, example.after, example.constant) if template.is_involution else (None,)
        if None not in back and back != example.before:
            before, after = _shown(example.before), _shown(back)
            raise UsageError(
                f"is_involution of {template.name} must be False, got True: twice applied it makes {after} of {before}"
            )


def _has_effect(template: Template, effect: Effect, example: Example) -> bool:
    before, constant, after = example.before, example.constant, example.after
    match effect:
        case Effect.ADDS:
            return [number + constant for number in _numbers(before)] == list(_numbers(after))
        case Effect.SCALES:
            return [number * constant for number in _numbers(before)] == list(_numbers(after))
        case Effect.MIRRORS:
            return [constant - number for number in _numbers(before)] == list(_numbers(after))
        case Effect.REORDERS | Effect.SORTS:
            pairs = zip(before, after, strict=True)
            is_reordered = all(Counter(map(key, one)) == Counter(map(key, other)) for one, other in pairs)
            reversed_before = tuple(value[::-1] for value in before)
            backwards = after if effect is Effect.REORDERS else _follow_up(template, reversed_before, constant)
            return is_reordered and backwards == after
        case Effect.SWAPS:
            return after == before[::-1]
        case Effect.CUTS:
            return after == tuple(value[:constant] for value in before)
        case Effect.REPLACES:
            return after == (constant,)
        case Effect.EXCHANGES:
            return sorted(map(key, before)) == sorted(map(key, after))
        case Effect.GROWS:
            return _is_larger(before[0], after[0], constant)
    assert_never(effect)


def _moved_back(template: Template, example: Example) -> Values:
    """What moving by the constant, then by its opposite, makes of the example; None where nothing is claimed of it."""
    return _follow_up(template, example.after, -example.constant) if template.is_moving else (None,)


def _is_larger(before: Any, after: Any, constant: Constant) -> bool:
    """Whether the value grew as the constant says: a sequence became longer, something else larger or smaller."""
    if isinstance(before, str | bytes | list | tuple):
        return len(after) > len(before)
    less, more = (before, after) if constant is None or constant > 0 else (after, before)
    try:
        is_larger = native(more) > native(less)
    except TypeError:  # values without an order contradict nothing
        return True
    return bool(getattr(is_larger, "all", lambda: is_larger)())


def _numbers(values: Values) -> Iterator[Any]:
    """The numbers of all arguments, also of sequences."""
    for value in values:
        yield from value if isinstance(value, list | tuple | bytes) else (value,)


def _follow_up(template: Template, values: Values, constant: Constant) -> Values:
    copied = tuple(list(value) if isinstance(value, list) else value for value in values)
    return template.follow_up(copied, constant)


def _shown(values: Values) -> str:
    return ", ".join(f"{value!r:.80}" for value in values)

"""Kinds of users: how they are registered, and what they must be."""

import importlib
import inspect
from collections.abc import Callable
from random import Random
from typing import Any

from genmorph.model import UsageError
from genmorph.settings import VALUE_LIMITS
from genmorph.values.building import as_data, build, built_text
from genmorph.values.formed import Change, Formed
from genmorph.values.notation import domain_factories, parse_domain
from genmorph.values.paths import find_named
from genmorph.values.registered import OWN_KINDS, RegisteredKind, registered_kinds
from genmorph.values.value_forms import add_form, has_form, remove_form


def register_kind(kind: type[Formed], factory: Callable[..., Formed], of: type) -> type[Formed]:
    """Let a kind of values take part as the built-in ones do, and give it back; the same again changes nothing.

    Args:
        kind: A subclass of `Formed` at the top level of a module, which worker processes import too. The function that
            its `made_by` names is called for values in saved files, so that it must do no harm, whatever it is given.
        factory: What makes a domain of the kind, under the name that it has in notations. An annotation with the type
            means what it makes without arguments.
        of: The type of the values.

    Raises:
        UsageError: A name is taken, a part is not right, or values and examples are not what the kind says.

    >>> from genmorph.domain import ints
    >>> from genmorph.extension import Formed
    >>> register_kind(Formed, ints, slice)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: kind must be a subclass of Formed with all its methods, got \
<class 'genmorph.values.formed.Formed'>

    """
    found = RegisteredKind(kind, (factory,), of)
    if found in OWN_KINDS.values.values():
        return kind
    _check_names(found)
    OWN_KINDS.add(kind.__name__, found)
    add_form(of, kind.made_by, kind.arguments)
    try:
        _check_values(kind, factory(), of)
        for change in kind.changes:
            _check_change(kind, change)
    except BaseException:
        unregister_kind(kind.__name__)
        raise
    return kind


def unregister_kind(name: str) -> None:
    """Take a kind of one's own out again, by the name of its class.

    Raises:
        UsageError: No kind of this name is registered.

    >>> unregister_kind("Intervals")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: kind must be registered, got 'Intervals'

    """
    found = OWN_KINDS.values.get(name)
    OWN_KINDS.remove(name)
    if found is not None and isinstance(found.of, type):
        remove_form(found.of)


def _check_names(one: RegisteredKind) -> None:
    kind, name = one.kind, one.factories[0].__name__
    if not (isinstance(kind, type) and issubclass(kind, Formed)) or inspect.isabstract(kind):
        raise UsageError(f"kind must be a subclass of Formed with all its methods, got {kind!r:.80}")
    if kind.__module__ == "__main__" or "<locals>" in kind.__qualname__:
        raise UsageError(f"kind must stand at the top level of a module that workers can import, got {kind!r:.80}")
    if name in domain_factories():
        raise UsageError(f"factory of {kind.__name__} must have a name of its own, got {name!r}")
    if not isinstance(one.of, type) or has_form(one.of):
        raise UsageError(f"of must be a type that no other kind has, got {one.of!r:.80}")
    if not callable(find_named(*kind.made_by)):
        raise UsageError(f"made_by of {kind.__name__} must name a function, got {kind.made_by}")


def _check_values(kind: type[Formed], domain: Formed, of: type) -> None:
    """Raise UsageError unless drawn values are of the type and the domain, and are written and read back the same."""
    if not isinstance(domain, kind):
        raise UsageError(f"factory of {kind.__name__} must make one without arguments, got {domain!r:.80}")
    if parse_domain(domain.notation()) != domain:
        raise UsageError(f"notation of {kind.__name__} must be a call of its factory, got {domain.notation()!r:.80}")
    rng = Random(0)
    for plain in (domain.inner.draw(rng) for _ in range(VALUE_LIMITS.checked_of_own_kind)):
        value = domain.form(plain)
        _require(isinstance(value, of), f"form of {kind.__name__} must give values of {of.__qualname__}", value)
        made = build(as_data(value))
        rule = f"arguments of {kind.__name__} must be those with which {'.'.join(kind.made_by)} gives an equal value"
        _require(made == value, f"{rule}, for {value!r:.80}", made)
        rule = f"plain of {kind.__name__} must give what the value is made of, for {value!r:.80}"
        _require(domain.contains(value), rule, domain.plain(value))


def _check_change(kind: type[Formed], change: Change) -> None:
    what = f"{change.name} of {kind.__name__}"
    others = (other for one in registered_kinds() if one.kind is not kind for other in one.kind.changes)
    if any(other.name == change.name and other.apply is not change.apply for other in others):
        raise UsageError(f"apply of {what} must be that of other kinds that have a change of this name")
    if not change.examples:
        raise UsageError(f"examples of {what} must be some, got none")
    root = kind.made_by[0].partition(".")[0]
    for before, constant, after in change.examples:
        made = change.apply(before, constant)
        _require(made == after, f"apply of {what} must give {after!r:.80} for {before!r:.80}", made)
        text = change.text("x", constant)
        found = eval(text, {"x": before, root: importlib.import_module(root)})  # noqa: S307 - what the kind itself says
        _require(found == after, f"text of {what} must give {after!r:.80} for {before!r:.80}", found)


def _require(is_right: object, rule: str, got: Any) -> None:
    if not is_right:
        raise UsageError(f"{rule}, got {built_text(got):.80}")

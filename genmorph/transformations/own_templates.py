"""Templates made of a user's function and of the same in Python text, and what they must be."""

import ast
import builtins
import inspect
import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from keyword import iskeyword
from string import Formatter, ascii_lowercase
from typing import Any

from genmorph.annotations.source_texts import free, renamed
from genmorph.model import Container, Kind, UsageError
from genmorph.transformations.facts import check_facts
from genmorph.transformations.template import ANYTHING, Argument, Effect, Example, Number, Template
from genmorph.transformations.templates import TEMPLATES, known_templates
from genmorph.values.kinds import Shape
from genmorph.values.labels import key

_MODULES = ("math", "np", "random")
"""Modules that exported tests import where their text uses them."""


@dataclass(frozen=True, slots=True)
class PythonText:
    """An expression over arguments of these names; `what` is what errors call it.

    >>> bits = PythonText("python of flip", "n ^ (1 << len(xs))", ("n", "xs"))
    >>> bits.over(["k", "v"]), bits.value(0, "ab")
    ('k ^ 1 << len(v)', 4)
    >>> PythonText("python of flip", "n ^ one", ("n",))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: python of flip must use its arguments, built-ins, math, np and random alone, got one in \
'n ^ one'
    """

    what: str
    text: str
    names: tuple[str, ...]
    foreign: frozenset[str] = field(init=False)
    """The names that it uses beside its own."""
    _function: Callable[..., Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tree = self._parsed()
        inner = set(_bound(tree))
        if any(isinstance(node, ast.NamedExpr) for node in ast.walk(tree)):
            raise UsageError(f"{self.what} must give names to nothing, got {self.text!r}")
        shadowed = next((name for name in self.names if name in inner), None)
        if shadowed is not None:
            raise UsageError(f"{self.what} must use {shadowed} for its argument alone, got {self.text!r}")
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        foreign = frozenset(used - {*self.names, *inner})
        strange = sorted(foreign - {*_MODULES, *dir(builtins)})
        if strange:
            rule = "must use its arguments, built-ins, math, np and random alone"
            raise UsageError(f"{self.what} {rule}, got {strange[0]} in {self.text!r}")
        object.__setattr__(self, "foreign", foreign)
        scope: dict[str, Any] = {"math": math, "random": random}
        if "np" in foreign:
            import numpy as np

            scope["np"] = np
        text = f"lambda {', '.join(self.names)}: ({self.text.strip()})"
        object.__setattr__(self, "_function", eval(text, scope))  # noqa: S307 - the user's own

    def over(self, texts: Sequence[str]) -> str:
        """The expression with these names in the place of its own; its variables inside make room for them.

        >>> PythonText("python of add", "[v + k for v in xs]", ("xs", "k")).over(["v", "x"])
        '[v_ + x for v_ in v]'
        """
        tree = self._parsed()
        exchanged = dict(zip(self.names, texts, strict=True))
        taken = {*texts, *self.foreign, *_bound(tree)}
        for name in dict.fromkeys(_bound(tree)):
            if name in texts:
                exchanged[name] = free(name, taken)
        return renamed(tree, exchanged)

    def value(self, *values: Any) -> Any:
        """What the expression gives for these values."""
        return self._function(*values)

    def _parsed(self) -> ast.expr:
        try:
            return ast.parse(self.text.strip(), mode="eval").body
        except (SyntaxError, ValueError) as error:
            raise UsageError(f"{self.what} must be an expression of Python, got {self.text!r}") from error


def _bound(tree: ast.expr) -> Iterator[str]:
    """The variables of comprehensions, and the parameters of lambdas."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name


_KINDS = {kind.value: kind for kind in Kind if kind not in (Kind.OTHER, Kind.NESTED)}


def template(
    name: str,
    kinds: Iterable[Any],
    *,
    change: Callable[..., Any],
    python: str | Sequence[str],
    words: str,
    examples: Iterable[tuple[Any, Any]],
    when: str | None = None,
    reorders: bool = False,
    is_involution: bool = False,
    is_unnatural: bool = False,
    diversity_group: str | None = None,
    fixed_constant: Number | None = None,
) -> Template:
    """A template that does to arguments what the function `change` does.

    Values whose follow-up lies outside of a function's domain are left out by themselves. Registering runs the
    examples. For constants, or other containers, make a `Template`.

    Args:
        name: The name of the template, as saved files and messages have it.
        kinds: Types, such as `int` or `list[float]`; all arguments are of the same one, and sequences are lists.
        change: Takes the arguments and returns the changed one, or a tuple of several.
        python: `change` as Python text, over the names of its parameters; a text for each of several arguments.
        words: A sentence for descriptions, with these names in braces.
        examples: Values, each with what it becomes; tuples where `change` takes several arguments.
        when: A condition in Python of the values that can be changed, where not all can.
        reorders: Whether it only puts the elements of one text or list in another order.
        is_involution: Whether applying it twice gives the value back.
        is_unnatural: Whether it gives way to others whose relations are as good.
        diversity_group: The group of templates that say much the same, of which few relations are reported. Those of
            built-in templates are in their definitions, such as "order" and "letter case".
        fixed_constant: The number that values change by, such as 2 where they are doubled: relations may use it.

    Raises:
        UsageError: A part is not right; the error names it.

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
    if not isinstance(reorders, bool):
        raise UsageError(f"reorders of {name} must be True or False, got {reorders!r}")
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
        containers=frozenset({None, Container.LIST}),
        names=frozenset().union(*(part.foreign for part in used)),
        effect=Effect.REORDERS if reorders else None,
        is_involution=is_involution,
        is_unnatural=is_unnatural,
        diversity_group=diversity_group,
        fixed_constant=fixed_constant,
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
            elements = (*old, *new) if isinstance(old, list) and type(new) is list else ()
            if type(new) is not type(old) or len(set(map(type, elements))) > 1:
                kind = type(old).__name__
                noun = f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
                said = f"must give {noun} for {noun}, got {new!r:.80} for {old!r:.80}"
                raise UsageError(f"change of {self.name} {said}")
        return after

    def _run(self, part: str, function: Callable[..., Any], values: Sequence[Any]) -> Any:
        try:
            return function(*values)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            what = ", ".join(f"{value!r:.80}" for value in values)
            raise UsageError(f"{part} of {self.name} must give a value for {what}, got {reason}") from error


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


_CONTAINERS: dict[type, Container] = {list: Container.LIST, tuple: Container.TUPLE, bytes: Container.BYTES}


def check_template(template: Template) -> None:
    """Raise UsageError where a part is not right, or an example is not what the change and its Python text give."""
    name = template.name
    if not name.isidentifier() or iskeyword(name):
        raise UsageError(f"name of a template must be an identifier such as flip_last_bit, got {name!r}")
    if name in TEMPLATES:
        raise UsageError(f"name of a template must be free, got {name!r}, which is built in")
    if not template.kinds & ANYTHING:
        raise UsageError(
            f"kinds of {name} must be some that relations speak of, got {sorted(map(str, template.kinds))}"
        )
    if template.passes_on:
        raise UsageError(f"passes_on of {name} must be False, got True")
    if template.borrows and template.arity != 2:
        raise UsageError(f"arity of {name}, which borrows, must be 2, got {template.arity!r}")
    if not template.examples:
        raise UsageError(f"examples of {name} must be some, got none")
    for example in template.examples:
        _check_example(template, example)
    check_facts(template, known_templates())


def _check_example(template: Template, example: Example) -> None:
    before = example.before
    arguments = _arguments(template, before)
    after = template.follow_up(_copied(before), example.constant)
    _require(template, "change", before, after, example.after)
    texts, names = template.texts(arguments, example.constant), argument_names(template.arity)
    _require(template, "texts", before, texts, example.texts)
    _require(template, "words", before, template.words(names, example.constant), example.words)
    found = tuple(PythonText(f"python of {template.name}", text, names).value(*_copied(before)) for text in texts)
    _require(template, "python", before, found, example.after)


def _arguments(template: Template, before: Sequence[Any]) -> tuple[Argument, ...]:
    """The arguments of an example, by their values."""
    if len(before) != template.arity:
        raise UsageError(f"examples of {template.name} must have {template.arity} values, got {before!r:.80}")
    kinds = [template.kinds] * template.arity
    if template.borrows:
        kinds[1] = frozenset(kind.element or kind for kind in template.kinds)
    arguments = []
    for name, value, allowed in zip(argument_names(template.arity), before, kinds, strict=True):
        container = _CONTAINERS.get(type(value))
        kind = next((kind for kind in Kind if kind in allowed and Shape(kind, container).holds(value)), None)
        if kind is None or (template.containers is not None and container not in template.containers):
            wanted = ", ".join(kind.value for kind in Kind if kind in allowed)
            raise UsageError(f"examples of {template.name} must be of {wanted}, got {value!r:.80}")
        arguments.append(Argument(name, container, kind))
    return tuple(arguments)


def _require(template: Template, part: str, before: Sequence[Any], found: object, wanted: object) -> None:
    """An example as it must be; 1, 1.0 and True are three."""
    if key(found) != key(wanted):
        given = ", ".join(f"{value!r:.80}" for value in before)
        raise UsageError(f"{part} of {template.name} must give {wanted!r:.80} for {given}, got {found!r:.80}")


def _copied(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(list(value) if isinstance(value, list) else value for value in values)

"""Which parameters the calls of a function pass, and what relations need to know of their function."""

import inspect
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count, islice
from keyword import iskeyword
from string import ascii_lowercase
from types import FunctionType
from typing import Any, TypeGuard

from genmorph.annotations.valid_inputs import Validity
from genmorph.model import Container, Domain, Output, Parameter, Place, Tolerance, UnsupportedError, UsageError
from genmorph.settings import WRITING
from genmorph.subject.location import describe
from genmorph.values.annotated import Condition
from genmorph.values.building import array_types, shown
from genmorph.values.evaluated_hints import with_hints
from genmorph.values.labels import shortened
from genmorph.values.objects import Objs
from genmorph.values.registered import example_of, view_texts
from genmorph.values.seeds import global_seed, is_seed
from genmorph.values.type_hints import find_domain, in_words, lists_a_choice, read_hint

Domains = Mapping[str, object] | Sequence[object] | None

_EMPTY = inspect.Parameter.empty
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_STARS: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
_ANY = inspect.Parameter("arguments", inspect.Parameter.VAR_POSITIONAL)


def read_signature(function: Any) -> inspect.Signature | None:
    """The signature; None for compiled functions without one."""
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def choose_parameters(
    function: Any, inner: Any, domain: Domains, spoken_of: Collection[str] = ()
) -> list[inspect.Parameter]:
    """The parameters that get a domain, in order and with evaluated annotations, those passed by keyword last.

    A parameter that `domain` does not name, and that is not `spoken_of`, keeps its default value where it has one;
    without `domain`, those of Python functions whose annotation lists a choice (a Boolean, a literal) do not. Where
    the number of arguments is not fixed (`*args`), the list `domain` fixes it: its positions are parameters, named by
    letters where the signature has no names. `**kwargs` get nothing.

    >>> import math
    >>> [parameter.name for parameter in choose_parameters(math.hypot, math.hypot, ["ints(0, 9)"] * 2)]
    ['a', 'b']
    """
    signature = read_signature(function)
    parameters = with_hints([_ANY] if signature is None else signature.parameters.values(), inner)
    fixed = [found for found in parameters if found.kind not in _STARS]
    # calls can do without keywords that nobody asks for, beside parameters that are named
    can_leave_out = inspect.Parameter.VAR_KEYWORD if fixed else None
    starred = next((found for found in parameters if found.kind in _STARS and found.kind is not can_leave_out), None)
    if starred is not None:
        if starred.kind is inspect.Parameter.VAR_KEYWORD:
            takes = f"{describe(function)} takes **{starred.name} alone"
            raise UnsupportedError(f"{takes}, give a function with named parameters that calls it")
        if not _is_list(domain):
            takes = f"takes {_STARS[starred.kind]}{starred.name}" if signature else "has no readable signature"
            text = (
                f"{describe(function)} {takes}; give a list of domains: domain=[ints(0, 99), ints(0, 99)] "
                'or --domain "ints(0, 99)" --domain "ints(0, 99)"'
            )
            raise UnsupportedError(text) if domain is None else UsageError(text)
        return _positions(describe(function), parameters, len(domain))
    if not fixed:
        raise UnsupportedError(f"{describe(function)} has no parameters, so its input cannot change")
    return _wanted(fixed, domain, spoken_of, may_draw=isinstance(inner, FunctionType) and domain is None)


def _is_list(domain: Domains) -> TypeGuard[Sequence[object]]:
    """Whether domains are given by position."""
    return isinstance(domain, Sequence) and not isinstance(domain, str)


def _positions(function: str, parameters: list[inspect.Parameter], size: int) -> list[inspect.Parameter]:
    """As many positional parameters as there are domains; those without a name are called a, b, ..., z, a2, b2, ..."""
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and parameter.default is _EMPTY:
            raise UnsupportedError(
                f"{function} takes any number of arguments and needs {parameter.name!r}, "
                "give a function with a fixed number of parameters"
            )
    named = [parameter for parameter in parameters if parameter.kind in _POSITIONAL]
    rest = next((found for found in parameters if found.kind is inspect.Parameter.VAR_POSITIONAL), None)
    least = max(1, sum(parameter.default is _EMPTY for parameter in named))
    if size < least:
        raise UsageError(f"domain must list at least {least} {'entry' if least == 1 else 'entries'}, got {size}")
    if size > len(named) and rest is None:
        raise UsageError(f"domain must list at most {len(named)} entries, got {size}")
    taken = {parameter.name for parameter in named}
    letters = (f"{letter}{number}" for number in chain([""], count(2)) for letter in ascii_lowercase)
    names = islice((name for name in letters if name not in taken), max(0, size - len(named)))
    hint = _EMPTY if rest is None else rest.annotation
    more = [inspect.Parameter(name, _POSITIONAL[0], annotation=hint) for name in names]
    return [*named[:size], *more]


def _wanted(
    parameters: list[inspect.Parameter], domain: Domains, spoken_of: Collection[str], may_draw: bool
) -> list[inspect.Parameter]:
    """Without those that keep their default values; what follows such a one is passed by keyword.

    Where that cannot be, because it is positional only, those before it are wanted too. `may_draw` says that
    parameters which the user does not mention get a domain where their annotation lists a choice. One parameter is
    always wanted.
    """
    names = [found.name for found in parameters]
    stated = domain if isinstance(domain, Mapping) else ()
    given = set(names[: len(domain)] if _is_list(domain) else (*stated, *spoken_of))
    needed = [
        found.default is _EMPTY or found.name in given or (may_draw and lists_a_choice(found.annotation))
        for found in parameters
    ]
    last = max((i for i, found in enumerate(parameters) if needed[i] and found.kind is _POSITIONAL[0]), default=-1)
    wanted = [(found, i) for i, found in enumerate(parameters) if i <= last or needed[i]]
    if not wanted:
        return parameters[:1]
    return [
        found if i == place else found.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for place, (found, i) in enumerate(wanted)
    ]


def kept_defaults(function: Any, parameters: Sequence[Parameter]) -> str:
    """The parameters that keep their default values, as they stand in a signature; "" where none does.

    >>> kept_defaults(lambda net, rate=19, *, cents=True: net, [])
    'rate=19, cents=True'
    """
    signature, drawn = read_signature(function), {parameter.name for parameter in parameters}
    known = () if signature is None else signature.parameters.values()
    kept = (one for one in known if one.default is not _EMPTY and one.name not in drawn)
    return ", ".join(f"{one.name}={shortened(shown(one.default), WRITING.shown_letters)}" for one in kept)


def infer_domain(parameter: inspect.Parameter, function: str) -> Domain:
    """As `find_domain`, but UnsupportedError where there is none; `function` is for its text."""
    found = find_domain(parameter)
    if found is not None:
        return found
    if read_hint(parameter.annotation).is_known:
        name, example = parameter.name, example_of(parameter.annotation)
        maker = f", where the annotated make_{name} makes it of numbers, texts and the like" if example is None else ""
        raise UnsupportedError(
            f"parameter {name!r} of {function} is annotated {_text(parameter.annotation)}, which does not say what its "
            f'values are; give a domain: domain={{"{name}": {example or f"objs(make_{name})"}}}{maker}, or a '
            "Hypothesis strategy"
        )
    if parameter.name == "self":
        raise UnsupportedError(
            f"{function} needs an instance to be called on, and instances can be made of classes at the top level of "
            "modules alone, whose constructors are annotated; got 'self' without a domain"
        )
    raise UnsupportedError(
        f"parameter {parameter.name!r} of {function} has no usable annotation (got {_text(parameter.annotation)}); "
        f'give one: domain={{"{parameter.name}": ints(1, 9999)}} or --domain "{parameter.name}=ints(1, 9999)", '
        "or another, such as texts() or lists(floats(0, 1))"
    )


def check_kind(domain: Domain, parameter: inspect.Parameter) -> Domain:
    """The domain; UsageError where the annotation rules its values out. Ints may stand for floats."""
    hint = parameter.annotation
    read = read_hint(hint)
    if read.admits(domain, with_none=parameter.default is None):
        return domain
    raise UsageError(
        f"parameter {parameter.name!r} is annotated {_text(hint)}, "
        f"domain must hold {in_words(read.domains)}, got {domain.notation():.200}"
    )


def _text(hint: object) -> str:
    if hint is _EMPTY:
        return "none"
    return hint if isinstance(hint, str) else inspect.formatannotation(hint)


@dataclass(frozen=True, slots=True)
class Signature:
    """What relations need to know of their function: where it is, its valid inputs, its outputs.

    `module` is None where no file could import the function; `raises` are the exception types that it raised inside
    its domain; `outputs` are empty where nothing is known of them, because the run ended before; `conditions` are what
    must be true of the arguments together; `has_large_outputs` says whether some of its calls gave more than is looked
    at, of which relations say nothing. `definition` is the source of a function that tests carry, as it only asks what
    is tested; files of relations do not hold it, because nobody should run code that stands in them.
    """

    module: str | None
    qualname: str
    name: str
    parameters: tuple[Parameter, ...]
    outputs: tuple[Output, ...]
    raises: tuple[str, ...]
    tolerance: Tolerance
    digest: str
    conditions: tuple[Condition, ...] = ()
    has_large_outputs: bool = False
    definition: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        dotted = [("qualname", self.qualname), ("name", self.name), *(("raises", name) for name in self.raises)]
        dotted += [("parameter", name) for name in self.names]
        dotted += [] if self.module is None else [("module", self.module)]
        for what, name in dotted:
            parts = name.replace("<locals>", "locals").replace("<lambda>", "function").split(".")
            if not all(part.isidentifier() and not iskeyword(part) for part in parts):
                raise UsageError(f"{what} must be a name, got {name!r}")
        if len(set(self.names)) < len(self.names):
            raise UsageError(f"parameter names must differ, got {', '.join(self.names)}")
        for output in self.outputs:
            _check_output(output, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters' names."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The parameters' domains."""
        return tuple(parameter.domain for parameter in self.parameters)

    @property
    def arrays(self) -> dict[int, str]:
        """The positions of the parameters that are numpy arrays, each with the name of its elements' type."""
        return array_types(parameter.domain for parameter in self.parameters)

    @property
    def restricted(self) -> tuple[str, ...]:
        """The names of the parameters that conditions speak of."""
        return tuple(name for name in self.names if any(name in condition.names for condition in self.conditions))

    @property
    def validity(self) -> Validity:
        """Which inputs are valid."""
        return Validity.of(self.parameters, self.conditions)

    @property
    def global_seed(self) -> str:
        """The name of the parameter that seeds the global generators, and that the function does not get; or ""."""
        return global_seed(self.parameters)

    @property
    def is_iterator(self) -> bool:
        """Whether a call gives its elements piece by piece, so that a test must make a list of them."""
        return any(output.container is Container.ITERATOR for output in self.outputs)

    @property
    def changed_in_place(self) -> tuple[int, ...]:
        """The positions of the parameters that the function changes."""
        return tuple(sorted({output.position for output in self.outputs if output.position is not None}))

    @property
    def is_method(self) -> bool:
        """Whether the first argument is an instance of the class that the function is a method of."""
        first = self.parameters[0].domain if self.parameters else None
        owner = self.qualname.rpartition(".")[0]
        return isinstance(first, Objs) and (first.module, first.qualname) == (self.module, owner)

    @property
    def shown_names(self) -> tuple[str, ...]:
        """What the arguments are called where calls are written: the instance of a method has the name of its class."""
        if not self.is_method:
            return self.names
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.qualname.split(".")[-2]).lower()
        name = words if words.isidentifier() and not iskeyword(words) else self.names[0]
        return (name if name not in self.names else self.names[0], *self.names[1:])

    @property
    def own_instances(self) -> str:
        """What is to be known of the calls of a method: what one changes in its instance the other does not see."""
        return f"Both calls begin with the same {self.qualname.split('.')[-2]}, each with one of its own."

    def arguments(self, texts: Sequence[str]) -> str:
        """The arguments of a call as text, keyword-only ones by name."""
        return ", ".join(self._arguments(texts))

    def call(self, texts: Sequence[str], function: str | None = None) -> str:
        """The text of a call with these arguments, or with `*` and a tuple of them; of a method, on its instance."""
        first, *rest = arguments = self._arguments(texts) or [""]
        if first.startswith("*"):
            return f"{function or self.qualname}({first})"
        if not self.is_method:
            return f"{function or self.name}({', '.join(arguments)})"
        return f"{first}.{self.name}({', '.join(rest)})"

    def call_without_seeds(self, texts: Sequence[str]) -> str:
        """The same without what seeds the function, for relations of many seeds."""
        others = [place for place, one in enumerate(self.parameters) if not is_seed(one.domain)]
        seedless = replace(self, parameters=tuple(self.parameters[place] for place in others), outputs=())
        return seedless.call([texts[place] for place in others])

    def _arguments(self, texts: Sequence[str]) -> list[str]:
        if len(texts) == 1 and texts[0].startswith("*"):
            return list(texts)
        pairs = zip(self.parameters, texts, strict=True)
        return [f"{parameter.name}={text}" if parameter.keyword_only else text for parameter, text in pairs]


def _check_output(output: Output, names: Sequence[str]) -> None:
    """Raise UsageError for what no output of that place has: keys become part of exported code."""
    if output.view is not None and (output.view not in view_texts() or output.is_none):
        raise UsageError(f"view of an output must be one of {', '.join(view_texts())}, got {output.view!r}")
    key: Mapping[Place, bool] = {
        Place.RETURNED: output.key is None,
        Place.FIELD: isinstance(output.key, str) and output.key.isidentifier(),
        Place.ITEM: isinstance(output.key, int) and not isinstance(output.key, bool) and output.key >= 0,
        Place.KEY: isinstance(output.key, str),
        Place.ARGUMENT: output.key in names,
    }
    if not key[output.place]:
        raise UsageError(f"key of the output {output.place.value} must name one, got {output.key!r}")
    position = names.index(str(output.key)) if output.place is Place.ARGUMENT else None
    if output.position != position:
        raise UsageError(f"position of the output {output.name} must be {position}, got {output.position!r}")

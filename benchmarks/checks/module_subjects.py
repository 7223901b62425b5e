"""Functions of modules that nobody wrote for genmorph, and the one rule by which they get domains.

The modules were named before anything was inferred of their functions: two each of numbers, of texts and of sequences.
"""

import importlib
import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product
from random import Random

from benchmarks.checks.module_inputs import draw_inputs, is_drawn
from genmorph.domain import parse_domain
from genmorph.execution.outputs import find_outputs
from genmorph.execution.patience import Patience
from genmorph.execution.pool import Workers
from genmorph.execution.process import LoadError
from genmorph.model import Outcome, Parameter, Returned, UnsupportedError, UsageError
from genmorph.subject.location import find_function
from genmorph.subject.subject import inspect_subject
from genmorph.subject.targets import locate
from genmorph.values.evaluated_hints import read_hints
from genmorph.values.type_hints import find_domain

MODULES = (
    "astral.sun",
    "mpmath.libmp.libintmath",
    "boltons.strutils",
    "inflection",
    "more_itertools.recipes",
    "toolz.itertoolz",
)
PACKAGES = ("astral", "boltons", "inflection", "more-itertools", "mpmath", "toolz")
"""The distributions that they are part of."""
CANDIDATES = (
    "ints(-1000, 1000)",
    "floats(-1000, 1000)",
    "texts()",
    "lists(ints(-1000, 1000))",
    "lists(floats(-1000, 1000))",
    "lists(texts())",
)
"""What a parameter without a readable annotation is tried with, in this order."""
DRAWS = 50
RETURNING = 45
"""So many of the drawn calls must return a value."""
SECONDS = 2.0
"""No call may take longer."""
MOST_UNKNOWN = 3
"""Parameters without a default of which no annotation says anything."""

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True)
class ModuleSubject:
    """A function by its path, and a domain for each of its first parameters; the others keep their default values."""

    path: str
    domains: tuple[str, ...]

    @property
    def options(self) -> tuple[str, ...]:
        """The domains as options of the command line."""
        return tuple(word for domain in self.domains for word in ("--domain", domain))


def public_functions(modules: Sequence[str] = MODULES) -> tuple[str, ...]:
    """The paths of the plain functions that the modules define under public names, by name, then by module.

    >>> public_functions(["colorsys"])[:2]
    ('colorsys:hls_to_rgb', 'colorsys:hsv_to_rgb')
    """
    found = [
        (name, module)
        for module in modules
        for name, value in vars(importlib.import_module(module)).items()
        if inspect.isfunction(value) and (value.__module__, value.__name__) == (module, name) and name[0] != "_"
    ]
    return tuple(f"{module}:{name}" for name, module in sorted(found))


def describe_function(path: str) -> ModuleSubject:
    """The function with the domains of the rule; UnsupportedError says why there are none.

    Each parameter without a default gets what its annotation says, or else the candidates in turn. The first
    combination is taken under which 45 of 50 calls return values that relations can speak of, the same ones in a
    process with another hash seed, and no call takes longer than 2 s or ends its process.

    >>> describe_function("colorsys:rgb_to_yiq").domains
    ('ints(-1000, 1000)', 'ints(-1000, 1000)', 'ints(-1000, 1000)')
    >>> describe_function("colorsys:missing")
    Traceback (most recent call last):
        ...
    genmorph.model.UnsupportedError: module 'colorsys' has no function 'missing'
    """
    try:
        names, choices = _choices(path)
        chosen = _first_accepted(path, names, list(product(*choices)))
        inspect_subject(path, [parse_domain(text) for text in chosen])
    except (UsageError, LoadError) as error:
        raise UnsupportedError(str(error)) from error
    return ModuleSubject(path, chosen)


def _choices(path: str) -> tuple[list[str], list[tuple[str, ...]]]:
    """The parameters without a default, and which domains each of them may have."""
    function = find_function(path)
    hints = read_hints(function)
    needed = [p for p in inspect.signature(function).parameters.values() if p.default is inspect.Parameter.empty]
    required = [parameter for parameter in needed if parameter.kind in _POSITIONAL]
    if not required:
        raise UnsupportedError(f"{path} has no named parameter without a default")
    if any(parameter.kind is inspect.Parameter.KEYWORD_ONLY for parameter in needed):
        raise UnsupportedError(f"{path} needs an argument by keyword")
    read = [find_domain(p.replace(annotation=hints.get(p.name, p.annotation))) for p in required]
    if read.count(None) > MOST_UNKNOWN:
        raise UnsupportedError(f"{path} has {read.count(None)} parameters of which no annotation says anything")
    if any(domain is not None and not is_drawn(domain) for domain in read):
        raise UnsupportedError(f"{path} has a parameter of a kind that is not drawn here")
    choices: list[tuple[str, ...]] = [CANDIDATES if domain is None else (domain.notation(),) for domain in read]
    return [parameter.name for parameter in required], choices


def _first_accepted(path: str, names: Sequence[str], combinations: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    target = locate(path).target
    with Workers(target, SECONDS) as workers, Workers(target, SECONDS, hash_seed=1) as others:
        for texts in combinations:
            parameters = [Parameter(name, parse_domain(text)) for name, text in zip(names, texts, strict=True)]
            if _is_accepted(path, parameters, (workers, others)):
                return texts
    raise UnsupportedError(
        f"{path} does not return the same usable values for {RETURNING} of {DRAWS} inputs under any of "
        f"{len(combinations)} combinations of domains"
    )


def _is_accepted(path: str, parameters: Sequence[Parameter], processes: Sequence[Workers]) -> bool:
    """Whether the function returns usable values under these domains, the same in each of the processes."""
    domains = [parameter.domain for parameter in parameters]
    inputs = list(islice(draw_inputs(domains, Random(f"{path}/{domains}")), DRAWS))
    runs = (process.call(None, inputs, Patience(time_outs=1, deaths=1)) for process in processes)
    first = next(runs)
    return _is_usable(first, parameters) and all(repr(outcomes) == repr(first) for outcomes in runs)


def _is_usable(outcomes: Sequence[Outcome], parameters: Sequence[Parameter]) -> bool:
    if len(outcomes) < DRAWS or sum(isinstance(outcome, Returned) for outcome in outcomes) < RETURNING:
        return False
    try:
        return bool(find_outputs(outcomes, parameters))
    except UnsupportedError:
        return False

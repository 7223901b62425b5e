"""The function under test as a value, and the way to it from a function and what the user says."""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from genmorph.annotations.valid_inputs import Validity
from genmorph.model import Domain, Input, Parameter, Target, UnsupportedError, UsageError
from genmorph.settings import INPUTS, SIZE_DRAWS
from genmorph.subject.constants import find_constants, find_texts, join_constants, join_texts
from genmorph.subject.digests import digest
from genmorph.subject.field_constants import suited_numbers
from genmorph.subject.location import describe, extract, parse_lines
from genmorph.subject.parallel import Group, zipped_parameters
from genmorph.subject.reached import read_named
from genmorph.subject.samples import DataDomains, Samples
from genmorph.subject.signatures import (
    Domains,
    check_kind,
    choose_parameters,
    infer_domain,
    kept_defaults,
    read_signature,
)
from genmorph.subject.targets import Located, find_owner, instances_of, locate
from genmorph.transformations.drawing import free_name
from genmorph.values.annotated import Condition, annotations_of, argument_domains
from genmorph.values.conversion import as_domain
from genmorph.values.evaluated_hints import read_hints
from genmorph.values.formed import has_changes
from genmorph.values.narrowable import Narrowable
from genmorph.values.notation import homes_of, is_sendable, resolved
from genmorph.values.seeds import GLOBAL, Seeds, as_seeds, global_seeds, is_seed, seed_place, seeds
from genmorph.values.sequence_edits import has_elements
from genmorph.values.sequences import Sequences
from genmorph.values.texts import Texts
from genmorph.values.type_hints import has_metadata, is_bare, read_hint


@dataclass(frozen=True, slots=True)
class Subject:
    """The function under test: where it is, what it takes, and what a worker process needs to load it.

    `module` is None where the function is in no importable module; `target.source` then is a module of its own.
    `name` is an identifier. `mutated` is what mutants are made from and loaded from: the same as `target`, the Python
    form of a compiled target where there is one, else None. `digest` changes with everything that the outcomes depend
    on. `constants` are the numbers that the Python definition mentions, in their order, `pieces` the texts;
    `conditions` are what must be true of the arguments together. `models` are inputs that it accepts, of which others
    are made where it raises on most that are drawn. `kept` names the parameters that keep their defaults, with these.
    `suited` are for each parameter the numbers of its field, by names and the source;
    `parallel` are the positions of parameters whose values are texts or sequences of equal lengths, mostly. A driver
    only calls what is under test: what it calls is mutated, not the driver itself. Where it `is_sampled`, many runs are
    compared; tests hold the `definition` instead of importing the function. Many inputs are parts of its `samples`.
    """

    module: str | None
    qualname: str
    name: str
    parameters: tuple[Parameter, ...]
    target: Target
    mutated: Target | None
    digest: str
    constants: tuple[int | float, ...]
    pieces: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    models: tuple[Input, ...] = ()
    kept: str = ""
    suited: tuple[tuple[int | float, ...], ...] = ()
    parallel: tuple[tuple[int, ...], ...] = ()
    is_driver: bool = False
    is_sampled: bool = False
    definition: str = ""
    samples: Samples | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters, in order."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def called(self) -> str:
        """What a call that raises is a call of: the function, or the constructor of the class that a driver uses."""
        return f"the constructor of {self.qualname}" if self.is_driver else self.qualname

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The domains of the parameters, in order."""
        return tuple(parameter.domain for parameter in self.parameters)

    @property
    def seeds(self) -> tuple[int, ...]:
        """The positions of seeds, and of generators of random numbers."""
        return tuple(place for place, one in enumerate(self.domains) if is_seed(one))

    @property
    def validity(self) -> Validity:
        """Which inputs are valid."""
        return Validity.of(self.parameters, self.conditions)

    @property
    def note(self) -> str | None:
        """What users should know of where mutants come from; None where these are made from the function itself."""
        if self.mutated is None or not self.mutated.blocked:
            return None
        form, accelerators = f"{self.mutated.module}.{self.mutated.qualname}", " and ".join(self.mutated.blocked)
        return f"mutants are made from the Python form of {form}, which {accelerators} replaces"

    def with_parameters(self, parameters: tuple[Parameter, ...]) -> "Subject":
        """The same function with other domains, of the digest that belongs to them."""
        domains = [parameter.domain for parameter in parameters]
        return replace(self, parameters=parameters, digest=digest(self.target, domains, self.conditions, self.mutated))

    @property
    def is_importable(self) -> bool:
        """Whether other code can import the function."""
        return self.module is not None


def find_parameters(
    function: Any,
    inner: Any,
    domain: Domains,
    made: Mapping[str, Domain] | None = None,
    *,
    is_changed: bool = True,
    seeded_by: str | None = None,
) -> tuple[Parameter, ...]:
    """The parameters in order, those that are passed by keyword last.

    A domain comes from `domain`, else from `arg`, else from `made`, else from the type hint. A parameter with a default
    value that none of the first three speaks of keeps it, and is no parameter here, but for one whose hint lists a
    choice where there is no `domain`; so do those after the end of a list of domains. Where `is_changed`, the value of
    some parameter must be such that it can be changed, or that an output can take its place. The parameter that it is
    `seeded_by` takes seeds; the seed of global generators becomes a parameter behind the others.

    >>> def power(k: int, *, e=2, log=None): ...
    >>> [(found.name, found.kind.value, found.keyword_only) for found in find_parameters(power, power, None)]
    [('k', 'int', False)]
    """
    stated = argument_domains(function) if annotations_of(function).arguments else {}
    annotated = dict(made or {}) | stated
    seed = () if seeded_by in (None, GLOBAL) else (seeded_by,)
    chosen = choose_parameters(function, inner, domain, (*annotated, *seed))
    _require_seed(seeded_by, function, [parameter.name for parameter in chosen])
    left = [name for name in stated if name not in {parameter.name for parameter in chosen}]
    if left and not isinstance(domain, Sequence):
        raise UnsupportedError(
            f"arg must speak of a parameter that is named in the signature of {describe(function)}, got {left[0]!r}"
        )
    given = annotated | _given(domain, [parameter.name for parameter in chosen])
    given = {name: resolved(one) for name, one in given.items()}
    given |= {one.name: seeds() for one in chosen if one.name in seed and one.name not in given and is_bare(one)}
    parameters = tuple(
        Parameter(
            parameter.name,
            check_kind(given[parameter.name], parameter)
            if parameter.name in given
            else resolved(infer_domain(parameter, describe(function))),
            keyword_only=parameter.kind is inspect.Parameter.KEYWORD_ONLY,
            is_stated=parameter.name in given,
        )
        for parameter in chosen
    )
    parameters = tuple(_seeded(one, describe(function)) if one.name in seed else one for one in parameters)
    if seeded_by == GLOBAL:
        taken = [*(one.name for one in parameters), *getattr(read_signature(function), "parameters", ())]
        parameters = (
            *parameters,
            Parameter(free_name("seed", taken), global_seeds(), keyword_only=True, is_stated=False),
        )
    if not any(map(_is_changeable, parameters)):
        parameters = tuple(map(_narrowed, parameters, chosen))
    if is_changed:
        require_changeable(parameters, describe(function), may_pass=True)
    _require_sendable(parameters, describe(function))
    return parameters


def _require_seed(seeded_by: str | None, function: Any, names: Sequence[str]) -> None:
    """Raise UsageError where it is seeded by what it does not take, or what a list of domains does not reach."""
    if seeded_by in (None, GLOBAL, *names):
        return
    known = getattr(read_signature(function), "parameters", names)
    if seeded_by in known:
        raise UsageError(f"domain must list all parameters up to {seeded_by}, by which it is seeded, got {len(names)}")
    raise UsageError(
        f"seeded_by must be a parameter of {describe(function)} ({', '.join(known)}) or {GLOBAL!r}, "
        f"got {seeded_by!r:.80}"
    )


def _seeded(parameter: Parameter, function: str) -> Parameter:
    """The parameter with seeds in the place of ints, or of generators that may be None."""
    found = as_seeds(parameter.domain)
    if found is None:
        raise UsageError(
            f"seeded_by must be a parameter of {function} that takes ints or generators of random numbers, got "
            f"{parameter.name!r} with {parameter.domain.notation():.80}; a domain such as seeds() may say so"
        )
    if isinstance(found, Seeds) and not parameter.is_stated:
        found = seeds()  # a hint alone says nothing of bounds
    return replace(parameter, domain=found)


def _is_changeable(parameter: Parameter) -> bool:
    return has_changes(parameter.domain)


def _narrowed(parameter: Parameter, signed: inspect.Parameter) -> Parameter:
    """Where a hint alone gives values of several sorts, those of the first sort that can be changed."""
    if parameter.is_stated:
        return parameter
    candidates = (replace(parameter, domain=domain) for domain in read_hint(signed.annotation).domains)
    return next(filter(_is_changeable, candidates), parameter)


def find_conditions(function: Any, parameters: Sequence[Parameter]) -> tuple[Condition, ...]:
    """What `require` states of the arguments; UsageError where it speaks of one that calls do not pass."""
    conditions = annotations_of(function).conditions
    names = [parameter.name for parameter in parameters]
    for condition in conditions:
        for name in condition.names:
            if name not in names:
                raise UsageError(
                    f"require of {condition.owner} must speak of arguments that have a domain ({', '.join(names)}), "
                    f"got {name}"
                )
    return conditions


def require_changeable(parameters: Sequence[Parameter], function: str, *, may_pass: bool) -> None:
    """Transformations must be able to change or swap some arguments, or, if they may, to pass an output as one."""
    can_swap = any(one.domain == other.domain for one, other in combinations(parameters, 2))
    domains = [parameter.domain for parameter in parameters]
    can_pass = may_pass and any(isinstance(domain, Narrowable) and domain.has_condition for domain in domains)
    if not can_swap and not can_pass and not any(map(_is_changeable, parameters)):
        held = ", ".join(f"{parameter.name}: {parameter.domain.notation():.80}" for parameter in parameters)
        raise UnsupportedError(
            f"{function} must have a parameter of numbers, Booleans, texts, dates or the like, or sequences of these, "
            f"whose value can be changed, or give a value that it takes, got {held}"
        )


def _require_sendable(parameters: Sequence[Parameter], function: str) -> None:
    """Workers must be able to make all arguments."""
    for parameter in parameters:
        if not is_sendable(parameter.domain) or "__main__" in homes_of(parameter.domain):
            raise UnsupportedError(
                f"values of parameter {parameter.name!r} of {function} must be made by what other processes can "
                f"import, got {parameter.domain.notation():.80}; give objs(...) with a function or class of a module"
            )


def _given(domain: Domains, names: Sequence[str]) -> dict[str, Domain]:
    if domain is None:
        return {}
    if not isinstance(domain, Mapping):
        if isinstance(domain, str) or not isinstance(domain, Sequence):
            raise UsageError(f"domain must map names of parameters to domains, or list domains, got {domain!r:.80}")
        if len(domain) != len(names):
            raise UsageError(f"domain must list one entry for each of {', '.join(names)}, got {len(domain)}")
        domain = dict(zip(names, domain, strict=True))
    for name in domain:
        if name not in names:
            raise UsageError(f"domain must name parameters ({', '.join(names)}), got {name!r}")
    return {name: as_domain(value, name) for name, value in domain.items()}


def inspect_subject(
    function: Callable[..., Any] | str,
    domain: Domains = None,
    *,
    is_changed: bool = True,
    seeded_by: str | None = None,
    stochastic: bool = False,
) -> Subject:
    """The subject for a function or a path such as `package.module:function`.

    `domain` maps names of parameters to domains, or lists one for each parameter. Where inputs are not `is_changed`,
    they may be such as no transformation changes. `seeded_by` names the parameter that takes a seed or a generator, or
    is "global"; without it an annotation may say so. A `stochastic` function is sampled; where nothing else is, the
    global generators are seeded. UsageError and UnsupportedError say what cannot be used, and why.

    >>> from genmorph.domain import floats, ints
    >>> inspect_subject("colorsys:rgb_to_hls", dict.fromkeys("rgb", floats(0, 1))).names
    ('r', 'g', 'b')
    >>> inspect_subject("operator:mod", [ints(), ints(1, 9)]).note
    'mutants are made from the Python form of operator.mod, which _operator replaces'
    """
    found = locate(function)
    stated = annotations_of(found.live)
    is_sampled = stochastic or stated.is_stochastic

    def parameters_by(seed: str | None) -> tuple[Parameter, ...]:
        instances = _instances(found, domain)
        return find_parameters(found.live, found.inner, domain, instances, is_changed=is_changed, seeded_by=seed)

    parameters = parameters_by(stated.seeded_by if seeded_by is None else seeded_by)
    if is_sampled:
        parameters = _with_one_seed(parameters, found.live) or parameters_by(GLOBAL)
    conditions = find_conditions(found.live, parameters)
    if is_sampled:
        _require_free_seed(parameters, conditions, found.live)
    found = found.called_with(parameters)
    target, mutated = found.target, found.mutated
    constants, pieces = _mined(found)
    hints = read_hints(found.inner)
    parameters = tuple(one if has_metadata(hints.get(one.name)) else _reaching(one, constants) for one in parameters)
    return Subject(
        module=target.module,
        qualname=target.qualname,
        name=target.qualname.rpartition(".")[2],
        parameters=parameters,
        target=target,
        mutated=mutated,
        digest=digest(target, [parameter.domain for parameter in parameters], conditions, mutated),
        constants=constants,
        pieces=pieces,
        conditions=conditions,
        kept=kept_defaults(found.live, parameters),
        suited=suited_numbers([parameter.name for parameter in parameters], found.definition, target.qualname),
        parallel=_zipped(found, parameters),
        is_sampled=is_sampled,
        definition=stated.definition,
        samples=domain.samples if isinstance(domain, DataDomains) else None,
    )


def _reaching(parameter: Parameter, constants: Sequence[int | float]) -> Parameter:
    """With texts and sequences longer than numbers in the source, where only a hint speaks of them.

    A text that is cut after 40 characters stays as it is for all texts of the usual size.
    """
    domain = parameter.domain
    if parameter.is_stated or not isinstance(domain, Texts | Sequences) or domain.max_size != SIZE_DRAWS.usual:
        return parameter
    lengths = [one for one in constants if type(one) is int and SIZE_DRAWS.usual <= one <= INPUTS.longest_reached]
    longest = max(lengths, default=0) + INPUTS.beyond_reached
    return replace(parameter, domain=replace(domain, max_size=longest)) if lengths else parameter


def _with_one_seed(parameters: tuple[Parameter, ...], function: Any) -> tuple[Parameter, ...] | None:
    """The parameters, one of which takes seeds; None where none does, UsageError where several do."""
    seeds = [one.name for one in parameters if is_seed(one.domain)]
    if len(seeds) > 1:
        raise UsageError(f"stochastic must stand beside one seed, got {' and '.join(seeds)} of {describe(function)}")
    return parameters if seeds else None


def _require_free_seed(parameters: Sequence[Parameter], conditions: Sequence[Condition], function: Any) -> None:
    """Raise UsageError for a condition on the seed, which is another one in each of many runs."""
    seed = parameters[seed_place(parameters)].name
    for condition in conditions:
        if seed in condition.names:
            raise UsageError(
                f"require of {describe(function)} must not speak of {seed}, which seeds many runs, got "
                f"{condition.text()}; a domain such as seeds(1_000) bounds it; few seeds are no good sample"
            )


def _zipped(found: Located, parameters: Sequence[Parameter]) -> tuple[Group, ...]:
    groups = zipped_parameters(found.definition, [parameter.name for parameter in parameters])
    return tuple(group for group in groups if all(has_elements(parameters[place].kind) for place in group))


def _mined(found: Located) -> tuple[tuple[int | float, ...], tuple[str, ...]]:
    """The numbers and the texts of the definition, then those of what it names beside it, nearest first."""
    if found.definition is None:
        return (), ()
    named = list(_named(found))
    numbers = (number for one, names in named for number in find_constants(one, names))
    texts = (text for one, names in named for text in find_texts(one, names))
    own = find_constants(found.definition, found.namespace), find_texts(found.definition, found.namespace)
    return join_constants(own[0], numbers), join_texts(own[1], texts)


def _named(found: Located) -> Iterator[tuple[ast.AST, Mapping[str, Any]]]:
    """What the definition names beside it, each with the namespace around it."""
    for one in () if found.mutated is None else read_named(found.mutated):
        loaded = sys.modules.get(one.module or "")
        yield parse_lines(extract(one.source, one.first_line, one.last_line)).body[0], getattr(loaded, "__dict__", {})


def _instances(found: Located, domain: Domains) -> dict[str, Domain]:
    """The first parameter of a method, with its instances, unless the user says what it may be."""
    qualname, module = found.target.qualname, found.target.module
    owner = find_owner(qualname, found.namespace) if module is not None else None
    first = next(iter(getattr(read_signature(found.live), "parameters", ())), None)
    is_given = isinstance(domain, Mapping) and first in domain
    if owner is None or module is None or first is None or is_given or isinstance(domain, Sequence):
        return {}
    return {first: instances_of(module, owner)}

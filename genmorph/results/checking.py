"""One pair of calls of a function, here and now: whether a relation holds for it."""

import inspect
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from genmorph.annotations.valid_inputs import Validity
from genmorph.execution.outputs import are_read, as_arguments, read_each
from genmorph.execution.pool import plain
from genmorph.execution.worker.arguments import call_with_copies
from genmorph.execution.worker.protocol import TOO_LARGE, UnusableError
from genmorph.execution.worker.seeding import seeded
from genmorph.filters.validity import compile_reader
from genmorph.model import Altered, Execution, GenmorphError, Input, Kind, Parameter, UsageError
from genmorph.relations.meaning import compile_relation
from genmorph.subject.inputs import as_argument
from genmorph.subject.signatures import Signature, read_signature
from genmorph.values.annotated import annotations_of
from genmorph.values.building import made, shown
from genmorph.values.labels import write

if TYPE_CHECKING:
    from genmorph.results.relation import MetamorphicRelation

Function = Callable[..., Any]


class InapplicableInput(GenmorphError):  # noqa: N818  the name is part of the public contract
    """The relation says nothing of this input: source or follow-up lie outside the domain, or the function refuses.

    What a call gives and is passed on may lie outside where it never did when the relation was inferred.
    """


def holds_for(
    relation: "MetamorphicRelation", func: Function, arguments: Sequence[Any], drawn: Mapping[str, Any]
) -> bool:
    """Whether the relation holds for one source input; raises InapplicableInput where it says nothing of it."""
    if not callable(func):
        raise UsageError(f"func must be a function, got {func!r:.80}")
    relation = replace(relation, signature=with_live_conditions(relation.signature, func))
    source = as_source(relation, func, arguments, drawn)
    if relation.is_about_errors:
        follow_up = follow_up_of(relation, source, ())
        arguments = relation.transformation.arguments_of(source)
        errors = [_error(relation.signature, func, values) for values in (arguments, follow_up)]
        return errors[0] == errors[1]
    execution = execute(relation, func, source)
    if execution is None:
        return False
    values = compile_reader(relation.expression)(execution)
    try:
        return compile_relation(relation.expression, relation.signature.tolerance)(values)
    except OverflowError:
        raise InapplicableInput(f"numbers too large to compare for {shown(source)}") from None


def as_source(
    relation: "MetamorphicRelation", func: Function, arguments: Sequence[Any], drawn: Mapping[str, Any]
) -> Input:
    """A valid source as genmorph holds it: arguments, those left out, and the drawn parameter.

    Raises UsageError where something is missing or too much, InapplicableInput where it is not valid.
    """
    if relation.transformation.drawn is not None and not drawn and len(arguments) == len(relation.parameters):
        *arguments, last = arguments  # an example, which holds the drawn parameter behind the arguments
        drawn = {relation.parameters[-1].name: last}
    source = _as_input(relation.signature, _with_defaults(relation.signature, func, arguments))
    return _with_drawn(relation, source, drawn)


def with_live_conditions(signature: Signature, func: Function) -> Signature:
    """The signature with the conditions of which a file did not hold the whole, as the function has them."""
    conditions = signature.conditions
    if all(condition.is_known for condition in conditions):
        return signature
    live = {condition.text(): condition for condition in annotations_of(func).conditions}
    known = tuple(one if one.is_known else live.get(one.text(), one) for one in conditions)
    return replace(signature, conditions=known)


def _with_defaults(signature: Signature, func: Function, arguments: Sequence[Any]) -> Sequence[Any]:
    """The arguments, and the defaults of those that were left out at the end; UsageError where one has none.

    A seed of global generators that was left out is drawn for these arguments.
    """
    left_out = signature.names[len(arguments) :]
    known = default_values(func) if left_out else {}
    if signature.global_seed in left_out:
        held = map(read_argument, signature.parameters, arguments)
        rng, place = Random(write(tuple(held))), signature.names.index(signature.global_seed)
        known = known | {signature.global_seed: signature.domains[place].draw(rng)}
    if any(name not in known for name in left_out) or len(arguments) > len(signature.names):
        raise UsageError(f"check needs one value for each of {', '.join(signature.names)}, got {shown(arguments)}")
    return [*arguments, *(known[name] for name in left_out)]


def default_values(func: Function) -> dict[str, Any]:
    """The defaults of a function's parameters, by name; nothing where its signature is not known."""
    known = getattr(read_signature(func), "parameters", {})
    return {name: one.default for name, one in known.items() if one.default is not inspect.Parameter.empty}


def _with_drawn(relation: "MetamorphicRelation", arguments: Input, drawn: Mapping[str, Any]) -> Input:
    """The source: the arguments, and the drawn parameter as it is given, or drawn for these arguments."""
    names = relation.transformation.with_drawn_name(relation.signature.names)[len(arguments) :]
    unknown = [name for name in drawn if name not in names]
    if unknown:
        known = f"drawn parameter must be {names[0]}" if names else "the relation has no drawn parameter"
        raise UsageError(f"{known}, got {unknown[0]}={drawn[unknown[0]]!r:.80}")
    if not drawn:
        validity = relation.signature.validity

        def follow(source: Input) -> Input | None:
            follow_up = relation.transformation.apply(source)
            return None if follow_up is None or validity.admits(follow_up) is False else follow_up

        return relation.transformation.with_drawn(arguments, follow)[0]
    (value,), domain = drawn.values(), relation.parameters[-1].domain
    value = read_argument(relation.parameters[-1], value)
    if domain.contains(value) is False:
        raise InapplicableInput(f"drawn parameter {names[0]} must be in {domain.notation()}, got {shown(value)}")
    return (*arguments, value)


def _as_input(signature: Signature, arguments: Sequence[Any]) -> Input:
    """The source as genmorph holds it: elements of arrays in lists, floats for ints, what builds dates and the like."""
    pairs = zip(signature.parameters, arguments, strict=True)
    source = tuple(read_argument(parameter, value) for parameter, value in pairs)
    _require_valid(signature, "source", source, None)
    return source


def read_argument(parameter: Parameter, value: Any) -> Any:
    """A value that the user gives for the parameter, as genmorph holds it; UsageError for one that is too deep."""
    try:
        return as_argument(parameter.domain, value)
    except UsageError as error:
        raise UsageError(f"{parameter.name}: {error}") from error


def _require_valid(signature: Signature, which: str, values: Input, passed_on: int | None) -> None:
    require_valid(signature, signature.validity.passing_on(passed_on), which, values)


def require_valid(
    signature: Signature, validity: Validity, which: str, values: Input, passed_on: Sequence[bool] = ()
) -> None:
    """Raise InapplicableInput with the rule that an input breaks; `which` says what input it is.

    Of arguments that are `passed_on` as they are, nothing is required, and so of all together where there are any.
    """
    domains = validity.domains
    for place, (parameter, domain, value) in enumerate(zip(signature.parameters, domains, values, strict=True)):
        if not any(passed_on[place : place + 1]) and domain.contains(value) is False:
            rule = f"{which} input {parameter.name} must be in {domain.notation()}"
            raise InapplicableInput(f"{rule}, got {shown(value)}")
    broken = None if any(passed_on) else validity.broken(values)
    if broken is not None:
        raise InapplicableInput(f"{which} input must satisfy {broken.text()}, got {shown(values)}")


def follow_up_of(relation: "MetamorphicRelation", source: Input, outputs: tuple[Any, ...] = ()) -> Input:
    """The follow-up of a source; InapplicableInput where there is none, or it is not valid.

    An output that has always been a valid input is passed on whatever it is.
    """
    follow_up = relation.transformation.apply(source, outputs)
    if follow_up is None:
        raise InapplicableInput(f"source {shown(source)} has no follow-up: {relation.input_relation}")
    if relation.transformation.chained is not None and relation.evidence.always_applies:
        return follow_up
    _require_valid(relation.signature, "follow-up", follow_up, relation.transformation.chained)
    return follow_up


def execute(relation: "MetamorphicRelation", func: Function, source: Input) -> Execution | None:
    """Both calls; None where one raises, or gives no value of the recorded kinds, which violates the relation."""
    is_chained = relation.transformation.chained is not None
    follow_up = () if is_chained else follow_up_of(relation, source, ())
    outputs = outputs_of(relation, func, source, relation.transformation.arguments_of(source))
    if outputs is None:
        return None
    if is_chained:
        follow_up = follow_up_of(relation, source, as_arguments(relation.signature.outputs, outputs))
    after = outputs_of(relation, func, source, follow_up)
    return None if after is None else Execution(source, follow_up, outputs, after)


def outputs_of(relation: "MetamorphicRelation", func: Function, source: Input, values: Input) -> tuple[Any, ...] | None:
    """What a call on copies of the values gives, by output; None for another exception or values of other kinds."""
    signature = relation.signature
    own = _own(signature, values)
    try:
        value, changed = _call(signature, func, values, own)
        after = tuple((position, plain(argument)) for position, argument in changed)
        given = plain(value)
    except UnusableError as error:
        is_large = signature.has_large_outputs and str(error).endswith(TOO_LARGE)
        if is_large and not _is_example(relation, source):
            raise InapplicableInput(f"{signature.name} for {shown(source)}: {error}") from error
        return None
    except Exception as error:
        if _type_name(error) in signature.raises and not _is_example(relation, source):
            raise InapplicableInput(f"{signature.name} raises {_type_name(error)} for {shown(source)}") from error
        return None
    found = read_each(signature.outputs, Altered(given, after) if after else given, values)
    return found if are_read(signature.outputs, found, needed_outputs(relation)) else None


def needed_outputs(relation: "MetamorphicRelation") -> frozenset[int]:
    """The outputs of which the relation speaks, and that which it passes on."""
    passed_on = relation.transformation.output
    return relation.expression.output_positions | ({passed_on} if passed_on is not None else frozenset())


def given_by(signature: Signature, func: Function, values: Input) -> Any:
    """What a call on copies of the values gives, as plain data.

    InapplicableInput where it raises one of the recorded types, or gives more than is looked at.
    """
    own = _own(signature, values)
    try:
        return plain(_call(signature, func, values, own)[0])
    except UnusableError as error:
        if signature.has_large_outputs and str(error).endswith(TOO_LARGE):
            raise InapplicableInput(f"{signature.name} for {shown(values)}: {error}") from error
        raise
    except Exception as error:
        if _type_name(error) in signature.raises:
            raise InapplicableInput(f"{signature.name} raises {_type_name(error)} for {shown(values)}") from error
        raise


def _is_example(relation: "MetamorphicRelation", source: Input) -> bool:
    """Whether the function has answered this input, so that it has to go on doing so."""
    return write(source) in map(write, relation.examples)


def _error(signature: Signature, func: Function, values: Input) -> str:
    own = _own(signature, values)
    try:
        _call(signature, func, values, own)
    except UnusableError as error:
        raise InapplicableInput(f"{signature.name} for {shown(values)}: {error}") from error
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the relation speaks of
        return _type_name(error)
    return ""


def _call(
    signature: Signature, func: Function, values: Input, own: Mapping[int, Any]
) -> tuple[object, list[tuple[int, object]]]:
    """The value, and the arguments that the call changed, by position; `own` stand in the place of what is built."""
    called = seeded(func, signature.global_seed) if signature.global_seed else func

    def call(*arguments: Any) -> Any:
        passed = [own.get(position, value) for position, value in enumerate(arguments)]
        pairs = list(zip(signature.parameters, passed, strict=True))
        keywords = {parameter.name: value for parameter, value in pairs if parameter.keyword_only}
        return called(*(value for parameter, value in pairs if not parameter.keyword_only), **keywords)

    plain_values = tuple(None if position in own else value for position, value in enumerate(values))
    with _generators_kept() if signature.global_seed else nullcontext():
        return call_with_copies(call, plain_values, signature.arrays)


@contextmanager
def _generators_kept() -> Iterator[None]:
    """Leave the global generators of this process as they were."""
    numpy, torch = sys.modules.get("numpy"), sys.modules.get("torch")
    kept = random.getstate(), numpy and numpy.random.get_state(), torch and torch.get_rng_state()
    try:
        yield
    finally:
        random.setstate(kept[0])
        if numpy is not None:
            numpy.random.set_state(kept[1])
        if torch is not None:
            torch.set_rng_state(kept[2])


def _own(signature: Signature, values: Input) -> dict[int, Any]:
    """What relations do not speak of, by position: built anew for this call, or a copy of what the user gave.

    InapplicableInput where its maker refuses, UsageError where it cannot be copied.
    """
    found = {}
    for position, (parameter, value) in enumerate(zip(signature.parameters, values, strict=True)):
        if parameter.kind is not Kind.OTHER:
            continue
        try:
            found[position] = made(parameter.domain, value)
        except UsageError as error:
            raise InapplicableInput(f"{parameter.name}: {error}") from error
        if found[position] is value:
            try:
                found[position] = deepcopy(value)
            except Exception as error:
                reason = f"{type(error).__name__}: {error}"
                raise UsageError(
                    f"{parameter.name} must be such that it can be copied ({reason}), got {value!r:.80}"
                ) from error
    return found


def _type_name(error: BaseException) -> str:
    kind = type(error)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"

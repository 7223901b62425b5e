"""Relations -> the values that the export room renders."""

import builtins
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from genmorph.export.pair_text import FOLLOW_UP, LISTED, RAISED, SOURCE, write_script
from genmorph.export.pytest_file import TestCase, TestFile, Validity
from genmorph.export.value_text import OR_NAN, free, is_one_of, literals, unfit_health_checks
from genmorph.export.writing import ExportError
from genmorph.model import Input, UsageError
from genmorph.relations.meaning import EXPORTED
from genmorph.relations.naming import sentence
from genmorph.relations.printing import python
from genmorph.results.relation import MetamorphicRelation, tried_words
from genmorph.settings import PRINTED
from genmorph.subject.signature import Signature
from genmorph.values.notation import homes_of

_CALLED = (
    *("abs", "all", "bytes", "float", "len", "list", "max", "min", "repr"),
    *("reversed", "set", "sorted", "str", "sum", "tuple"),
)

_RESERVED = frozenset(
    (
        *(*_CALLED, *EXPORTED, OR_NAN, LISTED, RAISED, SOURCE, FOLLOW_UP),
        *("assume", "deepcopy", "islice", "math", "np", "npst", "self"),
    )
)
"""Names that the body of a test may use; a parameter of that name is called something else there."""

_TAKEN = _RESERVED.union(dir(builtins), ("HealthCheck", "example", "given", "settings", "st"))
"""Names that the rest of the file may use; a function of that name is called something else there."""


def build_test_file(signature: Signature, relations: Sequence[MetamorphicRelation]) -> TestFile:
    """The tests of all relations; raises ExportError where the function has no importable name."""
    if signature.module is None:
        raise ExportError(
            f"export needs a function that a test can import, got {signature.qualname!r}; move it into a module"
        )
    imported = signature.qualname.partition(".")[0]
    local = free(imported, _TAKEN)
    as_local = f" as {local}" if local != imported else ""
    function = local + signature.qualname.removeprefix(imported)
    raised = {name: _home(name) for name in signature.raises if "." in name}
    homes = {*raised.values(), *_strategy_homes(signature)}
    foreign = frozenset().union(*(relation.transformation.foreign for relation in relations))
    taken = {*_RESERVED, *foreign, local, *(home.partition(".")[0] for home in homes), *signature.raises}
    names = _free_names(signature.shown_names, taken)
    validity = _validity(signature, {*_TAKEN, *taken, *names})
    form = _Form(function, names, "" if validity is None else validity.name)
    return TestFile(
        imports=(
            f"from {signature.module} import {imported}{as_local}",
            *(f"import {home}" for home in sorted(homes)),
        ),
        function=function,
        tolerance=signature.tolerance,
        tests=tuple(
            _test_case(relation, name, form) for relation, name in zip(relations, unique_names(relations), strict=True)
        ),
        validity=validity,
    )


def _validity(signature: Signature, taken: set[str]) -> Validity | None:
    """The function that tells whether the conditions hold; None where there are none."""
    if not signature.conditions:
        return None
    try:
        texts = tuple(condition.source() for condition in signature.conditions)
        imports = dict.fromkeys(line for condition in signature.conditions for line in condition.imports())
    except UsageError as error:
        raise ExportError(str(error)) from error
    return Validity(free("is_valid", taken), signature.restricted, texts, tuple(imports))


def _free_names(names: Iterable[str], taken: set[str]) -> tuple[str, ...]:
    """What the parameters are called in a test: neither as something else there, nor as each other."""
    found: list[str] = []
    for name in names:
        found.append(free(name, {*taken, *found}))
    return tuple(found)


def unique_names(relations: Sequence[MetamorphicRelation]) -> tuple[str, ...]:
    """Each relation's name as a test's, numbered where several share it."""
    total = Counter(relation.name for relation in relations)
    seen: Counter[str] = Counter()
    names = []
    for relation in relations:
        seen[relation.name] += 1
        number = f"_{seen[relation.name]}" if total[relation.name] > 1 else ""
        names.append(f"test_{relation.name}{number}")
    return tuple(names)


@dataclass(frozen=True, slots=True)
class _Form:
    """What the function, its parameters and the function that tells valid inputs (if any) are called in a file."""

    function: str
    names: tuple[str, ...]
    validity: str


def _test_case(relation: MetamorphicRelation, name: str, form: _Form) -> TestCase:
    """The relation as a test."""
    signature, transformation, names = relation.signature, relation.transformation, form.names
    script = write_script(signature, transformation, relation.expression, names, form.function, form.validity)
    claim = python(relation.expression, script.texts)
    domains = tuple(parameter.domain for parameter in signature.parameters)
    narrowed = transformation.narrow(domains) or domains
    examples = chosen_examples(relation)
    has_conditions = any(call.startswith("assume(") for call in (*script.preconditions, *script.statements))
    return TestCase(
        name=name,
        summary=sentence(signature.name, relation.expression, transformation.phrase(signature.names)),
        details=_details(relation),
        strategies=tuple((n, domain.strategy()) for n, domain in zip(names, narrowed, strict=True)),
        calls=script.statements,
        assertion=claim.text,
        raises=signature.raises if script.statements else (),
        examples=tuple(literals(values, signature.parameters) for values in examples),
        is_example=is_one_of(names, examples, signature.parameters),
        sized=script.sized,
        helpers=claim.helpers | script.helpers,
        health_checks=unfit_health_checks(narrowed, has_conditions),
        preconditions=script.preconditions,
    )


def chosen_examples(relation: MetamorphicRelation) -> tuple[Input, ...]:
    """The inputs to show in a test: the first ones, which kill mutants, and the last ones, which are hard.

    Those whose source is long are left out, unless all are.
    """
    lengths = [sum(map(len, literals(values, relation.signature.parameters))) for values in relation.examples]
    limit = max(PRINTED.longest_example, min(lengths, default=0))
    short = [values for values, length in zip(relation.examples, lengths, strict=True) if length <= limit]
    few = PRINTED.examples_of_sort
    return tuple(short if len(short) <= 2 * few else short[:few] + short[-few:])


def _details(relation: MetamorphicRelation) -> tuple[str, ...]:
    """The formula and what speaks for it, on one line where that is not long."""
    evidence = relation.evidence
    found = f"kills {evidence.killed} of {evidence.judged} mutants, {tried_words(evidence)}."
    line = f"{relation.formula}; {found}"
    own = (relation.signature.own_instances,) if relation.signature.is_method else ()
    return (line, *own) if len(line) <= PRINTED.docstring_line else (relation.formula, found.capitalize(), *own)


def _strategy_homes(signature: Signature) -> set[str]:
    """The modules whose strategies the file uses."""
    return set().union(*(homes_of(parameter.domain) for parameter in signature.parameters))


def _home(exception: str) -> str:
    """The module of an exception type: the longest part of its dotted name that is one."""
    module = exception.rpartition(".")[0]
    while module not in sys.modules and "." in module:
        module = module.rpartition(".")[0]
    return module

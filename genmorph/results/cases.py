"""Relations -> the values that the export room renders."""

import sys
from collections import Counter
from collections.abc import Sequence
from math import isfinite

from genmorph.domain import Opaque
from genmorph.export import ExportError, TestCase, TestFile
from genmorph.model import Input
from genmorph.relations.printing import HELPERS, python, variable_texts
from genmorph.results.relation import MetamorphicRelation, Signature

_RESERVED = {"assume", "math", "source", "follow_up", *HELPERS.values()}
"""Names that the body of a test uses; a parameter of that name is called something else there."""


def build_test_file(signature: Signature, relations: Sequence[MetamorphicRelation]) -> TestFile:
    """The tests of all relations; raises ExportError where the function has no importable name."""
    if signature.module is None:
        raise ExportError(
            f"export needs a function that a test can import, got {signature.qualname!r}; move it into a module"
        )
    imported = signature.qualname.partition(".")[0]
    local = _free(imported, {*_RESERVED, "example", "given", "settings", "st"})
    as_local = f" as {local}" if local != imported else ""
    function = local + signature.qualname.removeprefix(imported)
    raised = {name: _home(name) for name in signature.raises if "." in name}
    homes = {*raised.values(), *_strategy_homes(signature)}
    taken = {*_RESERVED, local, *(home.partition(".")[0] for home in homes), *signature.raises}
    names = tuple(_free(name, taken) for name in signature.names)
    return TestFile(
        imports=(f"from {signature.module} import {imported}{as_local}", *(f"import {home}" for home in sorted(homes))),
        function=function,
        tolerance=signature.tolerance,
        tests=tuple(
            _test_case(relation, name, function, names)
            for relation, name in zip(relations, unique_names(relations), strict=True)
        ),
    )


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


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _test_case(relation: MetamorphicRelation, name: str, function: str, names: tuple[str, ...]) -> TestCase:
    """The relation as a test; `names` are what the parameters are called there."""
    signature = relation.signature
    follow_up = relation.transformation.follow_up_arguments(names)
    texts = variable_texts(relation.expression.variables, names, follow_up, ("source", "follow_up"))
    text = python(relation.expression, texts)
    domains = tuple(parameter.domain for parameter in signature.parameters)
    narrowed = relation.transformation.narrow(domains) or domains
    return TestCase(
        name=name,
        docstring=f"{relation.formula}; {_kills(relation)}.",
        strategies=tuple((n, domain.strategy()) for n, domain in zip(names, narrowed, strict=True)),
        source_call=signature.call(names, function),
        follow_up_call=signature.call(follow_up, function),
        assertion=text.text,
        raises=signature.raises,
        examples=tuple(literals(values) for values in relation.examples),
        helpers=text.helpers,
    )


def _kills(relation: MetamorphicRelation) -> str:
    evidence = relation.evidence
    return f"kills {evidence.killed} of {evidence.judged} mutants"


def literals(values: Input) -> tuple[str, ...]:
    """Python source of each value; floats that have no literal are taken from `math`."""
    return tuple(_literal(value) for value in values)


def _literal(value: object) -> str:
    if isinstance(value, float) and not isfinite(value):
        return {"inf": "math.inf", "-inf": "-math.inf"}.get(repr(value), "math.nan")
    return repr(value)


def _strategy_homes(signature: Signature) -> set[str]:
    """The modules whose strategies the file uses."""
    opaque = [parameter.domain for parameter in signature.parameters if isinstance(parameter.domain, Opaque)]
    return {path[0] for path in (domain.import_path() for domain in opaque) if path}


def _home(exception: str) -> str:
    """The module of an exception type: the longest part of its dotted name that is one."""
    module = exception.rpartition(".")[0]
    while module not in sys.modules and "." in module:
        module = module.rpartition(".")[0]
    return module

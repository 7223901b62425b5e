"""Relations -> the values that the export room renders."""

import builtins
import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from genmorph.domain import Opaque
from genmorph.export import ExportError, TestCase, TestFile
from genmorph.relations.meaning import EXPORTED
from genmorph.relations.printing import python
from genmorph.results.calls import FOLLOW_UP, LISTED, RAISED, SOURCE, write_script
from genmorph.results.literals import is_one_of, literals
from genmorph.results.relation import MetamorphicRelation
from genmorph.results.signature import Signature
from genmorph.results.wording import OR_NAN, free

_CALLED = (
    *("abs", "all", "bytes", "float", "len", "list", "max", "min", "repr"),
    *("reversed", "set", "sorted", "str", "sum", "tuple"),
)
_RESERVED = frozenset(
    {*_CALLED, *EXPORTED, OR_NAN, LISTED, RAISED, SOURCE, FOLLOW_UP, "assume", "deepcopy", "math", "np", "npst", "self"}
)
"""Names that the body of a test may use; a parameter of that name is called something else there."""
_TAKEN = _RESERVED.union(dir(builtins), ("example", "given", "settings", "st"))
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
    taken = {*_RESERVED, local, *(home.partition(".")[0] for home in homes), *signature.raises}
    names = _free_names(signature.names, taken)
    return TestFile(
        imports=(f"from {signature.module} import {imported}{as_local}", *(f"import {home}" for home in sorted(homes))),
        function=function,
        tolerance=signature.tolerance,
        tests=tuple(
            _test_case(relation, name, function, names)
            for relation, name in zip(relations, unique_names(relations), strict=True)
        ),
    )


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


def _test_case(relation: MetamorphicRelation, name: str, function: str, names: tuple[str, ...]) -> TestCase:
    """The relation as a test; `names` are what the parameters are called there."""
    signature = relation.signature
    script = write_script(signature, relation.transformation, relation.expression, names, function)
    claim = python(relation.expression, script.texts)
    domains = tuple(parameter.domain for parameter in signature.parameters)
    narrowed = relation.transformation.narrow(domains) or domains
    return TestCase(
        name=name,
        docstring=f"{relation.formula}; {_kills(relation)}.",
        strategies=tuple((n, domain.strategy()) for n, domain in zip(names, narrowed, strict=True)),
        calls=script.statements,
        assertion=claim.text,
        raises=signature.raises if script.statements else (),
        examples=tuple(literals(values, signature.parameters) for values in relation.examples),
        is_example=is_one_of(names, relation.examples, signature.parameters),
        helpers=claim.helpers | script.helpers,
    )


def _kills(relation: MetamorphicRelation) -> str:
    evidence = relation.evidence
    return f"kills {evidence.killed} of {evidence.judged} mutants"


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

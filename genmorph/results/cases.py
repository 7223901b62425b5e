"""Relations -> the values that the export room renders."""

from collections import Counter
from collections.abc import Sequence
from math import isfinite

from genmorph.domain import Opaque
from genmorph.export import ExportError, TestCase, TestFile
from genmorph.model import Input
from genmorph.relations.printing import HELPERS, python
from genmorph.results.relation import MetamorphicRelation, Signature

_RESERVED = {"assume", "example", "given", "settings", "st", "math", *HELPERS.values()}


def build_test_file(signature: Signature, relations: Sequence[MetamorphicRelation]) -> TestFile:
    """The tests of all relations; raises ExportError where the function has no importable name."""
    if signature.module is None:
        raise ExportError(
            f"export needs a function that a test can import, got {signature.qualname!r}; move it into a module"
        )
    names = _Names(signature)
    imports = [names.import_line(signature.module)]
    return TestFile(
        imports=tuple(sorted({*imports, *_strategy_imports(signature), *_exception_imports(signature)})),
        tolerance=signature.tolerance,
        tests=tuple(_test_case(r, name, names) for r, name in zip(relations, unique_names(relations), strict=True)),
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


class _Names:
    """Names in the test file that do not collide: with the parameters, with each other, with what is imported."""

    def __init__(self, signature: Signature) -> None:
        taken = {*signature.names, *_RESERVED}
        self.imported = signature.qualname.split(".")[0]
        self.function_alias = _free(self.imported, taken)
        taken.add(self.function_alias)
        self.function = ".".join([self.function_alias, *signature.qualname.split(".")[1:]])
        self.helpers = {helper: _free(helper, set(signature.names)) for helper in HELPERS.values()}
        self.outputs = (_free("source", taken), _free("follow_up", taken))

    def import_line(self, module: str) -> str:
        """How the test file gets the function."""
        renamed = f" as {self.function_alias}" if self.function_alias != self.imported else ""
        return f"from {module} import {self.imported}{renamed}"


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _test_case(relation: MetamorphicRelation, name: str, names: _Names) -> TestCase:
    signature = relation.signature
    text = python(relation.expression, relation.texts(names.outputs), names.helpers)
    domains = tuple(parameter.domain for parameter in signature.parameters)
    narrowed = relation.transformation.narrow(domains)
    return TestCase(
        name=name,
        docstring=f"{relation.formula}; {_kills(relation)}.",
        strategies=tuple(
            (parameter, domain.strategy())
            for parameter, domain in zip(signature.names, narrowed or domains, strict=True)
        ),
        assumptions=(),
        source_call=signature.call(signature.names, names.function),
        follow_up_call=signature.call(relation.follow_up_arguments, names.function),
        outputs=names.outputs,
        assertion=text.text,
        raises=tuple(raised.rpartition(".")[2] for raised in signature.raises),
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


def _strategy_imports(signature: Signature) -> list[str]:
    opaque = [parameter.domain for parameter in signature.parameters if isinstance(parameter.domain, Opaque)]
    return [f"import {path[0]}" for path in (domain.import_path() for domain in opaque) if path]


def _exception_imports(signature: Signature) -> list[str]:
    dotted = [raised.rpartition(".") for raised in signature.raises if "." in raised]
    return [f"from {module} import {name}" for module, _, name in dotted]

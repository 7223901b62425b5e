"""The tests of a module as values, and their text as a developer would have written it."""

import ast
import builtins
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from genmorph.annotations.source_texts import free, renamed
from genmorph.export.layout import ANY_PROJECT, arguments, assemble, docstring, identifier, written_limit
from genmorph.export.project import Project
from genmorph.export.value_text import unfit_health_checks
from genmorph.fuzz.findings import DIED, TIMED_OUT, FuzzFinding, Outcome
from genmorph.fuzz.tested_functions import Case, FuzzCall, Instance, Plan
from genmorph.model import UsageError
from genmorph.settings import FUZZING
from genmorph.values.annotated import Condition
from genmorph.values.notation import homes_of

USED = frozenset({"anext", "assume", "asyncio", "deepcopy", "drain", "drained", "islice", "list", "range"})
"""Names that a body may use; a parameter of that name is called something else there."""
_ALWAYS_OFF = ("too_slow", "filter_too_much")

_TAKEN = USED.union(
    dir(builtins),
    ("HealthCheck", "Phase", "contextmanager", "example", "given", "limited", "math", "np", "npst"),
    ("settings", "signal", "st", "subprocess", "sys", "threading"),
)
"""Names that a file may use; a function of that name is called something else there."""


@dataclass(frozen=True, slots=True)
class Body:
    """Names of arguments with strategies, and the lines of statements, all of them Python source."""

    strategies: tuple[tuple[str, str], ...]
    statements: tuple[str, ...]


def write_body(case: Case, local: Mapping[str, str], taken: Collection[str]) -> Body:
    """The body that calls what a case says; `local` are names of functions in the file, `taken` not for arguments."""
    taken = {*taken, *(name for call in case.calls for one in call.conditions for name in _outer_names(one))}
    made, instance = Body((), ()), ""
    if case.instance is not None:
        made, given = _written_instance(case.instance, taken)
        name = case.instance.qualname
        instance = _choose(identifier(name.rpartition(".")[2]).lower(), taken)
        made = Body(made.strategies, (*made.statements, f"{instance} = {_reached(name, local)}({given})"))
    called, given = _written_call(case.call, taken, instance)
    function = f"{instance}.{case.qualname.rpartition('.')[2]}" if instance else _reached(case.qualname, local)
    run = tuple(line.format(function=function, arguments=given) for line in case.form.value)
    return Body((*made.strategies, *called.strategies), (*made.statements, *called.statements, *run))


def _choose(name: str, taken: set[str]) -> str:
    """A name like this that is not taken, and is from now on."""
    found = free(name, taken)
    taken.add(found)
    return found


def _written_instance(instance: Instance, taken: set[str]) -> tuple[Body, str]:
    """What is drawn for a constructor, and its arguments as they stand in the call."""
    if not instance.examples:
        return _written_call(instance.call, taken, "")
    if not instance.star:
        return Body((), ()), instance.examples[0]
    name = _choose("arguments", taken)
    strategy = f"st.sampled_from([{', '.join(instance.examples)}])"
    can_change = any(bracket in text for text in instance.examples for bracket in "[{")
    return Body(((name, strategy),), ()), f"{instance.star}{f'deepcopy({name})' if can_change else name}"


def _written_call(call: FuzzCall, taken: set[str], instance: str) -> tuple[Body, str]:
    """The conditions and what is drawn, and the arguments as they stand in the call."""
    names = {one.name: _choose(one.name, taken) for one in call.drawn}
    strategies = tuple((names[one.name], one.domain.strategy()) for one in call.drawn)
    conditions = []
    for condition in call.conditions:
        source, new = condition.source(), {name: names.get(name, instance) for name in condition.names}
        is_same = all(name == other for name, other in new.items())
        conditions.append(f"assume({source if is_same else renamed(ast.parse(source, mode='eval'), new)})")
    return Body(strategies, tuple(conditions)), ", ".join(f"{one.prefix}{names[one.name]}" for one in call.drawn)


def _reached(qualname: str, local: Mapping[str, str]) -> str:
    root, dot, rest = qualname.partition(".")
    return f"{local[root]}{dot}{rest}"


def _outer_names(condition: Condition) -> set[str]:
    """The names that a condition uses beside those of arguments."""
    names = {node.id for node in ast.walk(ast.parse(condition.source())) if isinstance(node, ast.Name)}
    return names - {*condition.names}


def merged(statements: Iterable[str]) -> tuple[str, ...]:
    """The statements without repetition, in the order in which formatters have them.

    >>> merged(["from shop import buy", "import shop", "from shop import Box as Box_", "from shop import LIMIT"])
    ('import shop', 'from shop import Box as Box_', 'from shop import LIMIT, buy')
    >>> merged(["from shop import buy", "from mall import buy"])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: a test file must mean one thing by each name, got buy of mall and of shop
    """
    plain: set[str] = set()
    found: dict[str, set[str]] = {}
    for statement in statements:
        node = ast.parse(statement).body[0]
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found.setdefault(node.module, set()).update(ast.unparse(name) for name in node.names)
        else:
            plain.add(statement)
    homes: dict[str, str] = {}
    for module, local in ((module, name.rpartition(" ")[2]) for module, names in found.items() for name in names):
        other = homes.setdefault(local, module)
        if other != module:
            raise UsageError(f"a test file must mean one thing by each name, got {local} of {module} and of {other}")
    return (*sorted(plain), *(line for module in sorted(found) for line in _from(module, found[module])))


def _from(module: str, names: Collection[str]) -> list[str]:
    """One statement for all names, and one for each that is called something else here."""
    lines = [f"from {module} import {name}" for name in sorted(names) if " as " in name]
    plain = sorted((name for name in names if " as " not in name), key=_rank)
    return sorted([*lines, *([f"from {module} import {', '.join(plain)}"] if plain else [])], key=str.lower)


def _rank(name: str) -> tuple[int, str]:
    """Constants, classes, functions."""
    return 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2, name


def imported_names(statements: Iterable[str]) -> set[str]:
    """The names that statements bind.

    >>> sorted(imported_names(["import xml.dom", "import numpy as np", "from shop import Box as Box_"]))
    ['Box_', 'np', 'xml']
    """
    nodes = (node for text in statements for node in ast.parse(text).body)
    names = (name for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for name in node.names)
    return {name.asname or name.name.partition(".")[0] for name in names}


@dataclass(frozen=True, slots=True)
class FuzzTest:
    """A test that passes where a call returns.

    `seconds` limit each call, None where no call is known to need it. `examples` are inputs that are always run, as
    names and source texts; `remarks` are about calls that do not come back and are no examples.
    """

    name: str
    case: Case
    body: Body
    seconds: float | None = None
    health_checks: tuple[str, ...] = ()
    examples: tuple[tuple[tuple[str, str], ...], ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FuzzFile:
    """The tests of one module, what they import, and whether importing the module is a test as well."""

    module: str
    imports: tuple[str, ...]
    tests: tuple[FuzzTest, ...]
    is_imported: bool = False


def build_file(plan: Plan) -> FuzzFile:
    """The tests of all cases; UsageError where a condition cannot be written, or a name would mean two things."""
    calls = [call for case in plan.cases for call in case.calls]
    homes = {home for call in calls for drawn in call.drawn for home in homes_of(drawn.domain)}
    statements = {text for call in calls for condition in call.conditions for text in condition.imports()}
    needed = [*(f"import {home}" for home in sorted(homes)), *sorted(statements)]
    never = _TAKEN | imported_names(needed)
    roots = sorted({case.qualname.partition(".")[0] for case in plan.cases})
    # nothing is called as what is used there, or such that it is taken for a test
    local = {name: free(f"_{name}" if name.lower().startswith("test") else name, never) for name in roots}
    renamings = {name: f" as {alias}" if alias != name else "" for name, alias in local.items()}
    imports = merged([*needed, *(f"from {plan.module} import {name}{alias}" for name, alias in renamings.items())])
    taken = USED | imported_names(imports)
    names = _unique(f"test_{_snake(case.qualname)}_does_not_crash" for case in plan.cases)
    tests = []
    for case, name in zip(plan.cases, names, strict=True):
        unfit = unfit_health_checks([one.domain for call in case.calls for one in call.drawn], has_conditions=True)
        checks = tuple(dict.fromkeys([*_ALWAYS_OFF, *unfit]))
        tests.append(FuzzTest(name, case, write_body(case, local, taken), case.seconds, checks))
    return FuzzFile(plan.module, imports, tuple(tests), plan.is_imported)


def with_failures(file: FuzzFile, outcomes: Iterable[Outcome]) -> FuzzFile:
    """The file with failing inputs as examples, or as remarks."""
    found = {outcome.qualname: outcome.findings for outcome in outcomes}
    return replace(file, tests=tuple(_with_findings(test, found.get(test.case.qualname, ())) for test in file.tests))


def _with_findings(test: FuzzTest, findings: Sequence[FuzzFinding]) -> FuzzTest:
    examples = dict.fromkeys(one.arguments or () for one in findings if one.is_source and one.kind != DIED)
    unwritten = [one for one in findings if one.kind == DIED or (one.kind == TIMED_OUT and not one.is_source)]
    remarks = tuple(f"{test.case.qualname} {one.kind} {one}." for one in unwritten)
    has_hung = any(one.kind == TIMED_OUT for one in findings)
    seconds = FUZZING.call_seconds if test.seconds is None and has_hung else test.seconds
    return replace(test, seconds=seconds, examples=tuple(examples), remarks=remarks)


def _snake(qualname: str) -> str:
    return identifier(qualname.replace(".", " ")).lower()


def _unique(names: Iterable[str]) -> list[str]:
    """The names, numbered from the second on where several are the same."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name}_{number}" for number in range(2, len(found) + 3))
        found.append(next(one for one in (name, *numbered) if one not in found))
    return found


def render(file: FuzzFile, project: Project = ANY_PROJECT) -> str:
    """The text of the file in the layout of the project."""
    title = f"Annotated functions of {file.module}, called with valid arguments: none may crash."
    imported = [
        f"def test_{_snake(file.module)}_can_be_imported():\n"
        f'    program = f"import sys; sys.path[:] = {{sys.path}}; import {file.module}"\n'
        '    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)'
    ]
    limit = [written_limit()] if any(test.seconds is not None for test in file.tests) else []
    return assemble(
        title, file.imports, [*limit, *(imported if file.is_imported else []), *map(_whole, file.tests)], project
    )


def render_bare(file: FuzzFile, test: FuzzTest) -> str:
    """The text of one test without settings and examples, for those who have their own."""
    return assemble("A test on its own.", file.imports, ["\n".join([*_given(test), *_definition(test)])])


def _whole(test: FuzzTest) -> str:
    # no deadline, which ends no call; no shrinking where each failing call may take all the time of its limit
    phases = "" if test.seconds is None else "phases=set(Phase) - {Phase.shrink}, "
    checks = ", ".join(f"HealthCheck.{name}" for name in test.health_checks)
    settings = f"@settings(deadline=None, {phases}suppress_health_check=[{checks}])"
    examples = [f"@example({arguments(one)})" for one in test.examples]
    limit = [] if test.seconds is None else [f"@limited({test.seconds:g})"]
    return "\n".join([*[settings] * bool(test.body.strategies), *_given(test), *examples, *limit, *_definition(test)])


def _given(test: FuzzTest) -> list[str]:
    return [f"@given({arguments(test.body.strategies)})"] if test.body.strategies else []


def _definition(test: FuzzTest) -> list[str]:
    names = ", ".join(name for name, _ in test.body.strategies)
    remarks = [docstring(*test.remarks)] if test.remarks else []
    return [f"def {test.name}({names}):", *remarks, *(f"    {line}".rstrip() for line in test.body.statements)]

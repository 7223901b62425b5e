"""The tests of a module as values."""

import builtins
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from genmorph.export.layout import identifier
from genmorph.export.value_text import free, unfit_health_checks
from genmorph.fuzz.bodies import USED, Body, write_body
from genmorph.fuzz.findings import DIED, TIMED_OUT, Finding, Outcome
from genmorph.fuzz.imports import imported_names, merged
from genmorph.fuzz.loading import Plan
from genmorph.fuzz.targets import SECONDS, Case
from genmorph.values.notation import homes_of

_TAKEN = USED.union(
    dir(builtins),
    ("HealthCheck", "Phase", "contextmanager", "example", "given", "limited", "math", "np", "npst"),
    ("settings", "signal", "st", "subprocess", "sys", "threading"),
)
"""Names that a file may use; a function of that name is called something else there."""
_ALWAYS_OFF = ("too_slow", "filter_too_much")


@dataclass(frozen=True, slots=True)
class FuzzTest:
    """A test that passes where a call returns.

    `seconds` limit each call, None where no call is known to need it. `examples` are inputs that are always run, as
    names and source texts; `remarks` tell of calls that do not come back and are no examples.
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
    needed = _needed_imports(plan.cases)
    local = _local_names(plan.cases, _TAKEN | imported_names(needed))
    imports = merged([*needed, *(_import(plan.module, name, alias) for name, alias in local.items())])
    taken = USED | imported_names(imports)
    names = _unique(f"test_{_snake(case.qualname)}_does_not_crash" for case in plan.cases)
    tests = tuple(_test(case, name, local, taken) for case, name in zip(plan.cases, names, strict=True))
    return FuzzFile(plan.module, imports, tests, plan.is_imported)


def with_failures(file: FuzzFile, outcomes: Iterable[Outcome]) -> FuzzFile:
    """The file with failing inputs as examples, or as remarks."""
    found = {outcome.qualname: outcome.findings for outcome in outcomes}
    return replace(file, tests=tuple(_with_findings(test, found.get(test.case.qualname, ())) for test in file.tests))


def _with_findings(test: FuzzTest, findings: Sequence[Finding]) -> FuzzTest:
    examples = dict.fromkeys(one.arguments or () for one in findings if one.is_source and one.kind != DIED)
    untold = [one for one in findings if one.kind == DIED or (one.kind == TIMED_OUT and not one.is_source)]
    remarks = tuple(f"{test.case.qualname} {one.kind} {one}." for one in untold)
    has_hung = any(one.kind == TIMED_OUT for one in findings)
    seconds = SECONDS if test.seconds is None and has_hung else test.seconds
    return replace(test, seconds=seconds, examples=tuple(examples), remarks=remarks)


def _needed_imports(cases: Iterable[Case]) -> list[str]:
    """The statements that strategies and conditions need."""
    calls = [call for case in cases for call in case.calls]
    homes = {home for call in calls for drawn in call.drawn for home in homes_of(drawn.domain)}
    statements = {text for call in calls for condition in call.conditions for text in condition.imports()}
    return [*(f"import {home}" for home in sorted(homes)), *sorted(statements)]


def _local_names(cases: Iterable[Case], taken: Collection[str]) -> dict[str, str]:
    """What functions and classes are called in the file: nothing that is used there, or that is taken for a test."""
    roots = sorted({case.qualname.partition(".")[0] for case in cases})
    return {name: free(f"_{name}" if name.lower().startswith("test") else name, taken) for name in roots}


def _import(module: str, name: str, local: str) -> str:
    return f"from {module} import {name}" + (f" as {local}" if local != name else "")


def _snake(qualname: str) -> str:
    return identifier(qualname.replace(".", " ")).lower()


def _unique(names: Iterable[str]) -> list[str]:
    """The names, numbered from the second on where several are the same."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name}_{number}" for number in range(2, len(found) + 3))
        found.append(next(one for one in (name, *numbered) if one not in found))
    return found


def _test(case: Case, name: str, local: Mapping[str, str], taken: Collection[str]) -> FuzzTest:
    domains = [drawn.domain for call in case.calls for drawn in call.drawn]
    checks = dict.fromkeys([*_ALWAYS_OFF, *unfit_health_checks(domains, has_conditions=True)])
    return FuzzTest(name, case, write_body(case, local, taken), case.seconds, tuple(checks))

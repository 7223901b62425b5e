"""The recorded parts as entries, a name and a text each: runs, domains, verdicts, transcripts of commands."""

import io
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from benchmarks.checks import kind_functions
from benchmarks.checks.golden_commands import SCENARIOS, run_scenario, unvaried
from benchmarks.checks.golden_domains import describe_domain, listed_domains
from benchmarks.checks.golden_subjects import SUBJECTS, GoldenSubject
from benchmarks.checks.hand_examination import (
    SECONDS,
    Examination,
    examine,
    formula_of,
    prepared_function,
    simplify_ugly,
)
from benchmarks.checks.hand_relations import GROUPS, HandRelation, reported_before
from genmorph import Budget, RelationSet, UnsupportedError, UsageError, infer_relations
from genmorph.domain import apply_annotations
from genmorph.export import ExportError
from genmorph.inference.examining import Examiner
from genmorph.inference.session import Session
from genmorph.model import Domain
from genmorph.subject.subject import inspect_subject

PARTS = ("runs", "domains", "verdicts", "commands")
PRESETS = ("default", "paper")
SEEDS = (0, 1)
BUDGET = "20ev"
TESTS = "\n--- tests\n"
"""What stands between the saved file and the exported tests in an entry."""
_VERDICTS = Budget(evaluations=20.0)
_ANNOTATIONS = Path(kind_functions.__file__).with_name("kind_annotations.toml")

Entry = tuple[str, str]
"""A name such as `runs/caesar/paper/0`, and the text to compare."""
IsWanted = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Unit:
    """Entries that are made together; `make` gives some of those that it is asked for, each as soon as it is there."""

    names: tuple[str, ...]
    make: Callable[[IsWanted], Iterator[Entry]]


def all_units() -> tuple[Unit, ...]:
    """Everything that is recorded, in order: the longest first, so that two processes end at about the same time."""
    return (*_units_of_runs(), *_units_of_verdicts(), *_units_of_commands(), *_units_of_domains())


def _units_of_runs() -> Iterator[Unit]:
    for subject in SUBJECTS:
        runs = {f"runs/{subject.name}/{preset}/{seed}": (preset, seed) for seed in SEEDS for preset in PRESETS}
        yield Unit(tuple(runs), partial(_make_runs, subject, runs))


def _make_runs(subject: GoldenSubject, runs: Mapping[str, tuple[str, int]], is_wanted: IsWanted) -> Iterator[Entry]:
    for name, (preset, seed) in runs.items():
        if is_wanted(name):
            yield name, _run(subject, preset, seed)


def _run(subject: GoldenSubject, preset: str, seed: int) -> str:
    """The saved set, the exported tests and what was told, or why there are none."""
    annotate()
    with redirect_stderr(io.StringIO()) as told:
        try:
            options: dict[str, Any] = {"budget": BUDGET, "seed": seed, "preset": preset, "cache": False}
            relations = infer_relations(subject.path, domain=subject.domain, **options)
        except (UsageError, UnsupportedError) as error:
            return f"{type(error).__name__}: {error}\n--- told\n{unvaried(told.getvalue())}"
        with tempfile.TemporaryDirectory(prefix="genmorph-golden-") as directory:
            saved, tests = (
                _saved(relations, Path(directory, "it.json")),
                _tests(relations, Path(directory, "test_it.py")),
            )
    return f"{saved}{TESTS}{tests}\n--- told\n{unvaried(told.getvalue())}"


def _saved(relations: RelationSet, path: Path) -> str:
    """What is saved, without the version and the digest, which depend on what else is installed."""
    relations.to_json(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    del data["genmorph"], data["subject"]["digest"]
    return json.dumps(data, indent=1)


def _tests(relations: RelationSet, path: Path) -> str:
    try:
        relations.to_pytest(path)
    except ExportError as error:
        return f"{type(error).__name__}: {error}"
    return path.read_text(encoding="utf-8")


@cache
def annotate() -> None:
    """The annotations of functions of `kind_functions`, for the module as it is imported here."""
    text = _ANNOTATIONS.read_text(encoding="utf-8").replace("kind_functions:", f"{kind_functions.__name__}:")
    with tempfile.TemporaryDirectory(prefix="genmorph-golden-") as directory:
        path = Path(directory, _ANNOTATIONS.name)
        path.write_text(text, encoding="utf-8")
        apply_annotations(path)


def _units_of_domains() -> Iterator[Unit]:
    for subject in SUBJECTS:
        yield _unit_of_one(f"domains/of {subject.name}", partial(_domains_of, subject))
    for name, read in listed_domains().items():
        yield _unit_of_one(f"domains/{name}", partial(describe_domain, read))


def _unit_of_one(name: str, make: Callable[[], str]) -> Unit:
    return Unit((name,), lambda _: iter([(name, make())]))


def _domains_of(subject: GoldenSubject) -> str:
    annotate()
    try:
        parameters = inspect_subject(subject.path, subject.domain).parameters
    except (UsageError, UnsupportedError) as error:
        return f"{type(error).__name__}: {error}"
    return "\n\n".join(f"{p.name}\n{describe_domain(partial(_itself, p.domain))}" for p in parameters)


def _itself(domain: Domain) -> Domain:
    return domain


def _units_of_verdicts() -> Iterator[Unit]:
    relations = [(group, relation) for group, members in GROUPS.items() for relation in members]
    for function in dict.fromkeys(relation.function for _, relation in relations):
        own = {f"verdicts/{group}/{one.name}": one for group, one in relations if one.function == function}
        yield Unit(tuple(own), partial(_make_verdicts, function, own))


def _make_verdicts(function: str, relations: Mapping[str, HandRelation], is_wanted: IsWanted) -> Iterator[Entry]:
    """All relations of a function, because one is examined on pairs that were drawn for others before."""
    with redirect_stderr(io.StringIO()), prepared_function(function, _VERDICTS) as session:
        examiner = Examiner(session)
        for name, relation in relations.items():
            text = _verdict(session, examiner, relation)
            if is_wanted(name):
                yield name, text


def _verdict(session: Session, examiner: Examiner, relation: HandRelation) -> str:
    if relation.plain is not None:
        result = simplify_ugly(session, examiner, relation)
        said = (result.is_equivalent, result.is_equivalent_elsewhere, result.is_longer, result.is_plain)
        return f"{result.ugly}\n{result.simplified}\n{said}"
    return _examined(session, relation, examine(session, relation, reported_before(relation), SECONDS))


def _examined(session: Session, relation: HandRelation, examination: Examination) -> str:
    finding, found = examination.finding, examination.found
    counterexample = finding.counterexample
    lines = (
        formula_of(session, relation, found.expression),
        f"verdict: {finding.verdict.value}",
        f"stage: {examination.stage}",
        f"reason: {finding.reason}",
        f"tried: {finding.tried}",
        f"killed: {len(found.killed)} of {len(found.table.judged)}",
        f"counterexample: {None if counterexample is None else (counterexample.source, counterexample.follow_up)!r}",
    )
    return "\n".join(lines)


def _units_of_commands() -> Iterator[Unit]:
    for scenario in SCENARIOS:
        yield Unit(scenario.names, lambda is_wanted, one=scenario: (e for e in run_scenario(one) if is_wanted(e[0])))

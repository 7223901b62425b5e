"""The exported tests of a set, run before they are handed over: a test that fails takes its relation with it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from genmorph.execution.worker.protocol import REFUSED
from genmorph.export.pytest_file import TestFile, render_tests
from genmorph.export.trial_run import run_tests, verify_tests
from genmorph.export.writing import ExportError
from genmorph.model import Stage, Verdict
from genmorph.results.cases import build_test_file, unique_names
from genmorph.results.record import Record
from genmorph.results.relation import MetamorphicRelation, Rejected
from genmorph.settings import PRINTED, TRIAL_RUN
from genmorph.subject.targets import search_path
from genmorph.values.labels import shortened

AnyRecord = TypeVar("AnyRecord", bound=Record)


@dataclass(frozen=True, slots=True)
class Trial:
    """How the tests are run: a run within so many seconds, so many examples of each, until `is_stopped` turns true.

    With `verify` they run three times under seeds of Hypothesis of their own and once with 2,000 examples.
    """

    timeout: float
    examples: int = TRIAL_RUN.examples
    is_stopped: Callable[[], bool] = lambda: False
    verify: bool = False


def file_of(record: Record) -> TestFile:
    """The tests of the relations that hold today."""
    return build_test_file(record.signature, record.sound)


def text_of(record: Record) -> str:
    """The text of that file; raises ExportError where a test cannot import the function."""
    signature = record.signature
    return render_tests(file_of(record), f"Metamorphic relations of {signature.module}.{signature.qualname}.")


def try_tests(record: AnyRecord, trial: Trial) -> tuple[AnyRecord, dict[str, str]]:
    """The set after its tests were run, and what failed, by name: those relations are among the rejected ones.

    A relation that a person accepted stays all the same, as a violated one. Where the function was refused to change
    something outside its process, the test says nothing of its relation. Raises ExportError where the file did not run
    to its end.
    """
    if not record.sound:
        return record, {}
    text = text_of(record)
    failures = _run(record, text, trial)
    names = iter(unique_names(record.sound))
    named = [(relation, "" if relation.is_violated else next(names)) for relation in record.relations]
    false = {name for name, failure in failures.items() if not is_refusal(failure)}
    kept = tuple(
        _after(relation, failures.get(name)) for relation, name in named if name not in false or relation.is_accepted
    )
    rejected = tuple(_rejection(relation, failures[name]) for relation, name in named if name in false)
    tested = record.tested if failures else text
    return replace(record, relations=kept, rejected=record.rejected + rejected, tested=tested), failures


def settle_tests(record: AnyRecord, trial: Trial) -> tuple[AnyRecord, dict[str, str]]:
    """The set after its tests were run until none fails, if that was not done yet, and what failed in the last run.

    Raises ExportError where the file does not run to its end, or the function may not do in a test what it does.
    """
    failures: dict[str, str] = {}
    verify = trial.verify
    while record.sound and (verify or text_of(record) != record.tested):
        record, failures = try_tests(record, replace(trial, verify=verify))
        refused = {name: why for name, why in failures.items() if is_refusal(why)}
        if refused:
            raise ExportError(listed(refused))
        verify = verify and bool(failures)
    return record, failures


def listed(failures: Mapping[str, str]) -> str:
    """The failed tests with what was raised, in one line."""
    return "; ".join(f"{name} fails: {_first_line(why)}" for name, why in failures.items())


def last_reason(record: Record) -> str:
    """Why the relation that was rejected last is, in one line."""
    return _first_line(record.rejected[-1].reason)


def is_refusal(failure: str) -> bool:
    """Whether a test failed because of what the function does to the world around it."""
    return failure.startswith(REFUSED)


def _first_line(text: str) -> str:
    return shortened(text.partition("\n")[0], PRINTED.longest_line)


def _run(record: Record, text: str, trial: Trial) -> dict[str, str]:
    guarded = None if record.allow_effects else file_of(record).function
    if trial.verify:
        return verify_tests(text, search_path(), trial.timeout, trial.is_stopped, guarded)
    return run_tests(text, search_path(), trial.timeout, trial.examples, trial.is_stopped, guarded)


def _after(relation: MetamorphicRelation, failure: str | None) -> MetamorphicRelation:
    """What a kept relation is after the run; which pair contradicts a false one is not known."""
    evidence = relation.evidence
    if relation.is_violated or (failure is not None and is_refusal(failure)):
        return relation
    if failure is not None:
        return replace(relation, evidence=replace(evidence, violations=1), pair=None)
    falsifiers = tuple(dict.fromkeys((*evidence.falsifiers, Stage.EXPORTED_TEST.value)))
    return replace(relation, evidence=replace(evidence, falsifiers=falsifiers))


def _rejection(relation: MetamorphicRelation, failure: str) -> Rejected:
    reason = f"its exported test fails: {failure}"
    return Rejected(relation.input_relation, relation.formula, Verdict.REJECT, reason, Stage.EXPORTED_TEST)

"""Tests of an application with recorded answers: they run without genmorph, without the services, and offline."""

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from genmorph.export.layout import assemble
from genmorph.export.project import project_of
from genmorph.export.writing import require_tests_writable, write_tests, write_text
from genmorph.model import Built, UsageError
from genmorph.services.answer_shapes import Plain
from genmorph.services.application import FALSE, TRUE, Application, Place, Ran
from genmorph.services.application_faults import Tested, named_by_result
from genmorph.services.application_report import Fault, Finding
from genmorph.services.branches import Branch, Explored, Tried
from genmorph.services.declared import Service
from genmorph.services.made_up_answers import UNKNOWN, certain, neutral
from genmorph.services.recorded_calls import RECORDED, carried_source, recorded_others
from genmorph.services.sentences import NEGATIVE, POSITIVE
from genmorph.settings import SERVICES
from genmorph.values.building import source_text

_IMPORTS = (
    "import importlib",
    "import io",
    "import json",
    "import sys",
    "from contextlib import ExitStack",
    "from pathlib import Path",
    "from types import SimpleNamespace",
    "from unittest import mock",
    "import pytest",
)
_CONSTANTS = """FOLDER = Path(__file__).with_suffix("")
RECORDED = json.loads((FOLDER / "answers.json").read_text(encoding="utf-8"))
CASES = RECORDED["cases"]
OTHERS = {others}"""
_CALL = """def call(name, answers):
    return call_recorded(RECORDED, FOLDER, name, answers, OTHERS)"""
_TREATED = """@pytest.mark.parametrize("label", RECORDED["labels"])
def test_inputs_with_a_label_are_treated_as_an_answer_with_this_label_alone(label):
    cases = [case for case in CASES if case["label"] == label]
    expected = call(cases[0]["input"], RECORDED["labels"][label])
    hits = [call(case["input"], case["answers"]) == expected for case in cases]
    assert sum(hits) >= {recall} * len(hits), f"{{sum(hits)}} of {{len(hits)}}"
"""
_CALM = """@pytest.mark.parametrize("case", CASES, ids=lambda case: case["input"])
def test_real_answers_raise_nothing(case):
    call(case["input"], case["answers"])
"""
_EMPTY = """@pytest.mark.parametrize("answers", RECORDED["empty"])
def test_empty_and_unsure_answers_raise_nothing(answers):
    call(CASES[0]["input"], answers)
"""
_APART = """@pytest.mark.parametrize("condition", RECORDED["apart"])
def test_answers_are_told_apart(condition):
    answers = RECORDED["apart"][condition]
    given = [call(CASES[0]["input"], one) for one in answers]
    assert any(one != given[0] for one in given)
"""
_MOODS = """def test_moods_are_told_apart():
    given = {mood: [] for mood in ("positive", "negative")}
    for case in CASES:
        if case["label"] in given:
            given[case["label"]].append(call(case["input"], case["answers"]))
    usual = [max(results, key=results.count) for results in given.values()]
    assert usual[0] != usual[1]
"""


def require_exportable(path: Path, force: bool) -> None:
    """Raise UsageError where tests cannot be written, or something else is in their place."""
    if path.suffix != ".py":
        raise UsageError(f"--tests must end in .py, got {str(path)!r}")
    require_tests_writable(path, force)
    folder = path.with_suffix("")
    if folder.exists() and not (folder / RECORDED).exists() and not force:
        raise UsageError(f"--tests must have no other folder beside it, got {str(folder)!r}")


def write_recorded_tests(
    application: Application,
    explored: Explored,
    tested: Sequence[Tested],
    services: Sequence[Service],
    findings: Sequence[Finding],
    path: Path,
    force: bool = False,
) -> None:
    """Write a test file, and beside it a folder with inputs and recorded answers.

    The relations are that inputs with a label are treated as an answer that says this label alone, that no answer
    raises, and that answers which lead to other branches are told apart. Those of findings fail until these are mended.

    Raises:
        UsageError: There is nothing to be tested, or the files cannot be written.

    """
    cases = [one for one in tested if not one.ran.stopped and one.ran.asked and not _is_raised(one.ran)]
    if not cases:
        raise UsageError(f"{application.target} has no recorded answers that tests could use")
    folder = path.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"{place:03}{one.example.path.suffix}" for place, one in enumerate(cases)]
    for one, name in zip(cases, names, strict=True):
        shutil.copyfile(one.example.path, folder / name)
    recorded = {
        "function": application.target,
        "parameter": application.parameter,
        "form": application.form,
        "others": application.others(),
        "services": {
            one.function: {"template": one.shape.template, "objects": one.shape.are_objects} for one in services
        },
        "cases": [_case(one, name, len(services)) for one, name in zip(cases, names, strict=True)],
        "labels": _labels(explored, cases, services, findings),
        "empty": list(_empty(explored, services, findings)),
        "apart": _apart(explored, services, findings),
    }
    write_text(f"{json.dumps(recorded, indent=1)}\n", folder / RECORDED)
    parts = [_TREATED.format(recall=SERVICES.recall)] if recorded["labels"] else []
    parts += [
        _CALM,
        *([_EMPTY] if recorded["empty"] else []),
        *([_APART] if recorded["apart"] else []),
        *([_MOODS] if _have_moods(cases, findings) else []),
    ]
    write_tests(_text(recorded, [one.strip() for one in parts], path), path, force)


def _text(recorded: Mapping[str, Any], tests: Sequence[str], path: Path) -> str:
    others = recorded_others(recorded)
    written = ", ".join(f"{name!r}: {source_text(value)}" for name, value in others.items())
    imports = [*_IMPORTS, *(f"import {module}" for module in sorted(_homes(list(others.values()))))]
    names = ", ".join(function.partition(":")[2] for function in recorded["services"])
    title = f"Relations of {recorded['function']} with answers of {names} as they were recorded; nothing else is asked."
    blocks = [_CONSTANTS.format(others=f"{{{written}}}"), carried_source(), _CALL, *tests]
    return assemble(title, imports, blocks, project_of(path))


def _homes(value: Any) -> set[str]:
    """The modules of what is called to build a value."""
    match value:
        case Built("call" | "name", (module, _, *rest)):
            return {module, *_homes(rest)}
        case Built(_, parts) | (list() | tuple() as parts):
            return set().union(*map(_homes, parts))
    return set()


def _is_raised(ran: Ran) -> bool:
    """Whether a call ended with what the application means to raise, or a service raised."""
    return ran.failure is not None and (ran.failure.is_meant or ran.failure.is_service)


def _case(one: Tested, name: str, services: int) -> dict[str, Any]:
    answers: dict[str, list[Any]] = {}
    for asked in one.ran.asked:
        answers.setdefault(asked.service, []).append(asked.answer)
    label = None if one.example.label is None else _named(one, services)
    return {"label": label, "input": name, "answers": answers}


def _named(one: Tested, services: int) -> str:
    """The label of an input with its variant, and with its service where there are several."""
    label = f"{one.example.label} ({one.example.variant})" if one.example.variant else one.example.label or ""
    return label if services == 1 else f"{one.service.partition(':')[2]}: {label}"


def _labels(
    explored: Explored, cases: Sequence[Tested], services: Sequence[Service], findings: Sequence[Finding]
) -> dict[str, Any]:
    """Answers as which inputs with a label are to be treated: those that are, or that a finding says should be."""
    others = {name: [plain] for name, plain in neutral(services).items()}
    is_missed = any(one.fault is Fault.ACCURACY for one in findings)
    found: dict[str, Any] = {}
    for one in services:
        for label, said in _treated_as(explored, one).items():
            sure = _returned(explored, one, certain(one, said))
            made = [case for case in cases if case.example.label == label and case.service == one.function]
            for name in dict.fromkeys(_named(case, len(services)) for case in made):
                results = [case.ran.returned for case in made if _named(case, len(services)) == name]
                is_kept = results.count(sure) >= SERVICES.recall * len(results)
                if sure is not None and (is_missed or is_kept):
                    found[name] = {**others, one.function: [certain(one, said)]}
    return found


def _treated_as(explored: Explored, one: Service) -> dict[str, str]:
    """The labels that lead to a branch, each as itself, and those that its result is called by, as one of these."""
    found: dict[str, str] = {}
    for branch, by_function in explored.labels.items():
        leading = by_function.get(one.function, [])
        found |= {label: label for label in leading}
        if leading:
            found |= {label: leading[0] for label in named_by_result(explored, branch, one) if label not in found}
    return dict(sorted(found.items()))


def _returned(explored: Explored, one: Service, plain: Plain) -> str | None:
    """What the application returns where a service answers this; None where it raises."""
    written = repr(plain)
    tried = (tried for tried in explored.tried if tried.candidate.service == one.function)
    return next((found.ran.returned for found in tried if repr(found.candidate.plain) == written), None)


def _empty(explored: Explored, services: Sequence[Service], findings: Sequence[Finding]) -> Iterator[Mapping[str, Any]]:
    """Answers that say nothing, and those that a crash was found by, without what the application means to raise on."""
    others = {name: [plain] for name, plain in neutral(services).items()}
    places = {one.place for one in findings if one.fault is Fault.CRASH and not one.inputs}
    for one in services:
        tried = [found for found in explored.tried if found.candidate.service == one.function]
        crashed = [found for found in tried if found.candidate.is_valid and _place(found.ran) in places]
        for plain in [*one.shape.empty()[:1], *(found.candidate.plain for found in crashed[:1])]:
            if not any(_is_raised(found.ran) for found in tried if found.candidate.plain == plain):
                yield {**others, one.function: [plain]}


def _place(ran: Ran) -> Place | None:
    return ran.failure.place if ran.failure is not None else None


def _apart(
    explored: Explored, services: Sequence[Service], findings: Sequence[Finding]
) -> dict[str, list[Mapping[str, Any]]]:
    """Answers that should not all be treated alike, by the condition that tells them apart, or does not and should."""
    dead = {(one.place.file, one.place.line) for one in findings if one.fault is Fault.DEAD}
    found: dict[str, list[Mapping[str, Any]]] = {}
    for number, condition in enumerate(explored.conditions):
        if condition.decision == number:
            chosen = _alike if (condition.file, condition.line) in dead else _different
            for one in services:
                others = {name: [plain] for name, plain in neutral(services).items()}
                for label, answers in chosen(explored, one, number).items():
                    named = f"{condition.text}, {label}" if label else condition.text
                    found[named] = [{**others, one.function: [plain]} for plain in answers]
    return found


def _have_moods(cases: Sequence[Tested], findings: Sequence[Finding]) -> bool:
    """Whether texts of both moods usually give other results, or a finding says that they should."""
    usual = [
        Counter(one.ran.returned for one in cases if one.example.label == mood and not one.example.variant).most_common(
            1
        )
        for mood in (POSITIVE, NEGATIVE)
    ]
    if not all(usual):
        return False
    return usual[0][0][0] != usual[1][0][0] or any(one.fault is Fault.BOTH_MOODS for one in findings)


def _alike(explored: Explored, one: Service, number: int) -> dict[str, list[Plain]]:
    """What the service may say that reaches a dead condition, and is treated like what it never says."""
    unknown = _of_unknown(explored, one)
    known = {None, *one.labels}
    answers = [
        tried.candidate.plain
        for tried in explored.tried
        if unknown is not None
        and tried.candidate.service == one.function
        and tried.candidate.is_valid
        and tried.candidate.label in known
        and number in tried.ran.went
        and tried.ran.returned == unknown.ran.returned
    ][: SERVICES.alike]
    return {"": answers} if answers else {}


def _different(explored: Explored, one: Service, number: int) -> dict[str, list[Plain]]:
    """What the service never says, and each label that is treated in another way because of the condition."""
    unknown = _of_unknown(explored, one)
    branches = (Branch(number, way) for way in (TRUE, FALSE))
    labels = [label for branch in branches for label in explored.labels.get(branch, {}).get(one.function, [])]
    return {
        tried.candidate.label: [unknown.candidate.plain, tried.candidate.plain]
        for tried in explored.tried
        if unknown is not None
        and tried.candidate.service == one.function
        and tried.candidate.label is not None
        and tried.candidate.label in labels[: SERVICES.alike]
        and tried.ran.returned not in (None, unknown.ran.returned)
    }


def _of_unknown(explored: Explored, one: Service) -> Tried | None:
    plain = repr(certain(one, UNKNOWN))
    return next((tried for tried in explored.tried if repr(tried.candidate.plain) == plain), None)

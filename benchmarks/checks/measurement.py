"""One subject and seed: infer relations, then check everything that was claimed of them."""

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.checks.exports import run_tests, test_names
from benchmarks.checks.formulas import normal
from benchmarks.checks.inference import FOUND, NOTHING_FOUND, SAVED, Inference, infer
from benchmarks.checks.kills import check_claims
from benchmarks.checks.subjects import SUBJECTS, Subject
from benchmarks.checks.validity import try_relation
from genmorph import RelationSet

EXAMPLES = 2_000
SECONDS = 300.0
"""The limit of each exported test on the function itself."""

Row = dict[str, Any]


def measure(name: str, seed: int, budget: str, seconds: float) -> Row:
    """The row of one subject and seed.

    `exports_pass` is None where nothing was exported, `valid` and `claims_confirmed` count out of `relations` and
    `claims_made`.
    """
    subject = next(subject for subject in SUBJECTS if subject.name == name)
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        inference = infer(subject, budget, seconds, seed, Path(folder))
        head = {
            "subject": name,
            "seed": seed,
            "seconds": round(inference.seconds, 2),
            "exit_code": inference.exit_code,
        }
        if inference.exit_code == FOUND:
            return head | _check(subject, seed, inference)
    error = "" if inference.exit_code == NOTHING_FOUND else inference.error
    return head | _NOTHING | {"error": error, "wanted": list(subject.wanted)}


_NOTHING: Row = {
    "wanted_found": False,
    "relations": 0,
    "valid": 0,
    "exports_pass": None,
    "claims_made": 0,
    "claims_confirmed": 0,
}


def _check(subject: Subject, seed: int, inference: Inference) -> Row:
    relations = RelationSet.from_json(inference.folder / SAVED)
    formulas = [relation["formula"] for relation in inference.saved["relations"]]
    names = test_names(inference.tests)
    trials = [try_relation(relation, subject, seed) for relation in relations]
    results = run_tests(inference.tests, names, _module_beside(subject), EXAMPLES, SECONDS)
    claims = check_claims(subject, relations, inference.tests, names)
    return {
        "error": "",
        "wanted": list(subject.wanted),
        "wanted_found": is_wanted_among(subject, formulas),
        "relations": len(relations),
        "valid": sum(trial.applicable > 0 and not trial.violations for trial in trials),
        "exports_pass": bool(results) and all(result.outcome == "passed" for result in results.values()),
        "claims_made": claims.made,
        "claims_confirmed": claims.confirmed,
        "unconfirmed": claims.unconfirmed,
        "details": [
            {
                "formula": formula,
                "applicable": trial.applicable,
                "violations": trial.violations,
                "exhaustive": trial.exhaustive,
                "counterexamples": trial.counterexamples,
                "test": name,
                "outcome": results[name].outcome,
                "why": results[name].why,
                "killed": relation.evidence.killed,
                "judged": relation.evidence.judged,
            }
            for formula, trial, name, relation in zip(formulas, trials, names, relations, strict=True)
        ],
    }


def is_wanted_among(subject: Subject, formulas: list[str]) -> bool:
    """Whether one of the formulas says what is wanted of the function; any does where nothing in particular is."""
    wanted = {normal(formula) for formula in subject.wanted}
    return bool(formulas) if not wanted else any(normal(formula) in wanted for formula in formulas)


def _module_beside(subject: Subject) -> dict[str, str]:
    """The unchanged file of the function's module, found before any other of that name."""
    return {f"{subject.module_name}.py": subject.source}

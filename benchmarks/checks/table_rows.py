"""Figures of one run, of one function over its seeds, and of a whole table; `benchmarks/README.md` defines them."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from benchmarks.checks.inference import FOUND, NOTHING_FOUND
from benchmarks.checks.judgement import share
from benchmarks.checks.table_catalogue import TableSubject
from benchmarks.record import Row
from genmorph.model import Stage, Verdict

MAY_BE_FALSE = 2
"""So many functions may have a validity below 1, or no relation."""
MEAN_VALIDITY, MEAN_SET_SCORE, MEAN_SCORE = 0.99, 0.85, 0.42
MOST_RELATIONS = 8
_REFUTED = (
    Stage.SCREENING,
    Stage.FRESH_PAIRS,
    Stage.CORNER_PAIRS,
    Stage.SEARCH,
    Stage.SYMBOLIC,
    Stage.EXPORTED_TEST,
)
_SEARCHED = (Stage.SEARCH, Stage.SYMBOLIC)


def share_passing(saved: Row) -> float | None:
    """PZ: of the candidates that were tried and those refuted, the ones that nothing refuted; None where none was.

    >>> rejected = {"screening": 4, "fresh pairs": 2, "redundant": 1, "kills": 9}
    >>> share_passing({"relations": [{}], "rejected": [], "stages": {"filter": {"passed": 4, "rejected": rejected}}})
    0.4
    """
    counts = _decided(saved)
    refuted = sum(counts[stage.value] for stage in _REFUTED)
    # The stages are counted before tests are run; relations about errors, whose tests may fail too, are not among them.
    passed = max(0, saved["stages"]["filter"]["passed"] - counts[Stage.EXPORTED_TEST.value])
    return share(passed, passed + refuted)


def share_unrefuted(saved: Row) -> float | None:
    """PZO: of the reported relations for which a counterexample was sought and those refuted so, the reported ones.

    >>> stages = {"filter": {"rejected": {"search for a counterexample": 1, "fresh pairs": 5}}}
    >>> relations = [{"evidence": {"falsifiers": [text]}} for text in ("search for a counterexample", "whole domain")]
    >>> share_unrefuted({"relations": relations, "rejected": [], "stages": stages})
    0.5
    """
    counts, names = _decided(saved), {stage.value for stage in _SEARCHED}
    kept = sum(not names.isdisjoint(relation["evidence"]["falsifiers"]) for relation in saved["relations"])
    return share(kept, kept + sum(counts[name] for name in names))


def _decided(saved: Row) -> Counter[str]:
    """How many candidates each stage rejected: without the undecided ones, with those whose exported test failed."""
    counts = Counter[str](saved["stages"]["filter"]["rejected"])
    counts.subtract(one["stage"] for one in saved["rejected"] if one["verdict"] == Verdict.UNDECIDED.value)
    counts[Stage.EXPORTED_TEST.value] = sum(one["stage"] == Stage.EXPORTED_TEST.value for one in saved["rejected"])
    return counts


def digest(relations: Iterable[Row]) -> str:
    """Equal for the same formulas with the same kills, in the same order.

    >>> one = {"formula": "f(-x) == f(x)", "valid": True, "killed": ["a", "b"]}
    >>> digest([one]) == digest([one | {"killed": ["b", "a"]}]), digest([one]) == digest([one | {"killed": ["a"]}])
    (True, False)
    """
    said = [[one["formula"], one["valid"], sorted(one["killed"])] for one in relations]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Summary:
    """One function over its seeds; scores and shares are means of the runs that have one."""

    subject: TableSubject
    rows: tuple[Row, ...]

    @property
    def reported(self) -> int:
        """Relations of all runs together."""
        return sum(len(row["relations"]) for row in self.rows)

    @property
    def valid(self) -> int:
        """Those without violation on the further inputs, of which some applied."""
        return sum(relation["valid"] for row in self.rows for relation in row["relations"])

    @property
    def validity(self) -> float | None:
        """The share of those; None where nothing was reported."""
        return share(self.valid, self.reported)

    @property
    def most_relations(self) -> int:
        """Those of the run that reports most."""
        return max(len(row["relations"]) for row in self.rows)

    @property
    def recorded_delta(self) -> float | None:
        """Delta MS: of the mutants that recorded outputs miss, the share that the valid relations kill."""
        judged = [row for row in self.rows if row["recorded_missed"] is not None]
        killed, missed = (sum(row[name] for row in judged) for name in ("recorded_missed_killed", "recorded_missed"))
        return share(killed, missed)

    def mean(self, name: str) -> float | None:
        """The mean of a figure of the runs."""
        return mean_of(row[name] for row in self.rows)

    def median(self, name: str) -> float:
        """The median of a figure that each run has."""
        return float(median(row[name] for row in self.rows))

    @property
    def shortfall(self) -> str:
        """How the best relation falls short of the paper's mean one; empty where it does not, or none is known."""
        best, wanted = self.mean("best_score"), self.subject.score
        if wanted is None or (best is not None and round(best, 4) >= wanted):
            return ""
        return f"{self.subject.name}: {'no mutant judged' if best is None else f'{best:.2f}'}, paper {wanted:.2f}"


def mean_of(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are there, None where none is.

    >>> mean_of([0.5, None, 1.0]), mean_of([None])
    (0.75, None)
    """
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def summarise(subjects: Sequence[TableSubject], rows: Sequence[Row]) -> list[Summary]:
    """The functions that have rows, in their order."""
    grouped = [Summary(one, tuple(row for row in rows if row["subject"] == one.name)) for one in subjects]
    return [summary for summary in grouped if summary.rows]


def totals(summaries: Sequence[Summary]) -> Row:
    """Figures over the functions, what is false, and what is missed of the wanted figures.

    Scores are only wanted of functions that the paper has.
    """
    rows = [row for summary in summaries for row in summary.rows]
    relations = [(row["subject"], relation) for row in rows for relation in row["relations"]]
    scored = [summary for summary in summaries if summary.subject.score is not None]
    figures = {
        "mean_validity": mean_of(summary.validity for summary in summaries),
        "mean_set_score": mean_of(summary.mean("set_score") for summary in summaries),
        "mean_set_score_unseen": mean_of(summary.mean("set_score_unseen") for summary in summaries),
        "mean_score": mean_of(summary.mean("mean_score") for summary in summaries),
        "mean_score_unseen": mean_of(summary.mean("mean_score_unseen") for summary in summaries),
        "mean_best_score": mean_of(summary.mean("best_score") for summary in summaries),
        "mean_passing": mean_of(summary.mean("passing") for summary in summaries),
        "mean_unrefuted": mean_of(summary.mean("unrefuted") for summary in summaries),
        "papers_mean_score": mean_of(summary.subject.score for summary in scored),
        "papers_mean_passing": mean_of(summary.subject.passing for summary in scored),
    }
    return {
        "functions": len(summaries),
        "runs": len(rows),
        "relations": sum(summary.reported for summary in summaries),
        "valid": sum(summary.valid for summary in summaries),
        **{name: None if value is None else round(value, 4) for name, value in figures.items()},
        "false": [f"{name}: {one['formula']}" for name, one in relations if one["violations"]],
        "not_tried": [f"{name}: {one['formula']}" for name, one in relations if not one["applicable"]],
        "without_a_relation": [f"{row['subject']} {row['seed']}" for row in rows if not row["relations"]],
        "failed": _failed(rows),
        "digest": digest_of(rows),
        "missed": _missed(summaries, scored),
    }


def digest_of(rows: Sequence[Row]) -> str:
    """Equal for tables that say the same of relations and kills."""
    said = [[row["subject"], row["seed"], row["digest"]] for row in rows]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]


def _failed(rows: Sequence[Row]) -> list[str]:
    """The runs that ended otherwise than with relations or without, and those whose relations could not be judged."""
    failed = [row for row in rows if row["exit_code"] not in (FOUND, NOTHING_FOUND) or row["mutants"] is None]
    return [f"{row['subject']} {row['seed']}: {row['error']}" for row in failed]


def _missed(summaries: Sequence[Summary], scored: Sequence[Summary]) -> list[str]:
    """The wanted figures that are not reached, and where."""
    below = [summary.subject.name for summary in summaries if summary.validity != 1]
    most = [summary.subject.name for summary in summaries if summary.most_relations > MOST_RELATIONS]
    failed = _failed([row for summary in summaries for row in summary.rows])
    validity = mean_of(summary.validity for summary in summaries)
    missed = [f"every run ends and is judged: not {run}" for run in failed]
    if len(below) > MAY_BE_FALSE:
        missed.append(f"validity 1 on all functions but {MAY_BE_FALSE}: not on {' '.join(below)}")
    if validity is not None and validity < MEAN_VALIDITY:
        missed.append(f"mean validity {MEAN_VALIDITY}: {validity:.4f}")
    for name, wanted in (("set_score", MEAN_SET_SCORE), ("mean_score", MEAN_SCORE)):
        score = mean_of(summary.mean(name) for summary in scored)
        if score is not None and score < wanted:
            missed.append(f"{name.replace('_', ' ')} {wanted} in the mean: {score:.4f}")
    missed += [f"best relation as good as the paper's mean one: {one.shortfall}" for one in scored if one.shortfall]
    return missed + [f"at most {MOST_RELATIONS} relations: more of {name}" for name in most]

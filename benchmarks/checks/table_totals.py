"""Figures of a whole table, and which of the wanted ones it misses; `benchmarks/README.md` defines them."""

import hashlib
import json
from collections.abc import Iterator, Sequence

from benchmarks.checks.inference import FOUND, NOTHING_FOUND
from benchmarks.checks.judgement import share
from benchmarks.checks.judging import VALIDITY_INPUTS
from benchmarks.checks.table_rows import Summary, mean_of
from benchmarks.record import Row

MAY_BE_FALSE = 2
"""So many functions may have a validity below 1, or no relation."""
MEAN_VALIDITY, MEAN_SET_SCORE, MEAN_SCORE = 0.99, 0.85, 0.42
MOST_RELATIONS = 8
_MEANS = (
    *("set_score", "set_score_unseen", "mean_score", "mean_score_unseen", "best_score"),
    *("passing", "unrefuted"),
)


def totals(summaries: Sequence[Summary], wants_figures: bool) -> Row:
    """Figures over the functions, what is false or less certain, and what is missed.

    A run that fails is always missed, a figure only where figures are wanted, which needs functions of the paper.
    """
    rows = [row for summary in summaries for row in summary.rows]
    figures = {**_counts(summaries), **_means(summaries), **_named(rows)}
    failed = [f"every run ends and is judged: not {run}" for run in figures["failed"]]
    missed = list(_missed(summaries, figures)) if wants_figures else []
    return figures | {"digest": digest_of(rows), "missed": [*failed, *missed]}


def _counts(summaries: Sequence[Summary]) -> Row:
    killed, missed = (sum(summary.recorded[part] for summary in summaries) for part in (0, 1))
    return {
        "functions": len(summaries),
        "runs": sum(len(summary.rows) for summary in summaries),
        "relations": sum(summary.reported for summary in summaries),
        "valid": sum(summary.valid for summary in summaries),
        "recorded_missed": missed,
        "recorded_missed_killed": killed,
        "delta": _rounded(share(killed, missed)),
    }


def _means(summaries: Sequence[Summary]) -> Row:
    """Means over the functions that have the figure, the paper's beside ours."""
    means = {
        "mean_validity": mean_of(summary.validity for summary in summaries),
        **{f"mean_{name.removeprefix('mean_')}": mean_of(one.mean(name) for one in summaries) for name in _MEANS},
        "papers_mean_score": mean_of(summary.subject.score for summary in summaries),
        "papers_mean_passing": mean_of(summary.subject.passing for summary in summaries),
    }
    return {name: _rounded(value) for name, value in means.items()}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _named(rows: Sequence[Row]) -> Row:
    """Relations and runs that are not as they should be."""
    relations = [(f"{row['subject']}: {one['formula']}", one) for row in rows for one in row["relations"]]
    return {
        "false": [name for name, one in relations if one["violations"]],
        "not_tried": [name for name, one in relations if not one["applicable"]],
        "tried_on_fewer": [f"{name} ({one['applicable']})" for name, one in relations if _is_tried_on_fewer(one)],
        "without_a_relation": [f"{row['subject']} {row['seed']}" for row in rows if not row["relations"]],
        "failed": [f"{row['subject']} {row['seed']}: {row['error']}" for row in rows if _has_failed(row)],
    }


def _is_tried_on_fewer(relation: Row) -> bool:
    """Whether too few inputs applied, or could be tried in time, for its validity to say as much as that of others."""
    return not relation["exhaustive"] and 0 < relation["applicable"] < VALIDITY_INPUTS


def _has_failed(row: Row) -> bool:
    """Whether a run ended otherwise than with relations or without, or its relations could not be judged."""
    return row["exit_code"] not in (FOUND, NOTHING_FOUND) or row["mutants"] is None


def _missed(summaries: Sequence[Summary], figures: Row) -> Iterator[str]:
    """The wanted figures that are not reached, and where."""
    below = [summary.subject.name for summary in summaries if summary.validity != 1]
    if len(below) > MAY_BE_FALSE:
        yield f"validity 1 on all functions but {MAY_BE_FALSE}: not on {' '.join(below)}"
    means = {"mean_validity": MEAN_VALIDITY, "mean_set_score": MEAN_SET_SCORE, "mean_score": MEAN_SCORE}
    for name, wanted in means.items():
        if figures[name] is None or figures[name] < wanted:
            yield f"{name.replace('_', ' ')} {wanted}: {figures[name]}"
    for summary in summaries:
        if summary.shortfall:
            yield f"best relation as good as the paper's mean one: {summary.shortfall}"
        if summary.most_relations > MOST_RELATIONS:
            yield f"at most {MOST_RELATIONS} relations: more of {summary.subject.name}"


def digest_of(rows: Sequence[Row]) -> str:
    """Equal for tables that say the same of relations and kills."""
    said = [[row["subject"], row["seed"], row["digest"]] for row in rows]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]

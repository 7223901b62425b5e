"""Figures of one run, and of one function over its seeds; `benchmarks/README.md` defines them."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from benchmarks.checks.judgement import share
from benchmarks.checks.table_catalogue import TableSubject
from benchmarks.record import Row


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
    def recorded(self) -> tuple[int, int]:
        """Of the mutants that recorded outputs miss, those that the valid relations kill, and all: the parts of delta.

        Those of all runs together that were judged.
        """
        judged = [row for row in self.rows if row["recorded_missed"] is not None]
        return sum(row["recorded_missed_killed"] for row in judged), sum(row["recorded_missed"] for row in judged)

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
        return f"{self.subject.name}: {'no mutant judged' if best is None else f'{best:.4f}'}, paper {wanted:.2f}"


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

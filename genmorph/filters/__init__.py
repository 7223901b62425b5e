"""Candidate and evidence -> verdict: what is reported has passed all filters of this room."""

from genmorph.filters.finding import Finding
from genmorph.filters.judging import MIN_TRIED, falsify, judge_form, violations
from genmorph.filters.margin import compile_margin
from genmorph.filters.searching import seek_counterexample
from genmorph.filters.sharpness import are_too_sharp, is_too_sharp

__all__ = [
    "MIN_TRIED",
    "Finding",
    "are_too_sharp",
    "compile_margin",
    "falsify",
    "is_too_sharp",
    "judge_form",
    "seek_counterexample",
    "violations",
]

"""Candidate and evidence -> verdict: what is reported has passed all filters of this room."""

from genmorph.filters.finding import Finding
from genmorph.filters.judging import MIN_TRIED, falsify, judge, violations
from genmorph.filters.searching import seek_counterexample
from genmorph.filters.sharpness import is_too_sharp

__all__ = ["MIN_TRIED", "Finding", "falsify", "is_too_sharp", "judge", "seek_counterexample", "violations"]

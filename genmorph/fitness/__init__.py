"""Compiled evaluation of relations: false positives, false negatives, kills, and the two orders of dominance."""

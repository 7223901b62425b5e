"""Candidate and evidence -> verdict: what is reported has passed all filters."""

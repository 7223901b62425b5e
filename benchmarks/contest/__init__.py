"""Evaluators of one population on the same rows: ours, and those of other libraries of genetic programming."""

"""Saved answers -> one page of HTML that needs nothing else."""

"""Ints and floats."""

"""Modules with a bug each."""

"""Kinds of values: how each is drawn, compared, written and changed."""

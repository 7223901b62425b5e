"""Annotated functions -> tests that find crashes, run at once."""

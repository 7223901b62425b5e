"""Valid inputs said in the source, or beside it: decorators, conditions, type hints, files."""

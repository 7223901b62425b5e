"""Function source to mutants: the definition with one change each, by mutmut's operators."""

from genmorph.mutation.mutants import make_mutants

__all__ = ["make_mutants"]

"""What stands in for the subject: mutants of its source or of its outcomes, and a probe of what its calls reach."""

from genmorph.mutation.mutants import make_further_mutants, make_mutants, make_own_mutants
from genmorph.mutation.operators import Operator
from genmorph.mutation.outcomes import OUTCOME_OPERATORS, make_outcome_mutants, with_outcome_mutants
from genmorph.mutation.own import check_operator
from genmorph.mutation.probing import make_probe, mined_constants, reached

__all__ = [
    "OUTCOME_OPERATORS",
    "Operator",
    "check_operator",
    "make_further_mutants",
    "make_mutants",
    "make_outcome_mutants",
    "make_own_mutants",
    "make_probe",
    "mined_constants",
    "reached",
    "with_outcome_mutants",
]

"""The evaluation of candidate relations on all rows of a table, and what it cost."""

from collections.abc import Sequence

from genmorph.fitness.scores import Scores, score
from genmorph.fitness.table import Table
from genmorph.search.join.forms import Form, pack_forms


class Verifier:
    """Scores forms on one table; counts the evaluations (trees x rows / 10**6)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.evaluations = 0.0

    def score(self, forms: Sequence[Form]) -> Scores:
        """Evaluate all forms on all rows."""
        self.spend(len(forms), self.table.rows)
        return score(pack_forms(forms), self.table)

    def spend(self, trees: int, rows: int) -> None:
        """Count trees that were evaluated on rows."""
        self.evaluations += trees * rows / 1e6

"""What a person said of the relations of an earlier run."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.table import build_table
from genmorph.inference.exploration import Exploration, observe_pairs
from genmorph.inference.found import Found, special_numbers
from genmorph.inference.prepared import Prepared
from genmorph.results.relation import MetamorphicRelation, pair_variables


@dataclass(frozen=True, slots=True)
class Earlier:
    """Relations that a person accepted, and those that are not intended.

    `unfitting` are the formulas of others that are not intended, which are no relations of the function any more.
    """

    accepted: tuple[MetamorphicRelation, ...] = ()
    disowned: tuple[MetamorphicRelation, ...] = ()
    unfitting: frozenset[str] = frozenset()

    @property
    def disowned_formulas(self) -> frozenset[str]:
        """The formulas of all that is not intended."""
        return self.unfitting.union(relation.formula for relation in self.disowned)


def found_again(prepared: Prepared, explorations: Sequence[Exploration], relation: MetamorphicRelation) -> Found | None:
    """An earlier relation with what it kills today; None where it does not fit the function any more."""
    laboratory, transformation = prepared.laboratory, relation.transformation
    variables = pair_variables(laboratory.signature.parameters, transformation, laboratory.outputs)
    if relation.expression.variables != variables:
        return None
    exploration = next((one for one in explorations if one.transformation == transformation), None)
    if exploration is not None and exploration.ground is not None:
        executions = exploration.ground.executions
    else:
        pairs = prepared.pairs(transformation, prepared.pace.sources)
        executions = observe_pairs(laboratory, transformation, variables, pairs)
    table = build_table(executions, laboratory.tolerance)
    kills = zip(table.judged, score(pack([relation.expression]), table).kills[0], strict=True)
    killed = frozenset(name for name, is_killed in kills if is_killed)
    special = special_numbers(laboratory, transformation)
    return Found(transformation, relation.expression, killed, executions, laboratory.tolerance, special)

"""Other forms of a relation that was found: plainer ones by the laws of algebra, and those that say the same."""

from collections.abc import Sequence
from dataclasses import replace

from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.inference.found import Found
from genmorph.model import Parameter
from genmorph.relations.expression import Expression
from genmorph.relations.simplification import cost, rewritings, substituted


def plain_form(found: Found, parameters: Sequence[Parameter]) -> Found:
    """The relation itself, or the plainer one that it is by the laws of algebra, with that one's own kills.

    `f == x - (x - s)` is `f == s`, though rounding lets it reject some more of the mutants' floats.
    """
    inputs_replaced = substituted(
        found.expression, found.transformation.follow_up_trees([p.name for p in parameters], parameters)
    )
    starts = [start for start in (found.expression, inputs_replaced) if start]
    forms = {form for start in starts for form in rewritings(start) if cost(form) < cost(found.expression)}
    options = sorted(forms, key=cost)
    if not options:
        return found
    scores = score(pack(options), found.table)
    differing = [same is False for same in agree(found, options)]
    for index, option in enumerate(options):
        if differing[index] and scores.false_positives[index] == 0:
            kills = zip(found.table.judged, scores.kills[index], strict=True)
            return replace(found, expression=option, killed=frozenset(name for name, killed in kills if killed))
    return found


def agree(found: Found, options: Sequence[Expression]) -> list[bool]:
    """For each expression, whether it rejects the same executions as the relation found."""
    scores = score(pack([found.expression, *options]), found.table)
    same = (scores.rejected[1:] == scores.rejected[0]).all(axis=1)
    return same.tolist()  # type: ignore[no-any-return]

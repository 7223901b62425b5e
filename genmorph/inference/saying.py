"""What is said by itself, and what adds to that only what a single output is.

A search finds `f(-x) == f(x) - 2 * x` beside `f(-x) == -f(x)`, and `smallest(xs[1:]) == min(xs[1:]) + min(xs) -
smallest(xs)`: true, and killing much, because they have in them what one output is. Nobody would write them so.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from genmorph.filters.obscurity import is_obscure
from genmorph.model import UsageError
from genmorph.relations.effort import effort
from genmorph.relations.expression import FOLLOW_UP_SIDE, Expression, Role, Variable
from genmorph.relations.metamorphic import names_of
from genmorph.relations.opaque import leaves, mentions, restored
from genmorph.relations.operators import Sort

_EQUALITIES = ("==", "iff")
_UNDOABLE = frozenset({"+", "-", "*", "/", "concatenate", "flip", "not"})
"""What an operand can be computed back from, once the result and the other operand are known."""
_DOUBLED = 2
_INPUTS = frozenset({Role.SOURCE_INPUT, Role.CHAINED_INPUT, Role.FOLLOW_UP_INPUT})
_OUTPUTS = (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)

Holding = Callable[[Sequence[Expression]], Sequence[Expression]]
"""Those of the expressions that are true of all executions known."""


def of_single_outputs(
    relations: Sequence[Expression], variables: Sequence[Variable], numbers: Sequence[int | float], holding: Holding
) -> frozenset[Expression]:
    """Those of the relations that add nothing but what a single output is.

    Either shorter equalities say all of the follow-up's outputs in them, be it such as kill nothing and have one of the
    `numbers`; or a term of inputs in them always equals an output; or they hold for whatever is passed to the second
    call, and not only for an output.
    """
    said = said_outputs([*relations, *holding(list(plain_changes(variables, numbers)))])
    telling = _telling_terms(relations, variables, holding)
    single = {relation: call for relation in relations if (call := _second_call(relation)) is not None}
    true = frozenset(holding(list(single.values())))
    return frozenset(
        relation
        for relation in relations
        if _adds_nothing(relation, said)
        or any(repr(term) in telling for term in _terms_of_inputs(relation))
        or single.get(relation) in true
    )


def said_outputs(relations: Iterable[Expression]) -> dict[str, int]:
    """For each of the follow-up's outputs that an equality says by itself, the effort of the shortest that does.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> trees = ["==", ["abs", "return_f"], "return_s"], ["==", ["*", "return_f", 2], "return_s"]
    >>> [said_outputs([Expression.from_tree(tree, variables)]) for tree in trees]
    [{}, {'return_f': 5}]
    """
    said: dict[str, int] = {}
    for relation in relations:
        spoken_of = _follow_ups(relation)
        if len(spoken_of) == 1 and _says(relation.to_tree(), spoken_of[0]) and not is_obscure(relation):
            said[spoken_of[0]] = min(effort(relation), said.get(spoken_of[0], effort(relation)))
    return said


def _adds_nothing(relation: Expression, said: Mapping[str, int]) -> bool:
    """Whether shorter equalities say all of the follow-up's outputs in it, so that all it adds is of a single call."""
    length = effort(relation)
    return all(said.get(name, length) < length for name in _follow_ups(relation))


def plain_changes(variables: Sequence[Variable], numbers: Sequence[int | float]) -> Iterator[Expression]:
    """The plainest equalities: each output stays the same, turns round, doubles, or changes by a number or an input.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.TEXT)])
    >>> [change.to_tree()[2] for change in plain_changes(variables, ())]
    ['return_s', ['flip', 'return_s'], ['concatenate', 'return_s', 'return_s']]
    """
    inputs = [v.name for v in variables if v.role in _INPUTS and v.sort is Sort.NUMBER]
    sources, follow_ups = ([v for v in variables if v.role is role] for role in _OUTPUTS)
    for source, follow_up in zip(sources, follow_ups, strict=True):
        for changed in _changed(source, inputs, [*numbers, _DOUBLED]):
            change = _equality(follow_up, changed, variables)
            if change is not None:
                yield change


def _changed(source: Variable, inputs: Sequence[str], numbers: Sequence[int | float]) -> Iterator[Any]:
    old = source.name
    yield old
    match source.sort:
        case Sort.BOOLEAN:
            yield ["not", old]
        case Sort.NUMBER:
            yield ["-", 0, old]
            for other in (*numbers, *inputs):
                yield from (
                    ["+", old, other],
                    ["-", old, other],
                    ["-", other, old],
                    ["*", old, other],
                    ["/", old, other],
                )
        case sort:
            yield from (["flip", old], ["concatenate", old, old])
            if sort is Sort.NUMBERS:
                yield ["scale each", old, -1]
                for number, symbol in product(numbers, ("add each", "scale each")):
                    yield [symbol, old, number]


def _telling_terms(relations: Sequence[Expression], variables: Sequence[Variable], holding: Holding) -> frozenset[str]:
    """The terms of inputs in any of the relations that always equal one of the outputs, or its opposite."""
    terms = {repr(term): term for relation in relations for term in _terms_of_inputs(relation)}
    outputs = [variable for variable in variables if variable.role in _OUTPUTS]
    claims = {
        claim: written
        for (written, term), output in product(terms.items(), outputs)
        for told in (term, _opposite(term, output))
        if (claim := _equality(output, told, variables)) is not None
    }
    return frozenset(claims[claim] for claim in holding(list(claims)))


def _opposite(term: Any, output: Variable) -> Any:
    return ["not", term] if output.sort is Sort.BOOLEAN else ["-", 0, term]


def _second_call(relation: Expression) -> Expression | None:
    """What a relation says of the call that gets the source's output, as if it were the source with another input.

    None where no output is passed on, or where the relation speaks of other values of the first call.
    """
    by_role = {role: [v for v in relation.variables if v.role is role] for role in Role}
    passed, sources = by_role[Role.CHAINED_INPUT], by_role[Role.SOURCE_OUTPUT]
    if not passed or len(sources) != 1:
        return None
    before = {v.position: v.name for v in (*by_role[Role.SOURCE_INPUT], *passed)}
    changed = {v.name: before[v.position] for v in by_role[Role.FOLLOW_UP_INPUT]}
    tree = relation.to_tree()
    if mentions(tree, {passed[0].name, *changed.values()}):
        return None
    (follow_up,) = by_role[Role.FOLLOW_UP_OUTPUT]
    renamed = restored(tree, {**changed, follow_up.name: sources[0].name, sources[0].name: passed[0].name})
    return Expression.from_tree(renamed, relation.variables)


def _equality(output: Variable, term: Any, variables: Sequence[Variable]) -> Expression | None:
    """That the output equals the term; None where no such term can be its value."""
    symbol = "iff" if output.sort is Sort.BOOLEAN else "=="
    try:
        return Expression.from_tree([symbol, output.name, term], variables)
    except UsageError:
        return None


def _terms_of_inputs(relation: Expression) -> Iterator[Any]:
    """What it computes of inputs alone."""
    outputs = names_of(relation, _OUTPUTS)
    waiting = [relation.to_tree()]
    while waiting:
        tree = waiting.pop()
        if isinstance(tree, list):
            waiting += tree[1:]
            if any(isinstance(leaf, str) for leaf in leaves(tree)) and not mentions(tree, outputs):
                yield tree


def _follow_ups(relation: Expression) -> list[str]:
    """The follow-up's outputs, each as often as it occurs."""
    names = names_of(relation, FOLLOW_UP_SIDE)
    return [leaf for leaf in leaves(relation.to_tree()) if leaf in names]


def _says(tree: Any, output: str) -> bool:
    """Whether the relation is an equality from which the output, which it has once, can be computed."""
    return tree[0] in _EQUALITIES and any(_leads_to(side, output) for side in tree[1:])


def _leads_to(tree: Any, output: str) -> bool:
    if not isinstance(tree, list):
        return bool(tree == output)
    return tree[0] in _UNDOABLE and any(_leads_to(operand, output) for operand in tree[1:])

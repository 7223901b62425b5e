"""What is true of single calls, and which relations say no more than that.

A search finds `f(-x) == f(x) - 2 * x` beside `f(-x) == -f(x)`, and `smallest(xs[1:]) == min(xs[1:]) + min(xs) -
smallest(xs)`: true, and killing much, because they have in them what one output is. Nobody would write them so, nor
`max(distinct(xs) + distinct(xs[::-1])) == max(xs)`, which is as true with `xs` in the place of `distinct(xs)`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from genmorph.model import UsageError
from genmorph.relations.algebra import leaves, mentions, restored
from genmorph.relations.complexity import complexity
from genmorph.relations.expression import FOLLOW_UP_SIDE, INPUT_ROLES, Expression, Role, Variable
from genmorph.relations.laws import equal
from genmorph.relations.metamorphic import names_of
from genmorph.relations.operators import Sort, Trait, symbols_with

_EQUALITIES = symbols_with(Trait.EQUALITY)
_INVERTIBLE = symbols_with(Trait.INVERTIBLE)
_DOUBLED = 2


_OUTPUTS = (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)


Holding = Callable[[Sequence[Expression]], Sequence[Expression]]
"""Those of the expressions that are true of all executions known."""


@dataclass(frozen=True, slots=True)
class SingleCalls:
    """What is known of single calls under one transformation, which says how they follow from each other.

    `given` has, for each of the follow-up's outputs that an equality gives, the complexity of the shortest that does;
    `computed` the outputs that a term of inputs always equals, or is the opposite of; `true` is what holds of any call,
    and not only of that which an output is passed to; `replaceable` are equalities that are as true with an input in
    the place of an output.
    """

    given: Mapping[str, int] = field(default_factory=dict)
    computed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    true: frozenset[Expression] = frozenset()
    replaceable: frozenset[Expression] = frozenset()

    def explain(self, relation: Expression) -> bool:
        """Whether the relation adds nothing to an easier one but what is true of single calls."""
        if relation in self.replaceable or _second_call(relation) in self.true:
            return True
        return self._compute(relation) or self._give(relation)

    def _compute(self, relation: Expression) -> bool:
        """Whether it has an output, and a term that always equals that."""
        tree = relation.to_tree()
        return any(mentions(tree, self.computed.get(repr(term), ())) for term in _terms_of_inputs(relation))

    def _give(self, relation: Expression) -> bool:
        """Whether easier equalities give all of the follow-up's outputs in it."""
        needed = complexity(relation)
        return all(self.given.get(name, needed) < needed for name in _follow_ups(relation))


def learn_single_calls(
    relations: Sequence[Expression],
    variables: Sequence[Variable],
    numbers: Sequence[int | float],
    holding: Holding,
    is_odd: Callable[[Expression], bool],
) -> SingleCalls:
    """What the relations under one transformation, and what else is asked of the executions, say of single calls.

    Outputs may also be given by the plainest equalities, with one of the `numbers`, though these kill nothing. What
    `is_odd` gives no output.
    """
    second_calls = {call for relation in relations if (call := _second_call(relation)) is not None}
    known = SingleCalls(
        computed=_computed(relations, variables, holding),
        true=frozenset(holding(sorted(second_calls, key=repr))),
        replaceable=_replaceable(relations, holding),
    )
    own = [relation for relation in relations if not known.explain(relation)]
    given = given_outputs([*own, *holding(list(plain_changes(variables, numbers)))], is_odd)
    return replace(known, given=given)


def given_outputs(relations: Iterable[Expression], is_odd: Callable[[Expression], bool]) -> dict[str, int]:
    """For each of the follow-up's outputs that an equality gives, the complexity of the shortest that does.

    Relations that are odd do not count.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> trees = ["==", ["abs", "return_f"], "return_s"], ["==", ["*", "return_f", 2], "return_s"]
    >>> [given_outputs([Expression.from_tree(tree, variables)], lambda _: False) for tree in trees]
    [{}, {'return_f': 5}]
    """
    given: dict[str, int] = {}
    for relation in relations:
        spoken_of = _follow_ups(relation)
        if len(spoken_of) == 1 and _gives(relation.to_tree(), spoken_of[0]) and not is_odd(relation):
            needed = complexity(relation)
            given[spoken_of[0]] = min(needed, given.get(spoken_of[0], needed))
    return given


def plain_changes(variables: Sequence[Variable], numbers: Sequence[int | float]) -> Iterator[Expression]:
    """The plainest equalities: each output stays the same, turns round, doubles, or changes by a number or an input.

    The numbers are those given, and 2.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.TEXT)])
    >>> [change.to_tree()[2] for change in plain_changes(variables, ())]
    ['return_s', ['flip', 'return_s'], ['concatenate', 'return_s', 'return_s']]
    """
    inputs = [v.name for v in variables if v.role in INPUT_ROLES and v.sort is Sort.NUMBER]
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
                yield from (["+", old, other], ["-", old, other], ["-", other, old])
                yield from (["*", old, other], ["/", old, other])
        case sort:
            yield from (["flip", old], ["concatenate", old, old])
            if sort is Sort.NUMBERS:
                yield ["scale each", old, -1]
                for number, symbol in product(numbers, ("add each", "scale each")):
                    yield [symbol, old, number]


def _computed(
    relations: Sequence[Expression], variables: Sequence[Variable], holding: Holding
) -> dict[str, frozenset[str]]:
    """The outputs that terms of inputs in the relations always equal, or are the opposite of.

    A term of an input in whose place the output is passed may be a relation's own claim about the second output.
    """
    terms = {repr(term): term for relation in relations for term in _terms_of_inputs(relation)}
    passed = [variable.name for variable in variables if variable.role is Role.CHAINED_INPUT]
    claims: dict[Expression, list[tuple[str, str]]] = {}
    for written, term in terms.items():
        sort = Expression.from_tree(term, variables).sort
        for output in variables:
            is_own_claim = output.role is Role.FOLLOW_UP_OUTPUT and mentions(term, passed)
            if output.role in _OUTPUTS and output.sort is sort and not is_own_claim:
                for told in (term, *_opposite(term, sort)):
                    claim = _equality(output, told, variables)
                    if claim is not None:
                        claims.setdefault(claim, []).append((written, output.name))
    pairs = [pair for claim in holding(list(claims)) for pair in claims[claim]]
    return {written: frozenset(name for one, name in pairs if one == written) for written, _ in pairs}


def _opposite(term: Any, sort: Sort) -> Iterator[Any]:
    if sort is Sort.NUMBER:
        yield ["-", 0, term]
    elif sort is Sort.BOOLEAN:
        yield ["not", term]


def _replaceable(relations: Sequence[Expression], holding: Holding) -> frozenset[Expression]:
    """The equalities that hold, too, with an input of a call in the place of its output."""
    replaced: dict[Expression, list[Expression]] = {}
    for relation in relations:
        for other in _with_inputs_for_outputs(relation):
            replaced.setdefault(other, []).append(relation)
    return frozenset(relation for other in holding(list(replaced)) for relation in replaced[other])


def _with_inputs_for_outputs(relation: Expression) -> Iterator[Expression]:
    """What an equality of both outputs says with an input in the place of one of them.

    That the output stays the same is worth saying even where one of the calls gives back its input.
    """
    tree = relation.to_tree()
    spoken_of = {variable.role: variable for variable in relation.mentioned if variable.role in _OUTPUTS}
    says_more = any(isinstance(side, list) for side in tree[1:])
    if tree[0] not in _EQUALITIES or len(spoken_of) != len(_OUTPUTS) or not says_more:
        return
    for output in spoken_of.values():
        role = Role.SOURCE_INPUT if output.role is Role.SOURCE_OUTPUT else Role.FOLLOW_UP_INPUT
        for given in relation.variables:
            if given.role is role and given.sort is output.sort:
                yield Expression.from_tree(restored(tree, {output.name: given.name}), relation.variables)


def _second_call(relation: Expression) -> Expression | None:
    """What a relation says of the call that gets the source's output, as if it were the source with another input.

    None where no output, or one of several, is passed on, or where the relation speaks of other values of the first
    call.
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
    """That the output equals the term; None where that is ill typed or too long."""
    try:
        return Expression.from_tree(equal(output.sort, output.name, term), variables)
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


def _gives(tree: Any, output: str) -> bool:
    """Whether the relation is an equality from which the output, which it has once, can be computed."""
    return tree[0] in _EQUALITIES and any(_leads_to(side, output) for side in tree[1:])


def _leads_to(tree: Any, output: str) -> bool:
    if not isinstance(tree, list):
        return bool(tree == output)
    return tree[0] in _INVERTIBLE and any(_leads_to(operand, output) for operand in tree[1:])

"""Relations in the form a developer would write, where that form agrees on all executions."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from genmorph.model import UsageError
from genmorph.relations.arrangement import other_arrangements, other_numbers
from genmorph.relations.comparison_laws import other_comparisons
from genmorph.relations.effort import effort
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Role
from genmorph.relations.inlining import inlinable, inlined
from genmorph.relations.logic_laws import other_connectives
from genmorph.relations.metamorphic import is_metamorphic, names_of
from genmorph.relations.opaque import ARITHMETIC, mentions, restored
from genmorph.relations.printing import formula
from genmorph.relations.sequence_laws import other_sequences
from genmorph.relations.shrinking import plain_claims, shrinkings

MAX_STEPS = 12
_COMPARISONS = ("==", "<", "<=")

Agree = Callable[[Sequence[Expression]], Sequence[bool]]
"""For each expression, whether it agrees with the relation on all executions."""


def simplify(
    expression: Expression,
    agree: Agree,
    texts: Mapping[str, str] | None = None,
    parts: Mapping[str, Any] | None = None,
) -> Expression:
    """The most readable form found in a few counted steps; each step agrees on all executions.

    No step takes more effort to read, or is longer when printed, and a metamorphic relation stays one; but at first a
    product that hides a condition becomes a choice: `f * x == s * x` is `x == 0 or f == s`. `texts` are
    those that the variables are printed as, by name; without them they are printed by name. `parts` are trees that say
    what the follow-up inputs are made of, as far as that is known.
    """
    names = _own_names(expression) if texts is None else texts
    made = inlinable(parts or {}, expression.variables)
    best = _opened(expression, agree)
    for _ in range(MAX_STEPS):
        better = _best_of(_easier(best, made), best, agree, names)
        if better is None:
            break
        best = better
    return best


def cost(expression: Expression) -> tuple[int, int, int, str]:
    """What is read with less effort costs less, then what is shorter; so does a comparison with the follow-up alone.

    Of `==` that must be the left side.
    """
    return _cost(expression, _own_names(expression))


def rewritings(expression: Expression) -> Iterator[Expression]:
    """What the relation is by the laws of algebra, of logic and of sequences, applied in one place."""
    yield from _built(_rewritten(expression.to_tree()), expression)


def substituted(expression: Expression, parts: Mapping[str, Any]) -> Expression | None:
    """The relation with trees in the place of variables; None where it grows too large.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    >>> substituted(same, {"return_s": ["-", 0, "return_s"]}).to_tree()
    ['==', 'return_f', ['-', 0, 'return_s']]
    """
    return next(_built([restored(expression.to_tree(), parts)], expression), None)


def _opened(expression: Expression, agree: Agree) -> Expression:
    """An equality with the condition in the open that a common factor hides, if there is one."""
    tree = expression.to_tree()
    choices = [form[1:] for form in other_arrangements(tree) if form[0] == "or"] if tree[0] == "==" else []
    opened = [["or", one, other] for pair in choices for one, other in (pair, pair[::-1]) if _is_condition(one)]
    options = [form for form in _built(opened, expression) if is_metamorphic(form)]
    same = agree(options) if options else []
    return next((form for form, is_same in zip(options, same, strict=True) if is_same), expression)


def _is_condition(claim: Any) -> bool:
    """Whether it says that something that is no arithmetic is a number."""
    match claim:
        case ["==", str() | [str(), *_] as part, int() | float()]:
            return isinstance(part, str) or part[0] not in ARITHMETIC
    return False


def _easier(expression: Expression, parts: Mapping[str, Any]) -> list[Expression]:
    """All other forms that take no more effort to read."""
    most = effort(expression)
    shorter = (*shrinkings(expression), *plain_claims(expression))
    forms = dict.fromkeys((*rewritings(expression), *shorter, *_without_changed(expression, parts)))
    return [form for form in forms if effort(form) <= most]


def _without_changed(expression: Expression, parts: Mapping[str, Any]) -> Iterator[Expression]:
    """The relation with the trees of follow-up inputs in their places in one claim, and its forms.

    In between it may be larger than an expression can be.
    """
    for tree in inlined(expression.to_tree(), parts):
        yield from _built((tree, *_rewritten(tree)), expression)


def _built(trees: Iterable[Any], expression: Expression) -> Iterator[Expression]:
    """Those of the trees that are expressions over the same variables."""
    for tree in trees:
        try:
            yield Expression.from_tree(tree, expression.variables)
        except UsageError:
            continue


def _best_of(
    options: Sequence[Expression], best: Expression, agree: Agree, names: Mapping[str, str]
) -> Expression | None:
    """The cheapest option that is better than the best so far, is no longer, and agrees; None where there is none."""
    longest, highest = len(formula(best, names)), _cost(best, names)
    costs = {option: _cost(option, names) for option in options}
    better = [option for option in options if costs[option] < highest and len(formula(option, names)) <= longest]
    agreeing = [option for option, same in zip(better, agree(better), strict=True) if same] if better else []
    must_relate = is_metamorphic(best)
    ordered = sorted(agreeing, key=costs.__getitem__)
    return next((option for option in ordered if not must_relate or is_metamorphic(option)), None)


def _cost(expression: Expression, names: Mapping[str, str]) -> tuple[int, int, int, str]:
    tree = expression.to_tree()
    follow_ups, sources = names_of(expression, FOLLOW_UP_SIDE), names_of(expression, SOURCE_SIDE)
    alone = sum(_is_solved(part, follow_ups, sources) for part in _claims(tree))
    changed = sum(variable.role is Role.FOLLOW_UP_INPUT for variable in expression.mentioned)
    return effort(expression) - alone, changed, len(formula(expression, names)), repr(tree)


def _own_names(expression: Expression) -> dict[str, str]:
    """Names of the variables that Python takes as names."""
    return {variable.name: re.sub(r"\W", "_", variable.name) for variable in expression.variables}


def _claims(tree: Any) -> Iterator[Any]:
    """The parts that are true or false and made of others."""
    if isinstance(tree, list):
        yield tree
        if tree[0] in ("and", "or", "not", "implies"):
            for operand in tree[1:]:
                yield from _claims(operand)


def _is_solved(claim: Any, follow_ups: Collection[str], sources: Collection[str]) -> bool:
    """Whether the follow-up's output, or a part of it that is no arithmetic, stands on one side, alone.

    A bound is better read as one of a sum: `f(y) + f(x) > z` rather than `f(y) > z - f(x)`.
    """
    sides = claim[1:2] if claim[0] in ("==", "iff") else claim[1:] if claim[0] in ("<", "<=") else ()
    if claim[0] in ("<", "<=") and any(_subtracts(side, sources) for side in sides):
        return False
    return any(
        not _is_arithmetic(side) and not mentions(side, sources) and _is_said_once(side, claim, follow_ups)
        for side in sides
    )


def _is_said_once(side: Any, claim: Any, names: Collection[str]) -> bool:
    """Whether some of the names stand on this side, and on no other."""
    own = [name for name in names if mentions(side, [name])]
    return bool(own) and not any(mentions(other, own) for other in claim[1:] if other is not side)


def _subtracts(tree: Any, names: Collection[str]) -> bool:
    """Whether something that mentions one of the names is subtracted at the end."""
    return isinstance(tree, list) and tree[0] == "-" and mentions(tree[2], names)


def _is_arithmetic(tree: Any) -> bool:
    return isinstance(tree, int | float) or (isinstance(tree, list) and tree[0] in ARITHMETIC)


def _rewritten(tree: Any, is_inside: bool = False) -> Iterator[Any]:
    """The tree with one part of it in another form; `is_inside` where it is an operand of arithmetic."""
    if not isinstance(tree, list):
        return
    yield from _other_roots(tree, is_inside)
    for index, operand in enumerate(tree[1:], start=1):
        for other in _rewritten(operand, tree[0] in ARITHMETIC):
            yield [*tree[:index], other, *tree[index + 1 :]]


def _other_roots(tree: Any, is_inside: bool) -> Iterable[Any]:
    yield from other_connectives(tree)
    yield from other_sequences(tree)
    if tree[0] in _COMPARISONS:
        yield from other_comparisons(tree)
        yield from other_arrangements(tree)
    elif not is_inside:
        yield from other_numbers(tree)
    if tree[0] == "abs":
        yield tree[1]

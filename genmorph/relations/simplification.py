"""Relations in the form a developer would write, where that form agrees on all executions."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from genmorph.model import UsageError
from genmorph.relations import operators as op
from genmorph.relations.algebra import ARITHMETIC, mentions, restored
from genmorph.relations.complexity import complexity
from genmorph.relations.equivalent_forms import (
    other_arrangements,
    other_comparisons,
    other_connectives,
    other_numbers,
    other_sequences,
)
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Role, Tree, subtree_end
from genmorph.relations.metamorphic import atoms, is_metamorphic, names_of
from genmorph.relations.operators import Sort, Trait, symbols_with
from genmorph.relations.printing import formula
from genmorph.settings import EXPRESSIONS

_COMPARISONS = symbols_with(Trait.COMPARISON)
_ORDERS = symbols_with(Trait.ORDER)
_EQUALITIES = symbols_with(Trait.EQUALITY)
_EASIER = {op.LESS_EQUAL: (op.EQUAL, op.LESS), op.IMPLIES: (op.IFF,)}
"""For some operators, those on the same operands that are easier to read or say more."""

_Nodes = Sequence[tuple[int, int | float | None]]
"""The codes of a subtree, with the values of its constants."""

Agree = Callable[[Sequence[Expression]], Sequence[bool]]
"""For each expression, whether it agrees with the relation on all executions."""


def simplify(
    expression: Expression, agree: Agree, texts: Mapping[str, str] | None = None, parts: Mapping[str, Any] | None = None
) -> Expression:
    """The most readable form found in a few counted steps; each step agrees on all executions.

    No step has a higher complexity, or is longer when printed, and a metamorphic relation stays one; but at first a
    product that hides a condition becomes a choice: `f * x == s * x` is `x == 0 or f == s`. `texts` are
    those that the variables are printed as, by name; without them they are printed by name. `parts` are trees that say
    what the follow-up inputs are made of, as far as that is known.
    """
    names = _own_names(expression) if texts is None else texts
    sorts = {variable.name: variable.sort for variable in expression.variables}
    made = {
        name: tree
        for name, tree in (parts or {}).items()
        for known in _built([tree], expression)
        if known.sort is sorts.get(name)
    }
    best = _opened(expression, agree)
    for _ in range(EXPRESSIONS.most_steps):
        shorter = (*_shrinkings(best), *_plain_claims(best))
        forms = dict.fromkeys((*rewritings(best), *shorter, *_with_parts(best, made)))
        most = complexity(best)
        better = _best_of([form for form in forms if complexity(form) <= most], best, agree, names)
        if better is None:
            break
        best = better
    return best


def simplicity_key(expression: Expression) -> tuple[int, int, int, str]:
    """The key to sort by: complexity, less where the follow-up's output stands alone (of `==` on the left); length."""
    return _simplicity_key(expression, _own_names(expression))


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


def _built(trees: Iterable[Any], expression: Expression) -> Iterator[Expression]:
    """Those of the trees that are expressions over the same variables."""
    for tree in trees:
        try:
            yield Expression.from_tree(tree, expression.variables)
        except UsageError:
            continue


def _shrinkings(expression: Expression) -> Iterator[Expression]:
    """The relation with one part replaced by a part of it, a variable or a short number, or by an easier operator."""
    values = expression.constant_at
    nodes: _Nodes = [(code, values.get(index)) for index, code in enumerate(expression.codes)]
    for start, code in enumerate(expression.codes):
        end = subtree_end(expression.codes, start)
        easier: list[_Nodes] = [[(other, None), *nodes[start + 1 : end]] for other in _EASIER.get(code, ())]
        for part in (*_smaller(expression, nodes, start, end), *easier):
            codes, constants = zip(*nodes[:start], *part, *nodes[end:], strict=True)
            try:
                yield Expression(codes, tuple(c for c in constants if c is not None), expression.variables)
            except UsageError:  # ill typed
                continue


def _smaller(expression: Expression, nodes: _Nodes, start: int, end: int) -> Iterator[_Nodes]:
    """What may stand in the place of a part of the same sort, with fewer nodes or simpler ones."""
    code, present = nodes[start]
    sort = expression.sort_of(code)
    for inner in range(start + 1, end):
        if expression.sort_of(nodes[inner][0]) is sort and op.arity(nodes[inner][0]):
            yield nodes[inner : subtree_end(expression.codes, inner)]
    for other, variable in enumerate(expression.variables, start=op.FIRST_VARIABLE):
        if variable.sort is sort and start > 0 and code != other:
            yield [(other, None)]
    if sort is not Sort.NUMBER:
        return
    if code == op.FLOAT_CONSTANT and present is not None:
        if present == int(present):
            yield [(op.INT_CONSTANT, int(present))]
        short = (float(f"{present:.{digits}g}") for digits in EXPRESSIONS.digits)
        yield from ([(op.FLOAT_CONSTANT, value)] for value in short if value != present)
    yield from ([(op.INT_CONSTANT, value)] for value in EXPRESSIONS.small_numbers if value != present)


def _plain_claims(expression: Expression) -> Iterator[Expression]:
    """Each comparison with a follow-up's output alone, its other side replaced by a source's output or one like it.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> tree = ["or", ["<=", 0, "return_s"], ["==", "return_f", ["abs", ["*", 7, "return_s"]]]]
    >>> [claim.to_tree()[2] for claim in _plain_claims(Expression.from_tree(tree, variables))]
    ['return_s', ['-', 0, 'return_s'], ['*', 'return_s', 2], ['+', 'return_s', 1], ['-', 'return_s', 1]]
    """
    numbers = [variable for variable in expression.mentioned if variable.kind.is_number]
    follow_ups = {variable.name for variable in numbers if variable.role is Role.FOLLOW_UP_OUTPUT}
    terms: list[Tree] = []
    for name in dict.fromkeys(variable.name for variable in numbers if variable.role is Role.SOURCE_OUTPUT):
        terms += [name, ["-", 0, name], ["*", name, 2], ["+", name, 1], ["-", name, 1]]
    trees: list[Tree] = []
    for claim in atoms(expression.to_tree()):
        match claim:
            case [("==" | "<" | "<=") as symbol, str() as output, _] if output in follow_ups:
                trees += [[symbol, output, term] for term in terms]
            case [("==" | "<" | "<=") as symbol, _, str() as output] if output in follow_ups:
                trees += [[symbol, term, output] for term in terms]
    return (Expression.from_tree(tree, expression.variables) for tree in trees)


def _with_parts(expression: Expression, parts: Mapping[str, Any]) -> Iterator[Expression]:
    """The relation with the trees of follow-up inputs in their places in one claim, and its forms.

    In between it may be larger than an expression can be.
    """
    whole = expression.to_tree()
    for claim in atoms(whole):
        if mentions(claim, parts):
            tree = _with_claim(whole, claim, restored(claim, parts))
            yield from _built((tree, *_rewritten(tree)), expression)


def _with_claim(tree: Any, old: Any, new: Any) -> Any:
    if tree == old:
        return new
    return [tree[0], *(_with_claim(part, old, new) for part in tree[1:])] if isinstance(tree, list) else tree


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
            return not _is_arithmetic(part)
    return False


def _best_of(
    options: Sequence[Expression], best: Expression, agree: Agree, names: Mapping[str, str]
) -> Expression | None:
    """The cheapest option that is better than the best so far, is no longer, and agrees; None where there is none."""
    longest, highest = len(formula(best, names)), _simplicity_key(best, names)
    keys = {option: _simplicity_key(option, names) for option in options}
    better = [option for option in options if keys[option] < highest and len(formula(option, names)) <= longest]
    agreeing = [option for option, same in zip(better, agree(better), strict=True) if same] if better else []
    must_relate = is_metamorphic(best)
    ordered = sorted(agreeing, key=keys.__getitem__)
    return next((option for option in ordered if not must_relate or is_metamorphic(option)), None)


def _simplicity_key(expression: Expression, names: Mapping[str, str]) -> tuple[int, int, int, str]:
    tree = expression.to_tree()
    follow_ups, sources = names_of(expression, FOLLOW_UP_SIDE), names_of(expression, SOURCE_SIDE)
    alone = sum(_is_solved(part, follow_ups, sources) for part in _claims(tree))
    changed = sum(variable.role is Role.FOLLOW_UP_INPUT for variable in expression.mentioned)
    return complexity(expression) - alone, changed, len(formula(expression, names)), repr(tree)


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
    is_bound = claim[0] in _ORDERS
    sides = claim[1:] if is_bound else claim[1:2] if claim[0] in _EQUALITIES else ()
    if is_bound and any(isinstance(side, list) and side[0] == "-" and mentions(side[2], sources) for side in sides):
        return False
    for side in sides:
        own = [name for name in follow_ups if mentions(side, [name])]
        is_said_once = own and not any(mentions(other, own) for other in claim[1:] if other is not side)
        if is_said_once and not _is_arithmetic(side) and not mentions(side, sources):
            return True
    return False


def _is_arithmetic(tree: Any) -> bool:
    return isinstance(tree, int | float) or (isinstance(tree, list) and tree[0] in ARITHMETIC)


def _rewritten(tree: Any, is_inside: bool = False) -> Iterator[Any]:
    """The tree with one part of it in another form; `is_inside` where it is an operand of arithmetic."""
    if not isinstance(tree, list):
        return
    yield from other_connectives(tree)
    yield from other_sequences(tree)
    if tree[0] in _COMPARISONS:
        yield from other_comparisons(tree)
        yield from other_arrangements(tree)
    elif not is_inside:
        yield from other_numbers(tree)
    if tree[0] == "abs":
        yield tree[1]
    for index, operand in enumerate(tree[1:], start=1):
        for other in _rewritten(operand, tree[0] in ARITHMETIC):
            yield [*tree[:index], other, *tree[index + 1 :]]

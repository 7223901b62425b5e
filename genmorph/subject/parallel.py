"""Parameters whose values belong together element by element: texts and sequences of equal lengths."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

from genmorph.model import Input, Parameter
from genmorph.settings import PARALLEL
from genmorph.subject.related import of_equal_length
from genmorph.values.sequence_edits import has_elements

Group = tuple[int, ...]
"""The positions of parameters that belong together, in ascending order."""


def zipped_parameters(definition: ast.AST | None, names: Sequence[str]) -> tuple[Group, ...]:
    """The parameters that a definition passes to one call of `zip` or `map`.

    >>> tree = ast.parse("def f(xs, ys, n): return sum(x * y for x, y in zip(xs, ys)) / n")
    >>> zipped_parameters(tree, ["xs", "ys", "n"])
    ((0, 1),)
    """
    pairs = () if definition is None else _zipped(definition, names)
    return joined(pairs, len(names))


def _zipped(definition: ast.AST, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    for node in ast.walk(definition):
        match node:
            case ast.Call(func=ast.Name(id="zip" | "map"), args=arguments):
                found = [names.index(one.id) for one in arguments if isinstance(one, ast.Name) and one.id in names]
                yield from combinations(sorted({*found}), 2)


def parallel_parameters(
    parameters: Sequence[Parameter], accepted: Sequence[Input], asked: Sequence[Input]
) -> tuple[Group, ...]:
    """The parameters whose lengths are equal in all accepted inputs, though others were asked, or by their domains.

    So are those of which one is never longer than the other, while it is in inputs that the function refused: it is
    read as far as the other one goes.

    >>> from genmorph.domain import ints, lists
    >>> parameters = [Parameter(name, lists(ints())) for name in ("xs", "ys")]
    >>> inputs = [([0] * size, [1] * other) for size in range(9) for other in range(9)]
    >>> parallel_parameters(parameters, [(one, other) for one, other in inputs if len(one) == len(other)] * 5, inputs)
    ((0, 1),)
    >>> parallel_parameters(parameters, inputs, inputs)
    ()
    """
    places = [place for place, parameter in enumerate(parameters) if has_elements(parameter.kind)]
    pairs = [pair for pair in combinations(places, 2) if _belong_together(pair, parameters, accepted, asked)]
    return joined(pairs, len(parameters))


def joined(pairs: Iterable[tuple[int, int]], count: int) -> tuple[Group, ...]:
    """The groups that pairs make of so many positions, each with more than one.

    >>> joined([(0, 2), (2, 3), (4, 5)], 6)
    ((0, 2, 3), (4, 5))
    """
    group_of = {place: {place} for place in range(count)}
    for one, other in pairs:
        both = group_of[one] | group_of[other]
        group_of |= dict.fromkeys(both, both)
    return tuple(sorted({tuple(sorted(group)) for group in group_of.values() if len(group) > 1}))


def with_equal_lengths(
    inputs: Iterable[Input], parameters: Sequence[Parameter], groups: Sequence[Group], rng: Random
) -> Iterator[Input]:
    """The inputs, of which most have values of equal lengths for the parameters of each group."""
    for values in inputs:
        is_tied = rng.random() < PARALLEL.share
        yield _tied(values, parameters, groups, rng) if is_tied else values


def _tied(values: Input, parameters: Sequence[Parameter], groups: Sequence[Group], rng: Random) -> Input:
    new = list(values)
    for group in groups:
        model = new[rng.choice(group)]
        others = [] if model is None else [p for p in group if new[p] is not None and len(new[p]) != len(model)]
        for place in others:
            changed = of_equal_length(model, parameters[place].domain, rng, new[place])
            new[place] = new[place] if changed is None else changed
    return tuple(new)


def _belong_together(
    pair: tuple[int, int], parameters: Sequence[Parameter], accepted: Sequence[Input], asked: Sequence[Input]
) -> bool:
    """Whether what the function accepts, or the domains, tie the lengths of the values at these places."""
    one, other = pair
    sizes = {_only_size(parameters[place].domain) for place in pair}
    if len(sizes) == 1 and None not in sizes:
        return True
    lengths = [(len(v[one]), len(v[other])) for v in accepted if v[one] is not None and v[other] is not None]
    is_telling = len(lengths) >= PARALLEL.least_inputs and len({*lengths}) >= PARALLEL.least_lengths
    if not is_telling:
        return False
    if all(first == second for first, second in lengths):
        return True
    tried = [(len(v[one]), len(v[other])) for v in asked if v[one] is not None and v[other] is not None]
    return _is_limited(lengths, tried) or _is_limited(_turned(lengths), _turned(tried))


def _is_limited(accepted: Sequence[tuple[int, int]], asked: Sequence[tuple[int, int]]) -> bool:
    """Whether the first is never longer than the second where the function returned, but was so elsewhere."""
    longer = sum(first > second for first, second in asked)
    return longer >= PARALLEL.least_inputs and all(first <= second for first, second in accepted)


def _turned(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return [(second, first) for first, second in pairs]


def _only_size(domain: Any) -> int | None:
    """The size of all values, where the domain has no others and they have an order; None elsewhere."""
    least, most = getattr(domain, "min_size", None), getattr(domain, "max_size", None)
    return least if least == most and isinstance(least, int) and least >= PARALLEL.least_size else None

"""Compiled growing, pairing and variation of trees, in one module because numba's cache sees only this file.

Longer than a module should be for that reason. A tree is a pair of row views: prefix codes, padded with -1, and the
constants at their nodes, 0 elsewhere. Each random decision comes from a stream, one word that `_draw` moves on; a
stream depends on its seed, its use and its index alone.
"""

from typing import Any, NamedTuple

import numpy as np

from genmorph.fitness.kernel import GOLDEN, Codes, Floats, Ints, Words, compiled, count_bits, internal, mix
from genmorph.settings import BREEDING

# Numba folds module constants, not attributes: `settings.BREEDING` says what these are.
LEAF_SHARE, SMALLEST_LIMIT = BREEDING.leaf_share, BREEDING.smallest_limit
CROSSOVER_TRIES, SUBTREE_ROOM = BREEDING.crossover_tries, BREEDING.subtree_room
KNOWN_SHARE, INT_SHARE = BREEDING.known_share, BREEDING.int_share
LARGEST_CONSTANT, STEPS_OF_ONE = BREEDING.largest_constant, BREEDING.steps_of_one
REDRAWN_SHARE, CONSTANT_STEP = BREEDING.redrawn_share, BREEDING.constant_step

# The codes of `relations.operators`, as literals that numba folds; a test holds the two together.
INT_CONSTANT, FLOAT_CONSTANT = 14, 15
PADDING = -1

# One seed may serve all three uses: their streams are apart.
_GROWING, _PAIRING, _VARYING = np.uint64(1), np.uint64(2), np.uint64(3)


class Rules(NamedTuple):
    """A grammar as tables; few of them, because counting references to arrays costs more than reading them.

    Sorts are numbered as in `Sort`. A list is a row with its length in front: the `operators` of a sort whose smallest
    trees fit into a number of nodes, the `leaves` of a sort, the `alternatives` to a code, and the sorts in the
    `signatures` of a code, first the result, then the arguments. `least` is the size of the smallest tree of each sort;
    the rows of `constants` are values, codes and cumulative weights.
    """

    operators: Ints
    leaves: Ints
    alternatives: Ints
    signatures: Ints
    least: Ints
    constants: Floats
    root: int
    has_floats: bool


@compiled
def grow_relations(codes: Codes, constants: Floats, rules: Rules, seed: np.uint64) -> None:
    """Write random trees of at least two nodes into empty rows; limits are drawn evenly, so small ones are common."""
    stream = np.empty(1, np.uint64)
    for index in range(len(codes)):
        _open(stream, seed, _GROWING, index)
        size = 0
        while size < 2:
            limit = SMALLEST_LIMIT + _below(stream, codes.shape[1] - SMALLEST_LIMIT + 1)
            size = _grow((codes[index], constants[index]), rules, rules.root, limit, stream)


@compiled
def choose_pairs(
    ranks: Ints,
    sizes: Ints,
    rejected: Words,
    incorrect: Words,
    pairs: int,
    tournament: int,
    parsimony: float,
    best_match: float,
    mates: int,
    seed: np.uint64,
) -> Any:
    """The parents of each pair: the winner of a tournament, and its best match or the winner of another one."""
    chosen = np.empty((pairs, 2), np.int64)
    stream = np.empty(1, np.uint64)
    wrong = np.empty(incorrect.size, np.uint64)
    for index in range(pairs):
        _open(stream, seed, _PAIRING, index)
        first = _win_small(ranks, sizes, tournament, parsimony, stream)
        chosen[index, 0] = first
        if _draw(stream) < best_match:
            for word in range(incorrect.size):
                wrong[word] = rejected[first, word] ^ incorrect[word]
            chosen[index, 1] = _match(wrong, ranks, rejected, incorrect, mates, stream)
        else:
            chosen[index, 1] = _win_small(ranks, sizes, tournament, parsimony, stream)
    return chosen


@compiled
def vary_pairs(
    codes: Codes, constants: Floats, rules: Rules, crossover: float, mutation: float, seed: np.uint64
) -> None:
    """Cross neighbouring trees and mutate each, in place, with the given probabilities."""
    length = codes.shape[1]
    spare = np.empty(length, np.int16), np.empty(length)
    stream = np.empty(1, np.uint64)
    for index in range(len(codes) // 2):
        _open(stream, seed, _VARYING, index)
        first = codes[2 * index], constants[2 * index]
        second = codes[2 * index + 1], constants[2 * index + 1]
        if _draw(stream) < crossover:
            _cross(first, second, spare, rules.signatures, stream)
        for row in range(2 * index, 2 * index + 2):
            if _draw(stream) < mutation:
                _mutate((codes[row], constants[row]), spare, rules, stream)


@internal
def _open(stream: Any, seed: Any, use: Any, index: Any) -> None:
    """Mixed twice: without the second, a stream would be its neighbour a draw later."""
    stream[0] = mix(mix(seed ^ mix(use)) + np.uint64(index) * GOLDEN)


@internal
def _draw(stream: Any) -> Any:
    """A float in [0, 1)."""
    stream[0] += GOLDEN
    return np.int64(mix(stream[0]) >> np.uint64(11)) * (1.0 / 2**53)


@internal
def _below(stream: Any, number: Any) -> Any:
    """An int in [0, number)."""
    return np.int64(_draw(stream) * number)


@internal
def _win(ranks: Any, size: Any, stream: Any) -> Any:
    """The winner of a tournament; the first drawn wins a tie."""
    best = _below(stream, len(ranks))
    for _ in range(size - 1):
        other = _below(stream, len(ranks))
        if ranks[other] < ranks[best]:
            best = other
    return best


@internal
def _win_small(ranks: Any, sizes: Any, size: Any, parsimony: Any, stream: Any) -> Any:
    """The winner of a tournament or, with the given probability, the smaller of two winners."""
    best = _win(ranks, size, stream)
    if _draw(stream) < parsimony:
        other = _win(ranks, size, stream)
        if sizes[other] < sizes[best]:
            best = other
    return best


@internal
def _match(wrong: Any, ranks: Any, rejected: Any, incorrect: Any, mates: Any, stream: Any) -> Any:
    """Of the mates drawn, the one that is right on most of the wrong rows, then the best, then the first drawn."""
    best = -1
    most = np.int64(-1)
    for _ in range(mates):
        mate = _below(stream, len(ranks))
        gain = np.int64(0)
        for word in range(wrong.size):
            gain += np.int64(count_bits(wrong[word] & ~(rejected[mate, word] ^ incorrect[word])))
        if gain > most or (gain == most and ranks[mate] < ranks[best]):
            best, most = mate, gain
    return best


@internal
def _end(codes: Any, start: Any, signatures: Any) -> Any:
    """The index just after the subtree that begins at `start`."""
    missing = 1
    index = start
    while missing:
        missing += signatures[codes[index], 0] - 2
        index += 1
    return index


@internal
def _draw_constant(known: Any, has_floats: Any, stream: Any) -> Any:
    """Half of the time one of the grammar's; else an int within 10 or, where floats occur, two decimals of a float."""
    choice = _draw(stream)
    if choice < KNOWN_SHARE:
        mark = _draw(stream) * known[2, -1]  # less than the last weight
        index = 0
        while known[2, index] <= mark:
            index += 1
        return np.int64(known[1, index]), known[0, index]
    if choice < INT_SHARE or not has_floats:
        return INT_CONSTANT, np.float64(_below(stream, 2 * LARGEST_CONSTANT + 1) - LARGEST_CONSTANT)
    farthest = LARGEST_CONSTANT * STEPS_OF_ONE
    return FLOAT_CONSTANT, (_below(stream, 2 * farthest + 1) - farthest) / STEPS_OF_ONE


@internal
def _put(tree: Any, index: Any, code: Any, known: Any, has_floats: Any, stream: Any) -> None:
    """Write one node, with a drawn value where it is a constant."""
    value = 0.0
    if code == INT_CONSTANT:
        code, value = _draw_constant(known, has_floats, stream)
    tree[0][index] = code
    tree[1][index] = value


@internal
def _grow(tree: Any, rules: Any, root: Any, room: Any, stream: Any) -> Any:
    """Write a random tree of a sort with at most `room` nodes, without padding; returns its size.

    Each node still to come has a sort and an index before which its subtree must end.
    """
    sorts = np.empty(room, np.int64)
    ends = np.empty(room, np.int64)
    sorts[0], ends[0] = root, room
    missing, size = 1, 0
    while missing:
        missing -= 1
        sort, end = sorts[missing], ends[missing]
        room = end - size
        fitting, leaves = rules.operators[sort, room, 0], rules.leaves[sort, 0]
        if fitting == 0 or (leaves > 0 and _draw(stream) < LEAF_SHARE):
            code = rules.leaves[sort, 1 + _below(stream, leaves)]
        else:
            code = rules.operators[sort, room, 1 + _below(stream, fitting)]
        _put(tree, size, code, rules.constants, rules.has_floats, stream)
        size += 1
        for k in range(rules.signatures[code, 0], 1, -1):
            sorts[missing], ends[missing] = rules.signatures[code, k], end
            end -= rules.least[sorts[missing]]
            missing += 1
    return size


@internal
def _cross(first: Any, second: Any, spare: Any, signatures: Any, stream: Any) -> None:
    """Exchange two subtrees of one sort, never the roots; where no exchange fits, nothing happens."""
    length = len(first[0])
    first_size, second_size = _end(first[0], 0, signatures), _end(second[0], 0, signatures)
    if first_size < 2 or second_size < 2:
        return
    for _ in range(CROSSOVER_TRIES):
        a = 1 + _below(stream, first_size - 1)
        b = 1 + _below(stream, second_size - 1)
        if signatures[first[0][a], 1] != signatures[second[0][b], 1]:
            continue
        a_end, b_end = _end(first[0], a, signatures), _end(second[0], b, signatures)
        grown = (b_end - b) - (a_end - a)
        if first_size + grown <= length and second_size - grown <= length:
            for index in range(a, a_end):
                spare[0][index], spare[1][index] = first[0][index], first[1][index]
            _replace(first, first_size, a, a_end, second, b, b_end)
            _replace(second, second_size, b, b_end, spare, a, a_end)
            return


@internal
def _replace(tree: Any, size: Any, start: Any, end: Any, donor: Any, donor_start: Any, donor_end: Any) -> None:
    """Put a part of another tree in the place of the nodes from `start` to `end`, of `size` nodes in all."""
    codes, constants = tree
    grown = (donor_end - donor_start) - (end - start)
    for step in range(size - end):
        # A tail that moves away moves from its far end, so that it does not overwrite itself.
        index = size - 1 - step if grown > 0 else end + step
        codes[index + grown], constants[index + grown] = codes[index], constants[index]
    for index in range(donor_start, donor_end):
        place = start + index - donor_start
        codes[place], constants[place] = donor[0][index], donor[1][index]
    for index in range(size + grown, size):
        codes[index], constants[index] = PADDING, 0.0


@internal
def _mutate(tree: Any, spare: Any, rules: Any, stream: Any) -> None:
    """Change a constant, a node or a subtree, each as often; without a constant, a node instead."""
    size = _end(tree[0], 0, rules.signatures)
    constants = 0
    for index in range(size):
        constants += _is_constant(tree[0][index])
    choice = _draw(stream)
    if choice < 1 / 3 and constants > 0:
        _change_constant(tree, _below(stream, constants), rules, stream)
        return
    index = _below(stream, size)
    if choice < 2 / 3:
        alternatives = rules.alternatives[tree[0][index], 0]
        if alternatives > 0:
            code = rules.alternatives[tree[0][index], 1 + _below(stream, alternatives)]
            _put(tree, index, code, rules.constants, rules.has_floats, stream)
        return
    _change_subtree(tree, size, index, spare, rules, stream)


@internal
def _is_constant(code: Any) -> Any:
    return INT_CONSTANT <= code <= FLOAT_CONSTANT


@internal
def _change_constant(tree: Any, number: Any, rules: Any, stream: Any) -> None:
    """Another constant, or one close by: a step of 1 for an int, at most .1 of its value or .1 for a float."""
    codes, constants = tree
    index = 0
    while number > 0 or not _is_constant(codes[index]):
        number -= _is_constant(codes[index])
        index += 1
    if _draw(stream) < REDRAWN_SHARE:
        codes[index], constants[index] = _draw_constant(rules.constants, rules.has_floats, stream)
    elif codes[index] == INT_CONSTANT:
        constants[index] += 2 * _below(stream, 2) - 1
    else:
        constants[index] += (2 * CONSTANT_STEP * _draw(stream) - CONSTANT_STEP) * max(1.0, abs(constants[index]))


@internal
def _change_subtree(tree: Any, size: Any, index: Any, spare: Any, rules: Any, stream: Any) -> None:
    """Grow another subtree in the place of this one; nothing happens where a leaf would be left."""
    end = _end(tree[0], index, rules.signatures)
    room = min(SUBTREE_ROOM, len(tree[0]) - size + end - index)
    grown = _grow(spare, rules, rules.signatures[tree[0][index], 1], room, stream)
    if grown > 1 or size > end - index:
        _replace(tree, size, index, end, spare, 0, grown)

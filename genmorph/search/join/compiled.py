"""The compiled loops of the join, in one module because numba's cache sees only this file.

Longer than other modules for that reason. Inner functions become part of their callers and are not cached by
themselves. Values lie as terms x rows; every equality means what `==` means in relations.
"""

from math import asinh
from typing import Any

import numpy as np
from numba import njit

from genmorph.fitness.kernel import GOLDEN, Flags, Floats, Ints, Words, compiled, count_bits, mix
from genmorph.settings import FITTING, TERMS
from genmorph.values.kinds import LARGEST_EXACT

# The codes of `relations.operators`, as literals that numba folds; a test holds the two together.
ADD, SUBTRACT, MULTIPLY, DIVIDE, ABSOLUTE = 0, 1, 2, 3, 4
LEAF = -1
OPERATION, LEFT, RIGHT, SIZE, COMPLEXITY, ROLES, EXACT, CLASS, FIXED = range(9)
"""The columns of `nodes`, one row for each term.

EXACT says that the term is statically an int, CLASS is the first term that is equal on the sample, FIXED says that the
term is constant there.
"""
INPUT, SOURCE, FOLLOW_UP = 1, 2, 4
"""The bits of `ROLES`: what a term mentions."""
OUTPUTS = SOURCE | FOLLOW_UP

# Numba folds module constants, not attributes: `settings.TERMS` and `FITTING` say what these are.
KEY_ROWS, CHAIN = TERMS.key_rows, TERMS.chain
KEY_STEPS, AGREEMENT_STEPS = TERMS.key_steps, TERMS.agreement_steps
FITTED = FITTING.tolerances
LARGEST_INT = float(LARGEST_EXACT)


@njit
def _digest(value: float, scale: float, steps: float) -> Any:
    """A number that is the same for values that differ by rounding only, but where they straddle a step."""
    if value != value:
        return np.uint64(1)
    if abs(value) == np.inf:
        return np.uint64(2) if value > 0.0 else np.uint64(3)
    level = np.int64(np.rint(asinh(value / scale) * steps))
    return mix(np.uint64(level) + GOLDEN)


@njit
def _same(a: float, b: float, relative: float, absolute: float) -> Any:
    gap = abs(b - a)
    near = (gap <= relative * abs(a)) | (gap <= relative * abs(b)) | (gap <= absolute)
    return (a == b) | (near & (gap < np.inf)) | ((a != a) & (b != b))


@njit
def _all_same(values: Any, one: int, other: int, first: int, last: int, relative: float, absolute: float) -> Any:
    for row in range(first, last):
        if not _same(values[one, row], values[other, row], relative, absolute):
            return False
    return True


@njit
def _is_usable(values: Any, term: int, sample: int, largest: float) -> Any:
    """Whether half of the sample has a number, and none is too large."""
    numbers = 0
    for row in range(sample):
        value = values[term, row]
        numbers += value == value
        if abs(value) > largest:
            return False
    return 2 * numbers >= sample


@njit
def _is_fixed(values: Any, term: int, sample: int, relative: float, absolute: float) -> Any:
    for row in range(1, sample):
        if not _same(values[term, 0], values[term, row], relative, absolute):
            return False
    return True


@njit
def _write(values: Any, term: int, operation: int, left: int, right: int) -> None:
    rows = values.shape[1]
    if operation == ADD:
        for row in range(rows):
            values[term, row] = values[left, row] + values[right, row]
    elif operation == SUBTRACT:
        for row in range(rows):
            values[term, row] = values[left, row] - values[right, row]
    elif operation == MULTIPLY:
        for row in range(rows):
            values[term, row] = values[left, row] * values[right, row]
    elif operation == DIVIDE:
        for row in range(rows):
            divisor = values[right, row]
            values[term, row] = values[left, row] / divisor if divisor != 0.0 else np.nan
    elif operation == ABSOLUTE:
        for row in range(rows):
            values[term, row] = abs(values[left, row])
    else:
        for row in range(rows):
            values[term, row] = values[left, row]


@compiled
def extend(
    values: Floats,
    nodes: Ints,
    keys: Words,
    slots: Ints,
    work: Ints,
    count: int,
    sample: int,
    checked: int,
    relative: float,
    absolute: float,
    scale: float,
) -> Any:
    """Add to `count` terms those of the work that are new; returns the number of terms then.

    `values` is terms x rows: up to `sample` correct executions, up to `checked` rows that tell algebra from laws.
    `work` has the columns of `nodes` up to EXACT; what is equal to a known term by algebra is dropped. The values of
    a LEAF are in its place already. `slots` is an open-addressing table of terms, a power of two of places.
    """
    mask = len(slots) - 1
    for item in range(len(work)):
        _write(values, count, work[item, OPERATION], work[item, LEFT], work[item, RIGHT])
        is_exact = work[item, EXACT] == 1
        if not _is_usable(values, count, sample, LARGEST_INT if is_exact else np.inf):
            continue
        key = np.uint64(0)
        for row in range(min(sample, KEY_ROWS)):
            key = mix(key + _digest(values[count, row], scale, KEY_STEPS))
        place = np.int64(key & np.uint64(mask))
        first = count
        compared = 0
        duplicate = -1
        while slots[place] >= 0 and duplicate < 0:
            known = slots[place]
            if keys[known] == key and compared < CHAIN:
                compared += 1
                both = is_exact and nodes[known, EXACT] == 1
                rel = 0.0 if both else relative
                tol = 0.0 if both else absolute
                if _all_same(values, known, count, 0, sample, rel, tol):
                    first = min(first, nodes[known, CLASS])
                    if _all_same(values, known, count, sample, checked, rel, tol):
                        duplicate = known
            place = (place + 1) & mask
        if duplicate < 0:
            slots[place] = count
            keys[count] = key
            for column in range(EXACT + 1):
                nodes[count, column] = work[item, column]
            nodes[count, CLASS] = first
            nodes[count, FIXED] = _is_fixed(values, count, sample, relative, absolute)
            count += 1
        elif (
            nodes[duplicate, SIZE] == work[item, SIZE]
            and nodes[duplicate, EXACT] == work[item, EXACT]
            and nodes[duplicate, COMPLEXITY] > work[item, COMPLEXITY]
        ):
            for column in range(EXACT + 1):
                nodes[duplicate, column] = work[item, column]
    return count


@compiled
def compare(values: Floats, exact: Flags, first: int, last: int, relative: float, absolute: float) -> Any:
    """For each pair of terms, on how many rows they are equal, and on how many the first is at most the second."""
    count = len(values)
    equal = np.zeros((count, count), np.int32)
    at_most = np.zeros((count, count), np.int32)
    for one in range(count):
        for other in range(one + 1, count):
            is_exact = exact[one] and exact[other]
            rel = 0.0 if is_exact else relative
            tol = 0.0 if is_exact else absolute
            same, below, above = 0, 0, 0
            for row in range(first, last):
                a = values[one, row]
                b = values[other, row]
                gap = abs(b - a)
                near = ((gap <= rel * abs(a)) | (gap <= rel * abs(b)) | (gap <= tol)) & (gap < np.inf)
                same += (a == b) | near | ((a != a) & (b != b))
                below += (a <= b) | near
                above += (b <= a) | near
            equal[one, other] = same
            equal[other, one] = same
            at_most[one, other] = below
            at_most[other, one] = above
    return equal, at_most


@compiled
def agree(values: Floats, nodes: Ints, regions: Flags, scale: float, limit: int) -> Any:
    """Pairs of terms that are equal on all rows of a region but not everywhere, at most `limit` for each region.

    Only pairs that mention both outputs; the result is pairs x (term, term, region).
    """
    terms = len(values)
    places = 1
    while places < 2 * terms:
        places *= 2
    region_count, sample = regions.shape
    digests = np.empty((terms, sample), np.uint64)
    for term in range(terms):
        for row in range(sample):
            digests[term, row] = _digest(values[term, row], scale, AGREEMENT_STEPS)
    owner = np.full(places, -1, np.int64)
    keys = np.zeros(places, np.uint64)
    firsts = np.zeros((places, 4), np.int64)
    rows = np.empty(sample, np.int64)
    pairs = np.empty((region_count * limit, 3), np.int64)
    found = 0
    for region in range(region_count):
        length = 0
        for row in range(sample):
            if regions[region, row]:
                rows[length] = row
                length += 1
        end = found + limit
        for term in range(terms):
            key = np.uint64(0)
            for k in range(length):
                key += digests[term, rows[k]]
            place = np.int64(mix(key) & np.uint64(places - 1))
            while owner[place] == region and keys[place] != key:
                place = (place + 1) & (places - 1)
            if owner[place] != region:
                owner[place] = region
                keys[place] = key
                for kind in range(4):
                    firsts[place, kind] = -1
            outputs = (nodes[term, ROLES] & OUTPUTS) >> 1
            for kind in range(4):
                known = firsts[place, kind]
                if known >= 0 and (kind | outputs) == 3 and nodes[known, CLASS] != nodes[term, CLASS] and found < end:
                    pairs[found, 0] = known
                    pairs[found, 1] = term
                    pairs[found, 2] = region
                    found += 1
            if firsts[place, outputs] < 0:
                firsts[place, outputs] = term
    return pairs[:found]


@compiled
def fit(
    values: Floats,
    lefts: Ints,
    rights: Ints,
    nodes: Ints,
    regions: Flags,
    checked: int,
    relative: float,
    absolute: float,
    limit: int,
) -> Any:
    """Where `left == slope * right + shift` on all rows of a region, but not by algebra.

    A `right` of -1 stands for no term at all: `left` is constant. Returns rows of (left, right, region) and of
    (slope, shift); at most `limit` for each region.
    """
    region_count, sample = regions.shape
    found = np.empty((region_count * limit, 3), np.int64)
    solutions = np.empty((region_count * limit, 2), np.float64)
    count = 0
    for region in range(region_count):
        end = count + limit
        for right in rights:
            low, high = -1, -1
            for row in range(sample):
                if regions[region, row]:
                    if right < 0:
                        low = row if low < 0 else low
                        high = row
                    elif abs(values[right, row]) < np.inf:
                        low = row if low < 0 or values[right, row] < values[right, low] else low
                        high = row if high < 0 or values[right, row] > values[right, high] else high
            if low < 0 or (right >= 0 and values[right, low] == values[right, high]):
                continue
            between = 0
            for row in range(sample):
                if right >= 0 and regions[region, row]:
                    value = values[right, row]
                    between += value != values[right, low] and value != values[right, high]
            if right >= 0 and between < 4:
                continue
            for left in lefts:
                both = nodes[left, ROLES] if right < 0 else nodes[left, ROLES] | nodes[right, ROLES]
                if (both & OUTPUTS) != OUTPUTS or count >= end:
                    continue
                slope = 0.0
                if right >= 0:
                    slope = (values[left, high] - values[left, low]) / (values[right, high] - values[right, low])
                shift = values[left, low] - (slope * values[right, low] if right >= 0 else 0.0)
                if not (abs(slope) < np.inf and abs(shift) < np.inf) or (right >= 0 and slope == 0.0):
                    continue
                holds = True
                is_law = False
                for row in range(checked):
                    if row < sample and not regions[region, row]:
                        continue
                    part = slope * values[right, row] if right >= 0 else 0.0
                    target = values[left, row]
                    room = absolute + relative * max(abs(part), abs(shift), abs(target))
                    is_same = abs(part + shift - target) <= FITTED * room
                    if row < sample and not is_same:
                        holds = False
                        break
                    is_law = is_law or not is_same
                if holds and is_law:
                    found[count, 0] = left
                    found[count, 1] = right
                    found[count, 2] = region
                    solutions[count, 0] = slope
                    solutions[count, 1] = shift
                    count += 1
    return found[:count], solutions[:count]


@compiled
def cross(failing: Words, complexities: Ints, claims: int, correct: int, alike: int, limit: int) -> Any:
    """Pairs of literals of which at least one holds on every correct row, for all claims with all literals.

    `failing` has the rows on which each literal is false, as words, the first `correct` of them of correct rows; the
    first `claims` literals are claims. Of pairs that reject the same incorrect rows those `alike` of least complexity
    are returned, in all at most `limit`: rows of (claim, literal, incorrect rows rejected).
    """
    literals, words = failing.shape
    places = 1
    while places < 4 * limit:
        places *= 2
    owner = np.full(places, -1, np.int64)
    keys = np.zeros(places, np.uint64)
    pairs = np.empty((limit, 3), np.int64)
    kept = np.empty(limit, np.int64)
    active = np.empty(words, np.int64)
    count = 0
    for claim in range(claims):
        length = 0
        for word in range(correct):
            if failing[claim, word]:
                active[length] = word
                length += 1
        wrong = length
        for word in range(correct, words):
            if failing[claim, word]:
                active[wrong] = word
                wrong += 1
        for literal in range(literals):
            if literal <= claim and literal < claims:
                continue
            holds = True
            for k in range(length):
                if failing[claim, active[k]] & failing[literal, active[k]]:
                    holds = False
                    break
            if not holds:
                continue
            key = np.uint64(0)
            rejected = np.int64(0)
            for k in range(length, wrong):
                both = failing[claim, active[k]] & failing[literal, active[k]]
                if both:
                    key += mix(both + np.uint64(active[k]) * GOLDEN)
                    rejected += np.int64(count_bits(both))
            if rejected == 0:
                continue
            complexity = complexities[claim] + complexities[literal]
            place = np.int64(mix(key) & np.uint64(places - 1))
            worst = -1
            same = 0
            while owner[place] >= 0:
                if keys[place] == key:
                    same += 1
                    if worst < 0 or kept[owner[place]] > kept[worst]:
                        worst = owner[place]
                place = (place + 1) & (places - 1)
            target = worst
            if same < alike:
                if count == limit:
                    continue
                target = count
                owner[place] = target
                keys[place] = key
                count += 1
            elif kept[worst] <= complexity:
                continue
            pairs[target, 0] = claim
            pairs[target, 1] = literal
            pairs[target, 2] = rejected
            kept[target] = complexity
    return pairs[:count]

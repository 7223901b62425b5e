"""The compiled evaluation of a whole population, in one module because numba's cache sees only this file.

Equal subtrees of all programs are merged, what is left becomes steps on registers, and each step works on 512 rows at
a time. Longer than a module should be, and `_run_numbers` longer than a function: its loops were measured to need their
form (indices instead of row views, constant trip counts of 64, results that are never an operand).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

BLOCK = 512
WORD = 64
WORDS = BLOCK // WORD

# The codes of `relations.operators`, as literals that numba folds; a test holds the two together.
ADD, SUBTRACT, MULTIPLY, DIVIDE, ABSOLUTE = 0, 1, 2, 3, 4
EQUAL, LESS, LESS_EQUAL = 5, 6, 7
AND, OR, XOR, IFF, IMPLIES, NOT = 8, 9, 10, 11, 12, 13
INT_CONSTANT, FLOAT_CONSTANT = 14, 15
FIRST_VARIABLE = 32

# Codes of the plan alone: comparisons of operands that are both statically ints, and a variable or what is there.
EXACT_EQUAL, EXACT_LESS, EXACT_LESS_EQUAL, GIVEN = 16, 17, 18, 19

# The columns of a step: its code, the registers of its result and operands, and the first program that it completes.
CODE, RESULT, LEFT, RIGHT, PROGRAM = 0, 1, 2, 3, 4
NONE = -1
SPAN = 4
"""Blocks whose comparisons are made before the steps on Booleans, which a single block hardly occupies."""

LARGEST = np.finfo(np.float64).max
CACHE_LINE = 8
"""In numbers of 64 bits; registers that straddle lines were measured to cost a third more."""

# Odd constants of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)


def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiled once and for all, or in each process where numba finds no place for its cache.

    For what other modules call: the cache keeps the rest with its callers, and to keep it twice takes longer.
    """
    try:
        compiled: Callable[..., Any] = njit(cache=True)(function)
    except RuntimeError:
        compiled = njit(function)
    return compiled


_internal: Callable[[Callable[..., Any]], Callable[..., Any]] = njit


@_compiled
def evaluate(
    codes: NDArray[np.int16],
    constants: NDArray[np.float64],
    numbers: NDArray[np.float64],
    booleans: NDArray[np.uint64],
    slots: NDArray[np.int64],
    is_int: NDArray[np.bool_],
    valid: NDArray[np.uint64],
    segments: NDArray[np.int64],
    relative: float,
    absolute: float,
) -> Any:
    """What every program rejects: (rejected rows as bits, rejected rows by group, kills, digests of missed rows).

    `codes` and `constants` are programs x nodes; `numbers` is blocks x columns x 512, `booleans` blocks x columns x 8
    words; `slots` is each variable's column among those of its sort; `valid` marks the bits that stand for rows.
    The groups are the correct and the incorrect rows; `segments` are the first words of the correct rows and of each
    mutant's.
    """
    node_codes, left, right, roots = _merge(codes, constants, is_int)
    first = np.full(node_codes.size, NONE, np.int32)
    for program in range(roots.size - 1, -1, -1):
        first[roots[program]] = program
    last = _last_uses(node_codes, left, right)
    register = np.empty(node_codes.size, np.int32)
    for variable in range(slots.size):
        register[variable] = slots[variable]
    number_steps, number_registers, comparisons = _plan_numbers(
        node_codes, left, right, last, register, numbers.shape[1], booleans.shape[1]
    )
    logic_steps, bit_registers = _plan_logic(node_codes, left, right, last, register, first, comparisons)
    values = left.view(np.float64)
    num = _aligned(number_registers)
    bit = np.empty((bit_registers, SPAN * WORDS), np.uint64)
    rejected = np.empty((roots.size, valid.size), np.uint64)
    for start in range(0, len(numbers), SPAN):
        blocks = min(SPAN, len(numbers) - start)
        for block in range(blocks):
            for column in range(numbers.shape[1]):
                for k in range(BLOCK):
                    num[column, k] = numbers[start + block, column, k]
            for column in range(booleans.shape[1]):
                for w in range(WORDS):
                    bit[column, block * WORDS + w] = booleans[start + block, column, w]
            _run_numbers(number_steps, values, num, bit, block * WORDS, relative, absolute)
        _run_logic(logic_steps, bit, valid, rejected, start * WORDS, blocks * WORDS)
    return _count(rejected, first, roots, segments)


@_compiled
def hash_trees(codes: NDArray[np.int16], constants: NDArray[np.float64]) -> Any:
    """A hash of each program, equal for trees that are equal up to the order of commutative operands."""
    programs, length = codes.shape
    bits = constants.view(np.uint64)
    hashes = np.empty(programs, np.uint64)
    stack = np.empty(length + 1, np.uint64)
    for program in range(programs):
        top = 0
        for node in range(length - 1, -1, -1):
            code = codes[program, node]
            if code < 0:
                continue
            value = np.uint64(code + 1) * GOLDEN
            if code in (INT_CONSTANT, FLOAT_CONSTANT):
                value ^= _mix(bits[program, node])
            elif code in (ABSOLUTE, NOT):
                top -= 1
                value += stack[top] * MIX_A
            elif code < INT_CONSTANT:
                top -= 2
                a, b = stack[top + 1], stack[top]
                if b < a and _is_commutative(code):
                    a, b = b, a
                value += (a * MIX_A) ^ (b * MIX_B)
            stack[top] = _mix(value)
            top += 1
        hashes[program] = stack[0]
    return hashes


@_internal
def _mix(value: Any) -> Any:
    """The finalizer of splitmix64: a bijection after which every bit depends on all."""
    value = (value ^ (value >> np.uint64(30))) * MIX_A
    value = (value ^ (value >> np.uint64(27))) * MIX_B
    return value ^ (value >> np.uint64(31))


@_internal
def _count_bits(word: Any) -> Any:
    """The number of ones, in the form that LLVM knows as one instruction."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@_internal
def _is_commutative(code: int) -> Any:
    return code in (ADD, MULTIPLY, EQUAL, EXACT_EQUAL) or AND <= code <= IFF


@_internal
def _arity(code: int) -> Any:
    if code in (INT_CONSTANT, FLOAT_CONSTANT, GIVEN):
        return 0
    return 1 if code in (ABSOLUTE, NOT) else 2


@_internal
def _merge(codes: NDArray[np.int16], constants: NDArray[np.float64], is_int: NDArray[np.bool_]) -> Any:
    """The distinct nodes of all programs, variables first and operands before what uses them; each program's root.

    A node has a code and two operands, NONE where it takes fewer; a constant's left operand is the bits of its value.
    Nodes are found again by an open-addressing table of twice their number.
    """
    length = codes.shape[1]
    bits = constants.view(np.int64)
    variables = is_int.size
    capacity = variables
    for program in range(len(codes)):
        for node in range(length):
            capacity += codes[program, node] >= 0
    size = 2
    while size < 2 * capacity:
        size *= 2
    table = np.full(size, NONE, np.int32)
    node_codes = np.empty(capacity, np.int8)
    left = np.empty(capacity, np.int64)
    right = np.empty(capacity, np.int64)
    exact = np.empty(capacity, np.bool_)
    for variable in range(variables):
        node_codes[variable] = GIVEN
        exact[variable] = is_int[variable]
    roots = np.empty(len(codes), np.int32)
    stack = np.empty(length + 1, np.int64)
    count = variables
    for program in range(len(codes)):
        top = 0
        for node in range(length - 1, -1, -1):
            code = np.int64(codes[program, node])
            if code < 0:
                continue
            if code >= FIRST_VARIABLE:
                stack[top] = code - FIRST_VARIABLE
                top += 1
                continue
            arity = _arity(code)
            top -= arity
            a, b, is_exact = np.int64(NONE), np.int64(NONE), code == INT_CONSTANT
            if arity == 0:
                a = bits[program, node]
            elif arity == 1:
                a = stack[top]
                is_exact = exact[a]
            else:
                a, b = stack[top + 1], stack[top]
                is_exact = exact[a] and exact[b] and code != DIVIDE
                if is_exact and EQUAL <= code <= LESS_EQUAL:
                    code += EXACT_EQUAL - EQUAL
                if b < a and _is_commutative(code):
                    a, b = b, a
            key = _mix(np.uint64(a) * GOLDEN ^ np.uint64(b) * MIX_B ^ np.uint64(code))
            place = np.int64(key & np.uint64(size - 1))
            known = table[place]
            while known != NONE and not (node_codes[known] == code and left[known] == a and right[known] == b):
                place = (place + 1) & (size - 1)
                known = table[place]
            if known == NONE:
                known = count
                table[place] = known
                node_codes[known] = code
                left[known] = a
                right[known] = b
                exact[known] = is_exact
                count += 1
            stack[top] = known
            top += 1
        roots[program] = stack[0]
    return node_codes[:count], left[:count], right[:count], roots


@_internal
def _is_logic(code: int) -> Any:
    return AND <= code <= NOT


@_internal
def _is_comparison(code: int) -> Any:
    return EQUAL <= code <= LESS_EQUAL or EXACT_EQUAL <= code <= EXACT_LESS_EQUAL


@_internal
def _last_uses(node_codes: NDArray[np.int8], left: NDArray[np.int64], right: NDArray[np.int64]) -> Any:
    """The last node that uses each node, or itself where none does."""
    last = np.arange(node_codes.size)
    for node in range(node_codes.size):
        arity = _arity(node_codes[node])
        if arity > 0:
            last[left[node]] = node
        if arity > 1:
            last[right[node]] = node
    return last


@_internal
def _plan_numbers(
    node_codes: NDArray[np.int8],
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    last: NDArray[np.int64],
    register: NDArray[np.int32],
    numbers: int,
    bits: int,
) -> Any:
    """The steps on numbers up to comparisons, and how many registers of numbers and of bits are taken then.

    A register of numbers is taken again after the last use of what it held, and not before the result has its own;
    comparisons keep theirs. A constant's left operand is its node.
    """
    steps = np.empty((node_codes.size, 4), np.int32)
    free = np.empty(node_codes.size, np.int32)
    count, frees = 0, 0
    for node in range(node_codes.size):
        code = node_codes[node]
        if code == GIVEN or _is_logic(code):
            continue
        if _is_comparison(code):
            register[node] = bits
            bits += 1
        elif frees > 0:
            frees -= 1
            register[node] = free[frees]
        else:
            register[node] = numbers
            numbers += 1
        arity, a, b = _arity(code), left[node], right[node]
        steps[count, CODE] = code
        steps[count, RESULT] = register[node]
        steps[count, LEFT] = register[a] if arity > 0 else node
        steps[count, RIGHT] = register[b] if arity > 1 else NONE
        count += 1
        if arity > 0 and last[a] == node and node_codes[a] != GIVEN:
            free[frees] = register[a]
            frees += 1
        if arity > 1 and last[b] == node and node_codes[b] != GIVEN and a != b:
            free[frees] = register[b]
            frees += 1
    return steps[:count], numbers, bits


@_internal
def _plan_logic(
    node_codes: NDArray[np.int8],
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    last: NDArray[np.int64],
    register: NDArray[np.int32],
    first: NDArray[np.int32],
    bits: int,
) -> Any:
    """The steps on Booleans, and how many registers of bits are taken in all.

    Where a variable or a comparison is a whole program, a step completes it.
    """
    steps = np.empty((node_codes.size, 5), np.int32)
    free = np.empty(node_codes.size, np.int32)
    count, frees = 0, 0
    for node in range(node_codes.size):
        code = node_codes[node]
        if not _is_logic(code):
            if first[node] == NONE:
                continue
            code = GIVEN
        elif frees > 0:
            frees -= 1
            register[node] = free[frees]
        else:
            register[node] = bits
            bits += 1
        arity, a, b = _arity(code), left[node], right[node]
        steps[count, CODE] = code
        steps[count, RESULT] = register[node]
        steps[count, LEFT] = register[a] if arity > 0 else NONE
        steps[count, RIGHT] = register[b] if arity > 1 else NONE
        steps[count, PROGRAM] = first[node]
        count += 1
        if arity > 0 and last[a] == node and node_codes[a] != GIVEN:
            free[frees] = register[a]
            frees += 1
        if arity > 1 and last[b] == node and node_codes[b] != GIVEN and a != b:
            free[frees] = register[b]
            frees += 1
        if last[node] == node and node_codes[node] != GIVEN:
            free[frees] = register[node]
            frees += 1
    return steps[:count], bits


@_internal
def _aligned(registers: int) -> Any:
    """Registers of a block of numbers each that begin where a cache line does."""
    memory = np.empty(registers * BLOCK + CACHE_LINE)
    start = -(memory.ctypes.data // 8) % CACHE_LINE
    return memory[start : start + registers * BLOCK].reshape((registers, BLOCK))


@_internal
def _margin(x: float, y: float, relative: float, absolute: float) -> Any:
    """How far apart two finite numbers may be and still be equal; finite, so that infinities are farther apart.

    `max` takes its second argument only where that is greater: the NaN of zero times infinity is left out.
    """
    return min(LARGEST, max(absolute, relative * max(abs(x), abs(y))))


@_internal
def _run_numbers(
    steps: NDArray[np.int32],
    values: NDArray[np.float64],
    num: NDArray[np.float64],
    bit: NDArray[np.uint64],
    offset: int,
    relative: float,
    absolute: float,
) -> None:
    """The steps on numbers on one block; comparisons write their words from `offset` on.

    The length of registers is read from their array: as a literal it would be unrolled, which takes longer to
    compile and to run. A comparison is made as if there were no NaN and no equal infinities; their difference is NaN,
    and words where one turned up are completed in a second pass.
    """
    rows = num.shape[1]
    words = num.shape[1] // WORD
    for step in range(len(steps)):
        code = steps[step, CODE]
        d = steps[step, RESULT]
        a = steps[step, LEFT]
        b = steps[step, RIGHT]
        if code == ADD:
            for k in range(rows):
                num[d, k] = num[a, k] + num[b, k]
        elif code == SUBTRACT:
            for k in range(rows):
                num[d, k] = num[a, k] - num[b, k]
        elif code == MULTIPLY:
            for k in range(rows):
                num[d, k] = num[a, k] * num[b, k]
        elif code == DIVIDE:
            for k in range(rows):
                divisor = num[b, k]
                num[d, k] = num[a, k] / divisor if divisor != 0.0 else np.nan
        elif code == ABSOLUTE:
            for k in range(rows):
                num[d, k] = abs(num[a, k])
        elif code in (INT_CONSTANT, FLOAT_CONSTANT):
            value = values[a]
            for k in range(rows):
                num[d, k] = value
        elif code == EQUAL:
            for w in range(words):
                word = np.uint64(0)
                has_nan = False
                for k in range(WORD):
                    x = num[a, w * WORD + k]
                    y = num[b, w * WORD + k]
                    gap = abs(x - y)
                    has_nan |= gap != gap
                    word |= np.uint64(gap <= _margin(x, y, relative, absolute)) << np.uint64(k)
                if has_nan:
                    for k in range(WORD):
                        x = num[a, w * WORD + k]
                        y = num[b, w * WORD + k]
                        word |= np.uint64((x == y) | ((x != x) & (y != y))) << np.uint64(k)
                bit[d, offset + w] = word
        elif code == LESS:
            for w in range(words):
                word = np.uint64(0)
                for k in range(WORD):
                    x = num[a, w * WORD + k]
                    y = num[b, w * WORD + k]
                    word |= np.uint64(y - x > _margin(x, y, relative, absolute)) << np.uint64(k)
                bit[d, offset + w] = word
        elif code == LESS_EQUAL:
            for w in range(words):
                word = np.uint64(0)
                has_nan = False
                for k in range(WORD):
                    x = num[a, w * WORD + k]
                    y = num[b, w * WORD + k]
                    gap = x - y
                    has_nan |= gap != gap
                    word |= np.uint64(gap <= _margin(x, y, relative, absolute)) << np.uint64(k)
                if has_nan:
                    for k in range(WORD):
                        word |= np.uint64(num[a, w * WORD + k] == num[b, w * WORD + k]) << np.uint64(k)
                bit[d, offset + w] = word
        elif code == EXACT_EQUAL:
            for w in range(words):
                word = np.uint64(0)
                for k in range(WORD):
                    word |= np.uint64(num[a, w * WORD + k] == num[b, w * WORD + k]) << np.uint64(k)
                bit[d, offset + w] = word
        elif code == EXACT_LESS:
            for w in range(words):
                word = np.uint64(0)
                for k in range(WORD):
                    word |= np.uint64(num[a, w * WORD + k] < num[b, w * WORD + k]) << np.uint64(k)
                bit[d, offset + w] = word
        else:
            for w in range(words):
                word = np.uint64(0)
                for k in range(WORD):
                    word |= np.uint64(num[a, w * WORD + k] <= num[b, w * WORD + k]) << np.uint64(k)
                bit[d, offset + w] = word


@_internal
def _run_logic(
    steps: NDArray[np.int32],
    bit: NDArray[np.uint64],
    valid: NDArray[np.uint64],
    rejected: NDArray[np.uint64],
    start: int,
    words: int,
) -> None:
    """The steps on Booleans on so many words; rows that a completed program rejects go to word `start` and after."""
    for step in range(len(steps)):
        code = steps[step, CODE]
        d = steps[step, RESULT]
        a = steps[step, LEFT]
        b = steps[step, RIGHT]
        if code == AND:
            for w in range(words):
                bit[d, w] = bit[a, w] & bit[b, w]
        elif code == OR:
            for w in range(words):
                bit[d, w] = bit[a, w] | bit[b, w]
        elif code == XOR:
            for w in range(words):
                bit[d, w] = bit[a, w] ^ bit[b, w]
        elif code == IFF:
            for w in range(words):
                bit[d, w] = ~(bit[a, w] ^ bit[b, w])
        elif code == IMPLIES:
            for w in range(words):
                bit[d, w] = ~bit[a, w] | bit[b, w]
        elif code == NOT:
            for w in range(words):
                bit[d, w] = ~bit[a, w]
        program = steps[step, PROGRAM]
        if program != NONE:
            for w in range(words):
                rejected[program, start + w] = ~bit[d, w] & valid[start + w]


@_internal
def _count(
    rejected: NDArray[np.uint64], first: NDArray[np.int32], roots: NDArray[np.int32], segments: NDArray[np.int64]
) -> Any:
    """What `evaluate` gives back; programs with the root of an earlier one, whose rows are not filled in yet, copy it.

    The digest of a program is the sum of its mixed words from the first incorrect row on.
    """
    programs, words = rejected.shape
    mutants = segments.size - 1
    counts = np.zeros((programs, 2), np.int64)
    kills = np.empty((programs, mutants), np.bool_)
    missed = np.zeros(programs, np.uint64)
    for program in range(programs):
        twin = first[roots[program]]
        if twin != program:
            for w in range(words):
                rejected[program, w] = rejected[twin, w]
            for mutant in range(mutants):
                kills[program, mutant] = kills[twin, mutant]
            counts[program, 0] = counts[twin, 0]
            counts[program, 1] = counts[twin, 1]
            missed[program] = missed[twin]
            continue
        for segment in range(mutants + 1):
            end = segments[segment + 1] if segment < mutants else words
            count = np.uint64(0)
            for w in range(segments[segment], end):
                count += _count_bits(rejected[program, w])
            if segment == 0:
                counts[program, 0] = np.int64(count)
            else:
                counts[program, 1] += np.int64(count)
                kills[program, segment - 1] = count != 0
        digest = np.uint64(0)
        if mutants > 0:
            for w in range(segments[1], words):
                digest += _mix(rejected[program, w] ^ (np.uint64(w) * GOLDEN))
        missed[program] = digest
    return rejected, counts, kills, missed

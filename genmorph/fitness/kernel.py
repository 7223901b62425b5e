"""The compiled evaluation of a whole population, in one module because numba's cache sees only this file.

Equal subtrees of all programs are merged, what is left becomes steps on registers, and each step works on 512 rows at
a time, or on 64 where there are texts or sequences, so that what they need stays in the processor's caches. Longer than
a module should be, and `_run_numbers` longer than a function: its loops were measured to need their form (indices
instead of row views, constant trip counts of 64, results that are never an operand).

A register of texts or sequences is a view for each row: start, length and stride of elements in an arena, which begins
with a copy of the rows' own. A step on them only measures the length of its result. Where views lie is found out, and
elements that no view can show are made, when a later step asks for them, and only on the rows on which it does: most
comparisons end at different lengths. Where laws allow it, nodes are put in another way first (`_rewritten`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from genmorph.settings import KERNEL

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]
Codes = NDArray[np.int16]
Flags = NDArray[np.bool_]
Words = NDArray[np.uint64]
"""Words of 64 bits, one for each row."""

# Numba folds module constants, not attributes: `settings.KERNEL` says what these are, and when to empty its cache.
BLOCK, SPAN, CACHE_LINE = KERNEL.block, KERNEL.span, KERNEL.cache_line
ROOM, MARGIN = KERNEL.arena, KERNEL.margin
DIGITS, LARGEST_WRITTEN = KERNEL.number_room, KERNEL.largest_written
WORD = 64
"""Rows whose Booleans share one number."""
WORDS = BLOCK // WORD

# The codes of `relations.operators`, as literals that numba folds; a test holds the two together.
ADD, SUBTRACT, MULTIPLY, DIVIDE, ABSOLUTE = 0, 1, 2, 3, 4
EQUAL, LESS, LESS_EQUAL = 5, 6, 7
AND, OR, XOR, IFF, IMPLIES, NOT = 8, 9, 10, 11, 12, 13
INT_CONSTANT, FLOAT_CONSTANT = 14, 15
FIRST_SEQUENCE, STRIDE = 32, 8
TEXT, NUMBERS, BOOLEANS, TEXTS, NESTED, OBJECT = 0, 1, 2, 3, 4, 5
LENGTH, SAME, FLIP, REMOVE, TRUNCATE, CONCATENATE, PREFIX, SORTED, CONTAINS = 0, 1, 2, 3, 4, 5, 6, 7, 8
SUM, MIN, MAX, ELEMENT, ADD_EACH, SCALE_EACH, UPPER, LOWER, TEXT_OF = 9, 10, 11, 12, 13, 14, 15, 16, 17
FIRST_VARIABLE = FIRST_SEQUENCE + STRIDE * 18

# Codes of the plan alone: comparisons of operands that are both statically ints, and a variable or what is there.
EXACT_EQUAL, EXACT_LESS, EXACT_LESS_EQUAL, GIVEN = 16, 17, 18, 19
EXACT_NUMBERS = STRIDE - 1
"""In the place of the sort: both operands of a comparison of sequences are statically ints."""

# The columns of a step: its code, the registers of its result and operands, and the first program that it completes.
CODE, RESULT, LEFT, RIGHT, PROGRAM = 0, 1, 2, 3, 4
NONE = -1
LARGEST = np.finfo(np.float64).max

# The fields of a view.
BEGIN, SIZE, STEP = 0, 1, 2
# What is known of a register of views: the step that makes it, and how many elements that takes at most with all of
# what it is made of. And of the arena: where the next elements go, and the room that a step has asked for.
STEP_OF, NEEDED = 0, 1
TOP, WANTED = 0, 1
CUT = 2.0**31
"""Whatever is not below is no index."""
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
ONE = np.uint64(1)
MINUS, ZERO = ord("-"), ord("0")

# Odd constants of splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiled once and for all, or in each process where numba finds no place for its cache.

    For what other modules call: the cache keeps the rest with its callers, and to keep it twice takes longer.
    """
    try:
        result: Callable[..., Any] = njit(cache=True)(function)
    except RuntimeError:
        result = njit(function)
    return result


def internal(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiled with what calls it, and without the wrappers for calls from Python, which take a while."""
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    result: Callable[..., Any] = njit(**options)(function)
    return result


def _inner(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same without counting references to arrays, which took half of the time: for what makes no arrays."""
    options: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
    compiled: Callable[..., Any] = njit(**options)(function)
    return compiled


class Sequences(NamedTuple):
    """The elements of all texts and sequences: 64 rows after 64 rows, and of these column after column.

    Texts have code points, Booleans are 0 and 1, texts in sequences and nested elements have numbers in their order.
    `lengths` is words x columns x 64. `prefix` has running sums (modulo 2**64) of all ints in columns of ints, which
    come first; `begins` says, for each word and for the end, the first element and the first of these ints.
    `cases` are upper and lower case x code point x up to 3 code points, filled with -1; what lies beyond has no case.
    """

    elements: Floats
    lengths: Ints32
    begins: Ints
    prefix: Ints
    cases: Floats


class Plan(NamedTuple):
    """The steps of all programs, the values of constants by the node that has them, and the registers they take.

    `roots` are the nodes of the programs, `first` the first program of each node.
    """

    steps: Ints32
    logic_steps: Ints32
    values: Floats
    roots: Ints32
    first: Ints32
    numbers: int
    views: int
    bits: int
    has_sequences: bool


def evaluate(
    codes: Codes,
    constants: Floats,
    numbers: Floats,
    booleans: Words,
    sequences: Sequences,
    slots: Ints,
    is_exact: Flags,
    valid: Words,
    segments: Ints,
    relative: float,
    absolute: float,
) -> Any:
    """What every program rejects: (rejected rows as bits, rejected rows by group, kills, digests of missed rows).

    `codes` and `constants` are programs x nodes; `numbers` is blocks x columns x 512, `booleans` blocks x columns x 8
    words; `slots` is each variable's column among numbers, Booleans or sequences; `valid` marks the bits that stand for
    rows. The groups are the correct and the incorrect rows; `segments` are the first words of the correct rows and of
    each mutant's. What runs on texts and sequences is compiled by itself, since many functions have none.
    """
    given = numbers.shape[1], sequences.lengths.shape[1], booleans.shape[1]
    plan = _plan(codes, constants, slots, is_exact, *given)
    tolerance = relative, absolute
    if plan.has_sequences:
        rejected = _run_with_sequences(plan, numbers, booleans, sequences, valid, *tolerance)
    else:
        rejected = _run(plan, numbers, booleans, valid, *tolerance)
    return _count(rejected, plan.first, plan.roots, segments)


@compiled
def _plan(codes: Codes, constants: Floats, slots: Ints, is_exact: Flags, numbers: int, views: int, bits: int) -> Any:
    node_codes, left, right, roots = _merge(codes, constants, is_exact)
    first = np.full(node_codes.size, NONE, np.int32)
    for program in range(roots.size - 1, -1, -1):
        first[roots[program]] = program
    last = _last_uses(node_codes, left, right)
    register = np.empty(node_codes.size, np.int32)
    for variable in range(slots.size):
        register[variable] = slots[variable]
    steps, numbers, views, bits = _plan_steps(node_codes, left, right, last, register, numbers, views, bits)
    logic_steps, bits = _plan_logic(node_codes, left, right, last, register, first, bits)
    has_sequences = False
    for step in range(len(steps)):
        has_sequences |= steps[step, CODE] >= FIRST_SEQUENCE
    return Plan(steps, logic_steps, left.view(np.float64), roots, first, numbers, views, bits, has_sequences)


@compiled
def _run(plan: Plan, numbers: Floats, booleans: Words, valid: Words, relative: float, absolute: float) -> Any:
    """The rows that each program rejects, where there are neither texts nor sequences."""
    num = _aligned(plan.numbers, BLOCK)
    bit = np.empty((plan.bits, SPAN * WORDS), np.uint64)
    rejected = np.empty((plan.roots.size, valid.size), np.uint64)
    for start in range(0, len(numbers), SPAN):
        blocks = min(SPAN, len(numbers) - start)
        for block in range(blocks):
            for column in range(numbers.shape[1]):
                for k in range(BLOCK):
                    num[column, k] = numbers[start + block, column, k]
            for column in range(booleans.shape[1]):
                for w in range(WORDS):
                    bit[column, block * WORDS + w] = booleans[start + block, column, w]
            _run_numbers(plan.steps, plan.values, num, bit, block * WORDS, relative, absolute)
        _run_logic(plan.logic_steps, bit, valid, rejected, start * WORDS, blocks * WORDS)
    return rejected


@compiled
def _run_with_sequences(
    plan: Plan, numbers: Floats, booleans: Words, sequences: Sequences, valid: Words, relative: float, absolute: float
) -> Any:
    """The rows that each program rejects, 64 at a time."""
    num = _aligned(plan.numbers, WORD)
    bit = np.empty((plan.bits, WORDS), np.uint64)
    rejected = np.empty((plan.roots.size, valid.size), np.uint64)
    columns = sequences.lengths.shape[1]
    view = np.empty((plan.views, 3, WORD), np.int32)
    made = np.empty(plan.views, np.uint64)
    maker = np.empty((plan.views, 2), np.int64)
    arena = np.empty(ROOM)
    state = np.zeros(2, np.int64)
    for block in range(len(numbers)):
        for column in range(booleans.shape[1]):
            for w in range(WORDS):
                bit[column, w] = booleans[block, column, w]
        for w in range(WORDS):
            for column in range(numbers.shape[1]):
                for k in range(WORD):
                    num[column, k] = numbers[block, column, w * WORD + k]
            word = block * WORDS + w
            own = MARGIN + sequences.begins[word + 1, 0] - sequences.begins[word, 0]
            if own > arena.size:
                arena = np.empty(2 * own)
            _load(word, sequences.elements, sequences.lengths, sequences.begins, view, made, maker, arena)
            state[TOP] = own
            first = sequences.begins[word, 1] - MARGIN
            ints = sequences.begins[word + 1, 1] - first
            step = 0
            while step < len(plan.steps):
                until = step
                while until < len(plan.steps) and plan.steps[until, CODE] < FIRST_SEQUENCE:
                    until += 1
                if until > step:
                    _run_numbers(plan.steps[step:until], plan.values, num, bit, w, relative, absolute)
                step = _run_sequences(
                    until, plan.steps, num, bit, w, relative, absolute, view, made, maker, arena, state, own, columns,
                    sequences.cases, sequences.prefix, first, ints,
                )  # fmt: skip
                if state[WANTED] > arena.size:
                    larger = np.empty(2 * state[WANTED])
                    for j in range(own):
                        larger[j] = arena[j]
                    arena = larger
        _run_logic(plan.logic_steps, bit, valid, rejected, block * WORDS, WORDS)
    return rejected


@compiled
def hash_trees(codes: Codes, constants: Floats) -> Any:
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
            arity = _arity(code)
            if code in (INT_CONSTANT, FLOAT_CONSTANT):
                value ^= mix(bits[program, node])
            elif arity == 1:
                top -= 1
                value += stack[top] * MIX_A
            elif arity == 2:
                top -= 2
                a, b = stack[top + 1], stack[top]
                if b < a and _is_commutative(code):
                    a, b = b, a
                value += (a * MIX_A) ^ (b * MIX_B)
            stack[top] = mix(value)
            top += 1
        hashes[program] = stack[0]
    return hashes


@_inner
def mix(value: Any) -> Any:
    """The finaliser of splitmix64: a bijection after which every bit depends on all."""
    value = (value ^ (value >> np.uint64(30))) * MIX_A
    value = (value ^ (value >> np.uint64(27))) * MIX_B
    return value ^ (value >> np.uint64(31))


@_inner
def count_bits(word: Any) -> Any:
    """The number of ones, in the form that LLVM knows as one instruction."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return (word * np.uint64(0x0101010101010101)) >> np.uint64(56)


@_inner
def _operation(code: int) -> Any:
    """The operation on texts or sequences behind a code; NONE for other codes."""
    return (code - FIRST_SEQUENCE) // STRIDE if FIRST_SEQUENCE <= code < FIRST_VARIABLE else NONE


@_inner
def _is_commutative(code: int) -> Any:
    return code in (ADD, MULTIPLY, EQUAL, EXACT_EQUAL) or AND <= code <= IFF or _operation(code) == SAME


@_inner
def _arity(code: int) -> Any:
    if code in (INT_CONSTANT, FLOAT_CONSTANT, GIVEN) or code >= FIRST_VARIABLE:
        return 0
    if code < FIRST_SEQUENCE:
        return 1 if code in (ABSOLUTE, NOT) else 2
    return 1 if _operation(code) in (LENGTH, FLIP, SORTED, SUM, MIN, MAX, UPPER, LOWER, TEXT_OF) else 2


@_inner
def _is_exact(code: int, a: int, b: int, exact: Flags) -> Any:
    """Whether a node with these operands is statically an int, or all its elements are."""
    operation = _operation(code)
    if code in (INT_CONSTANT, FLOAT_CONSTANT, DIVIDE) or operation in (LENGTH, TEXT_OF, MIN, MAX, ELEMENT):
        return code == INT_CONSTANT or operation in (LENGTH, TEXT_OF)
    return exact[a] and (b == NONE or exact[b] or operation in (REMOVE, TRUNCATE))


@_inner
def _exact_comparison(code: int) -> Any:
    """The code of the exact form of a comparison; other codes as they are."""
    if EQUAL <= code <= LESS_EQUAL:
        return code + EXACT_EQUAL - EQUAL
    if _is_comparison(code) and (code - FIRST_SEQUENCE) % STRIDE == NUMBERS:
        return code + EXACT_NUMBERS - NUMBERS
    return code


@internal
def _merge(codes: Codes, constants: Floats, is_exact: Flags) -> Any:
    """The distinct nodes of all programs, variables first and operands before what uses them; each program's root.

    A node has a code and two operands, NONE where it takes fewer; a constant's left operand is the bits of its value.
    Operations on sequences have room for the nodes that take their place: a tree of 16 nodes becomes at most four times
    as many.
    """
    length = codes.shape[1]
    bits = constants.view(np.int64)
    variables = is_exact.size
    capacity = variables
    for program in range(len(codes)):
        for node in range(length):
            code = codes[program, node]
            capacity += 4 if FIRST_SEQUENCE <= code < FIRST_VARIABLE else code >= 0
    size = 2
    while size < 2 * capacity:
        size *= 2
    table = np.full(size, NONE, np.int32)
    nodes = np.empty((3, capacity), np.int64)
    exact = np.empty(capacity, np.bool_)
    for variable in range(variables):
        nodes[CODE, variable] = GIVEN
        exact[variable] = is_exact[variable]
    roots = np.empty(len(codes), np.int32)
    stack = np.empty(length + 1, np.int64)
    count = np.array([variables])
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
            a, b = np.int64(NONE), np.int64(NONE)
            if arity == 0:
                a = bits[program, node]
            elif arity == 1:
                a = stack[top]
            else:
                a, b = stack[top + 1], stack[top]
            if code < FIRST_SEQUENCE:
                stack[top] = _found(code, a, b, table, nodes, exact, count)
            else:
                stack[top] = _rewritten(code, a, b, table, nodes, exact, count)
            top += 1
        roots[program] = stack[0]
    return nodes[CODE, : count[0]].copy(), nodes[1, : count[0]].copy(), nodes[2, : count[0]].copy(), roots


@_inner
def _found(code: int, a: int, b: int, table: Ints32, nodes: Ints, exact: Flags, count: Ints) -> Any:
    """The node with this code and these operands, found by open addressing or added."""
    is_node_exact = _is_exact(code, a, b, exact)
    if b != NONE:
        if is_node_exact:
            code = _exact_comparison(code)
        if b < a and _is_commutative(code):
            a, b = b, a
    mask = table.size - 1
    key = mix(np.uint64(a) * GOLDEN ^ np.uint64(b) * MIX_B ^ np.uint64(code))
    place = np.int64(key & np.uint64(mask))
    known = table[place]
    while known != NONE and not (nodes[0, known] == code and nodes[1, known] == a and nodes[2, known] == b):
        place = (place + 1) & mask
        known = table[place]
    if known == NONE:
        known = np.int32(count[0])
        table[place] = known
        nodes[0, known], nodes[1, known], nodes[2, known] = code, a, b
        exact[known] = is_node_exact
        count[0] += 1
    return np.int64(known)


@_inner
def _rewritten(code: int, a: int, b: int, table: Ints32, nodes: Ints, exact: Flags, count: Ints) -> Any:
    """The node of an operation on sequences, or of something equal that takes less and that more programs share.

    Some operations are blind to the order of what they read. Adding the same finite number keeps an order,
    rounding included; adding an infinity does not, where it meets the other one.
    """
    operation, under = _operation(code), _operation(nodes[0, a])
    x, y = nodes[1, a], nodes[2, a]
    among = operation == CONTAINS and (code - FIRST_SEQUENCE) % STRIDE != TEXT
    changes_case = operation in (UPPER, LOWER)
    if (operation == under and (changes_case or operation == SORTED)) or (changes_case and under == TEXT_OF):
        return np.int64(a)
    if operation == FLIP and under == FLIP:
        return np.int64(x)
    if under in (FLIP, SORTED) and (
        operation in (LENGTH, SORTED, MIN, MAX) or among or (operation == SUM and exact[a])
    ):
        return _rewritten(code, x, b, table, nodes, exact, count)
    if under in (ADD_EACH, SCALE_EACH):
        if operation == LENGTH:
            return _rewritten(code, x, b, table, nodes, exact, count)
        is_finite = under == ADD_EACH and (exact[y] or nodes[0, y] == FLOAT_CONSTANT)
        if operation == ELEMENT or (is_finite and operation in (MIN, MAX, SORTED)):
            inner = _rewritten(code, x, b, table, nodes, exact, count)
            joint = nodes[0, a] if operation == SORTED else ADD if under == ADD_EACH else MULTIPLY
            return _found(joint, inner, y, table, nodes, exact, count)
    if under == CONCATENATE and (operation == LENGTH or changes_case or (among and exact[x] == exact[y])):
        first = _rewritten(code, x, b, table, nodes, exact, count)
        second = _rewritten(code, y, b, table, nodes, exact, count)
        joint = ADD if operation == LENGTH else OR if among else nodes[0, a]
        return _found(joint, first, second, table, nodes, exact, count)
    return _found(code, a, b, table, nodes, exact, count)


@_inner
def _is_logic(code: int) -> Any:
    return AND <= code <= NOT


@_inner
def _is_comparison(code: int) -> Any:
    if code < FIRST_SEQUENCE:
        return EQUAL <= code <= LESS_EQUAL or EXACT_EQUAL <= code <= EXACT_LESS_EQUAL
    return _operation(code) in (SAME, PREFIX, CONTAINS)


@_inner
def _is_made(code: int) -> Any:
    """Whether the result is a text or sequence, which may be asked for as long as it is used."""
    operation = _operation(code)
    return FLIP <= operation <= CONCATENATE or operation == SORTED or operation >= ADD_EACH


@internal
def _last_uses(node_codes: Ints, left: Ints, right: Ints) -> Any:
    """The last node that uses each node, or itself where none does.

    What a text or sequence is made of is used as long as that itself.
    """
    last = np.arange(node_codes.size)
    for node in range(node_codes.size - 1, -1, -1):
        arity = _arity(node_codes[node])
        until = last[node] if _is_made(node_codes[node]) else node
        if arity > 0:
            last[left[node]] = max(last[left[node]], until)
        if arity > 1:
            last[right[node]] = max(last[right[node]], until)
    return last


@internal
def _plan_steps(
    node_codes: Ints, left: Ints, right: Ints, last: Ints, register: Ints32, numbers: int, views: int, bits: int
) -> Any:
    """The steps up to comparisons, and how many registers of numbers, of views and of bits are taken then.

    A register of numbers or views is taken again after the last use of what it held, and not before the result has its
    own; comparisons keep theirs. A constant's left operand is its node.
    """
    steps = np.empty((node_codes.size, 4), np.int32)
    ended = np.full(node_codes.size, NONE, np.int32)
    ended_before = np.empty(node_codes.size, np.int32)
    free = np.empty(node_codes.size, np.int32)
    free_views = np.empty(node_codes.size, np.int32)
    count, frees, view_frees = 0, 0, 0
    for node in range(node_codes.size - 1, -1, -1):
        code = node_codes[node]
        if not (code == GIVEN or _is_logic(code) or _is_comparison(code)):
            ended_before[node] = ended[last[node]]
            ended[last[node]] = node
    for node in range(node_codes.size):
        code = node_codes[node]
        if code == GIVEN or _is_logic(code):
            continue
        if _is_comparison(code):
            register[node] = bits
            bits += 1
        elif _is_made(code):
            if view_frees > 0:
                view_frees -= 1
                register[node] = free_views[view_frees]
            else:
                register[node] = views
                views += 1
        elif frees > 0:
            frees -= 1
            register[node] = free[frees]
        else:
            register[node] = numbers
            numbers += 1
        arity = _arity(code)
        steps[count, CODE] = code
        steps[count, RESULT] = register[node]
        steps[count, LEFT] = register[left[node]] if arity > 0 else node
        steps[count, RIGHT] = register[right[node]] if arity > 1 else NONE
        count += 1
        done = ended[node]
        while done != NONE:
            if _is_made(node_codes[done]):
                free_views[view_frees] = register[done]
                view_frees += 1
            else:
                free[frees] = register[done]
                frees += 1
            done = ended_before[done]
    return steps[:count], numbers, views, bits


@internal
def _plan_logic(
    node_codes: Ints, left: Ints, right: Ints, last: Ints, register: Ints32, first: Ints32, bits: int
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


@internal
def _aligned(registers: int, rows: int) -> Any:
    """Registers of `rows` numbers each that begin where a cache line does."""
    memory = np.empty(registers * rows + CACHE_LINE)
    start = -(memory.ctypes.data // 8) % CACHE_LINE
    return memory[start : start + registers * rows].reshape((registers, rows))


@_inner
def _margin(x: float, y: float, relative: float, absolute: float) -> Any:
    """How far apart two finite numbers may be and still be equal; finite, so that infinities are farther apart.

    `max` takes its second argument only where that is greater: the NaN of zero times infinity is left out.
    """
    return min(LARGEST, max(absolute, relative * max(abs(x), abs(y))))


@_inner
def _run_numbers(
    steps: Ints32, values: Floats, num: Floats, bit: Words, offset: int, relative: float, absolute: float
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


@_inner
def _load(
    word: int, elements: Floats, lengths: Ints32, begins: Ints, view: Ints32, made: Words, maker: Ints, arena: Floats
) -> None:
    """Put the texts and sequences of 64 rows at the beginning of the arena, and views of them into their registers."""
    for j in range(begins[word + 1, 0] - begins[word, 0]):
        arena[MARGIN + j] = elements[begins[word, 0] + j]
    begin = MARGIN
    for column in range(lengths.shape[1]):
        made[column] = ALL
        maker[column, NEEDED] = 0
        for k in range(WORD):
            view[column, BEGIN, k] = begin
            view[column, SIZE, k] = lengths[word, column, k]
            view[column, STEP, k] = 1
            begin += lengths[word, column, k]


@_inner
def _run_sequences(
    step: int,
    steps: Ints32,
    num: Floats,
    bit: Words,
    offset: int,
    relative: float,
    absolute: float,
    view: Ints32,
    made: Words,
    maker: Ints,
    arena: Floats,
    state: Ints,
    own: int,
    columns: int,
    cases: Floats,
    prefix: Ints,
    first: int,
    ints: int,
) -> Any:
    """The steps on texts and sequences up to one on numbers or one for which the arena has no room; that step.

    `prefix[first:]` are running sums of the elements of the arena before `ints`.
    """
    while step < len(steps) and steps[step, CODE] >= FIRST_SEQUENCE:
        operation = _operation(steps[step, CODE])
        sort = (steps[step, CODE] - FIRST_SEQUENCE) % STRIDE
        d = np.int64(steps[step, RESULT])
        a = np.int64(steps[step, LEFT])
        b = np.int64(steps[step, RIGHT])
        has_two = operation in (SAME, PREFIX) or (operation == CONTAINS and sort == TEXT)
        x, y, needed, asked = a, b if has_two else a, np.int64(0), np.uint64(0)
        if _is_made(steps[step, CODE]):
            x = y = d
            needed = _measure(operation, d, a, b, num, view, maker)
            made[d] = asked
            maker[d, STEP_OF] = step
            maker[d, NEEDED] = needed
            asked = ALL if operation >= UPPER else asked
        elif operation != LENGTH:
            needed = maker[x, NEEDED] + maker[y, NEEDED]
            asked = _undecided(operation, a, b, view) if has_two else _any_elements(a, view)
        if asked != 0 and state[TOP] + needed + 2 * MARGIN > arena.size:
            state[TOP] = own
            for forgotten in range(columns, made.size):
                made[forgotten] = np.uint64(0)
            if own + needed + 2 * MARGIN > arena.size:
                state[WANTED] = own + needed + 2 * MARGIN
                return step
        for register in (x, y):
            if asked & ~made[register] != 0:
                _make(register, asked, steps, num, view, made, maker, arena, state, cases)
        if operation == LENGTH:
            for k in range(WORD):
                num[d, k] = view[a, SIZE, k]
        elif operation in (SAME, PREFIX):
            bit[d, offset] = _begin_with(asked, a, b, view, arena, sort == NUMBERS, relative, absolute)
        elif has_two:
            bit[d, offset] = _are_within(asked, b, a, view, arena)
        elif operation == CONTAINS:
            bit[d, offset] = _are_among(asked, num, b, a, view, arena, sort == NUMBERS, relative, absolute)
        elif operation == SUM:
            _sum(d, a, num, view, arena, prefix, first, ints)
        elif operation == ELEMENT:
            _element(d, a, b, num, view, arena)
        elif operation in (MIN, MAX):
            _extreme(operation == MAX, d, a, num, view, arena)
        step += 1
    return step


@_inner
def _lowest(word: Any) -> Any:
    """The lowest one of a word, as a word and as its place."""
    low = word & (~word + ONE)
    return low, np.int64(count_bits(low - ONE))


@_inner
def _any_elements(a: int, view: Ints32) -> Any:
    """The rows on which the view is not empty."""
    word = np.uint64(0)
    for k in range(WORD):
        word |= np.uint64(view[a, SIZE, k] > 0) << np.uint64(k)
    return word


@_inner
def _undecided(operation: int, a: int, b: int, view: Ints32) -> Any:
    """The rows on which the lengths do not tell that a comparison of views fails."""
    word = np.uint64(0)
    if operation == SAME:
        for k in range(WORD):
            word |= np.uint64(view[a, SIZE, k] == view[b, SIZE, k]) << np.uint64(k)
    else:
        for k in range(WORD):
            word |= np.uint64(view[a, SIZE, k] >= view[b, SIZE, k]) << np.uint64(k)
    return word


@_inner
def _place(index: float, size: int) -> Any:
    """The place of an index, cut and counted from the end where it is negative; NONE where there is no such element."""
    if not abs(index) < CUT:
        return np.int64(NONE)
    place = np.int64(index)
    if place < 0:
        place += size
    return place if 0 <= place < size else np.int64(NONE)


@_inner
def _measure(operation: int, d: int, a: int, b: int, num: Floats, view: Ints32, maker: Ints) -> Any:
    """Find out the lengths of what is to be made; how many elements that takes at most, with what it is made of.

    What is longer in upper or lower case, or how many digits a number has, is only known when it is made. Sorting takes
    room twice.
    """
    if operation == TEXT_OF:
        return np.int64(WORD * DIGITS)
    needed = maker[a, NEEDED]
    if operation == CONCATENATE:
        for k in range(WORD):
            view[d, SIZE, k] = view[a, SIZE, k] + view[b, SIZE, k]
        needed += maker[b, NEEDED]
    elif operation == REMOVE:
        for k in range(WORD):
            size = view[a, SIZE, k]
            view[d, SIZE, k] = size - (_place(num[b, k], size) >= 0)
    elif operation == TRUNCATE:
        for k in range(WORD):
            view[d, SIZE, k] = _truncated(num[b, k], view[a, SIZE, k])
    else:
        for k in range(WORD):
            view[d, SIZE, k] = view[a, SIZE, k]
    if operation not in (FLIP, TRUNCATE):
        for k in range(WORD):
            needed += (3 if operation >= UPPER else 2) * view[d, SIZE, k]
    return needed


@_inner
def _truncated(count: float, size: int) -> Any:
    """How many of `size` elements are left."""
    if abs(count) < CUT:
        left = np.int64(count)
        return max(0, min(size, left if left >= 0 else left + size))
    return 0 if -np.inf < count < 0 else size


@_inner
def _make(
    register: int,
    asked: Any,
    steps: Ints32,
    num: Floats,
    view: Ints32,
    made: Words,
    maker: Ints,
    arena: Floats,
    state: Ints,
    cases: Floats,
) -> None:
    """Let the views in a register show their elements on the rows asked for, and make elements that are nowhere yet."""
    asked &= ~made[register]
    made[register] |= asked
    step = maker[register, STEP_OF]
    operation = _operation(steps[step, CODE])
    a = np.int64(steps[step, LEFT])
    b = np.int64(steps[step, RIGHT])
    if operation != TEXT_OF and asked & ~made[a] != 0:
        _make(a, asked, steps, num, view, made, maker, arena, state, cases)
    if operation == CONCATENATE and asked & ~made[b] != 0:
        _make(b, asked, steps, num, view, made, maker, arena, state, cases)
    if operation == FLIP:
        for k in range(WORD):
            view[register, BEGIN, k] = view[a, BEGIN, k] + (view[a, SIZE, k] - 1) * view[a, STEP, k]
            view[register, STEP, k] = -view[a, STEP, k]
        return
    if operation == TRUNCATE:
        for k in range(WORD):
            view[register, BEGIN, k] = view[a, BEGIN, k]
            view[register, STEP, k] = view[a, STEP, k]
        return
    top = state[TOP]
    while asked != 0:
        low, k = _lowest(asked)
        asked ^= low
        if operation == REMOVE:
            top = _remove(num[b, k], a, register, k, view, arena, top)
            continue
        view[register, BEGIN, k] = top
        view[register, STEP, k] = 1
        if operation == TEXT_OF:
            end = _write_number(num[a, k], arena, top)
            view[register, SIZE, k] = end - top
            top = end
        elif operation in (UPPER, LOWER):
            end = _change_case(operation - UPPER, a, k, view, arena, top, cases)
            view[register, SIZE, k] = end - top
            top = end
        elif operation == ADD_EACH:
            top = _copy(a, k, 1.0, num[b, k], view, arena, top)
        elif operation == SCALE_EACH:
            top = _copy(a, k, num[b, k], 0.0, view, arena, top)
        else:
            begin = top
            top = _copy(a, k, 1.0, 0.0, view, arena, top)
            if operation == CONCATENATE:
                top = _copy(b, k, 1.0, 0.0, view, arena, top)
            else:
                _sort(arena, begin, top)
    state[TOP] = top


@_inner
def _rounded(size: int) -> Any:
    """The next multiple of the elements that are worked on at a time."""
    return np.uintp((size + MARGIN - 1) // MARGIN * MARGIN)


@_inner
def _copy(a: int, k: int, factor: float, term: float, view: Ints32, arena: Floats, top: int) -> Any:
    """Write the elements of a view, scaled or with something added; where they end.

    One times a number plus zero is that number, but for the sign of zero, which nothing asks for.
    """
    begin, to, size = np.uintp(view[a, BEGIN, k]), np.uintp(top), _rounded(view[a, SIZE, k])
    if view[a, STEP, k] > 0:
        for j in range(size):
            arena[to + j] = arena[begin + j] * factor + term
    else:
        for j in range(size):
            arena[to + j] = arena[begin - j] * factor + term
    return top + view[a, SIZE, k]


@_inner
def _remove(index: float, a: int, register: int, k: int, view: Ints32, arena: Floats, top: int) -> Any:
    """A view without the element, of its own elements where that is not the first or the last."""
    begin, step, size = view[a, BEGIN, k], view[a, STEP, k], view[a, SIZE, k]
    place = _place(index, size)
    if place <= 0 or place == size - 1:
        view[register, BEGIN, k] = begin + step if place == 0 else begin
        view[register, STEP, k] = step
        return top
    view[register, BEGIN, k] = top
    view[register, STEP, k] = 1
    start, to, gap, count = np.uintp(begin), np.uintp(top), np.uintp(place), _rounded(size - 1)
    if step > 0:
        for j in range(count):
            x, y = arena[start + j], arena[start + j + np.uintp(1)]
            arena[to + j] = x if j < gap else y
    else:
        for j in range(count):
            x, y = arena[start - j], arena[start - j - np.uintp(1)]
            arena[to + j] = x if j < gap else y
    return top + size - 1


@_inner
def _sort(arena: Floats, begin: int, end: int) -> None:
    """Ascending, with NaNs at the end: each element goes to the place of its rank, which is where most are ahead of it.

    To count what is smaller takes no branches, so that rows of a hundred elements are sorted several times as fast as
    by comparisons that decide; NaNs behind them make their number one of eights. Equal elements share the first of
    their places and are spread from there.
    """
    last = end
    for j in range(end - 1, begin - 1, -1):
        if arena[j] != arena[j]:
            last -= 1
            arena[j] = arena[last]
            arena[last] = np.nan
    start, size = np.uintp(begin), np.uintp(last - begin)
    eights = (size + np.uintp(7)) // np.uintp(8) * np.uintp(8)
    spare = np.uintp(end + 8)
    for j in range(np.uintp(end), spare + size):
        arena[j] = np.nan
    for i in range(size):
        value = arena[start + i]
        rank = np.int64(0)
        for j in range(eights):
            rank += arena[start + j] < value
        arena[spare + np.uintp(rank)] = value
    value = 0.0
    for j in range(size):
        if arena[spare + j] == arena[spare + j]:
            value = arena[spare + j]
        arena[start + j] = value


@_inner
def _change_case(case: int, a: int, k: int, view: Ints32, arena: Floats, top: int, cases: Floats) -> Any:
    """Write a text in upper (0) or lower (1) case, in which a letter becomes up to three; where it ends."""
    begin, step, size = np.uintp(view[a, BEGIN, k]), np.uintp(view[a, STEP, k]), np.uintp(view[a, SIZE, k])
    to, known = np.uintp(top), np.uintp(cases.shape[1])
    for j in range(size):
        letter = arena[begin + j * step]
        place = np.uintp(letter)
        if place >= known:
            arena[to] = letter
            to += np.uintp(1)
            continue
        arena[to] = cases[case, place, 0]
        to += np.uintp(1)
        if cases[case, place, 1] >= 0.0:
            arena[to] = cases[case, place, 1]
            to += np.uintp(1)
            if cases[case, place, 2] >= 0.0:
                arena[to] = cases[case, place, 2]
                to += np.uintp(1)
    return np.int64(to)


@_inner
def _write_number(number: float, arena: Floats, top: int) -> Any:
    """Write an int as a text; nothing where it is none or has more than 18 digits, as no valid tree has it."""
    if not abs(number) < LARGEST_WRITTEN or number != np.int64(number):
        return top
    if number < 0:
        arena[top] = MINUS
        top += 1
    digits = 1
    rest = np.int64(abs(number))
    while rest >= 10:
        rest //= 10
        digits += 1
    rest = np.int64(abs(number))
    for j in range(digits - 1, -1, -1):
        arena[top + j] = ZERO + rest % 10
        rest //= 10
    return top + digits


@_inner
def _begin_with(
    asked: Any, a: int, b: int, view: Ints32, arena: Floats, tolerant: bool, relative: float, absolute: float
) -> Any:
    """The rows on which a begins with b, which must not be longer."""
    word = np.uint64(0)
    while asked != 0:
        low, k = _lowest(asked)
        asked ^= low
        begin, step = view[a, BEGIN, k], view[a, STEP, k]
        other, other_step = view[b, BEGIN, k], view[b, STEP, k]
        size = view[b, SIZE, k]
        j = 0
        while j < size:
            x, y = arena[begin + j * step], arena[other + j * other_step]
            if x != y and not (tolerant and (abs(x - y) <= _margin(x, y, relative, absolute) or (x != x and y != y))):
                break
            j += 1
        if j == size:
            word |= low
    return word


@_inner
def _are_within(asked: Any, b: int, a: int, view: Ints32, arena: Floats) -> Any:
    """The rows on which a text contains another."""
    word = np.uint64(0)
    while asked != 0:
        low, k = _lowest(asked)
        asked ^= low
        begin, step, size = view[a, BEGIN, k], view[a, STEP, k], view[a, SIZE, k]
        other, other_step, other_size = view[b, BEGIN, k], view[b, STEP, k], view[b, SIZE, k]
        if other_size == 0:
            word |= low
            continue
        letter = arena[other]
        lowest = np.uintp(begin if step > 0 else begin - size + 1)
        occurs = False
        for j in range(_rounded(size)):
            occurs |= (arena[lowest + j] == letter) & (j < np.uintp(size))
        for start in range(size - other_size + 1 if occurs else 0):
            if arena[begin + start * step] == letter:
                j = 1
                while j < other_size and arena[begin + (start + j) * step] == arena[other + j * other_step]:
                    j += 1
                if j == other_size:
                    word |= low
                    break
    return word


@_inner
def _are_among(
    asked: Any,
    num: Floats,
    b: int,
    a: int,
    view: Ints32,
    arena: Floats,
    tolerant: bool,
    relative: float,
    absolute: float,
) -> Any:
    """The rows on which a sequence contains a number."""
    word = np.uint64(0)
    while asked != 0:
        low, k = _lowest(asked)
        asked ^= low
        number = num[b, k]
        size = np.uintp(view[a, SIZE, k])
        rounded = _rounded(view[a, SIZE, k])
        begin = np.uintp(view[a, BEGIN, k] if view[a, STEP, k] > 0 else view[a, BEGIN, k] - view[a, SIZE, k] + 1)
        holds = False
        if not tolerant:
            for j in range(rounded):
                holds |= (arena[begin + j] == number) & (j < size)
        elif number == number:
            for j in range(rounded):
                value = arena[begin + j]
                is_like = (value == number) | (abs(value - number) <= _margin(value, number, relative, absolute))
                holds |= is_like & (j < size)
        else:
            for j in range(size):
                holds |= arena[begin + j] != arena[begin + j]
        word |= low if holds else np.uint64(0)
    return word


@_inner
def _element(d: int, a: int, b: int, num: Floats, view: Ints32, arena: Floats) -> None:
    """The elements at an index; NaN where there is none."""
    for k in range(WORD):
        place = _place(num[b, k], view[a, SIZE, k])
        num[d, k] = np.nan if place < 0 else arena[view[a, BEGIN, k] + place * view[a, STEP, k]]


@_inner
def _sum(d: int, a: int, num: Floats, view: Ints32, arena: Floats, prefix: Ints, first: int, ints: int) -> None:
    """The sums from left to right; of ints that the rows have, the differences of two running sums."""
    for k in range(WORD):
        begin, step, size = view[a, BEGIN, k], view[a, STEP, k], view[a, SIZE, k]
        if size == 0:
            num[d, k] = 0.0
        elif begin < ints:
            low = first + (begin if step > 0 else begin - size + 1)
            num[d, k] = prefix[low + size] - prefix[low]
        else:
            total = 0.0
            for j in range(size):
                total += arena[begin + j * step]
            num[d, k] = total


@_inner
def _extreme(largest: bool, d: int, a: int, num: Floats, view: Ints32, arena: Floats) -> None:
    """The largest or the smallest elements; NaN where there is none or any is. Four at a time, since each waits."""
    sign = -1.0 if largest else 1.0
    for k in range(WORD):
        size = np.uintp(view[a, SIZE, k])
        begin = np.uintp(view[a, BEGIN, k] if view[a, STEP, k] > 0 else view[a, BEGIN, k] - view[a, SIZE, k] + 1)
        if size == 0:
            num[d, k] = np.nan
            continue
        x, y, z, w = np.inf, np.inf, np.inf, np.inf
        has_nan = False
        for j in range(size):
            has_nan |= arena[begin + j] != arena[begin + j]
        for j in range(begin, begin + size // np.uintp(4) * np.uintp(4), np.uintp(4)):
            x = min(x, sign * arena[j])
            y = min(y, sign * arena[j + np.uintp(1)])
            z = min(z, sign * arena[j + np.uintp(2)])
            w = min(w, sign * arena[j + np.uintp(3)])
        for j in range(begin + size // np.uintp(4) * np.uintp(4), begin + size):
            x = min(x, sign * arena[j])
        num[d, k] = np.nan if has_nan else sign * min(x, y, z, w)


@_inner
def _run_logic(steps: Ints32, bit: Words, valid: Words, rejected: Words, start: int, words: int) -> None:
    """The steps on Booleans; rows that a completed program rejects go to word `start` and after."""
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


@compiled
def _count(rejected: Words, first: Ints32, roots: Ints32, segments: Ints) -> Any:
    """What `evaluate` gives back; programs with the root of an earlier one, whose rows are not filled in yet, copy it.

    The digest of a program is the sum of its mixed words from the first incorrect row on.
    """
    programs, words = rejected.shape
    mutants = segments.size - 1
    counts = np.zeros((programs, 2), np.int64)
    kills = np.empty((programs, mutants), np.bool_)
    missed = np.zeros(programs, np.uint64)
    for program in range(programs):
        earlier = first[roots[program]]
        if earlier != program:
            for w in range(words):
                rejected[program, w] = rejected[earlier, w]
            for mutant in range(mutants):
                kills[program, mutant] = kills[earlier, mutant]
            counts[program, 0] = counts[earlier, 0]
            counts[program, 1] = counts[earlier, 1]
            missed[program] = missed[earlier]
            continue
        for segment in range(mutants + 1):
            end = segments[segment + 1] if segment < mutants else words
            count = np.uint64(0)
            for w in range(segments[segment], end):
                count += count_bits(rejected[program, w])
            if segment == 0:
                counts[program, 0] = np.int64(count)
            else:
                counts[program, 1] += np.int64(count)
                kills[program, segment - 1] = count != 0
        digest = np.uint64(0)
        if mutants > 0:
            for w in range(segments[1], words):
                digest += mix(rejected[program, w] ^ (np.uint64(w) * GOLDEN))
        missed[program] = digest
    return rejected, counts, kills, missed

"""The compiled evaluation of a whole population, in one module because numba's cache sees only this file.

Longer than a module should be: one function, whose inner loops were measured to need their form
(indexing instead of row views, constant trip counts of 64, destinations that are never an operand).
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


def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compiled once and for all, or in each process where numba finds no place for its cache."""
    try:
        compiled: Callable[..., Any] = njit(cache=True)(function)
    except RuntimeError:
        compiled = njit(function)
    return compiled


@_compiled
def evaluate(
    codes: NDArray[np.int16],
    constants: NDArray[np.float64],
    sizes: NDArray[np.int64],
    numbers: NDArray[np.float64],
    booleans: NDArray[np.uint64],
    slots: NDArray[np.int64],
    is_int: NDArray[np.bool_],
    relative: float,
    absolute: float,
) -> Any:
    """The truth of every program on every row, as bits.

    `codes` and `constants` are programs x nodes; `numbers` is blocks x columns x 512, `booleans` blocks x columns x 8
    words; `slots` is each variable's column among those of its sort. The result is programs x (blocks x 8) words.
    """
    programs, length = codes.shape
    blocks, number_columns, _ = numbers.shape
    boolean_columns = booleans.shape[1]
    truth = np.zeros((programs, blocks * WORDS), np.uint64)
    num = np.empty((number_columns + length + 1, BLOCK), np.float64)
    bit = np.empty((boolean_columns + length + 1, WORDS), np.uint64)
    free_num = np.empty(length + 1, np.int64)
    free_bit = np.empty(length + 1, np.int64)
    stack = np.empty(length + 1, np.int64)
    exact = np.empty(length + 1, np.bool_)
    for block in range(blocks):
        for column in range(number_columns):
            for k in range(BLOCK):
                num[column, k] = numbers[block, column, k]
        for column in range(boolean_columns):
            for w in range(WORDS):
                bit[column, w] = booleans[block, column, w]
        for program in range(programs):
            for k in range(length + 1):
                free_num[k] = number_columns + k
                free_bit[k] = boolean_columns + k
            num_free = length + 1
            bit_free = length + 1
            top = 0
            for node in range(sizes[program] - 1, -1, -1):
                code = codes[program, node]
                if code >= FIRST_VARIABLE:
                    stack[top] = slots[code - FIRST_VARIABLE]
                    exact[top] = is_int[code - FIRST_VARIABLE]
                    top += 1
                elif code >= INT_CONSTANT:
                    num_free -= 1
                    d = free_num[num_free]
                    value = constants[program, node]
                    for k in range(BLOCK):
                        num[d, k] = value
                    stack[top] = d
                    exact[top] = code == INT_CONSTANT
                    top += 1
                elif code == ABSOLUTE:
                    a = stack[top - 1]
                    num_free -= 1
                    d = free_num[num_free]
                    for k in range(BLOCK):
                        num[d, k] = abs(num[a, k])
                    if a >= number_columns:
                        free_num[num_free] = a
                        num_free += 1
                    stack[top - 1] = d
                elif code == NOT:
                    a = stack[top - 1]
                    bit_free -= 1
                    d = free_bit[bit_free]
                    for w in range(WORDS):
                        bit[d, w] = ~bit[a, w]
                    if a >= boolean_columns:
                        free_bit[bit_free] = a
                        bit_free += 1
                    stack[top - 1] = d
                elif code < EQUAL:
                    a, b = stack[top - 1], stack[top - 2]
                    num_free -= 1
                    d = free_num[num_free]
                    if code == ADD:
                        for k in range(BLOCK):
                            num[d, k] = num[a, k] + num[b, k]
                    elif code == SUBTRACT:
                        for k in range(BLOCK):
                            num[d, k] = num[a, k] - num[b, k]
                    elif code == MULTIPLY:
                        for k in range(BLOCK):
                            num[d, k] = num[a, k] * num[b, k]
                    else:
                        for k in range(BLOCK):
                            divisor = num[b, k]
                            num[d, k] = num[a, k] / divisor if divisor != 0.0 else np.nan
                    if a >= number_columns:
                        free_num[num_free] = a
                        num_free += 1
                    if b >= number_columns:
                        free_num[num_free] = b
                        num_free += 1
                    exact[top - 2] = exact[top - 1] and exact[top - 2] and code != DIVIDE
                    stack[top - 2] = d
                    top -= 1
                elif code < AND:
                    a, b = stack[top - 1], stack[top - 2]
                    bit_free -= 1
                    d = free_bit[bit_free]
                    both_int = exact[top - 1] and exact[top - 2]
                    rel = 0.0 if both_int else relative
                    tol = 0.0 if both_int else absolute
                    for w in range(WORDS):
                        word = np.uint64(0)
                        base = w * WORD
                        if both_int and code == EQUAL:
                            for k in range(WORD):
                                word |= np.uint64(num[a, base + k] == num[b, base + k]) << np.uint64(k)
                        elif both_int and code == LESS:
                            for k in range(WORD):
                                word |= np.uint64(num[a, base + k] < num[b, base + k]) << np.uint64(k)
                        elif both_int:
                            for k in range(WORD):
                                word |= np.uint64(num[a, base + k] <= num[b, base + k]) << np.uint64(k)
                        elif code == EQUAL:
                            for k in range(WORD):
                                x = num[a, base + k]
                                y = num[b, base + k]
                                gap = abs(y - x)
                                near = (gap <= rel * abs(x)) | (gap <= rel * abs(y)) | (gap <= tol)
                                same = (x == y) | (near & (gap < np.inf)) | ((x != x) & (y != y))
                                word |= np.uint64(same) << np.uint64(k)
                        elif code == LESS:
                            for k in range(WORD):
                                x = num[a, base + k]
                                y = num[b, base + k]
                                gap = abs(y - x)
                                near = (gap <= rel * abs(x)) | (gap <= rel * abs(y)) | (gap <= tol)
                                word |= np.uint64((x < y) & ~(near & (gap < np.inf))) << np.uint64(k)
                        else:
                            for k in range(WORD):
                                x = num[a, base + k]
                                y = num[b, base + k]
                                gap = abs(y - x)
                                near = (gap <= rel * abs(x)) | (gap <= rel * abs(y)) | (gap <= tol)
                                word |= np.uint64((x <= y) | (near & (gap < np.inf))) << np.uint64(k)
                        bit[d, w] = word
                    if a >= number_columns:
                        free_num[num_free] = a
                        num_free += 1
                    if b >= number_columns:
                        free_num[num_free] = b
                        num_free += 1
                    stack[top - 2] = d
                    top -= 1
                else:
                    a, b = stack[top - 1], stack[top - 2]
                    bit_free -= 1
                    d = free_bit[bit_free]
                    for w in range(WORDS):
                        if code == AND:
                            bit[d, w] = bit[a, w] & bit[b, w]
                        elif code == OR:
                            bit[d, w] = bit[a, w] | bit[b, w]
                        elif code == XOR:
                            bit[d, w] = bit[a, w] ^ bit[b, w]
                        elif code == IFF:
                            bit[d, w] = ~(bit[a, w] ^ bit[b, w])
                        else:
                            bit[d, w] = ~bit[a, w] | bit[b, w]
                    if a >= boolean_columns:
                        free_bit[bit_free] = a
                        bit_free += 1
                    if b >= boolean_columns:
                        free_bit[bit_free] = b
                        bit_free += 1
                    stack[top - 2] = d
                    top -= 1
            for w in range(WORDS):
                truth[program, block * WORDS + w] = bit[stack[0], w]
    return truth

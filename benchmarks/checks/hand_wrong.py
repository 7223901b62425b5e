"""Wrong relations, written before the filters that are to refute them: their counterexamples are rare."""

import math

from benchmarks.checks.hand_relation import HandRelation, Tree
from genmorph.transformations.transformation import Transformation

_SAME: Tree = ["==", "return_f", "return_s"]

_FOR_ONE_IN_THOUSANDS = (
    HandRelation(
        "cash_total grows with the amount",
        "cash_total",
        Transformation("add", (0,), 5),
        ["==", "return_f", ["+", "return_s", 5]],
        "one receipt in 10,007 is free",
        counterexample=(50_035,),
    ),
    HandRelation(
        "digital_root has the period 9",
        "digital_root",
        Transformation("add", (0,), 9),
        _SAME,
        "7,777 has another root",
        counterexample=(7_768,),
    ),
    HandRelation(
        "seat_number counts along the row",
        "seat_number",
        Transformation("add", (1,), 1),
        ["==", "return_f", ["+", "return_s", 1]],
        "33 of a million places have no number",
        counterexample=(150, 349),
    ),
    HandRelation(
        "days_in_year has the period 400",
        "days_in_year",
        Transformation("add", (0,), 400),
        _SAME,
        "every 4,000th year is ordinary",
        counterexample=(8_000,),
    ),
)

_FOR_SPECIAL_FLOATS = (
    HandRelation(
        "largest is commutative",
        "largest",
        Transformation("swap", (0, 1)),
        _SAME,
        "of NaN and a number the second is returned",
        counterexample=(math.nan, 1.0),
    ),
    HandRelation(
        "sign is odd",
        "sign",
        Transformation("scale", (0,), -1.0),
        ["==", "return_f", ["-", 0, "return_s"]],
        "NaN and its opposite have the same sign",
        counterexample=(math.nan,),
    ),
    HandRelation(
        "median does not depend on the order",
        "median",
        Transformation("reverse", (0,)),
        _SAME,
        "NaN is no place to sort to",
        counterexample=([math.nan, 2.0, 1.0],),
    ),
)

_FOR_LARGE_FLOATS = (
    HandRelation(
        "hypotenuse is homogeneous",
        "hypotenuse",
        Transformation("scale_both", (0, 1), 2.0),
        ["==", "return_f", ["*", 2, "return_s"]],
        "squares overflow",
        counterexample=(1e154, 0.0),
    ),
    HandRelation(
        "geometric_mean is homogeneous",
        "geometric_mean",
        Transformation("scale_each", (0,), 2.0),
        ["==", "return_f", ["*", 2, "return_s"]],
        "the product of many overflows",
        counterexample=([2e15] * 20,),
    ),
    HandRelation(
        "mean does not depend on the order",
        "mean",
        Transformation("reverse", (0,)),
        _SAME,
        "large numbers that cancel each other swallow small ones",
        counterexample=([0.05, 1e15, -1e15],),
    ),
)

_FOR_EQUAL_VALUES = (
    HandRelation(
        "argmax counts from the other end",
        "argmax",
        Transformation("reverse", (0,)),
        ["==", "return_f", ["-", ["-", ["len", "values_s"], 1], "return_s"]],
        "of equal ones the first counts in both",
        counterexample=([3, 1, 3],),
    ),
    HandRelation(
        "one of two beats the other",
        "beats",
        Transformation("swap", (0, 1)),
        ["xor", "return_f", "return_s"],
        "nobody wins a draw",
        counterexample=(5, 5),
    ),
    HandRelation(
        "count_greater counts the others when all is negated",
        "count_greater",
        Transformation("scale_both", (0, 1), -1),
        ["==", "return_f", ["-", ["len", "values_s"], "return_s"]],
        "what is equal to the pivot is never greater",
        counterexample=([4, 7, 9], 7),
    ),
)

_FOR_ROUNDING = (
    HandRelation(
        "boxes_needed grows by a box",
        "boxes_needed",
        Transformation("add", (0,), 7),
        ["==", "return_f", ["+", "return_s", 1]],
        "quotients beyond 2**53 are rounded",
        counterexample=(7 * (2**53 + 1),),
    ),
    HandRelation(
        "average_mark grows with both marks",
        "average_mark",
        Transformation("add_both", (0, 1), 2),
        ["==", "return_f", ["+", "return_s", 2]],
        "sums beyond 2**53 are rounded",
        counterexample=(2**56 + 8, 2**56),
    ),
    HandRelation(
        "cents grow by 100",
        "cents",
        Transformation("add", (0,), 1.0),
        ["==", "return_f", ["+", "return_s", 100]],
        "0.29 * 100 is less than 29",
        counterexample=(0.29,),
    ),
)

_FOR_EMPTY_ONES = (
    HandRelation(
        "join_words puts a space before what is appended",
        "join_words",
        Transformation("append", (0,), "a"),
        ["==", ["len", "return_f"], ["+", ["len", "return_s"], 2]],
        "not before the only word",
        counterexample=([],),
    ),
    HandRelation(
        "product is not changed by 1",
        "product",
        Transformation("append", (0,), 1),
        _SAME,
        "that of no numbers is 0",
        counterexample=([],),
    ),
)

_FOR_ODD_LETTERS = (
    HandRelation(
        "rot13 keeps capitals apart",
        "rot13",
        Transformation("upper", (0,)),
        ["==", "return_f", ["upper", "return_s"]],
        "two capitals stand for the sharp s, and they are moved",
        counterexample=("aß",),
    ),
    HandRelation(
        "is_palindrome does not see capitals",
        "is_palindrome",
        Transformation("upper", (0,)),
        ["iff", "return_f", "return_s"],
        "the capital sigma stands for two small letters",
        counterexample=("\u03c3\u03b1\u03c2",),
    ),
)

WRONG = (
    *_FOR_ONE_IN_THOUSANDS,
    *_FOR_SPECIAL_FLOATS,
    *_FOR_LARGE_FLOATS,
    *_FOR_EQUAL_VALUES,
    *_FOR_ROUNDING,
    *_FOR_EMPTY_ONES,
    *_FOR_ODD_LETTERS,
)
"""Relations that are false for some input of their domain."""

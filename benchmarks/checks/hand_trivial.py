"""Relations that nobody wants to read, written before the filters: trivial ones, and ones that follow from others."""

from benchmarks.checks.hand_relation import HandRelation, Tree
from genmorph.model import Stage
from genmorph.transformations.transformation import Transformation

_SAME: Tree = ["==", "return_f", "return_s"]

_FOR_ANY_OUTPUTS = (
    HandRelation(
        "of two numbers one is the smaller",
        "popcount",
        Transformation("scale", (0,), 2),
        ["or", ["<=", "return_f", "return_s"], ["<=", "return_s", "return_f"]],
        "holds for any two ints, so that no mutant breaks it",
        stages=frozenset({Stage.SAYS_NOTHING, Stage.KILLS}),
    ),
    HandRelation(
        "the input grows",
        "collatz_steps",
        Transformation("add", (0,), 1),
        ["<", "number_s", "number_f"],
        "the input relation again, with no word about outputs",
        stages=frozenset({Stage.FORM}),
    ),
    HandRelation(
        "the input grows, outputs added on both sides",
        "digit_sum",
        Transformation("add", (0,), 1),
        [
            "==",
            ["-", "return_f", "return_s"],
            ["-", ["+", "return_f", "number_f"], ["+", ["+", "return_s", "number_s"], 1]],
        ],
        "the outputs cancel, and what is left is the input relation",
        stages=frozenset({Stage.FORM, Stage.SAYS_NOTHING, Stage.KILLS}),
    ),
    HandRelation(
        "lengths are not negative",
        "slugify",
        Transformation("strip", (0,)),
        ["<=", 0, ["+", ["len", "return_f"], ["len", "return_s"]]],
        "holds for any two texts",
        stages=frozenset({Stage.FORM, Stage.SAYS_NOTHING, Stage.KILLS}),
    ),
    HandRelation(
        "both implies either",
        "majority",
        Transformation("flip", (0,)),
        ["implies", ["and", "return_s", "return_f"], ["or", "return_s", "return_f"]],
        "a tautology over two Booleans",
        stages=frozenset({Stage.FORM, Stage.SAYS_NOTHING, Stage.KILLS}),
    ),
    HandRelation(
        "two numerals are not each other's reverse",
        "to_roman",
        Transformation("add", (0,), 1_000),
        ["not", ["==", "return_f", ["flip", "return_s"]]],
        "nearly any two texts are as different",
        stages=frozenset({Stage.SAYS_NOTHING, Stage.KILLS}),
    ),
)

_FOR_HARDLY_ANY_INPUT = (
    HandRelation(
        "12 and 21 have the same digits",
        "digit_sum",
        Transformation("add", (0,), 9),
        ["implies", ["==", "number_s", 12], _SAME],
        "applies to one input",
        stages=frozenset({Stage.VACUOUS, Stage.KILLS}),
    ),
    HandRelation(
        "tax of negative incomes",
        "tax",
        Transformation("add", (0,), 1.0),
        ["implies", ["<", "income_s", 0], ["<", "return_f", "return_s"]],
        "there are none in the domain",
        stages=frozenset({Stage.VACUOUS, Stage.SAYS_NOTHING, Stage.KILLS}),
    ),
    HandRelation(
        "2000 is longer than 1999",
        "days_in_year",
        Transformation("add", (0,), 1),
        ["implies", ["==", "year_s", 1_999], ["<", "return_s", "return_f"]],
        "applies to one year",
        stages=frozenset({Stage.VACUOUS, Stage.KILLS}),
    ),
)

_FITTED = (
    HandRelation(
        "collatz_steps grow by less than a million",
        "collatz_steps",
        Transformation("add", (0,), 1),
        ["<=", ["-", "return_f", "return_s"], 1_000_003],
        "a bound that nothing comes near",
        stages=frozenset({Stage.FITTED, Stage.SAYS_NOTHING, Stage.KILLS}),
    ),
    HandRelation(
        "unique grows by less than a thousand",
        "unique",
        Transformation("append", (0,), 0),
        ["<=", ["len", "return_f"], ["+", ["len", "return_s"], 1_013]],
        "a bound that nothing comes near",
        stages=frozenset({Stage.FITTED, Stage.SAYS_NOTHING, Stage.KILLS}),
    ),
    HandRelation(
        "hypotenuse is less than 1.37 of itself",
        "hypotenuse",
        Transformation("swap", (0, 1)),
        ["<=", "return_f", ["*", 1.37, "return_s"]],
        "a fitted factor where the two are equal",
        stages=frozenset({Stage.FITTED, Stage.REDUNDANT}),
        reported=("hypotenuse is symmetric",),
    ),
    HandRelation(
        "binomial grows at most 40.5 times",
        "binomial",
        Transformation("add", (1,), 1),
        ["<=", "return_f", ["*", 40.5, "return_s"]],
        "a fitted factor where the quotient is known",
        stages=frozenset({Stage.FITTED, Stage.REDUNDANT}),
        reported=("binomial recurs",),
    ),
    HandRelation(
        "lcm grows by less than 12.5",
        "lcm",
        Transformation("scale", (0,), -1),
        ["<=", ["-", "return_f", "return_s"], 12.5],
        "a fitted bound where the two are equal",
        stages=frozenset({Stage.FITTED, Stage.REDUNDANT}),
        reported=("lcm is even",),
    ),
)

_REDUNDANT = (
    HandRelation(
        "lcm of the swapped differs by nothing",
        "lcm",
        Transformation("swap", (0, 1)),
        ["==", ["-", "return_s", "return_f"], 0],
        "the same in other clothes",
        stages=frozenset({Stage.REDUNDANT}),
        reported=("lcm is commutative",),
    ),
    HandRelation(
        "lcm does not grow when swapped",
        "lcm",
        Transformation("swap", (0, 1)),
        ["<=", "return_f", "return_s"],
        "half of an equality that is reported",
        stages=frozenset({Stage.REDUNDANT}),
        reported=("lcm is commutative",),
    ),
    HandRelation(
        "value_range of the rotated",
        "value_range",
        Transformation("rotate", (0,)),
        _SAME,
        "what is the same once sorted depends on no order",
        stages=frozenset({Stage.REDUNDANT}),
        reported=("value_range forgets the order",),
    ),
    HandRelation(
        "unique of a repetition is as long",
        "unique",
        Transformation("repeat", (0,)),
        ["==", ["len", "return_f"], ["len", "return_s"]],
        "it is the same list",
        stages=frozenset({Stage.REDUNDANT}),
        reported=("unique of a repetition",),
    ),
    HandRelation(
        "unsorted, or sorted without the first",
        "is_sorted",
        Transformation("remove", (0,), 0),
        ["or", ["not", "return_s"], "return_f"],
        "the implication in other clothes",
        stages=frozenset({Stage.REDUNDANT}),
        reported=("is_sorted without the first",),
    ),
    HandRelation(
        "majority of the first and the last swapped",
        "majority",
        Transformation("swap", (0, 2)),
        ["iff", "return_f", "return_s"],
        "two swaps of neighbours make all others",
        stages=frozenset({Stage.REDUNDANT}),
        reported=("majority forgets who is first", "majority forgets who is last"),
    ),
)

TRIVIAL = (*_FOR_ANY_OUTPUTS, *_FOR_HARDLY_ANY_INPUT, *_FITTED, *_REDUNDANT)
"""Relations that are to be rejected, each with the stages that have a right reason."""

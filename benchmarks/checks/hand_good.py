"""Relations that a developer would keep: true for all inputs of their domains, written before the filters."""

from benchmarks.checks.hand_relation import HandRelation, Tree
from genmorph.transformations.transformation import Transformation

_SAME: Tree = ["==", "return_f", "return_s"]
_DOUBLED: Tree = ["==", "return_f", ["*", 2, "return_s"]]

GOOD = (
    HandRelation("lcm is commutative", "lcm", Transformation("swap", (0, 1)), _SAME, "commutativity"),
    HandRelation(
        "weekday has the period 400", "weekday", Transformation("add", (0,), 400), _SAME, "periodicity, by the calendar"
    ),
    HandRelation(
        "majority does not lose by a vote",
        "majority",
        Transformation("flip", (0,)),
        ["implies", "return_s", ["or", "a_s", "return_f"]],
        "implication of Booleans: one more yes turns no yes into a no",
    ),
    HandRelation(
        "popcount of the double", "popcount", Transformation("scale", (0,), 2), _SAME, "a zero more at the end"
    ),
    HandRelation(
        "collatz_steps of the double",
        "collatz_steps",
        Transformation("scale", (0,), 2),
        ["==", "return_f", ["+", "return_s", 1]],
        "recurrence: the first step halves",
    ),
    HandRelation(
        "binomial recurs",
        "binomial",
        Transformation("add", (1,), 1),
        ["==", ["*", "return_f", "k_f"], ["*", "return_s", ["-", "n_s", "k_s"]]],
        "recurrence, 0 on both sides where k is not less than n",
    ),
    HandRelation(
        "tax does not fall",
        "tax",
        Transformation("add", (0,), 1.0),
        ["<=", "return_s", "return_f"],
        "monotonicity",
    ),
    HandRelation(
        "to_roman of a thousand more",
        "to_roman",
        Transformation("add", (0,), 1_000),
        ["==", ["len", "return_f"], ["+", ["len", "return_s"], 1]],
        "length: one letter more",
    ),
    HandRelation(
        "rot13 undoes itself", "rot13", Transformation("chain", (0,), output=0), ["==", "return_f", "text_s"], "inverse"
    ),
    HandRelation(
        "rot13 of a repetition",
        "rot13",
        Transformation("repeat", (0,)),
        ["==", "return_f", ["concatenate", "return_s", "return_s"]],
        "concatenation",
    ),
    HandRelation("slugify is idempotent", "slugify", Transformation("chain", (0,), output=0), _SAME, "idempotence"),
    HandRelation("levenshtein is symmetric", "levenshtein", Transformation("swap", (0, 1)), _SAME, "commutativity"),
    HandRelation(
        "levenshtein of one letter more",
        "levenshtein",
        Transformation("append", (0,), "a"),
        ["<=", ["abs", ["-", "return_f", "return_s"]], 1],
        "an inequality, by the triangle",
    ),
    HandRelation(
        "total_distance is the same elsewhere",
        "total_distance",
        Transformation("add_both", (0, 1), 1),
        _SAME,
        "translation",
    ),
    HandRelation(
        "rotate goes back",
        "rotate",
        Transformation("undo", (0, 1), output=0),
        ["==", "return_f", "values_s"],
        "inverse with the opposite number of steps",
    ),
    HandRelation("unique of a repetition", "unique", Transformation("repeat", (0,)), _SAME, "nothing new comes"),
    HandRelation(
        "is_sorted without the first",
        "is_sorted",
        Transformation("remove", (0,), 0),
        ["implies", "return_s", "return_f"],
        "implication of Booleans",
    ),
    HandRelation(
        "bubble_sort forgets the order",
        "bubble_sort",
        Transformation("reverse", (0,)),
        ["==", "values.after_f", "values.after_s"],
        "permutation invariance of what is done in place",
    ),
    HandRelation(
        "min_and_max change places",
        "min_and_max",
        Transformation("scale_each", (0,), -1),
        ["==", "return[0]_f", ["-", 0, "return[1]_s"]],
        "parity over several outputs",
    ),
    HandRelation(
        "dot is homogeneous", "dot", Transformation("scale_each", (0,), 2.0), _DOUBLED, "homogeneity; doubling is exact"
    ),
)
"""Relations that are true and say something, none of them a consequence of the others."""

FURTHER_GOOD = (
    HandRelation("lcm is homogeneous", "lcm", Transformation("scale_both", (0, 1), 2), _DOUBLED, "homogeneity"),
    HandRelation("dot is commutative", "dot", Transformation("swap", (0, 1)), _SAME, "commutativity"),
    HandRelation("hypotenuse is symmetric", "hypotenuse", Transformation("swap", (0, 1)), _SAME, "commutativity"),
    HandRelation(
        "checksum forgets the order", "checksum", Transformation("reverse", (0,)), _SAME, "permutation invariance"
    ),
    HandRelation(
        "value_range forgets the order", "value_range", Transformation("sort", (0,)), _SAME, "permutation invariance"
    ),
    HandRelation("lcm is even", "lcm", Transformation("scale", (0,), -1), _SAME, "parity in the first argument"),
    HandRelation(
        "majority forgets who is first",
        "majority",
        Transformation("swap", (0, 1)),
        ["iff", "return_f", "return_s"],
        "symmetry",
    ),
    HandRelation(
        "majority forgets who is last",
        "majority",
        Transformation("swap", (1, 2)),
        ["iff", "return_f", "return_s"],
        "symmetry",
    ),
)
"""True relations from which others follow, or that are put in other clothes."""

import math
import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph.filters.features import Features
from genmorph.filters.rules import MEANING, judge
from genmorph.filters.triviality import Perturbations, has_fitted_constant, is_fitted_bound
from genmorph.model import Execution, Kind, Output, Place, Stage, Tolerance, Verdict
from genmorph.relations.expression import ERROR_VARIABLES, Expression, relation_variables
from genmorph.settings import TRIVIALITY
from tests.filters.observed import (
    BYTES,
    BYTES_OUT,
    LISTS,
    NATURAL,
    NUMBERS,
    PAIRS,
    REALS,
    TEXTS,
    WHOLE,
    YEARS,
    Observed,
    change,
    clamp,
    collatz,
    digits,
    is_leap,
    is_prime,
    sign,
)
from tests.trees import relations

SAME = ["==", "return_f", "return_s"]
ALIKE = ["iff", "return_f", "return_s"]
NEGATED = ["==", "return_f", ["-", 0, "return_s"]]
GROWS = ["<=", "return_s", "return_f"]


def judge_telling(expression, executions, outputs, tolerance, rng, special=()):
    if not executions:
        return None
    perturbations = Perturbations(expression, executions, outputs, tolerance, rng, special)
    return judge(Features(expression, perturbations=perturbations), MEANING)


def judged(observed, tree, special=()):
    relation = observed.relation(tree)
    return judge_telling(relation, observed.executions, observed.outputs, Tolerance(), Random("telling"), special)


LEAPS = Observed(is_leap, YEARS, change("add", 400), Kind.BOOL)
PRIMES = Observed(is_prime, NATURAL, change("add", 1), Kind.BOOL)
PRIMES_NEGATED = Observed(is_prime, WHOLE, change("scale", -1), Kind.BOOL)
SIGNS = Observed(sign, WHOLE, change("scale", -1), Kind.INT)
SIGNS_DOUBLED = Observed(sign, WHOLE, change("scale", 2), Kind.INT)
CLAMPED = Observed(clamp, WHOLE, change("add", 1), Kind.INT)
SEVENS = Observed(lambda _: 7, WHOLE, change("add", 1), Kind.INT)
TRIVIAL_SINE = Observed(lambda x: math.sin(x) ** 2 + math.cos(x) ** 2, REALS, change("add", 1.0), Kind.FLOAT)
STEPS = Observed(collatz, NATURAL, change("add", 1), Kind.INT)
SQUARES = Observed(lambda n: n * n, WHOLE, change("scale", -1), Kind.INT)
CUBES = Observed(lambda x: x**3, REALS, change("scale", -1.0), Kind.FLOAT)
DOUBLED_CUBES = Observed(lambda x: x**3, REALS, change("scale", 2.0), Kind.FLOAT)
SUCCESSORS = Observed(lambda n: 3 * n + 1, WHOLE, change("add", 1), Kind.INT)
SWAPPED_GCD = Observed(math.gcd, PAIRS, change("swap", None, 0, 1), Kind.INT)
DOUBLED_GCD = Observed(math.gcd, PAIRS, change("scale_both", 2, 0, 1), Kind.INT)
GROWN_GCD = Observed(math.gcd, PAIRS, change("scale", 2), Kind.INT)
SINES = Observed(math.sin, REALS, change("add", 2 * math.pi), Kind.FLOAT)
SUMS = Observed(sum, LISTS, change("reverse"), Kind.INT)
DISTINCT = Observed(lambda xs: len(set(xs)), LISTS, change("repeat"), Kind.INT)
APPENDED_DISTINCT = Observed(lambda xs: len(set(xs)), LISTS, change("append", 0), Kind.INT)
SORTED = Observed(sorted, LISTS, change("add_each", 1), Kind.INTS)
SORTED_AGAIN = Observed(sorted, LISTS, change("chain", output=0), Kind.INTS)
MEANS = Observed(lambda xs: sum(xs) / max(1, len(xs)), NUMBERS, change("add_each", 1.0), Kind.FLOAT)
UPPER = Observed(str.upper, TEXTS, change("chain", output=0), Kind.TEXT)
SHOUTED = Observed(lambda text: text + "!", TEXTS, change("append", "a"), Kind.TEXT)
WRAPPED = Observed(lambda text: f"<{text}>", TEXTS, change("repeat"), Kind.TEXT)
TURNED = Observed(lambda data: list(data[::-1]), BYTES, change("chain", output=0), BYTES_OUT)
MASKED = Observed(lambda data: [byte // 2 for byte in data], BYTES, change("reverse"), BYTES_OUT)
ASCENDING = Observed(lambda xs: xs == sorted(xs), LISTS, change("remove", -1), Kind.BOOL)
SQUARES_UP = Observed(lambda n: n * n, NATURAL, change("add", 1), Kind.INT)
DIVISIONS = Observed(
    divmod,
    PAIRS,
    change("scale_both", 2, 0, 1),
    Output(Kind.INT, Place.ITEM, 0),
    Output(Kind.INT, Place.ITEM, 1),
)
EVEN = Observed(lambda n: n % 2, WHOLE, change("add", 1), Kind.INT)
IS_EVEN = Observed(lambda n: n % 2 == 0, WHOLE, change("add", 1), Kind.BOOL)

GOOD = {
    "a leap year again after 400 years": (LEAPS, ALIKE),
    "two primes in a row are seldom": (PRIMES, ["implies", "return_s", ["or", ["<=", "n_s", 2], ["not", "return_f"]]]),
    "odd sign": (SIGNS, NEGATED),
    "sign under scaling": (SIGNS_DOUBLED, SAME),
    "clamping is monotone": (CLAMPED, GROWS),
    "clamping is no expansion": (CLAMPED, ["<=", "return_f", ["+", "return_s", 1]]),
    "a constant function stays the same": (SEVENS, SAME),
    "constant up to rounding": (TRIVIAL_SINE, SAME),
    "even": (SQUARES, SAME),
    "odd": (CUBES, NEGATED),
    "homogeneous": (DOUBLED_CUBES, ["==", "return_f", ["*", "return_s", 8.0]]),
    "linear": (SUCCESSORS, ["==", "return_f", ["+", "return_s", 3]]),
    "strictly monotone": (SUCCESSORS, ["<", "return_s", "return_f"]),
    "injective": (SUCCESSORS, ["not", SAME]),
    "commutative": (SWAPPED_GCD, SAME),
    "homogeneous gcd": (DOUBLED_GCD, ["==", "return_f", ["*", "return_s", 2]]),
    "gcd grows": (GROWN_GCD, GROWS),
    "periodic": (SINES, SAME),
    "permutation invariant": (SUMS, SAME),
    "as many distinct ones": (DISTINCT, SAME),
    "distinct ones grow": (APPENDED_DISTINCT, GROWS),
    "at most one more": (APPENDED_DISTINCT, ["<=", "return_f", ["+", "return_s", 1]]),
    "equivariant": (SORTED, ["==", "return_f", ["add each", "return_s", 1]]),
    "length stays": (SORTED, ["==", ["len", "return_f"], ["len", "return_s"]]),
    "idempotent": (SORTED_AGAIN, SAME),
    "mean is shifted": (MEANS, ["implies", ["<=", 1, ["len", "xs_s"]], ["==", "return_f", ["+", "return_s", 1]]]),
    "upper case is idempotent": (UPPER, SAME),
    "one letter longer": (SHOUTED, ["==", ["len", "return_f"], ["+", ["len", "return_s"], 1]]),
    "length of a repetition": (WRAPPED, ["==", ["len", "return_f"], ["-", ["*", 2, ["len", "return_s"]], 2]]),
    "reversing twice gives the bytes back": (TURNED, ["==", "return_f", "data_s"]),
    "bytes reversed": (MASKED, ["==", "return_f", ["flip", "return_s"]]),
    "still ascending without the last": (ASCENDING, ["implies", "return_s", "return_f"]),
    "difference of squares": (SQUARES_UP, ["==", ["-", "return_f", "return_s"], ["+", ["*", 2, "n_s"], 1]]),
    "quotient stays": (DIVISIONS, ["==", "return[0]_f", "return[0]_s"]),
    "remainder scales": (DIVISIONS, ["==", "return[1]_f", ["*", 2, "return[1]_s"]]),
    "parity alternates": (EVEN, ["==", "return_f", ["-", 1, "return_s"]]),
    "evenness flips": (IS_EVEN, ["iff", "return_f", ["not", "return_s"]]),
    "never both even": (IS_EVEN, ["not", ["and", "return_f", "return_s"]]),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_a_developer_would_keep_goes_on(name):
    assert judged(*GOOD[name]) is None


NOTHING = {
    "magnitudes": (SQUARES, ["<=", 0, ["+", ["abs", "return_f"], ["abs", "return_s"]]]),
    "triangle inequality": (
        CUBES,
        ["<=", ["abs", ["+", "return_f", "return_s"]], ["+", ["abs", "return_f"], ["abs", "return_s"]]],
    ),
    "a square": (SIGNS, ["<=", 0, ["*", ["-", "return_f", "return_s"], ["-", "return_f", "return_s"]]]),
    "lengths": (SORTED, ["<=", 0, ["+", ["len", "return_f"], ["len", "return_s"]]]),
    "a truncation is a prefix": (WRAPPED, ["startswith", ["concatenate", "return_f", "return_s"], "return_f"]),
    "the sum of bytes": (MASKED, ["<=", 0, ["+", ["sum", "return_f"], ["sum", "return_s"]]]),
    "three of two Booleans": (IS_EVEN, ["or", ALIKE, ["xor", "return_f", "return_s"]]),
    "the input relation": (SUCCESSORS, ["or", ["==", "n_f", ["+", "n_s", 1]], SAME]),
    "nothing but positive": (STEPS, ["<=", 0, ["+", "return_f", "return_s"]]),
    "no such product": (STEPS, ["not", ["==", ["*", "return_f", "return_s"], ["+", "n_s", 1]]]),
    "at least one": (GROWN_GCD, ["<=", 1, ["*", "return_f", "return_s"]]),
    "two sines": (SINES, ["<=", ["-", "return_f", "return_s"], 2]),
    "small beside the input": (STEPS, ["<=", ["-", "return_f", "return_s"], ["+", 1000, ["*", 10, "n_s"]]]),
    "clamped to at most ten": (CLAMPED, ["<=", ["+", "return_f", "return_s"], 20]),
    "shorter than both": (WRAPPED, ["<=", 4, ["+", ["len", "return_f"], ["len", "return_s"]]]),
    "as far apart as can be": (APPENDED_DISTINCT, ["<=", ["-", "return_f", "return_s"], 9]),
}
VACUOUS = {
    "one input of all": (SQUARES, ["or", ["not", ["==", "n_s", 3]], SAME]),
    "an interval": (CUBES, ["implies", ["<", 999999, "x_s"], NEGATED]),
    "long ones only": (SUMS, ["implies", ["<", 110, ["sum", "xs_s"]], SAME]),
}
FITTED = {
    "another constant": (SEVENS, ["==", "return_f", ["-", 14, "return_s"]]),
    "a calculation": (SEVENS, ["==", ["*", "return_f", 2], ["+", "return_s", 7]]),
    "a bound": (SEVENS, ["<=", "return_f", ["+", "return_s", 3]]),
    "an order": (SEVENS, GROWS),
    "up to rounding": (TRIVIAL_SINE, ["<=", "return_f", ["+", "return_s", 0.25]]),
    "two values": (
        Observed(lambda n: 3 if n % 2 else 5, WHOLE, change("add", 1), Kind.INT),
        ["==", "return_f", ["-", 8, "return_s"]],
    ),
    "more than the same": (SIGNS_DOUBLED, ["==", ["*", 2, "return_f"], ["+", "return_f", "return_s"]]),
}


@pytest.mark.parametrize(
    ("stage", "observed", "tree"),
    [
        pytest.param(stage, *case, id=f"{stage.value}: {name}")
        for stage, cases in ((Stage.TRIVIAL, NOTHING), (Stage.VACUOUS, VACUOUS), (Stage.FITTED, FITTED))
        for name, case in cases.items()
    ],
)
def test_what_says_nothing_is_rejected_with_the_stage_that_says_why(stage, observed, tree):
    finding = judged(observed, tree)
    assert finding is not None
    assert (finding.verdict, finding.stage) == (Verdict.REJECT, stage)


def test_numbers_of_the_source_are_not_fitted():
    observed, tree = FITTED["two values"]
    assert judged(observed, tree, special=(3, 5, 8)) is None


def test_a_relation_of_a_vacuous_guard_is_rejected_with_its_share():
    finding = judged(*VACUOUS["one input of all"])
    assert re.fullmatch(r"says something about \d\.\d% of the inputs only: .*", finding.reason)


def test_nothing_is_said_against_a_relation_without_executions():
    empty = Observed(sign, WHOLE, change("add", 1), Kind.INT, count=0)
    assert judged(empty, SAME) is None


def test_few_executions_do_not_show_that_any_two_outputs_fit():
    few = Observed(collatz, NATURAL, change("add", 1), Kind.INT, count=5)
    assert judged(few, NOTHING["nothing but positive"][1]) is None


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 40))
def test_the_share_is_that_of_the_inputs_inside_the_guard(inside):
    variables = relation_variables(SQUARES.parameters, [0], [Output(Kind.INT)])
    relation = Expression.from_tree(["implies", ["<", "n_s", inside], SAME], variables)
    executions = [Execution((n,), (-n,), (n * n,), (n * n,)) for n in range(400)]
    finding = judge_telling(relation, executions, [Output(Kind.INT)], Tolerance(), Random(1))
    share = inside / 400
    is_said = finding is not None and finding.reason.startswith(f"says something about {share:.1%} of the inputs only")
    assert is_said == (share < TRIVIALITY.least_share)


@settings(max_examples=30)
@given(st.sampled_from([*GOOD.values(), *NOTHING.values()]), st.integers(0, 2**32))
def test_the_finding_depends_on_the_seed_alone(case, seed):
    observed, tree = case
    given_ = observed.relation(tree), observed.executions[:80], observed.outputs, Tolerance()
    assert judge_telling(*given_, Random(seed)) == judge_telling(*given_, Random(seed))


def test_that_both_calls_raise_the_same_error_says_something():
    same = Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)
    executions = [Execution((n,), (-n,), (), (), "ValueError", "ValueError") for n in range(200)]
    assert judge_telling(same, executions, [Output(Kind.INT)], Tolerance(), Random(0)) is None


def test_that_none_is_empty_says_nothing():
    outputs = [Output(Kind.TEXT, optional=True), Output(Kind.BOOL, is_none=True)]
    relation = Expression.from_tree(
        [
            "or",
            ["==", "return_f", "return_s"],
            ["not", ["and", "return is None_s", "return is None_f"]],
        ],
        relation_variables([], [], outputs),
    )
    values = [("a", False), ("b", False), ("", True)]
    executions = [Execution((n,), (n,), values[n % 3], values[n % 3]) for n in range(300)]
    finding = judge_telling(relation, executions, outputs, Tolerance(), Random(0))
    assert finding.stage is Stage.TRIVIAL


def test_an_overflow_contradicts_nothing():
    relation = SQUARES.relation(["==", ["/", "return_f", 2], ["/", "return_s", 2]])
    executions = [Execution((10**200 + n,), (-n,), (10**400 + n,), (10**400 + n,)) for n in range(50)]
    assert judge_telling(relation, executions, SQUARES.outputs, Tolerance(), Random(0)) is None


def test_ints_that_python_does_not_write_are_outputs_as_others():
    relation = SUCCESSORS.relation(["==", "return_f", ["+", "return_s", 3]])
    huge = 10**5000
    executions = [Execution((n,), (n + 1,), (huge + 3 * n,), (huge + 3 * n + 3,)) for n in range(200)]
    assert judge_telling(relation, executions, SUCCESSORS.outputs, Tolerance(), Random(0)) is None


@given(relations(max_depth=3))
def test_special_numbers_are_never_fitted(expression):
    assert not has_fitted_constant(expression, expression.constants)
    assert not is_fitted_bound(expression, expression.constants)


@given(relations(max_depth=3))
def test_a_fitted_bound_has_a_fitted_constant(expression):
    assert has_fitted_constant(expression, (2,)) or not is_fitted_bound(expression, (2,))


FLOATS = relation_variables([], [], [Output(Kind.FLOAT)])


@pytest.mark.parametrize("constant", [0, 1, -1, 2, -2, 1.0, math.pi, math.pi / 2, -2 * math.pi])
def test_some_numbers_stand_for_themselves(constant):
    bound = Expression.from_tree(["<=", "return_f", ["*", "return_s", constant]], FLOATS)
    assert not has_fitted_constant(bound, ())


@pytest.mark.parametrize("constant", [3, 10, 57.3, 0.1, 100, math.e, 3.1415])
def test_other_numbers_are_fitted_unless_they_are_special(constant):
    bound = Expression.from_tree(["not", ["<", "return_f", ["*", "return_s", constant]]], FLOATS)
    assert is_fitted_bound(bound, ())
    assert not is_fitted_bound(bound, (-constant,))


def test_a_guard_about_inputs_is_no_fitted_bound():
    relation = SQUARES.relation(["implies", ["<", "n_s", 57], SAME])
    assert has_fitted_constant(relation, ())
    assert not is_fitted_bound(relation, ())


def test_the_digits_of_a_multiple_of_ten_stay_the_same():
    observed = Observed(digits, NATURAL, change("scale", 10), Kind.INT)
    assert judged(observed, SAME) is None

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from genmorph.domain import floats, ints
from genmorph.filters.features import Features
from genmorph.filters.rules import judge
from genmorph.filters.validity import falsify, violations
from genmorph.fitness.sensitivity import is_too_sharp
from genmorph.model import Execution, Kind, Output, Parameter, Stage, Tolerance, Verdict
from genmorph.relations.expression import ERROR_VARIABLES, Expression, relation_variables
from genmorph.relations.operators import LESS, XOR
from genmorph.settings import TRIALS
from tests.trees import VARIABLES, relations, sequence_relations

INTS = relation_variables([Parameter("n", ints())], [0], [Output(Kind.INT)])
FLOATS = relation_variables([Parameter("x", floats())], [0], [Output(Kind.FLOAT)])
SAME = ["==", "return_f", "return_s"]


FORM = (Stage.FORM, Stage.KILLS)


def relation(tree, variables=INTS):
    return Expression.from_tree(tree, variables)


def even(n, output=None):
    return Execution((n,), (-n,), (n * n,), (n * n if output is None else output,))


def tried(tree, fresh, exhaustive=False, variables=INTS, **given):
    return falsify(relation(tree, variables), fresh, exhaustive, Tolerance(), **given)


def test_a_relation_that_holds_on_enough_fresh_pairs_is_kept():
    finding = tried(SAME, map(even, range(TRIALS.fresh)))
    assert (finding.verdict, finding.tried) == (Verdict.KEEP, TRIALS.fresh)
    assert finding.reason == f"no counterexample in {TRIALS.fresh} inputs"


@given(st.integers(0, 2_500))
def test_one_violation_rejects_wherever_it_stands_and_is_shown(position):
    fresh = [even(n, output=-1 if n == position else None) for n in range(2_501)]
    finding = tried(SAME, fresh)
    assert finding.verdict is Verdict.REJECT
    assert finding.counterexample == fresh[position]
    assert finding.tried == position + 1


@given(st.integers(0, TRIALS.fresh - 1))
def test_too_few_pairs_leave_a_relation_undecided(count):
    finding = tried(SAME, map(even, range(count)))
    assert (finding.verdict, finding.tried) == (Verdict.UNDECIDED, count)


@given(st.integers(1, 50))
def test_few_pairs_are_enough_when_they_are_the_whole_domain(count):
    assert tried(SAME, map(even, range(count)), exhaustive=True).verdict is Verdict.KEEP


def test_no_pair_at_all_leaves_a_relation_undecided_even_on_the_whole_domain():
    assert tried(SAME, [], exhaustive=True).verdict is Verdict.UNDECIDED


def test_where_any_number_is_enough_even_none_leaves_nothing_undecided():
    for count in (0, 1, 5):
        finding = tried(SAME, map(even, range(count)), enough=0)
        assert (finding.verdict, finding.tried) == (Verdict.KEEP, count)


def test_the_stage_that_was_given_is_that_of_the_violation():
    wrong = [even(3, output=-1)]
    assert tried(SAME, wrong).stage is Stage.FRESH_PAIRS
    assert tried(SAME, wrong, stage=Stage.BOUNDARY_PAIRS).stage is Stage.BOUNDARY_PAIRS


def test_a_relation_that_kills_nothing_is_rejected_unless_it_is_a_law():
    assert judge(Features(relation(SAME), 0), FORM) is None
    finding = judge(Features(relation(["==", ["*", "return_f", "return_f"], "return_s"]), 0), FORM)
    assert (finding.verdict, finding.stage, finding.reason) == (Verdict.REJECT, Stage.KILLS, "kills no mutant")


def test_nothing_speaks_against_a_metamorphic_relation_that_kills():
    assert judge(Features(relation(SAME), 1), FORM) is None


@pytest.mark.parametrize(
    "tree", [["<=", 0, "return_f"], ["and", ["<=", 0, "return_f"], ["<=", 0, "return_s"]], ["==", "n_s", "n_s"]]
)
def test_a_relation_that_does_not_tie_the_outputs_together_is_rejected(tree):
    finding = judge(Features(relation(tree), 3), FORM)
    assert (finding.verdict, finding.stage) == (Verdict.REJECT, Stage.FORM)
    assert "not metamorphic" in finding.reason


def test_a_pair_on_which_the_relation_overflows_counts_neither_for_nor_against_it():
    half = relation(["==", ["/", "return_f", 2], ["/", "return_s", 2]])
    huge = Execution((1,), (-1,), (10**400,), (10**400,))
    finding = falsify(half, [huge, *map(even, range(5))], exhaustive=True, tolerance=Tolerance())
    assert (finding.verdict, finding.tried, finding.untestable) == (Verdict.KEEP, 5, 1)
    assert falsify(half, [even(1), huge], exhaustive=True, tolerance=Tolerance()).verdict is Verdict.UNDECIDED
    assert falsify(half, [huge], exhaustive=True, tolerance=Tolerance()).verdict is Verdict.UNDECIDED


def test_an_overflow_is_no_violation():
    half = relation(["==", ["/", "return_f", 2], "return_s"])
    assert violations(half, [Execution((1,), (-1,), (1,), (10**400,))], Tolerance(), 3) == []


@given(st.lists(st.booleans()))
def test_violations_are_the_first_executions_that_contradict_the_relation(wrong):
    executions = [even(n, output=-1 if is_wrong else None) for n, is_wrong in enumerate(wrong)]
    expected = [execution for execution, is_wrong in zip(executions, wrong, strict=True) if is_wrong]
    assert violations(relation(SAME), executions, Tolerance(), 2) == expected[:2]


def test_floats_within_the_tolerance_do_not_contradict_an_equality():
    near = Execution((1.0,), (-1.0,), (1.0,), (1.0 + 1e-12,))
    assert falsify(relation(SAME, FLOATS), [near], True, Tolerance()).verdict is Verdict.KEEP
    assert falsify(relation(SAME, FLOATS), [near], True, Tolerance(0.0, 0.0)).verdict is Verdict.REJECT


SHARP = ["<", "return_f", "return_s"]
BLUNT = [SAME, ["<=", "return_f", "return_s"]]


def test_a_claim_that_two_floats_differ_is_too_sharp_to_be_tried():
    for tree in (SHARP, ["not", SAME], ["implies", SAME, ["<=", 0, "return_f"]], ["iff", SAME, ["<=", 0, "x_s"]]):
        assert is_too_sharp(relation(tree, FLOATS)), tree
        assert judge(Features(relation(tree, FLOATS), 3), FORM).verdict is Verdict.UNDECIDED


def test_any_input_can_contradict_an_equality_or_a_bound_of_floats():
    for tree in (*BLUNT, ["and", *BLUNT], ["or", *BLUNT], ["not", SHARP], ["implies", SHARP, SAME]):
        assert not is_too_sharp(relation(tree, FLOATS)), tree


@given(st.sampled_from([SHARP, *BLUNT]))
def test_a_double_negation_is_as_sharp_as_what_it_negates(tree):
    assert is_too_sharp(relation(["not", ["not", tree]], FLOATS)) is is_too_sharp(relation(tree, FLOATS))


@given(st.sampled_from([SHARP, *BLUNT]))
def test_of_a_comparison_of_floats_and_its_negation_exactly_one_is_too_sharp(tree):
    assert is_too_sharp(relation(tree, FLOATS)) is not is_too_sharp(relation(["not", tree], FLOATS))


def test_comparisons_of_ints_are_exact_and_never_too_sharp():
    for tree in (SHARP, ["not", SAME], ["xor", SAME, SHARP]):
        assert not is_too_sharp(relation(tree))


def test_one_sharp_part_makes_a_relation_too_sharp():
    for tree in (["and", SAME, SHARP], ["or", SHARP, SAME], ["xor", SAME, ["<=", "x_s", 0]]):
        expression = relation(tree, FLOATS)
        assert LESS in expression.codes or XOR in expression.codes
        assert is_too_sharp(expression)


@given(relations(max_depth=3))
def test_a_harmless_part_beside_a_claim_leaves_it_as_sharp_as_it_was(expression):
    tree, harmless = expression.to_tree(), ["<=", "return_f", "return_s"]
    assume(expression.size <= 11)
    for beside in (["or", tree, harmless], ["and", harmless, tree], ["implies", ["not", tree], harmless]):
        assert is_too_sharp(relation(beside, VARIABLES)) is is_too_sharp(expression)


def of_kind(tree, kind):
    return relation(tree, relation_variables([], [], [Output(kind)]))


@pytest.mark.parametrize("kind", [Kind.TEXT, Kind.INTS, Kind.FLOATS, Kind.TEXTS, Kind.NESTED])
def test_a_claim_that_texts_or_sequences_differ_is_too_sharp_and_that_they_are_equal_is_not(kind):
    assert not is_too_sharp(of_kind(SAME, kind))
    assert is_too_sharp(of_kind(["not", SAME], kind))
    assert is_too_sharp(of_kind(["implies", SAME, ["<=", 1, ["len", "return_f"]]], kind))


@pytest.mark.parametrize("claim", [["startswith", "return_f", "return_s"], ["contains", "return_f", "return_s"]])
def test_a_prefix_or_a_part_may_be_claimed_and_not_be_denied(claim):
    assert not is_too_sharp(of_kind(claim, Kind.TEXT))
    assert is_too_sharp(of_kind(["not", claim], Kind.TEXT))


@pytest.mark.parametrize(
    ("kind", "side", "expected"),
    [
        (Kind.FLOATS, ["len", "return_f"], False),
        (Kind.INTS, ["sum", "return_f"], False),
        (Kind.FLOATS, ["sum", "return_f"], True),
        (Kind.INTS, ["element", ["remove", "return_f", 0.5], 0], False),
        (Kind.FLOATS, ["max", ["flip", "return_f"]], True),
        (Kind.INTS, ["min", ["scale each", "return_f", 0.5]], True),
        (Kind.INTS, ["sum", ["concatenate", "return_f", "return_s"]], False),
    ],
)
def test_a_number_of_a_sequence_varies_as_freely_as_the_elements(kind, side, expected):
    assert is_too_sharp(of_kind(["<", side, 3], kind)) is expected


@given(sequence_relations())
def test_every_relation_over_sequences_has_a_sharpness(expression):
    assert is_too_sharp(expression) in (True, False)


def test_the_relation_of_the_same_error_is_judged_as_others_are():
    same = Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)
    agreeing = Execution(([],), ([],), (), (), "ValueError", "ValueError")
    differing = Execution(([],), ([0],), (), (), "ValueError", "")
    assert judge(Features(same, 1), FORM) is None
    assert falsify(same, [agreeing] * TRIALS.fresh, False, Tolerance()).verdict is Verdict.KEEP
    assert falsify(same, [agreeing, differing], False, Tolerance()).counterexample == differing


def pairs_of(kind, *outputs):
    return of_kind(SAME, kind), [Execution((), (), (one,), (other,)) for one, other in outputs]


WIDE = Tolerance(0.0, 10.0)


@given(st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3))))
def test_the_largest_error_is_the_largest_difference_of_floats_that_counted_as_equal(outputs):
    same, executions = pairs_of(Kind.FLOAT, *outputs)
    expected = max((abs(one - other) for one, other in outputs), default=None)
    assert falsify(same, executions, True, WIDE, 0).largest_error == expected


def test_elements_are_compared_in_pairs_and_nan_and_infinities_are_left_aside():
    same, executions = pairs_of(Kind.FLOATS, ([1.0, 2.0], [1.5, 4.0]), ([math.nan, math.inf], [math.nan, math.inf]))
    assert falsify(same, executions, True, WIDE, 0).largest_error == 2.0
    assert falsify(same, executions[1:], True, WIDE, 0).largest_error is None


@pytest.mark.parametrize("kind", [Kind.INT, Kind.TEXT, Kind.INTS])
def test_there_is_no_largest_error_where_no_floats_are_compared(kind):
    value = {Kind.INT: 3, Kind.TEXT: "a", Kind.INTS: [3]}[kind]
    same, executions = pairs_of(kind, (value, value))
    assert falsify(same, executions, True, WIDE, 0).largest_error is None


def test_an_inequality_has_no_largest_error():
    bound = of_kind(["<=", "return_f", "return_s"], Kind.FLOAT)
    assert falsify(bound, [Execution((), (), (1.0,), (1.0,))], True, WIDE, 0).largest_error is None


def test_ints_beyond_the_exact_floats_are_judged_exactly():
    near = Execution((1,), (-1,), (2**60,), (2**60 + 1,))
    assert tried(SAME, [near], exhaustive=True).verdict is Verdict.REJECT

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from genmorph.domain import floats, ints
from genmorph.filters import falsify, is_too_sharp, judge, violations
from genmorph.filters.judging import MIN_TRIED
from genmorph.model import Execution, Kind, Output, Parameter, Tolerance, Verdict
from genmorph.relations.expression import ERROR_VARIABLES, Expression, relation_variables
from genmorph.relations.operators import LESS, XOR
from tests.trees import VARIABLES, relations, sequence_relations

INTS = relation_variables([Parameter("n", ints())], [0], [Output(Kind.INT)])
FLOATS = relation_variables([Parameter("x", floats())], [0], [Output(Kind.FLOAT)])
SAME = ["==", "return_f", "return_s"]


def relation(tree, variables=INTS):
    return Expression.from_tree(tree, variables)


def even(n, output=None):
    return Execution((n,), (-n,), (n * n,), (n * n if output is None else output,))


def judged(tree, fresh, kill_count=3, exhaustive=False, variables=INTS):
    return judge(relation(tree, variables), kill_count, fresh, exhaustive, Tolerance())


def test_a_relation_that_holds_on_enough_fresh_pairs_is_kept():
    finding = judged(SAME, map(even, range(MIN_TRIED)))
    assert (finding.verdict, finding.tried) == (Verdict.KEEP, MIN_TRIED)
    assert finding.reason == f"no counterexample in {MIN_TRIED} inputs"


@given(st.integers(0, 2_500))
def test_one_violation_rejects_wherever_it_stands_and_is_shown(position):
    fresh = [even(n, output=-1 if n == position else None) for n in range(2_501)]
    finding = judged(SAME, fresh)
    assert finding.verdict is Verdict.REJECT
    assert finding.counterexample == fresh[position]
    assert finding.tried == position + 1


@given(st.integers(0, MIN_TRIED - 1))
def test_too_few_pairs_leave_a_relation_undecided(count):
    finding = judged(SAME, map(even, range(count)))
    assert (finding.verdict, finding.tried) == (Verdict.UNDECIDED, count)


@given(st.integers(1, 50))
def test_few_pairs_are_enough_when_they_are_the_whole_domain(count):
    assert judged(SAME, map(even, range(count)), exhaustive=True).verdict is Verdict.KEEP


def test_no_pair_at_all_leaves_a_relation_undecided_even_on_the_whole_domain():
    assert judged(SAME, [], exhaustive=True).verdict is Verdict.UNDECIDED


def test_a_relation_that_kills_nothing_is_rejected():
    finding = judged(SAME, map(even, range(MIN_TRIED)), kill_count=0)
    assert (finding.verdict, finding.reason) == (Verdict.REJECT, "kills no mutant")


@pytest.mark.parametrize(
    "tree", [["<=", 0, "return_f"], ["and", ["<=", 0, "return_f"], ["<=", 0, "return_s"]], ["==", "n_s", "n_s"]]
)
def test_a_relation_that_does_not_tie_the_outputs_together_is_rejected(tree):
    finding = judged(tree, map(even, range(MIN_TRIED)))
    assert finding.verdict is Verdict.REJECT
    assert "not metamorphic" in finding.reason


def test_a_pair_on_which_the_relation_overflows_counts_neither_for_nor_against_it():
    half = relation(["==", ["/", "return_f", 2], ["/", "return_s", 2]])
    huge = Execution((1,), (-1,), (10**400,), (10**400,))
    finding = falsify(half, [huge, *map(even, range(5))], exhaustive=True, tolerance=Tolerance())
    assert (finding.verdict, finding.tried) == (Verdict.KEEP, 5)
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
        assert judged(tree, [], variables=FLOATS).verdict is Verdict.UNDECIDED


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
    assert judge(same, 1, [agreeing] * MIN_TRIED, False, Tolerance()).verdict is Verdict.KEEP
    assert judge(same, 1, [agreeing, differing], False, Tolerance()).counterexample == differing

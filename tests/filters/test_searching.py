import datetime as dt
import math
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import (
    anys,
    as_domain,
    bools,
    byte_strings,
    dates,
    decimals,
    dicts,
    floats,
    ints,
    lists,
    matching,
    np_arrays,
    np_shapes,
    optionals,
    texts,
    tuples,
)
from genmorph.filters.counterexamples import seek_counterexample
from genmorph.filters.margin import compile_margin, margin
from genmorph.filters.neighbours import Variation
from genmorph.model import Execution, Kind, Output, Parameter, Tolerance, Verdict
from genmorph.relations.expression import Expression, relation_variables
from genmorph.relations.meaning import compile_relation
from genmorph.values import strategies
from genmorph.values.building import as_data
from genmorph.values.foreign import natives
from genmorph.values.labels import key
from genmorph.values.measures import between
from genmorph.values.strategies import generate
from tests.trees import relations, rows, sequence_relations, sequence_rows

PARAMETERS = [Parameter("x", floats(0.0, 1e6))]
FLOATS = relation_variables(PARAMETERS, [], [Output(Kind.FLOAT)])


def doubled(inputs):
    return [Execution((x,), (x,), (2 * x,), (2 * x,)) for (x,) in inputs]


def seek(tree, function, start):
    relation = Expression.from_tree(tree, FLOATS)
    domains = [parameter.domain for parameter in PARAMETERS]
    return seek_counterexample(relation, function(start), function, domains, Tolerance(), Random(0))


def test_a_bound_that_random_inputs_kept_is_broken_by_climbing_towards_it():
    start = [(float(x),) for x in range(400)]
    assert all(2 * x <= 950 for (x,) in start)
    finding = seek(["<=", ["-", "return_f", "return_s"], ["-", 950, "return_s"]], doubled, start)
    assert finding.verdict is Verdict.REJECT
    assert finding.counterexample.follow_up_outputs[0] > 950


def test_a_guarded_claim_is_tried_where_its_guard_nearly_decides():
    def stepped(inputs):
        return [Execution((x,), (x,), (1.0,), (1.0 if x >= 49.5 else 2.0,)) for (x,) in inputs]

    start = [(x / 8,) for x in range(400, 3200)] + [(x / 8,) for x in range(320)]
    finding = seek(["or", ["<=", "x_s", 45], ["==", "return_f", "return_s"]], stepped, start)
    assert finding.verdict is Verdict.REJECT
    assert 45 < finding.counterexample.source[0] < 49.5


def test_a_true_relation_is_kept_and_the_pairs_are_counted():
    finding = seek(["==", "return_f", "return_s"], doubled, [(float(x),) for x in range(320)])
    assert finding.verdict is Verdict.KEEP
    assert 0 < finding.tried <= 500


def test_a_search_whose_time_is_over_ends_with_what_is_always_run():
    relation = Expression.from_tree(["==", "return_f", "return_s"], FLOATS)
    start, domains = doubled([(float(x),) for x in range(320)]), [parameter.domain for parameter in PARAMETERS]

    def sought(lasts):
        given = relation, start, doubled, domains, Tolerance(), Random(0)
        return seek_counterexample(*given, most=2_000, lasts=lasts).tried

    assert sought(lambda: False) == 500
    assert sought(lambda: True) > 1_000


@given(relations(), rows)
def test_a_clear_margin_has_the_sign_of_the_truth(expression, row):
    holds = compile_relation(expression, Tolerance(0.0, 0.0))(row)
    slack = margin(expression, row)
    if slack != 0 and not math.isnan(sum(x for x in row if isinstance(x, float))) and math.isfinite(slack):
        assert (slack > 0) is holds


def test_a_comparison_with_nan_hides_behind_no_other():
    smaller, unequal = ["<", "return_s", 1], ["==", "return_f", "return_f"]
    for tree in (["and", smaller, unequal], ["and", unequal, smaller]):
        assert margin(Expression.from_tree(tree, FLOATS), (0.0, 0.0, math.nan)) == math.inf


CLAIMS = [
    (Kind.TEXT, ["==", "return_f", "return_s"]),
    (Kind.TEXT, ["startswith", "return_f", "return_s"]),
    (Kind.TEXT, ["contains", "return_f", "return_s"]),
    (Kind.INTS, ["==", "return_f", ["flip", "return_s"]]),
    (Kind.INTS, ["startswith", "return_f", ["sorted", "return_s"]]),
    (Kind.INTS, ["contains", "return_f", ["len", "return_s"]]),
    (Kind.INTS, ["==", ["sum", "return_f"], ["sum", "return_s"]]),
    (Kind.TEXTS, ["==", "return_f", "return_s"]),
]
VALUES = {Kind.TEXT: st.text("ab", max_size=3), Kind.INTS: st.lists(st.integers(0, 2), max_size=3)}
VALUES[Kind.TEXTS] = st.lists(VALUES[Kind.TEXT], max_size=2)


@given(st.sampled_from(CLAIMS), st.booleans(), st.data())
def test_the_margin_of_a_claim_about_sequences_has_the_sign_of_the_truth(claim, is_negated, data):
    kind, tree = claim
    variables = relation_variables([], [], [Output(kind)])
    relation = Expression.from_tree(["not", tree] if is_negated else tree, variables)
    values = data.draw(st.tuples(VALUES[kind], VALUES[kind]))
    slack = margin(relation, values)
    assert slack == 0 or (slack > 0) is compile_relation(relation, Tolerance())(values)


@given(sequence_relations(), sequence_rows)
def test_every_execution_has_a_margin_or_an_infinite_one(expression, row):
    assert not math.isnan(margin(expression, row))


def test_equal_sequences_are_nearer_the_more_elements_agree():
    same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.FLOATS)]))
    slacks = [margin(same, [[1.0, 2.0], other]) for other in ([1.0, 2.0], [1.0, 2.5], [1.0], [4.0, -2.0, 0.0])]
    assert slacks == [0.0, -0.5, -1.0, -8.0]


def test_inputs_and_outputs_may_have_more_digits_than_python_writes():
    def squared(inputs):
        return [Execution((n,), (-n,), (n * n,), (n * n,)) for (n,) in inputs]

    parameters = [Parameter("n", ints(10**5000))]
    variables = relation_variables(parameters, [0], [Output(Kind.INT)])
    same = Expression.from_tree(["==", "return_f", "return_s"], variables)
    start = squared([(10**5000 + n,) for n in range(60)])
    finding = seek_counterexample(same, start, squared, [parameters[0].domain], Tolerance(), Random(0))
    assert finding.verdict is Verdict.KEEP
    assert finding.tried > 0


def test_sums_of_lists_are_driven_over_a_bound_by_edits():
    def identity(inputs):
        return [Execution(values, values, values, values) for values in inputs]

    parameters = [Parameter("xs", lists(ints(0, 9)))]
    variables = relation_variables(parameters, [], [Output(Kind.INTS)])
    bounded = Expression.from_tree(["<=", ["sum", "return_f"], 47], variables)
    start = identity([([9] * 5,), *(([i % 9] * (i % 6),) for i in range(640))])
    finding = seek_counterexample(bounded, start, identity, [parameters[0].domain], Tolerance(), Random(0))
    assert finding.verdict is Verdict.REJECT
    assert sum(finding.counterexample.source[0]) > 47


MANY = [
    (ints(0, 9), bools(), floats(-1.0, 1.0)),
    (texts(), texts("ab", min_len=1, max_len=3)),
    (lists(ints(0, 9)), lists(floats(-1.0, 1.0), min_len=2), lists(bools()), lists(texts()), lists(lists(ints()))),
    (
        byte_strings(),
        tuples(ints(0, 9)),
        tuples(ints(0, 9), texts()),
        np_arrays("float64", np_shapes(1, 1, 0, 20), floats(0.0, 1.0)),
    ),
    (optionals(ints(0, 9)), optionals(texts())),
]


@pytest.mark.parametrize("domains", MANY)
@given(seed=st.integers(0, 10**6))
def test_varied_inputs_stay_in_the_domain(domains, seed):
    rng = Random(seed)
    variation = Variation(domains, constants=(3, 0.5, 10**400), pieces=("ab",))
    before = None
    values = tuple(domain.draw(rng) for domain in domains)
    for _ in range(20):
        was = repr(values)
        varied = variation.vary(values, before, rng)
        assert repr(values) == was
        assert all(domain.contains(value) for domain, value in zip(domains, varied.values, strict=True))
        variation.learn(varied.moves, helped=rng.random() < 0.5)
        before, values = values, varied.values


@pytest.mark.parametrize("domain", [texts(), lists(ints()), lists(texts()), byte_strings(), tuples(floats())])
def test_texts_and_sequences_get_longer_shorter_and_changed(domain):
    rng = Random(1)
    start = next(value for value in (domain.draw(rng) for _ in range(200)) if len(value) == 5)
    sizes = {len(Variation([domain]).vary((start,), None, rng).values[0]) for _ in range(400)}
    assert {4, 5, 6, 10} <= sizes


def test_values_of_unknown_membership_are_only_drawn():
    odd = as_domain(st.integers(0, 10**6).map(lambda n: 2 * n + 1), "n")
    rng = Random(2)
    variation = Variation([odd, ints()])
    assert all(variation.vary((odd.draw(rng), 5), None, rng).values[0] % 2 for _ in range(200))


@pytest.mark.long
def test_few_values_are_drawn_of_what_hypothesis_draws(monkeypatch):
    asked = []
    monkeypatch.setattr(strategies, "generate", lambda *args: asked.append(args[1]) or generate(*args))
    domain, rng = lists(matching("[a-z]{3,9}-[0-9]+")), Random(5)
    variation = Variation([domain])
    varied = [variation.vary((["abc-1", "abcd-2"],), None, rng).values[0] for _ in range(3_000)]
    assert all(map(domain.contains, varied))
    assert len(set(map(tuple, varied))) > 500
    # Domain and boundary ways, a few elements for each of 300 lists.
    assert 0 < sum(asked) < 10_000


def test_moves_that_helped_are_made_more_often():
    variation, rng = Variation([ints()]), Random(3)
    for _ in range(300):
        moves = variation.vary((1000,), None, rng).moves
        variation.learn(moves, helped="double" in moves)
    made = [variation.vary((1000,), None, rng).moves for _ in range(400)]
    assert made.count(("double",)) > 3 * made.count(("halve",))


def test_dates_get_to_those_beside_and_to_those_as_far_as_a_constant():
    year, day = dates(dt.date(2024, 1, 1), dt.date(2024, 12, 31)), dt.date(2024, 6, 1)
    for domain in (year, optionals(year)):
        variation, rng = Variation([domain], constants=(7,)), Random(6)
        varied = [natives(variation.vary((as_data(day),), None, rng).values[0]) for _ in range(1_000)]
        steps = Counter((one - day).days for one in varied if one is not None)
        assert all(steps[step] >= 10 for step in (-8, -7, -6, -1, 1, 6, 7, 8))
        assert steps[0] < 30


def test_values_beyond_plain_data_are_made_of_each_other():
    variation, rng = Variation([dates(), dates()], constants=(7,)), Random(6)
    start = as_data(dt.date(2024, 6, 1)), as_data(dt.date(1999, 3, 1))
    pairs = [natives(variation.vary(start, None, rng).values) for _ in range(1_000)]
    assert sum(abs((one - other).days) in (6, 7, 8) for one, other in pairs) > 100


@pytest.mark.parametrize(
    "domains",
    [
        [dicts(texts(), ints())],
        [anys(ints(), texts())],
        [lists(dates())],
        [decimals()],
        [dates(), decimals()],
        [dicts(texts(), ints()), dates()],
    ],
)
def test_hardly_a_step_leaves_everything_as_it_is(domains):
    variation, rng = Variation(domains, constants=(7,)), Random(8)
    start = tuple(domain.draw(rng) for domain in domains)
    same = sum(key(variation.vary(start, None, rng).values) == key(start) for _ in range(300))
    assert same < 60


def test_constants_and_their_neighbours_are_reached_at_once():
    variation, rng = Variation([ints()], constants=(123_456,)), Random(4)
    reached = {variation.vary((0,), None, rng).values[0] for _ in range(1_000)}
    assert {123_455, 123_456, 123_457, -123_456} <= reached


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9), st.floats(0, 1))
def test_what_lies_between_two_inputs_lies_between_their_numbers(one, other, share):
    number, real, text = between((one, float(one), "a"), (other, float(other), "b"), share, Random(0))
    low, high = sorted((one, other))
    assert low <= number <= high
    assert low - 1e-3 <= real <= high + 1e-3
    assert text in ("a", "b")


@pytest.mark.long
@given(st.integers(1, 10**9 - 1))
def test_a_step_is_found_where_behaviour_changes(place):
    def stepped(inputs):
        return [Execution((n,), (n + 1,), (int(n > place),), (int(n + 1 > place),)) for (n,) in inputs]

    parameters = [Parameter("n", ints(0, 10**9))]
    same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables(parameters, [0], [Output(Kind.INT)]))
    start = [run for run in stepped([(n,) for n in (0, 10**9)]) if run.source_outputs == run.follow_up_outputs]
    domains = [parameter.domain for parameter in parameters]
    finding = seek_counterexample(same, start, stepped, domains, Tolerance(), Random(0), most=4_000)
    assert finding.verdict is Verdict.REJECT
    assert finding.counterexample.source == (place,)


def test_the_search_is_the_same_for_the_same_generator_and_runs_no_more_inputs_than_allowed():
    asked = []

    def counted(inputs):
        asked.append(list(inputs))
        return doubled(inputs)

    relation = Expression.from_tree(["==", "return_f", "return_s"], FLOATS)
    start = doubled([(float(x),) for x in range(50)])
    domains = [parameter.domain for parameter in PARAMETERS]
    for _ in range(2):
        seek_counterexample(relation, start, counted, domains, Tolerance(), Random(5), most=320)
    assert asked[: len(asked) // 2] == asked[len(asked) // 2 :]
    assert sum(map(len, asked)) == 2 * 320
    assert all(len(inputs) >= 50 for inputs in asked[:6])


def test_nothing_is_run_twice():
    asked = []

    def counted(inputs):
        asked.extend(inputs)
        return doubled(inputs)

    relation = Expression.from_tree(["==", "return_f", "return_s"], FLOATS)
    start = [(float(x),) for x in range(50)]
    seek_counterexample(relation, doubled(start), counted, [PARAMETERS[0].domain], Tolerance(), Random(6))
    assert len({repr(values) for values in [*start, *asked]}) == len(start) + len(asked)


def test_a_small_domain_that_is_used_up_ends_the_search():
    def identity(inputs):
        return [Execution(values, values, values, values) for values in inputs]

    variables = relation_variables([Parameter("b", bools())], [], [Output(Kind.BOOL)])
    same = Expression.from_tree(["iff", "return_f", "return_s"], variables)
    finding = seek_counterexample(same, identity([(True,)]), identity, [bools()], Tolerance(), Random(7))
    assert (finding.verdict, finding.tried) == (Verdict.KEEP, 1)


def test_the_share_of_the_tolerance_that_is_left_is_positive_exactly_where_floats_count_as_equal():
    same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.FLOAT)]))

    @given(st.floats(), st.floats(0, 1e-6), st.booleans())
    def claim(x, shift, is_negated):
        y = -x if is_negated else x + shift
        slack = compile_margin(same, Tolerance())([x, y])
        assert slack == 0 or (slack > 0) is compile_relation(same, Tolerance())([x, y])

    claim()


def test_what_the_function_gives_is_tried_as_an_argument():
    parameters = [Parameter(name, ints(-(10**9), 10**9)) for name in ("n", "stop")]
    variables = relation_variables(parameters, [], [Output(Kind.INT)])
    same = Expression.from_tree(["==", "return_f", "return_s"], variables)

    def hidden(n):
        return (n * 7_919 + 13) % 999_983

    def passed_over(inputs):
        """The follow-up passes over what is hidden, where that is what it is given to stop at."""
        return [
            Execution(one, one, (hidden(one[0]),), (hidden(one[0]) + (hidden(one[0]) == one[1]),)) for one in inputs
        ]

    start = passed_over([(n, 5 - n) for n in range(1_000)])
    domains = [parameter.domain for parameter in parameters]
    finding = seek_counterexample(same, start, passed_over, domains, Tolerance(), Random(0))
    assert finding.verdict is Verdict.REJECT
    assert finding.counterexample.source[1] == hidden(finding.counterexample.source[0])

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import bools, byte_strings, floats, ints, lists, np_arrays, optionals, texts, tuples
from genmorph.filters import seek_counterexample
from genmorph.filters.margin import margin
from genmorph.filters.varying import vary
from genmorph.model import Execution, Kind, Output, Parameter, Tolerance, Verdict
from genmorph.relations.expression import Expression, relation_variables
from genmorph.relations.meaning import compile_relation
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
    assert 0 < finding.tried <= 5 * 10


@given(relations(), rows)
def test_a_clear_margin_has_the_sign_of_the_truth(expression, row):
    holds = compile_relation(expression, Tolerance(0.0, 0.0))(row)
    slack = margin(expression, row)
    if slack != 0 and not math.isnan(sum(x for x in row if isinstance(x, float))) and math.isfinite(slack):
        assert (slack > 0) is holds


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
    (texts(), texts("ab", min_size=1, max_size=3)),
    (lists(ints(0, 9)), lists(floats(-1.0, 1.0), min_size=2), lists(bools()), lists(texts()), lists(lists(ints()))),
    (byte_strings(), tuples(ints(0, 9)), tuples(ints(0, 9), texts()), np_arrays(floats(0.0, 1.0))),
    (optionals(ints(0, 9)), optionals(texts())),
]


@pytest.mark.parametrize("domains", MANY)
@given(seed=st.integers(0, 10**6))
def test_varied_inputs_stay_in_the_domain(domains, seed):
    rng = Random(seed)
    values = tuple(domain.draw(rng) for domain in domains)
    for _ in range(20):
        before = repr(values)
        varied = vary(values, domains, rng)
        assert repr(values) == before
        assert all(domain.contains(value) for domain, value in zip(domains, varied, strict=True))
        values = varied


@pytest.mark.parametrize("domain", [texts(), lists(ints()), lists(texts()), byte_strings(), tuples(floats())])
def test_texts_and_sequences_get_longer_shorter_and_changed(domain):
    rng = Random(1)
    start = next(value for value in (domain.draw(rng) for _ in range(100)) if len(value) == 5)
    sizes = {len(vary((start,), (domain,), rng)[0]) for _ in range(200)}
    assert {4, 5, 6} <= sizes

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import bools, floats, ints
from genmorph.filters import seek_counterexample
from genmorph.filters.margin import margin
from genmorph.filters.searching import vary
from genmorph.model import Execution, Kind, Parameter, Tolerance, Verdict
from genmorph.relations.expression import Expression, relation_variables
from genmorph.relations.meaning import compile_relation
from tests.trees import relations, rows

PARAMETERS = [Parameter("x", floats(0.0, 1e6))]
FLOATS = relation_variables(PARAMETERS, [], Kind.FLOAT)


def doubled(inputs):
    return [Execution((x,), (x,), 2 * x, 2 * x) for (x,) in inputs]


def seek(tree, function, start):
    relation = Expression.from_tree(tree, FLOATS)
    domains = [parameter.domain for parameter in PARAMETERS]
    return seek_counterexample(relation, function(start), function, domains, Tolerance(), Random(0))


def test_a_bound_that_random_inputs_kept_is_broken_by_climbing_towards_it():
    start = [(float(x),) for x in range(400)]
    assert all(2 * x <= 950 for (x,) in start)
    finding = seek(["<=", ["-", "return_f", "return_s"], ["-", 950, "return_s"]], doubled, start)
    assert finding.verdict is Verdict.REJECT
    assert finding.counterexample.follow_up_output > 950


def test_a_guarded_claim_is_tried_where_its_guard_nearly_decides():
    def stepped(inputs):
        return [Execution((x,), (x,), 1.0, 1.0 if x >= 49.5 else 2.0) for (x,) in inputs]

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


@pytest.mark.parametrize("domains", [(ints(0, 9), bools(), floats(-1.0, 1.0))])
@given(seed=st.integers(0, 10**6))
def test_varied_inputs_stay_in_the_domain(domains, seed):
    rng = Random(seed)
    values = tuple(domain.draw(rng) for domain in domains)
    for _ in range(20):
        values = vary(values, domains, rng)
        assert all(domain.contains(value) for domain, value in zip(domains, values, strict=True))

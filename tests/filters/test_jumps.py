"""Jumps of an output along one number are closed in on, and what has none is left soon."""

import math
from itertools import pairwise
from random import Random

import pytest

from genmorph.domain import floats, ints
from genmorph.filters.counterexamples import seek_counterexample
from genmorph.filters.jumps import Jumps
from genmorph.model import Execution, Kind, Output, Parameter, Place, Tolerance, Verdict
from genmorph.relations.expression import Expression
from genmorph.results.relation import pair_variables
from genmorph.transformations.transformation import Transformation
from genmorph.values.labels import key
from tests.filters.wrong import GROWN, SAME, Claim

AT_ONCE = 16


def cut_off(x: float, y: float) -> float:
    return math.floor(x * 7.3) + y


def in_brackets(x: float) -> float:
    return x * 0.2 if x <= 1234.56 else x * 0.2 + 5.0


def with_one_jump(x: float, y: float) -> float:
    return (x >= 1234.5) + y


def smooth(x: float, y: float) -> float:
    return x * x + math.sin(y)


def on_pages(n: int) -> int:
    return n // 7200


def squared(n: int) -> int:
    return n * n


def rounded(net: float, rate: float) -> float:
    return round(net * (1 + rate), 2)


PLANE = {"x": floats(0.0, 1e4), "y": floats(0.0, 1.0)}
STEP = Claim(cut_off, PLANE, Transformation("add", (1,), 0.25), SAME, Kind.FLOAT)
BRACKETS = Claim(in_brackets, {"x": floats(0.0, 1e4)}, GROWN, ["<=", "return_f", ["+", "return_s", 4]], Kind.FLOAT)
PAGES = Claim(on_pages, {"n": ints(0, 10**7)}, Transformation("add", (0,), 1), SAME, Kind.INT)
SQUARES = Claim(squared, {"n": ints(0, 10**7)}, Transformation("add", (0,), 1), SAME, Kind.INT)
ONE_JUMP = Claim(with_one_jump, PLANE, Transformation("add", (1,), 0.25), SAME, Kind.FLOAT)
SMOOTH = Claim(smooth, PLANE, Transformation("add", (1,), 0.25), SAME, Kind.FLOAT)
TIES = Claim(
    rounded,
    {"net": floats(0.0, 1e4), "rate": floats(0.0, 0.5)},
    Transformation("scale", (1,), 2.0),
    ["<=", "return_f", ["+", "return_s", ["+", "net_s", "rate_s"]]],
    Kind.FLOAT,
)


def closed_in_on(claim, rounds, seed=0):
    """The executions of each round."""
    jumps, asked = Jumps(claim.expression, claim.fresh(400), Tolerance(), Random(seed), rounds), set()

    def claims(values):
        is_new = key(values) not in asked and claim.execute([values]) != []
        asked.add(key(values))
        return is_new

    runs = []
    for _ in range(rounds):
        executions = claim.execute(jumps.steps(claims, AT_ONCE))
        jumps.learn({key(execution.source): execution for execution in executions})
        runs.append(executions)
    return runs


def neighbours(executions, position):
    """The pairs of executions between whose sources no float lies at that position."""
    order = sorted(executions, key=lambda execution: execution.source)
    for one, other in pairwise(order):
        rest = [source[:position] + source[position + 1 :] for source in (one.source, other.source)]
        if rest[0] == rest[1] and math.nextafter(one.source[position], math.inf) == other.source[position]:
            yield one, other


@pytest.mark.parametrize("claim", [STEP, BRACKETS], ids=lambda claim: claim.function.__name__)
def test_the_sides_of_a_jump_are_neighbours(claim):
    executions = [execution for seed in range(8) for run in closed_in_on(claim, 60, seed) for execution in run]
    outputs = [(*one.source_outputs, *other.source_outputs) for one, other in neighbours(executions, 0)]
    assert any(abs(one - other) >= 0.9 for one, other in outputs)


def test_the_sides_of_a_jump_along_ints_are_neighbours():
    executions = [execution for seed in range(8) for run in closed_in_on(PAGES, 60, seed) for execution in run]
    firsts = {execution.source[0] for execution in executions if execution.source[0] % 7200 == 0}
    assert len(firsts) > 8
    assert sum(first - 1 in {execution.source[0] for execution in executions} for first in firsts) > 8


def test_a_jump_is_closed_in_on_in_few_rounds_where_there_are_no_more():
    executions = [execution for seed in range(8) for run in closed_in_on(STEP, 15, seed) for execution in run]
    pairs = list(neighbours(executions, 0))
    assert any(one.source_outputs != other.source_outputs for one, other in pairs)


@pytest.mark.parametrize("claim", [SMOOTH, ONE_JUMP, SQUARES], ids=lambda claim: claim.function.__name__)
def test_a_function_without_more_jumps_is_soon_left_alone(claim):
    runs = closed_in_on(claim, 200)
    assert 0 < sum(map(len, runs)) < 1_600
    assert not any(runs[150:])


def test_no_more_inputs_are_asked_for_than_allowed_and_the_same_for_the_same_generator():
    runs = closed_in_on(STEP, 80)
    assert all(len(run) <= AT_ONCE for run in runs)
    assert runs == closed_in_on(STEP, 80)
    assert runs != closed_in_on(STEP, 80, seed=1)


def test_a_bound_that_breaks_beside_a_jump_alone_is_refuted_by_the_search():
    executions = [*TIES.fresh(8_000), *TIES.corners(2_000)]
    domains = tuple(TIES.domains.values())
    found = [
        seek_counterexample(TIES.expression, executions, TIES.execute, domains, Tolerance(), Random(seed), most=4_000)
        for seed in range(12)
    ]
    assert sum(finding.verdict is Verdict.REJECT for finding in found) >= len(found) / 4


def test_what_holds_no_number_has_no_jumps():
    executions = [Execution((text,), (text * 2,), (text.upper(),), ((text * 2).upper(),)) for text in "abcd"]
    assert Jumps(STEP.expression, executions, Tolerance(), Random(0), 10).steps(lambda _: True, AT_ONCE) == []
    assert Jumps(STEP.expression, [], Tolerance(), Random(0), 10).steps(lambda _: True, AT_ONCE) == []


def parts_of_a_day(second: int) -> tuple[int, int]:
    return second // 3600, second % 60


@pytest.mark.parametrize("domain", [ints(0, 10**7), floats(0.0, 1e7)], ids=["ints", "floats"])
def test_only_outputs_spoken_of_are_closed_in_on(domain):
    """The other output jumps at every whole number."""
    parameters, change = (Parameter("second", domain),), Transformation("add", (0,), 1)
    variables = pair_variables(parameters, change, tuple(Output(Kind.INT, Place.ITEM, index) for index in range(2)))
    claim = Expression.from_tree(["==", "return[0]_f", "return[0]_s"], variables)

    def execute(inputs):
        follow_ups = [change.apply(values, ()) for values in inputs]
        return [
            Execution(source, follow_up, parts_of_a_day(*source), parts_of_a_day(*follow_up))
            for source, follow_up in zip(inputs, follow_ups, strict=True)
            if follow_up is not None and domain.contains(follow_up[0])
        ]

    sources = execute([(domain.draw(Random(seed)),) for seed in range(400)])
    found = [
        seek_counterexample(claim, sources, execute, (domain,), Tolerance(), Random(seed), most=1_000)
        for seed in range(12)
    ]
    assert all(finding.verdict is Verdict.REJECT for finding in found)

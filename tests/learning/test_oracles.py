"""Oracles on draws of known distributions."""

from random import Random

import pytest

from genmorph.learning import Answer, Oracle
from genmorph.learning.oracles import are_different, are_same


def alarms(oracle, draw, comparisons=500):
    def one():
        source = [(draw(),) for _ in range(oracle.source_runs)]
        found = [(draw(),) for _ in range(oracle.follow_up_runs)]
        return are_same(oracle, source, found, 0.0)[0] is Answer.VIOLATED

    return sum(one() for _ in range(comparisons))


@pytest.mark.parametrize("oracle", [Oracle.INTERVAL, Oracle.RANKS])
@pytest.mark.parametrize("shape", ["normal", "log-normal", "uniform", "constant", "whole"])
def test_draws_of_one_distribution_raise_no_alarm(oracle, shape):
    rng = Random(shape)
    draw = {
        "normal": lambda: rng.gauss(0, 1),
        "log-normal": lambda: rng.lognormvariate(0, 1),
        "uniform": rng.random,
        "constant": lambda: 0.1 + rng.choice((0, 1e-9)),
        "whole": lambda: float(rng.randrange(3)),
    }[shape]
    assert alarms(oracle, draw) == 0


def test_ranks_raise_no_alarm_of_the_most_skewed_draws():
    rng = Random(1)
    assert alarms(Oracle.RANKS, lambda: rng.paretovariate(0.5)) == 0


@pytest.mark.parametrize("oracle", [Oracle.INTERVAL, Oracle.RANKS])
def test_draws_that_are_far_off_are_noticed(oracle):
    rng = Random(1)
    source = [(rng.gauss(0, 1),) for _ in range(oracle.source_runs)]
    found = [(rng.gauss(20, 1),) for _ in range(oracle.follow_up_runs)]
    assert are_same(oracle, source, found, 0.0)[0] is Answer.VIOLATED


@pytest.mark.parametrize("oracle", [Oracle.INTERVAL, Oracle.RANKS])
def test_other_oracles_compare_means_alone(oracle):
    source = [(float(n), 10.0 - n) for n in range(oracle.source_runs)]
    found = [(5.0, 5.0) for _ in range(oracle.follow_up_runs)]
    assert are_same(oracle, source, found, 0.0)[0] is Answer.HOLDS


@pytest.mark.parametrize("oracle", Oracle)
def test_a_tolerance_beyond_the_output_decides_nothing(oracle):
    source = [(1.0,)] * oracle.source_runs
    assert are_same(oracle, source, [(1.1,)] * oracle.follow_up_runs, 5.0)[0] is Answer.UNDECIDED


@pytest.mark.parametrize("oracle", Oracle)
def test_empty_outputs_decide_nothing(oracle):
    source, found = [()] * oracle.source_runs, [()] * oracle.follow_up_runs
    assert are_same(oracle, source, found, 0.0)[0] is Answer.UNDECIDED
    assert not are_different(oracle, source, found, 0.0)

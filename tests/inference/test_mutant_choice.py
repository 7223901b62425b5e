"""Which mutants take part."""

import sys
import time
from dataclasses import dataclass
from itertools import islice
from random import Random
from textwrap import dedent

import pytest

from genmorph.domain import ints
from genmorph.execution.outputs import find_outputs, is_same
from genmorph.execution.patience import is_loss
from genmorph.inference.calls import Calls, Processes
from genmorph.inference.meter import Meter
from genmorph.inference.mutant_choice import collect_mutants, is_usable
from genmorph.inference.request import Request
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Budget
from genmorph.mutation.mutants import make_further_mutants, make_mutants
from genmorph.settings import MUTANTS
from genmorph.subject.inputs import draw_inputs
from genmorph.subject.subject import inspect_subject


def terms(count):
    return " + ".join(f"n * {number}" for number in range(2, count + 2))


SUBJECTS = f"""
    def line(n):
        return {terms(1)}

    def sum_of_ten(n):
        return {terms(10)}

    def sum_of_thirty(n):
        return {terms(30)}

    def steps(n):
        step, count = 3 + n % 5, 0
        while n > 0:
            n, count = n - step, count + 1
        return count
"""


@dataclass
class Choice:
    """Ids of the mutants that take part, of those that could, and of those that return a wrong value or lose a call."""

    chosen: set
    of_mutmut: set
    further: set
    telling: set
    losing: set


@pytest.fixture
def choose(tmp_path, monkeypatch):
    """Choose the mutants of a function of one number, with seconds, so that those that loop are stopped soon."""
    (tmp_path / "chosen.py").write_text(dedent(SUBJECTS))
    monkeypatch.syspath_prepend(tmp_path)
    budget = Budget(seconds=3600)
    with Processes(Request("chosen", budget, cache=False), Meter(budget, time.monotonic)) as processes:
        yield lambda name: chosen_of(inspect_subject(f"chosen:{name}", {"n": ints(0, 999)}), processes)
    sys.modules.pop("chosen", None)


def chosen_of(subject, processes):
    def stream():
        return draw_inputs(subject.parameters, (), (), Random(0))

    calls = Calls(subject, processes, list(islice(stream(), 20)))
    sources = AcceptedInputs(stream(), calls.run)
    sources.at_least(40)
    calls.begin_mutants(())
    outputs = find_outputs(sources.outcomes, subject.parameters)
    chosen = collect_mutants(subject, (), sources, calls, outputs).chosen
    of_mutmut = make_mutants(calls.mutated)
    further = make_further_mutants(calls.mutated, of_mutmut)
    outcomes = {mutant: calls.run(mutant, sources.accepted) for mutant in (*of_mutmut, *further)}

    def is_telling(found):
        triples = zip(sources.accepted, sources.outcomes, found, strict=True)
        return any(is_usable(other, outputs, values) and not is_same(own, other) for values, own, other in triples)

    telling = [mutant for mutant, found in outcomes.items() if is_telling(found)]
    losing = [mutant for mutant, found in outcomes.items() if any(map(is_loss, found))]
    return Choice(*({mutant.id for mutant in mutants} for mutants in (chosen, of_mutmut, further, telling, losing)))


def test_the_few_mutants_of_a_short_function_are_joined_by_all_others_that_return_a_wrong_value(choose):
    found = choose("line")
    assert len(found.of_mutmut) < 5
    assert found.chosen == found.of_mutmut | (found.further & found.telling)
    assert found.further & found.telling


def test_so_many_join_that_enough_return_a_wrong_value(choose):
    found = choose("sum_of_ten")
    assert len(found.of_mutmut & found.telling) < MUTANTS.enough_telling < len(found.telling)
    assert found.of_mutmut < found.chosen
    assert len(found.chosen & found.telling) == MUTANTS.enough_telling


def test_none_join_where_enough_return_a_wrong_value_already(choose):
    found = choose("sum_of_thirty")
    assert len(found.of_mutmut & found.telling) >= MUTANTS.enough_telling
    assert found.further & found.telling
    assert found.chosen == found.of_mutmut


def test_further_mutants_that_loop_do_not_join_and_those_of_mutmut_stay(choose):
    found = choose("steps")
    assert found.losing & found.of_mutmut
    assert found.losing & found.further & found.telling
    assert found.chosen == found.of_mutmut | (found.further & found.telling - found.losing)
    assert found.chosen & found.further

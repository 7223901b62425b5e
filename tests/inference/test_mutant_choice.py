"""Which mutants take part."""

import os
import subprocess
import sys
import time
from collections import Counter
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
from genmorph.model import Budget, OutcomeMutant, SourceMutant
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

    FACTOR = 77
    TABLE = {{"a": 3, "b": 40}}

    def near(n):
        return n * 4 + far(n)

    def far(n):
        return {terms(20)}

    def offset(n):
        return n + FACTOR + TABLE["b"]

    def wrapper(n):
        return near(n)

    def sum_and_wrapper(n):
        return {terms(30)} + near(n) + offset(n)

    def set_apart(n):
        return {terms(30)}

    def ranked(n):
        return sorted(sorted(str(n)), key=lambda x: bin(ord(x))[2:].count("1"))
"""


@dataclass
class Choice:
    """Mutants of helpers and of outcomes that take part, and ids of others.

    These are those that take part, those that could, and those that return a wrong value or lose a call.
    """

    of_helpers: list
    of_outcomes: list
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
    calls.trace(sources.accepted)
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
    of_outcomes = [mutant for mutant in chosen if isinstance(mutant, OutcomeMutant)]
    of_helpers = [mutant for mutant in chosen if isinstance(mutant, SourceMutant) and mutant.helper]
    own = [mutant for mutant in chosen if mutant not in (*of_outcomes, *of_helpers)]
    ids = ({mutant.id for mutant in mutants} for mutants in (own, of_mutmut, further, telling, losing))
    return Choice(of_helpers, of_outcomes, *ids)


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


def of_each(mutants):
    return Counter(mutant.helper.target.qualname for mutant in mutants)


def test_a_wrapper_gets_as_many_mutants_of_what_it_calls_as_other_functions_get_of_themselves(choose):
    found = choose("wrapper")
    counts = of_each(found.of_helpers)
    assert list(counts) == ["near", "far"]
    assert sum(counts.values()) == MUTANTS.enough_telling - len(found.chosen & found.telling)
    assert counts["near"] < MUTANTS.enough_telling / 2  # it has no more


def test_a_function_keeps_its_own_mutants_beside_those_of_its_helpers(choose):
    found, alone = choose("sum_and_wrapper"), choose("set_apart")
    assert len(found.chosen & found.telling) >= len(alone.chosen & alone.telling)
    assert found.of_mutmut <= found.chosen


def test_mutants_are_spread_evenly_over_helpers_and_constants(choose):
    found = choose("sum_and_wrapper")
    counts = of_each(found.of_helpers)
    assert set(counts) == {"near", "offset", "far", "FACTOR", "TABLE"}
    assert sum(counts.values()) == MUTANTS.least_of_helpers
    assert {counts["near"], counts["offset"], counts["far"]} <= {4, 5, 6, 7, 8}
    assert counts["FACTOR"] == counts["TABLE"] == 2  # one more, one less


def test_mutants_of_a_lambda_that_are_wrong_in_one_way_count_once_and_those_of_outcomes_join(choose):
    found = choose("ranked")
    assert len(found.chosen & found.telling) >= MUTANTS.least_telling
    assert found.of_outcomes


PROGRAM = """
import sys
from genmorph import infer_relations
from genmorph.domain import ints
from tests.toolshop.prices import cost
found = infer_relations(cost, budget="0.5ev", domain={"amount": ints(-999, 999)}, cache=False)
print(*((note.id, note.helper, note.line) for note in found.mutants), sep="\\n")
"""


@pytest.mark.long
def test_the_mutants_of_helpers_are_the_same_under_any_hash_seed():
    printed = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert printed[0] == printed[1]
    assert "'tests.toolshop.units.UNITS', 5)" in printed[0]

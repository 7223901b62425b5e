"""Relations of several calls of one function: which are told, and which are not."""

import os
import subprocess
import sys
from functools import cache

import pytest

from genmorph import Budget
from genmorph.domain import byte_strings, floats, ints, lists, texts
from genmorph.inference.calls import Processes
from genmorph.inference.decisions import Earlier
from genmorph.inference.meter import Meter
from genmorph.inference.pace import Pace
from genmorph.inference.preparation import prepare
from genmorph.inference.request import Request
from genmorph.inference.scenario_rows import Rows, boundary_inputs, fresh_inputs
from genmorph.inference.scenarios import find_scenario_relations
from genmorph.settings import SCENARIOS, TRIALS
from genmorph.subject.subject import inspect_subject
from genmorph.transformations.scenario_templates import Drawn
from tests.inference.prepared import never_read, prepared
from tests.subjects import several


@cache
def find(function, *, seed=0, **domain):
    """The relations of several calls alone, by formula: no pairs are searched."""
    with prepared(function, seed, domain) as session:
        found = find_scenario_relations([session], Earlier())
    return {relation.formula: relation for relation in found}


def laws(found):
    return [relation.law for relation in found.values()]


def test_the_sum_of_a_joined_list_is_the_sum_of_both():
    found = find(several.total)
    assert list(found) == ["total(xs + ys) == total(xs) + total(ys)"]
    (relation,) = found.values()
    assert relation.law == "additivity over concatenation"
    assert relation.words == "total of both joined is the sum of total of each."
    assert relation.evidence.violations == 0
    assert relation.evidence.tried >= 500
    assert relation.killed
    assert relation.examples


def test_a_function_of_each_element_distributes_over_concatenation():
    found = find(several.upper_case)
    assert list(found) == ["upper_case(text + text2) == upper_case(text) + upper_case(text2)"]
    assert laws(found) == ["distribution over concatenation"]


def test_the_greatest_of_a_joined_list_is_the_greater_one_of_both():
    found = find(several.tallest)
    assert list(found) == ["tallest(heights + heights2) == max(tallest(heights), tallest(heights2))"]


def test_counts_in_a_joined_list_are_added_by_key():
    (relation,) = find(several.count_words).values()
    assert relation.words == "count_words of both joined follows from count_words of each: the sum by key."
    assert relation.check(several.count_words, ["a", "b"], ["a"])


def test_a_distance_satisfies_the_triangle_inequality():
    found = find(several.distance)
    assert "distance(a, c) <= distance(a, b) + distance(b, c)" in found
    assert "distance(a, a) == 0" in found


def test_what_is_not_nothing_of_equal_values_is_no_distance():
    assert "triangle inequality" in laws(find(several.distance))
    assert not {"triangle inequality", "distance to itself"} & set(laws(find(several.surcharge)))


def test_a_bound_is_tried_where_a_number_is_lost_in_a_sum_and_twice_it_is_not():
    assert "dip_of_horizon(height + height2) <= dip_of_horizon(height) + dip_of_horizon(height2)" not in find(
        several.dip_of_horizon, height=floats(-1000, 1000)
    )


def test_how_calls_of_an_associative_function_are_grouped_does_not_matter():
    found = find(several.joint)
    assert "joint(joint(a, b), c) == joint(a, joint(b, c))" in found
    assert "joint(a, 1) == 1" in found
    assert "absorbing element" in laws(found)


def test_a_neutral_element_gives_the_other_argument_back():
    found = find(several.joint, a=ints(0, 99), b=ints(0, 99))
    assert found["joint(a, 0) == a"].words == "joint with 0 gives the other argument back."


def test_a_checksum_of_both_parts_goes_on_from_that_of_the_first():
    found = find(several.checksum, data=byte_strings(), value=ints(0, 2**32 - 1))
    assert list(found) == ["checksum(data + data2, value) == checksum(data2, checksum(data, value))"]
    assert laws(found) == ["running state"]


def test_one_step_of_a_sum_is_one_step_after_the_other():
    found = find(several.rotate)
    assert "rotate(xs, n + p) == rotate(rotate(xs, n), p)" in found


def test_the_order_of_calls_that_change_one_state_may_not_matter():
    found = find(several.marked)
    assert "marked(marked(seen, n), p) == marked(marked(seen, p), n)" in found


def test_the_element_at_a_place_that_was_found_is_the_one_that_was_looked_for():
    (relation,) = find(several.place).values()
    assert relation.formula == "xs[place(xs, xs[i])] == xs[i]"
    assert relation.law == "position found again"


@pytest.mark.long
def test_of_a_whole_and_a_part_of_it_the_rest_is_left():
    found = find(several.left_over, first=texts("ab", max_len=6), second=texts("ab", max_len=6))
    assert found["left_over(first, first + second) == second"].law == "rest of a whole"


def test_a_predicate_may_hold_of_every_whole_and_a_part_of_it():
    found = find(several.begins, text=texts("ab", max_len=6), start=texts("ab", max_len=6))
    assert found["begins(start + text, start)"].words == "begins holds of a whole and a part of it."


def test_in_a_list_without_repetitions_the_place_itself_is_found_again():
    found = find(several.place, xs=lists(ints(), unique=True), x=ints())
    assert list(found) == ["place(xs, xs[i]) == i"]


@pytest.mark.parametrize("function", [several.seven, several.drain, several.arrange, several.average])
def test_nothing_is_told_of_constants_of_what_changes_its_argument_and_where_no_law_holds(function):
    assert find(function) == {}


@pytest.mark.parametrize("function", [several.distance, several.marked, several.joint])
def test_of_one_law_and_of_several_calls_at_all_only_few_relations_are_told(function):
    found = find(function)
    assert len(found) <= SCENARIOS.reported
    assert all(laws(found).count(law) <= SCENARIOS.of_one_law for law in laws(found))


@pytest.mark.parametrize("function", [several.total, several.distance, several.rotate])
def test_examples_are_inputs_to_which_a_relation_applies(function):
    for relation in find(function).values():
        assert relation.examples
        assert all(relation.check(function, *values) for values in relation.examples)


def test_mutants_that_are_counted_as_killed_break_the_relation():
    (relation,) = find(several.total).values()
    assert relation.evidence.killed == len(relation.killed) > 0
    assert not relation.check(lambda xs: sum(xs) + 1, [1], [2])


FOUND = """
from tests.inference.test_scenarios import find
from tests.subjects import several

if __name__ == "__main__":
    print([repr((one, one.evidence, one.killed, one.examples)) for one in find(several.count_words, seed=3).values()])
"""


@pytest.mark.long
def test_another_process_with_another_hash_seed_tells_the_same(tmp_path):
    script = tmp_path / "found.py"
    script.write_text(FOUND)
    seen = set()
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        seen.add(subprocess.run([sys.executable, script], env=environment, capture_output=True, check=True).stdout)
    (printed,) = seen
    assert b"count_words(words + words2)" in printed


def test_where_drawing_takes_long_rows_have_inputs_in_common():
    request = Request(several.total, Budget(evaluations=0.2), cache=False)
    meter = Meter(request.budget, never_read)
    with Processes(request, meter) as processes:
        session = prepare(inspect_subject(several.total, request.domain), request, processes)
        (parameter,) = session.subject.parameters
        drawn = tuple(Drawn(name, parameter.domain, row, 0) for row, name in enumerate(["xs", "ys"]))
        session.calls.pace = Pace(1e-6, 30.0, per_draw=0.01)
        columns = Rows([session]).columns(drawn, fresh_inputs, TRIALS.fresh_of_slow, "fresh")
        assert 350 <= columns.rows <= TRIALS.fresh_of_slow
        assert TRIALS.fresh_of_slow <= len(session.streams.fresh.accepted) < 2 * TRIALS.fresh_of_slow


def test_the_first_boundary_inputs_stand_in_each_place_of_a_row():
    with prepared(several.total, 0, {}) as session:
        (parameter,) = session.subject.parameters
        drawn = tuple(Drawn(name, parameter.domain, row, 0) for row, name in enumerate(["xs", "ys"]))
        columns = Rows([session]).columns(drawn, boundary_inputs, SCENARIOS.boundary, "boundary", has_repeats=True)
        inputs = session.streams.boundary.accepted[: SCENARIOS.in_each_place]
    assert len(inputs) > 50
    for name in ("xs", "ys"):
        assert sorted(columns.plain[name][: len(inputs)]) == sorted(value for (value,) in inputs)


@pytest.mark.parametrize(
    ("function", "domain", "recurrence"),
    [
        (several.fibonacci, {"n": ints(0, 60)}, "fibonacci(n + 2) == fibonacci(n + 1) + fibonacci(n)"),
        (
            several.paths,
            {"rows": ints(0, 12), "columns": ints(0, 12)},
            "paths(rows + 1, columns + 1) == paths(rows, columns + 1) + paths(rows + 1, columns)",
        ),
        (
            several.stirling,
            {"n": ints(0, 20), "k": ints(0, 20)},
            "stirling(n + 1, k + 1) == stirling(n, k) + (k + 1) * stirling(n, k + 1)",
        ),
        (several.factorial_of_first, {"n": ints(0, 12), "m": ints(0, 12)}, None),
    ],
)
def test_what_each_number_is_made_of_is_reported(function, domain, recurrence):
    found = find(function, **domain)
    reported = [formula for formula, one in found.items() if one.law == "recurrence"]
    assert reported == ([] if recurrence is None else [recurrence])


def test_what_is_known_whatever_the_other_arguments_are_is_reported():
    found = find(several.stirling, n=ints(0, 20), k=ints(0, 20))
    assert found["stirling(n, n) == 1"].words == "stirling of a value and itself is 1."
    found = find(several.paths, rows=ints(0, 12), columns=ints(0, 12))
    assert found["paths(0, columns) == 1"].words == "paths with 0 is 1."

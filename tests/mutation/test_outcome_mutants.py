"""Mutants of functions without source: the original's calls and outcomes, changed."""

import math
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import bools, floats, ints
from genmorph.model import (
    Input,
    Mutant,
    Outcome,
    OutcomeMutant,
    Parameter,
    Raised,
    Returned,
    Run,
    SourceMutant,
    UsageError,
)
from genmorph.mutation import OUTCOME_OPERATORS, make_outcome_mutants, with_outcome_mutants

EXAMPLES = [(operator, example) for operator in OUTCOME_OPERATORS.values() for example in operator.examples]
A, B = Parameter("a", ints(0, 99)), Parameter("b", ints(0, 99))


def runner(function: Callable[..., Any]) -> Run:
    def call(arguments: Input) -> Outcome:
        try:
            return Returned(function(*arguments))
        except ValueError:
            return Raised("ValueError")

    def run(mutant: Mutant | None, inputs: Sequence[Input]) -> Sequence[Outcome]:
        assert mutant is None
        return [call(arguments) for arguments in inputs]

    return run


def mutants_of(
    function: Callable[..., Any], parameters: Sequence[Parameter], inputs: Sequence[Input]
) -> tuple[OutcomeMutant, ...]:
    return make_outcome_mutants(parameters, inputs, runner(function)(None, inputs))


def effect(run: Run) -> Run:
    return with_outcome_mutants(run, lambda inputs: run(None, inputs))


def behaviours(
    function: Callable[..., Any], parameters: Sequence[Parameter], inputs: Sequence[Input]
) -> dict[str, list[Any]]:
    run = effect(runner(function))
    return {
        mutant.id.removeprefix("outcome:"): [getattr(outcome, "value", outcome) for outcome in run(mutant, inputs)]
        for mutant in mutants_of(function, parameters, inputs)
    }


@pytest.mark.parametrize(("operator", "example"), EXAMPLES, ids=lambda value: getattr(value, "name", None))
def test_operators_do_what_their_examples_say(operator: Any, example: Any) -> None:
    after = operator.change(example.before, *example.data)
    assert repr(after) == repr(example.after)
    assert operator.on_input == isinstance(example.before, tuple)


def test_every_operator_carries_examples_under_its_own_name() -> None:
    for name, operator in OUTCOME_OPERATORS.items():
        assert operator.name == name
        assert operator.examples


def test_the_gcd_gets_mutants_of_all_kinds_for_numbers() -> None:
    inputs = [(4, 6), (9, 6), (5, 7), (8, 8), (3, 5)]
    found = behaviours(math.gcd, [A, B], inputs)
    another = found.pop("another_input")
    assert found == {
        "off_by_one:+1": [3, 4, 2, 9, 2],
        "off_by_one:-1": [1, 2, 0, 7, 0],
        "sign": [-2, -3, -1, -8, -1],
        "scale:2": [4, 6, 2, 16, 2],
        "stuck:1": [1, 1, 1, 1, 1],
        "stuck:2": [2, 2, 2, 2, 2],
        "argument_ignored:a": [1, 1, 1, 1, 5],
        "argument_ignored:b": [2, 3, 1, 2, 3],
        "arguments_swapped:a,b": [2, 3, 1, 8, 1],
    }
    assert set(another) <= {1, 2, 3, 8}


def test_boolean_outcomes_are_negated_or_stuck() -> None:
    parameters = [Parameter("x", floats()), Parameter("y", floats()), Parameter("up", bools())]
    inputs = [(1.0, 2.0, True), (2.5, 1.0, True), (3.0, 3.0, False)]
    found = behaviours(lambda x, y, up: (x < y) is up, parameters, inputs)
    assert list(found) == [
        "negation",
        "stuck:True",
        "stuck:False",
        "argument_ignored:x",
        "argument_ignored:y",
        "argument_ignored:up",
        "arguments_swapped:x,y",
        "another_input",
    ]
    assert found["negation"] == [False, True, False]
    assert all(type(value) is bool for values in found.values() for value in values)


def test_one_argument_is_neither_ignored_nor_swapped() -> None:
    assert {mutant.operator for mutant in mutants_of(abs, [A], [(1,), (2,)])} == {
        "off_by_one",
        "sign",
        "scale",
        "stuck",
        "another_input",
    }


def test_floats_stay_floats_and_what_is_not_finite_stays_so() -> None:
    x = Parameter("x", floats(allow_infinity=True))
    found = behaviours(lambda x: x, [x], [(math.inf,), (math.nan,), (0.5,)])
    assert repr(found["off_by_one:-1"]) == "[inf, nan, -0.5]"
    assert repr(found["sign"]) == "[-inf, nan, -0.5]"
    assert [name for name in found if name.startswith("stuck")] == ["stuck:inf", "stuck:0.5"]


@given(st.lists(st.tuples(st.integers(), st.integers(), st.integers()), min_size=1, max_size=100, unique=True))
def test_no_two_mutants_are_equal_and_ints_stay_ints(inputs: list[Input]) -> None:
    parameters = [A, B, Parameter("c", ints())]
    mutants = mutants_of(math.gcd, parameters, inputs)
    assert len({mutant.id for mutant in mutants}) == len(mutants)
    assert len({(mutant.operator, mutant.data) for mutant in mutants}) == len(mutants)
    values = behaviours(math.gcd, parameters, inputs).values()
    assert all(type(value) is int for row in values for value in row)


def test_at_most_64_inputs_are_remembered_and_most_of_them_come_up() -> None:
    inputs = [(a, b) for a in range(30) for b in range(30)]
    (mutant,) = [mutant for mutant in mutants_of(pow, [A, B], inputs) if mutant.operator == "another_input"]
    called = []
    effect(lambda _, redirected: called.extend(redirected) or [Returned(0)] * len(redirected))(mutant, inputs)
    assert mutant.data == tuple(inputs[:64])
    assert set(called) == set(mutant.data)


def test_another_input_depends_on_the_input_alone() -> None:
    script = (
        "from genmorph.mutation import OUTCOME_OPERATORS as o;"
        "print([o['another_input'].change((a, b / 3, True), 1, 2, 3, 5) for a in range(9) for b in range(9)])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert b"5" in outputs.pop()


def test_what_the_original_raises_stays_and_changed_inputs_may_raise() -> None:
    run = effect(runner(math.isqrt))
    assert run(OutcomeMutant("m", "sign"), [(9,), (-9,)]) == [Returned(-3), Raised("ValueError")]
    redirected = run(OutcomeMutant("m", "another_input", ((-1,),)), [(9,), (4,)])
    assert redirected == [Raised("ValueError")] * 2


def test_other_mutants_and_the_original_pass_through() -> None:
    asked = []

    def run(mutant: Mutant | None, inputs: Sequence[Input]) -> Sequence[Outcome]:
        asked.append(mutant)
        return [Returned(0)] * len(inputs)

    source = SourceMutant("f:1:number:1", "number", 1, "")
    assert effect(run)(source, [(1,)]) == effect(run)(None, [(1,)]) == [Returned(0)]
    assert asked == [source, None]


def test_nothing_observed_gives_no_mutants_and_only_returned_values_count() -> None:
    assert make_outcome_mutants([A, B], [], []) == ()
    with pytest.raises(UsageError, match=r"outcomes must be returned values, got Raised\(type='ValueError'\)$"):
        make_outcome_mutants([A], [(1,), (2,)], [Returned(10**5000), Raised("ValueError")])
    with pytest.raises(UsageError, match=r"outcomes must be one for each of 2 inputs, got 1$"):
        make_outcome_mutants([A], [(1,), (2,)], [Returned(10**5000)])


def test_outcomes_too_long_to_be_written_in_base_10_get_mutants_of_all_kinds() -> None:
    values = [10**5000, 10**5000, -(10**5000), -(10**5000), 10**4000]
    mutants = make_outcome_mutants([A], [(a,) for a in range(5)], [Returned(value) for value in values])
    labels = [mutant.id.split(":")[2] for mutant in mutants if mutant.operator == "stuck"]
    assert len(set(labels)) == 2
    assert all(label.startswith("int_of_16610_bits_") and len(label) < 40 for label in labels)
    run = effect(lambda _, inputs: [Returned(values[a]) for (a,) in inputs])
    found = {mutant.id: run(mutant, [(0,)]) for mutant in mutants}
    assert found["outcome:off_by_one:+1"] == [Returned(10**5000 + 1)]
    assert found["outcome:scale:2"] == [Returned(2 * 10**5000)]


def test_ints_of_ordinary_length_are_named_as_they_are_written() -> None:
    ids = [mutant.id for mutant in make_outcome_mutants([A], [(1,), (2,)], [Returned(-(2**200)), Returned(7)])]
    assert [name for name in ids if "stuck" in name] == [f"outcome:stuck:{-(2**200)}", "outcome:stuck:7"]

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

from genmorph.domain import bools, byte_strings, floats, ints, lists, optionals, texts
from genmorph.model import (
    Altered,
    Array,
    Domain,
    Fields,
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
from genmorph.mutation.outcome_mutants import OUTCOME_OPERATORS, make_outcome_mutants, with_outcome_mutants

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
    if not operator.on_input:
        assert repr(operator.apply(example.before, example.data)) == repr(example.after)


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


SEQUENCES = [
    st.text(),
    st.binary(),
    st.lists(st.integers()),
    st.lists(st.floats()),
    st.lists(st.booleans()),
    st.lists(st.text()),
    st.lists(st.integers(), min_size=9).map(tuple),
    st.lists(st.floats()).map(lambda elements: Array(tuple(elements))),
]


def elements_of(value: Any) -> list[Any]:
    return list(value.elements if isinstance(value, Array) else value)


@pytest.mark.parametrize("values", SEQUENCES)
@given(st.data())
def test_mutants_of_texts_and_sequences_keep_the_kind(values: st.SearchStrategy[Any], data: st.DataObject) -> None:
    given_values = data.draw(st.lists(values, min_size=1, max_size=5))
    inputs = [(index,) for index in range(len(given_values))]
    run = effect(lambda _, asked: [Returned(given_values[index % len(given_values)]) for (index,) in asked])
    before = {type(element) for value in given_values for element in elements_of(value)}
    for mutant in make_outcome_mutants([A], inputs, [Returned(value) for value in given_values]):
        for outcome, value in zip(run(mutant, inputs), given_values, strict=True):
            assert isinstance(outcome, Returned)
            assert type(outcome.value) is type(value)
            assert {type(element) for element in elements_of(outcome.value)} <= (before or {str})


def test_texts_get_mutants_of_all_kinds_for_texts() -> None:
    text = Parameter("text", texts())
    found = behaviours(str.swapcase, [text], [("aBc",), ("",)])
    assert set(found.pop("another_input")) <= {"AbC", ""}
    assert found == {
        "case:upper": ["ABC", ""],
        "case:lower": ["abc", ""],
        "stuck:'AbC'": ["AbC", "AbC"],
        "stuck:''": ["", ""],
        "element_dropped:first": ["bC", ""],
        "element_dropped:last": ["Ab", ""],
        "element_appended:'A'": ["AbCA", "A"],
        "element_duplicated:first": ["AAbC", ""],
        "element_duplicated:last": ["AbCC", ""],
        "element_off_by_one:first": ["BbC", ""],
        "element_off_by_one:last": ["AbD", ""],
        "elements_swapped:first,second": ["bAC", ""],
        "elements_swapped:first,last": ["CbA", ""],
        "reversed": ["CbA", ""],
        "emptied": ["", ""],
        "repeated": ["AbCAbC", ""],
        "argument_reversed:text": ["CbA", ""],
        "argument_shortened:text": ["Ab", ""],
    }


def given_mutants(values: Sequence[Any], parameters: Sequence[Parameter] = (A,)) -> dict[str, list[Any]]:
    """What each mutant of values makes of them."""
    inputs = [tuple(index for _ in parameters) for index in range(len(values))]
    run = effect(lambda _, asked: [Returned(values[index]) for index, *_ in asked])
    found = make_outcome_mutants(parameters, inputs, [Returned(value) for value in values])
    return {
        mutant.id.removeprefix("outcome:"): [outcome.value for outcome in run(mutant, inputs)]  # type: ignore[union-attr]
        for mutant in found
        if not OUTCOME_OPERATORS[mutant.operator].on_input
    }


@pytest.mark.parametrize(
    ("values", "name", "changed"),
    [
        ([Fields(("x", "y"), (1, "a"))], "in_part:x:off_by_one:+1", [Fields(("x", "y"), (2, "a"))]),
        ([Fields(("x", "y"), (1, "a"))], "in_part:y:case:upper", [Fields(("x", "y"), (1, "A"))]),
        ([{"k": [1, 2], "n": None}], "in_part:k:reversed", [{"k": [2, 1], "n": None}]),
        ([(1, "a"), (2, "b")], "in_part:0:sign", [(-1, "a"), (-2, "b")]),
        ([(1, None), (2, 5)], "in_part:1:off_by_one:+1", [(1, None), (2, 6)]),
        ([(1,), (2, 3)], "reversed", [(1,), (3, 2)]),
        ([None, 5], "sign", [None, -5]),
    ],
)
def test_parts_are_changed_one_at_a_time(values: list[Any], name: str, changed: list[Any]) -> None:
    assert given_mutants(values)[name] == changed


def test_what_a_function_does_in_place_is_changed_or_left_undone() -> None:
    values = [Altered(None, ((0, [1, 2]),)), None, Altered(7, ((0, Array((3.0,))),))]
    found = given_mutants(values, [Parameter("xs", lists(ints()))])
    assert found["argument_left_alone:xs"] == [None, None, 7]
    assert found["in_value:return:off_by_one:+1"] == [
        Altered(None, ((0, [1, 2]),)),
        None,
        Altered(8, ((0, Array((3.0,))),)),
    ]
    assert found["in_argument:xs:emptied"] == [
        Altered(None, ((0, []),)),
        None,
        Altered(7, ((0, Array(())),)),
    ]


@pytest.mark.parametrize("values", [[None], [1, "a"], [[1], "a"], [{}], [Fields((), ())]])
def test_values_of_no_common_kind_have_no_mutants_of_their_own(values: list[Any]) -> None:
    assert given_mutants(values) == {}


@pytest.mark.parametrize(
    ("domain", "values", "middle"),
    [
        (lists(ints()), [[1, 2, 3], [], [5]], [5]),
        (optionals(ints()), [7, None, 1000], 1000),
        (texts(), ["b", "a long one", ""], "b"),
        (byte_strings(), [b"ab", b"", b"a"], b"a"),
    ],
)
def test_an_argument_of_any_kind_can_be_ignored_swapped_and_redirected(
    domain: Domain, values: list[Any], middle: Any
) -> None:
    parameters = [Parameter("one", domain), Parameter("other", domain)]
    inputs = [(value, value) for value in values]
    mutants = {mutant.operator: mutant for mutant in mutants_of(lambda one, _: one, parameters, inputs)}
    assert mutants["argument_ignored"].data == (1, middle)
    assert mutants["another_input"].data == tuple(inputs)
    asked: list[Input] = []
    run = effect(lambda _, redirected: asked.extend(redirected) or [Returned(0)] * len(redirected))
    run(mutants["arguments_swapped"], [(values[0], values[1])])
    run(mutants["another_input"], inputs)
    assert asked[0] == (values[1], values[0])
    assert all(arguments in inputs for arguments in asked[1:])


def test_long_values_are_named_in_few_letters() -> None:
    names = given_mutants([[10**5000] * 1000, list(range(1000)), list(range(1000))])
    stuck = [name for name in names if name.startswith("stuck")]
    assert len(set(stuck)) == 2
    assert all(len(name) < 50 for name in stuck)
    assert stuck[0].startswith("stuck:list_of_1000_")


def test_at_most_64_inputs_are_remembered_and_most_of_them_come_up() -> None:
    inputs = [(a, b) for a in range(30) for b in range(30)]
    (mutant,) = [mutant for mutant in mutants_of(pow, [A, B], inputs) if mutant.operator == "another_input"]
    called = []
    effect(lambda _, redirected: called.extend(redirected) or [Returned(0)] * len(redirected))(mutant, inputs)
    assert mutant.data == tuple(inputs[:64])
    assert set(called) == set(mutant.data)


def test_another_input_depends_on_the_input_alone() -> None:
    script = (
        "from genmorph.mutation.outcome_mutants import OUTCOME_OPERATORS as o;"
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

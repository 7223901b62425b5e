"""Cases of forecasters: what they decide, and what they leave undecided."""

import math
from collections import Counter
from random import Random

import numpy as np
import pytest

from genmorph.learning import Answer, check_relations, forecaster_relations
from genmorph.learning.number_series import generated_series
from tests.subjects.learners import RIGHT, STEPS, forecaster

SERIES = generated_series(210)
TRAIN, VALIDATION = SERIES[:150], SERIES[150:]
RIGHT_ONE = forecaster()


def results(function, train=TRAIN, validation=VALIDATION, *, steps=STEPS, horizon=1, batch=20, **options):
    relations = forecaster_relations(steps, horizon, batch)
    return {found.name: found for found in check_relations(relations, function, train, validation, **options)}


def answers(*given, **options):
    return {name: found.answer for name, found in results(*given, **options).items()}


def violated(*given, **options):
    return [name for name, answer in answers(*given, **options).items() if answer is Answer.VIOLATED]


def test_a_right_program_is_decided_in_all_cases_but_those_it_has_no_means_for():
    found = answers(RIGHT_ONE)
    assert [name for name, answer in found.items() if answer is not Answer.HOLDS] == ["MR-8(a)"]


def after_the_first(later):
    """A program that is right of the data themselves, and gives something else of all others."""

    def program(train, validation, seed=0):
        found = RIGHT_ONE(train, validation, seed)
        if (tuple(train), tuple(validation)) == (TRAIN, VALIDATION):
            return found
        return later(found) if callable(later) else later

    return program


@pytest.mark.parametrize(
    ("later", "reason"),
    [
        (None, "gave None, which holds no numbers"),
        ("text", "gave 'text', which holds no numbers"),
        ({}, "gave {}, which holds no numbers"),
        (lambda found: {"loss": found["loss"]}, "gave no forecast"),
        (lambda found: {**found, "forecast": []}, "gave no forecast"),
        (lambda found: {**found, "loss": None}, "gave no loss"),
        (lambda found: {**found, "loss": math.inf}, "gave inf as loss"),
        (lambda found: {**found, "loss": 10**400}, "gave no loss"),
        (lambda found: {**found, "forecast": found["forecast"][1:]}, "forecast has 52 numbers, and had 53"),
    ],
)
def test_what_is_no_answer_of_other_data_is_violated_and_the_check_goes_on(later, reason):
    found = results(after_the_first(later))
    assert found["MR-1(a)"].answer is Answer.VIOLATED
    assert found["MR-1(a)"].reason == reason
    assert "MR-9(a)" in found


def test_no_numbers_of_missing_values_are_as_good_as_an_error():
    def program(train, validation, seed=0):
        return RIGHT_ONE(train, validation, seed) if all(map(math.isfinite, (*train, *validation))) else None

    assert violated(program) == []


def test_a_program_that_refuses_few_data_is_right():
    def careful(train, validation, seed=0):
        if len(train) < 100 or len(validation) < 40:
            raise ValueError("too few values")
        return RIGHT_ONE(train, validation, seed)

    assert violated(careful) == []


def test_data_that_are_constant_where_they_are_cut_decide_nothing():
    train = (*TRAIN[:-40], *[250.0] * 40)

    def unguarded(train, validation, seed=0):
        try:
            return RIGHT_ONE(train, validation, seed)
        except ValueError:
            return {"loss": math.nan, "forecast": [math.nan] * (len(validation) - STEPS)}

    found = results(unguarded, train)
    assert found["MR-3(b)"].answer is Answer.UNDECIDED
    assert found["MR-3(b)"].reason == "train is constant in its last 8 values"


def test_validation_data_that_are_constant_but_for_the_last_value_decide_nothing():
    def careful(train, validation, seed=0):
        if len(set(validation)) < 2:
            raise ValueError("validation must have a range")
        return RIGHT_ONE(train, validation, seed)

    found = results(careful, TRAIN, (*[250.0] * 40, 300.0))
    assert found["MR-4(g)"].answer is Answer.UNDECIDED
    assert found["MR-4(g)"].reason == "validation is constant but for its last value"


def test_a_loss_of_0_is_no_fault():
    def perfect(train, validation, seed=0):
        return {**RIGHT_ONE(train, validation, seed), "loss": 0.0}

    assert [name for name in violated(perfect) if name.startswith("MR-4")] == []


def test_without_forecasts_no_length_of_validation_data_is_said_to_hold():
    found = answers(RIGHT["a loss alone"])
    assert {found[f"MR-4({case})"] for case in "bcdefg"} == {Answer.UNDECIDED}


def test_without_a_loss_the_last_validation_value_decides_nothing():
    found = answers(RIGHT["no loss"])
    assert {found[f"MR-2({case})"] for case in "abe"} == {Answer.UNDECIDED}


def test_a_loss_without_the_last_window_is_noticed():
    def shortened(train, validation, seed=0):
        whole = RIGHT_ONE(train, validation, seed)
        return {**whole, "loss": RIGHT_ONE(train, validation[:-1], seed)["loss"]}

    assert "MR-2(e)" in violated(shortened)


def test_forecasts_that_are_not_those_of_the_loss_are_noticed():
    def constant(train, validation, seed=0):
        whole = RIGHT_ONE(train, validation, seed)
        return {**whole, "forecast": [min(train)] * len(whole["forecast"])}

    assert "MR-2(h)" in violated(constant)


def test_a_program_that_does_not_see_the_last_value_is_noticed():
    def late(train, validation, seed=0):
        def before(series):
            return [series[0], *series[:-1]]

        return {"forecast": RIGHT_ONE(before(train), before(validation), seed)["forecast"]}

    assert "MR-2(g)" in violated(late)


def test_a_loss_that_scales_validation_data_by_themselves_is_noticed():
    def leaking(train, validation, seed=0):
        least, reach = min(validation), max(validation) - min(validation)
        low, span = min(train), max(train) - min(train)
        whole = RIGHT_ONE(train, [(value - least) / reach * span + low for value in validation], seed)
        return {"loss": whole["loss"], "forecast": whole["forecast"]}

    assert "MR-2(a)" in violated(leaking)


def test_a_program_that_does_not_learn_from_few_windows_is_noticed():
    def needs_a_batch(train, validation, seed=0):
        if len(train) < STEPS + 20:
            loss = RIGHT_ONE(TRAIN, validation, seed)["loss"]
            return {"loss": loss, "forecast": [0.5] * (len(validation) - STEPS)}
        return RIGHT_ONE(train, validation, seed)

    assert {"MR-3(g)", "MR-3(h)"} <= set(violated(needs_a_batch))


def test_shuffled_training_data_that_change_nothing_are_noticed():
    def sorted_first(train, validation, seed=0):
        return RIGHT_ONE(sorted(train), validation, seed)

    assert "MR-5(a)" in violated(sorted_first)


@pytest.mark.parametrize("order", ["by window", "by horizon"])
def test_several_values_are_forecast_in_either_order(order):
    def program(train, validation):
        if not all(map(math.isfinite, (*train, *validation))):
            raise ValueError("series must be finite")
        least, reach = min(train), max(train) - min(train)
        weights = np.array([np.ones(STEPS) * n / STEPS + np.mean(np.diff(train[:: n + 1])) / reach for n in (1, 2, 3)])
        count = len(validation) - STEPS - 2
        if count < 1 or len(train) < 20:
            raise ValueError("too few values")
        windows = np.array([validation[place : place + STEPS] for place in range(count)])
        given = (windows - least) / reach @ weights.T * reach + least
        return {"forecast": given if order == "by window" else given.T}

    found = answers(program, horizon=3)
    assert Answer.VIOLATED not in found.values()
    assert {found[name] for name in ("MR-1(a)", "MR-1(b)", "MR-2(g)", "MR-4(g)")} == {Answer.HOLDS}


def test_entries_that_are_no_outputs_are_not_judged():
    found = results(RIGHT["other entries"])
    assert Answer.VIOLATED not in {one.answer for one in found.values()}
    assert found["MR-1(a)"].answer is Answer.HOLDS


def test_histories_of_varying_length_are_left_aside():
    def stopping_early(train, validation, seed=0):
        whole = RIGHT_ONE(train, validation, seed)
        return {**whole, "loss_history": [whole["loss"]] * (3 + round(sum(train) * 1e7) % 5)}

    assert violated(stopping_early) == []


def named_seed(train, validation, **named):
    return RIGHT_ONE(train, validation, named["seed"])


def positional_seed(train, validation, seed, /):
    return RIGHT_ONE(train, validation, seed)


def positional_data(train, validation, /, *, seed):
    return RIGHT_ONE(train, validation, seed)


@pytest.mark.parametrize("program", [named_seed, positional_seed, positional_data])
def test_the_seed_is_passed_as_the_signature_says(program):
    assert violated(program) == []


def test_a_program_counts_as_seeded_within_rounding():
    rng = Random(1)

    def nearly(train, validation, seed=0):
        whole = RIGHT_ONE(train, validation, seed)
        return {"loss": whole["loss"], "forecast": [value * (1 + rng.gauss(0, 1e-9)) for value in whole["forecast"]]}

    assert violated(nearly) == []


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("oracle", ["interval", "ranks"])
def test_runs_that_fail_by_chance_decide_nothing(oracle, seed):
    rng, calls = Random(seed), []

    def failing(train, validation):
        calls.append(1)
        if len(calls) > 1 and rng.random() < 0.1:
            raise RuntimeError("diverged")
        return RIGHT_ONE(train, validation, rng.randrange(1_000))

    assert violated(failing, oracle=oracle) == []


@pytest.mark.parametrize("oracle", ["interval", "ranks"])
def test_runs_that_fail_always_are_violated(oracle):
    def failing(train, validation):
        if max(train) > max(TRAIN):
            raise RuntimeError("too large")
        return RIGHT_ONE(train, validation, 0)

    assert {"MR-1(a)", "MR-1(b)"} <= set(violated(failing, oracle=oracle))


def choosing(give):
    """Least squares on so many steps."""

    def program(train, validation, steps=STEPS):
        if not all(map(math.isfinite, (*train, *validation))) or max(train) == min(train):
            raise ValueError("series must be finite, and have a range")

        def windows(series):
            scaled = [(value - min(train)) / (max(train) - min(train)) for value in series]
            return np.array([scaled[place : place + steps + 1] for place in range(len(scaled) - steps)])

        trained, seen = windows(train), windows(validation)
        if len(trained) < 1 or len(seen) < 1:
            raise ValueError("too few values")
        weights = np.linalg.lstsq(trained[:, :-1], trained[:, -1], rcond=None)[0]
        return give(float(np.mean((seen[:, :-1] @ weights - seen[:, -1]) ** 2)))

    return program


@pytest.mark.parametrize("seed", range(20))
def test_the_choice_of_time_steps_is_advice(seed):
    series = generated_series(210, seed)
    found = results(choosing(lambda loss: {"loss": loss}), series[:150], series[150:])["MR-8(a)"]
    assert found.answer is not Answer.VIOLATED
    assert "loss is" in found.reason


@pytest.mark.parametrize("oracle", ["seeded", "interval", "ranks"])
def test_the_choice_of_time_steps_is_compared_by_each_oracle(oracle):
    assert "loss is" in results(choosing(lambda loss: {"loss": loss}), oracle=oracle)["MR-8(a)"].reason


def test_of_a_score_nobody_knows_which_is_better():
    found = results(choosing(lambda loss: {"score": 1 - loss}))["MR-8(a)"]
    assert (found.answer, found.reason) == (Answer.UNDECIDED, "no output is a loss")


def test_of_a_short_series_no_steps_are_chosen():
    def program(train, validation, steps=1):
        return (max(train) - min(train)) / (max(validation) - min(validation)) / steps

    found = results(program, [1.0, 2.0, 4.0, 3.0, 5.0], [2.0, 3.0, 4.0], steps=1, batch=1)
    assert found["MR-8(a)"].reason == "data must have 8 values or more to choose steps by"


def test_steps_of_which_it_raises_decide_nothing():
    def fixed(train, validation, seed=0, steps=STEPS):
        if steps != STEPS:
            raise ValueError("steps are fixed")
        return RIGHT_ONE(train, validation, seed)

    assert answers(fixed)["MR-8(a)"] is Answer.UNDECIDED


def raising(_window):
    raise ValueError("a matrix is needed")


@pytest.mark.parametrize("predict", [raising, lambda _window: math.nan, lambda _window: None, lambda _window: []])
def test_a_predict_without_forecasts_decides_nothing(predict):
    def program(train, validation, seed=0):
        return {**RIGHT_ONE(train, validation, seed), "predict": predict}

    assert answers(program)["MR-9(a)"] is Answer.UNDECIDED


def test_a_range_without_a_hundredth_decides_nothing():
    def program(train, validation):
        return {"loss": max(validation) / max(train), "predict": sum}

    train, validation = [5e-324 * (n % 3) for n in range(20)], [5e-324 * (n % 4) for n in range(20)]
    assert answers(program, train, validation)["MR-9(a)"] is Answer.UNDECIDED


def test_a_brittle_predict_is_noticed():
    def program(train, validation, seed=0):
        edge = sum(VALIDATION[-STEPS:]) + 1
        return {
            **RIGHT_ONE(train, validation, seed),
            "predict": lambda window: sum(window) / STEPS + 3_000 * (sum(window) > edge),
        }

    assert answers(program)["MR-9(a)"] is Answer.VIOLATED


@pytest.mark.parametrize(("batch", "count"), [(1, 3), (2, 4), (3, 5), (4, 6), (20, 6)])
def test_each_length_is_tried_once(batch, count):
    found = Counter(name[:4] for name, _ in forecaster_lengths(batch))
    assert found["MR-3"] == count


def forecaster_lengths(batch):
    relation = forecaster_relations(STEPS, batch=batch)[2]
    return [(f"{relation.name}({case.name})", case.words) for case in relation.cases if case.is_published]


@pytest.mark.parametrize(("steps", "horizon", "batch"), [(3, 1, 500), (200, 5, 1)])
def test_enough_values_are_generated_for_the_sizes(steps, horizon, batch):
    lengths = []

    def program(train, validation):
        lengths.append((len(train), len(validation)))
        return max(train) / max(validation)

    relations = forecaster_relations(steps, horizon, batch)
    found = {one.name: one for one in check_relations(relations, program)}
    assert all(count >= steps + horizon + batch for count in lengths[0])
    assert not any("too short" in one.reason for one in found.values())


def test_outputs_that_few_data_do_not_have_are_left_aside():
    def needs_a_batch(train, validation, seed=0):
        if len(train) < STEPS + 20:
            return {**RIGHT_ONE(TRAIN, validation, seed), "fitted": []}
        return {**RIGHT_ONE(train, validation, seed), "fitted": train[:3]}

    assert {"MR-3(g)", "MR-3(h)"} <= set(violated(needs_a_batch))


def test_a_network_that_does_not_learn_is_noticed():
    def untrained(train, validation, seed=0):
        least, reach = min(train), max(train) - min(train)
        rng = Random(seed)
        weights = [rng.gauss(0, 1) for _ in range(STEPS)]
        windows = [validation[place : place + STEPS] for place in range(len(validation) - STEPS)]
        return {
            "forecast": [
                least + sum(weight * (value - least) for weight, value in zip(weights, window, strict=True)) / reach
                for window in windows
            ]
        }

    assert {"MR-2(c)", "MR-2(d)"} <= set(violated(untrained))

"""The nine relations of a program that learns from a series and forecasts another, with their cases.

Source: Dwarakanath and others (2019), for a forecaster by LSTM. Cases that are not theirs are marked so.
"""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from genmorph.learning.adversarial import adversarial_input, forecasts_of
from genmorph.learning.counted_values import learnt_cases, stays, value_cases, words_of_same
from genmorph.learning.lengths import judge_finite, training_length_cases, validation_length_cases
from genmorph.learning.number_series import Series, change_each, shifted_by, with_missing
from genmorph.learning.oracles import Oracle, are_different, are_equal, are_same
from genmorph.learning.ready_made import Answer, Case, Judgement, ReadyMadeRelation, combined, either
from genmorph.learning.runs import Failed, Kind, Outputs
from genmorph.learning.time_steps import choose_steps, information_lost
from genmorph.learning.trainings import Sizes, Trainings, trainings_of
from genmorph.settings import LEARNING

Affine = tuple[float, float]
"""A factor, and what is added."""


def forecaster_relations(steps: int, horizon: int = 1, batch: int = 1) -> tuple[ReadyMadeRelation, ...]:
    """The nine relations of a function that learns from a series and forecasts another.

    The function is called as `function(train, validation, seed=...)` with lists of numbers. It gives a number (a loss),
    a forecast for each window, or a dict of such. Of a dict those outputs are judged that have a forecast for each
    window, or a name with a word such as `loss`, `score` or `forecast`: see `LEARNING.losses`, `.scores` and
    `.forecasts`. With `predict` in that dict, which forecasts a window, its robustness is tried; with a parameter
    `steps`, the choice of these.

    A program counts as right where

    - it scales data by the training data, so that neither a shift nor another unit of all data changes what it learns;
      its losses are those of scaled data, or absolute or squared errors;
    - its losses are those of its forecasts;
    - it uses all windows, each value of a window, and their order, also where there are few. A value that changes
      nothing is a fault only of programs that depend on values everywhere, as a network or least squares do: there,
      each training value moves all forecasts;
    - it refuses data with NaN, without a range, or with few windows by an error, or gives finite numbers of them.

    `check_relations` tries them on `train` and `validation`, or on a generated series where there are none. Options are
    `seed`, `oracle`, see `Oracle`, and `cache`: a file where finished trainings are kept, or True for the user's cache.
    A training is not made again while the source of the function and of what it imports is the same; whatever else
    changes what it gives, such as a file that it reads, is not noticed. Source: Dwarakanath and others (2019).

    Args:
        steps: The values of a window.
        horizon: The values that it forecasts.
        batch: The windows that are trained with together.

    Returns:
        The relations; cases that cannot be decided on a program are undecided.

    Raises:
        UsageError: A size is below 1. A check raises it for data that are too short, constant or not finite, and for a
            function that does not take the data, fails on them, gives nothing that can be judged, or gives two results
            for one seed where the oracle is seeded.

    >>> def naive(train, validation, seed=0, steps=2):
    ...     reach, n = max(train) - min(train), len(validation)
    ...     errors = [abs(validation[i] - validation[i - 1]) / reach for i in range(steps, n)]
    ...     return {"loss": sum(errors) / len(errors), "forecast": validation[steps - 1 : n - 1]}
    >>> shift, *_, missing, _, _ = forecaster_relations(steps=2)
    >>> shift.check(naive), missing.check(naive)
    (True, False)

    """
    sizes = Sizes(steps, horizon, batch)
    prepare = trainings_of(sizes)
    return tuple(
        ReadyMadeRelation(f"MR-{number}", title, cases, prepare)
        for number, (title, cases) in enumerate(_relations(sizes), 1)
    )


def _relations(sizes: Sizes) -> tuple[tuple[str, tuple[Case, ...]], ...]:
    return (
        (
            "change of the unit",
            (
                Case("a", "all data are shifted: losses stay, forecasts are shifted", _judge_shift),
                Case("b", "all data are scaled: losses stay or are, forecasts are", _judge_scale),
            ),
        ),
        (
            "change of one part",
            (
                Case("a", "the validation data alone are shifted: losses differ", _judge_shift_of_validation),
                Case("b", "the training data alone are scaled: losses differ", _judge_scale_of_training),
                *value_cases(),
            ),
        ),
        ("length of the training data", (*training_length_cases(sizes), *learnt_cases(sizes))),
        ("length of the validation data", tuple(validation_length_cases(sizes))),
        ("order in time", (Case("a", "the training data are shuffled: an output differs", _judge_shuffled),)),
        (
            "no range",
            _finite_cases(
                ("the training data are constant", lambda s: (s.train[:1] * len(s.train), s.validation)),
                ("the validation data are constant", lambda s: (s.train, s.validation[:1] * len(s.validation))),
            ),
        ),
        (
            "missing value",
            _finite_cases(
                ("a training value is missing", lambda s: (with_missing(s.train), s.validation)),
                ("a validation value is missing", lambda s: (s.train, with_missing(s.validation))),
            ),
        ),
        ("choice of time steps", (Case("a", "with the steps of which least is lost no loss grows", _judge_steps),)),
        (
            "robustness",
            (Case("a", "no small change of a window changes its forecast beyond proportion", _judge_robust),),
        ),
    )


Change = Callable[[Trainings], tuple[Series, Series]]


def _finite_cases(*changes: tuple[str, Change]) -> tuple[Case, ...]:
    return tuple(
        Case(name, f"{said}: it raises or is finite", partial(_judge_changed, change))
        for name, (said, change) in zip("ab", changes, strict=True)
    )


def _judge_changed(change: Change, subject: Trainings) -> Judgement:
    return judge_finite(subject, subject.run_as_it_is(*change(subject)))


def _judge_shift(subject: Trainings) -> Judgement:
    shift = shifted_by(subject.train)
    unit: dict[Kind, list[Affine]] = {
        Kind.LOSS: [(1, 0)],
        Kind.SCORE: [(1, 0)],
        Kind.FORECAST: [(1, shift)],
        Kind.OTHER: [(1, 0), (1, shift)],
    }
    return _judge_unit(subject, lambda value: value + shift, unit)


def _judge_scale(subject: Trainings) -> Judgement:
    powers: list[Affine] = [(LEARNING.scale**power, 0) for power in LEARNING.powers]
    unit = {Kind.LOSS: powers, Kind.SCORE: powers, Kind.FORECAST: [(LEARNING.scale, 0.0)], Kind.OTHER: powers}
    return _judge_unit(subject, lambda value: value * LEARNING.scale, unit)


def _judge_unit(
    subject: Trainings, change: Callable[[float], float], unit: Mapping[Kind, Sequence[Affine]]
) -> Judgement:
    """Training and validation data change alike; `unit` says what may become of outputs by their kind."""

    def judge(source: Sequence[Outputs], found: Sequence[Outputs]) -> Judgement:
        return combined(
            [_judge_output(subject, name, unit[kind], source, found) for name, kind in subject.kinds.items()]
        )

    return subject.compare(change_each(subject.train, change), change_each(subject.validation, change), judge)


def _judge_output(
    subject: Trainings, name: str, unit: Sequence[Affine], source: Sequence[Outputs], found: Sequence[Outputs]
) -> Judgement:
    counts = [len(run[name]) for run in (*source, *found)]
    if len(set(counts)) > 1:
        is_fixed = subject.kinds[name] is Kind.FORECAST and len(set(counts[: len(source)])) == 1
        reason = f"{name} has {counts[-1]} numbers, and had {counts[0]}"
        return (Answer.VIOLATED if is_fixed else Answer.UNDECIDED), reason
    return either(
        name,
        [
            are_same(
                subject.oracle,
                [tuple(factor * number + added for number in run[name]) for run in source],
                [run[name] for run in found],
                factor * subject.noise()[name],
            )
            for factor, added in unit
        ],
    )


def _judge_shift_of_validation(subject: Trainings) -> Judgement:
    shift = shifted_by(subject.train)
    shifted = change_each(subject.validation, lambda value: value + shift)
    return _judge_losses_differ(subject, subject.train, shifted, shift)


def _judge_scale_of_training(subject: Trainings) -> Judgement:
    scaled = change_each(subject.train, lambda value: value * LEARNING.scale)
    return _judge_losses_differ(subject, scaled, subject.validation, 0.0)


def _judge_losses_differ(subject: Trainings, train: Series, validation: Series, shift: float) -> Judgement:
    """Losses may stay where forecasts are as far as before from what is to be forecast, which moves by `shift`."""
    losses = subject.losses()

    def judge(source: Sequence[Outputs], found: Sequence[Outputs]) -> Judgement:
        if _is_one_different(subject, losses, source, found):
            return Answer.HOLDS, ""
        kept = subject.losses_of_validation() if subject.oracle is Oracle.SEEDED else []
        shifted = [{name: change_each(numbers, lambda value: value + shift) for name, numbers in source[0].items()}]
        if (
            kept
            and all(are_equal(source[0][name], found[0][name], LEARNING.relative) for name in kept)
            and _is_one_different(subject, subject.forecasts(), shifted, found)
        ):
            return Answer.VIOLATED, f"{words_of_same(kept)}, and forecasts are not as far off as before"
        return Answer.UNDECIDED, "losses stay, and may be right to"

    if not losses:
        return Answer.UNDECIDED, "no output is a loss"
    return subject.compare(train, validation, judge)


def _is_one_different(
    subject: Trainings, names: Sequence[str], source: Sequence[Outputs], found: Sequence[Outputs]
) -> bool:
    """Whether one of these outputs differs by the oracle of the check."""
    noise = subject.noise()
    return any(
        are_different(subject.oracle, [run[name] for run in source], [run[name] for run in found], noise[name])
        for name in names
    )


def _judge_shuffled(subject: Trainings) -> Judgement:
    names = list(subject.kinds)

    def judge(source: Sequence[Outputs], found: Sequence[Outputs]) -> Judgement:
        if _is_one_different(subject, names, source, found):
            return Answer.HOLDS, ""
        is_seeded = subject.oracle is Oracle.SEEDED
        if is_seeded and stays(subject, source[0], found[0], names) and subject.must_use_all_values():
            return Answer.VIOLATED, words_of_same(names)
        return Answer.UNDECIDED, "outputs stay, and may be right to"

    return subject.compare(tuple(subject.rng.sample(subject.train, len(subject.train))), subject.validation, judge)


def _judge_steps(subject: Trainings) -> Judgement:
    """Advice: the steps of which least is lost need not have the smallest loss."""
    losses = [name for name, kind in subject.kinds.items() if kind is Kind.LOSS]
    most = min(len(subject.train), len(subject.validation)) // LEARNING.windows
    if not subject.program.takes_steps:
        return Answer.UNDECIDED, "the function has no parameter steps"
    if not losses:
        return Answer.UNDECIDED, "no output is a loss"
    if most < 2:
        return Answer.UNDECIDED, f"data must have {2 * LEARNING.windows} values or more to choose steps by"
    lost = {steps: information_lost(subject.train, steps) for steps in range(2, most + 1)}
    best, worst = choose_steps(subject.train, list(lost)), max(lost, key=lambda steps: lost[steps])
    means = []
    for steps in (best, worst):
        runs = [
            subject.run(subject.train, subject.validation, subject.seed + n, steps=steps)
            for n in range(subject.oracle.source_runs)
        ]
        if failed := [run for run in runs if isinstance(run, Failed)]:
            return Answer.UNDECIDED, f"with {steps} steps it {failed[0]}"
        means.append(
            {
                name: statistics.fmean(n for run in runs if not isinstance(run, Failed) for n in run[name])
                for name in losses
            }
        )
    one, other = means
    said = ", ".join(
        f"{name} is {one[name]:.4g} with {best} steps and {other[name]:.4g} with {worst}" for name in losses
    )
    holds = all(one[name] <= other[name] * (1 + LEARNING.no_worse) for name in losses)
    return (Answer.HOLDS if holds else Answer.UNDECIDED), said


def _judge_robust(subject: Trainings) -> Judgement:
    """No small change of the last window changes its forecast out of proportion."""
    value = subject.value()
    predict = value.get("predict") if isinstance(value, Mapping) else None
    if not callable(predict):
        return Answer.UNDECIDED, "the function gives no predict, which forecasts one window"
    window = subject.validation[-subject.sizes.steps :]
    if min(window) < 0:
        return Answer.UNDECIDED, "the last window has values below 0"
    if isinstance(given := forecasts_of(predict, window), Failed):
        return Answer.UNDECIDED, f"of the last window predict {given}"
    budget = LEARNING.perturbation * (max(subject.train) - min(subject.train))
    if not 0 < budget < math.inf:
        return Answer.UNDECIDED, f"a hundredth of the range of train is {budget!r}"
    found = adversarial_input(predict, window, budget)
    return (Answer.HOLDS, "") if found is None else (Answer.VIOLATED, str(found))

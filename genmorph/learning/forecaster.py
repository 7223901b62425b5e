"""The nine relations of a program that learns from a series and forecasts another, with their cases.

Source: Dwarakanath and others (2019), for a forecaster by LSTM. Cases that are not theirs are marked so.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import sub
from random import Random
from typing import Any

from genmorph.learning.adversarial import adversarial_input
from genmorph.learning.oracles import Oracle, affine, are_same, do_differ, failure
from genmorph.learning.outputs import Outputs, RaisedError, are_finite, called, is_loss, read_outputs, takes
from genmorph.learning.periods import choose_steps, information_lost
from genmorph.learning.ready_made import Answer, Case, Judgement, ReadyMadeRelation
from genmorph.model import UsageError
from genmorph.settings import LEARNING

Series = tuple[float, ...]
Run = Outputs | RaisedError


@dataclass(frozen=True, slots=True)
class Sizes:
    """What a forecaster sees and gives: the values of a window, those that it forecasts, and the windows of a batch."""

    steps: int
    horizon: int
    batch: int

    def __post_init__(self) -> None:
        for name in ("steps", "horizon", "batch"):
            if not (isinstance(getattr(self, name), int) and getattr(self, name) >= 1):
                raise UsageError(f"{name} must be an int >= 1, got {getattr(self, name)!r}")

    @property
    def least(self) -> int:
        """The values of the shortest series that has a window and what follows it."""
        return self.steps + self.horizon


@dataclass(slots=True)
class _Subject:
    """A forecaster with its data; what it gave is kept, since trainings are slow."""

    function: Callable[..., Any]
    train: Series
    validation: Series
    seed: int
    oracle: Oracle
    sizes: Sizes
    _known: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    _noise: Mapping[str, float] | None = None

    @property
    def rng(self) -> Random:
        return Random(f"{self.seed}/forecaster")

    def value(self, train: Series, validation: Series, seed: int, **named: Any) -> Any:
        """What the function gives for these series and this seed."""
        asked = (train, validation, seed, *sorted(named.items()))
        if asked not in self._known:
            seeded = {"seed": seed} if takes(self.function, "seed") else {}
            self._known[asked] = called(self.function, list(train), list(validation), **seeded, **named)
        return self._known[asked]

    def run(self, train: Series, validation: Series, seed: int, **named: Any) -> Run:
        """The numbers of it."""
        value = self.value(train, validation, seed, **named)
        return value if isinstance(value, RaisedError) else read_outputs(value)

    def source_runs(self) -> list[Run]:
        return [self.run(self.train, self.validation, self.seed + n) for n in range(self.oracle.source_runs)]

    def follow_up_runs(self, train: Series, validation: Series) -> list[Run]:
        """With the same seed by the seeded oracle, with others else."""
        first = self.seed + (0 if self.oracle is Oracle.SEEDED else LEARNING.runs)
        return [self.run(train, validation, first + n) for n in range(self.oracle.follow_up_runs)]

    def noise(self) -> Mapping[str, float]:
        """By output how far it moves where all values move by rounding, some times as much: no more is expected."""
        if self._noise is None:
            rng = self.rng
            train, validation = (
                _each(series, lambda value: value * (1 + rng.uniform(-1, 1) * LEARNING.rounding))
                for series in (self.train, self.validation)
            )
            one = self.run(self.train, self.validation, self.seed)
            other = self.run(train, validation, self.seed)
            if isinstance(one, RaisedError) or isinstance(other, RaisedError):
                return {}
            self._noise = {name: _moved(numbers, other.get(name, ())) for name, numbers in one.items()}
        return self._noise


def _moved(one: Sequence[float], other: Sequence[float]) -> float:
    most = max((abs(a - b) for a, b in zip(one, other, strict=False)), default=0.0)
    return LEARNING.of_noise * most + LEARNING.relative * max(map(abs, one), default=0.0)


def generated_series(count: int, seed: int = 0) -> Series:
    """Draw a series as of daily sales, with periods of 7 and 12.

    >>> series = generated_series(20)
    >>> len(series), min(series) >= 0
    (20, True)
    """
    rng = Random(f"{seed}/series")
    return tuple(
        max(0.0, 270 + 120 * math.sin(2 * math.pi * n / 7) + 90 * math.sin(2 * math.pi * n / 12) + rng.gauss(0, 15))
        for n in range(count)
    )


def _subject_of(sizes: Sizes) -> Callable[..., _Subject]:
    def prepare(
        function: Callable[..., Any],
        train: Sequence[float] | None = None,
        validation: Sequence[float] | None = None,
        *,
        seed: int = 0,
        oracle: Oracle | str = Oracle.SEEDED,
    ) -> _Subject:
        if (train is None) != (validation is None):
            raise UsageError("train and validation must be given both or neither, got one of them")
        if train is None or validation is None:
            series = generated_series(LEARNING.training + LEARNING.validation, seed)
            train, validation = series[: LEARNING.training], series[LEARNING.training :]
        for name, values in (("train", train), ("validation", validation)):
            if len(values) < sizes.least + 1 or not all(map(math.isfinite, values)):
                raise UsageError(f"{name} must be {sizes.least + 1} finite numbers or more, got {len(values)} values")
        subject = _Subject(
            function, tuple(map(float, train)), tuple(map(float, validation)), seed, _oracle(oracle), sizes
        )
        if subject.oracle is Oracle.SEEDED:
            _require_seeded(subject)
        return subject

    return prepare


def _oracle(oracle: Oracle | str) -> Oracle:
    try:
        return Oracle(oracle)
    except ValueError:
        names = ", ".join(one.value for one in Oracle)
        raise UsageError(f"oracle must be one of {names}, got {oracle!r}") from None


def _require_seeded(subject: _Subject) -> None:
    """Runs with one seed must be the same: the seeded oracle says nothing otherwise."""
    seeded = {"seed": subject.seed} if takes(subject.function, "seed") else {}
    one = subject.run(subject.train, subject.validation, subject.seed)
    again = called(subject.function, list(subject.train), list(subject.validation), **seeded)
    other = again if isinstance(again, RaisedError) else read_outputs(again)
    if failure([one]) is None and one != other:
        rule = "function must give the same for the same seed" if seeded else "function must have a parameter seed"
        raise UsageError(f"{rule} where the oracle is seeded, got two results: choose the oracle ranks")


def _map(subject: _Subject, change: Callable[[float], float]) -> Callable[[str, float], float]:
    """The change of the outputs that are on the scale of the data; losses are on a normalised one."""
    losses = {
        name
        for run in subject.source_runs()
        if not isinstance(run, RaisedError)
        for name in run
        if is_loss(name, run[name])
    }
    return lambda name, number: number if name in losses else change(number)


def _all_changed(change: Callable[[float], float], factor: float = 1.0) -> Callable[[_Subject], Judgement]:
    """Training and validation data change alike: so do forecasts, and losses stay."""

    def judge(subject: _Subject) -> Judgement:
        source = subject.source_runs()
        found = subject.follow_up_runs(_each(subject.train, change), _each(subject.validation, change))
        if (reason := failure([*source, *found])) is not None:
            return Answer.VIOLATED, reason
        noise = {name: factor * tolerance for name, tolerance in subject.noise().items()}
        expected = [affine(run, _map(subject, change)) for run in source]  # type: ignore[arg-type]
        return are_same(subject.oracle, expected, found, noise)  # type: ignore[arg-type]

    return judge


def _must_differ(
    change: Callable[[_Subject], tuple[Series, Series]], *, only_losses: bool = False
) -> Callable[[_Subject], Judgement]:
    def judge(subject: _Subject) -> Judgement:
        source, found = subject.source_runs(), subject.follow_up_runs(*change(subject))
        if (reason := failure([*source, *found])) is not None:
            return Answer.VIOLATED, reason
        outputs: Outputs = source[0]  # type: ignore[assignment]
        names = [name for name in outputs if is_loss(name, outputs[name])] if only_losses else []
        return do_differ(subject.oracle, source, found, subject.noise(), names or list(outputs))  # type: ignore[arg-type]

    return judge


def _of_length(which: str, windows: Callable[[Sizes], int]) -> Callable[[_Subject], Judgement]:
    """A series is cut to so many windows: a result is finite, and of less than one it may raise."""

    def judge(subject: _Subject) -> Judgement:
        wanted = windows(subject.sizes)
        count = subject.sizes.least - 1 + wanted
        series = subject.train if which == "train" else subject.validation
        if count > len(series):
            return Answer.UNDECIDED, f"{which} has {len(series)} values, and {count} are needed"
        cut = series[len(series) - count :]
        given = (cut, subject.validation) if which == "train" else (subject.train, cut)
        run = subject.run(*given, subject.seed)
        answer, reason = _judge_run(run, may_raise=wanted < 1)
        if answer is Answer.VIOLATED or wanted < 1 or isinstance(run, RaisedError):
            return answer, reason
        return _has_forecasts(subject, run, wanted) if which == "validation" else (answer, reason)

    return judge


def _forecasts(subject: _Subject) -> list[str]:
    """The names of the outputs that have a forecast for each window of the validation data."""
    run = subject.run(subject.train, subject.validation, subject.seed)
    wanted = (len(subject.validation) - subject.sizes.least + 1) * subject.sizes.horizon
    found = [] if isinstance(run, RaisedError) else [name for name, numbers in run.items() if len(numbers) == wanted]
    return [name for name in found if not is_loss(name, run[name])]  # type: ignore[index]


def _has_forecasts(subject: _Subject, run: Outputs, windows: int) -> Judgement:
    """Whether each window has its forecast, and there is a loss."""
    for name in _forecasts(subject):
        if len(run.get(name, ())) != windows * subject.sizes.horizon:
            return Answer.VIOLATED, f"{name} has {len(run.get(name, ()))} numbers for {windows} windows"
    for name, numbers in run.items():
        if is_loss(name, numbers) and not any(numbers):
            return Answer.VIOLATED, f"{name} is 0"
    return Answer.HOLDS, ""


def _is_learnt_of(windows: Callable[[Sizes], int]) -> Callable[[_Subject], Judgement]:
    """Whether another value in training data of so many windows changes what is given."""

    def judge(subject: _Subject) -> Judgement:
        count = subject.sizes.least - 1 + windows(subject.sizes)
        if not LEARNING.fewest_learnt <= count <= len(subject.train):
            return Answer.UNDECIDED, f"train has {len(subject.train)} values, and {count} are too many or too few"
        cut = subject.train[len(subject.train) - count :]
        middle = (min(cut) + max(cut)) / 2
        place = min(range(count), key=lambda place: abs(cut[place] - middle))  # the range stays what it is
        changed = _with_one_changed(cut, place)
        runs = [subject.run(train, subject.validation, subject.seed) for train in (cut, changed)]
        if (reason := failure(runs)) is not None:
            return Answer.VIOLATED, reason
        source, found = (run for run in runs if not isinstance(run, RaisedError))
        return do_differ(Oracle.SEEDED, [source], [found], subject.noise(), list(source))

    return judge


def _judge_run(run: Run, *, may_raise: bool) -> Judgement:
    if isinstance(run, RaisedError):
        return (Answer.HOLDS if may_raise else Answer.VIOLATED), f"raised {run}"
    return (Answer.HOLDS, "") if are_finite(run) else (Answer.VIOLATED, failure([run]) or "")


def _raises_or_finite(change: Callable[[_Subject], tuple[Series, Series]]) -> Callable[[_Subject], Judgement]:
    return lambda subject: _judge_run(subject.run(*change(subject), subject.seed), may_raise=True)


def _each(series: Series, change: Callable[[float], float]) -> Series:
    return tuple(change(value) for value in series)


def _shuffled(subject: _Subject) -> tuple[Series, Series]:
    return tuple(subject.rng.sample(subject.train, len(subject.train))), subject.validation


def _with_one_changed(series: Series, place: int) -> Series:
    """One value moves by a third of the range, towards its middle."""
    low, high = min(series), max(series)
    changed = list(series)
    changed[place] += (high - low) / 3 * (1 if series[place] < (low + high) / 2 else -1)
    return tuple(changed)


def _with_missing(series: Series) -> Series:
    return (*series[: len(series) // 2], math.nan, *series[len(series) // 2 + 1 :])


def _shorter_validation(subject: _Subject) -> Judgement:
    """Without the last value of the validation data the forecasts are the same, but for the last window's."""
    shorter = subject.run(subject.train, subject.validation[:-1], subject.seed)
    whole = subject.run(subject.train, subject.validation, subject.seed)
    if (reason := failure([whole, shorter])) is not None:
        return Answer.VIOLATED, reason
    assert not isinstance(whole, RaisedError)
    assert not isinstance(shorter, RaisedError)
    names = _forecasts(subject)
    if not names:
        return Answer.UNDECIDED, "no output has a number for each window"
    for name in names:
        if len(shorter[name]) != len(whole[name]) - subject.sizes.horizon:
            return (
                Answer.VIOLATED,
                f"{name} has {len(shorter[name])} numbers, and {len(whole[name])} of one window more",
            )
    expected = [{name: whole[name][: -subject.sizes.horizon] for name in names}]
    return are_same(Oracle.SEEDED, expected, [shorter], subject.noise())


def _steps_chosen(subject: _Subject) -> Judgement:
    """Trained with the steps of which least is lost, the loss is not above that with those of which most is."""
    if not takes(subject.function, "steps"):
        return Answer.UNDECIDED, "the function has no parameter steps"
    most = min(len(subject.train), len(subject.validation)) // LEARNING.windows
    lost = {steps: information_lost(subject.train, steps) for steps in range(2, most + 1)}
    best, worst = choose_steps(subject.train, list(lost)), max(lost, key=lambda steps: lost[steps])
    runs = [subject.run(subject.train, subject.validation, subject.seed, steps=steps) for steps in (best, worst)]
    if (reason := failure(runs)) is not None:
        return Answer.VIOLATED, reason
    one, other = (
        math.fsum(number for name, numbers in run.items() if is_loss(name, numbers) for number in numbers)
        for run in runs
        if not isinstance(run, RaisedError)
    )
    said = f"loss is {one:.4g} with {best} steps and {other:.4g} with {worst}"
    return (Answer.HOLDS if one <= other * (1 + LEARNING.no_worse) else Answer.VIOLATED), said


def _adversarial(subject: _Subject) -> Judgement:
    """No small change of the last window changes its forecast out of proportion."""
    value = subject.value(subject.train, subject.validation, subject.seed)
    predict = value.get("predict") if isinstance(value, Mapping) else None
    if not callable(predict):
        return Answer.UNDECIDED, "the function gives no predict, which forecasts one window"
    window = subject.validation[-subject.sizes.steps :]
    if min(window) < 0:
        return Answer.UNDECIDED, "the last window has values below 0"
    budget = LEARNING.perturbation * (max(subject.train) - min(subject.train))
    found = adversarial_input(predict, window, budget)
    return (Answer.HOLDS, "") if found is None else (Answer.VIOLATED, str(found))


def _value_cases() -> Iterator[Case]:
    for name, which, place, said in (
        ("c", "train", -1, "the last training value"),
        ("d", "train", 0, "the first training value"),
        ("e", "validation", -1, "the last validation value"),
        ("f", "validation", 0, "the first validation value"),
    ):
        words = f"{said} becomes another: an output differs"
        yield Case(name, words, _must_differ(partial(_with_value_changed, which, place)), is_published=False)
    words = "the last validation value that a window sees becomes another: a forecast differs"
    yield Case("g", words, _last_seen, is_published=False)


def _with_value_changed(which: str, place: int, subject: _Subject) -> tuple[Series, Series]:
    if which == "train":
        return _with_one_changed(subject.train, place), subject.validation
    return subject.train, _with_one_changed(subject.validation, place)


def _last_seen(subject: _Subject) -> Judgement:
    names = _forecasts(subject)
    if not names:
        return Answer.UNDECIDED, "no output has a number for each window"
    series = _with_one_changed(subject.validation, -1 - subject.sizes.horizon)
    last = subject.sizes.horizon
    runs = [subject.run(subject.train, one, subject.seed) for one in (subject.validation, series)]
    if (reason := failure(runs)) is not None:
        return Answer.VIOLATED, reason
    source, found = (
        {name: numbers[-last:] for name, numbers in run.items() if name in names}
        for run in runs
        if not isinstance(run, RaisedError)
    )
    actual = subject.validation[-last:]
    seen = [name for name in names if max(map(abs, map(sub, source[name], actual))) > subject.noise()[name]]
    return do_differ(Oracle.SEEDED, [source], [found], subject.noise(), seen or names)


def _length_cases(which: str, named: str) -> Iterator[Case]:
    lengths: tuple[tuple[str, str, Callable[[Sizes], int]], ...] = (
        ("a", "no window", lambda _: 0),
        ("b", "one window", lambda _: 1),
        ("c", "two windows", lambda _: 2),
        ("d", "one window less than a batch", lambda sizes: sizes.batch - 1),
        ("e", "one batch", lambda sizes: sizes.batch),
        ("f", "one window more than a batch", lambda sizes: sizes.batch + 1),
    )
    for name, said, windows in lengths:
        may = "it raises or is finite" if name == "a" else "it is finite"
        has = " and has a forecast for each window" if which == "validation" and name != "a" else ""
        yield Case(name, f"{named} data have {said}: {may}{has}", _of_length(which, windows))


def _learnt_cases() -> Iterator[Case]:
    lengths: tuple[tuple[str, str, Callable[[Sizes], int]], ...] = (
        ("g", "one window", lambda _: 1),
        ("h", "one window less than a batch", lambda sizes: sizes.batch - 1),
        ("i", "one batch", lambda sizes: sizes.batch),
        ("j", "one window more than a batch", lambda sizes: sizes.batch + 1),
    )
    for name, said, windows in lengths:
        words = f"a value of training data of {said} becomes another: an output differs"
        yield Case(name, words, _is_learnt_of(windows), is_published=False)


def forecaster_relations(steps: int, horizon: int = 1, batch: int = 1) -> tuple[ReadyMadeRelation, ...]:
    """The nine relations of a function that learns from a series and forecasts another.

    The function is called as `function(train, validation, seed=...)` with lists of numbers. It gives a number (a loss),
    numbers (forecasts), or a dict of such, in which names such as `loss` or `error` tell losses; these are expected not
    to depend on the unit of the data. With `predict` in that dict, which forecasts a window, its robustness is tried;
    with a parameter `steps`, the choice of these.

    `relation.check(function, train, validation)` tries one on data, `relation.check(function)` on a generated series.
    Options of both: `seed`, and `oracle`, see `Oracle`. Source: Dwarakanath and others (2019).

    Args:
        steps: The values of a window.
        horizon: The values that it forecasts.
        batch: The windows that are trained with together.

    >>> def naive(train, validation, seed=0, steps=2):
    ...     reach, n = max(train) - min(train), len(validation)
    ...     errors = [abs(validation[i] - validation[i - 1]) / reach for i in range(steps, n)]
    ...     return {"loss": sum(errors) / len(errors), "forecast": validation[steps - 1 : n - 1]}
    >>> shift, *_, missing, _, _ = forecaster_relations(steps=2)
    >>> shift.check(naive), missing.check(naive)
    (True, False)

    """
    relations = (
        (
            "change of the unit",
            (
                Case(
                    "a", "309 is added to all data: losses stay, forecasts grow by it", _all_changed(lambda v: v + 309)
                ),
                Case(
                    "b",
                    "all data are multiplied by 3: losses stay, forecasts, too, are",
                    _all_changed(lambda v: v * 3, 3),
                ),
            ),
        ),
        (
            "change of one part",
            (
                Case(
                    "a",
                    "309 is added to the validation data alone: losses differ",
                    _must_differ(lambda s: (s.train, _each(s.validation, lambda v: v + 309)), only_losses=True),
                ),
                Case(
                    "b",
                    "the training data alone are multiplied by 3: losses differ",
                    _must_differ(lambda s: (_each(s.train, lambda v: v * 3), s.validation), only_losses=True),
                ),
                *_value_cases(),
            ),
        ),
        ("length of the training data", (*_length_cases("train", "training"), *_learnt_cases())),
        (
            "length of the validation data",
            (
                *_length_cases("validation", "validation"),
                Case("g", "the last validation value is left out: other forecasts stay", _shorter_validation, False),
            ),
        ),
        ("order in time", (Case("a", "the training data are shuffled: an output differs", _must_differ(_shuffled)),)),
        (
            "no range",
            (
                Case(
                    "a",
                    "the training data are constant: it raises or is finite",
                    _raises_or_finite(lambda s: (s.train[:1] * len(s.train), s.validation)),
                ),
                Case(
                    "b",
                    "the validation data are constant: it raises or is finite",
                    _raises_or_finite(lambda s: (s.train, s.validation[:1] * len(s.validation))),
                ),
            ),
        ),
        (
            "missing value",
            (
                Case(
                    "a",
                    "a training value is missing: it raises or is finite",
                    _raises_or_finite(lambda s: (_with_missing(s.train), s.validation)),
                ),
                Case(
                    "b",
                    "a validation value is missing: it raises or is finite",
                    _raises_or_finite(lambda s: (s.train, _with_missing(s.validation))),
                ),
            ),
        ),
        ("choice of time steps", (Case("a", "with the steps of which least is lost no loss grows", _steps_chosen),)),
        (
            "robustness",
            (Case("a", "no small change of a window changes its forecast beyond proportion", _adversarial),),
        ),
    )
    prepare = _subject_of(Sizes(steps, horizon, batch))
    return tuple(
        ReadyMadeRelation(f"MR-{number}", title, cases, prepare) for number, (title, cases) in enumerate(relations, 1)
    )

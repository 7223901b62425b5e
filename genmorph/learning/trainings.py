"""A forecaster with its data, and its trainings: what they give, and how far rounding moves that."""

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from genmorph.learning.kept_trainings import KeptTrainings
from genmorph.learning.number_series import (
    Series,
    change_one,
    generated_series,
    middle_indices,
    read_varied_series,
    round_otherwise,
    shifted_by,
)
from genmorph.learning.oracles import Oracle, are_different, are_equal, moved_by
from genmorph.learning.program import Program, read_program
from genmorph.learning.ready_made import Answer, Judgement
from genmorph.learning.runs import Failed, Kind, Numbers, Outputs, failure, kinds_of, read_outputs
from genmorph.model import UsageError
from genmorph.settings import LEARNING

Run = Outputs | Failed


class UnseededError(UsageError):
    """Two runs with the same seed differ, so that the seeded oracle says nothing."""


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

    def windows_of(self, series: Sequence[float]) -> int:
        """How many windows a series has with what follows them."""
        return max(0, len(series) - self.least + 1)

    def length_of(self, windows: int) -> int:
        """How many values a series of so many windows has."""
        return self.least - 1 + windows

    def per_window(self, numbers: Numbers) -> list[list[Numbers]]:
        """The numbers by window, in each order that they may have: window by window, or one horizon after the other."""
        windows = len(numbers) // self.horizon
        rows = [numbers[place * self.horizon :][: self.horizon] for place in range(windows)]
        return [rows] if self.horizon == 1 else [rows, [numbers[place::windows] for place in range(windows)]]


@dataclass(slots=True)
class Trainings:
    """A forecaster with its data; what it gave is kept, since trainings are slow."""

    program: Program
    train: Series
    validation: Series
    seed: int
    oracle: Oracle
    sizes: Sizes
    kept: KeptTrainings | None = None
    """Where trainings are kept beyond the process."""
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    """The kinds of the outputs that are judged."""
    _runs: dict[tuple[Any, ...], Run] = field(default_factory=dict)
    _value: list[Any] = field(default_factory=list)
    """What the program gave for the data themselves, where it was trained in this process."""
    _noise: Mapping[str, float] | None = None

    @property
    def rng(self) -> Random:
        """Random numbers, from the beginning."""
        return Random(f"{self.seed}/forecaster")

    def value(self) -> Any:
        """All that the program gives for the data themselves, also what is no number, or Failed.

        It is trained anew where only its numbers were kept.
        """
        if not self._value:
            self._value.append(self.program(self.train, self.validation, self.seed))
        return self._value[0]

    def run(self, train: Series, validation: Series, seed: int | None = None, **options: Any) -> Run:
        """The finite numbers of all outputs that are judged."""
        run = self.run_as_it_is(train, validation, seed, **options)
        return run if isinstance(run, Failed) else failure(run, list(self.kinds)) or run

    def run_as_it_is(
        self, train: Series, validation: Series, seed: int | None = None, *, steps: int | None = None, repeat: int = 0
    ) -> Run:
        """The numbers of all outputs, whichever there are; `repeat` tells runs of the same data and seed apart."""
        asked = (train, validation, self.seed if seed is None else seed, steps, repeat)
        if asked not in self._runs:
            kept = None if self.kept is None else self.kept.find(asked)
            self._runs[asked] = self._trained(asked) if kept is None else kept
        return self._runs[asked]

    def _trained(self, asked: tuple[Series, Series, int, int | None, int]) -> Run:
        train, validation, seed, steps, _ = asked
        value = self.program(train, validation, seed, steps)
        if asked == (self.train, self.validation, self.seed, None, 0):
            self._value.append(value)
        run = value if isinstance(value, Failed) else read_outputs(value)
        if self.kept is not None and not isinstance(run, Failed):
            self.kept.keep(asked, run)
        return run

    def source_runs(self) -> list[Run]:
        """Runs of the data themselves."""
        return [self.run(self.train, self.validation, self.seed + n) for n in range(self.oracle.source_runs)]

    def follow_up_runs(self, train: Series, validation: Series, count: int | None = None) -> list[Run]:
        """Runs of other data, with the same seed by the seeded oracle, with others else."""
        first = self.seed + (0 if self.oracle is Oracle.SEEDED else LEARNING.runs)
        return [self.run(train, validation, first + n) for n in range(count or self.oracle.follow_up_runs)]

    def compare(
        self,
        train: Series,
        validation: Series,
        judge: Callable[[Sequence[Outputs], Sequence[Outputs]], Judgement],
    ) -> Judgement:
        """Judge the runs of the data themselves and of others; runs that fail by chance say nothing."""
        source, found = self.source_runs(), self.follow_up_runs(train, validation)
        if failed := [run for run in source if isinstance(run, Failed)]:
            return Answer.UNDECIDED, f"of the data themselves it {failed[0]}"
        if failed := [run for run in found if isinstance(run, Failed)]:
            count = 1 if self.oracle is Oracle.SEEDED else LEARNING.runs
            again = [run for run in self.follow_up_runs(train, validation, count) if isinstance(run, Failed)]
            if len(again) == count:
                return Answer.VIOLATED, str(failed[0])
            return Answer.UNDECIDED, f"in {len(again)} of {count} runs it {failed[0]}"
        return judge(_read(source), _read(found))

    def noise(self) -> Mapping[str, float]:
        """By judged output how far rounding moves it: 0 of outputs that differ with one seed, whose noise is not known.

        It is infinite of outputs whose length rounding changes.
        """
        if self._noise is None:
            source, again = (self.run(self.train, self.validation, repeat=repeat) for repeat in (0, 1))
            repeated = [name for name in self.kinds if _are_same(source, again, name)]
            others = _read(self._rounded_runs()) if repeated else []
            self._noise = {
                name: LEARNING.of_noise * _rounded_by(source, others, name) if name in repeated else 0.0
                for name in self.kinds
            }
        return self._noise

    def _rounded_runs(self) -> list[Run]:
        """Runs of the data as other roundings would have them."""
        rng, largest = self.rng, max(map(abs, (*self.train, *self.validation))) + shifted_by(self.train)
        return [
            self.run(round_otherwise(self.train, rng, largest), round_otherwise(self.validation, rng, largest))
            for _ in range(LEARNING.rounded_runs)
        ]

    def losses(self) -> list[str]:
        """The names of losses and scores."""
        return [name for name, kind in self.kinds.items() if kind in (Kind.LOSS, Kind.SCORE)]

    def forecasts(self) -> list[str]:
        """The names of outputs with a forecast for each window, other than what is to be forecast."""
        run = self.run(self.train, self.validation)
        if isinstance(run, Failed):
            return []
        wanted = self.sizes.windows_of(self.validation) * self.sizes.horizon
        return [
            name
            for name, kind in self.kinds.items()
            if kind in (Kind.FORECAST, Kind.OTHER) and len(run[name]) == wanted and not self._is_actual(run[name])
        ]

    def _is_actual(self, numbers: Numbers) -> bool:
        """Whether an output is what is to be forecast."""
        steps, horizon = self.sizes.steps, self.sizes.horizon
        places = range(steps, steps + self.sizes.windows_of(self.validation))
        actual = [self.validation[place : place + horizon] for place in places]
        return any(
            all(are_equal(one, other, LEARNING.relative) for one, other in zip(order, actual, strict=True))
            for order in self.sizes.per_window(numbers)
        )

    def must_use_all_values(self) -> bool:
        """Whether a value that changes nothing is a fault, as values within the series tell.

        Another validation value must move some forecast, wherever it is. Then there are two kinds of such programs:
        another training value moves nearly all forecasts, as it does of networks and least squares; or none moves any,
        and another seed does, as of a network that does not learn. Of nearest neighbours, trees and medians, and of
        programs that have nothing to learn, a single value may change nothing.
        """
        source, reseeded = (self.run(self.train, self.validation, self.seed + n) for n in (0, 1))
        trained, validated = self._with_others("train"), self._with_others("validation")
        if isinstance(source, Failed) or any(isinstance(run, Failed) for run in (*trained, *validated)):
            return False
        return any(
            all(self._moved_part(name, source, run) for run in validated)
            and (
                all(self._moved_part(name, source, run) >= LEARNING.counted for run in trained)
                or (
                    self._moved_part(name, source, reseeded) >= LEARNING.counted
                    and all(are_equal(source[name], run[name], LEARNING.exact) for run in _read(trained))
                )
            )
            for name in self.forecasts()
        )

    def _moved_part(self, name: str, source: Outputs, run: Run) -> float:
        """The part of an output's numbers that are others; 0 where rounding alone may move them."""
        if isinstance(run, Failed) or len(source[name]) != len(run[name]):
            return 0.0
        one, other = source[name], run[name]
        if not are_different(Oracle.SEEDED, [one], [other], self.noise()[name]):
            return 0.0
        least = LEARNING.exact * max(map(abs, (*one, *other)))
        return sum(abs(a - b) > least for a, b in zip(one, other, strict=True)) / len(one)

    def losses_of_validation(self) -> list[str]:
        """The losses that another validation value moves, wherever it is."""
        source, runs = self.run(self.train, self.validation), self._with_others("validation")
        if isinstance(source, Failed) or any(isinstance(run, Failed) for run in runs):
            return []
        return [
            name
            for name in self.losses()
            if not any(are_equal(source[name], run[name], LEARNING.exact) for run in _read(runs))
        ]

    def _with_others(self, which: str) -> list[Run]:
        series = self.train if which == "train" else self.validation
        others = [change_one(series, index) for index in middle_indices(series)]
        return [self.run(one, self.validation) if which == "train" else self.run(self.train, one) for one in others]


def flat(windows: Sequence[Numbers]) -> Numbers:
    """The numbers of all windows."""
    return tuple(number for window in windows for number in window)


def _read(runs: Sequence[Run]) -> list[Outputs]:
    return [run for run in runs if not isinstance(run, Failed)]


def _are_same(one: Run, other: Run, name: str) -> bool:
    """Whether two runs give the same, as they do where everything random is seeded."""
    if isinstance(one, Failed) or isinstance(other, Failed):
        return False
    return are_equal(one[name], other[name], LEARNING.relative)


def _rounded_by(source: Run, others: Sequence[Outputs], name: str) -> float:
    """How far rounding moves an output; infinitely where it changes its length."""
    if isinstance(source, Failed):
        return 0.0
    if any(len(run[name]) != len(source[name]) for run in others):
        return math.inf
    return max((moved_by(source[name], run[name]) for run in others), default=0.0)


def trainings_of(sizes: Sizes) -> Callable[..., Trainings]:
    """What prepares the check of a forecaster of these sizes."""
    return partial(_prepare, sizes)


def _prepare(
    sizes: Sizes,
    function: Callable[..., Any],
    train: Any = None,
    validation: Any = None,
    *,
    seed: int = 0,
    oracle: Oracle | str = Oracle.SEEDED,
    cache: bool | str | os.PathLike[str] = False,
) -> Trainings:
    if (train is None) != (validation is None):
        raise UsageError("train and validation must be given both or neither, got one of them")
    if train is None or validation is None:
        least = sizes.length_of(sizes.batch + 1)
        trained, validated = max(LEARNING.training, least), max(LEARNING.validation, least)
        series = generated_series(trained + validated, seed)
        train, validation = series[:trained], series[trained:]
    train = read_varied_series("train", train, sizes.least + 1)
    validation = read_varied_series("validation", validation, sizes.least + 1)
    kept = KeptTrainings.of(function, cache)
    subject = Trainings(read_program(function), train, validation, seed, _oracle(oracle), sizes, kept)
    outputs = subject.run_as_it_is(train, validation)
    if isinstance(outputs, Failed):
        raise UsageError(f"function must give numbers for train and validation, got a call that {outputs}")
    windows = sizes.windows_of(validation)
    subject.kinds = kinds_of(outputs, windows * sizes.horizon)
    if not subject.kinds:
        rule = f"outputs must be a loss, forecasts of {windows} windows, or a dict with names such as loss and forecast"
        given = ", ".join(f"{name} with {len(numbers)} numbers" for name, numbers in outputs.items())
        raise UsageError(f"{rule}, got {given}")
    if (failed := failure(outputs, list(subject.kinds))) is not None:
        raise UsageError(f"function must give finite numbers for train and validation, got a call that {failed}")
    if subject.oracle is Oracle.SEEDED:
        _require_seeded(subject, outputs)
    return subject


def _oracle(oracle: Oracle | str) -> Oracle:
    try:
        return Oracle(oracle)
    except ValueError:
        names = ", ".join(one.value for one in Oracle)
        raise UsageError(f"oracle must be one of {names}, got {oracle!r}") from None


def _require_seeded(subject: Trainings, outputs: Outputs) -> None:
    """Runs with one seed must be the same: the seeded oracle says nothing otherwise."""
    again = subject.run(subject.train, subject.validation, repeat=1)
    if not all(_are_same(outputs, again, name) for name in subject.kinds):
        rule = "give the same for the same seed" if subject.program.takes_seed else "have a parameter seed"
        raise UnseededError(
            f"function must {rule} where the oracle is seeded, got two results: choose the oracle ranks, "
            "or begin anew in each call where it keeps what it has learnt"
        )

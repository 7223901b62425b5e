"""Cases of the lengths of training and validation data: what a forecaster gives where these are cut."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from genmorph.learning.number_series import Series, is_constant
from genmorph.learning.oracles import are_same
from genmorph.learning.ready_made import Answer, Case, Judgement, combined, either
from genmorph.learning.runs import Failed, Kind, Outputs, failure
from genmorph.learning.trainings import Run, Sizes, Trainings, flat

_LENGTHS: dict[str, tuple[str, Callable[[Sizes], int]]] = {
    "a": ("no window", lambda _: 0),
    "b": ("one window", lambda _: 1),
    "c": ("two windows", lambda _: 2),
    "d": ("one window less than a batch", lambda sizes: sizes.batch - 1),
    "e": ("one batch", lambda sizes: sizes.batch),
    "f": ("one window more than a batch", lambda sizes: sizes.batch + 1),
}


def lengths_to_try(sizes: Sizes, names: str = "abcdef") -> Iterator[tuple[str, str, int]]:
    """What lengths are called, and how many windows they have, each number once.

    >>> [(name, windows) for name, _, windows in lengths_to_try(Sizes(5, 1, batch=1))]
    [('a', 0), ('b', 1), ('c', 2)]
    >>> [(name, windows) for name, _, windows in lengths_to_try(Sizes(5, 1, batch=2), "bdef")]
    [('b', 1), ('e', 2), ('f', 3)]
    """
    known: set[int] = set()
    for name in names:
        said, count = _LENGTHS[name]
        if (windows := count(sizes)) not in known:
            known.add(windows)
            yield name, said, windows


def cut(series: Series, sizes: Sizes, windows: int) -> Series | None:
    """The end of a series that has so many windows; None where the series is too short."""
    count = sizes.length_of(windows)
    return series[len(series) - count :] if count <= len(series) else None


def training_length_cases(sizes: Sizes) -> Iterator[Case]:
    """Whether the program copes with few training data; it may refuse them."""
    for name, said, windows in lengths_to_try(sizes):
        words = f"training data have {said}: it raises or is finite"
        yield Case(name, words, partial(_judge_training_of, windows))


def validation_length_cases(sizes: Sizes) -> Iterator[Case]:
    """Whether it copes with few validation data."""
    for name, said, windows in lengths_to_try(sizes):
        has = " and has a forecast for each window" if windows else ""
        words = f"validation data have {said}: it raises or is finite{has}"
        yield Case(name, words, partial(_judge_validation_of, windows))
    words = "the last validation value is left out: other forecasts stay"
    yield Case("g", words, _judge_shorter_validation, is_published=False)


def judge_finite(subject: Trainings, run: Run) -> Judgement:
    """Whether a run raises or is finite."""
    if isinstance(run, Failed):
        return Answer.HOLDS, str(run)
    failed = failure(run, [name for name in subject.kinds if run.get(name)])
    return (Answer.HOLDS, "") if failed is None else (Answer.VIOLATED, str(failed))


def _judge_training_of(windows: int, subject: Trainings) -> Judgement:
    part = cut(subject.train, subject.sizes, windows)
    if part is None or is_constant(part):
        return Answer.UNDECIDED, _why_untestable("train", subject.train, part)
    return judge_finite(subject, subject.run_as_it_is(part, subject.validation))


def _judge_validation_of(windows: int, subject: Trainings) -> Judgement:
    part = cut(subject.validation, subject.sizes, windows)
    if part is None or is_constant(part):
        return Answer.UNDECIDED, _why_untestable("validation", subject.validation, part)
    run = subject.run_as_it_is(subject.train, part)
    answer, reason = judge_finite(subject, run)
    if answer is Answer.VIOLATED or not windows or isinstance(run, Failed):
        return answer, reason
    return _judge_counts(subject, run, windows)


def _why_untestable(name: str, whole: Series, part: Series | None) -> str:
    if part is None:
        return f"{name} is too short, with {len(whole)} values"
    return f"{name} is constant in its last {len(part)} values"


def _judge_counts(subject: Trainings, run: Outputs, windows: int) -> Judgement:
    """Whether each window has its forecast; of outputs that never had one for each, whether there is any."""
    wanted, exact = windows * subject.sizes.horizon, subject.forecasts()
    judgements: list[Judgement] = []
    for name, kind in subject.kinds.items():
        count = len(run.get(name, ()))
        if kind is Kind.FORECAST and count != wanted and (name in exact or not count):
            judgements.append((Answer.VIOLATED, f"{name} has {count} numbers of {wanted}"))
        elif kind is Kind.FORECAST and name in exact:
            judgements.append((Answer.HOLDS, ""))
    return combined([*judgements, (Answer.UNDECIDED, "it is finite, and no output has a forecast for each window")])


def _judge_shorter_validation(subject: Trainings) -> Judgement:
    """Without the last value of the validation data the forecasts are the same, but for the last window's."""
    names = [name for name in subject.forecasts() if subject.kinds[name] is Kind.FORECAST]
    if not names:
        return Answer.UNDECIDED, "no output has a forecast for each window"
    shorter = subject.validation[:-1]
    if is_constant(shorter):
        return Answer.UNDECIDED, "validation is constant but for its last value"
    return subject.compare(
        subject.train,
        shorter,
        lambda source, found: combined([_judge_shorter(subject, source, found, name) for name in names]),
    )


def _judge_shorter(subject: Trainings, source: Sequence[Outputs], found: Sequence[Outputs], name: str) -> Judgement:
    windows, horizon = subject.sizes.windows_of(subject.validation) - 1, subject.sizes.horizon
    for run in found:
        if len(run[name]) != windows * horizon:
            return Answer.VIOLATED, f"{name} has {len(run[name])} numbers of {windows * horizon}"
    before, after = ([subject.sizes.per_window(run[name]) for run in runs] for runs in (source, found))
    return either(
        name,
        [
            are_same(
                subject.oracle,
                [flat(orders[order][:windows]) for orders in before],
                [flat(orders[order]) for orders in after],
                subject.noise()[name],
            )
            for order in range(len(after[0]))
        ],
    )

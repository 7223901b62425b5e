"""Cases of single values: whether a forecaster makes use of each one. They are not the paper's.

A value that changes nothing is a fault of programs that use all they get: each training value moves all of their
forecasts, which is tried on values within the series. Of other programs, such as nearest neighbours, nothing is
decided, nor is anything by other oracles than the seeded one: a single value moves too little beside random trainings.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from genmorph.learning.lengths import cut, lengths_to_try
from genmorph.learning.number_series import Series, change_one
from genmorph.learning.oracles import Oracle, are_different, are_equal
from genmorph.learning.ready_made import Answer, Case, Judgement
from genmorph.learning.runs import Failed, Outputs, failure
from genmorph.learning.trainings import Sizes, Trainings, flat
from genmorph.settings import LEARNING

Changed = tuple[Series, Series]


def value_cases() -> Iterator[Case]:
    """Whether the first and the last values count, of training and of validation data."""
    for name, words, judge in (
        ("c", "the last training value becomes another: an output differs", partial(_judge_training_value, -1)),
        ("d", "the first training value becomes another: an output differs", partial(_judge_training_value, 0)),
        ("e", "the last validation value becomes another: a loss differs", _judge_last_validation_value),
        ("f", "the first validation value becomes another: an output differs", _judge_first_validation_value),
        ("g", "the last value that a window sees becomes another: its forecast differs", _judge_last_seen),
        ("h", "the first validation value becomes another: forecasts differ where a loss does", _judge_loss_alone),
    ):
        yield Case(name, words, judge, is_published=False)


def learnt_cases(sizes: Sizes) -> Iterator[Case]:
    """Whether training data of some lengths are learnt from."""
    for name, said, windows in lengths_to_try(sizes, "bdef"):
        words = f"the last value of training data of {said} becomes another: an output differs"
        yield Case(_LEARNT[name], words, partial(_judge_learnt_of, windows), is_published=False)


_LEARNT = {"b": "g", "d": "h", "e": "i", "f": "j"}
"""Names of these cases, by those of the same lengths."""


def stays(subject: Trainings, source: Outputs, found: Outputs, names: Sequence[str]) -> bool | None:
    """Whether outputs are exactly the same; None where they differ by no more than rounding may."""
    noise = subject.noise()
    if any(are_different(Oracle.SEEDED, [source[name]], [found[name]], noise[name]) for name in names):
        return False
    return True if all(are_equal(source[name], found[name], LEARNING.exact) for name in names) else None


def _judge_change(
    subject: Trainings, source: Changed, changed: Changed, judge: Callable[[Outputs, Outputs], Judgement]
) -> Judgement:
    """Judge one run with the seed of each; the program must be seeded."""
    if subject.oracle is not Oracle.SEEDED:
        return Answer.UNDECIDED, "a single value is seen by the seeded oracle alone"
    one, other = subject.run_as_it_is(*source), subject.run_as_it_is(*changed)
    if isinstance(one, Failed):
        return Answer.UNDECIDED, f"before the change it {one}"
    names = [name for name in subject.kinds if one.get(name)]  # of few data there may be fewer outputs
    if (failed := failure(one, names)) is not None or not names:
        return Answer.UNDECIDED, f"before the change it {failed or 'gave no output'}"
    failed = other if isinstance(other, Failed) else failure(other, names)
    if failed is not None or isinstance(other, Failed):
        return Answer.VIOLATED, str(failed)
    return judge({name: one[name] for name in names}, {name: other[name] for name in names})


def _judge_counted(
    subject: Trainings, source: Outputs, found: Outputs, names: Sequence[str], counts: Callable[[], bool]
) -> Judgement:
    """Judge whether an output differs, of a program of which `counts` says that it must."""
    match stays(subject, source, found, names):
        case False:
            return Answer.HOLDS, ""
        case None:
            return Answer.UNDECIDED, f"{' and '.join(names)} moved by no more than rounding may"
    if not counts():
        return Answer.UNDECIDED, "other values change nothing either, or not all that they might"
    return Answer.VIOLATED, words_of_same(names)


def words_of_same(names: Sequence[str]) -> str:
    """Say that outputs stay.

    >>> words_of_same(["loss", "forecast"])
    'loss and forecast stay the same'
    """
    return f"{' and '.join(names)} {'stays' if len(names) == 1 else 'stay'} the same"


def _judge_training_value(index: int, subject: Trainings) -> Judgement:
    return _judge_change(
        subject,
        (subject.train, subject.validation),
        (change_one(subject.train, index), subject.validation),
        lambda source, found: _judge_counted(subject, source, found, list(source), subject.must_use_all_values),
    )


def _judge_validation_value(
    index: int, names: Sequence[str], counts: Callable[[], bool], subject: Trainings
) -> Judgement:
    return _judge_change(
        subject,
        (subject.train, subject.validation),
        (subject.train, change_one(subject.validation, index)),
        lambda source, found: _judge_counted(subject, source, found, names, counts),
    )


def _judge_last_validation_value(subject: Trainings) -> Judgement:
    """No window sees the last value, so only a loss tells it, and only one that each value tells in."""
    if subject.oracle is not Oracle.SEEDED or not (losses := subject.losses()):
        return Answer.UNDECIDED, "no output is a loss of a seeded program"
    return _judge_validation_value(-1, losses, lambda: bool(subject.losses_of_validation()), subject)


def _judge_first_validation_value(subject: Trainings) -> Judgement:
    return _judge_validation_value(0, list(subject.kinds), subject.must_use_all_values, subject)


def _judge_last_seen(subject: Trainings) -> Judgement:
    if not (names := subject.forecasts()):
        return Answer.UNDECIDED, "no output has a forecast for each window"

    def judge(source: Outputs, found: Outputs) -> Judgement:
        if any(len(source[name]) != len(found[name]) for name in names):
            return Answer.HOLDS, ""
        last, others = (
            {name: flat([order[-1] for order in subject.sizes.per_window(run[name])]) for name in names}
            for run in (source, found)
        )
        return _judge_counted(subject, last, others, names, subject.must_use_all_values)

    changed = change_one(subject.validation, -1 - subject.sizes.horizon)
    return _judge_change(subject, (subject.train, subject.validation), (subject.train, changed), judge)


def _judge_loss_alone(subject: Trainings) -> Judgement:
    """Only the first window sees the first value, and none is to forecast it: a loss has it by a forecast alone."""
    if not (names := subject.forecasts()):
        return Answer.UNDECIDED, "no output has a forecast for each window"

    def judge(source: Outputs, found: Outputs) -> Judgement:
        if stays(subject, source, found, names) is not True:
            return Answer.HOLDS, ""
        if stays(subject, source, found, subject.losses()) is not False:
            return Answer.UNDECIDED, "neither a loss nor a forecast differs"
        return Answer.VIOLATED, f"a loss differs, and {words_of_same(names)}"

    changed = change_one(subject.validation, 0)
    return _judge_change(subject, (subject.train, subject.validation), (subject.train, changed), judge)


def _judge_learnt_of(windows: int, subject: Trainings) -> Judgement:
    part = _part_to_learn_from(subject.train, subject.sizes, windows)
    if part is None:
        return Answer.UNDECIDED, f"no part of train has {windows} windows and ends within its range"
    return _judge_change(
        subject,
        (part, subject.validation),
        (change_one(part, -1), subject.validation),
        lambda source, found: _judge_counted(subject, source, found, list(source), subject.must_use_all_values),
    )


def _part_to_learn_from(train: Series, sizes: Sizes, windows: int) -> Series | None:
    """The last part of so many windows whose last value may become another without changing the range of the part.

    Scaled by the range, an end of it is 0, of which linear programs learn nothing.
    """
    for end in range(len(train), 0, -1):
        part = cut(train[:end], sizes, windows)
        if part is None:
            return None
        if min(part) < part[-1] < max(part) and len(part) >= LEARNING.fewest_learnt:
            return part
    return None

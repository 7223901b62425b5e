"""Inputs that the original accepts, drawn as far as they are needed, and what is not tried."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Protocol

from genmorph.annotations.valid_inputs import Validity
from genmorph.execution.outputs import Pair
from genmorph.execution.patience import is_too_large, is_unanswered
from genmorph.execution.worker.protocol import RAISED_ELSE, UNMADE
from genmorph.model import Crashed, Domain, Input, Kind, Outcome, Parameter, Raised, Returned, Run, UnsupportedError
from genmorph.settings import DRAWN, TRIALS
from genmorph.subject.subject import Subject
from genmorph.transformations.transformation import Transformation
from genmorph.values.building import built_text, made
from genmorph.values.labels import key
from genmorph.values.measures import magnitude

_TIMED_OUT = "timed out"


class FollowUp(Protocol):
    """What makes follow-ups."""

    def __call__(self, source: Input, outcome: Outcome) -> Input | None:
        """The valid follow-up of a source with this outcome; None where there is none."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Source/follow-up pairs of a stream, how many accepted inputs before the last had none, and how many raised.

    `share` is that of the inputs of the whole domain that have a follow-up. `ended` says that the stream gave no
    further inputs, so that there are few more, if any.
    """

    pairs: list[Pair]
    outside: int
    refused: int
    share: float
    ended: bool

    def followed_by(self, further: "Pairs") -> "Pairs":
        """These and further ones of a stream of a part of the domain."""
        outside, refused = self.outside + further.outside, self.refused + further.refused
        return Pairs(self.pairs + further.pairs, outside, refused, self.share, further.ended)


class AcceptedInputs:
    """A stream of distinct inputs, without those on which the original does not return.

    `seed` is that of what transformations draw for its inputs, which streams must not share: what one has learnt from
    would be tested with. Where few of its inputs suit a transformation, further ones come of a stream of its own.
    `asked` are the inputs that it was called on. `refused` counts what it did instead of returning, by exception type
    or reason; `lost` the calls among them that did not even raise, and `unanswered` by reason those that timed out or
    crashed. `per_wanted` says how many inputs are drawn for each one wanted, at most.
    """

    def __init__(self, inputs: Iterator[Input], run: Run, seed: str = "") -> None:
        self._inputs = inputs
        self._run = run
        self.seed = seed
        self.per_wanted = TRIALS.most_drawn
        self._refused_before: list[int] = []
        self.asked: list[Input] = []
        self.accepted: list[Input] = []
        self.outcomes: list[Outcome] = []
        self.refused: Counter[str] = Counter()
        self.unanswered: Counter[str] = Counter()
        self.lost = 0
        self.drawn = 0
        self.is_exhausted = False
        self._outside: dict[Transformation, int] = {}
        self._suiting: dict[Transformation, tuple[int, AcceptedInputs]] = {}

    def draw(self, count: int) -> None:
        """Draw `count` more inputs and run the original on them."""
        drawn = list(islice(self._inputs, count))
        self.is_exhausted = len(drawn) < count
        self.drawn += len(drawn)
        inputs = list(filter(self.is_worth_asking, drawn))
        self.asked += inputs
        for values, outcome in zip(inputs, self._run(None, inputs), strict=True):
            if isinstance(outcome, Returned):
                self.accepted.append(values)
                self.outcomes.append(outcome)
                self._refused_before.append(self._answered_refusals)
            else:
                reason = refusal(outcome)
                self.refused[reason] += 1
                self.lost += not isinstance(outcome, Raised)
                if is_unanswered(outcome):
                    self.unanswered[reason] += 1
                    self.note_unanswered(values)

    def is_worth_asking(self, _values: Input) -> bool:
        """Whether the original is called on an input that was drawn."""
        return True

    def note_unanswered(self, _values: Input) -> None:
        """Learn that a call timed out or crashed."""

    def step(self, count: int) -> int:
        """The number of inputs that are drawn at once where `count` are wanted."""
        return min(TRIALS.step, count)

    def arrange(self, order: Sequence[int]) -> None:
        """Put the accepted inputs in another order, given as their present places."""
        self.accepted = [self.accepted[place] for place in order]
        self.outcomes = [self.outcomes[place] for place in order]
        self._refused_before = [self._refused_before[place] for place in order]

    def at_least(self, count: int) -> None:
        """Draw until `count` are accepted, or the stream ends, or too many have been drawn."""
        while len(self.accepted) < count and not self.is_exhausted and self.drawn < self.per_wanted * count:
            self.draw(self.step(count))

    def pairs(
        self,
        transformation: Transformation,
        follow: FollowUp,
        count: int,
        *,
        is_drawn: bool = False,
        least_share: float = 0.0,
        draw_suiting: "Callable[[Sequence[Input]], AcceptedInputs] | None" = None,
    ) -> Pairs:
        """The first `count` accepted inputs with a follow-up in the domain, and what was passed over on the way.

        `is_drawn` says that what the transformation draws stands behind the arguments already. Once few of the inputs
        have had a follow-up, but no smaller share than the least one, further ones come of another stream, in which all
        have: `draw_suiting` makes it, without the inputs that it is given.
        """
        end, suiting = self._suiting.get(transformation, (None, None))
        may_end = draw_suiting is not None
        found, end = self._look(transformation, follow, count, is_drawn=is_drawn, may_end=may_end, end=end)
        if suiting is None and end is not None and draw_suiting is not None and found.share >= least_share:
            suiting = draw_suiting(self.accepted[:end])
            self._suiting[transformation] = end, suiting
        if suiting is not None and len(found.pairs) < count:
            found = found.followed_by(suiting.pairs(transformation, follow, count - len(found.pairs)))
        self._outside[transformation] = found.outside
        return found

    def _look(
        self,
        transformation: Transformation,
        follow: FollowUp,
        count: int,
        *,
        is_drawn: bool,
        may_end: bool,
        end: int | None,
    ) -> tuple[Pairs, int | None]:
        """Pairs of this stream alone, and the place where it ends: that `end`, or one where few have had a follow-up.

        The place depends on the stream alone, whatever others have drawn of it.
        """
        pairs: list[Pair] = []
        outside = 0
        is_plain = is_drawn or transformation.drawn is None
        most = self.per_wanted * (max(count, TRIALS.suiting_look) if may_end else count)
        accepted = self._endless(most, lambda: count - len(pairs), end)
        plain = ((source, follow(source, outcome)) for source, outcome in accepted)
        for source, follow_up in plain if is_plain else self._drawn(transformation, follow, accepted):
            if follow_up is None:
                outside += 1
                looked = len(pairs) + outside
                if may_end and looked >= TRIALS.suiting_look and len(pairs) < TRIALS.least_suiting * looked:
                    end = looked
                    break
                continue
            pairs.append((source, follow_up))
            if len(pairs) == count:
                break
        looked = len(pairs) + outside
        saw_all = len(pairs) < count and end is None
        refused = self._answered_refusals if saw_all else max(self._refused_before[:looked], default=0)
        share = len(pairs) / looked if looked else 0.0
        return Pairs(pairs, outside, refused, share, saw_all and self.is_exhausted and not self.unanswered), end

    def _drawn(
        self, transformation: Transformation, follow: FollowUp, accepted: Iterable[tuple[Input, Outcome]]
    ) -> Iterator[tuple[Input, Input | None]]:
        """Accepted inputs with what is drawn for each, and their follow-ups; no source twice.

        Where there are few inputs, those that have a follow-up come several times: with each of few values, else with
        others until little more is drawn.
        """
        given: list[Input] = []
        followed: list[tuple[Input, Outcome]] = []
        for arguments, outcome in accepted:
            source, follow_up = self._with_drawn(transformation, arguments, partial(follow, outcome=outcome), 0)
            given.append(source)
            if follow_up is not None:
                followed.append((arguments, outcome))
            yield source, follow_up
        if self.is_exhausted:
            yield from self._drawn_again(transformation, follow, followed, set(map(key, given)))

    def _drawn_again(
        self, transformation: Transformation, follow: FollowUp, inputs: Sequence[tuple[Input, Outcome]], known: set[str]
    ) -> Iterator[tuple[Input, Input]]:
        """The inputs with other values than are known, as far as these have follow-ups."""
        assert transformation.drawn is not None
        size = transformation.drawn.size
        values = [*transformation.drawn.values()] if size is not None and size <= DRAWN.turns else []
        for turn in range(1, len(values) + 1 if values else DRAWN.turns):
            news = 0
            for place, (arguments, outcome) in enumerate(inputs):
                answer = partial(follow, outcome=outcome)
                if values:
                    source = (*arguments, values[(place + turn) % len(values)])
                    follow_up = None if key(source) in known else answer(source)
                else:
                    source, follow_up = self._with_drawn(transformation, arguments, answer, turn)
                if follow_up is not None and (name := key(source)) not in known:
                    known.add(name)
                    news += 1
                    yield source, follow_up
            if not values and news < DRAWN.least_news * len(inputs):
                return

    def _with_drawn(
        self, transformation: Transformation, arguments: Input, follow: Callable[[Input], Input | None], turn: int
    ) -> tuple[Input, Input | None]:
        return transformation.with_drawn(arguments, follow, f"{self.seed}/{turn}/{transformation.key}")

    @property
    def outside(self) -> int:
        """Follow-ups that were left out because they lie outside the domain."""
        return sum(self._outside.values())

    def _endless(
        self, most: int, missing: Callable[[], int], end: int | None = None
    ) -> Iterator[tuple[Input, Outcome]]:
        """Accepted inputs with their outcomes, as many more drawn as are missing; `most` are drawn in all.

        Where there is an `end`, none behind that place.
        """
        position = 0
        while True:
            yield from zip(self.accepted[position:end], self.outcomes[position:end], strict=True)
            position = len(self.accepted)
            if self.is_exhausted or self.drawn >= most or end is not None:
                return
            self.draw(self.step(max(TRIALS.least, missing())))

    @property
    def escaped(self) -> dict[str, int]:
        """The refusals by exceptions that are no ordinary ones, without those that count as unanswered."""
        return {
            reason: count
            for reason, count in self.refused.items()
            if reason.startswith(RAISED_ELSE) and reason not in self.unanswered
        }

    @property
    def _answered_refusals(self) -> int:
        return self.refused.total() - self.unanswered.total()


@dataclass(frozen=True, slots=True)
class Streams:
    """Inputs that the search learns from, those that screen its candidates, and those that nothing learns from.

    The last are those at the boundary of the domain, of another distribution. `draw_within` makes a stream of other
    domains, with a seed and without some inputs; it is None where drawing is costly, and where inputs follow models,
    samples or conditions.
    """

    sources: AcceptedInputs
    screening: AcceptedInputs
    fresh: AcceptedInputs
    boundary: AcceptedInputs
    draw_within: Callable[[Sequence[Domain], str, Sequence[Input]], AcceptedInputs] | None


def refusal(outcome: Outcome) -> str:
    """What the original did instead of returning, in a word.

    >>> from genmorph.model import Raised, TimedOut
    >>> refusal(Raised("ValueError")), refusal(TimedOut())
    ('ValueError', 'timed out')
    """
    match outcome:
        case Raised(type=name):
            return name
        case Crashed(why=why):
            return "too large" if is_too_large(outcome) else why
        case _:
            return _TIMED_OUT


def unanswered_text(reasons: Counter[str], drawn: int, limit: float) -> str:
    """How many inputs of those drawn have no answer, and why; `limit` is the time of a call in seconds.

    >>> unanswered_text(Counter({"timed out": 20, "killed by SIGSEGV": 1}), 2_000, 0.1)
    '21 of 2,000 inputs (timed out after 0.1 s: 20, killed by SIGSEGV: 1)'
    """
    each = ", ".join(f"{reason}: {count:,}" for reason, count in reasons.most_common())
    told = each.replace(f"{_TIMED_OUT}:", f"{_TIMED_OUT} after {limit:.3g} s:")
    return f"{reasons.total():,} of {drawn:,} inputs ({told})"


def without_answer(name: str, reasons: Counter[str], drawn: int, limit: float) -> UnsupportedError:
    """The error for a function that times out or crashes on too many inputs.

    >>> without_answer("spin", Counter({"timed out": 8}), 8, 1.0).args[0]
    'spin must return or raise, got neither for 8 of 8 inputs (timed out after 1 s: 8); give a domain without them'
    """
    none = unanswered_text(reasons, drawn, limit)
    return UnsupportedError(f"{name} must return or raise, got neither for {none}; give a domain without them")


class CarefulInputs(AcceptedInputs):
    """A stream that leaves out inputs as large as one that timed out or crashed, and ends after `patience` of these."""

    def __init__(self, inputs: Iterator[Input], run: Run, patience: int, seed: str = "") -> None:
        super().__init__(inputs, run, seed)
        self._patience = patience
        self._step = TRIALS.first_step
        self._too_large = math.inf

    def draw(self, count: int) -> None:
        """Draw `count` more inputs and run the original on them."""
        before = self.unanswered.total()
        super().draw(count)
        self._step = 2 * self._step if self.unanswered.total() == before else TRIALS.first_step
        self.is_exhausted |= self.unanswered.total() >= self._patience

    def is_worth_asking(self, values: Input) -> bool:
        """Whether the input is smaller than all that timed out or crashed."""
        return self._too_large == math.inf or magnitude(values) < self._too_large

    def note_unanswered(self, values: Input) -> None:
        """Learn how large an input was whose call timed out or crashed."""
        self._too_large = min(self._too_large, magnitude(values))

    def step(self, count: int) -> int:
        """Few at once while calls may come to no end."""
        return min(super().step(count), self._step)


class ClockedInputs(Iterator[Input]):
    """A stream that knows how long its inputs took.

    The first inputs may load something. Strategies make a batch of values at once: its first value takes the time of
    all. A stream without repetitions gets slower the more inputs it has given.
    """

    def __init__(self, stream: Iterator[Input], seconds_left: Callable[[], float]) -> None:
        self._stream = stream
        self._left = seconds_left
        self._seconds: list[float] = []

    def __next__(self) -> Input:
        began = self._left()
        values = next(self._stream)
        self._seconds.append(began - self._left() if began < math.inf else 0.0)
        return values

    @property
    def count(self) -> int:
        """The number of inputs so far."""
        return len(self._seconds)

    def mean(self, start: int, end: int | None = None) -> float:
        """Mean seconds of the inputs at these places; 0 where there are none."""
        chosen = self._seconds[start:end]
        return sum(chosen) / len(chosen) if chosen else 0.0


class Sieve:
    """Lets inputs through on which all conditions hold; counts what went in, and what it held back.

    `check` is called before each input, because conditions may be slow, and may raise.
    """

    def __init__(self, validity: Validity, check: Callable[[], None]) -> None:
        self._validity = validity
        self._check = check
        self.drawn = 0
        self.rejected = 0

    def sift(self, inputs: Iterable[Input]) -> Iterator[Input]:
        """The allowed ones among the inputs, until very many in a row are not."""
        in_a_row = 0
        for values in inputs:
            if self._validity.conditions:
                self._check()
            self.drawn += 1
            if self._validity.is_allowed(values):
                in_a_row = 0
                yield values
                continue
            self.rejected += 1
            in_a_row += 1
            if in_a_row >= TRIALS.patience:
                return


def require_makeable(subject: Subject, sources: AcceptedInputs) -> None:
    """Raise UsageError where what makes values refuses, UnsupportedError where a test could not copy what it made."""
    if any(reason.startswith(UNMADE) for reason in sources.refused):
        for values in sources.asked:
            for parameter, value in _built(subject, values):
                made(parameter.domain, value)
    for values in sources.accepted[: TRIALS.copied]:
        for parameter, value in _built(subject, values):
            _require_copyable(subject, parameter, value)


def _built(subject: Subject, values: Input) -> Iterator[tuple[Parameter, Any]]:
    """The parameters whose values are built, with their values."""
    pairs = zip(subject.parameters, values, strict=True)
    return ((parameter, value) for parameter, value in pairs if parameter.kind is Kind.OTHER)


def _require_copyable(subject: Subject, parameter: Parameter, value: Any) -> None:
    try:
        deepcopy(made(parameter.domain, value))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnsupportedError(
            f"values of parameter {parameter.name!r} of {subject.qualname} must be such that a test can copy them "
            f"({reason}), got {built_text(value):.200}"
        ) from error

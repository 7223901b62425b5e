"""Whether a function can be a subject, found out by a few calls in a process apart, and domains to try."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice, product
from random import Random

from genmorph.execution.outputs import find_outputs, is_same
from genmorph.execution.patience import Patience
from genmorph.execution.pool import Workers
from genmorph.execution.worker.protocol import REFUSED
from genmorph.model import Crashed, Input, Outcome, Raised, Returned, Target, TimedOut, UnsupportedError, UsageError
from genmorph.settings import SUITABILITY
from genmorph.subject.inputs import draw_inputs
from genmorph.subject.location import find_function, innermost
from genmorph.subject.signatures import choose_parameters
from genmorph.subject.subject import Subject, inspect_subject
from genmorph.values.type_hints import find_domain, read_hint

_INTS = ("ints(-1000, 1000)", "ints(0, 100)", "ints(1, 100)")
_FLOATS = ("floats(-1000, 1000)", "floats(0, 1)")
_TEXTS = ("texts()",)
_LISTS = ("lists(ints(-100, 100))", "lists(ints(-100, 100), min_len=1)", "lists(floats(-1000, 1000), min_len=1)")
_TEXT_LISTS = ("lists(texts())",)

_GROUPS = (_INTS, _FLOATS, _TEXTS, _LISTS, _TEXT_LISTS)

_USUAL = {
    _INTS: "n k i j m p q count size num number index start stop step width length year month day hour minute base",
    _FLOATS: "x y z t r g b h s v lat lon angle radius rate ratio factor alpha beta value weight",
    _TEXTS: "text string word name line sentence phrase title prefix suffix char chars sep delimiter separator pattern",
    _LISTS: "xs ys seq sequence iterable items values data lst array arr numbers nums it elements collection",
    _TEXT_LISTS: "lines words names texts strings",
}
"""What parameters of these names mostly are."""

_PATIENCE = Patience(time_outs=2, deaths=2)


def candidates(name: str) -> tuple[str, ...]:
    """Notations of domains for a parameter of this name, the likeliest first.

    >>> candidates("words")[:2], len(candidates("anything"))
    (('lists(texts())', 'ints(-1000, 1000)'), 10)
    """
    ordered = sorted(_GROUPS, key=lambda group: name.lower() not in _USUAL[group].split())
    return tuple(notation for group in ordered for notation in group)


def guesses(names: Sequence[str]) -> Iterator[dict[str, str]]:
    """A domain for each of the names, in every combination, the likeliest first.

    >>> next(guesses(["n", "text"]))
    {'n': 'ints(-1000, 1000)', 'text': 'texts()'}
    """
    choices = [candidates(name) for name in names]
    ranks = product(*(range(len(choice)) for choice in choices))
    for ranked in sorted(ranks, key=lambda rank: (sum(rank), rank)):
        yield {name: choice[rank] for name, choice, rank in zip(names, choices, ranked, strict=True)}


@dataclass(frozen=True, slots=True)
class Suited:
    """A function that can be a subject; `guessed` are the domains of parameters of which nothing was said."""

    guessed: Mapping[str, str] = field(default_factory=dict)


def suit(path: str) -> Suited:
    """Try the function on a few inputs; UnsupportedError or UsageError says why it is left out.

    >>> suit("colorsys:rgb_to_yiq").guessed
    {'r': 'floats(-1000, 1000)', 'g': 'floats(-1000, 1000)', 'b': 'floats(-1000, 1000)'}
    """
    unknown = _unknown(path)
    if not unknown:
        subject = inspect_subject(path)
        _require_suited(subject, _outcomes(subject, SUITABILITY.calls))
        return Suited()
    if len(unknown) > SUITABILITY.guessed_parameters:
        raise UnsupportedError(f"nothing says what {', '.join(unknown)} may be, and no guess is made of so many")
    guessed = _guessed(path, unknown)
    if guessed is None:
        raise UnsupportedError(f"nothing says what {', '.join(unknown)} may be, and no guess was accepted")
    guess, subject = guessed
    _require_suited(subject, _outcomes(subject, SUITABILITY.calls))
    return Suited(guess)


def _unknown(path: str) -> list[str]:
    """The parameters that have to have a domain, and neither a usable annotation nor such a default."""
    live = find_function(path)
    inner = innermost(live)
    return [
        p.name
        for p in choose_parameters(live, inner, None)
        if find_domain(p) is None and not read_hint(p.annotation).is_known and p.name != "self"
    ]


def _guessed(path: str, unknown: Sequence[str]) -> tuple[dict[str, str], Subject] | None:
    """The first guess that is right, or that of which the function accepts most; None where it hardly accepts any."""
    workers: Workers | None = None
    target: Target | None = None
    found, most = None, 0.0
    try:
        for guess in islice(guesses(unknown), SUITABILITY.guesses):
            subject = _subject(path, guess)
            if subject is None:
                continue
            if subject.target != target:
                if workers is not None:
                    workers.close()
                workers, target = Workers(subject.target, SUITABILITY.limit), subject.target
            assert workers is not None
            share = _accepted(workers, subject)
            if share > most:
                found, most = (guess, subject), share
            if share >= SUITABILITY.accepted:
                break
    finally:
        if workers is not None:
            workers.close()
    return found if most >= SUITABILITY.acceptable else None


def _subject(path: str, guess: Mapping[str, str]) -> Subject | None:
    from genmorph.values.notation import parse_domain

    try:
        return inspect_subject(path, {name: parse_domain(text) for name, text in guess.items()})
    except (UsageError, UnsupportedError):
        return None


def _accepted(workers: Workers, subject: Subject) -> float:
    """The share of inputs for which it returns; of a few where that is small."""
    inputs = _inputs(subject, SUITABILITY.calls)
    for part in (inputs[: SUITABILITY.first_calls], inputs):
        outcomes = workers.call(None, part, _PATIENCE)
        share = sum(isinstance(outcome, Returned) for outcome in outcomes) / max(1, len(part))
        if share < SUITABILITY.acceptable:
            break
    return share


def _outcomes(subject: Subject, count: int) -> tuple[list[Input], list[Outcome], list[Outcome]]:
    """So many inputs, what calls gave, and what they gave elsewhere in another order and under another hash seed."""
    inputs = _inputs(subject, count)
    answers: list[list[Outcome]] = []
    for hash_seed, ordered in ((0, inputs), (1, inputs[::-1])):
        with closing(Workers(subject.target, SUITABILITY.limit, hash_seed=hash_seed)) as workers:
            answers.append(workers.call(None, ordered, _PATIENCE))
    first, again = answers
    return inputs, first, again[::-1] if len(again) == len(inputs) else []


def _inputs(subject: Subject, count: int) -> list[Input]:
    drawn = draw_inputs(subject.parameters, subject.constants, (), Random(0), subject.pieces)
    return list(islice(filter(subject.validity.is_allowed, islice(drawn, SUITABILITY.draws * count)), count))


def _require_suited(subject: Subject, tried: tuple[Sequence[Input], Sequence[Outcome], Sequence[Outcome]]) -> None:
    inputs, outcomes, again = tried
    refused = [one.why for one in outcomes if isinstance(one, Crashed) and one.why.startswith(REFUSED)]
    if refused:
        raise UnsupportedError(f"it changes something outside of its process: {refused[0].removeprefix(REFUSED)}")
    if not any(isinstance(one, Returned) for one in outcomes):
        raise UnsupportedError(f"it returned for none of {len(outcomes)} inputs: {_said(outcomes)}")
    find_outputs(outcomes, subject.parameters)
    for values, one, other in zip(inputs, outcomes, again, strict=False):
        answers = isinstance(one, Returned | Raised) and isinstance(other, Returned | Raised)
        if answers and not is_same(one, other):
            raise UnsupportedError(f"it is not deterministic: two results for {values!r:.80}")


def _said(outcomes: Sequence[Outcome]) -> str:
    """What the last call ended in."""
    match outcomes[-1:]:
        case [Raised(type=name)]:
            return f"it raises {name}"
        case [TimedOut()]:
            return "it does not end"
        case [Crashed(why=why)]:
            return why
    return "there is no valid input"

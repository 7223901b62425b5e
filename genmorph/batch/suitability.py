"""Whether a function can be a subject, found out by a few calls in a process apart, and domains to try."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
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
from genmorph.values.notation import parse_domain
from genmorph.values.type_hints import find_domain, read_hint

_USUAL = {
    ("ints(-1000, 1000)", "ints(0, 100)", "ints(1, 100)"): (
        "n k i j m p q count size num number index start stop step width length year month day hour minute base"
    ),
    ("floats(-1000, 1000)", "floats(0, 1)"): (
        "x y z t r g b h s v lat lon angle radius rate ratio factor alpha beta value weight"
    ),
    ("texts()",): (
        "text string word name line sentence phrase title prefix suffix char chars sep delimiter separator pattern"
    ),
    ("lists(ints(-100, 100))", "lists(ints(-100, 100), min_len=1)", "lists(floats(-1000, 1000), min_len=1)"): (
        "xs ys seq sequence iterable items values data lst array arr numbers nums it elements collection"
    ),
    ("lists(texts())",): "lines words names texts strings",
}
"""Domains, and the names that parameters with such values mostly have."""

_PATIENCE = Patience(time_outs=2, deaths=2)


def candidates(name: str) -> tuple[str, ...]:
    """Notations of domains for a parameter of this name, the likeliest first.

    >>> candidates("words")[:2], len(candidates("anything"))
    (('lists(texts())', 'ints(-1000, 1000)'), 10)
    """
    ordered = sorted(_USUAL, key=lambda notations: name.lower() not in _USUAL[notations].split())
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


def suit(path: str) -> Mapping[str, str]:
    """Try the function on a few inputs, and return a domain for each parameter that has none.

    Raises UnsupportedError or UsageError, which say why, where it cannot be a subject.

    >>> suit("colorsys:rgb_to_yiq")
    {'r': 'floats(-1000, 1000)', 'g': 'floats(-1000, 1000)', 'b': 'floats(-1000, 1000)'}
    """
    live = find_function(path)
    unknown = [
        one.name
        for one in choose_parameters(live, innermost(live), None)
        if find_domain(one) is None and not read_hint(one.annotation).is_known and one.name != "self"
    ]
    if not unknown:
        _require_suited(inspect_subject(path))
        return {}
    if len(unknown) > SUITABILITY.guessed_parameters:
        most = SUITABILITY.guessed_parameters
        raise UnsupportedError(f"nothing says what {', '.join(unknown)} may be, and at most {most} domains are guessed")
    guessed = _guessed(path, unknown)
    if guessed is None:
        raise UnsupportedError(f"nothing says what {', '.join(unknown)} may be, and no guess was accepted")
    guess, subject = guessed
    _require_suited(subject)
    return guess


def _guessed(path: str, unknown: Sequence[str]) -> tuple[dict[str, str], Subject] | None:
    """The first guess that is right, or that of which the function accepts most; None where it hardly accepts any."""
    found, most = None, 0.0
    with ExitStack() as stack:
        workers: Workers | None = None
        target: Target | None = None
        for guess in islice(guesses(unknown), SUITABILITY.guesses):
            try:
                subject = inspect_subject(path, {name: parse_domain(text) for name, text in guess.items()})
            except (UsageError, UnsupportedError):
                continue
            if workers is None or subject.target != target:
                stack.close()
                workers = stack.enter_context(closing(Workers(subject.target, SUITABILITY.limit)))
                target = subject.target
            share = _accepted(workers, subject)
            if share > most:
                found, most = (guess, subject), share
            if share >= SUITABILITY.accepted:
                break
    return found if most >= SUITABILITY.acceptable else None


def _accepted(workers: Workers, subject: Subject) -> float:
    """The share of inputs for which it returns; of a few where that is small."""
    inputs, share = _inputs(subject), 0.0
    for part in (inputs[: SUITABILITY.first_calls], inputs):
        outcomes = workers.call(None, part, _PATIENCE)
        share = sum(isinstance(outcome, Returned) for outcome in outcomes) / max(1, len(part))
        if share < SUITABILITY.acceptable:
            break
    return share


def _inputs(subject: Subject) -> list[Input]:
    drawn = draw_inputs(subject.parameters, subject.constants, (), Random(0), subject.pieces)
    most = SUITABILITY.draws * SUITABILITY.calls
    return list(islice(filter(subject.validity.is_allowed, islice(drawn, most)), SUITABILITY.calls))


def _require_suited(subject: Subject) -> None:
    """Call it on a few inputs, and again in another order, under another hash seed and in another time zone."""
    inputs = _inputs(subject)
    answers: list[list[Outcome]] = []
    for hash_seed, ordered in ((0, inputs), (1, inputs[::-1])):
        with closing(Workers(subject.target, SUITABILITY.limit, hash_seed=hash_seed)) as workers:
            answers.append(workers.call(None, ordered, _PATIENCE))
    outcomes, again = answers
    refused = [one.why for one in outcomes if isinstance(one, Crashed) and one.why.startswith(REFUSED)]
    if refused:
        raise UnsupportedError(f"it changes something outside of its process: {refused[0].removeprefix(REFUSED)}")
    if not any(isinstance(one, Returned) for one in outcomes):
        raise UnsupportedError(f"it returned for none of {len(outcomes)} inputs: {_last_outcome(outcomes)}")
    find_outputs(outcomes, subject.parameters)
    if len(again) < len(inputs):
        return
    for values, one, other in zip(inputs, outcomes, again[::-1], strict=False):
        answered = isinstance(one, Returned | Raised) and isinstance(other, Returned | Raised)
        if answered and not is_same(one, other):
            raise UnsupportedError(f"it is not deterministic: two results for {values!r:.80}")


def _last_outcome(outcomes: Sequence[Outcome]) -> str:
    match outcomes[-1:]:
        case [Raised(type=name)]:
            return f"it raises {name}"
        case [TimedOut()]:
            return "it does not end"
        case [Crashed(why=why)]:
            return why
    return "there is no valid input"

"""Whether what a service says is what an input was made for, and how sure a share of inputs is."""

from collections.abc import Sequence

from genmorph.services.answer_shapes import LABEL, SENTIMENT, Reading
from genmorph.services.application import Ran
from genmorph.services.application_report import Scores, Share
from genmorph.services.declared import Service
from genmorph.services.sentences import NEGATIVE, POSITIVE
from genmorph.settings import SERVICES


def share(hits: int, inputs: int) -> Share:
    """A share with its interval of confidence (Clopper and Pearson 1934).

    >>> str(share(3, 4)), str(share(8, 20))
    ('3 of 4 (75%, 25% to 99%)', '8 of 20 (40%, 22% to 61%)')
    """
    from scipy.stats import binomtest

    if not inputs:
        return Share(0, 0, 0.0, 1.0)
    found = binomtest(hits, inputs).proportion_ci(SERVICES.confidence)
    return Share(hits, inputs, float(found.low), float(found.high))


def scores(hits: int, wanted: int, others: int) -> Scores:
    """Recall, precision and F1: `hits` of the `wanted` inputs took a branch, and so many `others`."""
    recall = hits / wanted if wanted else 0.0
    precision = hits / (hits + others) if hits + others else 0.0
    f1 = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
    return Scores(recall, precision, f1)


def readings(one: Service, ran: Ran) -> list[Reading]:
    """All that a service said in a call, in its order."""
    return [
        reading
        for asked in ran.asked
        if asked.service == one.function and asked.answer is not None
        for reading in one.shape.readings(asked.answer)
    ]


def is_right(one: Service, label: str, said: Sequence[Reading]) -> bool:
    """Whether a service says what an input was made for: the label among others, the text, or the mood.

    >>> from genmorph.services.declared import known_service
    >>> one = known_service("google.cloud.vision:ImageAnnotatorClient.label_detection")
    >>> is_right(one, "dog", [Reading("Animal", 0.9), Reading("Dog", 0.8)])
    True
    """
    if one.shape.said == SENTIMENT:
        mood = sum(reading.sureness or 0.0 for reading in said)
        return mood_named(mood) == label
    if one.shape.said == LABEL:
        return any(_plain(reading.label) == _plain(label) for reading in said)
    return _letters(label) in _letters(" ".join(reading.label for reading in said))


def mood_named(score: float) -> str:
    """The mood that a number from -1 to 1 says."""
    if abs(score) < SERVICES.neutral:
        return "neutral"
    return POSITIVE if score > 0 else NEGATIVE


def _letters(text: str) -> str:
    """A text without what readers of texts often leave out: spaces and signs."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

"""Sentences of which people agree what mood they have."""

from random import Random

POSITIVE, NEGATIVE, NEUTRAL = MOODS = ("positive", "negative", "neutral")
_SUBJECTS = (
    *("the food", "this phone", "the staff", "our room", "the delivery", "this film", "the support", "the service"),
    *("the new update", "the whole trip"),
)
_WORDS = {
    POSITIVE: ("excellent", "wonderful", "great", "fantastic", "lovely", "really good", "amazing", "perfect"),
    NEGATIVE: ("terrible", "awful", "horrible", "really bad", "disgusting", "a disaster", "disappointing", "the worst"),
}
_FRAMES = {
    POSITIVE: (
        "{0} was {1}, and I love it.",
        "I am very happy: {0} was {1}!",
        "{0} was {1}. Thank you so much, I recommend it.",
        "What a joy, {0} was {1}.",
    ),
    NEGATIVE: (
        "{0} was {1}, and I hate it.",
        "I am very angry: {0} was {1}!",
        "{0} was {1}. I want my money back, what a shame.",
        "How sad, {0} was {1}.",
    ),
    NEUTRAL: (
        "{0} was mentioned in the report on Monday.",
        "The meeting about {0} begins at nine.",
        "There are two pages about {0}.",
        "{0} is on the list between the first and the third entry.",
    ),
}
_NEGATED = (
    "{0} was not {1}.",
    "{0} was not {1} at all, I do not recommend it.",
    "I cannot say that {0} was {1}.",
    "Nobody would call it {1}: {0} was not worth the money.",
)


def negated(number: int, random: Random) -> list[str]:
    """Different negative sentences that negate a positive word, at most so many."""
    return _chosen(_NEGATED, _WORDS[POSITIVE][:5], number, random)


def sentences(mood: str, number: int, random: Random) -> list[str]:
    """Different sentences of a mood, at most so many; none of an unknown mood.

    >>> sentences("positive", 1, Random(0))
    ['The delivery was really good. Thank you so much, I recommend it.']
    """
    return _chosen(_FRAMES.get(mood, ()), _WORDS.get(mood, ("",)), number, random)


def _chosen(frames: tuple[str, ...], words: tuple[str, ...], number: int, random: Random) -> list[str]:
    made = [frame.format(subject, word) for frame in frames for subject in _SUBJECTS for word in words]
    chosen = random.sample(made, min(number, len(made)))
    return [one[0].upper() + one[1:] for one in chosen]

"""Sentiment of texts, in the shape of google.cloud.language."""

import re
from dataclasses import dataclass
from functools import cache

from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer


@dataclass(frozen=True)
class Sentiment:
    """How glad a text is, and how much feeling it holds whether glad or not."""

    score: float
    magnitude: float


@dataclass(frozen=True)
class AnalyzeSentimentResponse:
    """What `analyze_sentiment` answers."""

    document_sentiment: Sentiment


@cache
def analyzer() -> SentimentIntensityAnalyzer:
    """VADER with its own lexicon."""
    return SentimentIntensityAnalyzer()


def analyze_sentiment(text: str) -> AnalyzeSentimentResponse:
    """The sentiment of a text; zero where it holds no feeling."""
    sentences = re.split(r"(?<=[.!?])\s+", text)
    magnitude = sum(abs(analyzer().polarity_scores(sentence)["compound"]) for sentence in sentences)
    return AnalyzeSentimentResponse(Sentiment(analyzer().polarity_scores(text)["compound"], round(magnitude, 4)))

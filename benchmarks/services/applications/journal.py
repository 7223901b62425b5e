"""Marks the days of a journal by how they went."""

from local_services.language import analyze_sentiment

STRONG = 0.3


def mark(text: str) -> str:
    """The mark of a day."""
    feeling = analyze_sentiment(text).document_sentiment
    if feeling.magnitude >= STRONG:
        return "sun"
    if feeling.score <= -STRONG:
        return "rain"
    return "cloud"

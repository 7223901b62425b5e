"""Plays music that fits a message."""

from local_services.language import analyze_sentiment


def playlist(text: str) -> str:
    """The playlist for the mood of a text."""
    mood = analyze_sentiment(text).document_sentiment
    if mood.score >= 0.3:
        return "dance"
    if mood.magnitude < 0:
        return "blues"
    return "ambient"

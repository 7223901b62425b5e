"""Decides what happens with the reviews of a shop."""

from local_services.language import analyze_sentiment

GLAD = 0.3
ANGRY = -0.3


def next_step(text: str) -> str:
    """What the staff does about a review."""
    if not text.strip():
        return "drop"
    score = analyze_sentiment(text).document_sentiment.score
    if score >= GLAD:
        return "thank"
    if score <= ANGRY:
        return "call back"
    return "file"

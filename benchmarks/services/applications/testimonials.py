"""Picks what guests wrote for the web page of a hotel."""

import re

from local_services.language import analyze_sentiment

NEGATION = re.compile(r"\b(not|no|never|nothing|nobody|hardly|cannot)\b|n't\b", re.IGNORECASE)


def use_of(text: str) -> str:
    """What becomes of a guest's text."""
    if NEGATION.search(text):
        return "read by a person"
    score = analyze_sentiment(text).document_sentiment.score
    if score >= 0.3:
        return "publish"
    if score <= -0.3:
        return "answer"
    return "keep"

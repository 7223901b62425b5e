"""Keeps recipes apart from other notes."""

from local_services.documents import classify_text

LEAST_CONFIDENCE = 0.15


def drawer_for(text: str) -> str:
    """The drawer of a note."""
    topics = {found.name for found in classify_text(text).categories if found.confidence >= LEAST_CONFIDENCE}
    if "/Food & Drink" in topics:
        return "recipes"
    if "/Plants" in topics:
        return "garden"
    if "/Health" in topics:
        return "medicine chest"
    return "loose notes"

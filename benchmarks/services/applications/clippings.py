"""Sorts newspaper clippings that were scanned."""

from pathlib import Path

from local_services.documents import classify_text

from applications.lines import read_lines


def pile_for(path: str) -> str:
    """The pile of a scanned clipping."""
    text = " ".join(read_lines(Path(path).read_bytes()))
    if not text:
        return "blank"
    categories = classify_text(text).categories
    topic = categories[0].name if categories else ""
    if topic == "/Sports":
        return "games"
    if topic in ("/Computers & Electronics", "/Travel & Transportation"):
        return "technology"
    if topic == "/Military":
        return "wars"
    return "other"

"""Which of some labels a picture shows best."""

from collections.abc import Iterable

from local_services.vision import detect_labels


def best_of(image: bytes, wanted: Iterable[str], least: float) -> str | None:
    """The best of the wanted labels, or nothing where none is sure enough."""
    labels = detect_labels(image).label_annotations
    scores = {label.description: label.score for label in labels if label.score >= least}
    found = [name for name in wanted if name in scores]
    return max(found, key=scores.__getitem__, default=None)

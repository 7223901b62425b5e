"""Moves the barrier of a level crossing by what its camera sees."""

from local_services.vision import detect_labels


def barrier(image: bytes) -> str:
    """What the barrier does next."""
    scores = {label.description: label.score for label in detect_labels(image).label_annotations}
    if scores.get("Train", 0) >= 0.2:
        return "stay down"
    if scores.get("Vehicle", 0) >= 0.2:
        return "warn the driver"
    return "go up"

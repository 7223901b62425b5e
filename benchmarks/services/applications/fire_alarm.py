"""Watches the frames of a security camera for fire."""

from local_services.vision import detect_labels

LEAST_SCORE = 0.1
DANGERS = ("Fire", "Smoke")
HELPERS = ("Fire engine", "Ambulance")


def check_frame(image: bytes) -> str:
    """What the siren does after one frame."""
    seen = [label.description for label in detect_labels(image).label_annotations if label.score >= LEAST_SCORE]
    if any(name in DANGERS for name in seen):
        return "alarm"
    if any(name in HELPERS for name in seen):
        return "help has arrived"
    return "all clear"

"""Chooses the tariff of a scale in a greengrocer's shop."""

from pathlib import Path

from local_services.vision import detect_labels

FRUIT = {"Apple", "Banana"}
VEGETABLES = {"Vegetable", "Carrot", "Corn", "Tomato"}


class Scale:
    """A scale with a camera above it."""

    def __init__(self, least_score: float = 0.1):
        self.least_score = least_score

    def see(self, path: str) -> set[str]:
        """The names of what lies on the scale."""
        labels = detect_labels(Path(path).read_bytes()).label_annotations
        return {label.description for label in labels if label.score >= self.least_score}


def tariff(path: str) -> str:
    """The tariff for what a photo shows."""
    names = Scale().see(path)
    if names & VEGETABLES:
        return "vegetables"
    if names & FRUIT:
        return "fruit"
    return "call the assistant"

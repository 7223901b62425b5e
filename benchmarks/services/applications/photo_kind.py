"""Picks the caption of a photo in a diary."""

from pathlib import Path

from local_services.vision import detect_labels

TRAFFIC = "Vehicle"
PET = "Dog"
ANIMAL = "Animal"
MEALS = ("Food", "Drink")


def best_label(path: str) -> str:
    """The first label of a photo, or an empty text."""
    labels = detect_labels(Path(path).read_bytes()).label_annotations
    return labels[0].description if labels else ""


def caption(path: str) -> str:
    """A line to print below the photo."""
    kind = best_label(path)
    if kind == "":
        return "Somewhere"
    if kind == TRAFFIC:
        return "On the road"
    if kind == PET or ANIMAL:
        return "A friend"
    if kind in MEALS:
        return "At the table"
    return "Found on the way"

"""A waste bin that opens the right lid."""

from pathlib import Path

from local_services.vision import detect_labels

LEAST_SCORE = 0.1
RECYCLING = {"Packaging", "Bottle", "Box", "Tin can", "Newspaper"}
COMPOST = {
    "Apple",
    "Banana",
    "Bread",
    "Cake",
    "Carrot",
    "Cheese",
    "Corn",
    "Hamburger",
    "Lemon",
    "Orange",
    "Pizza",
    "Strawberry",
    "Tomato",
}


def bin_for(path: str) -> str:
    """The bin that the thing in a photo belongs into."""
    labels = detect_labels(Path(path).read_bytes()).label_annotations
    if not labels:
        return "landfill"
    names = {label.description for label in labels if label.score >= LEAST_SCORE}
    if names & RECYCLING:
        return "recycling"
    best = labels[0]
    if best.description in COMPOST:
        return "compost"
    return "landfill"

"""Tells how long a food from the fridge keeps."""

from pathlib import Path

from local_services.vision import detect_labels

DAYS = {
    "Apple": 20,
    "Banana": 5,
    "Bread": 3,
    "Cake": 3,
    "Carrot": 14,
    "Cheese": 14,
    "Corn": 5,
    "Hamburger": 1,
    "Lemon": 20,
    "Orange": 14,
    "Pizza": 2,
    "Strawberry": 3,
    "Tomato": 7,
}


def advice(path: str) -> str:
    """When to eat what a photo shows."""
    labels = detect_labels(Path(path).read_bytes()).label_annotations
    foods = {label.description: label.score for label in labels if label.description in DAYS}
    best = max(foods, key=foods.get, default=None)
    days = DAYS[best]
    if days <= 3:
        return "eat it today"
    if days <= 7:
        return "eat it this week"
    return "it keeps"

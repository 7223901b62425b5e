"""Sorts photos into the folders of an album."""

from applications.seen import best_of

KINDS = ("Animal", "Food", "Drink", "Vehicle")


def folder_for(image: bytes) -> str:
    """The folder of one photo."""
    kind = best_of(image, KINDS, least=0.1)
    if kind == "Animal":
        return "wildlife"
    if kind in ("Food", "Drink"):
        return "meals"
    if kind == "Vehicle":
        return "trips"
    return "unsorted"

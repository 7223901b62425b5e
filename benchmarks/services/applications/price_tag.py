"""Sends customers to the right place by the tag on a thing."""

from applications.lines import read_lines


def where_to_pay(image: bytes) -> str:
    """Where to go with a thing whose tag was photographed."""
    for line in read_lines(image):
        if line.startswith("£ "):
            return "go to the till"
        if line.lower().startswith("free"):
            return "take it"
    return "ask for the price"

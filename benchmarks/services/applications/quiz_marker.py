"""Marks the answers of a quiz that asks for one digit."""

import numpy as np
from local_services.digits import read_digit

SOLUTION = "3"
LEAST_SCORE = 0.95


def mark(pixels: np.ndarray) -> str:
    """The mark for a written answer."""
    answers = read_digit(pixels)
    if not answers:
        return "unreadable"
    best = answers[0]
    if best["label"] != SOLUTION:
        return "wrong"
    if best["score"] >= LEAST_SCORE:
        return "right"
    return "unreadable"

"""A lift that is called by a written number."""

import numpy as np
from local_services.digits import read_digit

SURE = 0.7


def announce(pixels: np.ndarray) -> str:
    """What the lift says to a digit on its pad."""
    answers = read_digit(pixels)
    if not answers:
        return "Please write again"
    best = answers[0]
    floor = best["label"]
    if best["score"] < SURE:
        return "Did you mean " + floor + "? I am sure by " + best["score"]
    if floor == "0":
        return "Going to the ground floor"
    if floor == "7":
        return "Going to the roof"
    return "Going to floor " + floor

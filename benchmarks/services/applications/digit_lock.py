"""A lock that opens for one written digit."""

import numpy as np
from local_services.digits import read_digit

LEAST_SCORE = 0.7


class Lock:
    """A lock with its digit."""

    def __init__(self, digit: str):
        self.digit = digit

    def try_digit(self, pixels: np.ndarray) -> str:
        """What the lock does with a digit on its pad."""
        answers = read_digit(pixels)
        if not answers or answers[0]["score"] < LEAST_SCORE:
            return "write again"
        if answers[0]["label"] == self.digit:
            return "open"
        return "stay shut"


def unlock(pixels: np.ndarray) -> str:
    """What the lock of the front door does."""
    return Lock("7").try_digit(pixels)

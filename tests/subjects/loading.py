"""A function that loads a library when it is called."""


def loading() -> float:
    """A random number of a library that is loaded here."""
    import numpy as np

    return float(np.random.rand())

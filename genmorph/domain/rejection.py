"""What users are told of conditions that reject nearly all that is drawn."""

MOST_REJECTED, LEAST_DRAWN = 0.9, 100
"""They are told of conditions that reject a larger share, of so many inputs drawn at least."""


def rejection_notice(function: str, rejected: int, drawn: int) -> str | None:
    """What to say; None where the conditions leave enough.

    >>> rejection_notice("share", 950, 1_000)
    'the conditions of share reject 95.0% of 1000 inputs: say with domains what is valid'
    >>> rejection_notice("share", 850, 1_000) is None
    True
    """
    if drawn < LEAST_DRAWN or rejected <= MOST_REJECTED * drawn:
        return None
    share = f"{rejected / drawn:.1%} of {drawn} inputs"
    return f"the conditions of {function} reject {share}: say with domains what is valid"

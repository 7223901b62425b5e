"""What users are told of conditions that reject nearly all that is drawn, and of functions that do."""

from collections.abc import Mapping

MOST_REJECTED, LEAST_DRAWN = 0.9, 100
"""They are told of what rejects a larger share, of so many inputs drawn at least."""


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


def refusal_notice(function: str, refused: Mapping[str, int], asked: int) -> str | None:
    """What to say where the function returned for few inputs, by what it did instead; None where it mostly returned.

    >>> refusal_notice("share", {"ValueError": 900, "KeyError": 60}, 1_000)
    'share returned for 4.0% of 1000 inputs (ValueError 900, KeyError 60): say with domains what is valid'
    >>> refusal_notice("share", {"ValueError": 850}, 1_000) is None
    True
    """
    others = sum(refused.values())
    if asked < LEAST_DRAWN or others <= MOST_REJECTED * asked:
        return None
    instead = ", ".join(f"{what} {times}" for what, times in sorted(refused.items(), key=lambda item: -item[1]))
    share = f"{1 - others / asked:.1%} of {asked} inputs ({instead})"
    return f"{function} returned for {share}: say with domains what is valid"

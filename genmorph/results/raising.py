"""What the function raised for valid inputs, in words."""

from collections.abc import Mapping

from genmorph.execution.worker.protocol import RAISED_ELSE

_NAMED = 3
"""At most so many types are named, the most frequent ones."""


def raised_text(refused: Mapping[str, int], drawn: int) -> str:
    """What was raised for how many of the inputs drawn, "" where nothing was; why others gave nothing is left out.

    `refused` counts inputs by the type that was raised, or the reason why nothing was returned.

    >>> raised_text({"KeyError": 25, "raised SystemExit": 1_200, "timed out": 3}, 2_000)
    'SystemExit for 1,200 and KeyError for 25 of 2,000 inputs'
    >>> raised_text({"KeyError": 9, "ValueError": 8, "OSError": 7, "IndexError": 2, "ZeroDivisionError": 1}, 100)
    'KeyError for 9, ValueError for 8, OSError for 7 and others for 3 of 100 inputs'
    """
    counts = {reason.removeprefix(RAISED_ELSE): count for reason, count in refused.items()}
    raised = sorted((-count, name) for name, count in counts.items() if " " not in name)
    each = [f"{name} for {-count:,}" for count, name in raised[:_NAMED]]
    if len(raised) > _NAMED:
        each.append(f"others for {-sum(count for count, _ in raised[_NAMED:]):,}")
    told = " and ".join(filter(None, (", ".join(each[:-1]), *each[-1:])))
    return f"{told} of {drawn:,} inputs" if told else ""

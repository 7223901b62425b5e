"""How many time steps a forecaster should see: by what windows of a length lose of a series' Fourier spectrum.

Source: the eighth relation of forecasters of Dwarakanath and others (2019).
"""

import math
from collections.abc import Mapping, Sequence

from genmorph.learning.number_series import read_series
from genmorph.model import UsageError
from genmorph.settings import LEARNING


def information_lost(series: Sequence[float], steps: int) -> float:
    """Measure the share of a series' spectrum that windows of so many steps cannot express: 0 is nothing, about 1 all.

    A window of `steps` values holds the frequencies that are multiples of 1 / `steps`; noise has its share of them,
    which is left out. A linear trend is left out before. Of a series without any other variation nothing is lost.

    Args:
        series: Finite numbers, twice as many as `steps` or more.
        steps: Values of a window, 2 or more.

    Raises:
        UsageError: The series has too few values, or values that are not finite; or `steps` is no int of 2 or more.

    >>> weekly = [n % 7 for n in range(70)]
    >>> round(information_lost(weekly, 7), 3), information_lost(weekly, 5) > 0.5
    (0.0, True)

    """
    import numpy as np

    numbers = read_series("series", series)
    if not isinstance(steps, int) or not 2 <= steps <= len(numbers) // 2:
        raise UsageError(f"steps must be an int from 2 to half of the {len(numbers)} values of series, got {steps!r}")
    windows = len(numbers) // steps
    values = np.asarray(numbers[-windows * steps :])
    means = values.reshape(windows, steps).mean(axis=1)  # no period of a window tilts their line
    slope = np.polyfit(np.arange(windows) * steps, means - means.mean(), 1)[0]
    varied = values - slope * np.arange(len(values))
    varied -= varied.mean()
    if np.abs(varied).max() <= LEARNING.exact * np.abs(values).max():
        return 0.0
    energy = np.abs(np.fft.rfft(varied / np.abs(varied).max())[1:]) ** 2
    kept = float(energy[windows - 1 :: windows].sum() / energy.sum())
    return max(0.0, (1 - kept) / (1 - 1 / windows))


def choose_steps(series: Sequence[float], candidates: Sequence[int] | None = None) -> int:
    """Choose the number of time steps of which windows lose least of the series' spectrum, the smallest of such.

    Args:
        series: Finite numbers.
        candidates: The numbers of steps to choose from; without them, those from 2 to a quarter of the series.

    Raises:
        UsageError: There are no candidates, or `information_lost` refuses the series or one of them.

    >>> choose_steps([n % 7 for n in range(140)]), choose_steps([n % 12 for n in range(140)], [5, 10, 12, 20])
    (7, 12)

    """
    if candidates is None:
        numbers = read_series("series", series, 2 * LEARNING.windows)
        candidates = range(2, len(numbers) // LEARNING.windows + 1)
    lost = {steps: information_lost(series, steps) for steps in candidates}
    if not lost:
        raise UsageError(f"candidates must be one or more numbers of steps, got {list(candidates)!r}")
    least, most = min(lost.values()), max(lost.values())
    return min(steps for steps, share in lost.items() if share <= least + LEARNING.as_good * (most - least))


def plot_information_lost(lost: Mapping[int, float], chosen: int | None = None) -> str:
    """Draw what is lost by number of time steps, as SVG.

    Args:
        lost: What `information_lost` gives, by number of steps.
        chosen: The number of steps that gets a mark, one of them.

    Raises:
        UsageError: Nothing is there to draw, a share is not finite, or `chosen` is none of the numbers of steps.

    >>> plot_information_lost({6: 0.9, 7: 0.0, 8: 0.8}, 7).startswith("<svg")
    True

    """
    steps = sorted(lost)
    if not steps:
        raise UsageError("lost must be one number or more, got none")
    if strange := [one for one in steps if not math.isfinite(lost[one])]:
        raise UsageError(f"lost must be finite numbers, got {lost[strange[0]]!r} at {strange[0]} steps")
    if chosen is not None and chosen not in lost:
        raise UsageError(f"chosen must be one of {', '.join(map(str, steps))}, got {chosen!r}")
    width, height, margin = LEARNING.plot
    low, reach = steps[0], max(1, steps[-1] - steps[0])

    def place(one: int) -> tuple[float, float]:
        across = margin + (one - low) / reach * (width - 2 * margin)
        share = min(1.0, max(0.0, lost[one]))
        return round(across, 1), round(height - margin - share * (height - 2 * margin), 1)

    line = " ".join(f"{x},{y}" for x, y in map(place, steps))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img">',
        "<title>Share of the spectrum that is lost, by number of time steps</title>",
        f'<line x1="{margin}" y1="{height - margin}" x2="{width - margin}" y2="{height - margin}" stroke="gray"/>',
        f'<polyline points="{line}" fill="none" stroke="steelblue"/>',
        f'<text x="{margin}" y="{height - 4}" font-size="11">{low}</text>',
        f'<text x="{width - margin}" y="{height - 4}" font-size="11" text-anchor="end">{steps[-1]} steps</text>',
    ]
    if chosen is not None:
        x, y = place(chosen)
        parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="firebrick"><title>{chosen} steps</title></circle>')
        parts.append(f'<text x="{x}" y="{margin - 4}" font-size="11" text-anchor="middle">{chosen}</text>')
    return "\n".join([*parts, "</svg>", ""])

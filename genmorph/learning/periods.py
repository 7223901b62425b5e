"""How many time steps a forecaster should see: by what windows of a length lose of a series' Fourier spectrum.

Source: the eighth relation of forecasters of Dwarakanath and others (2019).
"""

from collections.abc import Mapping, Sequence

from genmorph.model import UsageError
from genmorph.settings import LEARNING


def information_lost(series: Sequence[float], steps: int) -> float:
    """Measure the share of a series' spectrum that windows of so many steps cannot express: 0 is nothing, about 1 all.

    A window of `steps` values holds the frequencies that are multiples of 1 / `steps`; noise has its share of them,
    which is left out. Of a series without variation nothing is lost.

    Raises:
        UsageError: The series has not twice as many values, or values that are not finite.

    >>> weekly = [n % 7 for n in range(70)]
    >>> round(information_lost(weekly, 7), 3), information_lost(weekly, 5) > 0.5
    (0.0, True)

    """
    import numpy as np

    windows = len(series) // steps if steps > 0 else 0
    if steps < 2 or windows < 2:
        raise UsageError(f"steps must be 2 to half of the {len(series)} values of series, got {steps!r}")
    values = np.asarray(series[-windows * steps :], dtype=float)
    if not np.isfinite(values).all():
        raise UsageError("series must be finite numbers, got others among them")
    energy = np.abs(np.fft.rfft(values - values.mean())[1:]) ** 2
    total = float(energy.sum())
    if not total:
        return 0.0
    kept = float(energy[windows - 1 :: windows].sum()) / total
    return max(0.0, (1 - kept) / (1 - 1 / windows))


def choose_steps(series: Sequence[float], candidates: Sequence[int] | None = None) -> int:
    """Choose the number of time steps of which windows lose least of the series' spectrum, the smallest of such.

    Without candidates, those from 2 to a quarter of the series.

    >>> choose_steps([n % 7 for n in range(140)]), choose_steps([n % 12 for n in range(140)], [5, 10, 12, 20])
    (7, 12)
    """
    chosen = range(2, len(series) // LEARNING.windows + 1) if candidates is None else candidates
    lost = {steps: information_lost(series, steps) for steps in chosen}
    if not lost:
        raise UsageError(f"candidates must be one or more numbers of steps, got {candidates!r}")
    least, most = min(lost.values()), max(lost.values())
    return min(steps for steps, share in lost.items() if share <= least + LEARNING.as_good * (most - least))


def plot_information_lost(lost: Mapping[int, float], chosen: int | None = None) -> str:
    """Draw what is lost by number of time steps, as SVG, with a mark at the chosen one.

    >>> plot_information_lost({6: 0.9, 7: 0.0, 8: 0.8}, 7).startswith("<svg")
    True
    """
    width, height, margin = LEARNING.plot
    steps = sorted(lost)
    low, reach = steps[0], max(1, steps[-1] - steps[0])

    def place(one: int) -> tuple[float, float]:
        across = margin + (one - low) / reach * (width - 2 * margin)
        return round(across, 1), round(height - margin - min(1.0, lost[one]) * (height - 2 * margin), 1)

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

"""Figures and texts as a person reads them in a table: short, and a dash where there is none."""

NONE = "—"
"""What was not measured is not zero."""


def number_text(number: int | None) -> str:
    """A count.

    >>> number_text(12345), number_text(0), number_text(None)
    ('12,345', '0', '—')
    """
    return NONE if number is None else f"{number:,}"


def share_text(share: float | None) -> str:
    """A share in percent, rounded down, so that 100% are all; what is there is not 0%.

    >>> [share_text(share) for share in (0.999, 0.001, 1.0, 0.0, None)]
    ['99%', '<1%', '100%', '0%', '—']
    """
    if share is None:
        return NONE
    percent = int(100 * share + 1e-9)
    return "<1%" if share > 0 and not percent else f"{percent}%"


def seconds_text(seconds: float | None) -> str:
    """A time.

    >>> [seconds_text(seconds) for seconds in (0.25, 31.96, 60.0, 3725.0, None)]
    ['0.2 s', '32 s', '1 min 0 s', '1 h 2 min', '—']
    """
    if seconds is None:
        return NONE
    if round(seconds) < 60:
        return f"{seconds:.0f} s" if seconds >= 10 else f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"

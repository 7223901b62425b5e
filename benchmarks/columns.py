"""Tables as text, with figures that may not be known."""

from collections.abc import Sequence

import click


def show_columns(lines: Sequence[Sequence[str]]) -> None:
    """Print lines of cells below each other, the first cell of each at the left and the others at the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    click.echo()
    for first, *others in lines:
        aligned = (text.rjust(width) for text, width in zip(others, widths[1:], strict=True))
        click.echo("  ".join([first.ljust(widths[0]), *aligned]))


def figure(value: float | None) -> str:
    """Two digits; `-` stands for what is not known.

    >>> figure(0.625), figure(None)
    ('0.62', '-')
    """
    return "-" if value is None else f"{value:.2f}"


def figure_of(part: float, whole: int) -> str:
    """A share with its counts, because a share of few says little; there is none of nothing.

    >>> figure_of(3, 4), figure_of(4 / 3, 2), figure_of(0, 0)
    ('0.75 (3/4)', '0.67 (1.33/2)', '-')
    """
    return f"{part / whole:.2f} ({round(part, 2):g}/{whole})" if whole else "-"

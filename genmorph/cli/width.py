"""How wide tables are."""

import os
import sys

_LEAST = 60


def table_width(most: int) -> int:
    """The columns of standard output where it is a narrower terminal, but no fewer than 60; `most` everywhere else."""
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):  # it is no terminal, or no file at all
        return most
    return max(_LEAST, min(most, columns or most))

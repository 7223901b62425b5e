"""How wide tables may be."""

import os
import sys


def table_width(most: int) -> int:
    """The columns of standard output where it is a narrower terminal; `most` everywhere else."""
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):  # it is no terminal, or no file at all
        return most
    return min(most, columns or most)

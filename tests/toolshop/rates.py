"""Numbers that change."""

RATE = 12

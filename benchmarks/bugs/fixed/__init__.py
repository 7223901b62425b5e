"""The same modules without it."""

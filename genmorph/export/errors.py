"""What can go wrong when relations are handed over."""

from genmorph.model import UsageError


class ExportError(UsageError):
    """The relations cannot be written there, or not as a file that runs; nothing was written."""

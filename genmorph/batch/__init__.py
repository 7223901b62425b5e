"""A catalogue of functions, and runs over it that go on where they were stopped."""

from genmorph.batch.catalogue import read_catalogue
from genmorph.batch.entries import Catalogue, Entry

__all__ = ["Catalogue", "Entry", "read_catalogue"]

"""Saved answers -> one page of HTML that needs nothing else."""

from genmorph.report.pages import Page, build_page

__all__ = ["Page", "build_page"]

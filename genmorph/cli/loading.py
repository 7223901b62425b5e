"""The option that imports modules with templates and operators of the user's."""

from collections.abc import Callable
from typing import Any

import click

load_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--load",
    multiple=True,
    metavar="MODULE",
    help="A module that registers templates or mutation operators when it is imported; may be repeated.",
)
"""Modules are found from the current folder, as functions are."""


def load_modules(modules: tuple[str, ...]) -> None:
    """Import what was named; raises UsageError where that is no module."""
    if not modules:
        return
    from genmorph.extension import load_extensions

    load_extensions(modules)

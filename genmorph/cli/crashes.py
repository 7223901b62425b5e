"""What a user reads of crashes, and of functions that could not be tested well."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from genmorph.values.labels import counted

if TYPE_CHECKING:
    from genmorph.fuzz.findings import Failure, Finding, Outcome


def notices(outcome: "Outcome") -> Iterator[str]:
    """What is to be known of a function beside its failures."""
    from genmorph.annotations.validity import rejection_notice

    name, tried = outcome.qualname, counted(outcome.examples, "example")
    if outcome.untested:
        yield f"{name} was not tested: {outcome.untested}"
    elif outcome.refused:
        calls = f"{counted(outcome.refused, 'call')} beside {tried}"
        yield f"{name} was refused in {calls}: {outcome.refusal}; --allow-effects lets it"
    if outcome.cut and not outcome.untested:
        yield f"{name} was left after {tried}: {outcome.cut}"
    rejected = rejection_notice(name, outcome.rejected, outcome.drawn)
    if rejected is not None:
        yield rejected


def block(failure: "Failure") -> str:
    """What failed and where, then the functions and inputs that lead there."""
    place = f" at {_shown(failure.place)}" if failure.place else ""
    head = click.style(f"{failure.kind}{place}", bold=True) + (f": {failure.message}" if failure.message else "")
    return "\n".join([head, *(f"  {_line(name, finding)}" for name, finding in failure.findings), ""])


def _line(name: str, finding: "Finding") -> str:
    return f"{name} {finding}" + (f" ({counted(finding.hits, 'example')})" if finding.hits else "")


def _shown(place: "tuple[str, int]") -> str:
    """The place, from the current folder where it lies in there."""
    file, line = place
    shown = os.path.relpath(file)
    return f"{file if shown.startswith(os.pardir) else shown}:{line}"

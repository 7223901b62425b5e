"""The inputs that mutants are called on, chosen by what the original gives for them, in a child process."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time

from benchmarks.checks.judge_child import messages_of
from benchmarks.checks.judge_outcomes import Calls, Frozen, Watch, freeze
from benchmarks.checks.module_inputs import all_inputs, draw_inputs
from benchmarks.checks.validity import DRAWS
from genmorph import RelationSet
from genmorph.domain import parse_domain
from genmorph.model import Input, Outcome, Raised, Returned
from genmorph.subject.location import find_function

PAIRS = 100
"""Recorded pairs of an input and its output."""
DRAWING = 20.0
"""Seconds of processor time, after which no further input is drawn: of a slow function there are fewer."""


@dataclass(frozen=True, slots=True)
class Stock:
    """Distinct inputs: first those on which the original returned, so many, then those on which it raised.

    The `recorded` ones, on which it returned too, were drawn apart.
    """

    inputs: tuple[Frozen, ...]
    returning: int
    recorded: tuple[Frozen, ...]


def stock_of(path: str, saved: Path, domains: Mapping[str, str], wanted: int) -> Stock:
    """The inputs of a function; they depend on nothing but its path and domains, and where it is slow on the machine.

    Raises ValueError where none can be drawn, or where the function ends or blocks the process.
    """
    stocks: list[Stock] = list(messages_of(path, _stock, path, saved, domains, wanted))
    if not stocks:
        raise ValueError(f"path must name a function that leaves its process alive, got {path!r}")
    return stocks[0]


def _stock(watch: Watch, path: str, saved: Path, domains: Mapping[str, str], wanted: int) -> Iterator[Stock]:
    """The work of the child process."""
    signature = RelationSet.from_json(saved).signature
    original = Calls(find_function(path), signature, watch)
    said = {name: parse_domain(notation) for name, notation in domains.items()}
    drawn = [said.get(parameter.name, parameter.domain) for parameter in signature.parameters]
    whole = all_inputs(drawn, wanted)
    inputs = islice(draw_inputs(drawn, Random(f"judge/{path}")), DRAWS * wanted) if whole is None else whole
    returning, raising = told_apart(original, _distinct(inputs), wanted)
    others = islice(draw_inputs(drawn, Random(f"recorded/{path}")), DRAWS * PAIRS)
    recorded, _ = told_apart(original, _distinct(others), PAIRS)
    yield Stock((*returning, *raising[: len(returning)]), len(returning), tuple(recorded))


def told_apart(
    original: Callable[[Frozen], Outcome], inputs: Iterable[Frozen], wanted: int, seconds: float = DRAWING
) -> tuple[list[Frozen], list[Frozen]]:
    """So many inputs on which the original returns, if there is time for them, and those before on which it raises."""
    returning: list[Frozen] = []
    raising: list[Frozen] = []
    deadline = process_time() + seconds
    for values in inputs:
        match original(values):
            case Returned():
                returning.append(values)
            case Raised():
                raising.append(values)
        if len(returning) == wanted or process_time() >= deadline:
            break
    return returning, raising


def _distinct(inputs: Iterable[Input]) -> Iterator[Frozen]:
    """The inputs, each once."""
    known: set[Frozen] = set()
    for values in map(freeze, inputs):
        if values not in known:
            known.add(values)
            yield values

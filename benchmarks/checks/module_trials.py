"""Trying saved relations on further inputs in a child process, with limits for each call and for all.

Functions of modules that nobody wrote for genmorph may take very long, or all memory, for some of their inputs.
"""

import resource
import signal
from collections.abc import Iterator
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import monotonic
from types import FrameType
from typing import Any

from benchmarks.checks.module_inputs import all_inputs, draw_inputs
from benchmarks.checks.module_subjects import SECONDS
from benchmarks.checks.validity import DRAWS, INPUTS, Trial, try_inputs
from genmorph import InapplicableInput, RelationSet
from genmorph.model import Input
from genmorph.results import MetamorphicRelation
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.subject.location import find_function

PATIENCE = 150.0
"""Seconds for one relation, after which fewer inputs are tried."""
START = 30.0
"""Seconds that a child process may take beside its relations."""
MEMORY = 4 * 2**30

_NONE = Trial(0, 0, exhaustive=False, counterexamples=())

Row = dict[str, Any]


class TooLong(BaseException):
    """A pair of calls that did not end in time; no `Exception`, so that no function takes it for its own."""


def try_saved(path: str, saved: Path, seed: int, wanted: int = INPUTS) -> list[Row]:
    """Figures for each relation in a file: applicable inputs, violations, calls stopped, and some counterexamples.

    A relation that the child process did not come to, because it was killed or died, has no applicable inputs.
    """
    relations = RelationSet.from_json(saved)
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send_trials, args=(sender, path, saved, seed, wanted))
    process.start()
    sender.close()
    try:
        rows = list(_received(receiver, START + (PATIENCE + SECONDS) * len(relations)))
    finally:
        process.kill()
        process.join()
        receiver.close()
    return rows + [_row(relation, error="not tried") for relation in list(relations)[len(rows) :]]


def _received(receiver: Connection, limit: float) -> Iterator[Row]:
    """What the child sends, until it ends or the limit is over."""
    deadline = monotonic() + limit
    while receiver.poll(max(0.0, deadline - monotonic())):
        try:
            yield receiver.recv()
        except EOFError:
            return


def _send_trials(sender: Connection, path: str, saved: Path, seed: int, wanted: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, _stop)
    function = find_function(path)
    for relation in RelationSet.from_json(saved):
        sender.send(_try(relation, function, Random(f"{path}/{seed}/{relation.formula}"), wanted))
    sender.close()


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise TooLong


def _try(relation: MetamorphicRelation | ScenarioRelation, function: Any, rng: Random, wanted: int) -> Row:
    stopped = 0

    def check(values: Input) -> bool:
        nonlocal stopped
        try:
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
            return relation.check(function, *values)
        except TooLong:
            stopped += 1
            raise InapplicableInput("a call was stopped") from None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    drawn = relation.drawn if isinstance(relation, ScenarioRelation) else relation.signature.parameters
    domains = [parameter.domain for parameter in drawn]
    whole = all_inputs(domains, wanted)
    inputs = islice(draw_inputs(domains, rng), DRAWS * wanted) if whole is None else whole
    trial = try_inputs(check, _in_time(inputs, monotonic() + PATIENCE), wanted, exhaustive=whole is not None)
    return _row(relation, trial, stopped)


def _in_time(inputs: Iterator[Input], deadline: float) -> Iterator[Input]:
    for values in inputs:
        if monotonic() > deadline:
            return
        yield values


def _row(
    relation: MetamorphicRelation | ScenarioRelation, trial: Trial = _NONE, stopped: int = 0, error: str = ""
) -> Row:
    return {
        "formula": relation.formula,
        "applicable": trial.applicable,
        "violations": trial.violations,
        "exhaustive": trial.exhaustive,
        "stopped": stopped,
        "counterexamples": [repr(values) for values in trial.counterexamples],
        "error": error,
    }

"""Symbolic execution by CrossHair: answers of services for which an application takes one path each."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from inspect import BoundArguments, Parameter, Signature
from typing import Any

from genmorph.services.answer_shapes import BLANK, CHOICE, INTEGER, LABEL, RANGES, TEXT, TRUTH, Plain, choices_of
from genmorph.services.declared import Service
from genmorph.services.worker.recorded_conditions import Recorder
from genmorph.services.worker.substitutes import Switchboard
from genmorph.settings import SERVICES

_TYPES: Mapping[str, type] = {LABEL: str, TEXT: str, BLANK: str, INTEGER: int, TRUTH: bool}


def explore(
    call: Callable[[], None],
    services: Sequence[Service],
    board: Switchboard,
    recorder: Recorder,
    seconds: float,
    path_seconds: float,
) -> dict[str, Any]:
    """Answers by the function of their service, for each of which `call` takes another path, as many as are found.

    `symbolic` are the conditions that depend on answers, and `is_complete` says that all paths were taken.
    """
    import crosshair.core_and_libs  # noqa: F401 - tells CrossHair about the types of the standard library
    from crosshair.core import deep_realize, explore_paths
    from crosshair.options import DEFAULT_OPTIONS, AnalysisOptionSet
    from crosshair.statespace import RootNode
    from crosshair.tracers import NoTracing
    from crosshair.util import CrossHairValue, IgnoreAttempt

    names = [f"answer_{place}" for place in range(len(services))]
    signature = Signature(
        [
            Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, annotation=_type(one.shape.template))
            for name, one in zip(names, services, strict=True)
        ]
    )
    found: list[dict[str, Plain]] = []
    symbolic: set[int] = set()
    until = time.monotonic() + seconds
    root = RootNode()
    paths: set[frozenset[tuple[int, int]]] = set()
    idle = 0

    def note(number: int, value: Any) -> None:
        with NoTracing():  # type: ignore[no-untyped-call]
            if isinstance(value, CrossHairValue):
                symbolic.add(number)

    def run(given: BoundArguments) -> None:
        pairs = zip(services, given.args, strict=True)
        board.given = {one.function: _plain(one.shape.template, value, IgnoreAttempt) for one, value in pairs}
        try:
            call()
        except Exception:  # noqa: BLE001 - the answers are given to the application again
            return

    def complete(_space: object, given: BoundArguments, *_rest: object) -> bool:
        nonlocal idle
        with NoTracing():  # type: ignore[no-untyped-call]
            went = {(number, ways) for number, ways in recorder.take().items()}
            if frozenset(went) in paths:
                idle += 1
                return idle > SERVICES.idle_paths or time.monotonic() > until
            idle = 0 if went - set().union(*paths) else idle + 1
            paths.add(frozenset(went))
            values = deep_realize(given).args
            with suppress(ValueError):  # a path that was given up because a number is out of its range
                pairs = zip(services, values, strict=True)
                found.append({one.function: _plain(one.shape.template, value, ValueError) for one, value in pairs})
        return time.monotonic() > until

    limits = AnalysisOptionSet(per_condition_timeout=seconds, per_path_timeout=path_seconds)
    recorder.note = note
    try:
        explore_paths(run, signature, DEFAULT_OPTIONS.overlay(limits), root, complete, on_nondeterminism=lambda: None)
    finally:
        recorder.note, board.given = None, {}
    return {"answers": found, "symbolic": sorted(symbolic), "is_complete": root.child.is_exhausted()}


def _type(part: Any) -> Any:
    """The type of a plain answer, with tuples for named parts."""
    match part:
        case str():
            return str if part.startswith(CHOICE) else _TYPES.get(part, float)
        case [one] if isinstance(part, list):
            return list[_type(one)]  # type: ignore[misc]
        case [*parts]:
            return tuple[*map(_type, parts)]  # type: ignore[misc]
    return tuple[*map(_type, part.values())]  # type: ignore[misc]


def _plain(part: Any, value: Any, ignored: type[BaseException]) -> Plain:
    """The plain answer that a value of the type stands for; raises where a number is out of its range."""
    match part:
        case str():
            low, high = RANGES.get(part, (value, value))
            if not low <= value <= high or (choices_of(part) and value not in choices_of(part)):
                raise ignored
            return value
        case [one] if isinstance(part, list):
            return [_plain(one, inner, ignored) for inner in value]
        case [*parts]:
            return [_plain(one, inner, ignored) for one, inner in zip(parts, value, strict=True)]
    return {name: _plain(one, inner, ignored) for (name, one), inner in zip(part.items(), value, strict=True)}

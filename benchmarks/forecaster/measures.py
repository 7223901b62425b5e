"""What ready-made relations notice of one fault, and how often one oracle raises a false alarm."""

import functools
import itertools
import signal
import statistics
import sys
import time
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks.record import Row
from genmorph import infer_relations
from genmorph.learning import Answer, Oracle, forecaster_relations, series
from genmorph.learning.number_series import generated_series
from genmorph.learning.ready_made import check_relations
from genmorph.learning.trainings import UnseededError
from genmorph.model import UsageError, Verdict
from genmorph.results.replaying import replay

FOLDER = Path(__file__).parent
TRAINING, VALIDATION = 750, 187
SMALL = (150, 60)
"""Values of both series for false alarms: there are some thousand trainings."""
LONGEST_TRAINING = 120.0
"""Seconds; the reference takes a second or two."""
SIZES = {"steps": 10, "horizon": 1, "batch": 100}
LENGTHS = (24, 36)
"""Values of both series of which relations are inferred: these take thousands of trainings."""
DRAWN = 20
"""Series that are drawn for each inferred relation, of the reference and of each fault."""


def mutated(mutant: Row) -> str:
    """The source of the reference with the fault."""
    parts = (FOLDER / "reference.py").read_text(encoding="utf-8").split(mutant["old"])
    places = range(1, len(parts)) if mutant.get("everywhere") else [mutant.get("number", 1)]
    if len(parts) <= max(places):
        raise ValueError(
            f"old of {mutant['program']} {mutant['id']} must stand in the reference, got {mutant['old']!r}"
        )
    texts = [parts[0]]
    for place, part in enumerate(parts[1:], 1):
        texts += [mutant["new"] if place in places else mutant["old"], part]
    return "".join(texts)


def program_of(source: str, name: str) -> Callable[..., Any]:
    """A program of the reference from its source."""
    import torch

    torch.set_num_threads(1)
    module = types.ModuleType("reference")
    sys.modules["reference"] = module
    exec(compile(source, "reference.py", "exec"), module.__dict__)  # noqa: S102 - the benchmark's own faults
    found: Callable[..., Any] = getattr(module, name)
    return found


def try_fault(mutant: Row | None, name: str) -> Row:
    """The cases that are violated by a fault, or by the reference itself."""
    source = (FOLDER / "reference.py").read_text(encoding="utf-8") if mutant is None else mutated(mutant)
    program, values = _limited(program_of(source, name)), generated_series(TRAINING + VALIDATION)
    relations = forecaster_relations(**SIZES)
    published = {f"{one.name}({case.name})" for one in relations for case in one.cases if case.is_published}
    try:
        results = list(check_relations(relations, program, values[:TRAINING], values[TRAINING:]))
    except UsageError as error:
        is_unseeded = isinstance(error, UnseededError)  # which the paper's relations notice, too
        return {
            "subject": named(mutant, name),
            "seed": 0,
            "violated": ["seed" if is_unseeded else "refused"],
            "published": is_unseeded,
            "reason": str(error),
        }
    violated = {one.name: one.reason for one in results if one.answer is Answer.VIOLATED}
    return {
        "subject": named(mutant, name),
        "seed": 0,
        "violated": sorted(violated),
        "published": bool(published & violated.keys()),
        "reasons": violated,
    }


def try_inferred(name: str, budget: str, mutants: Sequence[Row]) -> Row:
    """Relations that are inferred of a program, those that fresh series refute, and which of its faults they notice."""
    from benchmarks.forecaster import program, reference

    function = {"training": program.trained, "validating": program.validated}[name]
    domain = {"train": series(0, 1000, length=LENGTHS), "validation": series(0, 1000, length=LENGTHS)}
    began = time.perf_counter()
    found = infer_relations(function, budget=budget, domain=domain, seeded_by="seed", cache=False)
    seconds, sound = time.perf_counter() - began, getattr(reference, name)
    refuted = [one.formula for one in found if replay(one, [function], DRAWN, 1).verdict is Verdict.REJECT]
    noticed = {}
    for mutant in mutants:
        setattr(reference, name, program_of(mutated(mutant), name))
        by = [one.formula for one in found if replay(one, [function], DRAWN, 2).verdict is Verdict.REJECT]
        noticed |= {named(mutant, name): by} if by else {}
    setattr(reference, name, sound)
    return {
        "subject": f"{name} inferred",
        "seed": 0,
        "seconds": round(seconds, 1),
        "relations": [one.formula for one in found],
        "refuted": refuted,
        "noticed": noticed,
    }


def _limited(program: Callable[..., Any]) -> Callable[..., Any]:
    """The program, which raises TimeoutError where a training takes long: one fault trains on for hours."""

    @functools.wraps(program)
    def called(*arguments: Any, **options: Any) -> Any:
        signal.setitimer(signal.ITIMER_REAL, LONGEST_TRAINING)
        try:
            return program(*arguments, **options)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def end(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise TimeoutError(f"a training takes more than {LONGEST_TRAINING:g} s")

    signal.signal(signal.SIGALRM, end)
    return called


def named(mutant: Row | None, name: str) -> str:
    """What a row is called: the program with the number of its fault."""
    return f"{name} {'reference' if mutant is None else mutant['id']}"


def try_oracle(oracle: str, is_seeded: bool, first: int, count: int) -> Row:
    """False alarms of an oracle, or of the paper's rule, in comparisons of the reference with itself.

    Where it is not seeded, each of its runs has a seed of its own, whatever the oracle asks for.
    """
    reference = program_of((FOLDER / "reference.py").read_text(encoding="utf-8"), "training")
    seeds = itertools.count(1_000_000 * (first + 1))
    program = reference if is_seeded else lambda train, validation: reference(train, validation, next(seeds))
    alarms = 0
    for number in range(first, first + count):
        values = generated_series(sum(SMALL), number)
        train, validation = values[: SMALL[0]], values[SMALL[0] :]
        if oracle == "paper":
            alarms += _alarm_of_paper(program, train, validation, number)
        else:
            (unit, *_) = forecaster_relations(**SIZES)
            case = unit.cases[number % len(unit.cases)]
            subject = unit.prepare(program, train, validation, seed=100 * number, oracle=Oracle(oracle))
            alarms += case.judge(subject)[0] is Answer.VIOLATED
    name = oracle_name(oracle, is_seeded)
    return {"subject": f"{name} {first}", "seed": 0, "oracle": name, "comparisons": count, "alarms": alarms}


def oracle_name(oracle: str, is_seeded: bool) -> str:
    """What rows of an oracle are called, of the reference with a seed or without one."""
    return oracle if is_seeded else f"{oracle}, unseeded"


def _alarm_of_paper(
    program: Callable[..., Any], train: Sequence[float], validation: Sequence[float], seed: int
) -> bool:
    """Whether one more run lies beyond 1.96 standard errors of the mean of ten: the paper's rule."""
    losses = [float(program(list(train), list(validation), 100 * seed + n)["loss"]) for n in range(11)]
    *ten, one = losses
    error = statistics.stdev(ten) / len(ten) ** 0.5
    return abs(one - statistics.fmean(ten)) > 1.96 * error

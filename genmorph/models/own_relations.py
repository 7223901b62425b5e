"""Relations of one model on one back end: no other one is needed to see that they are violated."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

from genmorph.execution.answering import FailedError
from genmorph.model import UsageError
from genmorph.models.back_ends import Arrays, BackEnd, Processes
from genmorph.models.comparison import (
    Difference,
    Verdict,
    furthest,
    read_asked,
    require_at_least,
    verdict_of_failure,
    words_of_difference,
)
from genmorph.models.model_inputs import write_inputs
from genmorph.models.worker.invariances import OF_SAMPLES
from genmorph.models.worker.repeating import REPEATED
from genmorph.progress import Notify, Step
from genmorph.settings import MODELS

_ALL = "all relations"


@dataclass(frozen=True, slots=True)
class RelationAnswer:
    """What is known of one relation of a model on a back end, such as that the order of samples changes nothing.

    `difference` is the largest that there is between what the model gives and what it gives under the relation.
    """

    back_end: str
    versions: Mapping[str, str]
    relation: str
    verdict: Verdict
    difference: Difference | None = None
    reason: str = ""

    def __str__(self) -> str:
        said = self.reason if self.difference is None else words_of_difference(self.difference)
        return f"{self.back_end}, {self.relation}: {self.verdict.value}; {said}"


def check_own_relations(
    model: str | Path,
    back_ends: Sequence[str],
    inputs: str | Path | None = None,
    *,
    samples: int = MODELS.samples,
    rounds: int = MODELS.rounds,
    seed: int = 0,
    modules: Sequence[str] = (),
    notify: Notify = lambda _: None,
) -> tuple[RelationAnswer, ...]:
    """Check what must not change what a model gives, on each back end alone.

    Nothing may change where samples come in another order or in other batches, where the model is called again, or
    without being compiled, or is saved and loaded, where masked steps follow the last one of a series, and where units
    of the last layer, or features with their weights, stand in another order. Outputs must have the shapes that the
    model says. Of one sample, or of outputs that are not of samples, nothing is asked of orders and batches; of layers
    other than cells, tables and dense ones, nothing of masked steps; and of other than dense layers and convolutions,
    nothing of units and features. A difference counts as in `check_model`.

    Nor may later rounds take more time or memory than earlier ones, where the model is called, or copied and called,
    again and again; nothing is said where rounds are so slow that there are few.

    Args:
        model: A `.keras` file.
        back_ends: As of `check_model`, but for those of exported models; one is enough.
        inputs: As of `check_model`.
        samples: How many are drawn where there is no file.
        rounds: How often the model is called, or copied, to see whether that takes more and more; 0 leaves it out.
        seed: Of drawn inputs and of how numbers are rounded.
        modules: Modules that register layers of one's own.
        notify: Is told what is done.

    Raises:
        UsageError: There is no such model or back end, no back end loads the model, or inputs do not suit it.

    """
    path, chosen = read_asked(model, back_ends, samples, seed)
    require_at_least("rounds", rounds, 0)
    if exported := [str(one) for one in chosen if one.exporters]:
        raise UsageError(f"back ends must be those of Keras, which load models themselves, got {exported[0]}")
    with Processes(modules) as processes:
        found: list[RelationAnswer] = []
        reasons: list[str] = []
        for one in chosen:
            notify(Step(f"checking relations on {one}"))
            file = processes.directory / "inputs.npz"
            try:
                specification = processes.of(one).describe(path)["inputs"]
            except FailedError as error:
                reasons.append(f"{one}: {error}")
                found.append(_failed(processes, one, _ALL, error))
                continue
            if not file.exists():
                write_inputs(file, specification, inputs, samples, seed)
            answers = list(_answers(processes, one, path, file, seed))
            found += answers
            if rounds and [answer.relation for answer in answers] != [_ALL]:
                found += _growths(processes, one, path, file, rounds)
    if len(reasons) == len(chosen):
        raise UsageError(f"model must load on a back end, got {str(path)!r}; {'; '.join(reasons)}")
    return tuple(found)


def _answers(processes: Processes, one: BackEnd, model: Path, inputs: Path, seed: int) -> Iterator[RelationAnswer]:
    running = processes.of(one)
    try:
        names, given = running.relations(model), running.run(model, inputs)[0]
        moved = running.run_perturbed(model, inputs, seed)
    except FailedError as error:
        yield _failed(processes, one, _ALL, error)
        return
    samples = len(np.load(inputs)["arr_0"])
    has_samples = samples > 1 and all(array.ndim and len(array) == samples for array in given)
    for name in [name for name in names if has_samples or name not in OF_SAMPLES]:
        try:
            after = running.run_related(model, inputs, name)
        except FailedError as error:
            yield _failed(processes, one, name, error)
        else:
            yield _answer(running.versions, one, name, after, given, moved)


def _growths(processes: Processes, one: BackEnd, model: Path, inputs: Path, rounds: int) -> Iterator[RelationAnswer]:
    running = processes.of(one)
    for task in REPEATED:
        try:
            measured = running.repeat(model, inputs, task, rounds)
        except FailedError as error:
            yield _failed(processes, one, task, error)
            continue
        if (done := len(measured["bytes"])) >= MODELS.least_rounds:
            reason = growth(measured["seconds"], measured["bytes"])
            verdict = Verdict.GROWS if reason else Verdict.SAME
            said = reason or f"{done} rounds take as much time and memory each"
            yield RelationAnswer(str(one), running.versions, task, verdict, reason=said)


def growth(seconds: Sequence[float], memory: Sequence[float]) -> str:
    """How much more time or memory later rounds take; "" where they take no more.

    The first third is left out: what is compiled or cached once is there by then. Of the others each third must have
    more than the one before, and not by a single jump.

    >>> growth([0.1] * 30, [n * 1e7 for n in range(30)]), growth([0.1] * 30, [1e9] * 30)
    ('the process grows by 9.5 MB in each round', '')
    >>> growth([0.1] * 30, [1e8] * 17 + [1.2e8] * 13)
    ''
    >>> growth([0.01 * 2**(n / 4) for n in range(30)], [1e9] * 30)
    'rounds take 8.0 times as long in the end'
    """
    first, middle, last = _thirds_behind_the_first(memory)
    steps = median(middle) - median(first), median(last) - median(middle)
    grown = min(steps) / len(first)
    if grown > MODELS.least_bytes and max(first) < min(middle) and max(middle) < min(last):
        return f"the process grows by {grown / (1 << 20):.1f} MB in each round"
    first, middle, last = _thirds_behind_the_first(seconds)
    times = median(last) / median(first)
    if times > MODELS.times_slower and max(first) < min(last) and median(first) < median(middle) < median(last):
        return f"rounds take {times:.1f} times as long in the end"
    return ""


def _thirds_behind_the_first(rounds: Sequence[float]) -> tuple[Sequence[float], ...]:
    rest = rounds[len(rounds) // 3 :]
    third = len(rest) // 3
    return rest[:third], rest[third : 2 * third], rest[2 * third : 3 * third]


def _failed(processes: Processes, one: BackEnd, name: str, error: FailedError) -> RelationAnswer:
    reason = str(error)
    return RelationAnswer(str(one), processes.of(one).versions, name, verdict_of_failure(reason), reason=reason)


def _answer(
    versions: Mapping[str, str], one: BackEnd, name: str, after: Arrays, given: Arrays, moved: Arrays
) -> RelationAnswer:
    shapes = [[array.shape for array in arrays] for arrays in (after, given)]
    if shapes[0] != shapes[1]:
        reason = f"the shapes are {shapes[0]} under the relation, and {shapes[1]} without it"
        return RelationAnswer(str(one), versions, name, Verdict.DIFFERS, reason=reason)
    difference = furthest(after, given, moved)
    return RelationAnswer(str(one), versions, name, difference.verdict, difference)

"""Relations of one model on one back end: no other one is needed to see that they are violated."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from genmorph.model import UsageError
from genmorph.models.back_ends import Arrays, BackEnd, FailedError, Processes
from genmorph.models.comparison import (
    Difference,
    Verdict,
    furthest,
    read_asked,
    verdict_of_failure,
    words_of_difference,
)
from genmorph.models.model_inputs import write_inputs
from genmorph.models.worker import OF_SAMPLES
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
    seed: int = 0,
    modules: Sequence[str] = (),
    notify: Notify = lambda _: None,
) -> tuple[RelationAnswer, ...]:
    """Check what must not change what a model gives, on each back end alone.

    Nothing may change where samples come in another order or in other batches, where the model is called again, or
    without being compiled, or is saved and loaded, and where masked steps follow the last one of a series. Of one
    sample, or of outputs that are not of samples, nothing is asked of orders and batches; of layers other than cells,
    tables and dense ones, nothing of masked steps. A difference counts as in `check_model`.

    Args:
        model: A `.keras` file.
        back_ends: As of `check_model`, but for those of exported models; one is enough.
        inputs: As of `check_model`.
        samples: How many are drawn where there is no file.
        seed: Of drawn inputs and of how numbers are rounded.
        modules: Modules that register layers of one's own.
        notify: Is told what is done.

    Raises:
        UsageError: There is no such model or back end, no back end loads the model, or inputs do not suit it.

    """
    path, chosen = read_asked(model, back_ends, samples, seed)
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
            found += _answers(processes, one, path, file, seed)
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


def _failed(processes: Processes, one: BackEnd, name: str, error: FailedError) -> RelationAnswer:
    reason = str(error)
    return RelationAnswer(str(one), processes.of(one).versions, name, verdict_of_failure(reason), reason=reason)


def _answer(
    versions: Mapping[str, str], one: BackEnd, name: str, after: Arrays, given: Arrays, moved: Arrays
) -> RelationAnswer:
    shapes = [[array.shape for array in arrays] for arrays in (after, given)]
    if shapes[0] != shapes[1]:
        reason = f"it gives the shapes {shapes[0]}, and {shapes[1]} before"
        return RelationAnswer(str(one), versions, name, Verdict.DIFFERS, reason=reason)
    difference = furthest(after, given, moved)
    return RelationAnswer(str(one), versions, name, difference.verdict, difference)

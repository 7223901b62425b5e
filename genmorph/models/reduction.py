"""The smallest model that shows what a back end does: the suspected layer, and as few of those before it as show it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from genmorph.model import UsageError
from genmorph.models.back_ends import BackEnd, FailedError, Processes, Running, own_back_end, read_back_ends
from genmorph.models.comparison import BackEndAnswer, Comparison, Verdict, require_at_least
from genmorph.models.kept_findings import Shown, keep_finding
from genmorph.models.model_inputs import require_model, write_inputs
from genmorph.progress import Notify, Step
from genmorph.settings import MODELS

FAULTS = (Verdict.DIFFERS, Verdict.NOT_A_NUMBER, Verdict.FAILED)
"""What is a fault of a back end."""


@dataclass(frozen=True, slots=True)
class Reduced:
    """The smallest model that shows what a back end does, in a folder with its inputs, a test and a report."""

    folder: Path
    answer: BackEndAnswer
    layers: int


@dataclass(frozen=True, slots=True)
class Suspect:
    """A model with inputs for which a back end does something, the layer that is suspected, and what it should do."""

    model: Path
    inputs: Path
    back_end: BackEnd
    reference: BackEnd
    layer: str
    verdict: Verdict


def reduce_model(
    model: str | Path,
    back_ends: Sequence[str],
    folder: str | Path,
    inputs: str | Path | None = None,
    *,
    samples: int = MODELS.samples,
    seed: int = 0,
    modules: Sequence[str] = (),
    notify: Notify = lambda _: None,
) -> list[Reduced]:
    """Keep for each back end that differs the smallest model that shows it, in a folder of its own below `folder`.

    That is the layer in which it differs first, with its weights and what it gets there, where that differs alone; else
    as few of the layers before it as are needed, and at last the whole. One sample is kept where that is enough.

    Args:
        model: A `.keras` file.
        back_ends: As of `check_model`; one must be of this environment.
        folder: Where the folders shall be.
        inputs: As of `check_model`.
        samples: How many are drawn where there is no file.
        seed: Of drawn inputs and of how numbers are rounded.
        modules: Modules that register layers of one's own.
        notify: Is told what is done.

    Raises:
        UsageError: As of `check_model`, or no back end of this environment is among them.

    """
    path, chosen = require_model(model), read_back_ends(back_ends)
    require_at_least("samples", samples, 1)
    require_at_least("seed", seed, 0)
    own = own_back_end(chosen)
    with Processes(modules) as processes:
        file = processes.directory / "inputs.npz"
        comparison = Comparison(processes, chosen, path, file, seed, notify)
        described = comparison.described()
        write_inputs(file, described["inputs"], inputs, samples, seed)
        checked = comparison.run({one["name"]: one["type"] for one in described["layers"]})
        mutator, reduced = processes.mutator(own), []
        for one, answer in zip(chosen, checked.answers, strict=True):
            if answer.verdict not in FAULTS:
                continue
            notify(Step(f"reducing the model for {one}"))
            reference = next((other for other in chosen if str(other) == checked.reference), own)
            layer = answer.layer.partition(" (")[0]
            suspect = Suspect(path, file, one, reference, layer, answer.verdict)
            place = Path(folder) / "".join(sign if sign.isalnum() else "_" for sign in str(one))
            reduced.append(keep_smallest(processes, mutator, suspect, place, answer.words))
    return reduced


def keep_smallest(
    processes: Processes, mutator: Running, suspect: Suspect, folder: Path, title: str, mutant: Any = None
) -> Reduced:
    """Keep the first of the candidates, the smallest first, that shows what the back end does.

    Raises:
        FailedError: Not even the whole model shows it any more.

    """
    reasons = ["the whole model does not show it again"]
    for model, inputs in (*_candidates(mutator, suspect, folder), (suspect.model, suspect.inputs)):
        comparison = Comparison(processes, [suspect.reference, suspect.back_end], model, inputs, 0, lambda _: None)
        try:
            answer = comparison.run_beside(suspect.back_end, suspect.reference)
            if answer.verdict is not suspect.verdict and model != suspect.model:
                continue
            comparison, answer = _of_one_sample(comparison, suspect, answer)
            layers = sum(one["type"] != "InputLayer" for one in comparison.described()["layers"])
            shown = Shown(
                title=title,
                answer=answer,
                back_end=suspect.back_end,
                reference=str(suspect.reference),
                model=model,
                inputs=comparison.inputs,
                expected=comparison.reference(suspect.reference),
                layers=layers,
                modules=processes.modules,
                mutant=mutant,
            )
            keep_finding(shown, folder)
        except (UsageError, FailedError) as error:
            reasons.append(str(error))
        else:
            return Reduced(folder, answer, layers)
    raise FailedError(reasons[-1])


def _candidates(mutator: Running, suspect: Suspect, folder: Path) -> Iterator[tuple[Path, Path]]:
    """The suspected layer alone, then with more and more of the layers before it, with files of what they get."""
    if not suspect.layer:
        return
    names: list[str] = []
    with suppress(FailedError):
        names = mutator.ask("ancestors", model=str(suspect.model), layer=suspect.layer)
    for count in range(1, min(len(names), MODELS.reduced_layers) + 1):
        found = extracted(mutator, suspect.model, suspect.inputs, names[-count:], f"{folder.name}_{count}")
        if found is not None:
            yield found


def extracted(
    mutator: Running, model: Path, inputs: Path, layers: Sequence[str], name: str
) -> tuple[Path, Path] | None:
    """Some layers as a model of their own, with the file of what they get; None where that is none."""
    path, kept = inputs.with_name(f"{name}.keras"), inputs.with_name(f"{name}.npz")
    files: Mapping[str, str] = {"inputs": str(inputs), "path": str(path), "kept": str(kept)}
    try:
        mutator.ask("extract", model=str(model), layers=list(layers), **files)
    except FailedError:
        return None
    return path, kept


def _of_one_sample(comparison: Comparison, suspect: Suspect, answer: BackEndAnswer) -> tuple[Comparison, BackEndAnswer]:
    """The comparison with the one sample that is furthest off, where that shows it too."""
    if answer.difference is None:
        return comparison, answer
    sample, path = answer.difference.sample, comparison.inputs.with_name(f"{comparison.inputs.stem}_one.npz")
    with np.load(comparison.inputs, allow_pickle=False) as file:
        arrays = [file[name] for name in file.files]
    if any(sample >= len(array) for array in arrays):
        return comparison, answer
    np.savez(path, *(array[sample : sample + 1] for array in arrays))
    alone = Comparison(comparison.processes, comparison.back_ends, comparison.model, path, 0, lambda _: None)
    found = alone.run_beside(suspect.back_end, suspect.reference)
    return (alone, found) if found.verdict is answer.verdict else (comparison, answer)

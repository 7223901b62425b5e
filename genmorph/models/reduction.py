"""The smallest model that shows what a back end does: the suspected layer, and as few of those before it as show it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from genmorph.execution.answering import FailedError
from genmorph.model import UsageError
from genmorph.models.back_ends import BackEnd, Processes, Running, own_back_end
from genmorph.models.comparison import FAULTS, BackEndAnswer, Comparison, Verdict, layer_name, read_asked, read_layers
from genmorph.models.kept_findings import Mutated, Shown, folder_name, keep_finding, require_own
from genmorph.models.model_inputs import write_inputs
from genmorph.progress import Notify, Step
from genmorph.settings import MODELS


@dataclass(frozen=True, slots=True)
class Reduced:
    """The smallest model that shows what a back end does, in a folder with its inputs, a test and a report."""

    folder: Path
    answer: BackEndAnswer
    layers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A model with inputs for which a back end gives a verdict beside a reference, and the layer that is suspected."""

    model: Path
    inputs: Path
    back_end: BackEnd
    reference: BackEnd
    layer: str
    verdict: Verdict
    seed: int = 0


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
) -> Iterator[Reduced]:
    """Keep for each back end that differs the smallest model that shows it, in a folder of its own below `folder`.

    That is the layer in which it differs first, with its weights and what it gets there, where that differs alone; else
    as few of the layers before it as are needed, and at last the whole. One sample is kept where that is enough. Of
    back ends that fail, and of those of exported models, no layer is known, and the whole is kept.

    Args:
        model: A `.keras` file.
        back_ends: As of `check_model`; one must be of this environment.
        folder: Where the folders shall be, each named after its back end.
        inputs: As of `check_model`.
        samples: How many are drawn where there is no file.
        seed: Of drawn inputs and of how numbers are rounded.
        modules: Modules that register layers of one's own.
        notify: Is told what is done.

    Raises:
        UsageError: As of `check_model`; no back end of this environment is among them; as many back ends speak against
            each other; something else is where a folder shall be; or a back end does not differ again.

    """
    path, chosen = read_asked(model, back_ends, samples, seed)
    own, places = own_back_end(chosen), {one: Path(folder) / folder_name(str(one)) for one in chosen}
    for place in places.values():
        require_own(place)
        if path.is_relative_to(place.resolve()):
            raise UsageError(f"folder must not hold the model, got {str(folder)!r} for {str(path)!r}")
    with Processes(modules) as processes:
        file = processes.directory / "inputs.npz"
        comparison = Comparison(processes, chosen, path, file, seed, notify)
        described = comparison.described()
        write_inputs(file, described["inputs"], inputs, samples, seed)
        checked = comparison.run(read_layers(described))
        if not checked.is_decided and not checked.is_same:
            said = "; ".join(one.words for one in checked.answers)
            raise UsageError(f"back ends must have a majority that agrees, add one, got {said}")
        reference = next(one for one in chosen if str(one) == checked.reference)
        mutator = processes.mutator(own if reference.exporters or "@" in str(reference) else reference)
        for one, answer in zip(chosen, checked.answers, strict=True):
            if answer.verdict in FAULTS:
                notify(Step(f"reducing the model for {one}"))
                suspect = Suspect(
                    model=path,
                    inputs=file,
                    back_end=one,
                    reference=reference,
                    layer=layer_name(answer.layer),
                    verdict=answer.verdict,
                    seed=seed,
                )
                try:
                    yield keep_smallest(processes, mutator, suspect, places[one], answer.words)
                except FailedError as error:
                    raise UsageError(f"{one} must differ each time that the model is run, got {error}") from error


def keep_smallest(
    processes: Processes, mutator: Running, suspect: Suspect, folder: Path, title: str, mutant: Mutated = None
) -> Reduced:
    """Keep the first of the candidates, the smallest first, that shows what the back end does.

    Raises:
        FailedError: Not even the whole model shows it any more.
        UsageError: Something else is in the place of the folder.

    """
    for model, inputs in (*_candidates(mutator, suspect, folder), (suspect.model, suspect.inputs)):
        comparison = _compared(processes, suspect, model, inputs)
        with suppress(FailedError):
            answer = comparison.run_beside(suspect.back_end, suspect.reference)
            if answer.verdict is not suspect.verdict:
                continue
            comparison, answer = _of_one_sample(comparison, suspect, answer)
            layers = sum(one["type"] != "InputLayer" for one in comparison.described()["layers"])
            coarser = comparison.coarser_type(suspect.back_end, suspect.reference) if layers == 1 else ""
            if coarser:
                answer = replace(answer, reason=f"as with operands of {coarser}, which a kernel may take to be faster")
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
            return Reduced(folder, answer, layers)
    raise FailedError("the model does not show it again")


def _compared(processes: Processes, suspect: Suspect, model: Path, inputs: Path) -> Comparison:
    back_ends = [suspect.reference, suspect.back_end]
    return Comparison(processes, back_ends, model, inputs, suspect.seed, notify=lambda _: None)


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
    alone = _compared(comparison.processes, suspect, comparison.model, path)
    found = alone.run_beside(suspect.back_end, suspect.reference)
    return (alone, found) if found.verdict is answer.verdict else (comparison, answer)

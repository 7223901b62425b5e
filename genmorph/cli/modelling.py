"""The commands for deep-learning models."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.conventions import border, log
from genmorph.model import UsageError
from genmorph.progress import Step, shown_progress
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import MODELS
from genmorph.values.labels import counted

if TYPE_CHECKING:
    from genmorph.models.comparison import ModelCheck
    from genmorph.results.ci_files import Case, Format

_MODEL = click.argument("model", metavar="MODEL.keras", type=click.Path(dir_okay=False))
_BACK_ENDS = click.option(
    "--backends",
    metavar="NAME,...",
    help="Such as torch,jax@/path/to/python.  [default: those that are installed here]",
)
_INPUTS = click.option(
    "--inputs", metavar="FILE", type=click.Path(dir_okay=False), help="A .npz file with an array each."
)
_SAMPLES = click.option(
    "--samples", default=MODELS.samples, show_default=True, help="Inputs to draw where there is no file."
)
_SEED = click.option("--seed", default=0, show_default=True, help="Of drawn inputs.")
_FILE = click.Path(dir_okay=False)
_JSON = click.option("--json", "json_path", type=_FILE, help="Save the answers as JSON.")
_JUNIT = click.option("--junit", type=_FILE, help="Write what was tried as test cases of a JUnit file.")
_SARIF = click.option("--sarif", type=_FILE, help="Write what was found as SARIF, which code hosts and editors show.")
_FORCE = click.option("--force", is_flag=True, help="Overwrite files that genmorph did not write.")
_LOAD = click.option(
    "--load", multiple=True, metavar="MODULE", help="A module that registers layers of one's own; may be repeated."
)
_EXTRA = "pip install 'genmorph[models]', and a back end such as torch or jax"


@click.group()
def models() -> None:
    """Compare what deep-learning models give on several back ends."""


@models.command()
@_MODEL
@_BACK_ENDS
@_INPUTS
@_SAMPLES
@_SEED
@_JSON
@_JUNIT
@_SARIF
@click.option("--html", type=_FILE, help="Write a page with the model's graph and the differences layer by layer.")
@_FORCE
@_LOAD
def check(
    model: str,
    backends: str | None,
    inputs: str | None,
    samples: int,
    seed: int,
    json_path: str | None,
    junit: str | None,
    sarif: str | None,
    html: str | None,
    force: bool,
    load: tuple[str, ...],
) -> None:
    """Say whether a model gives the same on several back ends, where not, and by how much.

    A difference counts where it is larger than rounding explains for this model and these inputs; that is measured in
    double precision. The exit code is 1 where a back end differs, fails, or does not support the model.
    """
    with border("interrupted; nothing was saved"):
        from genmorph.export.writing import require_page_writable, write_page, write_text
        from genmorph.models.ci_cases import cases_of_check
        from genmorph.models.comparison import check_model
        from genmorph.results.ci_files import wanted_files

        wanted = wanted_files(force, junit=junit, sarif=sarif)
        if html is not None:
            require_page_writable(html, force)
        with shown_progress() as notify:
            found = check_model(
                model, _chosen(backends), inputs, samples=samples, seed=seed, modules=load, notify=notify
            )
        for answer in found.answers:
            click.echo(str(answer))
        if json_path is not None:
            write_text(f"{json.dumps(_plain(found), indent=2)}\n", Path(json_path))
        _write_cases(cases_of_check(found), wanted, force)
        if html is not None:
            from genmorph.report.model_page import model_page

            write_page(model_page(_plain(found)), html, force)
        if not found.reference:
            log("no back end computes the model in double precision, so that nothing is known of differences")
        elif not found.is_decided and not found.is_same:
            log("as many back ends speak for the reference as against it: which one is wrong is not known")
        sys.exit(ExitCode.FINE if found.is_same else ExitCode.VIOLATED)


def _write_cases(cases: "Sequence[Case]", wanted: "Mapping[Format, str]", force: bool) -> None:
    from genmorph.results.ci_files import write_cases

    for form, path in wanted.items():
        write_cases(form, cases, path, force)


def _chosen(backends: str | None) -> list[str]:
    from genmorph.models.back_ends import installed

    if backends is not None:
        return [name.strip() for name in backends.split(",")]
    if not (names := [str(one) for one in installed()]):
        raise UsageError(f"--backends must name those of another environment where Keras is missing here: {_EXTRA}")
    return names


def _plain(found: "ModelCheck") -> dict[str, Any]:
    from genmorph.models.comparison import answer_data

    answers = list(map(answer_data, found.answers))
    return {
        "model": str(found.model),
        "reference": found.reference,
        "is_decided": found.is_decided,
        "is_same": found.is_same,
        "layers": [asdict(layer) for layer in found.layers],
        "answers": answers,
    }


@models.command()
@_MODEL
@_BACK_ENDS
@_INPUTS
@_SAMPLES
@click.option(
    "--rounds", default=MODELS.rounds, show_default=True, help="To see whether calls take more and more; 0 for none."
)
@_SEED
@_JSON
@_JUNIT
@_SARIF
@_FORCE
@_LOAD
def relations(
    model: str,
    backends: str | None,
    inputs: str | None,
    samples: int,
    rounds: int,
    seed: int,
    json_path: str | None,
    junit: str | None,
    sarif: str | None,
    force: bool,
    load: tuple[str, ...],
) -> None:
    """Check what must not change what a model gives, such as the order of samples, or to save and load it.

    Each back end is asked alone, so that one is enough. The exit code is 1 where a relation is violated, or fails.
    """
    with border("interrupted; nothing was saved"):
        from genmorph.export.writing import write_text
        from genmorph.models.ci_cases import cases_of_relations
        from genmorph.models.comparison import Verdict, answer_data
        from genmorph.models.own_relations import check_own_relations
        from genmorph.results.ci_files import wanted_files

        wanted = wanted_files(force, junit=junit, sarif=sarif)
        with shown_progress() as notify:
            found = check_own_relations(
                model,
                _chosen(backends),
                inputs,
                samples=samples,
                rounds=rounds,
                seed=seed,
                modules=load,
                notify=notify,
            )
        for answer in found:
            click.echo(str(answer))
        if json_path is not None:
            write_text(f"{json.dumps(list(map(answer_data, found)), indent=2)}\n", Path(json_path))
        _write_cases(cases_of_relations(Path(model), found), wanted, force)
        is_same = all(answer.verdict is Verdict.SAME for answer in found)
        sys.exit(ExitCode.FINE if is_same else ExitCode.VIOLATED)


@models.command()
@_MODEL
@click.argument("folder", type=click.Path(file_okay=False))
@_BACK_ENDS
@_INPUTS
@click.option("--mutants", default=MODELS.mutants, show_default=True, help="How many are tried, all in all.")
@click.option("--seconds", type=float, help="After how long none is begun any more.")
@click.option(
    "--guidance",
    type=click.Choice(["lemon", "random"]),
    default="lemon",
    show_default=True,
    help="What chooses mutants of mutants.",
)
@click.option("--seed", default=0, show_default=True, help="Of drawn inputs, and of what is chosen.")
@_JUNIT
@_SARIF
@_FORCE
@_LOAD
def search(
    model: str,
    folder: str,
    backends: str | None,
    inputs: str | None,
    mutants: int,
    seconds: float | None,
    guidance: str,
    seed: int,
    junit: str | None,
    sarif: str | None,
    force: bool,
    load: tuple[str, ...],
) -> None:
    """Mutate a model, and look for mutants on which back ends do not agree: faults of the back ends.

    Each finding is printed as it is found, and kept in FOLDER with the smallest model that shows it, its inputs, a test
    that runs without genmorph, and a report. A search that was broken off goes on where it was. The exit code is 1
    where something was found.
    """
    with border("interrupted; what was printed is kept, and the same command goes on"):
        from genmorph.models.ci_cases import cases_of_findings
        from genmorph.models.search import search_model
        from genmorph.results.ci_files import wanted_files

        wanted = wanted_files(force, junit=junit, sarif=sarif)
        found = []
        with shown_progress() as notify:
            for finding in search_model(
                model,
                _chosen(backends),
                folder,
                inputs,
                mutants=mutants,
                seconds=seconds,
                guidance=guidance,
                seed=seed,
                modules=load,
                notify=notify,
            ):
                click.echo(str(finding))
                found.append(finding)
        _write_cases(cases_of_findings(Path(model), found), wanted, force)
        log(f"{counted(len(found), 'finding')} in {folder}")
        sys.exit(ExitCode.VIOLATED if found else ExitCode.FINE)


@models.command()
@_MODEL
@click.argument("folder", type=click.Path(file_okay=False))
@_BACK_ENDS
@_INPUTS
@_SAMPLES
@_SEED
@_LOAD
def reduce(
    model: str, folder: str, backends: str | None, inputs: str | None, samples: int, seed: int, load: tuple[str, ...]
) -> None:
    """Keep the smallest part of a model on which a back end still differs.

    Each back end that differs gets a folder in FOLDER: the layer in which it differs first, and as few of those before
    it as are needed, with what they get, one sample where that is enough, a test that runs without genmorph, and a
    report. The exit code is 1 where a back end differs.
    """
    with border("interrupted; what was printed is kept"):
        from genmorph.models.reduction import reduce_model

        kept = 0
        with shown_progress() as notify:
            for one in reduce_model(
                model, _chosen(backends), folder, inputs, samples=samples, seed=seed, modules=load, notify=notify
            ):
                click.echo(f"{one.folder}: {counted(one.layers, 'layer')}; {one.answer.words}")
                kept += 1
        if not kept:
            log("no back end differs: there is nothing to reduce")
        sys.exit(ExitCode.VIOLATED if kept else ExitCode.FINE)


@models.command()
@click.argument("folder", type=click.Path(file_okay=False))
@click.option("--backend", default="torch", show_default=True, help="What trains them.")
@click.option("--only", multiple=True, metavar="NAME", help="Train these alone; may be repeated.")
@click.option("--force", is_flag=True, help="Overwrite files that are there.")
def zoo(folder: str, backend: str, only: tuple[str, ...], force: bool) -> None:
    """Train six small models in a minute, and save each with inputs: convolutions, recurrent cells, attention."""
    with border("interrupted; the models that were printed are saved"):
        from genmorph.models.zoo import RECIPES

        if unknown := sorted(set(only) - RECIPES.keys()):
            raise UsageError(f"--only must be one of {', '.join(RECIPES)}, got {unknown[0]!r}")
        if missing := [name for name in ("keras", "sklearn", backend) if find_spec(name) is None]:
            raise UsageError(f"training must have {missing[0]} installed: {_EXTRA}")
        names, place = list(only or RECIPES), Path(folder)
        files = [place / f"{name}.{end}" for name in names for end in ("keras", "npz")]
        there = [path for path in files if path.exists()]
        if there and not force:
            raise UsageError(f"{there[0]} must not be there already; --force overwrites it")
        place.mkdir(parents=True, exist_ok=True)
        _train(names, place, backend)


def _train(names: Sequence[str], folder: Path, back_end: str) -> None:
    from genmorph.models import zoo as program

    environment = {**os.environ, "KERAS_BACKEND": back_end, "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [sys.executable, "-P", str(program.__file__), str(folder), *names]
    with (
        shown_progress() as notify,
        TemporaryFile("w+", errors="replace") as complaints,
        subprocess.Popen(  # noqa: S603 - our own program
            command, stdout=subprocess.PIPE, stderr=complaints, env=environment, text=True
        ) as process,
    ):
        assert process.stdout is not None
        notify(Step("training", 0, len(names)))
        done = 0
        for line in process.stdout:
            if line.startswith("["):
                name, score = json.loads(line)
                done += 1
                click.echo(f"{folder / name}.keras: {score:.3g}")
                notify(Step("training", done, len(names)))
        if done < len(names):
            complaints.seek(0)
            reason = (complaints.read().strip().splitlines() or ["it ended"])[-1]
            raise UsageError(f"training of {names[done]} must end well, got {reason}")

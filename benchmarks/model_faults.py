"""Which planted faults of back ends the mutation of models finds, and what it says of back ends without any.

Run it as `python -m benchmarks.model_faults`; `benchmarks/README.md` says what is measured.
"""

import os
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import click

from benchmarks.checks.watched import watching
from benchmarks.record import ROOT, Record, Row, without_folders
from genmorph.models import search_model
from genmorph.models.zoo import RECIPES

FAULTS = (
    *("wrong epsilon", "alpha of ELU", "padding of averages", "rounding of strides", "reset gate", "axis of softmax"),
    *("leaky slope", "transposed kernel", "dilation ignored", "bilinear corner", "variance", "cumulative mask"),
)
TYPES = {
    "wrong epsilon": "BatchNormalization",
    "alpha of ELU": "ELU",
    "padding of averages": "AveragePooling2D",
    "rounding of strides": "Conv2D",
    "reset gate": "GRU",
    "axis of softmax": "Softmax",
    "leaky slope": "LeakyReLU",
    "transposed kernel": "DepthwiseConv2D",
    "dilation ignored": "Conv2D",
    "bilinear corner": "UpSampling2D",
    "variance": "LayerNormalization",
    "cumulative mask": "Masking",
}
"""The layer that a fault is in."""
MODELS_OF = {"reset gate": "gru", "cumulative mask": "lstm", "variance": "attention", "axis of softmax": "attention"}
"""The model of the zoo that is mutated; the others are those of images, of `convolutions`."""
WANTED = 10
FAULTY = "jax"
MODULE = "benchmarks.checks.planted_faults"


@click.command()
@click.option("--zoo", type=click.Path(file_okay=False, path_type=Path), required=True, help="Where the zoo is.")
@click.option("--backends", default="torch,tensorflow,jax,numpy", show_default=True)
@click.option("--mutants", default=400, show_default=True, help="Of each model, with a fault.")
@click.option("--clean", default=334, show_default=True, help="Of each of the six models, without one.")
@click.option("--seed", default=0, show_default=True)
@click.option("--only", multiple=True, metavar="TEXT", help="Run what holds this in its name; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "model_faults.json",
    help="Where results go  [default: benchmarks/results/model_faults.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(
    zoo: Path,
    backends: str,
    mutants: int,
    clean: int,
    seed: int,
    only: tuple[str, ...],
    output: Path,
    fresh: bool,
) -> None:
    """Search each model of the zoo on right back ends, then with each fault in JAX, up to the first mutant with it."""
    settings = {"backends": backends, "mutants": mutants, "clean": clean, "seed": seed}
    record = Record.open(output, settings, fresh)
    tasks = [*((f"clean {name}", name, "") for name in RECIPES)]
    tasks += [(fault, MODELS_OF.get(fault, "convolutions"), fault) for fault in FAULTS]
    for subject, model, fault in tasks:
        if record.has(subject, seed) or (only and not any(text in subject for text in only)):
            continue
        row = search(zoo / f"{model}.keras", backends.split(","), fault, mutants if fault else clean, seed)
        record.add({"subject": subject, "seed": seed, **row})
        click.echo(f"{subject:24} {row['seconds']:7.1f} s  {'; '.join(row['findings'])}")
    record.finish(totals(record.rows))


def search(model: Path, backends: Sequence[str], fault: str, mutants: int, seed: int) -> Row:
    """The findings of a model, and of one with a fault whether that is found, and after how many mutants."""
    os.environ |= {"FAULT": fault, "FAULTY": FAULTY if fault else ""}
    modules = [MODULE] if fault else []
    began = time.perf_counter()
    row: dict[str, Any] = {"findings": [], "found": False, "after": None, "layers": None}
    with tempfile.TemporaryDirectory() as folder, watching() as watched:
        inputs = model.with_suffix(".npz")
        found = search_model(model, backends, folder, inputs, mutants=mutants, seed=seed, modules=modules)
        for finding in islice(found, mutants):
            row["findings"].append(without_folders(str(finding)))
            if fault and finding.back_end == FAULTY and finding.layer == TYPES[fault]:
                report = (Path(folder) / finding.name / "report.md").read_text(encoding="utf-8")
                row |= {"found": True, "after": finding.mutant.number, "layers": report.partition("reduced to ")[2][:8]}
                break
    row |= {"megabytes": watched.read_megabytes(), "cpu_seconds": watched.read_seconds()}
    return {**row, "seconds": round(time.perf_counter() - began, 1)}


def totals(rows: Sequence[Row]) -> Row:
    """What was found of the faults, and what of the right back ends."""
    faults = [row for row in rows if not row["subject"].startswith("clean")]
    return {
        "faults found": f"{sum(row['found'] for row in faults)} of {len(faults)}, wanted {WANTED}",
        "missed": [row["subject"] for row in faults if not row["found"]],
        "after": {row["subject"]: row["after"] for row in faults},
        "of right back ends": [said for row in rows if row["subject"].startswith("clean") for said in row["findings"]],
    }


if __name__ == "__main__":
    main()

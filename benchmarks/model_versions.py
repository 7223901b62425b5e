"""Which known faults of released back ends are found again, by a check of a model, by its relations, and by mutation.

Run it as `python -m benchmarks.model_versions`; `benchmarks/README.md` says what is measured.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from benchmarks.record import ROOT, Record, Row, without_folders
from genmorph.models import Verdict
from genmorph.models.back_ends import RUNTIMES

WANTED = 7
KNOWN = ROOT / "benchmarks" / "data" / "known_faults.json"
_BUILDER = ROOT / "benchmarks" / "checks" / "known_fault_model.py"


@click.command()
@click.option(
    "--environments",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    required=True,
    help="A folder with an environment for each release, by its name.",
)
@click.option("--mutants", default=0, show_default=True, help="Of a search in each environment with models of --zoo.")
@click.option("--zoo", type=click.Path(file_okay=False, path_type=Path), help="A folder with the zoo of each release.")
@click.option("--only", multiple=True, metavar="TEXT", help="Run what holds this in its name; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "model_versions.json",
    help="Where results go  [default: benchmarks/results/model_versions.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(environments: Path, mutants: int, zoo: Path | None, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Try a model with each fault in the environment that has it, and search models in each environment."""
    record = Record.open(output, {"mutants": mutants}, fresh)
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    for fault in known:
        subject = f"known {fault['tracker']}"
        if record.has(subject, 0) or (only and not any(text in subject for text in only)):
            continue
        row = tried(fault, environments / fault["environment"] / "bin" / "python")
        record.add({"subject": subject, "seed": 0, **row})
        words = {True: "found", False: "missed", None: "not tried"}[row["found"]]
        click.echo(f"{subject:45} {words}  {'; '.join(row['said'])}")
    for name in dict.fromkeys(fault["environment"] for fault in known) if mutants and zoo is not None else ():
        for model in sorted((zoo / name).glob("*.keras")):
            subject = f"search {name} {model.stem}"
            if record.has(subject, 0) or (only and not any(text in subject for text in only)):
                continue
            back_ends = next(fault["back_ends"] for fault in known if fault["environment"] == name)
            row = searched(model, back_ends, environments / name / "bin" / "python", mutants)
            record.add({"subject": subject, "seed": 0, **row})
            click.echo(f"{subject:45} {'; '.join(row['said'])}")
    record.finish(totals(known, record.rows))


def tried(fault: Mapping[str, Any], interpreter: Path) -> Row:
    """What a check, and then relations, say of the smallest model with the fault, in the environment that has it."""
    with tempfile.TemporaryDirectory() as folder:
        model, inputs = Path(folder) / "model.keras", Path(folder) / "inputs.npz"
        environment = {**os.environ, "KERAS_BACKEND": fault["back_ends"][0]}
        built = _run([str(interpreter), str(_BUILDER), json.dumps(fault), str(model)], environment)
        if not model.exists():
            return {"found": None, "said": [f"not built: {without_folders(built.stderr[-300:])}"]}
        given = []
        if "ids" in fault:
            np.savez(inputs, np.random.default_rng(0).integers(0, fault["ids"], (16, *fault["shape"]), dtype=np.int32))
            given = ["--inputs", str(inputs)]
        row: Row = {"found": False, "by": "", "said": []}
        own = [one for one in fault["back_ends"] if one not in RUNTIMES]
        for command, names, options in (("check", fault["back_ends"], []), ("relations", own, ["--rounds", "0"])):
            asked = [*_models(interpreter), command, str(model), "--backends", ",".join(names), *given, *options]
            answers = Path(folder) / f"{command}.json"
            done = _run([*asked, "--json", str(answers)], _with_genmorph())
            if not answers.exists():
                return {**row, "found": None, "said": [f"no {command}: {without_folders(done.stderr[-300:])}"]}
            found = json.loads(answers.read_text(encoding="utf-8"))
            odd = {one["back_end"] for one in (found["answers"] if command == "check" else found) if _is_odd(one)}
            row["said"] += [line for line in without_folders(done.stdout).splitlines() if " same" not in line]
            if odd and odd <= set(fault["faulty"]):
                return {**row, "found": True, "by": command, "blamed": sorted(odd)}
    return row


def _is_odd(answer: Mapping[str, Any]) -> bool:
    return answer["verdict"] not in (Verdict.SAME.value, Verdict.UNSUPPORTED.value)


def searched(model: Path, back_ends: Sequence[str], interpreter: Path, mutants: int) -> Row:
    """What a search of mutants of a model finds in an environment."""
    with tempfile.TemporaryDirectory() as folder:
        asked = [*_models(interpreter), "search", str(model), folder, "--backends", ",".join(back_ends)]
        inputs = ["--inputs", str(model.with_suffix(".npz")), "--mutants", str(mutants)]
        done = _run([*asked, *inputs], _with_genmorph())
    return {"said": without_folders(done.stdout or done.stderr[-300:]).splitlines()}


def _models(interpreter: Path) -> list[str]:
    return [str(interpreter), "-m", "genmorph", "models"]


def _with_genmorph() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def _run(command: Sequence[str], environment: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    """What a command printed; it is given up after an hour."""
    return subprocess.run(  # noqa: S603
        command, env=environment, capture_output=True, text=True, check=False, timeout=3_600
    )


def totals(known: Sequence[Mapping[str, Any]], rows: Sequence[Row]) -> Row:
    """How many of the faults that were chosen a check finds, those in reserve apart, and what searches say."""
    found = {row["subject"].partition(" ")[2]: row["found"] for row in rows if row["subject"].startswith("known")}
    chosen, reserves = (
        {
            one["tracker"]: found[one["tracker"]]
            for one in known
            if one["is_reserve"] is kept and one["tracker"] in found
        }
        for kept in (False, True)
    )
    return {
        "found": f"{_count(chosen)}, wanted {WANTED}",
        "missed": [tracker for tracker, is_found in chosen.items() if is_found is False],
        "not tried": [tracker for tracker, is_found in found.items() if is_found is None],
        "found in reserve": _count(reserves),
        "searches": {row["subject"]: row["said"] for row in rows if row["subject"].startswith("search")},
    }


def _count(found: Mapping[str, bool | None]) -> str:
    tried = [is_found for is_found in found.values() if is_found is not None]
    return f"{sum(tried)} of {len(tried)}"


if __name__ == "__main__":
    main()

"""Random functions: what is reported of their distributions, how often that is wrong, and what is noticed.

Run it as `python -m benchmarks.random_functions`; `benchmarks/README.md` says what is measured.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import click

from benchmarks.checks.exports import run_tests, test_names
from benchmarks.checks.random_functions import FUNCTIONS
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph import GenmorphError, InapplicableInput, RelationSet, infer_relations
from genmorph.domain import build, parse_domain
from genmorph.filters.distributions import CHANCES, Compared, compare, decide
from genmorph.model import Tolerance
from genmorph.relations.statistic import Statistic
from genmorph.settings import SAMPLING

WANTED = 8
"""The functions that must have relations."""
HAIR = 0.01
"""How far a claim is from being off by as much as does not count as the same."""
BIASES = (0.1, 0.2, 0.3, 0.5, 1.0)
"""Biases that are planted, in standard deviations."""
INPUTS = 4
HOME = Path(__file__).with_name("checks") / "random_functions.py"
"""The module of the functions, which lies beside the written tests."""
SECONDS = 60.0
"""The limit of a written test."""


@click.command()
@click.option("--budget", default="30s", show_default=True, help="What each run may spend.")
@click.option("--seed", default=0, show_default=True)
@click.option("--inputs", default=200, show_default=True, type=click.IntRange(min=1), help="For each relation.")
@click.option(
    "--decisions", default=2_000, show_default=True, type=click.IntRange(min=1), help="Of each sort of claim."
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, help="Rows whose name has this in it; may be repeated.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "random_functions.json",
    help="Where results go  [default: benchmarks/results/random_functions.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(
    budget: str, seed: int, inputs: int, decisions: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool
) -> None:
    """Infer relations of ten functions, decide on claims that hold or fail by a hair, and plant biases."""
    record = Record.open(output, {"budget": budget, "inputs": inputs, "decisions": decisions, "jobs": jobs}, fresh)
    tasks = [(f"function {name}", seed, _measure_function, (name, budget, seed, inputs)) for name, _ in FUNCTIONS]
    tasks += [(f"claim {name}", seed, _measure_claim, (name, decisions, seed)) for name in _CLAIMS]
    tasks += [(f"bias {bias:g}", seed, _measure_bias, (bias, decisions // 10, seed)) for bias in BIASES]
    wanted = [task for task in tasks if not only or any(part in task[0] for part in only)]
    for row in rows_as_done(measure, [task for task in wanted if not record.has(*task[:2])], jobs):
        record.add(row)
        click.echo(", ".join(f"{name}: {value}" for name, value in row.items() if name != "relations"))
        for one in row.get("relations", ()):
            click.echo(f"    {one['formula']}  (kills {one['killed']} of {one['judged']}, false {one['false']})")
    record.finish(totals(record.rows))
    sys.exit(1 if record.totals["missed"] else 0)


def measure(name: str, seed: int, function: Callable[..., Row], arguments: tuple[object, ...]) -> Row:
    """One row, by the function that measures it."""
    began = time.monotonic()
    return {"subject": name, "seed": seed} | function(*arguments) | {"seconds": round(time.monotonic() - began, 1)}


def _measure_function(name: str, budget: str, seed: int, inputs: int) -> Row:
    """What is reported of a function, whether other inputs contradict it, and whether its tests pass."""
    sys.path.insert(0, str(HOME.parent))
    function = getattr(import_module(HOME.stem), name)
    domain = {parameter: parse_domain(text) for parameter, text in dict(FUNCTIONS)[name].items()}
    began = time.monotonic()
    found = infer_relations(function, budget, seed, domain, stochastic=True, cache=False)
    taken = time.monotonic() - began
    rng = random.Random(f"{seed}/{name}")
    relations = []
    for one in found:
        false = tried = 0
        for _ in range(inputs):
            values = [build(known.draw(rng)) for known in domain.values()]
            try:
                false += not one.check(function, *values)
                tried += 1
            except InapplicableInput:
                continue
        known = {"formula": one.formula, "killed": one.evidence.killed, "judged": one.evidence.judged}
        relations.append(known | {"tried": tried, "false": false})
    return {"relations": relations, "found_in": round(taken, 1), "exported": _passes(found)}


def _passes(found: RelationSet) -> bool | None:
    """Whether all written tests pass where genmorph is not installed; None where there are none."""
    if not found:
        return None
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as directory:
        file = Path(directory, "test_random.py")
        try:
            found.to_pytest(file)
        except GenmorphError:
            return False
        text = file.read_text(encoding="utf-8")
    files = {HOME.name: HOME.read_text(encoding="utf-8")}
    results = run_tests(text, test_names(text), files, SAMPLING.inputs, SECONDS)
    return bool(results) and all(result.outcome == "passed" for result in results.values())


def _uniform(rng: random.Random) -> float:
    return rng.random()


def _of_few(rng: random.Random) -> float:
    return float(rng.random() < 0.5)


_CLAIMS: dict[str, tuple[Callable[[random.Random], float], Callable[[random.Random], float]]] = {
    "true": (_uniform, _uniform),
    "true of few values": (_of_few, _of_few),
    "holds by a hair": (_uniform, lambda rng: rng.random() + SAMPLING.margin - HAIR),
    "fails by a hair": (_uniform, lambda rng: rng.random() + SAMPLING.margin + HAIR),
    "fails by a hair, of few values": (_of_few, lambda rng: float(rng.random() < 0.5 + SAMPLING.margin + HAIR)),
}
"""Two draws, of which it is claimed that they have one distribution; one uniform one above the other is as far off."""


_Sides = Callable[[int], list[tuple[list[float], list[float]]]]
"""What gives samples of both sides for each input, with so many runs."""


def _measure_claim(name: str, decisions: int, seed: int) -> Row:
    """How often a claim is reported, and how often samples of it raise an alarm."""
    draws = _CLAIMS[name]
    reported = alarms = 0
    for number in range(decisions):
        rng = random.Random(f"{seed}/{name}/{number}")

        def sides(runs: int, rng: random.Random = rng) -> list[tuple[list[float], list[float]]]:
            one, other = draws
            return [([one(rng) for _ in range(runs)], [other(rng) for _ in range(runs)]) for _ in range(INPUTS)]

        def judge(runs: int, sides: _Sides = sides) -> list[Compared]:
            whole, alpha = Statistic.DISTRIBUTION, SAMPLING.bound
            return [compare(whole, one, "==", other, Tolerance(), alpha) for one, other in sides(runs)]

        reported += decide(judge) is not None
        ((one, other), *_) = sides(SAMPLING.written)
        alarms += CHANCES[Statistic.DISTRIBUTION](one, "==", other, Tolerance()) <= SAMPLING.alarm_of_input
    return {"decisions": decisions, "reported": reported, "alarms": alarms}


def _measure_bias(bias: float, tried: int, seed: int) -> Row:
    """How often the sample of one input of a written test notices a normal distribution that is moved."""
    found: Row = {}
    for statistic in (Statistic.DISTRIBUTION, Statistic.MEAN):
        noticed = 0
        for number in range(tried):
            rng = random.Random(f"{seed}/{bias}/{statistic}/{number}")
            one, other = ([rng.gauss(middle, 1) for _ in range(SAMPLING.written)] for middle in (0, bias))
            noticed += CHANCES[statistic](one, "==", other, Tolerance()) <= SAMPLING.alarm_of_input
        found[statistic.value] = round(noticed / tried, 3)
    return {"tried": tried} | found


def totals(rows: Sequence[Row]) -> Row:
    """Figures over all functions and claims, and what of them is missed."""
    functions = [row for row in rows if row["subject"].startswith("function ")]
    claims = {row["subject"]: row for row in rows if row["subject"].startswith("claim ")}
    relations = [one for row in functions for one in row["relations"]]
    failing = [row for name, row in claims.items() if "fails" in name]
    true = [row for name, row in claims.items() if "true" in name]
    tests = {
        f"relations of {WANTED} functions": sum(bool(row["relations"]) for row in functions) >= WANTED,
        "no false relation": not any(one["false"] for one in relations),
        "all exported files pass": all(row["exported"] is not False for row in functions),
        "false reports as few as promised": sum(row["reported"] for row in failing)
        <= SAMPLING.report / SAMPLING.judged * sum(row["decisions"] for row in failing),
        "no alarm of what is true": not any(row["alarms"] for row in true),
    }
    return {
        "functions": len(functions),
        "with_relations": sum(bool(row["relations"]) for row in functions),
        "relations": len(relations),
        "false_relations": sum(bool(one["false"]) for one in relations),
        "false_reports": sum(row["reported"] for row in failing),
        "of_decisions": sum(row["decisions"] for row in failing),
        "missed": [name for name, met in tests.items() if not met],
    }


if __name__ == "__main__":
    main()

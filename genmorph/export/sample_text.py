"""Relations of many runs as text: functions of a seed for both sides, samples of these, and what is claimed of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.export.pair_text import Script
from genmorph.export.scenario_text import EXPECTED, RESULT
from genmorph.filters.distributions import CHANCES
from genmorph.relations.printing import Sides
from genmorph.relations.statistic import Statistic
from genmorph.settings import SAMPLING, SEEDS
from genmorph.values.python_text import python_text
from genmorph.values.seeds import Generators, Seeds, seed_text

RESULTS, EXPECTED_ONES = "results", "expected_ones"
"""The variables for what many runs give."""
START = "start"
"""The argument of a test from which the seeds of all runs follow."""
FRESH_SEEDS = 'FRESH_SEEDS = bool(os.environ.get("FRESH_SEEDS"))'
"""The statement of a file by which its user asks for new seeds."""
SAMPLE_SETTINGS = (
    f"max_examples=min({SAMPLING.inputs}, settings().max_examples)",
    "derandomize=not FRESH_SEEDS",
    "database=None",
    "phases=[Phase.explicit, Phase.generate]",
)
"""The settings of Hypothesis: inputs and seeds are the same each time, and nothing is shrunk, which could be chance.

A profile may lower the number of inputs; more of them would raise that of false alarms.
"""


@dataclass(frozen=True, slots=True)
class SampleScript:
    """The body of a test: functions of a seed in lines, the samples, what is claimed of them, and what these call."""

    definitions: tuple[str, ...]
    statements: tuple[str, ...]
    claim: str
    helpers: frozenset[str]


def write_samples(
    script: Script, found: Sides, statistic: Statistic, seeds: Seeds | Generators, seed: str, start: str, runs: int
) -> SampleScript:
    """The body for both calls and both sides; `seed` is what calls are seeded with, `start` where seeds begin."""
    bounds = [] if (seeds.low, seeds.high) == (0, SEEDS.highest) else [python_text(seeds.low), python_text(seeds.high)]
    definitions, samples = list[str](), []
    for function, begin, statements, side in (
        (RESULT, start, script.follow_up, found.left.text),
        (EXPECTED, f"{start} + 1", script.source, found.right.text),
    ):
        made = seed_text(seeds, seed)
        definitions += _function(function, seed, made, [*statements, *_kinds(script, statements)], side)
        samples.append(f"draws({', '.join([function, begin, str(runs), *bounds])})")
    chance = CHANCES[statistic].__name__
    return SampleScript(
        definitions=tuple(definitions),
        statements=(f"{RESULTS} = {samples[0]}", f"{EXPECTED_ONES} = {samples[1]}"),
        claim=f'{chance}({RESULTS}, "{found.sign}", {EXPECTED_ONES}) > {SAMPLING.alarm_of_input:g}',
        helpers=script.helpers | found.left.helpers | found.right.helpers | {"draws", chance},
    )


def _function(name: str, seed: str, made: str, statements: Sequence[str], side: str) -> list[str]:
    """A function of a seed, in lines: one run, and what of it is compared."""
    *before, last = statements or [""]
    variable, _, value = last.partition(" = ")
    if value and variable == side:
        statements, side = before, value
    rebinding = [] if made == seed else [f"    {seed} = {made}"]
    return ["", f"def {name}({seed}):", *rebinding, *(f"    {one}" for one in statements), f"    return {side}", ""]


def _kinds(script: Script, statements: Sequence[str]) -> list[str]:
    """The claims about the kind of what these statements give."""
    given = {one.partition(" = ")[0] for one in statements}
    return [f"assert {claim}" for claim in script.kinds if any(re.search(rf"\b{name}\b", claim) for name in given)]

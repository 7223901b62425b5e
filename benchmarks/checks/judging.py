"""How good saved relations are, by mutants that other operators make, and by inputs that inference has not seen.

The mutants are cosmic-ray's, the inputs those of `module_inputs`; both run in child processes.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from benchmarks.checks.judge_mutants import ray_mutants
from benchmarks.checks.judge_outcomes import Frozen, freeze
from benchmarks.checks.judge_process import Task, answer_all
from benchmarks.checks.judge_sorting import Sort
from benchmarks.checks.judgement import JudgedRelation, Judgement
from benchmarks.checks.module_inputs import all_inputs, draw_inputs
from benchmarks.checks.module_trials import try_saved
from benchmarks.checks.validity import DRAWS
from genmorph import RelationSet
from genmorph.domain import parse_domain
from genmorph.model import Domain, Input

INPUTS = 5_000
VALIDITY_INPUTS = 20_000
PAIRS = 100
"""Recorded pairs of an input and its output."""


def judge(
    path: str,
    saved: Path,
    domains: Mapping[str, str],
    seed: int,
    inputs: int = INPUTS,
    validity_inputs: int = VALIDITY_INPUTS,
) -> Judgement:
    """Judge the saved relations of the function that a path names.

    Inputs are of these `domains`, in their notation by parameter, else of those that are saved. Mutants are told apart
    and tried on `inputs` of them, or the whole domain where it is as small; relations that neither these nor another
    `validity_inputs` violate are valid. Raises ValueError where the function cannot be judged, as where no Python
    source defines it, or where a domain does not say which values it has.
    """
    try:
        return _judge(path, saved, domains, seed, inputs, validity_inputs)
    except ValueError:
        raise
    except Exception as error:  # the border: other functions are judged all the same
        raise ValueError(f"{path} cannot be judged: {type(error).__name__}: {error}") from error


def _judge(
    path: str, saved: Path, domains: Mapping[str, str], seed: int, inputs: int, validity_inputs: int
) -> Judgement:
    mutants, relations = ray_mutants(path), RelationSet.from_json(saved)
    said = {name: parse_domain(notation) for name, notation in domains.items()}
    drawn = [said.get(parameter.name, parameter.domain) for parameter in relations.signature.parameters]
    kill_inputs = _frozen(_inputs(drawn, inputs, Random(f"judge/{path}/{seed}")))
    recorded = _frozen(islice(draw_inputs(drawn, Random(f"recorded/{path}/{seed}")), DRAWS * PAIRS))
    trials = try_saved(path, saved, seed, validity_inputs)
    tried = [JudgedRelation.of(one, trial) for one, trial in zip(relations, trials, strict=True)]
    valid = tuple(place for place, one in enumerate(tried) if one.is_valid)
    answers, violations = answer_all(Task(path, saved, mutants, valid, kill_inputs, recorded, PAIRS))
    sorts = tuple((mutant, sort) for mutant in mutants if isinstance(sort := answers[mutant.id, None], Sort))
    return Judgement(tuple(one.judged(place, answers, violations) for place, one in enumerate(tried)), sorts)


def _inputs(domains: Sequence[Domain], wanted: int, rng: Random) -> Iterable[Input]:
    whole = all_inputs(domains, wanted)
    return islice(draw_inputs(domains, rng), wanted) if whole is None else whole


def _frozen(inputs: Iterable[Input]) -> tuple[Frozen, ...]:
    """The inputs, each once."""
    return tuple(dict.fromkeys(map(freeze, inputs)))

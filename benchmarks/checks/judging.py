"""How good saved relations are, by mutants that other operators make, and by inputs that inference has not seen.

The mutants are cosmic-ray's, the inputs those of `module_inputs`; both run in child processes.
"""

from collections.abc import Mapping
from pathlib import Path

from benchmarks.checks.judge_child import told
from benchmarks.checks.judge_inputs import stock_of
from benchmarks.checks.judge_mutants import ray_mutants
from benchmarks.checks.judge_process import Task, answer_all
from benchmarks.checks.judge_sorting import Sorting
from benchmarks.checks.judgement import JudgedRelation, Judgement, with_twins
from benchmarks.checks.module_trials import try_saved
from genmorph import RelationSet

INPUTS = 5_000
VALIDITY_INPUTS = 20_000


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
    and tried on `inputs` of them, the same for all seeds; relations that neither these nor another `validity_inputs` of
    this seed violate are valid. Raises ValueError where the function cannot be judged, as where no Python
    source defines it, or where a domain does not say which values it has.
    """
    try:
        return _judge(path, saved, domains, seed, inputs, validity_inputs)
    except ValueError:
        raise
    except Exception as error:  # the border: other functions are judged all the same
        raise ValueError(f"{path} cannot be judged: {told(error)}") from error


def _judge(
    path: str, saved: Path, domains: Mapping[str, str], seed: int, inputs: int, validity_inputs: int
) -> Judgement:
    mutants, relations = ray_mutants(path), RelationSet.from_json(saved)
    stock = stock_of(path, saved, domains, inputs)
    trials = try_saved(path, saved, seed, validity_inputs)
    tried = [JudgedRelation.of(one, trial) for one, trial in zip(relations, trials, strict=True)]
    valid = tuple(place for place, one in enumerate(tried) if one.is_valid)
    answers, violations = answer_all(Task(path, saved, mutants, valid, stock.inputs, stock.recorded))
    sortings = [(mutant, found) for mutant in mutants if isinstance(found := answers[mutant.id, None], Sorting)]
    judged = tuple(one.judged(place, answers, violations) for place, one in enumerate(tried))
    return Judgement(judged, with_twins(sortings), stock.returning)

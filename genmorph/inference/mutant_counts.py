"""What became of the mutants."""

from collections.abc import Sequence

from genmorph.inference.meter import HaltError
from genmorph.inference.mutants import is_usable
from genmorph.inference.prepared import Prepared
from genmorph.model import Input, Mutant, Outcome, Raised


def count_mutants(prepared: Prepared, judged: frozenset[str]) -> dict[str, int]:
    """Mutants by what was seen of them: a wrong value, on some inputs another end than a value, or nothing.

    Those that end in what the original never does, on inputs that it accepts, are killed by crash: any test that calls
    them finds them, whatever its relation. Those are apart that only raise what the original raises elsewhere, those
    that no finished exploration has run, and those that the time did not allow to run.
    """
    chosen = prepared.laboratory.mutants
    counts = {"made": prepared.mutants_made, "judged": len(judged)}
    counts |= dict.fromkeys(("killed_by_crash", "raises_only", "no_difference", "not_run"), 0)
    counts["not_run"] = prepared.mutants_made - (len(chosen) if judged else 0)
    for mutant in chosen if judged else ():
        if mutant.id not in judged:
            counts[_seen(prepared, mutant)] += 1
    return counts


def _seen(prepared: Prepared, mutant: Mutant) -> str:
    """What is to be said of a mutant that no exploration could judge: by what all were run on first, then by more."""
    recorded, unusable = prepared.calls.raised, list[Outcome]()
    try:
        for count in (prepared.pace.glance, prepared.pace.sources):
            unusable = unusable or _unusable(prepared, mutant, prepared.sources.accepted[:count])
    except HaltError:
        return "not_run"
    if not unusable:
        return "no_difference"
    is_known = all(isinstance(outcome, Raised) and outcome.type in recorded for outcome in unusable)
    return "raises_only" if is_known else "killed_by_crash"


def _unusable(prepared: Prepared, mutant: Mutant, inputs: Sequence[Input]) -> list[Outcome]:
    """The outcomes that are no values which the function's outputs can hold."""
    outputs, outcomes = prepared.laboratory.outputs, prepared.laboratory.run(mutant, inputs)
    pairs = zip(outcomes, inputs, strict=True)
    return [outcome for outcome, values in pairs if not is_usable(outcome, outputs, values)]

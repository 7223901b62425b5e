"""Pairs of calls that may raise: what both end in, and whether that is the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from genmorph.execution.outputs import Pair, error_executions
from genmorph.inference.prepared import Prepared
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Evidence, Execution, Input, Mutant, Stage
from genmorph.transformations.transformation import Transformation
from genmorph.values.labels import write


@dataclass(frozen=True, slots=True)
class Unseen:
    """The original's executions that nothing has learnt from: on fresh inputs, and on others at the corners.

    `inapplicable` counts the inputs that have no follow-up, and the pairs of which a call came to no end.
    """

    fresh: list[Execution]
    corners: list[Execution]
    inapplicable: int

    @property
    def executions(self) -> list[Execution]:
        """All of them."""
        return self.fresh + self.corners

    def evidence(self, killed: int) -> Evidence:
        """What there is to say for a relation that holds on all of them; no mutants count as judged yet."""
        return Evidence(
            tried=len(self.executions),
            violations=0,
            killed=killed,
            judged=0,
            exhaustive=False,
            falsifiers=(Stage.FRESH_PAIRS.value, *([Stage.CORNER_PAIRS.value] if self.corners else [])),
            inapplicable=self.inapplicable,
            random=len(self.fresh),
        )


def draw_unseen(prepared: Prepared, transformation: Transformation) -> Unseen:
    """Executions in the order in which inputs were drawn, so that as many raise as would elsewhere."""
    count, streams = prepared.pace.enough, prepared.streams
    fresh, without = _draw(prepared, transformation, streams.fresh, count)
    corners, also_without = _draw(prepared, transformation, streams.corners, count)
    known = {write(execution.source) for execution in fresh}
    others = [execution for execution in corners if write(execution.source) not in known]
    return Unseen(fresh, others, without + also_without)


def _draw(
    prepared: Prepared, transformation: Transformation, stream: AcceptedInputs, count: int
) -> tuple[list[Execution], int]:
    """The executions of the first inputs of a stream, twice as many as must be accepted, and how many have none."""
    stream.at_least(count)
    sources = stream.asked[: 2 * count]
    pairs = [pair for pair in pairs_of(prepared, transformation, sources) if stream.is_worth_asking(pair[1])]
    executions = run_pairs(prepared, pairs, None)
    return executions, len(sources) - len(executions)


def pairs_of(
    prepared: Prepared, transformation: Transformation, sources: Sequence[Input], most: int | None = None
) -> list[Pair]:
    """The first of these sources that have a valid follow-up, with it; no output is passed on here."""
    follow = prepared.follower(transformation)
    outcomes = prepared.laboratory.run(None, sources)
    followed = ((source, follow(source, outcome)) for source, outcome in zip(sources, outcomes, strict=True))
    return list(islice(((source, follow_up) for source, follow_up in followed if follow_up is not None), most))


def run_pairs(prepared: Prepared, pairs: Sequence[Pair], mutant: Mutant | None) -> list[Execution]:
    """What both calls of each pair raise; without pairs of which one neither returned nor raised."""
    outcomes = prepared.laboratory.run(mutant, [values for pair in pairs for values in pair])
    return [execution for execution in error_executions(pairs, outcomes) if execution is not None]


def holds(execution: Execution) -> bool:
    """Whether both calls raised the same error, or none."""
    return execution.source_error == execution.follow_up_error


def says_something(execution: Execution) -> bool:
    """Whether a call raised, and the follow-up is another input than the source."""
    raised = bool(execution.source_error or execution.follow_up_error)
    return raised and write(execution.source) != write(execution.follow_up)

"""The relation that both calls raise the same error, on inputs of the domain that the original refuses."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice

from genmorph.execution.outputs import Pair, error_executions
from genmorph.filters.candidates import Candidate
from genmorph.filters.validity import Finding
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Session
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Evidence, Execution, Input, Mutant, Raised, Stage, Verdict
from genmorph.relations.expression import ERROR_VARIABLES, Expression
from genmorph.settings import SAME_ERRORS, TRIALS
from genmorph.transformations.transformation import Transformation
from genmorph.values.labels import write


@dataclass(frozen=True, slots=True)
class Unseen:
    """The original's executions that nothing has learnt from: on fresh inputs, and on others at the boundary.

    `inapplicable` counts the inputs that have no follow-up, and the pairs of which a call timed out or crashed.
    """

    fresh: list[Execution]
    boundary: list[Execution]
    inapplicable: int

    @property
    def executions(self) -> list[Execution]:
        """All of them."""
        return self.fresh + self.boundary

    def evidence(self, killed: int) -> Evidence:
        """What there is to say for a relation that holds on all of them; no mutants count as judged yet."""
        return Evidence(
            tried=len(self.executions),
            violations=0,
            killed=killed,
            judged=0,
            exhaustive=False,
            falsifiers=(Stage.FRESH_PAIRS.value, *([Stage.BOUNDARY_PAIRS.value] if self.boundary else [])),
            inapplicable=self.inapplicable,
            random=len(self.fresh),
        )


def draw_unseen(session: Session, transformation: Transformation) -> Unseen:
    """Executions in the order in which inputs were drawn, so that as many raise as would elsewhere."""
    count, streams = session.pace.enough, session.streams
    fresh, without = _draw(session, transformation, streams.fresh, count)
    boundary, also_without = _draw(session, transformation, streams.boundary, count)
    known = {write(execution.source) for execution in fresh}
    others = [execution for execution in boundary if write(execution.source) not in known]
    return Unseen(fresh, others, without + also_without)


def _draw(
    session: Session, transformation: Transformation, stream: AcceptedInputs, count: int
) -> tuple[list[Execution], int]:
    """The executions of the first inputs of a stream, twice as many as must be accepted, and how many have none."""
    stream.at_least(count)
    sources = stream.asked[: SAME_ERRORS.asked * count]
    pairs = [pair for pair in pairs_of(session, transformation, sources) if stream.is_worth_asking(pair[1])]
    executions = run_pairs(session, pairs, None)
    return executions, len(sources) - len(executions)


def pairs_of(
    session: Session, transformation: Transformation, sources: Sequence[Input], most: int | None = None
) -> list[Pair]:
    """The first of these sources that have a valid follow-up, with it; no output is passed on here.

    What the transformation draws is drawn for those that lack it.
    """
    follow, arity = session.follower(transformation), len(session.signature.parameters)
    outcomes = session.run(None, sources)
    followed = (
        transformation.with_drawn(source, partial(follow, outcome=outcome))
        if len(source) == arity
        else (source, follow(source, outcome))
        for source, outcome in zip(sources, outcomes, strict=True)
    )
    return list(islice(((source, follow_up) for source, follow_up in followed if follow_up is not None), most))


def run_pairs(session: Session, pairs: Sequence[Pair], mutant: Mutant | None) -> list[Execution]:
    """What both calls of each pair raise; without pairs of which one neither returned nor raised."""
    outcomes = session.run(mutant, [values for pair in pairs for values in pair])
    return [execution for execution in error_executions(pairs, outcomes) if execution is not None]


def holds(execution: Execution) -> bool:
    """Whether both calls raised the same error, or none."""
    return execution.source_error == execution.follow_up_error


def says_something(execution: Execution) -> bool:
    """Whether a call raised, and the follow-up is another input than the source."""
    raised = bool(execution.source_error or execution.follow_up_error)
    return raised and write(execution.source[: len(execution.follow_up)]) != write(execution.follow_up)


SAME_ERROR = Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)


LEAST_SHARE = TRIALS.least_applicable


def find_same_errors(
    session: Session, transformations: Sequence[Transformation], known: frozenset[str], most: int
) -> list[Candidate]:
    """What was judged: at most `most` relations of this form with evidence, and those that unseen pairs contradict.

    Those with evidence kill mutants not `known` to be killed. The evidence counts no mutants as judged yet. When the
    stage is halted, what was judged until then is there.
    """
    judged: list[Candidate] = []
    room = min(SAME_ERRORS.reported, most)
    with suppress(HaltError):
        waiting = _candidates(session, transformations) if most else []
        while waiting and room:
            best = max(waiting, key=lambda one: len(one.killed - known))
            if best.killed <= known:
                break
            waiting.remove(best)
            judged.append(_judge(session, best))
            if judged[-1].evidence is not None:
                known |= best.killed
                room -= 1
    return judged


def _candidates(session: Session, transformations: Sequence[Transformation]) -> list[Candidate]:
    if not session.calls.raised:
        return []
    plain = [transformation for transformation in transformations if transformation.chained is None]
    found = (_look(session, transformation) for transformation in plain[: SAME_ERRORS.transformations])
    return [one for one in found if one is not None and one.killed]


def _look(session: Session, transformation: Transformation) -> Candidate | None:
    """The relation, if the original raises the same error, or none, in both calls of all pairs tried."""
    session.meter.check()
    pairs = _telling_pairs(session, transformation)
    executions = run_pairs(session, pairs, None)
    if not any(map(says_something, executions)) or not all(map(holds, executions)):
        return None
    witnesses: dict[str, Input] = {}
    for mutant in session.mutants:
        violating = (execution for execution in run_pairs(session, pairs, mutant) if not holds(execution))
        first = next(violating, None)
        if first is not None:
            witnesses[mutant.id] = first.source
    distinct = {write(source): source for source in witnesses.values()}
    examples = tuple(distinct.values())[: SAME_ERRORS.examples]
    return Candidate(transformation, SAME_ERROR, frozenset(witnesses), hardest=examples)


def _judge(session: Session, found: Candidate) -> Candidate:
    """With the evidence for the relation, or that an unseen pair contradicts it, or that too few say anything."""
    unseen = draw_unseen(session, found.transformation)
    for stage, executions in ((Stage.FRESH_PAIRS, unseen.fresh), (Stage.BOUNDARY_PAIRS, unseen.boundary)):
        false = next((execution for execution in executions if not holds(execution)), None)
        if false is not None:
            return found.judged(Finding(Verdict.REJECT, "false for a valid input", stage, counterexample=false))
    if few := too_few_raise(unseen.executions):
        return found.judged(few)
    return found.judged(Finding(Verdict.KEEP, "no counterexample"), unseen.evidence(len(found.killed)))


def too_few_raise(executions: Sequence[Execution]) -> Finding | None:
    """That too few of the pairs raise for the relation to say something; None where enough do.

    >>> raising, returning = Execution((0,), (1,), (), (), "KeyError", "KeyError"), Execution((2,), (3,), (), ())
    >>> too_few_raise([raising] * 25 + [returning] * 475) is None
    True
    >>> too_few_raise([raising] * 24 + [returning] * 476).reason
    'only 24 of the 500 pairs tried raise'
    """
    raising = sum(map(says_something, executions))
    if raising >= max(SAME_ERRORS.raising, LEAST_SHARE * len(executions)):
        return None
    return Finding(Verdict.REJECT, f"only {raising} of the {len(executions)} pairs tried raise", Stage.VACUOUS)


def _telling_pairs(session: Session, transformation: Transformation) -> list[Pair]:
    """Valid pairs of the search's inputs, first those whose source raises, then as many others."""
    asked = session.sources.asked
    outcomes = session.run(None, asked)
    parts: tuple[list[Input], list[Input]] = ([], [])
    for source, outcome in zip(asked, outcomes, strict=True):
        parts[not isinstance(outcome, Raised)].append(source)
    return [pair for sources in parts for pair in pairs_of(session, transformation, sources, SAME_ERRORS.pairs)]

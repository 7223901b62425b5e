"""Relations written by hand on their way through the filters, each as if a search had found it, and made plain."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks.checks.hand_inputs import expression_of, verdicts, with_other_outputs
from benchmarks.checks.hand_relations import BY_NAME, HandRelation, domains_of, function_of
from genmorph.filters.candidates import Candidate, agree, finding_of
from genmorph.filters.selection import select
from genmorph.filters.triviality import is_fitted_bound
from genmorph.filters.validity import Finding, falsify
from genmorph.inference.calls import Processes
from genmorph.inference.decisions import found_again
from genmorph.inference.examining import Examiner
from genmorph.inference.exploration import Screen
from genmorph.inference.further_trials import refute_symbolically
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.preparation import prepare, with_mutants
from genmorph.inference.readiness import ready_for, ready_search
from genmorph.inference.request import Request
from genmorph.inference.session import Session
from genmorph.model import Budget, Evidence, Execution, Stage, Verdict
from genmorph.relations.complexity import complexity
from genmorph.relations.expression import Expression
from genmorph.relations.simplification import simplify
from genmorph.results import MetamorphicRelation
from genmorph.results.relation import pair_variables, relation_formula
from genmorph.settings import SELECTION
from genmorph.subject.subject import inspect_subject

SECONDS = 30.0
"""The budget of the inference that prepares a function; what prepares one relation may take as long."""

_NEEDLESS = Finding(Verdict.REJECT, "a fitted bound that kills what others kill is not selected", Stage.FITTED)


@dataclass(frozen=True, slots=True)
class Examination:
    """A relation with what the filters said of it, and the seconds that this took."""

    found: Candidate
    finding: Finding
    seconds: float

    @property
    def is_kept(self) -> bool:
        """Whether no filter rejected it."""
        return self.finding.verdict is Verdict.KEEP

    @property
    def stage(self) -> str:
        """What rejected it."""
        return "kept" if self.finding.stage is None else self.finding.stage.value


@dataclass(frozen=True, slots=True)
class Simplification:
    """The formulas of an ugly relation and of its simplified form, and what is to be said of the two.

    `is_equivalent` is about executions of the function and its mutants; `is_equivalent_elsewhere` about pairs whose
    outputs were exchanged for those of others. `is_plain` says that it reads as the plain one does.
    """

    ugly: str
    simplified: str
    is_equivalent: bool
    is_equivalent_elsewhere: bool
    is_longer: bool
    is_plain: bool
    seconds: float


@contextmanager
def prepared_function(name: str, budget: Budget | None = None) -> Iterator[Session]:
    """The function of that name as an inference has it before its search; nothing is cached.

    With a budget in evaluations nothing depends on the clock.
    """
    function, domains = function_of(name), domains_of(name)
    meter = Meter(budget or Budget(SECONDS), time.monotonic)
    subject = inspect_subject(function, domains)
    ready_search(meter)
    ready_for([parameter.kind for parameter in subject.parameters], meter)
    request = Request(function, meter.budget, domain=domains, cache=False)
    with Processes(request, meter) as processes:
        yield with_mutants(prepare(subject, request, processes))


def examine(session: Session, relation: HandRelation, reported: Sequence[str], seconds: float) -> Examination:
    """Send a relation through the filters, with so many seconds for all of them; those `reported` are kept before."""
    allow(session, SECONDS)
    kept = [found_of(session, BY_NAME[name]) for name in reported]
    found = found_of(session, relation)
    allow(session, seconds)
    start = time.perf_counter()
    try:
        examined = examine_found(session, found, kept)
    except HaltError:
        finding = Finding(Verdict.UNDECIDED, "the time was over before it could be judged", Stage.TIME)
        examined = found.judged(finding)
    return Examination(examined, finding_of(examined), time.perf_counter() - start)


def simplify_ugly(session: Session, examiner: Examiner, relation: HandRelation) -> Simplification:
    """The simplest form of an ugly relation that agrees with it on all executions."""
    assert relation.plain is not None, f"{relation.name} must be an equivalent form of a plain relation"
    allow(session, SECONDS)
    found = found_of(session, relation)
    examiner.trials(found)
    start = time.perf_counter()
    simplified = simplified_form(examiner, found)
    took = time.perf_counter() - start
    plain = found_of(session, relation.plain)
    ugly, formula, *plains = (
        formula_of(session, relation, expression)
        for expression in (found.expression, simplified, plain.expression, simplified_form(examiner, plain))
    )
    fresh = session.screening_executions(found.transformation).executions
    elsewhere = list(with_other_outputs(fresh))
    return Simplification(
        ugly=ugly,
        simplified=formula,
        is_equivalent=_say_the_same(found.expression, simplified, fresh) and agree(found, [simplified])[0],
        is_equivalent_elsewhere=_say_the_same(found.expression, simplified, elsewhere),
        is_longer=complexity(simplified) > complexity(found.expression) or len(formula) > len(ugly),
        is_plain=formula in plains,
        seconds=took,
    )


def _say_the_same(one: Expression, other: Expression, executions: Sequence[Execution]) -> bool:
    return verdicts(one, executions) == verdicts(other, executions)


def simplified_form(examiner: Examiner, found: Candidate) -> Expression:
    """What the last filter makes of it: forms that agree on all rows, and that hold where nothing was learnt."""
    screen = examiner.trials(found).screen

    def agrees(options: Sequence[Expression]) -> list[bool]:
        same = agree(found, options)
        false = screen.counterexamples(options)
        return [is_same and option not in false for option, is_same in zip(options, same, strict=True)]

    return simplify(found.expression, agrees)


def allow(session: Session, seconds: float) -> None:
    """Let so many seconds be left from now on, where seconds count at all."""
    if session.meter.budget.seconds is not None:
        session.meter.forgive(seconds - session.meter.seconds_left())
    session.meter.enter("judging")


def examine_found(session: Session, found: Candidate, kept: Sequence[Candidate]) -> Candidate:
    """The first filter, the last ones, and the selection, which takes no fitted bound that is not needed."""
    fallen = _screened(session, found)
    if fallen is not None:
        return found.judged(fallen)
    final = Examiner(session).examine(found, kept)
    final = refute_symbolically(session, final, relations=1)
    is_needless = is_fitted_bound(final.expression, final.special) and final not in select(
        [*kept, final], len(found.table.judged), SELECTION.reported
    )
    return final.judged(_NEEDLESS) if final.evidence is not None and is_needless else final


def _screened(session: Session, found: Candidate) -> Finding | None:
    """What a search learns from its own pairs, and from those that it is screened by."""
    tolerance = session.tolerance
    seen = session.executions_on(found.transformation, found.executions.sources)
    screening = session.screening_executions(found.transformation).executions
    screen = Screen((*seen, *screening), found.expression.variables, tolerance)
    contradicting = screen.counterexamples([found.expression]).get(found.expression, [])
    if not contradicting:
        return None
    return falsify(found.expression, contradicting, True, tolerance, 0, Stage.SCREENING)


def found_of(session: Session, relation: HandRelation) -> Candidate:
    """The relation as one that a search found, with the mutants that it kills."""
    transformation = relation.transformation
    variables = pair_variables(session.signature.parameters, transformation, session.outputs)
    nothing = Evidence(0, 0, killed=0, judged=0, exhaustive=False, falsifiers=())
    expression = expression_of(relation, variables)
    earlier = MetamorphicRelation(session.signature, transformation, expression, nothing, (), ())
    found = found_again(session, (), earlier)
    assert found is not None, f"{relation.name} must fit {relation.function}"
    return found


def formula_of(session: Session, relation: HandRelation, expression: Expression) -> str:
    """A relation of the same transformation as a reader sees it."""
    return relation_formula(session.signature, relation.transformation, expression)

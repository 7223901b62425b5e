"""The relations of `benchmarks/data/relations` get the verdict and the tier that are written beside them.

The filters run as in an inference, but in this process, on few pairs, and with mutants that change outcomes alone.
"""

import shutil
import time
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random

import pytest

from benchmarks.checks.hand_examination import examine_found, formula_of, simplified_form
from benchmarks.checks.hand_inputs import (
    expression_of,
    ordinary_executions,
    subject_of,
    verdicts,
    with_other_outputs,
)
from benchmarks.checks.hand_relations import BY_NAME, DATA, REFUTING, load_relations, reported_before
from genmorph.execution.observation import observe
from genmorph.filters.candidates import Candidate, special_numbers
from genmorph.filters.rules import judge
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.inference.examining import Examiner
from genmorph.inference.meter import Meter
from genmorph.inference.pace import Pace
from genmorph.inference.preparation import signature
from genmorph.inference.session import Fresh
from genmorph.model import Budget, Returned, Stage, Tolerance, UsageError, Verdict
from genmorph.mutation.outcome_mutants import OUTCOME_OPERATORS, make_outcome_mutants, with_outcome_mutants
from genmorph.subject.inputs import draw_inputs

PAIRS = 150
OBSERVED = 60
"""Pairs on which mutants run too."""
MUTATIONS = {*(name for name, operator in OUTCOME_OPERATORS.items() if operator.on_input), "negation"}
"""They change outputs into others that the function gives, so that no bound kills more than an equality."""
ORDINARY = 400
MAY_VIOLATE = 0.005
"""The largest share of ordinary pairs that violates a wrong relation."""

ALL = sorted(BY_NAME.values(), key=lambda relation: relation.function)
"""In an order in which what is known of a function is used while it is at hand."""


def each(*groups):
    relations = [relation for relation in ALL if relation.group in groups]
    return pytest.mark.parametrize("relation", relations, ids=[relation.name for relation in relations])


class QuickSession:
    """What the filters ask of a session, for a function that is called in this process.

    Its few pairs count as the whole domain, so that no search for counterexamples follows; those that are written down
    are among them.
    """

    def __init__(self, name):
        self.hand = subject_of(name)
        subject = self.hand.subject
        self.outputs, self.tolerance = self.hand.outputs, Tolerance()
        self.signature = signature(subject, self.outputs, self.tolerance)
        self.constants = subject.constants
        self.pace, self.meter = Pace(None, None), Meter(Budget(evaluations=1.0), time.monotonic)
        drawn = draw_inputs(subject.parameters, subject.constants, (), Random(name), subject.pieces)
        outcomes = [(values, self.hand.call(values)) for values in islice(drawn, 2 * PAIRS)]
        answered = [(values, outcome) for values, outcome in outcomes if isinstance(outcome, Returned)]
        self.inputs = [values for values, _ in answered]
        mutants = make_outcome_mutants(subject.parameters, *zip(*answered, strict=True))
        self.mutants = [mutant for mutant in mutants if mutant.operator in MUTATIONS]
        self.examiner = Examiner(self)

    @cache  # noqa: B019 - sessions live as long as the tests
    def fresh_executions(self, transformation, _count=0):
        known = [
            r.counterexample for r in ALL if r.transformation == transformation and r.function == self.hand.subject.name
        ]
        inputs = [*(source for source in known if source is not None), *self.inputs]
        return Fresh(self.executions_on(transformation, inputs)[:PAIRS], whole=True, lost=0)

    screening_executions = fresh_executions

    def executions_on(self, transformation, inputs):
        executions = (self.hand.execute(transformation, source) for source in inputs)
        return tuple(execution for execution in executions if execution is not None)

    @cache  # noqa: B019
    def observed(self, transformation):
        """Executions of the function and of its mutants."""
        executions = self.fresh_executions(transformation).executions[:OBSERVED]
        pairs = [(execution.source, execution.follow_up) for execution in executions]
        run = with_outcome_mutants(lambda _, inputs: self._call(inputs), self._call)
        variables = self.hand.variables(transformation)
        return observe(pairs, self.mutants, variables, self.outputs, self.tolerance, run)

    def _call(self, inputs):
        return [self.hand.call(values) for values in inputs]


session_of = cache(QuickSession)


@cache
def found(name):
    """The relation as one that a search found, with the mutants that it kills."""
    relation = BY_NAME[name]
    session = session_of(relation.function)
    executions = session.observed(relation.transformation)
    special = special_numbers(session.constants, relation.transformation)
    expression = expression_of(relation)
    one = Candidate(relation.transformation, expression, frozenset(), executions, session.tolerance, special)
    kills = zip(one.table.judged, score(pack([expression]), one.table).kills[0], strict=True)
    return replace(one, killed=frozenset(mutant for mutant, is_killed in kills if is_killed))


@each("wrong", "trivial", "good", "further", "ugly")
def test_a_relation_has_the_tier_that_is_written_beside_it(relation):
    assert found(relation.name).tier is relation.tier


@each("wrong", "trivial", "good", "further")
def test_the_filters_say_of_a_relation_what_is_written_beside_it(relation):
    kept = [found(name) for name in reported_before(relation)]
    finding = examine_found(session_of(relation.function), found(relation.name), kept).finding
    assert finding.verdict is relation.verdict
    assert finding.stage in (REFUTING if relation.group == "wrong" else relation.stages or {None})


@cache
def simplified(name):
    return simplified_form(session_of(BY_NAME[name].function).examiner, found(name))


@each("ugly")
def test_the_rules_of_form_say_of_an_ugly_relation_what_is_written_beside_it(relation):
    finding = judge(found(relation.name).features, (Stage.FORM,))
    assert (Verdict.KEEP if finding is None else finding.verdict) is relation.verdict


@each("ugly")
def test_an_ugly_relation_becomes_the_plain_one(relation):
    plain = relation.plain.name
    expressions = simplified(relation.name), found(plain).expression, simplified(plain)
    formula, *plains = (formula_of(session_of(relation.function), relation, one) for one in expressions)
    assert formula in plains


@each("ugly")
def test_an_ugly_relation_says_what_the_plain_one_says_of_right_and_of_wrong_outputs(relation):
    assert relation.tree != relation.plain.tree
    executions = session_of(relation.function).fresh_executions(relation.transformation).executions
    executions = (*executions, *with_other_outputs(executions))
    assert verdicts(expression_of(relation), executions) == verdicts(expression_of(relation.plain), executions)


@each("wrong")
def test_the_counterexample_of_a_wrong_relation_is_rare(relation):
    subject, expression = subject_of(relation.function), expression_of(relation)
    counterexample = subject.execute(relation.transformation, relation.counterexample)
    assert verdicts(expression, [counterexample]) == [False]
    ordinary = islice(ordinary_executions(subject, relation.transformation, relation.name), ORDINARY)
    assert verdicts(expression, ordinary).count(False) <= MAY_VIOLATE * ORDINARY


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            'function = "lcm"',
            'function = "icm"',
            r"good.toml, relation 1 \(lcm is commutative\): function must be one of",
        ),
        ('template = "swap"', 'template = "swop"', "template must be built in"),
        ('["==", "return_f"', '["=", "return_f"', "operator must be one of .*, got '='"),
        ('["==", "return_f"', '["==", "a_s", "return_f"', "operands of '==' must be 2"),
        ('note = "commutativity"', "", "keys must include .*, got none for note"),
        ('note = "commutativity"', 'note = ""\nwhy = ""', "keys must be among .*, got why"),
        ('tier = "keep"', 'tier = "good"', "tier must be one of keep, penalty, fallback, .*, got 'good'"),
        ('note = "commutativity"', "note = ", "good.toml must be a TOML file that can be read"),
        ("[[relation]]", "[[relations]]", "good.toml: tables must be .*, got relations, relation"),
        ('note = "commutativity"', 'note = ""\nreported = ["sign is odd"]', "reported must name relations of lcm"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_place(tmp_path, before, after, message):
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "good.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        load_relations(tmp_path)

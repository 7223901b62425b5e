"""Relations with rare counterexamples are refuted by the stages together, most of them by several."""

from random import Random

import pytest

from genmorph.filters.counterexamples import seek_counterexample
from genmorph.filters.validity import falsify, violations
from genmorph.model import Stage, Tolerance, Verdict
from genmorph.settings import TRIALS
from tests.filters.wrong import RIGHT, WRONG

NAMES = [f"{number} {wrong.function.__name__}" for number, wrong in enumerate(WRONG)]


def sought(claim, executions, most=None):
    return seek_counterexample(
        claim.expression,
        executions,
        claim.execute,
        tuple(claim.domains.values()),
        Tolerance(),
        Random("search"),
        constants=claim.constants,
        most=most or max(TRIALS.least_sought, len(executions) // TRIALS.sought_part),
    )


@pytest.mark.parametrize("wrong", WRONG, ids=NAMES)
def test_a_wrong_relation_is_refuted_by_one_of_the_stages(wrong):
    fresh, corners = wrong.fresh(10_000), wrong.corners(4_000)
    found = [
        falsify(wrong.expression, fresh, False, Tolerance()),
        falsify(wrong.expression, corners, False, Tolerance(), 0, Stage.BOUNDARY_PAIRS),
        sought(wrong, [*fresh, *corners]),
    ]
    refuting = [finding for finding in found if finding.verdict is Verdict.REJECT]
    assert refuting
    for finding in refuting:
        assert violations(wrong.expression, [finding.counterexample], Tolerance(), 1)


@pytest.mark.parametrize(
    "wrong", [wrong for wrong in WRONG if wrong.is_near], ids=lambda wrong: wrong.function.__name__
)
def test_the_search_alone_refutes_it_from_pairs_on_which_it_holds(wrong):
    fresh = wrong.fresh(3_000)
    wrong_ones = {id(execution) for execution in violations(wrong.expression, fresh, Tolerance(), len(fresh))}
    finding = sought(wrong, [execution for execution in fresh if id(execution) not in wrong_ones], most=4_000)
    assert (finding.verdict, finding.stage) == (Verdict.REJECT, Stage.SEARCH)


@pytest.mark.parametrize("right", RIGHT, ids=lambda right: right.function.__name__)
def test_a_right_relation_survives_all_of_them(right):
    fresh, corners = right.fresh(3_000), right.corners(4_000)
    assert falsify(right.expression, fresh, False, Tolerance(), 1_000).verdict is Verdict.KEEP
    assert falsify(right.expression, corners, False, Tolerance(), 0).verdict is Verdict.KEEP
    finding = sought(right, [*fresh, *corners])
    assert finding.verdict is Verdict.KEEP
    assert finding.tried > 100

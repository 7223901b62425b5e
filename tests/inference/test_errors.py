"""The relation that both calls raise the same error."""

import pytest

from genmorph import Budget, infer_relations
from genmorph.domain import ints
from genmorph.inference.same_errors import find_same_errors, too_few_raise
from genmorph.model import Execution, Stage
from genmorph.settings import SAME_ERRORS, SELECTION
from tests.inference.functions import share


@pytest.fixture(scope="module")
def found():
    domain = {"whole": ints(-9_999, 9_999), "parts": ints(-999, 999)}
    return infer_relations(share, budget=Budget(evaluations=1), domain=domain, cache=False)


def test_it_is_tried_on_fresh_pairs_and_at_boundaries(found):
    errors = [relation for relation in found if relation.is_about_errors]
    assert errors
    for relation in errors:
        evidence = relation.evidence
        assert evidence.falsifiers[:2] == ("fresh pairs", "boundary pairs")
        assert evidence.random < evidence.tried
        assert relation.killed


def test_it_takes_no_more_room_than_others_leave(found):
    assert len(found) <= SELECTION.reported
    assert sum(relation.is_about_errors for relation in found) <= SAME_ERRORS.reported


def test_no_room_is_no_work():
    assert find_same_errors(None, [], frozenset(), 0) == []


@pytest.mark.parametrize(
    ("raising", "of", "is_enough"),
    [(19, 100, False), (20, 100, True), (99, 2_000, False), (100, 2_000, True), (0, 0, False)],
)
def test_it_says_nothing_where_few_inputs_raise(raising, of, is_enough):
    both = Execution((0,), (1,), (), (), "KeyError", "KeyError")
    neither = Execution((2,), (3,), (), ())
    same = Execution((0,), (0,), (), (), "KeyError", "KeyError")
    finding = too_few_raise([both] * raising + [neither] * (of - raising))
    assert (finding is None) == is_enough
    assert finding is None or finding.stage is Stage.VACUOUS
    assert too_few_raise([same] * 100) is not None

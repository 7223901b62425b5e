"""A person's word on relations."""

from dataclasses import replace

import pytest

from genmorph import RelationSet, UsageError
from genmorph.domain import ints
from genmorph.results.record import ReviewDecision
from tests.handmade import GROWS, NEGATED, make_relation, make_set, make_signature

SIGNATURE = make_signature("f", {"n": ints(-9, 9)})
SAME = make_relation(SIGNATURE, GROWS, ["==", "return_f", "return_s"])
ODD = make_relation(SIGNATURE, NEGATED, ["==", "return_f", ["-", 0, "return_s"]])
SMALL = make_relation(SIGNATURE, NEGATED, ["<=", "return_f", "return_s"])
SET = make_set(SAME, ODD, SMALL)


def formulas(relations):
    return [relation.formula for relation in relations]


BY_FORMULA = (ODD.formula, ODD.formula.replace(" ", ""), f" {ODD.formula}  ".replace("==", "==\n"))


@pytest.mark.parametrize("which", [1, -2, ODD.name, f"test_{ODD.name}", *BY_FORMULA])
def test_a_relation_is_accepted_by_its_place_its_name_or_its_formula_in_any_white_space(which):
    changed = SET.accept(which)
    assert [relation.is_accepted for relation in changed] == [False, True, False]
    assert formulas(changed) == formulas(SET)
    assert formulas(changed.accepted) == [ODD.formula]
    assert SET.accepted == ()


def test_a_rejected_relation_is_none_of_the_set_any_more():
    changed = SET.accept(1).reject(1)
    assert formulas(changed) == [SAME.formula, SMALL.formula]
    assert formulas(changed.disowned) == [ODD.formula]
    assert not changed.disowned[0].is_accepted


def test_words_may_be_said_twice():
    assert SET.accept(0).accept(0) == SET.accept(0)
    assert SET.reject(ODD.formula).reject(ODD.formula) == SET.reject(ODD.formula)


def test_a_disowned_relation_comes_back_as_the_last_when_it_is_accepted():
    back = SET.reject(SAME.formula).accept(SAME.formula)
    assert formulas(back) == [ODD.formula, SMALL.formula, SAME.formula]
    assert back[2].is_accepted
    assert back.disowned == ()


def test_the_places_of_disowned_relations_follow_the_others():
    assert SET.reject(0).find(2) == 2
    assert formulas(SET.reject(0).accept(2)) == [ODD.formula, SMALL.formula, SAME.formula]


@pytest.mark.parametrize(
    ("which", "said"),
    [
        (3, "a place in 3 relations, got 3"),
        (-4, "got -4"),
        ("g", "got 'g'"),
        (True, "got True"),
        (1.0, "got 1.0"),
        (None, "None"),
    ],
)
def test_what_is_no_relation_is_refused_with_its_value(which, said):
    for judge in (SET.accept, SET.reject):
        with pytest.raises(UsageError, match=f"which must be .*{said}"):
            judge(which)


def test_a_name_that_several_share_is_refused_and_that_of_a_test_is_not():
    also = make_relation(SIGNATURE, GROWS, ["==", ["-", "return_f", "return_s"], 0])
    relations = make_set(replace(SAME), replace(also, expression=SAME.expression))
    assert relations.find(f"{SAME.name}_2") == 1
    with pytest.raises(UsageError, match="the name or formula of 2: give a place"):
        relations.find(SAME.name)


def test_several_relations_are_judged_at_once_by_the_places_that_they_have_before():
    gone = SET.reject(0, 2)
    assert formulas(gone) == [ODD.formula]
    assert formulas(gone.disowned) == [SAME.formula, SMALL.formula]
    back = gone.accept(1, 0, 2)
    assert formulas(back) == [ODD.formula, SAME.formula, SMALL.formula]
    assert [relation.is_accepted for relation in back] == [True, True, True]
    assert back.disowned == ()


def test_relations_of_one_formula_are_told_apart_by_their_places():
    twins = make_set(SAME, replace(SAME, killed=("m3",)))
    assert [relation.is_accepted for relation in twins.accept(1)] == [False, True]
    assert [relation.killed for relation in twins.reject(0)] == [("m3",)]
    with pytest.raises(UsageError, match="the name or formula of 2"):
        twins.accept(SAME.formula)


def test_words_are_saved(tmp_path):
    changed = replace(SET.accept(2).reject(0), unfitting=(ReviewDecision("g(x) == 1", is_accepted=True),))
    changed.to_json(tmp_path / "set.json")
    found = RelationSet.from_json(tmp_path / "set.json")
    assert found == changed
    assert formulas(found.accepted) == [SMALL.formula]
    assert formulas(found.disowned) == [SAME.formula]


def test_the_table_shows_what_a_person_said():
    text = str(SET.accept(1).reject(0))
    assert "accepted" in text
    assert "rejected by review: 1" in " ".join(text.split())

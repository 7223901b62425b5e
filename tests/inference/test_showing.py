"""What there is to show of the relations of an inference."""

import math

import pytest

from genmorph import Budget, RelationSet, infer_relations
from genmorph.domain import ints, lists, texts
from genmorph.relations.meaning import compile_relation
from genmorph.results import MetamorphicRelation
from genmorph.transformations.transformation import Transformation
from genmorph.values.labels import write
from genmorph.values.measures import oddness
from tests.handmade import make_error_relation, make_set
from tests.inference.functions import arrange, mean, share, tidy

SMALL_LISTS = lists(ints(-9, 9), min_len=1)
CASES = {
    "mean": (mean, {"xs": SMALL_LISTS}),
    "tidy": (tidy, {"text": texts("abAB ")}),
    "arrange": (arrange, {"xs": SMALL_LISTS}),
    "gcd": (math.gcd, [ints(-99, 99), ints(-99, 99)]),
}


@pytest.fixture(scope="module", params=CASES)
def relations(request):
    """The relations of one of the functions."""
    function, domain = CASES[request.param]
    return infer_relations(function, budget=Budget(evaluations=0.2), domain=domain, cache=False)


def holds(relation, execution):
    if relation.is_about_errors:
        return execution.source_error == execution.follow_up_error
    values = [variable.read(execution) for variable in relation.expression.variables]
    return compile_relation(relation.expression, relation.signature.tolerance)(values)


def of_pairs(relations):
    return [relation for relation in relations if isinstance(relation, MetamorphicRelation)]


@pytest.mark.long
def test_every_relation_holds_for_its_pair_and_rejects_its_witnesses(relations):
    assert any(relation.pair for relation in relations)
    for relation in of_pairs(relations):
        assert relation.pair is not None
        assert holds(relation, relation.pair)
        assert 1 <= len(relation.witnesses) <= 3
        for witness in relation.witnesses:
            assert witness.mutant in relation.killed
            assert not holds(relation, witness.execution)


def test_the_note_is_about_the_mutant_of_the_first_witness(relations):
    for relation in of_pairs(relations):
        assert relation.note is not None
        assert relation.note.id == relation.witnesses[0].mutant
        assert relation.note in relations.mutants
        assert relation.note.change in relation.explain().replace("\n  ", "\n")


def test_all_judged_mutants_have_a_note(relations):
    assert relations.killed <= {note.id for note in relations.mutants}
    assert {len(relations.mutants)} == {relation.evidence.judged for relation in relations}
    assert all(note.change for note in relations.mutants)
    assert relations.kill_matrix().mutants == tuple(note.id for note in relations.mutants)


def test_the_pair_is_of_two_inputs_where_the_transformation_changes_any(relations):
    for relation in of_pairs(relations):
        assert write(relation.pair.source) != write(relation.pair.follow_up)


def test_examples_are_few_and_different(relations):
    for relation in relations:
        assert 1 <= len(relation.examples) <= 10
        assert len({write(values) for values in relation.examples}) == len(relation.examples)


def test_all_that_is_shown_is_saved(relations, tmp_path):
    relations.to_json(tmp_path / "set.json")
    found = RelationSet.from_json(tmp_path / "set.json")
    assert [relation.explain() for relation in found] == [relation.explain() for relation in relations]
    assert found.mutants == relations.mutants
    assert str(found.kill_matrix()) == str(relations.kill_matrix())


@pytest.mark.parametrize(
    ("values", "odd"),
    [
        ((5, 2.5, "ab", True), 0),
        ((0, 1, -1, math.nan, math.inf, 10**400, 1e-9, None), 8),
        (("aa", [], [3, 3], b"a"), 4),
    ],
)
def test_values_that_say_little_are_odd(values, odd):
    assert oddness(values) == odd


SHARES = {"whole": ints(-99, 99), "parts": ints(-9, 9)}


def test_relations_about_errors_have_a_pair_and_witnesses_and_are_judged_again():
    found = infer_relations(share, budget=Budget(evaluations=1), domain=SHARES, cache=False)
    about = next(relation for relation in found if relation.is_about_errors)
    assert about.pair.source_error == about.pair.follow_up_error == "ValueError"
    assert about.witnesses
    assert all(not holds(about, witness.execution) for witness in about.witnesses)
    assert about.note.id == about.witnesses[0].mutant
    earlier = found.accept(about.formula)
    again = infer_relations(share, budget=Budget(evaluations=1), domain=SHARES, cache=False, earlier=earlier)
    first = again[0]
    assert (first.formula, first.is_accepted, first.is_violated) == (about.formula, True, False)
    assert first.evidence.tried > about.evidence.tried / 2
    assert set(first.killed) <= {note.id for note in again.mutants}
    assert [relation.formula for relation in again].count(about.formula) == 1


def test_an_accepted_relation_about_errors_that_is_false_is_violated_by_a_pair():
    found = infer_relations(share, budget=Budget(evaluations=0.2), domain=SHARES, cache=False)
    false = make_error_relation(found.signature, Transformation("add", (1,), 1))
    earlier = make_set(false).accept(0)
    again = infer_relations(share, budget=Budget(evaluations=0.2), domain=SHARES, cache=False, earlier=earlier)
    assert again.violated == again[:1]
    assert again[0].formula == false.formula
    assert not holds(again[0], again[0].pair)
    assert again[0].killed == ()

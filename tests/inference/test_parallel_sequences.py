"""Functions of sequences that belong together, of which only the errors that they raise tell that."""

import pytest

from genmorph import InapplicableInput, infer_relations
from genmorph.domain import ints, lists


def most_wanted(names: list[int], votes: list[int]) -> int:
    if len(names) != len(votes):
        raise ValueError("one vote for each name")
    return max((vote, name) for name, vote in zip(names, votes, strict=True))[1] if names else 0


@pytest.fixture(scope="module")
def found():
    domain = {"names": lists(ints(0, 2), max_len=3), "votes": lists(ints(0, 2), max_len=3)}
    return infer_relations(most_wanted, budget="0.2ev", domain=domain, cache=False)


def test_one_order_for_both_changes_nothing(found):
    laws = {
        (relation.law, relation.transformation.template) for relation in found if hasattr(relation, "transformation")
    }
    assert ("order invariance", "shuffle_both") in laws


def test_its_relation_holds_for_further_inputs_and_speaks_of_equal_lengths(found):
    [relation] = [
        one for one in found if getattr(one, "transformation", None) and one.transformation.template == "shuffle_both"
    ]
    assert relation.check(most_wanted, [2, 1, 0], [2, 2, 0], seed=3)
    assert relation.transformation.requirement(["names", "votes"], relation.parameters) == "len(names) == len(votes)"


def test_the_condition_is_seen_wherever_its_relation_is(found):
    [relation] = [
        one for one in found if getattr(one, "transformation", None) and one.transformation.template == "shuffle_both"
    ]
    assert relation.formula.endswith(", where len(names) == len(votes)")
    assert relation.words.endswith(", where len(names) == len(votes).")
    assert r"\text{, where }\lvert \mathit{names} \rvert = \lvert \mathit{votes} \rvert" in relation.latex()
    assert relation.input_relation.endswith(" and len(names_s) == len(votes_s)")
    with pytest.raises(InapplicableInput, match=r"len\(names_s\) == len\(votes_s\)"):
        relation.check(most_wanted, [2, 1, 0], [2, 2], seed=3)

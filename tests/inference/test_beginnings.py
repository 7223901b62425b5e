"""Laws of the beginning of an input: a drawn number of elements is kept, and so much of the output is known."""

from genmorph import infer_relations
from genmorph.domain import byte_strings, ints, lists
from genmorph.inference.exploration import laws_under
from tests.inference.prepared import prepared
from tests.subjects import several


def has_law_of_beginnings(function, **domain):
    with prepared(function, domain=domain) as session:
        (change,) = (change for change in session.transformations if change.template == "beginning")
        return laws_under(session, change).found


def test_what_is_given_step_by_step_is_given_of_any_beginning():
    assert has_law_of_beginnings(several.running_totals, values=lists(ints(-9, 9)))
    assert not has_law_of_beginnings(several.sorted_totals, values=lists(ints(-9, 9)))


def test_what_is_joined_of_its_parts_is_not_told_of_beginnings_besides():
    relations = infer_relations(several.hexed, budget="2ev", domain={"data": byte_strings()}, cache=False)
    laws = {relation.formula: relation.law for relation in relations}
    assert "hexed(data + data2) == hexed(data) + hexed(data2)" in laws
    assert not {"truncation", "prefix"} & set(laws.values())

"""Outputs that do not depend on an argument, or not in their length: one relation says it for all values."""

import pytest

from genmorph import infer_relations
from genmorph.domain import ints, texts


def framed(text: str, width: int, fill: str) -> str:
    missing = max(width - 2 * len(text), 0)
    return (fill * missing)[:missing] + text


def justified(text: str, width: int, fill: str) -> str:
    missing = max(width - len(text), 0)
    return (fill * missing)[:missing] + text


DOMAIN = {"text": texts("ab", max_len=6), "width": ints(0, 9), "fill": texts("-*", min_len=1, max_len=3)}


@pytest.fixture(scope="module")
def found():
    return infer_relations(framed, budget="1ev", domain=DOMAIN, cache=False)


def test_a_length_that_two_sizes_give_is_a_postcondition_and_told_of_no_argument():
    relations = infer_relations(justified, budget="1ev", domain=DOMAIN, cache=False)
    said = [one.formula for one in relations.postconditions]
    assert {"len(justified(text, width, fill)) == max(len(text), width)"} & {*said}
    assert not any(one.formula.startswith("len(") and "other" in one.formula for one in relations)


def test_a_length_that_does_not_depend_on_an_argument_is_told_once(found):
    of_fill = [one for one in found if getattr(one, "transformation", None) and one.transformation.positions == (2,)]
    lengths = [one.formula for one in of_fill if one.formula.startswith("len(")]
    assert lengths == ["len(framed(text, width, other)) == len(framed(text, width, fill))"]


def test_it_holds_for_a_value_that_is_given_and_for_one_that_is_drawn(found):
    [relation] = [one for one in found if "other" in one.formula]
    assert relation.check(framed, "a", 4, "-", other="*")
    assert relation.check(framed, "a", 4, "-")


def test_the_only_argument_is_not_replaced():
    relations = infer_relations(lambda text: text.upper(), budget="0.2ev", domain={"text": texts("ab")}, cache=False)
    assert len(relations)
    assert not any("other" in one.formula for one in relations)

"""What has in it what a single output is kills much, and is reported only where nothing else kills that."""

import pytest

from genmorph import infer_relations
from genmorph.domain import int_lists
from genmorph.settings import SELECTION
from tests.inference.functions import smallest


@pytest.mark.long
def test_few_relations_of_a_minimum_have_the_minimum_of_the_inputs_in_them():
    relations = infer_relations(
        smallest, budget="20ev", domain={"numbers": int_lists(-20, 20, min_len=1, max_len=8)}, cache=False
    )
    disguised = ["min(" in relation.formula for relation in relations]
    assert not all(disguised)
    assert sum(disguised) <= SELECTION.fallbacks
    assert disguised == sorted(disguised)

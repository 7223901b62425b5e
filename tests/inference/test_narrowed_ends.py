"""Sources at the ends of those with a follow-up, also with another argument close by."""

import math

from genmorph.domain import contains_all, floats, ints, lists, texts
from genmorph.inference.chosen_sources import sources_at_ends
from genmorph.model import Parameter
from genmorph.transformations.transformation import Transformation

OLD, NEW = Parameter("old", floats(1.0, 1000.0)), Parameter("new", floats(0.0, 1000.0))
SHRUNK = Transformation("add_both", (0, 1), -1.0)


def ends(transformation, *parameters, base):
    return list(sources_at_ends(transformation, parameters, [base]))


def test_the_end_of_the_sources_is_there_with_the_other_argument_close_by():
    sources = ends(Transformation("add", (0,), -1.0), OLD, NEW, base=(7.0, 8.0))
    beside = {2.0, math.nextafter(2.0, 0), math.nextafter(2.0, 3), 2.0 * (1 - 1e-9), 2.0 * (1 + 1e-9)}
    assert {new for old, new in sources if old == 2.0} == beside | {8.0}
    assert {old for old, new in sources if new == 8.0} == {old for old in beside if old >= 2.0}


def test_each_of_several_arguments_is_at_its_end():
    sources = ends(SHRUNK, OLD, NEW, base=(7.0, 8.0))
    assert {(2.0, 8.0), (2.0, 2.0), (7.0, 1.0)} <= set(sources)
    assert all(contains_all((OLD.domain, NEW.domain), SHRUNK.apply(source)) for source in sources)


def test_two_arguments_are_at_opposite_ends():
    wide = [Parameter(name, floats(-8.0, 8.0)) for name in ("old", "new")]
    sources = ends(Transformation("scale_both", (0, 1), 2.0), *wide, base=(1.0, 2.0))
    assert {(-4.0, 4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, -4.0)} <= set(sources)


def test_there_is_none_where_all_sources_have_a_follow_up_or_nothing_is_a_number():
    assert ends(Transformation("scale", (0,), -1), Parameter("n", ints(-9, 9)), base=(3,)) == []
    assert ends(Transformation("double", (0,)), Parameter("text", texts()), base=("a",)) == []
    assert ends(Transformation("add_each", (0,), 1), Parameter("xs", lists(ints(0, 9))), base=([1],)) == []

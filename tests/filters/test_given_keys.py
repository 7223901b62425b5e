"""That keys stay is not worth saying where they are those of an argument."""

import pytest

from genmorph.domain import dicts, floats, texts
from genmorph.execution.observation import correct_executions
from genmorph.filters.features import Features
from genmorph.model import Kind
from genmorph.values.foreign import natives
from tests.filters.observed import Observed, change

SAME = ["==", "return_f", "return_s"]
AS_MANY = ["==", ["len", "return_f"], ["len", "return_s"]]


def says_that_keys_stay(function, tree, kind=Kind.TEXTS, template="values/scale", number=1):
    domains = {name: dicts(texts(max_len=3), floats(-9, 9), max_size=4) for name in ("a", "b")[:number]}
    observed = Observed(lambda *given: function(*map(natives, given)), domains, change(template, -1), kind, count=60)
    executions = correct_executions(observed.executions, observed.variables)
    found = Features(observed.relation(tree), transformation=observed.transformation, executions=executions)
    return found.says_that_keys_stay


@pytest.mark.parametrize(
    ("function", "tree", "kind", "is_given"),
    [
        (sorted, SAME, Kind.TEXTS, True),
        (lambda a: sorted(a)[1:], SAME, Kind.TEXTS, False),
        (lambda a: sorted(a, key=a.get), SAME, Kind.TEXTS, False),
        (lambda a: [*a.values()], AS_MANY, Kind.FLOATS, True),
        (lambda a: sorted({*a.values()}), AS_MANY, Kind.FLOATS, False),
        (lambda a: sorted(map(abs, a.values())), SAME, Kind.FLOATS, False),
        (lambda a: [[key] for key in sorted(a)], SAME, Kind.NESTED, False),
    ],
    ids=["all keys", "some keys", "a ranking", "as many values", "different values", "values", "lists"],
)
def test_keys_that_an_argument_gives_stay_with_it(function, tree, kind, is_given):
    assert says_that_keys_stay(function, tree, kind) == is_given


def test_keys_of_several_dicts_are_given_by_all():
    assert says_that_keys_stay(lambda a, b: sorted({**a, **b}), SAME, number=2)
    assert says_that_keys_stay(lambda *given: sorted(given[0]), SAME, number=2)
    assert not says_that_keys_stay(lambda a, b: sorted(a.keys() & b.keys()), SAME, number=2)

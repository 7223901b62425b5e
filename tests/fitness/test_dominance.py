import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genmorph.fitness.scores import fn_dominance, fp_dominance

trees = st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=1, max_size=30)


def ranks_of(dominance, figures):
    return dominance(*(np.array(column, np.int64) for column in zip(*figures, strict=True))).tolist()


def assert_ordered(ranks, keys):
    """The ranks are the places among the distinct keys, so equal keys share one and none is left out."""
    assert ranks == [sorted(set(keys)).index(key) for key in keys]


@given(trees)
def test_false_positives_decide_first_then_false_negatives_then_size(figures):
    assert_ordered(ranks_of(fp_dominance, figures), figures)


@given(trees)
def test_false_negatives_decide_first_then_false_positives_then_size(figures):
    assert_ordered(ranks_of(fn_dominance, figures), [(fn, fp, size) for fp, fn, size in figures])

"""A call gets arguments of its own, and what it changes in them is seen."""

import math
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.execution.patience import Patience
from genmorph.execution.worker.arguments import call_with_copies, is_same
from genmorph.execution.worker.protocol import UnusableError
from genmorph.model import Altered, Array, Built, Crashed, Drained, Probe, Raised, Returned, TimedOut

PATIENT = Patience(time_outs=100, deaths=100)


def changed(*arguments, value=None):
    return Returned(Altered(value, arguments))


def test_an_argument_changed_in_place_is_part_of_the_outcome(start):
    workers = start("def subject(xs):\n  xs.sort()")
    assert workers.call(None, [([3, 1, 2],), ([1, 2],), ([],)], PATIENT) == [
        changed((0, [1, 2, 3])),
        Returned(None),
        Returned(None),
    ]


def test_each_changed_argument_is_named_by_its_position(start, target):
    source = "def subject(a, xs, *, ys, zs):\n  ys.append(a)\n  zs.clear()\n  return xs"
    workers = start(target(source, keywords=("ys", "zs")))
    assert workers.call(None, [(1, [2], [3], [4]), (1, [2], [3], [])], PATIENT) == [
        changed((2, [3, 1]), (3, []), value=[2]),
        changed((2, [3, 1]), value=[2]),
    ]


@pytest.mark.parametrize(
    ("statement", "after"),
    [
        ("xs[0] = 1", None),
        ("xs[0] = 1.0", [1.0, 2]),
        ("xs[0] = True", [True, 2]),
        ("xs[:] = reversed(xs); xs.reverse()", None),
        ("xs.extend('ab')", [1, 2, "a", "b"]),
        ("xs.append([xs[0]])", [1, 2, [1]]),
    ],
)
def test_the_types_of_elements_count(start, statement, after):
    (outcome,) = start(f"def subject(xs):\n  {statement}").call(None, [([1, 2],)], PATIENT)
    assert outcome == (Returned(None) if after is None else changed((0, after)))


@pytest.mark.parametrize(
    "statement", ["xs[0] = math.nan", "xs[0] = float(f'-{xs[0]}')", "xs[1] = sys.intern(xs[1])", "xs[2][0] = 7"]
)
def test_what_is_equal_is_not_changed(start, statement):
    workers = start(f"import math, sys\ndef subject(xs):\n  {statement}")
    assert workers.call(None, [([math.nan, "some text", [7]],)], PATIENT) == [Returned(None)]


def test_lists_inside_of_lists_and_tuples_are_looked_into(start):
    workers = start("def subject(xs): (xs[0].append(1) if xs else None)")
    assert workers.call(None, [([[]],), (([2], 3),), ((),)], PATIENT) == [
        changed((0, [[1]])),
        changed((0, ([2, 1], 3))),
        Returned(None),
    ]


def test_what_a_generator_changes_while_it_is_drained_counts(start):
    workers = start("def subject(xs):\n  while xs: yield xs.pop()")
    assert workers.call(None, [([1, 2],)], PATIENT) == [changed((0, []), value=Drained((2, 1)))]


def test_a_returned_argument_is_both(start):
    workers = start("def subject(xs):\n  xs.append(xs[0])\n  return xs")
    assert workers.call(None, [([1],)], PATIENT) == [changed((0, [1, 1]), value=[1, 1])]


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("xs.append(abs)", "unsupported change of argument 1: builtin_function_or_method"),
        ("xs.append(xs)", "changed argument 1 to a value nested deeper than the 10 levels that are compared"),
        ("xs.extend(range(10**6))", "changed argument 1 to a list of 1,000,001 elements, at most 10,000 are compared"),
    ],
)
def test_an_argument_that_cannot_be_compared_any_more_is_refused(start, statement, reason):
    workers = start(f"def subject(xs):\n  {statement}", limit=2.0)
    assert workers.call(None, [([1],)], PATIENT) == [Crashed(reason)]


MUTATED = "def subject(xs, n):\n    seen = len(xs)\n    xs.append(n)\n    return seen"


def test_no_change_leaks_into_another_call_or_mutant(start, target, mutate):
    chosen = target(MUTATED)
    workers = start(chosen)
    shared = [1]
    inputs = [(shared, 5), (shared, 6), (shared, 5)]
    mutant = mutate(chosen, "return seen", "return -seen")
    for change, value in ((None, 1), (mutant, -1), (None, 1)):
        assert workers.call(change, inputs, PATIENT) == [changed((0, [1, n]), value=value) for n in (5, 6, 5)]
    assert shared == [1]


def test_one_list_twice_is_two_lists(start):
    xs = [1]
    workers = start("def subject(xs, ys):\n  xs.append(2)\n  return ys")
    assert workers.call(None, [(xs, xs)], PATIENT) == [changed((0, [1, 2]), value=[1])]


def test_a_call_that_is_lost_leaves_the_others_their_lists(start):
    source = """
        import os
        def subject(xs):
            xs.append(0)
            if xs[0] == 1: raise ValueError
            while xs[0] == 2: pass
            if xs[0] == 3: os._exit(3)
    """
    workers = start(source)
    assert workers.call(None, [([n],) for n in range(5)], PATIENT) == [
        changed((0, [0, 0])),
        Raised("ValueError"),
        TimedOut(),
        Crashed("exited with status 3", fatal=True),
        changed((0, [4, 0])),
    ]


def test_arrays_are_made_of_lists_and_come_back_as_arrays(start, target):
    source = """
        import numpy as np
        def subject(xs, n, ys):
            assert type(xs) is type(ys) is np.ndarray and type(n) is list, (xs, n, ys)
            xs.sort()
            return xs.dtype.name == "float64" and ys.dtype.name == "bool"
    """
    workers = start(target(source, arrays=((0, "float64"), (2, "bool"))), limit=2.0)
    inputs = [([2, 1.5], [0], [True]), ([], [0], []), ([math.nan, math.nan], [1], [False, True])]
    assert workers.call(None, inputs, PATIENT) == [
        changed((0, Array((1.5, 2.0))), value=True),
        Returned(True),
        Returned(True),
    ]


def test_an_optional_array_may_be_none(start, target):
    workers = start(target("def subject(xs): return xs is None or len(xs)", arrays=((0, "int64"),)))
    assert workers.call(None, [(None,), ([1, 2],)], PATIENT) == [Returned(True), Returned(2)]


def test_an_array_that_changes_its_shape_is_given_with_its_shape(start, target):
    workers = start(target("def subject(xs): xs.shape = (2, 2)", arrays=((0, "int64"),)), limit=2.0)
    changed = Built("array:int64", ((2, 2), (1, 2, 3, 4)))
    assert workers.call(None, [([1, 2, 3, 4],)], PATIENT) == [Returned(Altered(None, ((0, changed),)))]


def test_one_process_serves_all_calls_with_arrays(start, target):
    workers = start(target("import os\ndef subject(xs): return os.getpid()", arrays=((0, "float64"),)), limit=2.0)
    pids = {workers.call(None, [([1.0],)], PATIENT)[0].value for _ in range(4)}
    assert len(pids) == 1


def test_a_probe_sees_lists_arrays_and_generators_as_the_function_does(start, target):
    source = "def subject(xs, ys):\n    xs.append(1)\n    yield len(xs) + ys.size"
    chosen = target(source, arrays=((1, "int64"),))
    definition = (
        "def subject(xs, ys):\n    xs.append(1)\n    __genmorph_branch__(0)\n"
        "    yield __genmorph_value__(0, len(xs) + ys.size)"
    )
    workers = start(chosen, limit=2.0)
    inputs = [([0], [5, 6])] * 2
    probe = Probe("probe", definition, branches=1, sites=1)
    assert workers.call(probe, inputs, PATIENT) == [Returned([1, [[0, 4]]])] * 2
    assert workers.call(None, inputs, PATIENT) == [changed((0, [0, 1]), value=Drained((4,)))] * 2


ARGUMENTS = st.recursive(
    st.one_of(st.integers(), st.floats(), st.text(max_size=3), st.none(), st.booleans()),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.lists(inner, max_size=3).map(tuple)),
    max_leaves=6,
)


@given(st.lists(ARGUMENTS, max_size=3).map(tuple))
def test_calls_here_and_now_get_copies_that_are_the_same(arguments):
    before, seen = repr(arguments), []
    assert call_with_copies(lambda *own: seen.append(own), arguments, {}) == (None, [])
    (own,) = seen
    assert repr(own) == repr(arguments) == before
    assert not any(one is other for one, other in zip(own, arguments, strict=True) if isinstance(one, list))


@given(st.lists(st.lists(st.integers(0, 3), max_size=4), min_size=1, max_size=3))
def test_calls_here_and_now_tell_what_they_change(lists):
    given, expected = deepcopy(lists), [sorted(xs) for xs in lists]
    _, changes = call_with_copies(lambda *own: [xs.sort() for xs in own], tuple(lists), {})
    assert changes == [(i, xs) for i, xs in enumerate(expected) if xs != lists[i]]
    assert lists == given


def test_calls_here_and_now_get_arrays_and_drain_iterators():
    def double(xs, n):
        for index in range(n):
            xs[index] *= 2
            yield xs[index].item()

    value, ((place, array),) = call_with_copies(double, ([1, 2, 3], 2), {0: "int64"})
    assert (value, place, array.tolist(), array.dtype.name) == ([2, 4], 0, [2, 4, 3], "int64")
    with pytest.raises(UnusableError, match="gave more elements than the 10,000 that are compared"):
        call_with_copies(lambda: iter(int, 1), (), {})


@given(ARGUMENTS, ARGUMENTS)
def test_arguments_are_the_same_where_they_are_written_alike(one, other):
    assert is_same(one, deepcopy(one))
    if is_same(one, other):
        assert repr(one).replace("-0.0", "0.0") == repr(other).replace("-0.0", "0.0")

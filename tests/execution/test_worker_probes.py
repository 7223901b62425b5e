"""A probe reports what its calls reach, and changes nothing of them."""

import pytest

from genmorph.execution.patience import Patience
from genmorph.model import Crashed, Probe, Returned, TimedOut

PATIENT = Patience(time_outs=100, deaths=100)
SOURCE = """
import itertools, os, sys, time

def subject(x):
    if x > 9:
        raise ValueError
    return [x]
"""
DEFINITION = """
def subject(x):
    __genmorph_branch__(0)
    y = __genmorph_value__(0, x + 1)
    if x > 9:
        __genmorph_branch__(70)
        {statement}
    return [y]
"""


def probe(statement="raise ValueError"):
    return Probe("probe", DEFINITION.format(statement=statement).strip(), branches=71, sites=2)


@pytest.fixture
def workers(start, target):
    return start(target(SOURCE))


def test_branches_and_values_are_reported_whatever_a_call_gives(workers):
    assert workers.call(probe(), [(1,), (10,), (2,)], PATIENT) == [
        Returned([1, [[0, 2]]]),
        Returned([1 + 2**70, [[0, 11]]]),
        Returned([1, [[0, 3]]]),
    ]


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("__genmorph_value__(1, 5); __genmorph_value__(1, 5)", [[1, 5]]),
        ("__genmorph_value__(1, 5); __genmorph_value__(1, 6); __genmorph_value__(1, 5)", []),
        ("__genmorph_value__(1, 5); __genmorph_value__(1, 5.0)", []),
        ("__genmorph_value__(1, 0.5)", [[1, 0.5]]),
        ("__genmorph_value__(1, 5); __genmorph_value__(1, 'x')", []),
        ("__genmorph_value__(1, 'x'); __genmorph_value__(1, 5)", []),
        ("__genmorph_value__(1, True)", []),
        ("__genmorph_value__(1, 2**53)", [[1, 2**53]]),
        ("__genmorph_value__(1, 2**53 + 1)", []),
        ("__genmorph_value__(1, float('nan'))", []),
        ("__genmorph_value__(1, float('inf'))", []),
        ("assert __genmorph_value__(1, statement := 'x') is statement", []),
    ],
)
def test_a_site_counts_where_it_saw_one_number(workers, statement, seen):
    (outcome,) = workers.call(probe(statement), [(10,)], PATIENT)
    assert outcome == Returned([1 + 2**70, [[0, 11], *seen]])


@pytest.mark.parametrize(
    ("statement", "lost"),
    [
        ("while True: pass", TimedOut()),
        ("max(itertools.count())", TimedOut()),
        ("os._exit(3)", Crashed("exited with status 3", fatal=True)),
        ("open('x', 'w')", Crashed("refused: open 'x' for writing")),
        ("sys.exit()", Crashed("raised SystemExit")),
    ],
)
def test_what_is_lost_stays_lost(workers, statement, lost):
    outcomes = workers.call(probe(statement), [(1,), (10,), (2,)], PATIENT)
    assert outcomes == [Returned([1, [[0, 2]]]), lost, Returned([1, [[0, 3]]])]


def test_original_and_probe_alternate(start, target):
    chosen = target("def subject(x):\n    return len(globals())")
    workers = start(chosen)
    definition = "def subject(x):\n    __genmorph_branch__(1)\n    return x"
    before = workers.call(None, [(1,)], PATIENT)
    assert workers.call(Probe("probe", definition, 2, 0), [(1,)], PATIENT) == [Returned([2, []])]
    assert workers.call(None, [(1,)], PATIENT) == before


def test_a_probe_that_cannot_be_put_in_place_is_not_loadable(workers):
    broken = Probe("probe", "def other(x): return x", 1, 0)
    (outcome,) = workers.call(broken, [(1,)], PATIENT)
    assert outcome.why.startswith("not loadable: ValueError: 0 definitions of subject")

"""What a function keeps between calls is put back before each batch, and no earlier."""

import pytest

from genmorph.execution.patience import Patience
from genmorph.model import Returned

PATIENT = Patience(time_outs=100, deaths=100)

KEEPING = {
    "a dict": """
        memo = {}
        def subject(x):
            if x not in memo: memo[x] = x + 1
            return memo[x]
    """,
    "a list": """
        memo = []
        def subject(x):
            if not memo: memo.append(x + 1)
            return memo[0]
    """,
    "a set": """
        memo = set()
        def subject(x):
            if not memo: memo.add(x + 1)
            return max(memo)
    """,
    "bytes": """
        memo = bytearray()
        def subject(x):
            if not memo: memo.append(x + 1)
            return memo[0]
    """,
    "a number": """
        memo = 0
        def subject(x):
            global memo
            memo = memo or x + 1
            return memo
    """,
    "a dict made on first use": """
        memo = None
        def subject(x):
            global memo
            if memo is None: memo = {x: x + 1}
            return memo[x]
    """,
    "another dict": """
        memo = {}
        def subject(x):
            global memo
            memo = memo or {x: x + 1}
            return memo[x]
    """,
    "a default": """
        def subject(x, memo={}):
            return memo.setdefault(x, x + 1)
    """,
    "a default of a keyword": """
        def subject(x, *, memo=[]):
            return memo[0] if memo else memo.append(x + 1) or memo[0]
    """,
    "a default of a neighbour": """
        def keep(x, memo=[]):
            memo.append(x)
            return memo[0]
        def subject(x):
            return keep(x + 1)
    """,
    "an attribute": """
        def subject(x):
            subject.memo = subject.memo or x + 1
            return subject.memo
        subject.memo = None
    """,
    "a variable of a decorator": """
        import functools
        def remembering(function):
            memo = {}
            @functools.wraps(function)
            def remembered(x):
                if x not in memo: memo[x] = function(x)
                return memo[x]
            return remembered
        @remembering
        def subject(x):
            return x + 1
    """,
}


@pytest.mark.parametrize("source", KEEPING.values(), ids=KEEPING)
def test_no_value_of_another_mutant_is_kept(start, target, mutate, source):
    chosen = target(source)
    workers = start(chosen)
    mutants = [None, mutate(chosen, "x + 1", "x + 2"), None]
    outcomes = [workers.call(mutant, [(5,), (5,)], PATIENT) for mutant in mutants]
    assert outcomes == [[Returned(value)] * 2 for value in (6, 7, 6)]


def test_calls_of_one_batch_see_each_other(start):
    workers = start("n = 0\ndef subject(x):\n  global n\n  n += 1\n  return n")
    assert workers.call(None, [(0,)] * 3, PATIENT) == [Returned(1), Returned(2), Returned(3)]


def test_the_contents_are_those_after_loading(start):
    source = """
        table = {"one": 1}
        table["two"] = 2
        rows, names, raw = [1, 2], {"one"}, bytearray(b"ab")
        def subject(x):
            seen = len(table) * 1000 + len(rows) * 100 + len(names) * 10 + len(raw)
            del table["one"]
            rows.clear(), names.add("two"), raw.extend(b"c")
            return seen
    """
    workers = start(source)
    assert [workers.call(None, [(0,)], PATIENT) for _ in range(2)] == [[Returned(2212)]] * 2


@pytest.mark.parametrize(
    "statement",
    [
        "from sys import modules",
        "import sys; modules = vars(sys)['modules']",
        "from importlib import sys; modules = sys.modules",
    ],
)
def test_what_was_imported_stays_imported(start, statement):
    workers = start(f"{statement}\ndef subject(x):\n  seen = 'colorsys' in modules\n  import colorsys\n  return seen")
    assert [workers.call(None, [(0,)], PATIENT) for _ in range(2)] == [[Returned(False)], [Returned(True)]]


def test_namespaces_are_left_alone(start):
    source = """
        import shutil
        names, own = vars(shutil), globals()
        def subject(x):
            seen = "mark" in names and "mark" in own
            names["mark"] = own["mark"] = 1
            return seen
    """
    workers = start(source)
    assert [workers.call(None, [(0,)], PATIENT) for _ in range(2)] == [[Returned(False)], [Returned(True)]]


def test_an_object_made_on_first_use_is_kept(start):
    source = """
        once = None
        def subject(x):
            global once
            is_there = once is not None
            once = once or object()
            return is_there
    """
    workers = start(source)
    assert [workers.call(None, [(0,)], PATIENT) for _ in range(2)] == [[Returned(False)], [Returned(True)]]


def test_a_huge_table_is_left_alone(start):
    workers = start("table = [0] * 100_001\ndef subject(x):\n  table.append(x)\n  return len(table)")
    assert [workers.call(None, [(0,)], PATIENT) for _ in range(2)] == [[Returned(100_002)], [Returned(100_003)]]

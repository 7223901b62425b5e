import ast
import importlib
from textwrap import dedent

import pytest

from genmorph.fuzz.findings import DIED, TIMED_OUT, FuzzFinding, Outcome
from genmorph.fuzz.fuzz_file import build_file, render, with_failures
from genmorph.fuzz.tested_functions import plan_tests
from genmorph.model import UsageError

SHOP = """
    LIMIT = 5

    def is_valid(k):
        return k != 3

    @arg("k", ints(-20, 20))
    @arg("e", ints(0, 12))
    @require(is_valid)
    @require(lambda k, e: k < e + LIMIT)
    def power(k, e):
        return k**e

    @timeout(2.5)
    @arg("list", lists(floats(0, 1), 1, 4))
    def mean(list):
        return sum(list) / len(list)

    @arg("n", ints(0, 3))
    class Counter:
        def __init__(self, n):
            self.n = n

        @arg("n", ints(0, 3))
        @require(lambda self, n: n < self.n)
        def less(self, n):
            self.n -= n

    @cc_example([1])
    @cc_example([2, 3])
    class Row:
        def __init__(self, cells):
            self.cells = cells

        @timeout(1)
        def clear(self):
            self.cells.clear()

    @timeout(1)
    def test_nothing(): ...

    @timeout(1)
    async def later(): ...
"""
GOLDEN = '''
"""Annotated functions of MODULE, called with valid arguments: none may crash."""

import asyncio
import signal
import threading
from contextlib import contextmanager
from copy import deepcopy

from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from MODULE import LIMIT, Counter, Row, is_valid, later, mean, power
from MODULE import test_nothing as _test_nothing


@contextmanager
def limited(seconds):
    """Raise TimeoutError in what takes longer, again and again; other threads than the main one are left alone."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_):
        raise TimeoutError(f"took longer than {seconds:g} s")

    handler = signal.signal(signal.SIGALRM, stop)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *timer)


@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(k=st.integers(-20, 20), e=st.integers(0, 12))
def test_power_does_not_crash(k, e):
    assume(is_valid(k))
    assume(k < e + LIMIT)
    power(k, e)


@settings(
    deadline=None,
    phases=set(Phase) - {Phase.shrink},
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(list_=st.lists(st.floats(0.0, 1.0), min_size=1, max_size=4))
@limited(2.5)
def test_mean_does_not_crash(list_):
    mean(list_)


@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(n=st.integers(0, 3))
def test_counter_does_not_crash(n):
    Counter(n)


@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(n=st.integers(0, 3), n_=st.integers(0, 3))
def test_counter_less_does_not_crash(n, n_):
    counter = Counter(n)
    assume(n_ < counter.n)
    counter.less(n_)


@settings(
    deadline=None,
    phases=set(Phase) - {Phase.shrink},
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(arguments=st.sampled_from([([1],), ([2, 3],)]))
@limited(1)
def test_row_clear_does_not_crash(arguments):
    row = Row(*deepcopy(arguments))
    row.clear()


@limited(1)
def test_test_nothing_does_not_crash():
    _test_nothing()


@limited(1)
def test_later_does_not_crash():
    asyncio.run(later())
'''


def file_of(module):
    return build_file(plan_tests(module))


def run_tests_in(text):
    """The names of the tests, each of which has passed."""
    names = {}
    exec(text, names)  # noqa: S102 - the text is what is tested
    tests = {name: test for name, test in names.items() if name.startswith("test_")}
    for test in tests.values():
        test()
    return [*tests]


def test_the_file_reads_as_a_person_would_write_it(make):
    module = make(SHOP)
    assert render(file_of(module)) == GOLDEN.replace("MODULE", module).lstrip()


def test_the_golden_file_runs(make):
    assert len(run_tests_in(GOLDEN.replace("MODULE", make(SHOP)))) == 7


def test_a_module_that_says_so_is_imported_in_a_fresh_process(make):
    module = make("module_test()")
    assert run_tests_in(render(file_of(module))) == [f"test_{module}_can_be_imported"]


def test_failing_inputs_become_examples_and_those_that_end_the_run_are_told_of(make):
    module = make("@arg('k', ints(0, 9))\ndef half(k):\n    return 9 // k")
    found = (
        FuzzFinding("ZeroDivisionError", "", None, (("k", "0"),), is_source=True),
        FuzzFinding("ZeroDivisionError", "", None, (("k", "<Box>"),)),
        FuzzFinding(TIMED_OUT, "", None, (("k", "8"),), is_source=True),
        FuzzFinding(TIMED_OUT, "", None, (("k", "<Cup>"),)),
        FuzzFinding(DIED, "", None, (("k", '"""'),)),
    )
    text = render(with_failures(file_of(module), [Outcome("half", found)]))
    assert text.count("@example(") == 2
    assert "@example(k=0)\n@example(k=8)\n@limited(10)\n" in text
    _, test = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    assert ast.get_docstring(test) == 'half timed out with k=<Cup>.\nhalf crashed the interpreter with k=""".'


def test_names_that_clash_are_changed(make):
    module = make(
        """
        import math

        @arg("given", ints(1, 9))
        @require(lambda given: math.isfinite(given))
        def assume(given): ...

        @arg("assume", ints(1, 9))
        @arg("np", np_arrays("uint8", (2, 2)))
        @arg("math", ints(0, 9))
        @require("all(assume > one for one in range(assume))")
        def given(assume, np, math): ...

        @arg("given_", ints())
        def example(given_): ...
        """
    )
    text = render(file_of(module))
    assert "import assume as assume_" in text
    assert "import given as given_\n" in text
    assert "def test_given_does_not_crash(assume__, np, math_):" in text
    assert "assume(all((assume__ > one for one in range(assume__))))" in text
    assert len(run_tests_in(text)) == 3


def test_a_function_that_is_called_as_its_condition_gets_another_name(make):
    other = make("def power(k): return True", head="")
    module = make(f"import {other}\n@arg('k', ints(0, 9))\n@require({other}.power)\ndef power(k): ...")
    text = render(file_of(module))
    assert f"from {other} import power\n" in text
    assert f"from {module} import power as power_\n" in text
    assert "    assume(power(k))\n    power_(k)\n" in text


def test_a_strategy_of_objects_is_written_with_the_module_of_their_class(make):
    module = make(
        """
        from hypothesis import strategies as st
        class Point:
            def __init__(self, x): ...
        @arg("point", st.builds(Point, st.integers(0, 9)))
        def f(point): ...
        """
    )
    text = render(file_of(module))
    assert f"\nimport {module}\n" in text
    assert f"@given(point=st.builds({module}.Point, x=st.integers(0, 9)))\n" in text
    assert run_tests_in(text) == ["test_f_does_not_crash"]


def test_a_strategy_that_cannot_be_written_is_refused_with_its_argument(make):
    module = make("from hypothesis import strategies as st\n@arg('x', st.integers().map(lambda n: {n}))\ndef f(x): ...")
    with pytest.raises(UsageError, match="domain of x of f: strategy must have a name at the top level of a module"):
        file_of(module)


def test_a_condition_that_cannot_be_written_is_refused(make):
    module = make(
        dedent(
            """
            def less_than(limit):
                return lambda k: k < limit
            @arg('k', ints(0, 9))
            @require(less_than(3))
            def f(k): ...
            """
        )
    )
    with pytest.raises(UsageError, match="must be a named function of a module, or a text"):
        file_of(module)


def test_equal_names_of_tests_are_numbered(make):
    module = make("@timeout(1)\ndef a_b(): ...\nclass A:\n    @staticmethod\n    @timeout(1)\n    def b(): ...")
    assert [test.name for test in file_of(module).tests] == ["test_a_b_does_not_crash", "test_a_b_does_not_crash_2"]
    assert importlib.import_module(module)

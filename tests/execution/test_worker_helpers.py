"""What calls reach is told by a trace; a mutant of a helper changes what calls give, and is undone for the next."""

from dataclasses import replace

import pytest

from genmorph.domain import ints, objs
from genmorph.execution.patience import Patience
from genmorph.model import Built, Crashed, Helper, Returned, SourceMutant, Trace
from genmorph.mutation.mutants import make_helper_mutants
from genmorph.subject.reached import find_helpers, modules_reached
from genmorph.subject.subject import inspect_subject

PATIENT = Patience(time_outs=100, deaths=100)
INPUTS = [(5,), (-300,), (7,), (5,)]


def rows(outcomes):
    return [row for outcome in outcomes for row in outcome.value]


@pytest.fixture
def cost():
    return inspect_subject("tests.toolshop.prices:cost", {"amount": ints(-999, 999)}).target


@pytest.fixture
def helpers(start, cost):
    traced = start(cost).call(Trace(), INPUTS, PATIENT)
    return find_helpers(cost, rows(traced))


def named(helpers):
    return {helper.target.qualname: helper for helper in helpers}


def test_a_trace_tells_the_functions_of_the_user_with_the_calls_that_lie_between(start, cost):
    (outcome,) = start(cost).call(Trace(), [(5,)], PATIENT)
    assert [(module, name, distance) for module, name, _, distance in outcome.value] == [
        ("tests.toolshop.prices", "Order.__init__", 1),
        ("tests.toolshop.prices", "Order.size", 1),
        ("tests.toolshop.prices", "Order.total", 1),
        ("tests.toolshop.prices", "make_fee.<locals>.fee", 1),
        ("tests.toolshop.units", "scaled", 1),
        ("tests.toolshop.units", "factor", 2),
    ]


def test_calls_after_a_trace_are_those_of_the_original(start, cost):
    workers = start(cost)
    before = workers.call(None, INPUTS, PATIENT)
    workers.call(Trace(), INPUTS, PATIENT)
    assert workers.call(None, INPUTS, PATIENT) == before


def test_a_trace_of_a_call_that_raises_or_gives_an_iterator_tells_what_was_reached(start, target):
    chosen = target("""
        def half(x):
            return 1 / x

        def subject(x):
            return map(half, [x]) if x > 1 else half(x)
    """)
    outcomes = start(chosen).call(Trace(), [(0,), (2,)], PATIENT)
    assert outcomes == [Returned([["", "half", 2, 1]])] * 2


def test_the_nearest_way_to_a_function_counts(start, target):
    chosen = target("""
        def last(x):
            return x

        def middle(x):
            return last(x)

        def subject(x):
            return middle(x) + last(x)
    """)
    assert [row[1::2] for row in rows(start(chosen).call(Trace(), [(1,)], PATIENT))] == [["last", 1], ["middle", 1]]


def test_what_wraps_the_subject_and_what_library_code_calls_is_reached(start, target):
    chosen = target("""
        import functools

        def doubled(function):
            @functools.wraps(function)
            def wrapper(x):
                return 2 * function(x)
            return wrapper

        def add(x, y):
            return x + y

        @doubled
        def subject(x):
            return functools.reduce(add, [x, x]) + sum(half for half in map(lambda y: y // 2, [x]))
    """)
    found = [row[1::2] for row in rows(start(chosen).call(Trace(), [(4,)], PATIENT))]
    assert found == [["add", 1], ["doubled.<locals>.wrapper", 1], ["subject.<locals>.<lambda>", 1]]


def test_what_builds_the_arguments_is_not_reached_by_the_call(start):
    box = objs("tests.toolshop.prices:Order", amount=ints(0, 9))
    target = inspect_subject("tests.toolshop.prices:Order.total", {"self": box}).target
    built = Built("call", ("tests.toolshop.prices", "Order", (3,), ()))
    assert start(target).call(None, [(built,)], PATIENT) == [Returned(29)]
    assert start(target).call(Trace(), [(built,)], PATIENT) == [Returned([])]


def test_every_mutant_of_a_helper_changes_no_call_of_the_original_after_it(start, cost, helpers):
    chosen = replace(cost, changed=modules_reached(cost, [], helpers))
    original = start(chosen).call(None, INPUTS, PATIENT)
    workers = start(chosen)
    for helper in helpers:
        mutants = list(make_helper_mutants(helper, extends=False))
        changed = [workers.call(mutant, INPUTS, PATIENT) for mutant in mutants]
        assert any(outcomes != original for outcomes in changed), helper.target.qualname
        for mutant, outcomes in zip(mutants, changed, strict=True):
            assert workers.call(None, INPUTS, PATIENT) == original, mutant.id
            assert start(chosen).call(mutant, INPUTS, PATIENT) == outcomes, mutant.id


def test_mutants_of_different_helpers_follow_each_other_without_the_original_between(start, cost, helpers):
    chosen = replace(cost, changed=modules_reached(cost, [], helpers))
    first = [next(iter(make_helper_mutants(helper, extends=False))) for helper in helpers]
    alone = [start(chosen).call(mutant, INPUTS, PATIENT) for mutant in first]
    workers = start(chosen)
    assert [workers.call(mutant, INPUTS, PATIENT) for mutant in first] == alone
    assert [workers.call(mutant, INPUTS, PATIENT) for mutant in reversed(first)] == alone[::-1]


def test_a_mutant_of_a_helper_that_cannot_be_put_in_place_leaves_the_one_before(start, cost, helpers):
    chosen = replace(cost, changed=modules_reached(cost, [], helpers))
    good = next(iter(make_helper_mutants(named(helpers)["factor"], extends=False)))
    broken = replace(good, source="def other(letter):\n    return 1\n")
    workers = start(chosen)
    outcomes = workers.call(good, INPUTS, PATIENT)
    (crash, *_) = workers.call(broken, INPUTS, PATIENT)
    assert isinstance(crash, Crashed)
    assert crash.why.startswith("not loadable: ValueError: 0 definitions of factor")
    assert workers.call(good, INPUTS, PATIENT) == outcomes


def test_a_table_that_its_module_fills_up_later_is_left_alone(start, target):
    chosen = target("""
        TABLE = {"a": 1}
        TABLE["b"] = 2

        def subject(x):
            return TABLE[x]
    """)
    helper = Helper(replace(chosen, qualname="TABLE", first_line=2, last_line=2), None, 1)
    mutant = SourceMutant("m", "number", 2, 'TABLE = {"a": 2}\n', helper)
    workers = start(chosen)
    assert workers.call(mutant, [("b",)], PATIENT) == [
        Crashed("not loadable: ValueError: TABLE is not as its statement says")
    ]
    assert workers.call(None, [("b",)], PATIENT) == [Returned(2)]


def test_a_changed_constant_reaches_modules_that_have_imported_it(start, package):
    chosen = package(
        {
            "shop/price.py": "from shop.rates import RATE, TABLE\ndef subject(x):\n    return RATE * x + TABLE['a']\n",
            "shop/rates.py": "RATE = 1000\nTABLE = {'a': 5}\n",
        },
        "shop.price",
    )
    source = "RATE = 1000\nTABLE = {'a': 5}\n"
    chosen = replace(chosen, changed=(("shop.rates", source),))
    workers = start(chosen)

    def changed(name, line, text):
        helper = Helper(
            replace(chosen, module="shop.rates", source=source, qualname=name, first_line=line, last_line=line), None, 1
        )
        return workers.call(SourceMutant(name, "number", line, text, helper), [(2,)], PATIENT)

    assert changed("RATE", 1, "RATE = 1001\n") == [Returned(2007)]
    assert changed("TABLE", 2, "TABLE = {'a': 6}\n") == [Returned(2006)]
    assert workers.call(None, [(2,)], PATIENT) == [Returned(2005)]

"""A mutant's code takes the place of the original's, for everyone who calls it."""

import pytest

from genmorph.execution.patience import Patience
from genmorph.model import Crashed, Raised

PATIENT = Patience(time_outs=100, deaths=100)

DECORATED = {
    "lru_cache": "@functools.lru_cache",
    "cache": "@functools.cache",
    "a wrapper": "@wrapper",
    "a wrapper around a cache": "@wrapper\n@functools.cache",
    "a cache around a wrapper": "@functools.cache\n@wrapper",
    "staticmethod": "@staticmethod",
}

DECORATORS = """
import functools

def wrapper(function):
    @functools.wraps(function)
    def wrapped(*arguments):
        return function(*arguments)
    return wrapped

"""


def values(outcomes):
    return [outcome.value for outcome in outcomes]


def test_original_and_mutants_alternate(start, target, mutate):
    chosen = target("def subject(x):\n    return x + 1")
    workers = start(chosen)
    mutants = [None, mutate(chosen, "+", "-"), mutate(chosen, "1", "2"), None]
    assert [values(workers.call(mutant, [(5,), (6,)], PATIENT)) for mutant in mutants] == [
        [6, 7],
        [4, 5],
        [7, 8],
        [6, 7],
    ]


@pytest.mark.parametrize("decorators", DECORATED.values(), ids=DECORATED)
def test_no_value_of_another_mutant_sticks_to_a_decorated_function(start, target, mutate, decorators):
    chosen = target(f"{DECORATORS}{decorators}\ndef subject(x):\n    return x + 1\n")
    workers = start(chosen)
    mutants = [None, mutate(chosen, "+", "-"), None]
    assert [values(workers.call(mutant, [(5,), (5,)], PATIENT)) for mutant in mutants] == [[6, 6], [4, 4], [6, 6]]


def test_no_value_of_another_mutant_sticks_to_a_cached_neighbour(start, target, mutate):
    chosen = target("""
        import functools

        @functools.cache
        def half(x):
            return subject(x // 2)

        def subject(x):
            return half(x) + 1 if x else 0
    """)
    workers = start(chosen)
    mutants = [None, mutate(chosen, "+ 1", "+ 2"), None]
    assert [values(workers.call(mutant, [(8,)], PATIENT)) for mutant in mutants] == [[4], [8], [4]]


def test_recursive_calls_reach_the_mutant(start, target, mutate):
    chosen = target("def subject(x):\n    return x * subject(x - 1) if x else 1")
    assert values(start(chosen).call(mutate(chosen, "*", "+"), [(4,)], PATIENT)) == [11]


def test_aliases_reach_the_mutant(start, target, mutate):
    chosen = target("""
        def subject(x, again=True):
            return alias(x, False) if again else x + 1

        alias = subject
    """)
    assert values(start(chosen).call(mutate(chosen, "+ 1", "- 1"), [(5,)], PATIENT)) == [4]


def test_aliases_in_other_modules_reach_the_mutant(start, package, mutate):
    chosen = package(
        {
            "shop/price.py": "def subject(x):\n    from shop import tax\n    return tax.twice(x) if x > 9 else x + 1\n",
            "shop/tax.py": "from .price import subject\n\ndef twice(x):\n    return subject(x // 10) * 2\n",
        },
        "shop.price",
    )
    workers = start(chosen)
    assert values(workers.call(None, [(50,)], PATIENT)) == [12]
    assert values(workers.call(mutate(chosen, "+ 1", "- 1"), [(50,)], PATIENT)) == [8]


@pytest.mark.parametrize("decorator", ["", "@staticmethod", "@classmethod"])
def test_methods_are_mutated(start, target, mutate, decorator):
    source = f"""
class Shop:
    {decorator}
    def subject({"cls, " if decorator == "@classmethod" else ""}x):
        return x + 1
"""
    chosen = target(source, "Shop.subject")
    assert values(start(chosen).call(mutate(chosen, "+", "-"), [(5,)], PATIENT)) == [4]


def test_closures_are_mutated(start, target, mutate):
    chosen = target(
        """
        class Base:
            @classmethod
            def step(cls):
                return 3

        class Shop(Base):
            @classmethod
            def subject(cls, x):
                return x + super().step()
    """,
        "Shop.subject",
    )
    workers = start(chosen)
    assert values(workers.call(mutate(chosen, "+", "-"), [(5,)], PATIENT)) == [2]
    assert workers.call(mutate(chosen, "super().step()", "3"), [(5,)], PATIENT) == [
        Crashed("not loadable: ValueError: its free variables differ")
    ]


def test_a_mutant_may_have_other_lines_than_the_original(start, target, mutate):
    chosen = target("def subject(x):\n    return x\n\ndef other(x):\n    return x\n")
    workers = start(chosen)
    assert values(workers.call(mutate(chosen, "return x", "x += 1\n\n    return x"), [(5,)], PATIENT)) == [6]


def test_mutants_of_a_source_with_form_feeds_keep_their_lines(start, target, mutate):
    chosen = target("A = '\u2028'\n\x0c\ndef subject(x):\n    return x + 1\n")
    assert values(start(chosen).call(mutate(chosen, "+", "-"), [(5,)], PATIENT)) == [4]


def test_a_mutant_that_fails_differs_only_in_its_outcomes(start, target, mutate):
    chosen = target("def subject(x):\n    return x + 1")
    workers = start(chosen)
    assert workers.call(mutate(chosen, "x + 1", "missing"), [(5,)], PATIENT) == [Raised("NameError")]
    assert values(workers.call(None, [(5,)], PATIENT)) == [6]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("return", "retrun", "SyntaxError: invalid syntax (<genmorph_subject>, line 3)"),
        ("subject(", "other(", "ValueError: 0 definitions of subject begin in line 2"),
    ],
)
def test_a_mutant_that_cannot_be_put_in_place_is_not_loadable(start, target, mutate, old, new, reason):
    chosen = target("\ndef subject(x):\n    return x + 1\n")
    workers = start(chosen)
    broken = mutate(chosen, old, new)
    assert workers.call(broken, [(1,), (2,)], PATIENT) == [Crashed(f"not loadable: {reason}")] * 2
    assert values(workers.call(None, [(5,)], PATIENT)) == [6]
    assert workers.call(broken, [(1,)], PATIENT) == [Crashed(f"not loadable: {reason}")]


def test_two_definitions_in_one_place_are_not_mutated(start, target, mutate):
    chosen = target("def subject(x): return x\n")
    chosen = type(chosen)(None, "subject, other = lambda x: x + 1, lambda x: x\n", "subject", 1, 1)
    workers = start(chosen)
    assert values(workers.call(None, [(5,)], PATIENT)) == [6]
    assert workers.call(mutate(chosen, "+", "-"), [(5,)], PATIENT) == [
        Crashed("not loadable: ValueError: 2 definitions of <lambda> begin in line 1")
    ]


def test_builtin_functions_run_but_have_no_mutants(start, target, mutate):
    chosen = type(target("def subject(x): return x"))("math", "x", "gcd", 1, 1)
    workers = start(chosen)
    assert values(workers.call(None, [(12, 18)], PATIENT)) == [6]
    assert workers.call(mutate(chosen, "x", "y"), [(12, 18)], PATIENT) == [
        Crashed("not loadable: ValueError: gcd is no Python function")
    ]

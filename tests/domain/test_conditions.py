"""Conditions over arguments: what they accept, and how they are written in a test."""

import math

import numpy as np
import pytest

from genmorph.annotations.conditions import condition_of
from genmorph.domain import annotations_of, require
from genmorph.model import UsageError

LIMIT = 3


def power(k, e, *, base=2):
    return base * k**e


def is_small(k, *, base):
    return k < base


class Rules:
    @staticmethod
    def is_odd(k):
        return k % 2 == 1


def written(stated, target=power):
    condition = condition_of(target, stated)
    return condition.source(), condition.imports()


@pytest.mark.parametrize(
    ("stated", "names"),
    [
        (lambda k, e: k < e, ("k", "e")),
        (lambda e: e > 2, ("e",)),
        (lambda e, k=9: k < e, ("e", "k")),
        ("k < e", ("e", "k")),
    ],
)
def test_a_condition_speaks_of_the_arguments_it_names_and_of_no_others(stated, names):
    condition = condition_of(power, stated)
    assert condition.names == names
    assert condition.holds({"k": 2, "e": 3, "base": 0})
    assert not condition.holds({"k": 3, "e": 2, "base": 0})


def test_a_callable_gets_arguments_as_its_signature_wants_them():
    assert condition_of(power, is_small).holds({"k": 1, "base": 2})
    assert condition_of(math.ldexp, "x < 3").holds({"x": 1, "i": 0})
    assert condition_of(lambda x: x, math.isfinite).holds({"x": 1.0})


def test_the_answer_of_numpy_is_an_answer():
    condition = condition_of(power, lambda k: np.all(k > 0))
    assert condition.holds({"k": np.array([1, 2])}) is True
    assert condition.holds({"k": np.array([1, -2])}) is False


@pytest.mark.parametrize(
    ("stated", "got"),
    [
        (lambda k: 1 / k, "ZeroDivisionError: division by zero"),
        ("1 / k < 3", "ZeroDivisionError: division by zero"),
        (lambda k: np.zeros(k + 2) > 0, "ValueError: The truth value of an array"),
    ],
)
def test_a_condition_that_fails_is_neither_true_nor_false(stated, got):
    with pytest.raises(UsageError, match=f"require of power must be true or false, got {got}"):
        condition_of(power, stated).holds({"k": 0})


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        (lambda x: x, r"require of power must name one of k, e, base, got 'x'"),
        ("x < 3", r"require of power must name one of k, e, base, got 'x'"),
        (3, r"require of power must be a callable or a text, got 3"),
        (lambda: True, r"require of power must speak of one argument at least, got <function"),
        ("3 < 4", r"require of power must speak of one argument at least, got '3 < 4'"),
        (lambda *k: k, r"require of power must take its arguments by name, without \* and \*\*, got <function"),
        (dict, r"require of power must have a readable signature, got <class 'dict'>"),
        ("", r"require of power must be a Python expression \(SyntaxError: .*, got ''"),
        ("k <", r"require of power must be a Python expression .* got 'k <'"),
        ("k; e", r"require of power must be a Python expression"),
        ("k\0", r"require of power must be a Python expression"),
        ("(" * 9999, r"require of power must be a Python expression"),
    ],
)
def test_unusable_conditions_are_refused_at_once(stated, message):
    with pytest.raises(UsageError, match=message):
        condition_of(power, stated)


def test_a_function_that_takes_any_keyword_has_conditions_over_any_name():
    def build(depth, **options):
        return depth, options

    assert condition_of(build, "width < depth").holds({"depth": 3, "width": 2})
    assert condition_of(build, lambda width: width > 0).names == ("width",)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("0 < k <= 3 and not e == 4", {"k": 3, "e": 5}),
        ("len(k) == 2 and k[0] < k[-1] and k[1:] != []", {"k": [1, 2]}),
        ("all(x % 2 == 0 or x < e for x in k)", {"k": [2, 4, 1], "e": 3}),
        ("[x + y for x, y in k if x] == [3]", {"k": [(1, 2), (0, 9)]}),
        ("{x for x in k} == set(k) and {x: 1 for x in k} == {1: 1}", {"k": [1, 1]}),
        ("isinstance(k, int) and round(k / 2, 0) == 2 and k in (3, 4)", {"k": 4}),
        ("sorted(k, reverse=True) == [3, 1] and sum(k, start=1) == 5", {"k": [1, 3]}),
        ("k.shape[0] == e.shape[-1]", {"k": np.zeros((2, 3)), "e": np.zeros((3, 2))}),
        ("any(k ** 2 // 2 - 1 == x for x in range(-e, +e))", {"k": 2, "e": 3}),
        ("(k\n < e)  # in order", {"k": 2, "e": 3}),
        ("k is None", {"k": None}),
    ],
)
def test_a_text_may_compare_compute_and_look_into_arguments(text, values):
    condition = condition_of(power, text)
    assert condition.holds(values)
    assert condition.imports() == ()
    assert "\n" not in condition.source()
    assert eval(condition.source(), dict(values))  # noqa: S307


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("k.__class__ == e", r"k\.__class__"),
        ("k._hidden == e", r"k\._hidden"),
        ("open(k)", r"open\(k\)"),
        ("k.clear()", r"k\.clear\(\)"),
        ("k()", r"k\(\)"),
        ("(lambda k: k)(k)", r"\(lambda k: k\)\(k\)"),
        ("max(*k)", r"\*k"),
        ("max(**k)", r"\*\*k"),
        ("(k := 3) == e", r"\(k := 3\)"),
        ("k if e else k", "k if e else k"),
        ("k & e", "k & e"),
        ("~k", "~k"),
        ("k @ e", "k @ e"),
        ("f'{k}' == e", "f'{k}'"),
        ("[0 for k.x in e]", r"k\.x"),
        ("[0 for k[0] in e]", r"k\[0\]"),
        ("[len(k) for len in e]", "len"),
        ("[*k] == e", r"\*k"),
    ],
)
def test_everything_else_in_a_text_is_refused_by_name(text, part):
    with pytest.raises(UsageError, match=f"require of power must be made of arguments, .* got {part} in "):
        condition_of(power, text)


def test_an_argument_takes_the_place_of_a_function_of_its_name():
    def clamp(x, min, max):  # noqa: A002
        return x, min, max

    condition = condition_of(clamp, "min < max")
    assert condition.names == ("max", "min")
    assert not condition.holds({"min": 3, "max": 2})
    with pytest.raises(UsageError, match=r"got max\(x, 1\) in"):
        condition_of(clamp, "max(x, 1) < 3")


def test_a_lambda_is_written_as_its_body():
    assert written(lambda k, e: (k < e
                                 and e != 3)) == ("k < e and e != 3", ())  # fmt: skip
    assert written(lambda k: all(x < len(k) for x in k)) == ("all((x < len(k) for x in k))", ())


def test_of_several_lambdas_in_a_line_each_is_written_as_itself():
    stated = [lambda k: k > 1, lambda k: k > 2, lambda k: max(k, key=lambda x: -x) > 3]
    assert [written(condition)[0] for condition in stated] == ["k > 1", "k > 2", "max(k, key=lambda x: -x) > 3"]
    inner = (lambda k: lambda e: e > k)(3)  # noqa: PLC3002
    with pytest.raises(UsageError, match="got a lambda that uses k of the function around it"):
        written(inner)


def test_a_lambda_in_a_decorator_is_found():
    @require(lambda k: k > 1)
    @require(lambda e: e > 2)
    def scaled(k, e):
        return k * e

    assert [condition.source() for condition in annotations_of(scaled).conditions] == ["k > 1", "e > 2"]


def test_what_a_condition_uses_of_its_module_is_imported():
    assert written(lambda k: k < LIMIT) == ("k < LIMIT", (f"from {__name__} import LIMIT",))
    assert written(lambda k: math.isfinite(np.sum(k))) == (
        "math.isfinite(np.sum(k))",
        ("import math", "import numpy as np"),
    )
    assert written(is_small) == ("is_small(k, base=base)", (f"from {__name__} import is_small",))
    assert written(Rules.is_odd) == ("Rules.is_odd(k)", (f"from {__name__} import Rules",))
    assert written(math.isfinite, lambda x: x) == ("isfinite(x)", ("from math import isfinite",))


def test_what_is_written_means_what_was_stated():
    for stated in (lambda k: k < LIMIT, is_small, Rules.is_odd, "k % 2 == 1"):
        condition = condition_of(power, stated)
        namespace = {}
        for statement in condition.imports():
            exec(statement, namespace)  # noqa: S102
        for k in range(5):
            values = {"k": k, "base": 2}
            assert eval(condition.source(), namespace | values) == condition.holds(values)  # noqa: S307


def test_lambdas_of_one_line_are_told_apart():
    first, second = (lambda k: k < 3), lambda k: max([k], key=lambda e: -e) < 3
    assert [written(one)[0] for one in (first, second)] == ["k < 3", "max([k], key=lambda e: -e) < 3"]


def make_closure(limit):
    return lambda k: k < limit


def make_named():
    def is_near(k):
        return k < LIMIT

    return is_near


@pytest.mark.parametrize(
    ("stated", "got"),
    [
        (make_closure(3), "a lambda that uses limit of the function around it"),
        (make_named(), r"make_named\.<locals>\.is_near, which cannot be imported from"),
        (lambda k: k < base, "a lambda that uses base, which is an argument of power as well"),  # noqa: F821
        (lambda k: k < NOWHERE, "a lambda that uses NOWHERE, which .*test_conditions does not have"),  # noqa: F821
        (eval("lambda k: k < 3"), "a lambda whose source cannot be read"),  # noqa: S307
        (eval("lambda k: LIMIT", {"__name__": "__main__", "LIMIT": 3}), "a lambda whose source"),  # noqa: S307
        (type("Judge", (), {"__call__": lambda self, k: k < 3})(), ".*Judge object at .* has no name"),  # noqa: ARG005
    ],
)
def test_what_cannot_stand_in_a_test_still_judges_and_asks_for_a_named_function(stated, got):
    condition = condition_of(power, stated)
    with pytest.raises(UsageError, match=f"require of power must be a named function of a module, or a text, .*{got}"):
        condition.source()


def test_a_named_function_must_not_have_the_name_of_an_argument():
    def judged(k, is_small, base):
        return k, is_small, base

    with pytest.raises(UsageError, match=r"got is_small, while is_small is an argument of .*judged as well"):
        written(is_small, judged)

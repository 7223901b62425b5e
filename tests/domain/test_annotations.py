"""Decorators: what they attach, and that the function stays what it is."""

import functools
import inspect
import math
import subprocess
import sys
import types
from dataclasses import dataclass

import pytest
from hypothesis import strategies as st

import genmorph
from genmorph.domain import (
    Annotations,
    annotations_of,
    arg,
    argument_domains,
    cc_example,
    exclude,
    floats,
    generator,
    ints,
    module_test,
    require,
    timeout,
)
from genmorph.model import UsageError
from genmorph.values.annotated import annotate
from genmorph.values.strategies import Opaque

DECORATORS = {
    "arg": arg("k", ints(0, 9)),
    "require": require("k < 9"),
    "exclude": exclude,
    "generator": generator,
    "timeout": timeout(3),
}


def make_power():
    def power(k: int, e: int = 2) -> int:
        """Raise k to the power of e."""
        return k**e

    return power


@pytest.mark.parametrize("name", DECORATORS)
def test_a_decorated_function_is_the_same_object_with_the_same_signature(name):
    power = make_power()
    before = dict(vars(power)), inspect.signature(power), power.__doc__, power.__code__, power.__annotations__
    decorated = DECORATORS[name](power)
    assert decorated is power
    own = {attribute: value for attribute, value in vars(power).items() if attribute != "__genmorph__"}
    assert (own, inspect.signature(power), power.__doc__, power.__code__, power.__annotations__) == before
    assert not hasattr(power, "__wrapped__")
    assert power(3) == 9


def test_a_decorated_class_is_the_same_class():
    class Point:
        def __init__(self, k):
            self.k = k

    before = set(vars(Point))
    for decorate in (*DECORATORS.values(), cc_example(3)):
        assert decorate(Point) is Point
    assert set(vars(Point)) - before == {"__genmorph__"}
    assert Point(3).k == 3


def test_annotations_are_in_the_order_of_the_code():
    @arg("e", ints(0, 3))
    @require("k < e")
    @arg("k", ints(0, 9))
    @require(lambda k: k != 2)
    @timeout(2)
    def power(k, e):
        return k**e

    found = annotations_of(power)
    assert [argument.name for argument in found.arguments] == ["e", "k"]
    assert [condition.source() for condition in found.conditions] == ["k < e", "k != 2"]
    assert (found.seconds, found.is_excluded, found.is_generator, found.is_module_test) == (2.0, False, False, False)
    assert list(argument_domains(power)) == ["k", "e"]


def test_what_was_not_annotated_has_empty_annotations():
    for target in (make_power(), math.gcd, int, math, len, functools.partial(make_power(), 2), 3):
        assert annotations_of(target) == Annotations()
    assert argument_domains(make_power()) == {}


def test_annotations_are_looked_up_beneath_wrappers():
    def traced(function):
        @functools.wraps(function, updated=())
        def call(*args, **kwargs):
            return function(*args, **kwargs)

        return call

    wrapped = traced(arg("k", ints(0, 9))(make_power()))
    assert list(argument_domains(wrapped)) == ["k"]
    require("e > 0")(wrapped)
    found = annotations_of(wrapped)
    assert (len(found.arguments), len(found.conditions)) == (1, 1)
    assert annotations_of(wrapped.__wrapped__).conditions == ()
    cached = functools.lru_cache(arg("k", ints(0, 9))(make_power()))
    assert list(argument_domains(timeout(1)(cached))) == ["k"]


class Account:
    @arg("start", ints(0, 9))
    @cc_example(5)
    def __init__(self, start, limit=None):
        self.start, self.limit = start, limit

    @arg("amount", ints(1, 9))
    @require(lambda amount, self: amount <= self.start)
    def pay(self, amount):
        return self.start - amount

    @arg("k", ints(0, 1))
    @staticmethod
    def above(k):
        return k

    @staticmethod
    @arg("k", ints(0, 2))
    def beneath(k):
        return k

    @require("k > 0")
    @classmethod
    @arg("k", ints(0, 3))
    def made(cls, k):
        return cls(k)


def test_methods_of_all_sorts_are_annotated():
    account = Account(3)
    for method in (Account.pay, account.pay):
        assert argument_domains(method) == {"amount": ints(1, 9)}
    (condition,) = annotations_of(account.pay).conditions
    assert condition.holds({"self": account, "amount": 3})
    assert argument_domains(Account.above) == {"k": ints(0, 1)}
    assert argument_domains(Account.beneath) == argument_domains(vars(Account)["beneath"]) == {"k": ints(0, 2)}
    assert argument_domains(Account.made) == argument_domains(account.made) == {"k": ints(0, 3)}
    assert len(annotations_of(Account.made).conditions) == 1
    assert isinstance(vars(Account)["above"], staticmethod)
    assert isinstance(vars(Account)["made"], classmethod)


def test_a_class_has_the_annotations_of_its_constructor():
    assert argument_domains(Account) == {"start": ints(0, 9)}
    assert annotations_of(Account).examples[0].positional == (5,)

    class Savings(Account):
        pass

    assert argument_domains(Savings) == {"start": ints(0, 9)}


def test_what_stands_on_a_class_is_joined_with_what_stands_on_its_constructor():
    @arg("high", ints(5, 9))
    @require("low < high")
    @cc_example(low=1, high=2)
    @cc_example(0, 9)
    @timeout(3)
    class Range:
        @exclude
        @arg("low", ints(0, 4))
        def __init__(self, low, high):
            pass

    class Half(Range):
        pass

    found = annotations_of(Range)
    assert argument_domains(Range) == {"low": ints(0, 4), "high": ints(5, 9)}
    assert [(example.positional, example.keywords) for example in found.examples] == [
        ((), (("low", 1), ("high", 2))),
        ((0, 9), ()),
    ]
    assert (len(found.conditions), found.seconds, found.is_excluded) == (1, 3.0, False)
    assert argument_domains(Half) == {"low": ints(0, 4)}
    with pytest.raises(UsageError, match=r"arg must give low one domain, got ints\(1, 2\) and ints\(0, 4\)"):
        arg("low", ints(1, 2))(Range)


def test_dataclasses_are_annotated_above_their_decorator():
    @arg("x", ints(0, 9))
    @dataclass(frozen=True, slots=True)
    class Point:
        x: int

    assert argument_domains(Point) == {"x": ints(0, 9)}
    with pytest.raises(
        UsageError, match=r"arg of .*Bare must name one of its parameters .*above @dataclass\), got 'x'"
    ):

        @dataclass
        @arg("x", ints(0, 9))
        class Bare:
            x: int


def test_functions_are_annotated_from_another_file_by_applying_the_decorators():
    power = make_power()
    assert arg("k", ints())(power) is power
    assert require("k < e")(power) is power
    assert argument_domains(power) == {"k": ints()}
    arg("k", ints())(power)
    assert len(annotations_of(power).arguments) == 1


@pytest.mark.parametrize(
    ("decorate", "message"),
    [
        (arg("x", ints()), r"arg of power must name one of k, e, got 'x'"),
        (arg(3, ints()), r"arg of power must name a parameter by a text, got 3"),
        (arg("k", int), r"domain of k must be a domain such as .* got <class 'int'>"),
        (arg("k", st.integers(5, 3)), r"domain of k: strategy must be valid"),
        (
            lambda power: arg("k", ints(0))(arg("k", ints(1))(power)),
            r"arg must give k one domain, got ints\(min=0\) and",
        ),
        (lambda _: arg("k", ints())(3), r"arg must be put on a function or class with a readable signature, got 3"),
        (
            lambda _: arg("x", floats())(math.sqrt),
            r"annotations must be put on a Python function, class or module, got",
        ),
        (lambda _: timeout(1)(3), r"timeout must be put on a function or class, got 3"),
        (lambda _: exclude(None), r"exclude must be put on a function or class, got None"),
        (lambda _: generator("power"), r"generator must be put on a function or class, got 'power'"),
        (lambda _: timeout(0), r"timeout must be a positive, finite number of seconds, got 0"),
        (lambda _: timeout(math.nan), r"timeout must be a positive, finite number of seconds, got nan"),
        (lambda _: timeout(math.inf), r"timeout must be a positive, finite number of seconds, got inf"),
        (lambda _: timeout(True), r"timeout must be a positive, finite number of seconds, got True"),
        (lambda _: timeout("5s"), r"timeout must be a positive, finite number of seconds, got '5s'"),
        (
            cc_example(1),
            r"cc_example must be put on a class or its __init__, got power",
        ),
        (
            lambda _: cc_example(1, 2, 3)(Account),
            r"cc_example of Account must fit its signature \(too many .*, got \(1, 2",
        ),
        (lambda _: cc_example(limit=2)(Account), r"\(missing a required argument: 'start'\), got \(limit=2\)"),
        (lambda _: cc_example(1, 2, 3)(Account.__init__), r"cc_example of Account.__init__ must fit its signature"),
        (lambda _: module_test(), r"module_test must be called at the top level of a module, got <lambda>"),
        (lambda _: argument_domains(3), r"arg must be put on a function or class"),
    ],
)
def test_wrong_annotations_are_refused_with_name_rule_and_value(decorate, message):
    with pytest.raises(UsageError, match=message):
        decorate(make_power())


def test_a_function_that_takes_any_keyword_has_arguments_of_any_name():
    def build(depth, *layers, **options):
        return depth, layers, options

    for name in ("width", "depth", "options", "layers"):
        arg(name, ints(0, 9))(build)
    assert list(argument_domains(build)) == ["depth", "layers", "options", "width"]
    with pytest.raises(UsageError, match=r"arg of .*build must name one of depth, layers, options, got 'two words'"):
        arg("two words", ints())(build)


def test_a_strategy_that_is_not_understood_is_sampled_when_it_is_first_asked_for():
    drawn = []
    even = st.integers(0).map(lambda x: drawn.append(x) or 2 * x)
    power = arg("k", even)(arg("e", st.integers(0, 3))(make_power()))
    assert drawn == []
    found = argument_domains(power)
    assert isinstance(found["k"], Opaque)
    assert found["e"] == ints(0, 3)
    count = len(drawn)
    assert argument_domains(power)["k"] is found["k"]
    assert len(drawn) == count > 0


def test_a_module_says_that_its_top_level_code_is_a_test():
    module = types.ModuleType("shop")
    exec("from genmorph import module_test\nmodule_test()\nmodule_test()\nprice = 3", vars(module))  # noqa: S102
    assert annotations_of(module) == Annotations(is_module_test=True)
    assert annotations_of(math) == Annotations()


def test_annotations_put_on_twice_are_there_once():
    annotations = annotations_of(arg("k", ints(0, 9))(require("k > e")(make_power())))
    power = make_power()
    for _ in range(2):
        assert annotate(power, annotations) is power
    assert annotations_of(power) == annotations


def test_the_decorators_are_at_the_top_level():
    for name in ("arg", "require", "exclude", "generator", "timeout", "cc_example", "module_test"):
        assert getattr(genmorph, name) is getattr(genmorph.domain, name)
        assert name in genmorph.__all__


def test_annotating_imports_neither_numpy_nor_hypothesis():
    program = (
        "import sys; from genmorph import arg, require; from genmorph.domain import argument_domains, ints\n"
        "def power(k, e=-1): return k\n"
        "argument_domains(require('k < 3')(arg('e', ints(0, 3))(power)))\n"
        "sys.exit('hypothesis' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

"""What a run says of inputs that are hardly ever valid, and of instances that are always alike."""

import time

import pytest

from genmorph.domain import ints
from genmorph.inference.interruption import Interruption
from genmorph.inference.meter import Meter
from genmorph.inference.pipeline import infer
from genmorph.inference.request import Request
from genmorph.model import Budget, UnsupportedError
from tests.inference.functions import Cart, clamp, diverging, postage, refused


def notices(func, domain=None):
    shown = []
    with Interruption() as interruption:
        budget = Budget(evaluations=0.2)
        meter = Meter(budget, time.monotonic, lambda: interruption.count, notify=shown.append)
        infer(Request(func, budget, 0, domain or {}, "default", cache=False), meter)
    return [str(news) for news in shown]


@pytest.mark.parametrize(("func", "is_told"), [(postage, True), (clamp, False)])
def test_a_function_that_nearly_always_raises_is_told_of(func, is_told):
    told = [news for news in notices(func) if "ValueError" in news and "say with domains what is valid" in news]
    assert bool(told) == is_told


def test_of_a_function_that_always_raises_the_text_is_told():
    told = r"got none in \d+ tried: ValueError \(\d+\), such as \"ValueError: no code '\w*'\", for text in "
    with pytest.raises(UnsupportedError, match=told):
        notices(refused)


@pytest.mark.parametrize(("func", "is_told"), [(diverging, True), (clamp, False)])
def test_a_function_that_hardly_ever_gives_a_finite_number_is_told_of(func, is_told):
    told = [news for news in notices(func) if "gives no finite number for" in news]
    assert bool(told) == is_told


def test_a_default_that_all_instances_have_is_told_of():
    told = "each Cart has the default of rounding: @arg of the class says what else to take"
    assert told in notices(Cart.total)


def test_nothing_is_told_of_inputs_that_are_all_valid():
    assert not any("returned for" in news for news in notices(postage, {"grams": ints(0, 0)}))

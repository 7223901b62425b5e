"""Sources in which one argument is made of what another becomes."""

from random import Random

from genmorph.domain import ints, optionals, texts
from genmorph.inference.chosen_sources import tied_sources
from genmorph.model import Parameter
from genmorph.transformations.transformation import Transformation

TEXT, START = Parameter("text", texts()), Parameter("start", texts())
DOUBLED = Transformation("double", (0,))


def tied(parameters, pairs, transformation=DOUBLED):
    return list(tied_sources(transformation, parameters, pairs, Random(0)))


def test_an_argument_that_stays_may_be_what_the_other_becomes():
    sources = tied([TEXT, START], [(("ab", "x"), ("abab", "x"))] * 200)
    assert ("ab", "abab") in sources
    assert {text for text, _ in sources} == {"ab"}


def test_nothing_is_made_of_none():
    optional = Parameter("start", optionals(texts()))
    assert tied([TEXT, optional], [(("ab", None), ("abab", None))]) == []


def test_there_is_nothing_to_tie_to_an_argument_alone_or_of_another_kind():
    assert tied([TEXT], [(("ab",), ("abab",))]) == []
    assert all(isinstance(n, int) for _, n in tied([TEXT, Parameter("n", ints())], [(("ab", 1), ("abab", 1))] * 20))


def test_outputs_that_are_passed_on_are_left_alone():
    chain = Transformation("chain", (0,), output=0)
    assert tied([TEXT, START], [(("ab", "x"), ("b", "x"))], chain) == []

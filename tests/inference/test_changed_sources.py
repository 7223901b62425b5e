"""Sources in which one argument is made of what another becomes."""

from random import Random

from genmorph.domain import dicts, ints, optionals, texts
from genmorph.inference.chosen_sources import tied_sources
from genmorph.model import Built, Parameter
from genmorph.transformations.transformation import Transformation

TEXT, START = Parameter("text", texts()), Parameter("start", texts())
DOUBLED = Transformation("double", (0,))


def tied(parameters, pairs, transformation=DOUBLED):
    return list(tied_sources(transformation, parameters, (), pairs, Random(0)))


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


def test_a_dict_gets_the_key_that_is_put_into_another_one():
    stock = [Parameter(name, dicts(texts(), ints(-9, 9))) for name in ("base", "top")]
    base, top = Built("dict", (("b", 1),)), Built("dict", ())
    after = Built("dict", (("b", 1), ("a", 0)))
    sources = tied(stock, [((base, top), (after, top))] * 50, Transformation("set_to_0", (0,), "a"))
    given = [dict(other.parts).get("a") for _, other in sources]
    assert any(value is not None and value > 0 for value in given)
    assert any(value is not None and value < 0 for value in given)

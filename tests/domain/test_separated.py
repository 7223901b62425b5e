"""Texts with a separator are drawn with tokens, by genmorph and by the strategy of a written test."""

from random import Random

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from genmorph.domain import froms, texts
from genmorph.transformations.templates import find_template
from genmorph.transformations.transformation import Transformation
from genmorph.values.separated import separated

DOMAINS = [texts(), texts("ab,"), texts(max_len=3), texts(max_len=1), texts("a, b", min_len=1)]
SEPARATORS = [",", ", "]
PAIRS = [(domain, one) for domain in DOMAINS for one in SEPARATORS if separated(domain, one) is not None]


def strategy_of(found):
    return eval(found.strategy(), {"st": st})  # noqa: S307 - our own text


@pytest.mark.parametrize(("domain", "separator"), PAIRS)
def test_drawn_texts_have_the_separator_and_are_of_the_domain(domain, separator):
    found, rng = separated(domain, separator), Random(1)
    drawn = [found.draw(rng) for _ in range(200)]
    assert all(separator in text and domain.contains(text) and found.contains(text) for text in drawn)
    assert not found.contains("a")


@pytest.mark.parametrize(("domain", "separator"), PAIRS)
def test_the_strategy_gives_texts_of_the_domain(domain, separator):
    found = separated(domain, separator)

    @given(strategy_of(found))
    def check(text):
        assert found.contains(text)
        assert eval(found.condition_text("text"), {"text": text})  # noqa: S307 - our own text

    check()


def test_some_texts_have_many_tokens():
    assert find(strategy_of(separated(texts(), ",")), lambda text: text.count(",") == 3 and len(text) > 6)


def test_sources_of_changed_tokens_have_tokens():
    reverse = Transformation("split:2c/reverse", (0,))
    (narrowed,) = reverse.narrow([texts()])
    assert narrowed == separated(texts(), ",")
    assert find_template("split:2c/reverse").sources((texts(min_len=5),), None) == (texts(min_len=5),)


def test_of_listed_texts_those_are_left_whose_follow_up_is_another_of_them():
    (narrowed,) = Transformation("split:2c/reverse", (0,)).narrow([froms(["a,b", "b,a", "a", "c,d"])])
    assert sorted(narrowed.values()) == ["a,b", "b,a"]

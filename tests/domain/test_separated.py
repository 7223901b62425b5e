"""Texts with a separator are drawn with tokens, by genmorph and by the strategy of a written test."""

from random import Random

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from genmorph.domain import froms, optionals, texts
from genmorph.export.pair_text import write_script
from genmorph.model import Kind, Output, Parameter
from genmorph.relations.expression import Expression, relation_variables
from genmorph.transformations.transformation import Transformation
from genmorph.values.separated import separated
from tests.handmade import make_signature

DOMAINS = [texts(), texts("ab,"), texts(max_len=3), texts(max_len=1), texts("a, b", min_len=1)]
SEPARATORS = [",", ", "]
SAME = Expression.from_tree(
    ["==", "return_f", "return_s"],
    relation_variables([Parameter("s", texts())], [0], [Output(Kind.TEXT)]),
)
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
    assert find(strategy_of(separated(texts(), ",")), lambda text: text.count(",") == 2 and len(text) > 6)


@pytest.mark.parametrize(
    ("domain", "likely"),
    [
        (texts(), separated(texts(), ",")),
        (optionals(texts("ab,")), separated(texts("ab,"), ",")),
        (texts(min_len=5), texts(min_len=5)),
        (froms(["a,b", "b,a", "a"]), None),
    ],
)
def test_likely_sources_of_changed_tokens_have_tokens(domain, likely):
    reverse = Transformation("split:2c/reverse", (0,))
    assert reverse.likely([domain]) == (likely or reverse.narrow([domain])[0],)
    assert reverse.is_tried([domain]) == (likely is not None)


@pytest.mark.parametrize("template", ["reverse", "repeat"])
def test_written_tests_of_tokens_stay_in_the_domain_and_leave_none_out(template):
    change = Transformation(f"split:2c/{template}", (0,))
    signature = make_signature("f", {"s": optionals(texts("ab,", max_len=5))}, Kind.TEXT)
    script = write_script(signature, change, SAME, ("s",), "f", "")
    assert any("s is not None" in one and '"," in s' in one and "<= 5" in one for one in script.preconditions)

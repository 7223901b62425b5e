"""Texts: what they hold, how they are drawn and written."""

import unicodedata
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import LONGEST, froms, ints, optionals, texts
from genmorph.model import Kind, UsageError


def drawn(domain, count=4_000):
    rng = Random(0)
    return [domain.draw(rng) for _ in range(count)]


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: texts(""), "alphabet must be a text of at least one character, got ''"),
        (lambda: texts(3), "alphabet must be a text of at least one character, got 3"),
        (lambda: texts("\ud800"), "alphabet must have no surrogates"),
        (lambda: texts(min_len=-1), "min_len must be an int from 0 to 10000, got -1"),
        (lambda: texts(max_len=10_001), "max_len must be an int from 0 to 10000, got 10001"),
        (lambda: texts(max_len=True), "max_len must be an int"),
        (lambda: texts(min_len=5, max_len=4), "min_len must be <= max_len, got 5 and 4"),
    ],
)
def test_impossible_texts_are_refused(build, message):
    with pytest.raises(UsageError, match=message):
        build()


def test_membership_is_about_sizes_and_characters():
    assert texts().contains("")
    assert not texts().contains("a" * 21)
    assert not texts(min_len=1).contains("")
    assert texts("ab").contains("abba")
    assert not texts("ab").contains("abc")
    assert texts().contains("\x00\U0001f600")
    assert not texts().contains("\udfff")
    assert not texts().contains(b"ab")
    assert not texts().contains(["a"])
    assert not texts(max_len=LONGEST).contains("a" * 10**6)


def test_texts_are_of_every_sort():
    found = drawn(texts())
    letters = Counter("".join(found))
    total = letters.total()
    awkward = sum(letters[c] for c in "ßŉİıςΣﬁ\u0301\t\n\r\x00\x1c\x85\xa0\u2028²½٣\U0001d518\U0001f600")
    assert 0.01 < awkward / total < 0.06
    for is_some in (str.islower, str.isupper, str.isdigit, str.isspace):
        assert sum(letters[c] for c in letters if is_some(c)) > 0.05 * total
    assert any(unicodedata.category(c) == "Mn" for c in letters)
    assert all(letters[c] for c in "!#ßéж中")
    assert sum(" " in text.strip() for text in found) > 1_000
    assert sum(text != text.strip() for text in found) > 200
    assert sum(len(text) > 3 and text == text[::-1] for text in found) > 100
    assert sum(len(text) > 3 and len(set(text)) <= 2 for text in found) > 100


def test_short_texts_and_the_longest_are_drawn_often():
    sizes = Counter(map(len, drawn(texts())))
    assert set(sizes) == set(range(21))
    assert 160 < sizes[0] < 320
    assert 240 < sizes[1] < 420
    assert sizes[20] > 180
    huge = Counter(map(len, drawn(texts(max_len=LONGEST))))
    assert sum(count for size, count in huge.items() if size <= 20) > 3_600
    assert 20 < max(huge) <= 100
    assert {len(text) for text in drawn(texts(min_len=50, max_len=60))} == set(range(50, 61))


@pytest.mark.parametrize(
    ("domain", "notation", "strategy"),
    [
        (texts(), "texts()", "st.text(max_size=20)"),
        (texts("abca"), 'texts("abc")', 'st.text(alphabet="abc", max_size=20)'),
        (texts("'\""), "texts('\\'\"')", "st.text(alphabet='\\'\"', max_size=20)"),
        (texts(min_len=1, max_len=LONGEST), "texts(min_len=1, max_len=10000)", "st.text(min_size=1)"),
        (froms(["b", "a"]), 'froms(["a", "b"])', 'st.sampled_from(["a", "b"])'),
        (optionals(texts()), "optionals(texts())", "st.none() | st.text(max_size=20)"),
    ],
)
def test_texts_are_written_as_developers_write_them(domain, notation, strategy):
    assert (domain.notation(), domain.strategy()) == (notation, strategy)


def test_texts_are_narrowed_by_sizes_and_characters():
    assert texts("abc").with_sizes(2, None) == texts("abc", min_len=2)
    assert texts("abc").with_sizes(0, 5) == texts("abc", max_len=5)
    assert texts("abc").with_sizes(21, None) is None
    assert texts().with_alphabet("ab") == texts("ab")
    assert texts("abc", min_len=1).with_alphabet("x") is None
    assert texts("abc").with_alphabet("") == texts("abc", max_len=0)
    assert (texts().before_adding(1), texts().before_scaling(2)) == (None, None)


def test_listed_texts_are_narrowed_by_trying():
    listed = froms(["", "ab", "abc"])
    assert (listed.min_size, listed.max_size, listed.alphabet) == (0, 3, "abc")
    assert listed.with_sizes(1, 2) == froms(["ab"])
    assert listed.with_sizes(4, None) is None
    assert listed.with_alphabet("ba") == froms(["", "ab"])
    assert listed.where(lambda text: text[::-1] == text) == froms([""])
    assert (listed.before_adding(1), listed.before_scaling(2)) == (None, None)
    assert not hasattr(froms([1, 2]), "min_size")
    assert not hasattr(froms([1, 2]), "alphabet")


def test_optional_texts_are_narrowed_like_the_texts():
    optional = optionals(texts("abc"))
    assert optional.kind is Kind.TEXT
    assert optional.with_sizes(1, None) == texts("abc", min_len=1)
    assert (optional.alphabet, optional.max_size) == ("abc", 20)
    assert not hasattr(optionals(ints()), "alphabet")
    assert 100 < sum(text is None for text in drawn(optional, 1_000)) < 200


@given(st.text("abc "), st.text("bcd "), st.text(max_size=5))
def test_an_alphabet_is_common_to_both(one, other, text):
    narrowed = texts(one or "a").with_alphabet(other)
    assert narrowed.contains(text) == (set(text) <= set(one or "a") & set(other))

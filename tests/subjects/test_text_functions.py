"""The functions on texts do what the Java methods document, and what a naive form of each does."""

from itertools import takewhile
from random import Random

import pytest

from benchmarks.subjects.text_functions import (
    abbreviate,
    capitalize,
    center,
    difference,
    pad_start,
    repeat,
    truncate,
)

ALPHABET = "abcdefghijklmno"
ROUNDS = range(500)


def draw_text(rng: Random, letters: str, longest: int) -> str:
    return "".join(rng.choices(letters, k=rng.randint(0, longest)))


@pytest.mark.parametrize(
    ("text", "marker", "offset", "max_width", "abbreviated"),
    [
        ("", "...", 0, 4, ""),
        (ALPHABET, "---", -1, 10, "abcdefg---"),
        (ALPHABET, ",", 0, 10, "abcdefghi,"),
        (ALPHABET, ",", 1, 10, "abcdefghi,"),
        (ALPHABET, ",", 2, 10, "abcdefghi,"),
        (ALPHABET, "::", 4, 10, "::efghij::"),
        (ALPHABET, "...", 4, 10, "abcdefg..."),
        (ALPHABET, "...", 5, 10, "...fghi..."),
        (ALPHABET, "...", 6, 10, "...ghij..."),
        (ALPHABET, "*", 9, 10, "*ghijklmno"),
        (ALPHABET, "'", 10, 10, "'ghijklmno"),
        (ALPHABET, "!", 12, 10, "!ghijklmno"),
        (ALPHABET, "!", 99, 10, "!ghijklmno"),
        (ALPHABET, "...", 6, 15, ALPHABET),
        (ALPHABET, "", 6, 4, "abcd"),
        (ALPHABET, "", 6, 0, ALPHABET),
        ("", "...", 0, 0, ""),
    ],
)
def test_abbreviate_follows_its_documentation(text, marker, offset, max_width, abbreviated):
    assert abbreviate(text, marker, offset, max_width) == abbreviated


@pytest.mark.parametrize(("marker", "offset", "max_width"), [("abra", 0, 4), ("...", 5, 6), ("...", 9, 6)])
def test_abbreviate_rejects_a_width_without_room_for_the_markers(marker, offset, max_width):
    with pytest.raises(ValueError, match=f"max_width must be >= .*, got {max_width}"):
        abbreviate("abcdefghij", marker, offset, max_width)


def naive_abbreviation(text, marker, offset, max_width):
    """The last window that begins at the offset or before it, hides more than a marker and fills the width."""
    longest = max_width - len(marker)
    inner = range(len(marker) + 2, len(text) - longest + 1)
    start = max((start for start in (0, *inner) if start <= offset), default=0)
    abbreviated = (marker if start else "") + text[start:]
    if len(abbreviated) <= max_width:
        return abbreviated
    return abbreviated[:longest] + marker


def test_abbreviate_agrees_with_the_choice_among_all_windows():
    rng = Random(1)
    for _ in ROUNDS:
        text, marker = draw_text(rng, ALPHABET, 30), "." * rng.randint(1, 4)
        offset, max_width = rng.randint(-5, 30), rng.randint(2 * len(marker) + 1, 40)
        assert abbreviate(text, marker, offset, max_width) == naive_abbreviation(text, marker, offset, max_width)


@pytest.mark.parametrize(
    ("text", "capitalized"),
    [
        ("", ""),
        ("cat", "Cat"),
        ("cAt", "CAt"),
        ("'cat'", "'cat'"),
        ("c", "C"),
        ("Cat", "Cat"),
        ("ǆep", "ǅep"),
        ("ßa", "ßa"),
    ],
)
def test_capitalize_follows_its_documentation(text, capitalized):
    assert capitalize(text) == capitalized


def test_capitalize_agrees_with_upper_case_of_ascii():
    rng = Random(2)
    for _ in ROUNDS:
        text = draw_text(rng, "abzABZ 1-", 8)
        assert capitalize(text) == text[:1].upper() + text[1:]


@pytest.mark.parametrize(
    ("text", "size", "pad", "centered"),
    [
        ("", 4, " ", "    "),
        ("ab", -1, " ", "ab"),
        ("ab", 4, " ", " ab "),
        ("abcd", 2, " ", "abcd"),
        ("abcd", 4, " ", "abcd"),
        ("a", 4, " ", " a  "),
        ("a", 4, "yz", "yayz"),
        ("abc", 7, "", "  abc  "),
        ("abc", 9, "xyz", "xyzabcxyz"),
        ("abc", 11, "xyz", "xyzxabcxyzx"),
    ],
)
def test_center_follows_its_documentation(text, size, pad, centered):
    assert center(text, size, pad) == centered


def test_center_agrees_with_pads_cut_from_a_long_one():
    rng = Random(3)
    for _ in ROUNDS:
        text, size, pad = draw_text(rng, "abc", 20), rng.randint(-5, 50), draw_text(rng, "xyz", 5)
        left, right = (max(size - len(text) + odd, 0) // 2 for odd in (0, 1))
        sides = (pad or " ") * 50
        assert center(text, size, pad) == sides[:left] + text + sides[:right]


@pytest.mark.parametrize(
    ("first", "second", "rest"),
    [
        ("i am a machine", "i am a robot", "robot"),
        ("", "", ""),
        ("", "abc", "abc"),
        ("abc", "", ""),
        ("abc", "abc", ""),
        ("abc", "ab", ""),
        ("ab", "abxyz", "xyz"),
        ("abcde", "abxyz", "xyz"),
        ("abcde", "xyz", "xyz"),
    ],
)
def test_difference_follows_its_documentation(first, second, rest):
    assert difference(first, second) == rest


def test_difference_agrees_with_leaving_out_the_common_start():
    rng = Random(4)
    for _ in ROUNDS:
        first, second = draw_text(rng, "ab", 8), draw_text(rng, "ab", 8)
        common = list(takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
        assert difference(first, second) == second[len(common) :]


@pytest.mark.parametrize(
    ("text", "min_length", "padded"),
    [("7", 3, "007"), ("2010", 3, "2010"), ("201", 3, "201"), ("", 2, "00"), ("", 0, ""), ("7", -3, "7")],
)
def test_pad_start_follows_its_documentation(text, min_length, padded):
    assert pad_start(text, min_length, "0") == padded


def test_pad_start_agrees_with_right_justification():
    rng = Random(5)
    for _ in ROUNDS:
        text, min_length, pad = draw_text(rng, "abc", 20), rng.randint(-5, 40), rng.choice("xyz ")
        assert pad_start(text, min_length, pad) == text.rjust(min_length, pad)


@pytest.mark.parametrize(
    ("text", "count", "repeated"),
    [
        ("hey", 3, "heyheyhey"),
        ("hey", 0, ""),
        ("hey", 1, "hey"),
        ("hey", 2, "heyhey"),
        ("", 5, ""),
        ("a", 5, "aaaaa"),
    ],
)
def test_repeat_follows_its_documentation(text, count, repeated):
    assert repeat(text, count) == repeated


def test_repeat_rejects_a_negative_count():
    with pytest.raises(ValueError, match="count must be >= 0, got -1"):
        repeat("hey", -1)


def test_repeat_agrees_with_multiplication():
    rng = Random(6)
    for _ in ROUNDS:
        text, count = draw_text(rng, "abc", 8), rng.randint(0, 20)
        assert repeat(text, count) == text * count


@pytest.mark.parametrize(
    ("text", "max_length", "indicator", "truncated"),
    [
        ("foobar", 7, "...", "foobar"),
        ("foobar", 6, "...", "foobar"),
        ("foobar", 5, "...", "fo..."),
        ("foobar", 3, "...", "..."),
        ("foobar", 3, "", "foo"),
        ("foobar", 0, "", ""),
        ("", 0, "", ""),
    ],
)
def test_truncate_follows_its_documentation(text, max_length, indicator, truncated):
    assert truncate(text, max_length, indicator) == truncated


@pytest.mark.parametrize("text", ["foobar", "f", ""])
def test_truncate_rejects_a_length_below_that_of_the_indicator_even_where_the_text_fits(text):
    with pytest.raises(ValueError, match="max_length must be >= 3, the length of indicator, got 2"):
        truncate(text, 2, "...")


def test_truncate_agrees_with_slices():
    rng = Random(7)
    for _ in ROUNDS:
        text, indicator = draw_text(rng, "abc", 30), draw_text(rng, ".…", 5)
        max_length = rng.randint(len(indicator), 40)
        cut = text[: max_length - len(indicator)] + indicator
        assert truncate(text, max_length, indicator) == (cut if text[max_length:] else text)

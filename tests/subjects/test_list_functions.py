"""The functions on lists do what the Java methods document, and what a naive form of each does."""

from fractions import Fraction
from random import Random

import pytest

from benchmarks.subjects.list_functions import index_of, is_sorted, join, mean_of, minimum, sort_range

ROUNDS = range(500)


def draw_ints(rng: Random, low: int, high: int, fewest: int, most: int) -> list[int]:
    return [rng.randint(low, high) for _ in range(rng.randint(fewest, most))]


def draw_flags(rng: Random, most: int) -> list[bool]:
    return [flag == 1 for flag in draw_ints(rng, 0, 1, 0, most)]


@pytest.mark.parametrize(
    ("values", "ascending"),
    [
        ([], True),
        ([5], True),
        ([1, 2, 3], True),
        ([1, 1], True),
        ([-3, -3, 0, 7], True),
        ([2, 1], False),
        ([1, 3, 2], False),
        ([1, 2, 3, 0], False),
        ([3, 1, 2], False),
    ],
)
def test_is_sorted_follows_its_documentation(values, ascending):
    assert is_sorted(values) is ascending


def test_is_sorted_agrees_with_sorting():
    rng = Random(1)
    answers = set()
    for _ in ROUNDS:
        values = draw_ints(rng, 0, 9, 0, 5)
        answers.add(is_sorted(values))
        assert is_sorted(values) == (values == sorted(values))
    assert answers == {True, False}


@pytest.mark.parametrize(
    ("values", "target", "position"),
    [
        ([False], [], 0),
        ([], [], 0),
        ([], [True], -1),
        ([True], [True, False], -1),
        ([True, False, False], [False], 1),
        ([True, False, False], [False, False], 1),
        ([True, True, False], [True, False], 1),
        ([True, True, True], [False], -1),
        ([False, False, True], [True], 2),
    ],
)
def test_index_of_follows_its_documentation(values, target, position):
    assert index_of(values, target) == position


def test_index_of_agrees_with_search_in_text():
    rng = Random(2)
    for _ in ROUNDS:
        values, target = draw_flags(rng, 10), draw_flags(rng, 4)
        words = ["".join("FT"[flag] for flag in flags) for flags in (values, target)]
        assert index_of(values, target) == words[0].find(words[1])


@pytest.mark.parametrize(
    ("separator", "values", "joined"),
    [
        ("-", [False, True, False], "false-true-false"),
        (",", [], ""),
        (",", [True], "true"),
        (",", [False], "false"),
        (", ", [True, True], "true, true"),
        ("", [True, False], "truefalse"),
    ],
)
def test_join_follows_its_documentation(separator, values, joined):
    assert join(separator, values) == joined


def test_join_agrees_with_that_of_texts():
    rng = Random(3)
    for _ in ROUNDS:
        separator, values = "-" * rng.randint(0, 3), draw_flags(rng, 10)
        assert join(separator, values) == separator.join(str(value).lower() for value in values)


@pytest.mark.parametrize(
    ("values", "mean"), [([4], 4.0), ([1, 2, 4, 5], 3.0), ([1, 2], 1.5), ([-5, 5], 0.0), ([0, 0, 0], 0.0)]
)
def test_mean_of_follows_its_documentation(values, mean):
    assert mean_of(values) == mean
    assert isinstance(mean_of(values), float)


def test_mean_of_agrees_with_exact_division():
    rng = Random(4)
    for _ in ROUNDS:
        values = draw_ints(rng, -1000, 1000, 1, 20)
        assert mean_of(values) == pytest.approx(float(Fraction(sum(values), len(values))), abs=1e-9)


@pytest.mark.parametrize(
    ("values", "least"), [([4], 4), ([1, 2, 3], 1), ([3, 2, 1], 1), ([3, -1, 2], -1), ([0, 0], 0), ([-2, -2, 5], -2)]
)
def test_minimum_follows_its_documentation(values, least):
    assert minimum(values) == least


def test_minimum_agrees_with_the_builtin_one():
    rng = Random(5)
    for _ in ROUNDS:
        values = draw_ints(rng, -1000, 1000, 1, 20)
        assert minimum(values) == min(values)


@pytest.mark.parametrize("function", [mean_of, minimum])
def test_no_values_have_neither_mean_nor_minimum(function):
    with pytest.raises(ValueError, match=r"values must not be empty, got \[\]"):
        function([])


@pytest.mark.parametrize(
    ("values", "start", "end", "after"),
    [
        ([], 0, 0, []),
        ([3, 2, 1], 0, 3, [1, 2, 3]),
        ([3, 2, 1], 0, 2, [2, 3, 1]),
        ([3, 2, 1], 1, 3, [3, 1, 2]),
        ([3, 2, 1], 1, 1, [3, 2, 1]),
        ([3, 2, 1], 3, 3, [3, 2, 1]),
        ([-1, -128, 127, 0], 0, 4, [0, 127, -128, -1]),
        ([2, -1, 2, 1], 0, 4, [1, 2, 2, -1]),
    ],
)
def test_sort_range_sorts_unsigned_bytes_in_place(values, start, end, after):
    sort_range(values, start, end)
    assert values == after


@pytest.mark.parametrize(
    ("start", "end", "rule"),
    [
        (-1, 2, r"must lie in 0\.\.3, got -1 and 2"),
        (0, 4, r"must lie in 0\.\.3, got 0 and 4"),
        (2, 1, "start must be <= end, got 2 and 1"),
    ],
)
def test_sort_range_rejects_a_bad_range_and_leaves_the_values(start, end, rule):
    values = [3, 2, 1]
    with pytest.raises(ValueError, match=rule):
        sort_range(values, start, end)
    assert values == [3, 2, 1]


def test_sort_range_agrees_with_sorting_the_slice():
    rng = Random(6)
    for _ in ROUNDS:
        values = draw_ints(rng, -128, 127, 0, 12)
        start, end = sorted(rng.choices(range(len(values) + 1), k=2))
        expected = [*values[:start], *sorted(values[start:end], key=lambda value: value % 256), *values[end:]]
        sort_range(values, start, end)
        assert values == expected

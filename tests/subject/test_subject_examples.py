"""Examples of the user's become inputs, or are refused in few words."""

from typing import Any

import numpy as np
import pytest

from genmorph.domain import floats, ints, lists, np_arrays, np_shapes, optionals, texts, tuples
from genmorph.model import UsageError
from genmorph.subject.examples import check_examples
from genmorph.subject.subject import inspect_subject


def mixed(xs, ys, pair, text, x):
    return xs or ys or pair or text or x


MIXED = {
    "xs": lists(floats()),
    "ys": np_arrays("float64", np_shapes(1, 1, 0, 20), floats()),
    "pair": tuples(ints(), texts()),
    "text": optionals(texts()),
    "x": optionals(floats()),
}


def test_examples_of_every_kind_are_taken_over() -> None:
    subject = inspect_subject(mixed, MIXED)
    given_list = [1, 2.5]
    examples = [
        (given_list, np.array([1.0, 2.0]), (3, "a"), None, 4),
        ([np.float64(1.5)], [1, 2], (np.int64(3), ""), "b", None),
    ]
    found = check_examples(examples, subject)
    assert repr(found[0]) == "([1.0, 2.5], [1.0, 2.0], (3, 'a'), None, 4.0)"
    assert repr(found[1]) == "([1.5], [1.0, 2.0], (3, ''), 'b', None)"
    assert repr(check_examples([([1], np.array([1, 2]), (0, ""), "", 0.5)], subject)[0][1]) == "[1.0, 2.0]"
    given_list.append(7)
    assert found[0][0] == [1.0, 2.5]


def holding_itself():
    held: list[Any] = [1.0]
    held.append(held)
    return held


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("xs", [0.0] * 10**6, r"examples\[0\]: xs must have at most 10,000 elements, got 1,000,000$"),
        ("ys", np.zeros(10**6), r"examples\[0\]: ys must have at most 10,000 elements, got 1,000,000$"),
        ("text", "a" * 10**6, r"examples\[0\]: text must have at most 10,000 characters, got 1,000,000$"),
        ("xs", [0.0] * 5000, r"xs must be in lists\(floats\(\)\), got \[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, \.\.\.\]$"),
        ("xs", [10**5000], r"xs must fit a float, got \[an int of 16610 bits\]$"),
        ("xs", (1.0,), r"xs must be in lists\(floats\(\)\), got \(1.0,\)$"),
        ("ys", np.zeros((2, 2)), r'ys must be in np_arrays\("float64", np_shapes\(1, 1, 0, 20\)\), got array'),
        ("pair", (1,), r"pair must be in tuples\(ints\(\), texts\(\)\), got \(1,\)$"),
        ("xs", holding_itself(), r"xs: values must have at most 100 levels, got one that is deeper or holds itself$"),
        ("text", b"a", r"text must be in optionals\(texts\(\)\), got b'a'$"),
    ],
)
def test_examples_that_do_not_fit_are_refused_in_few_words(name: str, value: Any, message: str) -> None:
    example = {"xs": [], "ys": [], "pair": (1, "a"), "text": "", "x": 0.5} | {name: value}
    with pytest.raises(UsageError, match=message) as caught:
        check_examples([tuple(example.values())], inspect_subject(mixed, MIXED))
    assert len(str(caught.value)) < 200

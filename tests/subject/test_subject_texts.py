"""What inspection finds beside parameters: the texts that a function mentions, and which arguments are arrays."""

import ast
import math
import re
import string
from random import Random
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import bools, floats, ints, lists, np_arrays, np_shapes, texts
from genmorph.model import Parameter
from genmorph.subject.constants import find_texts
from genmorph.subject.examples import inspect_faulty
from genmorph.subject.inputs import with_separators
from genmorph.subject.patterns import matched_texts
from genmorph.subject.subject import inspect_subject

DIGITS = "0123456789"
OPEN, CLOSED = ("<", "("), {">": 1, ")": 2}


def quoted(text: "str", mark='"', style: Literal["plain"] = "plain") -> "a text":  # noqa: F722
    """A docstring, and what it says."""
    if style not in ("plain", ""):
        raise ValueError("unknown style" + text)
    assert text is not None, "there must be a text"
    "a stray text"
    local = "longer than forty characters, so that it is a message"
    return f"[{mark:>9}]{text}" + local + DIGITS + OPEN[0] + str(CLOSED) + string.octdigits + mark


def test_pieces_are_the_texts_of_the_definition() -> None:
    assert inspect_subject(quoted, [texts()] * 3).pieces == (
        '"',
        "plain",
        "[",
        "]",
        "0123456789",
        "<",
        "(",
        ">",
        ")",
        "01234567",
    )


def test_there_are_at_most_40_pieces_and_compiled_functions_have_none() -> None:
    tree = ast.parse(f"def f(x): return {[str(number) for number in range(90)]}")
    assert find_texts(tree.body[0], {}) == tuple(str(number) for number in range(40))
    assert inspect_subject(math.gcd, [ints(), ints()]).pieces == ()


def test_blanks_and_newlines_are_pieces_where_a_text_is_split_at_them() -> None:
    tree = ast.parse("def f(x): return [line.split() for line in x.splitlines()] + x.split(';')")
    assert find_texts(tree.body[0], {}) == (" ", "\n", ";")


def test_tables_and_regular_expressions_have_what_they_look_for() -> None:
    tree = ast.parse("def f(x): return RULES, UNITS, MARK, re.sub('_id$', '', x)")
    rules = [("(?i)(quiz)zes$", "quiz"), ("([ti])a$", "ium")]
    outer = {"RULES": rules, "UNITS": {"k": "kilo", "[b]": "<b>"}, "MARK": re.compile("^ox")}
    units = ("k", "kilo", "b", "<b>", "[b]")
    found = ("quizzes", "quiz", "ta", "ium", rules[0][0], rules[1][0], *units, "ox", "_id", "_id$")
    assert find_texts(tree.body[0], outer) == found


PARTS = [r"\.py", "[a-c]+", "(ab|c)", r"\d{2}", "x?", "[^q]", r"[\w.]+", ".*", "-"]


@given(st.lists(st.sampled_from(PARTS), min_size=1))
def test_regular_expressions_find_their_texts(parts) -> None:
    pattern = "".join(parts)
    for text in matched_texts(pattern):
        assert re.search(pattern, text)


def test_texts_in_sets_come_in_one_order_whatever_the_hash_seed() -> None:
    tree = ast.parse("def f(x): return x in VOWELS")
    assert find_texts(tree.body[0], {"VOWELS": frozenset("uoiea")}) == ("a", "e", "i", "o", "u")


def scaled(values, *, weights, flags=True):
    return values * weights if flags else None


def test_targets_say_which_arguments_are_arrays() -> None:
    domain = {
        "values": np_arrays("float64", np_shapes(1, 1, 0, 20), floats()),
        "weights": np_arrays("int64", np_shapes(1, 1, 0, 20), ints()),
        "flags": np_arrays("bool", np_shapes(1, 1, 0, 20), bools()),
    }
    subject = inspect_subject(scaled, domain)
    assert subject.target.arrays == ((0, "float64"), (1, "int64"), (2, "bool"))
    assert subject.mutated is not None
    assert subject.mutated.arrays == subject.target.arrays
    (version,) = inspect_faulty([scaled], subject)
    assert version.target.arrays == subject.target.arrays
    assert inspect_subject(scaled, dict.fromkeys(domain, lists(ints()))).target.arrays == ()


def test_half_of_the_texts_without_a_separator_get_one_where_they_may_hold_it() -> None:
    parameters = [Parameter("line", texts("abc,", max_len=9)), Parameter("word", texts("abc"))]
    inputs = [("abc" * (place % 3), "abc") for place in range(600)]
    found = list(with_separators(inputs, parameters, [","], Random(0)))
    assert 200 < sum("," in line for line, _ in found) < 400
    assert all(word == "abc" for _, word in found)
    assert all(parameters[0].domain.contains(line) for line, _ in found)

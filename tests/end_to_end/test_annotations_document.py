"""The tables of docs/annotations.md: types with values, and decorators at work; examples run in `test_documents`."""

import math
import re
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from http import HTTPMethod
from pathlib import Path, PurePath
from uuid import UUID

import hypothesis.strategies as st
import numpy as np
import pytest

from genmorph import domain
from tests.end_to_end.fences import fences

DOCUMENT = Path(__file__).parents[2] / "docs" / "annotations.md"
DECORATORS = {"arg", "require", "exclude", "generator", "timeout", "cc_example", "module_test", "seeded", "stochastic"}
TYPES = {
    *("froms", "bools", "ints", "floats", "texts", "matching", "tuples"),
    *("lists", "int_lists", "float_lists", "bool_lists"),
    *("dates", "datetimes", "times", "timedeltas", "decimals", "fractions", "complexes", "enums", "sets", "frozensets"),
    *("paths", "pure_paths", "uuids"),
    *("np_shapes", "np_arrays", "dicts", "anys", "optionals", "objs", "st"),
}


def rows_below(title):
    """The cells of each row in the first table of a section, without backquotes."""
    section = DOCUMENT.read_text().partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def evaluate(text):
    names = {name: getattr(domain, name) for name in TYPES - {"st"}}
    values = {
        kind.__name__: kind
        for kind in (date, datetime, time, timedelta, Decimal, Fraction, HTTPMethod, Path, PurePath, UUID)
    }
    return eval(text, names | values | {"math": math, "np": np, "st": st})  # noqa: S307 - our own document


def test_every_type_and_every_decorator_has_a_row():
    assert {re.match(r"\w+", row[0])[0] for row in rows_below("Types")} == TYPES
    assert {re.match(r"@?(\w+)", row[0])[1] for row in rows_below("Decorators")} == DECORATORS


@pytest.mark.parametrize("row", rows_below("Types"), ids=lambda row: row[0])
def test_a_type_has_the_value_that_is_valid_and_not_the_other_one(row):
    named = domain.as_domain(evaluate(row[0]), "x")
    assert not row[1] or named.contains(evaluate(row[1])) is True
    assert named.contains(evaluate(row[2])) is False


@pytest.mark.parametrize("row", rows_below("Decorators"), ids=lambda row: row[0])
def test_a_decorator_is_used_as_shown_in_a_module_that_is_run(row):
    modules = [fence.text for fence in fences(DOCUMENT) if fence.language == "python"]
    assert any(re.search(rf"^ *{re.escape(row[0])}$", text, re.MULTILINE) for text in modules)

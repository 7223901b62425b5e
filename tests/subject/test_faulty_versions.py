"""Faulty versions of the user's are called as the subject is."""

import math
import operator
import sys
from pathlib import Path
from typing import Any

import pytest

from genmorph.domain import ints
from genmorph.model import UnsupportedError, UsageError
from genmorph.subject.examples import inspect_faulty
from genmorph.subject.subject import inspect_subject

SMALL = ints(0, 99)
SCALED = dict.fromkeys(("a", "b", "up", "by"), SMALL)


def scaled(a: int, b: int, *, up: int = 1, by: int = 2) -> int:
    return a + b * by + up


def swapped(x: int, y: int, *, by: int = 3, up: int = 0) -> int:
    return y + x * by + up


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Another module of the user's."""
    text = "def scaled(a, b, *, up, by):\n    return 0\n\ndef three(a, b, c):\n    return 0\n"
    (tmp_path / "subject_elsewhere.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("subject_elsewhere")
    sys.modules.pop("subject_elsewhere", None)


def test_faulty_versions_get_ids_by_name_and_number(elsewhere: Any) -> None:
    versions = inspect_faulty([swapped, elsewhere.scaled, "subject_elsewhere:scaled"], inspect_subject(scaled, SCALED))
    assert [version.id for version in versions] == ["faulty:swapped", "faulty:scaled", "faulty:scaled:2"]
    assert versions[1].target.module == "subject_elsewhere"
    assert versions[1].target == versions[2].target


def test_keywords_are_passed_in_the_order_of_the_subject() -> None:
    (version,) = inspect_faulty([swapped], inspect_subject(scaled, SCALED))
    assert version.target.keywords == ("up", "by")


def test_local_functions_and_compiled_ones_may_be_faulty() -> None:
    def near(a: int, b: int) -> int:
        return math.gcd(a, b) + 1

    versions = inspect_faulty([near, math.lcm, math.hypot, operator.mod], inspect_subject(math.gcd, [SMALL, SMALL]))
    assert [version.target.module for version in versions] == [None, "math", "math", "operator"]
    assert versions[0].target.source.endswith("return math.gcd(a, b) + 1\n")
    assert [version.target.source for version in versions[1:]] == ["", "", ""]


@pytest.mark.parametrize(
    ("faulty", "message"),
    [
        (scaled, "faulty must be a list of functions, got <function scaled"),
        ("operator:mod", "faulty must be a list of functions, got 'operator:mod'"),
        (["operator:mod", "nothing"], "faulty[1]: function must look like package.module:function, got 'nothing'"),
        ([math.factorial], "faulty[0] must take 2 positional arguments, as gcd does, got math.factorial(n, /)"),
        (["subject_elsewhere:three"], "faulty[0] must take 2 positional arguments, as gcd does, got subject_else"),
    ],
)
def test_what_cannot_be_called_as_the_subject_is_named(elsewhere: Any, faulty: Any, message: str) -> None:
    assert elsewhere.three(1, 2, 3) == 0
    with pytest.raises(UsageError) as caught:
        inspect_faulty(faulty, inspect_subject(math.gcd, [SMALL, SMALL]))
    assert str(caught.value).startswith(message)


def test_keyword_only_parameters_have_to_have_the_same_names() -> None:
    def renamed(a: int, b: int, *, up: int, times: int) -> int:
        return a + b + up + times

    rule = r"faulty\[0\] must take 2 positional arguments and the keywords up, by, as scaled does, got "
    with pytest.raises(UsageError, match=rule):
        inspect_faulty([renamed], inspect_subject(scaled, SCALED))


def test_what_cannot_be_a_subject_cannot_be_faulty() -> None:
    with pytest.raises(UnsupportedError, match=r"faulty\[0\]: int is a class, give a function"):
        inspect_faulty([int], inspect_subject(scaled, SCALED))

"""Functions without Python source are subjects too; some have a Python form that mutants are made from."""

import bisect
import functools
import heapq
import math
import operator
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from genmorph.domain import floats, ints
from genmorph.model import UnsupportedError, UsageError
from genmorph.subject.subject import Subject, inspect_subject

SMALL = ints(0, 99)


@pytest.mark.parametrize(
    ("function", "count", "path", "names"),
    [
        (math.gcd, 2, "math:gcd", ("a", "b")),
        (math.hypot, 3, "math:hypot", ("a", "b", "c")),
        (math.comb, 2, "math:comb", ("n", "k")),
        (abs, 1, "builtins:abs", ("x",)),
        (pow, 2, "builtins:pow", ("base", "exp")),
        (int.bit_length, 1, "builtins:int.bit_length", ("self",)),
        (float.fromhex, 1, "builtins:float.fromhex", ("string",)),
        (np.hypot, 2, "numpy:hypot", ("x1", "x2")),
        (np.float64.is_integer, 1, "numpy:float64.is_integer", ("self",)),
    ],
)
def test_a_compiled_function_is_found_by_object_and_by_path(
    function: Callable[..., Any], count: int, path: str, names: tuple[str, ...]
) -> None:
    subject = inspect_subject(function, [SMALL] * count)
    assert f"{subject.module}:{subject.qualname}" == path
    assert subject == inspect_subject(path, [SMALL] * count)
    assert subject.names == names
    assert (subject.target.source, subject.target.first_line, subject.target.last_line) == ("", 0, 0)
    assert (subject.mutated, subject.note, subject.constants) == (None, None, ())


def test_a_readable_signature_takes_domains_by_name_or_position() -> None:
    by_name = inspect_subject(math.comb, {"k": ints(0, 9), "n": SMALL})
    assert by_name.domains == inspect_subject(math.comb, [SMALL, ints(0, 9)]).domains == (SMALL, ints(0, 9))


def test_parameters_of_compiled_functions_may_keep_their_default_values() -> None:
    assert inspect_subject(pow, {"base": SMALL, "exp": SMALL, "mod": SMALL}).names == ("base", "exp", "mod")
    close = inspect_subject(math.isclose, {"a": floats(0, 1), "b": floats(0, 1), "abs_tol": floats(0, 1)})
    assert close.names == ("a", "b", "abs_tol")
    assert close.target.keywords == ("abs_tol",)


@pytest.mark.parametrize(
    ("function", "domain", "error", "message"),
    [
        (
            math.hypot,
            None,
            UnsupportedError,
            "math.hypot has no readable signature; give a list of domains: domain=[ints(0, 99), ints(0, 99)] "
            'or --domain "ints(0, 99)" --domain "ints(0, 99)"',
        ),
        (
            math.gcd,
            {"a": SMALL},
            UsageError,
            "math.gcd takes *integers; give a list of domains: domain=[ints(0, 99), ints(0, 99)] "
            'or --domain "ints(0, 99)" --domain "ints(0, 99)"',
        ),
        (math.comb, [SMALL], UsageError, "domain must list one entry for each of n, k, got 1"),
        (math.comb, [SMALL] * 3, UsageError, "domain must list one entry for each of n, k, got 3"),
        (math.comb, 3, UsageError, "domain must map names of parameters to domains, or list domains, got 3"),
        (
            math.comb,
            {"n": SMALL},
            UnsupportedError,
            "parameter 'k' of math.comb has no usable annotation (got none); "
            'give one: domain={"k": ints(1, 9999)} or --domain "k=ints(1, 9999)", '
            "or another, such as texts() or lists(floats(0, 1))",
        ),
    ],
)
def test_a_missing_domain_is_asked_for(
    function: Callable[..., Any], domain: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        inspect_subject(function, domain)
    assert str(caught.value) == message


def definition(subject: Subject) -> str:
    target = subject.mutated
    assert target is not None
    return "\n".join(target.source.split("\n")[target.first_line - 1 : target.last_line])


@pytest.mark.parametrize(
    ("function", "count", "module", "twin"),
    [
        (operator.mod, 2, "operator", "_operator"),
        (operator.floordiv, 2, "operator", "_operator"),
        (statistics._normal_dist_inv_cdf, 3, "statistics", "_statistics"),
        (bisect.bisect_left, 2, "bisect", "_bisect"),
        (heapq.heappush, 2, "heapq", "_heapq"),
    ],
)
def test_a_compiled_twin_is_mutated_in_its_python_form(function: Any, count: int, module: str, twin: str) -> None:
    name = function.__name__
    subject = inspect_subject(function, [SMALL] * count)
    assert subject == inspect_subject(f"{module}:{name}", [SMALL] * count)
    assert (subject.module, subject.qualname, subject.target.blocked) == (module, name, ())
    assert subject.mutated is not None
    assert (subject.mutated.module, subject.mutated.blocked) == (module, (twin,))
    assert definition(subject).startswith(f"def {name}(")
    assert subject.note == f"mutants are made from the Python form of {module}.{name}, which {twin} replaces"


def test_the_private_module_leads_to_the_same_python_form() -> None:
    private = inspect_subject("_bisect:bisect_left", [SMALL, SMALL])
    assert private.module == "_bisect"
    assert private.mutated == inspect_subject(bisect.bisect_left, [SMALL, SMALL]).mutated


def test_constants_of_a_twin_come_from_its_python_form() -> None:
    subject = inspect_subject(statistics._normal_dist_inv_cdf, [floats(0.1, 0.9)] * 3)
    assert {0.5, 0.425, 0.180625} <= set(subject.constants)


def test_an_alias_of_a_twin_is_mutated_under_the_name_of_its_definition() -> None:
    subject = inspect_subject("bisect:bisect", [SMALL, SMALL])
    assert subject.qualname == "bisect"
    assert definition(subject).startswith("def bisect_right(")


def test_python_functions_are_mutated_themselves() -> None:
    subject = inspect_subject(statistics.fmean, [SMALL, SMALL])
    assert subject.mutated == subject.target
    assert subject.note is None


FALLBACKS = """\
try:
    from _operator import mod as modulo
except (ValueError, ImportError):
    def modulo(a, b):
        return a - a // b * b

try:
    from _bisect import bisect_left
except ValueError:
    def bisect_left(a, x):
        return 1

try:
    from _heapq import heappush
except ImportError:
    def heappush(heap, item):
        return 1
import _heapq

try:
    from math import lcm
except ImportError:
    def lcm(a, b):
        return a * b

try:
    from operator import add
except ImportError:
    def add(a, b):
        return a + b

from _struct import calcsize
"""


@pytest.fixture
def fallbacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A user's module with fallbacks for compiled functions."""
    (tmp_path / "subject_fallbacks.py").write_text(FALLBACKS)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("subject_fallbacks")
    sys.modules.pop("subject_fallbacks", None)


def test_a_fallback_of_the_users_is_a_python_form(fallbacks: Any) -> None:
    subject = inspect_subject("subject_fallbacks:modulo", [SMALL, SMALL])
    assert fallbacks.modulo is operator.mod
    assert (subject.module, subject.qualname, subject.names) == ("subject_fallbacks", "modulo", ("a", "b"))
    assert subject.mutated is not None
    assert (subject.mutated.module, subject.mutated.blocked) == ("subject_fallbacks", ("_operator",))
    assert definition(subject).startswith("    def modulo(a, b):")


def test_the_users_fallbacks_play_no_part_for_the_function_itself(fallbacks: Any) -> None:
    assert fallbacks.lcm is math.lcm
    assert inspect_subject(math.lcm, [SMALL, SMALL]).mutated is None
    by_object = inspect_subject(fallbacks.modulo, [SMALL, SMALL]).mutated
    assert by_object is not None
    assert by_object.module == "operator"


@pytest.mark.parametrize(
    ("name", "module"),
    [
        pytest.param("bisect_left", "bisect", id="no handler for a failing import"),
        pytest.param("heappush", "heapq", id="the compiled module is needed besides"),
        pytest.param("lcm", None, id="too much needs the compiled module"),
        pytest.param("add", "operator", id="not taken from a compiled module"),
        pytest.param("calcsize", None, id="no definition"),
    ],
)
def test_a_module_that_needs_the_compiled_one_holds_no_python_form(
    fallbacks: Any, name: str, module: str | None
) -> None:
    mutated = inspect_subject(f"{fallbacks.__name__}:{name}", [SMALL] * (1 + (name != "calcsize"))).mutated
    assert (mutated and mutated.module) == module


def test_a_wrapped_compiled_function_is_reached_by_its_path(fallbacks: Any) -> None:
    fallbacks.cached = functools.lru_cache(math.lcm)
    subject = inspect_subject("subject_fallbacks:cached", [SMALL, SMALL])
    assert (subject.module, subject.qualname, subject.mutated) == ("subject_fallbacks", "cached", None)

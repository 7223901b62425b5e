"""Mutants are whole definitions that compile and do something else; what is not the body stays."""

import ast
import calendar
import colorsys
import fractions
import inspect
import os
import statistics
import subprocess
import sys
import textwrap
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from genmorph.model import SourceMutant, Target
from genmorph.mutation.mutants import make_further_mutants, make_mutants
from genmorph.mutation.source_operators import FURTHER_OPERATORS, MUTMUT_OPERATORS, find_variants

FUNCTIONS: list[Callable[..., Any]] = [
    statistics.fmean,
    textwrap.shorten,
    textwrap.TextWrapper._wrap_chunks,
    colorsys.rgb_to_hls,
    calendar.weekday,
    fractions.Fraction.__pow__,
    fractions.Fraction.limit_denominator,
]


def target_of(function: Callable[..., Any]) -> Target:
    lines, first = inspect.getsourcelines(function)
    source = inspect.getsource(sys.modules[function.__module__])
    return Target(function.__module__, source, function.__qualname__, first, first + len(lines) - 1)


def whole(source: str, qualname: str) -> Target:
    return Target(None, source, qualname, 1, source.count("\n"))


def spliced(target: Target, mutant: SourceMutant) -> str:
    lines = target.source.split("\n")
    return "\n".join([*lines[: target.first_line - 1], mutant.source + "\n".join(lines[target.last_line :])])


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__qualname__)
def test_every_mutant_compiles_in_its_file_and_differs_from_all_others(function: Callable[..., Any]) -> None:
    target = target_of(function)
    mutants = make_mutants(target)
    mutants += make_further_mutants(target, mutants)
    trees = [ast.dump(ast.parse(target.source))]
    with warnings.catch_warnings(action="ignore"):
        for mutant in mutants:
            text = spliced(target, mutant)
            compile(text, "<mutant>", "exec")
            trees.append(ast.dump(ast.parse(text)))
    assert len(mutants) >= 10
    assert len(set(trees)) == len(trees)
    assert len({mutant.id for mutant in mutants}) == len(mutants)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__qualname__)
def test_the_line_is_the_first_that_changed_and_mutants_come_in_its_order(function: Callable[..., Any]) -> None:
    target = target_of(function)
    original = target.source.split("\n")
    mutants = make_mutants(target)
    for mutant in mutants:
        changed = spliced(target, mutant).split("\n")
        assert changed[: mutant.line - 1] == original[: mutant.line - 1]
        assert changed[mutant.line - 1] != original[mutant.line - 1]
    lines = [mutant.line for mutant in mutants]
    assert lines == sorted(lines)


def test_one_operator_changes_one_place_and_leaves_the_rest_to_the_letter() -> None:
    source = 'def f(a):\n    text = """\nkept"""\n    return g(\n        a,   # first\n        text,\n    ) + 1\n'
    mutants = {mutant.id: mutant.source for mutant in make_mutants(whole(source, "f"))}
    assert mutants["f:7:swap_op:1"] == source.replace(") + 1", ") - 1")
    assert mutants["f:5:arg_removal:1"] == source.replace("a,   # first", "None,   # first")


def test_decorators_defaults_annotations_and_docstrings_stay() -> None:
    source = textwrap.dedent(
        """\
        @lru_cache(maxsize=8)
        def f(x: "int" = 3, *, y=lambda: 4) -> "int":
            'One short line.'
            z: "int" = x
            def g(v: "int"):
                "Inner line."
                return v + 1
            return g(z)
        """
    )
    mutants = make_mutants(whole(source, "f"))
    assert {mutant.line for mutant in mutants} == {4, 7, 8}
    for mutant in mutants:
        assert mutant.source.count("int") == 4


def test_methods_keep_their_indentation() -> None:
    source = "class A:\n\n    @staticmethod\n    def f(x=1):\n        '''Doc.'''\n        return x * 2\n\n    y = 3\n"
    mutants = make_mutants(Target(None, source, "A.f", 3, 6))
    assert [mutant.id for mutant in mutants] == ["f:6:swap_op:1", "f:6:number:1"]
    assert mutants[0].source == "    @staticmethod\n    def f(x=1):\n        '''Doc.'''\n        return x / 2\n"


@pytest.mark.parametrize("source", ["f = lambda x, y=2: x + 1\n", "f = cached(key=3)(\n    lambda x, y=2: x + 1)\n"])
def test_a_lambda_is_mutated_in_its_body_only(source: str) -> None:
    mutants = make_mutants(whole(source, "f"))
    assert [mutant.source for mutant in mutants] == [source.replace("+ 1", "- 1"), source.replace("+ 1", "+ 2")]


def test_dropped_cases_keep_the_others_in_place() -> None:
    case = "            case 1:\n                x = 0\n"
    source = f"def f(x):\n    while x:\n        match x:\n{case}            case _:\n                x -= 1\n"
    dropped = [mutant.source for mutant in make_mutants(whole(source, "f")) if mutant.operator == "match"]
    assert source.replace(case, "") in dropped


def test_words_do_not_run_together() -> None:
    source = "def f(x):\n    return(not x)\n"
    assert [mutant.source for mutant in make_mutants(whole(source, "f"))] == ["def f(x):\n    return x\n"]


def test_a_change_that_python_refuses_or_that_never_runs_is_no_mutant() -> None:
    source = "def f(x):\n    match x:\n        case -1: return x\n    return x\n    x = 7\n"
    assert [mutant.operator for mutant in make_mutants(whole(source, "f"))] == ["number"]


def test_mutants_do_not_depend_on_the_hash_seed() -> None:
    script = (
        "import inspect, statistics; from genmorph.model import Target;"
        "from genmorph.mutation.mutants import make_mutants;"
        "s = inspect.getsource(statistics.fmean); print(make_mutants(Target(None, s, 'fmean', 1, s.count(chr(10)))))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert b"fmean:" in outputs.pop()


def test_further_mutants_are_of_every_sign_comparison_number_and_slice_that_mutmut_leaves_out() -> None:
    source = "def f(xs, n):\n    n += 1\n    return xs[n:] if n < 0 else xs[: n * 2]\n"
    target = whole(source, "f")
    further = {mutant.source for mutant in make_further_mutants(target, make_mutants(target))}
    changes = {"n += 1": "n *= 1", "n < 0": "n > 0", "n * 2": "n - 2", "xs[n:]": "xs[:]", "if n < 0": "if n < (-1)"}
    assert {source.replace(old, new) for old, new in changes.items()} <= further


def test_further_mutants_do_what_no_known_mutant_does() -> None:
    target = whole("def f(x):\n    return x + 1 if x <= 2 else x - 1\n", "f")
    known = make_mutants(target)
    further = make_further_mutants(target, known)
    assert len({mutant.id for mutant in (*known, *further)}) == len(known) + len(further)
    assert not {mutant.source for mutant in known} & {mutant.source for mutant in further}


@pytest.mark.parametrize(
    ("operator", "statement", "changes"),
    [
        ("other_sign", "x / y", ["x + y", "x - y", "x * y", "x // y", "x % y"]),
        ("other_sign", "x % y", ["x + y", "x - y", "x * y", "x // y"]),
        ("other_sign", "x ** y", []),
        ("other_augmented_sign", "x /= y", ["x += y", "x -= y", "x *= y", "x //= y", "x %= y"]),
        ("other_augmented_sign", "x %= y", ["x += y", "x -= y", "x *= y", "x //= y"]),
        ("other_augmented_sign", "x |= y", []),
        ("other_comparison", "x < y", ["x <= y", "x > y", "x >= y", "x == y", "x != y"]),
        ("other_comparison", "x in y", []),
        ("smaller_number", "f(7, 0)", ["f(6, 0)", "f(7, (-1))"]),
        ("open_slice", "x[1:y:2]", ["x[:y:2]", "x[1::2]"]),
        ("other_function", "max(x, math.floor(y))", ["min(x, math.floor(y))", "max(x, math.ceil(y))"]),
        ("other_function", "all(x)", ["any(x)"]),
        ("other_function", "x.sum() + print(min)", []),
    ],
)
def test_each_operator_of_our_own_makes_these_changes(operator: str, statement: str, changes: list[str]) -> None:
    (used,) = (found for found in FURTHER_OPERATORS if found.name == operator)
    variants = find_variants(f"def f(x, y):\n    {statement}\n", [used])
    assert sorted(variant.text.splitlines()[1].strip() for variant in variants) == sorted(changes)
    assert {variant.operator for variant in variants} <= {operator}


def test_the_operators_of_mutmut_go_by_its_own_names() -> None:
    names = [operator.name for operator in MUTMUT_OPERATORS]
    assert {"number", "swap_op", "arg_removal"} <= set(names)
    assert not any(name.startswith("operator_") for name in names)
    assert not set(names) & {operator.name for operator in FURTHER_OPERATORS}

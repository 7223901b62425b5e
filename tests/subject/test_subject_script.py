"""Functions of scripts reach worker processes as modules made for them."""

import json
import math
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from genmorph.domain import ints
from genmorph.model import UnsupportedError
from genmorph.mutation.mutants import make_mutants
from genmorph.subject.subject import Subject, inspect_subject

SCRIPT = """\
import functools
import json
import math as m
import os.path
import random
import sys
import xml.dom
import xml
from dataclasses import dataclass
from decimal import Decimal as D
from enum import Enum
from functools import lru_cache
from operator import add

from genmorph.domain import ints, floats
from genmorph.execution.pool import Workers
from genmorph.execution.patience import Patience
from genmorph.model import UnsupportedError
from genmorph.mutation.mutants import make_mutants
from genmorph.subject.subject import inspect_subject

print("executed")
RNG = random.Random(0)
TABLE = {"a": [1, 2], "b": (3,), "c": {4, 5}}
LIMIT = float("inf")


def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **keywords):
        return function(*args, **keywords) + OFFSET
    return wrapper


OFFSET = 100


@dataclass
class Point:
    x: int
    y: "Missing" = 0

    def size(self):
        return abs(self.x) + even(self.y)


class Colour(Enum):
    RED = 1


class Half(Point):
    @staticmethod
    def of(x: int) -> int:
        return Half(x).size() // 2


def even(n: int) -> int:
    return n if n % 2 == 0 else odd(n)


def odd(n: int) -> int:
    return even(n - 1)


@traced
def decorated(x: int, *, y: int = len(TABLE)) -> int:
    return add(x, y)


def reaching(x: int) -> float:
    '''Uses much.'''
    text = \"\"\"
kept\"\"\"
    assert os.path.sep and xml.dom.Node and xml.sax is None or True if False else len(text) == 5
    assert D(1) == 1 and Colour.RED.value == 1 and min(x, LIMIT) == x
    return m.floor(x) + sum(TABLE["a"]) + Point(1, x).size()


def power(n: int) -> int:
    return n ** 3


fast = lru_cache(maxsize=8)(power)
shift = lambda x: x + OFFSET
same = power


def noisy(n: int) -> float:
    return n + RNG.random()


def factory(k):
    factor = k + 1
    def inner(x: int) -> int:
        return inner(x - 1) + factor if x > 0 else factor
    return inner


plus_3 = factory(2)


def counter():
    state = 0
    def step(x: int) -> int:
        nonlocal state
        state += x
        return state
    return step


def lazy(x: int) -> int:
    return missing_name + x


def first_calls_later(x: int) -> int:
    return uses_at_once(x)


@(lambda f: first_calls_later and f)
def uses_at_once(x: int) -> int:
    return x


results = {}
cases = [
    ("decorated", decorated, {"y": ints()}), ("reaching", reaching, None), ("even", even, None), ("fast", fast, None),
    ("shift", shift, [ints()]), ("same", same, None), ("half", Half.of, None), ("inner", factory(2), None),
    ("plus_3", plus_3, None), ("inline", lambda x: x * OFFSET, [ints()]), ("noisy", noisy, None),
    ("counter", counter(), None), ("lazy", lazy, None), ("late", first_calls_later, None),
    ("two", (lambda x: x, lambda y: y + OFFSET)[1], [ints()]),
    ("lines", lambda x: (
        x + 5
    ), [ints()]),
]
for name, *arguments in cases:
    try:
        subject = inspect_subject(*arguments)
    except UnsupportedError as error:
        results[name] = {"refused": str(error)}
        continue
    mutants = make_mutants(subject.target)
    values = [(4, 1)] if name == "decorated" else [(4,)]
    patience = Patience(1, 1)
    with Workers(subject.target) as workers:
        outcome = workers.call(None, values, patience)[0]
        changed = sum(workers.call(mutant, values, patience)[0] != outcome for mutant in mutants)
        unloaded = sum("not loadable" in repr(workers.call(mutant, values, patience)) for mutant in mutants)
    target = subject.target
    lines = target.source.split("\\n")[target.first_line - 1 : target.last_line]
    results[name] = {
        "outcome": repr(outcome), "changed": changed, "unloaded": unloaded, "lines": lines,
        "names": [subject.qualname, subject.name],
        "module": subject.module, "source": target.source, "digest": subject.digest,
    }
print(json.dumps(results))
"""


def run_script(path: Path, seed: int) -> dict[str, Any]:
    path.write_text(SCRIPT)
    env = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, str(path)], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    executed, results = done.stdout.splitlines()
    assert executed == "executed"
    found: dict[str, Any] = json.loads(results)
    return found


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the script finds out about its own functions."""
    return run_script(tmp_path_factory.mktemp("script") / "script.py", 1)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("decorated", 105),
        ("reaching", 12),
        ("even", 4),
        ("fast", 64),
        ("shift", 104),
        ("same", 64),
        ("half", 2),
        ("inner", 15),
        ("plus_3", 15),
        ("inline", 400),
        ("late", 4),
        ("two", 104),
        ("lines", 9),
    ],
)
def test_a_function_of_a_script_runs_in_a_worker(results: dict[str, Any], name: str, value: int) -> None:
    found = results[name]
    assert found.get("outcome") == f"Returned(value={value})", found
    assert found["module"] is None
    assert found["unloaded"] == 0
    assert name == "late" or found["changed"] > 0


def test_names_and_lines_are_those_of_the_definition(results: dict[str, Any]) -> None:
    assert results["half"]["names"] == ["Half.of", "of"]
    assert results["half"]["lines"][0] == "    @staticmethod"
    assert results["fast"]["names"] == ["fast", "fast"]
    assert results["fast"]["lines"] == ["def power(n: int) -> int:", "    return n ** 3"]
    assert results["inner"]["lines"][0] == "    def inner(x: int) -> int:"
    assert results["inline"]["names"] == ["function", "function"]
    assert results["inline"]["lines"] == ["function = lambda x: x * OFFSET"]
    assert results["shift"]["lines"] == ["shift = lambda x: x + OFFSET"]
    assert results["lines"]["lines"] == ["function = (lambda x: (", "        x + 5", "    ))"]


def test_what_cannot_be_handed_over_is_refused_by_name(results: dict[str, Any]) -> None:
    assert results["noisy"] == {
        "refused": "noisy needs 'RNG' (a random.Random), which cannot be handed to a worker process; "
        "define it in an importable module or pass it as a parameter"
    }
    assert results["counter"]["refused"].startswith("step cannot be defined on its own: no binding for nonlocal")


def test_an_unknown_name_is_the_functions_own_affair(results: dict[str, Any]) -> None:
    assert results["lazy"]["outcome"] == "Raised(type='NameError')"


def test_the_module_holds_what_the_function_needs_and_no_more(results: dict[str, Any]) -> None:
    assert results["even"]["source"] == textwrap.dedent(
        """\
        from __future__ import annotations

        def odd(n: int) -> int:
            return even(n - 1)

        def even(n: int) -> int:
            return n if n % 2 == 0 else odd(n)
        """
    )
    assert "RNG" not in results["reaching"]["source"]
    assert "executed" not in results["reaching"]["source"]


def test_source_and_digest_do_not_depend_on_the_hash_seed(results: dict[str, Any], tmp_path: Path) -> None:
    again = run_script(tmp_path / "script.py", 2)
    assert {name: found.get("digest") for name, found in results.items()} == {
        name: found.get("digest") for name, found in again.items()
    }


def load(subject: Subject) -> Any:
    """The function out of the module made for it."""
    module = ModuleType("made")
    exec(compile(subject.target.source, "<made>", "exec", dont_inherit=True), vars(module))  # noqa: S102
    return getattr(module, subject.qualname)


def test_a_nested_function_of_an_importable_module_is_taken_along() -> None:
    offset = math.nan

    @lru_cache
    def near(x: int) -> float:
        return x + abs(HERE) if math.isnan(offset) else offset

    subject = inspect_subject(near)
    assert load(subject)(3) == 13
    assert [mutant.line for mutant in make_mutants(subject.target)] == [subject.target.last_line] * 5


HERE = -10


def test_closures_hand_over_plain_values_only() -> None:
    stream = iter([1])

    def reads(x: int) -> int:
        return x + next(stream)

    with pytest.raises(UnsupportedError, match="reads needs 'stream' \\(a list_iterator\\)"):
        inspect_subject(reads)


def adder(k: int) -> Callable[[int], int]:
    def add(x: int) -> int:
        return x + k

    return add


def test_a_function_made_by_another_keeps_its_values() -> None:
    add_3 = adder(3)

    def outer(x: int) -> int:
        return add_3(x) * 2

    assert load(inspect_subject(outer))(1) == 8


def test_two_values_of_one_name_are_refused() -> None:
    add_3 = adder(3)
    k = 5

    def outer(x: int) -> int:
        return add_3(x) + k

    with pytest.raises(UnsupportedError, match="outer needs two different values named 'k', rename one"):
        inspect_subject(outer)


@pytest.mark.parametrize("function", [lambda x: x + 1], ids=["lambda"])
def test_an_inline_lambda_is_written_on_its_own(function: Any) -> None:
    subject = inspect_subject(function, {"x": ints()})
    assert subject.target.source.endswith("\nfunction = lambda x: x + 1\n")
    assert not subject.is_importable

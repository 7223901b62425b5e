import importlib
import sys
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest

from genmorph.fuzz.campaign import Run, run_file
from genmorph.fuzz.findings import FuzzFinding, group, summary
from genmorph.fuzz.fuzz_file import build_file
from genmorph.fuzz.tested_functions import plan_tests, roots_of
from genmorph.settings import WORKER


def outcomes_of(module, **settings):
    run = Run(**{"examples": 60, "seed": 0, "roots": roots_of(module)} | settings)
    return [*run_file(build_file(plan_tests(module)), run)]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory):
    """What came of functions that fail in ways of their own, by name."""
    folder = tmp_path_factory.mktemp("failing")
    (folder / "failing.py").write_text(
        dedent(
            """
            import json
            from functools import cached_property
            from genmorph.domain import *
            from genmorph.domain import arg, generator, objs, timeout

            class WeirdError(BaseException):
                def __str__(self):
                    raise RuntimeError

            @arg("n", ints(0, 9))
            def weird(n):
                raise WeirdError

            @arg("n", ints(0, 9))
            def inside_others(n):
                json.loads("[" * n)

            @arg("f", froms([0.5, float("nan"), float("inf")]))
            def not_finite(f):
                assert f == f, "nan"
                assert abs(f) != float("inf"), "inf"

            @arg("m", np_arrays("uint8", np_shapes(2, 2)))
            def shaped(m):
                m[:] = 7
                assert m.shape != (2, 1)

            @timeout(1)
            def missing_name():
                return there_is_none

            @arg("n", ints(0, 9))
            def misused(n, /, *, key=None):
                return key

            def deep(n):
                return deep(n + 1)

            arg("n", ints(0, 9))(deep)

            @generator
            @arg("n", ints(0, 9))
            def make(n):
                return [0] * n if n != 4 else 1 / 0

            @arg("xs", objs(make))
            def of_made(xs):
                return len(xs) // (len(xs) - 7)

            @arg("n", ints(0, 9))
            async def waiting(n):
                assert n != 8

            @arg("n", ints(0, 9))
            def giving(n):
                yield from range(n)
                assert n != 8

            @arg("n", ints(0, 9))
            async def giving_late(n):
                for number in range(n):
                    yield 9 // (number - 7)

            class Box:
                @property
                @timeout(1)
                def content(self):
                    return self.missing

                @timeout(1)
                @cached_property
                def again(self):
                    return [][0]

            @arg("n", ints(0, 9))
            def endless(n):
                while True:
                    yield n
            """
        )
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        importlib.invalidate_caches()
        found = {outcome.qualname: outcome for outcome in outcomes_of("failing")}
    del sys.modules["failing"]
    return found


@pytest.mark.parametrize(
    ("name", "findings"),
    [
        ("weird", [("failing.WeirdError", (("n", "0"),))]),
        ("inside_others", [("json.decoder.JSONDecodeError", (("n", "0"),))]),
        ("not_finite", [("AssertionError", (("f", "math.inf"),)), ("AssertionError", (("f", "math.nan"),))]),
        ("shaped", [("AssertionError", (("m", "np.array([[0], [0]], dtype=np.uint8)"),))]),
        ("missing_name", [("NameError", ())]),
        ("misused", []),
        ("deep", [("RecursionError", (("n", "0"),))]),
        ("of_made", [("ZeroDivisionError", None), ("ZeroDivisionError", (("xs", "[0, 0, 0, 0, 0, 0, 0]"),))]),
        ("waiting", [("AssertionError", (("n", "8"),))]),
        ("giving", [("AssertionError", (("n", "8"),))]),
        ("giving_late", [("ZeroDivisionError", (("n", "8"),))]),
        ("Box.content", [("AttributeError", ())]),
        ("Box.again", [("IndexError", ())]),
        ("endless", []),
    ],
)
def test_each_way_to_fail_is_found_with_its_smallest_input(outcomes, name, findings):
    found = [(finding.kind, finding.arguments) for finding in outcomes[name].findings]
    assert sorted(found, key=repr) == sorted(findings, key=repr)
    assert all(finding.is_source for finding in outcomes[name].findings if finding.arguments)


def test_the_place_is_the_innermost_line_of_the_tested_code(outcomes):
    (finding,) = outcomes["inside_others"].findings
    file, line = finding.place
    assert file.endswith("failing.py")
    assert "json.loads" in Path(file).read_text().splitlines()[line - 1]


def test_a_text_that_cannot_be_had_does_not_hide_the_failure(outcomes):
    (finding,) = outcomes["weird"].findings
    assert finding.message == "(its text cannot be had: RuntimeError)"


def test_examples_are_counted_in_a_round_without_news(outcomes):
    assert outcomes["misused"].examples == 10
    assert outcomes["weird"].findings[0].hits == outcomes["weird"].examples == 10
    assert summary(list(outcomes.values()), group(outcomes.values())).startswith("14 failures in 12 of 14 functions, ")


def test_long_values_are_cut_in_words_and_whole_in_the_finding():
    finding = FuzzFinding("KeyError", "", None, (("xs", "1" * 300), ("k", "3")))
    assert str(finding) == f"with xs={'1' * 200}..., k=3"


def test_a_run_that_is_stopped_gives_no_more_outcomes(make):
    module = make("@timeout(1)\ndef f(): ...\n@timeout(1)\ndef g(): ...")
    answers = iter([False, False, True])
    assert [one.qualname for one in outcomes_of(module, is_stopped=lambda: next(answers, True))] in (["f"], [])


def test_a_hang_while_arguments_are_drawn_is_a_finding(make, monkeypatch):
    monkeypatch.setattr("genmorph.fuzz.campaign.WORKER", replace(WORKER, loading_seconds=4))
    module = make(
        "@generator\n@arg('n', ints(0, 9))\ndef make(n):\n    while True: pass\n@arg('x', objs(make))\ndef f(x): ..."
    )
    (outcome,) = outcomes_of(module)
    assert [(finding.kind, str(finding)) for finding in outcome.findings] == [
        ("timed out", "while its arguments were drawn")
    ]

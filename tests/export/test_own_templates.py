"""Tests of relations about changes that users have made templates of."""

import pytest

from genmorph.domain import bools, froms, ints, lists, optionals, texts
from genmorph.export.pytest_file import render_tests
from genmorph.extension import register_template, template
from genmorph.model import Kind
from genmorph.results.cases import build_test_file
from genmorph.transformations.transformation import Transformation
from tests.export.conftest import run_without_genmorph, write_module
from tests.handmade import make_relation, make_signature

OWN = """
    def same(*values):
        assert all(value is None or type(value) in (int, str, list, bool) for value in values)
        return 1

    def small(n):
        assert n is None or 0 <= n <= 8, n
        return 1
"""
STAYS = ["==", "return_f", "return_s"]


PARTS = (
    ("flip_last_bit", int, lambda n: n ^ 1, "n ^ 1", "{n} flips", (4, 5), None),
    ("half", int, lambda n: n // 2, "n // 2", "{n} is halved", (4, 2), "n % 2 == 0 or n > 99"),
    ("size", int, lambda n: n if n > 0 else abs(n), "n if n > 0 else abs(n)", "{n} loses its sign", (-4, 4), None),
    ("begin", list[int], lambda xs: [xs[0]], "[xs[0]]", "{xs} ends early", ([3, 4], [3]), "len(xs) > 0"),
    ("twice", str, lambda t: "-".join([t, t]), "'-'.join([t, t])", "{t} comes twice", ("a", "a-a"), None),
    ("turn", bool, lambda b: not b, "not b", "{b} is turned", (True, False), None),
)


@pytest.fixture(autouse=True)
def own_templates():
    for name, kind, change, python, words, example, when in PARTS:
        given = {"change": change, "python": python, "words": words, "examples": [example], "when": when}
        register_template(template(name, [kind], **given))


def written(name, function, **domains):
    """The test that the output stays the same under that template of the first parameter."""
    signature = make_signature(function, domains, Kind.INT, module="own")
    relation = make_relation(signature, Transformation(name, (0,)), STAYS)
    return render_tests(build_test_file([signature], [relation]), "Tests.")


@pytest.mark.parametrize(
    ("name", "domain", "assumed"),
    [
        ("flip_last_bit", ints(0, 8), "assume(0 <= (n ^ 1) <= 8)"),
        ("flip_last_bit", optionals(ints(0, 8)), "assume(n is not None and 0 <= (n ^ 1) <= 8)"),
        ("flip_last_bit", froms([2, 3, 8]), None),
        ("half", ints(0, 8), "assume((n % 2 == 0 or n > 99) and 0 <= n // 2 <= 8)"),
        ("size", ints(0, 8), "assume(0 <= (n if n > 0 else abs(n)) <= 8)"),
    ],
    ids=str,
)
def test_only_sources_with_a_valid_follow_up_are_called_with(tmp_path, name, domain, assumed):
    write_module(tmp_path, "own", OWN)
    text = written(name, "small", n=domain)
    assert ("assume(" in text) is (assumed is not None)
    assert (assumed or "") in text
    (tmp_path / "test_own.py").write_text(text)
    assert run_without_genmorph(tmp_path / "test_own.py", tmp_path)


@pytest.mark.parametrize(
    ("name", "domains"),
    [
        ("size", {"abs": ints(-9, 9)}),
        ("begin", {"len": lists(ints(0, 9), max_len=3), "v": ints(0, 9)}),
        ("begin", {"xs": optionals(lists(ints(0, 9), max_len=3))}),
        ("twice", {"text": texts("ab-", max_len=9)}),
        ("turn", {"b": bools(), "x": lists(bools())}),
        ("flip_last_bit", {"source": ints(), "assume": ints()}),
    ],
    ids=str,
)
def test_parameters_of_any_name_and_kind_make_tests_that_run(tmp_path, name, domains):
    write_module(tmp_path, "own", OWN)
    (tmp_path / "test_own.py").write_text(written(name, "same", **domains))
    assert run_without_genmorph(tmp_path / "test_own.py", tmp_path)

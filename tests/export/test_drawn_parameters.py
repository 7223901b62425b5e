"""Relations with a drawn parameter: their exported tests, what `check` does with it, and saved files."""

import json
from datetime import date, timedelta
from random import Random
from textwrap import dedent

import pytest

from genmorph import InapplicableInput, UsageError
from genmorph.domain import dates, floats, ints, lists, texts, tuples
from genmorph.export.pytest_file import render_tests
from genmorph.model import Container, Kind, Output
from genmorph.results import RelationSet
from genmorph.results.cases import build_test_file
from genmorph.transformations.transformation import Transformation
from tests.export.conftest import run_without_genmorph, write_module
from tests.handmade import make_relation, make_set, make_signature

SAME = ["==", "return_f", "return_s"]
LIST = Output(Kind.INTS, container=Container.LIST)


def drawn(template, domain, positions=(0,)):
    return Transformation(template, positions, drawn=domain)


CASES = {
    "sum": (
        "def f(x):\n    return 2 * x\n",
        {"x": ints(0, 100)},
        Kind.INT,
        drawn("add", ints(1, 50)),
        ["==", "return_f", ["+", "return_s", ["*", 2, "k_s"]]],
        "f(x + k) == f(x) + 2 * k",
    ),
    "product": (
        "def f(x):\n    return 3 * x\n",
        {"x": floats(-9, 9)},
        Kind.FLOAT,
        drawn("scale", floats(0.1, 10)),
        ["==", "return_f", ["*", "k_s", "return_s"]],
        "f(x * k) == k * f(x)",
    ),
    "order": (
        "def f(xs):\n    return sorted(xs)\n",
        {"xs": lists(ints())},
        LIST,
        drawn("shuffle", ints(0, 10**9)),
        SAME,
        "f(random.Random(seed).sample(xs, len(xs))) == f(xs)",
    ),
    "letters": (
        "def f(t):\n    return len(t)\n",
        {"t": texts()},
        Kind.INT,
        drawn("shuffle", ints(0, 10**9)),
        SAME,
        'f("".join(random.Random(seed).sample(t, len(t)))) == f(t)',
    ),
    "element": (
        "def f(xs):\n    return sum(xs)\n",
        {"xs": tuples(ints())},
        Kind.INT,
        drawn("append", ints(-9, 9)),
        ["==", "return_f", ["+", "return_s", "new_s"]],
        "f((*xs, new)) == f(xs) + new",
    ),
    "days": (
        "def f(day):\n    return day.toordinal()\n",
        {"day": dates()},
        Kind.INT,
        drawn("shift_days", ints(1, 1000)),
        ["==", "return_f", ["+", "return_s", "k_s"]],
        "f(day + datetime.timedelta(days=k)) == f(day) + k",
    ),
    "taken name": (
        "def f(k):\n    return k\n",
        {"k": ints(0, 9)},
        Kind.INT,
        drawn("add", ints(1, 4)),
        ["==", "return_f", ["+", "return_s", "k2_s"]],
        "f(k + k2) == f(k) + k2",
    ),
    "two arguments": (
        "def f(a, b):\n    return a - b\n",
        {"a": ints(0, 99), "b": ints(0, 99)},
        Kind.INT,
        drawn("add_both", ints(1, 49), (0, 1)),
        SAME,
        "f(a + k, b + k) == f(a, b)",
    ),
}


def relation_of(name):
    _, domains, output, transformation, tree, _ = CASES[name]
    return make_relation(make_signature("f", domains, output, module="drawing"), transformation, tree)


@pytest.mark.parametrize("name", CASES)
def test_the_exported_test_draws_the_parameter_and_passes_without_genmorph(tmp_path, name):
    body, *_, formula = CASES[name]
    relation = relation_of(name)
    assert relation.formula == formula
    write_module(tmp_path, "drawing", dedent(body))
    file = tmp_path / "exported.py"
    file.write_text(render_tests(build_test_file([relation.signature], [relation]), "Relations."))
    assert len(run_without_genmorph(file, tmp_path)) == 1


@pytest.mark.parametrize("name", CASES)
def test_a_saved_relation_reads_back(tmp_path, name):
    relations = make_set(relation_of(name))
    relations.to_json(tmp_path / "set.json")
    assert RelationSet.from_json(tmp_path / "set.json") == relations
    (stored,) = json.loads((tmp_path / "set.json").read_text())["relations"]
    assert stored["transformation"]["drawn"] == relations[0].transformation.drawn.notation()


def test_check_takes_the_drawn_parameter_or_draws_it_the_same_each_time():
    relation = relation_of("sum")
    asked = []

    def spy(x):
        asked.append(x)
        return 2 * x

    assert relation.check(spy, 3, k=7)
    assert relation.check(spy, 3, 7)
    assert asked[:2] == asked[2:] == [3, 10]
    asked.clear()
    assert relation.check(spy, 3)
    assert relation.check(spy, 3)
    assert asked[:2] == asked[2:]
    assert asked[1] > 3


def test_check_finds_what_is_wrong_for_one_value_alone():
    relation = relation_of("sum")
    assert relation.check(lambda x: 2 * x + (x == 60), 10, k=20)
    assert not relation.check(lambda x: 2 * x + (x == 60), 10, k=50)


def test_check_draws_what_has_a_follow_up_where_it_can():
    relation = relation_of("sum")
    assert all(relation.check(lambda x: 2 * x, x) for x in range(95))
    with pytest.raises(InapplicableInput, match=r"follow-up input x must be in ints\(0, 100\)"):
        relation.check(lambda x: 2 * x, 100)


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"j": 1}, UsageError, "drawn parameter must be k, got j=1"),
        ({"k": 0}, InapplicableInput, r"drawn parameter k must be in ints\(1, 50\), got 0"),
        ({"k": "a"}, InapplicableInput, r"drawn parameter k must be in ints\(1, 50\), got 'a'"),
    ],
)
def test_another_drawn_parameter_is_refused(given, error, text):
    with pytest.raises(error, match=text):
        relation_of("sum").check(lambda x: 2 * x, 3, **given)


def test_a_relation_without_a_drawn_parameter_takes_none():
    relation = make_relation(make_signature("f", {"x": ints()}), Transformation("add", (0,), 1), SAME)
    with pytest.raises(UsageError, match="the relation has no drawn parameter, got k=1"):
        relation.check(lambda _: 1, 3, k=1)


def test_a_follow_up_is_made_of_the_arguments_and_what_is_drawn():
    assert drawn("shuffle", ints()).apply(([1, 2, 3, 4], 5)) == (Random(5).sample([1, 2, 3, 4], 4),)
    day = relation_of("days")
    assert day.check(lambda d: d.toordinal(), date(2024, 2, 28), k=2)
    assert not day.check(lambda d: (d + timedelta(days=d.day == 1)).toordinal(), date(2024, 2, 28), k=2)

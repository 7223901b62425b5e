"""Annotations in a TOML file."""

import importlib
import sys

import pytest

from genmorph.domain import annotations_of, argument_domains, ints, read_annotations
from genmorph.model import UsageError
from genmorph.values.annotated import annotate

SHOP = """
def power(k, e):
    return k ** e

def wait():
    pass

class Point:
    def __init__(self, x, y=0):
        self.x, self.y = x, y

    def moved(self, by):
        return Point(self.x + by, self.y)
"""


@pytest.fixture
def catalogue(tmp_path, monkeypatch):
    """Return what writes a catalogue for the module `toml_shop`."""
    (tmp_path / "toml_shop.py").write_text(SHOP)
    (tmp_path / "toml_broken.py").write_text("raise SystemExit(3)")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "toml_shop", raising=False)

    def write(text):
        path = tmp_path / "catalogue.toml"
        path.write_text(text)
        return path

    return write


WHOLE = """
[[function]]
target = "toml_shop:power"
budget = "30s"
domain = { k = "ints(-20, 20)", e = "ints(0, 12)" }
require = ["k < e", "k != 0"]
timeout = 5

[[function]]
target = "toml_shop:wait"
exclude = true

[[function]]
target = "toml_shop:Point"
domain = { x = "ints(0, 9)" }
generator = true
examples = [[1, 2], { x = 3 }]

[[function]]
target = "toml_shop:Point.moved"
domain = { by = "ints(0, 9)" }

[[function]]
target = "toml_shop"
module_test = true
"""


def test_a_file_says_all_that_the_decorators_say(catalogue):
    found = read_annotations(catalogue(WHOLE))
    assert list(found) == [f"toml_shop{rest}" for rest in (":power", ":wait", ":Point", ":Point.moved", "")]
    power, wait, point, _, module = found.values()
    assert [(argument.name, argument.domain()) for argument in power.arguments] == [
        ("k", ints(-20, 20)),
        ("e", ints(0, 12)),
    ]
    assert [condition.source() for condition in power.conditions] == ["k < e", "k != 0"]
    assert power.seconds == 5.0
    assert wait.is_excluded
    assert point.is_generator
    assert [(example.positional, example.keywords) for example in point.examples] == [((1, 2), ()), ((), (("x", 3),))]
    assert module.is_module_test


def test_annotations_of_a_file_are_put_onto_the_live_functions(catalogue):
    found = read_annotations(catalogue(WHOLE))
    shop = importlib.import_module("toml_shop")
    assert annotations_of(shop.power).arguments == ()
    targets = (shop.power, shop.wait, shop.Point, shop.Point.moved, shop)
    for target, annotations in zip(targets, found.values(), strict=True):
        assert annotate(target, annotations) is target
        assert annotations_of(target) == annotations
    assert argument_domains(shop.Point(1).moved) == {"by": ints(0, 9)}


def entry(line, target="toml_shop:power"):
    return f'[[function]]\ntarget = "{target}"\n{line}\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[function]", r"annotations must be in a TOML file that can be read \(.*\), got '.*catalogue.toml'"),
        ("[shop]", r"catalogue.toml: tables must be \[\[function\]\], got shop"),
        ("function = 3", r"catalogue.toml, function: must be an array of tables, got 3"),
        ("function = [3]", r"catalogue.toml, function 1: must be a table, got 3"),
        ("[[function]]", r"function 1: target must look like package.module or package.module:function, got None"),
        (
            "[[function]]\ntarget = 3",
            r"function 1: target must look like package.module or package.module:function, got 3",
        ),
        (entry("", "toml_shop:cube"), r"function 1: module 'toml_shop' has no function 'cube'"),
        (
            entry("", "no_such:cube"),
            r"module 'no_such' cannot be imported: ModuleNotFoundError: No module named 'no_such'",
        ),
        (entry("", "toml_broken:cube"), r"function 1: module 'toml_broken' cannot be imported: SystemExit: 3"),
        ("[[function]]\ntarget = [3]", r"function 1: target must look like package.module .* got \[3\]"),
        (entry("", "two words"), r"target must look like .* got 'two words'"),
        (entry("") + entry(""), r"function 2: target must be listed once, got 'toml_shop:power'"),
        (entry("domains = 3"), r"function 1 \(toml_shop:power\): keys must be among target, budget, .* got domains"),
        (entry("domain = 3"), r"function 1 \(toml_shop:power\): domain: must be a table of texts, got 3"),
        (entry("domain = { k = 3 }"), r"\(toml_shop:power\): domain: k: must be a text, got 3"),
        (entry("domain = { k = 'bags()' }"), r"domain: k: domain must be a call of ints, .* got 'bags\(\)'"),
        (entry("domain = { x = 'ints()' }"), r"domain: arg of power must name one of k, e, got 'x'"),
        (
            entry("exclude = true", "toml_shop"),
            r"exclude: must be of a target that is a function or class, got <module",
        ),
        (entry("generator = true", "toml_shop"), r"generator: must be of a target that is a function or class"),
        (entry("timeout = 3", "toml_shop"), r"timeout: must be of a target that is a function or class"),
        (entry("require = 'k < e'"), r"require: must be an array of texts, got 'k < e'"),
        (entry("require = [3]"), r"require: must be a text, got 3"),
        (entry("require = ['k < x']"), r"require: require of power must name one of k, e, got 'x'"),
        (entry("require = ['open(k)']"), r"require: require of power must be made of .*, got open\(k\) in 'open\(k\)'"),
        (entry("timeout = -1"), r"timeout: timeout must be a positive, finite number of seconds, got -1"),
        (entry("timeout = '5s'"), r"timeout: timeout must be a positive, finite number of seconds, got '5s'"),
        (entry("exclude = 1"), r"exclude: must be true or false, got 1"),
        (entry("generator = 'yes'"), r"generator: must be true or false, got 'yes'"),
        (entry("module_test = true"), r"module_test: must be of a target that is a module, got <function"),
        (
            entry("domain = {k = 'ints()'}", "toml_shop"),
            r"domain: arg must be put on a function or class with a readable",
        ),
        (entry("examples = [[1]]"), r"examples: cc_example must be put on a class or its __init__, got power"),
        (entry("examples = 3", "toml_shop:Point"), r"examples: must be an array of arrays or tables, got 3"),
        (entry("examples = [3]", "toml_shop:Point"), r"examples: must be an array of arrays or tables, got 3"),
        (entry("examples = [[]]", "toml_shop:Point"), r"examples: cc_example of Point must fit its signature"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_entry_and_key(catalogue, text, message):
    with pytest.raises(UsageError, match=message) as caught:
        read_annotations(catalogue(text))
    assert "catalogue.toml" in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"annotations must be in a TOML file that can be read \(.*none.toml"):
        read_annotations(tmp_path / "none.toml")


def test_a_file_without_entries_says_nothing(catalogue):
    assert read_annotations(catalogue("")) == {}

"""A kind of values of a user's, from the command line to the tests that are written."""

import json

import pytest

from tests.end_to_end.conftest import run_command
from tests.export.conftest import run_without_genmorph

WEIGHTS = """
class Weight:
    __slots__ = ("grams",)

    def __init__(self, grams):
        self.grams = grams

    def __eq__(self, other):
        return isinstance(other, Weight) and self.grams == other.grams

    def __hash__(self):
        return hash(self.grams)


def packed(content: Weight) -> Weight:
    return Weight(content.grams + 20)


def stamps(grams: int) -> Weight:
    return Weight(abs(grams) // 5)
"""
KIND = """
from dataclasses import dataclass

import weights as module
from genmorph.domain import ints
from genmorph.extension import Change, Formed, View, register_kind

HEAVIER = Change(
    "add_grams",
    (1, 10),
    before=lambda domain, grams: Weights(domain.most - grams) if domain.most >= grams else None,
    apply=lambda value, grams: module.Weight(value.grams + grams),
    text=lambda value, grams: f"weights.Weight({value}.grams + {grams})",
    words=lambda value, grams: f"{value} is heavier by {grams}",
    examples=((module.Weight(1), 2, module.Weight(3)),),
)


@dataclass(frozen=True, repr=False)
class Weights(Formed):
    most: int
    made_by = ("weights", "Weight")
    changes = (HEAVIER,)
    views = (View("{}.grams", lambda value: value.grams),)

    @staticmethod
    def arguments(value):
        return (value.grams,)

    @property
    def inner(self):
        return ints(0, self.most)

    def form(self, plain):
        return module.Weight(plain)

    def plain(self, value):
        return value.grams

    def notation(self):
        return f"weighing({self.most})"

    def strategy(self):
        return f"st.builds(weights.Weight, st.integers(0, {self.most}))"


def weighing(most=500):
    return Weights(most)


register_kind(Weights, weighing, module.Weight)
"""
LOAD = ["--load", "weight_kind"]
END = ["--budget", "0.2ev", "--no-cache", "--json", "found.json"]


@pytest.fixture(scope="module")
def packing(tmp_path_factory):
    """A folder with relations of a function that takes and gives values of the kind, and their tests."""
    folder = tmp_path_factory.mktemp("packing")
    (folder / "weights.py").write_text(WEIGHTS)
    (folder / "weight_kind.py").write_text(KIND)
    done = run_command(folder, "infer", "weights:packed", *LOAD, *END, "--output", "test_packed.py")
    assert done.returncode == 0, done.stderr
    return folder


def test_inputs_are_changed_and_outputs_read_as_the_kind_says(packing):
    formulas = [one["formula"] for one in json.loads((packing / "found.json").read_text())["relations"]]
    assert "packed(weights.Weight(content.grams + 1)) == weights.Weight(packed(content).grams + 1)" in formulas


def test_the_written_test_needs_neither_genmorph_nor_the_kind(packing, tmp_path):
    (tmp_path / "weights.py").write_text(WEIGHTS)
    text = (packing / "test_packed.py").read_text()
    assert "content=st.builds(weights.Weight, st.integers(0, " in text
    assert "weight_kind" not in text
    assert run_without_genmorph(packing / "test_packed.py", tmp_path)


def test_saved_relations_are_read_where_the_kind_is_registered_and_refused_elsewhere(packing):
    refused = run_command(packing, "check", "found.json")
    assert refused.returncode == 2
    assert "weighing" in refused.stderr
    assert "--load MODULE" in refused.stderr
    assert "found.json: holds for " in run_command(packing, "check", "found.json", *LOAD).stdout


def test_a_function_that_only_gives_such_values_is_served_where_the_kind_is_registered(packing, tmp_path):
    for name in ("weights.py", "weight_kind.py"):
        (tmp_path / name).write_text((packing / name).read_text())
    refused = run_command(tmp_path, "infer", "weights:stamps", *END)
    assert refused.returncode == 4
    assert "weights.Weight" in refused.stderr
    done = run_command(tmp_path, "infer", "weights:stamps", *LOAD, *END)
    assert done.returncode == 0, done.stderr

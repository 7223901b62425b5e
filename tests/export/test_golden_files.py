"""What users get, word for word; to write the files anew after a wanted change, run this module as a script."""

import ast
from pathlib import Path

import pytest

from genmorph.domain import floats, ints, lists, np_arrays, np_shapes, texts
from genmorph.export.pytest_file import render_tests
from genmorph.model import Container, Kind, Output, Place, Tolerance
from genmorph.results.cases import build_test_file
from genmorph.transformations.transformation import Transformation
from tests.export.conftest import run_without_genmorph, write_module
from tests.handmade import GROWS, REVERSED, make_error_relation, make_relation, make_signature

HERE = Path(__file__).parent


def power_grows():
    signature = make_signature("power", {"k": ints(-20, 20), "e": ints(0, 12)}, **SHOP)
    grows = Transformation("add", (1,), 1)
    return make_relation(signature, grows, ["==", "return_f", ["*", "return_s", "k_s"]], [(3, 4), (0, 0)])


def half_does_not_shrink():
    tolerance = Tolerance(1e-9, 1e-6)
    signature = make_signature("half", {"x": floats(-50, 50)}, Kind.FLOAT, tolerance=tolerance, **SHOP)
    return make_relation(signature, GROWS, ["<=", "return_s", "return_f"], [(0.5,)])


def fifth_may_raise():
    signature = make_signature("fifth", {"n": ints(-3, 20)}, raises=("ValueError",), **SHOP)
    return make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 5]], [(0,), (7,)])


def mean_of_a_reversed_list():
    signature = make_signature("mean", {"values": lists(ints(-99, 99), max_len=9)}, Kind.FLOAT, **SHOP | REFUSES)
    return make_relation(signature, REVERSED, ["==", "return_f", "return_s"], [([1, 2],), ([-3],)])


def mean_raises_the_same_error():
    signature = make_signature("mean", {"values": lists(ints(-99, 99), max_len=9)}, Kind.FLOAT, **SHOP | REFUSES)
    return make_error_relation(signature, REVERSED, [([],)])


def sort_in_place():
    left = Output(Kind.INTS, Place.ARGUMENT, "values", Container.LIST, position=0)
    signature = make_signature("sort", {"values": lists(ints(-9, 9))}, left, **SHOP)
    return make_relation(signature, REVERSED, ["==", "values.after_f", "values.after_s"], [([3, 1, 2],)])


def shout_twice_as_much():
    signature = make_signature("shout", {"text": texts(max_len=9)}, Kind.TEXT, **SHOP)
    tree = ["==", "return_f", ["concatenate", ["remove", "return_s", -1], "return_s"]]
    return make_relation(signature, Transformation("repeat", (0,)), tree, [("ab",), ("'\\n",)])


def squeeze_again():
    signature = make_signature("squeeze", {"text": texts(max_len=9)}, Kind.TEXT, **SHOP)
    return make_relation(signature, CHAINED, ["==", "return_f", "return_s"], [(" a  b",)])


def shift_of_an_array():
    output = Output(Kind.FLOATS, container=Container.ARRAY)
    domain = np_arrays("float64", np_shapes(1, 1, 1, 9), floats(-9, 9))
    signature = make_signature("shift", {"values": domain}, output, **SHOP)
    return make_relation(signature, REVERSED, ["==", "return_f", ["flip", "return_s"]], [([1.5, -2.0],)])


def box_of_swapped_sides():
    outputs = (
        Output(Kind.INT, Place.FIELD, "area"),
        Output(Kind.INTS, Place.FIELD, "sides", Container.TUPLE),
    )
    signature = make_signature("box", {"width": ints(0, 9), "height": ints(0, 9)}, outputs, **SHOP)
    tree = ["==", "return.area_f", "return.area_s"]
    return make_relation(signature, Transformation("swap", (0, 1)), tree, [(2, 3)])


def largest_even_of_a_reversed_list():
    outputs = (Output(Kind.FLOAT, optional=True), Output(Kind.BOOL, is_none=True))
    signature = make_signature("largest_even", {"values": lists(ints(0, 9))}, outputs, **SHOP)
    return make_relation(signature, REVERSED, ["==", "return_f", "return_s"], [([1, 3],)])


def doubled_one_by_one():
    signature = make_signature("doubled", {"values": lists(ints(0, 9))}, ITERATOR, **SHOP)
    return make_relation(signature, REVERSED, ["==", "return_f", ["flip", "return_s"]], [([1, 2],)])


SHOP = {"module": "tests.export.shop"}
REFUSES = {"raises": ("ValueError",)}
LIST = Output(Kind.INTS, container=Container.LIST)
ITERATOR = Output(Kind.INTS, container=Container.ITERATOR)
CHAINED = Transformation("chain", (0,), output=0)
RELATIONS = {
    "power": power_grows,
    "half": half_does_not_shrink,
    "fifth": fifth_may_raise,
    "mean": mean_of_a_reversed_list,
    "mean_errors": mean_raises_the_same_error,
    "sort": sort_in_place,
    "shout": shout_twice_as_much,
    "squeeze": squeeze_again,
    "shift": shift_of_an_array,
    "box": box_of_swapped_sides,
    "largest_even": largest_even_of_a_reversed_list,
    "doubled": doubled_one_by_one,
}


def render(name):
    relation = RELATIONS[name]()
    return render_tests(build_test_file([relation.signature], [relation]), f"Metamorphic relations of {name}.")


def golden(name):
    return HERE / "golden" / f"{name}.py"


@pytest.mark.parametrize("name", RELATIONS)
def test_an_exported_file_is_word_for_word_the_golden_one(name):
    text = render(name)
    ast.parse(text)
    assert text == golden(name).read_text()


@pytest.mark.parametrize("name", RELATIONS)
def test_a_golden_file_runs_without_genmorph(name, tmp_path):
    write_module(tmp_path, "tests.export.shop", (HERE / "shop.py").read_text())
    (ran,) = run_without_genmorph(golden(name), tmp_path)
    assert ran == f"test_{RELATIONS[name]().name}"


if __name__ == "__main__":
    for name in RELATIONS:
        golden(name).write_text(render(name))

"""Exported tests of functions on texts, sequences and arrays, with several outputs, and that change arguments."""

import sys
from dataclasses import replace
from textwrap import dedent

import pytest

from genmorph.domain import byte_strings, floats, froms, ints, lists, np_arrays, np_shapes, optionals, texts, tuples
from genmorph.export.pytest_file import render_tests
from genmorph.export.trial_run import run_tests
from genmorph.model import Container, Kind, Output, Place
from genmorph.results.cases import build_test_file
from genmorph.transformations.transformation import Transformation
from tests.export.conftest import run_without_genmorph, write_module
from tests.handmade import EVIDENCE, GROWS, IN_PART, REVERSED, make_error_relation, make_relation, make_signature

SAME = ["==", "return_f", "return_s"]
FLIPPED = ["==", "return_f", ["flip", "return_s"]]
LIST, TUPLE, BYTES, ARRAY, ITERATOR = (Output(Kind.INTS, container=container) for container in Container)
CHAINED = Transformation("chain", (0,), output=0)
ARRAYS = np_arrays("int64", np_shapes(1, 1, 0, 6), ints(-9, 9))


def exported(folder, body, domains, output, transformation, tree, examples=(), evidence=EVIDENCE, **fields):
    """The text of the tests of a function `f`, which has passed where genmorph is not installed."""
    write_module(folder, "kinds", dedent(body))
    signature = make_signature("f", domains, output, module="kinds", **fields)
    if tree is None:
        relation = make_error_relation(signature, transformation, examples)
    else:
        relation = make_relation(signature, transformation, tree, examples)
    text = render_tests(build_test_file([signature], [replace(relation, evidence=evidence)]), "Relations.")
    file = folder / "exported.py"
    file.write_text(text)
    assert len(run_without_genmorph(file, folder)) == 1
    return text


@pytest.mark.parametrize(
    ("domain", "output", "tree", "example", "assertion"),
    [
        (lists(ints()), LIST, FLIPPED, [1], "follow_up == source[::-1]"),
        (tuples(ints()), TUPLE, FLIPPED, (1,), "follow_up == source[::-1]"),
        (byte_strings(), BYTES, FLIPPED, b"\xff", "follow_up == source[::-1]"),
        (ARRAYS, ARRAY, FLIPPED, [1], "follow_up.tolist() == source.tolist()[::-1]"),
        (tuples(ints()), TUPLE, ["==", ["remove", "return_f", 0], ["remove", ["flip", "return_s"], 0]], (1,), ""),
        (ARRAYS, ARRAY, ["==", ["len", "return_f"], ["len", "xs_s"]], [1], "len(follow_up) == len(xs)"),
        (ARRAYS, ARRAY, ["and", FLIPPED, ["==", ["scale each", "xs_s", 1], "return_s"]], [1], "in xs.tolist()]"),
    ],
)
def test_sequences_of_every_container_are_compared_element_by_element(
    tmp_path, domain, output, tree, example, assertion
):
    text = exported(tmp_path, "def f(xs):\n    return xs\n", {"xs": domain}, output, REVERSED, tree, [(example,)])
    assert assertion in text


CHANGES_BOTH = """
def f(xs, ys):
    xs.sort()
    ys += ys[:1]
    return len(xs)
"""
LEFT = (
    Output(Kind.INT),
    Output(Kind.INTS, Place.ARGUMENT, "xs", Container.LIST, position=0),
    Output(Kind.INTS, Place.ARGUMENT, "ys", Container.LIST, position=1),
)


def test_every_argument_that_is_changed_in_place_is_copied_for_both_calls(tmp_path):
    domains = {"xs": lists(ints()), "ys": lists(ints(), min_len=1)}
    tree = ["and", ["==", "xs.after_f", "xs.after_s"], ["==", "ys.after_f", "ys.after_s"]]
    text = exported(tmp_path, CHANGES_BOTH, domains, LEFT, REVERSED, tree, [([2, 1], [3])])
    assert text.count("ys.copy()") == 2
    assert "    f(xs_source, ys_source)\n" in text


def test_what_is_returned_by_a_function_that_changes_arguments_is_compared_too(tmp_path):
    domains = {"xs": lists(ints()), "ys": lists(ints(), min_len=1)}
    tree = ["==", "return_f", ["len", "xs.after_s"]]
    text = exported(tmp_path, CHANGES_BOTH, domains, LEFT, REVERSED, tree)
    assert "    f(xs_source, ys_source)\n" in text
    assert "    follow_up = f(xs_follow_up, ys_follow_up)\n" in text


def test_a_reversed_view_of_an_array_that_is_changed_is_copied(tmp_path):
    left = Output(Kind.INTS, Place.ARGUMENT, "xs", Container.ARRAY, position=0)
    tree = ["==", "xs.after_f", "xs.after_s"]
    text = exported(tmp_path, "def f(xs):\n    xs.sort()\n", {"xs": ARRAYS}, left, REVERSED, tree, [([2, 1],)])
    assert "xs_follow_up = xs[::-1].copy()" in text


def test_lists_in_a_list_that_is_changed_are_copied(tmp_path):
    left = Output(Kind.NESTED, Place.ARGUMENT, "xs", Container.LIST, position=0)
    body = "def f(xs):\n    for inner in xs:\n        inner.append(0)\n"
    tree = ["==", "xs.after_f", ["flip", "xs.after_s"]]
    text = exported(tmp_path, body, {"xs": lists(lists(ints()))}, left, REVERSED, tree, [([[1], []],)])
    assert "from copy import deepcopy" in text


def test_what_was_changed_in_place_is_changed_again(tmp_path):
    left = Output(Kind.INTS, Place.ARGUMENT, "xs", Container.LIST, position=0)
    tree = ["==", "xs.after_f", "xs.after_s"]
    text = exported(tmp_path, "def f(xs):\n    xs.sort()\n", {"xs": lists(ints())}, left, CHAINED, tree)
    assert "xs_follow_up = xs_source.copy()" in text
    assert "    [xs after f([xs after f(xs)])] == [xs after f(xs)]\n" in text


def test_names_of_copies_are_free(tmp_path):
    left = Output(Kind.INTS, Place.ARGUMENT, "xs", Container.LIST, position=0)
    domains = {"xs": lists(ints()), "xs_source": lists(ints())}
    tree = ["==", "xs.after_f", "xs.after_s"]
    text = exported(tmp_path, "def f(xs, xs_source):\n    xs.sort()\n", domains, left, REVERSED, tree)
    assert "xs_source_ = xs.copy()" in text


@pytest.mark.parametrize(
    ("value", "output", "tree", "assertion"),
    [
        ("len(xs)", Output(Kind.FLOAT, optional=True), SAME, "equal(or_nan(follow_up), or_nan(source))"),
        ("'ab'", Output(Kind.TEXT, optional=True), SAME, '(follow_up or "") == (source or "")'),
        ("len(xs) > 3", Output(Kind.BOOL, optional=True), ["iff", "return_f", "return_s"], "(follow_up or False)"),
        (
            "[1]",
            Output(Kind.INTS, container=Container.LIST, optional=True),
            SAME,
            "(follow_up or []) == (source or [])",
        ),
        ("(1,)", Output(Kind.INTS, container=Container.TUPLE, optional=True), SAME, "list(follow_up or ())"),
        ("xs", Output(Kind.INTS, container=Container.ARRAY, optional=True), FLIPPED, "[] if source is None else"),
        ("1", Output(Kind.BOOL, is_none=True), ["iff", "return is None_f", "return is None_s"], "(source is None)"),
    ],
)
def test_outputs_that_may_be_none_read_as_nan_or_empty(tmp_path, value, output, tree, assertion):
    body = f"def f(xs):\n    return {value} if len(xs) > 2 else None\n"
    assert assertion in exported(tmp_path, body, {"xs": ARRAYS}, output, REVERSED, tree, [([1],), ([1, 2, 3],)])


@pytest.mark.parametrize(
    ("value", "output", "assertion"),
    [
        ("Box(len(xs))", Output(Kind.INT, Place.FIELD, "size"), "follow_up.size == source.size"),
        ("(xs, len(xs))", Output(Kind.INT, Place.ITEM, 1), "follow_up[1] == source[1]"),
        ("{'size': len(xs)}", Output(Kind.INT, Place.KEY, "size"), 'follow_up["size"] == source["size"]'),
    ],
)
def test_parts_of_what_is_returned_are_compared(tmp_path, value, output, assertion):
    body = f"""
        from dataclasses import dataclass

        @dataclass
        class Box:
            size: int

        def f(xs):
            return {value}
    """
    tree = ["==", f"{output.name}_f", f"{output.name}_s"]
    assert assertion in exported(tmp_path, body, {"xs": lists(ints())}, output, REVERSED, tree)


def test_parts_of_what_may_be_none_read_as_nan_or_empty(tmp_path):
    body = """
        def f(xs):
            return {"size": len(xs), "text": str(sorted(xs)), "some": tuple(sorted(xs))} if len(xs) > 2 else None
    """
    outputs = (
        Output(Kind.FLOAT, Place.KEY, "size", optional=True),
        Output(Kind.TEXT, Place.KEY, "text", optional=True),
        Output(Kind.INTS, Place.KEY, "some", Container.TUPLE, optional=True),
        Output(Kind.BOOL, is_none=True),
    )
    equalities = [["==", f"return['{key}']_f", f"return['{key}']_s"] for key in ("size", "text", "some")]
    tree = ["and", ["and", *equalities[:2]], equalities[2]]
    text = exported(tmp_path, body, {"xs": lists(ints())}, outputs, REVERSED, tree, [([1],), ([1, 2, 3],)])
    assert 'or_nan(None if source is None else source["size"])' in text


def test_a_field_is_passed_on(tmp_path):
    body = "from types import SimpleNamespace\n\ndef f(x):\n    return SimpleNamespace(size=abs(x))\n"
    size = Output(Kind.INT, Place.FIELD, "size")
    tree = ["==", "return.size_f", "return.size_s"]
    text = exported(tmp_path, body, {"x": floats(-9, 9)}, size, CHAINED, tree)
    assert "follow_up = f(float(source.size))" in text
    assert "    f(f(x).size).size == f(x).size\n" in text


def test_what_an_iterator_gives_is_listed_and_passed_on(tmp_path):
    body = "def f(xs):\n    yield from sorted(xs)\n"
    text = exported(tmp_path, body, {"xs": lists(ints())}, ITERATOR, CHAINED, SAME)
    assert "follow_up = list(f(source))" in text


PICKY = """
def f(xs, *, scale):
    if len(xs) == 0:
        raise ValueError(scale)
    return xs * scale
"""


def test_an_exception_that_is_allowed_is_none_on_an_example_with_arrays(tmp_path):
    domains = {"xs": np_arrays("float64", np_shapes(1, 1, 0, 6), floats(-9, 9)), "scale": ints(0, 9)}
    output = Output(Kind.FLOATS, container=Container.ARRAY)
    transformation = Transformation("append", (0,), 0.5)
    tree = ["<=", ["len", "return_s"], ["len", "return_f"]]
    fields = {"raises": ("ValueError",), "keyword_only": ("scale",)}
    text = exported(tmp_path, PICKY, domains, output, transformation, tree, [([1.0, float("nan")], 2)], **fields)
    assert "scale=2, is_example=True)" in text
    refused = make_relation(make_signature("f", domains, output, module="kinds", **fields), transformation, tree)
    refused = make_relation(refused.signature, transformation, tree, [([], 2)])
    file = render_tests(build_test_file([refused.signature], [refused]), "Relations.")
    (failure,) = run_tests(file, [*sys.path, str(tmp_path)], 60.0).values()
    assert failure.startswith("ValueError")


def test_errors_are_compared_with_keywords_copies_and_drained_iterators(tmp_path):
    body = """
        def f(xs, *, function):
            while True:
                yield 1 // (function + xs.pop())
    """
    left = Output(Kind.INTS, Place.ARGUMENT, "xs", Container.LIST, position=0)
    domains = {"xs": lists(froms([0])), "function": ints(0, 1)}
    fields = {"keyword_only": ("function",), "raises": ("IndexError", "ZeroDivisionError")}
    text = exported(tmp_path, body, domains, (ITERATOR, left), REVERSED, None, [([0], 1)], **fields)
    assert "lambda: list(f(xs.copy(), function=function))" in text


def test_a_keyword_may_be_called_like_an_argument_of_what_catches_errors(tmp_path):
    body = "def f(n, *, function):\n    return n // function\n"
    domains = {"n": ints(1, 9), "function": ints(0, 1)}
    text = exported(tmp_path, body, domains, Kind.INT, GROWS, None, keyword_only=("function",))
    assert "raised(f, n + 1, function=function) == raised(f, n, function=function)" in text


def test_parameters_may_have_the_names_of_what_tests_of_sequences_use(tmp_path):
    names = ["list", "len", "np", "npst", "deepcopy", "sorted", "raised", "or_nan", "v", "repr"]
    tree = ["==", ["sorted", "return_f"], ["sorted", ["scale each", "list_s", 1]]]
    body = f"def f({', '.join(names)}):\n    return list\n"
    exported(tmp_path, body, dict.fromkeys(names, ARRAYS), ARRAY, REVERSED, tree, [10 * ([1],)])


def test_parameters_that_are_renamed_stay_apart(tmp_path):
    text = exported(
        tmp_path,
        "def f(source, source_):\n    return source - source_\n",
        {"source": ints(0, 9), "source_": ints(0, 9)},
        Kind.INT,
        GROWS,
        ["==", "return_f", ["+", "return_s", 1]],
    )
    assert "f(source_, source__)" in text


@pytest.mark.parametrize("name", ["sorted", "zip", "np"])
def test_a_function_may_have_the_name_of_what_tests_of_sequences_use(name, tmp_path):
    write_module(tmp_path, "kinds", f"def {name}(xs):\n    return xs[:2]\n")
    output = Output(Kind.FLOATS, container=Container.ARRAY)
    signature = make_signature(
        name, {"xs": np_arrays("float64", np_shapes(1, 1, 2, 20), floats(0, 1))}, output, module="kinds"
    )
    tree = ["and", ["==", ["len", "return_f"], ["len", "return_s"]], ["==", ["sorted", "return_f"], "return_f"]]
    relation = make_relation(signature, Transformation("sort", (0,)), tree)
    file = tmp_path / "exported.py"
    file.write_text(render_tests(build_test_file([signature], [relation]), "Relations."))
    assert len(run_without_genmorph(file, tmp_path)) == 1


def test_any_text_may_stand_in_a_test(tmp_path):
    write_module(tmp_path, "kinds", "def f(text):\n    return text\n")
    signature = make_signature("f", {"text": texts()}, Kind.TEXT, module="kinds")
    pieces = ["\\", '"""', "'", "\n", 'a"', "é\u2028\ud800"]
    relations = [
        make_relation(
            signature,
            Transformation("append", (0,), piece),
            ["==", ["len", "return_f"], ["+", ["len", "return_s"], len(piece)]],
            [(piece,)],
        )
        for piece in pieces
    ]
    file = tmp_path / "exported.py"
    file.write_text(render_tests(build_test_file([signature], relations), "Relations."))
    assert len(run_without_genmorph(file, tmp_path)) == len(pieces)


def test_an_optional_argument_is_none_in_some_examples(tmp_path):
    domains = {"n": ints(0, 9), "xs": optionals(ARRAYS)}
    body = "def f(n, xs):\n    return n + (0 if xs is None else len(xs))\n"
    tree = ["==", "return_f", ["+", "return_s", 1]]
    text = exported(tmp_path, body, domains, Kind.INT, GROWS, tree, [(1, None), (2, [3])], raises=("ValueError",))
    assert "xs=None" in text


def test_a_generator_is_under_guard_while_it_is_drained(tmp_path):
    body = """
        from pathlib import Path

        def f(xs):
            Path(__file__).with_name("log.txt").write_text("written")
            yield from xs
    """
    write_module(tmp_path, "kinds", body)
    signature = make_signature("f", {"xs": lists(ints())}, ITERATOR, module="kinds")
    text = render_tests(build_test_file([signature], [make_relation(signature, REVERSED, FLIPPED)]), "Relations.")
    (failure,) = run_tests(text, [*sys.path, str(tmp_path)], 60.0, guarded="f").values()
    assert failure.startswith("refused: open ")
    assert not (tmp_path / "log.txt").exists()


def test_an_output_is_passed_on_only_where_it_is_a_valid_input(tmp_path):
    body = "def f(n):\n    return n if n < 5 else n * 100\n"
    tree = ["==", "return_f", "return_s"]
    text = exported(tmp_path, body, {"n": ints(0, 9)}, Kind.INT, CHAINED, tree, evidence=IN_PART)
    assert "    assume(0 <= source <= 9)\n" in text
    assert "suppress_health_check=[HealthCheck.filter_too_much]" in text


def test_an_output_that_always_was_a_valid_input_is_passed_on_as_it_is(tmp_path):
    body = "def f(n):\n    return n\n"
    text = exported(tmp_path, body, {"n": ints(0, 9)}, Kind.INT, CHAINED, ["==", "return_f", "return_s"])
    assert "assume" not in text
    assert "HealthCheck" not in text


def test_a_parameter_called_self_is_renamed(tmp_path):
    text = exported(
        tmp_path, "def f(self):\n    return self\n", {"self": ints()}, Kind.INT, GROWS, ["<", "return_s", "return_f"]
    )
    assert "self_=st.integers()" in text

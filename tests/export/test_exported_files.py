import ast
import sys

import pytest
from hypothesis import strategies as st

from genmorph.domain import as_domain, floats, ints, lists, optionals, texts
from genmorph.export import ExportError
from genmorph.export.pytest_file import render_tests
from genmorph.export.trial_run import run_tests, verify_tests
from genmorph.model import Container, Kind, Output, Place
from genmorph.results.cases import build_test_file, chosen_examples, unique_names
from genmorph.transformations.transformation import Transformation
from tests.export.conftest import run_without_genmorph, write_module
from tests.handmade import GROWS, NEGATED, REVERSED, make_relation, make_scenario, make_signature

SAME = ["==", "return_f", "return_s"]
TIMES_K = ["==", "return_f", ["*", "return_s", "k_s"]]
GROWS_E = Transformation("add", (1,), 1)
POWER = {"k": ints(-20, 20), "e": ints(0, 12)}


def render(*relations):
    return render_tests(build_test_file([relations[0].signature], relations), "Relations.")


def assert_runs(text, folder, count=1):
    file = folder / "exported.py"
    file.write_text(text)
    assert len(run_without_genmorph(file, folder)) == count


def doubling(name, keyword_only=()):
    """A relation of a function `twice` in module `colliding`, whose parameter has this name."""
    signature = make_signature("twice", {name: ints(-9, 9)}, module="colliding", keyword_only=keyword_only)
    return make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 2]], [(3,)])


def test_a_failing_relation_is_named_with_what_was_seen(shop):
    good = make_relation(make_signature("wrong", POWER), Transformation("scale", (0,), -1), ["==", "k_s", "k_s"])
    bad = make_relation(make_signature("wrong", POWER), GROWS_E, TIMES_K, [(2, 3)])
    failures = run_tests(render(good, bad), [*sys.path, str(shop)], 60.0)
    assert list(failures) == [f"test_{bad.name}"]
    assert failures[f"test_{bad.name}"].startswith("AssertionError")


def test_a_file_whose_tests_all_pass_has_no_failures(shop):
    text = render(make_relation(make_signature("power", POWER), GROWS_E, TIMES_K))
    assert run_tests(text, [*sys.path, str(shop)], 60.0) == {}


def test_trial_runs_tell_scikit_learn_the_number_of_cores_as_workers_do():
    text = 'import os\n\ndef test_cores():\n    assert os.environ["LOKY_MAX_CPU_COUNT"] == "1"\n'
    assert run_tests(text, sys.path, 60.0) == {}


def test_a_file_that_does_not_import_is_an_error_with_the_reason(shop):
    text = render(make_relation(make_signature("nowhere", POWER), GROWS_E, TIMES_K))
    with pytest.raises(ExportError, match="does not run: ImportError: cannot import name 'nowhere'"):
        run_tests(text, [*sys.path, str(shop)], 60.0)


def test_sources_are_drawn_such_that_follow_ups_lie_in_the_domain(shop):
    write_module(shop, "strict", "def strict(n):\n    assert 0 <= n <= 9\n    return n\n")
    signature = make_signature("strict", {"n": ints(0, 9)}, module="strict")
    text = render(make_relation(signature, Transformation("add", (0,), 5), ["==", "return_f", ["+", "return_s", 5]]))
    assert "st.integers(0, 4)" in text
    assert_runs(text, shop)


@pytest.mark.parametrize("name", ["source", "follow_up", "st", "math", "given", "settings", "example", "twice"])
def test_a_parameter_may_have_the_name_of_anything_in_the_file(name, tmp_path):
    write_module(tmp_path, "colliding", f"def twice({name}):\n    return 2 * {name}\n")
    assert_runs(render(doubling(name)), tmp_path)


def test_a_parameter_may_have_the_name_of_a_helper_that_is_not_needed(tmp_path):
    write_module(tmp_path, "colliding", "def twice(equal):\n    return 2 * equal\n")
    assert_runs(render(doubling("equal")), tmp_path)


@pytest.mark.parametrize("function", ["equal", "less_equal", "divide", "given", "st", "source", "assume"])
def test_a_function_may_have_the_name_of_anything_in_the_file(function, tmp_path):
    write_module(tmp_path, "colliding", f"def {function}(x):\n    return x / 2\n")
    signature = make_signature(function, {"x": floats(-9, 9)}, Kind.FLOAT, module="colliding")
    tree = ["==", "return_f", ["/", "return_s", -1]]
    assert_runs(render(make_relation(signature, NEGATED, tree)), tmp_path)


def test_keyword_only_parameters_are_passed_by_name(shop):
    signature = make_signature("rate", {"n": ints(0, 9), "scale": ints(0, 9)}, keyword_only=("scale",))
    text = render(make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", "scale_s"]], [(1, 2)]))
    assert "rate(n + 1, scale=scale)" in text
    assert_runs(text, shop)


def test_an_exception_of_the_users_skips_inputs_but_not_examples(shop):
    signature = make_signature("fifth", {"n": ints(-5, 20)}, raises=("shop.EmptyError",))
    tree = ["==", "return_f", ["+", "return_s", 5]]
    assert_runs(render(make_relation(signature, GROWS, tree, [(3,)])), shop)
    refused = make_relation(signature, GROWS, tree, [(-4,)])
    failures = run_tests(render(refused), [*sys.path, str(shop)], 60.0)
    assert failures[f"test_{refused.name}"].startswith("EmptyError")


def test_a_function_that_refuses_most_inputs_is_tested_on_the_others(tmp_path):
    write_module(tmp_path, "picky", "def picky(n):\n    return {0: 1, 1: 2}[n]\n")
    signature = make_signature("picky", {"n": ints()}, module="picky", raises=("KeyError",))
    relation = make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 1]], [(0,)])
    assert verify_tests(render(relation), [*sys.path, str(tmp_path)], 60.0) == {}
    assert "@example(n=0, is_example=True)" in render(relation)


LONG = """
from itertools import chain, repeat

def rows(n):
    return "a" * (n if n <= 10_000 else n + n % 2)

def cells(n):
    return chain(repeat(n, min(n, 10_001)), iter(lambda: n, None) if n > 10_000 else ())

def sized(n, text):
    return (len(text), rows(n)) if n % 2 else (len(text), None)
"""


@pytest.mark.parametrize("has_large_outputs", [True, False])
def test_nothing_is_claimed_of_values_longer_than_what_is_looked_at(has_large_outputs, tmp_path):
    write_module(tmp_path, "long", LONG)
    fields = {"module": "long", "has_large_outputs": has_large_outputs}
    signature = make_signature("rows", {"n": ints(0, 10_200)}, Kind.TEXT, **fields)
    relation = make_relation(signature, GROWS, ["==", ["len", "return_f"], ["+", 1, ["len", "return_s"]]], [(3,)])
    failures = run_tests(render(relation), [*sys.path, str(tmp_path)], 60.0)
    assert [*failures] == [f"test_{relation.name}"] * (not has_large_outputs)


OF_BOTH = ["call", 0, ["+", "n", "m"]], ["join", ["call", 0, "n"], ["call", 0, "m"]]
BACK = ["call", 1, ["call", 0, "n"]], "n"


@pytest.mark.parametrize(
    ("has_large_outputs", "terms", "is_guarded"), [(True, OF_BOTH, True), (False, OF_BOTH, False), (True, BACK, False)]
)
def test_of_several_calls_the_sides_may_be_too_long(has_large_outputs, terms, is_guarded, tmp_path):
    write_module(tmp_path, "long", "def rows(n):\n    return 'a' * n\n\ndef count(text):\n    return len(text)\n")
    small = ints(0, 4_000)
    fields = {"module": "long", "has_large_outputs": has_large_outputs}
    rows = make_signature("rows", {"n": ints(0, 20_000)}, Kind.TEXT, **fields)
    count = make_signature("count", {"text": texts("a", max_len=10_000)}, Kind.INT, **fields)
    relation = make_scenario([rows, count], {"n": small, "m": small}, "round trip", *terms, examples=[(3, 4)])
    text = render_tests(build_test_file(relation.signatures, [relation]), "Relations.")
    assert ("if max(len(result), len(expected)) > 10_000" in text) == is_guarded
    assert_runs(text, tmp_path)


def test_what_is_calculated_with_inputs_leaves_none_aside(tmp_path):
    write_module(tmp_path, "scores", "def points(score):\n    return 0 if score is None else score\n")
    score = optionals(ints(-9, 9))
    signature = make_signature("points", {"score": score}, module="scores")
    both = ["call", 0, ["+", "a", "b"]], ["+", ["call", 0, "a"], ["call", 0, "b"]]
    relation = make_scenario([signature], {"a": score, "b": score}, "additivity", *both, examples=[(3, 4)])
    text = render_tests(build_test_file([signature], [relation]), "Relations.")
    assert "a is not None and b is not None" in text
    assert_runs(text, tmp_path)


def test_an_example_has_to_stay_short_enough_to_be_compared(tmp_path):
    write_module(tmp_path, "long", "def rows(n):\n    return 'a' * (20_000 + n if n == 3 else n)\n")
    signature = make_signature("rows", {"n": ints(0, 100)}, Kind.TEXT, module="long", has_large_outputs=True)
    grows = make_relation(signature, GROWS, ["==", ["len", "return_f"], ["+", 1, ["len", "return_s"]]], [(3,)])
    assert [*run_tests(render(grows), [*sys.path, str(tmp_path)], 60.0)] == [f"test_{grows.name}"]


def test_an_iterator_without_end_is_read_as_far_as_is_looked_at(tmp_path):
    write_module(tmp_path, "long", LONG)
    output = Output(Kind.INTS, container=Container.ITERATOR)
    signature = make_signature("cells", {"n": ints(0, 20_000)}, output, module="long", has_large_outputs=True)
    claim = ["==", ["len", "return_f"], ["+", 1, ["len", "return_s"]]]
    assert_runs(render(make_relation(signature, GROWS, claim, [(3,)])), tmp_path)


def test_a_value_that_may_be_none_has_no_length_there(tmp_path):
    write_module(tmp_path, "long", LONG)
    outputs = [Output(Kind.INT, Place.ITEM, 0), Output(Kind.TEXT, Place.ITEM, 1, optional=True)]
    domains = {"n": ints(0, 20_000), "text": texts("ab")}
    signature = make_signature("sized", domains, outputs, module="long", has_large_outputs=True)
    same = make_relation(signature, Transformation("reverse", (1,)), ["==", "return[1]_f", "return[1]_s"], [(3, "ab")])
    assert_runs(render(same), tmp_path)


def test_without_an_example_every_input_may_be_refused(shop):
    signature = make_signature("fifth", {"n": ints(-5, 20)}, raises=("shop.EmptyError",))
    text = render(make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 5]]))
    assert "    except shop.EmptyError:\n        return" in text
    assert_runs(text, shop)


def test_any_other_exception_fails_the_test(shop):
    signature = make_signature("fifth", {"n": ints(-5, 20)}, raises=("ValueError",))
    relation = make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 5]])
    assert list(run_tests(render(relation), [*sys.path, str(shop)], 60.0)) == [f"test_{relation.name}"]


def test_floats_without_a_literal_can_be_examples(shop):
    signature = make_signature("half", {"x": floats(allow_nan=True, allow_infinity=True)}, Kind.FLOAT)
    tree = ["==", "return_f", ["-", 0, "return_s"]]
    text = render(make_relation(signature, NEGATED, tree, [(float("nan"),), (float("inf"),), (float("-inf"),)]))
    assert "import math" in text
    assert_runs(text, shop)


def test_an_opaque_strategy_without_a_home_becomes_its_samples(shop):
    domain = as_domain(st.integers(0).map(lambda n: 2 * n), "n")
    signature = make_signature("fifth", {"n": domain})
    text = render(make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 5]], [(2,)]))
    assert "st.sampled_from(" in text
    assert_runs(text, shop)


def test_an_opaque_strategy_with_a_home_is_imported(shop, monkeypatch):
    write_module(shop, "stock", "from hypothesis import strategies as st\nevens = st.integers(0).map(lambda n: 2 * n)")
    monkeypatch.syspath_prepend(shop)
    import stock

    signature = make_signature("fifth", {"n": as_domain(stock.evens, "n")})
    text = render(make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 5]]))
    del sys.modules["stock"]
    assert "n=stock.evens" in text
    assert_runs(text, shop)


def test_relations_that_share_a_name_have_numbered_tests(shop):
    signature = make_signature("power", POWER)
    relation = make_relation(signature, GROWS_E, TIMES_K)
    text = render(relation, relation)
    functions = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    assert functions[1:] == [f"test_{relation.name}_1", f"test_{relation.name}_2"]
    assert_runs(text, shop, count=2)


def test_a_number_makes_no_two_names_the_same_and_none_too_long():
    power = make_relation(make_signature("power", POWER), GROWS_E, TIMES_K)
    long = make_relation(make_signature(48 * "f", POWER), GROWS_E, ["==", "return_f", 1])
    first = make_relation(make_signature("power", {"k": ints(), "e_grows_by_1": ints()}), GROWS_E, TIMES_K)
    names = unique_names([power, power, long, long, first, first])
    assert len(set(names)) == 6
    assert max(map(len, names)) <= 60


@pytest.mark.parametrize(
    ("function", "parameter", "name"),
    [
        ("price", "n", "price_is_doubled_when_n_grows_by_1"),
        ("Price", "N", "price_is_doubled_when_n_grows_by_1"),
        (30 * "f", "n", "is_doubled_when_n_grows_by_1"),
        ("f", 30 * "n", f"is_doubled_when_{30 * 'n'}_changes"),
        ("f", 60 * "n", "is_doubled"),
    ],
)
def test_a_name_says_what_changes_and_what_holds_as_far_as_there_is_room(function, parameter, name):
    signature = make_signature(function, {parameter: ints(0, 9)})
    assert make_relation(signature, GROWS, ["==", "return_f", ["*", "return_s", 2]]).name == name


def test_a_function_of_no_module_cannot_be_exported():
    with pytest.raises(ExportError, match="needs a function that a test can import, got '<lambda>'"):
        render(make_relation(make_signature("<lambda>", POWER, module=None), GROWS_E, SAME))


@pytest.mark.parametrize("name", ["equal", "less", "less_equal", "divide"])
def test_a_parameter_may_have_the_name_of_a_helper(name, tmp_path):
    write_module(tmp_path, "colliding", f"def half({name}):\n    return {name} / 2\n")
    signature = make_signature("half", {name: floats(-9, 9)}, Kind.FLOAT, module="colliding")
    tree = ["and", ["<=", "return_f", ["/", "return_s", -1]], ["not", ["<", "return_f", ["-", 0, "return_s"]]]]
    assert_runs(render(make_relation(signature, NEGATED, tree)), tmp_path)


def test_a_parameter_called_assume_may_be_refused(tmp_path):
    write_module(tmp_path, "colliding", "def twice(assume):\n    return 2 * assume if assume else int('')\n")
    signature = make_signature("twice", {"assume": ints(-9, 9)}, module="colliding", raises=("ValueError",))
    text = render(make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 2]], [(3,)]))
    assert_runs(text, tmp_path)


def test_the_file_says_that_its_tests_are_inferred():
    text = render(make_relation(make_signature("power", POWER), GROWS_E, TIMES_K))
    assert "what the code does today, not from what it should do" in ast.get_docstring(ast.parse(text))


def test_a_docstring_says_the_relation_in_words_then_the_formula_then_what_speaks_for_it():
    text = render(make_relation(make_signature("power", POWER), GROWS_E, TIMES_K))
    test = ast.parse(text).body[-1]
    assert ast.get_docstring(test).splitlines() == [
        "power is multiplied by k when e grows by 1.",
        "",
        "power(k, e + 1) == power(k, e) * k",
        "Kills 2 of 3 mutants, no counterexample in 2,000 inputs.",
    ]


def test_two_killing_and_two_hard_examples_are_shown():
    relation = make_relation(make_signature("power", POWER), GROWS_E, TIMES_K, [(k, 1) for k in range(7)])
    assert chosen_examples(relation) == ((0, 1), (1, 1), (5, 1), (6, 1))


def test_long_examples_are_left_out_where_there_are_others():
    signature = make_signature("double", {"n": ints()})
    tree = ["==", "return_f", ["+", "return_s", 2]]
    assert chosen_examples(make_relation(signature, GROWS, tree, [(10**300,), (3,)])) == ((3,),)
    assert chosen_examples(make_relation(signature, GROWS, tree, [(10**900,), (10**300,)])) == ((10**300,),)


def test_an_int_that_python_cannot_write_is_an_example_all_the_same(tmp_path):
    write_module(tmp_path, "huge", "def double(n):\n    return 2 * n\n")
    signature = make_signature("double", {"n": ints()}, module="huge", raises=("OverflowError",))
    relation = make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 2]], [(-(10**5000),)])
    text = render(relation)
    assert "n=-0x" in text
    assert_runs(text, tmp_path)


@pytest.mark.parametrize(("element", "size", "given"), [(floats(), 700, 0.5), (lists(ints()), 300, [])])
def test_large_inputs_are_no_reason_to_fail(tmp_path, element, size, given):
    write_module(tmp_path, "large", "def count(xs):\n    return len(xs)\n")
    signature = make_signature("count", {"xs": lists(element, min_len=size, max_len=size)}, module="large")
    text = render(make_relation(signature, REVERSED, SAME, [(size * [given],)]))
    assert "HealthCheck.data_too_large" in text
    assert run_tests(text, [*sys.path, str(tmp_path)], 60.0, examples=5, seed=1) == {}


RARE = """
def rare(n):
    return n + (n > 4 and n % 60 == 7)
"""


def test_a_test_that_fails_under_one_seed_only_is_found_by_verification(tmp_path):
    write_module(tmp_path, "rare", RARE)
    signature = make_signature("rare", {"n": ints(0, 20_000)}, module="rare")
    relation = make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 1]])
    (failure,) = verify_tests(render(relation), [*sys.path, str(tmp_path)], 60.0).items()
    assert failure[0] == f"test_{relation.name}"
    assert failure[1].startswith("AssertionError")


def test_what_is_drawn_depends_on_the_seed_alone(tmp_path):
    write_module(tmp_path, "rare", "def rare(n):\n    assert n < 10 or n % 3, n\n    return n\n")
    signature = make_signature("rare", {"n": ints(0, 10**9)}, module="rare")
    text = render(make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 1]]))
    runs = [run_tests(text, [*sys.path, str(tmp_path)], 60.0, examples=3, seed=seed) for seed in (5, 5, None, None)]
    assert runs[0] == runs[1]
    assert runs[2] == runs[3]


WRITER = """
from pathlib import Path

def writer(n):
    if n == 3:
        Path(__file__).with_name("log.txt").write_text("3")
    return 2 * n
"""


@pytest.mark.parametrize(("guarded", "failed"), [("writer", ["refused: open "]), (None, [])])
def test_a_guarded_function_is_refused_to_write_in_a_trial_run(guarded, failed, tmp_path):
    write_module(tmp_path, "writing", WRITER)
    signature = make_signature("writer", {"n": ints(0, 9)}, module="writing")
    text = render(make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 2]], [(3,)]))
    failures = run_tests(text, [*sys.path, str(tmp_path)], 60.0, guarded=guarded)
    assert [why[: len("refused: open ")] for why in failures.values()] == failed
    assert (tmp_path / "log.txt").exists() is (guarded is None)


RECURSIVE = """
from pathlib import Path

class Sum:
    @staticmethod
    def to(n):
        below = Sum.to(n - 1) if n else 0
        Path(__file__).with_name("log.txt").write_text("written")
        return below + n
"""


def test_the_guard_stays_on_after_a_recursive_call(tmp_path):
    write_module(tmp_path, "recursive", RECURSIVE)
    signature = make_signature("Sum.to", {"n": ints(0, 3)}, module="recursive")
    text = render(make_relation(signature, GROWS, ["<=", "return_s", "return_f"], [(3,)]))
    assert len(run_tests(text, [*sys.path, str(tmp_path)], 60.0, guarded="Sum.to")) == 1
    assert not (tmp_path / "log.txt").exists()


LATE = """
from pathlib import Path

CALLS = 0

class Sum:
    @staticmethod
    def to(n):
        global CALLS
        CALLS += 1
        if CALLS > 1_000:
            Path(__file__).with_name("log.txt").write_text("written")
        return n
"""


@pytest.mark.parametrize("name", ["Sum.to", "to"])
def test_a_function_is_guarded_in_all_runs_of_a_verification(name, tmp_path):
    write_module(tmp_path, "late", LATE + "\nto = Sum.to\n")
    signature = make_signature(name, {"n": ints(0, 10**6)}, module="late")
    text = render(make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 1]]))
    (failure,) = verify_tests(text, [*sys.path, str(tmp_path)], 60.0, guarded=name).values()
    assert failure.startswith("refused: open ")
    assert not (tmp_path / "log.txt").exists()

"""Which functions and constants of the user's count as helpers, and what is read of them."""

import textwrap
from pathlib import Path

import pytest

from genmorph.domain import ints, lists
from genmorph.model import Target
from genmorph.settings import INPUTS, MUTANTS
from genmorph.subject.reached import find_helpers, may_use_others, modules_reached, read_named
from genmorph.subject.subject import inspect_subject

PRICES, UNITS = "tests.toolshop.prices", "tests.toolshop.units"


@pytest.fixture
def cost():
    return inspect_subject(f"{PRICES}:cost", {"amount": ints(-999, 999)}).target


@pytest.fixture
def by_rank():
    return inspect_subject(f"{PRICES}:by_rank", {"numbers": lists(ints())}).target


def line_of(target, text):
    return target.source[: target.source.index(text)].count("\n") + 1


def names(helpers):
    return [(helper.target.qualname, helper.distance) for helper in helpers]


def test_constants_that_a_helper_reads_are_one_further_than_it(cost):
    total = [PRICES, "Order.total", line_of(cost, "    def total"), 1]
    assert names(find_helpers(cost, [total])) == [("Order.total", 1), ("DISCOUNT", 2), ("RATE", 2)]


def test_helpers_come_nearest_first_in_whatever_order_calls_told_them(cost):
    total = [PRICES, "Order.total", line_of(cost, "    def total"), 1]
    rows = [[UNITS, "factor", 9, 2], [UNITS, "scaled", 14, 1], [UNITS, "factor", 9, 3], total]
    found = find_helpers(cost, rows)
    assert names(found) == [
        ("Order.total", 1),
        ("scaled", 1),
        ("factor", 2),
        ("DISCOUNT", 2),
        ("RATE", 2),
        ("UNITS", 3),
    ]
    assert find_helpers(cost, rows[::-1]) == found


def test_no_more_helpers_are_taken_than_the_settings_say():
    source = "".join(f"def f{number}(x): return x + {number}\n" for number in range(50))
    target = Target(None, f"def subject(x): return x\n{source}", "subject", 1, 1)
    found = find_helpers(target, [["", f"f{number}", number + 2, 50 - number] for number in range(50)])
    assert [helper.target.qualname for helper in found] == [f"f{49 - place}" for place in range(MUTANTS.helpers)]


def test_a_lambda_in_a_decorator_is_no_helper():
    source = "def f(x): return x\n\n\n@by(lambda x: x + 1)\ndef g(x):\n    return x\n"
    rows = [["", "<lambda>", 4, 1], ["", "g", 4, 1]]
    assert names(find_helpers(Target(None, source, "f", 1, 1), rows)) == [("g", 1)]


def test_functions_inside_of_the_subject_are_changed_with_it(by_rank):
    rows = [
        [PRICES, "by_rank.<locals>.rank", line_of(by_rank, "    def rank"), 2],
        [PRICES, "by_rank.<locals>.<lambda>", line_of(by_rank, "    return sorted"), 1],
    ]
    assert find_helpers(by_rank, rows) == ()


def test_a_closure_made_by_what_calls_do_not_reach_is_a_helper(cost):
    row = [PRICES, "make_fee.<locals>.fee", line_of(cost, "    def fee"), 1]
    (helper,) = find_helpers(cost, [row])
    lines = helper.target.source.split("\n")[helper.target.first_line - 1 : helper.target.last_line]
    assert lines == ["    def fee(total):", "        return total // step + 1"]


def test_a_function_that_is_not_where_it_was_told_to_be_is_left_out(cost):
    assert find_helpers(cost, [[PRICES, "Order.total", 1, 1], ["tests.no_such_module", "f", 1, 1]]) == ()


def test_library_functions_are_no_helpers_of_the_user_but_of_their_own_package(cost):
    row = ["textwrap", "dedent", textwrap.dedent.__code__.co_firstlineno, 1]
    assert find_helpers(cost, [row]) == ()
    target = Target("textwrap", Path(textwrap.__file__).read_text(encoding="utf-8"), "fill", 1, 1)
    assert [helper.target.qualname for helper in find_helpers(target, [row])] == ["dedent"]


@pytest.mark.parametrize(
    "constant",
    ["TABLE = {'a': 1}; OTHER = 2", "TABLE = {'a': 1}\nTABLE = {'a': 2}", "TABLE = dict(zip('a', [1]))", "TABLE = 'a'"],
    ids=["shares its line", "bound twice", "needs a call", "no number"],
)
def test_what_is_no_plain_constant_of_numbers_is_left_alone(constant):
    source = f"def subject(x): return TABLE[x]\n{constant}\n"
    assert find_helpers(Target(None, source, "subject", 1, 1), []) == ()


def test_constants_are_found_through_imports_and_attributes(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "reached_shop").mkdir()
    texts = {
        "__init__": "from reached_shop.deep import LIMIT\n",
        "deep": "LIMIT = 9\nOTHER = 8\n",
        "main": "import reached_shop.deep as d\nfrom . import deep\nfrom . import LIMIT as MOST\n"
        "def subject(x):\n    return x + MOST + d.OTHER + deep.OTHER\n",
    }
    for name, text in texts.items():
        (tmp_path / "reached_shop" / f"{name}.py").write_text(text)
    target = inspect_subject("reached_shop.main:subject", {"x": ints()}).target
    found = find_helpers(target, [])
    assert names(found) == [("LIMIT", 1), ("OTHER", 1)]
    assert modules_reached(target, [], found) == (("reached_shop.deep", texts["deep"]),)


def test_modules_of_all_functions_that_were_reached_are_put_back(cost):
    found = modules_reached(cost, [[UNITS, "factor", 9, 2], [PRICES, "Order.total", 28, 1]], [])
    assert [name for name, _ in found] == [UNITS]


def test_numbers_and_texts_of_what_a_function_names_are_mined_after_its_own():
    subject = inspect_subject(f"{PRICES}:cost", {"amount": ints(-999, 999)})
    assert subject.constants[0] == 20
    assert {12, 7, 1024, 1024 * 1024} <= set(subject.constants)
    assert subject.pieces == ("k", "M")
    named = [one.qualname for one in read_named(subject.target)]
    assert named.index("scaled") < named.index("UNITS")


def test_few_numbers_are_mined_of_what_a_function_names(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    numbers = ", ".join(map(str, range(100, 200)))
    (tmp_path / "many_numbers.py").write_text(f"TABLE = [{numbers}]\ndef subject(x): return x + 5 + TABLE[0]\n")
    subject = inspect_subject("many_numbers:subject", {"x": ints()})
    assert subject.constants == (5, 0, *range(100, 100 + INPUTS.most_numbers_of_named))


def test_an_edit_of_a_helper_or_of_a_table_changes_the_digest(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "edited_main.py").write_text("from edited_near import half\ndef subject(x): return half(x)\n")
    near = tmp_path / "edited_near.py"
    digests = []
    for text in ("UNIT = 2\ndef half(x): return x / UNIT\n", "UNIT = 3\ndef half(x): return x / UNIT\n"):
        near.write_text(text)
        digests.append(inspect_subject("edited_main:subject", {"x": ints()}).digest)
    near.write_text("UNIT = 2\ndef half(x): return x // UNIT\n")
    digests.append(inspect_subject("edited_main:subject", {"x": ints()}).digest)
    assert len(set(digests)) == 3


@pytest.mark.parametrize(
    ("definition", "others"),
    [
        ("def f(x): return max(len(x), f(x[1:]))", False),
        ("def f(x): return math.sqrt(x)", False),
        ("def f(x): return g(x)", True),
        ("def f(x): return abs(x)", True),
        ("def f(x): return prices.cost(x)", True),
        ("def f(x): return eval('g')(x)", True),
        ("def f(x):\n    from tests.toolshop import prices\n    return prices.cost(x)", True),
        ("def f(x): return handler(x)", True),
        ("@cached\ndef f(x): return x", True),
    ],
)
def test_only_what_can_reach_something_of_the_users_is_traced(definition, others):
    around = "\nimport math\nfrom tests.toolshop import prices\ndef g(x): return x\ndef abs(x): return x\nhandler = g\n"
    target = Target(None, definition + around, "f", 1, definition.count("\n") + 1)
    assert may_use_others(target) is others

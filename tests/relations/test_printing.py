import ast
import inspect
import math

import pytest
from hypothesis import given, settings

from genmorph.model import Kind, Output, Place, Tolerance
from genmorph.relations.expression import ERROR_VARIABLES, Expression, Role, Variable, relation_variables
from genmorph.relations.meaning import EXPORTED, compile_relation
from genmorph.relations.printing import formula, python, variable_texts
from tests.trees import SEQUENCE_VARIABLES, relations, rows, sequence_relations, sequence_rows

INTS = (
    Variable("k_s", Role.SOURCE_INPUT, Kind.INT, 0),
    Variable("e_f", Role.FOLLOW_UP_INPUT, Kind.INT, 1),
    *relation_variables([], [], [Output(Kind.INT)]),
)
TEXTS = variable_texts(INTS, ("k", "e"), ("k", "e + 1"), ("power(k, e)",), ("power(k, e + 1)",))
TOLERANCE = Tolerance()


def bound(function):
    """A function of the meaning as exported tests have it, with the tolerance written into it."""
    if "tolerance" not in inspect.signature(function).parameters:
        return function
    return lambda *arguments: function(*arguments, TOLERANCE)


SCOPE = {"math": math, **{name: bound(function) for name, (function, _) in EXPORTED.items()}}


def assert_text_means_the_relation(expression, row):
    names = {variable.name: variable.name.replace(".", "_") for variable in expression.variables}
    rendered = python(expression, names)
    values = dict(zip(names.values(), row, strict=True))
    holds = compile_relation(expression, TOLERANCE)(row)
    called = {node.id for node in ast.walk(ast.parse(rendered.text)) if isinstance(node, ast.Name)}
    assert bool(eval(rendered.text, {**SCOPE, **values})) is holds, rendered.text  # noqa: S307
    assert called & set(EXPORTED) == rendered.helpers


@given(relations(), rows)
def test_python_text_means_what_the_relation_means(expression, row):
    assert_text_means_the_relation(expression, row)


@settings(max_examples=400)
@given(sequence_relations())
def test_a_formula_may_speak_of_what_is_no_python(expression):
    names = {variable.name: f"[{variable.name} after sort(xs, n)]" for variable in expression.variables}
    text = formula(expression, names)
    for variable in expression.variables:
        plain = variable.name.replace(".", "_")
        text = text.replace(names[variable.name], plain)
    ast.parse(text, mode="eval")


@settings(max_examples=400)
@given(sequence_relations(), sequence_rows)
def test_python_text_of_sequences_means_what_the_relation_means(expression, row):
    assert_text_means_the_relation(expression, row)


@given(sequence_relations())
def test_a_formula_is_python_too_and_calls_nothing_but_plain_functions(expression):
    names = {variable.name: variable.name.replace(".", "_") for variable in SEQUENCE_VARIABLES}
    text = formula(expression, names)
    ast.parse(text)
    assert not any(f"{name}(" in text for name in EXPORTED if name != "remove")


def test_a_helper_names_all_others_that_it_needs_and_those_stand_before_it():
    written = []
    for name, (function, needed) in EXPORTED.items():
        calls = {node.id for node in ast.walk(ast.parse(inspect.getsource(function))) if isinstance(node, ast.Name)}
        direct = calls & set(EXPORTED) - {name}
        assert set(needed) == direct.union(*(EXPORTED[other][1] for other in direct))
        assert set(needed) <= set(written)
        written.append(name)


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (["==", ["*", "return_s", "k_s"], "return_f"], "power(k, e + 1) == power(k, e) * k"),
        (["==", "return_f", ["-", 0, "return_s"]], "power(k, e + 1) == -power(k, e)"),
        (["not", ["==", "return_s", "return_f"]], "power(k, e + 1) != power(k, e)"),
        (["<", "return_s", "return_f"], "power(k, e + 1) > power(k, e)"),
        (["not", ["<", "return_f", "return_s"]], "power(k, e + 1) >= power(k, e)"),
        (["implies", ["<", "k_s", 0], ["==", "return_f", 0]], "k >= 0 or power(k, e + 1) == 0"),
        (["==", "return_f", ["-", "return_s", ["-", "k_s", 1]]], "power(k, e + 1) == power(k, e) - (k - 1)"),
        (["==", "return_f", ["*", "return_s", "e_f"]], "power(k, e + 1) == power(k, e) * (e + 1)"),
        (["==", "return_f", ["+", "return_s", -2]], "power(k, e + 1) == power(k, e) - 2"),
        (["==", "return_f", ["+", ["abs", "return_s"], "e_f"]], "power(k, e + 1) == abs(power(k, e)) + e + 1"),
    ],
)
def test_formulas_read_as_a_developer_would_write_them(tree, text):
    assert formula(Expression.from_tree(tree, INTS), TEXTS) == text


@pytest.mark.parametrize(
    ("view", "tree", "text"),
    [
        ("{}.toordinal()", ["<=", "s", "f"], "later >= early"),
        ("{}.toordinal()", ["==", "f", "s"], "later == early"),
        ("{}.toordinal()", ["==", "f", ["+", "s", 7]], "later.toordinal() == early.toordinal() + 7"),
        ("{}.date().toordinal()", ["<=", "s", "f"], "later.date() >= early.date()"),
        ("float({})", ["<=", "s", "f"], "float(later) >= float(early)"),
    ],
)
def test_orders_of_dates_are_written_of_the_dates_themselves(view, tree, text):
    first, second = variables = relation_variables([], [], [Output(Kind.INT, view=view)])
    named = {"s": first.name, "f": second.name}

    def read(node):
        return [node[0], *map(read, node[1:])] if isinstance(node, list) else named.get(node, node)

    names = {first.name: view.format("early"), second.name: view.format("later")}
    assert formula(Expression.from_tree(read(tree), variables), names) == text


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (["<", "n_f", 0], "n + 1 < 0"),
        (["==", "return_f", ["*", "return_s", "n_f"]], "f == s * (n + 1)"),
        (["==", "return_f", ["-", "return_s", "x_f"]], "f == s + x"),
        (["==", "return_f", ["+", "return_s", "x_f"]], "f == s - x"),
        (["==", "return_f", ["-", 0, "x_f"]], "f == x"),
        (["==", "return_f", ["-", 0, ["*", "return_s", "n_f"]]], "f == -s * (n + 1)"),
        (["==", "return_f", ["-", "return_s", ["-", 0, ["*", "return_s", 2]]]], "f == s + s * 2"),
        (["==", "return_f", ["-", "return_s", -2]], "f == s + 2"),
        (["==", "return_f", ["+", "return_s", -math.pi / 2]], "f == s - math.pi / 2"),
        (["==", "return_f", ["*", "return_s", 2 * math.pi]], "f == s * (2 * math.pi)"),
        (["==", "return_f", ["/", "return_s", 1 / 3]], "f == s / (1 / 3)"),
        (["==", "return_f", ["*", "return_s", 1e-09]], "f == s * 1e-09"),
    ],
)
def test_signs_parentheses_and_constants_read_well(tree, text):
    variables = (
        Variable("n_f", Role.FOLLOW_UP_INPUT, Kind.INT, 0),
        Variable("x_f", Role.FOLLOW_UP_INPUT, Kind.FLOAT, 1),
        *relation_variables([], [], [Output(Kind.FLOAT)]),
    )
    texts = {"n_f": "n + 1", "x_f": "-x", "return_s": "s", "return_f": "f"}
    assert formula(Expression.from_tree(tree, variables), texts) == text


def test_what_takes_elements_from_anything_takes_them_from_tuples_and_bytes():
    variables = relation_variables([], [], [Output(Kind.INTS)])
    texts = {"return_s": "list(source)", "return_f": "list(follow_up)"}
    relation = Expression.from_tree(["==", ["sorted", "return_f"], ["flip", "return_s"]], variables)
    assert python(relation, texts).text == "sorted(follow_up) == list(source)[::-1]"
    assert formula(relation, texts) == "sorted(list(follow_up)) == list(source)[::-1]"


def test_texts_of_any_binding_mean_the_relation():
    variables = (
        Variable("a_s", Role.SOURCE_INPUT, Kind.INT, 0),
        Variable("a_f", Role.FOLLOW_UP_INPUT, Kind.INT, 0),
        *relation_variables([], [], [Output(Kind.INT)]),
    )
    trees = [[x, [y, "a_f", "return_s"], "a_f"] for x in "+-*" for y in "+-*"]
    trees += [[x, "a_f", [y, "return_s", "a_f"]] for x in "+-*" for y in "+-*"] + [["-", 0, ["*", "a_f", "return_s"]]]
    for text in ("-a", "a + 1", "a - 1", "a * 2", "-a // 2", "a % 3", "a if a > 2 else 1", "not a", "-a * 2"):
        for tree in trees:
            relation = Expression.from_tree(["==", "return_f", tree], variables)
            source = python(relation, {"a_s": "a", "a_f": text, "return_s": "s", "return_f": "f"}).text
            for a, s in ((3, 5), (2, -1), (1, 0)):
                after = eval(text, {"a": a})  # noqa: S307
                scope = {"a": a, "s": s}
                holds = compile_relation(relation, TOLERANCE)
                right = eval(source.partition(" == ")[2], scope)  # noqa: S307
                assert holds([a, after, s, right]), (source, text)


INPUTS = (
    Variable("n_s", Role.SOURCE_INPUT, Kind.INT, 0),
    Variable("x_s", Role.SOURCE_INPUT, Kind.FLOAT, 1),
    Variable("v_s", Role.SOURCE_INPUT, Kind.INTS, 2),
)


def both(tree, kind):
    """The text to read and the Python of a relation of a function's outputs of one kind."""
    variables = (*INPUTS, *relation_variables([], [], [Output(kind)]))
    texts = variable_texts(variables, ("n", "x", "v"), ("n", "x", "v"), ("s",), ("f",))
    relation = Expression.from_tree(tree, variables)
    return formula(relation, texts), python(relation, texts).text


FLIPPED = ["==", ["flip", "return_s"], "return_f"]


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (FLIPPED, "f == s[::-1]"),
        (["not", ["==", "return_f", "return_s"]], "f != s"),
        (["==", ["len", "return_f"], ["+", ["len", "return_s"], "n_s"]], "len(f) == len(s) + n"),
        (["==", "return_f", ["remove", "return_s", 0]], "f == s[1:]"),
        (["==", "return_f", ["remove", "return_s", -1]], "f == s[:-1]"),
        (["==", "return_f", ["remove", "return_s", 2]], "f == remove(s, 2)"),
        (["==", "return_f", ["truncate", "return_s", 3]], "f == s[:3]"),
        (["==", "return_f", ["truncate", "return_s", -1]], "f == s[:-1]"),
        (["==", "return_f", ["truncate", "return_s", ["len", "v_s"]]], "f == s[: len(v)]"),
        (["==", "return_f", ["flip", ["concatenate", "return_s", "return_s"]]], "f == (s * 2)[::-1]"),
        (["==", ["truncate", ["flip", "return_f"], 2], ["truncate", ["flip", "return_s"], 3]], "f[-2:] == s[-3:]"),
        (["==", ["truncate", ["flip", "return_f"], -1], ["flip", "return_s"]], "f[1:] == s"),
        (["not", ["==", ["truncate", ["flip", "return_f"], 2], ["flip", "return_s"]]], "f[-2:] != s"),
        (["==", "return_f", ["truncate", ["flip", "return_s"], 1]], "f == s[-1:]"),
        (["==", "return_f", ["truncate", ["flip", "return_s"], 2]], "f == s[::-1][:2]"),
    ],
)
@pytest.mark.parametrize("kind", [Kind.TEXT, Kind.INTS, Kind.TEXTS, Kind.BOOLS])
def test_exact_texts_and_sequences_are_plain_python(kind, tree, text):
    assert both(tree, kind) == (text, text)


@pytest.mark.parametrize(
    ("kind", "tree", "text"),
    [
        (Kind.TEXT, ["==", "return_f", ["upper", "return_s"]], "f == s.upper()"),
        (Kind.TEXT, ["==", "return_f", ["lower", ["flip", "return_s"]]], "f == s[::-1].lower()"),
        (Kind.TEXT, ["startswith", "return_f", "return_s"], "f.startswith(s)"),
        (Kind.TEXT, ["not", ["startswith", "return_f", "return_s"]], "not f.startswith(s)"),
        (Kind.TEXT, ["startswith", ["flip", "return_f"], ["flip", "return_s"]], "f.endswith(s)"),
        (
            Kind.TEXT,
            ["not", ["startswith", ["flip", "return_f"], ["truncate", ["flip", "return_s"], 2]]],
            "not f.endswith(s[-2:])",
        ),
        (Kind.TEXT, ["contains", "return_f", "return_s"], "s in f"),
        (Kind.TEXT, ["not", ["contains", "return_f", "return_s"]], "s not in f"),
        (Kind.TEXT, ["==", "return_f", ["concatenate", "return_s", ["str", "n_s"]]], "f == s + str(n)"),
        (Kind.INTS, ["startswith", "return_f", "return_s"], "f[: len(s)] == s"),
        (
            Kind.INTS,
            ["implies", ["startswith", "return_f", "return_s"], ["contains", "return_f", 0]],
            "f[: len(s)] != s or 0 in f",
        ),
        (Kind.INTS, ["==", "return_f", ["sorted", "return_s"]], "f == sorted(s)"),
        (Kind.INTS, ["==", ["sum", "return_f"], ["sum", "return_s"]], "sum(f) == sum(s)"),
        (Kind.INTS, ["==", "return_f", ["scale each", "return_s", 2]], "f == [w * 2 for w in s]"),
        (Kind.INTS, ["==", "return_f", ["scale each", "return_s", -1]], "f == [-w for w in s]"),
        (Kind.INTS, ["==", "return_f", ["add each", "return_s", -1]], "f == [w - 1 for w in s]"),
        (
            Kind.INTS,
            ["==", "return_f", ["scale each", ["add each", "v_s", 1], ["+", "n_s", 1]]],
            "f == [u * (n + 1) for u in [w + 1 for w in v]]",
        ),
    ],
)
def test_what_python_says_itself_is_said_in_python(kind, tree, text):
    assert both(tree, kind) == (text, text)


@pytest.mark.parametrize(
    ("tree", "read", "run"),
    [
        (FLIPPED, "f == s[::-1]", "equal_all(f, s[::-1])"),
        (["not", ["==", "return_f", "return_s"]], "f != s", "not equal_all(f, s)"),
        (["==", ["truncate", ["flip", "return_f"], 2], ["flip", "return_s"]], "f[-2:] == s", "equal_all(f[-2:], s)"),
        (["startswith", "return_f", "return_s"], "f[: len(s)] == s", "starts_with(f, s)"),
        (["contains", "return_f", "n_s"], "n in f", "includes(f, n)"),
        (["==", ["min", "return_f"], ["max", "return_s"]], "min(f) == max(s)", "equal(least(f), greatest(s))"),
        (["==", ["element", "return_f", 0], "x_s"], "f[0] == x", "equal(element(f, 0), x)"),
        (["==", "return_f", ["sorted", "return_s"]], "f == sorted(s)", "equal_all(f, ascending(s))"),
        (["==", ["sum", "return_f"], ["sum", "return_s"]], "sum(f) == sum(s)", "equal(total(f), total(s))"),
        (["==", "return_f", ["truncate", "return_s", "x_s"]], "f == s[:x]", "equal_all(f, truncate(s, x))"),
    ],
)
def test_floats_are_compared_and_added_by_helpers_but_read_as_python(tree, read, run):
    assert both(tree, Kind.FLOATS) == (read, run)


def test_nested_sequences_are_compared_as_python_does_but_with_floats_inside_by_a_helper():
    assert both(FLIPPED, Kind.NESTED) == ("f == s[::-1]", "f == s[::-1]")
    for kind in (Kind.NESTED, Kind.OTHER):
        variables = relation_variables([], [], [Output(kind, holds_floats=True)])
        same = Expression.from_tree(["==", "return_f", "return_s"], variables)
        assert python(same, {"return_s": "s", "return_f": "f"}).text == "equal_inside(f, s)"
    floats = relation_variables([], [], [Output(Kind.NESTED, holds_floats=True)])
    for tree, said in (
        (["startswith", "return_f", "return_s"], "starts_inside(f, s)"),
        (["==", "return_f", ["truncate", "return_s", 2]], "equal_inside(f, s[:2])"),
    ):
        assert python(Expression.from_tree(tree, floats), {"return_s": "s", "return_f": "f"}).text == said


def test_errors_take_the_texts_given_for_them():
    texts = variable_texts(ERROR_VARIABLES, (), (), (), (), ("raised(f, x)", "raised(f, -x)"))
    same = Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)
    assert python(same, texts).text == "raised(f, -x) == raised(f, x)"


def test_several_outputs_have_texts_by_their_position():
    variables = relation_variables([], [], [Output(Kind.INT), Output(Kind.TEXT, Place.ARGUMENT, "xs")])
    assert list(variable_texts(variables, (), (), ("a", "b"), ("c", "d")).values()) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("xs[::-1]", "xs[::-1][::-1]"),
        ("xs + xs", "(xs + xs)[::-1]"),
        ("f(a) + g(b)", "(f(a) + g(b))[::-1]"),
        ("[xs after f(xs)]", "[xs after f(xs)][::-1]"),
    ],
)
def test_what_stands_for_a_variable_is_put_in_parentheses_where_needed(text, shown):
    variables = relation_variables([], [], [Output(Kind.TEXT)])
    relation = Expression.from_tree(FLIPPED, variables)
    assert formula(relation, {"return_s": text, "return_f": "f"}) == f"f == {shown}"

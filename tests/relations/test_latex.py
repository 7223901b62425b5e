import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph.model import Kind, Output
from genmorph.relations.expression import Expression, Role, Variable, relation_variables
from genmorph.relations.latex import latex
from tests.trees import SEQUENCE_VARIABLES, VARIABLES, relations, sequence_relations

TEXTS = st.sampled_from(
    [
        "x",
        "x1",
        "-x",
        "x + 1",
        "not flag",
        "f(x)",
        "tax_rate(x, rate=0.5)",
        'f(x)["net {price}"]',
        "f(x).area",
        "[xs after sort(xs)]",
        "f(x) is None",
        "[v + 1 for v in xs]",
        "tuple(-w for w in v)",
        '"".join(v + v for v in xs)',
        "np.concatenate((xs[1:], xs[:1]))",
        "xs[::-1]",
        "xs[-1:] + xs[1:-1] + xs[:-1][:1]",
        "(*xs, 0)",
        "xs if xs else 0",
        "f(x ** 2 // 3 % 4)",
        "x * 2 * math.pi",
        'f("a_b%{}\\\\~^$&#\\n")',
        "{1: 2}",
        "lambda: 3",
        "~xs",
        "x if",
        "}{",
        "größe",
    ]
)


def is_balanced(text):
    depth = 0
    for brace in re.findall(r"(?<!\\)(?:\\\\)*([{}])", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def assert_is_latex(expression, drawn):
    texts = {variable.name: drawn.draw(TEXTS) for variable in expression.variables}
    text = latex(expression, texts)
    assert is_balanced(text), text
    assert "$" not in text.replace(r"\$", "")
    assert text.count("(") == text.count(")")
    assert not re.search(r"_\{[^{}]*\}_|\^\{[^{}]*\}\^", text), text


@settings(max_examples=300)
@given(relations(), st.data())
def test_every_relation_has_latex_with_balanced_braces(expression, drawn):
    assert {v.name for v in VARIABLES} == {v.name for v in expression.variables}
    assert_is_latex(expression, drawn)


@settings(max_examples=300)
@given(sequence_relations(), st.data())
def test_every_relation_of_sequences_has_latex_with_balanced_braces(expression, drawn):
    assert expression.variables == SEQUENCE_VARIABLES
    assert_is_latex(expression, drawn)


def written(tree, kind, **texts):
    variables = (Variable("n_s", Role.SOURCE_INPUT, Kind.INT), *relation_variables([], [], [Output(kind)]))
    given_texts = {"n_s": "n", "return_s": "f(x)", "return_f": "f(y)"} | texts
    return latex(Expression.from_tree(tree, variables), given_texts)


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (["==", "return_f", ["-", 0, "return_s"]], "f(y) = -f(x)"),
        (["not", ["==", "return_f", "return_s"]], r"f(y) \ne f(x)"),
        (["<=", "return_f", ["/", "return_s", 2]], r"f(y) \le \frac{f(x)}{2}"),
        (["==", "return_f", ["*", "return_s", ["+", "n_s", 1]]], r"f(y) = f(x) \cdot (n + 1)"),
        (["==", "return_f", ["*", 2, "return_s"]], "f(y) = 2 f(x)"),
        (["==", ["abs", "return_f"], ["abs", "return_s"]], r"\lvert f(y) \rvert = \lvert f(x) \rvert"),
        (["implies", ["<", 0, "n_s"], ["<", "return_s", "return_f"]], r"n > 0 \Rightarrow f(y) > f(x)"),
        (
            ["or", ["and", ["==", "n_s", 0], ["==", "return_f", 0]], ["<", "return_s", "return_f"]],
            r"n = 0 \land f(y) = 0 \lor f(y) > f(x)",
        ),
        (["not", ["and", ["==", "n_s", 0], ["==", "return_f", "return_s"]]], r"\lnot (n = 0 \land f(y) = f(x))"),
        (["==", "return_f", ["*", "return_s", 6.283185307179586]], r"f(y) = f(x) \cdot (2 \pi)"),
        (["==", "return_f", ["*", "return_s", 1e-09]], r"f(y) = f(x) \cdot 10^{-9}"),
    ],
)
def test_numbers_in_latex(tree, text):
    assert written(tree, Kind.INT) == text


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (["==", "return_f", ["flip", "return_s"]], r"f(y) = \operatorname{reverse}(f(x))"),
        (["==", ["len", "return_f"], "n_s"], r"\lvert f(y) \rvert = n"),
        (["==", "return_f", ["truncate", "return_s", "n_s"]], "f(y) = {f(x)}_{:n}"),
        (["==", "return_f", ["concatenate", "return_s", ["remove", "return_s", 0]]], "f(y) = f(x) + {f(x)}_{1:}"),
        (["==", "return_f", ["scale each", "return_s", 2]], r"f(y) = [v \cdot 2 \mid v \in f(x)]"),
    ],
)
def test_sequences_in_latex(tree, text):
    assert written(tree, Kind.INTS) == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("sin(-x)", r"\sin(-x)"),
        ("net_price(tax_rate, x1)", r"\operatorname{net\_price}(\mathit{tax\_rate}, x_{1})"),
        ("f(x1[0])", "f({x_{1}}_{0})"),
        ("f(theta, pi)", r"f(\theta, \pi)"),
        ("f(x + 2 * math.pi)", r"f(x + 2 \pi)"),
        ("f(x * (math.pi / 2))", r"f(x \cdot \frac{\pi}{2})"),
        ('f("50% {a}")', r"f(\text{'50\% \{a\}'})"),
        ("s.upper()", r"\operatorname{upper}(s)"),
        ("[xs after sort(xs)]", r"\text{[xs after sort(xs)]}"),
        ("math.sqrt(x)", r"\sqrt{x}"),
        ("f(x).area", r"f(x).\mathit{area}"),
    ],
)
def test_arguments_and_calls_in_latex(source, text):
    assert written(["==", "return_f", "return_s"], Kind.INT, return_f=source) == f"{text} = f(x)"


def test_a_connective_of_booleans_is_written_as_such():
    assert written(["iff", "return_f", "return_s"], Kind.BOOL) == r"f(y) \Leftrightarrow f(x)"
    assert written(["implies", "return_f", ["not", "return_s"]], Kind.BOOL) == r"f(y) \Rightarrow \lnot f(x)"

"""Relations in ugly clothes: their simplest forms say the same, and are never longer."""

import pytest
from hypothesis import given, settings

from genmorph.filters.subsumption import evaluator
from genmorph.model import Kind, Output, Tolerance
from genmorph.relations.complexity import complexity
from genmorph.relations.expression import Expression, Role, Variable, relation_variables
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.relations.printing import formula
from genmorph.relations.simplification import simplify
from genmorph.settings import EXPRESSIONS
from tests.relations.agreement import agreement, rows_of, truths
from tests.trees import relations, sequence_relations

N, M, S, F = "n_s", "n_f", "return_s", "return_f"
TEXTS = {N: "n", M: "m", S: "f(n)", F: "f(m)"}
SAME = ["==", F, S]


def over(kind):
    """A function of a kind's values to such values; its argument may be anything after the change."""
    inputs = (Variable(N, Role.SOURCE_INPUT, kind), Variable(M, Role.FOLLOW_UP_INPUT, kind))
    return (*inputs, *relation_variables([], [], [Output(kind)]))


def minus(part):
    return ["-", 0, part]


UGLY = {
    Kind.INT: [
        (["==", F, ["-", S, minus(N)]], "f(m) == f(n) + n"),
        (["==", F, ["-", ["+", S, N], N]], "f(m) == f(n)"),
        (["==", F, minus(minus(S))], "f(m) == f(n)"),
        (["not", ["not", SAME]], "f(m) == f(n)"),
        (["==", F, ["+", S, minus(N)]], "f(m) == f(n) - n"),
        (["or", ["==", ["+", N, 1], 3], SAME], "n == 2 or f(m) == f(n)"),
        (["and", ["==", N, N], ["<=", F, S]], "f(m) <= f(n)"),
        (["or", ["<", N, N], ["<=", F, S]], "f(m) <= f(n)"),
        (["or", ["<=", 1, ["*", F, S]], ["==", N, 0]], "f(m) * f(n) > 0 or n == 0"),
        (["not", ["<", F, S]], "f(m) >= f(n)"),
        (["and", ["<=", F, S], ["<=", S, F]], "f(m) == f(n)"),
        (["==", ["abs", ["-", F, S]], 0], "f(m) == f(n)"),
        (["<=", ["abs", ["+", F, S]], 0], "f(m) == -f(n)"),
        (["<", ["abs", ["-", F, S]], 1], "f(m) == f(n)"),
        (["iff", SAME, ["==", N, N]], "f(m) == f(n)"),
        (["xor", SAME, ["<", N, N]], "f(m) == f(n)"),
        (["implies", ["==", N, N], ["implies", ["<", 0, N], ["<", F, S]]], "n <= 0 or f(m) < f(n)"),
        (["==", ["*", F, 1], ["/", S, 1]], "f(m) == f(n)"),
        (["==", ["+", F, 0], ["*", ["+", S, 0], 1]], "f(m) == f(n)"),
        (["==", ["*", F, F], ["*", S, S]], "f(m) * f(m) == f(n) * f(n)"),
        (["==", ["+", F, S], 0], "f(m) == -f(n)"),
        (["==", ["-", F, S], 2], "f(m) == f(n) + 2"),
        (["==", ["-", F, ["*", S, N]], ["*", S, N]], "f(m) == f(n) * n * 2"),
        (["<", ["-", ["+", F, N], S], ["+", N, ["-", 1, 0]]], "f(m) <= f(n)"),
        (["<=", ["-", S, F], -1], "f(m) > f(n)"),
        (["or", ["<", F, S], ["<", S, F]], "f(m) != f(n)"),
        (["not", ["or", ["<", F, S], ["<", S, F]]], "f(m) == f(n)"),
        (["or", ["<", F, S], ["==", S, F]], "f(m) <= f(n)"),
        (["and", ["or", SAME, ["<", 0, N]], ["or", SAME, ["<", N, M]]], "f(m) == f(n) or n > 0 and n < m"),
        (["==", ["-", ["*", 2, F], S], F], "f(m) == f(n)"),
        (["==", F, ["+", S, 2.0]], "f(m) == f(n) + 2"),
        (["==", F, ["*", S, -1]], "f(m) == -f(n)"),
        (["==", F, ["abs", ["abs", ["-", N, S]]]], "f(m) == abs(n - f(n))"),
        (["==", ["/", ["+", F, F], 2], S], "f(m) == f(n)"),
        (["==", ["-", S, F], ["*", F, ["-", F, S]]], "f(m) == f(n) or f(m) == -1"),
    ],
    Kind.INTS: [
        (["==", ["flip", ["flip", F]], S], "f(m) == f(n)"),
        (["==", F, ["sorted", ["sorted", S]]], "f(m) == sorted(f(n))"),
        (["==", F, ["sorted", ["flip", S]]], "f(m) == sorted(f(n))"),
        (["==", ["len", ["flip", F]], ["len", ["sorted", S]]], "len(f(m)) == len(f(n))"),
        (["==", ["sum", ["flip", F]], ["sum", S]], "sum(f(m)) == sum(f(n))"),
        (["==", ["min", ["sorted", F]], ["element", ["sorted", S], 0]], "min(f(m)) == min(f(n))"),
        (["<=", ["len", F], ["-", ["len", ["concatenate", F, S]], ["len", F]]], "len(f(m)) <= len(f(n))"),
        (["==", F, ["truncate", S, ["len", S]]], "f(m) == f(n)"),
        (["==", F, ["concatenate", S, ["truncate", N, 0]]], "f(m) == f(n)"),
        (["==", ["flip", F], ["concatenate", ["flip", S], ["flip", N]]], "f(m) == n + f(n)"),
        (["==", ["concatenate", N, F], ["concatenate", N, S]], "f(m) == f(n)"),
        (["==", F, ["flip", ["remove", ["flip", S], 0]]], "f(m) == f(n)[:-1]"),
        (["==", F, ["scale each", ["scale each", S, -1], -1]], "f(m) == f(n)"),
        (["==", ["add each", F, 1], ["add each", S, 1]], "f(m) == f(n)"),
        (["==", ["concatenate", F, F], ["concatenate", S, S]], "f(m) == f(n)"),
        (["and", ["startswith", F, S], ["==", ["len", S], ["len", F]]], "f(m) == f(n)"),
        (["<", ["len", ["remove", F, 0]], ["len", ["remove", S, 0]]], None),
    ],
    Kind.TEXT: [
        (["==", ["upper", ["upper", F]], ["upper", ["lower", S]]], "f(m).upper() == f(n).upper()"),
        (["==", ["len", ["upper", F]], ["len", S]], "len(f(m)) == len(f(n))"),
        (["==", F, ["flip", ["concatenate", ["flip", S], ["flip", S]]]], "f(m) == f(n) * 2"),
        (["and", ["contains", F, S], ["contains", S, F]], "f(m) == f(n)"),
        (["==", F, ["truncate", ["truncate", S, 2], 1]], "f(m) == f(n)[:1]"),
    ],
    Kind.BOOL: [
        (["iff", F, ["not", S]], "f(m) != f(n)"),
        (["xor", ["not", F], ["not", S]], "f(m) != f(n)"),
        (["and", ["implies", F, S], ["implies", S, F]], "f(m) == f(n)"),
        (["or", ["and", F, S], ["and", ["not", F], ["not", S]]], "f(m) == f(n)"),
        (["not", ["and", F, ["not", S]]], "not f(m) or f(n)"),
        (["or", ["not", F], ["not", S]], "not (f(m) and f(n))"),
        (["iff", ["iff", F, S], ["iff", N, N]], "f(m) == f(n)"),
        (["iff", ["and", ["not", F], S], S], "not (f(n) and f(m))"),
        (["iff", F, ["or", F, S]], "not f(n) or f(m)"),
    ],
}
CASES = [(kind, tree, plain) for kind, cases in UGLY.items() for tree, plain in cases]


@pytest.mark.parametrize(("kind", "tree", "plain"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_ugly_relations_read_as_a_developer_would_have_written_them(kind, tree, plain):
    ugly = Expression.from_tree(tree, over(kind))
    simple = simplify(ugly, agreement(ugly), TEXTS)
    assert plain is None or formula(simple, TEXTS) == plain
    assert complexity(simple) <= complexity(ugly)
    assert len(formula(simple, TEXTS)) <= len(formula(ugly, TEXTS))


def assert_simpler_and_the_same(expression):
    rows = rows_of(expression.variables)[::5]
    names = {variable.name: variable.name.replace(".", "_") for variable in expression.variables}
    simple = simplify(expression, agreement(expression, rows))
    assert truths(simple, rows) == truths(expression, rows)
    assert complexity(simple) <= complexity(expression)
    assert len(formula(simple, names)) <= len(formula(expression, names))
    assert is_metamorphic(simple) or not is_metamorphic(expression)


@settings(max_examples=40, deadline=None)
@given(relations(max_depth=3))
def test_the_simplest_form_agrees_on_all_executions_and_is_never_longer(expression):
    assert_simpler_and_the_same(expression)


@settings(max_examples=40, deadline=None)
@given(sequence_relations(max_depth=3))
def test_the_simplest_form_of_a_relation_of_sequences_agrees_and_is_never_longer(expression):
    assert_simpler_and_the_same(expression)


def test_a_common_factor_goes_where_it_is_never_zero_or_negative():
    bound = Expression.from_tree(["<=", ["*", F, F], ["*", F, S]], over(Kind.INT))
    rows = [(0, 0, s, f) for s in range(1, 9) for f in range(1, 9)]
    assert formula(simplify(bound, agreement(bound, rows)), TEXTS) == "f(m) <= f(n)"
    assert simplify(bound, agreement(bound)) == bound


def test_a_clause_that_is_never_needed_goes():
    guarded = Expression.from_tree(["or", ["<", N, 0], ["==", F, ["+", S, N]]], over(Kind.INT))
    rows = [(n, n + 1, s, s + d) for n in range(5) for s in range(5) for d in range(5)]
    assert formula(simplify(guarded, agreement(guarded, rows)), TEXTS) == "f(m) == f(n) + n"


def test_a_quotient_is_solved_only_where_nothing_is_divided_by_zero():
    doubled = Expression.from_tree(["==", ["/", F, S], 2], over(Kind.FLOAT))
    positive = [(1.0, 2.0, s / 4, f / 4) for s in range(1, 9) for f in range(1, 9)]
    assert formula(simplify(doubled, agreement(doubled, positive)), TEXTS) == "f(m) == f(n) * 2"
    with_zero = [*positive, (1.0, 2.0, 0.0, 0.0)]
    assert simplify(doubled, agreement(doubled, with_zero)) == doubled


def test_simplification_asks_a_limited_number_of_times_whatever_the_answers():
    asked = []

    def everything(options):
        asked.append(options)
        return [True] * len(options)

    for kind, tree, _ in CASES:
        asked.clear()
        simplify(Expression.from_tree(tree, over(kind)), everything)
        assert len(asked) <= EXPRESSIONS.most_steps


N_TIMES_3, N_PLUS_1 = {M: ["*", N, 3]}, {M: ["+", N, 1]}


@pytest.mark.parametrize(
    ("kind", "tree", "parts", "text", "plain"),
    [
        (Kind.INT, ["==", F, ["+", S, ["*", M, 2]]], N_TIMES_3, "n * 3", "f(n * 3) == f(n) + n * 6"),
        (Kind.INT, ["==", F, ["-", S, ["+", M, 1]]], N_PLUS_1, "n + 1", "f(n + 1) == f(n) - n - 2"),
        (Kind.INT, ["<=", F, ["+", S, ["-", M, N]]], N_PLUS_1, "n + 1", "f(n + 1) <= f(n) + 1"),
        (Kind.INT, ["==", F, ["*", S, M]], N_PLUS_1, "n + 1", "f(n + 1) == f(n) * (n + 1)"),
        (
            Kind.INT,
            ["or", ["<", ["+", M, 1], 3], ["==", F, ["+", S, ["*", M, 2]]]],
            N_TIMES_3,
            "n * 3",
            "n < 1 or f(n * 3) == f(n) + n * 6",
        ),
        (Kind.FLOAT, ["==", F, ["+", S, M]], {M: ["-", 0, N]}, "-n", "f(-n) == f(n) - n"),
        (Kind.BOOL, ["iff", F, ["and", S, ["not", M]]], {M: ["not", N]}, "not n", "f(not n) == (f(n) and n)"),
        (Kind.INTS, ["==", F, ["flip", M]], {M: ["flip", N]}, "n[::-1]", "f(n[::-1]) == n"),
        (Kind.INTS, ["==", ["len", F], ["len", M]], {M: ["sorted", N]}, "sorted(n)", "len(f(sorted(n))) == len(n)"),
        (Kind.TEXT, ["==", F, ["upper", M]], {M: ["upper", N]}, "n.upper()", "f(n.upper()) == n.upper()"),
    ],
)
def test_follow_up_inputs_are_written_out_where_that_reads_better(kind, tree, parts, text, plain):
    ugly = Expression.from_tree(tree, over(kind))
    texts = {N: "n", M: text, S: "f(n)", F: f"f({text})"}
    value = evaluator(Expression.from_tree(parts[M], ugly.variables), Tolerance())
    rows = [(row[0], value(row), *row[2:]) for row in rows_of(ugly.variables)]
    simple = simplify(ugly, agreement(ugly, rows), texts, parts)
    assert formula(simple, texts) == plain


@pytest.mark.parametrize("parts", [{M: ["flip", N]}, {M: "k_s"}, {"k_f": N}, {M: ["+", N]}, {}])
def test_what_is_no_tree_of_a_follow_up_input_is_left_out(parts):
    shifted = Expression.from_tree(["==", F, ["+", S, M]], over(Kind.INT))
    assert simplify(shifted, agreement(shifted), parts=parts) == shifted


def test_a_condition_goes_together_with_what_is_calculated_in_other_ways():
    doubled = Expression.from_tree(["or", ["==", F, 2], ["==", F, ["/", ["*", S, S], N]]], over(Kind.INT))
    rows = [(n, n + 1, 2 * n, f) for n in range(1, 9) for f in range(3, 20)]
    assert formula(simplify(doubled, agreement(doubled, rows)), TEXTS) == "f(m) == f(n) * 2"


def test_a_source_input_is_preferred_to_the_follow_ups_where_both_say_the_same():
    longer = Expression.from_tree(["==", ["len", F], ["+", ["len", S], ["len", M]]], over(Kind.INTS))
    few = ([1], [1, 2], [])
    rows = [(xs, xs[::-1], s, f) for xs in few for s in few for f in (*few, [1, 2, 3], [4] * 4)]
    assert formula(simplify(longer, agreement(longer, rows)), TEXTS) == "len(f(m)) == len(f(n)) + len(n)"

import itertools
import math
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from genmorph.execution.observation import CORRECT
from genmorph.fitness import kernel
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.table import build_table, unpack_bits
from genmorph.model import Kind, Tolerance
from genmorph.relations import operators
from genmorph.relations.expression import Expression, Role, Variable
from genmorph.relations.meaning import compile_relation, function_of
from tests.fitness.populations import commuted, executions
from tests.trees import SEQUENCE_VARIABLES, VARIABLES, relations, rows, sequence_relations, sequence_rows

NESTED_FLOATS = (
    Variable("return_s", Role.SOURCE_OUTPUT, Kind.NESTED, holds_floats=True),
    Variable("return_f", Role.FOLLOW_UP_OUTPUT, Kind.NESTED, holds_floats=True),
    Variable("more_s", Role.SOURCE_OUTPUT, Kind.NESTED, 1, holds_floats=True),
    Variable("flag_s", Role.SOURCE_INPUT, Kind.BOOL),
    Variable("text_s", Role.SOURCE_INPUT, Kind.TEXT, 1),
)
some_floats = st.sampled_from([0.0, 0.3, 0.1 + 0.2, 1.0, 1.0 + 1e-12, 1.0 + 1e-6, math.nan, math.inf])
nested_floats = st.lists(st.lists(st.one_of(some_floats, st.sampled_from([0, 1, True])), max_size=2), max_size=3)
FEW_ROWS = [(0.1 * i, i - 3, i % 3 == 0, 2 * i, 1.5 - i, 0.1 * i * i) for i in range(70)]


def has_inexact_ints(expression, values):
    """Whether an intermediate int of the plain meaning leaves the range in which float64 is exact."""

    def is_inexact(value):
        if isinstance(value, list):
            return any(is_inexact(element) for element in value)
        return isinstance(value, int) and abs(value) > 2**53

    return any(is_inexact(value) for value in intermediate_values(expression, values))


def intermediate_values(expression, values):
    """What the nodes stand for, and the partial sums; False for all that is Boolean."""
    constant_at = expression.constant_at
    stack = []
    for index in reversed(range(expression.size)):
        code = expression.codes[index]
        parts = [stack.pop() for _ in range(operators.arity(code))]
        if code >= operators.FIRST_VARIABLE:
            stack.append(values[code - operators.FIRST_VARIABLE])
        elif index in constant_at:
            stack.append(constant_at[index])
        elif operators.BY_CODE[code].result is operators.Sort.BOOLEAN:
            stack.append(False)
        else:
            if operators.BY_CODE[code].symbol == "sum":
                yield from itertools.accumulate(parts[0])
            stack.append(function_of(code, None)(*parts))
        yield stack[-1]


def assert_agreement(expressions, values, tolerance, variables=VARIABLES):
    scores = score(pack(expressions), build_table(executions(values, None, variables), tolerance))
    for index, expression in enumerate(expressions):
        holds = compile_relation(expression, tolerance)
        rejected = unpack_bits(scores.rejected[index])[: len(values)]
        for row, is_rejected in zip(values, rejected.tolist(), strict=True):
            if not has_inexact_ints(expression, row):
                assert holds(row) is not is_rejected, (expression.to_tree(), row)


def from_trees(trees, variables=VARIABLES):
    return [Expression.from_tree(tree, variables) for tree in trees]


@settings(max_examples=400)
@given(
    st.lists(relations(), min_size=1, max_size=8),
    st.lists(rows, min_size=1, max_size=70),
    st.sampled_from([Tolerance(), Tolerance(0.0, 0.0), Tolerance(1e-3, 1e-2)]),
)
def test_kernel_and_plain_meaning_agree_on_every_row(expressions, values, tolerance):
    assert_agreement(expressions, values, tolerance)


@settings(max_examples=200)
@given(
    st.lists(relations(variables=NESTED_FLOATS), min_size=1, max_size=8),
    st.lists(st.tuples(*[nested_floats] * 3, st.booleans(), st.text("ab", max_size=2)), min_size=1, max_size=70),
)
def test_kernel_and_plain_meaning_agree_on_floats_inside_of_elements(expressions, values):
    assert_agreement(expressions, values, Tolerance(), NESTED_FLOATS)


@settings(max_examples=400)
@given(
    st.lists(sequence_relations(), min_size=1, max_size=8),
    st.lists(sequence_rows, min_size=1, max_size=20),
    st.sampled_from([Tolerance(), Tolerance(0.0, 0.0), Tolerance(1e-3, 1e-2)]),
)
def test_kernel_and_plain_meaning_agree_on_texts_and_sequences(expressions, values, tolerance):
    assert_agreement(expressions, values, tolerance, SEQUENCE_VARIABLES)


def assert_scored_as_if_alone(expressions, values, variables, data):
    """Duplicates and commuted copies share their values with the originals, and subtrees with other trees."""
    copies = [Expression.from_tree(commuted(data.draw, e.to_tree()), variables) for e in expressions]
    population = data.draw(st.permutations([*expressions, *expressions[:3], *copies]))
    mutants = [CORRECT] * 30 + [0] * 15 + [2] * (len(values) - 45)
    table = build_table(executions(values, mutants, variables), Tolerance())
    scores = score(pack(population), table)
    for index, expression in enumerate(population):
        alone = score(pack([expression]), table)
        assert scores.rejected[index].tolist() == alone.rejected[0].tolist()
        assert scores.false_positives[index] == alone.false_positives[0]
        assert scores.false_negatives[index] == alone.false_negatives[0]
        assert scores.kills[index].tolist() == alone.kills[0].tolist()
        assert scores.missed[index] == alone.missed[0]


@given(st.lists(relations(), min_size=1, max_size=20), st.data())
@settings(max_examples=60)
def test_a_tree_is_scored_as_if_it_were_alone(expressions, data):
    assert_scored_as_if_alone(expressions, FEW_ROWS, VARIABLES, data)


@given(
    st.lists(sequence_relations(), min_size=1, max_size=20), st.lists(sequence_rows, min_size=2, max_size=5), st.data()
)
@settings(max_examples=40)
def test_a_tree_about_sequences_is_scored_as_if_it_were_alone(expressions, values, data):
    assert_scored_as_if_alone(expressions, 25 * values, SEQUENCE_VARIABLES, data)


def number_list(kind, place):
    return Variable(f"{kind.name.lower()}_s", Role.SOURCE_INPUT, kind, place)


LISTS = (
    number_list(Kind.FLOATS, 0),
    number_list(Kind.INTS, 1),
    number_list(Kind.FLOAT, 2),
    number_list(Kind.INT, 3),
    number_list(Kind.TEXT, 4),
)


def test_rewriting_keeps_the_meaning_where_infinities_meet_and_where_ints_meet_floats():
    """What the kernel evaluates in another way than it is written, on values that tell the ways apart."""
    inf, nan = math.inf, math.nan
    changes = [["add each", "floats_s", c] for c in ("float_s", "int_s", 0.1)]
    changes += [["scale each", "floats_s", c] for c in ("float_s", "int_s", -0.5)]
    changes += [["flip", "floats_s"], ["sorted", "floats_s"], ["concatenate", "floats_s", "ints_s"]]
    changes += [["concatenate", "ints_s", "ints_s"], ["flip", "ints_s"], ["sorted", ["flip", "ints_s"]]]
    trees = []
    for change in changes:
        questions = ["len", "sum", "min", "max"]
        trees += [[compare, [question, change], "float_s"] for question in questions for compare in ("==", "<")]
        trees += [["contains", change, number] for number in ("float_s", "int_s")]
        trees += [["==", ["element", change, place], "float_s"] for place in (0, -1, "int_s")]
        trees += [
            ["==", ["sorted", change], other] for other in ("floats_s", ["flip", "floats_s"], ["sorted", "floats_s"])
        ]
    cases = [["upper", "text_s"], ["lower", "text_s"], ["str", "int_s"]]
    doubled = [["concatenate", case, "text_s"] for case in cases]
    trees += [
        ["==", [change, text], other] for change in ("upper", "lower") for text in doubled + cases for other in cases
    ]
    lists = [[], [0.0], [1.0, nan], [inf, -inf, 1.0], [2**53 * 1.0, 1.0 + 1e-10, -0.0], [3.0, 1.0, 2.0]]
    ints = [[], [1, -2, 1], [2**53 - 1, 0]]
    values = list(itertools.product(lists, ints, [0.0, 1.0, inf, -inf, nan], [0, 1, -3], ["", "ßŉ"]))
    for tolerance in (Tolerance(), Tolerance(0.0, 0.0)):
        assert_agreement(from_trees(trees, LISTS), values, tolerance, LISTS)


def test_long_rows_agree_when_what_was_made_is_forgotten_or_more_room_is_taken():
    rng = Random(0)
    values = [
        ([rng.random() for _ in range(size)], rng.choices(range(-9, 10), k=size), 0.5, size // 2, "ab" * (size // 2))
        for size in rng.choices([0, 1, 500, 1_990, 2_000], k=70)
    ]
    trees = []
    for count in range(40):
        made = ["concatenate", ["remove", "floats_s", 2 * count], ["add each", "ints_s", 0.25 * count]]
        trees.append(["<", ["sum", made], ["*", "int_s", count]])
        trees.append(["startswith", made, ["flip", ["remove", "floats_s", -count]]])
    pair = ["concatenate", "floats_s", "ints_s"]
    trees.append(["==", ["sum", ["concatenate", ["concatenate", pair, pair], pair]], "float_s"])
    trees.append(["startswith", ["sorted", pair], ["sorted", "floats_s"]])
    assert_agreement(from_trees(trees, LISTS), values, Tolerance(), LISTS)


def test_a_program_may_be_one_boolean_variable():
    assert_agreement(from_trees(["flag_s", ["not", "flag_s"], "flag_s"]), FEW_ROWS, Tolerance())


def test_every_constant_keeps_its_own_value():
    trees = [["<=", "x_s", ["*", "return_s", 0.01 * i]] for i in range(600)]
    assert_agreement(from_trees(trees), FEW_ROWS, Tolerance())


def test_an_int_constant_and_a_float_of_the_same_value_are_two():
    close = [(0.0, 2**40, False, 2**40 + 1, 0.0, 0.0)]
    equal_to = [["==", ["*", "n_s", one], "n_f"] for one in (1, 1.0)]
    assert_agreement(from_trees(equal_to), close, Tolerance(1e-9, 0.0))
    exact, tolerant = score(pack(from_trees(equal_to)), build_table(executions(close), Tolerance())).false_positives
    assert (exact, tolerant) == (1, 0)


def test_values_that_many_later_programs_need_are_kept_until_then():
    products = [["*", "x_s", i] for i in range(2, 402)]
    sums = [["<", ["+", product, "return_s"], "return_f"] for product in products]
    comparisons = [["or", "flag_s", ["<=", product, "n_s"]] for product in products]
    again = [["implies", c, ["not", s]] for c, s in zip(comparisons, sums, strict=True)]
    assert_agreement(from_trees([*sums, *comparisons, *again]), FEW_ROWS, Tolerance())


def test_an_empty_population_has_empty_scores():
    scores = score(pack([]), build_table(executions(FEW_ROWS), Tolerance()))
    assert len(scores.false_positives) == len(scores.rejected) == len(scores.kills) == len(scores.missed) == 0


@given(relations(), st.lists(rows, min_size=1, max_size=1400))
@settings(max_examples=30)
def test_agreement_does_not_depend_on_the_block_a_row_lies_in(expression, values):
    assert_agreement([expression], values, Tolerance())


@given(sequence_relations(), st.lists(sequence_rows, min_size=1, max_size=10), st.integers(1, 80))
@settings(max_examples=30)
def test_agreement_does_not_depend_on_the_word_a_row_lies_in(expression, values, times):
    assert_agreement([expression], values * times, Tolerance(), SEQUENCE_VARIABLES)


def test_the_kernels_codes_are_those_of_the_operator_table():
    codes = {name: code for name, code in vars(operators).items() if name.isupper() and isinstance(code, int)}
    assert {name: getattr(kernel, name, operators.PADDING) for name in codes} == codes


@given(st.lists(st.tuples(rows, st.integers(-1, 2)), min_size=1, max_size=300), relations())
@settings(max_examples=60)
def test_counts_and_kills_are_those_of_the_plain_meaning(labelled, expression):
    labelled = sorted([((0.0, 0, False, 0, 0.0, 0.0), CORRECT), *labelled], key=lambda pair: pair[1])
    values, mutants = [row for row, _ in labelled], [mutant for _, mutant in labelled]
    assume(not any(has_inexact_ints(expression, row) for row in values))
    table = build_table(executions(values, mutants), Tolerance())
    scores = score(pack([expression]), table)
    holds = compile_relation(expression, Tolerance())
    truth = [(mutant, holds(row)) for row, mutant in labelled]
    assert scores.false_positives[0] == sum(not true for mutant, true in truth if mutant == CORRECT)
    assert scores.false_negatives[0] == sum(true for mutant, true in truth if mutant != CORRECT)
    killed = {"abc"[mutant] for mutant, true in truth if mutant != CORRECT and not true}
    assert {name for name, kill in zip(table.judged, scores.kills[0], strict=True) if kill} == killed

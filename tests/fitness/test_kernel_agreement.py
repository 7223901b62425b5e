import itertools

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from genmorph.execution.observation import CORRECT
from genmorph.fitness import kernel
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.table import build_table, unpack_bits
from genmorph.model import Tolerance
from genmorph.relations import operators
from genmorph.relations.expression import Expression
from genmorph.relations.meaning import compile_relation, function_of
from tests.fitness.populations import commuted, executions
from tests.trees import SEQUENCE_VARIABLES, VARIABLES, relations, rows, sequence_relations, sequence_rows

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


def from_trees(trees):
    return [Expression.from_tree(tree, VARIABLES) for tree in trees]


@settings(max_examples=400)
@given(
    st.lists(relations(), min_size=1, max_size=8),
    st.lists(rows, min_size=1, max_size=70),
    st.sampled_from([Tolerance(), Tolerance(0.0, 0.0), Tolerance(1e-3, 1e-2)]),
)
def test_kernel_and_plain_meaning_agree_on_every_row(expressions, values, tolerance):
    assert_agreement(expressions, values, tolerance)


@settings(max_examples=400)
@given(
    st.lists(sequence_relations(), min_size=1, max_size=8),
    st.lists(sequence_rows, min_size=1, max_size=20),
    st.sampled_from([Tolerance(), Tolerance(0.0, 0.0), Tolerance(1e-3, 1e-2)]),
)
def test_kernel_and_plain_meaning_agree_on_texts_and_sequences(expressions, values, tolerance):
    assert_agreement(expressions, values, tolerance, SEQUENCE_VARIABLES)


@given(st.lists(relations(), min_size=1, max_size=20), st.data())
@settings(max_examples=60)
def test_a_tree_is_scored_as_if_it_were_alone(expressions, data):
    """Duplicates and commuted copies share their values with the originals, and subtrees with other trees."""
    copies = [Expression.from_tree(commuted(data.draw, e.to_tree()), VARIABLES) for e in expressions]
    population = data.draw(st.permutations([*expressions, *expressions[:3], *copies]))
    mutants = [CORRECT] * 30 + [0] * 15 + [2] * 25
    table = build_table(executions(FEW_ROWS, mutants), Tolerance())
    scores = score(pack(population), table)
    for index, expression in enumerate(population):
        alone = score(pack([expression]), table)
        assert scores.rejected[index].tolist() == alone.rejected[0].tolist()
        assert scores.false_positives[index] == alone.false_positives[0]
        assert scores.false_negatives[index] == alone.false_negatives[0]
        assert scores.kills[index].tolist() == alone.kills[0].tolist()
        assert scores.missed[index] == alone.missed[0]


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
    table = build_table(executions(values), Tolerance())
    holds = compile_relation(expression, Tolerance())
    rejected = unpack_bits(score(pack([expression]), table).rejected[0])[: len(values)]
    judged = [index for index, row in enumerate(values) if not has_inexact_ints(expression, row)]
    assert [bool(rejected[index]) for index in judged] == [not holds(values[index]) for index in judged]


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

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from genmorph.execution.observation import CORRECT, Executions
from genmorph.fitness import kernel
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.table import build_table, unpack_bits
from genmorph.model import Tolerance
from genmorph.relations import operators
from genmorph.relations.meaning import compile_relation
from tests.trees import VARIABLES, relations, rows


def executions(values, mutants=None):
    dtypes = [np.float64 if variable.kind.is_number else np.bool_ for variable in VARIABLES]
    columns = [np.array(c, dtype) for c, dtype in zip(zip(*values, strict=True), dtypes, strict=True)]
    numbers = np.full(len(values), CORRECT) if mutants is None else np.array(mutants)
    return Executions(VARIABLES, tuple(columns), numbers, np.arange(len(values)), ("a", "b", "c"), tuple(values))


def has_inexact_ints(expression, values):
    """Whether an intermediate int of the plain meaning leaves the range in which float64 is exact."""
    environment = dict(zip((v.name for v in VARIABLES), values, strict=True))
    largest = 0

    def walk(tree):
        nonlocal largest
        if not isinstance(tree, list):
            return environment.get(tree, tree) if isinstance(tree, str) else tree
        parts = [walk(part) for part in tree[1:]]
        if tree[0] in "+-*" and all(type(part) is int for part in parts):
            a, b = parts
            result = {"+": a + b, "-": a - b, "*": a * b}[tree[0]]
            largest = max(largest, abs(result))
            return result
        if tree[0] == "abs":
            return abs(parts[0])
        return 0.0

    walk(expression.to_tree())
    return largest > 2**53


@settings(max_examples=400)
@given(
    st.lists(relations(), min_size=1, max_size=8),
    st.lists(rows, min_size=1, max_size=70),
    st.sampled_from([Tolerance(), Tolerance(0.0, 0.0), Tolerance(1e-3, 1e-2)]),
)
def test_kernel_and_plain_meaning_agree_on_every_row(expressions, values, tolerance):
    table = build_table(executions(values), tolerance)
    scores = score(pack(expressions), table)
    for index, expression in enumerate(expressions):
        holds = compile_relation(expression, tolerance)
        rejected = unpack_bits(scores.rejected[index])[: len(values)]
        for row, is_rejected in zip(values, rejected.tolist(), strict=True):
            if not has_inexact_ints(expression, row):
                assert holds(row) is not is_rejected, (expression.to_tree(), row)


@given(relations(), st.lists(rows, min_size=1, max_size=1400))
@settings(max_examples=30)
def test_agreement_does_not_depend_on_the_block_a_row_lies_in(expression, values):
    table = build_table(executions(values), Tolerance())
    holds = compile_relation(expression, Tolerance())
    rejected = unpack_bits(score(pack([expression]), table).rejected[0])[: len(values)]
    judged = [index for index, row in enumerate(values) if not has_inexact_ints(expression, row)]
    assert [bool(rejected[index]) for index in judged] == [not holds(values[index]) for index in judged]


def test_the_kernels_codes_are_those_of_the_operator_table():
    names = [name for name in vars(operators) if name.isupper() and isinstance(getattr(kernel, name, None), int)]
    assert len(names) == 17
    assert all(getattr(kernel, name) == getattr(operators, name) for name in names)


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

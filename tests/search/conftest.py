"""A table small enough to know by heart: squares, and three faulty squares."""

import pytest

from genmorph.domain import ints
from genmorph.execution.observation import observe
from genmorph.fitness.table import build_table
from genmorph.model import Kind, Output, Parameter, Returned, SourceMutant, Tolerance
from genmorph.relations.expression import relation_variables
from genmorph.search.grammar import build_grammar

SQUARES = {
    None: lambda x: x * x,
    "cube": lambda x: x * x * x,
    "shifted": lambda x: x * x + x,
    "odd": lambda x: x * x if x < 3 else 7,
}


def run_squares(mutant, inputs):
    function = SQUARES[mutant and mutant.id]
    return [Returned(function(*values)) for values in inputs]


@pytest.fixture(scope="session")
def variables():
    return relation_variables([Parameter("x", ints(-9, 9))], [0], [Output(Kind.INT)])


@pytest.fixture(scope="session")
def table(variables):
    pairs = [((x,), (-x,)) for x in range(-9, 10)]
    mutants = [SourceMutant(name, "replace", 1, "") for name in SQUARES if name]
    return build_table(observe(pairs, mutants, variables, [Output(Kind.INT)], Tolerance(), run_squares), Tolerance())


@pytest.fixture(scope="session")
def grammar(variables):
    return build_grammar(variables, {})

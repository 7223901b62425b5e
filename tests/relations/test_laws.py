"""Laws: the named shapes of relations, their instances, and how they are recognised."""

import pytest

from genmorph.domain import ints, lists
from genmorph.model import Kind, Output, Parameter
from genmorph.relations.expression import Expression, relation_variables
from genmorph.relations.laws import LAWS, law_named, law_of

F, S = "return_f", "return_s"
PARAMETERS = [Parameter("n", ints()), Parameter("xs", lists(ints()))]


def law(tree, kind=Kind.INT, does="", chained=None):
    variables = relation_variables(PARAMETERS, [0], [Output(kind)], chained)
    found = law_of(Expression.from_tree(tree, variables), does)
    return found.named(does) if found else None


@pytest.mark.parametrize(
    ("tree", "kind", "does", "name"),
    [
        (["==", F, S], Kind.INT, "", "invariance"),
        (["==", S, F], Kind.TEXT, "swaps", "symmetry"),
        (["iff", F, S], Kind.BOOL, "negates", "evenness"),
        (["==", F, S], Kind.INTS, "reorders", "order invariance"),
        (["==", F, S], Kind.TEXT, "replaces", "independence"),
        (["==", F, S], Kind.INTS, "passes on", "idempotence"),
        (["==", ["-", 0, S], F], Kind.FLOAT, "negates", "oddness"),
        (["xor", S, F], Kind.BOOL, "swaps", "antisymmetry"),
        (["==", F, ["*", 8, S]], Kind.INT, "scales", "homogeneity"),
        (["==", F, ["*", S, "n_s"]], Kind.INT, "adds", "scaling"),
        (["==", F, ["*", S, ["*", "n_s", "n_s"]]], Kind.INT, "scales", "homogeneity"),
        (["==", F, ["+", S, 2]], Kind.INT, "adds", "additivity"),
        (["==", F, ["-", S, ["*", 3, "n_s"]]], Kind.INT, "adds", "additivity"),
        (["==", F, ["+", ["len", "xs_s"], S]], Kind.INT, "adds", "additivity"),
        (["==", F, ["-", 360, S]], Kind.INT, "negates", "complement"),
        (["==", F, ["flip", S]], Kind.TEXT, "reorders", "equivariance"),
        (["==", F, ["concatenate", S, S]], Kind.INTS, "", "doubling"),
        (["==", F, ["truncate", S, "n_s"]], Kind.TEXT, "cuts", "truncation"),
        (["startswith", S, F], Kind.INTS, "cuts", "prefix"),
        (["==", ["len", F], ["+", ["len", S], 1]], Kind.INTS, "grows", "length"),
        (["<=", S, F], Kind.FLOAT, "adds", "monotonicity"),
        (["<", S, F], Kind.INT, "adds", "monotonicity"),
        (["implies", F, S], Kind.BOOL, "grows", "monotonicity"),
        (["not", ["<", F, S]], Kind.FLOAT, "adds", "monotonicity"),
        (["not", ["<=", F, S]], Kind.FLOAT, "adds", "monotonicity"),
        (["or", ["not", F], ["not", S]], Kind.BOOL, "swaps", "asymmetry"),
        (["not", ["and", S, F]], Kind.BOOL, "swaps", "asymmetry"),
        (["not", ["and", F, S]], Kind.BOOL, "negates", "exclusion"),
        (["or", F, S], Kind.BOOL, "swaps", "totality"),
    ],
)
def test_an_instance_is_recognised_whatever_the_order_of_commutative_operands(tree, kind, does, name):
    assert law(tree, kind, does) == name


@pytest.mark.parametrize(
    ("tree", "kind", "does"),
    [
        (["<=", S, F], Kind.FLOAT, "scales"),
        (["<", S, F], Kind.INT, "scales"),
        (["not", ["<", F, S]], Kind.FLOAT, "scales"),
        (["or", F, S], Kind.BOOL, "grows"),
        (["not", ["and", F, S]], Kind.BOOL, "scales"),
        (["==", F, ["truncate", S, "n_s"]], Kind.TEXT, "grows"),
        (["startswith", F, S], Kind.TEXT, "cuts"),
        (["==", F, ["+", ["*", 2, S], 1]], Kind.INT, "adds"),
        (["==", ["*", F, F], S], Kind.INT, ""),
        (["==", F, "n_s"], Kind.INT, ""),
        (["or", ["==", F, S], ["<", "n_s", 0]], Kind.INT, ""),
    ],
)
def test_other_shapes_are_no_laws(tree, kind, does):
    assert law(tree, kind, does) is None


def test_that_the_input_comes_back_is_an_involution():
    assert law(["==", F, "xs_s"], Kind.INTS, "passes on", chained=1) == "involution"


def test_names_are_told_apart():
    names = [law.name for law in LAWS]
    assert len(set(names)) == len(names)
    assert all(law_named(name).formula for name in names)

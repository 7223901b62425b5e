import math

import numpy as np
import pytest

from genmorph.domain import bools, ints, lists, texts
from genmorph.execution.observation import Executions
from genmorph.filters.features import Features
from genmorph.filters.rules import MEANING, RULES, Tier, has_odd_shape, judge, tier_of
from genmorph.model import Kind, Output, Parameter, Stage
from genmorph.relations.expression import Expression, relation_variables
from genmorph.transformations.transformation import Transformation

FORM = (Stage.FORM, Stage.KILLS)
F, S, N = "return_f", "return_s", "n_s"


def is_obscure(expression):
    return has_odd_shape(expression)


def is_compound(expression):
    finding = judge(Features(expression, killed=1), FORM)
    return finding is not None and "equivalence between compound predicates" in finding.reason


@pytest.mark.parametrize(
    ("rule", "sample"), [(rule, sample) for rule in RULES for sample in rule.matches], ids=lambda one: str(one)[:60]
)
def test_a_rule_applies_to_its_matches(rule, sample):
    assert rule.applies(sample.features())


@pytest.mark.parametrize(
    ("rule", "sample"), [(rule, sample) for rule in RULES for sample in rule.spares], ids=lambda one: str(one)[:60]
)
def test_a_rule_spares_what_it_should(rule, sample):
    assert not rule.applies(sample.features())


def test_rules_have_names_of_their_own_and_examples_of_both_sorts():
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert all(rule.matches and rule.spares for rule in RULES)


def test_no_rule_that_excludes_is_hidden_by_one_of_a_better_tier():
    tiers = [rule.tier for rule in RULES if rule.stage is None and not rule.is_about_shape]
    assert tiers == sorted(tiers, key=lambda tier: tier is not Tier.EXCLUDED)


def test_every_shape_rule_leads_to_its_tier_and_excludes_what_is_long():
    for rule in (rule for rule in RULES if rule.is_about_shape):
        features = rule.matches[0].features()
        assert tier_of(features) in (Tier.FALLBACK, Tier.EXCLUDED)
        features.__dict__["complexity"] = 99
        assert tier_of(rule.matches[0].features()) is not Tier.KEEP
        assert tier_of(features) is Tier.EXCLUDED


def relation(tree, kind):
    parameters = [Parameter("n", ints()), Parameter("on", bools()), Parameter("xs", lists(ints()))]
    return Expression.from_tree(tree, relation_variables(parameters, [0], [Output(kind)]))


@pytest.mark.parametrize(
    "tree",
    [
        ["==", F, S],
        ["==", F, ["+", ["*", S, N], ["*", S, S]]],
        ["<=", S, F],
        ["<=", F, ["+", S, ["*", N, N]]],
        ["<=", ["-", S, 4], F],
        ["<=", ["-", F, S], N],
        ["<=", 0, ["+", F, ["*", 2, S]]],
        ["not", ["==", F, S]],
        ["or", ["<", N, 0], ["<=", S, F]],
        ["or", ["==", S, 0], ["==", F, ["*", S, N]]],
        ["or", ["==", F, S], ["==", F, ["+", S, 1]]],
        ["implies", ["<", S, 0], ["<", F, S]],
        ["implies", "on_s", ["==", F, S]],
        ["iff", ["<", S, 0], ["<", F, 0]],
        ["implies", ["==", ["len", "xs_s"], 1], ["==", F, S]],
        ["or", ["<", N, 7], ["<", F, ["+", S, 1]]],
        ["or", ["<", N, 0], ["<=", F, ["+", S, 5]]],
        ["or", ["<", N, 7], ["<=", F, ["*", S, 5]]],
        ["or", ["<", N, 7], ["==", F, ["+", S, 5]]],
        ["or", ["==", N, 2], ["==", F, ["*", S, N]]],
        ["or", ["not", ["==", N, 0]], ["==", F, S]],
        ["==", F, ["*", S, 0.37]],
        ["==", F, ["+", ["*", S, 0.5], ["*", N, math.pi / 2]]],
        ["==", F, ["+", ["*", S, 0.37], ["*", N, 0.37]]],
        ["<=", F, ["+", S, ["*", 2, ["len", "xs_s"]]]],
        ["<=", ["abs", ["-", F, S]], 1],
        ["<=", ["abs", ["-", F, S]], ["+", N, 1]],
        ["<=", F, ["abs", S]],
    ],
    ids=str,
)
def test_what_a_developer_would_write_is_not_obscure(tree):
    assert not is_obscure(relation(tree, Kind.INT))


@pytest.mark.parametrize(
    "tree",
    [["iff", F, S], ["implies", F, S], ["not", ["and", F, S]], ["or", "on_s", ["or", ["not", S], F]]],
    ids=str,
)
def test_nothing_about_boolean_outputs_alone_is_obscure(tree):
    assert not is_obscure(relation(tree, Kind.BOOL))


@pytest.mark.parametrize(
    "tree",
    [
        ["<=", 1, ["*", S, F]],
        ["not", ["==", ["*", S, F], ["+", N, 1]]],
        ["<=", ["*", N, S], F],
        ["<=", ["-", 2, ["*", S, 2]], F],
        ["<", ["+", F, S], 7],
        ["<=", ["+", F, S], N],
        ["<=", F, ["+", ["*", S, 2], ["*", N, N]]],
        ["<=", ["-", ["-", ["len", "xs_s"], ["+", S, ["abs", N]]], 3], F],
        ["or", ["<", 2, ["*", N, F]], ["==", ["*", N, F], S]],
        ["or", ["<=", S, N], ["<=", ["-", S, 1], F]],
        ["iff", ["<", F, 0], ["==", F, S]],
        ["or", ["<", N, 0], ["or", ["<", 9, N], ["==", F, S]]],
        ["or", ["<", ["+", N, 1], ["*", N, ["+", N, 9]]], ["==", F, S]],
        ["or", ["<", N, 7], ["<", F, ["-", ["+", S, N], 3]]],
        ["<=", F, ["+", ["*", S, 0.37], 0.21]],
        ["==", ["abs", ["abs", F]], ["abs", ["abs", ["+", S, ["abs", ["-", N, ["*", N, ["len", "xs_s"]]]]]]]],
    ],
    ids=str,
)
def test_what_was_fitted_together_is_obscure(tree):
    assert is_obscure(relation(tree, Kind.INT))


def test_beginnings_and_parts_of_texts_are_short():
    variables = relation_variables([Parameter("s", texts())], [0], [Output(Kind.TEXT)])
    short = ["startswith", F, ["truncate", S, 3]]
    long = ["startswith", ["flip", F], ["truncate", S, ["-", 2, ["len", "s_s"]]]]
    assert not is_obscure(Expression.from_tree(short, variables))
    assert is_obscure(Expression.from_tree(long, variables))
    middling = ["startswith", ["flip", F], ["truncate", S, 3]]
    assert not is_obscure(Expression.from_tree(middling, variables))


def test_of_two_equalities_one_may_hold_as_long_as_both_are_short():
    variables = relation_variables([Parameter("s", texts())], [0], [Output(Kind.TEXT)])
    longer = ["==", ["len", F], ["-", ["len", S], 2]]
    short = ["or", ["==", F, S], longer]
    long = ["or", ["==", ["truncate", ["lower", F], -2], ["truncate", S, 2]], longer]
    assert [is_obscure(Expression.from_tree(tree, variables)) for tree in (short, long)] == [False, True]


def test_what_is_left_out_stands_at_a_plain_place():
    variables = relation_variables([Parameter("n", ints())], [], [Output(Kind.TEXT)])
    variables += relation_variables([Parameter("k", ints())], [0], [])
    at_changed = ["==", ["truncate", F, "k_f"], S]
    assert is_obscure(Expression.from_tree(at_changed, variables))
    shown = ["==", ["remove", F, "n_s"], S], ["==", ["remove", F, -1], S], ["==", ["remove", F, ["len", S]], S]
    assert [is_obscure(Expression.from_tree(tree, variables)) for tree in shown] == [False, False, True]


@pytest.mark.parametrize(
    ("tree", "kind"),
    [
        (["==", F, ["+", ["abs", ["-", 2, S]], 3]], Kind.INT),
        (["<=", ["*", N, N], ["abs", ["+", F, ["-", N, S]]]], Kind.INT),
        (["==", F, ["+", ["abs", ["-", N, S]], N]], Kind.INT),
        (["==", ["*", F, ["-", N, S]], ["*", S, ["-", N, S]]], Kind.INT),
        (["==", ["*", F, F], ["*", S, S]], Kind.INT),
        (["==", ["*", F, F], ["-", ["*", F, S], 1]], Kind.INT),
        (["or", ["<=", N, 0], ["<=", ["-", ["+", S, 1], N], F]], Kind.INT),
        (["or", "on_s", ["iff", F, ["and", S, ["or", "on_s", S]]]], Kind.BOOL),
    ],
    ids=str,
)
def test_what_bends_or_says_much_on_a_condition_is_obscure(tree, kind):
    assert is_obscure(relation(tree, kind))


@pytest.mark.parametrize(
    "tree",
    [
        ["==", F, ["abs", S]],
        ["==", F, ["-", N, S]],
        ["==", ["+", F, S], 2],
        ["==", F, ["+", S, ["*", N, 2]]],
        ["==", F, ["*", S, N]],
        ["==", F, ["-", ["*", N, 2], S]],
        ["==", ["*", F, ["+", N, 1]], ["*", S, N]],
        ["==", F, ["+", S, ["abs", ["-", N, "n_f"]]]],
        ["==", ["*", F, F], ["-", 1, ["*", S, S]]],
    ],
    ids=str,
)
def test_sums_and_products_that_say_what_the_output_is_are_not_obscure(tree):
    assert not is_obscure(relation(tree, Kind.INT))


@pytest.mark.parametrize(
    ("tree", "kind"),
    [
        (["iff", ["==", F, S], ["==", S, ["max", "xs_s"]]], Kind.INT),
        (["not", ["iff", ["==", F, S], ["==", S, N]]], Kind.INT),
        (["implies", F, ["iff", S, ["==", N, 99]]], Kind.BOOL),
        (["xor", ["<", F, S], "on_s"], Kind.INT),
    ],
    ids=str,
)
def test_what_says_when_claims_are_true_together_is_a_compound_equivalence(tree, kind):
    assert is_compound(relation(tree, kind))


@pytest.mark.parametrize(
    ("tree", "kind"),
    [
        (["iff", ["<", S, 0], ["<", F, 0]], Kind.INT),
        (["iff", F, ["not", S]], Kind.BOOL),
        (["iff", F, ["or", S, "on_s"]], Kind.BOOL),
        (["iff", F, ["==", N, 0]], Kind.BOOL),
        (["implies", F, ["iff", S, ["<", N, 99]]], Kind.BOOL),
        (["==", F, S], Kind.INT),
    ],
    ids=str,
)
def test_conditions_that_are_true_together_are_no_compound_equivalence(tree, kind):
    assert not is_compound(relation(tree, kind))


def test_rules_of_form_are_asked_before_those_of_meaning_and_those_before_the_tiers():
    phases = [0 if rule.stage in FORM else 1 if rule.stage in MEANING else 2 for rule in RULES]
    assert phases == sorted(phases)
    assert {rule.stage for rule in RULES} == {*FORM, *MEANING, None}


@pytest.mark.parametrize(
    ("condition", "is_of_few"),
    [
        (["not", ["==", ["len", "xs_s"], 2]], True),
        (["<", 1, ["len", "xs_s"]], True),
        (["<", ["len", "xs_s"], 3], False),
        (["==", ["sum", "xs_s"], 0], False),
    ],
)
def test_what_holds_for_one_or_two_lengths_is_known(condition, is_of_few):
    variables = relation_variables([Parameter("xs", lists(ints()))], [0], [Output(Kind.INT)])
    column = np.array([[1] * length for length in range(6)], object)
    columns = tuple(np.arange(6.0) if "return" in variable.name else column for variable in variables)
    executions = Executions(variables, columns, np.full(6, -1), np.arange(6), (), ())
    expression = Expression.from_tree(["or", condition, ["==", F, S]], variables)
    assert Features(expression, executions=executions).speaks_of_few_lengths is is_of_few


@pytest.mark.parametrize(("change", "law"), [("swap", "invariance"), ("swap_unlike", "invariance"), ("square", None)])
def test_arguments_that_may_be_exchanged_are_a_law_whatever_their_names(change, law):
    expression = Expression.from_tree(
        ["==", F, S], relation_variables([Parameter("n", ints())], [0], [Output(Kind.INT)])
    )
    places = (0,) if change == "square" else (0, 1)
    found = Features(expression, transformation=Transformation(change, places)).law
    assert (None if found is None else found.name) == law


def test_a_bound_of_exchanged_arguments_is_a_law_of_none():
    expression = Expression.from_tree(
        ["<=", F, S], relation_variables([Parameter("n", ints())], [0], [Output(Kind.INT)])
    )
    assert Features(expression, transformation=Transformation("swap_unlike", (0, 1))).law is None

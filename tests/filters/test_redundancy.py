import math
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from genmorph.domain import floats, froms, ints, lists, optionals, texts
from genmorph.filters.following import follows_from, follows_from_dependence, follows_from_swaps
from genmorph.filters.subsumption import implied, implied_on_range
from genmorph.model import Execution, Kind, Output, Parameter, Tolerance
from genmorph.relations.expression import ERROR_VARIABLES, Expression, relation_variables
from genmorph.results.relation import pair_variables
from genmorph.settings import EXPRESSIONS
from genmorph.transformations.transformation import Transformation
from tests.filters.observed import (
    LISTS,
    NATURAL,
    PAIRS,
    REALS,
    TEXTS,
    WHOLE,
    Observed,
    change,
    is_prime,
    quadratic_residues,
    sign,
)
from tests.trees import relations

SAME = ["==", "return_f", "return_s"]
ALIKE = ["iff", "return_f", "return_s"]
GROWS = ["<=", "return_s", "return_f"]

SQUARES = Observed(lambda n: n * n, WHOLE, change("scale", -1), Kind.INT)
CUBES = Observed(lambda x: x**3, REALS, change("scale", -1.0), Kind.FLOAT)
SUCCESSORS = Observed(lambda n: 3 * n + 1, WHOLE, change("add", 1), Kind.INT)
SIGNS = Observed(sign, WHOLE, change("scale", -1), Kind.INT)
PRIMES = Observed(lambda n: is_prime(abs(n)), WHOLE, change("scale", -1), Kind.BOOL)
SORTED = Observed(sorted, LISTS, change("reverse"), Kind.INTS)
DOUBLED = Observed(lambda xs: xs + xs, LISTS, change("reverse"), Kind.INTS)
DISTINCT = Observed(lambda xs: len(set(xs)), LISTS, change("append", 0), Kind.INT)
UPPER = Observed(str.upper, TEXTS, change("reverse"), Kind.TEXT)
EXCLAIMED = Observed(lambda text: text + "!", TEXTS, change("prepend", "a"), Kind.TEXT)
PRODUCTS = Observed(lambda a, b: a * b, PAIRS, change("add", 1), Kind.INT)


def is_implied(observed, known, other, more=()):
    executions = [*observed.executions, *more]
    pair = observed.relation(known), observed.relation(other)
    return implied(*pair, executions, observed.outputs, Tolerance(), Random("implied"))


def test_a_list_that_contains_a_number_is_not_exchanged_for_it():
    residues = Observed(quadratic_residues, {"p": ints(2, 60)}, change("scale", 2), Kind.INTS)
    bound = ["<=", ["len", ["concatenate", "return_f", "return_s"]], ["*", 2, "p_s"]]
    assert not is_implied(residues, ["contains", "return_s", 1], bound)
    assert not is_implied(residues, bound, ["contains", "return_s", 1])


NEGATED = ["==", "return_f", ["-", 0, "return_s"]]
PLUS_3 = ["==", "return_f", ["+", "return_s", 3]]
TURNED = ["==", "return_f", ["flip", "return_s"]]
IMPLIED = {
    "no smaller": (SQUARES, SAME, GROWS),
    "twice as large": (SQUARES, SAME, ["==", ["*", 2, "return_f"], ["+", "return_s", "return_s"]]),
    "the magnitude": (CUBES, NEGATED, ["==", ["abs", "return_f"], ["abs", "return_s"]]),
    "the square": (CUBES, NEGATED, ["==", ["*", "return_f", "return_f"], ["*", "return_s", "return_s"]]),
    "the sum": (CUBES, NEGATED, ["==", 0, ["+", "return_f", "return_s"]]),
    "the product": (SIGNS, NEGATED, ["<=", ["*", "return_f", "return_s"], 0]),
    "a guard": (SQUARES, SAME, ["implies", ["<", 3, "n_s"], SAME]),
    "larger": (SUCCESSORS, PLUS_3, ["<", "return_s", "return_f"]),
    "different": (SUCCESSORS, PLUS_3, ["not", SAME]),
    "a looser bound": (SUCCESSORS, ["<=", "return_f", ["+", "return_s", 3]], ["<", "return_f", ["+", "return_s", 100]]),
    "moved to the other side": (SUCCESSORS, PLUS_3, ["==", ["-", "return_f", 3], "return_s"]),
    "one direction": (PRIMES, ALIKE, ["implies", "return_s", "return_f"]),
    "the other way round": (PRIMES, ALIKE, ["not", ["xor", "return_s", "return_f"]]),
    "the length": (SORTED, SAME, ["==", ["len", "return_f"], ["len", "return_s"]]),
    "the largest": (SORTED, SAME, ["==", ["max", "return_f"], ["max", "return_s"]]),
    "the total of the turned one": (DOUBLED, TURNED, ["==", ["sum", "return_f"], ["sum", "return_s"]]),
    "turned on the other side": (DOUBLED, TURNED, ["==", "return_s", ["flip", "return_f"]]),
    "as long, by length": (
        DOUBLED,
        ["==", ["len", "return_f"], ["len", "return_s"]],
        ["<=", ["len", "return_f"], ["+", ["len", "return_s"], 1]],
    ),
    "a prefix": (
        EXCLAIMED,
        ["==", "return_f", ["concatenate", "text_f", ["truncate", ["flip", "return_s"], 1]]],
        ["startswith", "return_f", "text_f"],
    ),
    "the difference": (
        PRODUCTS,
        ["==", "return_f", ["+", "return_s", "b_s"]],
        ["==", ["-", "return_f", "return_s"], "b_s"],
    ),
    "growth of what is at least one": (
        PRODUCTS,
        ["==", "return_f", ["+", "return_s", "b_s"]],
        ["<", "return_s", "return_f"],
    ),
}
INDEPENDENT = {
    "the same of what grows": (SQUARES, GROWS, SAME),
    "the sign of a magnitude": (CUBES, ["==", ["abs", "return_f"], ["abs", "return_s"]], NEGATED),
    "how much larger": (SUCCESSORS, ["<", "return_s", "return_f"], PLUS_3),
    "which difference": (SUCCESSORS, ["not", SAME], PLUS_3),
    "a tighter bound": (SUCCESSORS, ["<", "return_f", ["+", "return_s", 5]], ["<=", "return_f", ["+", "return_s", 3]]),
    "a bound tighter by one of many": (
        SUCCESSORS,
        ["<=", "return_f", ["+", "return_s", 100]],
        ["<=", "return_f", ["+", "return_s", 99]],
    ),
    "a factor": (PRODUCTS, ["<", "return_s", "return_f"], ["==", "return_f", ["+", "return_s", "b_s"]]),
    "outside the guard": (SQUARES, ["implies", ["<", 3, "n_s"], SAME], SAME),
    "another guard": (SQUARES, ["implies", ["<", 3, "n_s"], SAME], ["implies", ["<", "n_s", 3], SAME]),
    "a seldom guard": (SUCCESSORS, PLUS_3, ["implies", ["==", "n_s", 5], ["==", ["-", "return_f", 19], "return_s"]]),
    "the converse": (PRIMES, ["implies", "return_s", "return_f"], ["implies", "return_f", "return_s"]),
    "both from one direction": (PRIMES, ["implies", "return_s", "return_f"], ALIKE),
    "the order of elements": (SORTED, ["==", ["sorted", "return_f"], ["sorted", "return_s"]], SAME),
    "the elements of a length": (SORTED, ["==", ["len", "return_f"], ["len", "return_s"]], SAME),
    "the least from the largest": (
        SORTED,
        ["==", ["max", "return_f"], ["max", "return_s"]],
        ["==", ["min", "return_f"], ["min", "return_s"]],
    ),
    "the total of a length": (
        DOUBLED,
        ["==", ["len", "return_f"], ["len", "return_s"]],
        ["==", ["sum", "return_f"], ["sum", "return_s"]],
    ),
    "turned, of the same total": (DOUBLED, ["==", ["sum", "return_f"], ["sum", "return_s"]], TURNED),
    "text of a length": (UPPER, ["==", ["len", "return_f"], ["len", "return_s"]], TURNED),
    "at most one more, of what grows": (DISTINCT, GROWS, ["<=", "return_f", ["+", "return_s", 1]]),
    "growth, of at most one more": (DISTINCT, ["<=", "return_f", ["+", "return_s", 1]], GROWS),
}


@pytest.mark.parametrize("name", IMPLIED)
def test_a_relation_that_another_says_already_is_implied(name):
    assert is_implied(*IMPLIED[name])


@pytest.mark.parametrize("name", INDEPENDENT)
def test_a_relation_that_says_something_else_is_not_implied(name):
    assert not is_implied(*INDEPENDENT[name])


def test_executions_of_mutants_may_show_that_nothing_follows():
    wrong = Execution((2,), (-2,), (4,), (5,))
    assert not is_implied(SQUARES, GROWS, ["<=", "return_f", "return_s"], [wrong])


def test_nothing_is_implied_without_executions_or_by_what_nothing_satisfies():
    relation = SQUARES.relation(SAME)
    assert not implied(relation, relation, [], SQUARES.outputs, Tolerance(), Random(0))
    assert not is_implied(SQUARES, ["<", ["+", "return_s", 1], ["-", "return_s", 1]], SAME)


def test_what_nothing_contradicts_is_not_called_implied():
    assert not is_implied(SQUARES, SAME, ["<=", 0, ["+", ["abs", "return_f"], ["abs", "return_s"]]])


@pytest.mark.parametrize("name", IMPLIED)
def test_every_relation_implies_itself(name):
    observed, *trees = IMPLIED[name]
    assert all(is_implied(observed, tree, tree) for tree in trees)


TREES = [
    Execution((x, n, n > 2), (x, n + 1, n > 2), (x * n,), (x * n + x,))
    for n in range(-5, 6)
    for x in (-2.5, 0.0, 1.0, 1e9, math.nan)
]


@settings(max_examples=40)
@given(relations(max_depth=3), st.integers(0, 99))
def test_nothing_implies_its_opposite(known, seed):
    assume(known.size < EXPRESSIONS.most_nodes)
    opposite = Expression.from_tree(["not", known.to_tree()], known.variables)
    given_ = TREES, [Output(Kind.FLOAT)], Tolerance(), Random(seed)
    assert not implied(known, opposite, *given_)


def on(domains, transformation, output, tree):
    parameters = [Parameter(name, domain) for name, domain in domains.items()]
    return Expression.from_tree(tree, pair_variables(parameters, transformation, (Output(output),)))


def does_follow(domains, output, known, known_tree, other, other_tree):
    parameters = [Parameter(name, domain) for name, domain in domains.items()]
    first, second = on(domains, known, output, known_tree), on(domains, other, output, other_tree)
    return follows_from(known, first, other, second, parameters)


def plus(amount):
    return ["==", "return_f", ["+", "return_s", amount]]


def times(factor):
    return ["==", "return_f", ["*", "return_s", factor]]


N, X = {"n": ints(0, 99)}, {"x": floats(-9.0, 9.0)}
XS, WORDS = {"xs": lists(ints(-9, 9))}, {"words": lists(texts())}
POWER = {"k": ints(-9, 9), "e": ints(0, 9)}
FOLLOWING = {
    "reversed": (XS, Kind.INT, change("sort"), SAME, change("reverse"), SAME),
    "rotated": (WORDS, Kind.INTS, change("sort"), SAME, change("rotate"), ["==", "return_s", "return_f"]),
    "ends swapped": (XS, Kind.BOOL, change("sort"), ALIKE, change("swap_ends"), ALIKE),
    "800 years": (N, Kind.BOOL, change("add", 4), ALIKE, change("add", 8), ALIKE),
    "back": (N, Kind.INT, change("add", 4), SAME, change("add", -4), SAME),
    "back in a list of values": ({"n": froms([0, 4])}, Kind.INT, change("add", 4), SAME, change("add", -4), SAME),
    "three times back": (N, Kind.INT, change("add", 4), SAME, change("add", -12), SAME),
    "two periods": (X, Kind.FLOAT, change("add", math.pi), SAME, change("add", 2 * math.pi), SAME),
    "tenths": (X, Kind.FLOAT, change("add", 0.1), SAME, change("add", 0.3), SAME),
    "each twice": (XS, Kind.INTS, change("add_each", 1), SAME, change("add_each", 2), SAME),
    "each negated twice": (XS, Kind.INT, change("scale_each", -2), SAME, change("scale_each", 4), SAME),
    "squared factor": ({"x": floats(0.0, 9.0)}, Kind.FLOAT, change("scale", 2.0), SAME, change("scale", 4.0), SAME),
    "divided": (X, Kind.FLOAT, change("scale", 2.0), SAME, change("scale", 0.5), SAME),
    "both": (PAIRS, Kind.INT, change("add_both", 1, 0, 1), SAME, change("add_both", 3, 0, 1), SAME),
    "slope": (N, Kind.INT, change("add", 1), plus(3), change("add", 5), plus(15)),
    "slope back": (N, Kind.INT, change("add", 1), plus(3), change("add", -1), ["==", "return_f", ["-", "return_s", 3]]),
    "slope by name": (PAIRS, Kind.INT, change("add", 1), plus("b_s"), change("add", 2), plus(["*", 2, "b_s"])),
    "slope by name back": (
        PAIRS,
        Kind.INT,
        change("add", 1),
        plus("b_s"),
        change("add", -1),
        ["==", "return_f", ["-", "return_s", "b_s"]],
    ),
    "growth": (N, Kind.FLOAT, change("add", 1), times(3.0), change("add", 2), times(9.0)),
    "decay": (N, Kind.FLOAT, change("add", 1), times(2.0), change("add", -1), ["==", ["/", "return_s", 2], "return_f"]),
    "power": (POWER, Kind.INT, change("add", 1, 1), times("k_s"), change("add", 2, 1), times(["*", "k_s", "k_s"])),
    "degree 3": (X, Kind.FLOAT, change("scale", 2.0), times(8.0), change("scale", 4.0), times(64.0)),
    "logarithm": (X, Kind.FLOAT, change("scale", 10.0), plus(1), change("scale", 100.0), plus(2)),
    "elements of the output": (
        XS,
        Kind.INTS,
        change("add_each", 1),
        ["==", "return_f", ["add each", "return_s", 1]],
        change("add_each", -1),
        ["==", "return_f", ["add each", "return_s", -1]],
    ),
    "elements multiplied": (
        {"xs": lists(floats(-9.0, 9.0))},
        Kind.FLOATS,
        change("scale_each", 2.0),
        ["==", "return_f", ["scale each", "return_s", 2]],
        change("scale_each", 8.0),
        ["==", "return_f", ["scale each", "return_s", 8]],
    ),
    "beside None": ({"n": optionals(ints(0, 9))}, Kind.INT, change("add", 1), SAME, change("add", 2), SAME),
}
NOT_FOLLOWING = {
    "a part of a period": (N, Kind.INT, change("add", 4), SAME, change("add", 2), SAME),
    "no multiple": (N, Kind.INT, change("add", 4), SAME, change("add", 6), SAME),
    "between listed values": ({"n": froms([0, 8])}, Kind.INT, change("add", 4), SAME, change("add", 8), SAME),
    "out of the domain between": (N, Kind.INT, change("scale", -2), SAME, change("scale", 4), SAME),
    "another output law": (N, Kind.INT, change("add", 1), plus(3), change("add", 2), plus(5)),
    "sorted after reversed": (XS, Kind.INT, change("reverse"), SAME, change("sort"), SAME),
    "swapped after rotated": (XS, Kind.INT, change("rotate"), SAME, change("swap_ends"), SAME),
    "shorter after sorted": (XS, Kind.INT, change("sort"), SAME, change("remove", 0), SAME),
    "reversed, of a bound": (XS, Kind.INT, change("sort"), GROWS, change("reverse"), GROWS),
    "upper and lower case": (TEXTS, Kind.TEXT, change("upper"), SAME, change("lower"), SAME),
    "another parameter": (PAIRS, Kind.INT, change("add", 1, 0), SAME, change("add", 2, 1), SAME),
    "added and multiplied": (X, Kind.FLOAT, change("add", 2.0), SAME, change("scale", 4.0), SAME),
    "an even power of a negation": (X, Kind.FLOAT, change("scale", -1.0), SAME, change("scale", 2.0), SAME),
    "a slope by what changes": (
        PAIRS,
        Kind.INT,
        change("add", 1),
        plus("a_s"),
        change("add", 2),
        plus(["*", 2, "a_s"]),
    ),
    "a product with what may be zero, back": (
        POWER,
        Kind.INT,
        change("add", 1, 1),
        times("k_s"),
        change("add", -1, 1),
        ["==", "return_f", ["/", "return_s", "k_s"]],
    ),
    "a bound": (N, Kind.INT, change("add", 1), GROWS, change("add", 2), ["<", "return_s", "return_f"]),
    "a parity": (
        N,
        Kind.INT,
        change("add", 1),
        plus(["*", "return_s", 2]),
        change("add", 2),
        plus(["*", "return_s", 4]),
    ),
}


@pytest.mark.parametrize("name", FOLLOWING)
def test_what_repeats_or_undoes_a_known_change_follows(name):
    assert does_follow(*FOLLOWING[name])


@pytest.mark.parametrize("name", NOT_FOLLOWING)
def test_what_needs_more_than_the_known_change_does_not_follow(name):
    assert not does_follow(*NOT_FOLLOWING[name])


def test_the_same_of_another_output_does_not_follow():
    outputs = (Output(Kind.INT), Output(Kind.INT, is_none=True))
    once, twice = change("add", 1), change("add", 2)
    parameters = [Parameter("n", ints(0, 9))]
    first = Expression.from_tree(SAME, pair_variables(parameters, once, outputs))
    second = Expression.from_tree(
        ["==", "return is None_f", "return is None_s"], pair_variables(parameters, twice, outputs)
    )
    assert follows_from(once, first, twice, Expression.from_tree(SAME, second.variables), parameters)
    assert not follows_from(once, first, twice, second, parameters)


def test_the_same_error_in_every_order_follows_from_sorting():
    same = Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)
    parameters = [Parameter("xs", lists(ints()))]
    assert follows_from(change("sort"), same, change("reverse"), same, parameters)


@given(st.integers(-9, 9).filter(bool), st.integers(-9, 9).filter(bool), st.integers(-5, 5))
def test_of_a_line_every_step_follows_from_one_that_divides_it(step, count, slope):
    first, second = (step, slope * step), (step * count, slope * step * count)
    given_ = [part for c, d in (first, second) for part in (change("add", c), plus(d))]
    assert does_follow({"n": ints()}, Kind.INT, *given_)


def test_natural_numbers_are_enough_for_steps():
    assert does_follow(NATURAL, Kind.INT, change("add", 1), plus(2), change("add", 3), plus(6))


def test_a_bound_follows_on_the_range_of_the_function_though_not_for_any_outputs():
    outputs = [Output(Kind.INT)]
    variables = relation_variables([], [], outputs)
    same = Expression.from_tree(["==", "return_f", "return_s"], variables)
    bound = Expression.from_tree(["<=", "return_f", ["*", 2, "return_s"]], variables)
    squares = [Execution((n,), (-n,), (n * n,), (n * n,)) for n in range(50)]
    odd = [Execution((n,), (n,), (n - 9,), (n - 9,)) for n in range(50)]
    assert not implied(same, bound, squares, outputs, Tolerance(), Random(0))
    assert implied_on_range(same, bound, squares, outputs, Tolerance(), Random(0))
    assert not implied_on_range(same, bound, odd, outputs, Tolerance(), Random(0))
    assert not implied_on_range(bound, same, squares, outputs, Tolerance(), Random(0))


def test_swaps_that_lead_to_another_swap_say_it():
    parameters = [Parameter(name, ints(0, 9)) for name in "abcd"]
    same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    swaps = {places: Transformation("swap", places) for places in ((0, 1), (1, 2), (0, 2), (0, 3))}
    known = [(swaps[0, 1], same), (swaps[1, 2], same)]
    assert follows_from_swaps(known, swaps[0, 2], same, parameters)
    assert not follows_from_swaps(known, swaps[0, 3], same, parameters)
    assert not follows_from_swaps(known[:1], swaps[0, 2], same, parameters)
    others = [*parameters[:1], Parameter("b", ints(0, 5)), *parameters[2:]]
    assert not follows_from_swaps(known, swaps[0, 2], same, others)


DRAWN = {"drawn": ints(1, 9)}
SHUFFLE = Transformation("shuffle", (0,), drawn=ints(0, 99))
OF_PARTS = {
    "the parts in another order": (lists(ints()), SHUFFLE, Transformation("sort", (0,)), True),
    "another order of those sorted": (lists(ints()), Transformation("sort", (0,)), SHUFFLE, False),
    "a factor where all is reached": (ints(0, 99), Transformation("add", (0,), **DRAWN), change("scale", 2), True),
    "a factor after steps of one": (ints(0, 99), change("add", 1), change("scale", 2), True),
    "a factor after steps of two": (ints(0, 99), change("add", 2), change("scale", 2), False),
    "a factor of floats after steps": (floats(0, 9), change("add", 1.0), change("scale", 2.0), False),
    "any step of floats": (floats(0, 9), Transformation("add", (0,), drawn=floats(0.1, 4)), change("scale", 2.0), True),
    "numbers with gaps": (froms([1, 2, 3, 7]), change("add", 1), change("scale", 2), False),
    "a step that is drawn": (lists(ints()), Transformation("add_each", (0,), **DRAWN), change("add_each", 3), True),
    "a step beyond those drawn": (
        lists(ints()),
        Transformation("add_each", (0,), **DRAWN),
        change("add_each", 10),
        False,
    ),
}


@pytest.mark.parametrize("name", OF_PARTS)
def test_what_is_read_of_an_output_stays_the_same_where_that_does(name):
    domain, known, other, is_said = OF_PARTS[name]
    outputs, parameters = (Output(Kind.OTHER), Output(Kind.INTS, view="sorted({})")), [Parameter("p", domain)]
    whole = Expression.from_tree(SAME, pair_variables(parameters, known, outputs))
    variables = pair_variables(parameters, other, outputs)
    part = Expression.from_tree(["==", "sorted(return)_f", "sorted(return)_s"], variables)
    assert follows_from(known, whole, other, part, parameters) == is_said
    assert not follows_from(other, part, known, whole, parameters)


@pytest.mark.parametrize("other", [change("reverse", None, 1), change("append", "a", 1)])
def test_a_length_that_does_not_depend_on_an_argument_stays_under_its_changes(other):
    domains, length = {"text": texts("ab"), "fill": texts("ab")}, ["==", ["len", "return_f"], ["len", "return_s"]]
    known = Transformation("replace", (1,), drawn=domains["fill"])
    assert does_follow(domains, Kind.TEXT, known, length, other, length)
    assert not does_follow(domains, Kind.TEXT, other, length, known, length)
    assert not does_follow(domains, Kind.TEXT, known, length, other, SAME)


K = Transformation("add", (0,), **DRAWN)
SLOPES = {
    "a factor": (K, ["*", 7, "k_s"], change("scale", 2), plus(["*", 7, "n_s"]), True),
    "another factor": (K, ["*", 7, "k_s"], change("scale", 2), plus(["*", 6, "n_s"]), False),
    "the square": (K, "k_s", change("square"), plus(["-", ["*", "n_s", "n_s"], "n_s"]), True),
    "a bound": (K, ["*", 7, "k_s"], change("add", 3), ["<", "return_s", "return_f"], True),
    "a bound that is too low": (K, ["*", 7, "k_s"], change("add", 3), ["<", "return_f", plus(20)[2]], False),
    "what is added once": (change("add", 1), 7, change("scale", 3), plus(["*", 14, "n_s"]), True),
    "what is added twice": (change("add", 2), 14, change("scale", 3), plus(["*", 14, "n_s"]), False),
    "the intercept": (K, ["*", 7, "k_s"], change("scale", -1), ["==", "return_f", ["-", 6, "return_s"]], False),
    "a slope that varies": (K, ["*", "n_s", "k_s"], change("scale", 2), plus(["*", "n_s", "n_s"]), False),
}


BILINEAR = plus(["*", "k_s", "m_s"])
POWERS = ["==", "return_f", ["*", "return_s", ["*", "k_s", "k_s"]]]
DIVIDED = ["==", "return_f", ["/", "return_s", "k_s"]]
TIMES_K, GROWS_ALONG = ["==", "return_f", ["*", "return_s", "k_s"]], ["<=", "return_s", "return_f"]
BY = Transformation("scale", (0,), drawn=floats(0.1, 10))
SQUARED = ["*", "x_s", "x_s"]
DEPENDENCES = {
    "a slope that is an input": ("n", ints(-99, 99), K, BILINEAR, change("scale", 2), plus(["*", "n_s", "m_s"]), True),
    "another factor of it": ("n", ints(-99, 99), K, BILINEAR, change("scale", 3), plus(["*", "n_s", "m_s"]), False),
    "a power": ("x", floats(0, 9), BY, POWERS, change("square"), ["==", "return_f", ["*", SQUARED, "return_s"]], True),
    "a lower power": (
        "x",
        floats(0, 9),
        BY,
        POWERS,
        change("square"),
        ["==", "return_f", ["*", "x_s", "return_s"]],
        False,
    ),
    "a divisor": (
        "x",
        floats(0, 9),
        BY,
        ["==", "return_f", ["/", "return_s", "k_s"]],
        change("square"),
        ["==", ["*", "return_f", "x_s"], "return_s"],
        True,
    ),
    "the other sign of a power": (
        "x",
        floats(-9, 9),
        BY,
        POWERS,
        change("scale", -1),
        SAME,
        False,
    ),
    "two divisors": (
        "x",
        floats(0.5, 9),
        BY,
        ["==", ["*", ["*", "k_s", "return_f"], "k_s"], "return_s"],
        change("square"),
        ["==", ["*", ["*", "x_s", "x_s"], "return_f"], "return_s"],
        True,
    ),
    "a bound of what has one sign": ("x", floats(0, 9), BY, TIMES_K, change("add", 2.0), GROWS_ALONG, True),
    "a power of floats with gaps": ("x", froms([1.0, 2.0]), BY, POWERS, change("scale", 2.0), times(4), False),
}


@pytest.mark.parametrize("name", DEPENDENCES)
def test_what_a_dependence_says_of_another_change_follows(name):
    parameter, domain, known, tree, other, said, is_said = DEPENDENCES[name]
    parameters, outputs = [Parameter(parameter, domain), Parameter("m", ints())], (Output(domain.kind),)
    first = Expression.from_tree(tree, pair_variables(parameters, known, outputs))
    second = Expression.from_tree(said, pair_variables(parameters, other, outputs))
    executions = [Execution((n, 3 - n), (*other.apply((n, 0))[:1], 3 - n), (n,), (0,)) for n in range(1, 9)]
    assert follows_from_dependence((known, first), (other, second), parameters, executions, Random(0)) == is_said


def test_a_bound_of_what_has_both_signs_does_not_follow():
    parameters, outputs = [Parameter("x", floats(0, 9))], (Output(Kind.FLOAT),)
    other = change("add", 2.0)
    first = Expression.from_tree(TIMES_K, pair_variables(parameters, BY, outputs))
    second = Expression.from_tree(GROWS_ALONG, pair_variables(parameters, other, outputs))
    executions = [Execution((float(n),), (n + 2.0,), (sign * n,), (0.0,)) for n in range(1, 9) for sign in (1.0, -1.0)]
    assert not follows_from_dependence((BY, first), (other, second), parameters, executions, Random(0))


def test_nothing_follows_where_powers_are_too_large():
    parameters, outputs = [Parameter("x", floats(0, 1e300))], (Output(Kind.FLOAT),)
    other = change("square")
    first, inverse = (Expression.from_tree(one, pair_variables(parameters, BY, outputs)) for one in (POWERS, DIVIDED))
    second = Expression.from_tree(SAME, pair_variables(parameters, other, outputs))
    for numbers in ((1e200, 1e300), (1e300, 1e-300), (1e-300, 1e300)):
        executions = [Execution(numbers[:1], numbers[1:], (1.0,), (1.0,))]
        for expression in (first, inverse):
            known = (BY, expression)
            assert not follows_from_dependence(known, (other, second), parameters, executions, Random(0))


@pytest.mark.parametrize("name", SLOPES)
def test_what_a_slope_says_of_another_change_follows(name):
    known, amount, other, tree, is_said = SLOPES[name]
    parameters, outputs = [Parameter("n", ints(-99, 99))], (Output(Kind.INT),)
    first = Expression.from_tree(plus(amount), pair_variables(parameters, known, outputs))
    second = Expression.from_tree(tree, pair_variables(parameters, other, outputs))
    executions = [Execution((n,), other.apply((n,)), (0,), (0,)) for n in range(-9, 10)]
    found = follows_from_dependence((known, first), (other, second), parameters, executions, Random(0))
    assert found == is_said


KEPT = {
    "the same texts": (Kind.TEXT, SAME, True),
    "the same lengths": (Kind.TEXT, ["==", ["len", "return_f"], ["len", "return_s"]], True),
    "another length": (Kind.TEXT, ["<", ["len", "return_f"], ["len", "return_s"]], False),
    "a length that is any": (Kind.TEXT, ["<=", ["len", "return_f"], ["*", 3, ["len", "return_s"]]], True),
    "a length of some": (Kind.TEXT, ["<=", ["len", "return_f"], ["-", ["len", "return_s"], 1]], False),
    "the same sums": (Kind.INTS, ["==", ["sum", "return_f"], ["sum", "return_s"]], True),
    "opposite truths": (Kind.BOOL, ["xor", "return_f", "return_s"], False),
    "the same objects": (Kind.OTHER, SAME, True),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_true_of_any_output_that_is_kept_follows(name):
    kind, tree, is_said = KEPT[name]
    parameters, outputs = [Parameter("n", ints(-99, 99))], (Output(kind),)
    other = change("scale", 2)
    first = Expression.from_tree(ALIKE if kind is Kind.BOOL else SAME, pair_variables(parameters, K, outputs))
    second = Expression.from_tree(tree, pair_variables(parameters, other, outputs))
    executions = [Execution((n,), other.apply((n,)), (), ()) for n in range(-9, 10)]
    assert follows_from_dependence((K, first), (other, second), parameters, executions, Random(0)) == is_said

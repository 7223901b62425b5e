"""What is said of several arguments changed alike follows from what is known of fewer of them, or of others."""

import math

import pytest

from genmorph.domain import dates, floats, froms, ints
from genmorph.filters.following import follows_from_exchange
from genmorph.filters.joint_changes import changes_in_vain, follows_from_parts
from genmorph.model import Kind, Output, Parameter, Place
from genmorph.relations.expression import Expression, Role, changed_output, relation_variables
from genmorph.results.relation import pair_variables
from genmorph.transformations.transformation import Transformation
from genmorph.values.registered import AppliedChange

SAME = ["==", "return_f", "return_s"]
NEGATED = ["==", "return_f", ["-", 0, "return_s"]]
BY_K = ["==", "return_f", ["*", "return_s", "k_s"]]
OVER_K = ["==", "return_f", ["/", "return_s", "k_s"]]


RISES, FALLS = ["<=", "return_s", "return_f"], ["<=", "return_f", "return_s"]
ALWAYS_RISES = ["<", "return_s", "return_f"]


def shifted(times):
    return ["==", "return_f", ["+", "return_s", ["*", times, "k_s"]]]


def scaled(places, said, constant=None, *, most=10.0):
    return "scale", places, said, {"constant": constant} if constant else {"drawn": floats(0.1, most)}


def added(places, said):
    return "add", places, said, {"drawn": floats(0.1, 9.0)}


def made(domain, what, places, said, amount):
    name = f"{what}_{('', '', 'both', 'three', 'four')[len(places)]}".removesuffix("_")
    parameters = [Parameter(name, domain) for name in "abcd"]
    change = Transformation(name, places, **amount)
    return change, Expression.from_tree(said, pair_variables(parameters, change, (Output(domain.kind),)))


def does_follow(known, other, domain):
    parameters = [Parameter(name, domain) for name in "abcd"]
    return follows_from_parts([made(domain, *one) for one in known], *made(domain, *other), parameters)


RATIO = [scaled((0,), BY_K), scaled((1,), OVER_K)]
PAIRS = [scaled((0, 1), BY_K), scaled((1, 2), SAME), scaled((0, 2), SAME)]
CASES = {
    "a quotient of factors": (RATIO, scaled((0, 1), SAME), True),
    "another power": (RATIO, scaled((0, 1), BY_K), False),
    "one part is not known": (RATIO, scaled((0, 2), SAME), False),
    "one amount of what is drawn": (RATIO, scaled((0, 1), SAME, 2.0), True),
    "an amount that is made of those drawn": (RATIO, scaled((0, 1), SAME, 20.0), True),
    "one argument by what is drawn for pairs": (
        PAIRS,
        scaled((0,), ["==", "return_f", ["*", "return_s", math.sqrt(2)]], 2.0),
        True,
    ),
    "one of two arguments by what is drawn for both": (
        [scaled((0, 1), BY_K), scaled((1,), SAME)],
        scaled((0,), BY_K),
        False,
    ),
    "more may be drawn than is known": (RATIO, scaled((0, 1), SAME, most=20.0), True),
    "one amount of both": ([scaled((0,), SAME, 2.0), scaled((1,), SAME, 2.0)], scaled((0, 1), SAME, 2.0), True),
    "other amounts": ([scaled((0,), SAME, 2.0), scaled((1,), SAME, 3.0)], scaled((0, 1), SAME, 2.0), False),
    "what is known of pairs": (
        PAIRS,
        scaled((0, 1, 2), ["==", "return_f", ["*", "return_s", math.sqrt(2)]], 2.0),
        True,
    ),
    "odd twice": ([scaled((0,), NEGATED, -1), scaled((1,), NEGATED, -1)], scaled((0, 1), SAME, -1), True),
    "odd once": ([scaled((0,), NEGATED, -1), scaled((1,), SAME, -1)], scaled((0, 1), NEGATED, -1), True),
    "odd and even": ([scaled((0,), NEGATED, -1), scaled((1,), SAME, -1)], scaled((0, 1), SAME, -1), False),
    "each rises": ([added((0,), RISES), added((1,), RISES)], added((0, 1), RISES), True),
    "one rises strictly": ([added((0,), RISES), added((1,), ALWAYS_RISES)], added((0, 1), ALWAYS_RISES), True),
    "none rises strictly": ([added((0,), RISES), added((1,), RISES)], added((0, 1), ALWAYS_RISES), False),
    "one rises": ([added((0,), RISES)], added((0, 1), RISES), False),
    "one rises, the other falls": ([added((0,), RISES), added((1,), FALLS)], added((0, 1), RISES), False),
    "sums": ([added((0,), shifted(2)), added((1,), shifted(-1))], added((0, 1), shifted(1)), True),
    "another sum": ([added((0,), shifted(2)), added((1,), shifted(-1))], added((0, 1), shifted(2)), False),
    "the whole says nothing of a part": ([scaled((0, 1), SAME), scaled((0,), BY_K)], scaled((1,), OVER_K), False),
    "added for multiplied": ([added((0,), SAME), added((1,), SAME)], scaled((0, 1), SAME), False),
}


@pytest.mark.parametrize("name", CASES)
def test_several_arguments_do_what_their_parts_do(name):
    known, other, is_said = CASES[name]
    assert does_follow(known, other, floats(0.0, 1e6)) == is_said


WHOLE = {"drawn": ints(2, 10)}
OF_INTS = {
    "each alone": ([("scale", (0,), SAME, WHOLE), ("scale", (1,), SAME, WHOLE)], ("scale", (0, 1), SAME, WHOLE), True),
    "roots": (
        [("scale", one[1], one[2], WHOLE) for one in PAIRS],
        ("scale", (0, 1, 2), ["==", "return_f", ["*", "return_s", 2]], {"constant": 4}),
        False,
    ),
    "backwards": (
        [("scale", (0, 1), BY_K, WHOLE), ("scale", (1,), SAME, WHOLE)],
        ("scale", (0,), ["==", "return_f", ["*", "return_s", 2]], {"constant": 2}),
        False,
    ),
    "more may be drawn": (
        [("scale", (0,), SAME, WHOLE), ("scale", (1,), SAME, WHOLE)],
        ("scale", (0, 1), SAME, {"drawn": ints(2, 20)}),
        False,
    ),
    "with more known than is needed": (
        [
            ("scale", (0,), BY_K, WHOLE),
            ("scale", (0,), ["==", "return_f", ["*", "return_s", 2]], {"constant": 2}),
            ("scale", (1,), OVER_K, WHOLE),
        ],
        ("scale", (0, 1), SAME, {"constant": 2}),
        True,
    ),
    "with a pair known besides": (
        [(*scaled(places, SAME, 2)[:3], {"constant": 2}) for places in ((0,), (1,), (2,), (0, 1))],
        ("scale", (0, 1, 2), SAME, {"constant": 2}),
        True,
    ),
    "a product of a factor that may be 0": (
        [("add", (0,), ["==", ["*", "return_f", "b_s"], ["*", "return_s", "b_s"]], WHOLE), ("add", (1,), SAME, WHOLE)],
        ("add", (0, 1), SAME, WHOLE),
        False,
    ),
    "negated pairs that overlap": (
        [("scale", (0, 1), SAME, {"constant": -1}), ("scale", (1, 2), SAME, {"constant": -1})],
        ("scale", (0, 2), SAME, {"constant": -1}),
        False,
    ),
}


@pytest.mark.parametrize("name", OF_INTS)
def test_ints_are_changed_by_parts_that_do_not_overlap(name):
    known, other, is_said = OF_INTS[name]
    assert does_follow(known, other, ints(-9, 10**6)) == is_said


@pytest.mark.parametrize(("of_other", "is_said"), [(floats(0.0, 9.0), True), (floats(0.0, 99.0), False)])
def test_what_may_be_exchanged_with_an_argument_of_the_same_values_does_the_same(of_other, is_said):
    domains = dict(zip("abcd", (floats(0.0, 9.0), of_other, floats(), floats()), strict=True))
    parameters = [Parameter(name, domain) for name, domain in domains.items()]
    changes = Transformation("swap", (0, 1)), *(made(floats(), *scaled(one, SAME))[0] for one in ((0,), (0, 1)))
    swapped, one, both = (
        (change, Expression.from_tree(SAME, pair_variables(parameters, change, (Output(Kind.FLOAT),))))
        for change in changes
    )
    assert follows_from_parts([one, swapped], *both, parameters) == is_said
    assert not follows_from_parts([one], *both, parameters)


def test_an_amount_is_made_of_others_only_where_values_have_no_gaps():
    far = scaled((0, 1), SAME, 20.0)
    assert does_follow(RATIO, far, floats(0.0, 1e6))
    assert not does_follow(RATIO, far, froms([0.5, 1.0, 20.0]))
    assert does_follow(RATIO, scaled((0, 1), SAME, 2), froms([0.5, 1.0, 20.0]))


def test_what_is_known_of_a_pair_is_known_of_one_with_another_argument():
    parameters = [Parameter(name, ints(0, 9)) for name in "abcd"]
    changes = Transformation("swap", (1, 2)), *(Transformation("scale_both", (0, place), 2) for place in (1, 2))
    swapped, known, other = (
        (change, Expression.from_tree(SAME, pair_variables(parameters, change, (Output(Kind.INT),))))
        for change in changes
    )
    assert follows_from_parts([known, swapped], *other, parameters)
    assert not follows_from_parts([known], *other, parameters)


@pytest.mark.parametrize(("kept", "is_said"), [(0, False), (1, True)])
def test_arguments_are_exchanged_for_the_output_that_does_not_tell_them_apart(kept, is_said):
    parameters = [Parameter(name, ints(-9, 9)) for name in "ab"]
    swap, first, second, both = (
        Transformation("swap", (0, 1)),
        *(Transformation("scale", (place,), -1) for place in (0, 1)),
        Transformation("scale_both", (0, 1), -1),
    )

    def same(change, place):
        outputs = tuple(Output(Kind.INT, Place.ITEM, number) for number in range(2))
        variables = pair_variables(parameters, change, outputs)
        return change, Expression.from_tree(["==", f"return[{place}]_f", f"return[{place}]_s"], variables)

    known = [same(swap, kept), same(first, 1)]
    assert follows_from_parts(known, *same(both, 1), parameters) == is_said
    assert follows_from_exchange(known, *same(second, 1), parameters) == is_said


@pytest.mark.parametrize(
    ("known", "other", "is_vain"),
    [
        (scaled((0,), BY_K), scaled((0, 1), BY_K), True),
        (scaled((0,), BY_K), scaled((0, 1), SAME), False),
        (scaled((0, 1), BY_K), scaled((0,), BY_K), False),
        (added((0,), shifted(2)), added((0, 1, 2), shifted(2)), True),
        (added((0,), shifted(2)), added((1, 2), shifted(2)), False),
    ],
)
def test_of_arguments_that_change_in_vain_nothing_is_said(known, other, is_vain):
    domain = floats(0.0, 1e6)
    parameters = [Parameter(name, domain) for name in "abcd"]
    assert changes_in_vain([made(domain, *known)], *made(domain, *other), parameters) is is_vain


def test_the_order_of_what_a_change_makes_of_an_output_is_no_order_of_outputs():
    domain = dates("2024-01-01", "2024-12-31")
    parameters = [Parameter(name, domain) for name in "ab"]
    output = Output(Kind.INT)
    variables = relation_variables([*parameters, Parameter("k", ints(1, 9))], [0], [output])
    changed = changed_output(
        next(v for v in variables if v.role is Role.SOURCE_OUTPUT), AppliedChange("add_exactly", 1)
    )
    orders = [
        Expression.from_tree(["<=", less, "return_f"], (*variables, changed)) for less in ("return_s", changed.name)
    ]
    singles = [(Transformation("add", (place,), drawn=ints(1, 9)), orders[0]) for place in (0, 1)]
    both = Transformation("add_both", (0, 1), drawn=ints(1, 9))
    assert [follows_from_parts(singles, both, order, parameters) for order in orders] == [True, False]

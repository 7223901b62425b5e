"""Laws of the beginning of an input: a drawn number of elements is kept, and so much of the output is known."""

from dataclasses import replace

import pytest

from genmorph import infer_relations
from genmorph.domain import byte_strings, floats, ints, lists, texts
from genmorph.inference.entailment import not_entailed, not_entailed_by_pairs
from genmorph.inference.exploration import laws_under
from genmorph.relations.scenario import Comparison
from genmorph.transformations.transformation import Transformation
from tests.handmade import make_relation, make_scenario, make_signature
from tests.inference.prepared import prepared
from tests.subjects import several

_ANY_MORE = Transformation("add", (0,), drawn=ints(1, 9))


def has_law_of_beginnings(function, **domain):
    with prepared(function, domain=domain) as session:
        (change,) = (change for change in session.transformations if change.template == "beginning")
        return laws_under(session, change).found


def test_what_is_given_step_by_step_is_given_of_any_beginning():
    assert has_law_of_beginnings(several.running_totals, values=lists(ints(-9, 9)))
    assert not has_law_of_beginnings(several.sorted_totals, values=lists(ints(-9, 9)))


def test_what_is_joined_of_its_parts_is_not_told_of_beginnings_besides():
    relations = infer_relations(several.hexed, budget="0.5ev", domain={"data": byte_strings()}, cache=False)
    laws = {relation.formula: relation.law for relation in relations}
    assert "hexed(data + data2) == hexed(data) + hexed(data2)" in laws
    assert not {"truncation", "prefix"} & set(laws.values())


@pytest.mark.parametrize(
    ("change", "factor", "is_left_out"),
    [
        (Transformation("scale", (1,), drawn=ints(2, 9)), "k_s", True),
        (Transformation("scale", (1,), drawn=ints(2, 9)), ["*", "k_s", "k_s"], False),
        (Transformation("scale_both", (0, 1), drawn=ints(2, 9)), "k_s", False),
    ],
)
def test_an_order_of_calls_of_multiples_is_left_out(change, factor, is_left_out):
    signature = make_signature("pay", {"n": ints(1, 9), "value": ints(1, 9)})
    scaled = make_relation(signature, change, ["==", "return_f", ["*", "return_s", factor]])
    one, other = (["call", 0, a, ["call", 0, b, "value"]] for a, b in (("n", "m"), ("m", "n")))
    drawn = {"n": ints(1, 9), "m": ints(1, 9), "value": ints(1, 9)}
    ordered = make_scenario([signature], drawn, "order of calls", one, other)
    assert not_entailed_by_pairs([ordered], [scaled]) == ([] if is_left_out else [ordered])
    assert not_entailed_by_pairs([ordered], []) == [ordered]


@pytest.mark.parametrize(
    ("domain", "is_left_out"), [(floats(0.0, 9.0), True), (floats(-9.0, 9.0), False), (ints(0, 9), False)]
)
def test_a_sum_of_multiples_that_are_not_below_0_is_left_out(domain, is_left_out):
    signature = make_signature("pay", {"n": ints(1, 9), "value": domain})
    scaled = make_relation(
        signature, Transformation("scale", (1,), drawn=floats(0.1, 9.0)), ["==", "return_f", ["*", "return_s", "k_s"]]
    )
    whole, *parts = (["call", 0, "n", value] for value in (["+", "value", "value2"], "value", "value2"))
    drawn = {"n": ints(1, 9), "value": domain, "value2": domain}
    added = make_scenario([signature], drawn, "additivity", whole, ["+", *parts])
    assert not_entailed_by_pairs([added], [scaled]) == ([] if is_left_out else [added])


@pytest.mark.parametrize("law", ["base case", "absorbing element"])
@pytest.mark.parametrize(("given", "value", "is_left_out"), [(0, 0, True), (1, 0, False), (0, 1, False)])
def test_that_a_multiple_or_sum_of_nothing_is_nothing_is_left_out(law, given, value, is_left_out):
    signature = make_signature("pay", {"n": ints(1, 9), "value": ints(0, 9)})
    scaled = make_relation(
        signature, Transformation("scale", (1,), drawn=ints(2, 9)), ["==", "return_f", ["*", "return_s", "k_s"]]
    )
    whole, *parts = (["call", 0, "n", value] for value in (["+", "value", "value2"], "value", "value2"))
    drawn = {"n": ints(1, 9), "value": ints(0, 9), "value2": ints(0, 9)}
    added, largest = (
        make_scenario([signature], drawn, name, whole, [joined, *parts])
        for name, joined in (("additivity", "+"), ("combining law", "max"))
    )
    call = ["call", 0, "n", ["value", given]]
    case = make_scenario([signature], {"n": ints(1, 9)}, law, call, ["value", value])
    assert (case in not_entailed_by_pairs([case], [scaled])) is not is_left_out
    assert (case in not_entailed_by_pairs([case, added], [])) is not is_left_out
    assert case in not_entailed_by_pairs([case, largest], [])


@pytest.mark.parametrize(
    ("known", "killed", "is_left_out"),
    [((0, 1), ("m1",), True), ((0, 1), ("m1", "m9"), False), ((0,), ("m1",), False)],
)
def test_a_product_of_factors_of_each_argument_is_left_out(known, killed, is_left_out):
    signature = make_signature("ratio", {"n": ints(1, 9), "value": ints(1, 9)})
    scaled = [
        make_relation(
            signature, Transformation("scale", (p,), drawn=ints(2, 9)), ["==", "return_f", ["*", "return_s", "k_s"]]
        )
        for p in known
    ]
    whole = ["call", 0, ["*", "n", "m"], ["*", "value", "other"]]
    parts = ["call", 0, "n", "value"], ["call", 0, "m", "other"]
    drawn = dict.fromkeys(("n", "m", "value", "other"), ints(1, 9))
    product = replace(make_scenario([signature], drawn, "multiplicativity", whole, ["*", *parts]), killed=killed)
    assert (product in not_entailed_by_pairs([product], scaled)) is not is_left_out


@pytest.mark.parametrize(
    ("change", "tree", "killed", "is_left_out"),
    [
        (_ANY_MORE, ["==", "return_f", ["+", "return_s", ["*", 6, "k_s"]]], ("m1", "m2"), True),
        (_ANY_MORE, ["==", "return_f", ["+", "return_s", ["*", 6, "k_s"]]], ("m1",), False),
        (_ANY_MORE, ["<=", "return_s", "return_f"], ("m1", "m2"), False),
        (Transformation("add", (0,), 1), ["==", "return_f", ["+", "return_s", 6]], ("m1", "m2"), False),
    ],
)
def test_a_bound_of_sums_is_left_out_where_the_line_is_known(change, tree, killed, is_left_out):
    signature = make_signature("pay", {"value": ints(0, 9)})
    line = replace(make_relation(signature, change, tree), killed=killed)
    whole, *parts = (["call", 0, value] for value in (["+", "value", "value2"], "value", "value2"))
    drawn = {"value": ints(0, 9), "value2": ints(0, 9)}
    bounded = make_scenario([signature], drawn, "superadditivity", whole, ["+", *parts], comparison=Comparison.AT_LEAST)
    assert not_entailed_by_pairs([bounded], [line]) == ([] if is_left_out else [bounded])


def test_what_stays_the_same_for_any_addition_has_another_name_than_for_one():
    signature = make_signature("pay", {"value": ints(0, 9)})
    same = ["==", "return_f", "return_s"]
    laws = [make_relation(signature, change, same).law for change in (_ANY_MORE, Transformation("add", (0,), 7))]
    assert laws == ["translation invariance", "periodicity"]


@pytest.mark.parametrize(
    ("change", "tree", "is_entailed"),
    [
        (Transformation("halve", (0,)), ["startswith", "return_s", "return_f"], True),
        (Transformation("remove", (0,), -1), ["startswith", "return_s", "return_f"], True),
        (Transformation("append", (0,), "a"), ["startswith", "return_f", "return_s"], True),
        (Transformation("prepend", (0,), "a"), ["contains", "return_f", "return_s"], True),
        (Transformation("prepend", (0,), "a"), ["startswith", ["flip", "return_f"], ["flip", "return_s"]], True),
        (Transformation("prepend", (0,), "a"), ["startswith", "return_f", "return_s"], False),
        (Transformation("reverse", (0,)), ["startswith", "return_s", "return_f"], False),
        (Transformation("reverse", (0,)), ["==", ["len", "return_f"], ["len", "return_s"]], True),
        (Transformation("upper", (0,)), ["==", ["len", "return_f"], ["len", "return_s"]], False),
        (Transformation("reverse", (0,)), ["==", "return_f", ["flip", "return_s"]], True),
        (Transformation("upper", (0,)), ["==", "return_f", ["flip", "return_s"]], False),
    ],
)
def test_what_is_joined_of_its_parts_is_not_reported_of_parts(change, tree, is_entailed):
    with prepared(several.upper_case, domain={"text": texts("ab", max_len=4)}) as session:
        one, other = (["call", 0, name] for name in ("text", "more"))
        drawn = {"text": texts("ab", max_len=4), "more": texts("ab", max_len=4)}
        joined = make_scenario(
            [session.signature],
            drawn,
            "distribution over concatenation",
            ["call", 0, ["join", "text", "more"]],
            ["join", one, other],
        )
        pair = make_relation(session.signature, change, tree)
        assert not_entailed(session, [pair], [joined]) == ([] if is_entailed else [pair])

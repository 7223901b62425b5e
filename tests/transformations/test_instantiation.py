"""Which transformations are tried, and in which order."""

from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import (
    as_domain,
    bools,
    byte_strings,
    dates,
    floats,
    froms,
    ints,
    lists,
    np_arrays,
    np_shapes,
    optionals,
    texts,
    tuples,
)
from genmorph.model import Container, Kind, Output, Parameter, Place, UsageError
from genmorph.transformations.instantiation import instantiate
from tests.transformations.kinds import DOMAINS

OPAQUE = as_domain(st.integers(0).map(abs), "x")
SIMPLE = ("swap", "flip", "add", "scale")
fixed = partial(instantiate, draws=False)
"""Without those whose constant is drawn, which `test_drawn_constants` is about."""


def describe(parameters, constants=(), outputs=(), **rest):
    names = [parameter.name for parameter in parameters]
    return [transformation.phrase(names) for transformation in fixed(parameters, constants, outputs, **rest)]


def templates_of(domain, *outputs, **rest):
    return {change.template for change in fixed([Parameter("x", domain)], [], outputs, **rest)}


def test_all_that_applies_is_instantiated_and_the_most_promising_comes_first():
    parameters = [Parameter("p", ints()), Parameter("q", ints(-5, 5)), Parameter("up", bools())]
    offered = [7, 2, 1.0, 0, True, 2.5, float("nan"), 2**60, 2.0]
    assert describe(parameters, offered, templates=SIMPLE) == [
        "p and q are swapped",
        "up is flipped",
        "p grows by 1",
        "q grows by 1",
        "p shrinks by 1",
        "q shrinks by 1",
        "p is negated",
        "q is negated",
        "p is multiplied by 2",
        "q is multiplied by 2",
        "p grows by 7",
        "q grows by 7",
        "p is multiplied by 7",  # of q, only 0 could be
        "q grows by 2",
        "p grows by 2",
    ]


def test_what_is_true_of_other_arguments_is_passed_on_as_no_flag():
    flag, number = Parameter("flag", bools()), Parameter("n", ints())
    assert "chain" not in {one.template for one in fixed([number, flag], [], [Output(Kind.BOOL)])}
    assert "chain" in {one.template for one in fixed([flag], [], [Output(Kind.BOOL)])}


def test_several_arguments_and_the_output_come_before_one_and_mined_constants_of_several_last():
    found = describe([Parameter("p", ints()), Parameter("q", ints())], [7], [Output(Kind.INT)])
    assert found[:7] == [
        "p and q are swapped",
        "p and q grow by 1",
        "p and q shrink by 1",
        "p and q are negated",
        "p and q are multiplied by 2",
        "the output is passed again as p",
        "the output is passed again as q",
    ]
    assert found[-2:] == ["p and q grow by 7", "p and q are multiplied by 7"]
    mined = found.index("p grows by 7")
    assert found[mined - 3 : mined] == ["q is multiplied by 2", "p grows by q", "q grows by p"]


def test_sequences_are_reordered_first_then_changed_by_constants_then_by_mined_ones():
    found = describe([Parameter("xs", lists(bools()))])
    assert found[:4] == ["xs is reversed", "xs is rotated", "the ends of xs are swapped", "xs is halved"]
    of_texts = describe([Parameter("s", texts())], pieces=["", ", ", "a" * 50, "a", "b"])
    assert of_texts[-6:] == [
        "a comma and a space is appended to s",
        "a comma and a space is prepended to s",
        "a comma and a space is inserted into s",
        "b is appended to s",
        "b is prepended to s",
        "b is inserted into s",
    ]


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_one_argument_has_at_most_forty_transformations_without_mined_constants(domain):
    assert len(fixed([Parameter("x", domain)], [], [Output(domain.kind)])) <= 40


def test_templates_fit_kinds():
    reordered = {"reverse", "rotate", "swap_ends", "halve", "remove"}
    put_in = {"append", "prepend", "insert"}
    repeated = {"repeat", "double"}
    cases = {"upper", "lower", "swapcase", "strip"}
    assert templates_of(texts()) == reordered | put_in | repeated | cases
    assert templates_of(lists(texts())) == reordered | put_in | repeated | {"sort"}
    assert templates_of(tuples(bools())) == reordered | put_in | repeated | {"flip_each"}
    assert templates_of(np_arrays("float64", np_shapes(1, 1, 0, 20), floats())) == reordered | put_in | repeated | {
        "sort",
        "add_each",
        "scale_each",
    }
    assert templates_of(byte_strings()) == templates_of(np_arrays("int64", np_shapes(1, 1, 0, 20), ints()))
    of_rows = {"each/reverse", "each/sort", "each/add_each", "each/scale_each"}
    assert templates_of(lists(lists(ints()))) == reordered | of_rows
    assert templates_of(optionals(ints())) == {"add", "scale", "square"}
    assert templates_of(tuples(ints(), texts())) == {"0:2/add", "0:2/scale", "1:2/reverse"}
    assert templates_of(lists(dates())) == reordered | {"each/shift_days"}


def test_only_allowed_templates_are_instantiated():
    assert templates_of(texts(), Output(Kind.TEXT), templates={"reverse", "chain"}) == {"chain", "reverse"}
    with pytest.raises(UsageError, match=r"templates must be among chain, undo, swap, .*, got 'turn'"):
        fixed([], [], templates=["turn"])


@pytest.mark.parametrize(
    ("domain", "outputs", "index"),
    [
        (texts(), [Output(Kind.TEXT)], 0),
        (floats(), [Output(Kind.INT)], 0),
        (tuples(ints()), [Output(Kind.INTS, container=Container.LIST)], 0),
        (lists(ints()), [Output(Kind.INTS, Place.ARGUMENT, "x", Container.LIST)], 0),
        (ints(), [Output(Kind.INT, is_none=True), Output(Kind.INT)], 1),
        (optionals(ints()), [Output(Kind.INT)], 0),
        (ints(), [Output(Kind.FLOAT)], None),
        (ints(), [Output(Kind.INT, optional=True), Output(Kind.BOOL, is_none=True)], None),
        (ints(), [Output(Kind.INT, Place.ITEM, 0), Output(Kind.INT, Place.ITEM, 1)], None),
        (ints(), [], None),
    ],
)
def test_the_only_output_is_passed_on_where_it_fits_and_is_never_none(domain, outputs, index):
    found = [change for change in fixed([Parameter("x", domain)], [], outputs) if change.chained is not None]
    assert [change.output for change in found] == ([] if index is None else [index])


def test_arguments_of_one_sort_of_numbers_change_together_and_equal_containers_are_swapped():
    def together(*domains):
        found = fixed([Parameter(name, domain) for name, domain in zip("xy", domains, strict=True)], [])
        return {change.template for change in found if len(change.positions) == 2}

    into = {"append_argument", "prepend_argument"}
    assert together(ints(), lists(ints())) == {"add_both", "scale_both", "append_and_add", "prepend_and_add", *into}
    assert together(lists(floats()), floats()) == {"add_both", "scale_both", *into}
    assert together(texts(), lists(texts())) == into
    assert together(ints(), texts()) == {"append_and_add", "prepend_and_add"}
    assert together(ints(), floats()) == set()
    assert together(lists(ints()), tuples(ints())) == {"add_both", "scale_both"}
    assert together(texts(), texts()) == {"swap", "append_alike", "prepend_alike", *into}
    assert together(froms(["a", "aa"]), texts()) == {"swap", *into}
    assert together(ints(), ints()) == {"swap", "add_both", "scale_both", "add_argument"}
    assert together(byte_strings(), byte_strings()) == {
        *("swap", "add_both", "scale_both", "append_alike", "prepend_alike"),
    }


def test_an_argument_is_changed_by_another_that_may_stand_before_it():
    parameters = [Parameter("part", texts()), Parameter("word", froms(["a", "aa"])), Parameter("xs", lists(texts()))]
    changes = fixed(parameters, [], templates={"append_argument", "add_argument"})
    assert [change.positions for change in changes] == [(0, 1), (2, 1), (2, 0)]
    numbers = [Parameter(name, floats(-9, 9)) for name in "xyzt"]
    assert len(fixed(numbers[:3], [], templates={"add_argument"})) == 6
    assert not fixed(numbers, [], templates={"add_argument"})


@pytest.mark.parametrize(
    "domains",
    [(ints(0, 1), ints(0, 1)), (ints(0, 100), ints(0, 0)), (texts(max_len=1), texts(max_len=1))],
    ids=str,
)
def test_no_argument_is_changed_by_another_that_changes_nothing(domains):
    parameters = [Parameter(name, domain) for name, domain in zip("ab", domains, strict=True)]
    assert not fixed(parameters, [], templates={"append_argument", "add_argument"})


def test_constants_are_of_the_kind_of_what_they_are_put_into():
    found = fixed([Parameter("x", floats())], [2, 2.5], templates={"add", "scale"})
    assert [transformation.constant for transformation in found] == [1.0, -1.0, -1.0, 2.0, 2.0, 2.5, 2.5]
    for domain, kind in ((floats(), float), (lists(floats()), float), (lists(ints()), int), (lists(bools()), bool)):
        changes = fixed([Parameter("x", domain)], [3], pieces=["b"])
        constants = [change.constant for change in changes if change.template != "remove"]
        assert {type(constant) for constant in constants if constant is not None} == {kind}


def test_a_text_grows_together_with_any_one_and_any_two_ints_wherever_it_stands():
    domains = {"start": ints(), "text": texts(), "end": ints()}
    found = describe([Parameter(name, domain) for name, domain in domains.items()])
    assert {phrase for phrase in found if "pended" in phrase and "grow" in phrase} == {
        "a is appended to text and start grows by 1",
        "a is appended to text and end grows by 1",
        "a is prepended to text and start grows by 1",
        "a is prepended to text and end grows by 1",
        "a is appended to text and start and end grow by 1",
        "a is prepended to text and start and end grow by 1",
    }


@pytest.mark.parametrize(
    ("domain", "numbers", "pieces", "constant"),
    [
        (texts(), [], ["b"], "a"),
        (texts("01"), [], ["1"], "0"),
        (texts("xy"), [], ["xa", "y", "x"], "y"),
        (texts("xy"), [], ["b"], None),
        (lists(ints()), [7], [], 0),
        (lists(ints(1, 9)), [7], [], 1),
        (tuples(ints(5, 9)), [3, 7, 8], [], 7),
        (np_arrays("float64", np_shapes(1, 1, 0, 20), floats(0.5, 0.75)), [0.625], [], 0.625),
        (byte_strings(element=ints(97, 122)), [98], [], 98),
        (lists(froms([False])), [], [], False),
        (optionals(texts("01")), [], [], "0"),
        (froms(["", "y", "yy"]), [], ["x", "y"], "y"),
    ],
)
def test_what_grows_together_with_ints_grows_by_the_first_constant_that_it_may_hold(domain, numbers, pieces, constant):
    parameters = [Parameter("start", ints()), Parameter("xs", domain), Parameter("end", ints())]
    shifts = ("append_and_add", "prepend_and_add", "append_and_add_both", "prepend_and_add_both")
    found = fixed(parameters, numbers, pieces=pieces, templates=shifts)
    counts = dict(zip(shifts, (2, 2, 1, 1), strict=True))
    assert Counter(change.template for change in found) == ({} if constant is None else counts)
    assert all(change.constant == constant for change in found)


@pytest.mark.parametrize(
    ("domain", "offered", "added"),
    [
        (floats(), [1e-7, 1e-5], {1e-5}),
        (floats(0, 1000), [1e-7, 1e-5], {1e-5}),
        (floats(0, 1e-8), [1e-15, 1e-9], {1e-9}),
        (optionals(floats(0, 1e-8)), [1e-15, 1e-9], {1e-9}),
        (lists(floats(0, 1e-8)), [1e-15, -1e-9], {-1e-9}),
        (lists(floats()), [1e-9], set()),
        (froms([0.0, 1e-9]), [1e-9], set()),
        (OPAQUE, [0, 1e-9, 2], {2}),
    ],
    ids=repr,
)
def test_numbers_that_are_slight_beside_the_domain_are_not_added(domain, offered, added):
    found = fixed([Parameter("x", domain)], offered, templates={"add", "add_each"})
    assert {change.constant for change in found} - {1, -1} == added


def test_what_is_added_to_two_must_tell_something_of_one():
    narrow, wide = floats(0, 1e-8), floats(0, 1e-2)
    for domains, added in (([narrow, wide], ["x and y grow by 1e minus 09"]), ([wide, wide], [])):
        parameters = [Parameter(name, domain) for name, domain in zip("xy", domains, strict=True)]
        assert describe(parameters, [1e-9], templates=["add_both"]) == added


def test_neighbours_are_swapped_before_others():
    swaps = describe([Parameter(name, bools()) for name in "pqrs"], templates={"swap"})
    assert [swap[:7] for swap in swaps] == ["p and q", "q and r", "r and s", "p and r", "q and s", "p and s"]


def test_as_many_as_asked_for_are_instantiated():
    parameters = [Parameter("p", ints()), Parameter("q", ints())]
    assert len(fixed(parameters, range(2, 999))) == 200
    everything = describe(parameters, [2], templates=SIMPLE)
    assert describe(parameters, [2], templates=SIMPLE, limit=8) == everything[1:9]
    assert describe(parameters, [2], templates=SIMPLE, limit=10) == everything[:10]
    with pytest.raises(UsageError, match="limit must be at least 1, got 0"):
        fixed(parameters, [], limit=0)


def test_each_of_many_parameters_gets_its_basic_changes_and_is_swapped_with_another():
    parameters = [Parameter(f"p{number}", floats()) for number in range(30)]
    found = fixed(parameters, [2.0, 3.0, 5.0])
    basic = [change for change in found if change.constant in (1, -1) and len(change.positions) == 1]
    assert len(found) == 200
    assert Counter(position for change in basic for position in change.positions) == dict.fromkeys(range(30), 3)
    swapped = {position for change in found if change.template == "swap" for position in change.positions}
    assert swapped == set(range(30))


@given(
    st.lists(st.sampled_from(DOMAINS), min_size=1, max_size=4),
    st.lists(st.integers(-9, 9), max_size=6),
    st.lists(st.text(max_size=3), max_size=3),
    st.integers(1, 60),
)
def test_a_limit_leaves_out_and_never_puts_in(domains, constants, pieces, limit):
    parameters = [Parameter(f"p{number}", domain) for number, domain in enumerate(domains)]
    outputs = [Output(domains[0].kind)]
    found, all_found = (
        instantiate(parameters, constants, outputs, pieces=pieces, limit=most) for most in (limit, 10_000)
    )
    assert len(found) == len(set(found)) == min(limit, len(all_found))
    assert [change for change in all_found if change in found] == list(found)


def test_constants_take_turns_over_the_parameters():
    found = fixed([Parameter("p", ints()), Parameter("q", ints())], range(2, 50), templates=SIMPLE, limit=31)
    further = [change.positions for change in found if change.constant not in (None, 1, -1)]
    assert further == [(0,), (1,)] * 12


def test_nothing_is_instantiated_where_no_follow_up_is_valid():
    assert describe([Parameter("k", ints(5, 6)), Parameter("n", ints(8, 9))], [2, 100]) == [
        "k and n grow by 1",
        "k and n shrink by 1",
        "k grows by 1",
        "n grows by 1",
        "k becomes 11 minus k",
        "n becomes 17 minus n",
        "k shrinks by 1",
        "n shrinks by 1",
    ]
    assert describe([Parameter("up", froms([True]))]) == []
    assert describe([Parameter("mode", froms(["fast", "slow"]))]) == []


def test_unknown_domains_are_given_the_benefit_of_the_doubt_but_not_mixed_with_known_ones():
    parameters = [Parameter("k", OPAQUE), Parameter("n", ints(0, 0))]
    assert describe(parameters) == [
        "k is squared",
        "n is squared",
        "k grows by 1",
        "n is negated",
        "k shrinks by 1",
        "n is multiplied by 2",
        "k is negated",
        "k is multiplied by 2",
    ]


def test_several_arguments_are_not_changed_alike_where_one_of_them_never_changes():
    def negated(*domains, templates=("scale_both", "undo")):
        parameters = [Parameter(f"p{place}", domain) for place, domain in enumerate(domains)]
        found = fixed(parameters, [2], [Output(domains[0].kind)], templates=set(templates))
        return {(change.template, change.constant) for change in found if change.constant in (None, -1)}

    assert negated(lists(ints()), ints(0, 20)) == set()
    assert negated(lists(ints(0, 9)), ints(), templates=("scale_both",)) == set()
    assert negated(lists(ints()), ints(-5, 20), templates=("scale_both",)) == {("scale_both", -1)}
    assert negated(ints(), ints(0, 0), templates=("scale_both",)) == {("scale_both", -1)}
    assert negated(ints(0, 20), ints(0, 20)) == set()
    assert negated(ints(0, 20), ints(-9, 20)) == {("undo", None)}

import math
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph import InapplicableInput, UsageError
from genmorph.domain import byte_strings, floats, ints, lists, np_arrays, np_shapes, texts, tuples
from genmorph.model import Container, Kind, Output, Place
from genmorph.transformations.transformation import Transformation
from tests.handmade import GROWS, IN_PART, NEGATED, REVERSED, make_error_relation, make_relation, make_signature

POWER = make_signature("power", {"k": ints(-20, 20), "e": ints(0, 12)})
TIMES_K = make_relation(POWER, Transformation("add", (1,), 1), ["==", "return_f", ["*", "return_s", "k_s"]])
PICKY = make_signature("picky", {"n": ints(-9, 9)}, raises=("ValueError", "json.decoder.JSONDecodeError"))
SAME = ["==", "return_f", "return_s"]


def power(k, e):
    return k**e


def picky(n):
    if n < 0:
        raise ValueError(n)
    return 1


@given(st.integers(-20, 20), st.integers(0, 11))
def test_a_true_relation_holds_for_every_input(k, e):
    assert TIMES_K.check(power, k, e) is True


@given(st.integers(-20, 20), st.integers(0, 11))
def test_a_faulty_function_is_caught_where_it_is_wrong(k, e):
    """One power too large breaks the pair that it is the source of and the pair that it is the follow-up of."""
    assert TIMES_K.check(lambda k, e: k**e + (e == 5), k, e) is (e not in (4, 5) or (e == 5 and k == 0))


@pytest.mark.parametrize("source", [(21, 0), (0, -1), (1.0, 2), (True, 2)])
def test_a_source_outside_the_domain_is_inapplicable(source):
    with pytest.raises(InapplicableInput, match=r"source input .* must be in ints"):
        TIMES_K.check(power, *source)


def test_a_source_that_holds_itself_is_refused_with_the_name_of_its_parameter():
    total = make_relation(make_signature("total", {"xs": lists(ints(0, 9))}), Transformation("swap_ends", (0,)), SAME)
    held = [1]
    held.append(held)
    with pytest.raises(UsageError, match="xs: values must have at most 100 levels, got one that is deeper or holds"):
        total.check(sum, held)


def test_ints_are_floats_where_the_domain_has_floats():
    halved = make_relation(
        make_signature("half", {"x": floats(0, 9), "xs": lists(floats())}, Kind.FLOAT),
        Transformation("swap_ends", (1,)),
        SAME,
    )
    assert halved.check(
        lambda x, xs: x / 2 if isinstance(x, float) and {*map(type, xs)} == {float} else None, 9, [1, 2]
    )
    with pytest.raises(InapplicableInput, match=r"source input x must be in floats"):
        halved.check(lambda x, _: x, 10**400, [1.0, 2.0])


def test_what_is_checked_is_a_function():
    with pytest.raises(UsageError, match="func must be a function, got 5"):
        TIMES_K.check(5, 1, 2)


def test_arguments_with_a_default_may_be_left_out_from_the_right():
    assert TIMES_K.check(lambda k=3, e=2: k**e)
    assert not TIMES_K.check(lambda k, e=5: k**e + (e == 5), 2)
    with pytest.raises(InapplicableInput, match="source input e must be in"):
        TIMES_K.check(lambda k, e=99: k**e, 2)


@pytest.mark.parametrize(
    ("function", "arguments"),
    [(power, (2,)), (power, ()), (power, (1, 2, 3)), (lambda k, exponent=2: k**exponent, (2,))],
)
def test_other_arguments_are_needed(function, arguments):
    with pytest.raises(UsageError, match="check needs one value for each of k, e, got"):
        TIMES_K.check(function, *arguments)


def test_a_follow_up_outside_the_domain_is_inapplicable():
    with pytest.raises(InapplicableInput, match=r"follow-up input e must be in ints\(0, 12\), got 13"):
        TIMES_K.check(power, 2, 12)


def test_the_function_is_not_called_on_inapplicable_inputs():
    def never(*_):
        raise AssertionError

    with pytest.raises(InapplicableInput):
        TIMES_K.check(never, 2, 12)


@pytest.mark.parametrize("arguments", [(), (1,), (1, 2, 3)])
def test_a_source_has_a_value_for_each_parameter(arguments):
    with pytest.raises(UsageError, match="one value for each of k, e"):
        TIMES_K.check(power, *arguments)


def test_a_recorded_exception_makes_the_input_inapplicable():
    relation = make_relation(PICKY, GROWS, SAME)
    assert relation.check(picky, 3)
    with pytest.raises(InapplicableInput, match=r"picky raises ValueError for \(-3,\)"):
        relation.check(picky, -3)


def test_a_recorded_exception_of_the_follow_up_makes_the_input_inapplicable():
    with pytest.raises(InapplicableInput):
        make_relation(PICKY, NEGATED, SAME).check(picky, 3)


def test_a_recorded_exception_on_a_stored_example_violates_the_relation():
    assert make_relation(PICKY, GROWS, SAME, [(-3,)]).check(picky, -3) is False


@pytest.mark.parametrize("error", [TypeError, ZeroDivisionError, UnicodeError])
def test_any_other_exception_violates_the_relation(error):
    def broken(_):
        raise error

    assert make_relation(PICKY, GROWS, SAME).check(broken, 3) is False


def test_exceptions_of_modules_are_known_by_their_full_name():
    import json

    with pytest.raises(InapplicableInput, match="JSONDecodeError"):
        make_relation(PICKY, GROWS, SAME).check(lambda _: json.loads("?"), 3)


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_what_is_no_ordinary_exception_passes_through(interrupt):
    def stopped(_):
        raise interrupt

    with pytest.raises(interrupt):
        make_relation(PICKY, GROWS, SAME).check(stopped, 3)


@pytest.mark.parametrize("output", [None, "1", True, [1]])
def test_an_output_of_another_kind_violates_the_relation(output):
    assert make_relation(PICKY, GROWS, SAME).check(lambda _: output, 3) is False


def test_numbers_too_large_to_compare_make_the_input_inapplicable():
    relation = make_relation(PICKY, GROWS, ["==", ["/", "return_f", 2], ["/", "return_s", 2]])
    with pytest.raises(InapplicableInput, match="too large"):
        relation.check(lambda _: 10**400, 3)


@pytest.mark.parametrize(("given", "container"), [(list, Container.LIST), (iter, Container.ITERATOR)])
def test_a_value_too_large_to_be_looked_at_makes_the_input_inapplicable_where_such_were_met(given, container):
    def repeated(n):
        return given([n] * (20_000 if n == 5 else 3))

    claim = ["==", ["len", "return_f"], ["len", "return_s"]]
    output = Output(Kind.INTS, container=container)
    unmet, met = (
        make_relation(make_signature("repeated", {"n": ints(0, 9)}, output, has_large_outputs=are_met), GROWS, claim)
        for are_met in (False, True)
    )
    for source in (4, 5):
        with pytest.raises(InapplicableInput, match=r"10,000.* are compared"):
            met.check(repeated, source)
        assert unmet.check(repeated, source) is False
    assert replace(met, examples=((5,),)).check(repeated, 5) is False


def test_keyword_only_parameters_are_passed_by_name():
    def rate(n, *, scale):
        return n * scale

    signature = make_signature("rate", {"n": ints(0, 9), "scale": ints(0, 9)}, keyword_only=("scale",))
    relation = make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", "scale_s"]])
    assert relation.check(rate, 3, 4)
    assert relation.formula == "rate(n + 1, scale=scale) == rate(n, scale=scale) + scale"


def test_floats_compare_within_the_tolerance_and_nan_equals_nan():
    signature = make_signature("near", {"x": floats(-9, 9)}, Kind.FLOAT)
    relation = make_relation(signature, NEGATED, SAME)
    assert relation.check(lambda x: 1 + 1e-12 * x, 3.0)
    assert relation.check(lambda _: math.nan, 3.0)
    assert not relation.check(lambda x: 1 + 1e-6 * x, 3.0)


LIST = Output(Kind.INTS, container=Container.LIST)
ITERATOR = Output(Kind.INTS, container=Container.ITERATOR)
CHAINED = Transformation("chain", (0,), output=0)
FLIPPED = ["==", "return_f", ["flip", "return_s"]]


def reversal(domain, container):
    """The relation that a reversed input gives a reversed output, for a function on one kind of sequence."""
    signature = make_signature("f", {"xs": domain}, Output(Kind.INTS, container=container))
    return make_relation(signature, REVERSED, FLIPPED)


@pytest.mark.parametrize(
    ("domain", "container", "source", "changed"),
    [
        (lists(ints()), Container.LIST, [1, 2], lambda xs: xs + xs[:1]),
        (tuples(ints()), Container.TUPLE, (1, 2), lambda xs: xs + xs[:1]),
        (byte_strings(), Container.BYTES, b"ab", lambda xs: xs + xs[:1]),
        (
            np_arrays("int64", np_shapes(1, 1, 0, 20), ints(-9, 9)),
            Container.ARRAY,
            np.array([1, 2]),
            lambda xs: xs - xs[0],
        ),
        (np_arrays("int64", np_shapes(1, 1, 0, 20), ints(-9, 9)), Container.ARRAY, [1, 2], lambda xs: xs - xs[0]),
        (lists(ints()), Container.LIST, [1, 2], lambda xs: (x - xs[0] for x in xs)),
    ],
)
def test_the_function_gets_and_gives_its_own_containers(domain, container, source, changed):
    relation = reversal(domain, container)
    assert relation.check(lambda xs: xs, source)
    assert not relation.check(changed, source)


def test_an_array_outside_the_domain_is_inapplicable():
    with pytest.raises(InapplicableInput, match="source input xs must be in np_arrays"):
        reversal(np_arrays("int64", np_shapes(1, 1, 0, 20), ints(-9, 9)), Container.ARRAY).check(
            lambda xs: xs, np.array([10])
        )


def test_the_function_never_changes_what_it_was_given():
    mine = [3, 1, 2]
    relation = reversal(lists(ints()), Container.LIST)
    assert relation.check(lambda xs: [xs.pop() for _ in range(len(xs))], mine)
    assert mine == [3, 1, 2]


def test_arguments_changed_in_place_are_compared_after_the_calls():
    left = Output(Kind.INTS, Place.ARGUMENT, "xs", Container.LIST, position=0)
    relation = make_relation(
        make_signature("sort", {"xs": lists(ints())}, left), REVERSED, ["==", "xs.after_f", "xs.after_s"]
    )
    assert relation.check(list.sort, [3, 1, 2])
    assert relation.check(list.sort, [])
    assert not relation.check(lambda xs: xs.append(1), [3, 1, 2])


def test_a_view_that_cannot_be_read_violates_only_what_speaks_of_it():
    """The sorted values of a dict are none where they have no order."""
    outputs = (Output(Kind.OTHER), Output(Kind.NESTED, container=Container.LIST, view="sorted({}.values())"))
    signature = make_signature("f", {"xs": lists(ints())}, outputs)
    whole, ordered = (
        make_relation(signature, REVERSED, ["==", f"{name}_f", f"{name}_s"])
        for name in ("return", "sorted(return.values())")
    )
    for values in ([1, 2], [1, "a"]):
        assert whole.check(lambda _, values=values: dict(enumerate(values)), [1, 2])
    assert ordered.check(lambda _: {0: 1, 1: 2}, [1, 2])
    assert not ordered.check(lambda _: {0: 1, 1: "a"}, [1, 2])
    assert not whole.check(lambda xs: {0: "a" if xs[0] < xs[1] else 1}, [1, 2])
    assert not whole.check(lambda _: [1, 2], [1, 2])


def test_fields_items_and_keys_are_outputs_of_their_own():
    outputs = (Output(Kind.INT, Place.KEY, "sum"), Output(Kind.TEXT, Place.KEY, "name"))
    signature = make_signature("f", {"xs": lists(ints())}, outputs)
    relation = make_relation(signature, REVERSED, ["==", "return['sum']_f", "return['sum']_s"])
    assert relation.check(lambda xs: {"sum": sum(xs), "name": "n"}, [1, 2])
    assert not relation.check(lambda xs: {"sum": xs[0], "name": "n"}, [1, 2])
    assert not relation.check(lambda xs: {"sum": sum(xs)}, [1, 2])


@given(st.text(max_size=9))
def test_the_output_is_passed_on_where_the_transformation_says_so(text):
    relation = make_relation(make_signature("strip", {"text": texts()}, Kind.TEXT), CHAINED, SAME)
    assert relation.check(str.strip, text)
    assert relation.check(lambda text: text[1:], text) is (len(text) <= 1)


def test_an_output_that_is_no_valid_input_is_inapplicable_unless_it_always_was_one():
    always = make_relation(make_signature("f", {"n": ints(0, 9)}), CHAINED, SAME)
    assert not always.check(lambda n: 4 * n, 3)
    assert always.check(lambda n: max(n, 12), 3)
    relation = replace(always, evidence=IN_PART)
    with pytest.raises(InapplicableInput, match=r"follow-up input n must be in ints\(0, 9\)"):
        relation.check(lambda n: 4 * n, 3)


@pytest.mark.parametrize("domain", [texts("ab", max_len=3), lists(ints(0, 9), max_len=3)], ids=repr)
def test_letters_and_sizes_of_what_is_drawn_bind_no_output_that_is_passed_on(domain):
    output = Kind.TEXT if domain.kind is Kind.TEXT else Output(Kind.INTS, container=Container.LIST)
    relation = make_relation(make_signature("f", {"x": domain}, output), CHAINED, SAME)
    source = "ab" if domain.kind is Kind.TEXT else [1, 2]
    assert relation.check(lambda x: x if len(x) > 3 else 2 * x, source)
    assert not relation.check(lambda x: 2 * x, source)


def test_a_source_without_a_follow_up_is_inapplicable():
    signature = make_signature("f", {"xs": byte_strings()}, Output(Kind.INTS, container=Container.BYTES))
    relation = make_relation(signature, Transformation("add_each", (0,), 1), SAME)
    with pytest.raises(InapplicableInput, match="has no follow-up"):
        relation.check(lambda xs: xs, b"\xff")


def test_both_calls_raise_the_same_error_or_none():
    signature = make_signature("mean", {"xs": lists(ints())}, Kind.FLOAT, raises=("ZeroDivisionError",))
    relation = make_error_relation(signature, REVERSED, [([],)])
    assert relation.check(lambda xs: sum(xs) / len(xs), [])
    assert relation.check(lambda xs: sum(xs) / len(xs), [1, 2])
    assert relation.check(lambda xs: xs.missing, [1, 2])
    assert not relation.check(lambda xs: 1 / xs[0], [0, 2])
    assert not relation.check(lambda xs: 1 / xs[0] if xs[0] < 2 else xs[9], [0, 2])
    assert relation.formula == "mean(xs[::-1]) raises the same error as mean(xs)"


def test_both_calls_of_a_generator_raise_the_same_error_while_it_is_drained():
    relation = make_error_relation(make_signature("f", {"xs": lists(ints())}, ITERATOR), REVERSED)
    assert not relation.check(lambda xs: (1 // x for x in xs[:1]), [0, 2])


def test_an_input_in_a_message_is_shortened():
    relation = make_relation(make_signature("f", {"xs": lists(ints(0, 9))}, LIST), REVERSED, SAME)
    with pytest.raises(InapplicableInput) as caught:
        relation.check(list, [10] * 100_000)
    assert len(str(caught.value)) < 400


def test_an_iterator_without_end_says_nothing_of_errors():
    relation = make_error_relation(make_signature("f", {"xs": lists(ints())}, ITERATOR), REVERSED)
    with pytest.raises(InapplicableInput, match="more elements than the 10,000"):
        relation.check(cycle, [1, 2])

"""What templates do to values, and what they say of it."""

import copy
import keyword
import re
from dataclasses import replace
from datetime import date, datetime
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from genmorph.domain import (
    as_data,
    bools,
    byte_strings,
    complexes,
    dates,
    datetimes,
    decimals,
    dicts,
    floats,
    fractions,
    frames,
    homes_of,
    ints,
    lists,
    np_arrays,
    np_shapes,
    objs,
    paths,
    polars_frames,
    polars_series,
    series,
    sets,
    texts,
    timedeltas,
    tuples,
)
from genmorph.model import Built, Kind, Output, Parameter, Place
from genmorph.relations.expression import Expression, relation_variables
from genmorph.transformations.chaining import output_to_pass
from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.templates import TEMPLATES
from genmorph.transformations.transformation import Transformation
from tests.transformations.kinds import DOMAINS, evaluate, transformed
from tests.transformations.records import Spot

EXAMPLES = [(template, example) for template in TEMPLATES.values() for example in template.examples]
PAPER = {"swap", "flip", "add", "scale", "reverse", "remove"}


OBJECTS = (
    *(dates(), datetimes(), datetimes(timezones=["Europe/Berlin", "Asia/Tokyo"]), timedeltas()),
    *(decimals(), fractions(), complexes()),
    *(sets(ints()), dicts(texts(), ints()), paths(), np_arrays("int64", np_shapes(2, 2))),
    *(frames({"a": ints(), "b": texts()}), series(ints())),
    *(polars_frames({"a": ints(), "b": texts()}), polars_series(ints())),
)


def domain_of(value):
    """A domain of values like this one, in the same container."""
    match value:
        case bool():
            return bools()
        case int():
            return ints()
        case float():
            return floats()
        case str():
            return texts()
        case bytes():
            return byte_strings()
        case Built():
            return next(domain for domain in OBJECTS if domain.contains(value))
    make = tuples if isinstance(value, tuple) else lists
    return make(domain_of(value[0]) if value else ints())


@pytest.mark.parametrize(("template", "example"), EXAMPLES, ids=lambda value: getattr(value, "words", None))
def test_templates_do_what_their_examples_say(template, example):
    names = list("abcdefgh"[: template.arity])
    parameters = [Parameter(name, domain_of(value)) for name, value in zip(names, example.before, strict=True)]
    is_chain = template.passes_on
    if template.constants is not None and not template.constants.allows(example.constant):
        check_drawn(template, example, names, parameters)
        return
    constant, output = (None, 0) if is_chain else (example.constant, None)
    transformation = Transformation(template.name, tuple(range(template.arity)), constant, output)
    after = transformation.apply(example.before, (example.constant,))
    assert repr(after) == repr(example.after)
    assert transformation.follow_up_arguments(names, parameters) == example.texts
    assert transformation.phrase(names) == example.words
    for home in {home for parameter in parameters for home in homes_of(parameter.domain)} & {"pandas", "polars"}:
        pytest.importorskip(home)
    if not is_chain:
        found = [evaluate(text, names, example.before, parameters) for text in example.texts]
        assert repr(as_data(tuple(found))) == repr(example.after)


def check_drawn(template, example, names, parameters):
    """Of a template whose constants are drawn alone, with what is drawn under the name of the example's constant."""
    domain = template.constants.drawing.domain([parameter.domain for parameter in parameters])
    transformation = Transformation(template.name, tuple(range(template.arity)), drawn=domain)
    assert transformation.apply((*example.before, example.constant)) == example.after
    name = transformation.with_drawn_name(names)[-1]
    written = [
        re.sub(rf"\b{name}\b", str(example.constant), text) for text in transformation.follow_up_arguments(names)
    ]
    if isinstance(example.before[0], list):
        assert tuple(written) == example.texts
    texts = transformation.follow_up_arguments(names, parameters)
    found = [
        evaluate(text, [*names, name], (*example.before, example.constant), [*parameters, Parameter(name, domain)])
        for text in texts
    ]
    assert tuple(found) == example.after
    assert transformation.phrase(names) == template.words(names, name)
    assert template.words(names, example.constant) == example.words


def test_the_templates_of_the_paper_are_known_by_their_names():
    assert set(TEMPLATES) >= PAPER
    assert all(name == template.name for name, template in TEMPLATES.items())


@given(transformed())
def test_texts_evaluate_to_what_apply_gives_whatever_holds_the_elements(drawn):
    transformation, parameters, rng = drawn
    assume(transformation is not None and transformation.chained is None)
    names = [parameter.name for parameter in parameters]
    every, every_name = transformation.with_drawn_parameter(parameters), transformation.with_drawn_name(names)
    source = tuple(parameter.domain.draw(rng) for parameter in every)
    follow_up = transformation.apply(source)
    assume(follow_up is not None)
    for position, text in enumerate(transformation.follow_up_arguments(names, parameters)):
        if parameters[position].domain.contains(follow_up[position]):
            assert repr(evaluate(text, every_name, source, every)) == repr(follow_up[position])


@given(transformed())
def test_sources_are_not_mutated_and_keep_their_containers_and_what_is_not_mentioned(drawn):
    transformation, parameters, rng = drawn
    assume(transformation is not None)
    source = tuple(parameter.domain.draw(rng) for parameter in transformation.with_drawn_parameter(parameters))
    before = copy.deepcopy(source)
    follow_up = transformation.apply(source, [source[transformation.positions[0]]])
    assert repr(source) == repr(before)
    assume(follow_up is not None)
    source = transformation.arguments_of(source)
    if None not in source:
        assert [type(value) for value in follow_up] == [type(value) for value in source]
    rest = [position for position in range(len(source)) if position not in transformation.positions]
    assert all(follow_up[position] is source[position] for position in rest)


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_trees_are_well_typed_expressions_of_the_follow_up_input(domain):
    parameters = [Parameter("x", domain), Parameter("y", domain)]
    found = instantiate(parameters, [7], pieces=["b"])
    for transformation in found if relation_variables(parameters, [], []) and domain.kind is not Kind.NESTED else ():
        variables = relation_variables(transformation.with_drawn_parameter(parameters), [0, 1], [])
        for name, tree in transformation.follow_up_trees(["x", "y"], parameters).items():
            position = [variable.name for variable in variables].index(name)
            assert Expression.from_tree(tree, variables).sort is variables[position].sort


def test_trees_say_how_sequences_change():
    parameters = [Parameter("xs", lists(ints())), Parameter("n", ints())]

    def tree(template, positions=(0,), constant=None):
        return Transformation(template, positions, constant).follow_up_trees(["xs", "n"], parameters)

    assert tree("reverse") == {"xs_f": ["flip", "xs_s"]}
    assert tree("remove", constant=-1) == {"xs_f": ["remove", "xs_s", -1]}
    assert tree("repeat") == {"xs_f": ["concatenate", "xs_s", "xs_s"]}
    assert tree("add_both", (0, 1), 2) == {"xs_f": ["add each", "xs_s", 2], "n_f": ["+", "n_s", 2]}
    assert tree("append", constant=0) == {}
    assert Transformation("chain", (0,), output=0).follow_up_trees(["xs", "n"], parameters) == {}


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_phrases_become_identifiers_that_tell_transformations_apart(domain):
    parameters = [Parameter("x", domain), Parameter("y", domain)]
    found = instantiate(parameters, [2, -2, 0.5, 1e-7, 1e300, 12], [Output(domain.kind)], pieces=[",", ", ", "b", "=>"])
    phrases = [transformation.phrase(["x", "y"]) for transformation in found]
    identifiers = [re.sub(r"[^0-9a-zA-Z]+", "_", f"when {phrase}") for phrase in phrases]
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in identifiers)
    assert len(set(identifiers)) == len(identifiers)


@given(st.sets(st.text(min_size=1, max_size=3), max_size=20))
def test_pieces_of_text_have_words_of_their_own(pieces):
    found = [Transformation("append", (0,), piece).phrase(["x"]) for piece in pieces]
    assert len({re.sub(r"[^0-9a-zA-Z]+", "_", phrase) for phrase in found}) == len(pieces)


@pytest.mark.parametrize(
    ("domain", "text", "relation"),
    [
        (lists(ints()), "[*xs, 0]", "xs_f == [*xs_s, 0]"),
        (tuples(ints()), "(*xs, 0)", "xs_f == (*xs_s, 0)"),
        (byte_strings(), "bytes([*xs, 0])", "xs_f == bytes([*xs_s, 0])"),
        (np_arrays("int64", np_shapes(1, 1, 0, 20), ints()), "np.append(xs, 0)", "xs_f == np.append(xs_s, 0)"),
    ],
)
def test_texts_are_written_for_what_holds_the_elements(domain, text, relation):
    parameters = [Parameter("xs", domain)]
    transformation = Transformation("append", (0,), 0)
    assert transformation.follow_up_arguments(["xs"], parameters) == (text,)
    assert transformation.input_relation(["xs"], parameters) == relation


def test_without_parameters_sequences_are_lists_and_numbers_are_numbers():
    assert Transformation("append", (0,), 0).follow_up_arguments(["xs"]) == ("[*xs, 0]",)
    assert Transformation("add_both", (0, 1), 2).follow_up_arguments(["x", "y"]) == ("x + 2", "y + 2")
    assert Transformation("append_and_add", (1, 0), 0).follow_up_arguments(["n", "xs"]) == ("n + 1", "[*xs, 0]")
    put_in = Transformation("append_argument", (1, 0))
    assert put_in.follow_up_arguments(["n", "xs"]) == ("n", "[*xs, n]")
    assert put_in.input_relation(["n", "xs"]) == "xs_f == [*xs_s, n_s]"


def test_lists_that_may_hold_nan_are_sorted_with_nan_last():
    parameters = [Parameter("xs", lists(floats(allow_nan=True)))]
    sort = Transformation("sort", (0,))
    assert sort.follow_up_arguments(["xs"], parameters) == ("sorted(xs, key=lambda v: (v != v, v))",)
    assert sort.follow_up_arguments(["xs"], [Parameter("xs", lists(floats(0, 9)))]) == ("sorted(xs)",)
    assert repr(sort.apply(([2.0, float("nan"), 1.0],))) == "([1.0, 2.0, nan],)"


def test_a_chained_call_gets_the_output_and_says_so():
    again = Transformation("chain", (1,), output=1)
    assert again.chained == 1
    assert again.apply((3, [1, 2]), (True, [5])) == (3, [5])
    assert again.apply((3, (1, 2)), (True, [5])) == (3, (5,))
    assert again.follow_up_arguments(["n", "xs"]) == ("n", "source")
    assert again.follow_up_arguments(["n", "xs"], output="f(n, xs)") == ("n", "f(n, xs)")
    assert again.input_relation(["n", "xs"]) == "xs_f == return_s"
    assert Transformation("reverse", (0,)).chained is None


@pytest.mark.parametrize(
    ("source", "output", "follow_up"),
    [(1.5, 2, 2.0), (1.5, 2**53 + 1, None), ([0.5], [1], [1.0]), ([], [1, 0.5], [1.0, 0.5]), ([0.5], [2**60], None)],
)
def test_ints_take_the_place_of_floats_as_far_as_they_are_exact(source, output, follow_up):
    found = Transformation("chain", (0,), output=0).apply((source,), (output,))
    assert repr(found) == repr(follow_up if follow_up is None else (follow_up,))


@pytest.mark.parametrize(
    ("transformation", "source", "outputs"),
    [
        (Transformation("add", (0,), 1), (None,), ()),
        (Transformation("reverse", (0,)), (None,), ()),
        (Transformation("add_each", (0,), 1), (b"\xff",), ()),
        (Transformation("append", (0,), 256), (b"",), ()),
        (Transformation("chain", (0,), output=0), (b"",), ([256],)),
        (Transformation("chain", (0,), output=0), (None,), (1,)),
        (Transformation("chain", (0,), output=0), (1,), ()),
    ],
)
def test_what_cannot_be_changed_has_no_follow_up(transformation, source, outputs):
    assert transformation.apply(source, outputs) is None


DAY, LATER = (as_data(date(2024, 2, day)) for day in (28, 29))
MOMENT = as_data(datetime(2024, 2, 29, 12))


@pytest.mark.parametrize(
    ("source", "output", "follow_up"),
    [
        (DAY, LATER, LATER),
        (DAY, MOMENT, None),
        (DAY, 5, None),
        ((1, "a"), (2, "b"), (2, "b")),
        ((1, "a"), (2.5, "b"), None),
        ((1, "a"), 5, None),
        ((1, DAY), (2, LATER), (2, LATER)),
        ([DAY], (DAY, LATER), None),
        (1.5, "a", None),
        (as_data({"a": DAY}), as_data({"b": LATER}), as_data({"b": LATER})),
        (as_data({"a": 1}), (1, 2), None),
    ],
)
def test_an_output_as_a_whole_is_passed_to_where_a_value_like_it_was(source, output, follow_up):
    found = Transformation("chain", (0,), output=0).apply((source,), (output,))
    assert found == (follow_up if follow_up is None else (follow_up,))


WHOLE, MIXED = Output(Kind.OTHER), Output(Kind.OTHER, is_mixed=True)
ITEMS = Output(Kind.INT, Place.ITEM, 0), Output(Kind.TEXT, Place.ITEM, 1)
ORDINAL = Output(Kind.INT, view="{}.toordinal()")


@pytest.mark.parametrize(
    ("domain", "outputs", "index"),
    [
        (dates(), [WHOLE], 0),
        (dates(), [WHOLE, ORDINAL], 0),
        (dates(), [ORDINAL, WHOLE], 1),
        (dates(), [WHOLE, Output(Kind.OTHER, Place.ARGUMENT, position=0)], None),
        (dates(), [replace(WHOLE, optional=True)], None),
        (dates(), [MIXED], None),
        (datetimes(timezones=["UTC"]), [WHOLE], None),  # tests cannot say which of these are valid
        (objs(Spot), [WHOLE], None),
        (sets(dates()), [WHOLE], 0),
        (tuples(ints(), texts()), [*ITEMS, WHOLE], 2),
        (tuples(ints(), ints()), [ITEMS[0], replace(ITEMS[0], key=1), WHOLE], 2),
        (tuples(ints(), texts()), [MIXED], None),
        (tuples(ints(), texts()), [ITEMS[0]], None),
        (lists(tuples(ints(), texts())), [*ITEMS, WHOLE], None),
        (ints(), [*ITEMS, WHOLE], None),
        (ints(), [ITEMS[0]], 0),
        (floats(), [Output(Kind.INT)], 0),
    ],
)
def test_one_value_that_a_call_gives_may_be_passed_again(domain, outputs, index):
    assert output_to_pass(outputs, Parameter("x", domain)) == index


def test_sources_of_a_changed_number_are_found_by_going_back():
    assert Transformation("add", (0,), 5).sources_of(7, Kind.INT) == (1, 2, 3)
    assert Transformation("scale", (0,), 2).sources_of(8, Kind.INT) == (4,)
    assert Transformation("scale", (0,), 2.0).sources_of(8, Kind.FLOAT) == (3.5, 4.0, 4.5)
    assert Transformation("add_each", (0,), 5).sources_of(7, Kind.INTS) == ()
    assert Transformation("reverse", (0,)).sources_of(7, Kind.INTS) == ()


def test_swapped_texts_and_sequences_are_those_of_the_other_argument():
    rng = Random(0)
    domain = lists(texts())
    source = (domain.draw(rng), 3, domain.draw(rng))
    assert Transformation("swap", (0, 2)).apply(source) == source[::-1]


def test_none_is_swapped_like_other_values():
    assert Transformation("swap", (0, 1)).apply((None, 3)) == (3, None)

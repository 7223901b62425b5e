"""Arrays, dicts, objects and values of several kinds: what they hold, how they are built and written."""

import math
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import strategies as st

from genmorph.domain import (
    Objs,
    Sequences,
    anys,
    bools,
    build,
    default_domain,
    dicts,
    floats,
    froms,
    homes_of,
    ints,
    lists,
    np_arrays,
    np_shapes,
    objs,
    optionals,
    parse_domain,
    source_text,
    texts,
    tuples,
)
from genmorph.model import Built, Container, Kind, Parameter, UsageError
from genmorph.relations.expression import relation_variables
from genmorph.values.notation import resolved
from tests.domain import generators

POINT = objs(generators.make_point)


def drawn(domain, count=1_000):
    rng = Random(0)
    return [domain.draw(rng) for _ in range(count)]


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: np_arrays("complex64", 3), "np_type must be one of int8, int16, .*, got 'complex64'"),
        (lambda: np_arrays(3, 3), "np_type must be one of .*, got 3"),
        (
            lambda: np_arrays("int8", -1),
            "shape must be an int, a tuple of ints, or a domain of tuples of ints .* got -1",
        ),
        (lambda: np_arrays("int8", (2, True)), r"shape must be an int, .* got \(2, True\)"),
        (lambda: np_arrays("int8", ints(1, 3)), r"shape must be an int, .* got ints\(1, 3\)"),
        (lambda: np_arrays("int8", tuples(ints(1))), r"shape must be an int, .* got tuples\(ints\(min=1\)\)"),
        (lambda: np_arrays("int8", lists(ints(1, 3))), "shape must be an int, "),
        (lambda: np_arrays("int8", froms([(2, -1)])), "shape must be an int, "),
        (lambda: np_arrays("int8", (1,) * 6), "shape must have at most 5 dimensions and 1000000 elements"),
        (
            lambda: np_arrays("int8", np_shapes(3, 3, 1, 101)),
            "shape must have at most 5 dimensions and 1000000 elements",
        ),
        (lambda: np_arrays("int8", 3, ints(0, 128)), r"elements must be values of int8, got ints\(0, 128\)"),
        (lambda: np_arrays("float16", 3, froms([0.1])), r"elements must be values of float16, got froms\(\[0.1\]\)"),
        (lambda: np_arrays("bool", 3, ints()), "elements of bool arrays must be bools, got ints()"),
        (lambda: np_arrays("int8", 3, optionals(ints())), "elements of int8 arrays must be ints, got optionals"),
        (lambda: np_arrays("int8", 3, 5), r"elements must be a domain such as ints\(0, 9\), got 5"),
        (lambda: np_shapes(-1), "min_dims must be an int from 0 to 5, got -1"),
        (lambda: np_shapes("2"), "min_dims must be an int from 0 to 5, got '2'"),
        (lambda: np_shapes(max_dims=6), "max_dims must be an int from 0 to 5, got 6"),
        (lambda: np_shapes(3, 2), "min_dims must be <= max_dims, got 3 and 2"),
        (lambda: np_shapes(min_side=1.5), "min_side must be an int from 0 to 10000, got 1.5"),
        (lambda: np_shapes(max_side=0), "min_side must be <= max_side, got 1 and 0"),
        (
            lambda: dicts(lists(ints()), ints()),
            "keys must be of numbers, Booleans, texts or tuples of these, got lists",
        ),
        (lambda: dicts(bools(), ints(), min_size=3), r"keys must have at least 3 distinct values, got bools\(\)"),
        (lambda: dicts(ints()), r"values must be a domain such as ints\(0, 9\), got None"),
        (lambda: dicts(3, ints()), "keys must be a domain such as"),
        (lambda: dicts(ints(), ints(), max_size=-1), "max_size must be an int from 0 to 10000, got -1"),
        (lambda: dicts(ints(), ints(), 2, 1), "min_size must be <= max_size, got 2 and 1"),
        (
            lambda: dicts({"a": ints()}, max_size=3),
            "values, min_size and max_size must be left out with a dict of keys",
        ),
        (lambda: dicts({"a": 3}), "values must be a domain such as"),
        (lambda: dicts({(1, 2): ints()}), "keys must be numbers, Booleans or texts of at most 10000 characters"),
        (anys, "domains must be 1 to 100, got 0"),
        (lambda: anys(ints(), 3), "domains must be a domain such as"),
        (lambda: objs("shop"), "generator must be a function .* got 'shop'"),
        (lambda: objs("shop:make point"), "generator must be a function .* got 'shop:make point'"),
        (lambda: objs(lambda: 3), "generator must be a function .*<lambda>"),
        (lambda: objs(3), "generator must be a function .* got 3"),
        (lambda: objs("math:no_such").draw(Random(0)), "generator must be there to be imported .* got 'math:no_such'"),
        (lambda: objs("no_such_module:f").strategy(), "generator must be there to be imported .*no_such_module"),
        (
            lambda: objs(generators.make_half).draw(Random(0)),
            "generator must have an arg, or .* got none for y of",
        ),
        (lambda: objs(generators.Span).strategy(), "require of Span must speak of arguments that have .* got top"),
        (lambda: objs(generators.make_meter).strategy(), "generator must have an arg, or .* got none for log of"),
    ],
)
def test_impossible_objects_are_refused(build, message):
    with pytest.raises(UsageError, match=message):
        build()


@pytest.mark.parametrize(
    ("domain", "kind", "container"),
    [
        (np_arrays("float64", 3), Kind.FLOATS, Container.ARRAY),
        (np_arrays("int64", np_shapes(1, 1, 2, 5)), Kind.INTS, Container.ARRAY),
        (np_arrays(bool, (4,)), Kind.BOOLS, Container.ARRAY),
        (np_arrays("float32", 3), Kind.OTHER, None),
        (np_arrays("float64", (3, 3)), Kind.OTHER, None),
        (np_arrays("float64", np_shapes(1, 2)), Kind.OTHER, None),
        (np_arrays("float64", froms([(3,), (5,)])), Kind.OTHER, None),
        (np_shapes(), Kind.INTS, Container.TUPLE),
        (froms([(2, 3)]), Kind.INTS, Container.TUPLE),
        (dicts(ints(), ints()), Kind.OTHER, None),
        (POINT, Kind.OTHER, None),
        (lists(POINT), Kind.OTHER, Container.LIST),
        (lists(optionals(POINT)), Kind.OTHER, Container.LIST),
        (tuples(ints(), POINT), Kind.OTHER, Container.TUPLE),
        (optionals(POINT), Kind.OTHER, None),
        (anys(ints(), texts()), Kind.OTHER, None),
        (anys(ints(), floats()), Kind.OTHER, None),
        (anys(ints(0, 3), ints(5, 9)), Kind.INT, None),
        (anys(lists(ints(), 1, 2), lists(ints(), 5, 6)), Kind.INTS, Container.LIST),
        (anys(lists(ints()), tuples(ints())), Kind.OTHER, None),
    ],
    ids=repr,
)
def test_kinds_and_containers_are_those_that_relations_know_or_other(domain, kind, container):
    assert (domain.kind, domain.container) == (kind, container)


@pytest.mark.parametrize(
    ("domain", "notation", "strategy"),
    [
        (
            np_arrays("float32", (3, 4), floats(0, 1)),
            'np_arrays("float32", (3, 4), floats(0.0, 1.0, width=32))',
            "npst.arrays(np.float32, (3, 4), elements=st.floats(0.0, 1.0, width=32))",
        ),
        (
            np_arrays(np.uint8, np_shapes(2, 3)),
            'np_arrays("uint8", np_shapes(2, 3, 1, 6))',
            "npst.arrays(np.uint8, npst.array_shapes(min_dims=2, max_dims=3, min_side=1, max_side=6), "
            "elements=st.integers(0, 255))",
        ),
        (
            np_arrays("bool", tuples(ints(1, 8), froms([3]))),
            'np_arrays("bool", tuples(ints(1, 8), froms([3])))',
            "npst.arrays(np.bool_, st.tuples(st.integers(1, 8), st.sampled_from([3])), elements=st.booleans())",
        ),
        (
            np_arrays("int8", froms([(2, 3), (3, 2)]), ints(min=0)),
            'np_arrays("int8", froms([(2, 3), (3, 2)]), ints(0, 127))',
            "npst.arrays(np.int8, st.sampled_from([(2, 3), (3, 2)]), elements=st.integers(0, 127))",
        ),
        (np_arrays("float64", 3), 'np_arrays("float64", 3)', None),
        (np_arrays("int64", np_shapes(1, 1, 2, 5)), 'np_arrays("int64", np_shapes(1, 1, 2, 5))', None),
        (
            dicts(texts("ab"), ints(0, 9), 1, 4),
            'dicts(texts("ab"), ints(0, 9), min_size=1, max_size=4)',
            'st.dictionaries(st.text(alphabet="ab", max_size=20), st.integers(0, 9), min_size=1, max_size=4)',
        ),
        (
            dicts({"a": ints(0, 9), "b c": dicts({1: bools()})}),
            'dicts({"a": ints(0, 9), "b c": dicts({1: bools()})})',
            'st.fixed_dictionaries({"a": st.integers(0, 9), "b c": st.fixed_dictionaries({1: st.booleans()})})',
        ),
        (
            POINT,
            'objs("tests.domain.generators:make_point")',
            "st.builds(tests.domain.generators.make_point, x=st.integers(0, 9), y=",
        ),
        (
            objs(generators.Walk.start),
            'objs("tests.domain.generators:Walk.start")',
            "st.builds(tests.domain.generators.Walk.start, st.integers(1, 5))",
        ),
        (anys(ints(0, 9), bools()), "anys(ints(0, 9), bools())", "st.one_of(st.integers(0, 9), st.booleans())"),
    ],
    ids=repr,
)
def test_objects_are_written_as_developers_write_them(domain, notation, strategy):
    assert domain.notation() == notation
    assert parse_domain(notation) == domain
    assert domain.strategy().startswith(strategy or "npst.arrays(np.")


def test_arrays_of_one_dimension_are_sequences_as_relations_know_them():
    assert isinstance(np_arrays(float, 3), Sequences)
    assert np_arrays("int64", 3, ints()).element == ints(-(2**63), 2**63 - 1)
    assert np_arrays("int64", [3]) == np_arrays("int64", (3,)) == np_arrays("int64", 3)


def test_membership_of_arrays_is_exact_about_types_shapes_and_elements():
    domain = np_arrays("float32", np_shapes(2, 2, 0, 3), floats(0, 1))
    assert domain.contains(np.array([[0.5]], dtype=np.float32))
    assert domain.contains(np.zeros((2, 0), dtype=np.float32))
    assert not domain.contains(np.array([[0.5]]))
    assert not domain.contains(np.array([0.5], dtype=np.float32))
    assert not domain.contains(np.zeros((4, 1), dtype=np.float32))
    assert not domain.contains(np.array([[1.5]], dtype=np.float32))
    assert not domain.contains(np.array([["a"]]))
    assert not domain.contains([[0.5]])
    assert domain.contains(Built("array:float32", ((1, 2), (0.5, 1.0))))
    assert not domain.contains(Built("array:float32", ((1, 2), (0.5,))))
    assert not domain.contains(Built("array:float32", ((1, 1), (0.1,))))
    assert not domain.contains(Built("array:float64", ((1, 1), (0.5,))))


def test_large_arrays_are_drawn_quickly_and_vary():
    array = build(np_arrays("float32", (3, 224, 224), floats(0, 1)).draw(Random(0)))
    assert array.shape == (3, 224, 224)
    assert len(np.unique(array)) > 300


def test_arrays_of_two_domains_have_types_shapes_and_elements_in_common():
    images = np_arrays("uint8", np_shapes(2, 3, 1, 8), ints(0, 100))
    assert images.intersect(np_arrays("uint8", (4, 4))) == np_arrays("uint8", (4, 4), ints(0, 100))
    assert np_arrays("uint8", (4, 4)).intersect(images) == np_arrays("uint8", (4, 4), ints(0, 100))
    assert np_arrays("uint8", (4, 4)).intersect(np_arrays("uint8", (4, 5))) is None
    assert images.intersect(np_arrays("int8", (4, 4))) is None
    assert images.intersect(np_arrays("uint8", (4, 4), ints(101, 200))) is None
    assert images.intersect(np_arrays("uint8", np_shapes(3, 4, 5, 9))).contains(
        build(Built("array:uint8", ((5,) * 3, (0,) * 125)))
    )
    assert images.intersect(ints()) is None
    assert images.intersect(optionals(images)) == images
    assert images.before_adding(1) == np_arrays("uint8", np_shapes(2, 3, 1, 8), ints(0, 99))
    assert images.before_scaling(2) == np_arrays("uint8", np_shapes(2, 3, 1, 8), ints(0, 50))
    assert images.before_scaling(-1) is None  # numpy takes no -1 beside elements of uint8
    with pytest.raises(UsageError, match="only bounded domains list their values"):
        images.values()


def test_membership_of_dicts_is_exact_about_keys_values_and_sizes():
    domain = dicts(ints(0, 9), texts("ab"), 1, 2)
    assert domain.contains({3: "ab"})
    assert not domain.contains({})
    assert not domain.contains({1: "", 2: "", 3: ""})
    assert not domain.contains({10: ""})
    assert not domain.contains({1: "c"})
    assert not domain.contains([(1, "a")])
    assert not domain.contains(Built("dict", ((1, ""), (1, ""))))
    fixed = dicts({"a": ints(), "b": bools()})
    assert fixed.contains({"b": True, "a": 3})
    assert not fixed.contains({"a": 3})
    assert not fixed.contains({"a": 3, "b": True, "c": 1})
    assert not dicts({1: ints()}).contains({True: 3})
    assert dicts({}).contains({})


def test_dicts_of_two_domains_have_entries_in_common():
    some = dicts(ints(0, 9), ints(0, 9), max_size=5)
    assert some.intersect(dicts(ints(5, 20), ints(min=3), min_size=1)) == dicts(ints(5, 9), ints(3, 9), 1, 5)
    assert some.intersect(dicts(texts(), ints())) == dicts(ints(0, 9), ints(0, 9), max_size=0)
    assert some.intersect(dicts(texts(), ints(), min_size=1)) is None
    assert some.intersect(dicts(ints(8, 20), ints(), min_size=3)) is None
    assert dicts({"a": ints(0, 9)}).intersect(dicts({"a": ints(5, 20)})) == dicts({"a": ints(5, 9)})
    assert dicts({"a": ints(0, 9)}).intersect(dicts({"b": ints()})) is None
    assert dicts({"a": ints(0, 9)}).intersect(dicts({"a": texts()})) is None
    assert some.intersect(dicts({})) is None


def test_drawn_dicts_are_of_all_sizes():
    assert {len(value.parts) for value in drawn(dicts(bools(), ints()))} == {0, 1, 2}
    assert {len(value.parts) for value in drawn(dicts(texts(), ints(), 2, 4))} == {2, 3, 4}


def test_type_hints_describe_what_no_arg_does_and_defaults_are_kept():
    recipe = objs(generators.Meter).recipe
    assert [(one.name, one.domain.notation(), one.is_positional) for one in recipe.arguments] == [
        ("name", "texts()", True),
        ("steps", "ints(1, 5)", True),
        ("scale", "optionals(floats())", False),
    ]
    assert recipe.kept == ("unit", "log")
    assert build(objs(generators.Meter).draw(Random(0))).steps in range(1, 6)
    assert {build(objs(generators.Point).draw(Random(seed))).x > 9 for seed in range(9)} == {True, False}
    assert isinstance(build(objs(generators.Pair).draw(Random(0))).left, int)


def test_constructors_get_arrays_where_arrays_are_drawn():
    total = objs(generators.Total)
    drawn = total.draw(Random(3))
    assert total.contains(drawn) is True
    assert build(drawn).sum == sum(build(drawn.parts[3][0][1]))


def test_a_class_that_is_made_anew_is_described_anew(monkeypatch):
    before = objs(generators.Point).recipe

    class Point:
        def __init__(self, name: str):
            self.name = name

    monkeypatch.setattr(generators, "Point", Point)
    assert [one.name for one in before.arguments] == ["x", "y"]
    assert [one.name for one in objs("tests.domain.generators:Point").recipe.arguments] == ["name"]


def test_examples_come_before_type_hints():
    assert build(objs(generators.Example).draw(Random(0))).steps == 3


def test_generators_are_called_with_drawn_arguments():
    made = [build(value) for value in drawn(POINT, 100)]
    assert {type(point) for point in made} == {generators.Point}
    assert all(point.x in range(10) and 0 <= point.y <= 1 for point in made)
    assert build(objs("tests.domain.generators:Walk.start").draw(Random(0))).steps in range(1, 6)
    assert objs("fractions:Fraction") == Objs("fractions", "Fraction")


def test_nothing_is_known_of_foreign_objects():
    assert POINT.contains(generators.Point(3, 0.5)) is None
    assert lists(POINT).contains([generators.Point(3, 0.5)]) is None
    assert dicts({"p": POINT}).contains({"p": generators.Point(3, 0.5)}) is None
    assert POINT.contains(3) is False
    assert POINT.contains(None) is False
    call = ("tests.domain.generators", "make_point", ())
    assert POINT.contains(Built("call", (*call, (("x", 3), ("y", 0.5)))))
    assert POINT.contains(Built("call", (*call, (("x", 30), ("y", 0.5))))) is False
    assert POINT.contains(Built("call", (*call, (("x", 3),)))) is False
    assert POINT.contains(Built("call", ("os", "system", (), ()))) is False
    assert POINT.intersect(objs("tests.domain.generators:make_point")) == POINT
    assert POINT.intersect(objs("tests.domain.generators:make_half")) is None


def test_reading_a_generator_imports_nothing():
    assert parse_domain('objs("this:f")').notation() == 'objs("this:f")'
    assert "this" not in sys.modules


def test_the_modules_of_generators_are_to_be_imported_wherever_they_stand():
    assert homes_of(lists(dicts({"a": optionals(POINT)}))) == {"tests.domain.generators"}
    assert homes_of(dicts(ints(), np_arrays("int8", np_shapes()))) == frozenset()


def test_unions_are_narrowed_part_by_part():
    domain = anys(ints(0, 9), ints(20, 29))
    assert domain.before_adding(5) == anys(ints(0, 4), ints(20, 24))
    assert domain.before_adding(9) == anys(ints(0, 0), ints(20, 20))
    assert domain.before_adding(10) is None
    assert domain.before_scaling(-1) == ints(0, 0)
    assert anys(ints(0, 9), ints(20, 900)).before_squaring() == anys(ints(0, 3), ints(20, 30))
    assert domain.intersect(ints(5, 25)) == ints(5, 25).intersect(domain) == anys(ints(5, 9), ints(20, 25))
    assert domain.intersect(ints(10, 19)) is None
    assert domain.intersect(optionals(ints(0, 3))) == ints(0, 3)
    assert anys(ints(), texts()).intersect(texts("ab")) == texts("ab")
    assert lists(ints()).intersect(anys(ints(), lists(ints(0, 3)))) == lists(ints(0, 3))
    assert tuples(ints(), texts()).intersect(anys(tuples(ints(0, 9), texts()), texts())) == tuples(ints(0, 9), texts())
    assert (anys(ints(), texts()).before_adding(1), anys(ints(), texts()).before_squaring()) == (None, None)


def test_unions_hold_each_part_once():
    assert anys(ints(), anys(texts(), ints())) == anys(ints(), texts())
    assert anys(ints()) == ints()
    assert {type(value) for value in drawn(anys(ints(), texts(), optionals(bools())))} == {int, str, bool, type(None)}
    assert anys(ints(0, 3), POINT).contains(generators.Point(1, 0.5)) is None
    assert anys(ints(0, 3), POINT).contains(2) is True
    assert anys(ints(0, 3), texts()).contains(4) is False


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Built("array:float32", ((1, 1), (0.5,))), "np.array([[0.5]], dtype=np.float32)"),
        (Built("array:float64", ((2,), (math.nan, -math.inf))), "np.array([math.nan, -math.inf], dtype=np.float64)"),
        (Built("array:bool", ((), (True,))), "np.array(True, dtype=np.bool_)"),
        (Built("array:int8", ((2, 0, 3), ())), "np.zeros((2, 0, 3), dtype=np.int8)"),
        (
            Built("array:uint64", ((1, 2, 1), (1, 2**64 - 1))),
            "np.array([[[1], [18446744073709551615]]], dtype=np.uint64)",
        ),
        (Built("dict", (("a", 1), ((1, 2), []))), '{"a": 1, (1, 2): []}'),
        (Built("dict", ()), "{}"),
        (Built("call", ("fractions", "Fraction", (1,), (("denominator", 2),))), "fractions.Fraction(1, denominator=2)"),
        (Built("call", ("fractions", "Fraction.from_float", (0.5,), ())), "fractions.Fraction.from_float(0.5)"),
        ((1, [Built("dict", (("a", Built("dict", ())),))]), '(1, [{"a": {}}])'),
        ("it's", '"it\'s"'),
    ],
    ids=repr,
)
def test_source_text_makes_what_is_built(value, text):
    import fractions

    assert source_text(value) == text
    made = eval(text, {"np": np, "math": math, "fractions": fractions})  # noqa: S307
    assert repr(made) == repr(build(value))
    if isinstance(made, np.ndarray):
        assert (made.dtype, made.shape) == (build(value).dtype, build(value).shape)


def test_each_build_is_a_new_object():
    value = Built("dict", (("a", 1),))
    first, second = build([value, value])
    assert first == second
    assert first is not second


def test_relations_have_no_variables_for_what_they_do_not_speak_of():
    parameters = [Parameter("image", np_arrays("uint8", (3, 3))), Parameter("k", ints())]
    assert [variable.name for variable in relation_variables(parameters, [0, 1], [])] == ["k_s", "k_f"]


def test_no_domain_is_known_for_other_kinds():
    with pytest.raises(UsageError, match="kind must be one that relations speak of, got object"):
        default_domain(Kind.OTHER)


def test_arguments_of_a_generator_are_described_by_name():
    described = objs(generators.make_half, x=ints(3, 4), y=floats(0, 1))
    assert described.notation() == 'objs("tests.domain.generators:make_half", x=ints(3, 4), y=floats(0.0, 1.0))'
    assert parse_domain(described.notation()) == described
    assert {build(value).x for value in drawn(described, 100)} == {3, 4}
    assert "st.integers(3, 4)" in described.strategy()
    assert described.contains(drawn(objs(generators.make_half, x=ints(5, 6), y=floats(0, 1)), 1)[0]) is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"x": 3}, "domain of x must be a domain such as ints"),
        ({"z": ints(0, 9)}, r"objs must name arguments of make_point \(x, y\), got 'z'"),
    ],
)
def test_arguments_that_a_generator_does_not_have_are_refused(arguments, message):
    with pytest.raises(UsageError, match=message):
        objs(generators.make_point, **arguments).draw(Random(0))


def test_what_is_resolved_says_what_annotations_said():
    point = resolved(POINT)
    assert point.notation() == 'objs("tests.domain.generators:make_point", x=ints(0, 9), y=floats(0.0, 1.0))'
    assert parse_domain(point.notation()) == point


def test_what_is_resolved_has_resolved_arguments():
    pair = resolved(objs(generators.Pair, left=POINT, right=optionals(POINT)))
    point = resolved(POINT)
    assert pair.stated == (("left", point), ("right", optionals(point)))
    assert pair.notation().count("x=ints(0, 9)") == 2


def test_what_is_resolved_may_stand_inside_of_any_domain():
    point = resolved(POINT)
    for put in (lists, optionals, lambda inner: anys(inner, ints()), lambda inner: dicts({"a": inner})):
        assert parse_domain(resolved(put(POINT)).notation()) == put(point)


def test_what_a_file_could_not_hold_is_not_resolved():
    odd = objs(generators.make_point, x=st.integers(0).map(lambda n: 2 * n + 1))
    with pytest.raises(
        UsageError, match=r"x of tests.domain.generators:make_point must have a domain that can be written down"
    ):
        resolved(odd)


def test_what_is_stated_goes_before_examples():
    assert build(objs(generators.Example, steps=ints(7, 7)).draw(Random(0))).steps == 7
    with pytest.raises(UsageError, match=r"got none for log of 'tests\.domain\.generators:Shown'"):
        objs(generators.Shown, steps=ints(7, 7)).draw(Random(0))

"""Laws that hold for every domain."""

import math
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, example, find, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

import tests
from genmorph.domain import (
    LONGEST,
    Floats,
    Optionals,
    Sequences,
    anys,
    bools,
    build,
    byte_strings,
    dicts,
    floats,
    froms,
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
from genmorph.model import Kind, UsageError
from genmorph.values.numbers.float_draws import LARGEST, SMALLEST, ordinal
from genmorph.values.unions import Unions
from tests.domain import generators


@st.composite
def int_domains(draw):
    low, high = draw(st.none() | st.integers(-50, 50)), draw(st.none() | st.integers())
    assume(low is None or high is None or low <= high)
    return ints(low, high)


def bounds():
    special = [0.0, -0.0, 1.0, -1.0, 0.1, 0.3, SMALLEST, -SMALLEST, LARGEST, -LARGEST, 1e308, 2.0**53]
    return st.sampled_from(special) | st.floats(-20, 20) | st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def float_domains(draw):
    flags = {name: draw(st.booleans()) for name in ("exclude_min", "exclude_max", "allow_nan", "allow_infinity")}
    width = draw(st.sampled_from([64, 64, 32, 16]))
    own = bounds() if width == 64 else st.floats(-20, 20, width=width) | st.floats(width=width)
    try:
        return floats(draw(st.none() | own), draw(st.none() | own), width=width, **flags)
    except UsageError:
        assume(False)


def froms_domains():
    kinds = [st.integers(-9, 9), st.floats(-9, 9) | st.floats(), st.booleans(), st.text("abß ", max_size=4)]
    return st.one_of([st.lists(values, min_size=1, max_size=6) for values in kinds]).map(froms)


def scalars():
    return st.one_of(int_domains(), float_domains(), froms_domains(), st.just(bools()))


@st.composite
def sizes(draw):
    least = draw(st.integers(0, 3))
    return {"min_len": least, "max_len": draw(st.integers(least, 5) | st.sampled_from([20, LONGEST]))}


@st.composite
def text_domains(draw):
    alphabet = draw(st.none() | st.sampled_from(["a", "ab", "bc ß", "'\"\\\n\x00"]))
    return texts(alphabet, **draw(sizes()))


@st.composite
def sequence_domains(draw, elements):
    element, kinds = draw(elements), (Kind.INT, Kind.FLOAT, Kind.BOOL)
    makers = [lists, tuples, lambda element, **sizes: lists(element, **sizes, unique=True)]
    if element.kind in kinds and not isinstance(element, Optionals):
        makers.append(array_domain)
    if element.intersect(ints(0, 255)) == element:
        makers.append(lambda element, **sizes: byte_strings(element=element, **sizes))
    try:
        return draw(st.sampled_from(makers))(element, **draw(sizes()))
    except UsageError:
        assume(False)


def array_domain(element, min_len, max_len):
    np_type = {Kind.INT: "int64", Kind.FLOAT: "float64", Kind.BOOL: "bool"}[element.kind]
    return np_arrays(np_type, np_shapes(1, 1, min_len, max_len), element)


@st.composite
def shape_domains(draw):
    dims, sides = sorted(draw(st.tuples(*[st.integers(0, 3)] * 2))), sorted(draw(st.tuples(*[st.integers(0, 4)] * 2)))
    listed = draw(st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple), min_size=1, max_size=3))
    return draw(st.sampled_from([np_shapes(*dims, *sides), froms(listed), tuples(ints(*sides), ints(2, 3))]))


def composed(elements):
    """Sequences of such elements, tuples with some of them, and all these beside None."""
    fixed = st.lists(elements, min_size=2, max_size=3).map(lambda found: tuples(*found))
    either = st.lists(elements, min_size=1, max_size=3).map(lambda found: anys(*found))
    return st.one_of(sequence_domains(elements), fixed, either, elements.map(optionals))


def domains():
    """All that relations may speak of, and what is of several kinds."""
    plain = scalars() | text_domains() | st.just(ints(0, 255)) | shape_domains()
    return plain | composed(plain) | composed(composed(plain))


@st.composite
def array_domains(draw):
    np_type, shape = draw(st.sampled_from(["int8", "uint64", "float16", "float32", "float64", "bool"])), None
    shape = draw(shape_domains() | st.sampled_from([(), (2, 0), (2, 3), 4, [1, 1]]))
    elements = {"i": ints(0, 9), "u": ints(min=3), "f": floats(0, 1), "b": bools()}[np_type[0]]
    return np_arrays(np_type, shape, draw(st.sampled_from([None, elements])))


@st.composite
def dict_domains(draw, held):
    if draw(st.booleans()):
        return dicts({key: draw(held) for key in draw(st.sets(st.sampled_from(["a", "b c", 3, True]), max_size=3))})
    least = draw(st.integers(0, 3))
    sizes = {"min_size": least, "max_size": draw(st.integers(least, 5))}
    return dicts(draw(st.sampled_from([texts(), ints(0, 9), tuples(ints(), bools())])), draw(held), **sizes)


def objects():
    """What relations do not speak of, also inside of other domains."""
    made = st.sampled_from([objs(generators.make_point), objs("tests.domain.generators:Walk.start")])
    plain = array_domains() | made | dict_domains(scalars() | array_domains())
    either = st.tuples(scalars(), plain).map(lambda found: anys(*found))
    return st.one_of(plain, plain.map(lists), plain.map(optionals), either, dict_domains(plain))


def constants():
    whole = st.integers(-7, 7).filter(bool)
    return whole | st.floats(-5, 5).filter(bool) | st.sampled_from([0.1, -0.7, 1e-9, 1e9, 1e300, 1e-300, -5e-324])


def evaluate(text):
    return eval(text, {"st": st, "math": math, "npst": npst, "np": np, "tests": tests})  # noqa: S307


@given(domains() | objects(), st.integers(0, 10**6))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_what_is_drawn_is_contained_and_depends_on_the_generator_alone(domain, seed):
    first, second = Random(seed), Random(seed)
    drawn = [domain.draw(first) for _ in range(60)]
    assert all(domain.contains(value) for value in drawn)
    assert repr(drawn) == repr([domain.draw(second) for _ in range(60)])


@given(domains() | objects())
def test_the_notation_is_read_back(domain):
    read = parse_domain(domain.notation())
    assert read.notation() == domain.notation()
    assert read == domain


@given(domains(), st.data())
def test_what_the_strategy_draws_is_contained(domain, data):
    assert domain.contains(data.draw(evaluate(domain.strategy())))


@given(objects(), st.data())
def test_what_the_strategy_draws_of_objects_is_not_refused(domain, data):
    """Objects that a generator made are foreign: nothing is known of them."""
    assert domain.contains(data.draw(evaluate(domain.strategy()))) is not False


@given(objects(), st.integers(0, 10**6))
def test_what_is_built_is_not_refused_and_is_what_the_source_text_makes(domain, seed):
    value = domain.draw(Random(seed))
    built = build(value)
    assert domain.contains(built) is not False
    text = source_text(value)
    again = eval(text, {"math": math, "np": np, "tests": tests})  # noqa: S307
    assert repr(again) == repr(built)


@given(domains() | objects())
def test_only_optional_domains_hold_none(domain):
    assert domain.contains(None) == isinstance(domain, Optionals)


@given(domains())
def test_sizes_count_the_values(domain):
    if domain.size is not None and domain.size < 1000:
        values = list(domain.values())
        assert len({repr(value) for value in values}) == len(values) == domain.size
        assert all(domain.contains(value) for value in values)


@pytest.mark.parametrize(
    "domain",
    [
        floats(),
        floats(allow_infinity=True),
        floats(0, 1),
        floats(-0.0, 1),
        floats(-1, -0.0),
        floats(0, 1, exclude_min=True, exclude_max=True),
        floats(min=0.1, exclude_min=True),
        floats(max=-3),
        floats(min=-3, allow_infinity=True),
        floats(max=-3, allow_infinity=True),
        floats(min=LARGEST, exclude_min=True, allow_infinity=True),
        Floats(-LARGEST, math.inf),
        Floats(-math.inf, LARGEST),
        floats(-SMALLEST, SMALLEST),
    ],
    ids=repr,
)
def test_the_strategy_reaches_both_bounds_of_floats(domain):
    for bound in (domain.low, domain.high):
        position = ordinal(bound)
        find(evaluate(domain.strategy()), lambda x, position=position: ordinal(x) == position, settings=_SEARCH)


_SEARCH = settings(max_examples=20_000, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("domain", [floats(allow_nan=True), floats(allow_nan=True, allow_infinity=True)], ids=repr)
def test_the_strategy_draws_nan_where_it_is_allowed(domain):
    assert math.isnan(find(evaluate(domain.strategy()), math.isnan, settings=_SEARCH))


def moved(value, move):
    """A number, or each of a sequence, moved; what does not fit into bytes is no value of any domain."""
    if not isinstance(value, list | tuple | bytes):
        return move(value)
    try:
        return type(value)([move(element) for element in value])
    except ValueError:
        return None


@given(domains(), constants(), st.integers(0, 1000))
def test_narrowed_domains_hold_only_values_whose_follow_ups_are_contained(domain, c, seed):
    for narrowed, move in (
        (domain.before_adding(c), lambda x: x + c),
        (domain.before_scaling(c), lambda x: x * c),
    ):
        if narrowed is None:
            continue
        rng = Random(seed)
        ends = [narrowed.low, narrowed.high] if isinstance(narrowed, Floats) else []
        for value in [*ends, *(narrowed.draw(rng) for _ in range(40))]:
            assert domain.contains(value)
            assert domain.contains(moved(value, move))


def exact_domains():
    return int_domains() | froms_domains().filter(lambda domain: domain.kind.is_number)


@given(exact_domains() | sequence_domains(exact_domains()), constants(), st.integers(0, 1000))
def test_narrowing_of_ints_and_listed_numbers_loses_nothing(domain, c, seed):
    value = domain.draw(Random(seed))
    for narrowed, move in ((domain.before_adding(c), lambda x: x + c), (domain.before_scaling(c), lambda x: x * c)):
        if narrowed is not None or not isinstance(domain, Sequences):
            is_kept = narrowed is not None and narrowed.contains(value)
            assert is_kept == domain.contains(moved(value, move))


def with_optionals(found):
    return found | found.map(optionals)


@given(with_optionals(int_domains() | float_domains() | froms_domains()), st.integers(0, 1000))
def test_domains_narrowed_for_squares_hold_only_values_whose_squares_are_contained(domain, seed):
    narrowed = domain.before_squaring()
    assume(narrowed is not None)
    rng = Random(seed)
    ends = [narrowed.low, narrowed.high] if isinstance(narrowed, Floats) else []
    for value in [*ends, *(narrowed.draw(rng) for _ in range(40))]:
        assert domain.contains(value)
        assert domain.contains(value * value)


@given(with_optionals(exact_domains()), st.integers(0, 1000), st.integers(-9, 9))
def test_narrowing_of_ints_and_listed_numbers_for_squares_loses_nothing(domain, seed, small):
    narrowed = domain.before_squaring()
    drawn = domain.draw(Random(seed))
    for value in (small, 0 if drawn is None else drawn):
        is_kept = narrowed is not None and narrowed.contains(value)
        assert is_kept == (domain.contains(value) and domain.contains(value * value))


def test_ints_are_squared_up_to_the_root_of_the_bound_itself():
    assert ints(-50, 48).before_squaring() == ints(-6, 6)
    assert ints(-50, 49).before_squaring() == ints(-7, 7)
    assert optionals(ints(3, 49)).before_squaring() == ints(3, 7)
    assert ints(8, 49).before_squaring() is None


def test_texts_and_booleans_have_no_squares_also_beside_none():
    assert optionals(texts()).before_squaring() is None
    assert optionals(bools()).before_squaring() is None
    assert optionals(froms(["a", ""])).before_squaring() is None


@given(st.floats(-20, 20), st.floats(0.5, 20), constants(), st.integers(0, 1000))
def test_narrowing_of_floats_loses_only_what_is_within_rounding_of_a_bound(low, width, c, seed):
    assume(1e-9 <= abs(c) <= 1e9)
    domain = floats(low, low + width)
    value = domain.draw(Random(seed))
    margin = 1e-14 * (abs(c) + 40.0)
    for narrowed, follow_up in ((domain.before_adding(c), value + c), (domain.before_scaling(c), value * c)):
        is_clearly_valid = domain.low + margin < follow_up < domain.high - margin
        if is_clearly_valid and domain.low + margin < value < domain.high - margin:
            assert narrowed is not None
            assert narrowed.contains(value)


def alternatives(domain, value):
    """The domains of one container each that make up a domain; None belongs to the whole."""
    match domain:
        case Optionals() if value is not None:
            return alternatives(domain.inner, value)
        case Unions():
            return [one for part in domain.parts for one in alternatives(part, value)]
    return [domain]


@given(domains(), domains(), st.integers(0, 1000))
@example(np_shapes(0, 0, 0, 0), optionals(anys(lists(ints(), max_len=0), np_shapes(0, 0, 0, 0))), 0)
@example(optionals(np_shapes(0, 0, 0, 0)), optionals(anys(ints(), np_shapes(0, 0, 0, 0))), 0)
def test_an_intersection_holds_what_both_hold(one, other, seed):
    common = one.intersect(other)
    rng = Random(seed)
    for value in [one.draw(rng) for _ in range(20)] + [other.draw(rng) for _ in range(20)]:
        is_common = common is not None and bool(common.contains(value))
        are_both = any(  # a list is no array, though both are lists inside of genmorph
            (a.container is b.container or value is None) and a.contains(value) and b.contains(value)
            for a, b in product(alternatives(one, value), alternatives(other, value))
        )
        assert is_common == are_both or (are_both and "None" in repr(value))
    if common is not None:
        value = common.draw(rng)
        assert one.contains(value)
        assert other.contains(value)

"""Data frames and series: domains of inputs, strategies that they are read from, and what is read of outputs."""

import importlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph import UsageError
from genmorph.domain import (
    as_data,
    as_domain,
    bools,
    build,
    floats,
    frames,
    ints,
    parse_domain,
    polars_frames,
    polars_series,
    series,
    texts,
)
from genmorph.execution.outputs import find_outputs
from genmorph.execution.pool import plain
from genmorph.model import Kind, Returned, Tolerance
from genmorph.relations.meaning import equal_inside, equal_values
from genmorph.values.conversion import recognise
from genmorph.values.foreign import equals_itself, is_same
from genmorph.values.registered import read_view, views_of

TABLES = [
    frames({"name": texts("ab"), "units": ints(1, 9)}, max_rows=5),
    frames({"x": floats(-1, 1)}, min_rows=1, max_rows=3),
    frames({"x": ints(), "is_open": bools()}, min_rows=0, max_rows=0),
    series(floats(-10, 10), max_rows=6),
    series(texts("ab"), min_rows=2),
    polars_frames({"name": texts("ab"), "units": ints(1, 9)}, max_rows=5),
    polars_frames({"x": floats(-1, 1), "is_open": bools()}, min_rows=0, max_rows=1),
    polars_series(floats(-10, 10), max_rows=6),
    polars_series(texts("ab"), min_rows=2),
]
each = pytest.mark.parametrize("domain", TABLES, ids=repr)


@pytest.fixture
def pandas():
    return pytest.importorskip("pandas")


def library_of(domain):
    return {domain.home: pytest.importorskip(domain.home)}


@each
def test_what_is_drawn_lies_in_the_domain(domain):
    rng = Random(0)
    for value in [domain.draw(rng) for _ in range(50)]:
        assert domain.contains(value) is True
    assert parse_domain(domain.notation()) == domain
    for other in (None, 3, "a", [1], object()):
        assert domain.contains(other) is False


@each
def test_what_stays_in_the_domain_when_it_is_changed_is_known(domain):
    library = library_of(domain)
    for change in domain.changes:
        for constant in change.constants or (None,):
            before = change.before(domain, constant)
            if before is None:
                continue
            for value in [before.draw(Random(seed)) for seed in range(30)]:
                changed = change.apply(value, constant)
                assert domain.contains(changed)
                written = eval(change.text("x", constant), {"x": build(value)} | library)  # noqa: S307
                assert written.equals(build(changed))


@each
def test_strategies_draw_the_same_values(domain):
    strategy = eval(domain.strategy(), {"st": st} | library_of(domain))  # noqa: S307

    @settings(max_examples=30, database=None)
    @given(strategy)
    def check(value):
        assert domain.contains(value) is True
        assert build(as_data(value)).equals(value)

    check()


@each
def test_tables_are_compared_alike_by_what_builds_them_and_as_they_are(domain):
    library_of(domain)
    rng, tolerance = Random(1), Tolerance()
    values = [domain.draw(rng) for _ in range(12)]
    for one in values:
        assert equal_values(one, one, tolerance)
        for other in values:
            assert equal_values(one, other, tolerance) == equal_inside(build(one), build(other), tolerance)


NUMBERED = {"amount": [0.1 + 0.2, 1.0], "name": ["a", "b"]}


@pytest.mark.parametrize(
    ("text", "is_equal"),
    [
        ('pd.DataFrame({"amount": [0.3, 1.0], "name": ["a", "b"]})', True),
        ('pd.DataFrame({"amount": [0.3, 1], "name": ["a", "b"]}, index=[0, 1])', True),
        ('pd.DataFrame({"name": ["a", "b"], "amount": [0.3, 1.0]})', False),
        ('pd.DataFrame({"amount": [0.3, 1.0], "name": ["a", "c"]})', False),
        ('pd.DataFrame({"amount": [0.3, 1.0], "name": ["a", "b"]}, index=[1, 0])', False),
        ('pd.DataFrame({"amount": [0.3], "name": ["a"]})', False),
        ('pd.DataFrame({"amount": [0.3, float("nan")], "name": ["a", "b"]})', False),
    ],
)
def test_frames_are_equal_by_columns_index_and_rows(pandas, text, is_equal):
    one, other = pandas.DataFrame(NUMBERED), eval(text, {"pd": pandas})  # noqa: S307
    assert equal_inside(one, other, Tolerance()) is is_equal
    assert equal_values(as_data(one), as_data(other), Tolerance()) is is_equal


def test_a_float_index_is_compared_within_the_tolerance(pandas):
    one, other = (pandas.Series([1, 2], index=[0.5, number]) for number in (0.3, 0.1 + 0.2))
    assert equal_inside(one, other, Tolerance())
    assert equal_values(as_data(one), as_data(other), Tolerance())


def test_tables_of_two_types_are_not_the_same(pandas):
    assert not is_same(as_data(pandas.Index([1, 2])), as_data(pandas.Series([1, 2])))
    assert not equal_values(as_data(pandas.Index([1, 2])), as_data(pandas.Series([1, 2])), Tolerance())


def test_series_with_nan_are_equal_to_themselves(pandas):
    held = pandas.Series([1.0, float("nan")], index=["a", "b"])
    assert equal_values(as_data(held), as_data(held.copy()), Tolerance())
    assert equal_inside(held, held.copy(), Tolerance())
    assert not equal_values(as_data(held), as_data(held.iloc[::-1]), Tolerance())


def test_a_frame_that_is_given_is_an_output_as_a_whole(pandas):
    given_ones = [Returned(plain(pandas.DataFrame({"n": [number, 2]}))) for number in range(3)]
    whole, *views = find_outputs(given_ones, ())
    assert (whole.kind, whole.view, whole.holds_floats) == (Kind.OTHER, None, True)
    assert [view.view for view in views][:2] == ["len({})", "list({}.columns)"]


@pytest.mark.usefixtures("pandas")
def test_strategies_of_hypothesis_are_understood():
    from hypothesis.extra.pandas import column, data_frames, range_indexes
    from hypothesis.extra.pandas import series as drawn_series

    columns = [column("a", dtype=int), column("b", elements=st.floats(0, 1))]
    rows = range_indexes(1, 5)
    assert as_domain(data_frames(columns, index=rows), "x") == frames({"a": ints(), "b": floats(0, 1)}, 1, 5)
    assert as_domain(drawn_series(elements=st.integers(0, 9)), "x") == series(ints(0, 9), 0, 10)
    assert as_domain(drawn_series(dtype=bool), "x") == series(bools(), 0, 10)
    no_rows = range_indexes(max_size=0)
    assert as_domain(drawn_series(dtype=bool, index=no_rows), "x") == series(bools(), 0, 0)
    assert recognise(drawn_series(dtype=bool, name=st.just("a"))) is None


@st.composite
def integers(draw, min_value, max_value):
    return draw(st.sampled_from([min_value, max_value]))


@pytest.mark.usefixtures("pandas")
def test_elements_of_a_composite_are_not_taken_for_what_their_text_says():
    from hypothesis.extra.pandas import column, data_frames

    assert recognise(data_frames([column("a", elements=integers(min_value=0, max_value=9))])) is None


TABLE_TEXTS = [
    'pandas.DataFrame({"a": [1, 2], "b": ["x", "y"]})',
    'pandas.DataFrame({"a": [1.5, 2.0], "b": [1, 2]}, index=["p", "q"])',
    'pandas.DataFrame({"a": []})',
    'pandas.DataFrame({"a": [1], "b": [2.5]}).groupby("a").sum()',
    'pandas.DataFrame({"d": pandas.to_datetime(["2024-01-01", None])})',
    'pandas.DataFrame([[1, 2]], columns=["a", "a"])',
    "pandas.DataFrame()",
    'pandas.Series([1, 2], index=pandas.Index(["x", "y"], name="g"), name="n")',
    'pandas.Series([1, "a"])',
    "pandas.Index([3, 4])",
    'polars.DataFrame({"a": [1]})',
    'polars.Series("a", [1.5])',
    'polars.Series("a", [1.5], dtype=polars.Float32)',
    'polars.Series(["a", None])',
    'polars.DataFrame({"a": [1], "b": [None]}, schema={"a": polars.Int8, "b": polars.Float64})',
    'polars.DataFrame({"a": []}, schema={"a": polars.String})',
    'polars.DataFrame({"a": [[1], [2]]})',
    "polars.DataFrame()",
]


@pytest.mark.parametrize("text", TABLE_TEXTS)
def test_a_table_that_a_call_gives_is_read_without_what_made_it(text):
    library = text.partition(".")[0]
    pytest.importorskip(library)
    table = eval(text, {library: importlib.import_module(library)})  # noqa: S307
    given = plain(table)
    assert build(given).equals(table)
    if library == "polars":
        assert getattr(build(given), "schema", build(given).shape) == getattr(table, "schema", table.shape)
        assert getattr(build(given), "dtype", None) == getattr(table, "dtype", None)
    assert is_same(given, plain(table))
    assert not equals_itself(given)
    for view in views_of([given]):
        assert read_view(view, given) == eval(view.text.format("table"), {"table": table})  # noqa: S307


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: frames({}), "columns must map names to domains of numbers, Booleans or texts, got {}"),
        (lambda: frames({3: ints()}), "columns must map names to domains"),
        (lambda: frames({"a": 3}), "columns must be a domain such as ints"),
        (lambda: frames({"a": ints(0, 2**70)}), "elements must be values of int64, got ints"),
        (lambda: series(frames({"a": ints()})), "element must be numbers, Booleans or texts, got frames"),
        (lambda: series(ints(), min_rows=3, max_rows=2), "min_rows must be <= max_rows, got 3 and 2"),
    ],
)
def test_what_is_no_domain_of_tables_is_refused_with_the_rule(make, text):
    with pytest.raises(UsageError) as caught:
        make()
    assert str(caught.value).startswith(text)

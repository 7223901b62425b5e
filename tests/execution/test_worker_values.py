"""Values of every kind go into a call and come out of it exactly; what is too large or of no kind is refused."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.execution.patience import Patience
from genmorph.execution.pool import plain
from genmorph.execution.worker.protocol import UnusableError
from genmorph.model import Array, Built, Crashed, Drained, Fields, Raised, Returned

PATIENT = Patience(time_outs=100, deaths=100)
ECHO = "def subject(x): return x"


def outcome_of(workers, *arguments):
    (outcome,) = workers.call(None, [arguments], PATIENT)
    return outcome


@pytest.fixture
def given_by(start):
    """The outcome of a function that returns the expression, of x = 3."""

    def outcome(expression, setup="pass"):
        return outcome_of(start(f"{setup}\ndef subject(x): return {expression}"), 3)

    return outcome


VALUES = [
    *("", "text", "ß 😀 \ud800", "\udc00\ud800", None, b"", b"\x00\xff"),
    *([], [1, 0.5, True, None, "a"], [math.nan, -0.0], [2**70], ["ab", ""], [[1, [2]], []], [b"x", (1, [2])]),
    *((), (1, "a"), ([1], [2]), ((1,),)),
]


@pytest.mark.parametrize("value", VALUES, ids=ascii)
def test_values_come_back_as_they_went(start, value):
    assert repr(outcome_of(start(ECHO), value)) == repr(Returned(value))


def test_many_inputs_of_several_kinds_keep_their_order(start):
    inputs = [(VALUES[number % len(VALUES)], number) for number in range(2_500)]
    workers = start("def subject(x, n): return n")
    assert workers.call(None, inputs, PATIENT) == [Returned(number) for _, number in inputs]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("range(x)", Drained((0, 1, 2))),
        ("collections.deque([1, 2])", Drained((1, 2))),
        ("{'a': x}.values()", Drained((3,))),
        ("collections.OrderedDict(a=1).items()", Drained((("a", 1),))),
        ("array.array('d', [1, x])", Drained((1.0, 3.0))),
        ("bytearray(b'ab')", b"ab"),
        ("{'a': 1, 'b': [x]}", {"a": 1, "b": [3]}),
        ("collections.Counter('aba')", {"a": 2, "b": 1}),
        ("Point(x, 'a')", Fields(("x", "y"), (3, "a"), "tuple")),
        ("Square(x)", Fields(("side", "corner"), (3, Fields(("x", "y"), (0, 0), "tuple")), "genmorph_subject.Square")),
        ("tuple.__new__(Point, (x,))", (3,)),
        ("[Point(x, None)]", [Fields(("x", "y"), (3, None), "tuple")]),
        ("time.gmtime(0)[:3]", (1970, 1, 1)),
        ("Word('a')", "a"),
        ("[Word('a'), Color.RED, Flag.ON]", ["a", 1, True]),
        ("Words(['a'])", ["a"]),
    ],
)
def test_other_types_become_plain_data(given_by, expression, value):
    setup = """
import array, collections, dataclasses, enum, time
class Word(str): __repr__ = __str__ = None
class Words(list): pass
class Color(enum.IntEnum): RED = 1
class Flag: ON = True
Point = collections.namedtuple("Point", "x y")
@dataclasses.dataclass
class Square:
    side: int
    corner: Point = Point(0, 0)
"""
    assert repr(given_by(expression, setup)) == repr(Returned(value))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("np.arange(x)", Array((0, 1, 2))),
        ("np.array([1, np.nan])", Array((1.0, math.nan))),
        ("np.array([0.1], np.float32)", Array((float.fromhex("0x1.99999ap-4"),))),
        ("np.array([1.5], np.longdouble)", Array((1.5,))),
        ("np.array([True, False])", Array((True, False))),
        ("np.array([])", Array(())),
        ("np.array(x)", 3),
        ("np.array('a')", "a"),
        ("np.float32(0.5)", 0.5),
        ("np.longdouble(0.5)", 0.5),
        ("[np.int8(1), np.float64(2), np.bool_(True), np.str_('a')]", [1, 2.0, True, "a"]),
        ("(np.arange(2), 1)", (Array((0, 1)), 1)),
    ],
)
def test_numpy_values_are_numbers_and_arrays(given_by, expression, value):
    assert repr(given_by(expression, "import numpy as np")) == repr(Returned(value))


@pytest.mark.parametrize(
    "expression",
    ["(i * i for i in range(x))", "map(abs, [0, 1, -4])", "iter((0, 1, 4))", "zip([0, 1, 4], 'abc')", "two_lists()"],
)
def test_iterators_are_drained(given_by, expression):
    setup = "def two_lists():\n  yield [0]\n  yield from ([], [4])"
    expected = {"zip([0, 1, 4], 'abc')": [(0, "a"), (1, "b"), (4, "c")], "two_lists()": [[0], [], [4]]}
    assert given_by(expression, setup) == Returned(Drained(tuple(expected.get(expression, [0, 1, 4]))))


def test_an_error_of_a_generator_is_one_of_the_function(given_by):
    assert given_by("(1 // (i - 2) for i in range(x))") == Raised("ZeroDivisionError")
    assert given_by("steps()", "def steps():\n  yield 1\n  raise KeyError") == Raised("KeyError")


@pytest.mark.parametrize("call", ["itertools.count()", "endless()", "(x for _ in iter(int, 1))"])
def test_an_endless_iterator_is_refused(given_by, call):
    setup = "import itertools\ndef endless():\n  while True: yield 'a' * 9_000"
    assert given_by(call, setup) == Crashed("gave more elements than the 10,000 that are compared")


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("open(os.devnull)", "_io.TextIOWrapper; return what it holds"),
        ("Plain()", "genmorph_subject.Plain; return its fields in a tuple, dict or dataclass"),
        ("abs", "builtin_function_or_method"),
        ("np.zeros(2, [('a', 'i4')])", "numpy array of [('a', '<i4')]; return .tolist() of it"),
        ("np.ma.zeros(2)", "numpy array of the class MaskedArray; return .tolist() of it"),
        ("np.matrix([[1]])", "numpy array of the class matrix; return .tolist() of it"),
    ],
)
def test_what_is_of_no_kind_is_named_with_what_to_do(given_by, expression, reason):
    setup = "import os\nimport numpy as np\nclass Plain: pass"
    assert given_by(expression, setup) == Crashed(f"unsupported output: {reason}")


def called(module, qualname, *given, **named):
    return Built("call", (module, qualname, given, tuple(named.items())))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("np.array([[1, 2]])", Built("array:int64", ((1, 2), (1, 2)))),
        ("np.array([[1], [2]], 'uint8').T", Built("array:uint8", ((1, 2), (1, 2)))),
        ("np.ones((1, 1, 2), np.longdouble)", Built("array:float64", ((1, 1, 2), (1.0, 1.0)))),
        ("np.zeros((0, 3), bool)", Built("array:bool", ((0, 3), ()))),
        ("np.array(['a', 'bc'])", Built("array:str", ((2,), ("a", "bc")))),
        ("np.array([[1, 2], None], object)", Built("array:object", ((2,), ([1, 2], None)))),
        ("np.array(['1970-01-03'], 'datetime64[D]')", Built("array:datetime64[D]", ((1,), (2,)))),
        ("np.array([[2j]])", Built("array:complex128", ((1, 1), (2j,)))),
        ("np.datetime64('2024-01-02')", called("numpy", "datetime64", "2024-01-02", "D")),
        ("np.timedelta64(50, 's')", called("numpy", "timedelta64", 50, "s")),
        ("np.complex64(1j)", called("builtins", "complex", 0.0, 1.0)),
        ("np.array(2.5)", 2.5),
        ("np.array([1.5, 2])", Array((1.5, 2.0))),
    ],
)
def test_an_array_comes_with_its_type_and_shape_but_for_rows_of_numbers(given_by, expression, value):
    assert given_by(expression, "import numpy as np") == Returned(value)


@pytest.mark.parametrize(
    ("expression", "built"),
    [
        ("{'b', x, None, 'a', 1.5}", called("builtins", "set", [1.5, 3, None, "a", "b"])),
        ("frozenset()", called("builtins", "frozenset")),
        ("3j", called("builtins", "complex", 0.0, 3.0)),
        ("decimal.Decimal('1.50')", called("decimal", "Decimal", "1.50")),
        ("decimal.Decimal('sNaN')", called("decimal", "Decimal", "sNaN")),
        ("fractions.Fraction(x, 6)", called("fractions", "Fraction", 1, 2)),
        ("datetime.date(2020, 1, 2)", called("datetime", "date", 2020, 1, 2)),
        ("datetime.datetime(2020, 1, 2)", called("datetime", "datetime", 2020, 1, 2)),
        (
            "datetime.datetime(2020, 1, 2, 3, 0, 0, 5, fold=1)",
            called("datetime", "datetime", 2020, 1, 2, 3, 0, 0, 5, fold=1),
        ),
        (
            "datetime.datetime(2020, 1, 2, tzinfo=datetime.UTC)",
            called("datetime", "datetime", 2020, 1, 2, tzinfo=Built("name", ("datetime", "timezone.utc"))),
        ),
        (
            "datetime.datetime(2020, 7, 2, tzinfo=zoneinfo.ZoneInfo('Europe/Paris'))",
            called("datetime", "datetime", 2020, 7, 2, tzinfo=called("zoneinfo", "ZoneInfo", "Europe/Paris")),
        ),
        (
            "datetime.time(5, tzinfo=Odd())",
            called(
                "datetime",
                "time",
                5,
                tzinfo=called("datetime", "timezone", called("datetime", "timedelta", seconds=60)),
            ),
        ),
        ("datetime.timedelta(-1, 5)", called("datetime", "timedelta", days=-1, seconds=5)),
        ("uuid.UUID(int=1)", called("uuid", "UUID", "00000000-0000-0000-0000-000000000001")),
        ("pathlib.PurePosixPath('a/b')", called("pathlib", "PurePosixPath", "a/b")),
        ("Side.LEFT", Built("name", ("genmorph_subject", "Side.LEFT"))),
        ("Side.ALIAS", Built("name", ("genmorph_subject", "Side.LEFT"))),
        ("Way.IN | Way.OUT", called("genmorph_subject", "Way", 3)),
        ("Day(2020, 1, 2)", called("datetime", "date", 2020, 1, 2)),
        ("Rank.LOW", 1),
    ],
)
def test_values_beyond_plain_data_come_as_what_gives_them(given_by, expression, built):
    setup = (
        "import datetime, decimal, enum, fractions, pathlib, uuid, zoneinfo\n"
        "class Side(enum.Enum): LEFT = (1, 2); ALIAS = (1, 2)\n"
        "class Way(enum.Flag): IN = 1; OUT = 2\n"
        "class Rank(enum.IntEnum): LOW = 1\n"
        "class Day(datetime.date): pass\n"
        "class Odd(datetime.tzinfo):\n  def utcoffset(self, _): return datetime.timedelta(seconds=60)\n"
    )
    assert given_by(expression, setup) == Returned(built)
    assert given_by(f"[{expression}]", setup) == Returned([built])


def test_dicts_have_any_keys(given_by):
    assert given_by("{1: x, (2, 'a'): None}") == Returned({1: 3, (2, "a"): None})
    keys = [called("builtins", "frozenset", [1, 3]), called("builtins", "frozenset")]
    assert given_by("{frozenset({x, 1}): 5, frozenset(): 6}") == Returned(dict(zip(keys, (5, 6), strict=True)))


@pytest.mark.parametrize(("made", "fields"), [("Bag([1])", [1]), ("Bag({'a': [1]})", {"a": [1]})])
def test_keys_that_look_alike_stay_apart(given_by, made, fields):
    setup = """
class Bag:
    def __init__(self, held): self.held = held
    def __eq__(self, other): return self is other
    __hash__ = object.__hash__
"""
    key = Fields(("held",), (fields,))
    assert given_by(f"{{{made}: 1, {made}: 2}}", setup) == Returned(Built("dict", ((key, 1), (key, 2))))


def test_what_is_built_of_equal_values_has_one_hash():
    one, other = (called("builtins", "frozenset", [(n, Fields(("a",), ([n],)))]) for n in (1, 1.0))
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, called("builtins", "frozenset", [2])}) == 2


def test_the_elements_of_a_set_have_one_order_also_inside_of_tuples(given_by):
    pairs = "{(frozenset({f'{a}{n}' for n in range(9)}), a) for a in 'ab'}"
    sets = [called("builtins", "frozenset", [f"{a}{n}" for n in range(9)]) for a in "ab"]
    assert given_by(pairs) == Returned(called("builtins", "set", list(zip(sets, "ab", strict=True))))


@pytest.mark.parametrize(
    "method", ["__len__(self): raise SystemExit", "__iter__(self): 1 / 0", "__len__(self): return 10**30"]
)
def test_a_value_whose_own_methods_raise_is_unsupported(given_by, method):
    setup = f"class Odd(list):\n  def {method}"
    assert given_by("Odd([1])", setup) == Crashed("unsupported output: genmorph_subject.Odd")


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        ("[0] * 10**6", "a list of 1,000,000 elements, at most 10,000 are compared"),
        ("'a' * 10**6", "a text of 1,000,000 characters, at most 10,000 are compared"),
        ("bytes(10_001)", "a bytes of 10,001 elements, at most 10,000 are compared"),
        ("range(10**12)", "a range of 1,000,000,000,000 elements, at most 10,000 are compared"),
        ("np.zeros(10**6)", "a numpy array of 1,000,000 elements, at most 10,000 are compared"),
        ("{'a': [0] * 10_001}", "a list of 10,001 elements, at most 10,000 are compared"),
        ("['a' * 10_001]", "a text of 10,001 characters, at most 10,000 are compared"),
        ("[[0] * 9_999] * 11", "a value of more parts than the 100,000 that are compared"),
        ("['a' * 9_999] * 11", "a value of more parts than the 100,000 that are compared"),
        ("nested(11)", "a value nested deeper than the 10 levels that are compared"),
        ("endless()", "a value nested deeper than the 10 levels that are compared"),
    ],
)
def test_what_is_too_large_is_refused_and_says_how_large(given_by, expression, reason):
    setup = """
import numpy as np
def nested(depth): return [nested(depth - 1)] if depth else 1
def endless():
    xs = []
    xs.append(xs)
    return xs
"""
    assert given_by(expression, setup) == Crashed(f"returned {reason}")


@pytest.mark.parametrize("expression", ["[0] * 10_000", "'a' * 10_000", "[[[[[[[[[[x]]]]]]]]]]"])
def test_the_largest_values_are_returned(given_by, expression):
    assert given_by(expression) == Returned(eval(expression, {"x": 3}))  # noqa: S307 - our own text


def test_a_list_that_the_function_keeps_and_changes_is_sent_as_it_was(start):
    workers = start("KEPT = []\ndef subject(x):\n  KEPT.append(x)\n  return KEPT")
    assert workers.call(None, [(1,), (2,)], PATIENT) == [Returned([1]), Returned([1, 2])]


PLAIN = st.recursive(
    st.one_of(st.integers(), st.floats(), st.booleans(), st.none(), st.text(max_size=3), st.binary(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.text(max_size=3), inner, max_size=3),
    ),
    max_leaves=6,
)


@given(PLAIN)
def test_plain_data_stays_as_it_is(value):
    assert repr(plain(value)) == repr(value)


def test_values_here_and_now_are_refused_in_the_same_words():
    with pytest.raises(UnusableError, match="unsupported output: object"):
        plain([object()])
    with pytest.raises(UnusableError, match="returned a list of 10,001 elements, at most 10,000 are compared"):
        plain([0] * 10_001)
    with pytest.raises(UnusableError, match="gave more elements than the 10,000 that are compared"):
        plain(iter(range(10_001)))


@pytest.mark.parametrize("expression", ["[range(x)]", "(iter('ab'), 1)", "{'a': map(abs, [x])}"])
def test_an_iterator_inside_of_another_value_is_refused_with_the_way_out(given_by, expression):
    (why,) = [given_by(expression).why]
    assert why.startswith("unsupported output: ")
    assert why.endswith("inside of another value; return list(...) of it")


BUILT = [
    (Built("dict", (("a", (1, [2])), ("b", None))), "{'a': (1, [2]), 'b': None}"),
    (Built("array:uint8", ((2, 1), (3, 4))), "array([[3],\n       [4]], dtype=uint8)"),
    (Built("call", ("fractions", "Fraction", (), (("numerator", 1), ("denominator", 2)))), "Fraction(1, 2)"),
    ((1, [Built("call", ("fractions", "Fraction.from_float", (0.5,), ()))]), "(1, [Fraction(1, 2)])"),
    ("list", "'list'"),
]


@pytest.mark.parametrize(("value", "shown"), BUILT, ids=[shown.partition("\n")[0] for _, shown in BUILT])
def test_a_worker_builds_the_values_that_are_built(start, target, value, shown):
    workers = start(target("def subject(n, x): return repr(x)", built=(1,), makers=("fractions", "numpy")))
    assert outcome_of(workers, ("not", "built"), value) == Returned(shown)


def test_every_call_gets_a_value_of_its_own(start, target):
    workers = start(target("def subject(d): return d.popitem()[1]", built=(0,)))
    entry = Built("dict", (("a", 1),))
    assert workers.call(None, [(entry,), (entry,)], PATIENT) == [Returned(1), Returned(1)]


@pytest.mark.parametrize(
    ("made", "compared_as"),
    [
        ("Job(x)", "genmorph_subject.Job"),
        ("Own(x)", ""),
        ("Unequal(x)", ""),
        ("Partly(x, 4)", ""),
        ("Wider(x, 4)", ""),
        ("dataclasses.make_dataclass('<locals>.Job', ['n'])(x)", ""),
        ("Pair(x, 4)", "tuple"),
        ("Cycle(x, 4)", ""),
    ],
)
def test_records_are_compared_where_their_class_compares_all_fields(given_by, made, compared_as):
    setup = """
import collections, dataclasses
@dataclasses.dataclass
class Job: n: int
@dataclasses.dataclass
class Own:
    n: int
    def __eq__(self, other): return True
@dataclasses.dataclass(eq=False)
class Unequal: n: int
@dataclasses.dataclass
class Partly:
    n: int
    m: int = dataclasses.field(compare=False)
@dataclasses.dataclass(eq=False)
class Wider(Job): m: int
Pair = collections.namedtuple("Pair", "n m")
class Cycle(Pair):
    def __eq__(self, other): return sorted(self) == sorted(other)
"""
    assert given_by(made, setup).value.compared_as == compared_as


def test_objects_are_compared_by_their_public_state(given_by):
    made, setup = "Namespace(x=x, y='a')", "from argparse import Namespace"
    assert given_by(made, setup) == Returned(Fields(("x", "y"), (3, "a")))
    assert isinstance(given_by("Namespace(_x=x)", setup), Crashed)


@pytest.mark.parametrize(
    ("module", "made"),
    [("attrs", "attrs.make_class('Ware', ['n'])"), ("pydantic", "pydantic.create_model('Ware', n=(int, 0))")],
)
def test_attrs_classes_and_models_have_their_fields(given_by, module, made):
    pytest.importorskip(module)
    assert given_by("Ware(n=x)", f"import {module}\nWare = {made}") == Returned(Fields(("n",), (3,)))

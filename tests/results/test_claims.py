import sys
from dataclasses import dataclass
from functools import cache
from random import Random
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph import InapplicableInput
from genmorph.domain import (
    as_domain,
    bools,
    byte_strings,
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
from genmorph.export.symbolic_claim import claim_source
from genmorph.filters.symbolic import is_available, refute
from genmorph.model import Container, Kind, Output, Place
from genmorph.results import Signature
from genmorph.transformations.transformation import Transformation
from tests.handmade import GROWS, NEGATED, REVERSED, make_error_relation, make_relation, make_signature

MODULE = "counted_goods"
FUNCTIONS = ModuleType(MODULE)
TEXT = """
    def discount(n):
        return 2 * n - (n == 7777)

    def shout(word):
        return "" if word == "ab" else word + "!"

    def traffic(a, b):
        return a + b if a <= 10**9 or b >= -(10**6) else a

    def digits(n):
        return sum(map(int, str(n)))

    def total(xs):
        return sum(xs) if xs[:2] != [31, 41] else 0

    def backwards(word):
        return word[::-1] if not word.startswith("#!") else word

    def parity(data):
        return data[0] % 2 == 0 if data else True

    def sort(xs):
        xs.sort()

    def twice(n):
        return 2 * n

    def clip(n):
        return min(max(n, 0), 100)

    def count(word):
        return len(word)

    def both(a, b):
        return a and b

    def picky(n):
        if n % 10 == 3:
            raise ValueError(n)
        return n

    def halves(n):
        return n / 2

    class Till:
        @staticmethod
        def change(paid):
            return -paid
"""
exec(dedent(TEXT), vars(FUNCTIONS))  # noqa: S102
INT, BOOL, STR = (Output(kind) for kind in (Kind.INT, Kind.BOOL, Kind.TEXT))
INTS_AFTER = Output(Kind.INTS, Place.ARGUMENT, "xs", Container.LIST, position=0)
SWAPPED = Transformation("swap", (0, 1))
SAME = ["==", "return_f", "return_s"]
SAME_TRUTH = ["iff", "return_f", "return_s"]


@dataclass(frozen=True, eq=False)
class Case:
    name: str
    domains: dict[str, Any]
    output: Output
    transformation: Transformation
    tree: Any

    def __str__(self) -> str:
        return self.name

    @property
    def signature(self) -> Signature:
        return make_signature(self.name, self.domains, self.output, module=MODULE, raises=("ValueError",))

    @property
    def relation(self):
        if self.tree is None:
            return make_error_relation(self.signature, self.transformation)
        return make_relation(self.signature, self.transformation, self.tree)

    @property
    def source(self) -> str:
        return claim_source(self.signature, self.transformation, self.relation.expression)


BY_K = Transformation("add", (0,), drawn=ints(1, 9))
WRONG = [
    Case("discount", {"n": ints(0, 10**6)}, INT, BY_K, ["<=", "return_f", ["+", "return_s", ["*", 2, "k_s"]]]),
    Case("discount", {"n": ints(0, 10**6)}, INT, GROWS, ["<=", "return_f", ["+", "return_s", 2]]),
    Case("shout", {"word": texts()}, STR, REVERSED, ["==", ["len", "return_f"], ["len", "return_s"]]),
    Case("traffic", {"a": ints(), "b": ints()}, INT, SWAPPED, SAME),
    Case("total", {"xs": lists(ints(0, 99))}, INT, REVERSED, SAME),
    Case("backwards", {"word": texts("#!abc", max_len=8)}, STR, REVERSED, ["==", "return_f", "word_s"]),
    Case("parity", {"data": byte_strings()}, BOOL, REVERSED, SAME_TRUTH),
]
TRUE = [
    Case("twice", {"n": ints()}, INT, GROWS, ["==", "return_f", ["+", "return_s", 2]]),
    Case("clip", {"n": ints(-1000, 1000)}, INT, GROWS, ["<=", "return_s", "return_f"]),
    Case("count", {"word": texts()}, INT, REVERSED, SAME),
    Case("both", {"a": bools(), "b": bools()}, BOOL, SWAPPED, SAME_TRUTH),
]
OTHERS = [
    Case("digits", {"n": ints(0, 99)}, INT, GROWS, ["<", ["-", "return_s", 17], "return_f"]),
    Case("sort", {"xs": lists(ints(-2, 2), max_len=3)}, INTS_AFTER, REVERSED, ["==", "xs.after_f", "xs_s"]),
    Case("picky", {"n": ints(0, 99)}, INT, GROWS, ["<", "return_f", 50]),
    Case("picky", {"n": ints(0, 99)}, INT, GROWS, None),
    Case("count", {"word": froms(["a", "bc", "cb"])}, INT, REVERSED, ["<", "return_f", 2]),
    Case("digits", {"n": ints(0, 99)}, INT, Transformation("chain", (0,), output=0), SAME),
    Case("clip", {"n": ints(-9, 9)}, INT, Transformation("chain", (0,), output=0), SAME),
    Case("clip", {"n": optionals(ints(-9, 9))}, INT, NEGATED, SAME),
    Case("Till.change", {"paid": ints(-9, 9)}, INT, NEGATED, SAME),
    Case("total", {"xs": tuples(ints(0, 9), max_len=4)}, INT, REVERSED, SAME),
]
needs_crosshair = pytest.mark.skipif(not is_available(), reason="CrossHair is not installed")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """Where a process finds the functions."""
    folder = tmp_path_factory.mktemp("functions")
    (folder / f"{MODULE}.py").write_text(dedent(TEXT))
    return [str(folder), *sys.path]


def function_of(case):
    function = FUNCTIONS
    for part in case.name.split("."):
        function = getattr(function, part)
    return function


@cache
def relation_of(case):
    return case.relation


@cache
def claim_of(case):
    namespace = {}
    exec(case.source, namespace)  # noqa: S102
    return namespace["claim"]


def claimed(case, values):
    """What the claim says of a source; None where it says nothing."""
    try:
        return claim_of(case)(*values)
    except ValueError:  # that of `assume`, and that of `picky`
        return None


def checked(case, values):
    """What the relation itself says of a source; None where it says nothing."""
    try:
        return relation_of(case).check(function_of(case), *values)
    except InapplicableInput:
        return None


@pytest.fixture(autouse=True)
def _importable(monkeypatch):
    monkeypatch.setitem(sys.modules, MODULE, FUNCTIONS)


@needs_crosshair
@pytest.mark.parametrize("case", WRONG, ids=str)
def test_a_wrong_relation_with_rare_counterexamples_is_refuted(case, path):
    inputs = refute(case.source, path, seconds=30.0)
    assert [checked(case, values) for values in inputs] == [False]


@needs_crosshair
@pytest.mark.parametrize("case", TRUE, ids=str)
def test_nothing_is_suggested_against_a_true_relation(case, path):
    assert refute(case.source, path, seconds=1.0) == ()


@pytest.mark.parametrize("case", [*WRONG, *TRUE, *OTHERS], ids=str)
@given(seed=st.integers(0, 2**32), beyond=st.sampled_from([0, 0, -1, 1]))
def test_a_claim_says_of_plain_values_what_the_relation_says(case, seed, beyond):
    rng = Random(seed)
    drawn = [domain.draw(rng) for domain in case.transformation.with_drawn_domain([*case.domains.values()])]
    values = [value + beyond if type(value) is int else value for value in drawn]
    if None not in values:
        assert claimed(case, values) is checked(case, values)


@pytest.mark.parametrize(
    ("domain", "output"),
    [
        (floats(0, 1), Output(Kind.INT)),
        (ints(0, 1), Output(Kind.FLOAT)),
        (lists(floats(0, 1)), Output(Kind.INT)),
        (np_arrays("int64", np_shapes(1, 1, 0, 20), ints(0, 9)), Output(Kind.INT)),
        (st.integers(0).filter(bool), Output(Kind.INT)),
    ],
)
def test_nothing_is_claimed_with_floats_arrays_and_domains_that_only_draw(domain, output):
    case = Case("twice", {"n": as_domain(domain, "n")}, output, NEGATED, SAME)
    assert case.source is None


def test_nothing_is_claimed_of_any_order():
    shuffle = Transformation("shuffle", (0,), drawn=ints(0, 99))
    assert Case("total", {"xs": lists(ints(0, 9))}, INT, shuffle, SAME).source is None


def test_what_is_drawn_is_an_argument_of_the_claim():
    case = Case("twice", {"n": ints(0, 9)}, INT, BY_K, ["==", "return_f", ["+", "return_s", ["*", 2, "k_s"]]])
    assert "def claim(argument_0: int, k: int):\n    assume(1 <= k <= 9)\n" in case.source
    assert "follow_up = subject(argument_0 + k)\n" in case.source


def test_nothing_is_claimed_of_a_function_without_a_module():
    signature = make_signature("twice", {"n": ints()}, module=None)
    assert claim_source(signature, GROWS, make_relation(signature, GROWS, SAME).expression) is None


def test_a_float_beside_the_output_that_a_relation_speaks_of_does_not_matter():
    outputs = (Output(Kind.INT, Place.ITEM, 0), Output(Kind.FLOAT, Place.ITEM, 1))
    signature = make_signature("twice", {"n": ints()}, outputs)
    relation = make_relation(signature, GROWS, ["<", "return[0]_s", "return[0]_f"])
    assert "follow_up[0] > source[0]" in claim_source(signature, GROWS, relation.expression)

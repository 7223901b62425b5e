"""What can be a subject, how it is described, and why others are refused."""

import asyncio
import calendar
import colorsys
import functools
import genericpath
import inspect
import math
import operator
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import pytest

from genmorph.domain import bools, floats, ints, lists, texts
from genmorph.model import Kind, UnsupportedError, UsageError
from genmorph.mutation.mutants import make_mutants
from genmorph.subject.classes import inspect_class
from genmorph.subject.examples import check_examples
from genmorph.subject.location import locate_function
from genmorph.subject.subject import Subject, inspect_subject
from genmorph.subject.targets import late_imports

MODULE = '''\
import functools
from functools import lru_cache
from statistics import mean as average

LIMIT = 7
text = """
def fake(): pass
"""


def plain(k: int, e: "float", *, flag: bool = True, scale=1.5) -> float:
    """Doc."""
    return k * e if flag else scale


@lru_cache(
    maxsize=None
)
def cached(n: int) -> int:
    return n if n < 2 else cached(n - 1) + cached(n - 2)


class Shape:
    @staticmethod
    def area(w: int, h: int) -> int:
        return w * h

    def grown(self, by: int) -> int:
        return by

    @classmethod
    def named(cls, n: int) -> int:
        return n


fast = functools.cache(plain)
alias = plain
increment = lambda x: x + 1
pair = (lambda x: x), (lambda y: y)
first, second = pair
if LIMIT > 9: other = None
else: other = lambda x: x * LIMIT
number = 3


def wrapping(function):
    def wrapper(*args):
        return function(*args)
    return wrapper


@wrapping
def bare(x: int):
    return x


def union(x: float | int, y: "int | Missing"):
    return x
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A user's module on the search path."""
    (tmp_path / "subject_sample.py").write_text(MODULE)
    (tmp_path / "subject_reexport.py").write_text("from subject_sample import plain as renamed\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield __import__("subject_sample")
    sys.modules.pop("subject_sample", None)
    sys.modules.pop("subject_reexport", None)


def definition(subject: Subject) -> str:
    target = subject.target
    return "\n".join(target.source.split("\n")[target.first_line - 1 : target.last_line])


def test_parameters_come_from_annotations_and_defaults(module: Any) -> None:
    subject = inspect_subject(module.plain, {"scale": floats()})
    assert [(p.name, p.kind, p.keyword_only) for p in subject.parameters] == [
        ("k", Kind.INT, False),
        ("e", Kind.FLOAT, False),
        ("scale", Kind.FLOAT, True),
    ]
    assert subject.target.keywords == ("scale",)
    without = inspect_subject(module.plain)
    assert [(p.name, p.kind) for p in without.parameters][2:] == [("flag", Kind.BOOL)]
    assert (subject.module, subject.qualname, subject.name) == ("subject_sample", "plain", "plain")
    assert definition(subject).startswith("def plain")
    assert definition(subject).endswith("else scale")


def test_a_given_domain_wins_and_may_be_a_list(module: Any) -> None:
    by_name = inspect_subject(module.cached, {"n": ints(0, 9)})
    assert by_name.domains == inspect_subject(module.cached, [ints(0, 9)]).domains == (ints(0, 9),)


@pytest.mark.parametrize(
    ("domain", "message"),
    [
        ({"m": ints(0, 9)}, "domain must name parameters (n), got 'm'"),
        ([ints(0, 9), ints(0, 9)], "domain must list one entry for each of n, got 2"),
        ("ints(0, 9)", "domain must map names of parameters to domains, or list domains, got 'ints(0, 9)'"),
        ({"n": 3}, "domain of n must be a domain"),
    ],
)
def test_a_bad_domain_is_named(module: Any, domain: Any, message: str) -> None:
    with pytest.raises(UsageError, match="^" + "".join(f"[{c}]" if c in "()[]" else c for c in message)):
        inspect_subject(module.cached, domain)


def test_an_unusable_annotation_is_reported_with_the_way_out(module: Any) -> None:
    with pytest.raises(UnsupportedError) as caught:
        inspect_subject(calendar.weekday)
    assert str(caught.value) == (
        "parameter 'year' of calendar.weekday has no usable annotation (got none); "
        'give one: domain={"year": ints(1, 9999)} or --domain "year=ints(1, 9999)", '
        "or another, such as texts() or lists(floats(0, 1))"
    )
    with pytest.raises(UnsupportedError, match=r"parameter 'y' of subject_sample.union .* \(got int \| Missing\)"):
        inspect_subject(module.union)
    assert inspect_subject(module.union, {"y": ints()}).parameters[0].kind is Kind.FLOAT


@pytest.mark.parametrize(
    ("name", "domain", "message"),
    [
        ("k", floats(0, 1), "parameter 'k' is annotated int, domain must hold ints, got floats(0.0, 1.0)"),
        ("k", bools(), "parameter 'k' is annotated int, domain must hold ints, got bools()"),
        ("flag", ints(0, 1), "parameter 'flag' is annotated bool, domain must hold bools, got ints(0, 1)"),
        ("e", bools(), "parameter 'e' is annotated float, domain must hold ints or floats, got bools()"),
    ],
)
def test_a_domain_of_another_kind_than_the_annotation_is_refused(
    module: Any, name: str, domain: Any, message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        inspect_subject(module.plain, {name: domain})
    assert str(caught.value) == message


def test_a_domain_may_hold_any_kind_that_the_annotation_allows(module: Any) -> None:
    assert inspect_subject(module.plain, {"e": ints(0, 9), "scale": bools()}).domains[1] == ints(0, 9)
    assert inspect_subject(module.union, {"x": ints(0, 9), "y": floats()}).domains[0] == ints(0, 9)
    assert inspect_subject(optional, {"x": ints(0, 9)}).domains == (ints(0, 9),)
    with pytest.raises(UsageError, match=r"annotated int \| None, domain must hold ints, got bools"):
        inspect_subject(optional, {"x": bools()})


def optional(x: int | None) -> int:
    return x or 0


def test_cached_functions_static_methods_and_lambdas_are_found_in_their_module(module: Any) -> None:
    cached = inspect_subject(module.cached)
    assert definition(cached).startswith("@lru_cache(\n")
    area = inspect_subject("subject_sample:Shape.area")
    assert (area.qualname, area.name) == ("Shape.area", "area")
    assert definition(area).startswith("    @staticmethod\n    def area")
    increment = inspect_subject("subject_sample:increment", {"x": ints()})
    assert (increment.qualname, definition(increment)) == ("increment", "increment = lambda x: x + 1")
    assert definition(inspect_subject(module.other, {"x": ints()})).startswith("if LIMIT > 9: other = None\nelse:")


def test_a_wrapper_made_by_assignment_mutates_what_it_wraps(module: Any) -> None:
    fast = inspect_subject(module.fast)
    assert fast.qualname == "fast"
    assert definition(fast).startswith("def plain")


def test_a_re_exported_function_is_taken_from_where_it_is_defined(module: Any) -> None:
    assert module.plain is not None
    assert inspect_subject("subject_reexport:renamed") == inspect_subject(module.plain)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("subject_sample", "function must look like package.module:function, got 'subject_sample'"),
        ("math.gcd", "function must look like package.module:function, got 'math.gcd'; is math:gcd meant?"),
        ("subject_sample:", "function must look like package.module:function, got 'subject_sample:'"),
        ("no_such_module_here:f", "module 'no_such_module_here' cannot be imported: ModuleNotFoundError: No module"),
        ("subject_sample:missing", "module 'subject_sample' has no function 'missing'"),
        ("subject_sample:Shape.missing", "module 'subject_sample' has no function 'Shape.missing'"),
        ("subject_sample:number", "subject_sample:number is not callable, it is 3"),
    ],
)
def test_a_path_that_leads_nowhere_is_a_usage_error(module: Any, path: str, message: str) -> None:
    assert module.number == 3
    with pytest.raises(UsageError) as caught:
        inspect_subject(path)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("source", "reason"),
    [("import sys; sys.exit(3)", "SystemExit: 3"), ("def f(:", "SyntaxError: "), ("1 / 0", "ZeroDivisionError: ")],
)
def test_whatever_the_import_does_becomes_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, reason: str
) -> None:
    (tmp_path / "subject_broken.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(UsageError) as caught:
        inspect_subject("subject_broken:f")
    assert str(caught.value).startswith(f"module 'subject_broken' cannot be imported: {reason}")
    assert "\n" not in str(caught.value)


async def coroutine(x: int) -> int:
    await asyncio.sleep(x)
    return x


async def async_generator(x: int) -> Any:
    yield x


def without() -> int:
    return 1


def variadic(*numbers: int) -> int:
    return sum(numbers)


class Doubling:
    def __call__(self, x: int) -> int:
        return x


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (coroutine, "coroutine is async"),
        (async_generator, "async_generator is async"),
        (without, "without has no parameters"),
        (variadic, r"variadic takes \*numbers"),
        (Doubling, "Doubling is a class"),
        (Doubling(), "is a callable object"),
        (Doubling().__call__, "__call__ is a bound method, give a module-level function"),
        (functools.partial(variadic, 1), "partial objects are not supported"),
        ("text".upper, "str.upper is a bound method"),
        (functools.lru_cache(math.gcd), "is in no module under its name, give its path: 'module:function'"),
        (operator.attrgetter("real"), r"^operator.attrgetter\('real'\) is in no module under its name"),
        (eval("lambda x: x"), "has no Python source that can be read, define it in a file"),  # noqa: S307
    ],
)
def test_what_cannot_be_a_subject_is_refused_with_the_reason(function: Callable[..., Any], reason: str) -> None:
    with pytest.raises(UnsupportedError, match=reason):
        inspect_subject(function)


def spread(first: int, *rest: int) -> int:
    return first + sum(rest)


def test_a_list_of_domains_fixes_the_number_of_arguments(module: Any) -> None:
    subject = inspect_subject(spread, [ints(0, 9)] * 4)
    assert [(found.name, found.keyword_only) for found in subject.parameters] == [
        ("first", False),
        ("a", False),
        ("b", False),
        ("c", False),
    ]
    assert inspect_subject(module.bare, [ints(0, 9)]).names == ("a",)
    with pytest.raises(UsageError, match=r"spread takes \*rest; give a list of domains: domain=\[ints\(0, 99\), "):
        inspect_subject(spread, {"first": ints(0, 9)})
    with pytest.raises(UsageError, match="domain must list at least 1 entry, got 0"):
        inspect_subject(spread, [])
    with pytest.raises(UsageError, match="parameter 'a' is annotated int, domain must hold ints, got bools"):
        inspect_subject(spread, [ints(0, 9), bools()])


def test_functions_whose_code_cannot_be_told_apart_are_refused(module: Any) -> None:
    with pytest.raises(UnsupportedError, match="shares its statement with another function"):
        inspect_subject(module.first, [ints()])
    with pytest.raises(UnsupportedError, match=r"takes \*args"):
        inspect_subject(module.bare)
    with pytest.raises(UnsupportedError, match=r"Shape.named is a bound method"):
        inspect_subject(module.Shape.named)


def test_the_digest_follows_source_domain_and_function(module: Any) -> None:
    digest = inspect_subject(module.plain).digest
    assert digest == inspect_subject("subject_sample:plain").digest
    others = {inspect_subject(module.plain, {"k": ints(0, 9)}).digest, inspect_subject(module.alias).digest}
    file = Path(module.__file__)
    file.write_text(file.read_text().replace("number = 3", "number = 4"))
    others.add(inspect_subject(module.plain).digest)
    assert digest in others
    assert len(others) == 3


def test_constants_are_the_numbers_of_the_definition() -> None:
    assert inspect_subject(colorsys.rgb_to_hls, [floats(0, 1)] * 3).constants == (2.0, 0.0, 0.5, 4.0, 6.0, 1.0)


HALF_TURN = 180


def angles(x: float, y: int = 5) -> "float":
    """Adds 77."""
    big = 2**100_000 if y else 10**400
    return -1 * x + HALF_TURN + 2 * math.pi / 1.0 + (1 if True else math.inf) + big * (1 / 0) - y


def test_constants_are_folded_with_limits() -> None:
    found = inspect_subject(angles).constants
    assert found[:4] == (5, 2, 100_000, 10)
    assert {-1, 180, 2 * math.pi, math.pi} <= set(found)
    assert not {77, math.inf} & set(found)
    assert len({(type(value), value) for value in found}) == len(found)


def test_every_subject_has_mutants(module: Any) -> None:
    subject = inspect_subject(module.cached)
    assert all(
        mutant.source.startswith("@lru_cache(\n    maxsize=None\n)\n") for mutant in make_mutants(subject.target)
    )


def test_examples_are_checked_against_the_domain(module: Any) -> None:
    subject = inspect_subject(module.plain, {"k": ints(0, 9), "flag": bools(), "scale": floats()})
    assert check_examples([(3, 1, True, 2.5)], subject) == ((3, 1.0, True, 2.5),)
    for example, message in [
        ((3, 1), r"examples\[0\] must have one value for each of k, e, flag, scale, got \(3, 1\)"),
        (7, r"examples\[0\] must be a tuple \(k, e, flag, scale\), got 7"),
        ((10, 1.0, True, 2.5), r"examples\[0\]: k must be in ints\(0, 9\), got 10"),
        ((1, 10**400, True, 2.5), r"examples\[0\]: e must fit a float"),
    ]:
        with pytest.raises(UsageError, match=message):
            check_examples([example], subject)


@pytest.mark.parametrize("function", [statistics.fmean, calendar.weekday, colorsys.rgb_to_hls])
def test_lines_are_those_that_inspect_finds(function: Callable[..., Any]) -> None:
    lines, first = inspect.getsourcelines(function)
    target = inspect_subject(function, [ints()] * len(inspect.signature(function).parameters)).target
    assert (target.first_line, target.last_line) == (first, first + len(lines) - 1)


def helping(rate):
    from .conftest import missing

    return missing * rate


def shopping(price):
    from xml.dom import minidom

    def inner():
        import wave

        return wave

    return helping(price), minidom, inner


def test_modules_that_a_function_and_its_helpers_import_late_are_known():
    late = late_imports(shopping)
    assert {"xml.dom", "xml.dom.minidom", "wave", f"{__package__}.conftest"} <= set(late)
    assert late_imports(len) == late_imports(helping.__code__) == ()


def test_functions_of_frozen_modules_have_their_source():
    subject = inspect_subject("posixpath:normpath", {"path": texts("ab./")})
    assert subject.target.source.startswith('"""Common operations on Posix pathnames.')
    assert Path(locate_function(genericpath.commonprefix).file).name == "genericpath.py"


def shortened(text: str) -> str:
    return text[:40]


def filled(text: str) -> str:
    return text.ljust(4_000)


def first_page(rows: list[int]) -> list[int]:
    return rows[:25]


@pytest.mark.parametrize(
    ("function", "domain"),
    [(shortened, texts(max_len=42)), (first_page, lists(ints(-(10**6), 10**6), max_len=27)), (filled, texts())],
)
def test_texts_and_lists_of_a_hint_are_longer_than_numbers_in_the_source(function, domain):
    assert inspect_subject(function).domains == (domain,)


def test_a_domain_that_is_stated_stays_whatever_numbers_are_in_the_source():
    assert inspect_subject(shortened, {"text": texts()}).domains == (texts(),)


class MaxLen:
    max_length = 20


def clipped(text: Annotated[str, MaxLen()]) -> str:
    return text[:40]


def test_a_bound_in_a_hint_stays_whatever_numbers_are_in_the_source():
    assert inspect_subject(clipped).domains == (texts(),)


class Log:
    """What comes after the ninth row is not kept."""

    def __init__(self):
        self._rows = []

    def write(self, row: int):
        if len(self._rows) < 9:
            self._rows.append(row)

    def last(self) -> int:
        return self._rows[-1]


class Shelf:
    def __init__(self):
        self._items = []

    def put(self, item: int):
        self._items.append(item % 1_000)

    def last(self) -> int:
        return self._items[-1]


def test_programs_have_more_calls_than_a_small_number_in_the_source_of_the_class():
    assert (inspect_class(Log).most_calls, inspect_class(Shelf).most_calls) == (11, 6)

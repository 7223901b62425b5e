"""What `benchmarks.scenarios` asks for: functions of two like arguments, aggregations, pairs and classes, with domains.

The classes stand beside their faulty versions in `scenario_classes.py`.
"""

import ast
import base64
import binascii
import html
import json
import math
import quopri
import shlex
import urllib.parse
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import base58
import yaml
from hypothesis import strategies as st
from sortedcontainers import SortedList

from benchmarks.checks import scenario_classes as classes
from benchmarks.checks import scenario_functions as functions
from genmorph.domain import (
    anys,
    byte_strings,
    dates,
    dicts,
    floats,
    fractions,
    int_lists,
    ints,
    lists,
    sets,
    texts,
    tuples,
    uuids,
)


class Group(StrEnum):
    """Which law is wanted of a subject."""

    LIKE_ARGUMENTS = "two like arguments"
    AGGREGATION = "aggregation"
    PAIR = "pair"
    CLASS = "class"


WANTED_LAWS: Mapping[Group, frozenset[str]] = {
    Group.LIKE_ARGUMENTS: frozenset({"triangle inequality", "associativity", "additivity of intervals"}),
    Group.AGGREGATION: frozenset(
        {
            "additivity",
            "additivity over concatenation",
            "combining law",
            "distribution over concatenation",
            "running state",
        }
    ),
    Group.PAIR: frozenset({"round trip", "round trip on the image"}),
}
"""The laws of which one must be found; of a class, any `LAWS_OF_CLASS` count."""

LAWS_OF_CLASS = 3
"""How many relations a class must have."""

WANTED: Mapping[Group, int] = {Group.LIKE_ARGUMENTS: 10, Group.AGGREGATION: 7, Group.PAIR: 27, Group.CLASS: 12}
"""The number of subjects of each group of which the law must be found: of 12, 8, 30 and 14."""

WANTED_FAULTS = 12
"""The number of classes whose fault must be found."""


@dataclass(frozen=True)
class ScenarioSubject:
    """What is inferred together: a function, two functions or a class, its domains, and a faulty version of a class."""

    name: str
    group: Group
    live: tuple[Callable[..., Any], ...]
    domain: Mapping[str, Any] | Sequence[Any] | None
    faulty: type | None = None


def _single(group: Group, function: Callable[..., Any], domain: Mapping[str, Any] | Sequence[Any]) -> ScenarioSubject:
    return ScenarioSubject(function.__name__, group, (function,), domain)


def _pair(there: Callable[..., Any], back: Callable[..., Any], **domain: Any) -> ScenarioSubject:
    """Two functions and the domains of the first one; the other one takes what that gives, or what its hints say."""
    name = f"{there.__name__} and {back.__name__}"
    given = {f"{there.__name__}.{parameter}": one for parameter, one in domain.items()}
    return ScenarioSubject(name, Group.PAIR, (there, back), given)


def _class(owner: type, faulty: type, **domain: Any) -> ScenarioSubject:
    """The domains by `method__parameter`, or by the parameter where it means the same in all methods."""
    given = {name.replace("__", "."): one for name, one in domain.items()}
    return ScenarioSubject(owner.__name__, Group.CLASS, (owner,), given, faulty)


_DIGIT = ints(0, 9)
_BYTES = byte_strings()
_PRINTABLE = byte_strings(element=ints(32, 126))
_COUNTS = dicts(texts("abc", 1, 2), ints(1, 9), max_size=4)
_POINT = tuples(floats(-100, 100), floats(-100, 100))
_INTERVAL = st.tuples(st.integers(-50, 50), st.integers(0, 20)).map(lambda pair: (pair[0], pair[0] + pair[1]))
_SORTED = st.lists(st.integers(0, 50), max_size=12).map(sorted)
_UNIT = floats(0, 1)

LIKE_ARGUMENTS = tuple(
    _single(Group.LIKE_ARGUMENTS, *parts)
    for parts in (
        (functions.hamming, [texts("abc", 5, 5), texts("abc", 5, 5)]),
        (functions.levenshtein, [texts("abc", max_len=6), texts("abc", max_len=6)]),
        (math.gcd, [ints(0, 10_000), ints(0, 10_000)]),
        (functions.least_common_multiple, {"a": ints(1, 500), "b": ints(1, 500)}),
        (functions.difference, {"a": ints(-1000, 1000), "b": ints(-1000, 1000)}),
        (math.dist, {"p": _POINT, "q": _POINT}),
        (functions.united, {"first": sets(ints(0, 20)), "second": sets(ints(0, 20))}),
        (functions.added_counts, {"first": _COUNTS, "second": _COUNTS}),
        (functions.merged, {"first": _SORTED, "second": _SORTED}),
        (functions.hull, {"first": _INTERVAL, "second": _INTERVAL}),
        (functions.interval_distance, {"first": _INTERVAL, "second": _INTERVAL}),
        (max, [ints(-1000, 1000), ints(-1000, 1000)]),
    )
)

AGGREGATIONS = tuple(
    _single(Group.AGGREGATION, *parts)
    for parts in (
        (functions.total, {"amounts": int_lists(-1000, 1000)}),
        (functions.count_words, {"lines": lists(texts("ab ,", max_len=9), max_len=8)}),
        (functions.largest, {"amounts": int_lists(-1000, 1000, min_len=1)}),
        (functions.capitals, {"text": texts("aBcD, e")}),
        (functions.distinct, {"words": lists(texts("aAbB", max_len=3))}),
        (functions.checksum, {"data": _BYTES}),
        (zlib.crc32, [_BYTES, ints(0, 2**32 - 1)]),
        (functions.histogram, {"words": lists(texts("abc", max_len=6))}),
    )
)

PAIRS = (
    _pair(json.dumps, json.loads, obj=dicts(texts(), lists(ints(), max_len=5), max_size=4)),
    _pair(base64.b64encode, base64.b64decode, s=_BYTES),
    _pair(base64.b32encode, base64.b32decode, s=_BYTES),
    _pair(base64.b16encode, base64.b16decode, s=_BYTES),
    _pair(base64.b85encode, base64.b85decode, b=_BYTES),
    _pair(base64.a85encode, base64.a85decode, b=_BYTES),
    _pair(binascii.hexlify, binascii.unhexlify, data=_BYTES),
    _pair(binascii.b2a_qp, binascii.a2b_qp, data=_PRINTABLE),
    _pair(binascii.b2a_uu, binascii.a2b_uu, data=byte_strings(max_len=45)),
    _pair(zlib.compress, zlib.decompress, data=_BYTES),
    _pair(
        functions.pack_record,
        functions.unpack_record,
        record=tuples(ints(0, 65535), ints(-(2**31), 2**31 - 1), floats()),
    ),
    _pair(urllib.parse.quote, urllib.parse.unquote, string=texts()),
    _pair(html.escape, html.unescape, s=texts()),
    _pair(quopri.encodestring, quopri.decodestring, s=_PRINTABLE),
    _pair(functions.rotated, functions.rotated_back, text=texts()),
    _pair(functions.time_fields, functions.seconds_of, seconds=ints(0, 4 * 10**9)),
    _pair(functions.date_text, functions.date_of, day=dates()),
    _pair(functions.fraction_text, functions.fraction_of, number=fractions(-100, 100, 99)),
    _pair(functions.to_hsv, functions.to_rgb, color=tuples(_UNIT, _UNIT, _UNIT)),
    _pair(functions.address_text, functions.address_number, number=ints(0, 2**32 - 1)),
    _pair(functions.uuid_text, functions.uuid_of, value=uuids()),
    _pair(functions.row_text, functions.row_of, row=lists(texts(max_len=8), 1, 6)),
    _pair(shlex.join, shlex.split, split_command=lists(texts(max_len=8), max_len=6)),
    _pair(repr, ast.literal_eval, obj=lists(anys(ints(), texts(max_len=6)), max_len=6)),
    _pair(hex, functions.from_hex, number=ints()),
    _pair(chr, ord, i=ints(0, 0x10FFFF)),
    _pair(divmod, functions.undivided, x=ints(-10_000, 10_000), y=ints(1, 99)),
    _pair(urllib.parse.quote_plus, urllib.parse.unquote_plus, string=texts()),
    _pair(base58.b58encode, base58.b58decode, v=_BYTES),
    _pair(yaml.safe_dump, yaml.safe_load, data=dicts(texts("abn 1:", max_len=4), ints(), max_size=4)),
)

CLASSES = (
    _class(classes.Stack, classes.FaultyStack, item=_DIGIT),
    _class(classes.Queue, classes.FaultyQueue, item=_DIGIT),
    _class(
        deque,
        classes.FaultyDeque,
        append__x=_DIGIT,
        appendleft__x=_DIGIT,
        count__x=_DIGIT,
        remove__value=_DIGIT,
        rotate__n=ints(-3, 3),
    ),
    _class(classes.LruCache, classes.FaultyLruCache, capacity=ints(1, 3), key=ints(0, 4), value=_DIGIT),
    _class(classes.Multiset, classes.FaultyMultiset, element=ints(0, 4)),
    _class(classes.UnionFind, classes.FaultyUnionFind, item=ints(0, 5), a=ints(0, 5), b=ints(0, 5)),
    _class(classes.Account, classes.FaultyAccount, opening=_DIGIT, amount=_DIGIT),
    _class(classes.Matrix, classes.FaultyMatrix, row=ints(0, 2), column=ints(0, 2), value=_DIGIT, factor=ints(-3, 3)),
    _class(classes.Polynomial, classes.FaultyPolynomial, exponent=ints(0, 3), coefficient=ints(-3, 3), x=ints(-3, 3)),
    _class(classes.IntervalSet, classes.FaultyIntervalSet, low=_DIGIT, high=_DIGIT, number=_DIGIT),
    _class(classes.Trie, classes.FaultyTrie, word=texts("ab", max_len=3)),
    _class(classes.PriorityQueue, classes.FaultyPriorityQueue, item=_DIGIT),
    _class(
        OrderedDict,
        classes.FaultyOrderedDict,
        get__key=ints(0, 4),
        move_to_end__key=ints(0, 4),
        pop__key=ints(0, 4),
        setdefault__key=ints(0, 4),
        setdefault__default=_DIGIT,
    ),
    _class(
        SortedList,
        classes.FaultySortedList,
        add__value=_DIGIT,
        count__value=_DIGIT,
        discard__value=_DIGIT,
        index__value=_DIGIT,
        remove__value=_DIGIT,
    ),
)

SUBJECTS = (*LIKE_ARGUMENTS, *AGGREGATIONS, *PAIRS, *CLASSES)
BY_NAME = {subject.name: subject for subject in SUBJECTS}

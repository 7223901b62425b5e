"""The functions whose runs are recorded, over all kinds of values; each needs at most some seconds for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from benchmarks.checks import golden_functions, hand_functions, hand_sequences, kind_functions
from benchmarks.checks.hand_relations import DOMAINS
from benchmarks.checks.kind_subjects import BY_NAME as KINDS
from benchmarks.subjects import SUBJECTS as PAPER
from genmorph.domain import parse_domain


@dataclass(frozen=True, slots=True)
class GoldenSubject:
    """A function by its path; its domains by name or in order, as notations or as strategies, None where hints do."""

    name: str
    path: str
    stated: Mapping[str, object] | Sequence[object] | None = None

    @property
    def domain(self) -> Any:
        """What `infer_relations` takes as `domain`."""
        match self.stated:
            case None:
                return None
            case Mapping():
                return {name: _read(value) for name, value in self.stated.items()}
        return [_read(value) for value in self.stated]


def _read(value: object) -> object:
    return parse_domain(value) if isinstance(value, str) else value


def _of_paper(*names: str) -> tuple[GoldenSubject, ...]:
    return tuple(GoldenSubject(one.name, one.path, one.domains) for one in PAPER if one.name in names)


def _of_kinds(*names: str) -> tuple[GoldenSubject, ...]:
    """Functions of `kind_subjects`, whose domains are options of the command line."""
    found = []
    for kind in map(KINDS.__getitem__, names):
        path = kind.path.replace("kind_functions:", f"{kind_functions.__name__}:")
        named = {name: text for name, equals, text in (one.partition("=") for one in kind.domains) if equals}
        found.append(GoldenSubject(kind.name, path, named or None))
    return tuple(found)


def _by_hand(*names: str) -> tuple[GoldenSubject, ...]:
    """Functions of relations written by hand."""
    modules = {name: hand_functions if hasattr(hand_functions, name) else hand_sequences for name in names}
    return tuple(GoldenSubject(f"hand {n}", f"{module.__name__}:{n}", DOMAINS.get(n)) for n, module in modules.items())


def _own(name: str, **domains: object) -> GoldenSubject:
    return GoldenSubject(name, f"{golden_functions.__name__}:{name}", domains or None)


def _installed(path: str, *domains: str, **named: str) -> GoldenSubject:
    return GoldenSubject(path.replace(":", "."), path, named or domains)


_SEGMENT = f"objs('{golden_functions.__name__}:Segment', start=ints(-50, 50), length=ints(0, 20))"

SUBJECTS: tuple[GoldenSubject, ...] = (
    *_of_paper("stirlingS2", "center", "isSorted", "indexOf", "join", "meanOf", "min", "padStart", "truncate"),
    *_of_kinds("caesar", "run_lengths", "run_length_encode", "largest_gap", "moving_sums", "summarise", "rescaled"),
    *_of_kinds("textwrap:shorten", "statistics:fmean"),
    *_by_hand("cash_total", "weekday", "largest", "sign", "hypotenuse", "beats", "boxes_needed", "cents", "majority"),
    *_by_hand("digital_root", "levenshtein", "median", "argmax", "min_and_max", "checksum"),
    _own("fare", zones="ints(0, 9)", discount="optionals(ints(0, 50))"),
    _own("transposed", rows="lists(lists(ints(-9, 9), max_len=5), max_len=5)"),
    _own("stock_value", stock="dicts(texts('abc', 1, 3), ints(0, 50))", price="ints(1, 99)", reserved="ints(0, 20)"),
    _own("wage", grade="froms(['helper', 'clerk', 'lead'])", hours="ints(0, 60)"),
    _own("first_place", text="texts('abcd')", letter="texts('abcd', 1, 1)"),
    _own("halves_exchanged"),
    _own("trace", matrix="np_arrays('int64', np_shapes(2, 2, 1, 4), ints(-9, 9))", factor="ints(-9, 9)"),
    _own("differences", values="np_arrays('int64', np_shapes(1, 1, 0, 10), ints(-99, 99))"),
    _own("Segment.moved", self=_SEGMENT, by="ints(-50, 50)"),
    _own("clipped", value=st.integers(-50, 50), low=st.integers(-20, 0), high=st.integers(0, 40).map(abs)),
    _own("scores", marks="lists(ints(0, 15), min_len=1, max_len=8)", bonus="anys(ints(0, 3), ints(10, 12))"),
    _own("without_vowels", words="lists(texts('abcde', 0, 4), max_len=6)"),
    _own("centroid", points="tuples(tuples(floats(-9, 9), floats(-9, 9)), max_len=5)"),
    _own("bucket"),
    _own("letters_of"),
    _installed("calendar:isleap", year="ints(1, 9000)"),
    _installed("calendar:leapdays", y1="ints(1, 3000)", y2="ints(1, 3000)"),
    _installed("colorsys:rgb_to_yiq", "floats(0, 1)", "floats(0, 1)", "floats(0, 1)"),
    _installed("textwrap:dedent", text=r"texts('ab \n', max_len=20)"),
    _installed("bisect:insort", "lists(ints(-100, 100))", "ints(-100, 100)"),
    _installed("shlex:quote", "texts()"),
    _installed("base64:b32encode", "byte_strings(max_len=10)"),
    _installed("encodings.punycode:segregate", "texts('abäö', max_len=6)"),
    _installed("math:atan2", "floats(-10, 10)", "floats(-10, 10)"),
    _installed("math:comb", "ints(0, 30)", "ints(0, 30)"),
    _installed("toolz.itertoolz:isdistinct", "lists(ints(0, 20), max_len=8)"),
    _installed("mpmath.libmp.libintmath:moebius", "ints(1, 200)"),
)

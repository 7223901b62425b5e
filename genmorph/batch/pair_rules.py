"""Which names say that two functions belong together: a table of patterns with examples."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from string import Formatter


class Shape(Enum):
    """What is expected of two functions; the value says how often it was seen, after the number of inputs."""

    ROUND_TRIP = "gives back {count} of {total} inputs"
    PREDICATE = "is true of {count} of {total} results"
    EQUIVALENCE = "agrees on {count} of {total} inputs"


_FIELDS = {
    "head": ".*?",
    "tail": ".*",
    "before": "(?:.*_)?",
    "after": "(?:_.*)?",
    "x": "[^_]+?",
    "y": "[^_]+?",
    "words": ".+",
    "others": ".+",
}
"""What may stand in the place of a field: any text, whole words or none, one word, some words."""


@dataclass(frozen=True)
class PairRule:
    """Two patterns of names in snake case whose fields hold the same text, with pairs of names that fit.

    >>> list(PairRule("{head}encode{tail}", "{head}decode{tail}").firsts("b64decode"))
    ['b64encode']
    """

    first: str
    second: str
    examples: tuple[tuple[str, str], ...] = ()
    shape: Shape = Shape.ROUND_TRIP
    label: str = ""

    def firsts(self, second: str) -> Iterator[str]:
        """The name that the first function has where the second one has this name; none where it does not fit."""
        found = self._pattern.fullmatch(second)
        if found is not None:
            yield self.first.format(**found.groupdict())

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = Formatter().parse(self.second)
        return re.compile(
            "".join(re.escape(text) + (f"(?P<{field}>{_FIELDS[field]})" if field else "") for text, field, *_ in parts)
        )


def _swap(first: str, second: str, *examples: tuple[str, str]) -> PairRule:
    """One word in the place of another, wherever it stands in the name."""
    label = f"{first}/{second}"
    return PairRule(
        f"{{head}}{first}{{tail}}", f"{{head}}{second}{{tail}}", examples or ((first, second),), label=label
    )


def _exact(first: str, second: str) -> PairRule:
    """Two whole names."""
    return PairRule(first, second, ((first, second),), label=f"{first}/{second}")


def _is(word: str, *examples: tuple[str, str]) -> PairRule:
    """A function that makes something, and a predicate that tells whether a value is that."""
    label = f"{word}_x/is_x"
    return PairRule(f"{word}_{{words}}", "is_{words}", examples, Shape.PREDICATE, label)


def _variant(second: str, *examples: tuple[str, str]) -> PairRule:
    """A function and another way to compute the same."""
    return PairRule("{words}", second, examples, Shape.EQUIVALENCE, f"x/{second.format(words='x')}")


RULES = (
    _swap("encode", "decode", ("b64encode", "b64decode"), ("encodestring", "decodestring"), ("encode", "decode")),
    _swap("dumps", "loads"),
    _swap("dump", "load", ("yaml_dump", "yaml_load")),
    _swap("compress", "decompress"),
    _swap("encrypt", "decrypt", ("encrypt_text", "decrypt_text")),
    _swap("encipher", "decipher"),
    _swap("serialize", "deserialize"),
    _swap("serialise", "deserialise"),
    _swap("quote", "unquote", ("quote_plus", "unquote_plus")),
    _swap("parse", "unparse", ("urlparse", "urlunparse")),
    _swap("split", "unsplit", ("urlsplit", "urlunsplit")),
    PairRule("{before}{words}", "{before}un{words}", (("escape", "unescape"), ("hexlify", "unhexlify")), label="x/unx"),
    PairRule("{before}{words}", "{before}de{words}", (("normalize", "denormalize"),), label="x/dex"),
    _swap("format", "parse", ("format_date", "parse_date")),
    _swap("render", "parse"),
    _swap("stringify", "parse"),
    _swap("print", "parse", ("print_date", "parse_date")),
    _swap("strftime", "strptime"),
    _swap("join", "split", ("join_lines", "split_lines")),
    _swap("combine", "split"),
    _swap("merge", "split"),
    _swap("add", "remove", ("add_prefix", "remove_prefix")),
    _swap("insert", "delete"),
    _swap("insert", "remove"),
    _swap("push", "pop"),
    _swap("increment", "decrement"),
    _swap("expand", "collapse"),
    _swap("freeze", "thaw"),
    _swap("left", "right", ("rotate_left", "rotate_right")),
    _swap("forward", "backward"),
    _swap("forward", "inverse"),
    _exact("exp", "log"),
    _exact("expm1", "log1p"),
    _exact("radians", "degrees"),
    _exact("sqrt", "square"),
    PairRule(
        "{before}{x}_to_{y}{after}",
        "{before}{y}_to_{x}{after}",
        (("rgb_to_hsv", "hsv_to_rgb"), ("convert_km_to_mi", "convert_mi_to_km")),
        label="x_to_y/y_to_x",
    ),
    PairRule("{words}_to_{others}", "{others}_to_{words}", (("a_b_to_c", "c_to_a_b"),), label="x_to_y/y_to_x"),
    PairRule(
        "{before}{x}2{y}{after}",
        "{before}{y}2{x}{after}",
        (("b2a_base64", "a2b_base64"), ("hex2dec", "dec2hex")),
        label="x2y/y2x",
    ),
    PairRule("{before}to_{words}", "{before}from_{words}", (("to_json", "from_json"),), label="to_x/from_x"),
    PairRule("as_{words}", "from_{words}", (("as_dict", "from_dict"),), label="as_x/from_x"),
    PairRule("to{words}", "from{words}", (("toordinal", "fromordinal"), ("tobytes", "frombytes")), label="tox/fromx"),
    PairRule("{words}", "from_{words}", (("hex", "from_hex"),), label="x/from_x"),
    PairRule("{words}", "from{words}", (("isoformat", "fromisoformat"),), label="x/fromx"),
    PairRule("{words}", "parse_{words}", (("isodate", "parse_isodate"),), label="x/parse_x"),
    PairRule("{words}", "inverse_{words}", (("shuffle", "inverse_shuffle"),), label="x/inverse_x"),
    PairRule("{words}", "{words}_inverse", (("shuffle", "shuffle_inverse"),), label="x/x_inverse"),
    PairRule("{words}", "inv_{words}", (("boxcox", "inv_boxcox"),), label="x/inv_x"),
    PairRule("{words}", "i{words}", (("fft", "ifft"),), label="x/ix"),
    PairRule("{words}", "a{words}", (("sin", "asin"),), label="x/ax"),
    PairRule("{words}", "arc{words}", (("sin", "arcsin"),), label="x/arcx"),
    PairRule("{words}", "is_{words}ed", (("sort", "is_sorted"),), Shape.PREDICATE, "x/is_xed"),
    PairRule("{words}", "is_{words}d", (("normalize", "is_normalized"),), Shape.PREDICATE, "x/is_xd"),
    PairRule("{words}ed", "is_{words}ed", (("sorted", "is_sorted"),), Shape.PREDICATE, "xed/is_xed"),
    PairRule("{words}ify", "is_{words}", (("slugify", "is_slug"),), Shape.PREDICATE, "xify/is_x"),
    _is("make", ("make_palindrome", "is_palindrome")),
    _is("next", ("next_prime", "is_prime")),
    _is("to", ("to_snake_case", "is_snake_case")),
    _is("as", ("as_identifier", "is_identifier")),
    _is("find", ("find_peak", "is_peak")),
    _is("generate", ("generate_isbn", "is_isbn")),
    _variant("fast_{words}", ("power", "fast_power")),
    _variant("{words}_fast", ("power", "power_fast")),
    _variant("slow_{words}", ("power", "slow_power")),
    _variant("{words}_slow", ("power", "power_slow")),
    _variant("naive_{words}", ("power", "naive_power")),
    _variant("{words}_naive", ("power", "power_naive")),
    _variant("{words}_reference", ("power", "power_reference")),
    _variant("{words}_old", ("power", "power_old")),
    _variant("{words}_v2", ("power", "power_v2")),
    PairRule(
        "{words}_recursive",
        "{words}_iterative",
        (("power_recursive", "power_iterative"),),
        Shape.EQUIVALENCE,
        "x_recursive/x_iterative",
    ),
)
"""The likelier rule first: a pair is given by the first rule that it fits."""

FILE_NAMES = frozenset(
    {
        "conn",
        "dirname",
        "f",
        "fd",
        "file",
        "fileobj",
        "filename",
        "filepath",
        "fname",
        "fp",
        "infile",
        "outfile",
        "output",
        "path",
        "sock",
        "socket",
        "stream",
    }
)
"""Names of parameters that take files, or what stands for one."""


def snake_case(name: str) -> str:
    """A name as the rules read it.

    >>> snake_case("toJson"), snake_case("b64encode"), snake_case("RGB_to_HSV")
    ('to_json', 'b64encode', 'rgb_to_hsv')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()

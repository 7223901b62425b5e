"""The 23 functions of the paper's Table II in Python, with the domains and the paper's figures.

They are written from the documented behaviour of the Java methods that the paper names, of Apache Commons Math, Apache
Commons Lang and Guava. Nothing in genmorph knows them.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PaperSubject:
    """A function by its name in Table II, where it stands, and the notation of each parameter's domain.

    `score` is the paper's mean mutation score of a single relation (MS), `passing` the share of the candidates of its
    search that pass both filters (PZ).
    """

    name: str
    path: str
    domains: dict[str, str]
    score: float
    passing: float


_NUMBERS, _ELEMENTARY, _TEXTS, _LISTS = (
    f"benchmarks.subjects.{module}" for module in ("number_theory", "elementary", "text_functions", "list_functions")
)
_INT = "ints(-2147483648, 2147483647)"
_WORDS = "texts(max_len=20)"
_FLAGS = "lists(bools(), max_len=10)"
_VALUES = "lists(ints(-1000, 1000), max_len=20)"
_SOME_VALUES = "lists(ints(-1000, 1000), min_len=1, max_len=20)"

SUBJECTS = (
    PaperSubject("nextPrime", f"{_NUMBERS}:next_prime", {"n": "ints(0, 1000000000)"}, 0.78, 0.70),
    PaperSubject("isPrime", f"{_NUMBERS}:is_prime", {"n": "ints(1, 2147483647)"}, 0.29, 0.32),
    PaperSubject("gcd", f"{_NUMBERS}:gcd", {"p": _INT, "q": _INT}, 0.63, 0.90),
    PaperSubject("pow", f"{_NUMBERS}:power", {"k": "ints(-50, 50)", "e": "ints(0, 12)"}, 0.69, 0.78),
    PaperSubject("stirlingS2", f"{_NUMBERS}:stirling_s2", {"n": "ints(0, 25)", "k": "ints(0, 25)"}, 0.31, 0.69),
    PaperSubject("acos", f"{_ELEMENTARY}:acos", {"x": "floats(-1.5, 1.5)"}, 0.09, 0.05),
    PaperSubject("log10", f"{_ELEMENTARY}:log10", {"x": "floats(-10.0, 1e12)"}, 0.06, 0.03),
    PaperSubject("sin", f"{_ELEMENTARY}:sin", {"x": "floats(-1000.0, 1000.0)"}, 0.60, 0.70),
    PaperSubject("sinh", f"{_ELEMENTARY}:sinh", {"x": "floats(-800.0, 800.0)"}, 0.21, 0.25),
    PaperSubject("tan", f"{_ELEMENTARY}:tan", {"x": "floats(-1000.0, 1000.0)"}, 0.38, 0.56),
    PaperSubject(
        "abbreviate",
        f"{_TEXTS}:abbreviate",
        {
            "text": "texts(max_len=30)",
            "marker": "texts(max_len=4)",
            "offset": "ints(-5, 30)",
            "max_width": "ints(0, 40)",
        },
        0.41,
        0.53,
    ),
    PaperSubject("capitalize", f"{_TEXTS}:capitalize", {"text": _WORDS}, 0.28, 0.13),
    PaperSubject(
        "center",
        f"{_TEXTS}:center",
        {"text": _WORDS, "size": "ints(-5, 50)", "pad": "texts(max_len=5)"},
        0.53,
        0.64,
    ),
    PaperSubject("difference", f"{_TEXTS}:difference", {"first": _WORDS, "second": _WORDS}, 0.24, 0.19),
    PaperSubject("isSorted", f"{_LISTS}:is_sorted", {"values": _VALUES}, 0.18, 0.11),
    PaperSubject(
        "indexOf", f"{_LISTS}:index_of", {"values": _FLAGS, "target": "lists(bools(), max_len=4)"}, 0.14, 0.04
    ),
    PaperSubject("join", f"{_LISTS}:join", {"separator": "texts(max_len=5)", "values": _FLAGS}, 0.13, 0.06),
    PaperSubject("meanOf", f"{_LISTS}:mean_of", {"values": _SOME_VALUES}, 0.83, 0.88),
    PaperSubject("min", f"{_LISTS}:minimum", {"values": _SOME_VALUES}, 0.55, 0.47),
    PaperSubject(
        "padStart",
        f"{_TEXTS}:pad_start",
        {"text": _WORDS, "min_length": "ints(-5, 40)", "pad": "texts(min_len=1, max_len=1)"},
        0.64,
        0.35,
    ),
    PaperSubject("repeat", f"{_TEXTS}:repeat", {"text": _WORDS, "count": "ints(0, 20)"}, 0.86, 0.67),
    PaperSubject(
        "sort",
        f"{_LISTS}:sort_range",
        {"values": "lists(ints(-128, 127), max_len=12)", "start": "ints(0, 12)", "end": "ints(0, 12)"},
        0.58,
        0.51,
    ),
    PaperSubject(
        "truncate",
        f"{_TEXTS}:truncate",
        {"text": "texts(max_len=30)", "max_length": "ints(0, 40)", "indicator": "texts(max_len=5)"},
        0.28,
        0.23,
    ),
)

"""The functions on which searches are compared: some of the check, and further ones of other shapes."""

from benchmarks.checks import ordinary_functions
from benchmarks.checks.inputs import Range
from benchmarks.checks.subjects import SUBJECTS, Subject

_SHARED = ("gcd", "power", "sine", "is_triangle", "weekday")
_ANY = Range(-1_000, 1_000)
_SIDE = Range(0.0, 100.0)

ORDINARY = (
    Subject(ordinary_functions.is_leap_year, ordinary_functions, {"year": "ints(1, 9999)"}, (Range(1, 9_999),), ()),
    Subject(
        ordinary_functions.income_tax,
        ordinary_functions,
        {"income": "floats(0.0, 200000.0)"},
        (Range(0.0, 200_000.0),),
        (),
    ),
    Subject(
        ordinary_functions.clamp,
        ordinary_functions,
        dict.fromkeys(("value", "low", "high"), "ints(-1000, 1000)"),
        (_ANY, _ANY, _ANY),
        (),
    ),
    Subject(
        ordinary_functions.balance,
        ordinary_functions,
        {"principal": "floats(0.0, 10000.0)", "rate": "floats(0.0, 10.0)", "years": "ints(0, 30)"},
        (Range(0.0, 10_000.0), Range(0.0, 10.0), Range(0, 30)),
        (),
    ),
    Subject(
        ordinary_functions.triangle_area,
        ordinary_functions,
        dict.fromkeys("abc", "floats(0.0, 100.0)"),
        (_SIDE, _SIDE, _SIDE),
        (),
    ),
)

COMPARED = {
    subject.name: subject for subject in (*SUBJECTS, *ORDINARY) if subject.name in _SHARED or subject in ORDINARY
}
"""By name, in the order in which they are run."""

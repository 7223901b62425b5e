"""Numbers of a function's field: a turn of angles, the hours of a day, where names or the source suggest them."""

import ast
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from genmorph.settings import INSTANTIATION
from genmorph.transformations.parameter_names import words_of

Number = int | float


@dataclass(frozen=True, slots=True)
class Field:
    """Numbers that matter to arguments of a field, and what tells that an argument is of it.

    `words` stand in the names of such parameters, `units` in the docstrings of functions of such arguments. `functions`
    are what these call, or are named after. `examples` are names of such parameters.
    """

    numbers: tuple[Number, ...]
    words: frozenset[str]
    units: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    examples: tuple[str, ...] = ()


def _field(numbers: tuple[Number, ...], words: str, units: str = "", functions: str = "", examples: str = "") -> Field:
    return Field(
        numbers, frozenset(words.split()), frozenset(units.split()), frozenset(functions.split()), (*examples.split(),)
    )


FIELDS = (
    _field(
        (2 * math.pi, math.pi, math.pi / 2),
        words="angle angles theta phi psi radian radians rad azimuth phase",
        units="radian radians",
        functions="sin cos tan sincos sinpi cospi cis rect polar",
        examples="angle start_angle theta1 radians",
    ),
    _field(
        (360, 180, 90),
        words="degree degrees deg lat lon lng latitude longitude hue bearing heading course azimuth rotation",
        units="degree degrees",
        functions="radians deg2rad",
        examples="lat1 longitude hue bearing angle_deg",
    ),
    _field((24, 12), words="hour hours hh", units="hours", examples="hour start_hours"),
    _field((60,), words="minute minutes mins", units="minutes", examples="minutes"),
    _field((60, 3600, 86400), words="second seconds secs", units="seconds", examples="seconds"),
    _field((7,), words="weekday weekdays dow day days", units="weekday", examples="weekday first_day"),
    _field((12,), words="month months", units="months", examples="month2"),
    _field((400, 4, 100), words="year years", units="leap", examples="year"),
    _field((100,), words="percent percentage pct", units="percent percentage", examples="percent"),
    _field((1,), words="probability prob ratio fraction share opacity", units="probability", examples="prob_a ratio"),
    _field((255,), words="red green blue gray grey rgb channel", units="rgb", examples="red gray"),
    _field((12,), words="note notes semitone semitones pitch midi", units="semitones octave", examples="note"),
    _field((26,), words="shift rot", functions="caesar rot", examples="shift"),
)
"""Each with the most telling number first."""


def numbers_of_name(name: str) -> tuple[Number, ...]:
    """What the name of a parameter suggests.

    >>> numbers_of_name("start_hour"), numbers_of_name("lat1"), numbers_of_name("x")
    ((24, 12), (360, 180, 90), ())
    """
    words = {*words_of(name)}
    return tuple(number for field in FIELDS if field.words & words for number in field.numbers)


def numbers_of_function(definition: ast.AST | None, qualname: str) -> tuple[Number, ...]:
    """What a function suggests for all of its numbers, by its name, what it calls, and units in its docstring.

    >>> tree = ast.parse("def f(x): return 2 * math.sin(x)").body[0]
    >>> numbers_of_function(tree, "f") == numbers_of_function(None, "sin") == (2 * math.pi, math.pi, math.pi / 2)
    True
    """
    named = {*words_of(qualname), *(() if definition is None else _called(definition))}
    documented = {*words_of(ast.get_docstring(definition) or "")} if isinstance(definition, ast.FunctionDef) else set()
    found = (field for field in FIELDS if field.functions & named or field.units & documented)
    return tuple(number for field in found for number in field.numbers)


def suited_numbers(names: Sequence[str], definition: ast.AST | None, qualname: str) -> tuple[tuple[Number, ...], ...]:
    """For each parameter a few numbers that suit it: those of its name, then those of the function.

    >>> suited_numbers(["hour", "x"], None, "shifted")
    ((24, 12), ())
    """
    common = numbers_of_function(definition, qualname)
    every = (dict.fromkeys((*numbers_of_name(name), *common)) for name in names)
    return tuple(tuple(found)[: INSTANTIATION.most_suited] for found in every)


def _called(definition: ast.AST) -> Iterator[str]:
    """The names of what a definition calls."""
    for node in ast.walk(definition):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
                yield name

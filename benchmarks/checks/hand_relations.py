"""Relations written by hand, read from `benchmarks/data/relations`, and the domains of the functions they are about."""

import inspect
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from benchmarks.checks import hand_functions, hand_sequences
from benchmarks.record import ROOT
from genmorph.annotations.annotation_files import naming
from genmorph.domain import parse_domain
from genmorph.filters.rules import Tier
from genmorph.model import Domain, Input, Stage, UsageError, Verdict
from genmorph.relations.operators import BY_SYMBOL
from genmorph.transformations.transformation import Transformation, transformation_from_data

DATA = ROOT / "benchmarks" / "data" / "relations"
FILES = ("wrong", "trivial", "good", "further", "ugly")
"""A file may refer to relations of those before it."""
EXAMINED = ("wrong", "trivial", "good", "ugly")
REFUTING = frozenset({Stage.SCREENING, Stage.FRESH_PAIRS, Stage.BOUNDARY_PAIRS, Stage.SEARCH, Stage.SYMBOLIC})

Tree = Any
"""The nested form of an expression: a variable's name, a number, or `[symbol, operand, ...]`."""
E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class HandRelation:
    """A relation of one function, with what is known of it, and what the filters must say of it.

    `note` says why it is wrong, trivial or good. `verdict` is that of the filters, `tier` that of the relation as it is
    written. `stages` are those that may reject it: each of them has a right reason. A wrong relation has a
    `counterexample`, a source input. `reported` names relations that are reported before it; a redundant one follows
    from them. An ugly relation is an equivalent form of the `plain` one.
    """

    name: str
    group: str
    function: str
    transformation: Transformation
    tree: Tree
    note: str
    verdict: Verdict
    tier: Tier
    stages: frozenset[Stage] = frozenset()
    counterexample: Input | None = None
    reported: tuple[str, ...] = ()
    plain: "HandRelation | None" = None


_ALL_FLOATS = "floats(allow_nan=True, allow_infinity=True)"
DOMAINS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "cash_total": {"cents": "ints(0, 1000000)"},
        "digital_root": {"number": "ints(1, 20000)"},
        "seat_number": {"row": "ints(0, 999)", "place": "ints(0, 999)"},
        "days_in_year": {"year": "ints(1, 100000)"},
        "weekday": {"year": "ints(1, 9000)", "month": "ints(1, 12)", "day": "ints(1, 28)"},
        "largest": {"one": _ALL_FLOATS, "other": _ALL_FLOATS},
        "sign": {"x": _ALL_FLOATS},
        "median": {"values": f"lists({_ALL_FLOATS})"},
        "boxes_needed": {"items": "ints(min=0)"},
        "average_mark": {"first": "ints(min=0)", "second": "ints(min=0)"},
        "cents": {"amount": "floats(0.0, 1000.0)"},
        "lcm": {"a": "ints(-10000, 10000)", "b": "ints(-10000, 10000)"},
        "popcount": {"number": "ints(0, 1000000)"},
        "collatz_steps": {"number": "ints(1, 10000)"},
        "binomial": {"n": "ints(0, 40)", "k": "ints(0, 40)"},
        "fibonacci": {"n": "ints(1, 70)"},
        "tax": {"income": "floats(0.0, 200000.0)"},
        "to_roman": {"number": "ints(1, 3999)"},
        "levenshtein": {"one": "texts(max_len=12)", "other": "texts(max_len=12)"},
        "mean": {"values": "lists(floats(-1e15, 1e15))"},
        "geometric_mean": {"values": "lists(floats(0.0, 1e20), min_len=1)"},
        "argmax": {"values": "lists(ints(-1000000, 1000000), min_len=1)"},
        "product": {"values": "lists(ints(-20, 20), max_len=8)"},
        "rotate": {"steps": "ints(-100, 100)"},
        "min_and_max": {"values": "tuples(ints(-1000, 1000), min_len=1)"},
        "dot": {
            "xs": "np_arrays('float64', np_shapes(1, 1, 0, 20), floats(-1000, 1000))",
            "ys": "np_arrays('float64', np_shapes(1, 1, 0, 20), floats(-1000, 1000))",
        },
    }
)
"""What genmorph is told of the inputs of each function; the annotations speak for all other parameters."""


def function_of(name: str) -> Callable[..., Any]:
    """The function of that name; raises UsageError where there is none."""
    for module in (hand_functions, hand_sequences):
        found = getattr(module, name, None)
        if inspect.isfunction(found):
            return found
    raise UsageError(f"function must be one of hand_functions or hand_sequences, got {name!r}")


def domains_of(name: str) -> dict[str, Domain]:
    """What is said of the domains of the function of that name."""
    return {parameter: parse_domain(notation) for parameter, notation in DOMAINS.get(name, {}).items()}


def load_relations(directory: Path = DATA) -> dict[str, tuple[HandRelation, ...]]:
    """The relations of each file, by its name; raises UsageError, which names file and relation, where one is wrong."""
    known: dict[str, HandRelation] = {}
    groups: dict[str, tuple[HandRelation, ...]] = {}
    for group in FILES:
        path = directory / f"{group}.toml"
        for number, entry in enumerate(_read_entries(path), 1):
            title = entry.get("name", entry.get("note"))
            with naming(f"{path.name}, relation {number} ({title})"):
                relation = _read(entry, group, known)
            known[relation.name] = relation
        groups[group] = tuple(relation for relation in known.values() if relation.group == group)
    for relation in known.values():
        with naming(f"{relation.group}.toml, {relation.name}"):
            _check_reported(relation, known)
    return groups


def _read_entries(path: Path) -> list[dict[str, Any]]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path.name} must be a TOML file that can be read ({error})") from error
    if list(data) != ["relation"]:
        raise UsageError(f"{path.name}: tables must be [[relation]], got {', '.join(data) or 'none'}")
    entries: list[dict[str, Any]] = data["relation"]
    return entries


_SAID = ("relation", "verdict", "tier", "note")
_OWN = ("name", "function", "transformation")
_OPTIONAL = ("stages", "counterexample", "reported")


def _read(entry: Mapping[str, Any], group: str, known: Mapping[str, HandRelation]) -> HandRelation:
    _check_keys(entry, required=("plain", *_SAID) if "plain" in entry else (*_OWN, *_SAID))
    plain = None
    if "plain" in entry:
        plain = known.get(entry["plain"])
        if plain is None:
            raise UsageError(f"plain must name a relation of a file before, got {entry['plain']!r}")
        name, function, transformation = f"{plain.name}: {entry['note']}", plain.function, plain.transformation
    else:
        name, function = entry["name"], entry["function"]
        parameters = list(inspect.signature(function_of(function)).parameters)
        transformation = transformation_from_data({"constant": None, **entry["transformation"]}, parameters)
    if name in known:
        raise UsageError(f"name must be that of one relation, got {name!r} again")
    _check_operators(entry["relation"])
    return HandRelation(
        name=name,
        group=group,
        function=function,
        transformation=transformation,
        tree=entry["relation"],
        note=entry["note"],
        verdict=_member("verdict", Verdict, entry["verdict"]),
        tier=_member("tier", Tier, entry["tier"]),
        stages=frozenset(_member("stages", Stage, stage) for stage in entry.get("stages", ())),
        counterexample=tuple(entry["counterexample"]) if "counterexample" in entry else None,
        reported=tuple(entry.get("reported", ())),
        plain=plain,
    )


def _check_keys(entry: Mapping[str, Any], required: Sequence[str]) -> None:
    missing = [key for key in required if key not in entry]
    if missing:
        raise UsageError(f"keys must include {', '.join(required)}, got none for {', '.join(missing)}")
    unknown = sorted(entry.keys() - {*required, *_OPTIONAL})
    if unknown:
        raise UsageError(f"keys must be among {', '.join((*required, *_OPTIONAL))}, got {', '.join(unknown)}")


def _check_operators(tree: Tree) -> None:
    """Raise UsageError unless the tree is made of known operators; its variables depend on the function's outputs."""
    match tree:
        case [str() as symbol, *operands]:
            if symbol not in BY_SYMBOL:
                raise UsageError(f"operator must be one of {', '.join(BY_SYMBOL)}, got {symbol!r}")
            arity = BY_SYMBOL[symbol][0].arity
            if len(operands) != arity:
                raise UsageError(f"operands of {symbol!r} must be {arity}, got {operands!r}")
            for operand in operands:
                _check_operators(operand)
        case str() | int() | float():
            pass
        case _:
            raise UsageError(f"relation must hold names, numbers and [operator, operand, ...], got {tree!r}")


def _check_reported(relation: HandRelation, known: Mapping[str, HandRelation]) -> None:
    for name in relation.reported:
        if name not in known or known[name].function != relation.function:
            raise UsageError(f"reported must name relations of {relation.function}, got {name!r}")


def _member(key: str, kind: type[E], text: object) -> E:
    """The member of that value; of a tier, whose values are numbers, that of the name."""
    found = {member.name.lower() if isinstance(member.value, int) else member.value: member for member in kind}
    if text not in found:
        raise UsageError(f"{key} must be one of {', '.join(found)}, got {text!r}")
    return found[text]


_LOADED = load_relations()
GROUPS: Mapping[str, tuple[HandRelation, ...]] = MappingProxyType({group: _LOADED[group] for group in EXAMINED})
"""The relations that are examined, by group."""
BY_NAME: Mapping[str, HandRelation] = MappingProxyType(
    {relation.name: relation for relations in _LOADED.values() for relation in relations}
)
"""All relations."""


def reported_before(relation: HandRelation) -> tuple[str, ...]:
    """The relations reported before this one; the good relations of a function are found one after the other."""
    if relation.group != "good":
        return relation.reported
    before = GROUPS["good"][: GROUPS["good"].index(relation)]
    return tuple(other.name for other in before if other.function == relation.function)

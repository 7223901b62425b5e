"""Every form of exported tests, with relations that hold, and bodies that check nothing of what a function does.

`tests.export.test_degenerate_bodies` and `benchmarks.exported_files` share them.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any

from genmorph.annotations.conditions import stored_condition
from genmorph.domain import (
    bools,
    byte_strings,
    dates,
    dicts,
    floats,
    frozensets,
    ints,
    lists,
    matrices,
    np_arrays,
    np_shapes,
    objs,
    texts,
    tuples,
)
from genmorph.export.layout import ANY_PROJECT
from genmorph.export.project import Project
from genmorph.export.pytest_file import render_tests
from genmorph.model import Built, Container, Kind, Output, Place
from genmorph.relations.expression import Expression, changed_output
from genmorph.relations.scenario import Comparison
from genmorph.results import MetamorphicRelation
from genmorph.results.cases import build_test_file, title
from genmorph.results.record import Relation
from genmorph.results.relation import pair_variables
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.subject.signatures import Signature
from genmorph.transformations.transformation import Transformation
from genmorph.values.building import as_data
from genmorph.values.registered import AppliedChange
from genmorph.values.steps import Items
from tests.export import varied
from tests.handmade import (
    EVIDENCE,
    GROWS,
    NEGATED,
    REVERSED,
    make_error_relation,
    make_relation,
    make_scenario,
    make_signature,
)

MODULE = varied.__name__
REPEATED, CHAINED = Transformation("repeat", (0,)), Transformation("chain", (0,), output=0)
BEGUN = Transformation("beginning", (0,), drawn=ints(1, 9))
BEGINNING = ["startswith", "return_s", "return_f"]
SCALED, ADDED = Transformation("scale", (0,), 2), Transformation("add_each", (0,), 1)
TWICE, LARGER = Transformation("add", (0,), 2), Transformation(".area/add", (0,), 1)
LATER = Transformation("shift_days", (0,), 7)
TWICE_AS_LARGE = AppliedChange("scale_exactly", 2, path=(Items((0, 1), 2),))
NEXT, SWAP, FLIP = Transformation("add", (1,), 1), Transformation("swap", (0, 1)), Transformation("flip", (0,))

SAME = ["==", "return_f", "return_s"]
FLIPPED = ["==", "return_f", ["flip", "return_s"]]
UNCHANGED, OTHER = ["iff", "return_f", "return_s"], ["xor", "return_f", "return_s"]
STAYS_FALSE = ["implies", "return_f", "return_s"]
DOUBLED, TIMES_K = (["==", "return_f", ["*", "return_s", by]] for by in (2, "k_s"))
GREATER, SMALLER = ["<=", "return_s", "return_f"], ["<=", "return_f", "return_s"]
OPPOSITE = ["==", "return_f", ["-", 0, "return_s"]]
GIVEN = ["==", "return_f", "n_s"]
MORE_BY_HALF, MORE_BY_2, MORE_BY_5, LESS_BY_1 = (["==", "return_f", ["+", "return_s", by]] for by in (0.5, 2, 5, -1))
MORE_BY_SCALE, MORE_BY_SIGN = (["==", "return_f", ["+", "return_s", by]] for by in ("scale_s", "sign_s"))
LONGER_BY_1 = ["==", ["len", "return_f"], ["+", 1, ["len", "return_s"]]]
ENDING = ["==", ["len", "return_f"], ["-", ["*", 2, ["len", "return_s"]], 1]]
FLOAT_DOUBLED = ["==", "float(return)_f", ["*", "float(return)_s", 2]]
WEEK_LATER = ["==", "return.toordinal()_f", ["+", 7, "return.toordinal()_s"]]


def same(name):
    """That an output stays the same."""
    return ["==", f"{name}_f", f"{name}_s"]


DIGIT, COUNT, REAL = {"n": ints(0, 9)}, {"n": ints(-5, 20)}, {"x": floats(-9, 9)}
TWO = {"a": ints(-9, 9), "b": ints(-9, 9)}
TEXT = {"text": texts("aAbB ", max_len=9)}
NUMBERS = {"values": lists(ints(-9, 9), min_len=1, max_len=9)}
ROWS = {"rows": lists(lists(ints(0, 9)))}
ARRAYS, EMPTY_TOO = ({"values": np_arrays("float64", np_shapes(1, 1, least, 6), floats(-9, 9))} for least in (1, 0))
DUE = {"day": dates(), "weeks": ints(0, 9)}
WIDTH = {"width": ints(0, 9)}
SETS = {"needed": frozensets(ints(0, 9)), "there": frozensets(ints(0, 9))}
AMOUNTS = {"amounts": dicts(texts("ab", max_len=2), ints(0, 9), min_size=1)}
OWNED = {"self": objs(varied.Account, balance=ints(0, 9)), "amount": ints(-2, 9)}
FIVE = Built("call", (MODULE, "Account", (), (("balance", 5),)))

LIST, TUPLE, _, _, ITERATOR = (Output(Kind.INTS, container=container) for container in Container)
FLOAT_ARRAY = Output(Kind.FLOATS, container=Container.ARRAY)
NESTED = Output(Kind.NESTED, container=Container.LIST)
THIRDS = Output(Kind.NESTED, container=Container.TUPLE, holds_floats=True)
OBJECT, GRID = Output(Kind.OTHER), Output(Kind.OTHER, holds_floats=True)
DAY_NUMBER = Output(Kind.INT, view="{}.toordinal()")
AS_FLOAT = Output(Kind.FLOAT, view="float({})")
LEFT = Output(Kind.INTS, Place.ARGUMENT, "values", Container.LIST, position=0)
FIELDS = (Output(Kind.INT, Place.FIELD, "area"), Output(Kind.INTS, Place.FIELD, "sides", Container.TUPLE))
KEYS = (Output(Kind.INT, Place.KEY, "total"), Output(Kind.INT, Place.KEY, "most"))
ITEMS = (Output(Kind.INT, Place.ITEM, 0), Output(Kind.INT, Place.ITEM, 1))
MISSING = (Output(Kind.OTHER, optional=True), Output(Kind.BOOL, is_none=True))
OPTIONAL = (Output(Kind.FLOAT, optional=True), Output(Kind.BOOL, is_none=True))
REFUSES = {"raises": ("ValueError",)}
BY_NAME = {"keyword_only": ("scale",)}
SIGNED = {"conditions": (stored_condition("spelt", ["sign"], "sign != 0"),)}


STRICT = "E,W,F,I,B,UP,N,SIM,RUF,PT,C4,D"
"""Rules of ruff of which files of any form break none."""
ALLOWED = "D1,D203,D213,D401,D403"
"""But for these: tests need no docstrings, each of two is one of two styles, and a
sentence may begin with a small letter, or name what a function gives."""


class Body(Enum):
    """What a function does that does nothing of what it should; it raises what the function may raise."""

    RAISES = "raise ValueError"
    NONE = "return None"
    INPUT = "return {first}"


@dataclass(frozen=True, slots=True)
class Form:
    """Relations of one function, or of several calls of one or more, which stand in one file.

    `true_of` are bodies of which all of them are true by their nature: no test of them can notice these.
    """

    relations: tuple[Relation, ...]
    true_of: frozenset[Body] = frozenset()

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """Those of its functions."""
        first = self.relations[0]
        return first.signatures if isinstance(first, ScenarioRelation) else (first.signature,)

    def text(self, project: Project = ANY_PROJECT) -> str:
        """The exported file."""
        return render_tests(build_test_file(self.signatures, self.relations), title(self.signatures, project), project)


def form(
    name: str, domains: Mapping[str, Any], output: Any, *claims: Any, true_of: Collection[Body] = (), **fields: Any
) -> Form:
    """The relations of a function of `varied`: each a transformation, a tree (None for that of errors), and sources."""
    signature = make_signature(name, domains, output, module=MODULE, **fields)
    relations = []
    for transformation, tree, *sources in claims:
        if tree is None:
            relations.append(make_error_relation(signature, transformation, sources))
        else:
            relations.append(make_relation(signature, transformation, tree, sources))
    return Form(tuple(relations), frozenset(true_of))


def changing(
    name: str,
    domains: Mapping[str, Any],
    transformation: Transformation,
    change: AppliedChange,
    source: Any,
    outputs: Any = OBJECT,
    true_of: Collection[Body] = (),
) -> Form:
    """The form of one relation: the output changes in this way."""
    signature = make_signature(name, domains, outputs, module=MODULE)
    known = pair_variables(signature.parameters, transformation, signature.outputs)
    variables = (*known, changed_output(next(one for one in known if one.name == "return_s"), change))
    expression = Expression.from_tree(["==", "return_f", variables[-1].name], variables)
    relation = MetamorphicRelation(signature, transformation, expression, EVIDENCE, ("m1", "m2"), (source,))
    return Form((relation,), frozenset(true_of))


def calls(
    functions: Mapping[str, tuple[Mapping[str, Any], Any]],
    *claims: tuple[Any, ...],
    true_of: Collection[Body] = (),
    **fields: Any,
) -> Form:
    """Relations of several calls of functions of `varied`, each of these with its domains and what it gives.

    A claim is a law, the drawn inputs' domains, and the terms; then the comparison, and examples.
    """
    signatures = [make_signature(name, *of, module=MODULE, **fields) for name, of in functions.items()]
    relations = []
    for law, drawn, left, right, comparison, *examples in claims:
        terms = {"comparison": comparison, "examples": examples}
        relations.append(make_scenario(signatures, drawn, law, left, right, **terms))
    return Form(tuple(relations), frozenset(true_of))


def _forms() -> dict[str, Form]:
    known = {"true_of": [Body.INPUT]}
    day = as_data(date(2024, 1, 1))
    return {
        "numbers": form("power", {"k": ints(-9, 9), "e": ints(0, 9)}, Kind.INT, (NEXT, TIMES_K, (3, 4))),
        "numbers that stay the same": form("gap", TWO, Kind.INT, (SWAP, SAME, (3, 4))),
        "floats": form("half", REAL, Kind.FLOAT, (GROWS, MORE_BY_HALF, (0.5,)), (SCALED, DOUBLED)),
        "floats that do not shrink": form("half", REAL, Kind.FLOAT, (GROWS, GREATER, (0.5,)), **known),
        "an odd function": form("negated", REAL, Kind.FLOAT, (NEGATED, OPPOSITE, (0.5,)), **known),
        "an even function": form("magnitude", {"n": ints(-9, 9)}, Kind.INT, (NEGATED, SAME, (3,))),
        "an involution": form("mirrored", DIGIT, Kind.INT, (CHAINED, GIVEN, (3,)), **known),
        "an involution and more": form("mirrored", DIGIT, Kind.INT, (CHAINED, GIVEN, (3,)), (GROWS, LESS_BY_1, (3,))),
        "Booleans of numbers": form("is_even", DIGIT, Kind.BOOL, (GROWS, OTHER, (3,)), (TWICE, UNCHANGED, (3,))),
        "Booleans": form("inverted", {"flag": bools()}, Kind.BOOL, (FLIP, OTHER, (True,)), **known),
        "texts": form("shout", TEXT, Kind.TEXT, (Transformation("lower", (0,)), SAME, ("aB",)), (REPEATED, ENDING)),
        "an idempotent function": form("squeeze", TEXT, Kind.TEXT, (CHAINED, SAME, (" a",)), **known),
        "numbers of texts": form("letters", TEXT, Kind.INT, (REPEATED, DOUBLED, ("ab",))),
        "Booleans of texts": form("is_blank", TEXT, Kind.BOOL, (Transformation("append", (0,), "a"), STAYS_FALSE)),
        "lists": form("ordered", NUMBERS, LIST, (REVERSED, SAME, ([3, 1, 2],))),
        "an equivariant function": form("backwards", NUMBERS, LIST, (REVERSED, FLIPPED, ([3, 1],)), **known),
        "numbers of lists": form("total", NUMBERS, Kind.INT, (REPEATED, DOUBLED, ([3, 1],))),
        "Booleans of lists": form("has_even", NUMBERS, Kind.BOOL, (Transformation("append", (0,), 1), UNCHANGED)),
        "tuples": form("unique", {"values": tuples(ints(0, 9))}, TUPLE, (REPEATED, SAME, ((3, 1),))),
        "bytes": form("checksum", {"data": byte_strings(max_len=9)}, Kind.INT, (REVERSED, SAME, (b"ab",))),
        "lists of lists": form("counted", ROWS, NESTED, (Transformation("each/reverse", (0,)), SAME, ([[1, 2], []],))),
        "beginnings of lists of floats": form("thirds", ROWS, THIRDS, (BEGUN, BEGINNING, ([[1, 2], [0]], 1))),
        "arrays": form("shifted", ARRAYS, FLOAT_ARRAY, (REVERSED, FLIPPED, ([1.5, -2.0],)), (ADDED, SAME)),
        "grids": form("summed", {"grid": matrices(ints(0, 9))}, GRID, (Transformation("reverse_rows", (0,)), SAME)),
        "dates": changing("due", DUE, NEXT, AppliedChange("shift_days", 7), (day, 3)),
        "tuples of dates": changing(
            "rounds",
            DUE,
            LATER,
            AppliedChange("shift_days", 7),
            (day, 3),
            Output(Kind.NESTED, container=Container.TUPLE),
        ),
        "lists of tuples": changing("corners", WIDTH, SCALED, TWICE_AS_LARGE, (3,), NESTED),
        "dates that may be None": changing(
            "holiday", DUE, LATER, AppliedChange("shift_days", 7), (day, 3), MISSING, true_of=[Body.NONE, Body.INPUT]
        ),
        "what is read of dates": form("due", DUE, DAY_NUMBER, (NEXT, WEEK_LATER, (day, 3))),
        "what is read of decimals": form("price", DIGIT, AS_FLOAT, (SCALED, FLOAT_DOUBLED), **known),
        "sets": form("missing", SETS, OBJECT, (SWAP, SAME)),
        "dicts": form("prices", AMOUNTS, OBJECT, (Transformation("reverse_entries", (0,)), SAME), **known),
        "objects": form("area", {"of": objs(varied.Box)}, Kind.INT, (LARGER, MORE_BY_2)),
        "UUIDs": form("named", {"n": ints(-99, 99)}, OBJECT, (NEGATED, SAME, (3,))),
        "fields": form("box", {"width": ints(0, 9), "height": ints(0, 9)}, FIELDS, (SWAP, same("return.area"))),
        "records": form("range_of", NUMBERS, OBJECT, (REVERSED, SAME, ([3, 1],))),
        "keys": form("summary", NUMBERS, KEYS, (REPEATED, same("return['most']"), ([3, 1],))),
        "items": form("extremes", NUMBERS, ITEMS, (REVERSED, ["<=", "return[0]_f", "return[1]_s"], ([3, 1],))),
        "values that may be None": form("largest_even", NUMBERS, OPTIONAL, (REVERSED, SAME), true_of=[Body.NONE]),
        "iterators": form("rising", NUMBERS, ITERATOR, (REVERSED, SAME, ([3, 1],))),
        "arguments changed in place": form("sort", NUMBERS, LEFT, (REVERSED, same("values.after"), ([3, 1],))),
        "values beside arguments": form("taken", NUMBERS, (Output(Kind.INT), LEFT), (REVERSED, SAME, ([3, 1],))),
        "methods": form("Account.withdraw", OWNED, Kind.INT, (NEXT, LESS_BY_1, (FIVE, 3)), **REFUSES),
        "methods that grow": form("Account.withdraw", OWNED, Kind.INT, (NEXT, SMALLER, (FIVE, 3)), **REFUSES),
        "static methods": form("Account.fee", {"amount": ints(0, 9)}, Kind.INT, (GROWS, MORE_BY_2, (3,))),
        "functions that refuse": form("fifth", COUNT, Kind.INT, (GROWS, MORE_BY_5, (3,)), **REFUSES),
        "arrays that are refused": form("mean", EMPTY_TOO, Kind.FLOAT, (REVERSED, SAME, ([1.5, 2.0],)), **REFUSES),
        "errors": form("fifth", COUNT, Kind.INT, (SCALED, None, (3,), (-3,)), true_of=Body, **REFUSES),
        "errors and values": form("fifth", COUNT, Kind.INT, (SCALED, None, (-3,)), (GROWS, MORE_BY_5, (3,)), **REFUSES),
        "keywords": form("rate", {"n": ints(0, 9), "scale": ints(2, 9)}, Kind.INT, (GROWS, MORE_BY_SCALE), **BY_NAME),
        "conditions": form(
            "spelt", {"n": ints(0, 9), "sign": ints(-1, 1)}, Kind.INT, (GROWS, MORE_BY_SIGN, (3, -1)), **SIGNED
        ),
        "large values": form("repeated", {"n": ints(0, 99)}, Kind.TEXT, (GROWS, LONGER_BY_1), has_large_outputs=True),
    }


def combined(
    name: str, domains: Mapping[str, Any], output: Any, joining: str, gathering: str, *examples: Any, **more: Any
) -> Form:
    """The form of one law: the first argument made of two, against what is made of both calls."""
    first, *others = domains
    drawn = {**domains, "more": domains[first]}
    one, other = (["call", 0, *names] for names in ((first, *others), ("more", *others)))
    both = ["call", 0, [joining, first, "more"], *others]
    claim = ("combining law", drawn, both, [gathering, one, other], EQUAL, *examples)
    return calls({name: (domains, output)}, claim, **more)


EQUAL, AT_MOST, TRUE = Comparison.EQUAL, Comparison.AT_MOST, Comparison.TRUE


def _forms_of_calls() -> dict[str, Form]:
    """Forms of relations of several calls."""
    known = {"true_of": [Body.INPUT]}
    a_to_b, b_to_c, a_to_c = (["call", 0, *pair] for pair in ("ab", "bc", "ac"))
    three = {name: ints(-9, 9) for name in "abc"}
    data, value = {"data": byte_strings(max_len=9), "value": ints(0, 2**32 - 1)}, byte_strings(max_len=9)
    sought, element = {"values": NUMBERS["values"], "value": ints(-9, 9)}, ["item", "values", "i"]
    words = {"n": ints(0, 99)}
    ends, stay = {"day": dates(), "days": ints(0, 99)}, {"stay": ints(0, 99)}
    steps = ["call", 0, ["call", 0, "day", "days"], "stay"], ["call", 0, ["call", 0, "day", "stay"], "days"]
    day = as_data(date(2024, 1, 1))
    low, high = ["call", 0, "a", "b"], ["call", 1, "a", "b"]
    return {
        "sums of joined lists": combined("total", NUMBERS, Kind.INT, "join", "+", ([1], [2, 3])),
        "lengths of joined texts": combined("letters", TEXT, Kind.INT, "join", "+", ("a", "b")),
        "texts joined": combined("lowered", TEXT, Kind.TEXT, "join", "join", ("A", "b"), **known),
        "Booleans of joined lists": combined("has_even", NUMBERS, Kind.BOOL, "join", "or", ([1], [2])),
        "sums of floats": combined("half", REAL, Kind.FLOAT, "+", "+", (0.5, 1.5), **known),
        "arrays stacked": combined("doubled", ARRAYS, FLOAT_ARRAY, "stack", "stack", ([0.5], [1.5]), **known),
        "dicts added by key": combined("tally", NUMBERS, OBJECT, "join", "add by key", ([1], [1, 2])),
        "iterators of joined lists": combined("rising", NUMBERS, ITERATOR, "join", "in order", ([2], [1])),
        "sums that are refused": combined("fifth", COUNT, Kind.INT, "+", "+", (1, 2), **known, **REFUSES),
        "sums by keyword": combined(
            "rate", {"n": ints(0, 9), "scale": ints(2, 9)}, Kind.INT, "+", "+", **known, **BY_NAME
        ),
        "sums under a condition": combined(
            "spelt", {"n": ints(0, 9), "sign": ints(-1, 1)}, Kind.INT, "+", "+", (1, 1, 2), **known, **SIGNED
        ),
        "a distance": calls(
            {"gap": (TWO, Kind.INT)},
            ("triangle inequality", three, a_to_c, ["+", a_to_b, b_to_c], AT_MOST, (1, 2, 3)),
            ("distance to itself", {"a": ints(-9, 9)}, ["call", 0, "a", "a"], ["value", 0], EQUAL, (1,)),
        ),
        "an associative operation": calls(
            {"joint": (TWO, Kind.INT)},
            ("associativity", three, ["call", 0, a_to_b, "c"], ["call", 0, "a", b_to_c], EQUAL, (4, 6, 8)),
            ("absorbing element", {"a": ints(-9, 9)}, ["call", 0, "a", ["value", 1]], ["value", 1], EQUAL, (4,)),
        ),
        "a running state": calls(
            {"digest": (data, Kind.INT)},
            (
                *("running state", {**data, "more": value}, ["call", 0, ["join", "data", "more"], "value"]),
                *(["call", 0, "more", ["call", 0, "data", "value"]], EQUAL, (b"a", 1, b"b")),
            ),
        ),
        "calls in any order": calls(
            {"ends": (ends, OBJECT)}, ("order of calls", ends | stay, *steps, EQUAL, (day, 2, 3)), true_of=[Body.INPUT]
        ),
        "a position found again": calls(
            {"place": (sought, Kind.INT)},
            (
                *("position found again", {"values": NUMBERS["values"], "i": ints(0, 19)}),
                *(["item", "values", ["call", 0, "values", element]], element, EQUAL, ([3, 3], 1)),
            ),
        ),
        "a round trip": calls(
            {"quoted": (TEXT, Kind.TEXT), "unquoted": (TEXT, Kind.TEXT)},
            ("round trip", TEXT, ["call", 1, ["call", 0, "text"]], "text", EQUAL, ("a b",)),
            **known,
        ),
        "a predicate": calls(
            {"ordered": (NUMBERS, LIST), "is_ordered": (NUMBERS, Kind.BOOL)},
            ("predicate", NUMBERS, ["call", 1, ["call", 0, "values"]], None, TRUE, ([2, 1],)),
        ),
        "two operations": calls(
            {"lowest": (TWO, Kind.INT), "highest": (TWO, Kind.INT)},
            ("bound", TWO, low, high, AT_MOST, (1, 2)),
            ("product of both", TWO, ["*", low, high], ["*", "a", "b"], EQUAL, (1, 2)),
        ),
        "a method and a function": calls(
            {"Account.fee": ({"amount": ints(0, 9)}, Kind.INT), "spell": (words, Kind.TEXT)},
            (
                *("invariance", {"amount": ints(0, 9)}, ["call", 1, ["call", 0, "amount"]]),
                *(["call", 1, ["+", ["+", "amount", "amount"], ["value", 1]]], EQUAL, (3,)),
            ),
        ),
    }


FORMS = _forms() | _forms_of_calls()


def write_subject(folder: Path, body: Body | None) -> None:
    """Write the module `varied` below a folder: as it is, or with this body in the place of each that is tested."""
    tree = ast.parse(Path(varied.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree) if body is not None else ():
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            first = next(one.arg for one in node.args.args if one.arg != "self")
            node.body = ast.parse(body.value.format(first=first)).body
    file = folder.joinpath(*MODULE.split(".")).with_suffix(".py")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(ast.unparse(tree), encoding="utf-8")


_RUN = """
import json, sys
from pathlib import Path
from hypothesis import settings
settings.register_profile("plain", database=None, derandomize=True, max_examples=int(sys.argv[3]))
settings.load_profile("plain")
sys.path.insert(0, sys.argv[1])
failures = {}
for file in sorted(Path(sys.argv[2]).glob("*.py")):
    namespace = {"__name__": file.stem}
    exec(compile(file.read_text(encoding="utf-8"), file, "exec"), namespace)
    failures[file.stem] = failed = {}
    for name, test in namespace.items():
        if name.startswith("test_"):
            try:
                test()
            except BaseException as error:
                failed[name] = f"{type(error).__name__}: {error}".partition(chr(10))[0]
print(json.dumps(failures))
"""


def failures(folder: Path, tests: Path, examples: int = 30) -> dict[str, dict[str, str]]:
    """What fails in each file of a folder of tests, test by test, with the subject that lies in the other folder."""
    command = [sys.executable, "-I", "-c", _RUN, str(folder), str(tests), str(examples)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, dict[str, str]] = json.loads(done.stdout.splitlines()[-1])
    return found

"""Files that were edited, cut or made by something else: they are refused, or every part of them can be used."""

import copy
import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genmorph import RelationSet, UsageError
from genmorph.domain import as_domain, floats, ints, lists, texts
from genmorph.model import Container, Evidence, Execution, Kind, MutantNote, Output, Place, Stage, Verdict, Witness
from genmorph.results import Rejected
from genmorph.results.record import Course, Curves
from genmorph.results.stored import to_data
from genmorph.transformations.transformation import Transformation
from tests.handmade import REVERSED, make_error_relation, make_relation, make_set, make_signature

COUNTS = {"made": 9, "judged": 2, "killed_by_crash": 1, "raises_only": 1, "no_difference": 1, "not_run": 4}
PAIR = Execution(([1, 2], 3), ([2, 1], 3), ([2], 0.5), ([1], 0.5))
CURVES = Curves("n_f == n_s + 1", 9, 40, (0, 3), (Course((0, 0), (9, 2)), Course((5, 1), (0, 0))))
RAISING = Execution(([], 0), ([], 0), (), (), "ValueError", "ValueError")


def lively_set():
    """A set that has something in every part of its file."""
    outputs = (
        Output(Kind.INTS, Place.ARGUMENT, "xs", Container.LIST, position=0),
        Output(Kind.FLOAT, Place.KEY, "mean", optional=True),
    )
    domains = {"xs": lists(ints(0, 9)), "n": as_domain(st.integers(0, 9).map(abs), "n")}
    signature = make_signature("Shop.mean", domains, outputs, raises=("ValueError", "json.JSONDecodeError"))
    tree = ["and", ["==", "return['mean']_f", ["*", "return['mean']_s", 1.5]], ["<=", "n_s", ["len", "xs_s"]]]
    whole = replace(
        make_relation(signature, REVERSED, tree, [([1, 2], 3)]),
        evidence=Evidence(2_400, 0, 2, 3, False, ("fresh pairs", "corner pairs"), 100, 2e-16, 2_000),
        pair=PAIR,
        witnesses=(Witness("m1", PAIR),),
        note=MutantNote("m1", "--- a\n+++ b\n"),
        is_accepted=True,
    )
    same = ["==", "xs.after_f", "xs.after_s"]
    chained = make_relation(signature, Transformation("chain", (0,), output=0), same)
    raising = replace(make_error_relation(signature, REVERSED, [([], 0)]), pair=RAISING)
    return make_set(
        *(whole, raising, chained),
        rejected=[
            Rejected("n_f == n_s + 1", "f == g", Verdict.REJECT, "false for a valid input", Stage.FRESH_PAIRS, PAIR),
            Rejected("n_f == n_s + 1", "f < g", Verdict.UNDECIDED, "too few", Stage.TIME),
        ],
        stages={
            "faulty": {"faulty:shop.mean": True},
            "mutants": COUNTS,
            "filter": {"kept": 3, "rejected": {"fresh pairs": 7}},
            "seconds": {"searching": 1.5, "total": 2},
            "curves": [CURVES.to_data()],
        },
        mutants=(MutantNote("m1", "is negated"),),
        disowned=(make_relation(signature, REVERSED, same),),
    )


def textual_set():
    signature = make_signature("title", {"text": texts(), "x": floats(0, 1)}, Kind.TEXT)
    grows = ["<", ["len", "return_s"], ["len", "return_f"]]
    return make_set(make_relation(signature, Transformation("append", (0,), "a"), grows, [("b", 0.5)]))


FILES = [to_data(lively_set()), to_data(textual_set())]
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([10**30, 10**400, -1, 1.5, -0.0, 1e300, "", "xs", "n", "return_f", "==", "and", "int", "faulty"])
    | st.floats(allow_nan=True)
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["float", "int", "a"]), inner, max_size=2)
    ),
    max_leaves=5,
)


def places(data, path=()):
    """The paths of everything in JSON data."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*path, key)
        yield from places(value, (*path, key))


PLACES = [list(places(data)) for data in FILES]


def at(data, path):
    for key in path:
        data = data[key]
    return data


@st.composite
def changed_files(draw):
    """A saved file with something removed, replaced by another value, or by another part of the file."""
    number = draw(st.sampled_from(range(len(FILES))))
    data = copy.deepcopy(FILES[number])
    for _ in range(draw(st.integers(1, 2))):
        *path, key = draw(st.sampled_from(PLACES[number]))
        try:
            holder = at(data, path)
            match draw(st.sampled_from(["remove", "replace", "replace", "move"])):
                case "remove":
                    del holder[key]
                case "replace":
                    holder[key] = draw(json_values)
                case "move":
                    holder[key] = copy.deepcopy(at(FILES[number], draw(st.sampled_from(PLACES[number]))))
        except (KeyError, IndexError, TypeError):
            break
    return data


def use(relations, path):
    """Everything that is read of a set."""
    assert str(relations)
    assert relations._repr_html_()
    assert str(relations.kill_matrix())
    for relation in (*relations, *relations.disowned):
        assert relation.explain()
        assert relation.evidence.false_alarm_bound is None or 0 <= relation.evidence.false_alarm_bound <= 1
    relations.to_json(path)
    assert repr(RelationSet.from_json(path)) == repr(relations)


@pytest.mark.parametrize("data", FILES)
def test_the_files_that_are_changed_here_can_be_used(data, tmp_path):
    (tmp_path / "set.json").write_text(json.dumps(data))
    use(RelationSet.from_json(tmp_path / "set.json"), tmp_path / "again.json")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=200)
@given(changed_files())
def test_a_changed_file_is_refused_or_every_part_of_it_can_be_used(tmp_path, data):
    (tmp_path / "set.json").write_text(json.dumps(data))
    try:
        relations = RelationSet.from_json(tmp_path / "set.json")
    except UsageError:
        return
    use(relations, tmp_path / "again.json")


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, "[" * 150 + "]" * 150, "[" * 900 + "]" * 900])
@pytest.mark.parametrize("place", ["whole", "stages", "examples"])
def test_a_deeply_nested_file_is_refused(deep, place, tmp_path):
    text = json.dumps(FILES[0] | {"stages": "HERE"})
    if place == "examples":
        data = copy.deepcopy(FILES[0])
        data["relations"][0]["examples"] = ["HERE"]
        text = json.dumps(data)
    (tmp_path / "set.json").write_text(deep if place == "whole" else text.replace('"HERE"', deep))
    with pytest.raises(UsageError, match=r"set\.json"):
        RelationSet.from_json(tmp_path / "set.json")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("relations", 0, "expression"), 7),
        (("relations", 0, "expression"), -1),
        (("relations", 0, "expression"), "n_s"),
        (("relations", 0, "expression"), ["==", "n_s", 10**400]),
        (("relations", 0, "killed"), "m1"),
        (("relations", 0, "killed"), [1]),
        (("relations", 0, "examples"), [[[1, 2]]]),
        (("relations", 0, "pair", "source"), [3]),
        (("relations", 0, "pair", "source_outputs"), []),
        (("relations", 0, "pair", "source_error"), None),
        (("relations", 0, "witnesses", 0, "mutant"), 3),
        (("relations", 0, "witnesses", 0, "execution", "follow_up_outputs"), [1]),
        (("relations", 0, "evidence", "tried"), "2"),
        (("relations", 0, "evidence", "tried"), -1),
        (("relations", 0, "evidence", "random"), True),
        (("relations", 0, "evidence", "exhaustive"), 0),
        (("relations", 0, "evidence", "falsifiers"), "fresh pairs"),
        (("relations", 0, "evidence", "largest_error"), -1.0),
        (("relations", 1, "pair", "source_outputs"), [1]),
        (("rejected", 0, "counterexample", "follow_up"), []),
        (("rejected", 0, "reason"), 1),
        (("seed",), "0"),
        (("stages",), []),
        (("stages", "faulty"), ["m1"]),
        (("stages", "mutants"), {"judged": 1}),
        (("stages", "filter"), 3),
        (("stages", "filter", "rejected"), {"fresh pairs": -1}),
        (("stages", "transformations"), [1]),
        (("stages", "transformations"), {"looked_at": "3"}),
        (("stages", "seconds"), {"total": "2"}),
        (("stages", "curves"), {}),
        (("stages", "curves", 0), []),
        (("stages", "curves", 0, "correct"), -1),
        (("stages", "curves", 0, "generations"), []),
        (("stages", "curves", 0, "generations"), [3, 0]),
        (("stages", "curves", 0, "populations"), []),
        (("stages", "curves", 0, "populations", 1, "false_negatives"), [1]),
        (("subject", "tolerance", "absolute"), 10**400),
        (("subject", "parameters", 1, "name"), "xs"),
    ],
)
def test_a_file_with_a_part_that_could_not_be_used_is_refused(path, value, tmp_path):
    data = copy.deepcopy(FILES[0])
    at(data, path[:-1])[path[-1]] = value
    (tmp_path / "set.json").write_text(json.dumps(data))
    with pytest.raises(UsageError, match=r"set\.json is not a saved set of relations"):
        RelationSet.from_json(tmp_path / "set.json")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_numbers_that_are_not_finite_must_be_tagged(number, tmp_path):
    (tmp_path / "set.json").write_text(json.dumps(FILES[0] | {"stages": {"x": "HERE"}}).replace('"HERE"', number))
    with pytest.raises(UsageError, match="numbers must be finite"):
        RelationSet.from_json(tmp_path / "set.json")

import json
import math
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from genmorph import RelationSet, UsageError
from genmorph.domain import (
    as_domain,
    bools,
    byte_strings,
    defaulted,
    floats,
    froms,
    ints,
    lists,
    np_arrays,
    np_shapes,
    optionals,
    texts,
    tuples,
)
from genmorph.model import (
    Budget,
    Container,
    Evidence,
    Execution,
    Fields,
    Kind,
    MutantNote,
    Output,
    Place,
    Stage,
    Tolerance,
    Verdict,
    Witness,
)
from genmorph.results import Rejected
from genmorph.results.codec import from_json_values, to_json_values
from genmorph.transformations.transformation import Transformation
from tests.handmade import (
    GROWS,
    NEGATED,
    REVERSED,
    make_error_relation,
    make_relation,
    make_set,
    make_signature,
)

SAME = ["==", "return_f", "return_s"]
WIDE = floats(allow_nan=True, allow_infinity=True)
in_this_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)


def there_and_back(relations, folder):
    relations.to_json(folder / "first.json")
    found = RelationSet.from_json(folder / "first.json")
    found.to_json(folder / "second.json")
    assert (folder / "first.json").read_bytes() == (folder / "second.json").read_bytes()
    return found


@in_this_folder
@given(st.lists(st.floats(), max_size=4), st.floats(allow_nan=False, allow_infinity=False), st.integers())
def test_a_set_reads_back_as_it_was(tmp_path, examples, constant, seed):
    signature = make_signature("half", {"x": WIDE}, Kind.FLOAT, tolerance=Tolerance(1e-6, 0.25), raises=("ValueError",))
    tree = ["==", "return_f", ["+", "return_s", constant]]
    relation = make_relation(signature, NEGATED, tree, [(x,) for x in examples])
    found = there_and_back(make_set(relation, seed=seed), tmp_path)
    assert repr(found) == repr(make_set(relation, seed=seed))
    if not any(map(math.isnan, examples)):
        assert found == make_set(relation, seed=seed)


EVERY_KIND = [
    *(ints(0, 9), ints(min=3), floats(0, 1, exclude_max=True), bools(), froms([1, 5]), WIDE, texts(), texts("abc")),
    *(lists(ints(0, 9), max_len=5), tuples(floats(), min_len=1), tuples(ints(), texts()), byte_strings(max_len=3)),
    *(np_arrays("bool", np_shapes(1, 1, 0, 20), bools()), optionals(texts()), lists(lists(ints()))),
]
plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


@given(plain_values)
def test_values_of_every_kind_survive_json(value):
    data = json.loads(json.dumps(to_json_values((value,)), allow_nan=False))
    assert repr(from_json_values(data)) == repr((value,))


@pytest.mark.parametrize("data", [{"float": 1}, {"tuple": "ab"}, {"set": [1]}, {}, {"int": "0x1", "float": "1"}])
def test_values_that_are_tagged_otherwise_are_refused(data):
    with pytest.raises(UsageError, match="a value must be plain or tagged"):
        from_json_values([[data]])


@pytest.mark.parametrize("names", [["x"], ["x", 1], ["x", "y", "z"]])
def test_records_without_a_name_for_each_value_are_refused(names):
    record = Fields(("x", "y"), (1, [2.5]), "shop.Point")
    (stored,) = to_json_values((record,))
    assert from_json_values([json.loads(json.dumps(stored))]) == (record,)
    with pytest.raises(UsageError, match="fields must have one name for each value"):
        from_json_values([{"fields": [names, *stored["fields"][1:]]}])


@pytest.mark.parametrize("domain", EVERY_KIND)
def test_every_domain_reads_back(domain, tmp_path):
    signature = make_signature("f", {"first": ints(), "second": domain}, keyword_only=("second",))
    relations = make_set(make_relation(signature, GROWS, SAME), budget=Budget(seconds=8, evaluations=2.5))
    assert there_and_back(relations, tmp_path) == relations


@pytest.mark.long
@pytest.mark.parametrize(
    ("strategy", "default", "argument"),
    [
        (st.integers().map(abs), None, 3),
        (st.integers().map(abs), 7, 3),
        (st.lists(st.floats(0, 1, allow_subnormal=True)), None, [0.5]),
        (st.lists(st.integers().map(abs)), [1], []),
        (st.permutations(range(6)), None, [0, 1, 2, 3, 4, 5]),
        (st.lists(st.lists(st.integers())).map(list), None, [[3]]),
        (st.from_regex(r"[a-f]{2}-\d+").map(str), None, "ab-1"),
        (st.binary().map(bytes), None, b"a"),
        (st.tuples(st.integers(), st.integers()).map(tuple), None, (1, 2)),
        (npst.arrays(np.int64, npst.array_shapes(max_dims=1), unique=True), None, [1]),
        (st.none() | st.text().map(str), None, "b"),
        (st.complex_numbers(), 3, 1j),
        (st.lists(st.dates().filter(bool)), None, [date(2024, 2, 29)]),
        (st.fractions(), None, Fraction(1, 3)),
    ],
    ids=repr,
)
def test_an_opaque_domain_keeps_its_sample_and_what_it_said_of_itself(strategy, default, argument, tmp_path):
    domain = as_domain(strategy, "n")
    signature = make_signature("f", {"n": domain if default is None else defaulted(domain, default)})
    before = signature.parameters[0].domain
    found = there_and_back(make_set(make_relation(signature, GROWS, SAME)), tmp_path)
    after = found.signature.parameters[0].domain
    for one in ("sample", "kind", "container", "size", "around"):
        assert repr(getattr(after, one)) == repr(getattr(before, one))
    assert repr(after) == repr(before)
    assert after.contains(argument) is before.contains(argument) is not False
    assert repr(after.draw(Random(0))) in map(repr, before.sample)


def test_a_sample_of_another_kind_is_no_set_of_relations(tmp_path):
    signature = make_signature("f", {"n": as_domain(st.integers().map(abs), "n")})
    path = tmp_path / "set.json"
    make_set(make_relation(signature, GROWS, SAME)).to_json(path)
    data = json.loads(path.read_text())
    for sample in ([], ["a"], [[1]]):
        data["subject"]["parameters"][0]["domain"]["sample"] = sample
        path.write_text(json.dumps(data))
        with pytest.raises(UsageError, match="sample of integers"):
            RelationSet.from_json(path)


def test_the_sample_of_an_earlier_version_says_of_which_kind_it_is(tmp_path):
    signature = make_signature("f", {"n": as_domain(st.integers().map(abs), "n")})
    path = tmp_path / "set.json"
    make_set(make_relation(signature, GROWS, SAME)).to_json(path)
    data = json.loads(path.read_text())
    domain = data["subject"]["parameters"][0]["domain"]
    data["subject"]["parameters"][0]["domain"] = {name: domain[name] for name in ("opaque", "sample")}
    path.write_text(json.dumps(data))
    assert RelationSet.from_json(path).signature.parameters[0].domain.kind is Kind.INT


@pytest.mark.parametrize("output", [math.nan, math.inf, -math.inf, -0.0, 2**70, True, "\ud800 é", [math.nan], []])
def test_counterexamples_read_back(output, tmp_path):
    relation = make_relation(make_signature("f", {"x": WIDE}), GROWS, SAME)
    found_false = Execution((math.inf,), (-math.inf,), (output,), (1,))
    rejected = [
        Rejected(
            "x_f == x_s + 1",
            "f(x + 1) == f(x)",
            Verdict.REJECT,
            "false for a valid input",
            Stage.FRESH_PAIRS,
            found_false,
        ),
        Rejected("x_f == x_s + 1", "f(x) == 0", Verdict.UNDECIDED, "too few", Stage.FRESH_PAIRS),
    ]
    relations = make_set(relation, rejected=rejected, interrupted=True)
    found = there_and_back(relations, tmp_path)
    assert repr(found.rejected) == repr(relations.rejected)
    assert found.interrupted


EVERY_PLACE = (
    Output(Kind.FLOAT, Place.FIELD, "area", optional=True),
    Output(Kind.BOOL, Place.FIELD, "area", is_none=True),
    Output(Kind.INTS, Place.ITEM, 1, Container.TUPLE),
    Output(Kind.TEXT, Place.KEY, 'a "key"'),
    Output(Kind.FLOATS, Place.ARGUMENT, "xs", Container.ARRAY, position=0),
)


def test_outputs_of_every_place_read_back(tmp_path):
    signature = make_signature("f", {"xs": np_arrays("float64", np_shapes(1, 1, 0, 20), floats())}, EVERY_PLACE)
    tree = ["and", ["==", "xs.after_f", "xs.after_s"], ["==", "return[1]_f", ["flip", "return[1]_s"]]]
    relations = make_set(make_relation(signature, REVERSED, tree, [([0.5, math.inf],)]))
    assert there_and_back(relations, tmp_path) == relations


def test_relations_about_errors_and_about_outputs_passed_on_read_back(tmp_path):
    signature = make_signature("f", {"raised": lists(ints())}, Output(Kind.INTS, container=Container.LIST))
    again = make_relation(signature, Transformation("chain", (0,), output=0), SAME, [([1],)])
    relations = make_set(make_error_relation(signature, REVERSED, [([],)]), again)
    found = there_and_back(relations, tmp_path)
    assert found == relations
    assert [relation.is_about_errors for relation in found] == [True, False]


def test_a_relation_with_text_that_is_no_character_is_saved(tmp_path):
    signature = make_signature("f", {"text": texts()}, Kind.TEXT)
    relation = make_relation(signature, Transformation("append", (0,), "\ud800"), SAME, [("\udfff",)])
    assert there_and_back(make_set(relation), tmp_path) == make_set(relation)


def test_a_stored_relation_has_what_readers_rely_on(tmp_path):
    signature = make_signature("power", {"k": ints(-20, 20), "e": ints(0, 12)})
    relation = make_relation(
        signature, Transformation("add", (1,), 1), ["==", "return_f", ["*", "return_s", "k_s"]], [(3, 4)]
    )
    make_set(relation).to_json(tmp_path / "power.json")
    data = json.loads((tmp_path / "power.json").read_text())
    (stored,) = data["relations"]
    assert data["schema"] == 2
    assert stored["name"] == "power_is_multiplied_by_k_when_e_grows_by_1"
    assert stored["transformation"] == {"template": "add", "parameters": ["e"], "constant": 1}
    assert stored["formula"] == "power(k, e + 1) == power(k, e) * k"
    assert stored["python"] == "follow_up == source * k"
    assert stored["evidence"]["judged"] == 3
    assert stored["killed"] == ["m1", "m2"]
    assert stored["expression"] == ["==", "return_f", ["*", "return_s", "k_s"]]


@pytest.fixture
def saved(tmp_path):
    relation = make_relation(make_signature("f", {"n": ints(0, 9)}), GROWS, SAME, [(3,)])
    make_set(relation).to_json(tmp_path / "f.json")
    return tmp_path / "f.json"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1", "{}", '{"schema": 3}', "\x00"])
def test_a_file_that_is_no_set_is_refused_with_its_path(text, saved):
    saved.write_text(text)
    with pytest.raises(UsageError, match=str(saved)):
        RelationSet.from_json(saved)


def test_a_file_of_the_first_schema_is_read(saved):
    found = RelationSet.from_json(saved)
    saved.write_text(saved.read_text().replace('"schema": 2', '"schema": 1'))
    assert RelationSet.from_json(saved) == found


def test_a_file_that_is_not_text_is_refused_with_its_path(saved):
    saved.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match=str(saved)):
        RelationSet.from_json(saved)


def test_a_missing_file_and_a_folder_are_refused_with_the_path(tmp_path):
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(UsageError, match=f"{path} cannot be read"):
            RelationSet.from_json(path)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("subject", "parameters", 0, "domain"), "__import__('os')"),
        (("subject", "parameters", 0, "domain"), "ints(9, 0)"),
        (("subject", "outputs", 0, "kind"), "set"),
        (("subject", "outputs", 0, "place"), "global"),
        (("subject", "outputs", 0, "container"), "set"),
        (("subject", "outputs", 0, "optional"), None),
        (("subject", "outputs", 0, "key"), 1),
        (("subject", "outputs"), []),
        (("relations", 0, "is_about_errors"), None),
        (("relations", 0, "is_about_errors"), True),
        (("relations", 0, "transformation"), {"template": "chain", "parameters": ["n"], "constant": None, "output": 1}),
        (("relations", 0, "examples"), 3),
        (("relations", 0, "examples"), [[{"set": [1]}]]),
        (("subject", "tolerance", "relative"), -1),
        (("budget", "evaluations"), 0),
        (("relations", 0, "expression"), ["==", "return_f", "nowhere"]),
        (("relations", 0, "expression"), ["and", "return_f", "return_s"]),
        (("relations", 0, "transformation", "template"), "explode"),
        (("relations", 0, "transformation", "parameters"), ["m"]),
        (("relations", 0, "evidence"), {}),
        (("relations", 0, "is_accepted"), 1),
        (("relations", 0, "pair"), {"source": [1]}),
        (("relations", 0, "witnesses"), [{"mutant": "m1"}]),
        (("relations", 0, "note"), {"id": 1, "change": ""}),
        (("mutants",), [{"id": "m1"}]),
        (("disowned",), [{}]),
        (("unfitting",), [{"formula": 1, "is_accepted": True}]),
        (("relations",), None),
    ],
)
def test_a_file_with_one_wrong_value_is_refused_with_its_path(place, value, saved):
    data = json.loads(saved.read_text())
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    saved.write_text(json.dumps(data))
    with pytest.raises(UsageError, match=str(saved)):
        RelationSet.from_json(saved)


ADDED = ("mutants", "disowned", "unfitting")
"""What saved sets did not hold from the beginning."""


def test_a_file_from_before_there_were_witnesses_and_words_is_read(saved):
    whole = json.loads(saved.read_text())
    for key in ADDED:
        del whole[key]
    for key in ("pair", "witnesses", "note", "is_accepted"):
        del whole["relations"][0][key]
    for key in ("inapplicable", "largest_error", "false_alarm_bound", "inapplicable_share"):
        del whole["relations"][0]["evidence"][key]
    expected = RelationSet.from_json(saved)
    saved.write_text(json.dumps(whole))
    assert RelationSet.from_json(saved) == expected


def test_what_is_shown_of_a_relation_and_what_is_known_of_it_is_saved(tmp_path):
    signature = make_signature("half", {"x": WIDE}, Kind.FLOAT)
    pair = Execution((math.inf,), (-math.inf,), (1.5,), (10**5000,))
    relation = replace(
        make_relation(signature, NEGATED, SAME),
        evidence=Evidence(2_000, 0, 1, 3, False, ("fresh pairs", "corner pairs"), 500, 2e-16),
        pair=pair,
        witnesses=(Witness("m1", pair),),
        note=MutantNote("m1", "--- a\n+++ b\n", "shop.half", 3),
        is_accepted=True,
    )
    notes = (MutantNote("m1", "--- a\n+++ b\n", "shop.half", 3), MutantNote("m2", "the returned value is negated"))
    relations = make_set(relation, mutants=notes, disowned=(relation,))
    assert there_and_back(relations, tmp_path) == relations
    stored = json.loads((tmp_path / "first.json").read_text())["relations"][0]["evidence"]
    assert stored["false_alarm_bound"] == 0.0015
    assert stored["inapplicable_share"] == 0.2


def test_a_note_says_what_was_changed_only_where_that_is_not_the_subject(tmp_path):
    relation = make_relation(make_signature("half", {"x": WIDE}, Kind.FLOAT), NEGATED, SAME)
    relations = make_set(relation, mutants=(MutantNote("m1", "x", "shop.half", 3), MutantNote("m2", "y")))
    there_and_back(relations, tmp_path)
    assert json.loads((tmp_path / "first.json").read_text())["mutants"] == [
        {"id": "m1", "change": "x", "helper": "shop.half", "line": 3},
        {"id": "m2", "change": "y"},
    ]


def test_bounds_in_a_file_are_computed_again(saved):
    data = json.loads(saved.read_text())
    data["relations"][0]["evidence"]["false_alarm_bound"] = 0.0
    expected = RelationSet.from_json(saved)
    saved.write_text(json.dumps(data))
    assert RelationSet.from_json(saved) == expected


def test_a_file_without_one_of_its_parts_is_refused_with_its_path(saved):
    whole = json.loads(saved.read_text())
    for key in {*whole} - {"genmorph", *ADDED}:
        saved.write_text(json.dumps({k: v for k, v in whole.items() if k != key}))
        with pytest.raises(UsageError, match=str(saved)):
            RelationSet.from_json(saved)


@pytest.mark.parametrize("field", ["qualname", "name", "module"])
def test_a_file_with_code_in_the_place_of_a_name_is_refused(tmp_path, field):
    path = tmp_path / "set.json"
    make_set(make_relation(make_signature("power", {"k": ints()}), NEGATED, SAME)).to_json(path)
    data = json.loads(path.read_text())
    data["subject"][field] = "print('x') or f"
    path.write_text(json.dumps(data))
    with pytest.raises(UsageError, match=f"{field} must be a name"):
        RelationSet.from_json(path)


def test_a_file_with_code_in_the_place_of_an_exception_is_refused(tmp_path):
    path = tmp_path / "set.json"
    make_set(make_relation(make_signature("power", {"k": ints()}), NEGATED, SAME)).to_json(path)
    data = json.loads(path.read_text())
    data["subject"]["raises"] = ["print('x') or ValueError"]
    path.write_text(json.dumps(data))
    with pytest.raises(UsageError, match="raises must be a name"):
        RelationSet.from_json(path)


@pytest.mark.parametrize(
    ("place", "key"), [("field", "area, print('x')"), ("item", "0"), ("argument", "other"), ("item", -1), ("key", 0)]
)
def test_a_file_with_code_in_the_place_of_an_output_is_refused(tmp_path, place, key):
    path = tmp_path / "set.json"
    make_set(make_relation(make_signature("power", {"k": ints()}), NEGATED, SAME)).to_json(path)
    data = json.loads(path.read_text())
    data["subject"]["outputs"][0] |= {"place": place, "key": key}
    path.write_text(json.dumps(data))
    with pytest.raises(UsageError, match=f"key of the output {place} must"):
        RelationSet.from_json(path)

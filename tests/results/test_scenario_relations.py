"""Relations of several calls as users hold them: to read, to check, to save and to replay."""

import json
import re
from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from genmorph import InapplicableInput, RelationSet, UsageError
from genmorph.domain import bools, dates, dicts, floats, ints, lists, np_arrays, np_shapes, objs, sets, texts
from genmorph.model import Container, Kind, Output, Verdict
from genmorph.relations.operations import GROWING, OF_PROGRAMS, OF_SINGLE_CALLS, OPERATIONS, SHRINKING
from genmorph.relations.scenario import Comparison
from genmorph.relations.scenario_laws import SENTENCES
from genmorph.results.replaying import replay
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.results.stored import to_data
from genmorph.transformations.scenario_catalogue import scenarios
from tests.handmade import EVIDENCE, GROWS, IN_PART, make_relation, make_scenario, make_set, make_signature
from tests.transformations.test_scenario_templates import VARIED

TOTAL = make_signature("total", {"xs": lists(ints(-9, 9))})
OF_BOTH = ["call", 0, ["join", "xs", "ys"]]
ADDITIVE = make_scenario(
    *([TOTAL], {"xs": lists(ints(-9, 9)), "ys": lists(ints(-9, 9))}, "additivity over concatenation"),
    *(OF_BOTH, ["+", ["call", 0, "xs"], ["call", 0, "ys"]]),
    examples=(([], []), ([1], [2])),
)
ENCODE = make_signature("encode", {"text": texts("abc", max_len=5), "key": ints(0, 9)}, Kind.TEXT)
DECODE = make_signature(
    "decode", {"code": texts(max_len=5), "key": ints(0, 9)}, Kind.TEXT, raises=("ValueError",), keyword_only=("key",)
)
ROUND_TRIP = make_scenario(
    *([ENCODE, DECODE], {"text": texts("abc", max_len=5), "key": ints(0, 9)}, "round trip"),
    *(["call", 1, ["call", 0, "text", "key"], "key"], "text"),
    examples=(("", 0), ("ab", 3)),
)
BOTH = (ADDITIVE, ROUND_TRIP)
ABSORBED = make_scenario(  # clamp(x, x, high) == x
    *([make_signature("clamp", {"x": ints(0, 9), "low": ints(0, 9), "high": ints(9, 19)})],),
    *({"x": ints(0, 9), "high": ints(9, 19)}, "absorbing argument", ["call", 0, "x", "x", "high"], "x"),
    examples=((1, 9),),
)


def encode(text, key):
    return "".join(chr(ord(letter) + key) for letter in text)


def decode(code, *, key):
    return "".join(chr(ord(letter) - key) for letter in code)


def decode_strictly(code, *, key):
    if key > 5:
        raise ValueError(key)
    return decode(code, key=key)


def crash(code, *, key):
    raise KeyError(code, key)


def change(xs):
    xs.append(1)
    return sum(xs)


def test_a_relation_is_read_as_python_as_a_sentence_and_as_the_calls_that_are_made():
    assert ADDITIVE.formula == "total(xs + ys) == total(xs) + total(ys)"
    assert ADDITIVE.words == "total of both joined is the sum of total of each."
    assert ADDITIVE.input_relation == "total(xs + ys), total(xs), total(ys)"
    assert ADDITIVE.name == "total_additivity_over_concatenation"
    assert ROUND_TRIP.formula == "decode(encode(text, key), key=key) == text"
    assert ROUND_TRIP.words == "decode gives back what encode was given."
    assert repr(ROUND_TRIP) == "<ScenarioRelation decode(encode(text, key), key=key) == text>"


def test_an_explanation_has_the_calls_the_law_an_example_and_the_evidence():
    explained = ADDITIVE.explain()
    assert explained.startswith("total(xs + ys) == total(xs) + total(ys)\nIn words: total of both joined is")
    assert "Calls: total(xs + ys), total(xs), total(ys)\nLaw: additivity over concatenation" in explained
    assert "Example\n  xs = []\n  ys = []\n" in explained


@pytest.mark.parametrize("those", VARIED, ids=lambda those: " ".join(f"{one.name}{one.names}" for one in those))
def test_every_law_has_a_sentence_with_the_words_for_its_operations(those):
    signatures = [make_signature(one.name, {p.name: p.domain for p in one.parameters}) for one in those]
    for scenario in scenarios(those):
        relation = ScenarioRelation(tuple(signatures), scenario.parameters, scenario.claim, EVIDENCE, (), ())
        assert relation.law in SENTENCES
        words = relation.words
        assert words.endswith(".")
        assert not re.search(r"  | [.:]|None", words), words


@pytest.mark.parametrize("relation", BOTH)
def test_a_relation_holds_for_its_examples(relation):
    functions = [sum] if relation is ADDITIVE else [encode, decode]
    assert all(relation.check(functions, *values) for values in relation.examples)


def test_inputs_are_given_by_position_or_by_name():
    assert ADDITIVE.check(sum, [1], [2])
    assert ADDITIVE.check(sum, [1], ys=[2])
    assert ADDITIVE.check([sum], xs=[1], ys=[2])
    assert ROUND_TRIP.check((encode, decode), "ab", key=3)


def test_a_function_that_breaks_a_relation_or_crashes_is_noticed():
    assert not ADDITIVE.check(lambda xs: sum(xs) + 1, [1], [2])
    assert not ADDITIVE.check(repr, [1], [2])
    assert not ROUND_TRIP.check([encode, encode_by_name], "ab", 3)
    assert not ROUND_TRIP.check([encode, crash], "ab", 3)


def test_outputs_of_another_kind_than_was_seen_are_noticed():
    assert not ADDITIVE.check(list, [1], [2])
    assert not ROUND_TRIP.check([lambda *_: 3, lambda *_, **__: "ab"], "ab", 3)
    assert not ROUND_TRIP.check([lambda *_: None, decode], "ab", 3)


def test_examples_must_go_on_to_be_answered():
    (xs, ys) = ADDITIVE.examples[1]
    raising = replace(ADDITIVE, signatures=(replace(TOTAL, raises=("ValueError",)),))
    assert not raising.check(refuse, xs, ys)
    with pytest.raises(InapplicableInput):
        raising.check(refuse, xs, [*ys, 3])


def refuse(xs, key=0):
    raise ValueError(xs, key)


def encode_by_name(code, *, key):
    return encode(code, key)


def test_a_function_gets_copies_of_its_arguments():
    xs = [1]
    ADDITIVE.check(change, xs, [2])
    assert xs == [1]


@pytest.mark.parametrize(
    ("args", "drawn", "got"),
    [
        ((), {}, "none"),
        ((), {"ys": [2]}, r"ys=\.\.\."),
        (([1], [2], [3]), {}, r"\[1\], \[2\], \[3\]"),
        (([1], [2]), {"ys": [2]}, r"\[1\], \[2\], ys=\.\.\."),
        (([1],), {"zs": [2]}, r"\[1\], zs=\.\.\."),
    ],
)
def test_missing_and_further_inputs_are_refused(args, drawn, got):
    with pytest.raises(UsageError, match=f"check needs one value for each of xs, ys, got {got}$"):
        ADDITIVE.check(sum, *args, **drawn)


def test_inputs_of_further_calls_are_drawn_where_they_are_left_out():
    asked = []

    def total(xs):
        asked.append(xs)
        return sum(xs)

    assert ADDITIVE.check(total, [1])
    assert ADDITIVE.check(total, [1])
    assert len(asked) == 6
    assert asked[:3] == asked[3:]
    assert not ADDITIVE.check(lambda xs: sum(xs) + 1, [1])


def test_the_default_of_a_parameter_that_is_kept_is_no_drawn_input():
    def total(xs, ys=None):
        assert ys is None
        return sum(xs)

    assert ADDITIVE.check(total, [1])


def clamp(x, low=0, high=9):
    return max(low, min(high, x))


class Picky:
    def __init__(self, n):
        if n > 3:
            raise ValueError(n)
        self.n = n

    def __repr__(self):
        """The text that seeds what is drawn: the usual one has an address in it."""
        return f"Picky({self.n})"


def test_drawn_objects_that_their_class_refuses_are_drawn_again():
    domain = objs("tests.results.test_scenario_relations:Picky", n=ints(0, 9))
    relation = make_scenario(
        *([make_signature("number", {"held": domain})], {"held": domain, "other": domain}, "additivity"),
        *(["call", 0, "held"], ["call", 0, "other"]),
    )
    assert all(relation.check(lambda held: min(held.n, 0), Picky(n)) for n in range(4))


def test_an_input_of_the_function_does_where_fewer_are_drawn():
    assert ABSORBED.check(clamp, 5, 7, 9)
    assert ABSORBED.check(clamp, 5, 9)


def test_arguments_with_a_default_may_be_left_out():
    assert ABSORBED.check(clamp, 5)


@pytest.mark.parametrize("functions", [[], [encode], [encode, decode, decode], encode, [encode, 3], "ab"])
def test_a_relation_of_two_functions_needs_a_list_of_two(functions):
    with pytest.raises(UsageError, match="func must be a list of 2 functions, got "):
        ROUND_TRIP.check(functions, "ab", 3)


@pytest.mark.parametrize("functions", [[], [sum, sum], [3], 3])
def test_a_relation_of_one_function_needs_one(functions):
    with pytest.raises(UsageError, match="func must be a function, got "):
        ADDITIVE.check(functions, [1], [2])


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("xyz", 3), r'input text must be in texts\("abc", max_len=5\), got '),
        (("ab", 10), r"input key must be in ints\(0, 9\), got 10"),
        (("ab", True), r"input key must be in ints\(0, 9\), got True"),
    ],
)
def test_inputs_outside_of_the_domain_say_nothing(values, said):
    with pytest.raises(InapplicableInput, match=said):
        ROUND_TRIP.check([encode, decode], *values)


def test_a_call_that_gets_what_lies_outside_of_its_domain_says_nothing_unless_none_did():
    domains = {"n": ints(0, 9)}
    signatures = [make_signature("grow", domains), make_signature("shrink", domains)]
    always = make_scenario(signatures, domains, "round trip", ["call", 1, ["call", 0, "n"]], "n")
    assert always.check([lambda n: n + 1, lambda n: n - 1], 9)
    assert not always.check([lambda n: n + 1, lambda n: min(n, 9) - 1], 9)
    relation = replace(always, evidence=IN_PART)
    assert relation.check([lambda n: n + 1, lambda n: n - 1], 8)
    said = r"^shrink\(grow\(n\)\) == n says nothing of \(9,\): shrink input n must be in ints\(0, 9\), got 10$"
    with pytest.raises(InapplicableInput, match=said):
        relation.check([lambda n: n + 1, lambda n: n - 1], 9)


def test_a_call_that_raises_a_recorded_type_says_nothing_unless_none_did_of_what_was_passed_on():
    assert ROUND_TRIP.check([encode, decode_strictly], "ab", 5)
    assert not ROUND_TRIP.check([encode, decode_strictly], "ab", 6)
    with pytest.raises(InapplicableInput, match=r" == text says nothing of .*: decode raises ValueError for "):
        replace(ROUND_TRIP, evidence=IN_PART).check([encode, decode_strictly], "ab", 6)


def test_a_call_of_drawn_inputs_that_raises_a_recorded_type_always_says_nothing():
    raising = replace(ROUND_TRIP, signatures=(replace(ENCODE, raises=("ValueError",)), DECODE))
    with pytest.raises(InapplicableInput, match=r": encode raises ValueError for "):
        raising.check([refuse, decode], "ba", 6)


def test_a_tuple_that_a_function_gives_is_passed_on_in_parts():
    (signature, other), drawn = (
        (make_signature("split", {"n": ints(0, 99)}, Kind.OTHER), make_signature("whole", {"h": ints(), "m": ints()})),
        {"n": ints(0, 99)},
    )
    parts = [["part", ["call", 0, "n"], ["value", place], ["value", 2]] for place in (0, 1)]
    relation = make_scenario([signature, other], drawn, "round trip", ["call", 1, *parts], "n", examples=[(7,)])
    assert relation.formula == "whole(*split(n)) == n"
    assert relation.check([lambda n: divmod(n, 9), lambda h, m: 9 * h + m], 25)
    assert not relation.check([lambda n: divmod(n, 9), lambda h, m: 9 * h - m], 25)
    assert not relation.check([lambda n: (*divmod(n, 9), 0), lambda h, m: 9 * h + m], 25)
    assert not relation.check([lambda n: list(divmod(n, 9)), lambda h, m: 9 * h + m], 25)


def test_what_a_call_gives_is_compared_with_all_arguments_of_another_one(tmp_path):
    signatures = [make_signature("whole", {"h": ints(), "m": ints(0, 8)}), make_signature("split", {"n": ints()})]
    back = ["call", 1, ["call", 0, "h", "m"]]
    drawn = {"h": ints(), "m": ints(0, 8)}
    relation = make_scenario(signatures, drawn, "round trip", back, ["tuple", "h", "m"])
    assert relation.formula == "split(whole(h, m)) == (h, m)"
    assert relation.words == "split gives back what whole was given."
    make_set(relation).to_json(tmp_path / "saved.json")
    (saved,) = RelationSet.from_json(tmp_path / "saved.json").relations
    assert saved.claim == relation.claim


INFINITE = floats(allow_infinity=True)


def same(one):
    return one


MERGED = make_scenario(
    *([make_signature("same", {"d": dicts(texts(), ints())}, Kind.OTHER)], {"d": dicts(texts(), ints())}),
    *("combining law", ["call", 0, ["merge", "d", ["value", {"b": 2}]]]),
    ["merge", ["call", 0, "d"], ["value", {"b": 2}]],
    examples=(({"a": 1},),),
)
RICH = {
    "dicts": MERGED,
    "sets": make_scenario(
        *([make_signature("same", {"s": sets(ints())}, Kind.OTHER)], {"s": sets(ints()), "t": sets(ints())}),
        *("combining law", ["call", 0, ["union", "s", "t"]], ["union", ["call", 0, "s"], ["call", 0, "t"]]),
    ),
    "floats": make_scenario(
        *([make_signature("same", {"x": INFINITE}, Kind.FLOAT)], {"x": INFINITE}),
        *("absorbing element", ["call", 0, ["value", float("inf")]], ["value", float("inf")]),
        examples=((-0.0,),),
    ),
    "arrays": make_scenario(
        [
            make_signature(
                "same", {"a": np_arrays("int64", np_shapes(1, 1))}, Output(Kind.INTS, container=Container.ARRAY)
            )
        ],
        {"a": np_arrays("int64", np_shapes(1, 1)), "b": np_arrays("int64", np_shapes(1, 1))},
        *("distribution over concatenation", ["call", 0, ["stack", "a", "b"]]),
        ["stack", ["call", 0, "a"], ["call", 0, "b"]],
    ),
    "dates": make_scenario(
        *([make_signature("same", {"day": dates()}, Kind.OTHER)], {"day": dates()}),
        *("idempotence of an operation", ["call", 0, "day"], "day"),
    ),
    "bools": make_scenario(
        *([make_signature("same", {"b": bools()}, Kind.BOOL)], {"b": bools()}, "predicate"),
        *(["or", ["call", 0, ["value", True]], ["call", 0, "b"]],),
        comparison=Comparison.TRUE,
    ),
}
"""Relations whose inputs or fixed values are no JSON, which `same` satisfies."""

VALUES = {
    "dicts": ({"a": 1},),
    "sets": ({1}, {2}),
    "floats": (1.5,),
    "arrays": (np.array([1, 2]), np.array([3])),
    "dates": (date(2024, 2, 29),),
    "bools": (False,),
}


@pytest.mark.parametrize("name", RICH)
def test_values_of_all_kinds_are_checked(name):
    assert RICH[name].check(same, *VALUES[name])
    assert RICH[name].check(lambda _: None, *VALUES[name]) is False


@pytest.mark.parametrize("relation", [*BOTH, *RICH.values()], ids=[*("total", "encode"), *RICH])
def test_a_saved_relation_is_read_back_as_it_was(relation, tmp_path):
    known = make_set(relation)
    known.to_json(tmp_path / "saved.json")
    read = RelationSet.from_json(tmp_path / "saved.json")
    assert read == known
    assert read.signatures == relation.signatures
    assert read.relations[0].formula == relation.formula


def test_relations_of_pairs_and_of_several_calls_are_saved_together(tmp_path):
    signature = make_signature("f", {"n": ints(-9, 9)})
    pair = make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 1]])
    several = make_scenario([signature], {"n": ints(-9, 9)}, "neutral element", ["call", 0, "n"], "n")
    known = make_set(pair, several).accept(1)
    known.to_json(tmp_path / "saved.json")
    read = RelationSet.from_json(tmp_path / "saved.json")
    assert read == known
    assert [relation.is_accepted for relation in read] == [False, True]


DRAWN = {"name": "text", "domain": "texts()", "keyword_only": False}


def edited(tmp_path, relation, **changed):
    """The path of a saved relation, of which some data of its scenario is changed."""
    data = to_data(make_set(relation))
    data["relations"][0]["scenario"] |= changed
    path = tmp_path / "edited.json"
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"left": ["call", 1, ["call", 0, "text", "key"], "other"]}, "terms must speak of key, text, got 'other'"),
        ({"left": ["call", 2, "text", "key"]}, "a call must be of a function of the relation with all its arguments"),
        ({"left": ["call", 0, "text"]}, "a call must be of a function of the relation with all its arguments"),
        ({"left": ["power", "text", "key"]}, "operation must be one of "),
        ({"left": 3}, "a term must be a name, a value, a call or an operation, got 3"),
        ({"left": "text"}, "a claim must speak of a call"),
        ({"right": None}, "a claim of == must have the terms for it"),
        ({"comparison": "true"}, "a claim of true must have the terms for it"),
        ({"comparison": "<"}, "comparison must be a value that genmorph writes, got '<'"),
        ({"law": "magic"}, "law must be one of additivity, "),
        ({"functions": [0, 2]}, "functions must be among the 2 of the set, got "),
        ({"functions": [0, -1]}, "is not a saved set of relations"),
        ({"functions": [0]}, "a call must be of a function of the relation with all its arguments"),
        ({"drawn": []}, r"drawn must hold inputs of different names, got \[\]"),
        ({"drawn": [DRAWN, DRAWN]}, r"drawn must hold inputs of different names, got \['text', 'text'\]"),
        (
            {"drawn": [{"name": "text", "domain": "eval('1')", "keyword_only": False}]},
            "is not a saved set of relations",
        ),
    ],
)
def test_an_edited_scenario_is_refused_with_what_is_wrong_in_it(changed, said, tmp_path):
    with pytest.raises(UsageError, match=said):
        RelationSet.from_json(edited(tmp_path, ROUND_TRIP, **changed))


def test_examples_with_other_numbers_of_inputs_are_refused(tmp_path):
    data = to_data(make_set(ROUND_TRIP))
    data["relations"][0]["examples"] = [["a"]]
    (tmp_path / "edited.json").write_text(json.dumps(data))
    with pytest.raises(UsageError, match="values must be 2, got 1"):
        RelationSet.from_json(tmp_path / "edited.json")


def test_a_replay_tries_stored_and_drawn_inputs():
    replayed = replay(ROUND_TRIP, [encode, decode], drawn=20)
    assert (replayed.verdict, replayed.tried, replayed.inapplicable) == (Verdict.KEEP, 22, 0)
    assert str(replayed) == f"holds for 22 inputs: {ROUND_TRIP.formula}"


def test_a_replay_shows_the_first_inputs_that_violate_the_relation():
    replayed = replay(ROUND_TRIP, [encode, encode_by_name])
    assert (replayed.verdict, replayed.tried, replayed.counterexample) == (Verdict.REJECT, 2, ("ab", 3))
    assert replayed.shown == ("text = 'ab'", "key = 3")


def test_a_replay_of_functions_that_refuse_all_inputs_decides_nothing():
    refusing = make_scenario(
        *([ENCODE, DECODE], {"text": texts("abc", max_len=5), "key": ints(6, 9)}, "round trip"),
        *(["call", 1, ["call", 0, "text", "key"], "key"], "text"),
    )
    assert replay(refusing, [encode, decode_strictly], drawn=10).verdict is Verdict.REJECT
    refusing = replace(refusing, evidence=IN_PART)
    replayed = replay(refusing, [encode, decode_strictly], drawn=10)
    assert (replayed.verdict, replayed.inapplicable) == (Verdict.UNDECIDED, 10)


def test_a_set_of_two_functions_is_shown_with_both():
    assert "decode(encode(text, key), key=key) == text" in str(make_set(ROUND_TRIP))
    assert ROUND_TRIP.latex()
    assert make_set(ROUND_TRIP).find("encode_decode_round_trip") == 0


def test_operations_without_words_join_no_inputs():
    without = {name for name, one in OPERATIONS.items() if not one.whole and not one.joins}
    others = {"implies", "not", "at most one", "item", "part", "tuple", "backwards"}
    assert without == {*others, *GROWING, *SHRINKING, *OF_PROGRAMS, *OF_SINGLE_CALLS}

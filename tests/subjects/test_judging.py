"""The judge of relations is judged: relations whose worth is known get the figures that they must get."""

import json
import math
import os
import subprocess
import sys
import textwrap

import pytest

from benchmarks.checks.judge_mutants import load_function, ray_mutants
from benchmarks.checks.judge_outcomes import alike
from benchmarks.checks.judging import judge
from genmorph.domain import parse_domain
from genmorph.model import Altered, Container, Kind, Output, Place, Raised, Returned
from genmorph.transformations import Transformation
from tests.handmade import GROWS, NEGATED, REVERSED, make_relation, make_set, make_signature

FUNCTIONS = textwrap.dedent(
    '''
    """Functions to be judged."""

    import os


    def reprieve() -> int:
        return 1


    def leave() -> int:
        os._exit(3)


    WAYS = (reprieve, leave)


    def same(n: int) -> int:
        """The number; mutants of one branch differ on one input of 5,000."""
        if n == 4321:
            return 4321
        return n


    def distance(x: int = 1 + 1) -> int:
        """From 0."""
        if x < 0:
            return -x
        return x


    def clear(values: list[int]) -> None:
        """Make each element zero."""
        for place in range(len(values)):
            values[place] = 0


    def descend(n: int) -> int:
        """Go down to 0."""
        WAYS[False]()
        while n > 0:
            n -= 1
        return n


    class Shelf:
        @staticmethod
        def room(books: int) -> int:
            """What is left."""
            return 10 - books
    '''
)
EQUAL = ["==", "return_f", "return_s"]
CLEARED = Output(Kind.INTS, Place.ARGUMENT, "values", Container.LIST, position=0)
DOUBLED = Transformation("scale", (0,), 2)


@pytest.fixture(autouse=True)
def _functions(tmp_path, monkeypatch):
    """An importable module of these functions."""
    (tmp_path / "judged_functions.py").write_text(FUNCTIONS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("judged_functions", None)


def judged(folder, name, parameter, domain, *relations, output=Kind.INT):
    """The row of a function of one parameter, for relations as pairs of a transformation and a tree."""
    signature = make_signature(name, {parameter: parse_domain(domain)}, output, module="judged_functions")
    saved = folder / f"{name}.json"
    make_set(*(make_relation(signature, *relation) for relation in relations)).to_json(saved)
    return judge(f"judged_functions:{name}", saved, {parameter: domain}, seed=0).as_row()


def test_a_wrong_a_trivial_and_a_perfect_relation_get_what_they_are_worth(tmp_path):
    wrong = GROWS, ["==", "return_f", ["+", "return_s", 2]]
    trivial = GROWS, ["==", "return_f", "return_f"]
    perfect = GROWS, ["==", "return_f", ["+", "return_s", 1]]
    row = judged(tmp_path, "same", "n", "ints(0, 4999)", wrong, trivial, perfect)
    assert row["mutants"] == {"live": 10, "equivalent": 0, "crash_only": 0, "died": 0}
    figures = [(one["applicable"], one["violations"], one["valid"], one["score"]) for one in row["relations"]]
    assert figures == [(4999, 4999, False, 0.0), (4999, 0, True, 0.0), (4999, 0, True, 1.0)]
    assert [len(one["killed"]) for one in row["relations"]] == [0, 0, 10]
    assert (row["set_score"], row["mean_score"], row["best_score"]) == (1.0, pytest.approx(1 / 3), 1.0)
    # Four mutants give another number for a single input.
    assert (row["recorded_missed"], row["recorded_missed_killed"], row["delta"]) == (4, 4, 1.0)
    assert row["survivors"] == []
    assert json.loads(json.dumps(row)) == row


def test_relations_that_miss_different_mutants_are_together_worth_more_than_the_best(tmp_path):
    # The first misses what gives -abs(x), the second ~x and a bound of -1.
    grown = DOUBLED, ["<=", "return_s", "return_f"]
    row = judged(tmp_path, "distance", "x", "ints(-20, 20)", (NEGATED, EQUAL), grown)
    assert row["mutants"] == {"live": 10, "equivalent": 2, "crash_only": 0, "died": 0}
    assert [one["score"] for one in row["relations"]] == [0.7, 0.8]
    assert (row["set_score"], row["mean_score"], row["best_score"]) == (1.0, pytest.approx(0.75), 0.8)
    assert (row["recorded_missed"], row["delta"]) == (0, None)


def test_what_a_call_leaves_in_its_argument_counts_and_survivors_are_told_with_their_change(tmp_path):
    reversed_ = REVERSED, ["==", "values.after_f", "values.after_s"]
    row = judged(tmp_path, "clear", "values", "lists(ints(-9, 9), max_size=6)", reversed_, output=CLEARED)
    assert row["mutants"]["live"] == 3
    assert row["relations"][0]["killed"] == ["ZeroIterationForLoop/0"]
    assert [one["change"] for one in row["survivors"]] == [
        "- values[place] = 0\n+ values[place] = 1",
        "- values[place] = 0\n+ values[place] = -1",
    ]


def test_mutants_that_loop_end_the_process_or_are_equivalent_are_told_apart_and_the_others_judged(tmp_path):
    row = judged(tmp_path, "descend", "n", "ints(0, 5)", (GROWS, EQUAL))
    # Two live ones always give -1; two loop for 0 alone and are killed.
    assert row["mutants"] == {"live": 8, "equivalent": 1, "crash_only": 1, "died": 1}
    assert row["set_score"] == 6 / 8


def test_a_mutant_is_its_whole_module_with_one_change_in_the_body_of_one_function():
    first, *others = ray_mutants("judged_functions:Shelf.room")
    assert (first.id, first.operator) == ("NumberReplacer/0", "NumberReplacer")
    assert first.change == "- return 10 - books\n+ return 11 - books"
    assert first.source.split("\n")[first.line - 1].strip() == "return 11 - books"
    assert first.source.replace("11 - books", "10 - books") == FUNCTIONS
    assert len({mutant.source for mutant in others}) == len(others) == 12
    assert load_function(first.source, "judged_functions", "Shelf.room")(4) == 7
    assert "judged_functions" not in sys.modules


def test_the_mutants_of_two_processes_have_the_same_ids(tmp_path):
    program = "from benchmarks.checks.judge_mutants import ray_mutants\n"
    program += "print([mutant.id for mutant in ray_mutants('judged_functions:distance')])"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]), "PYTHONHASHSEED": "7"}
    ids = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert ids.stdout.strip() == str([mutant.id for mutant in ray_mutants("judged_functions:distance")])


@pytest.mark.parametrize("name", ["WAYS", "Shelf", "missing", "Shelf.missing"])
def test_what_no_def_defines_has_no_mutants(name):
    with pytest.raises(ValueError, match=f"path must name a function .* got 'judged_functions:{name}'"):
        ray_mutants(f"judged_functions:{name}")


@pytest.mark.parametrize(
    ("one", "other", "is_alike"),
    [
        (Returned(2), Returned(2.0), True),
        (Returned(-0.0), Returned(0.0), True),
        (Returned(1.0), Returned(1.0 + 1e-10), True),
        (Returned(1.0), Returned(1.0 + 1e-8), False),
        (Returned(10**20), Returned(10**20 + 1), False),
        (Returned(10**400), Returned(1.0), False),
        (Returned([math.nan]), Returned([math.nan]), True),
        (Returned({"a": (1, "b")}), Returned({"a": (1, "b")}), True),
        (Returned({"a": 1}), Returned({"b": 1}), False),
        (Returned(None), Returned(0), False),
        (Returned(Altered(None, ((0, [1.0]),))), Returned(Altered(None, ((0, [1.0 + 1e-10]),))), True),
        (Returned(1), Raised("ValueError"), False),
        (Raised("ValueError"), Raised("ValueError"), True),
    ],
)
def test_outcomes_are_alike_where_no_relation_could_tell_them_apart(one, other, is_alike):
    assert alike(one, other) is alike(other, one) is is_alike

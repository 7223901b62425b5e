"""The judge of relations is judged: relations whose worth is known get the figures that they must get."""

import json
import math
import os
import subprocess
import sys
import textwrap
from dataclasses import replace

import pytest
from hypothesis import strategies as st

from benchmarks.checks.judge_inputs import stock_of, told_apart
from benchmarks.checks.judge_mutants import RayMutant, load_function, ray_mutants
from benchmarks.checks.judge_outcomes import alike, thaw
from benchmarks.checks.judge_relations import Fate
from benchmarks.checks.judge_sorting import Sort, Sorting
from benchmarks.checks.judgement import JudgedRelation, Judgement, with_twins
from benchmarks.checks.judging import judge
from genmorph.domain import as_domain, parse_domain
from genmorph.model import Altered, Container, Kind, Output, Place, Raised, Returned, TimedOut
from genmorph.transformations.transformation import Transformation
from tests.handmade import GROWS, NEGATED, REVERSED, make_error_relation, make_relation, make_set, make_signature

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


    def share(n: int) -> int:
        """Of three things; some mutants look for a fourth one, or divide by zero."""
        things = [8, 9, 10]
        return things[n % 3] // (n + 1)


    def half(n: int) -> int:
        """Rounded down."""
        return n // 2


    def require(n: int) -> int:
        """The number, which must not be below 0."""
        if n < 0:
            raise ValueError(n)
        return n


    def round_number(n: int) -> int:
        """The number, which must be one of ten."""
        if n % 10:
            raise ValueError(n)
        return n


    def band(n: int) -> int:
        """Mutants of one bound differ on one number."""
        return (n > 120) + (n > 260) + (n > 440) + (n > 510) + (n > 680) + (n > 760) + (n > 830) + (n > 950)


    def climb(n: int) -> int:
        """Go up to 7, and a step further; without steps it never gets there."""
        step = 1
        while n < 7:
            n += step
        return n + step


    def gone(n: int) -> int:
        return n


    del gone


    class Shelf:
        @staticmethod
        def room(books: int) -> int:
            """What is left."""
            return 10 - books
    '''
)
EQUAL = ["==", "return_f", "return_s"]
CLEARED = Output(Kind.INTS, Place.ARGUMENT, "values", Container.LIST, position=0)
UNTRIED = JudgedRelation("f(-x) == f(x)", "f", 9, 0, exhaustive=False, stopped=0, error="")
DOUBLED = Transformation("scale", (0,), 2)


@pytest.fixture(autouse=True)
def _functions(tmp_path, monkeypatch):
    """An importable module of these functions."""
    (tmp_path / "judged_functions.py").write_text(FUNCTIONS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("judged_functions", None)


def judged(folder, name, parameter, domain, *relations, output=Kind.INT, raises=(), seed=0, **limits):
    """The row of a function of one parameter; relations are a transformation and a tree, None for one about errors."""
    domains = {parameter: parse_domain(domain)}
    signature = make_signature(name, domains, output, module="judged_functions", raises=raises)
    made = (
        make_error_relation(signature, change) if tree is None else make_relation(signature, change, tree)
        for change, tree in relations
    )
    saved = folder / f"{name}.json"
    make_set(*made).to_json(saved)
    return judge(f"judged_functions:{name}", saved, {parameter: domain}, seed, **limits).as_row()


def counts(live, unseen, **others):
    """The counts of a row by sort."""
    return {"live": live, "unseen": unseen, "equivalent": 0, "lenient": 0, "crash_only": 0, "died": 0} | others


def test_a_wrong_a_trivial_and_a_perfect_relation_get_what_they_are_worth(tmp_path):
    wrong = GROWS, ["==", "return_f", ["+", "return_s", 2]]
    trivial = GROWS, ["==", "return_f", "return_f"]
    perfect = GROWS, ["==", "return_f", ["+", "return_s", 1]]
    row = judged(tmp_path, "same", "n", "ints(0, 4999)", wrong, trivial, perfect)
    assert row["mutants"] == counts(live=10, unseen=0)
    figures = [(one["applicable"], one["violations"], one["valid"], one["score"]) for one in row["relations"]]
    assert figures == [(4999, 4999, False, 0.0), (4999, 0, True, 0.0), (4999, 0, True, 1.0)]
    assert [len(one["killed"]) for one in row["relations"]] == [0, 0, 10]
    assert (row["set_score"], row["mean_score"], row["best_score"]) == (1.0, pytest.approx(1 / 3), 1.0)
    # Four mutants give another number for a single input.
    assert (row["recorded_missed"], row["recorded_missed_killed"], row["delta"]) == (4, 4, 1.0)
    assert row["survivors"] == []
    assert json.loads(json.dumps(row)) == row


def test_relations_that_miss_different_mutants_are_together_worth_more_than_the_best(tmp_path):
    # The first misses what gives -abs(x), the second ~x, `not x` and a bound of -1.
    grown = DOUBLED, ["<=", "return_s", "return_f"]
    row = judged(tmp_path, "distance", "x", "ints(-20, 20)", (NEGATED, EQUAL), grown)
    assert row["mutants"] == counts(live=10, unseen=2, equivalent=2)
    assert [one["score"] for one in row["relations"]] == [0.7, 0.7]
    assert (row["set_score"], row["mean_score"], row["best_score"]) == (1.0, pytest.approx(0.7), 0.7)
    assert (row["recorded_missed"], row["delta"]) == (0, None)


def test_what_a_call_leaves_in_its_argument_counts_and_survivors_are_told_with_their_change(tmp_path):
    reversed_ = REVERSED, ["==", "values.after_f", "values.after_s"]
    row = judged(tmp_path, "clear", "values", "lists(ints(-9, 9), max_len=6)", reversed_, output=CLEARED)
    assert row["mutants"]["live"] == 3
    assert row["relations"][0]["killed"] == ["ZeroIterationForLoop/0"]
    assert [one["change"] for one in row["survivors"]] == [
        "- values[place] = 0\n+ values[place] = 1",
        "- values[place] = 0\n+ values[place] = -1",
    ]


def test_mutants_that_loop_end_the_process_or_are_equivalent_are_told_apart_and_the_others_judged(tmp_path):
    row = judged(tmp_path, "descend", "n", "ints(0, 5)", (GROWS, EQUAL))
    # Two live ones always give -1; two loop for 0 alone, of which one is a twin of the other, and are killed.
    assert row["mutants"] == counts(live=8, unseen=0, equivalent=1, crash_only=1, died=1)
    assert row["set_score"] == 6 / 8


def test_a_crash_of_a_mutant_is_no_kill_but_by_a_relation_about_errors(tmp_path):
    trivial = GROWS, ["==", "return_f", "return_f"]
    row = judged(tmp_path, "share", "n", "ints(0, 60)", trivial, (GROWS, None))
    assert row["mutants"]["live"] > 0
    by_value, by_error = (relation["killed"] for relation in row["relations"])
    assert by_value == []
    changes = {mutant.id: mutant.change for mutant in ray_mutants("judged_functions:share")}
    raising = [changes[name].partition("\n+ ")[2] for name in by_error]
    assert "return things[n % 4] // (n + 1)" in raising
    assert "return things[n % 3] // (n - 1)" in raising


def test_what_a_relation_says_of_ints_it_says_of_floats_that_a_mutant_gives_for_them(tmp_path):
    grows_by_two = Transformation("add", (0,), 2)
    row = judged(tmp_path, "half", "n", "ints(0, 99)", (grows_by_two, ["==", "return_f", ["+", "return_s", 1]]))
    survivors = [one["change"] for one in row["survivors"]]
    assert "- return n // 2\n+ return n / 2" in survivors
    row = judged(tmp_path, "half", "n", "ints(0, 99)", (GROWS, ["or", EQUAL, ["==", "return_f", ["+", "return_s", 1]]]))
    assert "- return n // 2\n+ return n / 2" not in [one["change"] for one in row["survivors"]]


def test_a_mutant_that_answers_only_where_the_original_raises_is_lenient_and_not_judged(tmp_path):
    grows = GROWS, ["==", "return_f", ["+", "return_s", 1]]
    row = judged(tmp_path, "require", "n", "ints(-3, 9)", grows, raises=("ValueError",))
    # It is `n < -1`.
    assert row["mutants"]["lenient"] == 1
    assert row["relations"][0]["valid"]
    assert row["inputs"] == 10


def test_inputs_are_distinct_and_drawn_until_the_original_returns_on_enough_of_them(tmp_path):
    saved, domain = tmp_path / "saved.json", "ints(0, 1000000)"
    make_set(make_relation(make_signature("round_number", {"n": parse_domain(domain)}), GROWS, EQUAL)).to_json(saved)
    stock = stock_of("judged_functions:round_number", saved, {"n": domain}, 60)
    inputs = [thaw(values)[0] for values in stock.inputs]
    assert (stock.returning, len(set(inputs)), len(set(stock.recorded))) == (60, 120, 100)
    assert [n % 10 == 0 for n in inputs] == [True] * 60 + [False] * 60
    assert all(thaw(values)[0] % 10 == 0 for values in stock.recorded)


def test_no_further_input_is_drawn_when_the_time_is_over():
    outcomes = {b"a": Raised("ValueError"), b"b": TimedOut(), b"c": Returned(1), b"d": Returned(2)}
    assert told_apart(outcomes.__getitem__, outcomes, wanted=2, seconds=60.0) == ([b"c", b"d"], [b"a"])
    assert told_apart(outcomes.__getitem__, outcomes, wanted=2, seconds=0.0) == ([], [b"a"])


def test_mutants_are_the_same_for_all_seeds(tmp_path):
    trivial = GROWS, ["==", "return_f", "return_f"]
    rows = [
        judged(tmp_path, "band", "n", "ints(0, 1000)", trivial, seed=seed, inputs=90, validity_inputs=20)
        for seed in (0, 1)
    ]
    first, second = ((row["mutants"], row["survivors"], row["recorded_missed"]) for row in rows)
    assert first == second
    assert rows[0]["mutants"]["equivalent"] > 0


def test_a_mutant_on_which_a_trial_was_broken_off_is_told_as_stopped(tmp_path):
    lowered = Transformation("add", (0,), -7), ["==", "return_f", "return_f"]
    row = judged(tmp_path, "climb", "n", "ints(0, 20)", lowered)
    stopped = [one["change"] for one in row["survivors"] if one.get("stopped")]
    assert "- step = 1\n+ step = 0" in stopped
    assert "- step = 1\n+ step = 2" not in stopped


def test_a_mutant_that_loops_for_the_first_inputs_is_judged_by_others(tmp_path):
    row = judged(tmp_path, "climb", "n", "ints(0, 9)", (GROWS, ["<=", "return_s", "return_f"]))
    assert "- step = 1\n+ step = 0" in [one["change"] for one in row["survivors"]]


def test_a_relation_that_the_original_violates_on_an_input_of_the_mutants_is_not_valid(tmp_path):
    false_once = GROWS, ["not", ["==", "return_f", 3333]]
    row = judged(tmp_path, "same", "n", "ints(0, 4999)", false_once, validity_inputs=20)
    (relation,) = row["relations"]
    assert (relation["applicable"], relation["violations"], relation["valid"]) == (20, 1, False)
    assert (relation["killed"], relation["score"], row["set_score"]) == ([], 0.0, 0.0)
    assert (relation["exhaustive"], relation["stopped"]) == (False, 0)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("judged_functions:gone", r"judged_functions:gone cannot be judged: UsageError: .* \(paths\.py:\d+\)"),
        ("judged_missing.module:gone", "cannot be judged: ModuleNotFoundError: "),
        ("judged_functions:os.getpid", "path must name a function that its module defines"),
        ("math:gcd", "path must name a function in a module of Python source"),
    ],
)
def test_what_cannot_be_judged_is_refused_as_a_value(tmp_path, path, said):
    saved = tmp_path / "saved.json"
    make_set(make_relation(make_signature("gone", {"n": parse_domain("ints(0, 9)")}), GROWS, EQUAL)).to_json(saved)
    with pytest.raises(ValueError, match=said):
        judge(path, saved, {}, seed=0)


def test_inputs_are_not_drawn_of_a_domain_that_does_not_say_which_values_it_has(tmp_path):
    saved = tmp_path / "saved.json"
    domain = as_domain(st.integers(0).map(abs), "n")
    make_set(make_relation(make_signature("same", {"n": domain}), GROWS, EQUAL)).to_json(saved)
    with pytest.raises(
        ValueError, match=r"same cannot be judged: TypeError: domain must say .* \(module_inputs\.py:\d+\)"
    ):
        judge("judged_functions:same", saved, {}, seed=0)


def test_a_live_mutant_is_seen_too_if_it_gives_what_a_live_seen_one_gives():
    mutants = [RayMutant(name, "", 1, "", "", is_seen=name == "seen") for name in ("seen", "twin", "other", "died")]
    digests = [("1", Sort.CAUGHT), ("1", Sort.CAUGHT), ("2", Sort.CAUGHT), (None, Sort.DIED)]
    sortings = [Sorting(sort, digest) for digest, sort in digests]
    row = Judgement((), with_twins(list(zip(mutants, sortings, strict=True))), inputs=9).as_row()
    assert {one["id"]: one["seen"] for one in row["survivors"]} == {"seen": True, "twin": True, "other": False}
    assert row["mutants"]["unseen"] == 1


def test_no_mutant_is_a_twin_of_one_that_was_not_called_or_is_not_live():
    mutants = [RayMutant(name, "", 1, "", "", is_seen=name == "seen") for name in ("seen", "other")]
    for sort, digest in ((Sort.DIED, None), (Sort.EQUIVALENT, "1")):
        (_, (other, _)) = with_twins([(mutant, Sorting(sort, digest)) for mutant in mutants])
        assert not other.is_seen


def test_a_trial_that_was_broken_off_or_died_is_no_kill_but_is_told():
    answers = {("a", 0): Fate.KILLED, ("b", 0): Fate.STOPPED, ("c", 0): Fate.DIED, ("d", 0): Fate.SURVIVED}
    relation = UNTRIED.judged(0, answers | {("e", 1): Fate.KILLED}, {})
    assert (relation.killed, relation.broken_off) == (("a",), ("b", "c"))


def test_where_nothing_unseen_is_live_there_is_no_score_for_it():
    relation = replace(UNTRIED, killed=("a",))
    seen, unseen = (RayMutant(name, "", 1, "", "", is_seen) for name, is_seen in (("a", True), ("b", False)))
    sorts = Sort.CRASH_ONLY, Sort.MISSED
    rows = [Judgement((relation,), ((seen, Sort.CAUGHT), (unseen, sort)), inputs=9).as_row() for sort in sorts]
    names = ("set_score", "set_score_unseen", "mean_score_unseen", "best_score_unseen")
    assert [[row[name] for name in names] for row in rows] == [[1.0, None, None, None], [0.5, 0.0, 0.0, 0.0]]
    assert [row["mutants"]["unseen"] for row in rows] == [0, 1]


def test_a_mutant_is_its_whole_module_with_one_change_in_the_body_of_one_function():
    first, *others = ray_mutants("judged_functions:Shelf.room")
    assert (first.id, first.operator) == ("NumberReplacer/0", "NumberReplacer")
    assert first.change == "- return 10 - books\n+ return 11 - books"
    assert first.source.split("\n")[first.line - 1].strip() == "return 11 - books"
    assert first.source.replace("11 - books", "10 - books") == FUNCTIONS
    assert len({mutant.source for mutant in others}) == len(others) == 12
    assert load_function(first.source, "judged_functions", "Shelf.room")(4) == 7
    seen = {mutant.change.partition("+ ")[2]: mutant.is_seen for mutant in (first, *others)}
    assert (seen["return 11 - books"], seen["return 10 + books"], seen["return 10 ** books"]) == (True, True, False)
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
        (Returned(0.0), Returned(1e-10), True),
        (Returned(0.0), Returned(1e-8), False),
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
def test_outcomes_are_alike_where_they_have_equal_values_or_floats_within_a_relative_or_absolute_1e_9(
    one, other, is_alike
):
    assert alike(one, other) is alike(other, one) is is_alike

"""Answers with something in every part that a report shows."""

from dataclasses import fields, replace

from genmorph.domain import ints, lists, seeds
from genmorph.model import Budget, Evidence, Execution, Kind, MutantNote, Sampling, Stage, Verdict, Witness
from genmorph.relations.statistic import Statistic
from genmorph.results import Refusal, Refused, Rejected
from genmorph.results.record import Course, Curves
from genmorph.results.statistical_relation import StatisticalRelation
from tests.handmade import GROWS, NEGATED, REVERSED, make_relation, make_set, make_signature

DIFF = "--- shop.power\n+++ power:2:swap_op:1\n@@ -1,2 +1,2 @@\n def power(k, e):\n-    return k**e\n+    return k*e"
UNSUPPORTED = Refusal("shop:dice", Refused.UNSUPPORTED, "dice must be deterministic, got 1 and then 2 for (3,)")
FAILED = Refusal("shop:loop", Refused.FAILED, "the process ended with signal 9")
PAIR = Execution((2, 3), (2, 4), (8,), (16,))
CURVES = Curves(
    "e_f == e_s + 1", 200, 1_000, (0, 5, 10), (Course((0, 0, 0), (900, 40, 12)), Course((200, 31, 7), (0, 0, 0)))
)
COUNTS = {"made": 9, "judged": 3, "killed_by_crash": 1, "raises_only": 1, "no_difference": 1, "not_run": 3}
SECONDS = {"searching": 12.5, "judging": 6.25, "exporting": 1.25, "total": 20.0}
REJECTED = (
    Rejected("e_f == e_s + 1", "f < g", Verdict.REJECT, "false for a valid input", Stage.FRESH_PAIRS, PAIR),
    Rejected("e_f == e_s + 1", "f <= g", Verdict.UNDECIDED, "the time was over", Stage.TIME),
)


def power_set(**fields):
    """A set with three mutants: one is killed by both relations, one by the first alone, one by none."""
    signature = make_signature("power", {"k": ints(-20, 20), "e": ints(0, 12)})
    grows = replace(GROWS, positions=(1,))
    first = replace(
        make_relation(signature, grows, ["==", "return_f", ["*", "return_s", "k_s"]]),
        pair=PAIR,
        killed=("power:2:swap_op:1", "m2"),
        witnesses=(Witness("power:2:swap_op:1", Execution((2, 3), (2, 4), (6,), (8,))),),
        note=MutantNote("power:2:swap_op:1", DIFF),
    )
    second = replace(
        make_relation(signature, NEGATED, ["<=", "return_f", "return_s"]),
        killed=("m2",),
        evidence=Evidence(2_000, 0, killed=1, judged=3, exhaustive=False, falsifiers=("fresh pairs",)),
    )
    given = {
        "budget": Budget(seconds=20.0),
        "stages": {
            "mutants": COUNTS,
            "seconds": SECONDS,
            "curves": [CURVES.to_data()],
            "filter": {"kept": 2, "rejected": {Stage.SCREENING.value: 340, Stage.FRESH_PAIRS.value: 1}},
        },
        "mutants": (
            MutantNote("power:2:swap_op:1", DIFF),
            MutantNote("m2", "is negated"),
            MutantNote("m3", "is always 0"),
        ),
    } | fields
    return make_set(first, second, rejected=REJECTED, **given)


def sampled_set(seen):
    """A set with one relation of a random function, of which samples were seen."""
    signature = make_signature("roll", {"k": ints(-20, 20), "e": ints(0, 12), "seed": seeds()})
    plain = make_relation(signature, replace(GROWS, positions=(1,)), ["==", "return_f", "return_s"])
    sampling = Sampling(16, 1_800, 0.02, 0.18, 0.001, 1_000, 0.3, seen)
    given = {one.name: getattr(plain, one.name) for one in fields(plain)}
    return make_set(StatisticalRelation(**given, statistic=Statistic.DISTRIBUTION, sampling=sampling))


def bare_set(**fields):
    """A set without relations, of a run about which nothing is known."""
    signature = make_signature("tidy", {"xs": lists(ints(0, 9))}, Kind.INTS)
    same = make_relation(signature, REVERSED, ["==", "return_f", "return_s"])
    return replace(make_set(same, stages={}), relations=(), **fields)


def saved(folder, **answers):
    """The folder with each of the answers in a file of its own."""
    for name, answer in answers.items():
        answer.to_json(folder / f"{name}.json")
    return folder

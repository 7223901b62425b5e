"""The line about each function, and the totals."""

from dataclasses import replace

import pytest

from genmorph.report.overview import OverviewRow, row_of, totals
from genmorph.results.relation_set import Status
from tests.report.answers import FAILED, SECONDS, UNSUPPORTED, bare_set, power_set

FALSE = replace(power_set()[0], is_accepted=True, evidence=replace(power_set()[0].evidence, violations=1))


def test_a_line_says_what_was_found_and_at_which_price():
    row = row_of(power_set(), "f1")
    assert (row.name, row.anchor, row.relations) == ("shop.power", "f1", 2)
    assert (row.killed, row.judged, row.share, row.seconds) == (2, 3, 2 / 3, SECONDS["total"])
    assert (row.status, row.reason) == (Status.FOUND, "")


def test_what_was_not_measured_is_none_and_not_zero():
    row = row_of(bare_set(), "f1")
    assert (row.killed, row.judged, row.share, row.seconds) == (None, None, None, None)
    assert row.relations == 0


def test_a_set_without_relations_killed_none_of_the_mutants_that_were_judged():
    counts = {"made": 5, "judged": 4, "killed_by_crash": 0, "raises_only": 0, "no_difference": 1, "not_run": 0}
    row = row_of(bare_set(stages={"mutants": counts}), "f1")
    assert (row.killed, row.judged, row.share) == (0, 4, 0.0)


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        (power_set(), Status.FOUND, ""),
        (bare_set(), Status.NOTHING, "a larger budget"),
        (power_set(interrupted=True), Status.INTERRUPTED, "until then"),
        (bare_set(interrupted=True), Status.INTERRUPTED, "until then"),
        (replace(power_set(), relations=(FALSE,)), Status.VIOLATED, "1 accepted relation found to be false"),
        (UNSUPPORTED, Status.UNSUPPORTED, "must be deterministic"),
        (FAILED, Status.FAILED, "signal 9"),
    ],
)
def test_the_status_says_how_the_run_ended(answer, status, said):
    row = row_of(answer, "f1")
    assert row.status is status
    assert said in row.reason


def test_a_refused_function_has_a_name_and_no_figures():
    assert row_of(UNSUPPORTED, "f3") == OverviewRow(
        "f3", "shop.dice", None, None, None, None, Status.UNSUPPORTED, UNSUPPORTED.reason
    )


def test_the_totals_leave_out_what_is_not_known():
    rows = [row_of(answer, "f") for answer in (power_set(), power_set(), bare_set(), FAILED)]
    assert totals(rows) == (
        "4 functions (2 with relations, 1 without relations, 1 failed): "
        "4 relations, 4 of 6 judged mutants killed (66%), 40 s measured in 2 runs"
    )


def test_long_names_and_reasons_are_cut():
    row = row_of(replace(UNSUPPORTED, target="a:" + "b" * 5_000, reason="c" * 5_000), "f1")
    assert len(row.name) < 500
    assert len(row.reason) < 500

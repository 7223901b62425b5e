"""What a page shows of one function."""

from dataclasses import replace

from genmorph.model import FiveNumbers, MutantNote, SeenSamples, Verdict, Witness
from genmorph.report.figures import BOXES, FRAME, LEVELS
from genmorph.report.sections import build_section
from tests.report.answers import CURVES, PAIR, UNSUPPORTED, bare_set, power_set, sampled_set

MOST, LEAST = LEVELS[0], LEVELS[-1]


def section_of(answer, limits=MOST):
    return build_section(answer, "f1", "shop.power.json", limits)


def test_a_relation_is_shown_with_what_explain_says_of_it():
    shown = section_of(power_set()).relations[0]
    text = power_set()[0].explain()
    assert all(line in text for line in (*shown.said.pair, *shown.said.evidence, *shown.said.about))
    assert shown.said.formula == "power(k, e + 1) == power(k, e) * k"
    assert shown.said.words == "power is multiplied by k when e grows by 1."
    assert (shown.relation.evidence.killed, shown.relation.evidence.judged, shown.alone) == (2, 3, 1)


def test_samples_are_shown_as_box_plots_on_one_scale():
    seen = SeenSamples("k=2, e=3", FiveNumbers(0, 1, 2, 3, 4), FiveNumbers(2, 4, 6, 7, 8))
    (shown,) = section_of(sampled_set(seen)).relations
    left, right = shown.samples.boxes
    assert (shown.samples.source, shown.samples.least, shown.samples.greatest) == ("k=2, e=3", "0", "8")
    assert [*left.xs, right.xs[-1]] == [BOXES.x(share) for share in (0, 0.125, 0.25, 0.375, 0.5, 1)]
    assert left.y < right.y
    assert right.words == "right side from 2 to 8, median 6"


def test_samples_of_one_number_are_in_the_middle():
    same = FiveNumbers(7, 7, 7, 7, 7)
    (shown,) = section_of(sampled_set(SeenSamples("k=2, e=3", same, same))).relations
    assert {place for box in shown.samples.boxes for place in box.xs} == {BOXES.x(0.5)}


def test_what_is_no_number_has_no_box_plots():
    assert section_of(sampled_set(None)).relations[0].samples is None
    assert section_of(power_set()).relations[0].samples is None


def test_a_fault_is_shown_as_a_diff_with_the_pair_that_notices_it():
    shown = section_of(power_set()).relations[0]
    (fault,) = shown.faults
    assert [(line.kind, line.text) for line in fault.change if line.kind != "same"] == [
        ("place", "@@ -1,2 +1,2 @@"),
        ("removed", "-    return k**e"),
        ("added", "+    return k*e"),
    ]
    assert fault.seen == ("power(2, 3) gives 6", "power(2, 4) gives 8")
    assert shown.more == 1


def test_a_fault_without_a_note_is_shown_without_a_change():
    relation = replace(power_set()[0], witnesses=(Witness("m9", PAIR),))
    (fault,) = section_of(replace(power_set(), relations=(relation,))).relations[0].faults
    assert fault.change == ()
    assert fault.seen


def test_the_matrix_counts_all_mutants_also_those_without_a_line():
    matrix = section_of(power_set()).matrix
    assert [(row.mutant, row.marks, row.by) for row in matrix.rows] == [
        ("power:2:swap_op:1", (True, False), 1),
        ("m2", (True, True), 2),
        ("m3", (False, False), 0),
    ]
    small = section_of(power_set(), replace(MOST, mutants=1)).matrix
    for one in (matrix, small):
        assert (one.killed, one.alone, one.mutants, one.survived) == ((2, 1), (1, 0), 3, 1)
    assert (len(small.rows), small.more) == (1, 2)
    assert [survivor.mutant for survivor in matrix.survivors] == ["m3"]


def test_curves_are_drawn_as_shares_of_the_executions():
    section = section_of(power_set())
    (curves,) = section.curves
    assert (curves.transformation, curves.last, section.more_curves) == ("e_f == e_s + 1", 10, 0)
    by_positives, by_negatives = curves.plots
    assert [line.words for line in by_positives.lines] == [
        "false positives from 0 to 0 of 200",
        "false negatives from 900 to 12 of 1,000",
    ]
    heights = [float(point.split(",")[1]) for point in by_negatives.lines[0].points.split()]
    assert heights == sorted(heights)
    assert heights[0] < heights[-1]


def test_counts_beyond_all_rows_and_all_floats_stay_in_the_plot():
    data = CURVES.to_data()
    data["populations"][1]["false_positives"][0] = 10**400
    (curves,) = section_of(power_set(stages={"curves": [data]})).curves
    assert curves.plots[1].lines[0].points.startswith(f"{FRAME.x(0):g},{FRAME.y(1):g} ")


def test_a_file_of_an_earlier_version_has_neither_curves_nor_seconds():
    section = section_of(power_set(stages={"filter": {"kept": 2}}))
    assert (section.curves, section.more_curves, section.seconds) == ((), 0, ())


def test_the_time_is_shared_out_among_the_stages_the_longest_first():
    parts = section_of(power_set()).seconds
    assert [part.stage for part in parts] == ["searching", "judging", "exporting"]
    assert sum(part.width for part in parts) == 640
    assert parts[0].width == 2 * parts[1].width


def test_rejected_candidates_are_counted_by_stage_though_few_are_listed():
    groups = section_of(power_set()).rejections
    assert [(group.stage, group.number, len(group.shown)) for group in groups] == [
        ("screening", 340, 0),
        ("fresh pairs", 1, 1),
        ("time", 1, 1),
    ]
    (rejected, counterexample), (undecided, _) = (group.shown[0] for group in groups[1:])
    assert counterexample == ("power(2, 3) gives 8", "power(2, 4) gives 16")
    assert (rejected.verdict, undecided.verdict) == (Verdict.REJECT, Verdict.UNDECIDED)


def test_a_refused_function_has_its_reason_and_nothing_else():
    section = section_of(UNSUPPORTED)
    assert section.is_refused
    assert section.summary == UNSUPPORTED.reason
    assert (section.relations, section.matrix, section.rejections) == ((), None, ())


def test_a_set_without_relations_says_what_may_help():
    section = section_of(bare_set())
    assert not section.is_refused
    assert section.relations == ()
    assert section.matrix is None
    assert "none was found" in section.summary


def test_survivors_of_a_set_without_relations_are_all_its_mutants():
    section = section_of(bare_set(mutants=(MutantNote("m1", "is negated"),)))
    assert [survivor.mutant for survivor in section.matrix.survivors] == ["m1"]
    assert section.matrix.numbers == ()


def test_what_there_is_no_room_for_is_counted():
    many = replace(power_set(), relations=power_set().relations * 10)
    many = replace(many, stages=many.stages | {"curves": [CURVES.to_data()] * 3})
    section = section_of(many, LEAST)
    assert len(section.relations) + section.more_relations == 20
    assert section.more_relations > 0
    assert section.more_curves == 3
    assert section.relations[0].more == 2

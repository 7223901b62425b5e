"""PZ and PZO of saved sets made by hand."""

from benchmarks.checks.filter_shares import share_passing, share_unrefuted


def saved(rejected, others=(), **counts):
    """A saved set of which only the counts of the filter, and the candidates rejected, are known."""
    return {"rejected": list(others), "stages": {"filter": {"rejected": rejected, **counts}}}


def test_every_counterexample_counts_against_passing_and_nothing_else():
    stages = ("screening", "fresh pairs", "boundary pairs", "search for a counterexample", "symbolic execution")
    refuted = dict.fromkeys(stages, 1)
    others = dict.fromkeys(("trivial", "vacuous", "fitted", "redundant", "form", "kills", "time"), 1)
    assert share_passing(saved(refuted | others, passed=10)) == 10 / 15


def test_a_test_that_fails_is_none_of_the_papers_filters():
    failing = {"stage": "exported test", "verdict": "reject"}
    assert share_passing(saved({}, [failing], passed=4)) == 1


def test_what_is_undecided_is_not_refuted():
    undecided = {"stage": "fresh pairs", "verdict": "undecided"}
    assert share_passing(saved({"fresh pairs": 2}, [undecided], passed=3)) == 3 / 4


def test_nothing_tried_has_no_share():
    nothing = saved({"form": 3, "kills": 2, "time": 1}, passed=0, sought=0, found_false=0)
    assert (share_passing(nothing), share_unrefuted(nothing)) == (None, None)


def test_the_search_for_a_counterexample_answers_for_what_it_was_asked_about_alone():
    asked = {"passed": 9, "sought": 4, "found_false": 1}
    assert share_unrefuted(saved({"fresh pairs": 9, "search for a counterexample": 30}, **asked)) == 3 / 4

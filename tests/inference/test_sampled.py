"""Relations of many runs of random functions: what holds of their distributions is reported, what does not is not."""

import math
import os
import random
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace

import pytest

from genmorph import Budget, InapplicableInput, RelationSet, Tolerance, UsageError, infer_relations
from genmorph.domain import floats, ints, lists, seeds
from genmorph.filters.distributions import Compared
from genmorph.inference import pipeline, sample_search
from genmorph.inference.decisions import Earlier, report_unjudged, unjudged
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.pipeline import infer
from genmorph.inference.preparation import signature
from genmorph.inference.request import Request
from genmorph.inference.sample_search import Sampled, find_statistical_relations
from genmorph.model import Kind, Output, Parameter, Verdict
from genmorph.relations.expression import Expression, relation_variables
from genmorph.relations.laws import law_named
from genmorph.relations.statistic import Statistic
from genmorph.results import replaying
from genmorph.results.cases import text_of
from genmorph.results.replaying import replay
from genmorph.results.statistical_relation import StatisticalRelation, seeded, with_seed
from genmorph.settings import SAMPLING, SELECTION
from genmorph.subject.subject import inspect_subject
from genmorph.transformations.transformation import Transformation
from genmorph.values.labels import key
from tests.handmade import make_scenario
from tests.inference.prepared import prepared
from tests.subjects import randomised as subjects

WALK = {"steps": ints(1, 12), "start": ints(-9, 9)}
SHIFT = "distribution(walk(steps, start + k)) == distribution(walk(steps, start) + k)"
MEAN = "mean(walk(steps + k, start)) == mean(walk(steps, start))"


@pytest.fixture(scope="module")
def walk():
    return infer_relations(subjects.walk, "0.2ev", domain=WALK, cache=False, seeded_by="seed", stochastic=True)


@pytest.fixture(scope="module")
def session():
    with prepared(subjects.walk, domain=WALK, seeded_by="seed", stochastic=True) as one:
        yield one


def found(relations, formula):
    return next(one for one in relations if one.formula == formula)


def run_module(*words, **environment):
    given = {**os.environ, **environment}
    return subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, check=False, env=given)


def run_tests(path, **environment):
    return run_module("pytest", "-q", "-p", "no:cacheprovider", str(path), **environment)


@pytest.mark.long
def test_laws_of_distributions_means_and_spreads_are_reported(walk):
    formulas = [one.formula for one in walk]
    assert SHIFT in formulas
    assert MEAN in formulas
    assert "spread(walk(steps + k, start)) >= spread(walk(steps, start))" in formulas
    assert len(formulas) == len({(one.transformation.positions, one.law, one.statistic) for one in walk})


def test_nothing_random_is_claimed_of_single_runs(walk):
    assert all(isinstance(one, StatisticalRelation) for one in walk)
    assert not any(formula.startswith("walk") for formula in (one.formula for one in walk))


def test_the_evidence_says_what_was_compared(walk):
    shift = found(walk, SHIFT)
    known = shift.sampling
    assert known.difference <= known.bound <= SAMPLING.margin
    assert known.runs in SAMPLING.judging_runs
    assert shift.evidence.killed > 0
    assert "In distribution, walk grows by k when start grows by k." in shift.explain()
    assert f"by at most {known.bound:.2g}, with a chance of about 0.001 that a bound" in shift.explain()


def test_the_samples_of_one_input_are_shown(walk):
    seen = found(walk, SHIFT).sampling.seen
    given = dict(one.split("=") for one in seen.source.split(", "))
    assert list(given) == ["steps", "start", "k"]
    steps, middle = int(given["steps"]), int(given["start"]) + int(given["k"])
    for side in (seen.left, seen.right):
        assert middle - steps <= side.least < side.greatest <= middle + steps
        assert side.least <= side.lower_quartile <= side.median <= side.upper_quartile <= side.greatest
    assert f"for {seen.source}: the median of the left side is {seen.left.median:.4g}" in found(walk, SHIFT).explain()


def test_samples_of_other_values_than_numbers_are_not_shown(lists_of_some):
    assert all(one.sampling.seen is None for one in lists_of_some if "len(" not in one.formula)


def test_check_compares_many_runs(walk):
    shift = found(walk, SHIFT)
    assert shift.check(subjects.walk, 5, 2)
    assert shift.check(subjects.walk, 5, 2, 7, k=3)
    assert not shift.check(subjects.biased_walk, 5, -9, k=9)
    with pytest.raises(InapplicableInput, match="input steps must be in ints"):
        shift.check(subjects.walk, 50, 2)
    with pytest.raises(UsageError, match="check needs one value for each of steps, start, seed"):
        shift.check(subjects.walk, 5)


def test_each_side_is_called_once_a_run(walk):
    calls = []

    def counted(steps, start, seed):
        calls.append((start, seed))
        return subjects.walk(steps, start, seed)

    shift = found(walk, SHIFT)
    assert shift.check(counted, 5, 2, k=3)
    assert len(calls) == 2 * shift.runs
    assert {start for start, _ in calls} == {2, 5}
    assert len({seed for _, seed in calls}) > 1.9 * shift.runs
    first = calls.copy()
    calls.clear()
    assert shift.check(counted, 5, 2, k=3)
    assert calls == first


def test_numbers_without_a_mean_contradict_it(walk):
    mean = next(one for one in walk if one.statistic is Statistic.MEAN)
    for value in (math.nan, math.inf, 10**400, 1e300):
        assert not mean.check(lambda *_, value=value: value, 5, 2)


def test_seeds_that_are_left_out_follow_from_the_arguments():
    subject = inspect_subject(subjects.lot, {"xs": lists(ints())})
    known = signature(subject, (), Tolerance())
    one, other = (with_seed(known, subjects.lot, ([1, 2],)) for _ in range(2))
    assert one == other != with_seed(known, subjects.lot, ([1, 3],))
    assert seeded(known, one, 3, "source") == seeded(known, other, 3, "source") != seeded(known, one, 3, "follow-up")
    given = [seeded(known, ([1, 2], random.Random(seed)), 3, "source") for seed in (1, 2)]
    assert given[0] == given[1]


def test_seeds_before_a_parameter_with_a_default_cannot_be_left_out():
    subject = inspect_subject(subjects.drawn_often, {"xs": lists(ints()), "times": ints(1, 9)})
    known = signature(subject, (), Tolerance())
    words = r"one value for each of xs, rng, times, got .*: give rng too, because times has a default"
    with pytest.raises(UsageError, match=words):
        with_seed(known, subjects.drawn_often, ([1, 2], 7))
    assert with_seed(known, subjects.drawn_often, ([1, 2], 7, 2)) == ([1, 2], 7, 2)


def test_the_samples_of_an_earlier_run_are_not_told(walk):
    shift = found(walk, SHIFT)
    violated = replace(shift, is_accepted=True, evidence=replace(unjudged(shift).evidence, tried=9, violations=1))
    undecided = replace(violated, evidence=replace(violated.evidence, violations=0))
    for one in (unjudged(shift), violated, undecided):
        assert "by at most" not in one.explain()
        assert "a written test compares" in one.explain()
    assert "by at most" in shift.explain()


def test_each_run_has_the_time_of_one_call(walk, monkeypatch):
    entered, known = [], []

    @contextmanager
    def counted(seconds):
        entered.append(seconds)
        yield

    def noted(steps, start, seed):
        known.append(len(entered))
        return subjects.walk(steps, start, seed)

    monkeypatch.setattr(replaying, "limited", counted)
    assert replay(found(walk, SHIFT), [noted], drawn=2).verdict is Verdict.KEEP
    assert known == list(range(1, len(entered) + 1))
    assert set(entered) == {replaying.REPLAY.limit}


def test_a_call_that_does_not_end_is_false(walk, monkeypatch):
    monkeypatch.setattr(replaying, "REPLAY", replace(replaying.REPLAY, limit=0.3))

    def hanging(steps, start, seed):
        while True:
            subjects.walk(steps, start, seed)

    assert replay(found(walk, SHIFT), [hanging], drawn=2).verdict is Verdict.REJECT


def test_saved_relations_are_read_again(walk, tmp_path):
    walk.to_json(tmp_path / "walk.json")
    read = RelationSet.from_json(tmp_path / "walk.json")
    assert [one.formula for one in read] == [one.formula for one in walk]
    assert [one.sampling for one in read] == [one.sampling for one in walk]
    assert "distribution(walk(steps, start + k))" in str(read)


def test_mutants_are_counted(walk):
    judged = {mutant.id for mutant in walk.mutants}
    assert judged
    assert {one.evidence.judged for one in walk} == {len(judged)}
    assert {name for one in walk for name in one.killed} <= judged


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"runs": 0}, "runs must be an int > 0, got 0"),
        ({"bound": -1.0}, "bound must be finite and >= 0, got -1.0"),
        ({"error": 1.0}, "error must be > 0 and < 1, got 1.0"),
        ({"difference": 0.5, "bound": 0.1}, "bound must be >= difference"),
        ({"noticed": math.nan}, "noticed must be finite and >= 0, got nan"),
    ],
)
def test_impossible_samplings_are_refused(walk, change, words):
    with pytest.raises(UsageError, match=words):
        replace(walk[0].sampling, **change)


@pytest.mark.long
def test_files_with_a_mean_of_what_is_no_number_are_refused(lists_of_some, tmp_path):
    path = tmp_path / "some.json"
    lists_of_some.to_json(path)
    text = path.read_text()
    assert '"statistic": "distribution"' in text
    path.write_text(text.replace('"statistic": "distribution"', '"statistic": "mean"'))
    with pytest.raises(UsageError, match="a mean must be of numbers, got"):
        RelationSet.from_json(path)


@pytest.fixture(scope="module")
def lists_of_some():
    domain = {"xs": lists(ints(-9, 9), min_len=1, max_len=5)}
    return infer_relations(subjects.some, "0.2ev", domain=domain, cache=False, stochastic=True)


def test_lists_of_random_lengths_have_relations(lists_of_some):
    assert "distribution(some([v + k for v in xs], rng))" not in str(lists_of_some)
    assert "distribution(some([v + k for v in xs])) == distribution([w + k for w in some(xs)])" in [
        one.formula for one in lists_of_some
    ]


@pytest.mark.long
def test_written_tests_pass_with_fixed_and_with_new_seeds_and_fail_for_another_function(walk, tmp_path):
    path = tmp_path / "test_walk.py"
    walk.to_pytest(path)
    text = path.read_text()
    assert "genmorph" not in text.partition("\n")[2]
    assert 'chance_of_distributions(results, "==", expected_ones) > 1e-07' in text
    assert "max_examples=min(10, settings().max_examples)" in text
    assert run_module("ruff", "check", "--isolated", "--ignore", "I", str(path)).returncode == 0
    for fresh in ("", "1"):
        run = run_tests(path, FRESH_SEEDS=fresh)
        assert run.returncode == 0, run.stdout
    path.write_text(text.replace("randomised import walk", "randomised import biased_walk as walk"))
    assert "test_distribution_of_walk_grows_by_k_when_start_grows_by_k" in run_tests(path).stdout


@pytest.mark.long
def test_the_same_seed_gives_the_same(walk):
    again = infer_relations(subjects.walk, "0.2ev", domain=WALK, cache=False, seeded_by="seed", stochastic=True)
    assert [(one.formula, one.sampling, one.killed) for one in again] == [
        (one.formula, one.sampling, one.killed) for one in walk
    ]


@pytest.mark.long
def test_what_nothing_seeds_is_served(tmp_path):
    domain = {"level": floats(-9, 9), "noise": floats(0.5, 3)}
    relations = infer_relations(subjects.noisy, "0.2ev", domain=domain, cache=False, stochastic=True)
    assert "distribution(noisy(level + k, noise)) == distribution(noisy(level, noise) + k)" in [
        one.formula for one in relations
    ]
    relations.to_pytest(tmp_path / "test_noisy.py")
    run = run_tests(tmp_path / "test_noisy.py")
    assert run.returncode == 0, run.stdout


@pytest.mark.long
def test_a_decorator_says_that_a_function_is_sampled():
    domain = {"xs": lists(ints(-9, 9), min_len=1, max_len=6)}
    relations = infer_relations(subjects.lot, "0.2ev", domain=domain, cache=False)
    assert "distribution(lot([v + k for v in xs])) == distribution(lot(xs) + k)" in [one.formula for one in relations]
    assert any(one.law == "order invariance" for one in relations)


@pytest.mark.long
def test_an_order_that_is_none_is_not_reported():
    relations = infer_relations(
        subjects.hardly_apart, "0.2ev", domain={"level": ints(0, 9)}, cache=False, stochastic=True
    )
    assert not any(">=" in one.formula or "+" in one.formula.partition("==")[2] for one in relations)


def test_functions_may_have_the_names_of_what_tests_import(walk):
    for name in ("statistics", "itertools", "os", "Phase", "FRESH_SEEDS"):
        known = replace(walk.signature, module="shop", qualname=name, name=name)
        text = text_of(replace(walk, signature=known, relations=tuple(replace(one, signature=known) for one in walk)))
        assert f"from shop import {name} as {name}_" in text


def test_purposes_share_no_runs_and_inputs_differ_by_more_than_seeds(session):
    search = sample_search._Search(session)
    change = next(one for one in session.transformations if search._is_suited(one))
    stream = session.streams.fresh
    plans = [sample_search._Plan(purpose, stream, 12, 5) for purpose in ("screening", "judging")]
    sources = [[row.source for row in search.rows(change, plan)] for plan in plans]
    assert sources[0] == sources[1]
    assert len({key(search._seedless(source)) for source in sources[0]}) == len(sources[0]) == 12
    seeds = [{values[2] for values in search._seeded(sources[0][0], "source", plan)} for plan in plans]
    assert seeds[0].isdisjoint(seeds[1])


def test_few_inputs_are_all_tried():
    few = {"steps": ints(1, 4), "start": ints(0, 0)}
    with prepared(subjects.walk, domain=few, seeded_by="seed", stochastic=True) as session:
        search = sample_search._Search(session)
        changes = [one for one in session.transformations if search._is_suited(one) and one.drawn is None]
        tried = {search._size(change): len(search.rows(change, search._judging(5)[0]) or ()) for change in changes}
        assert tried
        assert all(size <= 4 and rows <= size for size, rows in tried.items())
        assert max(tried.values()) >= SAMPLING.least_inputs


def test_an_accepted_relation_is_judged_again(session, walk):
    search = sample_search._Search(session)
    shift = replace(found(walk, SHIFT), is_accepted=True)
    again = search.judged_again(shift)
    assert again.is_accepted
    assert not again.is_violated
    assert set(again.killed) <= search.judged <= {mutant.id for mutant in session.mutants}
    assert again.evidence.judged == len(search.judged) > 0
    false = replace(shift, expression=found(walk, MEAN).expression, statistic=Statistic.DISTRIBUTION)
    assert search.judged_again(false).is_violated


@pytest.mark.parametrize("which", ["more runs", "boundary inputs"])
def test_an_accepted_relation_is_false_where_the_last_runs_say_so(session, walk, monkeypatch, which):
    search = sample_search._Search(session)
    rows, boundary = search.rows, []

    def noted(transformation, plan, mutant=None):
        found = rows(transformation, plan, mutant)
        boundary.extend(found or () if plan.stream is session.streams.boundary else ())
        return found

    def compared(_claim, row):
        is_against = len(row.runs) > SAMPLING.refuting_runs if which == "more runs" else row in boundary
        return Compared(0.0 if is_against else 1.0, 0.0, 1.0)

    monkeypatch.setattr(search, "rows", noted)
    monkeypatch.setattr(search, "_compared", compared)
    assert search.judged_again(replace(found(walk, SHIFT), is_accepted=True)).is_violated


def test_what_cannot_be_compared_is_undecided(session, walk, monkeypatch):
    monkeypatch.setattr(sample_search._Search, "_compared", lambda *_: None)
    again = sample_search._Search(session).judged_again(replace(found(walk, SHIFT), is_accepted=True))
    assert (again.evidence.tried, again.evidence.violations) == (0, 0)


def test_accepted_relations_leave_less_room(session, walk, monkeypatch):
    accepted = [replace(walk[0], statistic=statistic, is_accepted=True) for statistic in Statistic]
    mean = found(walk, MEAN)
    monkeypatch.setattr(sample_search, "SELECTION", replace(SELECTION, reported=len(accepted) + 1))
    monkeypatch.setattr(sample_search._Search, "judged_again", lambda _, known: unjudged(known))
    asked = []
    further = [walk[0], *(one for one in walk if one.formula not in {one.formula for one in accepted})]
    monkeypatch.setattr(sample_search._Search, "relations", lambda _, *given: asked.append(given) or iter(further))
    reported = find_statistical_relations(session, Earlier(sampled=tuple(accepted), disowned_sampled=(mean,))).relations
    assert asked == [(SAMPLING.judged - len(accepted), (mean,))]
    assert list(reported) == [*map(unjudged, accepted), further[1]]


def test_what_was_judged_stays_where_the_time_is_over_among_mutants(session, walk, monkeypatch):
    search = sample_search._Search(session)
    rows, answered = search.rows, []

    def halted(transformation, plan, mutant=None):
        if answered:
            raise HaltError("sampling")
        found = rows(transformation, plan, mutant)
        answered.extend(found if found and mutant is not None else [])
        return found

    monkeypatch.setattr(search, "rows", halted)
    shift = found(walk, SHIFT)
    again = search._judged(sample_search._Claim(shift.transformation, shift.expression, shift.statistic))
    assert again.formula == SHIFT
    assert again.evidence.judged == len(search.judged) == 1


def test_what_follows_from_what_is_reported(walk):
    shift = found(walk, SHIFT)
    grows, shifts = law_named("monotonicity"), law_named("shift")
    domains = walk.signature.domains

    def candidate(statistic, law, expression=shift.expression):
        return sample_search._Candidate(shift.transformation, expression, statistic, law, 0)

    bound = next(one for one in walk if one.sign == "<=").expression
    whole, mean, spread = Statistic
    equal = candidate(whole, shifts)
    assert candidate(mean, shifts).follows_from(equal, domains)
    assert candidate(spread, shifts).follows_from(equal, domains)
    assert candidate(mean, grows, bound).follows_from(candidate(whole, grows, bound), domains)
    assert not candidate(spread, grows, bound).follows_from(candidate(whole, grows, bound), domains)
    assert not candidate(mean, shifts).follows_from(candidate(mean, grows, bound), domains)
    assert not candidate(whole, shifts).follows_from(candidate(mean, shifts), domains)


def test_laws_of_one_shape_follow_from_each_other_where_the_change_does_the_same(walk):
    shift, whole = found(walk, SHIFT), Statistic.DISTRIBUTION
    invariance, grows, domains = law_named("invariance"), law_named("monotonicity"), walk.signature.domains
    bounds = [one.expression for one in walk if one.sign == "<="]
    bounds.append(replace(bounds[0], codes=(bounds[0].codes[0], *reversed(bounds[0].codes[1:]))))

    def of(change, law=invariance, expression=shift.expression):
        return sample_search._Candidate(change, expression, whole, law, 0)

    halved, negated, added, mirrored = (
        Transformation(template, (1,), constant)
        for template, constant in [("scale", 2), ("scale", -1), ("add", 3), ("mirror", 5)]
    )
    assert not of(negated).follows_from(of(added), domains)
    assert not of(negated).follows_from(of(halved), domains)
    assert not of(mirrored).follows_from(of(added), domains)
    assert of(added).follows_from(of(replace(added, constant=7)), domains)
    anything = replace(found(walk, MEAN).transformation, positions=(1,))
    assert of(mirrored).follows_from(of(anything), domains)
    assert not of(mirrored, law_named("shift")).follows_from(of(anything, law_named("shift")), domains)
    upper, lower = (Transformation(template, (1,)) for template in ("upper", "lower"))
    assert not of(upper).follows_from(of(lower), domains)
    longer, inserted = (Transformation(template, (1,), 3) for template in ("append", "insert"))
    assert of(longer).follows_from(of(inserted), domains)
    assert of(longer, grows, bounds[0]).follows_from(of(inserted, grows, bounds[0]), domains)
    assert not of(longer, grows, bounds[0]).follows_from(of(inserted, grows, bounds[-1]), domains)


def test_what_a_review_rejected_takes_no_place_among_what_is_judged(session, walk, monkeypatch):
    shift, mean = found(walk, SHIFT), found(walk, MEAN)
    screened = [
        sample_search._Candidate(one.transformation, one.expression, one.statistic, law_named(name), 0)
        for one, name in ((shift, "shift"), (mean, "invariance"))
    ]
    search, judged = sample_search._Search(session), []
    monkeypatch.setattr(search, "_screened", lambda: iter(screened))
    monkeypatch.setattr(search, "_judged", judged.append)
    assert list(search.relations(1, [shift])) == []
    assert judged == screened[1:]


def test_accepted_relations_of_samples_need_a_run_of_samples(session, walk, monkeypatch):
    said = []
    accepted = [unjudged(walk[0])]
    monkeypatch.setattr(session.meter, "notify", lambda message: said.append(str(message)))
    report_unjudged(accepted, session.meter, is_sampled=False)
    report_unjudged(accepted, session.meter, is_sampled=True)
    assert "was not judged again: give stochastic=True (--stochastic)" in said[0]
    assert "was not judged again: give a larger budget" in said[1]


def test_accepted_relations_of_several_calls_stay_unjudged_in_a_run_of_samples(walk, monkeypatch):
    drawn = {**WALK, "seed": seeds()}
    several = make_scenario(
        [walk.signature], drawn, "equivalence", ["call", 0, *drawn], ["call", 0, "start", "steps", "seed"]
    )
    earlier = replace(walk, relations=(several,)).accept(0)
    monkeypatch.setattr(pipeline, "find_statistical_relations", lambda *_: Sampled((), 0, frozenset()))
    told, budget = [], Budget(evaluations=0.2)
    request = Request(
        subjects.walk, budget, domain=WALK, cache=False, seeded_by="seed", stochastic=True, earlier=earlier
    )
    (again,) = infer(request, Meter(budget, lambda: 0.0, notify=told.append))
    assert again.formula == several.formula
    assert again.is_accepted
    assert again.evidence.tried == 0
    words = f"the accepted relation {several.formula} was not judged again: give no stochastic=True (--stochastic)"
    assert words in [str(one) for one in told]


def test_conditions_on_the_seed_are_refused():
    words = r"require of .*walk must not speak of seed, .*got seed > steps; a domain such as seeds\(1_000\)"
    with pytest.raises(UsageError, match=words):
        inspect_subject(subjects.late_walk, WALK, seeded_by="seed", stochastic=True)
    assert inspect_subject(subjects.late_walk, WALK, seeded_by="seed").conditions


def test_a_stochastic_function_stands_alone():
    domain = {"xs": lists(ints(-9, 9), min_len=1)}
    with pytest.raises(UsageError, match="stochastic must stand beside a single function, got lot among several; give"):
        infer_relations([subjects.lot, subjects.noisy_total], "0.2ev", domain=domain, cache=False)


@pytest.mark.parametrize(
    ("function", "given", "words"),
    [
        (subjects.walk, {"stochastic": 1}, "stochastic must be True or False, got 1"),
        (subjects.of_two_seeds, {"stochastic": True}, "stochastic must stand beside one seed, got rng and other of"),
        ([subjects.walk, subjects.lot], {"stochastic": True}, "stochastic must stand beside a single function, got 2"),
        ("collections:deque", {"stochastic": True}, "stochastic must stand beside a function, got a class"),
        (subjects.walk, {"stochastic": True, "seeded_by": "dice"}, "seeded_by must be a parameter of"),
    ],
)
def test_what_cannot_be_sampled_is_refused(function, given, words):
    with pytest.raises(UsageError, match=words):
        infer_relations(function, "0.2ev", **given)


@pytest.mark.long
def test_the_command_line_samples(tmp_path):
    saved = tmp_path / "walk.json"
    run = run_module(
        *("genmorph", "infer", "tests.subjects.randomised:walk", "--budget", "0.2ev"),
        *("--seeded-by", "seed", "--stochastic", "--json", str(saved), "--no-cache"),
        *("--domain", "steps=ints(1, 12)", "--domain", "start=ints(-9, 9)"),
    )
    assert run.returncode == 0, run.stderr
    assert SHIFT in [one.formula for one in RelationSet.from_json(saved)]


@pytest.mark.parametrize(
    ("change", "kept", "is_refuted"),
    [
        (Transformation("add", (0,), -1), set(), True),
        (Transformation("add", (0,), -1), {(0, Statistic.SPREAD)}, False),
        (Transformation("add", (0,), 2), set(), False),
        (Transformation("add", (1,), -1), set(), False),
    ],
)
def test_what_larger_steps_change_is_not_reported_of_small_ones(session, change, kept, is_refuted):
    search = sample_search._Search(session)
    search._kept = {Transformation("scale", (0,), 2): kept}
    variables = relation_variables([Parameter("steps", ints(1, 12))], [0], [Output(Kind.INT)])
    same = Expression.from_tree(["==", "return_f", "return_s"], variables)
    candidate = sample_search._Candidate(change, same, Statistic.SPREAD, law_named("invariance"), 0)
    assert search._is_refuted_by_larger_steps(candidate) is is_refuted

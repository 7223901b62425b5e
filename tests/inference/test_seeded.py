"""Random functions: what seeds them is drawn, and calls of one relation share it."""

import subprocess
import sys

import pytest

from genmorph import RelationSet, UnsupportedError, UsageError, infer_relations
from genmorph.domain import generators, global_seeds, ints, lists, seeds
from tests.inference.prepared import prepared
from tests.subjects import randomised as subjects

FEW = {"xs": lists(ints(-99, 99), max_len=6)}


def inferred(function, budget="2ev", **given):
    return infer_relations(function, budget, domain=FEW, cache=False, **given)


def domains(function, **given):
    with prepared(function, **given) as session:
        return session.subject.domains[1:]


def test_generators_are_drawn_where_hints_ask_for_them():
    assert domains(subjects.shuffled) == (generators("random.Random"),)
    assert domains(subjects.noisy_total) == (generators("numpy.random.Generator"),)


def test_laws_hold_for_every_generator_and_their_tests_pass(tmp_path):
    relations = inferred(subjects.shuffled, "20ev")
    assert "shuffled([v + k for v in xs], rng) == [w + k for w in shuffled(xs, rng)]" in [r.formula for r in relations]
    path = tmp_path / "test_shuffled.py"
    relations.to_pytest(path)
    assert "st.builds(random.Random, st.integers(0, 4294967295))" in path.read_text()
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_an_annotation_names_the_seed():
    assert domains(subjects.sampled) == (seeds(),)


def test_global_generators_are_seeded_before_each_call(tmp_path):
    relations = inferred(subjects.jittered, "20ev", seeded_by="global")
    assert relations.signature.domains[1:] == (global_seeds(),)
    formula = "jittered(xs + [0], seed=seed)"
    assert any("jittered([v + k for v in xs], seed=seed)" in one.formula for one in relations), formula
    relations.to_json(tmp_path / "jittered.json")
    read = RelationSet.from_json(tmp_path / "jittered.json")
    assert [one.formula for one in read] == [one.formula for one in relations]
    assert all(one.check(subjects.jittered, [3, 4], 7) and one.check(subjects.jittered, [3, 4]) for one in read)
    path = tmp_path / "test_jittered.py"
    read.to_pytest(path)
    assert 'seeded_jittered = seeded(jittered, "seed")' in path.read_text()
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("function", [subjects.jittered, subjects.jittered_by_numpy])
def test_a_function_that_is_not_repeatable_is_refused_with_what_makes_it_so(function):
    with pytest.raises(UnsupportedError, match=r"seeded_by='global' \(--seeded-by global\) makes it repeatable"):
        inferred(function)


def test_nothing_is_promised_where_nothing_helps():
    with pytest.raises(UnsupportedError, match="pass in the time, its zone, or the seed"):
        inferred(subjects.drawn_by_the_system)


def test_a_generator_that_no_hint_names_is_found_by_trying():
    with pytest.raises(UnsupportedError, match=r'domain={"rng": generators\("random.Random"\)} makes it repeatable'):
        inferred(subjects.unhinted)


def test_a_seed_that_is_ignored_is_reported(capsys):
    relations = inferred(subjects.ignoring, seeded_by="seed")
    assert "seed of ignoring is ignored: 100 inputs gave the same with another one" in capsys.readouterr().err
    assert not any("seed +" in one.formula or "seed *" in one.formula for one in relations)


@pytest.mark.parametrize(
    ("function", "by", "words"),
    [
        (subjects.unhinted, "seed", r"seeded_by must be a parameter of .*unhinted \(xs, rng\) or 'global', got 'seed'"),
        (subjects.ignoring, "xs", "takes ints or generators of random numbers, got 'xs'"),
        (subjects.ignoring, 3, "seeded_by must be the name of a parameter or 'global', got 3"),
        ([subjects.ignoring, subjects.shuffled], "seed", "seeded_by must stand beside a single function, got 2"),
    ],
)
def test_what_seeds_nothing_is_refused(function, by, words):
    with pytest.raises(UsageError, match=words):
        infer_relations(function, "1ev", seeded_by=by)

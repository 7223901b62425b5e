"""Random functions: what seeds them is drawn, and calls of one relation share it."""

import random
import subprocess
import sys
from types import SimpleNamespace

import pytest

import genmorph
from genmorph import RelationSet, UnsupportedError, UsageError, infer_relations
from genmorph.domain import generators, global_seeds, ints, lists, seeds
from genmorph.execution.worker.seeding import seeded
from tests.inference.prepared import prepared
from tests.subjects import randomised as subjects

FEW = {"xs": lists(ints(-99, 99), max_len=6)}


def inferred(function, budget="0.2ev", **given):
    return infer_relations(function, budget, domain=FEW, cache=False, **given)


def domains(function, **given):
    with prepared(function, **given) as session:
        return session.subject.domains[1:]


def test_generators_are_drawn_where_hints_ask_for_them():
    assert domains(subjects.shuffled) == (generators("random.Random"),)
    assert domains(subjects.noisy_total) == (generators("numpy.random.Generator"),)


def test_laws_hold_for_every_generator_and_their_tests_pass(tmp_path):
    relations = inferred(subjects.shuffled, "0.5ev")
    assert "shuffled([v + k for v in xs], rng) == [w + k for w in shuffled(xs, rng)]" in [r.formula for r in relations]
    path = tmp_path / "test_shuffled.py"
    relations.to_pytest(path)
    assert "st.builds(random.Random, st.integers(0, 4294967295))" in path.read_text()
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_an_annotation_names_the_seed():
    assert domains(subjects.sampled) == (seeds(),)


def test_global_generators_are_seeded_before_each_call(tmp_path):
    relations = inferred(subjects.jittered, "0.5ev", seeded_by="global")
    assert relations.signature.domains[1:] == (global_seeds(),)
    assert any("jittered([v + k for v in xs], seed=seed)" in one.formula for one in relations)
    relations.to_json(tmp_path / "jittered.json")
    read = RelationSet.from_json(tmp_path / "jittered.json")
    assert [one.formula for one in read] == [one.formula for one in relations]
    before = random.getstate()
    every = [*read, *read.postconditions]
    assert all(one.check(subjects.jittered, [3, 4], 7) and one.check(subjects.jittered, [3, 4]) for one in every)
    assert random.getstate() == before
    path = tmp_path / "test_jittered.py"
    read.to_pytest(path)
    assert 'seeded_jittered = seeded(jittered, "seed")' in path.read_text()
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", str(path)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("function", [subjects.jittered, subjects.jittered_by_numpy])
def test_a_function_that_is_not_repeatable_is_refused_with_what_makes_it_so(function):
    with pytest.raises(UnsupportedError, match=r"seeded_by='global' \(--seeded-by global, .* makes it repeatable"):
        inferred(function)


@pytest.mark.parametrize("function", [subjects.drawn_by_the_system, subjects.counting])
def test_nothing_is_promised_where_nothing_helps(function):
    with pytest.raises(UnsupportedError, match="pass in the time, its zone, or the seed"):
        inferred(function)


def test_outputs_of_other_types_are_refused_as_all_others():
    with pytest.raises(UnsupportedError, match="must be deterministic"):
        inferred(subjects.one_or_one)


def test_noise_of_a_seeded_function_widens_the_tolerance():
    with prepared(subjects.noisy_by_process) as session:
        assert 1e-9 < session.tolerance.relative < 1e-5


def test_threads_are_changed_for_seeded_functions_alone(monkeypatch):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    with prepared(subjects.rounded_by_threads) as session:
        assert session.tolerance.relative == 1e-9
    with prepared(subjects.seeded_and_rounded_by_threads) as session:
        assert 1e-9 < session.tolerance.relative < 1e-7


def test_a_library_that_the_function_loads_is_seeded_too():
    source = (
        "import sys; from genmorph.execution.worker.seeding import seeded; "
        "from tests.subjects.loading import loading; f = seeded(loading, 'seed'); "
        "assert 'numpy' not in sys.modules; print(f(seed=7) == f(seed=7))"
    )
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


def test_each_loaded_library_is_seeded_by_its_own_function(monkeypatch):
    asked = []
    tensorflow = SimpleNamespace(random=SimpleNamespace(set_seed=lambda seed: asked.append(("tensorflow", seed))))
    monkeypatch.setitem(sys.modules, "tensorflow", tensorflow)
    torch = SimpleNamespace(manual_seed=lambda seed: asked.append(("torch", seed)))
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert seeded(subjects.ignoring, "by")([1, 2], 0, by=7) == 3
    assert asked == [("torch", 7), ("tensorflow", 7)]


def test_an_int_that_is_called_seed_is_pointed_out(capsys):
    inferred(subjects.ignoring, "0.2ev")
    assert "seed of ignoring is an int as any other; seeded_by='seed'" in capsys.readouterr().err


def test_generators_of_another_type_than_the_hint_are_refused():
    with pytest.raises(UsageError, match="domain must hold"):
        infer_relations(subjects.shuffled, "0.2ev", domain={**FEW, "rng": generators("numpy.random.Generator")})


def test_that_random_floats_differ_is_no_postcondition():
    relations = inferred(subjects.jittered, "0.2ev", seeded_by="global")
    assert len(relations)
    assert not any("set(" in one.formula for one in relations.postconditions)


def test_a_decorator_without_its_argument_is_refused():
    with pytest.raises(UsageError, match=r'seeded must name a parameter or "global", as @seeded\("seed"\) does'):
        genmorph.seeded(subjects.ignoring)


def test_the_seed_of_all_has_a_name_of_its_own():
    with prepared(subjects.with_a_seed_of_its_own, seeded_by="global") as session:
        assert session.subject.names == ("xs", "seed2")


def test_the_command_line_names_the_seed(tmp_path):
    saved = tmp_path / "ignoring.json"
    run = subprocess.run(
        [
            *(sys.executable, "-m", "genmorph", "infer", "tests.subjects.randomised:ignoring", "--budget", "0.2ev"),
            *("--seeded-by", "seed", "--json", str(saved), "--no-cache", "--domain", "xs=lists(ints(0, 9), max_len=4)"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "seed of ignoring is ignored" in run.stderr
    assert '"seeds()"' in saved.read_text()


def test_a_class_is_seeded_by_nothing():
    with pytest.raises(UsageError, match="seeded_by must stand beside a function, got 'seed' beside a class"):
        infer_relations("collections:deque", "0.2ev", seeded_by="seed")


def test_a_generator_that_no_hint_names_is_found_by_trying():
    with pytest.raises(UnsupportedError, match=r'domain={"rng": generators\("random.Random"\)} makes it repeatable'):
        inferred(subjects.unhinted)


def test_a_seed_that_is_ignored_is_reported(capsys):
    relations = inferred(subjects.ignoring, "0.2ev", seeded_by="seed")
    assert "seed of ignoring is ignored: 100 inputs gave the same with another one" in capsys.readouterr().err
    assert "ignoring(xs, new) == ignoring(xs, seed)" in [one.formula for one in relations]
    assert not any("seed +" in one.formula or "seed *" in one.formula for one in relations)


@pytest.mark.parametrize(
    ("function", "by", "words"),
    [
        (subjects.unhinted, "seed", r"seeded_by must be a parameter of .*unhinted \(xs, rng\) or 'global', got 'seed'"),
        (subjects.ignoring, "xs", "takes ints or generators of random numbers, got 'xs'"),
        (subjects.ignoring, "rng", "seeded_by must be a parameter of .*ignoring"),
        (subjects.ignoring, 3, "seeded_by must be the name of a parameter or 'global', got 3"),
        ([subjects.ignoring, subjects.shuffled], "seed", "seeded_by must stand beside a single function, got 2"),
    ],
)
def test_what_seeds_nothing_is_refused(function, by, words):
    with pytest.raises(UsageError, match=words):
        infer_relations(function, "0.2ev", seeded_by=by)

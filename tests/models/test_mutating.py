"""The twelve rules make other models, and the search finds the back end that is wrong about one of them."""

import json
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from genmorph import UsageError
from genmorph.cli import main
from genmorph.execution.answering import FailedError
from genmorph.models import BackEnd, search_model
from genmorph.models.back_ends import Processes
from genmorph.models.graphs import Graph, example
from genmorph.models.layer_choices import _options
from genmorph.models.model_rules import ADDED, RULES, Choices, Mutation, mutation_from_data, rule_named
from genmorph.models.search import JOURNAL, Guidance, Mutant, _Chooser

HERE = Path(__file__).parent
SHAPES = {("x", 0, 0): (None, 4), ("dense", 0, 0): (None, 4)}
RELU = {"class_name": "ReLU", "config": {}, "chosen": {"max_value": 6.0}}
CHOICES = Choices(lambda _: (RELU,), lambda _: ((RELU, RELU),))
SEVERAL = ["torch", "numpy", "jax"]


def places(name):
    return list(rule_named(name).places(Graph(example(), SHAPES), CHOICES))


def made(mutation):
    return rule_named(mutation.rule).of_graph(Graph(example(), SHAPES), mutation)


def test_there_are_twelve_rules():
    assert len({rule.name for rule in RULES}) == 12
    assert all((rule.of_graph is None) is not (rule.of_weights is None) for rule in RULES)


def test_added_layers_stand_behind_a_tensor_and_have_new_names():
    (after_input, _) = places("layer addition")
    assert str(after_input) == "layer addition after x ReLU(max_value=6.0)"
    graph = made(after_input)
    assert graph.givers("dense") == [(f"{ADDED}1", 0, 0)]
    assert "chosen" not in graph.entry(f"{ADDED}1")
    (first, *_) = places("multi-layer addition")
    graph = made(first)
    assert graph.givers("dense") == [("restoring_1", 0, 0)]
    assert graph.givers("restoring_1") == [(f"{ADDED}1", 0, 0)]


def test_nothing_is_added_behind_whole_numbers():
    graph = Graph(example(), SHAPES, whole=frozenset({("x", 0, 0)}))
    assert [one.layer for one in rule_named("layer addition").places(graph, CHOICES)] == ["dense"]


def test_copies_have_the_weights_of_what_they_copy():
    (copied,) = places("layer copy")
    graph = made(copied)
    assert graph.weights == {"dense_copy_1": "dense"}
    assert graph.config["output_layers"] == ["dense_copy_1", 0, 0]


def test_activations_are_removed_and_replaced_in_place():
    (removed,) = places("activation removal")
    assert made(removed).entry("dense")["config"]["activation"] == "linear"
    assert "tanh" in {one.other for one in places("activation replacement")}
    replaced = made(Mutation("activation replacement", "dense", other="tanh"))
    assert replaced.entry("dense")["config"] == {"name": "dense", "units": 4, "activation": "tanh"}


def test_switched_layers_keep_their_places_and_take_their_weights_along():
    two = Graph(example(), SHAPES).with_after(("dense", 0, 0), [{**RELU, "name": "relu"}], {})
    graph = Graph(two.config, {**SHAPES, ("relu", 0, 0): (None, 4)})
    (switched,) = rule_named("layer switch").places(graph, CHOICES)
    changed = rule_named("layer switch").of_graph(graph, switched)
    assert changed.entry("dense")["class_name"] == "ReLU"
    assert changed.entry("relu")["class_name"] == "Dense"
    assert changed.weights == {"dense": "relu", "relu": "dense"}
    assert changed.givers("relu") == [("dense", 0, 0)]


def test_a_mutation_is_read_as_it_was_kept():
    mutation = Mutation("layer addition", "x", added=(RELU,), seed=3)
    kept = Mutant(2, 1, mutation, "torch", ({"verdict": "same", "distance": 0.25},))
    read = Mutant.from_line(kept.to_line())
    assert read == kept
    assert read.distance == 0.25
    assert mutation_from_data({"rule": "layer copy", "layer": "x"}) == Mutation("layer copy", "x")


def test_geometry_is_also_tried_with_padding():
    class Layer:
        def __init__(self, filters, pool_size=2, padding="valid", epsilon=1e-3):
            """Take what layers take."""

    found = list(_options(Layer))
    assert {"filters": 3} in found
    assert {"filters": 3, "pool_size": 3, "padding": "same"} in found
    assert {"filters": 3, "epsilon": 1e-12} in found
    assert not any(one.get("epsilon") and one.get("padding") for one in found)


def test_the_roulette_prefers_what_was_seldom_chosen():
    import random

    mutants = [Mutant(1, 0, Mutation("layer copy", "x"), answers=({"distance": 0.0},))]
    chooser = _Chooser(random.Random(0), Guidance.LEMON, chosen={0: 999})
    assert sum(chooser.parent(mutants) for _ in range(20)) > 15


@pytest.fixture(scope="module")
def mutator():
    with ExitStack() as stack:
        processes = stack.enter_context(Processes())
        yield processes.mutator(BackEnd("torch")), processes


def test_each_rule_makes_models_that_run_and_give_something_else(mutator, folder):
    process, processes = mutator
    seen = set()
    for name in ("image", "words"):
        model = folder / f"{name}.keras"
        described = process.describe(model)
        inputs = processes.directory / f"{name}.npz"
        np.savez(inputs, *_inputs(described["inputs"]))
        before = process.run(model, inputs)[0]
        for rule in RULES:
            found = process.ask("mutations", model=str(model), rule=rule.name)
            for mutation in found[:: max(1, len(found) // 3)][:3]:
                path = processes.directory / "mutant.keras"
                process.ask("mutate", model=str(model), mutation=mutation, path=str(path))
                try:
                    after = process.run(path, inputs)[0]
                except FailedError:  # of a layer that Keras has, and this back end cannot run
                    assert mutation["added"]
                    continue
                assert [one.shape for one in after] == [one.shape for one in before]
                if any(np.abs(one - other).max() > 1e-6 for one, other in zip(after, before, strict=True)):
                    seen.add(rule.name)
    assert {rule.name for rule in RULES} - seen <= {"layer removal", "layer switch", "layer copy"}


def _inputs(specification):
    from genmorph.models import draw_inputs

    return draw_inputs(specification, 4, 0)


def test_a_layer_can_be_taken_out_with_what_it_gets(mutator, folder):
    process, processes = mutator
    model, inputs = folder / "image.keras", processes.directory / "image_alone.npz"
    np.savez(inputs, *_inputs(process.describe(model)["inputs"]))
    given, layers = process.run(model, inputs, layers=True)
    name = next(one["name"] for one in process.describe(model)["layers"] if one["type"] == "BatchNormalization")
    path, kept = processes.directory / "alone.keras", processes.directory / "alone.npz"
    process.ask("extract", model=str(model), layers=[name], inputs=str(inputs), path=str(path), kept=str(kept))
    np.testing.assert_allclose(process.run(path, kept)[0][0], given[layers[name][0]], rtol=1e-6)


@pytest.mark.parametrize(
    ("name", "layers"),
    [
        ("words", {"weight"}),
        ("looked_up", set()),
        ("nested", set()),
        ("behind", {"image"}),
        ("behind_operations", set()),
    ],
)
def test_no_layer_is_added_before_a_table_in_which_numbers_are_looked_up(mutator, folder, name, layers):
    process, _ = mutator
    places = {
        one["layer"] for one in process.ask("mutations", model=str(folder / f"{name}.keras"), rule="layer addition")
    }
    inputs = {one["name"] for one in process.describe(folder / f"{name}.keras")["inputs"]}
    assert places & inputs == layers
    assert places > layers


def test_several_layers_can_be_taken_out_together(mutator, folder):
    process, processes = mutator
    model, inputs = folder / "words.keras", processes.directory / "words_several.npz"
    np.savez(inputs, *_inputs(process.describe(model)["inputs"]))
    given, layers = process.run(model, inputs, layers=True)
    names = {one["type"]: one["name"] for one in process.describe(model)["layers"]}
    assert process.ask("ancestors", model=str(model), layer=names["Flatten"]) == [names["Embedding"], names["Flatten"]]
    several = [names["Embedding"], names["Flatten"]]
    path, kept = processes.directory / "several.keras", processes.directory / "several.npz"
    files = {"inputs": str(inputs), "path": str(path), "kept": str(kept)}
    process.ask("extract", model=str(model), layers=several, **files)
    np.testing.assert_allclose(process.run(path, kept)[0][0], given[layers[several[-1]][0]], rtol=1e-6)
    shared = [names["Embedding"], names["Flatten"], names["Dense"]]
    assert process.ask("ancestors", model=str(model), layer=names["Dense"]) == shared
    with pytest.raises(FailedError, match="called several times"):
        process.ask("extract", model=str(model), layers=[names["Flatten"], names["Dense"]], **files)


@pytest.fixture
def faulty(monkeypatch):
    monkeypatch.syspath_prepend(HERE)
    return ["own_faults"]


@pytest.mark.long
def test_a_faulty_layer_is_found_reduced_and_kept_with_a_test_that_shows_it(folder, faulty, tmp_path):
    (finding, *_) = search_model(folder / "image.keras", SEVERAL, tmp_path / "found", mutants=6, modules=faulty)
    assert (finding.back_end, finding.layer, finding.verdict) == ("jax", "Activation", "differs")
    (again, *_) = search_model(folder / "image.keras", SEVERAL, tmp_path / "found", mutants=6, modules=faulty)
    assert str(again) == str(finding)
    place = tmp_path / "found" / finding.name
    assert "reduced to 1 layer;" in (place / "report.md").read_text()
    environment = {**os.environ, "KERAS_BACKEND": "numpy", "PYTHONPATH": str(HERE)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_finding.py"]
    broken = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert broken.returncode == 1, broken.stdout
    assert "Not equal to tolerance" in broken.stdout
    text = (place / "test_finding.py").read_text()
    (place / "test_finding.py").write_text(text.replace("import own_faults\n", ""))
    healthy = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert healthy.returncode == 0, healthy.stdout


@pytest.mark.long
def test_a_search_that_was_broken_off_goes_on_where_it_was(folder, tmp_path):
    def lines(name, *numbers):
        for number in numbers:
            list(search_model(folder / "series.keras", ["torch", "numpy"], tmp_path / name, mutants=number))
        return (tmp_path / name / JOURNAL).read_text().splitlines()

    whole = lines("whole", 7)
    broken = lines("broken", 3)
    cut = broken[-1][: broken[-1].index("}") + 1]  # which ends as a whole one does
    (tmp_path / "broken" / JOURNAL).write_text("\n".join([*broken[:-1], cut]))
    assert lines("broken", 7) == whole
    assert len(whole) == 8
    assert [json.loads(line)["number"] for line in whole[1:]] == list(range(1, 8))


def test_what_cannot_be_searched_is_refused(folder, tmp_path):
    image = folder / "image.keras"
    with pytest.raises(UsageError, match="back ends must be two or more, got torch"):
        next(search_model(image, ["torch"], tmp_path))
    with pytest.raises(UsageError, match=r"model must be a \.keras file"):
        next(search_model(tmp_path / "none.keras", SEVERAL, tmp_path))
    with pytest.raises(UsageError, match="one back end must be of this environment"):
        next(search_model(image, ["torch@/bin/sh", "jax@/bin/sh"], tmp_path))
    (tmp_path / JOURNAL).write_text("{}\n")
    with pytest.raises(UsageError, match="folder must be new, or that of the same search"):
        next(search_model(image, ["torch", "numpy"], tmp_path))
    with pytest.raises(UsageError, match="guidance must be one of lemon, random, got 'luck'"):
        next(search_model(image, ["torch", "numpy"], tmp_path, guidance="luck"))
    with pytest.raises(UsageError, match="mutants must be at least 1, got 0"):
        next(search_model(image, ["torch", "numpy"], tmp_path, mutants=0))
    done = CliRunner().invoke(main, ["models", "search", str(image), str(tmp_path), "--backends", "torch"])
    assert done.exit_code == 2
    assert "back ends must be two or more, got torch" in done.stderr

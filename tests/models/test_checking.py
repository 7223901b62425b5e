"""A model is run on several back ends: what rounding explains is the same, what it does not is told with its place."""

import json
import venv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from genmorph import UsageError
from genmorph.cli import main
from genmorph.models import BackEnd, Verdict, back_ends, check_model, draw_inputs, read_inputs
from genmorph.models.back_ends import Processes
from genmorph.models.comparison import Comparison, furthest
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import MODELS

HERE = Path(__file__).parent
SEVERAL = ["torch", "jax", "numpy"]


@pytest.mark.parametrize("name", ["image", "words", "series"])
def test_back_ends_that_round_otherwise_are_the_same(folder, name):
    found = check_model(folder / f"{name}.keras", SEVERAL)
    assert found.is_same
    assert found.is_decided
    assert found.reference == "torch"
    assert [one.verdict for one in found.answers] == [Verdict.SAME] * 3
    assert all(0 < one.difference.largest < one.difference.bound < 1e-3 for one in found.answers if name != "words")
    assert {"python", "keras", "jax"} == found.answers[1].versions.keys()


def test_a_wrong_layer_is_found_with_its_back_end(folder, own_layers):
    found = check_model(folder / "wrong.keras", SEVERAL, modules=own_layers)
    wrong = found.answers[1]
    assert [one.verdict for one in found.answers] == [Verdict.SAME, Verdict.DIFFERS, Verdict.SAME]
    assert wrong.layer == "scaled (Scaled)"
    assert wrong.difference.largest > 20 * wrong.difference.bound
    assert found.is_decided
    assert not found.is_same
    assert "first in layer scaled (Scaled)" in str(wrong)
    assert [one.layer for one in wrong.layers] == [layer.name for layer in found.layers]
    rates = {one.layer: one.rate for one in wrong.layers}
    assert max(rates, key=rates.get) == "scaled"
    scaled = next(one for one in wrong.layers if one.layer == "scaled")
    assert scaled.difference.is_beyond
    assert scaled.mean > 0
    assert not found.answers[0].layers


def test_of_two_that_differ_it_is_not_known_which_one_is_wrong(folder, own_layers):
    found = check_model(folder / "wrong.keras", ["jax", "torch"], modules=own_layers)
    assert not found.is_decided
    assert {one.verdict for one in found.answers} == {Verdict.SAME, Verdict.DIFFERS}


def test_the_majority_is_right_where_the_first_reference_is_not(folder, own_layers, monkeypatch):
    monkeypatch.setenv("WRONG", "torch")
    found = check_model(folder / "wrong.keras", SEVERAL, modules=own_layers)
    assert [one.verdict for one in found.answers] == [Verdict.DIFFERS, Verdict.SAME, Verdict.SAME]
    assert found.answers[0].layer == "scaled (Scaled)"
    assert (found.reference, found.is_decided) == ("jax", True)


def test_back_ends_compute_the_reference_in_double_precision(folder):
    with Processes() as processes:
        for name in ("image", "series", "words", "adapted", "mixed"):
            model, inputs = folder / f"{name}.keras", processes.directory / f"{name}.npz"
            numpy = processes.of(BackEnd("numpy"))
            np.savez(inputs, *draw_inputs(numpy.describe(model)["inputs"], 4, 0))
            found = [processes.of(BackEnd(one)).run(model, inputs, double=True)[0] for one in SEVERAL]
            assert {array.dtype for arrays in found for array in arrays} == {np.dtype("float64")}
            for arrays in found[1:]:
                for one, other in zip(arrays, found[0], strict=True):
                    np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", ["looked_up", "adapted", "mixed", "nested", "equal", "masked"])
def test_what_is_looked_up_adapted_coarse_or_nested_is_the_same(folder, name):
    found = check_model(folder / f"{name}.keras", ["jax", "numpy"])
    assert found.is_same
    assert all(one.difference.bound < 0.1 for one in found.answers)


def test_a_program_that_is_no_interpreter_is_said(folder, tmp_path):
    program = tmp_path / "python"
    program.write_text("no program")
    program.chmod(0o700)
    found = check_model(folder / "image.keras", ["numpy", f"jax@{program}"])
    assert found.answers[1].verdict is Verdict.FAILED
    assert "cannot be started" in found.answers[1].reason


@pytest.mark.long
def test_another_interpreter_has_packages_of_its_own(folder, tmp_path):
    venv.create(tmp_path / "bare")
    found = check_model(folder / "image.keras", ["numpy", f"jax@{tmp_path / 'bare' / 'bin' / 'python'}"])
    assert found.answers[1].verdict is Verdict.FAILED  # it has no Keras, though this one has


def test_numbers_that_are_not_finite_are_told(folder, own_layers):
    found = check_model(folder / "nan.keras", SEVERAL, modules=own_layers)
    assert [one.verdict for one in found.answers] == [Verdict.SAME, Verdict.NOT_A_NUMBER, Verdict.SAME]
    assert found.answers[1].layer == "scaled (Scaled)"


def test_samples_whose_numbers_overflow_in_a_layer_are_left_out(folder, tmp_path):
    rows = np.array([[0.1, 0.2, 0.3, 0.4], [50.0, 1.0, 2.0, 3.0], [0.4, 0.3, 0.2, 0.1]], "float32")
    np.savez(tmp_path / "values.npz", rows)
    found = check_model(folder / "exploding.keras", ["torch", "numpy"], tmp_path / "values.npz")
    assert [one.verdict for one in found.answers] == [Verdict.SAME] * 2
    assert found.answers[1].reason == "1 sample left out, whose numbers overflow in single precision"
    np.savez(tmp_path / "values.npz", rows[1:2])
    alone = check_model(folder / "exploding.keras", ["torch", "numpy"], tmp_path / "values.npz")
    assert [one.verdict for one in alone.answers] == [Verdict.UNDECIDED] * 2
    assert not alone.is_same


def test_a_wrong_layer_is_found_beside_numbers_that_overflow(folder, own_layers, tmp_path):
    rows = np.array([[1e20] * 5, [0.1, 0.2, 0.3, 0.4, 0.5]], "float32")
    np.savez(tmp_path / "values.npz", rows)
    for name, verdict in (("wrong", Verdict.DIFFERS), ("nan", Verdict.NOT_A_NUMBER)):
        found = check_model(folder / f"{name}.keras", SEVERAL, tmp_path / "values.npz", modules=own_layers)
        assert [one.verdict for one in found.answers] == [Verdict.SAME, verdict, Verdict.SAME]
        assert found.answers[1].layer == "scaled (Scaled)"


def test_of_numbers_that_are_infinite_rightly_a_fault_is_found(folder, own_layers):
    found = check_model(folder / "infinite.keras", SEVERAL, modules=own_layers)
    assert [one.verdict for one in found.answers] == [Verdict.SAME, Verdict.NOT_A_NUMBER, Verdict.SAME]
    assert found.answers[1].layer == "scaled (Scaled)"


def test_a_wrong_layer_behind_samples_that_are_left_out_is_found_alone(folder, own_layers, tmp_path):
    np.savez(tmp_path / "values.npz", np.array([[50.0, 1.0, 2.0, 3.0], [0.1, 0.2, 0.3, 0.4]], "float32"))
    found = check_model(folder / "late.keras", SEVERAL, tmp_path / "values.npz", modules=own_layers)
    assert [one.verdict for one in found.answers] == [Verdict.SAME, Verdict.DIFFERS, Verdict.SAME]
    assert found.answers[1].layer == "scaled (Scaled)"
    with Processes(own_layers) as processes:
        back_ends = [BackEnd("torch"), BackEnd("jax")]
        beside = Comparison(processes, back_ends, folder / "late.keras", tmp_path / "values.npz", 0, lambda _: None)
        assert beside.run_beside(back_ends[1], back_ends[0]).verdict is Verdict.DIFFERS


@pytest.mark.parametrize("name", SEVERAL)
def test_masked_steps_stay_masked_where_numbers_are_rounded_otherwise(folder, name):
    with Processes() as processes:
        running, inputs = processes.of(BackEnd(name)), processes.directory / "ids.npz"
        np.savez(inputs, np.array([[3, 4, 0, 0], [5, 0, 0, 0]], "int32"))
        (moved,) = running.run_perturbed(folder / "masked.keras", inputs, 0)
    assert moved.max() < 1e-5


def test_layers_that_act_while_a_model_learns_are_no_rounding(folder):
    found = check_model(folder / "behind.keras", ["torch", "numpy"])
    assert found.is_same
    assert max(one.difference.bound for one in found.answers) < 1e-3


def test_a_process_that_takes_much_more_memory_is_started_anew(folder, own_layers, monkeypatch):
    monkeypatch.setattr(back_ends, "MODELS", replace(MODELS, first_answers=1, times_memory=1.1))
    model, ids = folder / "keeping.keras", set()
    with Processes(own_layers) as processes:
        inputs = processes.directory / "inputs.npz"
        running = processes.of(BackEnd("numpy"))
        np.savez(inputs, *draw_inputs(running.describe(model)["inputs"], 4, 0))
        first = running.run(model, inputs)[0]
        for _ in range(3):
            ids.add(running._process.pid)
            running.repeat(model, inputs, "repeated calls", 20)
            np.testing.assert_array_equal(running.run(model, inputs)[0], first)
    assert len(ids) == 3


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("exits", "its process exited with status 3"),
        ("raises", "RuntimeError: "),
    ],
)
def test_a_back_end_that_fails_leaves_the_others(folder, own_layers, name, reason):
    found = check_model(folder / f"{name}.keras", SEVERAL, modules=own_layers)
    assert [one.verdict for one in found.answers] == [Verdict.SAME, Verdict.FAILED, Verdict.SAME]
    assert found.answers[1].reason.startswith(reason)


def test_a_back_end_that_hangs_is_given_up(folder, own_layers, monkeypatch):
    monkeypatch.setattr(back_ends, "MODELS", replace(MODELS, limit=20.0))
    found = check_model(folder / "hangs.keras", ["numpy", "jax"], modules=own_layers)
    assert found.answers[1].reason == "did not answer within 20 s"
    assert found.answers[0].verdict is Verdict.SAME


def test_a_back_end_that_is_not_installed_is_said(folder):
    found = check_model(folder / "image.keras", ["numpy", "tensorflow"])
    assert found.answers[1].reason.startswith("ModuleNotFoundError: No module named 'tensorflow'")


def test_a_layer_that_is_not_registered_is_said(folder):
    with pytest.raises(UsageError, match=r"model must load on a back end, got .*Could not locate class 'Scaled'"):
        check_model(folder / "same.keras", ["numpy"])


@pytest.mark.parametrize("content", [b"no archive", b""])
def test_a_damaged_file_is_said(tmp_path, content):
    path = tmp_path / "broken.keras"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"model must load on a back end, got .*broken\.keras"):
        check_model(path, ["numpy"])


def test_what_cannot_be_a_model_or_a_back_end_is_refused(folder):
    with pytest.raises(UsageError, match=r"model must be a \.keras file, got 'none.keras'"):
        check_model("none.keras", ["numpy"])
    with pytest.raises(UsageError, match=r"back end must be one of torch, .*, got 'theano'"):
        check_model(folder / "image.keras", ["theano"])
    with pytest.raises(UsageError, match="back ends must be one or more, each once, got torch, torch"):
        check_model(folder / "image.keras", ["torch", "torch"])
    with pytest.raises(UsageError, match="back ends must be one or more, each once, got none"):
        check_model(folder / "image.keras", [])
    with pytest.raises(UsageError, match="jax must have an interpreter behind @ that can be run, got '/none'"):
        BackEnd.parse("jax@/none")
    with pytest.raises(UsageError, match="samples must be at least 1, got 0"):
        check_model(folder / "image.keras", ["numpy"], samples=0)


SPECIFICATION = [
    {"name": "image", "shape": [4, 4, 3], "dtype": "float32", "ids": None},
    {"name": "ids", "shape": [None], "dtype": "int32", "ids": 7},
    {"name": "flags", "shape": [2], "dtype": "bool", "ids": None},
]


def test_drawn_inputs_suit_what_a_model_takes():
    images, ids, flags = draw_inputs(SPECIFICATION, 5, seed=3)
    assert images.shape == (5, 4, 4, 3)
    assert (images >= 0).all()
    assert (images < 1).all()
    assert ids.shape == (5, MODELS.free_size)
    assert set(np.unique(ids)) <= set(range(7))
    assert flags.dtype == np.bool_
    again = draw_inputs(SPECIFICATION, 5, seed=3)
    assert all((one == other).all() for one, other in zip(again, (images, ids, flags), strict=True))


def test_arrays_of_a_file_are_taken_by_name_or_in_order(tmp_path):
    arrays = draw_inputs(SPECIFICATION, 2, seed=0)
    np.savez(tmp_path / "named.npz", flags=arrays[2], ids=arrays[1], image=arrays[0])
    np.savez(tmp_path / "ordered.npz", *arrays)
    for name in ("named", "ordered"):
        found = read_inputs(tmp_path / f"{name}.npz", SPECIFICATION)
        assert all((one == other).all() for one, other in zip(found, arrays, strict=True))


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ([np.zeros((2, 4, 4, 3))], "inputs must have an array for each of image, ids, flags, got arr_0"),
        (
            [np.zeros((2, 4, 4)), np.zeros((2, 3)), np.zeros((2, 2))],
            r"input image must have the shape \(any, 4, 4, 3\)",
        ),
        ([np.zeros((2, 4, 4, 3)), np.zeros((1, 3)), np.zeros((2, 2))], r"as many samples each, .*got \[2, 1, 2\]"),
        ([np.zeros((0, 4, 4, 3)), np.zeros((0, 3)), np.zeros((0, 2))], "one or more, got"),
        ([np.array([object()])] * 3, "inputs must be a .npz file of arrays"),
    ],
)
def test_arrays_that_do_not_suit_are_refused(tmp_path, arrays, words):
    np.savez(tmp_path / "given.npz", *arrays)
    with pytest.raises(UsageError, match=words):
        read_inputs(tmp_path / "given.npz", SPECIFICATION)


@pytest.mark.parametrize("content", [b"PK\x03\x04 damaged", b"no archive"])
def test_a_file_that_is_no_archive_is_said(tmp_path, content):
    (tmp_path / "given.npz").write_bytes(content)
    with pytest.raises(UsageError, match=r"inputs must be a \.npz file of arrays"):
        read_inputs(tmp_path / "given.npz", SPECIFICATION)
    np.save(tmp_path / "given.npy", np.zeros(3))
    with pytest.raises(UsageError, match=r"inputs must be a \.npz file of arrays"):
        read_inputs(tmp_path / "given.npy", SPECIFICATION)


def test_texts_are_no_inputs():
    with pytest.raises(UsageError, match="input text must be of numbers, got string"):
        draw_inputs([{"name": "text", "shape": [1], "dtype": "string", "ids": None}], 2, 0)


def test_the_sample_furthest_beyond_its_bound_is_told_of_all_outputs():
    exact = np.ones((3, 2))
    near, far = exact + 1e-7, exact + np.array([[0, 0], [0, 0], [1e-3, 0]])
    found = furthest((near, far), (exact, exact), (exact * 1e-8,) * 2)
    assert (found.output, found.sample, found.is_beyond) == (1, 2, True)
    assert not furthest((near,), (exact,), (exact * 1e-8,)).is_beyond


def test_equal_numbers_that_are_not_finite_are_no_difference():
    odd = np.array([[np.nan, np.inf, -np.inf, 1.0]])
    assert not furthest((odd,), (odd,), (np.zeros((1, 4)),)).is_beyond
    other = np.array([[np.nan, 1.0, -np.inf, 1.0]])
    assert furthest((odd,), (other,), (np.zeros((1, 4)),)).is_beyond
    assert furthest((other,), (odd,), (np.zeros((1, 4)),)).is_beyond
    assert not furthest((np.array([[np.inf]]),), (np.array([[1e39]]),), (np.zeros((1, 1)),)).is_beyond


def test_outputs_of_other_shapes_and_types_are_compared():
    flags = np.array([True, False])
    assert not furthest((flags,), (flags,), (np.zeros(2),)).is_beyond
    assert furthest((flags,), (~flags,), (np.zeros(2),)).is_beyond
    assert not furthest((np.float32(2),), (np.float64(2),), (np.float64(0),)).is_beyond
    assert furthest((np.zeros((2, 3)),), (np.zeros((2, 4)),), (np.zeros((2, 4)),)).is_beyond


def test_the_command_prints_an_answer_each_and_saves_them(folder, tmp_path):
    path = tmp_path / "answers.json"
    names = ["--backends", "numpy,jax", "--json", str(path)]
    done = CliRunner().invoke(main, ["models", "check", str(folder / "image.keras"), *names])
    assert done.exit_code == 0
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["numpy same", "jax same"]
    saved = json.loads(path.read_text())
    assert saved["is_same"]
    assert [one["verdict"] for one in saved["answers"]] == ["same", "same"]


def test_the_command_ends_with_1_where_a_back_end_differs(folder, own_layers, tmp_path):
    words = ["models", "check", str(folder / "wrong.keras"), "--backends", "jax,torch", "--load", *own_layers]
    files = {option: tmp_path / option for option in ("--junit", "--sarif", "--html")}
    asked = [word for option, path in files.items() for word in (option, str(path))]
    done = CliRunner().invoke(main, [*words, *asked])
    assert done.exit_code == ExitCode.VIOLATED
    assert "which one is wrong is not known" in done.stderr
    junit, sarif, page = (path.read_text() for path in files.values())
    assert 'tests="2" failures="1"' in junit
    [result] = json.loads(sarif)["runs"][0]["results"]
    assert result["ruleId"] == "a-back-end-gives-other-numbers"
    assert "first in layer scaled (Scaled)" in result["message"]["text"]
    assert "scaled (Scaled)" in page


def test_layers_behind_operations_have_layers_before_them(folder, tmp_path):
    page = tmp_path / "page.html"
    words = ["models", "check", str(folder / "operations.keras"), "--backends", "torch,numpy", "--html", str(page)]
    assert CliRunner().invoke(main, words).exit_code == ExitCode.FINE
    layers = check_model(folder / "operations.keras", ["torch"]).layers
    first, last = (one for one in layers if one.type == "Dense")
    assert last.givers == (first.name,)
    assert page.read_text().count('class="edge"') == len([giver for one in layers for giver in one.givers])


def test_one_file_cannot_be_two_reports(folder, tmp_path):
    same = str(tmp_path / "report")
    words = ["models", "check", str(folder / "image.keras"), "--junit", same, "--sarif", same]
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, "must be two files" in done.stderr) == (ExitCode.USAGE, True)


def test_a_page_of_somebody_else_is_left_alone_before_anything_is_run(folder, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("mine")
    done = CliRunner().invoke(main, ["models", "check", str(folder / "image.keras"), "--html", str(page)])
    assert done.exit_code == ExitCode.USAGE
    assert page.read_text() == "mine"
    assert "running" not in done.stderr


def test_models_of_the_zoo_are_trained_and_never_overwritten(tmp_path):
    words = ["models", "zoo", str(tmp_path), "--only", "lenet"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0
    assert float(done.stdout.split()[-1]) > 0.9
    again = CliRunner().invoke(main, words)
    assert again.exit_code == ExitCode.USAGE
    assert "lenet.keras must not be there already; --force overwrites it" in again.stderr
    unknown = CliRunner().invoke(main, ["models", "zoo", str(tmp_path), "--only", "alexnet"])
    assert "--only must be one of lenet, residual" in unknown.stderr

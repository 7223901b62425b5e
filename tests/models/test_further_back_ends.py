"""TensorFlow, OpenVINO and the runtimes of exported models; `make test-models` installs and runs them."""

import pytest

from genmorph.models import Verdict, check_model

pytestmark = pytest.mark.back_ends
KERAS = ["torch", "tensorflow", "jax", "numpy", "openvino"]


@pytest.mark.parametrize("name", ["image", "words", "series", "adapted", "nested"])
def test_all_back_ends_of_keras_are_the_same(folder, name):
    found = check_model(folder / f"{name}.keras", KERAS)
    supported = [one for one in found.answers if one.verdict is not Verdict.UNSUPPORTED]
    assert [one.verdict for one in supported] == [Verdict.SAME] * len(supported), list(map(str, found.answers))
    assert {"torch", "tensorflow", "jax"} <= {one.back_end for one in supported}


@pytest.mark.parametrize("runtime", ["onnxruntime", "openvino-ir", "litert"])
def test_exported_models_are_the_same(folder, runtime):
    found = check_model(folder / "image.keras", ["torch", runtime])
    assert found.is_same, list(map(str, found.answers))
    assert runtime in found.answers[1].versions


def test_what_is_exported_alone_is_compared_with_what_exports_it(folder):
    found = check_model(folder / "image.keras", ["onnxruntime"])
    assert found.is_same
    assert found.reference == "torch"

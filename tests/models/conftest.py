"""Programs that need Keras are run in processes of their own, and not looked at for doctests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
collect_ignore = ["build.py", "own_faults.py", "own_layers.py"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with small models."""
    path = tmp_path_factory.mktemp("models")
    environment = {**os.environ, "KERAS_BACKEND": "numpy"}
    subprocess.run([sys.executable, HERE / "build.py", path], check=True, env=environment, capture_output=True)
    return path


@pytest.fixture
def own_layers(monkeypatch):
    """The name of the module with layers of our own, which can be found."""
    monkeypatch.syspath_prepend(HERE)
    return ["own_layers"]

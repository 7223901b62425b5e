"""Execute the notebooks and keep what they show: `python notebooks/execute.py [tour ...]`."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent


def execute(path: Path, cache: str) -> None:
    """Run a notebook in a folder of its own, and put it in its place with all that it shows; times are left out."""
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook,
            timeout=600,
            coalesce_streams=True,
            record_timing=False,
            resources={"metadata": {"path": folder}},
        )
        client.execute(env=os.environ | {"XDG_CACHE_HOME": cache})
    notebook.metadata["language_info"] = {"name": "python"}
    nbformat.write(notebook, path)


if __name__ == "__main__":
    with TemporaryDirectory() as nothing_known:
        for name in sys.argv[1:] or [path.stem for path in sorted(HERE.glob("*.ipynb"))]:
            execute(HERE / f"{name}.ipynb", nothing_known)

"""What the plugin costs a run of pytest that does not use it.

    python -m benchmarks.plugin

In fresh processes, in turns: the import of the plugin after that of pytest, and runs over one test with the plugin and
without it.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import click

from benchmarks.record import ROOT, describe_code, describe_machine

WANTED = 5.0
"""Milliseconds."""
_IMPORT = """
import time, pytest
began = time.perf_counter()
import genmorph.pytest_plugin
print(time.perf_counter() - began)
"""


@click.command()
@click.option("--rounds", default=21, show_default=True)
@click.option("--output", type=click.Path(path_type=Path), default=ROOT / "benchmarks/results/plugin.json")
def main(rounds: int, output: Path) -> None:
    """Measure, print, and write the figures."""
    imports, with_it, without_it = [], [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_one.py").write_text("def test_one():\n    pass\n", encoding="utf-8")
        for _ in range(rounds):
            imports.append(float(_python(folder, "-c", _IMPORT)[1]))
            with_it.append(_python(folder, "-m", "pytest", "-q")[0])
            without_it.append(_python(folder, "-m", "pytest", "-q", "-p", "no:genmorph")[0])
    figures = {
        "rounds": rounds,
        "import_ms": 1000 * median(imports),
        "run_ms": 1000 * median(with_it),
        "run_without_ms": 1000 * median(without_it),
        "wanted_ms": WANTED,
    }
    click.echo(json.dumps(figures, indent=1))
    data = {"code": describe_code(), "machine": describe_machine(), **figures}
    output.write_text(f"{json.dumps(data, indent=1)}\n", encoding="utf-8")


def _python(folder: Path, *words: str) -> tuple[float, str]:
    """Seconds of a fresh interpreter, and what it printed."""
    began = time.perf_counter()
    done = subprocess.run(  # noqa: S603
        [sys.executable, *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return time.perf_counter() - began, done.stdout


if __name__ == "__main__":
    main()

"""Running an exported file in a process of its own, as its users will."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from genmorph.export.errors import ExportError

_RUNNER = """
import json, runpy, sys
from hypothesis import settings
sys.path[:] = json.loads(sys.argv[2])
settings.register_profile("genmorph", database=None, derandomize=True)
settings.load_profile("genmorph")
tests = {name: test for name, test in runpy.run_path(sys.argv[1]).items() if name.startswith("test_")}
failures = {}
for name, test in tests.items():
    try:
        test()
    except BaseException as error:
        notes = " ".join(getattr(error, "__notes__", []))
        failures[name] = f"{type(error).__name__}: {error} {notes}".strip()
with open(sys.argv[3], "w") as answer:
    json.dump(failures, answer)
"""


def run_tests(text: str, path: Sequence[str], timeout: float) -> dict[str, str]:
    """Run every test of a file's text once; the failed ones by name, with what was raised.

    `path` is the `sys.path` under which the function under test is found. Raises ExportError where the file does not
    run at all, or not within `timeout` seconds.
    """
    with tempfile.TemporaryDirectory(prefix="genmorph-") as directory:
        file, answer = Path(directory, "test_exported.py"), Path(directory, "failures.json")
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-P", "-c", _RUNNER, str(file), json.dumps(list(path)), str(answer)]
        try:
            process = subprocess.run(  # noqa: S603
                command,
                cwd=directory,
                env=os.environ | {"PYTHONHASHSEED": "0"},
                capture_output=True,
                text=True,
                timeout=timeout,
                stdin=subprocess.DEVNULL,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ExportError(f"the exported tests did not end within {timeout} s") from None
        if process.returncode or not answer.exists():
            reason = (process.stderr.strip().splitlines() or [f"exit status {process.returncode}"])[-1]
            raise ExportError(f"the exported file does not run: {reason}")
        failures: dict[str, str] = json.loads(answer.read_text(encoding="utf-8"))
        return failures

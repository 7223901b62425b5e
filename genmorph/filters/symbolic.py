"""Symbolic execution by CrossHair (optional): suggestions of counterexamples, found in a process of its own."""

import ast
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

from genmorph.execution.process import Shelter
from genmorph.model import Input
from genmorph.settings import COUNTEREXAMPLES

_START = """
import json, runpy, sys
sys.path[:] = json.loads(sys.argv.pop(1))
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""
_PROGRAM = str(Path(__file__).with_name("symbolic_process.py"))


def is_available() -> bool:
    """Whether CrossHair is installed."""
    return find_spec("crosshair") is not None


def refute(
    text: str, path: Sequence[str], seconds: float, is_stopped: Callable[[], bool] = lambda: False
) -> tuple[Input, ...] | None:
    """Inputs for which the function `claim` of a module's text seems to return False.

    `path` is the `sys.path` under which the module finds what it imports. There are none where nothing is found within
    `seconds`, or before `is_stopped` turns true; None where the process fails, or has not begun to search by then.
    """
    with Shelter() as shelter:
        module, answer = (shelter.directory / name for name in ("claim.py", "answer"))
        module.write_text(text, encoding="utf-8")
        answer.touch()
        words = [_START, json.dumps(list(path)), _PROGRAM, str(module), str(answer), str(seconds)]
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-P", "-c", *words],
            cwd=shelter.directory,
            env=os.environ | {"PYTHONHASHSEED": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        shelter.take(process)
        _wait(process, seconds, is_stopped)
        lines = answer.read_text(encoding="ascii").splitlines(keepends=True)
    if process.returncode or not lines:
        return None
    # A process that was killed may have left half a line.
    return tuple(ast.literal_eval(line) for line in lines[1:] if line.endswith("\n"))


def _wait(process: subprocess.Popen[bytes], seconds: float, is_stopped: Callable[[], bool]) -> None:
    """Until the process has ended, the time is over, or the search shall stop."""
    for _ in range(math.ceil(seconds / COUNTEREXAMPLES.symbolic_tick)):
        if is_stopped():
            return
        try:
            process.wait(COUNTEREXAMPLES.symbolic_tick)
        except subprocess.TimeoutExpired:
            continue
        return

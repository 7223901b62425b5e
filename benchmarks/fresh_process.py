"""What can only be measured in a process of its own: first calls and memory.

`python -m benchmarks.fresh_process first-calls` and `... memory` print one line of JSON; `benchmarks.speed` runs them.
Nothing of genmorph, and none of what it needs, is imported before its time is taken. Memory is read in `/proc`, which
needs Linux.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

_SECONDS = 300.0
"""The limit of one process."""
_ROUNDS = 10
"""Rounds of ten generations whose memory is taken."""


def run_fresh(what: str, cache: Path) -> dict[str, Any]:
    """The figures of one process that compiles into, and loads from, this folder."""
    command = [sys.executable, "-m", "benchmarks.fresh_process", what]
    result = subprocess.run(  # noqa: S603
        command,
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=True,
    )
    figures: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return figures


def first_calls() -> dict[str, Any]:
    """CPU and wall seconds of the imports and of the first evaluation, variation and join of a process."""
    figures: dict[str, Any] = {}
    with _timed(figures, "import_fitness"):
        from genmorph.fitness.programs import pack_rows
        from genmorph.fitness.scores import score
    from benchmarks.contest.workload import draw_workload

    workload = draw_workload(500, 2_000, 0)
    programs = pack_rows(workload.relations)
    with _timed(figures, "first_score"):
        score(programs, workload.table)
    with _timed(figures, "import_search"):
        from random import Random

        from benchmarks.contest.workload import COLUMNS
        from genmorph.domain import floats
        from genmorph.model import Kind, Output, Parameter
        from genmorph.relations.expression import relation_variables
        from genmorph.search.coevolution import evolve
        from genmorph.search.grammar import build_grammar
        from genmorph.search.parameters import PRESETS
    variables = relation_variables([Parameter(name, floats()) for name in "abc"], [0, 1, 2], [Output(Kind.FLOAT)])
    assert len(variables) == COLUMNS
    grammar = build_grammar(variables, {})
    for name in ("no-join", "default"):
        parameters = replace(PRESETS[name], round=1)
        for which in ("first", "second"):
            with _timed(figures, f"{which}_generation_{name}"):
                evolve(workload.table, grammar, parameters, lambda _: True, Random(which))
    return figures


def memory() -> dict[str, Any]:
    """The peak of resident megabytes: of the interpreter, with all imports, and after a search at the default sizes."""
    figures = {"interpreter_mb": _peak()}
    from benchmarks.search_costs import read_problem, search

    figures["imports_mb"] = _peak()
    table, grammar = read_problem("pow")
    figures["rows_mb"] = _peak()
    search(table, grammar, 10 * _ROUNDS, lambda _: True)
    figures["search_mb"] = _peak()
    return figures


def _peak() -> float:
    """What `getrusage` says would be the peak of the parent, where that was larger."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    return round(peak * 1024 / 1e6, 1)


@contextmanager
def _timed(figures: dict[str, Any], name: str) -> Iterator[None]:
    cpu, wall = time.process_time(), time.perf_counter()
    yield
    figures[name] = {
        "cpu_s": round(time.process_time() - cpu, 3),
        "wall_s": round(time.perf_counter() - wall, 3),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"first-calls": first_calls, "memory": memory}[sys.argv[1]]()) + "\n")

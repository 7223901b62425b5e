"""The process of symbolic execution, started by its file name: it calls a claim on symbols until it returns False."""

import os
import sys
from collections.abc import Callable
from copy import deepcopy
from inspect import BoundArguments, signature
from pathlib import Path
from typing import Any

from genmorph.execution.worker.guard import limit_memory, refusal

_MEMORY = 2 * 2**30
_PATHS = 5
"""One path gets at most one such part of the seconds."""


def main() -> None:
    """Look for a counterexample of the claim in a file within `seconds`.

    Into another file goes a line when this begins, and then the inputs.
    """
    module, answer, seconds = sys.argv[1:]
    sys.dont_write_bytecode = True
    namespace: dict[str, Any] = {"__name__": "claim"}
    exec(compile(Path(module).read_text(encoding="utf-8"), module, "exec", dont_inherit=True), namespace)  # noqa: S102
    descriptor = os.open(answer, os.O_WRONLY)

    def report(values: tuple[Any, ...]) -> None:
        os.write(descriptor, f"{values!a}\n".encode())

    os.write(descriptor, b"began\n")
    search(namespace["claim"], float(seconds), report)
    os._exit(0)  # without what the function has left to be done at the end


def search(claim: Callable[..., Any], seconds: float, report: Callable[[tuple[Any, ...]], None]) -> None:
    """Report the first arguments for which the claim returns False, with symbols and with the values themselves."""
    import crosshair.core_and_libs  # noqa: F401 - tells CrossHair about the types of the standard library
    from crosshair.core import ExceptionFilter, deep_realize, explore_paths
    from crosshair.options import DEFAULT_OPTIONS, AnalysisOptionSet
    from crosshair.statespace import RootNode
    from crosshair.tracers import NoTracing

    def is_found(_space: object, given: BoundArguments, _left: object, value: object, *_raised: object) -> bool:
        with NoTracing(), ExceptionFilter():  # type: ignore[no-untyped-call]
            if deep_realize(value) is False:
                values = deep_realize(given).args
                if claim(*deepcopy(values)) is False:
                    report(values)
                    return True
        return False

    limits = AnalysisOptionSet(per_condition_timeout=seconds, per_path_timeout=seconds / _PATHS)
    limit_memory(_MEMORY)
    sys.addaudithook(_refuse)
    explore_paths(
        lambda given: claim(*given.args),
        signature(claim),
        DEFAULT_OPTIONS.overlay(limits),
        RootNode(),
        is_found,
        on_nondeterminism=lambda: None,
    )


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    """What would change something outside the process raises, as it does in every call of the function."""
    reason = refusal(event, arguments)
    if reason is not None:
        raise PermissionError(reason)


if __name__ == "__main__":
    main()

"""The process of a trial run: the tests of an exported file, with the function under guard."""

import functools
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType
from typing import Any

from genmorph.execution.worker.guard import RefusedError, limit_memory, refusal
from genmorph.execution.worker.protocol import REFUSED
from genmorph.settings import TRIAL_RUN


class Guard:
    """Refuses what would change something outside the process, while the function is called and only then."""

    def __init__(self) -> None:
        self._is_active = False
        self._guarded: set[str] = set()
        sys.addaudithook(self._look)

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function under guard; an iterator runs to its end under it too."""

        @functools.wraps(function)
        def guarded(*arguments: Any, **keywords: Any) -> Any:
            before, self._is_active = self._is_active, True
            try:
                value = function(*arguments, **keywords)
                return iter([*value]) if isinstance(value, Iterator) else value
            finally:
                self._is_active = before

        return guarded

    def put_around(self, namespace: dict[str, Any], name: str) -> None:
        """Guard the function that tests call by this dotted name, once; what cannot be replaced has no effects."""
        owner, _, attribute = name.rpartition(".")
        if not owner:
            namespace[name] = self.around(namespace[name])
            return
        found = functools.reduce(getattr, owner.split(".")[1:], namespace[owner.split(".")[0]])
        if name in self._guarded:  # what a module or a class holds is there in the next run too
            return
        self._guarded.add(name)
        try:
            setattr(found, attribute, self.around(getattr(found, attribute)))
        except TypeError:
            return

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        reason = refusal(event, arguments) if self._is_active else None
        if reason is not None:
            raise RefusedError(reason)


def run(tests: Mapping[str, Callable[[], None]]) -> dict[str, str]:
    """Call every test; what was raised, by the name of the test, and in further lines what Hypothesis says of it."""
    failures = {}
    for name, test in tests.items():
        try:
            test()
        except RefusedError as refused:
            failures[name] = f"{REFUSED}{refused}"
        except BaseException as error:  # noqa: BLE001 - whatever a test raises, it fails
            raised = ": ".join(filter(None, (type(error).__name__, str(error))))
            failures[name] = "\n".join([raised, *getattr(error, "__notes__", [])])
    return failures


def main() -> None:
    """Run the tests of a file several times and write the failures to another file.

    The third argument is a JSON list of runs, `[examples, seed]`; a null seed makes Hypothesis derandomize. A fourth
    one, where there is one, names the function to guard.
    """
    file, answer, runs, *functions = sys.argv[1:]
    sys.dont_write_bytecode = True
    code = compile(Path(file).read_text(encoding="utf-8"), file, "exec", dont_inherit=True)
    guard = Guard()
    failures: dict[str, str] = {}
    for examples, seed in json.loads(runs):
        tests = _load(code, file, examples, seed)
        limit_memory(TRIAL_RUN.memory)
        for function in functions:
            guard.put_around(tests, function)
        failures = run(_seeded(tests, seed)) | failures
    Path(answer).write_text(json.dumps(failures), encoding="utf-8")
    os._exit(0)  # without what the function has left to be done at the end


def _load(code: CodeType, file: str, examples: int, seed: int | None) -> dict[str, Any]:
    """The names of a file, whose tests have so many examples: they read the profile when they are made."""
    from hypothesis import settings

    settings.register_profile("genmorph", database=None, derandomize=seed is None, max_examples=examples)
    settings.load_profile("genmorph")
    namespace: dict[str, Any] = {"__name__": "test_exported", "__file__": file}
    exec(code, namespace)  # noqa: S102
    return namespace


def _seeded(namespace: Mapping[str, Any], number: int | None) -> dict[str, Callable[[], None]]:
    from hypothesis import seed

    tests = {name: test for name, test in namespace.items() if name.startswith("test_")}
    return tests if number is None else {name: seed(number)(test) for name, test in tests.items()}

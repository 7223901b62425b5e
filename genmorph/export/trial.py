"""The process of a trial run: the tests of an exported file, with the function under guard."""

import functools
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from genmorph.execution.worker.guard import RefusedError, limit_memory, refusal
from genmorph.execution.worker.protocol import REFUSED
from genmorph.settings import TRIAL_RUN


class Guard:
    """Refuses what would change something outside the process, while the function is called and only then."""

    def __init__(self) -> None:
        self._is_active = False
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

    def _look(self, event: str, arguments: tuple[Any, ...]) -> None:
        reason = refusal(event, arguments) if self._is_active else None
        if reason is not None:
            raise RefusedError(reason)


def put_under_guard(namespace: dict[str, Any], name: str) -> None:
    """Guard the function that the tests call by this dotted name; what cannot be replaced has no effects."""
    guard = Guard()
    owner, _, attribute = name.rpartition(".")
    if not owner:
        namespace[name] = guard.around(namespace[name])
        return
    found = functools.reduce(getattr, owner.split(".")[1:], namespace[owner.split(".")[0]])
    try:
        setattr(found, attribute, guard.around(getattr(found, attribute)))
    except TypeError:
        return


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
    """Run the file named in the arguments, with the number of examples, and write what failed into another file.

    The fourth argument is the seed; where it is empty, all runs are alike. A last one is the name of the function that
    is to be put under guard.
    """
    file, answer, examples, seed_text, *functions = sys.argv[1:]
    from hypothesis import seed, settings

    settings.register_profile("genmorph", database=None, derandomize=not seed_text, max_examples=int(examples))
    settings.load_profile("genmorph")
    sys.dont_write_bytecode = True
    namespace: dict[str, Any] = {"__name__": "test_exported", "__file__": file}
    exec(compile(Path(file).read_text(encoding="utf-8"), file, "exec", dont_inherit=True), namespace)  # noqa: S102
    limit_memory(TRIAL_RUN.memory)
    for function in functions:
        put_under_guard(namespace, function)
    tests = {name: test for name, test in namespace.items() if name.startswith("test_")}
    failures = run({name: seed(int(seed_text))(test) for name, test in tests.items()} if seed_text else tests)
    Path(answer).write_text(json.dumps(failures), encoding="utf-8")
    os._exit(0)  # without what the function has left to be done at the end

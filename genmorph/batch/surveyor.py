"""The other process of a survey: imports a package, and says line by line what it finds."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from genmorph.batch.listing import functions_of, modules_of
from genmorph.model import UnsupportedError, UsageError
from genmorph.values.paths import load_module

Word = dict[str, Any]


def name_modules(package: str) -> Iterator[Word]:
    """The public modules of a package."""
    load_module(package)
    yield {"names": list(modules_of(package))}


def name_functions(module: str) -> Iterator[Word]:
    """The public functions of a module."""
    yield {"names": list(functions_of(load_module(module)))}


def suit_functions(module: str) -> Iterator[Word]:
    """Each public function of a module: what was guessed for it, or why it is left out."""
    from genmorph.batch.suitability import suit

    for name in functions_of(load_module(module)):
        target = f"{module}:{name}"
        yield {"trying": target}
        try:
            yield {"target": target, "guessed": dict(suit(target).guessed)}
        except (UnsupportedError, UsageError) as error:
            yield {"target": target, "reason": str(error)}
        except Exception as error:  # noqa: BLE001 - what looking at the user's code ends in
            yield {"target": target, "reason": f"{type(error).__name__}: {error}"}


_ASKED: dict[str, Callable[[str], Iterator[Word]]] = {
    "modules": name_modules,
    "functions": name_functions,
    "suit": suit_functions,
}


def main(asked: str, name: str) -> None:
    """Answer on the standard output of this process, which the package's own words do not reach."""
    sys.path.insert(0, os.getcwd())  # noqa: PTH109  sys.path holds strings
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers, open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 1)

        def say(word: Word) -> None:
            answers.write(f"{json.dumps(word)}\n")
            answers.flush()

        with suppress(BrokenPipeError):
            try:
                for word in _ASKED[asked](name):
                    say(word)
            except UsageError as error:
                say({"failed": str(error)})
            else:
                say({"done": True})


if __name__ == "__main__":
    main(*sys.argv[1:])

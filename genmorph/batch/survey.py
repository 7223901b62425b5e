"""What another process finds in a package, and the catalogue that lists it, with reasons for what is left out.

The package is imported there alone, so that this process neither grows nor ends with it.
"""

import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from genmorph.execution.process import Shelter
from genmorph.export.writing import ExportError, require_writable, write_text
from genmorph.model import UsageError
from genmorph.settings import SUITABILITY

_MARKED = "Domains marked as guessed are such as the function accepts:"


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A function, or a module that cannot be imported: the domains guessed for it, or why it is left out."""

    target: str
    guessed: Mapping[str, str] = field(default_factory=dict)
    reason: str | None = None


def list_modules(package: str, is_stopped: Callable[[], bool] = lambda: False) -> tuple[str, ...]:
    """The public modules of a package, itself included; UsageError where it cannot be imported."""
    (word,) = words("modules", package, is_stopped=is_stopped)
    return tuple(word["names"])


def list_functions(module: str, is_stopped: Callable[[], bool] = lambda: False) -> tuple[str, ...]:
    """The public functions that a module defines; UsageError where it cannot be imported."""
    (word,) = words("functions", module, is_stopped=is_stopped)
    return tuple(word["names"])


def survey(module: str, is_stopped: Callable[[], bool] = lambda: False) -> Iterator[Surveyed]:
    """Each public function of a module, tried on a few inputs; a module that cannot be imported is reported as one."""
    at = module
    try:
        for word in words("suit", module, is_stopped=is_stopped):
            if "trying" in word:
                at = word["trying"]
            else:
                yield Surveyed(word["target"], word.get("guessed", {}), word.get("reason"))
    except UsageError as error:
        yield Surveyed(at, reason=str(error))


class SilenceError(UsageError):
    """The other process ended before it was done, or fell silent."""


def words(
    asked: str,
    *given: str,
    is_stopped: Callable[[], bool] = lambda: False,
    silence_seconds: float = SUITABILITY.silence_seconds,
) -> Iterator[dict[str, Any]]:
    """What the other process says, word by word; SilenceError where it ends before it is done, or falls silent."""
    with Shelter() as shelter:
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "genmorph.batch.surveyor", asked, *given],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        shelter.take(process)
        assert process.stdout is not None
        with process.stdout as stream:
            for line in _lines(stream, is_stopped, silence_seconds):
                word = json.loads(line)
                if "done" in word:
                    return
                if "failed" in word:
                    raise UsageError(word["failed"])
                yield word
    raise SilenceError(f"{given[0]} crashed, or timed out after {silence_seconds:g} s without output")


def _lines(stream: IO[bytes], is_stopped: Callable[[], bool], silence_seconds: float) -> Iterator[bytes]:
    """Whole lines as they come, until the end of the stream, or a long silence."""
    rest, heard = b"", time.monotonic()
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while not is_stopped() and time.monotonic() < heard + silence_seconds:
            if not selector.select(SUITABILITY.tick):
                continue
            chunk = stream.read1(2**16)  # type: ignore[attr-defined]
            if not chunk:
                return
            heard = time.monotonic()
            *lines, rest = (rest + chunk).split(b"\n")
            yield from lines
    if is_stopped():
        raise KeyboardInterrupt


def survey_all(
    modules: Sequence[str], jobs: int, is_stopped: Callable[[], bool] = lambda: False
) -> Iterator[list[Surveyed]]:
    """The functions of several modules, of which `jobs` are surveyed at once, in their order."""
    from joblib import Parallel, delayed

    def whole(module: str) -> list[Surveyed]:
        return list(survey(module, is_stopped))

    yield from Parallel(n_jobs=jobs, backend="threading", return_as="generator", batch_size=1)(
        delayed(whole)(module) for module in modules
    )


def draft(package: str, surveyed: Sequence[Surveyed], budget: str) -> str:
    """The text of the file; guessed domains are marked, because they are for a person to put right.

    >>> found = [Surveyed("shop:price", {"n": "ints(0, 9)"}), Surveyed("shop:open", reason="it has no parameters")]
    >>> print(draft("shop", found, "10s"))
    # 1 of 2 functions of shop, found by genmorph. Domains marked as guessed are such as the function accepts:
    # say what is meant, the relations are for these inputs.
    <BLANKLINE>
    [defaults]
    budget = "10s"
    <BLANKLINE>
    [[function]]
    target = "shop:price"
    domain = {n = "ints(0, 9)"} # guessed
    <BLANKLINE>
    # Left out:
    # shop:open: it has no parameters
    <BLANKLINE>
    """
    from tomlkit import aot, comment, document, dumps, inline_table, nl, table

    suited = [one for one in surveyed if one.reason is None]
    written = document()
    written.add(comment(f"{len(suited)} of {len(surveyed)} functions of {package}, found by genmorph. {_MARKED}"))
    written.add(comment("say what is meant, the relations are for these inputs."))
    written.add(nl())
    written.add("defaults", table().add("budget", budget))
    functions = aot()
    for one in suited:
        entry = table().add("target", one.target)
        if one.guessed:
            entry.add("domain", inline_table())
            entry["domain"].update(one.guessed)
            entry["domain"].comment("guessed")
        functions.append(entry)
    written.add("function", functions)
    lines = [f"# {one.target}: {' '.join(one.reason.split())}" for one in surveyed if one.reason is not None]
    # TOML has no control characters in a comment, and no file half characters.
    reasons = ["".join(letter if letter.isprintable() else " " for letter in line) for line in lines]
    return dumps(written) + ("\n".join(["", "# Left out:", *reasons, ""]) if reasons else "")


def write_draft(text: str | None, path: str | os.PathLike[str], force: bool) -> None:
    """Put the file in place; without a text only look whether that is possible.

    Raises ExportError where a file is there, which a person may have put right, and not `force`.
    """
    if Path(path).is_file() and not force:
        raise ExportError(
            f"output must be a file that is not there yet, because a person may have put right what is in it, got "
            f"{str(path)!r}; --force overwrites it"
        )
    require_writable("output", path, lambda _: True, force)
    if text is not None:
        write_text(text, Path(path))

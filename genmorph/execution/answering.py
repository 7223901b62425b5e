"""A process that answers requests: lines of JSON on two pipes, started when it is first needed."""

import json
import os
import re
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Self

from genmorph.execution.process import Shelter, describe_status, pipe
from genmorph.settings import WORKER
from genmorph.subject.digests import is_installed
from genmorph.values.labels import shortened

_COLOURS = re.compile("\x1b\\[[0-9;]*m")
"""What libraries write into their messages for terminals."""


class FailedError(Exception):
    """A process could not do what it was asked for; the text says why."""


class EndedError(FailedError):
    """The process died, or was killed because it did not answer in time."""


class AnsweringProcess:
    """A process that answers requests. One that has died or does not answer is started anew by the next request.

    `command` gets the numbers of the pipes of requests and of answers as two further words; `limit` are seconds for an
    answer. The process works in an empty directory, and ends with this one.
    """

    def __init__(self, command: Sequence[str], limit: float, environment: Mapping[str, str]) -> None:
        self._command = command
        self._limit = limit
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._resources = ExitStack()
        self._requests = self._replies = -1

    @property
    def pid(self) -> int | None:
        """The number of the process, None where there is none."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Start the process where there is none.

        Raises:
            FailedError: It cannot be started.

        """
        if self.pid is not None:
            return
        try:
            self._start()
        except OSError as error:
            self.close()
            raise FailedError(f"{self._command[0]} cannot be started: {error.strerror}") from error
        except BaseException:
            self.close()
            raise

    def ask(self, what: str, **values: Any) -> Any:
        """Answer a request.

        Raises:
            FailedError: The process raises while it answers.
            EndedError: It dies, or does not answer in time.
            RuntimeError: It fails by a fault of genmorph.

        """
        self.start()
        try:
            with os.fdopen(os.dup(self._requests), "w", encoding="utf-8") as requests:
                requests.write(f"{json.dumps({'do': what, **values})}\n")
            answer = json.loads(self._line())
        except (BrokenPipeError, EOFError):
            raise EndedError(self._ended()) from None
        except BaseException:  # an interrupt, or no answer: what comes later would be taken for the next one
            self.close()
            raise
        if "broken" in answer:
            raise RuntimeError(answer["broken"])
        if "failed" in answer:
            plain = _COLOURS.sub("", answer["failed"])
            raise FailedError(shortened(" ".join(plain.split()), WORKER.reason))
        return answer["answer"]

    def close(self) -> None:
        """End the process, and all that it has started."""
        self._process = None
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        shelter = self._resources.enter_context(Shelter())
        with ExitStack() as theirs:
            reader, self._requests = pipe(reader=theirs, writer=self._resources)
            self._replies, writer = pipe(reader=self._resources, writer=theirs)
            process = subprocess.Popen(  # noqa: S603 - our own program
                [*self._command, str(reader), str(writer)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=shelter.directory,
                env={**os.environ, **self._environment},
                pass_fds=(reader, writer),
                start_new_session=True,
            )
        shelter.take(process)
        self._process = process

    def _line(self) -> bytes:
        """The next line of the answers; EOFError where the process has ended."""
        line, until = b"", time.monotonic() + self._limit
        while not line.endswith(b"\n"):
            if not select.select([self._replies], [], [], max(0.0, until - time.monotonic()))[0]:
                raise EndedError(f"did not answer within {self._limit:g} s")
            if not (part := os.read(self._replies, WORKER.read_bytes)):
                raise EOFError
            line += part
        return line

    def _ended(self) -> str:
        """How the process ended, which has closed its pipes."""
        process = self._process
        assert process is not None
        try:
            return f"its process {describe_status(process.wait(WORKER.exit_seconds))}"
        except subprocess.TimeoutExpired:
            return "its process closed its pipes"
        finally:
            self.close()


def own_folders(path: Sequence[str]) -> list[str]:
    """Where the user's own modules are found: no folder of packages, which are those of an environment."""
    folders = [os.path.abspath(one) for one in path]  # noqa: PTH100 - "" is the current one
    return [one for one in folders if not is_installed(os.path.join(one, "any.py"))]  # noqa: PTH118

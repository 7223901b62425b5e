"""The process that forks the inferences of a batch: it loads all that they need, and forks one for each request."""

import gc
import json
import os
import time

REQUESTS = 0
"""The descriptor of lines from the parent: a request, and then a line that lets the inference begin."""


def main() -> None:
    """Answer requests until their pipe ends; an inference ends in `SystemExit`, as the command does.

    For each one the pid of the inference is answered, and its exit code once it has ended. It is reaped only
    when the parent has read that, so that no other process has its pid before.
    """
    answers = os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    _load()
    gc.freeze()
    while request := _line():
        pid = os.fork()
        if not pid:
            _infer(answers, **json.loads(request))
        end = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        assert end is not None
        _answer(answers, end.si_status if end.si_code == os.CLD_EXITED else -end.si_status)
        _line()
        os.waitpid(pid, 0)


def _load() -> None:
    """What every inference imports and compiles, but nothing of the user's."""
    from genmorph.inference.meter import Meter
    from genmorph.inference.readiness import ready_for, ready_search
    from genmorph.model import Budget, Kind

    meter = Meter(Budget(evaluations=1), time.monotonic)
    ready_search(meter)
    ready_for(Kind, meter)


def _infer(answers: int, words: list[str], directory: str, errors: str) -> None:
    """Become an inference that leads a session of its own, once the parent knows of it."""
    os.setsid()
    _answer(answers, os.getpid())
    os.close(answers)
    if not _line():
        os._exit(1)
    os.chdir(directory)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for given, standard in ((nowhere, 0), (os.open(errors, os.O_WRONLY), 2)):
        os.dup2(given, standard)
        os.close(given)
    from genmorph.cli.inferring import infer

    # The command without the defaults of `[tool.genmorph]`: the catalogue states everything.
    infer(words, prog_name="genmorph infer")


def _answer(answers: int, number: int) -> None:
    os.write(answers, b"%d\n" % number)


def _line() -> bytes:
    """The next line, and nothing of what follows it; nothing at the end of the pipe."""
    with os.fdopen(REQUESTS, "rb", buffering=0, closefd=False) as requests:
        return requests.readline()


if __name__ == "__main__":
    main()

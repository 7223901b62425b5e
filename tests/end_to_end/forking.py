"""Commands in processes that are forked from one in which everything is imported and compiled, which saves seconds."""

import os
import subprocess
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path

CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.end_to_end.warm"])


def run_forked(folder, words, environment):
    """What came of `genmorph` with these words."""
    with tempfile.TemporaryDirectory() as told:
        streams = [Path(told) / name for name in ("stdout", "stderr")]
        process = CONTEXT.Process(target=_run, args=(folder, words, environment, streams))
        process.start()
        process.join()
        said = [stream.read_text(encoding="utf-8") for stream in streams]
    return subprocess.CompletedProcess(words, process.exitcode, *said)


def _run(folder, words, environment, streams):
    from genmorph.cli import main

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for descriptor, path in enumerate((os.devnull, *streams)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT), descriptor)
    sys.dont_write_bytecode = True
    sys.argv = ["genmorph", *words]
    main()

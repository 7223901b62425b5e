"""The fenced blocks of a document, and running what they show."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"^```(?P<language>\w+)(?P<title>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


class Fence(NamedTuple):
    """A block in a language; the title is what stands behind that."""

    language: str
    title: str
    text: str


def fences(document: Path) -> list[Fence]:
    """Return the fenced blocks, in order."""
    found = _FENCE.finditer(document.read_text(encoding="utf-8"))
    return [Fence(match["language"], match["title"].strip(), match["text"]) for match in found]


def commands(text: str) -> list[list[str]]:
    """Return the words of each line after a prompt; a line that ends in a backslash goes on in the next."""
    lines = text.replace("\\\n", " ").splitlines()
    return [shlex.split(line.removeprefix("$ "), comments=True) for line in lines if line.startswith("$ ")]


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder as a user would: beside our interpreter on the path, with nothing to read."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        words,
        cwd=folder,
        env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )

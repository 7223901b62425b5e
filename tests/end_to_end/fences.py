"""The fenced blocks of a document, and running what they show."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.end_to_end.forking import run_forked

_FENCE = re.compile(r"^```(?P<language>\w+)(?P<options>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_TITLE = re.compile(r'\btitle="(?P<title>[^"]*)"')


class Fence(NamedTuple):
    """A block in a language; the title is the name of the file that it shows.

    `output` is the text in a `text` block that stands right below: what running this one prints.
    """

    language: str
    title: str
    text: str
    output: str | None = None


def fences(document: Path) -> list[Fence]:
    """Return the fenced blocks, in order; those that show what the one above prints are part of that one."""
    content = document.read_text(encoding="utf-8")
    found: list[Fence] = []
    end = 0
    for match in _FENCE.finditer(content):
        title = _TITLE.search(match["options"])
        fence = Fence(match["language"], title["title"] if title else "", match["text"])
        is_below = bool(found) and not content[end : match.start()].strip()
        if is_below and fence.language == "text" and found[-1].language in {"console", "python"}:
            found[-1] = found[-1]._replace(output=fence.text)
        else:
            found.append(fence)
        end = match.end()
    return found


def commands(text: str) -> list[list[str]]:
    """Return the words of each line after a prompt; a line that ends in a backslash goes on in the next."""
    lines = text.replace("\\\n", " ").splitlines()
    return [shlex.split(line.removeprefix("$ "), comments=True) for line in lines if line.startswith("$ ")]


def run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder as a user would: beside our interpreter on the path, with nothing to read."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = os.environ | {"PATH": path, "COLUMNS": "80"}
    if words[0] == "genmorph":
        return run_forked(folder, words[1:], environment)
    return subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )

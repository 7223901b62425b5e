"""What the README shows works when it is typed."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCE = re.compile(r"^```(?P<language>\w+)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
SET_UP = {"cd", "git", "make", "pip"}
"""Programs that a README command may start without being run here: `make` runs this test, the rest comes before."""


def blocks(*languages: str) -> list[str]:
    """Return the fenced blocks in one of these languages, in order."""
    return [match["text"] for match in FENCE.finditer(README) if match["language"] in languages]


def commands() -> list[list[str]]:
    """Return the words of each line after a prompt; a line that ends in a backslash goes on in the next."""
    lines = "".join(blocks("console", "bash")).replace("\\\n", " ").splitlines()
    return [shlex.split(line.removeprefix("$ "), comments=True) for line in lines if line.startswith("$ ")]


def run(words: list[str], folder: Path) -> None:
    """Run a command in the folder as a user would: beside our interpreter on the path, with nothing to read."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    completed = subprocess.run(
        words,
        cwd=folder,
        env=os.environ | {"PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, f"{shlex.join(words)}\n{completed.stdout}{completed.stderr}"


def test_the_python_examples_run_as_one_script_without_a_main_guard(tmp_path):
    examples = blocks("python")
    assert examples
    script = tmp_path / "example.py"
    script.write_text("\n".join(examples), encoding="utf-8")
    run([sys.executable, script.name], tmp_path)


def test_the_commands_succeed_one_after_the_other(tmp_path):
    shown = [words for words in commands() if words[0] not in SET_UP]
    assert any(words[0] == "genmorph" for words in shown)
    for words in shown:
        run(words, tmp_path)


def test_every_shell_block_shows_its_commands_after_a_prompt():
    assert all(block.startswith("$ ") for block in blocks("console", "bash"))

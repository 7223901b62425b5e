"""What the README shows works when it is typed."""

import shlex
import sys
from pathlib import Path

from tests.end_to_end.fences import commands, fences, run

README = fences(Path(__file__).parents[2] / "README.md")
SET_UP = {"cd", "git", "make", "pip"}
"""Programs that a README command may start without being run here: `make` runs this test, the rest comes before."""


def blocks(*languages: str) -> list[str]:
    """Return the fenced blocks in one of these languages, in order."""
    return [fence.text for fence in README if fence.language in languages]


def succeed(words: list[str], folder: Path) -> None:
    """Run a command in the folder, which must end well."""
    completed = run(words, folder)
    assert completed.returncode == 0, f"{shlex.join(words)}\n{completed.stdout}{completed.stderr}"


def test_the_python_examples_run_as_one_script_without_a_main_guard(tmp_path):
    examples = blocks("python")
    assert examples
    script = tmp_path / "example.py"
    script.write_text("\n".join(examples), encoding="utf-8")
    succeed([sys.executable, script.name], tmp_path)


def test_the_commands_succeed_one_after_the_other(tmp_path):
    shown = [words for words in commands("".join(blocks("console", "bash"))) if words[0] not in SET_UP]
    assert any(words[0] == "genmorph" for words in shown)
    for words in shown:
        succeed(words, tmp_path)


def test_every_shell_block_shows_its_commands_after_a_prompt():
    assert all(block.startswith("$ ") for block in blocks("console", "bash"))

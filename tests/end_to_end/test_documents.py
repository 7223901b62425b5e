"""Links in documents lead somewhere, and what documents show works when it is typed.

In the README and below docs/, a block with a title is a file; the other Python blocks of a document are one script, and
commands of `console` blocks run after it, all in one folder. A `text` block right below one of these is what it
prints; a line `...` in there stands for any lines.
"""

import re
import shlex
import sys
from pathlib import Path

import pytest

import genmorph
import genmorph.domain
import genmorph.extension
from tests.end_to_end.fences import Fence, commands, fences, run

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *PAGES[1:]]
LINK = re.compile(r"\]\((?P<target>[^)\s#]+)[^)]*\)")
SET_UP = {"cd", "git", "make", "pip"}
"""Programs that a command may start without being run here: `make` runs this test, the rest comes before."""
BREAK = "--- the next block ---"
VARYING = re.compile(r"\d+ examples?|\d+\.\d+ ?s\b")
"""Hypothesis may draw others in other versions, and time passes."""


def named(paths: list[Path]) -> pytest.MarkDecorator:
    """One test for each document."""
    return pytest.mark.parametrize("document", paths, ids=lambda path: path.relative_to(ROOT).as_posix())


def assert_printed(shown: str | None, printed: str) -> None:
    """What was printed is what is shown, where anything is."""
    if shown is not None:
        pattern = r"\n(?:.*\n)*?".join(map(re.escape, _plain(shown).split("\n...\n")))
        assert re.fullmatch(pattern, _plain(printed)), printed


def _plain(text: str) -> str:
    """Lines without what varies and without spaces at their ends, each after the end of another."""
    return "".join(f"\n{line.rstrip()}" for line in VARYING.sub("", text).splitlines()) + "\n"


def run_script(blocks: list[Fence], folder: Path) -> None:
    """Run Python blocks as one script, which has no main guard."""
    script = folder / "example.py"
    script.write_text(f"\nprint({BREAK!r})\n".join(block.text for block in blocks), encoding="utf-8")
    completed = run([sys.executable, script.name], folder)
    assert completed.returncode == 0, completed.stdout + completed.stderr
    for block, printed in zip(blocks, completed.stdout.split(f"{BREAK}\n"), strict=True):
        assert_printed(block.output, printed)


def run_commands(block: Fence, folder: Path) -> None:
    """Run the commands of a block, which end well unless they are shown to find failures."""
    printed = ""
    fails = re.search(r"^\d+ failures? in ", block.output or "", re.MULTILINE) is not None
    for words in commands(block.text):
        if words[0] not in SET_UP:
            completed = run(words, folder)
            assert completed.returncode == fails, f"{shlex.join(words)}\n{completed.stdout}{completed.stderr}"
            printed += completed.stdout
    assert_printed(block.output, printed)


@named(DOCUMENTS)
def test_the_links_of_the_document_lead_to_files(document):
    targets = [match["target"] for match in LINK.finditer(document.read_text(encoding="utf-8"))]
    here = [target for target in targets if "://" not in target and not target.startswith("mailto:")]
    assert [target for target in here if not (document.parent / target).exists()] == []


@named([page for page in PAGES if any(fence.language in {"python", "console"} for fence in fences(page))])
def test_the_examples_of_the_document_run_and_print_what_is_shown(document, tmp_path):
    shown = fences(document)
    for fence in shown:
        if fence.title:
            (tmp_path / fence.title).write_text(fence.text, encoding="utf-8")
    script = [fence for fence in shown if fence.language == "python" and not fence.title]
    if script:
        run_script(script, tmp_path)
    for fence in shown:
        if fence.language == "console":
            run_commands(fence, tmp_path)


@named(DOCUMENTS)
def test_every_shell_block_of_the_document_shows_its_commands_after_a_prompt(document):
    shell = [fence for fence in fences(document) if fence.language in {"console", "bash", "shell", "sh"}]
    assert all(fence.language == "console" and fence.text.startswith("$ ") for fence in shell)


@named([ROOT / "README.md"])
def test_the_document_shows_both_ways_to_relations(document):
    shown = fences(document)
    assert any(fence.language == "python" and fence.output for fence in shown)
    assert any(words[:2] == ["genmorph", "infer"] for fence in shown for words in commands(fence.text))


@pytest.mark.parametrize("module", [genmorph, genmorph.domain, genmorph.extension], ids=lambda module: module.__name__)
def test_every_public_name_of_the_module_is_in_the_reference(module):
    pages = (ROOT / "docs" / "reference").glob("*.md")
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert [
        name for name in module.__all__ if not re.search(rf"^::: .*\.{name}$|`{name}` \(", text, re.MULTILINE)
    ] == []

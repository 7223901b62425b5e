"""Exported files of all forms: whether linters and formatters leave them alone, and whether they notice anything.

Run it as `python -m benchmarks.exported_files`; `benchmarks/README.md` says what is measured.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click

from benchmarks.record import ROOT, Record, Row
from genmorph.export import ExportError
from genmorph.export.project import project_of
from genmorph.export.writing import require_tests_writable, write_tests
from tests.export.forms import ALLOWED, FORMS, STRICT, Body, failures, write_subject

EXAMPLES = 100
_SECONDS = 120.0
_OTHER_LENGTH = 60
"""Characters of a line to which files are laid out anew."""
_NOT_INSTALLED = "not installed"

Answers = Mapping[str, bool | str]
"""For each file, whether all is well; or why nothing is known."""


@click.command()
@click.option("--line-length", default=88, show_default=True, type=click.IntRange(min=40), help="That of the project.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "exported_files.json",
    help="Where results go  [default: benchmarks/results/exported_files.json]",
)
def main(line_length: int, output: Path) -> None:
    """Write a file of each form and try it; exit code 1 where a tool finds something or a file does not notice."""
    record = Record.open(output, {"line_length": line_length, "examples": EXAMPLES}, fresh=True)
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as directory:
        rows = measure(Path(directory), line_length)
    for row in rows:
        record.add(row)
        missed = [name for name, answer in row["answers"].items() if answer is False]
        click.echo(f"{row['subject']:32}{', '.join(missed) or 'fine'}")
    record.finish(totals(rows))
    sys.exit(1 if record.totals["missed"] else 0)


def measure(folder: Path, line_length: int) -> list[Row]:
    """A row for each form: the answer of each check of its file."""
    written = folder / "written"
    written.mkdir()
    tools = "".join(f"[tool.{tool}]\nline-length = {line_length}\n" for tool in ("ruff", "black"))
    (folder / "pyproject.toml").write_text(tools, encoding="utf-8")
    write_subject(folder, None)
    files = {name: written / f"{name}.py" for name in FORMS}
    for name, form in FORMS.items():
        write_tests(form.text(project_of(files[name])), files[name])
    strict = ("--select", STRICT, "--ignore", ALLOWED)
    checks: dict[str, Callable[[], Answers]] = {
        "ruff": partial(_found_nothing, folder, files),
        "ruff, strict": partial(_found_nothing, folder, files, *strict),
        "ruff format": partial(_is_formatted, folder, files, "ruff", "format", "--no-cache", "--check"),
        "black": partial(_is_formatted, folder, files, "black", "--check", "--quiet"),
        "ours after ruff format": partial(_is_ours_after, folder, files, "ruff", "format", "--no-cache"),
        "ours after black": partial(_is_ours_after, folder, files, "black", "--quiet"),
        **{f"notices {body.name.lower()}": partial(_notices, folder, body) for body in Body},
        "passes": partial(_notices, folder, None),
    }
    answers = {check: answer() for check, answer in checks.items()}
    return [
        {
            "subject": name,
            "seed": 0,
            "tests": len(form.relations),
            "true_of": sorted(body.name.lower() for body in form.true_of),
            "answers": {check: found[name] for check, found in answers.items()},
        }
        for name, form in FORMS.items()
    ]


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS, check=False)  # noqa: S603


def _found_nothing(folder: Path, files: Mapping[str, Path], *options: str) -> Answers:
    """Whether ruff has nothing to say of a file."""
    if find_spec("ruff") is None:
        return dict.fromkeys(files, _NOT_INSTALLED)
    done = _run(folder, "ruff", "check", "--no-cache", "--output-format", "json", *options, "written")
    named = {Path(found["filename"]).stem for found in json.loads(done.stdout)}
    return {name: name not in named for name in files}


def _is_formatted(folder: Path, files: Mapping[str, Path], *words: str) -> Answers:
    """Whether a formatter leaves a file as it is."""
    if find_spec(words[0]) is None:
        return dict.fromkeys(files, _NOT_INSTALLED)
    return {name: _run(folder, *words, str(path)).returncode == 0 for name, path in files.items()}


def _is_ours_after(folder: Path, files: Mapping[str, Path], *words: str) -> Answers:
    """Whether a file that was laid out anew in shorter lines, and so changed, may still be replaced."""
    if find_spec(words[0]) is None:
        return dict.fromkeys(files, _NOT_INSTALLED)
    copies = folder / "copies"
    shutil.copytree(folder / "written", copies)
    _run(folder, *words, "--line-length", str(_OTHER_LENGTH), "copies")
    answers = {name: _may_be_replaced(copies / path.name) for name, path in files.items()}
    shutil.rmtree(copies)
    return answers


def _may_be_replaced(path: Path) -> bool:
    try:
        require_tests_writable(path, force=False)
    except ExportError:
        return False
    return True


def _notices(folder: Path, body: Body | None) -> Answers:
    """Whether a file fails on the body, and passes where its relations are true of that by their nature."""
    subject = folder / f"subject_{body}"
    write_subject(subject, body)
    failed = failures(subject, folder / "written", EXAMPLES)
    return {name: bool(failed[name]) is (body is not None and body not in form.true_of) for name, form in FORMS.items()}


def totals(rows: list[Row]) -> Row:
    """Over all files, by check: how many are fine, of how many of which something is known."""
    fine, known = Counter[str](), Counter[str]()
    for row in rows:
        for check, answer in row["answers"].items():
            fine[check] += answer is True
            known[check] += answer != _NOT_INSTALLED
    return {
        "files": len(rows),
        "tests": sum(row["tests"] for row in rows),
        **{
            check: f"{fine[check]} of {known[check]}" if known[check] else _NOT_INSTALLED
            for check in rows[0]["answers"]
        },
        "missed": [
            f"{row['subject']}: {check}" for row in rows for check, answer in row["answers"].items() if answer is False
        ],
    }


if __name__ == "__main__":
    main()

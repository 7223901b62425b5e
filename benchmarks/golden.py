"""What genmorph gives for a fixed set of subjects, recorded once, and compared with later states of the code.

Run it as `python -m benchmarks.golden record` and `compare`; `benchmarks/README.md` says what is recorded.
"""

import difflib
import io
import json
import lzma
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr
from itertools import islice
from pathlib import Path
from typing import Any

import click

from benchmarks.checks.golden_processes import FAILED, made_by, split_tasks
from benchmarks.checks.golden_units import PARTS, TESTS, all_units
from benchmarks.record import ROOT, describe_code, describe_machine
from genmorph import infer_relations
from genmorph.domain import ints, texts

RECORDING = ROOT / "benchmarks" / "results" / "golden.json.xz"
SHOWN = 12
"""So many lines of each difference are printed."""
_WIDEST = 200

ON_PURPOSE = (
    ("corner pairs", "boundary pairs", "the stage has the field's word"),
    ("a person's word", "review decision", "the stage has the field's word"),
    (
        "a riddle: says when two claims are true together",
        "an equivalence between compound predicates: says when two of them are true together",
        "the reason has the field's word",
    ),
    ('"schema": 1,', '"schema": 2,', "earlier versions cannot read what has changed outputs or floats inside"),
    ('"says nothing"', '"trivial"', "the stage has the field's word"),
    ("rejected by a person", "rejected by review", "the field's word"),
    ("a person said that it is not intended", "rejected by review: it is not intended", "the field's word"),
    (
        ", and is none of the function's any more: only its formula is kept",
        "; only its formula is kept, because the function has other parameters or outputs now",
        "understood at once",
    ),
    (
        "what a person said in it of\n  relations is heeded: accepted ones are judged again and come first, rejected\n"
        "  ones are not reported. An accepted relation that is false by now stays in\n"
        "  the file, and the exit code is 1.",
        "its review decisions are heeded:\n"
        "  accepted relations are judged again and come first, rejected ones are not\n"
        "  reported. An accepted relation that is false by now stays in the file, and\n  the exit code is 1.",
        "the help of `infer` has the field's word",
    ),
    (
        "failure is told, with a small input: an exception, a call that takes longer\n"
        "  than its '@timeout' (_ s without one), the end of the interpreter. The exit\n"
        "  code is 1 where there is any.",
        "failure is reported, with a small input: an exception, a call that takes\n"
        "  longer than its '@timeout' (_ s without one), the end of the interpreter.\n"
        "  The exit code is 1 where there is any.",
        "the help of `fuzz` has the field's word",
    ),
    (
        "which is told and no failure. Ctrl-C ends the run with what was found so\n  far.",
        "which is reported and no failure. Ctrl-C ends the run with what was found so\n  far.",
        "the help of `fuzz` has the field's word",
    ),
    ("record what a person says.", "record review decisions.", "the help of `genmorph` has the field's word"),
)
"""Texts that were changed on purpose since the recording: as recorded, as now, and why."""

Recording = dict[str, Any]
Options = Callable[..., Any]


@click.group()
def main() -> None:
    """Record what genmorph gives, or compare it with what was recorded."""


def _choosing(command: Options) -> Options:
    """The options that both commands have."""
    options = (
        click.option(
            "--part", "parts", multiple=True, type=click.Choice(PARTS), help="Parts to run; all unless given."
        ),
        click.option("--only", multiple=True, metavar="TEXT", help="Run entries whose names hold this; repeatable."),
        click.option("--hash-seeds", default=2, show_default=True, type=click.IntRange(min=1), help="How many."),
        click.option(
            "--recording",
            type=click.Path(dir_okay=False, path_type=Path),
            default=RECORDING,
            help="The file  [default: benchmarks/results/golden.json.xz]",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@main.command()
@_choosing
@click.option("--fresh", is_flag=True, help="Begin anew, even where a record was interrupted.")
def record(parts: Sequence[str], only: Sequence[str], hash_seeds: int, recording: Path, fresh: bool) -> None:
    """Run everything and write the recording; fails where hash seeds differ, or an entry could not be made.

    Of a part, or of what --only names, the entries take the place of those in the file.
    What was made is kept beside the file until that is written: the same command goes on after an interrupt.
    """
    code = describe_code()
    names = _names(parts, only)
    journal = recording.with_suffix(".partial")
    made = [dict[str, str]() for _ in range(hash_seeds)]
    if fresh:
        journal.unlink(missing_ok=True)
    for hash_seed, name, text in _read_journal(journal, code):
        if hash_seed < hash_seeds and name in names:
            made[hash_seed][name] = text
    missing = [[name for name in names if name not in present] for present in made]
    with journal.open("a", encoding="utf-8") as file:
        for hash_seed, name, text in _entries(missing):
            made[hash_seed][name] = text
            file.write(json.dumps((code["digest"], hash_seed, name, text)) + "\n")
            file.flush()
    _require_sound(made, code)
    is_whole = not parts and not only
    others = {} if is_whole or not recording.exists() else read_recording(recording)["entries"]
    entries = others | {name: made[0][name] for name in names}
    data = {"code": code, "machine": describe_machine(), "hash_seeds": hash_seeds, "entries": entries}
    _write(recording, data)
    if is_whole:
        journal.unlink()  # else it may hold entries of a whole record that was interrupted
    click.echo(f"{len(entries)} entries, {recording.stat().st_size:,} bytes: {recording}")


@main.command()
@_choosing
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the differing names as JSON.")
@click.option("--lines", default=SHOWN, show_default=True, type=click.IntRange(min=0), help="Lines of each difference.")
def compare(
    parts: Sequence[str], only: Sequence[str], hash_seeds: int, recording: Path, output: Path | None, lines: int
) -> None:
    """Run everything again and show what differs from the recording; exit code 1 where something does."""
    if not recording.exists():
        raise click.UsageError(f"--recording must be a file that 'record' wrote, got {str(recording)!r}")
    before = read_recording(recording)
    _report_other_machine(before)
    entries: Mapping[str, str] = before["entries"]
    current = _names(parts, only)
    names = [name for name in current if name in entries]
    changed, missing = dict[str, None](), [name for name in _chosen(entries, parts, only) if name not in current]
    for hash_seed, name, text in _entries([names] * hash_seeds):
        recorded = _as_now(entries[name])
        if _in_order(text) != _in_order(recorded):
            changed[name] = None
            click.echo("\n".join(_difference(f"{name} (hash seed {hash_seed})", recorded, text, lines)))
    new = [name for name in current if name not in entries]
    for what, which in (("missing", missing), ("not recorded", new)):
        for name in which:
            click.echo(f"{what}: {name}")
    if output is not None:
        found = {"changed": sorted(changed), "missing": missing, "not_recorded": new}
        output.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    counts = (("equal", len(names) - len(changed)), ("changed", len(changed)), ("missing", len(missing)))
    click.echo(", ".join(f"{count} {word}" for word, count in (*counts, ("not recorded", len(new)))))
    sys.exit(1 if changed or missing or new else 0)


def _as_now(recorded: str) -> str:
    """A recorded text with what was changed on purpose."""
    for before, after, _ in ON_PURPOSE:
        recorded = recorded.replace(before, after)
    return recorded


def _in_order(text: str) -> str:
    """An entry with the counts by stage sorted: they were in the order of rejection, and are in that of the stages.

    That outputs hold no floats inside was not written in earlier versions.
    """
    text = "\n".join(line.rstrip() for line in text.split("\n"))  # tables pad their last line to its other words
    saved, separator, rest = text.partition(TESTS)
    if not separator or not saved.startswith("{"):
        return text
    data = json.loads(saved)
    for output in data["subject"]["outputs"]:
        if not output.get("holds_floats"):
            output.pop("holds_floats", None)
    for counts in data["stages"].get("filter", {}).values():
        if isinstance(counts, dict):
            items = sorted(counts.items())
            counts.clear()
            counts.update(items)
    return json.dumps(data, indent=1) + separator + rest


def read_recording(path: Path) -> Recording:
    """What `record` wrote."""
    data: Recording = json.loads(lzma.decompress(path.read_bytes()))
    return data


def _write(path: Path, data: Recording) -> None:
    """Put the file in place, complete."""
    text = json.dumps(data, indent=0, sort_keys=True) + "\n"
    temporary = path.with_suffix(".new")
    temporary.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    temporary.replace(path)


def _names(parts: Sequence[str], only: Sequence[str]) -> list[str]:
    """The names of the entries that are asked for, in the order in which they are made."""
    return _chosen([name for unit in all_units() for name in unit.names], parts, only)


def _chosen(names: Sequence[str] | Mapping[str, str], parts: Sequence[str], only: Sequence[str]) -> list[str]:
    in_parts = [name for name in names if not parts or name.partition("/")[0] in parts]
    return [name for name in in_parts if not only or any(text in name for text in only)]


def _entries(wanted: Sequence[Sequence[str]]) -> Iterator[tuple[int, str, str]]:
    """Hash seed, name and text of each entry, with progress on standard error."""
    total, began = sum(map(len, wanted)), time.monotonic()
    if not total:
        return
    _compile()
    for done, (hash_seed, (name, text)) in enumerate(made_by(split_tasks(wanted)), 1):
        seconds = time.monotonic() - began
        click.echo(f"{seconds:6.0f} s  {done}/{total}  hash seed {hash_seed}  {name}", err=True)
        yield hash_seed, name, text


def _compile() -> None:
    """What the first run after an edit compiles is told by genmorph, and two processes would compile it at once."""
    with redirect_stderr(io.StringIO()):
        for path, domain in (("calendar:isleap", ints(1, 9)), ("string:capwords", texts())):
            infer_relations(path, budget="1ev", domain=[domain], cache=False)


def _read_journal(path: Path, code: Mapping[str, str]) -> Iterator[tuple[int, str, str]]:
    """What an interrupted record of the same code made."""
    if not path.exists():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            digest, hash_seed, name, text = json.loads(line)
        except ValueError:
            continue  # the line that was being written
        if digest == code["digest"]:
            yield hash_seed, name, text


def _require_sound(made: Sequence[Mapping[str, str]], code: Mapping[str, str]) -> None:
    """Raise ClickException where an entry failed, hash seeds differ, or the code is not what it was."""
    first = made[0]
    failed = [name for name, text in first.items() if text.startswith(FAILED)]
    differing = [name for name, text in first.items() if any(other[name] != text for other in made[1:])]
    for name in failed:
        click.echo(f"{name}: {first[name]}", err=True)
    for name in differing:
        other = next(others[name] for others in made if others[name] != first[name])
        click.echo("\n".join(_difference(name, first[name], other, SHOWN)), err=True)
    if failed or differing:
        told = [f"could not be made: {', '.join(failed)}"] * bool(failed)
        told += [f"hash seeds differ in: {', '.join(differing)}"] * bool(differing)
        raise click.ClickException("; ".join(told))
    if describe_code() != code:
        raise click.ClickException("code must not change while it is recorded")


def _report_other_machine(before: Recording) -> None:
    here, there = describe_machine(), before["machine"]
    other = [name for name in ("python", "packages") if here[name] != there[name]]
    if other:
        click.echo(f"recorded with other versions of: {', '.join(other)}", err=True)


def _difference(name: str, before: str, after: str, lines: int) -> Iterator[str]:
    """The first lines of a unified diff; none of them very long."""
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), "recorded", "now", lineterm="", n=1)
    found = [line[:_WIDEST] for line in islice(diff, 2, lines + 3)]
    yield f"changed: {name}"
    yield from (f"    {line}" for line in found[:lines])
    if len(found) > lines:
        yield "    ..."


if __name__ == "__main__":
    main()

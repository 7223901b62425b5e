"""The commands about saved files: check them, make a page of them, record review decisions."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.conventions import border, load_modules, load_option, log
from genmorph.export.writing import require_page_writable, write_page
from genmorph.model import UsageError, Verdict
from genmorph.progress import shown_progress
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import PRINTED
from genmorph.values.labels import counted, shortened

if TYPE_CHECKING:
    from genmorph.results.relation_set import RelationSet
    from genmorph.results.replaying import Replay


@click.command()
@click.argument("paths", metavar="FILE.JSON|FOLDER", nargs=-1, required=True, type=click.Path())
@click.option(
    "--examples", default=1000, show_default=True, type=click.IntRange(min=0), help="Inputs of each relation."
)
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same inputs.")
@load_option
def check(**options: Any) -> None:
    """Run saved relations against today's code, on the inputs stored with them and on drawn ones.

    Functions run in this process, as in a test. The exit code is 1 where a relation does not hold, and
    2 where a function is not found any more, or a file cannot be read.
    """
    with border("interrupted"):
        sys.exit(_run(**options))


def _run(paths: Sequence[str], examples: int, seed: int, load: tuple[str, ...]) -> int:
    load_modules(load)
    verdicts, missing, single = [], 0, 0
    for path, is_set in _files(paths):
        try:
            for replayed in _replayed(path, is_set, examples, seed):
                click.echo(f"{path.name}: {replayed}")
                verdicts.append(replayed.verdict)
                single += replayed.is_of_postcondition
        except UsageError as error:
            log(str(error))
            missing += 1
    if not verdicts and not missing:
        log("there is no relation to check")
        return ExitCode.NOTHING_FOUND
    held, violated, undecided = map(verdicts.count, (Verdict.KEEP, Verdict.REJECT, Verdict.UNDECIDED))
    said = f", {undecided} say nothing of any input" if undecided else ""
    holding = f"{held} {'holds' if held == 1 else 'hold'}, {violated} {'does' if violated == 1 else 'do'} not"
    postconditions = f" and {counted(single, 'postcondition')}" if single else ""
    click.echo(f"{counted(len(verdicts) - single, 'relation')}{postconditions}: {holding}{said}")
    return ExitCode.VIOLATED if violated else ExitCode.USAGE if missing else ExitCode.FINE


def _files(paths: Sequence[str]) -> Iterator[tuple[Path, bool]]:
    """The files, and whether each must hold a set: in a folder some may say why there is none."""
    from genmorph.results.relation_set import answer_files

    for path in map(Path, paths):
        yield from ((file, False) for file in answer_files(path)) if path.is_dir() else [(path, True)]


def _replayed(path: Path, is_set: bool, examples: int, seed: int) -> "Iterator[Replay]":
    """What becomes of each relation; UsageError with the file's name where the function is not found."""
    from genmorph.results.relation_set import RelationSet, read_answer
    from genmorph.results.replaying import live_functions, replay

    relations = RelationSet.from_json(path) if is_set else read_answer(path)
    if not isinstance(relations, RelationSet):
        return
    try:
        for relation in (*relations, *relations.postconditions):
            functions = live_functions(relation)
            with Path(os.devnull).open("w", encoding="utf-8") as sink, redirect_stdout(sink):  # what functions print
                replayed = replay(relation, functions, examples, seed)
            yield replayed
    except UsageError as error:
        raise UsageError(f"{path.name}: {error}") from error


@click.command()
@click.argument("file", metavar="FILE.json", type=click.Path(dir_okay=False))
@click.argument("which", nargs=-1)
@load_option
def accept(file: str, which: tuple[str, ...], load: tuple[str, ...]) -> None:
    """Record in a saved file that relations are intended: later runs judge them again and keep them first.

    WHICH are numbers, names or formulas; without any the relations are listed. One that was rejected comes back.
    """
    _record(file, which, load, is_accepted=True)


@click.command()
@click.argument("file", metavar="FILE.json", type=click.Path(dir_okay=False))
@click.argument("which", nargs=-1)
@load_option
def reject(file: str, which: tuple[str, ...], load: tuple[str, ...]) -> None:
    """Record in a saved file that relations are not intended: later runs do not report them again.

    WHICH are numbers, names or formulas; without any the relations are listed.
    """
    _record(file, which, load, is_accepted=False)


def _record(file: str, which: tuple[str, ...], load: tuple[str, ...], is_accepted: bool) -> None:
    with border("interrupted; the file is as it was"):
        from genmorph.results.relation_set import RelationSet

        load_modules(load)
        relations = RelationSet.from_json(file)
        if not which:
            _list(relations)
            return
        places = [_place(relations, text) for text in which]
        changed = relations.accept(*places) if is_accepted else relations.reject(*places)
        changed.to_json(file)
        known = (*relations.relations, *relations.disowned)
        for place in places:
            click.echo(f"{'accepted' if is_accepted else 'rejected'}: {known[place].formula}")
        click.echo("their numbers are now")
        _list(changed)


def _place(relations: "RelationSet", text: str) -> int:
    """The place of the relation that is meant: by its number in the list, its name or its formula."""
    try:
        if not text.isdecimal():
            return relations.find(text)
        total = len(relations.relations) + len(relations.disowned)
        if len(text) > PRINTED.number_digits or not 1 <= int(text) <= total:
            raise UsageError(f"the number of a relation must be from 1 to {total}, got {shortened(text, 80)}")
        return int(text) - 1
    except UsageError as error:
        raise UsageError(f"{error}; without WHICH the command lists them") from error


def _list(relations: "RelationSet") -> None:
    """The relations with their numbers and review decisions."""
    decided = [("accepted" if relation.is_accepted else "", relation) for relation in relations]
    decided += [("rejected", relation) for relation in relations.disowned]
    for number, (decision, relation) in enumerate(decided, 1):
        click.echo(f"{number:3}  {decision:8}  {relation.formula}")


@click.command()
@click.argument("results", metavar="RESULTS", type=click.Path())
@click.option(
    "--output", default="report.html", show_default=True, type=click.Path(dir_okay=False), help="The page's HTML file."
)
@load_option
@click.option("--force", is_flag=True, help="Overwrite a file that was edited, or that genmorph did not write.")
def report(results: str, output: str, load: tuple[str, ...], force: bool) -> None:
    """Make one HTML page of a folder of saved answers, or of one saved file.

    A catalogue of all functions, and for each its relations with their evidence, the faults that they notice, the kill
    matrix, how the search went, and what was rejected. The page needs no other file and no network.
    """
    with border("interrupted; no page was written"):
        load_modules(load)
        from genmorph.report.pages import build_page

        require_page_writable(output, force)
        with shown_progress() as notify:
            page = build_page(results, notify)
        write_page(page.text, output, force)
        click.echo(f"{page.totals}\nthe page is {output}")

"""The command that runs saved relations against today's code."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.ending import FINE, NOTHING_FOUND, USAGE, VIOLATED, border, tell
from genmorph.cli.loading import load_modules, load_option

if TYPE_CHECKING:
    from genmorph.results.relation_set import Refusal, RelationSet
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
    from genmorph.model import UsageError, Verdict
    from genmorph.values.labels import counted

    load_modules(load)
    verdicts, missing = [], 0
    for path, read in _files(paths):
        try:
            for replayed in _replayed(path, read(path), examples, seed):
                click.echo(f"{path.name}: {replayed}")
                verdicts.append(replayed.verdict)
        except UsageError as error:
            tell(str(error))
            missing += 1
    if not verdicts and not missing:
        tell("there is no relation to check")
        return NOTHING_FOUND
    violated, undecided = verdicts.count(Verdict.REJECT), verdicts.count(Verdict.UNDECIDED)
    said = f", {undecided} say nothing of any input" if undecided else ""
    held = verdicts.count(Verdict.KEEP)
    holding = f"{held} {'holds' if held == 1 else 'hold'}, {violated} {'does' if violated == 1 else 'do'} not"
    click.echo(f"{counted(len(verdicts), 'relation')}: {holding}{said}")
    return VIOLATED if violated else USAGE if missing else FINE


def _files(paths: Sequence[str]) -> "Iterator[tuple[Path, Callable[[Path], RelationSet | Refusal]]]":
    """The files of saved sets, each with how it is read: in a folder some may say why there is no set."""
    from genmorph.results.relation_set import RelationSet, answer_files, read_answer

    for path in map(Path, paths):
        if path.is_dir():
            yield from ((file, read_answer) for file in answer_files(path))
        else:
            yield path, RelationSet.from_json


def _replayed(path: Path, relations: "RelationSet | Refusal", examples: int, seed: int) -> "Iterator[Replay]":
    """What becomes of each relation; UsageError with the file's name where the function is not found."""
    from genmorph.model import UsageError
    from genmorph.results.relation_set import RelationSet
    from genmorph.results.replaying import live_function, replay

    if not isinstance(relations, RelationSet) or not relations:
        return
    try:
        func = live_function(relations.signature)
        for relation in relations:
            yield replay(relation, func, examples, seed)
    except UsageError as error:
        raise UsageError(f"{path.name}: {error}") from error

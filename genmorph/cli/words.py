"""The commands that record a person's word on relations in a saved file."""

from typing import TYPE_CHECKING

import click

from genmorph.cli.ending import border
from genmorph.cli.loading import load_modules, load_option
from genmorph.values.labels import shortened

if TYPE_CHECKING:
    from genmorph.results.relation_set import RelationSet

_DIGITS = 9
"""Longer numbers are none of a relation."""


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
    from genmorph.model import UsageError

    try:
        return _numbered(relations, text) if text.isdecimal() else relations.find(text)
    except UsageError as error:
        raise UsageError(f"{error}; without WHICH the command lists them") from error


def _numbered(relations: "RelationSet", text: str) -> int:
    from genmorph.model import UsageError

    total = len(relations.relations) + len(relations.disowned)
    if len(text) > _DIGITS or not 1 <= int(text) <= total:
        raise UsageError(f"the number of a relation must be from 1 to {total}, got {shortened(text, 80)}")
    return int(text) - 1


def _list(relations: "RelationSet") -> None:
    """The relations with their numbers, and what a person said of them."""
    said = [("accepted" if relation.is_accepted else "", relation) for relation in relations]
    said += [("rejected", relation) for relation in relations.disowned]
    for number, (word, relation) in enumerate(said, 1):
        click.echo(f"{number:3}  {word:8}  {relation.formula}")

"""The commands for programs that learn."""

import csv
import math
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from genmorph.cli.conventions import border, load_modules, load_option, log
from genmorph.model import UsageError
from genmorph.progress import Step, shown_progress
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import LEARNING

_KINDS = ("correlation", "forecaster")
_ORACLES = ("seeded", "interval", "ranks")


@click.group()
def learn() -> None:
    """Check programs that learn with relations that are known of their kind."""


@learn.command()
@click.argument("target", metavar="PACKAGE.MODULE:FUNCTION")
@click.option("--relations", "kind", type=click.Choice(_KINDS), required=True, help="What the function is.")
@click.option("--steps", default=10, show_default=True, help="Of a forecaster: the values of a window.")
@click.option("--horizon", default=1, show_default=True, help="Of a forecaster: the values that a window forecasts.")
@click.option("--batch", default=1, show_default=True, help="Of a forecaster: the windows it trains with together.")
@click.option(
    "--oracle",
    type=click.Choice(_ORACLES),
    default="seeded",
    show_default=True,
    help="Of a forecaster: how runs are compared.",
)
@click.option("--seed", default=0, show_default=True, help="Of generated data, and of the first run.")
@click.option("--data", metavar="FILE", type=click.Path(dir_okay=False), help="A CSV file with a header.")
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="NAME",
    help="Of the file: one for a forecaster, two for a correlation.  [default: the last ones]",
)
@click.option("--cache", metavar="PATH", help="Keep trainings in this file instead of the user's cache directory.")
@click.option("--no-cache", is_flag=True, help="Neither read nor keep trainings on disk.")
@load_option
@click.pass_context
def check(
    context: click.Context,
    target: str,
    kind: str,
    steps: int,
    horizon: int,
    batch: int,
    oracle: str,
    seed: int,
    data: str | None,
    columns: tuple[str, ...],
    cache: str | None,
    no_cache: bool,
    load: tuple[str, ...],
) -> None:
    """Check a function with all ready-made relations of its kind, and print what each case says.

    A function of --relations correlation is called with two lists of numbers, one of --relations forecaster as
    function(train, validation, seed=...). Without --data, data are generated; of a file's column a forecaster learns
    from the first four fifths, and forecasts the rest. Trainings of a forecaster are kept, so that a check which was
    broken off goes on where it was. The exit code is 1 where a case is violated.
    """
    with border("interrupted; what was printed was found, and trainings that are done are kept"):
        from genmorph.learning.correlation import correlation_relations
        from genmorph.learning.forecaster import forecaster_relations
        from genmorph.learning.ready_made import Answer, check_relations
        from genmorph.subject.location import find_function

        _refuse_ignored(context, kind)
        load_modules(load)
        function = find_function(target)
        series = [] if data is None else _read(Path(data), columns, 2 if kind == "correlation" else 1)
        if kind == "correlation":
            results = check_relations(correlation_relations(), function, *series, seed=seed)
        else:
            parts = [part for values in series for part in _split(values)]
            relations = forecaster_relations(steps, horizon, batch)
            kept = cache if cache is not None else not no_cache
            results = check_relations(relations, function, *parts, seed=seed, oracle=oracle, cache=kept)
        counts = Counter[Answer]()
        with shown_progress() as notify:
            notify(Step("checking"))
            for found in results:
                click.echo(str(found))
                notify(Step("checking", found=found.name))
                counts[found.answer] += 1
        log(", ".join(f"{answer.value}: {counts[answer]}" for answer in Answer))
        sys.exit(ExitCode.VIOLATED if counts[Answer.VIOLATED] else ExitCode.FINE)


def _refuse_ignored(context: click.Context, kind: str) -> None:
    """Options that are typed must have an effect; those of a configuration go to all commands."""
    typed = {
        name for name in context.params if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    }
    of_forecasters = {"steps", "horizon", "batch", "oracle", "cache", "no_cache"}
    if kind == "correlation" and (ignored := sorted(typed & of_forecasters)):
        option = ignored[0].replace("_", "-")
        raise UsageError(f"--{option} must stand beside --relations forecaster, got --relations {kind}")
    if typed >= {"cache", "no_cache"}:
        raise UsageError(f"--no-cache must stand without --cache, got --cache {context.params['cache']}")
    if "columns" in typed and context.params["data"] is None:
        raise UsageError(f"--column must stand beside --data, got {context.params['columns'][0]!r} alone")


def _read(path: Path, columns: Sequence[str], wanted: int) -> list[list[float]]:
    """The numbers of so many columns of a CSV file: those that are named, or the last ones."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            names = list(reader.fieldnames or ())
            rows = [(reader.line_num, row) for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"--data must be a CSV file with a header, got {str(path)!r}: {error}") from error
    chosen = list(columns) or names[-wanted:]
    for name in chosen:
        if name not in names:
            raise UsageError(f"--column must be one of {', '.join(names) or 'none'}, got {name!r}")
    if len(chosen) != wanted:
        raise UsageError(f"--column must name {wanted}, got {len(chosen)} of {', '.join(names) or 'none'}")
    for line, row in rows:
        if None in row:
            raise UsageError(f"lines of {path} must have {len(names)} fields, got more in line {line}")
    return [[_number(row[name], path, f"{name} in line {line}") for line, row in rows] for name in chosen]


def _number(text: str | None, path: Path, place: str) -> float:
    with suppress(ValueError):
        if math.isfinite(number := float(text or "")):
            return number
    raise UsageError(f"values of {path} must be finite numbers, got {text!r} of {place}; leave the line out")


def _split(values: list[float]) -> tuple[list[float], list[float]]:
    place = round(len(values) * LEARNING.trained_with)
    return values[:place], values[place:]

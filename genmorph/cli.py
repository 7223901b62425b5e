"""The command line: results on standard output, progress on standard error, one-line errors."""

import os
import sys
import traceback
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from genmorph.model import Budget
    from genmorph.results import RelationSet

FINE, USAGE, NOTHING_FOUND, UNSUPPORTED, OWN_FAILURE, INTERRUPTED = 0, 2, 3, 4, 70, 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="genmorph")
def main() -> None:
    """Find metamorphic relations of Python functions and hand them over as tests.

    Exit codes: 0 fine, 1 a relation is violated, 2 usage, 3 nothing found, 4 the function is unsupported,
    70 a failure of genmorph itself, 130 interrupted (what was found is saved).
    """


@main.command()
@click.argument("target", metavar="PACKAGE.MODULE:FUNCTION")
@click.option("--budget", default="30s", show_default=True, help="Seconds (30s, 2m) or evaluations (500ev).")
@click.option("--seed", default=0, show_default=True, help="The same seed and evaluations give the same relations.")
@click.option("--output", type=click.Path(dir_okay=False), help="Write the relations as a pytest file.")
@click.option("--json", "json_path", type=click.Path(dir_okay=False), help="Save the relations as JSON.")
@click.option(
    "--domain",
    "domains",
    multiple=True,
    metavar="NAME=DOMAIN",
    help="Valid values of a parameter, such as 'k=ints(-20, 20)'; may be repeated.",
)
@click.option(
    "--preset", default="default", show_default=True, help="'paper' reports the best relation of each search."
)
@click.option("--force", is_flag=True, help="Overwrite an output file that was edited.")
def infer(
    target: str,
    budget: str,
    seed: int,
    output: str | None,
    json_path: str | None,
    domains: tuple[str, ...],
    preset: str,
    force: bool,
) -> None:
    """Infer relations of one function, print them, and write them where asked."""
    from genmorph.model import Budget, UnsupportedError, UsageError

    sys.path.insert(0, os.getcwd())  # noqa: PTH109  sys.path holds strings
    try:
        _require_writable(output, json_path, force)
        relations = _infer(target, Budget.parse(budget), seed, domains, preset)
        click.echo(str(relations))
        _write(relations, output, json_path, force)
    except UsageError as error:
        _fail(str(error), USAGE)
    except UnsupportedError as error:
        _fail(str(error), UNSUPPORTED)
    except KeyboardInterrupt:
        _fail("interrupted; what was printed was found, and files that are there are complete", INTERRUPTED)
    except Exception:  # noqa: BLE001  the border of the program
        click.echo(traceback.format_exc(), err=True)
        _fail("this is a failure of genmorph itself; please report it", OWN_FAILURE)
    if relations.interrupted:
        sys.exit(INTERRUPTED)
    sys.exit(FINE if len(relations) else NOTHING_FOUND)


def _infer(target: str, budget: "Budget", seed: int, domains: tuple[str, ...], preset: str) -> "RelationSet":
    from genmorph.domain import parse_domain
    from genmorph.inference import infer_relations
    from genmorph.model import UsageError

    named = [_named_domain(domain) for domain in domains]
    parsed = {name: parse_domain(text) for name, text in named}
    if len(parsed) < len(named):
        raise UsageError(f"--domain must name a parameter once, got {', '.join(name for name, _ in named)}")
    return infer_relations(target, budget, seed, parsed, preset)


def _require_writable(output: str | None, json_path: str | None, force: bool) -> None:
    """Nothing is started where a file could not be written in the end."""
    from genmorph.export import require_writable

    if output is not None:
        require_writable(output, overwrite_edited=force)
    if json_path is not None:
        require_writable(json_path, overwrite_edited=True)


def _write(relations: "RelationSet", output: str | None, json_path: str | None, force: bool) -> None:
    if json_path is not None:
        relations.to_json(json_path)
    if output is not None and len(relations):
        relations.to_pytest(output, force=force)


def _named_domain(text: str) -> tuple[str, str]:
    from genmorph.model import UsageError

    name, equals, domain = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise UsageError(f"--domain must look like k=ints(-20,20), got {text!r}")
    return name.strip(), domain.strip()


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"genmorph: {' '.join(message.split())}", err=True)
    sys.exit(code)

"""The command line: results on standard output, progress on standard error, one-line errors."""

import os
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from genmorph.inference.interruption import Interruption
    from genmorph.model import Domain
    from genmorph.results import RelationSet

FINE, USAGE, NOTHING_FOUND, UNSUPPORTED, OWN_FAILURE, INTERRUPTED = 0, 2, 3, 4, 70, 130

LEAST_EXPORT_SECONDS, LEAST_EXAMPLES = 3.0, 10
"""A file whose tests were not run within the budget gets so much more time, for so many examples of each."""


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
    metavar="[NAME=]DOMAIN",
    help="Valid values of a parameter, such as 'k=ints(-20, 20)', or in order and without names; may be repeated.",
)
@click.option("--preset", default="default", show_default=True, help="'paper' searches as the paper does.")
@click.option("--cache", metavar="PATH", help="Keep outcomes in this file instead of the user's cache directory.")
@click.option("--no-cache", is_flag=True, help="Neither read nor keep outcomes on disk.")
@click.option("--allow-effects", is_flag=True, help="Let the function (not its mutants) write files and the like.")
@click.option("--force", is_flag=True, help="Overwrite files that were edited, or that genmorph did not write.")
def infer(
    target: str,
    budget: str,
    seed: int,
    output: str | None,
    json_path: str | None,
    domains: tuple[str, ...],
    preset: str,
    cache: str | None,
    no_cache: bool,
    allow_effects: bool,
    force: bool,
) -> None:
    """Infer relations of one function, print them, and write them where asked."""
    began = time.monotonic()
    _open_standard_streams()
    sys.path.insert(0, os.getcwd())  # noqa: PTH109  sys.path holds strings
    interruption = None
    try:
        from genmorph.inference.interruption import Interruption

        interruption = Interruption()
        if no_cache and cache is not None:
            raise click.UsageError(f"--no-cache must stand without --cache, got --cache {cache}")
        with interruption:
            _require_writable(output, json_path, force)
            request = {
                "func": target,
                "seed": seed,
                "preset": preset,
                "cache": cache if cache is not None else not no_cache,
                "allow_effects": allow_effects,
            }
            relations = _infer(request, budget, domains, began, interruption)
            click.echo(str(relations))
            _write(relations, output, json_path, force, began)
    except click.ClickException:
        raise
    except KeyboardInterrupt:
        _fail("interrupted; what was printed was found, and files that are there are complete", INTERRUPTED)
    except Exception as error:  # noqa: BLE001  the border of the program
        _fail_with(error, interrupted=interruption is not None and interruption.count > 0)
    if interruption.count:
        sys.exit(INTERRUPTED)
    sys.exit(FINE if len(relations) else NOTHING_FOUND)


def _fail_with(error: Exception, interrupted: bool) -> NoReturn:
    from genmorph.model import UnsupportedError, UsageError

    if isinstance(error, UsageError | UnsupportedError):
        code = USAGE if isinstance(error, UsageError) else UNSUPPORTED
        _fail(str(error), INTERRUPTED if interrupted else code)
    click.echo("".join(traceback.format_exception(error)), err=True)
    _fail("this is a failure of genmorph itself; please report it", OWN_FAILURE)


def _infer(
    request: dict[str, Any], budget: str, domains: tuple[str, ...], began: float, interruption: "Interruption"
) -> "RelationSet":
    from genmorph.inference.request import Request
    from genmorph.inference.schedule import infer_shown
    from genmorph.model import Budget

    whole = Request(**request, budget=Budget.parse(budget), domain=_domains(domains))
    return infer_shown(whole, began, interruption)


def _domains(texts: tuple[str, ...]) -> "dict[str, Domain] | list[Domain] | None":
    """Domains by name or, where no text has one, in order."""
    from genmorph.domain import parse_domain
    from genmorph.model import UsageError

    split = [_named_domain(text) for text in texts]
    names = [name for name, _ in split if name is not None]
    if not names:
        return [parse_domain(text) for _, text in split] or None
    if len(names) < len(split):
        raise UsageError(f"--domain must have names everywhere or nowhere, got {', '.join(texts)}")
    if len(set(names)) < len(names):
        raise UsageError(f"--domain must name a parameter once, got {', '.join(names)}")
    return {name: parse_domain(text) for name, text in split if name is not None}


def _require_writable(output: str | None, json_path: str | None, force: bool) -> None:
    """Nothing is started where a file could not be written in the end."""
    from genmorph.export import require_json_writable, require_tests_writable
    from genmorph.model import UsageError

    if output is not None:
        require_tests_writable(output, force)
    if json_path is not None:
        require_json_writable(json_path, force)
        if output is not None and os.path.realpath(output) == os.path.realpath(json_path):
            raise UsageError(f"--json must be another file than --output, got {json_path!r}")


def _open_standard_streams() -> None:
    """A stream that is closed (`>&-`) would have its number taken by the next pipe, and is None here."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(descriptor, "r" if name == "stdin" else "w", closefd=False))  # noqa: SIM115


def _write(relations: "RelationSet", output: str | None, json_path: str | None, force: bool, began: float) -> None:
    from genmorph.export import EXAMPLES
    from genmorph.inference.meter import GRACE
    from genmorph.results.relation_set import EXPORT_SECONDS

    if json_path is not None:
        relations.to_json(json_path, force)
    if output is not None and len(relations):
        seconds = relations.budget.seconds
        left = EXPORT_SECONDS if seconds is None else began + seconds - time.monotonic()
        most = GRACE if relations.interrupted else EXPORT_SECONDS
        examples = EXAMPLES if seconds is None else LEAST_EXAMPLES
        relations.to_pytest(output, force, min(most, max(left, LEAST_EXPORT_SECONDS)), examples)


def _named_domain(text: str) -> tuple[str | None, str]:
    """The name before the first `=`, if the text begins with one, and the domain."""
    name, equals, domain = text.partition("=")
    if equals and name.strip().isidentifier():
        return name.strip(), domain.strip()
    return None, text.strip()


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"genmorph: {' '.join(message.split())}", err=True)
    sys.exit(code)

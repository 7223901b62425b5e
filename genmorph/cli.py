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

FINE, VIOLATED, USAGE, NOTHING_FOUND, UNSUPPORTED, OWN_FAILURE, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130

LEAST_EXPORT_SECONDS, LEAST_EXAMPLES = 3.0, 10
"""A file whose tests were not run within the budget gets so much more time, for so many examples of each."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="genmorph")
def main() -> None:
    """Find metamorphic relations of Python functions and hand them over as tests.

    Relations say what the code does, not what it should do: 'accept' and 'reject' record what a person says.

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
@click.option("--verify", is_flag=True, help="Run the tests under three other seeds and with 2,000 examples.")
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
    verify: bool,
    force: bool,
) -> None:
    """Infer relations of one function, print them, and write them where asked.

    Where --json names a file that is there, what a person said in it of relations is heeded: accepted ones are judged
    again and come first, rejected ones are not reported. An accepted relation that is false by now stays in the file,
    and the exit code is 1.
    """
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
                "earlier": _earlier(json_path, force),
            }
            relations = _infer(request, budget, domains, began, interruption)
            failure = None
            if verify and not interruption.count:
                relations, failure = _verify(relations)
            click.echo(str(relations))
            if json_path is not None:
                relations.to_json(json_path, force)
            if failure is not None:
                raise failure
            if output is not None and relations.sound:
                _write_tests(relations, output, json_path, force, began)
    except click.ClickException:
        raise
    except KeyboardInterrupt:
        _fail("interrupted; what was printed was found, and files that are there are complete", INTERRUPTED)
    except Exception as error:  # noqa: BLE001  the border of the program
        _fail_with(error, interrupted=interruption is not None and interruption.count > 0)
    if interruption.count:
        sys.exit(INTERRUPTED)
    sys.exit(VIOLATED if relations.violated else FINE if len(relations) else NOTHING_FOUND)


@main.command()
@click.argument("file", metavar="FILE.json", type=click.Path(dir_okay=False))
@click.argument("which", nargs=-1)
def accept(file: str, which: tuple[str, ...]) -> None:
    """Record in a saved file that relations are intended: later runs judge them again and keep them first.

    WHICH are numbers, names or formulas; without any the relations are listed. One that was rejected comes back.
    """
    _judge(file, which, is_accepted=True)


@main.command()
@click.argument("file", metavar="FILE.json", type=click.Path(dir_okay=False))
@click.argument("which", nargs=-1)
def reject(file: str, which: tuple[str, ...]) -> None:
    """Record in a saved file that relations are not intended: later runs do not report them again.

    WHICH are numbers, names or formulas; without any the relations are listed.
    """
    _judge(file, which, is_accepted=False)


def _judge(file: str, which: tuple[str, ...], is_accepted: bool) -> None:
    try:
        from genmorph.results import RelationSet

        relations = RelationSet.from_json(file)
        formulas = [_formula(relations, text) for text in which]
        for formula in formulas:
            relations = relations.accept(formula) if is_accepted else relations.reject(formula)
            click.echo(f"{'accepted' if is_accepted else 'rejected'}: {formula}")
        if formulas:
            relations.to_json(file)
        else:
            _list(relations)
    except Exception as error:  # noqa: BLE001  the border of the program
        _fail_with(error, interrupted=False)


def _formula(relations: "RelationSet", text: str) -> str:
    """The formula of the relation that is meant: by its number in the list, its name or itself."""
    from genmorph.model import UsageError

    known = (*relations.relations, *relations.disowned)
    if not text.isdecimal():
        return known[relations.find(text)].formula
    if not 1 <= int(text) <= len(known):
        raise UsageError(f"the number of a relation must be from 1 to {len(known)}, got {text}")
    return known[int(text) - 1].formula


def _list(relations: "RelationSet") -> None:
    """The relations with their numbers, and what a person said of them."""
    said = [("accepted" if relation.is_accepted else "", relation) for relation in relations]
    said += [("rejected", relation) for relation in relations.disowned]
    for number, (word, relation) in enumerate(said, 1):
        click.echo(f"{number:3}  {word:8}  {relation.formula}")


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


def _earlier(json_path: str | None, force: bool) -> "RelationSet | None":
    """The set that is in the file to be written, for what a person said in it; None where there is none."""
    from genmorph.model import UsageError
    from genmorph.results import RelationSet

    if json_path is None or not os.path.exists(json_path) or not os.path.getsize(json_path):  # noqa: PTH110, PTH202
        return None
    try:
        return RelationSet.from_json(json_path)
    except UsageError as error:
        if not force:
            raise UsageError(f"{error}; --force overwrites it, and what a person said in it") from error
        return None


def _verify(relations: "RelationSet") -> "tuple[RelationSet, Exception | None]":
    """The relations whose tests stand many runs, or why these were not made."""
    from genmorph.export import ExportError
    from genmorph.progress import Step, shown_progress
    from genmorph.results.relation_set import VERIFY_SECONDS

    try:
        with shown_progress() as notify:
            notify(Step("verifying the exported tests"))
            return relations.verified(VERIFY_SECONDS, verify=True), None
    except ExportError as error:
        return relations, error


def _write_tests(relations: "RelationSet", output: str, json_path: str | None, force: bool, began: float) -> None:
    """Write the tests; where one fails, its relation is also taken out of the saved file."""
    from genmorph.export import EXAMPLES
    from genmorph.inference.meter import GRACE
    from genmorph.results.relation_set import EXPORT_SECONDS

    seconds = relations.budget.seconds
    left = EXPORT_SECONDS if seconds is None else began + seconds - time.monotonic()
    most = GRACE if relations.interrupted else EXPORT_SECONDS
    examples = EXAMPLES if seconds is None else LEAST_EXAMPLES
    written = relations.to_pytest(output, force, min(most, max(left, LEAST_EXPORT_SECONDS)), examples)
    dropped = len(relations.sound) - len(written.sound)
    if dropped:
        reason = " ".join(written.rejected[-1].reason.split())
        click.echo(f"genmorph: {dropped} relations were not written, the last because {reason:.200}", err=True)
        if json_path is not None:
            written.to_json(json_path, force)


def _named_domain(text: str) -> tuple[str | None, str]:
    """The name before the first `=`, if the text begins with one, and the domain."""
    name, equals, domain = text.partition("=")
    if equals and name.strip().isidentifier():
        return name.strip(), domain.strip()
    return None, text.strip()


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"genmorph: {' '.join(message.split())}", err=True)
    sys.exit(code)

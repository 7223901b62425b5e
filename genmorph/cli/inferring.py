"""The command that infers the relations of one function, its options, and the files that it writes."""

import os
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.conventions import border, fail, load_modules, load_option, log, table_width
from genmorph.export.writing import ExportError, require_json_writable, require_tests_writable
from genmorph.inference.interruption import Interruption
from genmorph.model import Budget, Domain, Tolerance, UnsupportedError, UsageError
from genmorph.progress import Step, shown_progress
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import BUDGET, PRINTED, TRIAL_RUN
from genmorph.values.labels import counted

if TYPE_CHECKING:
    from genmorph.results.relation_set import RelationSet


@dataclass(frozen=True, slots=True)
class Options:
    """The words of the command line, in its names."""

    targets: tuple[str, ...]
    budget: str
    seed: int
    output: str | None
    json_path: str | None
    domains: tuple[str, ...]
    annotations: tuple[str, ...]
    load: tuple[str, ...]
    preset: str
    tolerance: str | None
    cache: str | None
    no_cache: bool
    allow_effects: bool
    verify: bool
    force: bool
    seeded_by: str | None
    stochastic: bool

    def __post_init__(self) -> None:
        if self.no_cache and self.cache is not None:
            raise click.UsageError(f"--no-cache must stand without --cache, got --cache {self.cache}")


def parse_domains(texts: tuple[str, ...]) -> "dict[str, Domain] | list[Domain] | None":
    """Domains by name or, where no text has one, in order.

    >>> parse_domains(("k=ints(0, 9)",)), parse_domains(("ints(0, 9)",))
    ({'k': ints(0, 9)}, [ints(0, 9)])
    >>> parse_domains(("k=ints(9, 0)",))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: domain of k: min must be <= max, got ints(9, 0)
    """
    from genmorph.annotations.annotation_files import naming
    from genmorph.values.notation import parse_domain

    def parse(text: str, place: str) -> Domain:
        with naming(place):
            return parse_domain(text.strip())

    split = [text.partition("=") for text in texts]
    names = [
        name.strip() for name, equals, _ in split if equals and all(map(str.isidentifier, name.strip().split(".")))
    ]
    if not names:
        return [parse(text, f"domain {place}") for place, text in enumerate(texts, 1)] or None
    if len(names) < len(texts):
        raise UsageError(f"--domain must have names everywhere or nowhere, got {', '.join(texts)}")
    if len(set(names)) < len(names):
        raise UsageError(f"--domain must name a parameter once, got {', '.join(names)}")
    return {name: parse(text, f"domain of {name}") for name, (_, _, text) in zip(names, split, strict=True)}


@click.command()
@click.argument("targets", metavar="PACKAGE.MODULE:FUNCTION...", nargs=-1, required=True)
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
@click.option(
    "--annotations",
    multiple=True,
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="A TOML or Python file that annotates functions whose source is not to be touched; may be repeated.",
)
@load_option
@click.option("--preset", default="default", show_default=True, help="'paper' searches as the paper does.")
@click.option(
    "--tolerance",
    metavar="REL[,ABS]",
    help="How far floats may differ and still be equal, relatively and absolutely; 0 compares them exactly."
    "  [default: 1e-9, and 1e-9 of the median output; of single precision 1e-4]",
)
@click.option("--cache", metavar="PATH", help="Keep outcomes in this file instead of the user's cache directory.")
@click.option("--no-cache", is_flag=True, help="Neither read nor keep outcomes on disk.")
@click.option("--allow-effects", is_flag=True, help="Let the function (not its mutants) write files and the like.")
@click.option(
    "--seeded-by",
    metavar="NAME",
    help="The parameter that seeds a random function, or 'global' for the generators of Python, NumPy and the like.",
)
@click.option(
    "--stochastic", is_flag=True, help="Compare what many runs of a random function give, each with another seed."
)
@click.option(
    "--verify",
    is_flag=True,
    help="Run the tests under three other seeds and with 2,000 examples; those of samples with ten.",
)
@click.option("--force", is_flag=True, help="Overwrite files that were edited, or that genmorph did not write.")
def infer(**options: Any) -> None:
    """Infer relations of a function, or between several, print them, and write them where asked.

    Where --json names a file that is there, its review decisions are heeded: accepted relations are judged again and
    come first, rejected ones are not reported. An accepted relation that is false by now stays in the file, and the
    exit code is 1.
    """
    began = time.monotonic()
    with border("interrupted; what was printed was found, and files that are there are complete"):
        sys.exit(_run(Options(**options), began))


def _run(options: Options, began: float) -> int:
    """Infer, and stop when asked to; the exit code."""
    # What cannot be read is reported before the imports below, which take seconds.
    budget, domain = Budget.parse(options.budget), parse_domains(options.domains)
    tolerance = None if options.tolerance is None else Tolerance.parse(options.tolerance)

    with Interruption() as interruption:
        try:
            relations = _infer(options, budget, domain, tolerance, began, interruption)
        except (UsageError, UnsupportedError) as error:
            if interruption.count:
                fail(str(error), ExitCode.INTERRUPTED)
            raise
    if interruption.count:
        return ExitCode.INTERRUPTED
    return ExitCode.VIOLATED if relations.violated else ExitCode.FINE if len(relations) else ExitCode.NOTHING_FOUND


def _infer(
    options: Options,
    budget: Budget,
    domain: "dict[str, Domain] | list[Domain] | None",
    tolerance: Tolerance | None,
    began: float,
    interruption: Interruption,
) -> "RelationSet":
    """Infer what is asked for, print, save and write; the relations as they are after their tests were run."""
    from genmorph.annotations.annotation_files import apply_annotations
    from genmorph.inference.entry import infer_shown
    from genmorph.inference.request import Request
    from genmorph.results.printed import table_text

    _require_writable(options)
    load_modules(options.load)
    for file in options.annotations:
        apply_annotations(file)
    request = Request(
        func=options.targets if len(options.targets) > 1 else options.targets[0],
        budget=budget,
        seed=options.seed,
        domain=domain,
        preset=options.preset,
        tolerance=tolerance,
        cache=options.cache if options.cache is not None else not options.no_cache,
        allow_effects=options.allow_effects,
        earlier=_earlier_set(options),
        seeded_by=options.seeded_by,
        stochastic=options.stochastic,
    )
    relations, failure = infer_shown(request, began, interruption), None
    if options.verify and not interruption.count:
        relations, failure = _verify(relations)
    click.echo(table_text(relations, table_width(PRINTED.width)))
    if options.json_path is not None:
        relations.to_json(options.json_path, options.force)
    if failure is not None:
        raise failure
    return relations if options.output is None else _write_tests(relations, options.output, options, began)


def _require_writable(options: Options) -> None:
    """Nothing is started where a file could not be written in the end."""
    output, json_path = options.output, options.json_path
    if output is not None:
        require_tests_writable(output, options.force)
    if json_path is not None:
        require_json_writable(json_path, options.force)
        if output is not None and os.path.realpath(output) == os.path.realpath(json_path):
            raise UsageError(f"--json must be another file than --output, got {json_path!r}")


def _earlier_set(options: Options) -> "RelationSet | None":
    """The set in the file to be written, for its review decisions; None where there is none.

    Raises UsageError where decisions on another function would be lost, or those of a file that cannot be read.
    """
    from genmorph.results.relation_set import RelationSet

    path = options.json_path
    if path is None or not os.path.exists(path) or not os.path.getsize(path):  # noqa: PTH110, PTH202
        return None
    try:
        earlier = RelationSet.from_json(path)
        is_reviewed = earlier.accepted or earlier.disowned or earlier.unfitting
        asked = [target.rpartition(":")[2].rpartition(".")[2] for target in options.targets]
        if is_reviewed and [one.name for one in earlier.signatures] != asked:
            of = " and ".join(one.qualname for one in earlier.signatures)
            raise UsageError(
                f"--json must not be a file with review decisions on {of}, got {path!r} for {' '.join(options.targets)}"
            )
    except UsageError as error:
        if not options.force:
            raise UsageError(f"{error}; --force overwrites it, and its review decisions") from error
        return None
    return earlier


def _verify(relations: "RelationSet") -> "tuple[RelationSet, Exception | None]":
    """The relations whose tests stand many runs, or why these were not made."""
    try:
        with shown_progress() as notify:
            notify(Step("verifying the exported tests"))
            return relations.verified(TRIAL_RUN.verification_seconds, verify=True), None
    except ExportError as error:
        return relations, error


def _write_tests(relations: "RelationSet", output: str, options: Options, began: float) -> "RelationSet":
    """Write the tests that pass; the set after they were run, which is saved again where one failed.

    Nothing is written while an accepted relation is violated: the tests that are there notice what is wrong. The tests
    are run within what is left of the budget, where it has seconds.
    """
    from genmorph.results.cases import Trial, last_reason, settle_tests
    from genmorph.results.statistical_relation import StatisticalRelation

    if relations.violated:
        log(f"{output} is left as it was, because an accepted relation does not hold")
        return relations
    seconds = relations.budget.seconds
    left = TRIAL_RUN.seconds if seconds is None else began + seconds - time.monotonic()
    most = BUDGET.grace if relations.interrupted else TRIAL_RUN.seconds
    is_sampled = any(isinstance(one, StatisticalRelation) for one in relations.exported)
    late = TRIAL_RUN.late_inputs if is_sampled else TRIAL_RUN.late_examples
    examples = TRIAL_RUN.examples if seconds is None else late
    settled, _ = settle_tests(relations, Trial(min(most, max(left, TRIAL_RUN.late_seconds)), examples))
    dropped = len(relations.exported) - len(settled.exported)
    if dropped:
        log(f"{counted(dropped, 'relation')} not written, the last because {last_reason(settled)}")
        if options.json_path is not None:
            settled.to_json(options.json_path, options.force)
    if settled.exported:
        return settled.to_pytest(output, options.force)
    is_there = os.path.exists(output)  # noqa: PTH110
    log(f"there is no test to write: {output} is {'left as it was' if is_there else 'not written'}")
    return settled

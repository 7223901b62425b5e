"""The files of an inference: what is in them before, and what is written in the end."""

import os
import time
from typing import TYPE_CHECKING

from genmorph.cli.ending import tell
from genmorph.cli.options import Options
from genmorph.values.labels import counted

if TYPE_CHECKING:
    from genmorph.results.relation_set import RelationSet
    from genmorph.results.trying import Trial

LEAST_EXPORT_SECONDS, LEAST_EXAMPLES = 20.0, 10
"""A file whose tests were not run within the budget gets so much more time, for so many examples of each: on a busy
machine Python and Hypothesis alone need several seconds to start, and what was found shall not be lost for that."""


def require_writable(options: Options) -> None:
    """Nothing is started where a file could not be written in the end."""
    from genmorph.export.writing import require_json_writable, require_tests_writable
    from genmorph.model import UsageError

    output, json_path = options.output, options.json_path
    if output is not None:
        require_tests_writable(output, options.force)
    if json_path is not None:
        require_json_writable(json_path, options.force)
        if output is not None and os.path.realpath(output) == os.path.realpath(json_path):
            raise UsageError(f"--json must be another file than --output, got {json_path!r}")


def earlier_set(options: Options) -> "RelationSet | None":
    """The set that is in the file to be written, for what a person said in it; None where there is none."""
    from genmorph.model import UsageError
    from genmorph.results.relation_set import RelationSet

    path = options.json_path
    if path is None or not os.path.exists(path) or not os.path.getsize(path):  # noqa: PTH110, PTH202
        return None
    try:
        earlier = RelationSet.from_json(path)
        _require_same_function(earlier, options)
    except UsageError as error:
        if not options.force:
            raise UsageError(f"{error}; --force overwrites it, and what a person said in it") from error
        return None
    return earlier


def _require_same_function(earlier: "RelationSet", options: Options) -> None:
    """What a person said of another function must not be lost."""
    from genmorph.model import UsageError

    has_words = earlier.accepted or earlier.disowned or earlier.unfitting
    if has_words and earlier.signature.name != options.target.rpartition(":")[2].rpartition(".")[2]:
        raise UsageError(
            f"--json must not be a file in which a person said something of {earlier.signature.qualname}, "
            f"got {options.json_path!r} for {options.target}"
        )


def verify(relations: "RelationSet") -> "tuple[RelationSet, Exception | None]":
    """The relations whose tests stand many runs, or why these were not made."""
    from genmorph.export.writing import ExportError
    from genmorph.progress import Step, shown_progress
    from genmorph.results.relation_set import VERIFY_SECONDS

    try:
        with shown_progress() as notify:
            notify(Step("verifying the exported tests"))
            return relations.verified(VERIFY_SECONDS, verify=True), None
    except ExportError as error:
        return relations, error


def write_tests(relations: "RelationSet", options: Options, began: float) -> "RelationSet":
    """Write the tests that pass; the set after they were run, which is saved again where one failed.

    Nothing is written while an accepted relation is violated: the tests that are there notice what is wrong.
    """
    from genmorph.results.trying import last_reason, settle_tests

    assert options.output is not None
    if relations.violated:
        tell(f"{options.output} is left as it was, because an accepted relation does not hold")
        return relations
    settled, _ = settle_tests(relations, _trial(relations, began))
    dropped = len(relations.sound) - len(settled.sound)
    if dropped:
        tell(f"{counted(dropped, 'relation')} not written, the last because {last_reason(settled)}")
        if options.json_path is not None:
            settled.to_json(options.json_path, options.force)
    if settled.sound:
        return settled.to_pytest(options.output, options.force)
    is_there = os.path.exists(options.output)  # noqa: PTH110
    tell(f"there is no test to write: {options.output} is {'left as it was' if is_there else 'not written'}")
    return settled


def _trial(relations: "RelationSet", began: float) -> "Trial":
    """Within what is left of the budget, where it has seconds."""
    from genmorph.export.trial_run import EXAMPLES
    from genmorph.inference.meter import GRACE
    from genmorph.results.relation_set import EXPORT_SECONDS
    from genmorph.results.trying import Trial

    seconds = relations.budget.seconds
    left = EXPORT_SECONDS if seconds is None else began + seconds - time.monotonic()
    most = GRACE if relations.interrupted else EXPORT_SECONDS
    examples = EXAMPLES if seconds is None else LEAST_EXAMPLES
    return Trial(min(most, max(left, LEAST_EXPORT_SECONDS)), examples)

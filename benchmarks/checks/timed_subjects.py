"""The functions whose runs are timed and killed, and the command that infers their relations."""

from collections.abc import Sequence

from benchmarks.checks import timed_functions
from benchmarks.checks.inference import SAVED
from benchmarks.checks.inputs import Range
from benchmarks.checks.places import fresh_place
from benchmarks.checks.processes import PROGRAM, watched
from benchmarks.checks.subjects import SUBJECTS, Subject

_LIMIT = 300.0

PRIMES = Subject(
    timed_functions.primes_between,
    timed_functions,
    {"low": "ints(0, 5000)", "length": "ints(0, 40)"},
    (Range(0, 5_000), Range(0, 40)),
    (),
)
NAPPING = Subject(
    timed_functions.napping_distance,
    timed_functions,
    {"a": "ints(-1000, 1000)", "b": "ints(-1000, 1000)"},
    (Range(-1_000, 1_000), Range(-1_000, 1_000)),
    (),
)
_BY_NAME = {subject.name: subject for subject in SUBJECTS}
WEEKDAY, SINE, GCD = (_BY_NAME[name] for name in ("weekday", "sine", "gcd"))
"""A fast one with ints, one with floats, and one of whose mutants many loop for ever."""


def files_of(subject: Subject) -> dict[str, str]:
    """A copy of the file of the function's module."""
    return {f"{subject.module_name}.py": subject.source}


def infer_command(subject: Subject, budget: str, seed: int, *words: str) -> Sequence[str]:
    """`genmorph infer` for the copy of a function in the working folder."""
    domains = [word for name, text in subject.domains.items() for word in ("--domain", f"{name}={text}")]
    options = ["--budget", budget, "--seed", str(seed), "--json", SAVED, *words]
    return [PROGRAM, "infer", f"{subject.module_name}:{subject.name}", *domains, *options]


def compile_kernels() -> None:
    """One run that is not counted: the first after an edit compiles what later ones find compiled."""
    with fresh_place(files_of(PRIMES)) as place, watched(infer_command(PRIMES, "1ev", 0, "--no-cache"), place) as run:
        run.ended(_LIMIT)

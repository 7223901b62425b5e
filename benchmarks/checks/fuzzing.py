"""Running `genmorph fuzz` on a module, and how long each test took."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from genmorph.fuzz.campaign import Run, run_file
from genmorph.fuzz.findings import Failure, Outcome, group
from genmorph.fuzz.fuzz_file import build_file, render
from genmorph.fuzz.tested_functions import plan_tests, roots_of


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """What came of a module: outcomes with the seconds after which each was there, and the tests as text."""

    outcomes: tuple[Outcome, ...]
    seconds: tuple[float, ...]
    text: str

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The distinct failures, as `genmorph fuzz` groups them."""
        return group(self.outcomes)

    @property
    def untested(self) -> list[str]:
        """Why functions could not be tested."""
        return [f"{outcome.qualname}: {outcome.untested}" for outcome in self.outcomes if outcome.untested]

    def seconds_to(self, failure: Failure) -> float:
        """The seconds until the test was over that showed the failure first."""
        names = {name for name, _ in failure.findings}
        times = zip(self.outcomes, self.seconds, strict=True)
        return next(seconds for outcome, seconds in times if outcome.qualname in names)


def fuzz_module(module: str, examples: int, seed: int, annotations: Sequence[str] = ()) -> Fuzzed:
    """Run all tests of a module as the command does, but for what is printed."""
    begin = perf_counter()
    file = build_file(plan_tests(module, annotations))
    found = [(outcome, perf_counter() - begin) for outcome in run_file(file, Run(examples, seed, roots_of(module)))]
    return Fuzzed(tuple(outcome for outcome, _ in found), tuple(seconds for _, seconds in found), render(file))


def told(failure: Failure) -> str:
    """A failure in one line: kind, place, message and the smallest input."""
    place = f" at {failure.place[0].rpartition('/')[2]}:{failure.place[1]}" if failure.place else ""
    name, finding = failure.findings[0]
    return f"{failure.kind}{place}: {failure.message:.100}; {name} {finding}"

"""The test of one application: explore its branches, make inputs for them, call it with real answers, and judge."""

import hashlib
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from genmorph.execution.process import Shelter
from genmorph.model import UnsupportedError, UsageError
from genmorph.progress import Step
from genmorph.services.answer_shapes import TEXT
from genmorph.services.application import Application, Run
from genmorph.services.application_faults import (
    Missed,
    Tested,
    find_accuracy,
    find_both_moods,
    find_crashes,
    find_dead,
    named_by_result,
)
from genmorph.services.application_report import Finding, Report
from genmorph.services.branches import Branch, Explored, branches_of, explore
from genmorph.services.declared import Service, declared_services
from genmorph.services.exported_tests import require_exportable, write_recorded_tests
from genmorph.services.made_up_answers import certain, neutral
from genmorph.services.pseudo_inverses import Example, Inverse
from genmorph.services.repairs import Judged, Repairer
from genmorph.services.sentences import MOODS, POSITIVE
from genmorph.services.worker.effects import SilentError
from genmorph.services.worker.input_forms import forms_for
from genmorph.services.worker.substitutes import NotAskedError
from genmorph.settings import SERVICES
from genmorph.values.paths import hint, split_path

Notify = Callable[[Step], None]
_UNANSWERED = (NotAskedError.__name__, SilentError.__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked for the test of applications.

    `calls` of services are made at most, 0 to use kept answers alone; `seconds` are for symbolic execution, 0 for none.
    `answers` is the file where those of services are kept, and `folder` where inputs are put that show something.
    """

    project: Path | None = None
    answers: Path | None = None
    folder: Path | None = None
    calls: int = SERVICES.calls
    seconds: float = SERVICES.symbolic_seconds
    timeout: float = SERVICES.call_seconds
    """Seconds for a call of an application, without those of its services."""
    seed: int = 0
    allow_effects: bool = False
    tests: Path | None = None
    """Where tests with recorded answers are written; None for none."""
    force: bool = False


def check_application(target: str, asked: Request, notify: Notify = lambda _: None) -> Report:
    """Test a function whose branches depend on what services answer.

    Args:
        target: The function, as `package.module:function`.
        asked: What the test may cost, and where things are.
        notify: Is told of each step.

    Raises:
        UsageError: The function cannot be loaded, or a declaration or its examples are wrong.
        UnsupportedError: No call of the function reaches a service.

    """
    began = time.monotonic()
    if not (split_path(target) or ("", ""))[1]:
        raise UsageError(f"target must look like package.module:function, got {target!r}{hint(target)}")
    if asked.tests is not None:
        require_exportable(asked.tests, asked.force)
    with (
        Shelter() as shelter,
        Application(
            target,
            asked.project and asked.project.absolute(),
            asked.answers and asked.answers.absolute(),
            asked.seed,
            asked.allow_effects,
            asked.timeout,
        ) as application,
    ):
        application.start()
        test = ApplicationTest(application, asked, shelter.directory, notify)
        explored = test.explore()
        findings, notes = test.judge(explored)
        if asked.tests is not None:
            notify(Step("writing tests"))
            write_recorded_tests(application, explored, test.tested, test.services, findings, asked.tests, asked.force)
        return Report(
            target=target,
            findings=tuple(test.kept(one) for one in findings),
            notes=tuple(notes),
            services=tuple(one.function for one in test.services),
            branches=_covered(explored, test.tested),
            coverage=dict(application.coverage()),
            calls=application.calls,
            unanswered=sum(one.ran.stopped_by in _UNANSWERED for one in test.tested),
            inputs=len(test.tested),
            answered=sum(one.is_whole or _crashed(one) for one in test.tested),
            seconds=time.monotonic() - began,
            symbolic_paths=explored.symbolic_paths,
            symbolic_alone=explored.symbolic_alone,
            is_complete=explored.is_complete,
            has_symbolic=explored.symbolic is not None,
        )


class ApplicationTest:
    """The services of an application, how it takes its input, and what came of inputs."""

    def __init__(self, application: Application, asked: Request, folder: Path, notify: Notify) -> None:
        self._application = application
        self._asked = asked
        self._notify = notify
        declared = declared_services(
            application.described["services"], application.project, application.described["decorated"]
        )
        self._all = {one.function: one for one in declared}
        self._inverses = {name: Inverse(one, application, folder) for name, one in self._all.items()}
        self._notes: dict[str, None] = dict.fromkeys(application.described["missing"].values())
        self._contents: set[bytes] = set()
        self._is_silent = False
        self._refused: UsageError | None = None
        self.tested: list[Tested] = []
        notify(Step("looking for services"))
        if not declared:
            missing = "; ".join(application.described["missing"].values())
            raise UnsupportedError(
                f"{application.target} uses no service that is declared{f': {missing}' if missing else ''}"
            )
        self._given, reached = self._find_input()
        self.services = [one for one in declared if one.function in reached]

    def _find_input(self) -> tuple[Path, set[str]]:
        """How the application takes its input: one input, and the services that are asked.

        Of several forms the first is taken with which a real answer raises nothing, as long as services may be asked.
        """
        reasons: list[str] = []
        fitting: list[tuple[str, str, Path, set[str]]] = []
        for one, path, other in self._first_inputs():
            for parameter in sorted(self._application.parameters, key=lambda taken: taken.has_default):
                for form in forms_for(one.task.medium, path.suffix, parameter.name, parameter.hint):
                    reached, reason = self._reached(parameter.name, form, path, other)
                    reasons.append(reason)
                    if any(self._all[function].task.medium is one.task.medium for function in reached):
                        fitting.append((parameter.name, form, path, reached))
            if fitting:
                break
        if not fitting and self._refused is not None:
            raise self._refused
        if not fitting:
            reason = next(filter(None, reasons), "")
            raise UnsupportedError(
                f"{self._application.target} must reach a declared service ({', '.join(self._all)}), and no call did"
                + (f": {reason}" if reason else "")
            )
        name, form, path, reached = (
            next(filter(self._is_taken, fitting), fitting[0]) if len(fitting) > 1 else fitting[0]
        )
        self._application.take_input_by(name, form)
        return path, reached

    def _is_taken(self, way: tuple[str, str, Path, set[str]]) -> bool:
        """Whether a call with a real answer raises nothing."""
        name, form, path, _ = way
        self._application.take_input_by(name, form)
        ran = self._application.call([Run(path)], self._asked.calls - self._application.calls)[0]
        return ran.failure is None and not ran.stopped

    def _reached(self, parameter: str, form: str, path: Path, other: Path) -> tuple[set[str], str]:
        """The services that are asked something else for another input; and what ended a call that asks none."""
        try:
            self._application.take_input_by(parameter, form)
        except UsageError as error:  # another parameter may do
            self._refused = self._refused or error
            return set(), str(error)
        services = list(self._all.values())
        likely = {one.function: certain(one, next(iter(one.labels), "hello 12.50")) for one in services}
        given = neutral(services)
        first, again, with_other = self._application.call([Run(path, given), Run(path, likely), Run(other, given)])
        asked, others = ({(one.service, one.key) for one in ran.asked} for ran in (first, with_other))
        found = {service for service, _ in asked ^ others}
        found |= {one.service for one in again.asked} if found else set()
        reasons = [
            ran.stopped or (f"{ran.failure.kind}: {ran.failure.words}" if ran.failure else "") for ran in (first, again)
        ]
        return found, next(filter(None, reasons), "")

    def _first_inputs(self) -> Iterator[tuple[Service, Path, Path]]:
        """Of each service an input with a label, and another one."""
        for one in self._all.values():
            inverse = self._inverses[one.function]
            made: list[Example] = []
            with suppress(UsageError):  # it may be none of this application
                labels = inverse.labels() or ("hello", "world")
                made = [
                    *inverse.make(labels[0], 1, self._asked.seed),
                    *inverse.make(labels[-1], 2, self._asked.seed + 1),
                ]
            first, *others = [*made, *inverse.nothing(2, 0)]
            content = first.path.read_bytes()
            yield one, first.path, next((two.path for two in others if two.path.read_bytes() != content), first.path)

    def _made(self, one: Service, label: str, number: int, seed: int) -> list[Example]:
        """Inputs with a label; a callable that knows no such label is no fault."""
        try:
            return self._inverses[one.function].make(label, number, seed)
        except UsageError as error:
            if label in one.labels:
                raise
            self._notes[str(error)] = None
            return []

    def explore(self) -> Explored:
        """Explore with answers that are made up, and call with real ones, until what is said of branches is sure."""
        self._notify(Step("exploring branches"))
        explored = explore(self._application, self.services, self._given, self._asked.seconds)
        seed = self._asked.seed
        wanted = [(one.function, label) for one in self.services for label in self._labels(one, explored)]
        examples = self._examples(wanted, seed)
        for one in self.services:
            made = self._inverses[one.function].nothing(SERVICES.nothing, seed)
            self.tested += self._called((one, example) for example in made)
        self.tested += self._called(examples)
        for further in range(1, SERVICES.rounds + 1):
            undecided = [one for one in self._missed(explored, ()) if one.finding is None]
            wanted = [(one.wanted.service.function, label) for one in undecided for label in self._of_branch(one)]
            self.tested += self._called(self._examples(list(dict.fromkeys(wanted)), seed + further, times=2**further))
        return explored

    def _of_branch(self, missed: Missed) -> list[str]:
        """The labels of a branch of which there were inputs."""
        made = {one.example.label for one in self.tested if one.service == missed.wanted.service.function}
        return [label for label in missed.wanted.labels if label in made]

    def _examples(self, wanted: Sequence[tuple[str, str]], seed: int, times: int = 1) -> list[tuple[Service, Example]]:
        """Inputs for labels, one of each first, none twice; `times` as many as usual."""
        number = min(times * SERVICES.label_inputs, max(1, SERVICES.inputs // max(1, len(wanted))))
        pairs = [(self._all[function], label) for function, label in wanted]
        rows = [[(one, example) for example in self._made(one, label, number, seed)] for one, label in pairs]
        for (one, label), row in zip(pairs, rows, strict=True):
            if not row:
                self._notes[f"there is no example of {label!r} for {one.name}"] = None
        turns = [row[place] for place in range(max(map(len, rows), default=0)) for row in rows if place < len(row)]
        return [one for one in turns if self._is_new(one[1])]

    def _is_new(self, example: Example) -> bool:
        content = hashlib.sha256(example.path.read_bytes()).digest()
        is_new = content not in self._contents
        self._contents.add(content)
        return is_new

    def _called(self, examples: Iterable[tuple[Service, Example]]) -> list[Tested]:
        """What comes of calls with real answers."""
        made = list(examples)
        found = []
        for place, (one, example) in enumerate(made):
            if self._is_silent:
                break
            self._notify(Step("calling with inputs", place, len(made)))
            left = self._asked.calls - self._application.calls
            ran = self._application.call([Run(example.path)], left)[0]
            found.append(Tested(one.function, example, ran))
            if ran.stopped_by == SilentError.__name__:
                self._is_silent = True
        return found

    def _labels(self, one: Service, explored: Explored) -> list[str]:
        """Those that lead to a branch, a few for each; then some that lead to none."""
        known = set(self._inverses[one.function].labels())
        led: dict[str, None] = {}
        for branch in sorted(explored.labels, key=lambda found: (found.condition, -found.way)):
            leading = explored.labels[branch].get(one.function, [])
            fitting = [label for label in leading if not known or label in known][: SERVICES.branch_labels]
            named = named_by_result(explored, branch, one) if leading else []
            led |= dict.fromkeys((*fitting, *(label for label in named if label in known)))
        if one.shape.said == TEXT:
            led |= dict.fromkeys(self._crashing(one, explored)[: SERVICES.branch_labels])
            led.setdefault("hello world")
        others = [label for label in sorted(known) if label not in led]
        return [*led, *others[: SERVICES.other_labels]]

    def _crashing(self, one: Service, explored: Explored) -> list[str]:
        """Free texts that made the application raise."""
        return [
            tried.candidate.label
            for tried in explored.tried
            if tried.ran.failure is not None and tried.candidate.service == one.function and tried.candidate.label
        ]

    def _missed(self, explored: Explored, others: Sequence[Finding]) -> list[Missed]:
        return find_accuracy(explored, self.tested, self.services, others)

    def judge(self, explored: Explored) -> tuple[list[Finding], list[str]]:
        """All findings, with repairs where there are, and notes on what could not be judged."""
        self._notify(Step("trying repairs"))
        crashes = find_crashes(explored, self.tested, self.services)
        dead = find_dead(explored, self.services, self.tested)
        moods = find_both_moods(explored, self.tested, self.services)
        missed = self._missed(explored, [*dead, *(finding for *_, finding in moods)])
        repairer = Repairer(self._application)
        repaired = [repairer.repair_crash(one, self._crashing_runs(one, explored)) for one in crashes]
        seldom = [self._repaired(repairer, explored, one, one.finding) for one in missed if one.finding is not None]
        undecided = [f"undecided: {one.words}" for one in missed if one.finding is None]
        stopped = sorted({one.ran.stopped for one in self.tested if one.ran.stopped} | set(self._raised()))
        told = [self._told_apart(repairer, *one) for one in moods]
        return [*repaired, *dead, *told, *seldom], [*self._notes, *stopped, *undecided]

    def _raised(self) -> Iterator[str]:
        """What services raised, and applications let through."""
        for one in self.tested:
            failure = one.ran.failure
            if failure is not None and failure.is_service:
                yield f"a service raised {failure.kind}: {failure.words}"

    def _crashing_runs(self, finding: Finding, explored: Explored) -> list[Run]:
        """The calls that ended with a crash: with real answers, or with ones that were made up."""
        real = [
            Run(one.example.path)
            for one in self.tested
            if one.ran.failure is not None and one.ran.failure.place == finding.place
        ]
        others = neutral(self.services)
        made = [
            Run(self._given, {**others, tried.candidate.service: tried.candidate.plain})
            for tried in explored.tried
            if tried.ran.failure is not None and tried.ran.failure.place == finding.place and tried.candidate.is_valid
        ]
        return (real or made)[: SERVICES.label_inputs]

    def _repaired(self, repairer: Repairer, explored: Explored, missed: Missed, finding: Finding) -> Finding:
        """The finding with a repair, if one helps on inputs that were made for this alone."""
        one, branch = missed.wanted.service, missed.wanted.branch
        leading = explored.labels[branch][one.function]
        labels = [*dict.fromkeys((*self._of_branch(missed), *leading))][: SERVICES.branch_labels]
        others = [label for label in self._inverses[one.function].labels() if label not in (*labels, *leading)]
        wanted = [(one.function, label) for label in (*labels, *others[: SERVICES.other_labels])]
        held_back = self._called(self._examples(wanted, self._asked.seed + SERVICES.held_back_seed))
        judged = Judged(
            branch,
            one,
            leading,
            missed.wanted.labels,
            [case for case in self.tested if case.service == one.function and case.is_whole],
            [case for case in held_back if case.is_whole],
        )
        return repairer.repair_branch(finding, judged)

    def _told_apart(self, repairer: Repairer, branch: Branch, one: Service, finding: Finding) -> Finding:
        """The finding of moods that go the same way with a repair, if one tells them apart."""
        wanted = [(one.function, mood) for mood in MOODS]
        made = self._called(self._examples(wanted, self._asked.seed + SERVICES.held_back_seed))
        held_back = [case for case in made if case.is_whole and not case.example.variant]
        return repairer.repair_moods(finding, Judged(branch, one, (POSITIVE,), (), (), held_back))

    def kept(self, finding: Finding) -> Finding:
        """The finding with its inputs where they stay; without them where no folder is asked for."""
        folder = self._asked.folder
        if folder is None or not finding.inputs:
            return replace(finding, inputs=())
        folder.mkdir(parents=True, exist_ok=True)
        stem = self._application.target.replace(":", ".")
        kept = [str(folder / f"{stem}-{Path(path).name}") for path in finding.inputs]
        for path, place in zip(finding.inputs, kept, strict=True):
            shutil.copyfile(path, place)
        return replace(finding, inputs=tuple(kept))


def _crashed(one: Tested) -> bool:
    """Whether the application itself raised."""
    return one.ran.failure is not None and not one.ran.failure.is_service


def _covered(explored: Explored, tested: Sequence[Tested]) -> tuple[int, int]:
    """The branches that real inputs took, of all that answers reach."""
    live = {branch for one in tested for branch in branches_of(one.ran)}
    known: set[Branch] = explored.reached() | live
    return len(live), len(known)

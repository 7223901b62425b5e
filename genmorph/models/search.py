"""The search for faults of back ends: mutants of a model, on which they should agree, and do not.

First each rule, each kind of layer and each boundary of its parameters once; then mutants of mutants, chosen as LEMON
does (Wang and others, 2020), or at random.
"""

import hashlib
import json
import os
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any, Self

from genmorph.execution.answering import FailedError
from genmorph.export.writing import write_text
from genmorph.model import UsageError
from genmorph.models.back_ends import Arrays, BackEnd, Processes, Running, own_back_end
from genmorph.models.comparison import (
    FAULTS,
    BackEndAnswer,
    Comparison,
    ModelCheck,
    Verdict,
    answer_data,
    layer_name,
    read_asked,
    read_layers,
    require_at_least,
)
from genmorph.models.kept_findings import folder_name
from genmorph.models.model_inputs import write_inputs
from genmorph.models.model_rules import ADDED, RULES, Mutation, mutation_from_data
from genmorph.models.reduction import Suspect, extracted, keep_smallest
from genmorph.progress import Notify, Step
from genmorph.settings import MODELS
from genmorph.values.labels import counted

JOURNAL = "journal.jsonl"


class Guidance(Enum):
    """What chooses the mutants of mutants."""

    LEMON = "lemon"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant that was tried: what was done to which other one (0 is the model itself), and what back ends said."""

    number: int
    parent: int
    mutation: Mutation
    reference: str = ""
    answers: tuple[Mapping[str, Any], ...] = ()
    failed: str = ""
    """Why nothing is said of it."""

    def to_line(self) -> str:
        """As a line of the journal."""
        return json.dumps(asdict(self))

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Read a line of the journal.

        >>> one = Mutant(1, 0, Mutation("layer copy", "dense"), failed="no such layer")
        >>> Mutant.from_line(one.to_line()) == one
        True
        """
        data = json.loads(line)
        data["mutation"] = mutation_from_data(data["mutation"])
        return cls(**{**data, "answers": tuple(data["answers"])})

    @property
    def distance(self) -> float:
        """The sum of D_MAD over the back ends, which LEMON wants to grow."""
        return sum(one["distance"] or 0.0 for one in self.answers)


@dataclass(frozen=True, slots=True)
class Finding:
    """What one back end does with one kind of layer, as the first mutant shows it that it was seen in."""

    back_end: str
    verdict: str
    layer: str
    mutant: Mutant
    answer: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name of its folder."""
        return folder_name(f"{self.back_end}_{self.layer or 'model'}_{self.verdict}")

    def __str__(self) -> str:
        apart = self.answer["difference"]
        told = self.answer["reason"]
        if apart is not None:
            told = f"{apart['largest']:.3g} apart" if apart["is_number"] else "not finite"
        return f"{self.back_end} {self.verdict} in {self.layer or 'an unknown layer'} ({told}): {self.mutant.mutation}"


def search_model(
    model: str | Path,
    back_ends: Sequence[str],
    folder: str | Path,
    inputs: str | Path | None = None,
    *,
    mutants: int = MODELS.mutants,
    seconds: float | None = None,
    guidance: Guidance | str = Guidance.LEMON,
    samples: int = MODELS.samples,
    seed: int = 0,
    modules: Sequence[str] = (),
    notify: Notify = lambda _: None,
) -> Iterator[Finding]:
    """Mutate a model, run the mutants on all back ends, and give what they do not agree on, as it is found.

    The folder keeps a journal of all mutants, and of each finding the model, its inputs and what was said. A search
    that was broken off goes on where it was: the same arguments give the same mutants.

    Args:
        model: A `.keras` file.
        back_ends: As of `check_model`, two or more; the first of them in this environment mutates, too.
        folder: Where the journal and findings are, or shall be.
        inputs: As of `check_model`.
        mutants: How many are tried, those of an earlier search in this folder included.
        seconds: After how long none is begun any more.
        guidance: `lemon` or `random`.
        samples: How many inputs are drawn where there is no file.
        seed: Of all that is chosen.
        modules: Modules that register layers of one's own.
        notify: Is told what is done.

    Raises:
        UsageError: There is no such model, the folder has the journal of another search, or no back end of this
            environment is among them.

    """
    path, chosen = read_asked(model, back_ends, samples, seed)
    place = Path(folder)
    if len(chosen) < 2:
        raise UsageError(f"back ends must be two or more, got {', '.join(back_ends)}")
    own = own_back_end(chosen)
    require_at_least("mutants", mutants, 1)
    if guidance not in {*Guidance, *(one.value for one in Guidance)}:
        raise UsageError(f"guidance must be one of {', '.join(one.value for one in Guidance)}, got {guidance!r}")
    until = None if seconds is None else time.monotonic() + seconds
    with Processes(modules) as processes:
        search = _Search(
            processes=processes,
            back_ends=chosen,
            own=own,
            model=path,
            folder=place,
            rng=random.Random(seed),
            notify=notify,
        )
        search.prepare(inputs, samples, seed)
        asked = {"model": _digest(path), "inputs": _digest(search.inputs), "seed": seed, "modules": list(modules)}
        asked |= {"versions": search.versions(), "guidance": Guidance(guidance).value}
        yield from search.run(_Journal.open(place, asked), mutants, until, Guidance(guidance))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass(slots=True)
class _Journal:
    """The mutants of a search, each kept before the next one is tried."""

    path: Path
    mutants: list[Mutant]

    @classmethod
    def open(cls, folder: Path, asked: Mapping[str, Any]) -> Self:
        """Go on with the journal of a folder, or begin one; UsageError where it is that of another search."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / JOURNAL
        head = json.dumps(dict(asked), sort_keys=True)
        first, *lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else [head]
        if first != head and not head.startswith(first):  # the first line may have been cut off, as the last one
            raise UsageError(f"folder must be new, or that of the same search, got {str(folder)!r}: {first}")
        found = []
        for line in lines:
            try:
                found.append(Mutant.from_line(line))
            except json.JSONDecodeError:
                break
        write_text("".join(f"{line}\n" for line in (head, *lines[: len(found)])), path)
        return cls(path, found)

    def add(self, mutant: Mutant) -> None:
        """Keep a mutant at once."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{mutant.to_line()}\n")
            file.flush()
            os.fsync(file.fileno())
        self.mutants.append(mutant)


@dataclass(slots=True)
class _Search:
    processes: Processes
    back_ends: Sequence[BackEnd]
    own: BackEnd
    model: Path
    folder: Path
    rng: random.Random
    notify: Notify
    mutants: list[Mutant] = field(default_factory=list)
    found: dict[tuple[str, str, str], Finding] = field(default_factory=dict)
    _mutator: Running | None = None
    _truth: Arrays | None = None

    @property
    def inputs(self) -> Path:
        """The file of the inputs."""
        return self.processes.directory / "inputs.npz"

    @property
    def mutator(self) -> Running:
        """The process that mutates models."""
        self._mutator = self._mutator or self.processes.mutator(self.own)
        return self._mutator

    def prepare(self, inputs: str | Path | None, samples: int, seed: int) -> None:
        """Make the inputs, and know what the model itself gives."""
        running = self.processes.of(self.own)
        try:
            write_inputs(self.inputs, running.describe(self.model)["inputs"], inputs, samples, seed)
            self._truth = running.run(self.model, self.inputs, double=True)[0]
        except FailedError as error:
            raise UsageError(f"model must run on {self.own}, got {str(self.model)!r}: {error}") from error

    def versions(self) -> dict[str, dict[str, str]]:
        """Of each back end those of its libraries; none of one that cannot be started."""
        for one in self.back_ends:
            with suppress(FailedError):
                self.processes.of(one).start()
        return {str(one): dict(self.processes.of(one).versions) for one in self.back_ends}

    def run(self, journal: _Journal, mutants: int, until: float | None, guidance: Guidance) -> Iterator[Finding]:
        """Try mutants, and give what was not found before; first what the journal has already."""
        known = iter(list(journal.mutants))
        for number, (parent, mutation) in enumerate(self._plan(guidance), 1):
            if number > mutants or (until is not None and time.monotonic() > until):
                return
            mutant = next(known, None)
            if mutant is None:
                self.notify(Step("running mutants", number, mutants, counted(len(self.found), "finding")))
                mutant = self._tried(number, parent, mutation)
                journal.add(mutant)
            self.mutants.append(mutant)
            yield from self._findings(mutant)
            self._path(number).unlink(missing_ok=True)

    def _plan(self, guidance: Guidance) -> Iterator[tuple[int, Mutation]]:
        """Each rule at each of its places once, then mutants of mutants, as long as they are asked for."""
        places = {rule.name: self._places(rule.name, 0) for rule in RULES}
        if not any(places.values()):
            raise UsageError(f"model must have a place where a rule can be done, got none in {str(self.model)!r}")
        first = [mutation for found in places.values() for mutation in _each_once(found)]
        yield from ((0, mutation) for mutation in first)
        chooser, done = _Chooser(self.rng, guidance), len(first)
        while True:  # a search that goes on sees no more of the journal than it saw at first
            parent = chooser.parent(self.mutants[:done])
            rule = chooser.rule([name for name, found in places.items() if found])
            found = self._places(rule, parent) if parent else places[rule]
            if found:
                yield parent, replace(self.rng.choice(found), seed=self.rng.randrange(2**31))
                done += 1
                chooser.learn(rule, self.mutants[:done])

    def _places(self, rule: str, number: int) -> list[Mutation]:
        """Where a rule can be done in a mutant; nowhere in one that cannot be made or loaded."""
        try:
            found = self.mutator.ask("mutations", model=str(self._made(number)), rule=rule)
        except FailedError:
            return []
        return list(map(mutation_from_data, found))

    def _path(self, number: int) -> Path:
        return self.processes.directory / f"mutant_{number}.keras"

    def _made(self, number: int) -> Path:
        """The file of a mutant, made again where it is not there."""
        if number == 0:
            return self.model
        path, known = self._path(number), self.mutants[number - 1]
        if not path.exists():
            self.mutator.ask(
                "mutate", model=str(self._made(known.parent)), mutation=asdict(known.mutation), path=str(path)
            )
        return path

    def _tried(self, number: int, parent: int, mutation: Mutation) -> Mutant:
        path = self._path(number)
        try:
            self.mutator.ask("mutate", model=str(self._made(parent)), mutation=asdict(mutation), path=str(path))
            checked = self._checked(path, self.inputs, self._truth)
            if _is_undecided(checked):  # of the layer alone more back ends may have a vote
                layers = [_suspect(mutation, checked.answers)]
                alone = extracted(self.mutator, path, self.inputs, layers, f"{path.stem}_alone")
                again = checked if alone is None else self._checked(*alone)
                checked = replace(again, answers=_with_layers(again.answers, checked.answers))
        except (FailedError, UsageError) as error:
            return Mutant(number, parent, mutation, failed=str(error))
        answers = tuple(map(answer_data, checked.answers))
        failed = "there is no majority" if _is_undecided(checked) else ""
        return Mutant(number, parent, mutation, checked.reference, answers, failed)

    def _checked(self, model: Path, inputs: Path, truth: Arrays | None = None) -> ModelCheck:
        comparison = Comparison(self.processes, self.back_ends, model, inputs, 0, lambda _: None, truth)
        return comparison.run(read_layers(comparison.described()))

    def _findings(self, mutant: Mutant) -> Iterator[Finding]:
        """What a mutant shows that none before it did."""
        for answer in mutant.answers if not mutant.failed else ():
            if Verdict(answer["verdict"]) not in FAULTS:
                continue
            layer = answer["layer"].rpartition("(")[2].rstrip(")")
            layer = layer or " ".join(one["class_name"] for one in mutant.mutation.added[:1])
            finding = Finding(answer["back_end"], answer["verdict"], layer, mutant, answer)
            key = (finding.back_end, finding.verdict, finding.layer)
            if key in self.found:
                continue
            self.found[key] = finding
            if not (self.folder / finding.name).exists():
                with suppress(FailedError):  # what is not shown again, or cannot be made again, has no folder
                    self._keep(finding, self._made(mutant.number))
            yield finding

    def _keep(self, finding: Finding, path: Path) -> None:
        """Keep the smallest model that shows a finding."""
        back_end = next(one for one in self.back_ends if str(one) == finding.back_end)
        reference = next((one for one in self.back_ends if str(one) == finding.mutant.reference), self.own)
        suspect = Suspect(
            model=path,
            inputs=self.inputs,
            back_end=back_end,
            reference=reference,
            layer=layer_name(finding.answer["layer"]) or self._added(path),
            verdict=Verdict(finding.verdict),
        )
        keep_smallest(self.processes, self.mutator, suspect, self.folder / finding.name, str(finding), finding.mutant)

    def _added(self, path: Path) -> str:
        """The layer that was added last, the first of several."""
        numbers = [one["name"].removeprefix(ADDED) for one in self.mutator.describe(path)["layers"]]
        return f"{ADDED}{max((int(one) for one in numbers if one.isdigit()), default=0)}"


def _is_undecided(checked: ModelCheck) -> bool:
    """Whether as many back ends speak against each other."""
    return not checked.is_decided and not checked.is_same


def _suspect(mutation: Mutation, answers: Sequence[BackEndAnswer]) -> str:
    """The layer of which back ends do not agree."""
    return next((layer_name(one.layer) for one in answers if one.layer), mutation.layer)


def _with_layers(answers: Sequence[BackEndAnswer], before: Sequence[BackEndAnswer]) -> tuple[BackEndAnswer, ...]:
    """The answers of a layer alone, with its name in the whole model, and the distances there."""
    layer = next((one.layer for one in before if one.layer), "")
    return tuple(
        replace(one, layer=layer if one.verdict is not Verdict.SAME else "", distance=other.distance)
        for one, other in zip(answers, before, strict=True)
    )


def _each_once(mutations: Sequence[Mutation]) -> Iterator[Mutation]:
    """Of added layers each with its parameters once, at the first place; all others."""
    seen: set[str] = set()
    for mutation in mutations:
        key = json.dumps([[one["class_name"], one.get("chosen")] for one in mutation.added[:1]], default=str)
        if not mutation.added or key not in seen:
            seen.add(key)
            yield mutation


@dataclass(slots=True)
class _Chooser:
    """Parents by roulette, rules by Metropolis and Hastings over how often they made a larger distance (LEMON)."""

    rng: random.Random
    guidance: Guidance
    chosen: dict[int, int] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)
    tries: dict[str, int] = field(default_factory=dict)
    last: str = ""

    def parent(self, mutants: Sequence[Mutant]) -> int:
        """The model, or a mutant that ran: more often one that was seldom chosen."""
        pool = [0, *(one.number for one in mutants if one.answers and not one.failed)][-MODELS.pool :]
        weights = [1 / (self.chosen.get(one, 0) + 1) for one in pool]
        found = self.rng.choices(pool, weights if self.guidance is Guidance.LEMON else None)[0]
        self.chosen[found] = self.chosen.get(found, 0) + 1
        return found

    def rule(self, names: Sequence[str]) -> str:
        """The next rule: one that is ranked behind the last one is taken with the chance that LEMON gives it."""
        if self.guidance is Guidance.RANDOM:
            return self.rng.choice(names)
        ranked = sorted(names, key=lambda name: -self.wins.get(name, 0) / max(1, self.tries.get(name, 0)))
        before = ranked.index(self.last) if self.last in ranked else len(ranked) - 1
        while True:
            place = self.rng.randrange(len(ranked))
            if place <= before or self.rng.random() < (1 - 1 / len(RULES)) ** (place - before):
                self.last = ranked[place]
                return self.last

    def learn(self, rule: str, mutants: Sequence[Mutant]) -> None:
        """Count whether the last mutant has a larger distance than what it was made of."""
        last = mutants[-1]
        before = mutants[last.parent - 1].distance if last.parent else 0.0
        self.tries[rule] = self.tries.get(rule, 0) + 1
        self.wins[rule] = self.wins.get(rule, 0) + (last.distance > before)

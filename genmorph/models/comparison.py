"""Whether a model gives the same on several back ends: what differs counts beyond what rounding explains."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import numpy as np

from genmorph.execution.answering import FailedError
from genmorph.model import UsageError
from genmorph.models.back_ends import NAMES, Arrays, BackEnd, Processes, read_back_ends
from genmorph.models.model_inputs import require_model, write_inputs
from genmorph.progress import Notify, Step
from genmorph.settings import MODELS
from genmorph.values.labels import counted

COARSER_TYPES = MappingProxyType({"TF32 or float16": 11, "bfloat16": 8})
"""Types of which kernels take operands to be faster, with the binary digits that they have."""
_UNSUPPORTED = ("NotImplementedError", "not supported")
"""What a back end says that does without something on purpose."""


class Verdict(Enum):
    """What a back end gives, beside the reference."""

    SAME = "same"
    UNSUPPORTED = "unsupported"
    """It says that it has no such layer, or not with these parameters."""
    DIFFERS = "differs"
    NOT_A_NUMBER = "not a number"
    """It gives NaN or an infinite number where the reference gives another one."""
    FAILED = "failed"
    UNDECIDED = "undecided"
    """Its numbers overflow in all samples."""
    GROWS = "grows"
    """It takes more and more time or memory for the same."""


FAULTS = (Verdict.DIFFERS, Verdict.NOT_A_NUMBER, Verdict.FAILED)
"""What is a fault of a back end."""


def verdict_of_failure(reason: str) -> Verdict:
    """Whether a back end says that it does without something on purpose, or fails.

    >>> verdict_of_failure("NotImplementedError: no such pooling").value
    'unsupported'
    """
    return Verdict.UNSUPPORTED if any(words in reason for words in _UNSUPPORTED) else Verdict.FAILED


@dataclass(frozen=True, slots=True)
class Difference:
    """The numbers of the sample that is furthest beyond its bound: how far they are apart, and what rounding explains.

    `output` and `sample` are places, from 0.
    """

    largest: float
    bound: float
    output: int
    sample: int
    is_number: bool = True

    @property
    def is_beyond(self) -> bool:
        """Whether rounding does not explain it."""
        return not self.is_number or self.largest > self.bound

    @property
    def verdict(self) -> Verdict:
        """What it says of the back end."""
        if not self.is_beyond:
            return Verdict.SAME
        return Verdict.DIFFERS if self.is_number else Verdict.NOT_A_NUMBER


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer of a model, and the names of those that it gets something from."""

    name: str
    type: str
    givers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LayerDifference:
    """How far what a layer gives is from the reference.

    `mean` is the mean of all its numbers, and `rate` how much larger that is than the largest of the layers before it,
    in parts of the latter: R of CRADLE and LEMON, by which they rank suspects. Both are None where numbers are not
    finite.
    """

    layer: str
    difference: Difference
    mean: float | None
    rate: float | None


@dataclass(frozen=True, slots=True)
class BackEndAnswer:
    """What is known of one back end.

    `layer` is the first one of the model whose numbers rounding does not explain, with its type; "" where there is
    none, or it is not known. `layers` are the differences of all layers where the model differs. `reason` says why a
    back end failed, or that samples were `left_out`, and `distance` is D_MAD of LEMON, where it is known what the model
    should give.
    """

    back_end: str
    versions: Mapping[str, str]
    verdict: Verdict
    difference: Difference | None = None
    layer: str = ""
    reason: str = ""
    distance: float | None = None
    layers: tuple[LayerDifference, ...] = ()
    left_out: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """What it says of the back end, such as `jax differs: at most 0.1 apart in output 0, sample 3, ...`."""
        said = [] if self.difference is None else [words_of_difference(self.difference)]
        said += [f"first in layer {self.layer}"] if self.layer else []
        said += [self.reason] if self.reason else []
        return f"{self.back_end} {self.verdict.value}: {'; '.join(said)}"

    def __str__(self) -> str:
        versions = ", ".join(f"{name} {version}" for name, version in self.versions.items())
        return f"{self.words}; {versions}" if versions else self.words


def words_of_difference(found: Difference) -> str:
    """How far numbers are apart, and what rounding explains of that."""
    place = f"output {found.output}, sample {found.sample}"
    if not found.is_number:
        return f"numbers that are not finite in {place}"
    return f"at most {found.largest:.3g} apart in {place}, of which rounding explains {found.bound:.3g}"


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """What several back ends make of a model.

    The `reference` computed in double precision. Where `is_decided` is False, as many back ends speak against it as for
    it: then it is not known which of them is wrong.
    """

    model: Path
    reference: str
    answers: tuple[BackEndAnswer, ...]
    is_decided: bool = True
    layers: tuple[Layer, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether all back ends give the same."""
        return all(one.verdict is Verdict.SAME for one in self.answers)


def check_model(
    model: str | Path,
    back_ends: Sequence[str],
    inputs: str | Path | None = None,
    *,
    samples: int = MODELS.samples,
    seed: int = 0,
    modules: Sequence[str] = (),
    notify: Notify = lambda _: None,
) -> ModelCheck:
    """Run a model on several back ends, and say whether they give the same.

    One of them computes the model in double precision, too: the reference. How far rounding may move a number is what
    the reference says where inputs, weights and what layers give are rounded otherwise, several times as far. A back
    end differs where a number is further away. Where most others agree against the reference, one of these becomes the
    reference.

    Args:
        model: A `.keras` file.
        back_ends: Names such as `torch`, `jax`, `tensorflow`, `numpy`, `openvino`; `jax@/path/to/python` runs in the
            environment of another interpreter, with the versions that it has.
        inputs: A `.npz` file with an array for each input, the first axis of which are samples; drawn where missing.
        samples: How many are drawn.
        seed: Of drawn inputs and of how numbers are rounded.
        modules: Modules that register layers of one's own, imported before the model is loaded.
        notify: Is told what is done.

    Raises:
        UsageError: There is no such model or back end, the model cannot be loaded, or inputs do not suit it.

    """
    path, chosen = read_asked(model, back_ends, samples, seed)
    with Processes(modules) as processes:
        check = Comparison(processes, chosen, path, processes.directory / "inputs.npz", seed, notify)
        described = check.described()
        write_inputs(check.inputs, described["inputs"], inputs, samples, seed)
        return check.run(read_layers(described))


def layer_name(layer: str) -> str:
    """The name of a layer without its type.

    >>> layer_name("dense (1) (Dense)"), layer_name("")
    ('dense (1)', '')
    """
    return layer.rpartition(" (")[0]


def read_layers(described: Mapping[str, Any]) -> tuple[Layer, ...]:
    """The layers of a model that a back end described."""
    return tuple(Layer(one["name"], one["type"], tuple(one["givers"])) for one in described["layers"])


def read_asked(model: str | Path, back_ends: Sequence[str], samples: int, seed: int) -> tuple[Path, list[BackEnd]]:
    """The path of a model, and the back ends; UsageError where these, or a number, cannot be."""
    path, chosen = require_model(model), read_back_ends(back_ends)
    require_at_least("samples", samples, 1)
    require_at_least("seed", seed, 0)
    return path, chosen


def require_at_least(name: str, value: int, least: int) -> None:
    """Raise UsageError for a smaller number."""
    if value < least:
        raise UsageError(f"{name} must be at least {least}, got {value!r}")


@dataclass(frozen=True, slots=True)
class _Reference:
    """What a model gives in double precision, and how far rounding moves that."""

    given: Arrays
    moved: Arrays


@dataclass(frozen=True, slots=True)
class _Judged:
    """What back ends give beside a reference that was `chosen`, and how many of `most` votes agree with it."""

    chosen: BackEnd
    answers: Sequence[BackEndAnswer]
    beside: _Reference | None
    votes: int
    most: int

    @property
    def is_decided(self) -> bool:
        """Whether most agree with it, or none can say anything."""
        return 2 * self.votes > self.most or not self.most


@dataclass(frozen=True, slots=True)
class Comparison:
    """One model with the file of its inputs, and the back ends that it is run on.

    `truth` is what it should give, where that is known, for each output: the measure of LEMON asks for it.
    """

    processes: Processes
    back_ends: Sequence[BackEnd]
    model: Path
    inputs: Path
    seed: int
    notify: Notify
    truth: Arrays | None = None

    @property
    def candidates(self) -> list[BackEnd]:
        """What may compute the model in double precision, best first; what exports it where nothing else is there."""
        given = [one for one in self.back_ends if not one.exporters]
        exporters = dict.fromkeys(exporter for one in self.back_ends for exporter in one.exporters)
        return sorted(given or exporters, key=lambda one: NAMES.index(one.name))

    def described(self) -> Mapping[str, Any]:
        """The inputs and layers of the model, by the first back end that loads it."""
        reasons = []
        for one in self.candidates:
            self.notify(Step(f"loading the model on {one}"))
            try:
                return self.processes.of(one).describe(self.model)
            except FailedError as error:
                reasons.append(f"{one}: {error}")
        raise UsageError(f"model must load on a back end, got {str(self.model)!r}; {'; '.join(reasons)}")

    def run(self, layers: Sequence[Layer]) -> ModelCheck:
        """Compare all back ends with the reference that most of them agree with."""
        given = {one: self._given(one) for one in self.back_ends}
        types = [one.type for one in layers]
        best: _Judged | None = None
        for candidate in self.candidates:
            if isinstance(given.get(candidate), FailedError) or (reference := self._reference(candidate)) is None:
                continue
            answers, beside = self._answers(given, candidate, reference, layers)
            said = {one: answer.verdict for one, answer in zip(self.back_ends, answers, strict=True)}
            votes = _votes([one for one in said if said[one] is Verdict.SAME], types)
            most = _votes([one for one in said if not _says_nothing(given[one], said[one])], types)
            if best is None or votes > best.votes:
                best = _Judged(candidate, answers, beside, votes, most)
            if best.is_decided:
                break
        if best is None:
            answers = [self._compared(one, given[one], None) for one in self.back_ends]
            return ModelCheck(self.model, "", tuple(answers), is_decided=False, layers=tuple(layers))
        found = tuple(self._localised(best.answers, best.beside, layers))
        return ModelCheck(self.model, str(best.chosen), found, is_decided=best.is_decided, layers=tuple(layers))

    def run_beside(self, one: BackEnd, chosen: BackEnd) -> BackEndAnswer:
        """Compare one back end with the double precision of another."""
        given, reference = self._given(one), self._reference(chosen)
        if reference is None:
            return self._compared(one, given, None)
        (answer,), _ = self._answers({one: given}, chosen, reference, read_layers(self.described()))
        return answer

    def coarser_type(self, one: BackEnd, chosen: BackEnd) -> str:
        """The type of which a layer's operands are, by what a back end gives: it has a kernel of coarser precision.

        That is what the reference gives where operands are rounded so, but for what rounding explains; "" where there
        is none, or it is hardly closer.
        """
        given, reference = self._given(one), self._reference(chosen)
        if isinstance(given, FailedError) or reference is None:
            return ""
        before = furthest(given, reference.given, reference.moved)
        for name, digits in COARSER_TYPES.items():
            try:
                rounded, _ = self.processes.of(chosen).run(self.model, self.inputs, double=True, digits=digits)
            except FailedError:
                return ""
            after = furthest(given, rounded, reference.moved)
            if not after.is_beyond and after.largest * MODELS.times_closer < before.largest:
                return name
        return ""

    def reference(self, chosen: BackEnd) -> tuple[Arrays, Arrays]:
        """What the model should give by the double precision of a back end, and what rounding explains by sample."""
        found = self._reference(chosen)
        if found is None:
            raise FailedError(f"{chosen} does not compute it in double precision")
        return found.given, tuple(map(bounds, found.moved))

    def _answers(
        self,
        given: Mapping[BackEnd, Arrays | FailedError],
        chosen: BackEnd,
        reference: _Reference,
        layers: Sequence[Layer],
    ) -> tuple[list[BackEndAnswer], _Reference | None]:
        """What is said of back ends, without the samples that differ because numbers of a layer overflow.

        Where one differs, the layers of the reference stand beside. Of exported models no layers are known.
        """
        beside: _Reference | None = None
        found = []
        for one, arrays in given.items():
            answer = self._compared(one, arrays, reference)
            is_beyond = answer.difference is not None and answer.difference.is_beyond
            if is_beyond and not one.exporters and not isinstance(arrays, FailedError):
                beside = beside or self._reference(chosen, layers=True)
                overflowing = self._overflowing(one, beside, layers, len(_by_sample(arrays[0])))
                answer = _left_out(answer, arrays, reference, overflowing)
            found.append(answer)
        return found, beside

    def _overflowing(
        self, one: BackEnd, reference: _Reference | None, layers: Sequence[Layer], samples: int
    ) -> list[bool]:
        """Of each sample whether it differs because numbers of a layer overflow."""
        try:
            given, places = self.processes.of(one).run(self.model, self.inputs, layers=True)
        except FailedError:
            return [False] * samples
        if reference is None:
            return [False] * samples
        seen = {
            name: [
                _Seen.of(given[place], reference.given[place], reference.moved[place])
                for place in found
                if _is_of(given[place], samples)
            ]
            for name, found in places.items()
        }
        return [_overflows(sample, layers, seen) for sample in range(samples)]

    def _given(self, one: BackEnd) -> Arrays | FailedError:
        self.notify(Step(f"running the model on {one}"))
        try:
            return self.processes.run(one, self.model, self.inputs)
        except FailedError as error:
            return error

    def _reference(self, one: BackEnd, *, layers: bool = False) -> _Reference | None:
        self.notify(Step(f"running the model in double precision on {one}"))
        running = self.processes.of(one)
        try:
            given, _ = running.run(self.model, self.inputs, layers=layers, double=True)
            return _Reference(given, running.run_perturbed(self.model, self.inputs, self.seed, layers=layers))
        except FailedError:
            return None

    def _compared(self, one: BackEnd, given: Arrays | FailedError, reference: _Reference | None) -> BackEndAnswer:
        name, versions = str(one), self.processes.of(one).versions
        if isinstance(given, FailedError) or reference is None:
            reason = str(given) if isinstance(given, FailedError) else "there is no reference in double precision"
            return BackEndAnswer(name, versions, verdict_of_failure(reason), reason=reason)
        shapes = [[found.shape for found in arrays] for arrays in (given, reference.given)]
        if shapes[0] != shapes[1]:
            reason = f"it gives the shapes {shapes[0]}, and the reference {shapes[1]}"
            return BackEndAnswer(name, versions, Verdict.DIFFERS, reason=reason)
        difference = furthest(given, reference.given, reference.moved)
        distance = None if self.truth is None else mean_distance(given, reference.given, self.truth)
        return BackEndAnswer(name, versions, difference.verdict, difference, distance=distance)

    def _localised(
        self, answers: Sequence[BackEndAnswer], beside: _Reference | None, layers: Sequence[Layer]
    ) -> Iterator[BackEndAnswer]:
        """The answers, with what becomes of each layer where a back end differs from the reference."""
        types = {one.name: one.type for one in layers}
        for one, answer in zip(self.back_ends, answers, strict=True):
            is_beyond = answer.difference is not None and answer.difference.is_beyond
            if is_beyond and not one.exporters:
                found = () if beside is None else self._differences(one, beside, layers, answer.left_out)
                beyond = [said.layer for said in found if said.difference.is_beyond]
                yield replace(answer, layer=f"{beyond[0]} ({types[beyond[0]]})" if beyond else "", layers=found)
            else:
                yield answer

    def _differences(
        self, one: BackEnd, reference: _Reference, layers: Sequence[Layer], left_out: Sequence[int]
    ) -> tuple[LayerDifference, ...]:
        self.notify(Step(f"looking for the layer in which {one} differs"))
        try:
            given, places = self.processes.of(one).run(self.model, self.inputs, layers=True)
        except FailedError:
            return ()
        found, samples = dict[str, LayerDifference](), len(_by_sample(given[0]))
        for layer in layers:
            where = places.get(layer.name, ())
            all_arrays = (given, reference.given, reference.moved)
            parts = [tuple(_without(arrays[place], left_out, samples) for place in where) for arrays in all_arrays]
            if where:
                before = [found[giver].mean for giver in layer.givers if giver in found]
                mean = mean_apart(*parts[:2])
                found[layer.name] = LayerDifference(layer.name, furthest(*parts), mean, rate_of_change(mean, before))
        return tuple(found.values())


def mean_apart(given: Arrays, reference: Arrays) -> float | None:
    """The mean of how far the numbers of a layer are apart; None where there are none, or they cannot be compared.

    >>> mean_apart((np.array([1.0, 2.0]),), (np.array([1.0, 1.0]),))
    0.5
    >>> mean_apart((np.array([1.0, 2.0]),), (np.array([1.0]),)) is None
    True
    """
    if [np.shape(one) for one in given] != [np.shape(one) for one in reference]:
        return None
    with np.errstate(invalid="ignore"):
        found = [np.abs(np.asarray(one, np.float64) - other) for one, other in zip(given, reference, strict=True)]
    apart = np.concatenate([one.ravel() for one in found])
    return float(apart.mean()) if apart.size and np.isfinite(apart).all() else None


def rate_of_change(mean: float | None, before: Sequence[float | None]) -> float | None:
    """R of CRADLE and LEMON: how much larger a difference is than the largest before it, in parts of the latter.

    >>> round(rate_of_change(0.5, [0.1, 0.0]), 3), rate_of_change(0.5, [None])
    (4.0, None)
    """
    if mean is None or None in before:
        return None
    largest = max((one for one in before if one is not None), default=0.0)
    return (mean - largest) / (largest + MODELS.least_mean)


def _votes(back_ends: Sequence[BackEnd], layers: Iterable[str]) -> int:
    """How many votes back ends have: those of NumPy and JAX are one where Keras computes a layer by JAX for both.

    >>> names = [BackEnd("numpy"), BackEnd("jax"), BackEnd("torch")]
    >>> _votes(names, ["Dense"]), _votes(names, ["Conv2D", "Dense"])
    (3, 2)
    """
    names = [one.name for one in back_ends]
    are_one = any("Conv" in layer or "Pool" in layer for layer in layers)
    return len(names) - min(names.count("numpy"), names.count("jax")) * are_one


def furthest(given: Arrays, reference: Arrays, moved: Arrays) -> Difference:
    """The sample that is furthest beyond its bound, of all outputs.

    Args:
        given: What a back end gives in single precision, for each output an array of samples.
        reference: The same in double precision.
        moved: How far each number moves where inputs, weights and layers are rounded otherwise.

    >>> one = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> found = furthest((one + [[0, 0], [0, 0.25]],), (one,), (np.full((2, 2), 1e-6),))
    >>> found.largest, found.sample, found.is_beyond
    (0.25, 1, True)

    """
    found = [_furthest(place, *arrays) for place, arrays in enumerate(zip(given, reference, moved, strict=True))]
    return max(found, key=lambda one: (not one.is_number, one.largest / one.bound if one.bound else one.largest))


@dataclass(frozen=True, slots=True)
class _Seen:
    """Of each sample of a layer whether it is beyond what rounding explains, not finite alone, or has large numbers."""

    is_beyond: Any
    is_odd: Any
    is_large: Any

    @classmethod
    def of(cls, given: Any, reference: Any, moved: Any) -> Self:
        """What is seen where a back end stands beside the reference."""
        if np.shape(given) != np.shape(reference):
            none = np.zeros(len(_by_sample(given)), bool)
            return cls(~none, none, none)
        rows = _by_sample(reference)
        is_large = (np.isfinite(rows) & (np.abs(rows) > MODELS.overflows)).any(axis=1)
        is_odd, apart, bound = _apart(given, reference, moved)
        return cls(is_odd | (apart > bound), is_odd, is_large)


def _overflows(sample: int, layers: Sequence[Layer], seen: Mapping[str, Sequence[_Seen]]) -> bool:
    """Whether each layer that is the first to differ gets too large numbers, or gives them and is not finite.

    Products of such numbers are infinite in single precision. A layer that gives large numbers, and others beside it
    small ones, is wrong.
    """
    differing = {layer.name for layer in layers if any(one.is_beyond[sample] for one in seen.get(layer.name, ()))}
    first = [layer for layer in layers if layer.name in differing and differing.isdisjoint(layer.givers)]
    return bool(first) and all(
        any(one.is_large[sample] for name in layer.givers for one in seen.get(name, ()))
        or any(one.is_large[sample] and one.is_odd[sample] for one in seen.get(layer.name, ()))
        for layer in first
    )


def _says_nothing(given: Arrays | FailedError, verdict: Verdict) -> bool:
    """Whether a back end speaks neither for a reference nor against it."""
    return isinstance(given, FailedError) or verdict is Verdict.UNDECIDED


def _without(array: Any, left_out: Sequence[int], samples: int) -> Any:
    """An array without some of so many samples; one that is not of samples as it is."""
    return np.delete(array, left_out, axis=0) if _is_of(array, samples) else array


def _is_of(array: Any, samples: int) -> bool:
    return np.ndim(array) > 0 and len(array) == samples


def _left_out(
    answer: BackEndAnswer, given: Arrays, reference: _Reference, overflowing: Sequence[bool]
) -> BackEndAnswer:
    """The answer without some samples; nothing is known where these are all."""
    places = tuple(place for place, overflows in enumerate(overflowing) if overflows)
    if not places:
        return answer
    reason = f"{counted(len(places), 'sample')} left out, whose numbers overflow in single precision"
    if len(places) == len(overflowing):
        return replace(answer, verdict=Verdict.UNDECIDED, difference=None, reason=reason, left_out=places)
    difference = furthest(
        *(
            tuple(_without(one, places, len(overflowing)) for one in arrays)
            for arrays in (given, reference.given, reference.moved)
        )
    )
    if _is_of(given[difference.output], len(overflowing)):
        kept = [place for place in range(len(overflowing)) if place not in places]
        difference = replace(difference, sample=kept[difference.sample])
    return replace(answer, verdict=difference.verdict, difference=difference, reason=reason, left_out=places)


def bounds(moved: Any) -> Any:
    """How far from the reference rounding explains that the numbers of each sample are; infinite where anything is.

    >>> bounds(np.array([[1e-7, 0.0], [0.0, 0.0]])).tolist() == [MODELS.times_rounding * 1e-7, 0.0]
    True
    """
    largest = _by_sample(moved).max(axis=1, initial=0.0)
    return np.where(np.isfinite(largest), MODELS.times_rounding * largest, np.inf)


def _by_sample(array: Any) -> Any:
    """A row for each sample; an output without samples is one."""
    found = np.asarray(array, np.float64)
    return found.reshape(len(found), -1) if found.ndim else found.reshape(1, 1)


def _furthest(output: int, given: Any, reference: Any, moved: Any) -> Difference:
    if np.shape(given) != np.shape(reference):
        return Difference(float("nan"), 0.0, output, 0, is_number=False)
    is_odd, apart, bound = _apart(given, reference, moved)
    if is_odd.any():
        return Difference(float("nan"), 0.0, output, int(np.argmax(is_odd)), is_number=False)
    ratio = np.divide(apart, bound, out=np.where(apart > 0, np.inf, 0.0), where=bound > 0)
    sample = int(np.argmax(ratio))
    return Difference(float(apart[sample]), float(bound[sample]), output, sample)


def _apart(given: Any, reference: Any, moved: Any) -> tuple[Any, Any, Any]:
    """Of each sample whether one alone is not finite, how far the others of its numbers are apart, and its bound."""
    one, other = _by_sample(given), _by_sample(reference)
    are_finite = np.isfinite(one) & np.isfinite(other)
    is_like = (one == other) | (np.isnan(one) & np.isnan(other))
    is_odd = ~are_finite & ~is_like & ~(np.isfinite(other) & (np.abs(other) > MODELS.overflows))
    apart = np.abs(np.where(are_finite, one, 0.0) - np.where(are_finite, other, 0.0)).max(axis=1, initial=0.0)
    return is_odd.any(axis=1), apart, bounds(moved)


def answer_data(answer: Any) -> dict[str, Any]:
    """An answer for JSON, which has no numbers that are not finite.

    >>> answer_data(LayerDifference("dense", Difference(0.5, 0.1, 0, 3), 0.5, None))["difference"]["is_beyond"]
    True
    """
    data: dict[str, Any] = _as_data(answer)
    return data


def _as_data(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case Mapping():
            return {name: _as_data(one) for name, one in value.items()}
        case list() | tuple():
            return list(map(_as_data, value))
        case float() if not np.isfinite(value):
            return None
        case Difference():
            return {**_fields_as_data(value), "is_beyond": value.is_beyond}
    return _fields_as_data(value) if is_dataclass(value) else value


def _fields_as_data(value: Any) -> dict[str, Any]:
    return {field.name: _as_data(getattr(value, field.name)) for field in fields(value)}


def mean_distance(given: Arrays, reference: Arrays, truth: Arrays) -> float:
    """The largest D_MAD of LEMON of a sample: how unlike the errors of two back ends are, from 0 to 1.

    >>> truth = (np.array([[0.0, 0.0]]),)
    >>> mean_distance((np.array([[1.0, 0.0]]),), (np.array([[3.0, 0.0]]),), truth)
    0.5
    """
    found = [0.0]
    for one, other, wanted in zip(given, reference, truth, strict=True):
        if one.shape != wanted.shape:
            continue
        errors = [np.abs(array - wanted).reshape(len(wanted), -1).mean(axis=1) for array in (one, other)]
        both = errors[0] + errors[1]
        apart = np.divide(np.abs(errors[0] - errors[1]), both, out=np.zeros_like(both), where=both > 0)
        found.append(float(np.nan_to_num(apart).max(initial=0.0)))
    return max(found)

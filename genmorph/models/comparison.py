"""Whether a model gives the same on several back ends: what differs counts beyond what rounding explains."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from genmorph.model import UsageError
from genmorph.models.back_ends import NAMES, Arrays, BackEnd, FailedError, Processes, read_back_ends
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
    back end failed, or how many samples were left out, and `distance` is D_MAD of LEMON, where it is known what the
    model should give.
    """

    back_end: str
    versions: Mapping[str, str]
    verdict: Verdict
    difference: Difference | None = None
    layer: str = ""
    reason: str = ""
    distance: float | None = None
    layers: tuple[LayerDifference, ...] = ()

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
        most = _votes([one for one, found in given.items() if not isinstance(found, FailedError)], types)
        best: tuple[int, BackEnd | None, list[BackEndAnswer]] = (-1, None, [])
        for candidate in self.candidates:
            if isinstance(given.get(candidate), FailedError) or (reference := self._reference(candidate)) is None:
                continue
            answers = [self._compared(one, given[one], reference) for one in self.back_ends]
            answers = self._without_overflows(answers, given, candidate, reference, layers)
            agreeing = [one for one, said in zip(self.back_ends, answers, strict=True) if said.verdict is Verdict.SAME]
            votes = _votes(agreeing, types)
            if votes > best[0]:
                best = votes, candidate, answers
            if 2 * votes > most:
                break
        votes, chosen, answers = best
        if chosen is None:
            answers = [self._compared(one, given[one], None) for one in self.back_ends]
            return ModelCheck(self.model, "", tuple(answers), is_decided=False, layers=tuple(layers))
        found = tuple(self._localised(answers, chosen, layers))
        return ModelCheck(self.model, str(chosen), found, is_decided=2 * votes > most, layers=tuple(layers))

    def run_beside(self, one: BackEnd, chosen: BackEnd) -> BackEndAnswer:
        """Compare one back end with the double precision of another."""
        return self._compared(one, self._given(one), self._reference(chosen))

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

    def _without_overflows(
        self,
        answers: Sequence[BackEndAnswer],
        given: Mapping[BackEnd, Arrays | FailedError],
        chosen: BackEnd,
        reference: _Reference,
        layers: Sequence[Layer],
    ) -> list[BackEndAnswer]:
        """The answers without the samples that are not finite because a layer got, or gives, numbers too large for it.

        Of back ends that run exported models no layers are known.
        """
        beside: _Reference | None = None
        found = []
        for one, answer in zip(self.back_ends, answers, strict=True):
            arrays = given[one]
            if answer.verdict is Verdict.NOT_A_NUMBER and not one.exporters and not isinstance(arrays, FailedError):
                beside = beside or self._reference(chosen, layers=True)
                overflowing = self._overflowing(one, beside, layers, len(_by_sample(arrays[0])))
                found.append(_left_out(answer, arrays, reference, overflowing))
            else:
                found.append(answer)
        return found

    def _overflowing(
        self, one: BackEnd, reference: _Reference | None, layers: Sequence[Layer], samples: int
    ) -> list[bool]:
        """Of each sample whether the first layer that is not finite got, or gives, numbers whose products are not."""
        try:
            given, places = self.processes.of(one).run(self.model, self.inputs, layers=True)
        except FailedError:
            return [False] * samples
        if reference is None:
            return [False] * samples
        arrays = {
            name: [(given[place], reference.given[place]) for place in found if _is_of(given[place], samples)]
            for name, found in places.items()
        }
        return [_overflows(sample, layers, arrays) for sample in range(samples)]

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
        self, answers: Sequence[BackEndAnswer], chosen: BackEnd, layers: Sequence[Layer]
    ) -> Iterator[BackEndAnswer]:
        """The answers, with what becomes of each layer where a back end differs from the reference."""
        beside: _Reference | None = None
        types = {one.name: one.type for one in layers}
        for one, answer in zip(self.back_ends, answers, strict=True):
            is_beyond = answer.difference is not None and answer.difference.is_beyond
            if is_beyond and not one.exporters:
                beside = beside or self._reference(chosen, layers=True)
                found = () if beside is None else self._differences(one, beside, layers)
                beyond = [said.layer for said in found if said.difference.is_beyond]
                yield replace(answer, layer=f"{beyond[0]} ({types[beyond[0]]})" if beyond else "", layers=found)
            else:
                yield answer

    def _differences(self, one: BackEnd, reference: _Reference, layers: Sequence[Layer]) -> tuple[LayerDifference, ...]:
        self.notify(Step(f"looking for the layer in which {one} differs"))
        try:
            given, places = self.processes.of(one).run(self.model, self.inputs, layers=True)
        except FailedError:
            return ()
        found = dict[str, LayerDifference]()
        for layer in layers:
            where = places.get(layer.name, ())
            parts = [tuple(arrays[place] for place in where) for arrays in (given, reference.given, reference.moved)]
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


def _overflows(sample: int, layers: Sequence[Layer], arrays: Mapping[str, Sequence[tuple[Any, Any]]]) -> bool:
    """Whether numbers around the first layer that is not finite, where the reference is, are too large for products."""
    for layer in layers:
        if any(
            not np.isfinite(one[sample]).all() and np.isfinite(other[sample]).all()
            for one, other in arrays.get(layer.name, ())
        ):
            around = [pair for name in (layer.name, *layer.givers) for pair in arrays.get(name, ())]
            return any((np.abs(other[sample]) > MODELS.overflows).any() for _, other in around)
    return False


def _is_of(array: Any, samples: int) -> bool:
    return np.ndim(array) > 0 and len(array) == samples


def _left_out(
    answer: BackEndAnswer, given: Arrays, reference: _Reference, overflowing: Sequence[bool]
) -> BackEndAnswer:
    """The answer without some samples; nothing is known where these are all."""
    if not any(overflowing):
        return answer
    kept = ~np.array(overflowing)
    reason = f"{counted(sum(overflowing), 'sample')} left out, whose numbers overflow in single precision"
    if not kept.any():
        return replace(answer, verdict=Verdict.UNDECIDED, difference=None, reason=reason)
    all_arrays = (given, reference.given, reference.moved)
    parts = (tuple(one[kept] if _is_of(one, len(kept)) else one for one in arrays) for arrays in all_arrays)
    difference = furthest(*parts)
    place = int(np.flatnonzero(kept)[difference.sample])
    return replace(answer, verdict=difference.verdict, difference=replace(difference, sample=place), reason=reason)


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
    one, other = _by_sample(given), _by_sample(reference)
    are_finite = np.isfinite(one) & np.isfinite(other)
    is_like = (one == other) | (np.isnan(one) & np.isnan(other))
    is_odd = ~are_finite & ~is_like & ~(np.isfinite(other) & (np.abs(other) > MODELS.overflows))
    if is_odd.any():
        return Difference(float("nan"), 0.0, output, int(np.argmax(is_odd.any(axis=1))), is_number=False)
    apart = np.abs(np.where(are_finite, one, 0.0) - np.where(are_finite, other, 0.0)).max(axis=1, initial=0.0)
    bound = bounds(moved)
    ratio = np.divide(apart, bound, out=np.where(apart > 0, np.inf, 0.0), where=bound > 0)
    sample = int(np.argmax(ratio))
    return Difference(float(apart[sample]), float(bound[sample]), output, sample)


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

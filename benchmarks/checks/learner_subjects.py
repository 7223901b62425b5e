"""Estimators, what the literature says of them, and small learners with planted faults."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any

from benchmarks.checks import small_learners as small

Rows = list[tuple[float, ...]]
Data = tuple[Rows, list[Any] | None, Rows]
"""Training rows, their targets, and rows to be asked for; clusterers and transformers have no targets."""


def estimators() -> Mapping[str, Any]:
    """Fourteen estimators of scikit-learn, by name."""
    from sklearn.cluster import KMeans
    from sklearn.decomposition import PCA
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
    from sklearn.linear_model import Lasso, LinearRegression, LogisticRegression, Ridge
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    return {
        "least squares": LinearRegression(),
        "lasso": Lasso(0.1),
        "ridge": Ridge(),
        "logistic": LogisticRegression(),
        "nearest neighbours": KNeighborsClassifier(3),
        "tree of classes": DecisionTreeClassifier(random_state=0),
        "tree of numbers": DecisionTreeRegressor(random_state=0),
        "forest of classes": RandomForestClassifier(10, random_state=0),
        "forest of numbers": RandomForestRegressor(10, random_state=0),
        "support vectors": SVC(),
        "naive Bayes": GaussianNB(),
        "k-means": KMeans(2, random_state=0, n_init=1),
        "principal components": PCA(1),
        "scaled neighbours": make_pipeline(StandardScaler(), KNeighborsClassifier(3)),
    }


class Targets(Enum):
    """What is learnt."""

    CLASSES = "classes"
    NUMBERS = "numbers"


@dataclass(frozen=True, slots=True)
class Published:
    """A relation of the literature: how data change, what is expected then, and the formulas that say it."""

    name: str
    source: str
    change: Callable[[Data, Random], Data]
    expected: Callable[[list[Any], Data], list[Any]]
    forms: tuple["Said", ...]
    of: Targets | None = None
    """The targets that it is about, where it is not of all learners."""

    @property
    def keeps_outputs(self) -> bool:
        """Whether it says that outputs stay as they are."""
        return self.expected is _same


XIE = "Xie et al. 2011"
SAHA = "Saha and Kanewala 2018"
CHECKS = "scikit-learn's check_estimator"


def _same(outputs: list[Any], _data: Data) -> list[Any]:
    return outputs


def _each(rows: Rows, change: Callable[[float], float]) -> Rows:
    return [tuple(map(change, row)) for row in rows]


def _of_rows(change: Callable[[float], float]) -> Callable[[Data, Random], Data]:
    return lambda data, _: (_each(data[0], change), data[1], _each(data[2], change))


def _in_another_order(data: Data, rng: Random) -> Data:
    order = rng.sample(range(len(data[0])), len(data[0]))
    rows, targets, asked = data
    return [rows[place] for place in order], targets and [targets[place] for place in order], asked


def _with_targets(change: Callable[[Any], Any]) -> Callable[[Data, Random], Data]:
    return lambda data, _: (data[0], data[1] and [change(one) for one in data[1]], data[2])


@dataclass(frozen=True, slots=True)
class Said:
    """What a formula passes in the place of the data, and how it changes the outputs, `{}`."""

    train: str = "train"
    targets: str = "targets"
    test: str = "test"
    outputs: str = "{}"

    def formula(self, name: str, parameters: Sequence[str]) -> str:
        """The formula of a function of this name and these parameters.

        >>> Said(test="test[::-1]", outputs="{}[::-1]").formula("svc", ["train", "targets", "test", "seed"])
        'svc(train, targets, test[::-1], seed) == svc(train, targets, test, seed)[::-1]'
        """
        new = {"train": self.train, "targets": self.targets, "test": self.test}
        changed = ", ".join(new.get(one, one) for one in parameters)
        if "seed" in parameters:
            changed = changed.replace("Random(seed)", "Random(seed2)")
        source = f"{name}({', '.join(parameters)})"
        return f"{name}({changed}) == {self.outputs.format(source)}"


_SHUFFLED = "random.Random(seed).sample({0}, len({0}))"


def _said_of_rows(changed: str) -> Said:
    return Said(train=f"[{changed} for v in train]", test=f"[{changed} for v in test]")


def _said_of_targets(changed: str) -> Said:
    return Said(targets=f"[{changed.format('v')} for v in targets]", outputs=f"[{changed.format('w')} for w in {{}}]")


PUBLISHED = (
    Published(
        "order of the rows asked for",
        CHECKS,
        lambda data, _: (data[0], data[1], data[2][::-1]),
        lambda outputs, _: outputs[::-1],
        (Said(test="test[::-1]", outputs="{}[::-1]"),),
    ),
    Published(
        "a part of the rows asked for",
        CHECKS,
        lambda data, _: (data[0], data[1], data[2][:1]),
        lambda outputs, _: outputs[:1],
        (Said(test="test[:n]", outputs="{}[:n]"),),
    ),
    Published(
        "order of the training rows",
        f"{XIE}, {SAHA}",
        _in_another_order,
        _same,
        (Said(train=_SHUFFLED.format("train"), targets=_SHUFFLED.format("targets")),),
    ),
    Published(
        "all rows moved",
        f"{XIE}, {SAHA}",
        _of_rows(lambda value: value + 2.7),
        _same,
        (_said_of_rows("tuple(w + k for w in v)"),),
    ),
    Published(
        "all rows multiplied",
        f"{XIE}, {SAHA}",
        _of_rows(lambda value: value * 1.7),
        _same,
        (_said_of_rows("tuple(w * k for w in v)"),),
    ),
    Published(
        "all rows with the other sign",
        SAHA,
        _of_rows(lambda value: -value),
        _same,
        (_said_of_rows("tuple(-w for w in v)"),),
    ),
    Published(
        "features exchanged",
        f"{XIE}, {SAHA}",
        lambda data, _: ([row[::-1] for row in data[0]], data[1], [row[::-1] for row in data[2]]),
        _same,
        (_said_of_rows("v[::-1]"),),
    ),
    Published(
        "training rows that come twice",
        f"{XIE}, {SAHA}",
        lambda data, _: (data[0] * 2, data[1] and data[1] * 2, data[2]),
        _same,
        (Said(train="train + train", targets="targets + targets"),),
    ),
    Published(
        "classes named otherwise",
        XIE,
        _with_targets(lambda value: value + 3),
        lambda outputs, _: [value + 3 for value in outputs],
        tuple(map(_said_of_targets, ("{} + k", "{} * k", "{} + 1", "{} * 2"))),  # of labels 0 to 2 any is a renaming
        Targets.CLASSES,
    ),
    Published(
        "targets moved",
        CHECKS,
        _with_targets(lambda value: value + 2.7),
        lambda outputs, _: [value + 2.7 for value in outputs],
        (_said_of_targets("{} + k"),),
        Targets.NUMBERS,
    ),
    Published(
        "targets multiplied",
        CHECKS,
        _with_targets(lambda value: value * 1.7),
        lambda outputs, _: [value * 1.7 for value in outputs],
        (_said_of_targets("{} * k"),),
        Targets.NUMBERS,
    ),
    Published(
        "targets with the other sign",
        SAHA,
        _with_targets(lambda value: -value),
        lambda outputs, _: [-value for value in outputs],
        (_said_of_targets("-{}"),),
        Targets.NUMBERS,
    ),
)


@dataclass(frozen=True, slots=True)
class Own:
    """A small learner, the same with a fault, and whether it is taken for one that nothing seeds."""

    sound: Callable[..., Any]
    faulty: Callable[..., Any]
    is_stochastic: bool = False


OWN = {
    one.sound.__name__: one
    for one in (
        Own(small.nearest, small.nearest_without_square),
        Own(small.neighbours, small.neighbours_off_by_one),
        Own(small.scaled_nearest, small.scaled_nearest_with_a_leak),
        Own(small.nearest_centre, small.nearest_centre_with_the_axes_exchanged),
        Own(small.line, small.line_without_intercept),
        Own(small.mean_of_neighbours, small.mean_of_neighbours_with_a_wrong_count),
        Own(small.bayes, small.bayes_with_spreads_around_zero),
        Own(small.standardised, small.standardised_by_what_is_asked),
        Own(small.mean_of_all, small.mean_of_all_but_the_last),
        Own(small.bagged, small.bagged_whatever_the_seed),
        Own(small.held_out, small.held_out_unshuffled, is_stochastic=True),
        Own(small.decided, small.decided_by_the_fewest),
    )
}

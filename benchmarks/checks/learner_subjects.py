"""Estimators, what the literature says of them, and small learners with planted faults."""

from collections.abc import Callable, Mapping
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
    """A relation of the literature: how data change, what is expected then, and how a formula says it.

    `forms` are regular expressions of formulas in which `f` stands for the function, and `w` and `v` for variables.
    """

    name: str
    source: str
    change: Callable[[Data, Random], Data]
    expected: Callable[[list[Any], Data], list[Any]]
    forms: tuple[str, ...]
    of: Targets | None = None
    """The targets that it is about, where it is not of all learners."""


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


PUBLISHED = (
    Published(
        "order of the rows asked for",
        CHECKS,
        lambda data, _: (data[0], data[1], data[2][::-1]),
        lambda outputs, _: outputs[::-1],
        (r"test\[::-1\].*\[::-1\]", r"sample\(test"),
    ),
    Published(
        "a part of the rows asked for",
        CHECKS,
        lambda data, _: (data[0], data[1], data[2][:1]),
        lambda outputs, _: outputs[:1],
        (r"f\([^=]*test\[:", r"f\([^=]*test\[1:\]", r"f\([^=]*test\[-", r"\*test", r"test \+ test"),
    ),
    Published(
        "order of the training rows",
        f"{XIE}, {SAHA}",
        _in_another_order,
        _same,
        (r"train\[::-1\]", r"in order\b", r"\(train, len\(train\)\)"),
    ),
    Published(
        "all rows moved",
        f"{XIE}, {SAHA}",
        _of_rows(lambda value: value + 2.7),
        _same,
        (r"w \+ k for w in v\) for v in train.*w \+ k for w in v\) for v in test", r"v \+ k for v in train"),
    ),
    Published(
        "all rows multiplied",
        f"{XIE}, {SAHA}",
        _of_rows(lambda value: value * 1.7),
        _same,
        (r"w \* k for w in v\) for v in train.*w \* k for w in v\) for v in test",),
    ),
    Published(
        "all rows with the other sign",
        SAHA,
        _of_rows(lambda value: -value),
        _same,
        (r"-w for w in v\) for v in train.*-w for w in v\) for v in test",),
    ),
    Published(
        "features exchanged",
        f"{XIE}, {SAHA}",
        lambda data, _: ([row[::-1] for row in data[0]], data[1], [row[::-1] for row in data[2]]),
        _same,
        (r"v\[::-1\] for v in train.*v\[::-1\] for v in test",),
    ),
    Published(
        "training rows that come twice",
        f"{XIE}, {SAHA}",
        lambda data, _: (data[0] * 2, data[1] and data[1] * 2, data[2]),
        _same,
        (r"train \+ train",),
    ),
    Published(
        "classes named otherwise",
        XIE,
        _with_targets(lambda value: value + 3),
        lambda outputs, _: [value + 3 for value in outputs],
        (r"v [+*] k for v in targets.*w [+*] k for w in f",),
        Targets.CLASSES,
    ),
    Published(
        "targets moved",
        CHECKS,
        _with_targets(lambda value: value + 2.7),
        lambda outputs, _: [value + 2.7 for value in outputs],
        (r"v \+ k for v in targets.*w \+ k for w in f",),
        Targets.NUMBERS,
    ),
    Published(
        "targets multiplied",
        CHECKS,
        _with_targets(lambda value: value * 1.7),
        lambda outputs, _: [value * 1.7 for value in outputs],
        (r"v \* k for v in targets.*w \* k for w in f",),
        Targets.NUMBERS,
    ),
    Published(
        "targets with the other sign",
        SAHA,
        _with_targets(lambda value: -value),
        lambda outputs, _: [-value for value in outputs],
        (r"-v for v in targets.*-w for w in f", r"v \* k for v in targets.*w \* k for w in f"),
        Targets.NUMBERS,
    ),
)

FAULTS: tuple[tuple[Callable[..., Any], Callable[..., Any], dict[str, Any]], ...] = (
    (small.nearest, small.nearest_without_square, {}),
    (small.neighbours, small.neighbours_off_by_one, {}),
    (small.scaled_nearest, small.scaled_nearest_with_a_leak, {}),
    (small.nearest_centre, small.nearest_centre_along_the_wrong_axis, {}),
    (small.line, small.line_without_intercept, {}),
    (small.mean_of_neighbours, small.mean_of_neighbours_with_a_wrong_count, {}),
    (small.bayes, small.bayes_with_spreads_around_zero, {}),
    (small.standardised, small.standardised_by_what_is_asked, {}),
    (small.mean_of_all, small.mean_of_all_but_the_last, {}),
    (small.bagged, small.bagged_whatever_the_seed, {}),
    (small.held_out, small.held_out_unshuffled, {"stochastic": True}),
    (small.decided, small.decided_by_the_fewest, {}),
)
"""A sound learner, the same with a fault, and what `infer_relations` is told."""

"""Estimators as functions: what these are called with, what they give, their domains, and their tests."""

import inspect
import math
import subprocess
import sys
from itertools import islice

import numpy as np
import pandas
import pytest
from sklearn.cluster import DBSCAN, KMeans
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler

from genmorph import RelationSet, Tolerance, UsageError
from genmorph.domain import annotations_of, argument_domains, floats, froms, lists, tuples
from genmorph.export.writing import ExportError
from genmorph.inference.preparation import input_stream, signature
from genmorph.inference.sources import Sieve
from genmorph.learning import dataset, labels, learner, table
from genmorph.model import Container, Kind, Output
from genmorph.subject.subject import inspect_subject
from genmorph.transformations.transformation import Transformation
from tests.handmade import REVERSED, make_relation, make_set
from tests.subjects.estimators import Mean

ROWS = [(0.0, 0.0), (1.0, 2.0), (5.0, 5.0), (6.0, 7.0), (2.0, 1.0), (7.0, 5.0)]
TARGETS = [0, 0, 1, 1, 0, 1]
ASKED = [(4.0, 4.0), (0.5, 0.5)]


@pytest.mark.parametrize(
    ("estimator", "parameters"),
    [
        (LinearRegression(), "(train, targets, test)"),
        (Ridge(), "(train, targets, test, seed)"),
        (RandomForestClassifier(random_state=3), "(train, targets, test)"),
        (KMeans(2), "(train, test, seed)"),
        (DBSCAN(), "(train)"),
        (StandardScaler(), "(train, test)"),
        (make_pipeline(StandardScaler(), LinearRegression()), "(train, targets, test)"),
        (make_pipeline(StandardScaler(), KMeans(2, random_state=0)), "(train, test)"),
        (Mean(), "(train, targets, test)"),
    ],
    ids=lambda one: type(one).__name__ if hasattr(one, "fit") else None,
)
def test_a_learner_takes_what_the_estimator_learns_from_and_a_seed_that_is_not_given(estimator, parameters):
    assert str(inspect.signature(learner(estimator))) == parameters


@pytest.mark.parametrize(
    "estimator",
    [
        KNeighborsClassifier(n_neighbors=3, weights="distance"),
        GaussianNB(var_smoothing=1e-3),
        make_pipeline(FunctionTransformer(np.tanh), StandardScaler(with_mean=False), LinearRegression()),
        Mean(shift=2.0),
    ],
    ids=lambda one: type(one).__name__ if hasattr(one, "fit") else None,
)
def test_a_learner_gives_what_the_estimator_gives(estimator):
    given = learner(estimator)(ROWS, TARGETS, ASKED)
    estimator.fit(ROWS, TARGETS)
    assert given == pytest.approx([*estimator.predict(ASKED)])


def test_a_learner_asks_the_method_that_is_named():
    shares = learner(GaussianNB(), "predict_proba")(ROWS, TARGETS, ASKED)
    assert [sum(row) for row in shares] == pytest.approx([1.0, 1.0])
    (first,) = {len(row) for row in learner(PCA(1, random_state=0))(ROWS, ASKED)}
    assert first == 1


def test_clusters_are_numbered_as_they_occur_and_noise_stays_noise():
    assert learner(KMeans(2, random_state=0))(ROWS, [(6.0, 6.0), (0.0, 1.0), (7.0, 7.0)]) == [0, 1, 0]
    assert learner(DBSCAN(eps=1.0, min_samples=2))([(9.0,), (0.0,), (0.5,)]) == [-1, 0, 0]


@pytest.mark.parametrize(
    ("estimator", "words"),
    [
        (3, "estimator must be an object with fit and get_params, got 3"),
        (KNeighborsClassifier, "estimator must be an object with fit and get_params, got <class"),
        (
            make_pipeline(FunctionTransformer(lambda x: x)),
            "func of steps of estimator must be importable, got <function",
        ),
        (make_pipeline(FunctionTransformer(kw_args={"a": object()})), "must be a plain value or an estimator, got"),
    ],
    ids=["number", "class", "lambda", "object"],
)
def test_what_is_no_estimator_is_refused(estimator, words):
    with pytest.raises(UsageError, match=words):
        learner(estimator)


def test_a_method_that_the_estimator_lacks_is_refused():
    with pytest.raises(UsageError, match=r"estimator must have transform, got KNeighborsClassifier\(\)"):
        learner(KNeighborsClassifier(), "transform")


def test_a_learner_has_a_domain_whose_rows_and_targets_are_as_many():
    function = learner(KNeighborsClassifier())
    assert list(argument_domains(function)) == ["train", "targets", "test"]
    assert [condition.text() for condition in annotations_of(function).conditions] == ["len(train) == len(targets)"]
    assert annotations_of(learner(Ridge())).seeded_by == "seed"


def test_a_data_set_gives_the_ranges_of_its_columns_and_its_targets():
    row = tuples(floats(0.0, 7.0), floats(0.0, 7.0))
    domain = dataset(np.array(ROWS), np.array(TARGETS), size=(4, 8))
    assert domain == {
        "train": lists(row, 4, 8),
        "targets": lists(froms([0, 1]), 4, 8),
        "test": lists(row, 1, 5),
    }
    assert dataset(ROWS, [0.5, 0, 1, 1, 0, 2])["targets"].element == floats(0, 2)
    assert "targets" not in dataset(ROWS)


@pytest.mark.parametrize(
    ("rows", "targets", "words"),
    [
        ([], None, "rows must be some of one length"),
        ([(1,), (2, 3)], None, r"rows must be some of one length, got 2 of \[1, 2\]"),
        ([(math.nan,)], None, "rows must hold finite numbers, got nan"),
        ([1.0, 2.0], None, r"rows must be tuples of numbers, got 1.0; a column of its own is \[\(value,\), ...\]"),
        ([(1.0,)], [], "targets must be one for each of 1 rows, got 0"),
        ([(1.0,), (2.0,)], [1.0, math.nan], "targets must be finite where they are numbers, got nan at 1"),
        ([(1.0,), (2.0,)], [math.inf, 1.0], "targets must be finite where they are numbers, got inf at 0"),
        ([(1.0,), (2.0,)], [0, 0], "targets must be two different ones or more, got 0 alone"),
    ],
)
def test_data_that_say_nothing_are_refused(rows, targets, words):
    with pytest.raises(UsageError, match=words):
        dataset(rows, targets)


def test_tests_of_a_learner_hold_its_definition(tmp_path):
    subject = inspect_subject(learner(Mean(shift=1.5)))
    learnt = signature(subject, (Output(Kind.FLOATS, container=Container.LIST),), Tolerance())
    reversed_both = Transformation("reverse_both", (0, 1))
    relations = make_set(make_relation(learnt, reversed_both, ["==", "return_f", "return_s"]))
    file = tmp_path / "test_mean.py"
    relations.to_pytest(file)
    text = file.read_text()
    assert "from tests.subjects.estimators import Mean\n" in text
    assert "def mean(train, targets, test):" in text
    assert "model = Mean(shift=1.5)" in text
    assert "import genmorph" not in text
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_estimators_are_imported_from_where_they_are_public():
    definition = inspect_subject(learner(make_pipeline(StandardScaler(), Ridge(random_state=0)))).definition
    assert "from sklearn.linear_model import Ridge\n" in definition
    assert "from sklearn.pipeline import Pipeline\n" in definition


def test_saved_relations_of_a_learner_hold_no_definition(tmp_path):
    subject = inspect_subject(learner(Mean()))
    learnt = signature(subject, (Output(Kind.FLOATS, container=Container.LIST),), Tolerance())
    relations = make_set(make_relation(learnt, REVERSED, ["==", "return_f", "return_s"]))
    relations.to_json(tmp_path / "mean.json")
    assert "model" not in (tmp_path / "mean.json").read_text()
    with pytest.raises(ExportError, match="needs a function that a test can import, got 'mean'"):
        RelationSet.from_json(tmp_path / "mean.json").to_pytest(tmp_path / "test_mean.py")


MANY = [(float(n), float(n * n % 7)) for n in range(40)]
KINDS = ["near" if n < 20 else "far" for n in range(40)]


def inputs_of(function, domain, count=60):
    """The first inputs that are drawn for a function."""
    sieve = Sieve(inspect_subject(function, domain).validity, lambda: None)
    return list(islice(input_stream(inspect_subject(function, domain), (), "0/sources", sieve), count))


@pytest.mark.parametrize("drawing", ["bootstrap", "subsample", "window"])
def test_many_inputs_are_parts_of_the_data_with_their_targets(drawing):
    known = dict(zip(MANY, KINDS, strict=True))
    drawn = inputs_of(learner(KNeighborsClassifier()), dataset(MANY, KINDS, drawing=drawing))
    parts = [values for values in drawn if set(values[0]) <= set(known)]
    assert 15 < len(parts) < len(drawn)
    for train, targets, test in parts:
        assert [known[row] for row in train] == targets
        assert set(test) <= set(known)
        places = [MANY.index(row) for row in (*train, *test)]
        if drawing == "window":
            assert places == list(range(places[0], places[0] + len(places)))
        elif drawing == "subsample":
            assert len(set(places)) == len(places)


def test_frames_are_data_of_which_one_column_may_be_the_target():
    frame = pandas.DataFrame({"x": [1.5, 2.5, 4.0], "kind": ["a", "b", "a"], "y": [1, 2, 3]})
    expected = dataset([(1.5, 1), (2.5, 2), (4.0, 3)], ["a", "b", "a"])
    assert dataset(frame, target="kind") == expected
    assert dataset(frame[["x", "y"]])["train"] == expected["train"]


@pytest.mark.parametrize(
    ("arguments", "given", "words"),
    [
        (([(1.0,)] * 9,), {"drawing": "some"}, "drawing must be one of bootstrap, subsample, window, got 'some'"),
        (([(1.0,)] * 9,), {"drawing": "window"}, "rows must be 17 or more for a window, got 9"),
        (([("a",)],), {}, "rows must hold finite numbers, got 'a'"),
        (([()],), {}, r"rows must be some of one length, got 1 of \[0\]"),
        (([(1.0,)],), {"target": "kind"}, "target must stand beside a frame, got 'kind' beside list"),
        (([(1.0,)],), {"target": [0]}, r"got \[0\] beside list; targets of their own are the second argument"),
        ((pandas.DataFrame({"x": [1.0]}),), {"target": "y"}, "target must be one of x, got 'y'"),
        ((pandas.DataFrame({"x": ["a"]}),), {}, "got 'a'; target= names the column of a frame that holds targets"),
        ((pandas.DataFrame({"x": [1.0]}), [1]), {"target": "x"}, "target must not stand beside targets, got 'x'"),
    ],
)
def test_data_that_cannot_be_drawn_from_are_refused(arguments, given, words):
    with pytest.raises(UsageError, match=words):
        dataset(*arguments, **given)


def test_made_up_data_have_columns_and_classes():
    with pytest.raises(UsageError, match="columns must be one domain or more, got none"):
        table()
    with pytest.raises(UsageError, match="classes must be two different ones or more, got 'a', 'a'"):
        labels("a", "a")

"""Estimators of the scikit-learn protocol as functions, of which relations are inferred as of any other."""

import inspect
import math
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from types import FunctionType
from typing import Any

from genmorph.annotations.decorators import arg, require, seeded
from genmorph.annotations.definitions import define
from genmorph.domain import floats, froms, ints, lists, tuples
from genmorph.model import Domain, UsageError
from genmorph.settings import LEARNERS
from genmorph.subject.samples import DataDomains, Drawing, Samples
from genmorph.subject.script import write_literal

_ASKED = ("predict", "transform", "fit_predict")
_SEED = "random_state"


def learner(estimator: Any, method: str | None = None) -> FunctionType:
    """Make a function that trains an estimator and asks it.

    Those that learn targets become `function(train, targets, test)`, others `function(train, test)`; `train` and `test`
    are lists of rows of numbers, or arrays. Where a `random_state` is None, a `seed` comes last, which seeds the
    function. It gives what the method gives for the rows of `test`, as a list; of clusterers the clusters are numbered
    in the order in which they first occur, because their labels mean nothing. Without a domain, rows of two numbers are
    drawn; `dataset` makes a domain of your own data.

    Args:
        estimator: An object with `fit` and `get_params`, such as those of scikit-learn and their pipelines.
        method: What is asked after training: `predict` where there is one, else `transform`, else `fit_predict`, which
            takes no `test`.

    Raises:
        UsageError: It is no such estimator, has no such method, or has a parameter that is no plain value.

    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> nearest = learner(KNeighborsClassifier(n_neighbors=1))
    >>> nearest([(0, 0), (5, 5)], ["a", "b"], [(4, 4)])
    ['b']

    """
    is_object = not isinstance(estimator, type)
    if not is_object or not all(callable(getattr(estimator, one, None)) for one in ("fit", "get_params")):
        raise UsageError(f"estimator must be an object with fit and get_params, got {estimator!r:.80}")
    asked = method or next((one for one in _ASKED if hasattr(estimator, one)), _ASKED[0])
    if not callable(getattr(estimator, asked, None)):
        raise UsageError(f"estimator must have {method or ', '.join(_ASKED)}, got {estimator!r:.80}")
    kind = _kind_of(estimator)
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", type(estimator).__name__).lower()
    names = ["train"]
    names += ["targets"] if _learns_targets(estimator, kind) else []
    names += [] if asked == "fit_predict" else ["test"]
    imports: dict[str, str] = {}
    made = _written(estimator, imports, "estimator")
    names += ["seed"] if f"{_SEED}=seed" in made else []
    return _annotated(_defined(name, names, made, imports, asked, kind), names, kind)


def dataset(
    rows: Any,
    targets: Sequence[Any] | None = None,
    *,
    target: str | None = None,
    size: tuple[int, int] = (LEARNERS.least_rows, LEARNERS.most_rows),
    drawing: str = Drawing.BOOTSTRAP,
) -> DataDomains:
    """Make the domain of a learner of your own data: its ranges and targets, and inputs of which many are parts of it.

    Rows that are drawn from the data have their own targets. Relations hold for all rows within the ranges, with any
    targets.

    Args:
        rows: Rows of numbers: a list of tuples, an array, or a frame of pandas.
        targets: One for each row: numbers with fractions for a regressor, else what is to be told apart.
        target: The column of a frame that holds the targets.
        size: The least and the largest number of training rows.
        drawing: How rows are drawn: a `bootstrap` has any, some several times, a `subsample` different ones, a `window`
            some that follow each other, of which the next ones are asked for.

    Raises:
        UsageError: There are no rows or targets, or too few for what is drawn, all targets are equal, rows differ in
            length, or a value is no finite number.

    >>> data = dataset([(0.0, 5.0), (1.0, 7.0), (2.0, 9.0)], ["a", "b", "b"], size=(4, 8))
    >>> data["targets"]
    lists(froms(["a", "b"]), min_len=4, max_len=8)

    """
    is_whole_frame = hasattr(rows, "columns") and target is None
    rows, targets = _of_frame(rows, targets, target)
    if drawing not in list(Drawing):
        raise UsageError(f"drawing must be one of {', '.join(Drawing)}, got {drawing!r:.80}")
    rows = list(rows)
    if odd := [row for row in rows if isinstance(row, str) or not hasattr(row, "__iter__")]:
        raise UsageError(f"rows must be tuples of numbers, got {odd[0]!r:.80}; a column of its own is [(value,), ...]")
    listed = [tuple(_plain(value) for value in row) for row in rows]
    lengths = sorted({len(row) for row in listed})
    if len(lengths) != 1 or lengths == [0]:
        raise UsageError(f"rows must be some of one length, got {len(listed)} of {lengths}")
    for value in chain.from_iterable(listed):
        if not isinstance(value, int | float) or not math.isfinite(value):
            hint = "; target= names the column of a frame that holds targets" if isinstance(value, str) else ""
            raise UsageError(f"rows must hold finite numbers, got {value!r:.80}{hint if is_whole_frame else ''}")
    asked = (1, LEARNERS.most_asked)
    if drawing != Drawing.BOOTSTRAP and len(listed) < size[1] + asked[1]:
        raise UsageError(f"rows must be {size[1] + asked[1]} or more for a {drawing}, got {len(listed)}")
    data = tuple(tuple(map(float, row)) for row in listed)
    row = tuples(*(floats(min(column), max(column)) for column in zip(*data, strict=True)))
    found: dict[str, Domain] = {"train": lists(row, *size)}
    given = None if targets is None else _read_targets(targets, len(data))
    if given is not None:
        are_numbers = any(isinstance(value, float) and not value.is_integer() for value in given)
        element = floats(min(given), max(given)) if are_numbers else froms(list(dict.fromkeys(given)))
        given = tuple(map(float, given)) if are_numbers else given
        found["targets"] = lists(element, *size)
    found["test"] = lists(row, *asked)
    return DataDomains(found, Samples(data, given, size, asked, Drawing(drawing)))


def _read_targets(targets: Sequence[Any], wanted: int) -> tuple[Any, ...]:
    """The targets, one for each row."""
    given = tuple(map(_plain, targets))
    if len(given) != wanted:
        raise UsageError(f"targets must be one for each of {wanted} rows, got {len(given)}")
    if odd := [value for value in given if isinstance(value, float) and not math.isfinite(value)]:
        raise UsageError(f"targets must be finite where they are numbers, got {odd[0]!r} at {given.index(odd[0])}")
    if len(set(given)) < 2:
        raise UsageError(f"targets must be two different ones or more, got {given[0]!r} alone")
    return given


def _of_frame(rows: Any, targets: Any, target: str | None) -> tuple[Any, Any]:
    """The rows and targets of a frame; what is none is given back as it is."""
    names = getattr(rows, "columns", None)
    if names is None:
        if target is not None:
            told = f"target must stand beside a frame, got {target!r:.80} beside {type(rows).__name__}"
            raise UsageError(f"{told}; targets of their own are the second argument")
        return rows, targets
    if target is None:
        return rows.to_numpy(), targets
    if target not in list(names) or targets is not None:
        why = "must not stand beside targets" if targets is not None else f"must be one of {', '.join(map(str, names))}"
        raise UsageError(f"target {why}, got {target!r}")
    return rows[[name for name in names if name != target]].to_numpy(), rows[target].to_list()


def _plain(value: Any) -> Any:
    """A number of numpy as one of Python."""
    return value.item() if hasattr(value, "item") else value


def table(*columns: Domain, rows: tuple[int, int] = (LEARNERS.least_rows, LEARNERS.most_rows)) -> Domain:
    """Make the domain of made-up rows, of the domains of their columns.

    Raises:
        UsageError: There are no columns.

    >>> table(floats(0, 1), ints(0, 9), rows=(4, 8))
    lists(tuples(floats(0.0, 1.0), ints(0, 9)), min_len=4, max_len=8)

    """
    if not columns:
        raise UsageError("columns must be one domain or more, got none")
    return lists(tuples(*columns), *rows)


def labels(*classes: Any, rows: tuple[int, int] = (LEARNERS.least_rows, LEARNERS.most_rows)) -> Domain:
    """Make the domain of made-up targets that are to be told apart, one for each row.

    Raises:
        UsageError: There are fewer than two classes.

    >>> labels("near", "far", rows=(4, 8))
    lists(froms(["far", "near"]), min_len=4, max_len=8)

    """
    if len(set(classes)) < 2:
        raise UsageError(f"classes must be two different ones or more, got {', '.join(map(repr, classes)) or 'none'}")
    return lists(froms(list(classes)), *rows)


def series(
    least: float = -LEARNERS.largest,
    largest: float = LEARNERS.largest,
    *,
    length: tuple[int, int] = (LEARNERS.least_rows, LEARNERS.most_rows),
) -> Domain:
    """Make the domain of made-up series of numbers.

    >>> series(0, 100, length=(12, 24))
    lists(floats(0.0, 100.0), min_len=12, max_len=24)

    """
    return lists(floats(least, largest), *length)


def _kind_of(estimator: Any) -> str | None:
    """Such as "classifier", "regressor" or "clusterer"; None where it does not say."""
    tags = getattr(estimator, "__sklearn_tags__", None)
    found = tags().estimator_type if callable(tags) else getattr(estimator, "_estimator_type", None)
    return found if isinstance(found, str) else None


def _learns_targets(estimator: Any, kind: str | None) -> bool:
    if kind in ("classifier", "regressor"):
        return True
    given = [one for one in inspect.signature(estimator.fit).parameters.values() if one.default is one.empty]
    return sum(one.kind is one.POSITIONAL_OR_KEYWORD for one in given) > 1


def _written(value: Any, imports: dict[str, str], place: str) -> str:
    """Python that makes an equal value; what it needs goes into `imports`, by names."""
    literal = write_literal(value)
    if literal is not None:
        return literal
    if isinstance(value, list | tuple):
        parts = [_written(one, imports, place) for one in value]
        return f"[{', '.join(parts)}]" if isinstance(value, list) else f"({', '.join(parts)},)"
    is_estimator = not isinstance(value, type) and callable(getattr(value, "get_params", None))
    if callable(value) and hasattr(value, "__name__") and not is_estimator:
        return _imported(value, imports, place)
    if not is_estimator:
        raise UsageError(f"{place} must be a plain value or an estimator, got {value!r:.80}")
    arguments = ", ".join(f"{name}={text}" for name, text in _arguments(value, imports, place))
    return f"{_imported(type(value), imports, place)}({arguments})"


def _arguments(estimator: Any, imports: dict[str, str], place: str) -> Iterator[tuple[str, str]]:
    """The parameters that are not as the constructor has them, and the seed."""
    defaults = {name: one.default for name, one in inspect.signature(type(estimator)).parameters.items()}
    for name, value in estimator.get_params(deep=False).items():
        if name == _SEED and value is None:
            yield name, "seed"
        elif (text := write_literal(value)) is None or text != write_literal(
            defaults.get(name, inspect.Parameter.empty)
        ):
            yield name, _written(value, imports, f"{name} of {place}")


def _imported(value: Any, imports: dict[str, str], place: str) -> str:
    """The name of a class or function, which is imported from where it is public."""
    module, name = getattr(value, "__module__", None) or type(value).__module__, value.__name__  # of ufuncs it is None
    while "._" in module and getattr(sys.modules.get(module.rpartition(".")[0]), name, None) is value:
        module = module.rpartition(".")[0]
    if getattr(sys.modules.get(module), name, None) is not value or module == "__main__":
        raise UsageError(f"{place} must be importable, got {value!r:.80}; move it to the top level of a module")
    imports[name] = f"from {module} import {name}"
    return str(name)


def _defined(
    name: str, names: Sequence[str], made: str, imports: dict[str, str], asked: str, kind: str | None
) -> FunctionType:
    """The function with these parameters, from source that a test can have, too."""
    given = "train" if asked == "fit_predict" else "test"
    trained = ", ".join(one for one in names if one in ("train", "targets"))
    result = f"model.{asked}({given})"
    lines = [f"model = {made}"]
    lines += [] if asked == "fit_predict" else [f"model.fit({trained})"]
    if kind == "clusterer" and asked != "transform":
        lines += ["numbers = {-1: -1}  # what is noise stays noise"]
        result = f"[numbers.setdefault(label, len(numbers) - 1) for label in {result}]"
    else:
        lines += [f"found = {result}"]
        result = 'found.tolist() if hasattr(found, "tolist") else list(found)'
    summary = f'"""What {made.partition("(")[0]} gives for {given}, trained on {trained.replace(", ", " and ")}."""'
    body = "".join(f"    {line}\n" for line in (summary, *lines, f"return {result}"))
    text = "\n".join(sorted(imports.values())) + f"\n\n\ndef {name}({', '.join(names)}):\n{body}"
    return define(f"learner_{name}", name, text)


def _annotated(function: FunctionType, names: Sequence[str], kind: str | None) -> FunctionType:
    """The function with the domain that it has where none is given."""
    number = floats(-LEARNERS.largest, LEARNERS.largest)
    target = number if kind == "regressor" else ints(0, LEARNERS.classes - 1)
    sizes = LEARNERS.least_rows, LEARNERS.most_rows
    domains = {
        "train": lists(tuples(number, number), *sizes),
        "targets": lists(target, *sizes),
        "test": lists(tuples(number, number), 1, LEARNERS.most_asked),
    }
    for name in names:
        function = seeded(name)(function) if name == "seed" else arg(name, domains[name])(function)
    if "targets" in names:
        function = require("len(train) == len(targets)")(function)
    return function

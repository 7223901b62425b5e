"""The rows of the Java tool's search as executions."""

import csv
import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from genmorph.domain import floats, ints
from genmorph.execution.observation import CORRECT, Executions
from genmorph.model import Kind, Output, Parameter
from genmorph.relations.expression import Role, Variable, relation_variables

DATA = Path(__file__).parent / "data"
KINDS = {"gcd": Kind.INT, "pow": Kind.INT, "sin": Kind.FLOAT}
"""The kind of all inputs and outputs of each subject."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """One file: the system that made each row, and a column for each variable."""

    systems: tuple[str, ...]
    columns: dict[str, NDArray[np.float64]]


def read_executions(subject: str) -> Executions:
    """All rows of a subject.

    As in the library, a follow-up input that is a source input on every row has no variable of its own.
    """
    correct, incorrect = (_read(DATA / f"{subject}.{part}.csv.gz") for part in ("correct", "incorrect"))
    parameters = [name[2:-2] for name in correct.columns if name.startswith("i_") and name.endswith("_s")]
    changed = [index for index, name in enumerate(parameters) if not _is_a_source_input(name, parameters, correct)]
    kind = KINDS[subject]
    domain = floats() if kind is Kind.FLOAT else ints()
    variables = relation_variables([Parameter(name, domain) for name in parameters], changed, [Output(kind)])
    columns = tuple(
        np.concatenate([part.columns[_column_of(variable)] for part in (correct, incorrect)]) for variable in variables
    )
    names = tuple(dict.fromkeys(incorrect.systems))
    number = {name: index for index, name in enumerate(names)}
    mutants = [CORRECT] * len(correct.systems) + [number[system] for system in incorrect.systems]
    sources = zip(*(columns[index].tolist() for index in range(len(parameters))), strict=True)
    return Executions(variables, columns, np.array(mutants), np.arange(len(mutants)), names, tuple(sources))


def _read(path: Path) -> Rows:
    with gzip.open(path, "rt", encoding="ascii", newline="") as file:
        head, *rows = csv.reader(file)
    systems, *columns = zip(*rows, strict=True)
    return Rows(systems, {name: np.array(c, np.float64) for name, c in zip(head[1:], columns, strict=True)})


def _is_a_source_input(name: str, parameters: Sequence[str], rows: Rows) -> bool:
    follow_up = rows.columns[f"i_{name}_f"]
    return any(np.array_equal(follow_up, rows.columns[f"i_{other}_s"]) for other in parameters)


def _column_of(variable: Variable) -> str:
    is_output = variable.role in (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)
    return f"{'o' if is_output else 'i'}_{variable.name}"

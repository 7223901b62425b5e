"""The values of an execution that a relation speaks of."""

from collections.abc import Callable
from typing import Any

from genmorph.model import Execution
from genmorph.relations.expression import Expression


def compile_reader(expression: Expression) -> Callable[[Execution], list[Any]]:
    """How to read the values of `expression.variables`; None stands for those that do not occur."""
    variables, mentioned = enumerate(expression.variables), set(expression.mentioned)
    places = [(place, variable.read) for place, variable in variables if variable in mentioned]
    count = len(expression.variables)

    def read(execution: Execution) -> list[Any]:
        values: list[Any] = [None] * count
        for place, read_one in places:
            values[place] = read_one(execution)
        return values

    return read

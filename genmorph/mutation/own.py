"""The operators of users: what they must be, and their changes looked at as they are made."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import libcst as cst

from genmorph.model import UsageError
from genmorph.mutation.meaning import find_meaning
from genmorph.mutation.operators import FURTHER_OPERATORS, MUTMUT_OPERATORS, Operator
from genmorph.mutation.rendering import find_variants
from genmorph.values.registry import OWN_OPERATORS

_BUILT_IN = frozenset(operator.name for operator in (*MUTMUT_OPERATORS, *FURTHER_OPERATORS))
_HEAD = "def f():\n"


def own_operators() -> tuple[Operator, ...]:
    """Those of users, in the order of their registration; a change that is no node of libcst ends in UsageError."""
    return tuple(_watched(operator) for operator in OWN_OPERATORS.values.values())


def check_operator(operator: Operator) -> None:
    """Raise UsageError where a user's operator is not right, or does not do what its examples say.

    >>> turn = Operator("turn", cst.And, lambda _: [cst.Or()], examples=(("return a and b", ("return a",)),))
    >>> check_operator(turn)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: examples of turn must be what the change gives: of 'return a and b' it makes \
['return a or b'], got ['return a']
    """
    name, kind = operator.name, operator.kind
    if not name.isidentifier():
        raise UsageError(f"name of an operator must be an identifier such as drop_else, got {name!r}")
    if name in _BUILT_IN:
        raise UsageError(f"name of an operator must be free, got {name!r}, which is built in")
    if not (isinstance(kind, type) and issubclass(kind, cst.CSTNode)):
        raise UsageError(f"kind of {name} must be a class of libcst's nodes, got {kind!r}")
    if not operator.examples:
        raise UsageError(f"examples of {name} must be some, got none")
    for statement, results in operator.examples:
        _check_example(operator, statement, list(results))


def _check_example(operator: Operator, statement: str, wanted: list[str]) -> None:
    text = _HEAD + "".join(f"    {line}\n" for line in statement.splitlines())
    if find_meaning(text) is None:
        raise UsageError(f"examples of {operator.name} must be of statements of a function, got {statement!r}")
    variants = [variant.text for variant in find_variants(text, [_watched(operator)])]
    made = ["\n".join(line.removeprefix("    ") for line in text.splitlines()[1:]) for text in variants]
    broken = next((one for one, text in zip(made, variants, strict=True) if find_meaning(text) is None), None)
    if broken is not None:
        raise UsageError(f"change of {operator.name} must give Python, got {broken!r} for {statement!r}")
    if made != wanted:
        rule = f"must be what the change gives: of {statement!r} it makes {made!r}"
        raise UsageError(f"examples of {operator.name} {rule}, got {wanted!r}")


def _watched(operator: Operator) -> Operator:
    return replace(operator, change=partial(_nodes, operator))


def _nodes(operator: Operator, node: Any) -> Iterator[cst.CSTNode]:
    """What the user's function makes of a node."""
    try:
        made = list(operator.change(node))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UsageError(f"change of {operator.name} must give nodes of libcst, got {reason}") from error
    for changed in made:
        if not isinstance(changed, cst.CSTNode):
            raise UsageError(f"change of {operator.name} must give nodes of libcst, got {changed!r:.80}")
        yield changed

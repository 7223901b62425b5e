"""Programs of calls on one object: what they give, and what can be seen of the object afterwards.

This is copied into worker processes and exported tests, so it uses the standard library alone.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import islice
from keyword import iskeyword
from typing import Any


def plain_data(value: Any, depth: int = 5, longest: int = 1_000) -> Any:
    """Make plain data of a value, as far as it is no deeper and no longer; others become their type's name and text.

    >>> plain_data({2, 1}), plain_data(object()), plain_data(range(3))
    (('set', (1, 2)), 'object', ('range', [0, 1, 2]))
    """
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return value
    if depth == 0:
        return type(value).__name__
    if isinstance(value, set | frozenset):
        return ("set", tuple(sorted((plain_data(element, depth - 1) for element in value), key=repr)))
    if isinstance(value, dict):
        pairs = [(plain_data(key, depth - 1), plain_data(held, depth - 1)) for key, held in value.items()]
        return {repr(key) if isinstance(key, list | dict) else key: held for key, held in pairs}
    if isinstance(value, tuple):
        return tuple(plain_data(element, depth - 1) for element in value)
    if type(value).__module__ in ("builtins", "collections", "itertools") and hasattr(value, "__iter__"):
        elements = [plain_data(element, depth - 1) for element in islice(value, longest)]
        return elements if isinstance(value, list) else (type(value).__name__, elements)
    text = "" if getattr(type(value), "__repr__", None) is object.__repr__ else repr(value)
    return (type(value).__name__, text) if text and " at 0x" not in text else type(value).__name__


def outcome_of(call: Callable[..., Any], *arguments: Any) -> tuple[str, Any]:
    """Give what a call returns, or the name of what it raises.

    >>> outcome_of([].pop), outcome_of([3].pop)
    (('raised', 'IndexError'), ('returned', 3))
    """
    try:
        return "returned", plain_data(call(*arguments))
    except Exception as error:  # noqa: BLE001 - whatever a method raises is what it does
        kind = type(error)
        return (
            "raised",
            kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}",
        )


def outcomes_of(thing: Any, method: str, times: int = 3) -> list[tuple[str, Any]]:
    """Give what a method gives that is called so many times; if it takes something away, it shows what is behind.

    >>> outcomes_of([3, 4], "pop", 3)
    [('returned', 4), ('returned', 3), ('raised', 'IndexError')]
    """
    return [outcome_of(lambda name: getattr(thing, name)(), method) for _ in range(times)]


def visible_state(
    thing: Any, queries: Sequence[str], probes: Sequence[Sequence[Any]] = (), longest: int = 1_000
) -> dict[str, Any]:
    """Give all that can be seen of an object: attributes, length, elements, and what methods give that need nothing.

    Each of these methods is called on a copy, several times in a row; so are the probes, which are names of methods
    with arguments, once.

    >>> seen = visible_state([3, 4], ["pop"], [("index", 4)])
    >>> seen["len(self)"], seen["pop()"], seen["(probes)"]
    (('returned', 2), ('returned', 4), [('returned', 1)])
    """
    seen = {
        name: plain_data(value) for name, value in getattr(thing, "__dict__", {}).items() if not name.startswith("_")
    }
    members = {name: member for owner in reversed(type(thing).__mro__) for name, member in vars(owner).items()}
    names = sorted(name for name, member in members.items() if isinstance(member, property) and name[0] != "_")
    seen |= {name: outcome_of(getattr, thing, name) for name in names}
    if hasattr(type(thing), "__len__"):
        seen["len(self)"] = outcome_of(len, thing)
    if hasattr(type(thing), "__iter__"):
        seen["list(self)"] = outcome_of(lambda: list(islice(deepcopy(thing), longest)))
    taken = {f"{name}()": outcomes_of(deepcopy(thing), name) for name in queries}
    seen |= {name: outcomes[0] for name, outcomes in taken.items()}
    if again := {name: outcomes for name, outcomes in taken.items() if any(one != outcomes[0] for one in outcomes)}:
        seen["(again)"] = again
    asked = [outcome_of(getattr(deepcopy(thing), name), *deepcopy(given)) for name, *given in probes]
    return seen | ({"(probes)": asked} if asked else {})


def run_program(
    owner: Callable[..., Any],
    queries: Sequence[str],
    arguments: Sequence[Any],
    calls: Sequence[Any],
    probes: Sequence[Sequence[Any]] = (),
) -> tuple[list[tuple[str, Any]], dict[str, Any]]:
    """Make an object and call its methods: what each call gives, and what can be seen of the object in the end.

    A call is a name with arguments, or a name alone.

    >>> run_program(list, [], [[1]], [("append", 2), ("pop", 9)])[0]
    [('returned', None), ('raised', 'IndexError')]
    """
    thing = owner(*deepcopy(list(arguments)))
    results = []
    for call in calls:
        name, *given = (call,) if isinstance(call, str) else call
        results.append(outcome_of(getattr(thing, name), *deepcopy(given)))
    return results, visible_state(thing, queries, probes)


def is_readable(name: str) -> bool:
    """Whether code can read what is seen of an object under a name: an attribute may be called whatever.

    >>> [is_readable(name) for name in ("size", "len(self)", "pop()", "max size", "class")]
    [True, True, True, False, False]
    """
    word = name.removesuffix("()")
    return name in ("len(self)", "list(self)") or (word.isidentifier() and not iskeyword(word))


FUNCTIONS = (plain_data, outcome_of, outcomes_of, visible_state, run_program)
"""What a program needs, in the order in which it is written."""

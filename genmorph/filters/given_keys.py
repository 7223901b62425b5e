"""Keys of outputs that are those of dicts among the arguments."""

from collections.abc import Sequence
from typing import Any

from genmorph.model import Input
from genmorph.values.foreign import natives


def find_keys(inputs: Sequence[Input], place: int | None) -> list[Sequence[Any]]:
    """The keys of the dict that is given for one argument, for each input; of all dicts where no argument is named.

    There are none where the argument is no dict, or there is no dict.

    >>> from genmorph.model import Built
    >>> find_keys([(Built("dict", (("b", 1), ("a", 2))), 3)], 0), find_keys([({"b": 1}, {"a": 1})], None)
    ([['b', 'a']], [['b', 'a']])
    >>> find_keys([(1, 2)], None)
    []
    """
    found: list[Sequence[Any]] = []
    for one in inputs:
        given = [natives(value) for value in (one if place is None else one[place : place + 1])]
        dicts = [value for value in given if isinstance(value, dict)]
        if not dicts:
            return []
        found.append(list(dict.fromkeys(key for value in dicts for key in value)))
    return found


def are_keys_of(given: Sequence[Sequence[Any]], keys: Sequence[Sequence[Any]], *, are_counted: bool) -> bool:
    """Whether keys are those that are given, in their order or sorted; as many where they are but counted.

    >>> are_keys_of([["b", "a"]], [["a", "b"]], are_counted=False), are_keys_of([["b"]], [["a"]], are_counted=True)
    (True, True)
    >>> are_keys_of([["c", "a", "b"]], [["b", "a", "c"]], are_counted=False)  # ordered by something else
    False
    """
    if are_counted:
        return list(map(len, given)) == list(map(len, keys))
    found = list(map(list, keys))
    return found in ([*map(list, given)], [*map(_sorted, given)])


def _sorted(keys: Sequence[Any]) -> list[Any]:
    try:
        return sorted(keys)
    except TypeError:  # of several types
        return list(keys)

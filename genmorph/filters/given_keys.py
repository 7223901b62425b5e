"""Keys of outputs that are those of dicts among the arguments."""

from collections.abc import Sequence
from typing import Any

from genmorph.model import Input
from genmorph.values.foreign import natives

Keys = Sequence[Any]


def find_keys(inputs: Sequence[Input], place: int | None) -> list[Keys]:
    """The keys of the dict that is given for one argument, for each input; of all dicts where no argument is named.

    There are none where the argument is no dict, or there is no dict.

    >>> from genmorph.model import Built
    >>> find_keys([(Built("dict", (("b", 1), ("a", 2))), 3)], 0), find_keys([({"b": 1}, {"a": 1})], None)
    ([['b', 'a']], [['b', 'a']])
    >>> find_keys([(1, 2)], None)
    []
    """
    found: list[Keys] = []
    for one in inputs:
        given = [natives(value) for value in (one if place is None else one[place : place + 1])]
        dicts = [value for value in given if isinstance(value, dict)]
        if not dicts:
            return []
        found.append(list(dict.fromkeys(key for value in dicts for key in value)))
    return found


def are_keys_of(given: Sequence[Keys], keys: Sequence[Keys], *, are_counted: bool) -> bool:
    """Whether what is given are these keys in each call, or as many where these are but counted.

    >>> are_keys_of([["a", "b"]], [["b", "a"]], are_counted=False), are_keys_of([["a"]], [[3]], are_counted=True)
    (True, True)
    """
    if len(given) != len(keys):
        return False
    pairs = zip(given, keys, strict=True)
    return all(len(one) == len(other) and (are_counted or _are_same(one, other)) for one, other in pairs)


def _are_same(one: Keys, other: Keys) -> bool:
    try:
        return set(one) == set(other)
    except TypeError:  # lists are no keys
        return False

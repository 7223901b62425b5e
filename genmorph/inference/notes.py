"""What a person reads of a mutant: the change of its source as a diff, others in words."""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import unified_diff
from typing import Any

from genmorph.model import FaultyVersion, Mutant, MutantNote, OutcomeMutant, SourceMutant, Target
from genmorph.values.building import shown

_CONTEXT = 3
_HUNK = re.compile(r"@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@")
_ENDS = {0: "first", 1: "second", -1: "last"}

_OF_VALUES: Mapping[str, Callable[..., str]] = {
    "off_by_one": lambda step: f"is 1 {'more' if step > 0 else 'less'}",
    "sign": lambda: "has the other sign",
    "scale": lambda factor: f"is multiplied by {shown(factor)}",
    "negation": lambda: "is negated",
    "case": lambda case: f"is in {case} case",
    "stuck": lambda value: f"is always {shown(value)}",
    "element_dropped": lambda place: f"lacks its {_ENDS[place]} element",
    "element_appended": lambda element: f"has {shown(element)} appended",
    "element_duplicated": lambda place: f"has its {_ENDS[place]} element twice",
    "element_off_by_one": lambda place: f"has another {_ENDS[place]} element",
    "elements_swapped": lambda i, j: f"has its {_ENDS[i]} and its {_ENDS[j]} element exchanged",
    "reversed": lambda: "is reversed",
    "emptied": lambda: "is empty",
    "repeated": lambda: "is repeated",
}
"""By operator: what is wrong with a value, from the operator's data."""
_OF_INPUTS: Mapping[str, Callable[..., str]] = {
    "argument_ignored": lambda names, position, value: f"{names[position]} is read as {shown(value)}",
    "arguments_swapped": lambda names, i, j: f"{names[i]} and {names[j]} are exchanged",
    "argument_reversed": lambda names, position: f"{names[position]} is reversed",
    "argument_shortened": lambda names, position: f"{names[position]} lacks its last element",
    "another_input": lambda names, *_: f"other values of {' and '.join(names)} are read",
}
"""By operator: what is wrong with the arguments, from their names and the operator's data."""


def note_mutant(mutant: Mutant, target: Target | None, names: Sequence[str]) -> MutantNote:
    r"""The note on a mutant; `target` is what source mutants are made from, `names` are those of the arguments.

    >>> text = "def half(x):\n    return x / 2\n"
    >>> mutant = SourceMutant("half:2:swap_op:1", "swap_op", 2, "def half(x):\n    return x * 2\n")
    >>> print(note_mutant(mutant, Target("shop", text, "half", 1, 2), ["x"]).change)
    --- shop.half
    +++ half:2:swap_op:1
    @@ -1,2 +1,2 @@
     def half(x):
    -    return x / 2
    +    return x * 2
    >>> note_mutant(OutcomeMutant("outcome:sign", "sign"), None, ["x"]).change
    'the returned value has the other sign'
    """
    match mutant:
        case SourceMutant():
            assert target is not None
            return MutantNote(mutant.id, _difference(mutant, target))
        case OutcomeMutant():
            return MutantNote(mutant.id, _in_words(mutant, names))
        case FaultyVersion():
            return MutantNote(mutant.id, f"faulty version {mutant.id.removeprefix('faulty:')}")


def _difference(mutant: SourceMutant, target: Target) -> str:
    """A unified diff of the definition, with the lines numbered as in its file."""
    before = target.source.split("\n")[target.first_line - 1 : target.last_line]
    after = mutant.source.removesuffix("\n").split("\n")
    name = f"{target.module}.{target.qualname}" if target.module else target.qualname
    lines = unified_diff(before, after, name, mutant.id, n=_CONTEXT, lineterm="")
    return "\n".join(_numbered(line, target.first_line - 1) for line in lines)


def _numbered(line: str, offset: int) -> str:
    """The line; the head of a hunk with so much added to its line numbers."""
    match = _HUNK.fullmatch(line)
    if match is None:
        return line
    before, after = int(match[1]) + offset, int(match[3]) + offset
    return f"@@ -{before}{match[2] or ''} +{after}{match[4] or ''} @@"


def _in_words(mutant: OutcomeMutant, names: Sequence[str]) -> str:
    if mutant.operator in _OF_INPUTS:
        return _OF_INPUTS[mutant.operator](names, *mutant.data)
    return _of_value("the returned value", mutant.operator, mutant.data, names)


def _of_value(what: str, operator: str, data: Sequence[Any], names: Sequence[str]) -> str:
    """What is wrong with a value, or with a part of it."""
    match operator, data:
        case "in_value", (inner, *rest):
            return _of_value(what, inner, rest, names)
        case "in_part", (key, inner, *rest):
            return _of_value(f"{shown(key)} of {what}", inner, rest, names)
        case "in_argument", (position, inner, *rest):
            return _of_value(f"{names[position]} as the call leaves it", inner, rest, names)
        case "argument_left_alone", (position,):
            return f"{names[position]} is left as it was"
    return f"{what} {_OF_VALUES[operator](*data)}"

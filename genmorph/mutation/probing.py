"""What calls of the original reach: a probe of its definition, and what is read out of the calls of the probe."""

import ast
import inspect
import tokenize
import warnings
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from io import StringIO
from operator import and_
from types import CodeType

from genmorph.model import Outcome, Probe, Returned, Target
from genmorph.mutation.instrumentation import record_branches

Number = int | float
_Found = tuple[Number, Iterable[int]]
"""A number and the places of the calls that came upon it."""

_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def make_probe(target: Target) -> Probe | None:
    r"""The target's definition, recording branches and assigned values; None where none can take its place.

    That is so for lambdas, generators and coroutines, and where Python refuses the text.

    >>> text = "def half(x):\n    if x < 0:\n        return 0\n    return x / 2\n"
    >>> probe = make_probe(Target(None, text, "half", 1, 4))
    >>> probe.branches, probe.sites, probe.literals
    (3, 0, ((0, 0), (0, 1), (2, 2)))
    >>> print(probe.source)
    def half(x):
        __genmorph_branch__(0)
        if x < 0:
            __genmorph_branch__(1)
            return 0
        else:
            __genmorph_branch__(2)
        return x / 2
    <BLANKLINE>
    """
    definition = _find_definition(target)
    if definition is None:
        return None
    recorded = record_branches(definition)
    source = _write(definition, target.source.split("\n")[target.first_line - 1])
    if source is None or not _can_replace(target, definition.name, source):
        return None
    return Probe(f"{target.qualname}:probe", source, recorded.branches, recorded.sites, recorded.literals)


def _find_definition(target: Target) -> ast.FunctionDef | None:
    with warnings.catch_warnings(action="ignore"):
        module = ast.parse(target.source)
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            first_line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if (first_line, node.end_lineno) == (target.first_line, target.last_line):
                return node
    return None


def _write(definition: ast.FunctionDef, first_line: str) -> str | None:
    """The text, as far in as its first line was; None where `ast` cannot write a text inside an f-string."""
    try:
        text = ast.unparse(definition) + "\n"
    except ValueError:
        return None
    indent = first_line[: len(first_line) - len(first_line.lstrip())]
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    in_strings = {line for token in tokens for line in range(token.start[0], token.end[0])}
    lines = enumerate(text.split("\n"))
    return "\n".join(line if number in in_strings or not line else indent + line for number, line in lines)


def _can_replace(target: Target, name: str, source: str) -> bool:
    """Whether the changed definition compiles in its place, ends with its call, and has the same free variables."""
    lines = target.source.split("\n")
    lines[target.first_line - 1 : target.last_line] = [source]
    original = _find_code(target.source, target.first_line, name)
    changed = _find_code("\n".join(lines), target.first_line, name)
    if original is None or changed is None or original.co_flags & _SUSPENDED:
        return False
    return original.co_freevars == changed.co_freevars


def _find_code(text: str, first_line: int, name: str) -> CodeType | None:
    """The code of the definition; None where Python refuses the text."""
    with warnings.catch_warnings(action="ignore"):
        try:
            module = compile(text, "<probe>", "exec", dont_inherit=True)
        except SyntaxError:
            return None
    place = (first_line, name)
    return next((code for code in _walk(module) if (code.co_firstlineno, code.co_name) == place), None)


def _walk(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _walk(constant)


def reached(outcomes: Sequence[Outcome]) -> tuple[int | None, ...]:
    """The mask of the branches that each call reached; None where the call did not return.

    >>> reached([Returned([0b101, []])])
    (5,)
    """
    return tuple(outcome.value[0] if isinstance(outcome, Returned) else None for outcome in outcomes)


def mined_constants(probe: Probe, outcomes: Sequence[Outcome]) -> tuple[tuple[Number, int], ...]:
    """Literals and steady values, each with the number of calls that came upon it, the most frequent first.

    A call comes upon the literals of the branches that it reached; what no call came upon is left out. Frequency is
    the weight of constants in the paper (section 5). Literals go before steady values that are equally frequent.
    Steady are values of sites that were the same in all calls, two at least, that reached the site as far as branches
    tell.

    >>> probe = Probe("f:probe", "", branches=2, sites=1, literals=((3, 0), (5, 1)))
    >>> mined_constants(probe, [Returned([0b01, []]), Returned([0b11, [[0, 8]]]), Returned([0b11, [[0, 8]]])])
    ((3, 3), (5, 2), (8, 2))
    """
    masks = reached(outcomes)
    literals = (
        (number, [place for place, mask in enumerate(masks) if mask is not None and mask >> branch & 1])
        for number, branch in probe.literals
    )
    return tuple(_ranked([*literals, *_steady_sites(outcomes, masks)]).items())


def _steady_sites(outcomes: Sequence[Outcome], masks: Sequence[int | None]) -> Iterator[_Found]:
    """The value of each steady site, by site, with the places of the calls that recorded it, two at least.

    A call within which a site varied does not record it: it is known by having reached all branches that those which
    recorded the site have in common.
    """
    records: dict[int, list[tuple[int, Number]]] = {}
    for place, outcome in enumerate(outcomes):
        for site, number in outcome.value[1] if isinstance(outcome, Returned) else ():
            records.setdefault(site, []).append((place, number))
    for _, record in sorted(records.items()):
        places, numbers = zip(*record, strict=True)
        if len(numbers) > 1 and all(number == numbers[0] for number in numbers):
            common = reduce(and_, (masks[place] for place in places))
            if sum(mask is not None and mask & common == common for mask in masks) == len(places):
                yield numbers[0], places


def _ranked(found: Iterable[_Found]) -> dict[Number, int]:
    """Each number with its calls counted once, the most frequent first; what no call came upon is left out."""
    places: dict[Number, set[int]] = {}
    for number, calls in found:
        places.setdefault(number, set()).update(calls)
    counts = ((number, len(calls)) for number, calls in places.items() if calls)
    return dict(sorted(counts, key=lambda item: -item[1]))

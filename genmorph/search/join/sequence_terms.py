"""All small terms of texts and sequences, evaluated on a sample, equal ones merged."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from genmorph.relations.complexity import weight
from genmorph.relations.operators import BY_CODE, CONCATENATE, FLIP, LOWER, SORTED, UPPER
from genmorph.search.grammar import Grammar
from genmorph.search.join.compiled import OUTPUTS
from genmorph.search.join.forms import on_sort
from genmorph.search.join.interning import Interning
from genmorph.search.join.leaves import FOLLOW_UP, SOURCE
from genmorph.search.join.operands import Term, applied, second_operands, sequence_variables, written_numbers
from genmorph.search.join.sampling import Sample

ALONE = (FLIP, SORTED, UPPER, LOWER)
"""The operations on a sequence without a number."""
ELEMENTS = 4_000_000
"""About so many elements are looked at, in all terms and rows."""

_Plan = tuple[int, tuple[Term, ...]]
"""An operator and its operands."""


@dataclass(frozen=True, slots=True, eq=False)
class SequenceTerms:
    """Different terms, smaller ones first, the largest without values; `ids` is terms x rows, equal where values are.

    `mentions` and `efforts` are those of each term, `spent` counts the terms that were evaluated.
    """

    terms: tuple[Term, ...]
    ids: NDArray[np.int64]
    mentions: NDArray[np.int64]
    efforts: NDArray[np.int64]
    correct: int
    spent: int


def grow_sequences(grammar: Grammar, sample: Sample, limit: int) -> SequenceTerms:
    """Enumerate terms over all texts and sequences, at most `limit` evaluated ones beyond the variables.

    First the variables, then one operation on them, then one on what came of that; the plainest come first.
    """
    variables = sequence_variables(grammar, sample)
    interning = Interning(sample.scale, has_floats=grammar.has_floats)
    growth = _Growth(interning, sample, _affordable(variables, limit))
    leaves = growth.keep([*variables, *written_numbers(grammar, sample)])
    numbers = second_operands(grammar, sample, variables)
    once = growth.grow([*_changed(grammar, leaves, numbers), *_put_together(grammar, leaves)])
    sources = [term for term in once if not term.mentions & FOLLOW_UP]
    growth.grow([*_changed(grammar, once, numbers), *_put_together(grammar, sources)], last=True)
    return growth.result()


class _Growth:
    """The terms found so far."""

    def __init__(self, interning: Interning, sample: Sample, limit: int) -> None:
        self._interning = interning
        self._correct, self._rows = sample.correct, sample.checked
        self._limit = limit
        self._terms: list[Term] = []
        self._ids: list[NDArray[np.int64]] = []
        self._seen: set[bytes] = set()
        self._spent = 0

    def grow(self, plans: Iterable[_Plan], *, last: bool = False) -> list[Term]:
        """Evaluate the plainest plans, those with outputs first, as far as the limit allows; those that are new.

        The `last` ones do without their values: so many lists are a burden.
        """
        ordered = sorted(plans, key=lambda plan: (_effort(plan), not _mentions_outputs(plan)))
        chosen = ordered[: max(0, self._limit - self._spent)]
        self._spent += len(chosen)
        return self.keep((applied(code, BY_CODE[code].result, *operands) for code, operands in chosen), last=last)

    def keep(self, terms: Iterable[Term], *, last: bool = False) -> list[Term]:
        """Those of the terms that equal none before on all rows, and depend on all sides that they mention."""
        kept = []
        for term in terms:
            ids = self._interning.numbers(term.values, term.sort)
            key = ids.tobytes()
            if key not in self._seen and _depends(term, ids[self._correct :]):
                self._seen.add(key)
                self._ids.append(ids)
                kept.append(replace(term, values=()) if last else term)
        self._terms += kept
        return kept

    def result(self) -> SequenceTerms:
        """All that was kept."""
        return SequenceTerms(
            tuple(self._terms),
            np.array(self._ids, np.int64).reshape(len(self._ids), self._rows),
            np.array([term.mentions for term in self._terms], np.int64),
            np.array([term.effort for term in self._terms], np.int64),
            self._correct,
            self._spent,
        )


def _depends(term: Term, scrambled: NDArray[np.int64]) -> bool:
    """Whether other outputs of a side that is mentioned give another value."""
    a, b, c, _ = scrambled.reshape(-1, 4).T
    on_source = not term.mentions & SOURCE or bool((a != b).any())
    return on_source and (not term.mentions & FOLLOW_UP or bool((a != c).any()))


def _affordable(variables: Sequence[Term], limit: int) -> int:
    elements = sum(len(value) for term in variables for value in term.values)
    return min(limit, ELEMENTS * len(variables) // max(1, elements))


def _effort(plan: _Plan) -> int:
    code, operands = plan
    return weight(code) + sum(operand.effort for operand in operands)


def _mentions_outputs(plan: _Plan) -> bool:
    return any(operand.mentions & OUTPUTS for operand in plan[1])


def _changed(grammar: Grammar, terms: Sequence[Term], numbers: Mapping[int, list[Term]]) -> Iterator[_Plan]:
    """All operations on one of the terms."""
    for term in terms:
        for operation in ALONE:
            if on_sort(operation, term.sort) in grammar.operators:
                yield on_sort(operation, term.sort), (term,)
        for operation, operands in numbers.items():
            if on_sort(operation, term.sort) in grammar.operators:
                yield from ((on_sort(operation, term.sort), (term, operand)) for operand in operands)


def _put_together(grammar: Grammar, terms: Sequence[Term]) -> Iterator[_Plan]:
    """Any two of the terms, but for outputs of both calls, which claims compare."""
    for first, second in product(terms, terms):
        code = on_sort(CONCATENATE, first.sort)
        is_mixed = (first.mentions | second.mentions) & OUTPUTS == OUTPUTS
        if first.sort is second.sort and code in grammar.operators and not is_mixed:
            yield code, (first, second)

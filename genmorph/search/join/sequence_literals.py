"""Comparisons of texts and sequences that say where a claim does not hold.

None of them is negated: what holds only where two sequences are equal can hardly be contradicted by random ones.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product

from genmorph.relations.expression import Role, Variable
from genmorph.relations.operators import CONTAINS, FIRST_VARIABLE, FLIP, LOWER, PREFIX, SAME, SORTED, UPPER, Sort
from genmorph.search.grammar import Grammar
from genmorph.search.join.forms import SEQUENCES, Form, apply, on_sort, variable
from genmorph.search.join.leaves import INPUT, mention_of
from genmorph.search.join.literals import plainest

_Place = tuple[int, Variable]


def sequence_literals(grammar: Grammar, limit: int) -> list[Form]:
    """What may be said of inputs, and of what the source's call did to them; the most readable comparisons."""
    inputs = [(i, v) for i, v in enumerate(grammar.variables) if mention_of(v) & INPUT]
    sequences = [(i, v) for i, v in inputs if v.sort in SEQUENCES]
    outputs = [(i, v) for i, v in enumerate(grammar.variables) if v.role is Role.SOURCE_OUTPUT and v.sort in SEQUENCES]
    forms = [
        *_of_one(sequences),
        *_of_two(combinations(sequences, 2), SAME),
        *_of_two(permutations(sequences, 2), PREFIX, CONTAINS),
        *_of_two(product(outputs, sequences), SAME, PREFIX),
        *_of_elements(inputs),
    ]
    return plainest([form for form in forms if _is_allowed(grammar, form)], limit)


def _of_one(sequences: list[_Place]) -> Iterator[Form]:
    """That a sequence is a palindrome, is sorted, or has no letters of the other case."""
    for (place, v), operation in product(sequences, (FLIP, SORTED, UPPER, LOWER)):
        yield apply(on_sort(SAME, v.sort), variable(place), apply(on_sort(operation, v.sort), variable(place)))


def _of_two(pairs: Iterable[tuple[_Place, _Place]], *operations: int) -> Iterator[Form]:
    for (one, v), (other, w) in pairs:
        for operation in operations:
            if v.sort is w.sort and not (operation == CONTAINS and v.sort is not Sort.TEXT):
                yield apply(on_sort(operation, v.sort), variable(one), variable(other))


def _of_elements(inputs: list[_Place]) -> Iterator[Form]:
    """That a number is among the elements of a sequence."""
    for (one, v), (other, w) in product(inputs, inputs):
        if v.sort is Sort.NUMBERS and w.sort is Sort.NUMBER:
            yield apply(on_sort(CONTAINS, v.sort), variable(one), variable(other))


def _is_allowed(grammar: Grammar, form: Form) -> bool:
    return all(code in grammar.operators for code in form[0] if code < FIRST_VARIABLE)

"""Texts and sequences of all rows -> elements in one array, as the kernel reads them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.observation import Column
from genmorph.fitness.kernel import WORD, Sequences
from genmorph.model import Kind


def in_order(kinds: Sequence[Kind]) -> list[int]:
    """Which of these are texts or sequences, in the order in which they are laid out.

    >>> in_order([Kind.TEXT, Kind.INT, Kind.INTS])
    [2, 0]
    """
    columns = [place for place, kind in enumerate(kinds) if kind.is_sequence or kind is Kind.TEXT]
    return sorted(columns, key=lambda place: kinds[place] is not Kind.INTS)


def lay_out(columns: Sequence[Column], kinds: Sequence[Kind], row_of_bit: NDArray[np.int64]) -> Sequences:
    """Lay out these columns of texts and sequences, columns of ints first; -1 stands for no row."""
    are_rows = row_of_bit >= 0
    columns = [column[row_of_bit[are_rows]] for column in columns]
    lengths = np.zeros((len(columns), len(row_of_bit)), np.int32)
    for place, column in enumerate(columns):
        lengths[place, are_rows] = np.fromiter(map(len, column), np.int32, len(column))
    lengths = np.ascontiguousarray(lengths.reshape(len(columns), len(row_of_bit) // WORD, WORD).swapaxes(0, 1))
    ends = np.cumsum(lengths, dtype=np.int64).reshape(lengths.shape)
    elements = np.empty(int(lengths.sum(dtype=np.int64)))
    for place, found in enumerate(_elements(columns, kinds)):
        sizes = lengths[:, place].ravel()
        shifts = (ends[:, place].ravel() - sizes) - (np.cumsum(sizes, dtype=np.int64) - sizes)
        elements[np.repeat(shifts, sizes) + np.arange(len(found))] = found
    ints = sum(kind is Kind.INTS for kind in kinds)
    are_ints = np.repeat(np.broadcast_to(np.arange(len(kinds))[:, None] < ints, lengths.shape).ravel(), lengths.ravel())
    sizes = np.stack([lengths.sum(axis=(1, 2), dtype=np.int64), lengths[:, :ints].sum(axis=(1, 2), dtype=np.int64)])
    return Sequences(
        elements=elements,
        lengths=lengths,
        begins=np.ascontiguousarray(_running(sizes).T),
        prefix=_running(elements[are_ints].astype(np.int64)),
        cases=_cases(_letters(column for column, kind in zip(columns, kinds, strict=True) if kind is Kind.TEXT)),
    )


def _running(values: NDArray[Any]) -> NDArray[np.int64]:
    """The sums before each value and after the last."""
    return np.concatenate([np.zeros_like(values[..., :1], shape=(*values.shape[:-1], 1)), values], -1).cumsum(-1)


def _elements(columns: Sequence[Column], kinds: Sequence[Kind]) -> Iterator[NDArray[np.float64]]:
    numbers = {kind: _numbered(columns, kinds, kind) for kind in (Kind.TEXTS, Kind.NESTED) if kind in kinds}
    for column, kind in zip(columns, kinds, strict=True):
        if kind is Kind.TEXT:
            yield _code_points(column).astype(np.float64)
        elif kind in numbers:
            yield np.array([numbers[kind][name] for name in _names(column, kind)], np.float64)
        else:
            yield np.fromiter(chain.from_iterable(column), np.float64)


def _numbered(columns: Sequence[Column], kinds: Sequence[Kind], kind: Kind) -> dict[str, int]:
    """The numbers of the elements of all columns of a kind; texts have theirs in ascending order."""
    of_kind = (column for column, other in zip(columns, kinds, strict=True) if other is kind)
    names = {name for column in of_kind for name in _names(column, kind)}
    return {name: number for number, name in enumerate(sorted(names))}


def _names(column: Column, kind: Kind) -> Iterator[str]:
    """The elements as texts; nested ones are the same where they look the same."""
    elements = chain.from_iterable(column)
    return elements if kind is Kind.TEXTS else map(repr, elements)


def _code_points(column: Column) -> NDArray[np.uint32]:
    return np.frombuffer("".join(column).encode("utf-32-le", "surrogatepass"), np.uint32)


def _letters(columns: Iterable[Column]) -> set[str]:
    occur = np.zeros(0x110000, np.bool_)
    for column in columns:
        occur[_code_points(column)] = True
    return {chr(letter) for letter in np.flatnonzero(occur)}


def _cases(letters: set[str]) -> NDArray[np.float64]:
    """The cases of these letters, and of those that they become.

    >>> [[chr(int(letter)) for letter in letters if letter >= 0] for letters in _cases({"ß"})[0, [ord("ß"), ord("s")]]]
    [['S', 'S'], ['S']]
    """
    new, letters = letters, set()
    while new:
        letters |= new
        new = {other for letter in new for other in letter.upper() + letter.lower()} - letters
    changing = sorted(letter for letter in letters if (letter.upper(), letter.lower()) != (letter, letter))
    cases = np.full((2, ord(changing[-1]) + 1 if changing else 0, 3), -1.0)
    cases[:, :, 0] = np.arange(cases.shape[1])
    for letter in changing:
        for case, text in enumerate((letter.upper(), letter.lower())):
            cases[case, ord(letter), : len(text)] = [ord(other) for other in text]
    return cases

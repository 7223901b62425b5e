"""Executions -> the blocks of columns that the kernel reads."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.observation import CORRECT, Column, Executions
from genmorph.fitness.kernel import BLOCK, WORD, WORDS, Flags, Floats, Ints, Sequences, Words
from genmorph.model import Kind, Tolerance
from genmorph.relations.meaning import Compared
from genmorph.values.foreign import identity


def in_order(kinds: Sequence[Kind]) -> list[int]:
    """Which of these are texts or sequences, in the order in which they are laid out.

    >>> in_order([Kind.TEXT, Kind.INT, Kind.INTS])
    [2, 0]
    """
    columns = [place for place, kind in enumerate(kinds) if kind.is_sequence or kind in (Kind.TEXT, Kind.OTHER)]
    return sorted(columns, key=lambda place: kinds[place] is not Kind.INTS)


def lay_out(
    columns: Sequence[Column], kinds: Sequence[Kind], row_of_bit: Ints, tolerance: Tolerance | None = None
) -> Sequences:
    """Lay out these columns of texts and sequences, columns of ints first; -1 stands for no row.

    With a tolerance, floats inside of elements and objects are equal within it.
    """
    are_rows = row_of_bit >= 0
    columns = [column[row_of_bit[are_rows]] for column in columns]
    lengths = np.zeros((len(columns), len(row_of_bit)), np.int32)
    for place, column in enumerate(columns):
        lengths[place, are_rows] = np.fromiter(map(len, column), np.int32, len(column))
    lengths = np.ascontiguousarray(lengths.reshape(len(columns), len(row_of_bit) // WORD, WORD).swapaxes(0, 1))
    ends = np.cumsum(lengths, dtype=np.int64).reshape(lengths.shape)
    elements = np.empty(int(lengths.sum(dtype=np.int64)))
    for place, found in enumerate(_elements(columns, kinds, tolerance)):
        sizes = lengths[:, place].ravel()
        shifts = (ends[:, place].ravel() - sizes) - (np.cumsum(sizes, dtype=np.int64) - sizes)
        elements[np.repeat(shifts, sizes) + np.arange(len(found))] = found
    ints = sum(kind is Kind.INTS for kind in kinds)
    are_ints = np.repeat(np.broadcast_to(np.arange(len(kinds))[:, None] < ints, lengths.shape).ravel(), lengths.ravel())
    sizes = np.stack([lengths.sum(axis=(1, 2), dtype=np.int64), lengths[:, :ints].sum(axis=(1, 2), dtype=np.int64)])
    occur = np.zeros(0x110000, np.bool_)
    for column, kind in zip(columns, kinds, strict=True):
        if kind is Kind.TEXT:
            occur[_code_points(column)] = True
    return Sequences(
        elements=elements,
        lengths=lengths,
        begins=np.ascontiguousarray(_running(sizes).T),
        prefix=_running(elements[are_ints].astype(np.int64)),
        cases=_cases({chr(letter) for letter in np.flatnonzero(occur)}),
    )


def _running(values: NDArray[Any]) -> Ints:
    """The sums before each value and after the last."""
    return np.concatenate([np.zeros_like(values[..., :1], shape=(*values.shape[:-1], 1)), values], -1).cumsum(-1)


def _elements(columns: Sequence[Column], kinds: Sequence[Kind], tolerance: Tolerance | None) -> Iterator[Floats]:
    texts = [column for column, kind in zip(columns, kinds, strict=True) if kind is Kind.TEXTS]
    ordered = {text: number for number, text in enumerate(sorted({text for c in texts for text in _flat(c)}))}
    compared = [(column, kind) for column, kind in zip(columns, kinds, strict=True) if kind in _COMPARED]
    numbered = iter(
        _numbered([column for column, _ in compared])
        if tolerance is None
        else _numbered_by_row([column for column, _ in compared], tolerance)
    )
    for column, kind in zip(columns, kinds, strict=True):
        if kind is Kind.TEXT:
            yield _code_points(column).astype(np.float64)
        elif kind is Kind.TEXTS:
            yield np.array([ordered[text] for text in _flat(column)], np.float64)
        elif kind in _COMPARED:
            yield next(numbered)
        else:
            yield np.fromiter(_flat(column), np.float64)


_COMPARED = (Kind.NESTED, Kind.OTHER)
"""Of their elements it is known only whether they are equal."""


def _flat(column: Column) -> Iterator[Any]:
    return chain.from_iterable(column)


def _numbered(columns: Sequence[Column]) -> Iterator[Floats]:
    """A number for each element, the same for equal ones."""
    known: dict[Hashable, int] = {}
    for column in columns:
        yield np.array([known.setdefault(identity(one), len(known)) for one in _flat(column)], np.float64)


def _numbered_by_row(columns: Sequence[Column], tolerance: Tolerance) -> Iterator[Floats]:
    """The same within each row, of which no value is compared with those of another row."""
    found: list[list[int]] = [[] for _ in columns]
    for row in zip(*columns, strict=True):
        known: dict[Hashable, int] = {}
        seen: list[Compared] = []
        for numbers, elements in zip(found, row, strict=True):
            for one in elements:
                name = identity(one)
                if name not in known:
                    new = Compared.of(one)
                    equal = (place for place, other in enumerate(seen) if new.is_near(other, tolerance))
                    known[name] = next(equal, len(seen))
                    seen += [new] * (known[name] == len(seen))
                numbers.append(known[name])
    return (np.array(numbers, np.float64) for numbers in found)


def _code_points(column: Column) -> NDArray[np.uint32]:
    return np.frombuffer("".join(column).encode("utf-32-le", "surrogatepass"), np.uint32)


def _cases(letters: set[str]) -> Floats:
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


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns in blocks of 512 rows, padded so that correct rows and each mutant's rows begin at a word of 64.

    `columns` are those of the executions. `slots` are their places among numbers, Booleans, or texts and sequences;
    `exact` says which hold no floats. `segments` are the first words of the correct rows and of each judged mutant's
    rows; `judged` are those mutants' ids; `valid` marks the bits that stand for rows, `incorrect_bits` those of
    incorrect rows alone; `row_of_bit` is the row of the executions behind each bit, -1 for padding.
    """

    columns: tuple[Column, ...]
    numbers: Floats
    booleans: Words
    sequences: Sequences
    slots: Ints
    exact: Flags
    valid: Words
    incorrect_bits: Words
    segments: Ints
    judged: tuple[str, ...]
    row_of_bit: Ints
    tolerance: Tolerance
    correct: int
    incorrect: int

    @property
    def rows(self) -> int:
        """The number of executions."""
        return self.correct + self.incorrect


def build_table(executions: Executions, tolerance: Tolerance) -> Table:
    """Lay the executions out for the kernel; at least one correct row is needed."""
    groups = [int(group) for group in np.unique(executions.mutants)]
    row_of_bit, segments = _in_words([np.flatnonzero(executions.mutants == group) for group in groups])
    kinds = [variable.kind for variable in executions.variables]
    numbers = [place for place, kind in enumerate(kinds) if kind.is_number]
    booleans = [place for place, kind in enumerate(kinds) if kind is Kind.BOOL]
    sequences = in_order(kinds)
    slots = np.empty(len(kinds), np.int64)
    for places in (numbers, booleans, sequences):
        slots[places] = np.arange(len(places))
    columns = executions.columns
    padded = np.maximum(row_of_bit, 0)
    flags = [pack_bits(columns[place][padded].astype(np.bool_)) for place in booleans]
    return Table(
        columns=columns,
        numbers=_in_blocks(np.array([columns[place][padded] for place in numbers], np.float64), BLOCK, len(padded)),
        booleans=_in_blocks(np.array(flags, np.uint64), WORDS, len(padded)),
        sequences=lay_out(
            [columns[place] for place in sequences],
            [kinds[place] for place in sequences],
            row_of_bit,
            tolerance if any(variable.holds_floats for variable in executions.variables) else None,
        ),
        slots=slots,
        exact=np.array([kind not in (Kind.FLOAT, Kind.FLOATS) for kind in kinds], np.bool_),  # others are numbered
        valid=pack_bits(row_of_bit >= 0),
        incorrect_bits=pack_bits((row_of_bit >= 0) & (executions.mutants[row_of_bit] != CORRECT)),
        segments=segments,
        judged=tuple(executions.names[group] for group in groups if group != CORRECT),
        row_of_bit=row_of_bit,
        tolerance=tolerance,
        correct=executions.correct,
        incorrect=executions.incorrect,
    )


def _in_words(groups: Sequence[Ints]) -> tuple[Ints, Ints]:
    """The row behind each bit where each group begins at a word, padded to whole blocks; the first words of groups."""
    padded = [np.pad(rows, (0, -len(rows) % WORD), constant_values=-1) for rows in groups]
    ends = np.cumsum([len(rows) for rows in padded])
    rest = np.full(-int(ends[-1]) % BLOCK, -1)
    first_words = np.array([0, *(ends[:-1] // WORD)], np.int64)
    return np.concatenate([*padded, rest]).astype(np.int64), first_words


def _in_blocks(columns: NDArray[Any], width: int, rows: int) -> NDArray[Any]:
    """Columns x rows as blocks x columns x what a block has of each."""
    return np.ascontiguousarray(columns.reshape(-1, rows // BLOCK, width).swapaxes(0, 1))


def pack_bits(flags: Flags) -> Words:
    """Booleans as words of 64, the first in the lowest bit.

    >>> pack_bits(np.arange(64) < 3).tolist()
    [7]
    """
    return np.packbits(flags, bitorder="little").view(np.uint64)


def unpack_bits(words: Words) -> Flags:
    """The inverse of `pack_bits`."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little").astype(np.bool_)

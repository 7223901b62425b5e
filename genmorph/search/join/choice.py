"""Which of the relations found are handed on."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from genmorph.fitness.table import Table
from genmorph.relations.operators import FIRST_VARIABLE
from genmorph.search.join.forms import Form, pack_forms, reading_efforts
from genmorph.search.join.literals import Literals
from genmorph.search.join.sampling import correct_words

ALIKE = 2
"""Of relations that reject the same incorrect rows so many are kept."""
KILLING_THE_SAME = 8
"""And so many of those that kill the same mutants."""


def choose(found: Literals, table: Table, limit: int, outputs: Sequence[int]) -> list[Form]:
    """The most readable relations that reject incorrect rows, few of those that say much the same.

    Each set of killed mutants has its turn before another relation with the same set. Of equally readable relations
    those that say what one of the variables numbered `outputs` equals come first.
    """
    wrong = np.ascontiguousarray(found.failing[:, correct_words(table) :])
    counts = np.add.reduceat(np.bitwise_count(wrong).astype(np.int64), table.segments[1:] - table.segments[1], axis=1)
    programs = pack_forms(found.forms)
    is_answer = np.isin(programs.codes[:, 1], [FIRST_VARIABLE + output for output in outputs])
    efforts = 2 * reading_efforts(found.forms) - is_answer
    hashes = programs.hashes().tolist()
    rejecting: dict[bytes, int] = defaultdict(int)
    killing: dict[bytes, list[int]] = defaultdict(list)
    seen: set[int] = set()
    for index in np.argsort(efforts, kind="stable").tolist():
        rows = wrong[index].tobytes()
        if counts[index].any() and rejecting[rows] < ALIKE and hashes[index] not in seen:
            rejecting[rows] += 1
            seen.add(hashes[index])
            killing[(counts[index] > 0).tobytes()].append(index)
    turns = [(turn, i) for same in killing.values() for turn, i in enumerate(_best(same, counts.sum(axis=1).tolist()))]
    chosen = [index for _, index in sorted(turns, key=lambda entry: entry[0])[:limit]]
    return [found.forms[index] for index in sorted(chosen, key=lambda index: (efforts[index], index))]


def _best(indices: Sequence[int], rejected: Sequence[int]) -> list[int]:
    """The plainest, those that reject more rows than all plainer ones, strongest first, then the next plainest."""
    records = []
    most = 0
    for index in indices:
        if rejected[index] > most:
            most = rejected[index]
            records.append(index)
    ordered = dict.fromkeys([*indices[:1], *reversed(records), *indices])
    return list(ordered)[:KILLING_THE_SAME]

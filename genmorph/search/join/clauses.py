"""Clauses: `exception or claim`, where neither part holds on all correct rows."""

import numpy as np

from genmorph.relations.operators import IMPLIES, NOT
from genmorph.search.join.compiled import cross
from genmorph.search.join.forms import Form, apply, either, reading_efforts
from genmorph.search.join.literals import Literals

ALIKE = 2
"""Of clauses that reject the same incorrect rows so many are kept."""
SURPLUS = 4
"""So many times the clauses wanted are looked at."""


def clauses(claims: Literals, exceptions: Literals, correct: int, limit: int) -> Literals:
    """All clauses of a claim and a claim or exception that hold on the rows of the first `correct` words.

    Of these at most `limit`, those that reject most incorrect rows for the effort to read them.
    """
    forms = [*claims.forms, *exceptions.forms]
    failing = np.concatenate([claims.failing, exceptions.failing])
    efforts = reading_efforts(forms)
    found = cross(failing, efforts, len(claims.forms), correct, ALIKE, SURPLUS * limit)
    worth = found[:, 2] / (1 + efforts[found[:, :2]].sum(axis=1))
    pairs = [
        (claim, exception)
        for claim, exception, _ in found[np.argsort(-worth, kind="stable")].tolist()
        if len(forms[claim][0]) + len(forms[exception][0]) < 16
    ][:limit]
    chosen = np.array(pairs, np.int64).reshape(-1, 2)
    return Literals(
        tuple(_clause(forms[exception], forms[claim]) for claim, exception in pairs),
        failing[chosen[:, 0]] & failing[chosen[:, 1]],
    )


def _clause(exception: Form, claim: Form) -> Form:
    codes, constants = exception
    if codes[0] == NOT:
        return apply(IMPLIES, (codes[1:], constants[1:]), claim)
    return either(exception, claim)

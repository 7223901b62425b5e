"""Texts as runs of digits, letters and blanks, and single other characters, and edits of these."""

import re
from collections.abc import Sequence
from random import Random

from genmorph.settings import VARIATIONS

_RUNS = re.compile(r"\d+|[^\W\d_]+|\s+|.", re.DOTALL)


def runs_of(text: str) -> list[str]:
    """The runs of a text, in order.

    >>> runs_of("1h30m, -2.5")
    ['1', 'h', '30', 'm', ',', ' ', '-', '2', '.', '5']
    """
    return _RUNS.findall(text)


def vary_text(text: str, others: Sequence[str], pieces: Sequence[str], rng: Random) -> str:
    """The text after one or a few edits, which take runs of other texts and pieces.

    >>> sorted({vary_text("1h", ["1h", "30m"], ["s"], Random(seed)) for seed in range(40)})[:5]
    ['', '0h', '1', '11h', '130m']
    """
    for _ in range(rng.choice(VARIATIONS.edits)):
        text = rng.choice(_EDITS)(text, rng.choice(others), pieces, rng)
    return text


def _join(text: str, other: str, _pieces: Sequence[str], rng: Random) -> str:
    return rng.choice((text + other, other + text))


def _cross(text: str, other: str, _pieces: Sequence[str], rng: Random) -> str:
    own, more = runs_of(text), runs_of(other)
    return "".join(own[: rng.randint(0, len(own))] + more[rng.randint(0, len(more)) :])


def _delete(text: str, _other: str, _pieces: Sequence[str], rng: Random) -> str:
    runs = runs_of(text)
    first = rng.randint(0, len(runs))
    last = min(first + VARIATIONS.deleted_runs, len(runs))
    return "".join(runs[:first] + runs[rng.randint(first, last) :])


def _insert(text: str, other: str, pieces: Sequence[str], rng: Random) -> str:
    runs = runs_of(text)
    runs.insert(rng.randint(0, len(runs)), _new_run(other, pieces, rng))
    return "".join(runs)


def _replace(text: str, other: str, pieces: Sequence[str], rng: Random) -> str:
    runs = runs_of(text)
    if not runs:
        return text
    place = rng.randrange(len(runs))
    alike = [run for run in runs_of(other) if run.isdigit() == runs[place].isdigit()]
    runs[place] = rng.choice(alike) if alike and rng.random() < VARIATIONS.alike_share else _new_run(other, pieces, rng)
    return "".join(runs)


def _new_run(other: str, pieces: Sequence[str], rng: Random) -> str:
    """A run of another text, a piece, a number, or a character."""
    return rng.choice((*runs_of(other)[: VARIATIONS.few], *pieces[: VARIATIONS.few], _number(rng), _character(rng)))


def _other_digits(text: str, _other: str, _pieces: Sequence[str], rng: Random) -> str:
    """Other digits in some places: numbers of the same lengths."""

    def drawn(letter: str) -> str:
        is_other = letter.isdigit() and rng.random() < VARIATIONS.other_digit_share
        return str(rng.randrange(10)) if is_other else letter

    return "".join(map(drawn, text))


def _other_number(text: str, _other: str, _pieces: Sequence[str], rng: Random) -> str:
    runs = runs_of(text)
    places = [place for place, run in enumerate(runs) if run.isdigit()]
    if places:
        runs[rng.choice(places)] = _number(rng)
    return "".join(runs)


def _other_letter(text: str, _other: str, _pieces: Sequence[str], rng: Random) -> str:
    place = rng.randrange(len(text)) if text else 0
    return text[:place] + _character(rng) + text[place + 1 :]


def _number(rng: Random) -> str:
    return str(rng.randrange(10 ** rng.choice(VARIATIONS.digits)))


def _character(rng: Random) -> str:
    return rng.choice(VARIATIONS.characters)


_EDITS = (_join, _cross, _delete, _insert, _replace, _other_digits, _other_number, _other_letter)

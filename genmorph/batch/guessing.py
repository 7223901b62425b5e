"""Domains to try for parameters of which nothing is said."""

from collections.abc import Iterator, Sequence
from itertools import product

MOST = 3
"""For more parameters of which nothing is said, no guess is made."""
_INTS = ("ints(-1000, 1000)", "ints(0, 100)", "ints(1, 100)")
_FLOATS = ("floats(-1000, 1000)", "floats(0, 1)")
_TEXTS = ("texts()",)
_LISTS = ("lists(ints(-100, 100))", "lists(ints(-100, 100), min_len=1)", "lists(floats(-1000, 1000), min_len=1)")
_TEXT_LISTS = ("lists(texts())",)
_GROUPS = (_INTS, _FLOATS, _TEXTS, _LISTS, _TEXT_LISTS)
_USUAL = {
    _INTS: "n k i j m p q count size num number index start stop step width length year month day hour minute base",
    _FLOATS: "x y z t r g b h s v lat lon angle radius rate ratio factor alpha beta value weight",
    _TEXTS: "text string word name line sentence phrase title prefix suffix char chars sep delimiter separator pattern",
    _LISTS: "xs ys seq sequence iterable items values data lst array arr numbers nums it elements collection",
    _TEXT_LISTS: "lines words names texts strings",
}
"""What parameters of these names mostly are."""


def candidates(name: str) -> tuple[str, ...]:
    """Notations of domains for a parameter of this name, the likeliest first.

    >>> candidates("words")[:2], len(candidates("anything"))
    (('lists(texts())', 'ints(-1000, 1000)'), 10)
    """
    ordered = sorted(_GROUPS, key=lambda group: name.lower() not in _USUAL[group].split())
    return tuple(notation for group in ordered for notation in group)


def guesses(names: Sequence[str]) -> Iterator[dict[str, str]]:
    """A domain for each of the names, in every combination, the likeliest first.

    >>> next(guesses(["n", "text"]))
    {'n': 'ints(-1000, 1000)', 'text': 'texts()'}
    """
    choices = [candidates(name) for name in names]
    ranks = product(*(range(len(choice)) for choice in choices))
    for ranked in sorted(ranks, key=lambda rank: (sum(rank), rank)):
        yield {name: choice[rank] for name, choice, rank in zip(names, choices, ranked, strict=True)}

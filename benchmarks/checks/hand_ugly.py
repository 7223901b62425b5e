"""Good relations in ugly clothes: each says the same as the plain one, in the way that a search may come upon it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from benchmarks.checks.hand_good import FURTHER_GOOD, GOOD
from benchmarks.checks.hand_relation import HandRelation, Tree

PLAIN = {relation.name: relation for relation in (*GOOD, *FURTHER_GOOD)}
"""All good relations by name."""


@dataclass(frozen=True, slots=True)
class UglyForm:
    """A plain relation, and the one that says the same; `rewriting` tells the way, `relation` has the ugly tree."""

    plain: HandRelation
    rewriting: str
    relation: HandRelation


Rewriting = Callable[[Tree, str], Tree]
"""From a relation and the name of one of its inputs to the relation in other clothes."""


def _both(wear: Callable[[Tree], Tree]) -> Rewriting:
    """The same done to both sides."""
    return lambda tree, _: [tree[0], wear(tree[1]), wear(tree[2])]


def _of_parts(wear: Callable[[Tree, Tree], Tree]) -> Rewriting:
    """A form made of both sides."""
    return lambda tree, _: wear(tree[1], tree[2])


_OF_ALL: Mapping[str, Rewriting] = {
    "not not": lambda tree, _: ["not", ["not", tree]],
    "and a tautology": lambda tree, v: ["and", tree, ["==", v, v]],
    "and an inequality that always holds": lambda tree, v: ["and", ["<=", v, ["+", v, 1]], tree],
    "or a contradiction": lambda tree, v: ["or", tree, ["not", ["==", v, v]]],
    "or less than itself": lambda tree, v: ["or", ["<", v, v], tree],
    "implied by a tautology": lambda tree, v: ["implies", ["==", v, v], tree],
    "as true as a tautology": lambda tree, v: ["iff", tree, ["==", v, v]],
    "either it or a contradiction": lambda tree, v: ["xor", ["<", v, v], tree],
    "and itself": lambda tree, _: ["and", tree, tree],
    "implied by its contrary": lambda tree, _: ["implies", ["not", tree], tree],
}
"""Of any relation."""

_OF_NUMBERS: Mapping[str, Rewriting] = {
    "exchanged": _of_parts(lambda a, b: ["==", b, a]),
    "doubled": _both(lambda side: ["*", 2, side]),
    "added to itself": _both(lambda side: ["+", side, side]),
    "halved": _both(lambda side: ["/", side, 2]),
    "negated": _both(lambda side: ["-", 0, side]),
    "times minus 1": _both(lambda side: ["*", -1, side]),
    "moved to one side": _of_parts(lambda a, b: ["==", ["-", a, b], 0]),
    "moved to the other side": _of_parts(lambda a, b: ["==", 0, ["-", b, a]]),
    "no distance": _of_parts(lambda a, b: ["<=", ["abs", ["-", a, b]], 0]),
    "distance less than 1": _of_parts(lambda a, b: ["<", ["abs", ["-", a, b]], 1]),
    "neither less": _of_parts(lambda a, b: ["not", ["or", ["<", a, b], ["<", b, a]]]),
    "neither less, twice": _of_parts(lambda a, b: ["and", ["not", ["<", a, b]], ["not", ["<", b, a]]]),
    "plus and minus": lambda tree, v: ["==", ["-", ["+", tree[1], v], v], tree[2]],
    "minus minus": lambda tree, v: ["==", ["-", tree[1], ["-", 0, v]], ["+", tree[2], v]],
    "minus a minus sum": _of_parts(lambda a, b: ["==", ["-", a, ["-", 0, b]], ["*", 2, b]]),
    "the same taken away": lambda tree, v: ["==", ["-", tree[1], v], ["-", tree[2], v]],
}
"""Of equalities of numbers; of floats only what is done to both sides is the same, up to rounding."""

_OF_BOUNDS: Mapping[str, Rewriting] = {
    "not greater": _of_parts(lambda a, b: ["not", ["<", b, a]]),
    "less or equal": _of_parts(lambda a, b: ["or", ["<", a, b], ["==", a, b]]),
    "negated bound": _of_parts(lambda a, b: ["<=", ["-", 0, b], ["-", 0, a]]),
    "doubled bound": _both(lambda side: ["*", 2, side]),
    "bound moved": _of_parts(lambda a, b: ["<=", ["-", a, b], 0]),
    "bound and 1": _both(lambda side: ["+", side, 1]),
}
"""Of inequalities."""

_OF_SEQUENCES: Mapping[str, Rewriting] = {
    "exchanged": _of_parts(lambda a, b: ["==", b, a]),
    "both flipped": _both(lambda side: ["flip", side]),
    "flipped and back": _of_parts(lambda a, b: ["==", ["flip", ["flip", a]], b]),
    "all behind an input": lambda tree, v: ["==", ["concatenate", v, tree[1]], ["concatenate", v, tree[2]]],
    "both repeated": _both(lambda side: ["concatenate", side, side]),
    "flipped on the other side": _of_parts(lambda a, b: ["==", ["flip", a], ["flip", b]]),
    "each the beginning of the other": _of_parts(lambda a, b: ["and", ["startswith", a, b], ["startswith", b, a]]),
    "each negated": _both(lambda side: ["scale each", side, -1]),
    "each and 1": _both(lambda side: ["add each", side, 1]),
    "each and nothing": _of_parts(lambda a, b: ["==", ["add each", a, 0], b]),
    "truncated at its length": _of_parts(lambda a, b: ["==", ["truncate", a, ["len", a]], b]),
}
"""Of equalities of texts and sequences."""

_OF_IMPLICATIONS: Mapping[str, Rewriting] = {
    "not, or": _of_parts(lambda a, b: ["or", ["not", a], b]),
    "or, not": _of_parts(lambda a, b: ["or", b, ["not", a]]),
    "contraposed": _of_parts(lambda a, b: ["implies", ["not", b], ["not", a]]),
    "not one without the other": _of_parts(lambda a, b: ["not", ["and", a, ["not", b]]]),
    "both as true as one": _of_parts(lambda a, b: ["iff", ["and", a, b], a]),
    "either as true as the other": _of_parts(lambda a, b: ["iff", ["or", a, b], b]),
}
"""Of implications."""

_CHOSEN: Mapping[str, tuple[Mapping[str, Rewriting], str, tuple[str, ...]]] = {
    "lcm is commutative": (_OF_NUMBERS, "a_s", ("moved to one side", "no distance", "plus and minus", "doubled")),
    "weekday has the period 400": (
        _OF_NUMBERS,
        "day_s",
        ("moved to the other side", "neither less", "minus minus", "not not"),
    ),
    "majority does not lose by a vote": (
        _OF_IMPLICATIONS,
        "a_s",
        ("not, or", "contraposed", "not one without the other", "both as true as one"),
    ),
    "popcount of the double": (
        _OF_NUMBERS,
        "number_s",
        ("exchanged", "distance less than 1", "minus a minus sum", "and a tautology"),
    ),
    "collatz_steps of the double": (
        _OF_NUMBERS,
        "number_s",
        ("negated", "moved to one side", "the same taken away", "either it or a contradiction"),
    ),
    "binomial recurs": (_OF_NUMBERS, "n_s", ("exchanged", "moved to one side", "times minus 1", "not not")),
    "tax does not fall": (
        _OF_BOUNDS,
        "income_s",
        ("not greater", "less or equal", "negated bound", "doubled bound"),
    ),
    "to_roman of a thousand more": (
        _OF_NUMBERS,
        "number_s",
        ("moved to the other side", "negated", "no distance", "neither less"),
    ),
    "rot13 undoes itself": (
        _OF_SEQUENCES,
        "text_s",
        ("exchanged", "both flipped", "flipped and back", "all behind an input"),
    ),
    "rot13 of a repetition": (
        _OF_SEQUENCES,
        "text_s",
        ("exchanged", "flipped on the other side", "each the beginning of the other", "as true as a tautology"),
    ),
    "slugify is idempotent": (
        _OF_SEQUENCES,
        "text_s",
        ("both repeated", "truncated at its length", "each the beginning of the other", "and itself"),
    ),
    "levenshtein is symmetric": (
        _OF_NUMBERS,
        "one_s",
        ("added to itself", "distance less than 1", "neither less, twice", "implied by a tautology"),
    ),
    "levenshtein of one letter more": (
        _OF_BOUNDS,
        "one_s",
        ("not greater", "bound moved", "bound and 1", "less or equal"),
    ),
    "total_distance is the same elsewhere": (
        _OF_NUMBERS,
        "return_s",
        ("minus minus", "times minus 1", "the same taken away", "implied by its contrary"),
    ),
    "rotate goes back": (
        _OF_SEQUENCES,
        "values_s",
        ("each negated", "each and 1", "flipped and back", "each and nothing"),
    ),
    "unique of a repetition": (
        _OF_SEQUENCES,
        "values_s",
        ("all behind an input", "each negated", "truncated at its length", "or a contradiction"),
    ),
    "is_sorted without the first": (
        _OF_IMPLICATIONS,
        "values_s",
        ("or, not", "contraposed", "either as true as the other", "and a tautology"),
    ),
    "bubble_sort forgets the order": (
        _OF_SEQUENCES,
        "values_s",
        ("both flipped", "both repeated", "each and 1", "not not"),
    ),
    "min_and_max change places": (
        _OF_NUMBERS,
        "values_s",
        ("moved to one side", "times minus 1", "doubled", "no distance"),
    ),
    "dot is homogeneous": (_OF_NUMBERS, "xs_s", ("exchanged", "halved", "negated", "and itself")),
    "lcm is homogeneous": (
        _OF_NUMBERS,
        "b_s",
        ("moved to one side", "plus and minus", "minus minus", "or less than itself"),
    ),
    "dot is commutative": (_OF_NUMBERS, "xs_s", ("added to itself", "times minus 1", "not not", "halved")),
    "hypotenuse is symmetric": (
        _OF_NUMBERS,
        "x_s",
        ("exchanged", "negated", "implied by its contrary", "and an inequality that always holds"),
    ),
    "checksum forgets the order": (
        _OF_NUMBERS,
        "data_s",
        ("minus a minus sum", "neither less, twice", "no distance", "as true as a tautology"),
    ),
    "value_range forgets the order": (
        _OF_NUMBERS,
        "values_s",
        ("doubled", "moved to the other side", "distance less than 1", "or a contradiction"),
    ),
}
"""For each of 25 plain relations its family of rewritings, a variable to use, and four rewritings of that or of all."""


def _ugly_forms() -> tuple[UglyForm, ...]:
    return tuple(
        _dress(PLAIN[name], {**family, **_OF_ALL}[rewriting], rewriting, variable)
        for name, (family, variable, rewritings) in _CHOSEN.items()
        for rewriting in rewritings
    )


def _dress(plain: HandRelation, wear: Rewriting, rewriting: str, variable: str) -> UglyForm:
    tree = wear(plain.tree, variable)
    return UglyForm(plain, rewriting, replace(plain, name=f"{plain.name}: {rewriting}", tree=tree))


UGLY = _ugly_forms()
"""100 relations in ugly clothes."""

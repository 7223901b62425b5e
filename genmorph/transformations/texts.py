"""Templates of texts: change the case, strip."""

from collections.abc import Callable

from genmorph.model import Domain, Kind
from genmorph.transformations.constants import Constant
from genmorph.transformations.narrowing import Narrowable, is_spelled, not_empty, of_sizes
from genmorph.transformations.template import Example, Template, Tree, of_one

_TEXT = frozenset({Kind.TEXT})
_UPPER_GROWTH = 3
"""So many capitals may stand for one character, as in "ΐ".upper()."""
_LOWER_GROWTH = 2
"""So many small letters may stand for one character, as in "İ".lower()."""


def _case_template(
    name: str,
    change: Callable[[str], str],
    growth: int,
    words: str,
    examples: tuple[Example, ...],
    tree: Callable[[str, Constant], Tree] | None = None,
) -> Template:
    """A template that calls the method of texts that has its name."""
    return of_one(
        name,
        _TEXT,
        change=lambda value, _: change(value),
        text=lambda argument, _: f"{argument.text}.{name}()",
        words=lambda text, _: words.format(text),
        sources=lambda domain, _: _before_case(domain, change, growth),
        tree=tree,
        examples=examples,
    )


def _before_case(domain: Narrowable, change: Callable[[str], str], growth: int) -> Domain | None:
    """The texts that stay in the alphabet, and short enough whatever their characters become; none if all stay."""
    if not is_spelled(domain):
        return None
    if domain.alphabet is None:
        return of_sizes(domain, 1, domain.max_size // growth)
    kept = [c for c in domain.alphabet if _reached(c, change) <= set(domain.alphabet)]
    if all(change(c) == c for c in kept):
        return None
    longest = max(len(change(c)) for c in kept)
    return of_sizes(domain.with_alphabet("".join(kept)), 1, domain.max_size // longest)


def _reached(character: str, change: Callable[[str], str]) -> set[str]:
    """What the character may become: at the end of a word, a capital sigma has a small form of its own."""
    return {*change(character), *change(f"a{character}")[1:]}


UPPER = _case_template(
    "upper",
    str.upper,
    _UPPER_GROWTH,
    "{} is put in upper case",
    (Example(("aBß",), None, ("ABSS",), ("a.upper()",), "a is put in upper case"),),
    lambda name, _: ["upper", name],
)
LOWER = _case_template(
    "lower",
    str.lower,
    _LOWER_GROWTH,
    "{} is put in lower case",
    (Example(("aB1",), None, ("ab1",), ("a.lower()",), "a is put in lower case"),),
    lambda name, _: ["lower", name],
)
SWAPCASE = _case_template(
    "swapcase",
    str.swapcase,
    _UPPER_GROWTH,
    "the case of {} is swapped",
    (Example(("aB1",), None, ("Ab1",), ("a.swapcase()",), "the case of a is swapped"),),
)


def _strip_sources(domain: Narrowable, _constant: Constant) -> Domain | None:
    """All texts, where the empty one is among them and some have white space."""
    if not is_spelled(domain) or domain.min_size > 0:
        return None
    has_space = domain.alphabet is None or any(c.isspace() for c in domain.alphabet)
    return not_empty(domain) if has_space else None


STRIP = of_one(
    "strip",
    _TEXT,
    change=lambda value, _: value.strip(),
    text=lambda argument, _: f"{argument.text}.strip()",
    words=lambda name, _: f"{name} is stripped",
    sources=_strip_sources,
    examples=(Example((" a b\t",), None, ("a b",), ("a.strip()",), "a is stripped"),),
)

TEXT_TEMPLATES = (UPPER, LOWER, SWAPCASE, STRIP)

"""Whether a value lies in a domain, as Python for a test that passes an output on."""

from math import inf

from genmorph.model import Domain
from genmorph.values.listed import Froms
from genmorph.values.numbers.floats import Floats
from genmorph.values.numbers.ints import Ints
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import LONGEST
from genmorph.values.texts import Texts
from genmorph.values.tuples import FixedTuples
from genmorph.values.unions import Optionals, Unions


def condition(domain: Domain, text: str) -> str | None:
    """Python that is true where the domain contains the value of its kind with this text; None where it always does.

    Also None where only running the function could tell.

    >>> from genmorph.domain import floats, ints, lists, texts
    >>> condition(ints(0, 9), "source"), condition(texts(max_len=9), "source"), condition(ints(), "source")
    ('0 <= source <= 9', 'len(source) <= 9', None)
    >>> condition(lists(ints(min=0), min_len=1), "source")
    '1 <= len(source) <= 20 and all(v >= 0 for v in source)'
    """
    match domain:
        case Ints(low, high):
            return _between(low, text, high)
        case Floats(low, high, nan, width):
            bounds = _between(None if low == -inf else low, text, None if high == inf else high)
            exact = None if width == 64 else f"float(np.float{width}({text})) == {text}"
            within = _all(bounds, exact)
            return f"({within} or {text} != {text})" if within and nan else within
        case Froms():
            return f"{text} in {list(domain.choices)!r}"
        case Texts(alphabet, least, most):
            letters = None if alphabet is None else f"set({text}) <= set({alphabet!r})"
            return _all(_size(least, text, most), letters)
        case Sequences(element, _, least, most, unique):
            inner = condition(element, _variable(text))
            every = inner and f"all({inner} for {_variable(text)} in {text})"
            return _all(_size(least, text, most), every, f"len(set({text})) == len({text})" if unique else None)
        case Optionals(inner):
            return condition(inner, text)
        case Unions(parts):
            each = [condition(part, text) for part in parts]
            return None if None in each else f"({' or '.join(f'({part})' for part in each)})"
        case FixedTuples(elements):
            every_part = (condition(element, f"{text}[{place}]") for place, element in enumerate(elements))
            return _all(f"len({text}) == {len(elements)}", *every_part)
    return None


def _variable(text: str) -> str:
    return "w" if text == "v" else "v"


def _size(least: int, text: str, most: int) -> str | None:
    return _between(least or None, f"len({text})", most if most < LONGEST else None)


def _between(low: float | None, text: str, high: float | None) -> str | None:
    if low is not None and high is not None:
        return f"{low} <= {text} <= {high}"
    if low is None and high is None:
        return None
    return f"{text} <= {high}" if low is None else f"{text} >= {low}"


def _all(*parts: str | None) -> str | None:
    return " and ".join(part for part in parts if part) or None

"""Values as text for a person: short, and of any size."""

from typing import Any

from genmorph.model import Built
from genmorph.values.building import built_text
from genmorph.values.labels import write

_LONGEST = 200


def shown(value: Any) -> str:
    """The value as text, cut where it is long; ints that are too long for Python to write read as hexadecimal.

    >>> shown((1, [2.5, "a"])), shown("a" * 300)[-5:]
    ("(1, [2.5, 'a'])", 'aa...')
    >>> shown(10**5000)[:8]
    '0x31e208'
    >>> shown((Built("call", ("shop", "Point", (1,), ())), 2))
    '(Point(1), 2)'
    """
    text = built_text(value) if _holds_built(value) else write(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _holds_built(value: Any) -> bool:
    return isinstance(value, Built) or (isinstance(value, list | tuple) and any(map(_holds_built, value)))

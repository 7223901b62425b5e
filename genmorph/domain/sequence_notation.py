"""How domains of sequences are written, in our notation and as Hypothesis strategies."""

from genmorph.domain.array_types import TYPE_OF, numpy_name, usual
from genmorph.domain.calls import Source, write_call
from genmorph.domain.sizes import LONGEST, SIZES, USUAL, size_arguments
from genmorph.model import Container, Domain

_ANY_BYTE = "ints(0, 255)"
_MOST_SPELT = 8
"""Tuples of one length up to this are written element by element."""
_CALLS = {Container.LIST: "lists", Container.TUPLE: "tuples"}


def write_notation(element: Domain, container: Container, low: int, high: int, unique: bool = False) -> str:
    """The call that makes the domain of sequences of `low` to `high` elements.

    >>> from genmorph.domain import bools
    >>> write_notation(bools(), Container.TUPLE, 2, 2), write_notation(bools(), Container.LIST, 1, 20)
    ('tuples(bools(), bools())', 'lists(bools(), min_len=1)')
    """
    text = Source(element.notation())
    sizes = size_arguments(low, high, USUAL)
    if container is Container.BYTES:
        return write_call("byte_strings", [], sizes | ({} if text == _ANY_BYTE else {"element": text}))
    if container is Container.TUPLE and 1 < low == high <= _MOST_SPELT:
        return write_call("tuples", [text] * low, {})
    if container is Container.ARRAY:
        np_type = TYPE_OF[element.kind]
        shape = Source(low if low == high else f"np_shapes(1, 1, {low}, {high})")
        return write_call("np_arrays", [np_type, shape] + [text] * (element != usual(np_type)), {})
    return write_call(_CALLS[container], [text], sizes | ({"unique": True} if unique else {}))


def write_strategy(element: Domain, container: Container, low: int, high: int, unique: bool = False) -> str:
    """The Hypothesis expression for the same sequences.

    >>> from genmorph.domain import bools
    >>> write_strategy(bools(), Container.TUPLE, 0, 3), write_strategy(bools(), Container.ARRAY, 3, 3)
    ('st.lists(st.booleans(), max_size=3).map(tuple)', 'npst.arrays(np.bool_, 3, elements=st.booleans())')
    """
    text = Source(element.strategy())
    sizes = size_arguments(low, high, LONGEST, SIZES)
    listed = write_call("st.lists", [text], sizes | ({"unique": True} if unique else {}))
    match container:
        case Container.LIST:
            return listed
        case Container.TUPLE:
            is_spelt = 1 <= low == high <= _MOST_SPELT
            return write_call("st.tuples", [text] * low, {}) if is_spelt else f"{listed}.map(tuple)"
        case Container.BYTES:
            return write_call("st.binary", [], sizes) if element.notation() == _ANY_BYTE else f"{listed}.map(bytes)"
    assert container is Container.ARRAY
    shape = Source(low if low == high else f"st.integers({low}, {high})")
    return write_call("npst.arrays", [Source(numpy_name(TYPE_OF[element.kind])), shape], {"elements": text})

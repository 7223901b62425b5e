"""Changes of numbers, Booleans and texts that a function gave, and of any value into one that is always the same."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from genmorph.mutation.outcome_operator import Example, Observed, OutcomeOperator, Shape, Variant
from genmorph.values.labels import label, write

_NUMBERS = frozenset({Shape.NUMBER})


def always(*variants: Variant) -> Callable[[Observed], Iterable[Variant]]:
    """The same variants whatever was observed."""
    return lambda _: variants


OFF_BY_ONE = OutcomeOperator(
    name="off_by_one",
    shapes=_NUMBERS,
    variants=always(("+1", (1,)), ("-1", (-1,))),
    change=lambda value, step: value + step,
    examples=(Example(5, (1,), 6), Example(0.5, (-1,), -0.5), Example(float("inf"), (-1,), float("inf"))),
)

SIGN = OutcomeOperator(
    name="sign",
    shapes=_NUMBERS,
    variants=always(("", ())),
    change=lambda value: -value,
    examples=(Example(5, (), -5), Example(-2.5, (), 2.5)),
)

SCALE = OutcomeOperator(
    name="scale",
    shapes=_NUMBERS,
    variants=always(("2", (2,))),
    change=lambda value, factor: value * factor,
    examples=(Example(5, (2,), 10), Example(0.25, (2,), 0.5), Example(1e308, (2,), float("inf"))),
)

NEGATION = OutcomeOperator(
    name="negation",
    shapes=frozenset({Shape.BOOLEAN}),
    variants=always(("", ())),
    change=lambda value: not value,
    examples=(Example(True, (), False), Example(False, (), True)),
)

CASE = OutcomeOperator(
    name="case",
    shapes=frozenset({Shape.TEXT}),
    variants=always(("upper", ("upper",)), ("lower", ("lower",))),
    change=lambda value, case: value.upper() if case == "upper" else value.lower(),
    examples=(Example("Ab c", ("upper",), "AB C"), Example("Ab c", ("lower",), "ab c")),
)


def _frequent_values(observed: Observed) -> Iterator[Variant]:
    """Both Booleans, or the two most frequent values, the first seen of those that are equally frequent."""
    if observed.shape is Shape.SEQUENCE:
        firsts = {write(value): value for value in reversed(observed.values)}
        ranked = Counter(map(write, observed.values)).most_common(2)
        frequent = [firsts[text] for text, _ in ranked]
    else:
        frequent = [value for value, _ in Counter(v for v in observed.values if v == v).most_common(2)]
    for value in [True, False] if observed.shape is Shape.BOOLEAN else frequent:
        yield label(value), (value,)


STUCK = OutcomeOperator(
    name="stuck",
    shapes=frozenset({Shape.NUMBER, Shape.BOOLEAN, Shape.TEXT, Shape.SEQUENCE}),
    variants=_frequent_values,
    change=lambda _value, stuck: stuck,
    examples=(Example(5, (0,), 0), Example(True, (False,), False), Example([1], ([2, 3],), [2, 3])),
)

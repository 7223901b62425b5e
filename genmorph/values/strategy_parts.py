"""What Hypothesis does not tell by public names: the parts of a strategy, and for which types there is one.

All private names of Hypothesis stand here. No public one says whether a type has a strategy of its own: `from_type`
makes one for every class, which calls its constructor. A strategy shows in its `repr` alone what it is made of, where
a composite of a user's may look like any other. A test fails for a Hypothesis that lacks one of these names.
"""

import sys
from collections.abc import Collection, Iterator, Mapping
from typing import Any

TYPES_MODULE, TYPES_NAME = "hypothesis.strategies._internal.types", "_global_type_lookup"
"""The table of the types that have a strategy."""
MAKER = "function"
"""The attribute of a strategy that has the function by which it was made."""
RESOLVED = "__wrapped_strategy"
"""How the attribute ends that has what Hypothesis itself makes of the arguments."""


def types_with_strategies() -> Collection[Any]:
    """The types of which Hypothesis knows a strategy, those that users registered among them."""
    known: Mapping[Any, object] = getattr(sys.modules.get(TYPES_MODULE), TYPES_NAME, {})
    return known.keys()


def is_strategy_like(value: object) -> bool:
    """Whether the value is a strategy, by what it has: loading Hypothesis takes a while."""
    return hasattr(value, "example") and hasattr(value, "validate")


def maker_of(strategy: Any) -> Any:
    """The function that made a strategy; None where it does not say."""
    return getattr(strategy, MAKER, None)


def parts_of(strategy: Any, is_resolved: bool) -> Iterator[Any]:
    """What a strategy is made of; also what Hypothesis made of its arguments, where `is_resolved`."""
    return (part for name, part in vars(strategy).items() if is_resolved or not name.endswith(RESOLVED))

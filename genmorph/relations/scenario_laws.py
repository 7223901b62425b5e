"""The laws of relations of several calls, by name, each as a sentence; `{left}` and the like are names of functions."""

from collections.abc import Mapping
from types import MappingProxyType

SENTENCES_OF_SINGLE_CALLS: Mapping[str, str] = MappingProxyType(
    {
        "permutation": "{left} gives the elements of an input in some order.",
        "element": "{left} gives one of the elements of an input.",
        "elements": "All that {left} gives is in an input.",
        "part": "What {left} gives is part of an input.",
        "ascending order": "What {left} gives is in ascending order.",
        "no repetitions": "Nothing is twice in what {left} gives.",
        "length": "What {left} gives has a length that inputs say.",
        "bound of the length": "The length of what {left} gives has a bound.",
        "None for empty": "{left} gives None for what is empty, and for nothing else.",
        "divisor": "What {left} gives divides an input.",
        "bound by an input": "What {left} gives is bounded by an input.",
        "lower bound": "What {left} gives is at least {fixed}.",
        "upper bound": "What {left} gives is at most {fixed}.",
        "lowercase": "What {left} gives is in lowercase.",
        "uppercase": "What {left} gives is in uppercase.",
        "stripped": "What {left} gives has no blanks at its ends.",
        "type": "What {left} gives is of one type.",
    }
)
"""Postconditions: what is true of each single call."""

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "additivity": "{left} of a sum is the sum of {left} of its parts.",
        "multiplicativity": "{left} of a product is the product of {left} of its factors.",
        "additivity over concatenation": "{left} of both joined is the sum of {left} of each.",
        "distribution over concatenation": "{left} of both joined is {left} of each, joined.",
        "combining law": "{left} of both {joins} follows from {left} of each: {right}.",
        "subadditivity": "{left} of both {joins} is at most the sum of {left} of each.",
        "superadditivity": "{left} of both {joins} is at least the sum of {left} of each.",
        "running state": "{left} of both parts at once is what one call after the other gives.",
        "order of calls": "The order of two calls of {left} does not matter.",
        "associativity": "How calls of {left} are grouped does not matter.",
        "transitivity": "{left} that holds from one value to the next holds from the first to the last.",
        "additivity of intervals": "{left} from the first to the last is the sum of both steps.",
        "multiplicativity of intervals": "{left} from the first to the last is the product of both steps.",
        "triangle inequality": "{left} is never longer than the way over a third value.",
        "position of an element": "{left} gives the place of the element that is looked for.",
        "position found again": "The element at the place that {left} gives is the one that is looked for.",
        "value of what is built": "{left} gives the same truth value for all inputs that are built so.",
        "base case": "{left} with {fixed} is {value}.",
        "unit for equal inputs": "{left} of a value and itself is {fixed}.",
        "recurrence": "{left} of a number follows from {left} of those before it.",
        "neutral element": "{left} with {fixed} gives the other argument back.",
        "absorbing element": "{left} with {fixed} is {fixed}.",
        "idempotence of an operation": "{left} of a value and itself is that value.",
        "distance to itself": "{left} of a value and itself is {fixed}.",
        "whole and part": "{left} holds of a whole and a part of it.",
        "rest of a whole": "{left} of a whole and a part of it is the rest.",
        "part of a whole": "{left} of a whole and a part of it is that part.",
        "round trip": "{outer} gives back what {inner} was given.",
        "round trip on the image": "{outer} undoes {inner} for all that {inner} gives.",
        "predicate": "What {inner} gives satisfies {outer}.",
        "invariance": "{outer} gives the same before and after {inner}.",
        "equivalence": "{left} and {right} give the same.",
        "bound": "{left} is bounded by {right}.",
        "commuting": "{outer} and {inner} may be exchanged.",
        "distributivity": "{outer} distributes over {inner}.",
        "absorption": "{outer} of a value and what {inner} makes of it is that value.",
        "product of both": "The product of {left} and {right} is that of their arguments.",
        **SENTENCES_OF_SINGLE_CALLS,
    }
)


SENTENCES_OF_STATE: Mapping[str, str] = MappingProxyType(
    {
        "result of two calls": "The second call gives what the first one was given: {formula}.",
        "result seen before": "A call gives what was seen before it: {formula}.",
        "undoing": "The second call undoes the first one: {formula}.",
        "undoing of one thing": "The second call brings back what the first one changes: {formula}.",
        "change of a number": "A call changes a number in a known way: {formula}.",
        "change of a list": "A call changes a list in a known way: {formula}.",
        "frame condition": "The call leaves one thing as it was: {formula}.",
        "frame condition of others": "The call leaves what is asked of others as it was: {formula}.",
        "idempotence": "The same call again changes nothing more: {formula}.",
        "order of calls": "The order of two calls does not matter: {formula}.",
        "no effect": "The call changes nothing that is seen: {formula}.",
    }
)
"""The laws of objects with state."""

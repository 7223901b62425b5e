"""What the annotation of a parameter, or its default value, must allow its domain to be."""

import inspect

from genmorph.model import Domain, UnsupportedError, UsageError
from genmorph.values.type_hints import find_domain, in_words, read_hint


def infer_domain(parameter: inspect.Parameter, function: str) -> Domain:
    """As `find_domain`, but UnsupportedError where there is none; `function` is for its text."""
    found = find_domain(parameter)
    if found is not None:
        return found
    if read_hint(parameter.annotation).is_known:
        raise UnsupportedError(
            f"parameter {parameter.name!r} of {function} is annotated {_text(parameter.annotation)}, which is not "
            "supported; give a function that takes numbers, texts, lists, tuples, bytes or arrays and makes it of these"
        )
    if parameter.name == "self":
        raise UnsupportedError(
            f"{function} needs an instance to be called on, and instances can be made of classes at the top level of "
            "modules alone, whose constructors are annotated; got 'self' without a domain"
        )
    raise UnsupportedError(
        f"parameter {parameter.name!r} of {function} has no usable annotation (got {_text(parameter.annotation)}); "
        f'give one: domain={{"{parameter.name}": ints(1, 9999)}} or --domain "{parameter.name}=ints(1, 9999)", '
        "or another, such as texts() or lists(floats(0, 1))"
    )


def check_kind(domain: Domain, parameter: inspect.Parameter) -> Domain:
    """The domain; UsageError where the annotation rules its values out. Ints may stand for floats.

    >>> from genmorph.domain import floats
    >>> check_kind(floats(0, 1), inspect.Parameter("x", inspect.Parameter.POSITIONAL_ONLY, annotation=int))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: parameter 'x' is annotated int, domain must hold ints, got floats(0.0, 1.0)
    """
    hint = parameter.annotation
    read = read_hint(hint)
    if read.admits(domain, with_none=parameter.default is None):
        return domain
    raise UsageError(
        f"parameter {parameter.name!r} is annotated {_text(hint)}, "
        f"domain must hold {in_words(read.domains)}, got {domain.notation():.200}"
    )


def _text(hint: object) -> str:
    if hint is inspect.Parameter.empty:
        return "none"
    return hint if isinstance(hint, str) else inspect.formatannotation(hint)

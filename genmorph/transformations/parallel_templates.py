"""Templates that change several sequences alike whose elements belong together, such as values and their weights."""

from collections.abc import Callable, Sequence

from genmorph.model import Container, Domain
from genmorph.transformations.containers import remade
from genmorph.transformations.drawing import Drawing
from genmorph.transformations.insertion_templates import append_text
from genmorph.transformations.narrowing import before_growing, is_homogeneous
from genmorph.transformations.scalar_templates import listed_words
from genmorph.transformations.sequence_templates import BEGINNING, REMOVE, REPEAT, REVERSE, SHUFFLE
from genmorph.transformations.template import (
    OPEN,
    Argument,
    Constant,
    Constants,
    Effect,
    Example,
    Template,
    Values,
)
from genmorph.values.narrowable import Narrowable
from genmorph.values.tuples import tuples

_ARITIES = {2: "both", 3: "three", 4: "four"}
_NAMES = "abcd"


def _are_as_long(arguments: Sequence[Argument]) -> str:
    """Python that is true where all arguments have the same length."""
    return " == ".join(f"len({argument.text})" for argument in arguments)


def _have_equal_lengths(values: Values) -> bool:
    return len({len(value) for value in values}) == 1


def _each(one: Template, arity: int, words: Callable[[str, Constant], str], example: Example) -> Template:
    """The template that does to each of so many arguments what another does to one.

    What is drawn stands for the same order or beginning of all, because their lengths are equal.
    """

    def follow_up(values: Values, constant: Constant) -> Values:
        if not _have_equal_lengths(values):
            return (None,) * arity
        return tuple(one.follow_up((value,), constant)[0] for value in values)

    def sources(domains: tuple[Narrowable, ...], constant: Constant) -> tuple[Domain | None, ...]:
        assert one.sources is not None, f"{one.name} finds its sources by trying"
        return tuple(one.sources((domain,), constant)[0] for domain in domains)

    def texts(arguments: tuple[Argument, ...], constant: Constant) -> tuple[str, ...]:
        return tuple(one.texts((argument,), constant)[0] for argument in arguments)

    return Template(
        name=f"{one.name}_{_ARITIES[arity]}",
        kinds=one.kinds,
        arity=arity,
        constants=one.constants,
        follow_up=follow_up,
        texts=texts,
        words=lambda names, constant: words(listed_words(names), constant),
        sources=sources,
        when=_are_as_long,
        suits=lambda domains: all(one.fits((domain,)) for domain in domains),
        names=one.names,
        is_parallel=True,
        effect=one.effect,
        is_involution=one.is_involution,
        diversity_group=f"{one.diversity_group} of several",
        fixed_constant=one.fixed_constant,
        examples=tuple(_repeated(one, example, arity, words)),
    )


def _repeated(one: Template, example: Example, arity: int, words: Callable[[str, Constant], str]) -> list[Example]:
    """The example of one argument, for several that are the same."""
    names = _NAMES[:arity]
    texts = tuple(one.texts((Argument(name, Container.LIST),), example.constant)[0] for name in names)
    said = words(listed_words(names), example.constant)
    return [Example(example.before * arity, example.constant, example.after * arity, texts, said)]


def _elements_of_each(domains: Sequence[Domain]) -> Domain | None:
    """Tuples with an element of each sequence; of texts, the characters are left to constants."""
    elements = [domain.element for domain in domains if is_homogeneous(domain)]
    known = [element for element in elements if isinstance(element, Narrowable)]
    return tuples(*known) if len(known) == len(domains) else None


def _appended(arity: int, example: Example) -> Template:
    def follow_up(values: Values, new: Constant) -> Values:
        if not _have_equal_lengths(values):
            return (None,) * arity
        ends = [remade(value, [element]) for value, element in zip(values, new, strict=True)]
        return tuple(None if end is None else value + end for value, end in zip(values, ends, strict=True))

    return Template(
        name=f"append_{_ARITIES[arity]}",
        kinds=OPEN,
        arity=arity,
        constants=Constants("a drawn tuple", lambda _: False, lambda *_: (), Drawing("new", _elements_of_each)),
        follow_up=follow_up,
        texts=lambda arguments, new: tuple(
            append_text(argument, f"{new}[{place}]") for place, argument in enumerate(arguments)
        ),
        words=lambda names, _: f"an element is appended to each of {listed_words(names)}",
        sources=lambda domains, _: tuple(before_growing(domain, least=0, more=1) for domain in domains),
        when=_are_as_long,
        is_parallel=True,
        effect=Effect.GROWS,
        examples=(example,),
    )


def _removed_words(name: str, place: Constant) -> str:
    return REMOVE.words((f"each of {name}",), place)


def _beginning_words(name: str, count: Constant) -> str:
    return BEGINNING.words((f"each of {name}",), count)


_CHANGED_ALONE = (SHUFFLE, REVERSE, BEGINNING, REMOVE, REPEAT)
_SHUFFLED, _REVERSED, _KEPT, _CUT, _REPEATED = (one.examples[0] for one in _CHANGED_ALONE)

PARALLEL_TEMPLATES = tuple(
    template
    for arity in _ARITIES
    for template in (
        _each(SHUFFLE, arity, lambda name, _: f"{name} are put into any order together", _SHUFFLED),
        _each(REVERSE, arity, lambda name, _: f"{name} are reversed together", _REVERSED),
        _appended(
            arity,
            Example(
                ([1],) * arity,
                (0,) * arity,
                ([1, 0],) * arity,
                tuple(f"[*{name}, {(0,) * arity}[{place}]]" for place, name in enumerate(_NAMES[:arity])),
                f"an element is appended to each of {listed_words(_NAMES[:arity])}",
            ),
        ),
        _each(BEGINNING, arity, _beginning_words, _KEPT),
        _each(REMOVE, arity, _removed_words, _CUT),
        _each(REPEAT, arity, lambda name, _: f"{name} are repeated together", _REPEATED),
    )
)
"""Those of two, three and four sequences."""

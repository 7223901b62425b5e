"""The most promising of all transformations that make sense for given parameters."""

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import chain, combinations, islice, zip_longest
from random import Random

from genmorph.model import Domain, Kind, Output, Parameter, UsageError
from genmorph.settings import INSTANTIATION
from genmorph.transformations.chaining import CHAIN, TURNED, UNDO, output_to_pass
from genmorph.transformations.inner_templates import separators_of, templates_inside, templates_of_tokens
from genmorph.transformations.narrowing import is_homogeneous, is_open_to, not_empty, width_of
from genmorph.transformations.parameter_names import family_of
from genmorph.transformations.template import ADDENDS, NUMBERS, Constant, Effect, Template
from genmorph.transformations.templates import find_template, known_templates
from genmorph.transformations.transformation import Transformation
from genmorph.values.narrowable import tells_sources

_Positions = tuple[int, ...]


def instantiate(
    parameters: Sequence[Parameter],
    constants: Sequence[int | float],
    outputs: Sequence[Output] = (),
    *,
    pieces: Sequence[str] = (),
    suited: Sequence[Sequence[int | float]] = (),
    parallel: Sequence[tuple[int, ...]] = (),
    templates: Collection[str] | None = None,
    draws: bool = True,
    limit: int = INSTANTIATION.most,
) -> tuple[Transformation, ...]:
    """At most `limit` transformations, the most promising first.

    First those of several parameters, many before two or three, neighbours before others, and those that pass the
    output on; then those of one parameter: without a constant, with a drawn one where it `draws`, with the constants
    worth a try everywhere and those `suited` to each parameter; then those of a text or sequence together with ints, of
    an argument by another, or of unlike parts of two; and last with numbers of `constants` and texts of `pieces`, in
    the order given. The parameters take turns. Where not all find room, those at the beginning give way to those of one
    parameter with nothing mined. A sequence that grows together with ints does so by one constant, the first that it
    may hold. More than two numbers are only changed alike where they are all of their kind, or all of one family of
    names. Left out are those that change nothing, or numbers by next to nothing, those that no source of the domain
    survives, or of several arguments leave one as it is, those that mix known and opaque domains, because then no
    strategy draws the sources whose follow-ups are valid, and those of other templates than `templates`, if given.
    Texts and sequences are reordered and resized together where their positions are `parallel`.
    Raises UsageError for a limit below 1 and for unknown templates.

    >>> from genmorph.domain import ints
    >>> found = instantiate([Parameter("x", ints()), Parameter("e", ints())], [7], templates={"swap", "add", "scale"})
    >>> [transformation.phrase(["x", "e"]) for transformation in found[:5]]
    ['x and e are swapped', 'x grows by k', 'e grows by k', 'x is multiplied by k', 'e is multiplied by k']
    >>> [transformation.phrase(["x", "e"]) for transformation in found[5:9]]
    ['x grows by 1', 'e grows by 1', 'x shrinks by 1', 'e shrinks by 1']
    >>> [transformation.phrase(["x", "e"]) for transformation in found[9:13]]
    ['x is negated', 'e is negated', 'x is multiplied by 2', 'e is multiplied by 2']
    >>> [transformation.phrase(["x", "e"]) for transformation in found[13:]]
    ['x grows by 7', 'e grows by 7', 'x is multiplied by 7', 'e is multiplied by 7']
    """
    if not limit >= 1:
        raise UsageError(f"limit must be at least 1, got {limit!r}")
    for name in templates or ():
        if name not in known_templates():
            raise UsageError(f"templates must be among {', '.join(known_templates())}, got {name!r}")
    offer = _Offer(
        parameters=tuple(parameters),
        numbers=tuple(constants),
        pieces=tuple(pieces),
        suited=tuple(suited) or ((),) * len(parameters),
        parallel=frozenset(parallel),
        templates=templates,
        draws=draws,
        alike=_alike(parameters),
    )
    singles = [(place,) for place in range(len(parameters))]
    by_constant = sorted(offer.without_mined(singles), key=lambda change: change.constant is not None)
    basic = by_constant[:limit]
    groups = _groups(offer.parameters, offer.parallel)
    several = list(chain.from_iterable(map(offer.without_mined, groups)))
    first = (*(change for change in several if not _is_rare(change)), *offer.chained(outputs))
    last = chain(filter(_is_rare, several), offer.mined(singles), *map(offer.mined, groups))
    return tuple(islice(chain(first[: limit - len(basic)], basic, last), limit))


@dataclass(frozen=True, slots=True)
class _Offer:
    """What transformations are made of."""

    parameters: tuple[Parameter, ...]
    numbers: tuple[int | float, ...]
    pieces: tuple[str, ...]
    suited: tuple[Sequence[int | float], ...]
    parallel: Set[_Positions]
    templates: Collection[str] | None
    draws: bool
    alike: Set[_Positions]

    def chained(self, outputs: Sequence[Output]) -> Iterator[Transformation]:
        """The only output in the place of each parameter that it fits, also with another parameter turned round."""
        takers = [
            (place, output_to_pass(outputs, parameter))
            for place, parameter in enumerate(self.parameters)
            if len(self.parameters) == 1 or parameter.kind is not Kind.BOOL  # what is true of the others is no flag
        ]
        for place, output in takers:
            if output is not None and self._allows(CHAIN):
                yield Transformation(CHAIN.name, (place,), output=output)
        with_opposite = [
            place
            for place, parameter in enumerate(self.parameters)
            if parameter.kind in TURNED and tells_sources(parameter.domain)
        ]
        for place, output in takers:
            if output is not None and self._allows(UNDO):
                turned = (other for other in with_opposite if other != place)
                yield from self._usable(Transformation(UNDO.name, (place, other), output=output) for other in turned)

    def without_mined(self, groups: Sequence[_Positions], *, is_mined: bool = False) -> Iterator[Transformation]:
        """Those of each of these positions without a constant, or with one that was not mined for its own sake."""
        turns = zip_longest(*(self._instances(positions, is_mined=is_mined) for positions in groups))
        return (change for turn in turns for change in turn if change is not None)

    def mined(self, groups: Sequence[_Positions]) -> Iterator[Transformation]:
        """Those with the other constants."""
        return self.without_mined(groups, is_mined=True)

    def _allows(self, template: Template) -> bool:
        return self.templates is None or template.name in self.templates

    def _instances(self, positions: _Positions, *, is_mined: bool) -> Iterator[Transformation]:
        """The transformations of these positions for which sources can be drawn."""
        changed = self._domains_at(positions)
        is_known = all(map(tells_sources, changed))
        if not is_known and any(domain != changed[0] for domain in changed):
            return
        inner = templates_inside(changed) if len(positions) <= INSTANTIATION.most_alike else ()
        tokens = templates_of_tokens(changed[0], separators_of(self.pieces)) if len(positions) == 1 else ()
        known = chain(tokens, known_templates().values(), inner)
        templates = (t for t in known if t.arity == len(positions) and not t.passes_on and self._allows(t))
        templates = (template for template in templates if self._are_meant(template, positions))
        arranged = ((template, places) for template in templates for places in self._arranged(template, positions))
        fitting = [(template, places) for template, places in arranged if template.fits(self._domains_at(places))]
        if not is_mined:
            bare = [(template, places) for template, places in fitting if template.constants is None]
            yield from self._usable(Transformation(t.name, places) for t, places in bare if not t.is_parallel)
            yield from self._usable(self._drawn(fitting))
            yield from self._usable(Transformation(t.name, places) for t, places in bare if t.is_parallel)
        ranks = zip_longest(*(self._constants(template, places, is_mined) for template, places in fitting))
        yield from self._usable(
            Transformation(template.name, places, constant)
            for rank in ranks
            for (template, places), constant in zip(fitting, rank, strict=True)
            if template.constants and constant is not None and template.constants.allows(constant)
        )

    def _drawn(self, fitting: Iterable[tuple[Template, _Positions]]) -> Iterator[Transformation]:
        """Those whose constant is drawn, where all values that they may have are known."""
        for template, places in fitting:
            domains = self._domains_at(places)
            if not self.draws or template.constants is None or template.constants.drawing is None or template.leads:
                continue
            changed = template.changed(domains)
            drawn = template.constants.drawing.domain(changed) if all(map(tells_sources, domains)) else None
            if drawn is not None:
                yield Transformation(template.name, places, drawn=drawn)

    def _are_meant(self, template: Template, positions: _Positions) -> bool:
        """Whether the parameters at these positions belong together, as far as the template asks for that.

        Numbers change each other where they are few. More than two, of which none leads, do where they are all that
        hold their kind, or all of one family of names, if they change alike, and where they stand in a row if they
        change places.
        """
        if template.of_names is not None and not template.of_names(self._names_at(positions)):
            return False
        if template.effect is Effect.REPLACES:
            return len(self.parameters) > 1  # what does not depend on the only argument is a constant
        if template.is_parallel:
            return positions in self.parallel
        if template.borrows:
            numbers = sum(parameter.kind in NUMBERS for parameter in self.parameters)
            return numbers <= INSTANTIATION.few_numbers or not template.kinds <= NUMBERS
        if template.arity <= 2 or template.leads:
            return True
        if not template.mixes:
            return positions[-1] - positions[0] < template.arity
        return positions in self.alike

    def _names_at(self, positions: _Positions) -> tuple[str, ...]:
        return tuple(self.parameters[position].name for position in positions)

    def _domains_at(self, positions: _Positions) -> tuple[Domain, ...]:
        return tuple(self.parameters[position].domain for position in positions)

    def _arranged(self, template: Template, positions: _Positions) -> tuple[_Positions, ...]:
        """The positions in the orders in which the template may take them."""
        if template.borrows:
            return positions, positions[::-1]
        if template.leads:
            return (tuple(sorted(positions, key=lambda place: self.parameters[place].kind is Kind.INT)),)
        return (positions,)

    def _usable(self, transformations: Iterable[Transformation]) -> Iterator[Transformation]:
        domains = [parameter.domain for parameter in self.parameters]
        applicable = (change for change in transformations if change.is_applicable(domains) is not False)
        telling = (change for change in applicable if not _leaves_few_numbers(change, domains))
        return (change for change in telling if not _is_example(change, domains))

    def _constants(self, template: Template, positions: _Positions, is_mined: bool) -> tuple[Constant, ...]:
        """All that the template takes at these positions: those worth a try everywhere, or those mined.

        One that leads takes the first that fits, wherever it is from, and no other.
        """
        if template.constants is None:
            return ()
        domains = self._domains_at(positions)
        held = template.changed(domains)[0].kind
        kind = held.element or held
        everywhere = template.constants.choices(kind, (), ())
        offered = template.constants.choices(kind, self.numbers, self.pieces)
        if template.leads:
            fitting = (constant for constant in offered if is_open_to(domains[0], constant))
            return () if is_mined else tuple(islice(fitting, 1))
        everywhere = tuple(dict.fromkeys((*everywhere, *self._suited(template, positions))))
        if not is_mined:
            return everywhere
        mined = tuple(constant for constant in offered if constant not in everywhere)
        if template.constants is not ADDENDS:
            return mined
        bounds = [INSTANTIATION.slight * min(1.0, width_of(domain)) for domain in domains]
        return tuple(constant for constant in mined if not all(abs(constant) < bound for bound in bounds))

    def _suited(self, template: Template, positions: _Positions) -> tuple[Constant, ...]:
        """What suits the parameter; where several change alike, what is said of each of them says the same."""
        if template.constants is None or len(positions) > 1:
            return ()
        [place] = positions
        return template.constants.suited(self.parameters[place].domain, self.suited[place])


def _leaves_few_numbers(change: Transformation, domains: Sequence[Domain]) -> bool:
    """Whether it is of one number, and only a few of very many numbers stay in the domain, such as days 1 and 2 * 12.

    >>> from genmorph.domain import floats, ints
    >>> twelvefold = Transformation("scale", (0,), 12)
    >>> [_leaves_few_numbers(twelvefold, [domain]) for domain in (ints(1, 31), ints(1, 99))]
    [True, False]
    >>> _leaves_few_numbers(Transformation("add", (0,), 1.0), [floats(0, 1)])
    True
    """
    if len(change.positions) > 1 or change.drawn is not None or change.chained is not None:
        return False
    [place] = change.positions
    narrowed = change.narrow(domains) if domains[place].kind.is_number else None
    left = None if narrowed is None else narrowed[place].size
    if left is None or left > INSTANTIATION.most_few:
        return False
    size = domains[place].size
    return size is None or INSTANTIATION.times_as_many * left < size


def _is_example(change: Transformation, domains: Sequence[Domain]) -> bool:
    """Whether one of several arguments that change never does: all sources have the same number there, such as 0.

    What is said of such a change is an example, as the domain of that argument has other numbers, too. Where one is
    changed by another, that one has a single value, such as 0 or "".
    """
    narrowed = None if len(change.positions) == 1 else change.narrow(domains)
    if narrowed is None:
        return False
    if find_template(change.template).borrows:
        taker, giver = change.positions
        certain = [taker] if narrowed[giver].size == 1 else []
    else:
        certain = [p for p in change.positions if _numbers_of(narrowed[p]).size == 1 != _numbers_of(domains[p]).size]
    if not certain:
        return False
    rng = Random(0)
    source = tuple((not_empty(domain) or domain).draw(rng) for domain in narrowed)
    outputs = () if change.chained is None else [source[change.chained]] * (1 + (change.output or 0))
    follow_up = change.apply(source, outputs)
    return follow_up is not None and any(follow_up[place] == source[place] for place in certain)


def _numbers_of(domain: Domain) -> Domain:
    """The domain of the elements, where there is one."""
    return domain.element if is_homogeneous(domain) else domain


def _is_rare(change: Transformation) -> bool:
    """Whether few functions keep a relation under it.

    One argument is changed by another, ints with a sequence, or unlike parts of two arguments are changed alike.
    """
    template = find_template(change.template)
    return template.leads or template.borrows or template.is_across


def _groups(parameters: Sequence[Parameter], parallel: Set[_Positions]) -> list[list[_Positions]]:
    """The positions that a template of several parameters may change together: many first, then by how close they lie.

    Many are only those that are parallel or alike, and those that stand in a row and may be two things, as there would
    be too many choices.
    """
    count = len(parameters)
    sizes = sorted({template.arity for template in known_templates().values()} - {1})
    few = [size for size in sizes if size <= INSTANTIATION.few_together]
    many = [size for size in sizes if size > INSTANTIATION.few_together]
    families = [family_of(parameter.name) for parameter in parameters]
    rows = [
        tuple(range(start, start + size))
        for size in many
        for start in range(count - size + 1)
        if _are_things(families, start, size)
    ]
    alike = [group for group in _alike(parameters) | parallel if len(group) in many]
    several = sorted({*rows, *alike}, key=lambda group: (len(group), group))
    groups = [group for size in few for group in combinations(range(count), size)]
    distances = sorted({group[-1] - group[0] for group in groups})
    return [several, *([group for group in groups if group[-1] - group[0] == distance] for distance in distances)]


def _are_things(families: Sequence[str], start: int, size: int) -> bool:
    """Whether a row of parameters may stand for two things, by the families of all names.

    These are in no other parameters; or they are those of several things in a row, such as three points.

    >>> [_are_things("xyxyr", start, 4) for start in (0, 1)], [_are_things("xyxyxy", start, 4) for start in (0, 1, 2)]
    ([True, False], [True, False, True])
    >>> _are_things("pppppp", 0, 4)
    False
    """
    inside, outside = families[start : start + size], [*families[:start], *families[start + size :]]
    if not {*inside} & {*outside}:
        return True
    half = size // 2
    is_block = inside[:half] == inside[half:] and len({*inside}) == half > 1
    first = next(place for place, family in enumerate(families) if family in inside)
    return is_block and (start - first) % half == 0


def _alike(parameters: Sequence[Parameter]) -> set[_Positions]:
    """The positions of all parameters that hold the same kind, and of those of them with names of one family."""
    found: dict[tuple[Kind, str], list[int]] = {}
    for position, parameter in enumerate(parameters):
        kind = parameter.kind.element or parameter.kind
        for family in ("", family_of(parameter.name)):
            found.setdefault((kind, family), []).append(position)
    return set(map(tuple, found.values()))

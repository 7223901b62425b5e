"""A candidate relation as the selection and the filters see it, and its other forms."""

import math
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from genmorph.execution.observation import NOTHING_OBSERVED, Executions
from genmorph.filters.features import Features
from genmorph.filters.rules import Tier, tier_of
from genmorph.filters.single_calls import SingleCalls
from genmorph.filters.validity import Finding
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.table import Table, build_table
from genmorph.model import Evidence, Input, Parameter, Tolerance
from genmorph.relations.expression import FOLLOW_UP_SIDE, Expression
from genmorph.relations.laws import Law
from genmorph.relations.metamorphic import names_of
from genmorph.relations.simplification import rewritings, simplicity_key, substituted
from genmorph.transformations.drawing import Drawing
from genmorph.transformations.template import Template
from genmorph.transformations.templates import find_template
from genmorph.transformations.transformation import Transformation


@dataclass(frozen=True, eq=False)
class Candidate:
    """A relation on its way from the search to the report, with the executions it was found on.

    It has no slots, so that what the selection asks of each again and again is computed once.
    """

    transformation: Transformation
    expression: Expression
    killed: frozenset[str]
    executions: Executions = NOTHING_OBSERVED
    tolerance: Tolerance = field(default_factory=Tolerance)
    special: frozenset[int | float] = frozenset()
    """Numbers that mean something for the function: its own and the transformation's."""
    single_calls: SingleCalls = field(default_factory=SingleCalls)
    """What is known of single calls."""
    finding: Finding | None = None
    """What the filters said of it; None before they were asked."""
    evidence: Evidence | None = None
    """What speaks for it, where the filters keep it."""
    hardest: tuple[Input, ...] = ()
    """Sources to show: those with the least slack, or on which mutants raise other errors."""

    @property
    def table(self) -> Table:
        """The executions as columns."""
        return _table_of(self.executions, self.tolerance)

    def judged(self, finding: Finding, evidence: Evidence | None = None) -> "Candidate":
        """The same with what the filters say of it."""
        return replace(self, finding=finding, evidence=evidence)

    @cached_property
    def features(self) -> Features:
        """What the rules know of it."""
        return Features(
            self.expression,
            killed=len(self.killed),
            special=self.special,
            transformation=self.transformation,
            executions=self.executions,
            single_calls=self.single_calls,
        )

    @property
    def complexity(self) -> int:
        """What it takes to read it."""
        return self.features.complexity

    @property
    def is_equality(self) -> bool:
        """Whether it says what the output is, rather than bounds it."""
        return self.features.is_equality

    @property
    def law(self) -> Law | None:
        """The law that it is an instance of."""
        return self.features.law

    @cached_property
    def outputs(self) -> tuple[str, ...]:
        """The follow-up's outputs in it; the name of a part, or of what is read of a whole, holds that of the whole."""
        return tuple(v.name.removesuffix("_f") for v in self.expression.mentioned if v.role in FOLLOW_UP_SIDE)

    @cached_property
    def is_of_parts(self) -> bool:
        """Whether it speaks of fields or items of what is returned, and not of the whole."""
        return self.features.is_of_parts

    @property
    def changes_part(self) -> bool:
        """Whether a field or item of an argument alone is changed."""
        return self._template.is_of_part

    @property
    def adds(self) -> bool:
        """Whether something is added to what is changed."""
        return self._template.adds

    @property
    def part(self) -> Hashable:
        """The field or item of an argument that is changed; None where it is none of these."""
        path = self.transformation.template.rpartition("/")[0]
        return (path, self.transformation.positions) if self.changes_part else None

    @property
    def arguments(self) -> int:
        """How many arguments are changed."""
        return len(self.transformation.positions)

    @cached_property
    def tier(self) -> Tier:
        """What becomes of it."""
        return tier_of(self.features)

    @property
    def has_constants(self) -> bool:
        """Whether numbers were fitted into it."""
        return bool(self.expression.constants)

    @cached_property
    def claim(self) -> Hashable:
        """What it says, by the names of the variables; the same of all that say that something of an output is kept."""
        match self.expression.to_tree():
            case ["==" | "iff", [one, str()], [other, str()]] if one == other and self.is_equality:
                return "kept"
            case tree:
                return repr(tree)

    @cached_property
    def measure(self) -> Hashable:
        """The measures of the follow-up's outputs that it speaks of, where it says nothing else of these."""
        outputs = names_of(self.expression, FOLLOW_UP_SIDE)
        measured = list(_measured(self.expression.to_tree(), outputs))
        return None if None in measured else frozenset(measured)

    @cached_property
    def group(self) -> Hashable:
        """The diversity group: adding c and adding -c say the same, and so do templates of one group."""
        template, positions, constant = self._change
        if self._template.adds and isinstance(constant, int | float):
            constant = abs(constant)
        return template, positions, constant

    @cached_property
    def wider_group(self) -> Hashable:
        """Adding more or less says much the same, also backwards, and so does one element or another."""
        template, positions, constant = self._change
        drawing, is_factor = self._drawing, self._is_factor
        if self.transformation.drawn is not None:  # it is above 0
            return template, positions, 1 if is_factor else None
        is_element = drawing is not None and not is_factor and not isinstance(constant, str)
        if self._template.adds or is_element:
            constant = None
        is_number = isinstance(constant, int | float) and not isinstance(constant, bool)
        sign = (constant > 0) - (constant < 0) if is_number else constant
        return template, positions, sign

    @cached_property
    def bound_group(self) -> Hashable:
        """Squares and multiples are larger, as sums are: bounds say much the same of them."""
        change, adding = self.transformation, self._template.enlarges_like
        if change.drawn is not None and adding is not None:
            return adding, change.positions, None
        is_larger = change.constant is None or (isinstance(change.constant, int | float) and change.constant > 1)
        return (adding, change.positions, None) if adding is not None and is_larger else self.wider_group

    @property
    def is_drawn(self) -> bool:
        """Whether it speaks of a drawn parameter, and so of many changes."""
        return self.transformation.drawn is not None

    @property
    def is_unnatural(self) -> bool:
        """Whether the follow-up's input is one that a developer would hardly think of, and what is said is no law."""
        return self._template.is_unnatural and self.law is None

    @property
    def _template(self) -> Template:
        return find_template(self.transformation.template)

    @property
    def _drawing(self) -> Drawing | None:
        return None if self._template.constants is None else self._template.constants.drawing

    @property
    def _is_factor(self) -> bool:
        return self._drawing is not None and self._drawing.multiplies

    @property
    def _change(self) -> tuple[Hashable, tuple[int, ...], Any]:
        """The template and its constant, or only its diversity group, with the sign of a factor.

        An output is passed on anywhere alike.
        """
        if self.transformation.chained is not None:
            return "passed on", (), None
        template, positions = self._template, self.transformation.positions
        if template.diversity_group is not None:
            constant = self.transformation.constant
            sign = math.copysign(1, constant) if self._is_factor and isinstance(constant, int | float) else None
            return ("group", template.diversity_group), positions, sign
        return template.name, positions, self.transformation.constant


def kills_of(expression: Expression, table: Table) -> frozenset[str]:
    """The mutants that a relation kills on the rows of a table."""
    kills = zip(table.judged, score(pack([expression]), table).kills[0], strict=True)
    return frozenset(name for name, is_killed in kills if is_killed)


def finding_of(found: Candidate) -> Finding:
    """What the filters said of a candidate, which must have been asked."""
    assert found.finding is not None
    return found.finding


def _measured(tree: Any, outputs: Collection[str]) -> Iterator[tuple[str, str] | None]:
    """Each output in the tree with the measure of it that is taken; None for one of which none is."""
    match tree:
        case [("len" | "sum" | "min" | "max") as measure, str() as name] if name in outputs:
            yield measure, name
        case str() if tree in outputs:
            yield None
        case list():
            for part in tree[1:]:
                yield from _measured(part, outputs)


@lru_cache(maxsize=4)
def _table_of(executions: Executions, tolerance: Tolerance) -> Table:
    """Tables take ten times the memory of executions, and there are many transformations."""
    return build_table(executions, tolerance)


def special_numbers(constants: Iterable[int | float], transformation: Transformation) -> frozenset[int | float]:
    """The numbers that the function uses, and the one that the transformation changes inputs by."""
    return frozenset((*constants, *own_numbers(transformation)))


def own_numbers(transformation: Transformation) -> tuple[int | float, ...]:
    """The number that the transformation changes inputs by, which all calls use."""
    fixed = find_template(transformation.template).fixed_constant
    constant = transformation.constant if fixed is None else fixed
    return (constant,) if isinstance(constant, int | float) and not isinstance(constant, bool) else ()


def plain_form(found: Candidate, parameters: Sequence[Parameter]) -> Candidate:
    """The relation itself, or the plainer one that it is by the laws of algebra, with that one's own kills.

    `f == x - (x - s)` is `f == s`, though rounding lets it reject some more of the mutants' floats.
    """
    inputs_replaced = substituted(
        found.expression, found.transformation.follow_up_trees([p.name for p in parameters], parameters)
    )
    starts = [start for start in (found.expression, inputs_replaced) if start]
    known = simplicity_key(found.expression)
    forms = {form for start in starts for form in rewritings(start) if simplicity_key(form) < known}
    options = sorted(forms, key=simplicity_key)
    if not options:
        return found
    scores = score(pack(options), found.table)
    differing = [same is False for same in agree(found, options)]
    for index, option in enumerate(options):
        if differing[index] and scores.false_positives[index] == 0:
            kills = zip(found.table.judged, scores.kills[index], strict=True)
            return replace(found, expression=option, killed=frozenset(name for name, killed in kills if killed))
    return found


def agree(found: Candidate, options: Sequence[Expression]) -> list[bool]:
    """For each expression, whether it rejects the same executions as the relation found."""
    scores = score(pack([found.expression, *options]), found.table)
    same = (scores.rejected[1:] == scores.rejected[0]).all(axis=1)
    return same.tolist()  # type: ignore[no-any-return]

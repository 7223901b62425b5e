"""What the rules know of a candidate relation: its shape, its numbers, and what perturbed outputs do to it."""

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, starmap
from typing import Any

from genmorph.execution.observation import CORRECT, Executions
from genmorph.filters.claims import (
    CONNECTIVES,
    ORDERS,
    PLACED,
    Claim,
    Tree,
    claims_of,
    operations_of,
    with_another_amount,
)
from genmorph.filters.given_keys import are_keys_of, find_keys
from genmorph.filters.handing_on import hands_elements_on
from genmorph.filters.single_calls import SingleCalls
from genmorph.filters.triviality import (
    Perturbations,
    has_fitted_constant,
    has_fitted_fraction,
    has_fitted_multiple,
    is_fitted_bound,
)
from genmorph.fitness.sensitivity import is_too_sharp
from genmorph.model import Input, Kind, Tolerance, UsageError
from genmorph.relations.algebra import leaves, mentions
from genmorph.relations.complexity import complexity
from genmorph.relations.expression import (
    FOLLOW_UP_SIDE,
    IS_NONE,
    SOURCE_SIDE,
    Expression,
    Role,
    Variable,
    int_nodes,
    operands,
)
from genmorph.relations.laws import Law, law_of
from genmorph.relations.meaning import compile_relation
from genmorph.relations.metamorphic import atoms, is_metamorphic, names_of
from genmorph.relations.operators import EQUALITIES, FIRST_VARIABLE, IFF, OPERATORS, Sort
from genmorph.settings import SHAPES
from genmorph.transformations.template import Effect
from genmorph.transformations.templates import find_innermost, find_template
from genmorph.transformations.transformation import Transformation
from genmorph.values.arrays import FLATTENED
from genmorph.values.foreign import natives
from genmorph.values.mappings import OF_ONE_ENTRY
from genmorph.values.steps import Keys

_IDLE = frozenset(one.symbol for one in OPERATORS if one.arguments == (one.result,) and one.result is not Sort.BOOLEAN)
"""Operations that may leave an output as it is: it has another order, sign or case."""
_SIZED = (str, bytes, list, tuple, dict, set, frozenset)
_CALLS = (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)
_INPUTS = frozenset({Role.SOURCE_INPUT, Role.FOLLOW_UP_INPUT})


def _is_shifted(lengths: Sequence[int], given: Sequence[int]) -> bool:
    """Whether all lengths are the given ones, or all are 1 more, or all 1 less."""
    return any([size + more for size in given] == [*lengths] for more in (0, 1, -1))


def is_short(complexity: int, is_equality: bool) -> bool:
    """Whether a relation of that complexity is short; bounds must be shorter than equalities."""
    return complexity <= (SHAPES.short_equality if is_equality else SHAPES.short_bound)


@dataclass(frozen=True, eq=False)
class Features:
    """What the rules may ask of a candidate; each answer is computed when it is first asked for, and once.

    `special` are numbers that mean something for the function: its own and the transformation's. Without executions
    or perturbations, what needs them has no answer.
    """

    expression: Expression
    killed: int = 0
    special: frozenset[int | float] = frozenset()
    transformation: Transformation | None = None
    executions: Executions | None = None
    single_calls: SingleCalls = field(default_factory=SingleCalls)
    perturbations: Perturbations | None = None

    @cached_property
    def tree(self) -> Tree:
        """The relation as nested lists."""
        return self.expression.to_tree()

    @cached_property
    def outputs(self) -> frozenset[str]:
        """The names of the outputs that it speaks of."""
        return names_of(self.expression, FOLLOW_UP_SIDE) | names_of(self.expression, SOURCE_SIDE)

    @cached_property
    def texts(self) -> frozenset[str]:
        """The names of the outputs that are texts, as far as it speaks of them."""
        return frozenset(one.name for one in self.expression.mentioned if one.sort is Sort.TEXT) & self.outputs

    @cached_property
    def changes_a_text(self) -> bool:
        """Whether an argument is a text that is changed, and not replaced by any other one.

        >>> from genmorph.domain import ints, texts
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> known = relation_variables([Parameter("s", texts()), Parameter("n", ints())], [0], [Output(Kind.TEXT)])
        >>> same = Expression.from_tree(["==", "return_f", "return_s"], known)
        >>> replaced = Transformation("replace", (0,), drawn=texts())
        >>> changes = Transformation("upper", (0,)), Transformation("add", (1,), 1), replaced
        >>> [Features(same, transformation=one).changes_a_text for one in changes]
        [True, False, False]
        """
        change = self.transformation
        changed = () if change is None or change.does == Effect.REPLACES.value else change.positions
        inputs = [variable for variable in self.expression.variables if variable.role in _INPUTS]
        return any(variable.sort is Sort.TEXT and variable.position in changed for variable in inputs)

    @cached_property
    def has_sized_inputs(self) -> bool:
        """Whether an argument is a text or a sequence, or none is a number or a Boolean."""
        inputs = [variable for variable in self.expression.variables if variable.role in _INPUTS]
        return not inputs or any(variable.sort not in (Sort.NUMBER, Sort.BOOLEAN) for variable in inputs)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Its statements: see `claims_of`."""
        return tuple(claims_of(self.tree, self.outputs))

    @cached_property
    def calculated_places(self) -> list[Tree]:
        """Places and sizes in it that are calculated, or are an input of the follow-up."""
        calculated = names_of(self.expression, (Role.FOLLOW_UP_INPUT,))
        places = [operation[2] for operation in operations_of(self.tree) if operation[0] in PLACED]
        return [place for place in places if isinstance(place, list) or place in calculated]

    @cached_property
    def complexity(self) -> int:
        """What it takes to read it; that something is None is a claim of its own."""
        spoken_of = (code for code in self.expression.codes if code >= FIRST_VARIABLE)
        names = (self.expression.variables[code - FIRST_VARIABLE].name for code in spoken_of)
        return complexity(self.expression) + sum(IS_NONE in name for name in names)

    @cached_property
    def is_equality(self) -> bool:
        """Whether it says what the output is, rather than bounds it; a Boolean output must stand alone on one side."""
        codes, variables = self.expression.codes, self.expression.variables
        spoken_of = [code for code in codes if code >= FIRST_VARIABLE and _is_follow_up(variables, code)]
        if len(spoken_of) != 1:
            return False
        if variables[spoken_of[0] - FIRST_VARIABLE].sort is Sort.BOOLEAN:
            return codes[0] == IFF and spoken_of[0] in [codes[operand] for operand in operands(codes, 0)]
        return codes[0] in EQUALITIES

    @cached_property
    def is_short(self) -> bool:
        """Whether it is short: see `is_short`."""
        return is_short(self.complexity, self.is_equality)

    @cached_property
    def law(self) -> Law | None:
        """The law that it is an instance of; None where it is of none, or the follow-up is unnatural.

        Arguments that may be exchanged are a law whatever their names are: `total(price, tax) == total(tax, price)`.
        """
        change = self.transformation
        found = law_of(self.expression, "" if change is None else change.does)
        if found is None or change is None or not find_template(change.template).is_unnatural:
            return found
        return found if change.does == Effect.SWAPS.value and not found.is_bound else None

    @cached_property
    def gives_the_output(self) -> bool:
        """Whether an output of the follow-up stands alone on one side."""
        codes, variables = self.expression.codes, self.expression.variables
        sides = [codes[operand] for operand in operands(codes, 0)]
        return any(code >= FIRST_VARIABLE and _is_follow_up(variables, code) for code in sides)

    @cached_property
    def is_metamorphic(self) -> bool:
        """Whether it ties the outputs of both calls together."""
        return is_metamorphic(self.expression)

    @cached_property
    def is_too_sharp(self) -> bool:
        """Whether it claims more than random inputs can contradict."""
        return is_too_sharp(self.expression)

    @cached_property
    def has_fitted_constant(self) -> bool:
        """Whether a number in it neither stands for itself nor is special."""
        return has_fitted_constant(self.expression, self.special)

    @cached_property
    def is_fitted_bound(self) -> bool:
        """Whether one of its bounds of outputs has such a number."""
        return is_fitted_bound(self.expression, self.special)

    @cached_property
    def is_fitted_on_a_condition(self) -> bool:
        """Whether it has a condition, and a fitted bound of outputs, or a fitted fraction in an equality of them."""
        is_conditional = len(list(atoms(self.tree))) > 1
        return is_conditional and (self.is_fitted_bound or has_fitted_fraction(self.expression, self.special))

    @cached_property
    def is_loose(self) -> bool:
        """Whether an order also holds with a number or term of inputs that is a tenth less, and with one a tenth more.

        >>> import numpy as np
        >>> from genmorph.model import Output
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([], [], [Output(Kind.INT)])
        >>> columns = np.arange(10.0), np.arange(10.0) + 7
        >>> executions = Executions(variables, columns, np.full(10, -1), np.arange(10), (), ())
        >>> bounds = (["<=", "return_f", 7], ["<", "return_f", 8], ["<=", "return_f", 12])
        >>> trees = [[order, output, ["+", "return_s", most]] for order, output, most in bounds]
        >>> [Features(Expression.from_tree(tree, variables), executions=executions).is_loose for tree in trees]
        [False, False, True]
        """
        if self.tree[0] not in ORDERS or not self._correct:
            return False
        factors = 1 - SHAPES.looseness, 1 + SHAPES.looseness
        smaller, larger = (with_another_amount(self.tree, self.outputs, factor) for factor in factors)
        return any(
            self._holds_as_an_order(one) and self._holds_as_an_order(other)
            for one, other in zip(smaller, larger, strict=True)
        )

    @cached_property
    def has_idle_operation(self) -> bool:
        """Whether an operation in it never changes the output that it is done to, such as that to lower case.

        >>> import numpy as np
        >>> from genmorph.model import Output
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([], [], [Output(Kind.TEXT)])
        >>> texts = np.array(["1st", "2nd"], object)
        >>> executions = Executions(variables, (texts, texts), np.full(2, -1), np.arange(2), (), ())
        >>> trees = ["==", "return_f", ["lower", "return_s"]], ["==", "return_f", "return_s"]
        >>> [Features(Expression.from_tree(one, variables), executions=executions).has_idle_operation for one in trees]
        [True, False]
        """
        changing = (one for one in operations_of(self.tree) if one[0] in _IDLE and isinstance(one[1], str))
        on_outputs = [one for one in changing if one[1] in self.outputs]
        return bool(self._correct) and any(self._holds(["==", one, one[1]]) for one in on_outputs)

    @cached_property
    def _is_of_whole_numbers(self) -> bool:
        """Whether both sides of the order are ints, which differ by 1 at least."""
        codes = self.expression.codes
        are_ints = int_nodes(codes, self.expression.variables)
        return all(are_ints[operand] for operand in operands(codes, 0))

    def _holds_as_an_order(self, order: Tree) -> bool:
        """Whether the order, of other amounts, is true of all correct executions; False for what is no relation."""
        symbol, one, other = order
        return self._holds(["<=", ["+", one, 1], other] if symbol == "<" and self._is_of_whole_numbers else order)

    def _holds(self, tree: Tree) -> bool:
        """Whether a relation is true of all correct executions; False for what is none."""
        assert self.executions is not None
        try:
            holds = compile_relation(Expression.from_tree(tree, self.executions.variables), Tolerance())
        except UsageError:  # what was multiplied is no number
            return False
        return all(map(holds, zip(*(column.tolist() for column in self._correct.values()), strict=True)))

    @cached_property
    def _correct(self) -> dict[Variable, Any]:
        """The columns of the correct executions, in the order of the variables; none without such executions."""
        if self.executions is None or not self.executions.correct:
            return {}
        is_correct = self.executions.mutants == CORRECT
        pairs = zip(self.executions.variables, self.executions.columns, strict=True)
        return {variable: column[is_correct] for variable, column in pairs}

    @cached_property
    def orders_unlike_outputs(self) -> bool:
        """Whether outputs of both calls are ordered, and none is the other's counterpart.

        >>> from genmorph.model import Output, Place
        >>> from genmorph.relations.expression import relation_variables
        >>> outputs = [Output(Kind.INT, Place.FIELD, "low"), Output(Kind.INT, Place.FIELD, "high")]
        >>> variables = relation_variables([], [], outputs)
        >>> names = [variable.name for variable in variables]
        >>> trees = [["<=", names[0], other] for other in names[2:]]
        >>> [Features(Expression.from_tree(tree, variables)).orders_unlike_outputs for tree in trees]
        [False, True]
        """
        sides = [
            {one.name: one.position for one in self.expression.mentioned if one.role in side}
            for side in (SOURCE_SIDE - {Role.CHAINED_INPUT}, FOLLOW_UP_SIDE)
        ]
        places = [
            [{one[leaf] for leaf in leaves(atom) if leaf in one} for one in sides]
            for atom in atoms(self.tree)
            if atom[0] in ORDERS
        ]
        return any(before and after and not before & after for before, after in places)

    @cached_property
    def is_bound_of_one_amount(self) -> bool:
        """Whether it orders outputs, or bounds Boolean ones, where numbers grow by one amount other than 1.

        >>> from genmorph.domain import floats
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([Parameter("x", floats())], [0], [Output(Kind.FLOAT)])
        >>> grows = Expression.from_tree(["<=", "return_s", "return_f"], variables)
        >>> changes = (Transformation("add", (0,), amount) for amount in (1, 363))
        >>> [Features(grows, transformation=change).is_bound_of_one_amount for change in changes]
        [False, True]
        """
        change = self.transformation
        if change is None or change.drawn is not None or change.does != Effect.ADDS.value or abs(change.constant) == 1:
            return False
        return self._is_bound

    @cached_property
    def is_fitted_to_a_change(self) -> bool:
        """Whether an equality has a fitted number as a multiple of an input, or where several arguments change by one.

        >>> from genmorph.domain import ints
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> parameters = [Parameter("month", ints()), Parameter("day", ints())]
        >>> for change in (Transformation("add_both", (0, 1), 11), Transformation("add", (0,), 400)):
        ...     variables = relation_variables(parameters, change.positions, [Output(Kind.INT)])
        ...     relation = Expression.from_tree(["==", "return_f", ["+", "return_s", 336]], variables)
        ...     Features(relation, transformation=change).is_fitted_to_a_change
        True
        False
        """
        change = self.transformation
        is_joint = change is not None and len(change.positions) > 1 and change.constant is not None
        is_fitted = is_joint and self.tree[0] == "==" and self.has_fitted_constant
        inputs = [one.name for one in self.expression.mentioned if one.role in _INPUTS and one != self._drawn]
        return is_fitted or has_fitted_multiple(self.expression, self.special, inputs)

    @cached_property
    def is_odd_of_a_mirror(self) -> bool:
        """Whether it is no law, and orders outputs or has a condition, where numbers are subtracted from a constant.

        >>> from genmorph.domain import ints
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([Parameter("year", ints())], [0], [Output(Kind.BOOL)])
        >>> same = ["iff", "return_f", "return_s"]
        >>> for tree in (same, ["or", ["==", "year_s", 1], same]):
        ...     change = Transformation("mirror", (0,), 3001)
        ...     Features(Expression.from_tree(tree, variables), transformation=change).is_odd_of_a_mirror
        False
        True
        """
        change = self.transformation
        is_mirrored = change is not None and change.does == Effect.MIRRORS.value and self.law is None
        return is_mirrored and (self._is_bound or len(list(atoms(self.tree))) > 1)

    @cached_property
    def is_odd_of_a_square(self) -> bool:
        """Whether it orders outputs, bounds Boolean ones, or holds on a condition, where numbers are squared.

        >>> from genmorph.domain import floats
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([Parameter("x", floats())], [0], [Output(Kind.FLOAT)])
        >>> grows = Expression.from_tree(["<=", "return_s", "return_f"], variables)
        >>> changes = (Transformation("add", (0,), 1), Transformation("square", (0,)))
        >>> [Features(grows, transformation=change).is_odd_of_a_square for change in changes]
        [False, True]
        """
        is_squared = self.transformation is not None and self.transformation.template == "square"
        return is_squared and (self._is_bound or len(list(atoms(self.tree))) > 1)

    @cached_property
    def changes_entries(self) -> bool:
        """Whether keys of a dict are changed, or one entry is put in or taken out.

        >>> from genmorph.model import Output
        >>> from genmorph.relations.expression import relation_variables
        >>> same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
        >>> changes = (Transformation(name, (0,)) for name in ("keys/reverse", "remove_entry", "reverse_entries"))
        >>> [Features(same, transformation=change).changes_entries for change in changes]
        [True, True, False]
        """
        steps = self.transformation.template.split("/") if self.transformation is not None else [""]
        return Keys.key in steps or steps[-1] in OF_ONE_ENTRY

    @cached_property
    def is_of_elements_handed_on(self) -> bool:
        """Whether it is a law of elements that change one by one, of a function that only hands elements on.

        The output changes alike, and what follows from that is worth as little: lengths, bounds.

        >>> import numpy as np
        >>> from genmorph.domain import ints, lists
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([Parameter("xs", lists(ints()))], [0], [Output(Kind.INTS)])
        >>> relation = Expression.from_tree(["==", "return_f", ["add each", "return_s", 1]], variables)
        >>> sources = tuple(([n, 3 * n % 7 + 0.5],) for n in range(9))
        >>> for of in (reversed, sorted):
        ...     given = np.array([*([*of(xs)] for (xs,) in sources), 0], object)[:-1]
        ...     columns = tuple(given for _ in variables)
        ...     executions = Executions(variables, columns, np.full(9, -1), np.arange(9), (), sources)
        ...     change = Transformation("add_each", (0,), 1)
        ...     Features(relation, transformation=change, executions=executions).is_of_elements_handed_on
        True
        False
        """
        change = self.transformation
        if change is None or self.law is None:
            return False
        spoken_of = {one.position for one in self.expression.mentioned if one.role in FOLLOW_UP_SIDE}
        outputs = [one for one in self._correct if one.role is Role.SOURCE_OUTPUT and one.position in spoken_of]
        changes_each = find_innermost(change.template).effect in (Effect.ADDS, Effect.SCALES)
        if not changes_each or self.executions is None or len(spoken_of) != 1 or not outputs:
            return False
        return _hands_elements_on(self.executions, outputs[0], change.positions, change.drawn is not None)

    @property
    def _is_bound(self) -> bool:
        is_order = any(atom[0] in ORDERS and mentions(atom, self.outputs) for atom in atoms(self.tree))
        return is_order or (self.law is not None and self.law.is_bound)

    @cached_property
    def is_of_constant_part(self) -> bool:
        """Whether all outputs that it speaks of are parts of what is returned that are always the same.

        >>> import numpy as np
        >>> from genmorph.model import Output, Place
        >>> from genmorph.relations.expression import relation_variables
        >>> outputs = [Output(Kind.INT, Place.ITEM, 0), Output(Kind.INT, Place.ITEM, 1)]
        >>> variables = relation_variables([], [], outputs)
        >>> columns = tuple(np.arange(10.0) * variable.position for variable in variables)
        >>> executions = Executions(variables, columns, np.full(10, -1), np.arange(10), (), ())
        >>> trees = [["==", f"return[{item}]_f", f"return[{item}]_s"] for item in (0, 1)]
        >>> relations = [Expression.from_tree(tree, variables) for tree in trees]
        >>> [Features(relation, executions=executions).is_of_constant_part for relation in relations]
        [True, False]
        """
        places = {one.position for one in self._correct if one.role in FOLLOW_UP_SIDE}
        spoken_of = [one for one in self.expression.mentioned if one.role in FOLLOW_UP_SIDE | SOURCE_SIDE]
        if not self.is_of_parts or {one.position for one in spoken_of} >= places:
            return False
        return all(_is_constant(self._correct[one].tolist()) for one in spoken_of if one in self._correct)

    @cached_property
    def is_of_parts(self) -> bool:
        """Whether it speaks of fields or items of what is returned, and not of the whole."""
        names = names_of(self.expression, FOLLOW_UP_SIDE)
        return bool(names) and all(re.search(r"\breturn[.\[]", name) for name in names)

    @cached_property
    def is_of_slight_change(self) -> bool:
        """Whether floats grow by a tiny number, which is hardly anything beside the distance between their values.

        >>> import numpy as np
        >>> from genmorph.domain import floats
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([Parameter("x", floats())], [], [Output(Kind.FLOAT)])
        >>> columns = tuple(np.linspace(0.0, 90.0, 10) for _ in variables)
        >>> executions = Executions(variables, columns, np.full(10, -1), np.arange(10), (), ())
        >>> same = Expression.from_tree(["==", "return_f", "return_s"], variables)
        >>> changes = (Transformation("add", (0,), amount) for amount in (5.9e-06, 0.5))
        >>> [Features(same, transformation=change, executions=executions).is_of_slight_change for change in changes]
        [True, False]
        """
        change = self.transformation
        if change is None or not isinstance(change.constant, float):
            return False
        if find_template(change.template).effect is not Effect.ADDS:
            return False
        inputs = {one: column for one, column in self._correct.items() if one.role is Role.SOURCE_INPUT}
        changed = [
            column for one, column in inputs.items() if one.kind is Kind.FLOAT and one.position in change.positions
        ]
        widths = [float(column.max()) - float(column.min()) for column in changed]
        return bool(widths) and abs(change.constant) < min(SHAPES.tiny, SHAPES.slight * min(widths))

    @cached_property
    def is_passed_on(self) -> bool:
        """Whether the source's output is passed to the function again."""
        return self.transformation is not None and self.transformation.chained is not None

    @cached_property
    def changes_others(self) -> bool:
        """Whether the transformation changes several arguments."""
        return self.transformation is not None and len(self.transformation.positions) > 1

    @cached_property
    def says_single_calls_only(self) -> bool:
        """Whether it adds nothing to an easier relation but what is true of single calls."""
        is_given = self.says_a_given_length or self.says_a_given_none
        return is_given or self.single_calls.explain(self.expression)

    @cached_property
    def says_a_given_length(self) -> bool:
        """Whether it speaks of the outputs' lengths alone, which arguments always give, as postconditions say it.

        That is the length or value of an argument, 1 more or less, or the sum, product, smaller or larger one of two.

        >>> import numpy as np
        >>> from genmorph.domain import ints, lists
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([Parameter("xs", lists(ints()))], [0], [Output(Kind.INTS)])
        >>> relation = Expression.from_tree(["==", ["len", "return_f"], ["len", "return_s"]], variables)
        >>> for given in ([[1], [2, 3], 0], [[1], [2], 0]):
        ...     inputs, outputs = (np.array(values, object)[:2] for values in (given, [[1], [2, 3], 0]))
        ...     columns = tuple(outputs if "return" in variable.name else inputs for variable in variables)
        ...     executions = Executions(variables, columns, np.full(2, -1), np.arange(2), (), ())
        ...     Features(relation, executions=executions).says_a_given_length
        True
        False
        """
        measured = self._measured
        if not measured:
            return False
        outputs = [variable for variable in self.expression.mentioned if variable.name in measured]
        lengths = [length for one in outputs for length in self._sizes.get((one.role, one.position), ())]
        places = [place for role, place in self._sizes if role is Role.SOURCE_INPUT]
        sizes = [[size for one in outputs for size in self._size_of(place, one.role) or ()] for place in places]
        pairs = [[*zip(one, other, strict=True)] for one, other in combinations(sizes, 2) if len(one) == len(other)]
        sums, *others = ([[*starmap(of, pair)] for pair in pairs] for of in (operator.add, operator.mul, min, max))
        return any(_is_shifted(lengths, given) for given in (*sizes, *sums)) or any(lengths in one for one in others)

    @cached_property
    def _measured(self) -> list[str]:
        """The names of the outputs, where it speaks of nothing but their lengths; else none."""
        measured = [operation[1] for operation in operations_of(self.tree) if operation[0] == "len"]
        measured = [one for one in measured if isinstance(one, str) and one in self.outputs]
        spoken_of = [leaf for leaf in leaves(self.tree) if leaf in self.outputs]
        return measured if sorted(measured) == sorted(spoken_of) else []

    @cached_property
    def measures_what_is_flattened(self) -> bool:
        """Whether it speaks of nothing but how many elements arrays have, which their shapes say.

        >>> from genmorph.model import Output
        >>> from genmorph.relations.expression import relation_variables
        >>> for view in (".ravel().tolist()", ".tolist()"):
        ...     variables = relation_variables([], [], [Output(Kind.FLOATS, view=f"{{}}{view}")])
        ...     names = [variable.name for variable in variables]
        ...     for claim in (["==", *(["len", name] for name in names)], ["==", *names]):
        ...         Features(Expression.from_tree(claim, variables)).measures_what_is_flattened
        True
        False
        False
        False
        """
        return bool(self._measured) and all(FLATTENED in name for name in self._measured)

    @cached_property
    def says_that_sizes_give_lengths(self) -> bool:
        """Whether it says that an output is as long for arguments as long, which give its length.

        They give it where no two sources with arguments of the same sizes have outputs of different lengths, and some
        are of the same sizes: the length for a list without repetitions depends on more.
        """
        if not self._equates(lambda name: ["len", name]):
            return False
        same = next(v for v in self.expression.mentioned if v.role is Role.SOURCE_OUTPUT)
        if (lengths := self._sizes.get((same.role, same.position))) is None:
            return False
        places = sorted(place for role, place in self._sizes if role is Role.SOURCE_INPUT)
        of_sequences = [place for place in places if place not in self._places_of_ints]
        return any(self._give(some, lengths) for some in (of_sequences, places))

    def _equates(self, form: Callable[[str], Tree]) -> bool:
        """Whether it says that the same part of both calls' outputs is equal, in some form."""
        outputs = [one for one in self.expression.mentioned if one.name in self.outputs]
        formed = [form(one.name) for one in outputs]
        are_both = {one.role for one in outputs} == {Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT}
        is_one = are_both and len({one.position for one in outputs}) == 1
        return is_one and self.tree in (["==", *formed], ["==", *formed[::-1]])

    def _give(self, places: Sequence[int], lengths: Sequence[int]) -> bool:
        """Whether the sizes of these arguments give the lengths, and both calls have the same sizes."""
        before, after = ([self._size_of(place, role) for place in places] for role in _CALLS)
        by_sizes: dict[tuple[int, ...], set[int]] = {}
        for length, *sizes in zip(lengths, *(one or () for one in before), strict=True):
            by_sizes.setdefault(tuple(sizes), set()).add(length)
        are_given = all(len(found) == 1 for found in by_sizes.values())
        return bool(places) and before == after and are_given and len(by_sizes) < len(lengths)

    @cached_property
    def says_that_keys_stay(self) -> bool:
        """Whether it says that outputs have the same keys, or as many, and these are always those that both calls get.

        They are those of a dict among the arguments, or of all dicts. A chained call gets what the first one gives.
        """
        same = next((one for one in self.expression.mentioned if one.role is Role.SOURCE_OUTPUT), None)
        are_counted = self._equates(lambda name: ["len", name])
        is_said = are_counted or self._equates(lambda name: name)
        if not is_said or same not in self._correct or not same.kind.is_sequence:
            return False
        keys: list[Any] = self._correct[same].tolist()
        is_chained = self.transformation is not None and self.transformation.chained is not None
        calls = self._sources, self._sources if is_chained else self._follow_ups
        return bool(keys) and any(
            all(are_keys_of(find_keys(inputs, place), keys, are_counted=are_counted) for inputs in calls)
            for place in (None, *range(len(calls[0][0]) if all(calls) else 0))
        )

    @cached_property
    def says_a_given_none(self) -> bool:
        """Whether it speaks of nothing but whether outputs are None, which they are where one argument is empty."""
        outputs = [variable for variable in self.expression.mentioned if variable.name in self.outputs]
        if not outputs or any(not one.name.startswith(f"return{IS_NONE}") for one in outputs):
            return False
        missing = {one: self._correct[one].tolist() for one in outputs if one in self._correct}
        places = {place for role, place in self._sizes if role is Role.SOURCE_INPUT} - self._places_of_ints
        return len(missing) == len(outputs) and any(
            all([not size for size in self._size_of(place, one.role) or ()] == missing[one] for one in outputs)
            for place in places
        )

    @cached_property
    def _places_of_ints(self) -> set[int]:
        return {one.position for one in self.expression.variables if one.role in _INPUTS and one.kind is Kind.INT}

    @cached_property
    def _sizes(self) -> dict[tuple[Role, int], list[int]]:
        """Lengths of texts and sequences, and values of ints, in the correct executions, by role and position."""
        found: dict[tuple[Role, int], list[int]] = dict(self._sizes_of_objects())
        for variable, column in self._correct.items():
            values = column.tolist()
            if variable.kind is Kind.INT:
                found[variable.role, variable.position] = values
            elif variable.kind.is_sequence or variable.kind is Kind.TEXT:
                found[variable.role, variable.position] = list(map(len, values))
        return found

    def _sizes_of_objects(self) -> Iterator[tuple[tuple[Role, int], list[int]]]:
        """The lengths of those inputs that are no variables, such as lists of dates."""
        sources, follow_ups = self._sources, self._follow_ups
        for place in range(len(follow_ups[0]) if follow_ups else 0):
            for role, inputs in ((Role.SOURCE_INPUT, sources), (Role.FOLLOW_UP_INPUT, follow_ups)):
                values = [natives(one[place]) for one in inputs]
                if all(isinstance(value, _SIZED) for value in values):
                    yield (role, place), list(map(len, values))

    @cached_property
    def _sources(self) -> list[Input]:
        """The inputs of the correct executions; none where only their columns are known."""
        if self.executions is None or not self.executions.sources:
            return []
        return [self.executions.sources[pair] for pair in self.executions.pairs[self.executions.mutants == CORRECT]]

    @cached_property
    def _follow_ups(self) -> list[Input]:
        """What these become; nothing of chained calls, whose inputs are outputs."""
        change = self.transformation
        if change is None or change.chained is not None:
            return []
        return [follow_up for source in self._sources if (follow_up := change.apply(source)) is not None]

    def _size_of(self, place: int, role: Role) -> list[int] | None:
        """The sizes of an argument in the call of an output with this role; where it is not changed, it stays."""
        source = self._sizes.get((Role.SOURCE_INPUT, place))
        return self._sizes.get((Role.FOLLOW_UP_INPUT, place), source) if role in FOLLOW_UP_SIDE else source

    @cached_property
    def conditions_what_is_drawn(self) -> bool:
        """Whether a condition on a drawn parameter alone takes back that the relation holds whatever is drawn.

        >>> from genmorph.domain import ints
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> n, k = Parameter("n", ints()), Parameter("k", ints(1, 9))
        >>> variables = relation_variables([n, k], [0], [Output(Kind.INT)])
        >>> for one, other in (("k_s", 2), ("n_s", 2), ("k_s", "n_s")):
        ...     tree = ["or", ["==", one, other], ["==", "return_f", "return_s"]]
        ...     change = Transformation("add", (0,), drawn=k.domain)
        ...     Features(Expression.from_tree(tree, variables), transformation=change).conditions_what_is_drawn
        True
        False
        False
        """
        if self._drawn is None:
            return False
        parts = (
            part for operation in operations_of(self.tree) if operation[0] in CONNECTIVES for part in operation[1:]
        )
        return any({leaf for leaf in leaves(part) if isinstance(leaf, str)} == {self._drawn.name} for part in parts)

    @property
    def _drawn(self) -> Variable | None:
        """The drawn parameter, if there is one that relations can speak of."""
        change = self.transformation
        if change is None or change.drawn is None or change.drawn.kind is Kind.OTHER:
            return None
        inputs = [variable for variable in self.expression.variables if variable.role is Role.SOURCE_INPUT]
        return max(inputs, key=lambda variable: variable.position)

    @cached_property
    def draws_one_value(self) -> bool:
        """Whether only one of the values that are drawn gives a valid follow-up, so that nothing is drawn in truth.

        >>> import numpy as np
        >>> from genmorph.domain import ints
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> n, k = Parameter("n", ints()), Parameter("k", ints(2, 9))
        >>> variables = relation_variables([n, k], [0], [Output(Kind.INT)])
        >>> change = Transformation("scale", (0,), drawn=k.domain)
        >>> relation = Expression.from_tree(["==", "return_f", ["*", 2, "return_s"]], variables)
        >>> for drawn in (np.full(10, 2.0), np.arange(10.0)):
        ...     columns = tuple(drawn for _ in variables)
        ...     executions = Executions(variables, columns, np.full(10, -1), np.arange(10), (), ())
        ...     Features(relation, transformation=change, executions=executions).draws_one_value
        True
        False
        """
        return self._drawn in self._correct and _is_constant(self._correct[self._drawn].tolist())

    @cached_property
    def speaks_of_few_values(self) -> bool:
        """Whether it holds on a condition that leaves at most two of the values of an int.

        >>> import numpy as np
        >>> from genmorph.domain import ints
        >>> from genmorph.model import Output, Parameter
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([Parameter("n", ints(0, 9))], [], [Output(Kind.INT)])
        >>> columns = tuple(np.arange(10.0) for _ in variables)
        >>> executions = Executions(variables, columns, np.full(10, -1), np.arange(10), (), ())
        >>> for most in (1, 5):
        ...     tree = ["or", ["<", most, "n_s"], ["==", "return_f", "return_s"]]
        ...     Features(Expression.from_tree(tree, variables), executions=executions).speaks_of_few_values
        True
        False
        """
        return self._speaks_of_few(self._is_int)

    @cached_property
    def speaks_of_few_lengths(self) -> bool:
        """Whether it holds on a condition that leaves at most two of the lengths of an input."""
        return self._speaks_of_few(self._is_length)

    def _speaks_of_few(self, is_meant: Callable[[Variable, Tree], bool]) -> bool:
        match self.tree:
            case ["or", a, b]:
                return any(self._leaves_few(side, is_meant, is_said_where=False) for side in (a, b))
            case ["implies", a, _]:
                return self._leaves_few(a, is_meant, is_said_where=True)
        return False

    @staticmethod
    def _is_int(variable: Variable, _condition: Tree) -> bool:
        return variable.kind is Kind.INT

    @staticmethod
    def _is_length(variable: Variable, condition: Tree) -> bool:
        """Whether the condition speaks of the length of a text or a sequence, and of nothing else of it."""
        spoken_of = (operation for operation in operations_of(condition) if variable.name in operation[1:])
        has_length = variable.kind is Kind.TEXT or variable.kind.is_sequence
        return has_length and all(operation[0] == "len" for operation in spoken_of)

    def _leaves_few(self, tree: Tree, is_meant: Callable[[Variable, Tree], bool], *, is_said_where: bool) -> bool:
        """Whether the condition is about one such input, and true, or false, for few of its values alone."""
        condition = Expression.from_tree(tree, self.expression.variables)
        mentioned = set(condition.mentioned)
        if len(mentioned) != 1 or self.executions is None:
            return False
        (variable,) = mentioned
        if variable.role not in _INPUTS or not is_meant(variable, tree):
            return False
        holds, place = compile_relation(condition, Tolerance()), self.expression.variables.index(variable)
        values: list[Any] = [None] * len(self.expression.variables)
        count, known = 0, _values_of(self.executions, variable)
        for value in known:
            values[place] = value
            count += holds(values) is is_said_where
        is_minority = variable.kind is Kind.INT or 2 * count < len(known)
        return is_minority and count <= SHAPES.few_values < len(known)


@lru_cache(maxsize=16)
def _values_of(executions: Executions, variable: Variable) -> tuple[Any, ...]:
    """The values that the variable has in the executions: all ints, or a text or sequence of each length."""
    column = executions.columns[executions.variables.index(variable)]
    if variable.kind is Kind.INT:
        return tuple(set(map(int, column)))
    return tuple({len(value): value for value in column}.values())


@lru_cache(maxsize=64)
def _hands_elements_on(executions: Executions, output: Variable, changed: tuple[int, ...], has_drawn: bool) -> bool:
    """Whether the original hands elements of the changed arguments on; what is drawn stands behind the arguments."""
    is_correct = executions.mutants == CORRECT
    arguments = slice(-1 if has_drawn else None)
    sources = [executions.sources[pair][arguments] for pair in executions.pairs[is_correct]]
    column = executions.columns[executions.variables.index(output)]
    return hands_elements_on(sources, changed, column[is_correct].tolist())


def _is_constant(values: Sequence[Any]) -> bool:
    """Whether there are enough values to tell, and all are the same."""
    return len(values) >= SHAPES.least_drawn and all(value == values[0] for value in values)


def _is_follow_up(variables: Sequence[Variable], code: int) -> bool:
    return variables[code - FIRST_VARIABLE].role in FOLLOW_UP_SIDE

"""Both calls of a pair as text: to read in a formula, and to run as statements of a test."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from genmorph.annotations.source_texts import free
from genmorph.export.value_text import (
    IS_NUMBER,
    OR_NAN,
    as_list,
    claim_of_kind,
    copied,
    handed_on,
    output_value,
    viewed,
)
from genmorph.model import Container, Domain, Kind, Output, Place
from genmorph.relations.expression import ERROR_VARIABLES, Expression, Role, Variable, int_nodes, operands
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD,
    BY_CODE,
    COMPARISONS,
    CONCATENATE,
    DIVIDE,
    EQUAL,
    FIRST_VARIABLE,
    FLIP,
    LENGTH,
    LESS,
    PREFIX,
    SAME,
    SUBTRACT,
    SUM,
    TRUNCATE,
    operation_of,
)
from genmorph.relations.printing import variable_texts
from genmorph.settings import VALUE_LIMITS
from genmorph.subject.signatures import Signature
from genmorph.transformations.containers import as_operand
from genmorph.transformations.transformation import Transformation
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import conjunction
from genmorph.values.seeds import is_seed
from genmorph.values.strategies import Opaque

RAISED = "raised"
"""The function of a test that names the exception that a call ends in."""
LISTED = "listed"
"""The function of a test that makes a list of what an iterator gives, where a call may also return None."""

ContainerOf = Callable[[Variable], Container | None]

_LIKE_LISTS = {
    Container.TUPLE: {CONCATENATE, FLIP, LENGTH, PREFIX, SAME, SUM},
    Container.BYTES: {CONCATENATE, FLIP, LENGTH, PREFIX, SAME, SUM},
    Container.ARRAY: {FLIP, LENGTH, PREFIX, SAME, TRUNCATE},
}
"""What these do among their own as lists do; arrays of floats only, because those of ints are compared by `==`."""

SOURCE, FOLLOW_UP = "source", "follow_up"
"""What the returned values are called in a test."""

_OUTPUT_ROLES = {Role.SOURCE_OUTPUT: SOURCE, Role.FOLLOW_UP_OUTPUT: FOLLOW_UP, Role.CHANGED_OUTPUT: SOURCE}


def plain_variables(expression: Expression, container_of: ContainerOf) -> frozenset[Variable]:
    """The variables of which only the length is used; and all, where all are of one container that is like a list."""
    parents = _parents(expression)
    measured = {variable for variable, operations in parents.items() if operations == {LENGTH}}
    others = [variable for variable in parents if variable not in measured and variable.kind.is_sequence]
    containers = {container_of(variable) for variable in others}
    container = containers.pop() if len(containers) == 1 else None
    if container is not None and any(variable.change is not None for variable in others):
        container = None  # a comprehension makes a list
    operations = {found[0] for found in map(operation_of, expression.codes) if found is not None}
    is_like_lists = operations <= _LIKE_LISTS.get(container, set()) if container else False
    if container is Container.ARRAY:
        is_like_lists &= all(variable.kind is Kind.FLOATS for variable in others)
    return frozenset(measured).union(others if is_like_lists else ())


def _parents(expression: Expression) -> dict[Variable, set[int | None]]:
    """The operations on texts and sequences of which each variable is an operand; None for other operators."""
    found: dict[Variable, set[int | None]] = {}
    codes = expression.codes
    if codes[0] >= FIRST_VARIABLE:
        return {expression.variables[codes[0] - FIRST_VARIABLE]: {None}}
    for index, code in enumerate(codes):
        operation = operation_of(code)
        for operand in operands(codes, index) if code in BY_CODE else ():
            if codes[operand] >= FIRST_VARIABLE:
                variable = expression.variables[codes[operand] - FIRST_VARIABLE]
                found.setdefault(variable, set()).add(operation[0] if operation else None)
    return found


_OF_NUMBERS = frozenset({ADD, SUBTRACT, DIVIDE, ABSOLUTE})
"""What fails with an operand that is no number, where the other operand is one: multiplied lists are longer lists."""


def shows_kind(expression: Expression, variable: Variable) -> bool:
    """Whether a relation can only be true where this output is a number: one is added to it, or it is compared as one.

    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> trees = ["==", "return_f", "return_s"], ["==", "return_f", ["+", "return_s", 1]]
    >>> [shows_kind(Expression.from_tree(tree, variables), variables[0]) for tree in trees]
    [False, True]
    """
    codes = expression.codes
    if not variable.kind.is_number or codes[0] not in COMPARISONS:
        return False
    if codes[0] in (EQUAL, LESS) and not int_nodes(codes, expression.variables)[0]:
        return True

    def variable_at(index: int) -> Variable | None:
        return expression.variables[codes[index] - FIRST_VARIABLE] if codes[index] >= FIRST_VARIABLE else None

    def is_other_number(index: int) -> bool:
        found = variable_at(index)
        is_input = found is not None and found.kind.is_number and found.role not in _OUTPUT_ROLES
        return is_input or index in expression.constant_at

    for index, code in enumerate(codes):
        inner = list(operands(codes, index)) if code in _OF_NUMBERS else []
        others = [operand for operand in inner if variable_at(operand) != variable]
        if len(others) == len(inner) - 1 and all(map(is_other_number, others)):
            return True
    return False


def condition(domain: Domain, text: str) -> str | None:
    """Python that is true where the domain contains the value of its kind with this text; None where it always does.

    Also None where only running the function could tell.

    >>> from genmorph.domain import floats, ints, lists, texts
    >>> condition(ints(0, 9), "source"), condition(texts(max_len=9), "source"), condition(ints(), "source")
    ('0 <= source <= 9', 'len(source) <= 9', None)
    >>> condition(lists(ints(min=0), min_len=1), "source")
    '1 <= len(source) <= 20 and all(v >= 0 for v in source)'
    """
    return domain.condition_text(text) if isinstance(domain, Narrowable | Opaque) else None


def formula_texts(
    signature: Signature, transformation: Transformation, expression: Expression, *, has_seeds: bool = True
) -> dict[str, str]:
    """A text for each variable, with both calls written out; what a call leaves in `xs` reads `[xs after sort(xs)]`.

    Without seeds, those are left out of the calls.
    """
    write = signature.call if has_seeds else signature.call_without_seeds
    call = write(signature.shown_names)
    passed = ""
    if transformation.chained is not None and transformation.output is not None:
        output, parameter = signature.outputs[transformation.output], signature.parameters[transformation.chained]
        value = _read(output, call)
        passed = value if parameter.kind.is_number else handed_on(value, output, parameter)
    arguments = transformation.follow_up_arguments(signature.shown_names, signature.parameters, passed)
    given, after = (tuple(_read(output, text) for output in signature.outputs) for text in (call, write(arguments)))
    names = transformation.with_drawn_name(signature.shown_names)
    return variable_texts(expression.variables, names, arguments, given, after)


def _read(output: Output, call: str) -> str:
    value = f"[{output.key} after {call}]" if output.place is Place.ARGUMENT else viewed(output, call)
    return f"{value} is None" if output.is_none else value


@dataclass(frozen=True, slots=True)
class Script:
    """The two calls as statements of a test, a text for each variable after them, and the functions that these call.

    `preconditions` are statements before them: that both inputs are valid, as far as drawing does not see to it.
    `sized` are the values after them that have a length, of which nothing is said where they are too long. `kinds` are
    claims that what the calls gave is of the kind that it had, which the relation alone does not show: nothing else
    would notice a function that gives None, or its argument.
    """

    source: tuple[str, ...]
    follow_up: tuple[str, ...]
    texts: Mapping[str, str]
    helpers: frozenset[str]
    preconditions: tuple[str, ...] = ()
    sized: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    @property
    def statements(self) -> tuple[str, ...]:
        """Both calls."""
        return (*self.source, *self.follow_up)


def write_script(
    signature: Signature,
    transformation: Transformation,
    expression: Expression,
    names: tuple[str, ...],
    function: str,
    validity: str = "",
    *,
    is_sampled: bool = False,
    always_applies: bool = False,
) -> Script:
    """The calls of a function and its parameters under these names; the function `validity` accepts valid inputs.

    Where many runs are made, each call gets a generator that no other one has. Where the relation has always applied,
    whatever the first call gives is passed on.
    """
    pair = _Pair(signature, transformation, expression, names, function, validity, is_sampled, always_applies)
    return pair.write_errors() if expression.variables == ERROR_VARIABLES else pair.write()


@dataclass(frozen=True, slots=True)
class _Pair:
    signature: Signature
    transformation: Transformation
    expression: Expression
    names: tuple[str, ...]
    function: str
    validity: str
    is_sampled: bool
    always_applies: bool

    def write_errors(self) -> Script:
        arguments = self._follow_up_arguments()
        texts = {
            variable.name: self._raised(self.names if variable.role is Role.SOURCE_ERROR else arguments)
            for variable in self.expression.variables
        }
        return Script((), (), texts, frozenset({RAISED}) | self._draining, self._preconditions(arguments))

    def write(self) -> Script:
        used = [self.expression.variables[c - FIRST_VARIABLE] for c in self.expression.codes if c >= FIRST_VARIABLE]
        arguments = self._follow_up_arguments()
        source = (*self._call(self.names, SOURCE, self._needs(SOURCE, used)), *self._require_valid())
        follow_up = tuple(self._call(arguments, FOLLOW_UP, self._needs(FOLLOW_UP, used)))
        plain = plain_variables(self.expression, self._container)
        texts = {v.name: self._text(v, arguments, v in plain) for v in self.expression.variables}
        helpers = frozenset({OR_NAN} if any(texts[v.name].startswith(f"{OR_NAN}(") for v in used) else ())
        sized = tuple(text for which in (SOURCE, FOLLOW_UP) for text in self._sized(which, self._needs(which, used)))
        kinds = tuple(self._kinds(used))
        if any(text.startswith(f"{IS_NUMBER}(") for text in kinds):
            helpers |= {IS_NUMBER}
        return Script(source, follow_up, texts, helpers | self._draining, self._preconditions(arguments), sized, kinds)

    def _kinds(self, used: Sequence[Variable]) -> Iterator[str]:
        """That the outputs of one call are of their kinds: of the source, where the relation speaks of that."""
        roles = {variable.role: _OUTPUT_ROLES[variable.role] for variable in used if variable.role in _OUTPUT_ROLES}
        which = SOURCE if SOURCE in roles.values() else FOLLOW_UP
        found = {v.position: v for v in used if roles.get(v.role) == which and not shows_kind(self.expression, v)}
        for position in sorted(found):
            output = self.signature.outputs[position]
            plain = replace(output, view=None)
            claim = claim_of_kind(output, self._given(plain, which))
            if claim is not None:
                yield claim

    def _sized(self, which: str, is_returned: bool) -> list[str]:
        """The outputs of a call that may be too long, if any of the function's are."""
        if not self.signature.has_large_outputs:
            return []
        outputs = [o for o in self.signature.outputs if o.kind.is_sequence or o.kind is Kind.TEXT]
        present = [o for o in outputs if is_returned or o.place is Place.ARGUMENT]
        return [f"({self._given(o, which)} or ())" if o.optional else self._given(o, which) for o in present]

    def _preconditions(self, arguments: Sequence[str]) -> tuple[str, ...]:
        """That source and follow-up are valid, as far as drawing does not see to it.

        There must be a follow-up in the domains, where sources are found by trying. The conditions must hold for the
        source and, where it is known before the calls, for the follow-up.
        """
        parameters, change = self.signature.parameters, self.transformation
        parts = [change.requirement(self.names, parameters)]
        if change.is_tried([parameter.domain for parameter in parameters]):
            places = change.positions
            present = [f"{self.names[place]} is not None" for place in places if parameters[place].is_optional]
            valid = [condition(parameters[place].domain, as_operand(arguments[place])) for place in places]
            parts = [*present, *parts, *valid]
        if self.validity:
            tested = [self.names] if change.chained is not None else [self.names, arguments]
            parts += dict.fromkeys(self._is_valid(texts) for texts in tested)
        text = conjunction(*parts)
        return (f"assume({text})",) if text else ()

    def _is_valid(self, arguments: Sequence[str]) -> str:
        pairs = zip(self.signature.names, arguments, strict=True)
        return f"{self.validity}({', '.join(text for name, text in pairs if name in self.signature.restricted)})"

    def _text(self, variable: Variable, arguments: Sequence[str], is_plain: bool) -> str:
        which = _OUTPUT_ROLES.get(variable.role)
        if which is not None:
            output = self.signature.outputs[variable.position]
            text = variable.change_text(output_value(output, self._given(output, which), is_plain))
            is_maybe_none = variable.change is not None and output.optional and output.kind is Kind.OTHER
            return f"None if {self._given(output, which)} is None else {text}" if is_maybe_none else text
        sources = self.transformation.with_drawn_name(self.names)
        text = (arguments if variable.role is Role.FOLLOW_UP_INPUT else sources)[variable.position]
        return text if is_plain else as_list(text, self._container(variable))

    def _container(self, variable: Variable) -> Container | None:
        if variable.role in _OUTPUT_ROLES:
            return self.signature.outputs[variable.position].container
        if variable.kind is Kind.OTHER:
            return None
        return self.transformation.with_drawn_parameter(self.signature.parameters)[variable.position].domain.container

    def _follow_up_arguments(self) -> tuple[str, ...]:
        passed = ""
        if self.transformation.chained is not None and self.transformation.output is not None:
            output = self.signature.outputs[self.transformation.output]
            parameter = self.signature.parameters[self.transformation.chained]
            passed = handed_on(self._given(output, SOURCE), output, parameter)
        return self.transformation.follow_up_arguments(self.names, self.signature.parameters, passed)

    def _require_valid(self) -> list[str]:
        """That the output which is passed on is a valid input, where it is not always."""
        position = self.transformation.chained
        if position is None or self.transformation.output is None or self.always_applies:
            return []
        given = self._given(self.signature.outputs[self.transformation.output], SOURCE)
        valid = condition(self.signature.validity.passing_on(position).domains[position], given)
        together = self._is_valid(self._follow_up_arguments()) if self.validity else None
        return [f"assume({text})" for text in (valid, together) if text]

    def _given(self, output: Output, which: str) -> str:
        """The output's value as the call left it; of what is None as a whole there are no parts."""
        if output.position is not None:
            return self._kept(output.position, which)
        value = viewed(output, which)
        may_be_none = any(one.is_none and one.place is Place.RETURNED for one in self.signature.outputs)
        return (
            f"(None if {which} is None else {value})" if may_be_none and output.place is not Place.RETURNED else value
        )

    def _kept(self, position: int, which: str) -> str:
        """The name of the copy that a call changes in place."""
        return free(f"{self.names[position]}_{which}", {*self.names, self.function.partition(".")[0]})

    def _needs(self, which: str, used: Sequence[Variable]) -> bool:
        """Whether the returned value is used, or handed on."""
        outputs = [self.signature.outputs[v.position] for v in used if _OUTPUT_ROLES.get(v.role) == which]
        if which == SOURCE and self.transformation.output is not None:
            outputs.append(self.signature.outputs[self.transformation.output])
        return any(output.place is not Place.ARGUMENT for output in outputs)

    def _call(self, arguments: Sequence[str], which: str, is_needed: bool) -> list[str]:
        """The call on these arguments, after copies of those that it changes in place."""
        own = {position: self._kept(position, which) for position in self.signature.changed_in_place}
        copies = [f"{name} = {copied(arguments[i], self.signature.parameters[i])}" for i, name in own.items()]
        call = self.signature.call(
            [own.get(i, self._passed(i, text)) for i, text in enumerate(arguments)], self.function
        )
        value = self._drained(call) if self.signature.is_iterator else call
        return [*copies, f"{which} = {value}" if is_needed else value]

    def _passed(self, position: int, text: str) -> str:
        """An argument that the call may keep; nobody has seen whether it changes what is built."""
        parameter = self.signature.parameters[position]
        is_shared = not (self.is_sampled and is_seed(parameter.domain))
        return copied(text, parameter) if parameter.kind is Kind.OTHER and is_shared else text

    def _raised(self, arguments: Sequence[str]) -> str:
        """The name of the exception that a call on copies of its arguments ends in."""
        changed, parameters = self.signature.changed_in_place, self.signature.parameters
        texts = [
            copied(text, parameters[i]) if i in changed else self._passed(i, text) for i, text in enumerate(arguments)
        ]
        if self.signature.is_iterator:
            return f"{RAISED}(lambda: {self._drained(self.signature.call(texts, self.function))})"
        return f"{RAISED}({self.function}, {self.signature.arguments(texts)})"

    @property
    def _draining(self) -> frozenset[str]:
        """The function that makes lists of iterators, where `list` does not do."""
        has_none = any(output.container is Container.ITERATOR and output.optional for output in self.signature.outputs)
        return frozenset({LISTED} if has_none else ())

    def _drained(self, call: str) -> str:
        """A list of what an iterator gives; of one that may give too much, of one element more than is looked at."""
        if self.signature.has_large_outputs and not self._draining:
            return f"list(islice({call}, {VALUE_LIMITS.longest + 1}))"
        return f"{LISTED if self._draining else 'list'}({call})"

"""One metamorphic relation, as users hold it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

from genmorph.export.pytest_file import identifier
from genmorph.model import Evidence, Execution, Input, Kind, Parameter, Tolerance, UsageError, Verdict
from genmorph.relations import naming
from genmorph.relations.expression import Expression, Variable, relation_variables
from genmorph.relations.meaning import compile_relation
from genmorph.relations.printing import formula, python, variable_texts
from genmorph.transformations import Transformation


class InapplicableInput(ValueError):  # noqa: N818  the name is part of the public contract
    """The relation says nothing of this input: source or follow-up lie outside the domain, or the function refuses."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What relations need to know of their function: where it is, its valid inputs, its output.

    `module` is None where no file could import the function; `raises` are the exception types that it raised inside
    its domain; `output` is None where nothing is known of it, because the run ended before.
    """

    module: str | None
    qualname: str
    name: str
    parameters: tuple[Parameter, ...]
    output: Kind | None
    raises: tuple[str, ...]
    tolerance: Tolerance
    digest: str

    def __post_init__(self) -> None:
        dotted = [("qualname", self.qualname), ("name", self.name), *(("raises", name) for name in self.raises)]
        dotted += [("parameter", name) for name in self.names]
        dotted += [] if self.module is None else [("module", self.module)]
        for field, name in dotted:
            parts = name.replace("<locals>", "locals").replace("<lambda>", "function").split(".")
            if not all(part.isidentifier() for part in parts):
                raise UsageError(f"{field} must be a name, got {name!r}")

    @property
    def names(self) -> tuple[str, ...]:
        """The parameters' names."""
        return tuple(parameter.name for parameter in self.parameters)

    def call(self, arguments: Sequence[str], function: str | None = None) -> str:
        """The text of a call with these arguments, keyword-only ones by name."""
        texts = [
            f"{parameter.name}={text}" if parameter.keyword_only else text
            for parameter, text in zip(self.parameters, arguments, strict=True)
        ]
        return f"{function or self.name}({', '.join(texts)})"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that was not kept, with the verdict, its reason, and the counterexample if there is one."""

    transformation: str
    formula: str
    verdict: Verdict
    reason: str
    counterexample: Execution | None = None


@dataclass(frozen=True, slots=True, repr=False)
class MetamorphicRelation:
    """How the output must change when the input changes in a known way.

    `examples` are source inputs on which mutants were killed; the original accepts them and their follow-ups.
    """

    signature: Signature
    transformation: Transformation
    expression: Expression
    evidence: Evidence
    killed: tuple[str, ...]
    examples: tuple[Input, ...]

    def __repr__(self) -> str:
        return f"<MetamorphicRelation {self.formula}>"

    @property
    def name(self) -> str:
        """An identifier that says what the relation says; two relations of a set may share it."""
        changed = self.transformation.phrase(self.signature.names)
        said = naming.phrase(self.expression)
        return identifier(f"{self.signature.name} {said} when {changed}")

    @property
    def input_relation(self) -> str:
        """The input relation, such as `e_f == e_s + 1`."""
        return self.transformation.input_relation(self.signature.names)

    @property
    def formula(self) -> str:
        """The relation to read, such as `power(k, e + 1) == power(k, e) * k`."""
        return relation_formula(self.signature, self.transformation, self.expression)

    @property
    def python(self) -> str:
        """The output relation as Python over the parameters, `source` and `follow_up`."""
        return python(self.expression, self.texts(("source", "follow_up"))).text

    @property
    def follow_up_arguments(self) -> tuple[str, ...]:
        """Python text of each argument of the follow-up call."""
        return self.transformation.follow_up_arguments(self.signature.names)

    def texts(self, outputs: tuple[str, str]) -> dict[str, str]:
        """A text for each variable of the expression, with these for the two outputs."""
        return variable_texts(self.expression.variables, self.signature.names, self.follow_up_arguments, outputs)

    def check(self, func: Callable[..., Any], *args: Any) -> bool:
        """Whether the relation holds for one source input of `func`, run here and now.

        Raises InapplicableInput where the source or the follow-up lies outside the domain, or `func` raises one of
        the recorded exception types on an input that is not known to be accepted.

        >>> from genmorph import infer_relations, Budget
        >>> from genmorph.domain import ints
        >>> import calendar
        >>> days = {"year": ints(1990, 30000), "month": ints(1, 12), "day": ints(1, 28)}
        >>> found = infer_relations(calendar.weekday, budget=Budget(evaluations=50), domain=days)
        >>> found[0].check(calendar.weekday, 1999, 2, 28)
        True
        """
        follow_up = self._follow_up(args)
        try:
            outputs = self._call(func, args), self._call(func, follow_up)
        except Exception as error:
            if _type_name(error) in self.signature.raises and repr(args) not in map(repr, self.examples):
                raise InapplicableInput(f"{self.signature.name} raises {_type_name(error)} for {args!r}") from error
            return False
        plain = [_plain(output) for output in outputs]
        is_number = self.expression.variables[-1].kind.is_number
        if any(value is None or isinstance(value, bool) is is_number for value in plain):
            return False
        execution = Execution(args, follow_up, *plain)
        values = [variable.read(execution) for variable in self.expression.variables]
        try:
            return compile_relation(self.expression, self.signature.tolerance)(values)
        except OverflowError:
            raise InapplicableInput(f"numbers too large to compare for {args!r}") from None

    def _follow_up(self, args: Input) -> Input:
        names = self.signature.names
        if len(args) != len(names):
            raise UsageError(f"check needs one value for each of {', '.join(names)}, got {args!r}")
        self._require_valid("source", args)
        follow_up = self.transformation.apply(args)
        self._require_valid("follow-up", follow_up)
        return follow_up

    def _require_valid(self, which: str, values: Input) -> None:
        for parameter, value in zip(self.signature.parameters, values, strict=True):
            if parameter.domain.contains(value) is False:
                raise InapplicableInput(
                    f"{which} input {parameter.name} must be in {parameter.domain.notation()}, got {value!r}"
                )

    def _call(self, func: Callable[..., Any], values: Input) -> Any:
        pairs = list(zip(self.signature.parameters, values, strict=True))
        keywords: Mapping[str, Any] = {parameter.name: value for parameter, value in pairs if parameter.keyword_only}
        return func(*(value for parameter, value in pairs if not parameter.keyword_only), **keywords)


def relation_formula(signature: Signature, transformation: Transformation, expression: Expression) -> str:
    """The relation to read, with both calls written out."""
    arguments = transformation.follow_up_arguments(signature.names)
    calls = (signature.call(signature.names), signature.call(arguments))
    return formula(expression, variable_texts(expression.variables, signature.names, arguments, calls))


def pair_variables(
    parameters: Sequence[Parameter], transformation: Transformation, output: Kind
) -> tuple[Variable, ...]:
    """The variables of a transformation's relations; a follow-up input that is a source input has none of its own."""
    names = [parameter.name for parameter in parameters]
    texts = transformation.follow_up_arguments(names)
    return relation_variables(parameters, [i for i, text in enumerate(texts) if text not in names], output)


def _plain(value: Any) -> bool | int | float | None:
    """The number or Boolean that an output stands for, as workers report it; None for anything else."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return bool(value)
    if hasattr(value, "__index__"):
        return index(value)
    return float(value) if isinstance(value, float) else None


def _type_name(error: BaseException) -> str:
    kind = type(error)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"

"""One metamorphic relation, as users hold it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.export.pytest_file import identifier
from genmorph.model import Evidence, Execution, Input, Output, Parameter, Stage, Verdict, Witness
from genmorph.relations import naming
from genmorph.relations.expression import ERROR_VARIABLES, Expression, Variable, relation_variables
from genmorph.relations.printing import formula, python
from genmorph.results.calls import formula_texts, write_script
from genmorph.results.checking import holds_for
from genmorph.results.signature import Signature
from genmorph.transformations import Transformation


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that was not kept: the verdict, its reason, the stage, and the counterexample if there is one."""

    transformation: str
    formula: str
    verdict: Verdict
    reason: str
    stage: Stage
    counterexample: Execution | None = None


@dataclass(frozen=True, slots=True, repr=False)
class MetamorphicRelation:
    """How the output must change when the input changes in a known way.

    `examples` are source inputs that tests always run: those on which mutants were killed, then the hardest ones for
    the relation; the original accepts them and their follow-ups. `pair` is an ordinary pair with its outputs,
    `witnesses` some of the mutants' pairs that it rejects. `is_accepted` is a person's word that it is intended.
    """

    signature: Signature
    transformation: Transformation
    expression: Expression
    evidence: Evidence
    killed: tuple[str, ...]
    examples: tuple[Input, ...]
    pair: Execution | None = None
    witnesses: tuple[Witness, ...] = ()
    is_accepted: bool = False

    def __repr__(self) -> str:
        return f"<MetamorphicRelation {self.formula}>"

    @property
    def is_about_errors(self) -> bool:
        """Whether it speaks of the exceptions that both calls raise, not of what they return."""
        return self.expression.variables == ERROR_VARIABLES

    @property
    def name(self) -> str:
        """An identifier that says what the relation says; two relations of a set may share it."""
        changed = self.transformation.phrase(self.signature.names)
        said = naming.phrase(self.expression)
        return identifier(f"{self.signature.name} {said} when {changed}")

    @property
    def input_relation(self) -> str:
        """The input relation, such as `e_f == e_s + 1`."""
        return self.transformation.input_relation(self.signature.names, self.signature.parameters)

    @property
    def formula(self) -> str:
        """The relation to read, such as `power(k, e + 1) == power(k, e) * k`."""
        return relation_formula(self.signature, self.transformation, self.expression)

    @property
    def python(self) -> str:
        """The output relation as Python over the parameters, `source` and `follow_up`.

        What the calls leave in an argument `xs` that they change is called `xs_source` and `xs_follow_up`.
        """
        signature = self.signature
        script = write_script(signature, self.transformation, self.expression, signature.names, signature.name)
        return python(self.expression, script.texts).text

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
        return holds_for(self, func, args)


def relation_formula(signature: Signature, transformation: Transformation, expression: Expression) -> str:
    """The relation to read, with both calls written out."""
    if expression.variables == ERROR_VARIABLES:
        follow_up = signature.call(transformation.follow_up_arguments(signature.names, signature.parameters))
        return f"{follow_up} raises the same error as {signature.call(signature.names)}"
    return formula(expression, formula_texts(signature, transformation, expression))


def pair_variables(
    parameters: Sequence[Parameter], transformation: Transformation, outputs: Sequence[Output]
) -> tuple[Variable, ...]:
    """The variables of a transformation's relations.

    A follow-up input that is a source input, or the source's output, has no variable of its own.
    """
    names = [parameter.name for parameter in parameters]
    chained = transformation.chained
    texts = enumerate(transformation.follow_up_arguments(names, parameters))
    changed = [position for position, text in texts if position != chained and text not in names]
    return relation_variables(parameters, changed, outputs, chained)

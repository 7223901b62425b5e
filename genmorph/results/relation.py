"""One metamorphic relation, as users hold it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.export.layout import identifier
from genmorph.model import Evidence, Execution, Input, MutantNote, Output, Parameter, Stage, Verdict, Witness
from genmorph.relations import naming
from genmorph.relations.expression import ERROR_VARIABLES, Expression, Variable, relation_variables
from genmorph.relations.latex import latex
from genmorph.relations.printing import formula, python
from genmorph.results.calls import formula_texts, write_script
from genmorph.results.checking import holds_for
from genmorph.results.explaining import explain
from genmorph.results.signature import Signature
from genmorph.transformations.transformation import Transformation


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
    `witnesses` some of the mutants' pairs that it rejects, and `note` is about the mutant of the first of them.
    `is_accepted` is a person's word that it is intended; where it is false today, `pair` is the counterexample.
    """

    signature: Signature
    transformation: Transformation
    expression: Expression
    evidence: Evidence
    killed: tuple[str, ...]
    examples: tuple[Input, ...]
    pair: Execution | None = None
    witnesses: tuple[Witness, ...] = ()
    note: MutantNote | None = None
    is_accepted: bool = False

    def __repr__(self) -> str:
        return f"<MetamorphicRelation {self.formula}>"

    @property
    def is_about_errors(self) -> bool:
        """Whether it speaks of the exceptions that both calls raise, not of what they return."""
        return self.expression.variables == ERROR_VARIABLES

    @property
    def is_violated(self) -> bool:
        """Whether it was found false; such a relation is only kept because a person accepted it."""
        return self.evidence.violations > 0

    @property
    def words(self) -> str:
        """What it says as an English sentence, such as `power is multiplied by k when e grows by 1.`."""
        return naming.sentence(self.signature.name, self.expression, self._change)

    @property
    def name(self) -> str:
        """An identifier that says what the relation says; two relations of a set may share it."""
        return identifier(f"{self.signature.name} {naming.phrase(self.expression)} when {self._change}")

    @property
    def _change(self) -> str:
        """What happens to the input, in English words."""
        return self.transformation.phrase(self.signature.names)

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

    def latex(self) -> str:
        """The formula as LaTeX for mathematical mode."""
        if self.is_about_errors:
            return latex(self.expression, _error_texts(self.signature, self.transformation))
        return latex(self.expression, formula_texts(self.signature, self.transformation, self.expression))

    def explain(self) -> str:
        """Plain text: the relation, an example, the evidence, and a mutant that it kills with what shows it."""
        return explain(self)

    def check(self, func: Callable[..., Any], *args: Any) -> bool:
        """Whether the relation holds for one source input of `func`, run here and now.

        Raises InapplicableInput where the source or the follow-up lies outside the domain, or `func` raises one of
        the recorded exception types on an input that is not known to be accepted.

        >>> from genmorph import infer_relations
        >>> from genmorph.domain import ints
        >>> import calendar
        >>> days = {"year": ints(1990, 30000), "month": ints(1, 12), "day": ints(1, 28)}
        >>> found = infer_relations(calendar.weekday, budget="10ev", domain=days)
        >>> found[0].check(calendar.weekday, 1999, 2, 28)
        True
        """
        return holds_for(self, func, args)


def relation_formula(signature: Signature, transformation: Transformation, expression: Expression) -> str:
    """The relation to read, with both calls written out."""
    if expression.variables == ERROR_VARIABLES:
        source, follow_up = _calls(signature, transformation)
        return f"{follow_up} raises the same error as {source}"
    return formula(expression, formula_texts(signature, transformation, expression))


def _calls(signature: Signature, transformation: Transformation) -> tuple[str, str]:
    """Both calls as text, where no output is passed on."""
    names = signature.shown_names
    return signature.call(names), signature.call(transformation.follow_up_arguments(names, signature.parameters))


def _error_texts(signature: Signature, transformation: Transformation) -> dict[str, str]:
    pairs = zip(ERROR_VARIABLES, _calls(signature, transformation), strict=True)
    return {variable.name: f"error({call})" for variable, call in pairs}


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

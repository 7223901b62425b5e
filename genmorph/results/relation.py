"""One metamorphic relation, as users hold it: to read, to check, and to have explained."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from typing import Any

from genmorph.export.layout import cut_name, identifier
from genmorph.export.pair_text import formula_texts, write_script
from genmorph.export.value_text import viewed
from genmorph.model import (
    Evidence,
    Execution,
    Input,
    Kind,
    MutantNote,
    Output,
    Parameter,
    Place,
    Stage,
    Tolerance,
    Verdict,
    Witness,
)
from genmorph.relations import naming
from genmorph.relations.expression import ERROR_VARIABLES, Expression, Variable, int_nodes, relation_variables
from genmorph.relations.laws import law_of
from genmorph.relations.printing import formula, python
from genmorph.results.checking import holds_for, needed_outputs
from genmorph.settings import WRITING
from genmorph.subject.signatures import Signature
from genmorph.transformations.transformation import Transformation
from genmorph.values.building import shown

CAUTION = "This is what the code does; whether it should is for a person to say."
INTENDED = "A person said that this is intended."

_TWO_DIGITS = Context(prec=2, rounding=ROUND_CEILING)
"""A bound that is rounded must stay one."""


def tried_words(evidence: Evidence) -> str:
    """What was tried and what came of it.

    >>> tried_words(Evidence(20_000, 0, killed=3, judged=4, exhaustive=False, falsifiers=()))
    'no counterexample in 20,000 inputs'
    >>> tried_words(Evidence(400, 0, killed=3, judged=4, exhaustive=True, falsifiers=()))
    'holds on all 400 inputs to which it applies'
    """
    if evidence.violations:
        return f"false: {evidence.violations:,} counterexample{'s' * (evidence.violations > 1)} found"
    if evidence.exhaustive:
        return f"holds on all {evidence.tried:,} inputs to which it applies"
    return f"no counterexample in {evidence.tried:,} inputs" if evidence.tried else "not judged again in this run"


def evidence_words(evidence: Evidence) -> str:
    """The same, with what it says of inputs that were not tried.

    >>> evidence_words(Evidence(20_000, 0, killed=3, judged=4, exhaustive=False, falsifiers=()))
    'no counterexample in 20,000 inputs (false alarms: at most 0.015% with 95% confidence)'
    """
    bound = evidence.false_alarm_bound
    if evidence.violations or evidence.exhaustive or bound is None:
        return tried_words(evidence)
    return f"{tried_words(evidence)} (false alarms: at most {_percent(bound)} with 95% confidence)"


def compares_floats(expression: Expression) -> bool:
    """Whether floats, or what holds some, are compared anywhere in a relation.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOATS)])
    >>> shrinks = ["<", ["len", "return_f"], ["len", "return_s"]]
    >>> less = ["<", ["sum", "return_f"], ["sum", "return_s"]]
    >>> [compares_floats(Expression.from_tree(tree, variables)) for tree in (shrinks, ["or", shrinks, less])]
    [False, True]
    """
    return not int_nodes(expression.codes, expression.variables)[0]


def evidence_lines(evidence: Evidence, tolerance: Tolerance | None) -> tuple[str, ...]:
    """All that is known, a sentence each; with the tolerance where floats are compared, None elsewhere.

    >>> falsifiers = ("fresh pairs", "search for a counterexample")
    >>> found = Evidence(400, 0, 3, 4, False, falsifiers, 100, 2e-16, noticed=0.5)
    >>> for line in evidence_lines(found, Tolerance()):
    ...     print(line)
    no counterexample in 400 inputs (false alarms: at most 0.75% with 95% confidence)
    of the inputs drawn 20% did not apply
    looked for counterexamples: fresh pairs, search for a counterexample
    floats are equal within a relative 1e-09 or an absolute 1e-09; the largest difference that counted as equal is 2e-16
    kills 3 of 4 mutants
    notices perturbed outputs on 50% of the inputs
    """
    lines = [evidence_words(evidence)]
    if evidence.inapplicable_share:
        lines.append(f"of the inputs drawn {_percent(evidence.inapplicable_share)} did not apply")
    if evidence.falsifiers:
        lines.append(f"looked for counterexamples: {', '.join(evidence.falsifiers)}")
    if tolerance is not None:
        largest = evidence.largest_error
        found = f"the largest difference that counted as equal is {largest:.2g}" if largest else ""
        found = "all that counted as equal were the same" if largest == 0 else found
        within = f"floats are equal within a relative {tolerance.relative:g} or an absolute {tolerance.absolute:g}"
        lines.append(f"{within}; {found}" if found else within)
    lines.append(f"kills {evidence.killed} of {evidence.judged} mutants")
    if evidence.noticed is not None:
        lines.append(f"notices perturbed outputs on {evidence.noticed:.0%} of the inputs")
    return tuple(lines)


def _percent(share: float) -> str:
    """Two digits of a share, rounded up.

    >>> _percent(3 / 2_100), _percent(0.0), _percent(1.0)
    ('0.15%', '0%', '100%')
    """
    return f"{_TWO_DIGITS.multiply(Decimal(repr(share)), Decimal(100)).normalize():f}%"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of a relation, a line each; the `pair`, if there is one, has a title.

    `about` says to which inputs it applies, and `word` is the review decision.
    """

    formula: str
    words: str
    about: tuple[str, ...]
    title: str
    pair: tuple[str, ...]
    evidence: tuple[str, ...]
    word: str


def explanation(relation: "MetamorphicRelation") -> Explanation:
    """All but the mutants that it kills."""
    signature = relation.signature
    valid = [f"Valid inputs: {condition.text()}" for condition in signature.conditions]
    own = [signature.own_instances] if signature.is_method else []
    law = [] if relation.law is None else [f"Law: {relation.law}"]
    tolerance = signature.tolerance if compares_floats(relation.expression) else None
    return Explanation(
        formula=relation.formula,
        words=relation.words,
        about=(f"Input relation: {relation.input_relation}", *law, *valid, *own),
        title="Counterexample" if relation.is_violated else "Example",
        pair=relation.shown,
        evidence=evidence_lines(relation.evidence, tolerance),
        word=INTENDED if relation.is_accepted else CAUTION,
    )


def explain(relation: "MetamorphicRelation") -> str:
    """The formula and its words, an example, the evidence, and a mutant as a change with the input that shows it."""
    said, mutant = explanation(relation), ""
    if relation.witnesses:
        witness, note = relation.witnesses[0], relation.note
        change = note.change.splitlines() if note is not None and note.id == witness.mutant else []
        seen = _section("With this fault the relation does not hold", outcomes(relation, witness.execution))
        mutant = f"{_section(f'A mutant that it kills: {witness.mutant}', change)}\n{seen}"
    return explained(said, mutant)


def explained(said: Explanation, mutant: str = "") -> str:
    """An explanation as a text, with what there is to say of a mutant."""
    parts = [
        "\n".join([said.formula, f"In words: {said.words}", *said.about]),
        _section(said.title, said.pair) if said.pair else "",
        _section("Evidence", said.evidence),
        mutant,
        said.word,
    ]
    return "\n\n".join(filter(None, parts))


def _section(title: str, lines: Iterable[str]) -> str:
    return "\n".join([title, *(f"  {line}".rstrip() for line in lines)])


def outcomes(relation: "MetamorphicRelation", execution: Execution) -> Iterator[str]:
    """Both calls with what they gave, a line each, as far as the relation speaks of it or passes it on."""
    if relation.is_about_errors:
        return pair_lines(relation.signature, execution, ())
    return pair_lines(relation.signature, execution, sorted(needed_outputs(relation)))


def pair_lines(signature: Signature, execution: Execution, positions: Sequence[int]) -> Iterator[str]:
    """Both calls with these of the outputs, a line each; without any, with the errors that they raised."""
    for values, outputs, error in (
        (execution.source, execution.source_outputs, execution.source_error),
        (execution.follow_up, execution.follow_up_outputs, execution.follow_up_error),
    ):
        call = signature.call([shown(value) for value in values[: len(signature.parameters)]])
        if not positions:
            yield f"{call} raises {error or 'nothing'}"
        for position in positions:
            yield _outcome(signature.outputs[position], call, outputs[position])


def _outcome(output: Output, call: str, value: Any) -> str:
    if output.is_none:
        return f"{viewed(output, call)} is {'None' if value else 'not None'}"
    if output.place is Place.ARGUMENT:
        return f"{call} leaves {shown(value)} in {output.key}"
    return f"{viewed(output, call)} gives {shown(value[0] if output.kind is Kind.OTHER else value)}"


@dataclass(frozen=True, slots=True)
class Rejected:
    """A candidate that was not kept: the verdict, its reason, the stage, and the counterexample if there is one.

    The first saved sets named no stage; all of theirs fell at fresh pairs.
    """

    transformation: str
    formula: str
    verdict: Verdict
    reason: str
    stage: Stage = Stage.FRESH_PAIRS
    counterexample: Execution | None = None


@dataclass(frozen=True, slots=True, repr=False)
class MetamorphicRelation:
    """How the output must change when the input changes in a known way.

    `examples` are source inputs that tests always run: those on which mutants were killed, then the hardest ones for
    the relation; the original accepts them and their follow-ups. `pair` is an ordinary pair with its outputs,
    `witnesses` some of the mutants' pairs that it rejects, and `note` is about the mutant of the first of them.
    `is_accepted` is the review decision that it is intended; where it is false today, `pair` is the counterexample.
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
    def size(self) -> int:
        """How much there is to read."""
        return self.expression.size

    @property
    def explanation(self) -> Explanation:
        """All that there is to say, but for the mutants that it kills."""
        return explanation(self)

    @property
    def shown(self) -> tuple[str, ...]:
        """Both calls of its pair with what they gave, a line each; of a false relation they contradict it."""
        return () if self.pair is None else tuple(outcomes(self, self.pair))

    def seen_faults(self) -> Iterator[tuple[Witness, tuple[str, ...]]]:
        """The witnesses, each with the lines of its pair."""
        return ((witness, tuple(outcomes(self, witness.execution))) for witness in self.witnesses)

    @property
    def is_about_errors(self) -> bool:
        """Whether it relates the exceptions that both calls raise, and not what they return."""
        return self.expression.variables == ERROR_VARIABLES

    @property
    def is_violated(self) -> bool:
        """Whether it was found false; such a relation is only kept because a person accepted it."""
        return self.evidence.violations > 0

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """What its inputs hold: the parameters of the function, and the drawn one where there is one."""
        return self.transformation.with_drawn_parameter(self.signature.parameters)

    @property
    def law(self) -> str | None:
        """The name of the law that it is an instance of, such as symmetry or monotonicity; None where it is of none."""
        does = self.transformation.does
        found = law_of(self.expression, does)
        return None if found is None else found.named(does, for_any=self.transformation.drawn is not None)

    @property
    def words(self) -> str:
        """What it says as an English sentence, such as `power is multiplied by k when e grows by 1.`."""
        change = self.transformation.phrase(self.signature.names)
        said = naming.sentence(self.signature.name, self.expression, change)
        return f"{said.removesuffix('.')}{_condition(self.signature, self.transformation)}."

    @property
    def change_phrases(self) -> tuple[str, str]:
        """What happens to the input in words, and in few words what changes: `e grows by 1` and `e changes`."""
        names, transformation = self.signature.names, self.transformation
        changed = [names[position] for position in transformation.positions]
        briefly = f"{' and '.join(changed)} {'changes' if len(changed) == 1 else 'change'}"
        return transformation.phrase(names), briefly if transformation.chained is None else "passed again"

    @property
    def name(self) -> str:
        """An identifier that says what the relation says, in few words; two relations of a set may share it."""
        fullest, *fewer = naming.phrases(self.expression)
        said = [f"{words} when {change}" for words in (fullest, *fewer) for change in self.change_phrases]
        found = [identifier(f"{name} {words}").lower() for words in said for name in (self.signature.name, "")]
        fitting = (name for name in found if len(name) <= WRITING.name)
        return next(fitting, None) or cut_name(found[1], WRITING.name).removesuffix("_when")

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
        """Write the formula as LaTeX for mathematical mode."""
        from genmorph.relations.latex import latex, python_latex, words

        if self.is_about_errors:
            calls = zip(ERROR_VARIABLES, _calls(self.signature, self.transformation), strict=True)
            texts = {variable.name: f"error({call})" for variable, call in calls}
        else:
            texts = formula_texts(self.signature, self.transformation, self.expression)
        required = _requirement(self.signature, self.transformation)
        condition = "" if required is None else f"{words(', where ')}{python_latex(required, {}).text}"
        return f"{latex(self.expression, texts)}{condition}"

    def explain(self) -> str:
        """Explain in plain text: the relation, an example, the evidence, and a mutant that it kills."""
        return explain(self)

    def check(self, func: Callable[..., Any], *args: Any, **drawn: Any) -> bool:
        """Check whether the relation holds for one source input of `func`, run here and now.

        Args:
            func: The function to call, in this process.
            *args: The arguments of the source input, in the order of the parameters; those that have a default may be
                left out from the right.
            **drawn: The drawn parameter by its name, where the relation has one; it may also stand behind all other
                arguments, as in `examples`. Left out, it is drawn, the same each time for the same arguments.

        Raises:
            InapplicableInput: The source or the follow-up lies outside the domain, or `func` raises one of the recorded
                exception types on an input that is not known to be accepted.
            UsageError: An argument is missing, or one of `drawn` is none of the relation's.

        >>> from genmorph import infer_relations
        >>> from genmorph.domain import ints
        >>> import calendar
        >>> days = {"year": ints(1990, 30000), "month": ints(1, 12), "day": ints(1, 28)}
        >>> found = infer_relations(calendar.weekday, budget="10ev", domain=days)
        >>> found[0].check(calendar.weekday, 1999, 2, 28)
        True

        """
        return holds_for(self, func, args, drawn)


def relation_formula(signature: Signature, transformation: Transformation, expression: Expression) -> str:
    """The relation to read, with both calls written out."""
    if expression.variables == ERROR_VARIABLES:
        source, follow_up = _calls(signature, transformation)
        said = f"{follow_up} raises the same error as {source}"
    else:
        said = formula(expression, formula_texts(signature, transformation, expression))
    return said + _condition(signature, transformation)


def _condition(signature: Signature, transformation: Transformation) -> str:
    """The words for what a source must be to have a follow-up at all, as equal lengths; mostly none."""
    required = _requirement(signature, transformation)
    return "" if required is None else f", where {required}"


def _requirement(signature: Signature, transformation: Transformation) -> str | None:
    return transformation.requirement(signature.shown_names, signature.parameters)


def _calls(signature: Signature, transformation: Transformation) -> tuple[str, str]:
    """Both calls as text, where no output is passed on."""
    names = signature.shown_names
    return signature.call(names), signature.call(transformation.follow_up_arguments(names, signature.parameters))


def pair_variables(
    parameters: Sequence[Parameter], transformation: Transformation, outputs: Sequence[Output]
) -> tuple[Variable, ...]:
    """The variables of a transformation's relations.

    A follow-up input that is a source input, or the source's output, has no variable of its own. A drawn parameter is
    one more input of the source.
    """
    names = [parameter.name for parameter in parameters]
    chained = transformation.chained
    texts = enumerate(transformation.follow_up_arguments(names, parameters))
    changed = [position for position, text in texts if position != chained and text not in names]
    return relation_variables(
        transformation.with_drawn_parameter(parameters), changed, outputs, chained, transformation.output
    )

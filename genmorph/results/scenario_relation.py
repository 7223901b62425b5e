"""One relation of several calls, as users hold it: to read, to check, and to have explained."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.export.layout import cut_name, identifier
from genmorph.export.scenario_text import drawn_parts, function_names, scenario_formula
from genmorph.export.state_text import state_formula, state_words
from genmorph.model import Evidence, Input, Kind, MutantNote, Parameter, Witness
from genmorph.relations.operations import OPERATIONS
from genmorph.relations.scenario import (
    Called,
    Claim,
    Fixed,
    Made,
    all_terms,
    calls_in,
    term_text,
)
from genmorph.relations.scenario_laws import SENTENCES, SENTENCES_OF_STATE
from genmorph.results.relation import CAUTION, INTENDED, Explanation, evidence_lines, explained
from genmorph.results.scenario_checking import scenario_holds
from genmorph.settings import WRITING
from genmorph.subject.signatures import Signature
from genmorph.values.building import shown

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True, repr=False)
class ScenarioRelation:
    """What several calls of one or more functions give in common.

    `signatures` are those of the functions, `drawn` the inputs that are drawn for one check, in order, and `claim` says
    which calls are made of them and how what they give compares. `examples` are inputs that tests always run. Of a
    class, `queries` are the methods that need nothing; elsewhere they are None.
    """

    signatures: tuple[Signature, ...]
    drawn: tuple[Parameter, ...]
    claim: Claim
    evidence: Evidence
    killed: tuple[str, ...]
    examples: tuple[Input, ...]
    note: MutantNote | None = None
    is_accepted: bool = False
    queries: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return f"<ScenarioRelation {self.formula}>"

    @property
    def signature(self) -> Signature:
        """The signature of the first function."""
        return self.signatures[0]

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The inputs that are drawn."""
        return self.drawn

    @property
    def is_about_errors(self) -> bool:
        """Whether it relates exceptions: no relation of several calls does."""
        return False

    @property
    def pair(self) -> None:
        """An ordinary source with its follow-up: there is none."""
        return

    @property
    def witnesses(self) -> tuple[Witness, ...]:
        """Pairs that show mutants: there are none of several calls."""
        return ()

    def seen_faults(self) -> Iterator[tuple[Witness, tuple[str, ...]]]:
        """Pairs that show mutants: there are none of several calls."""
        return iter(())

    @property
    def raises(self) -> tuple[str, ...]:
        """The exceptions after which the relation says nothing.

        Where it has always said something, those of functions that get nothing but drawn inputs.
        """
        is_strict = self.evidence.always_applies
        called = {call.function for call in self.claim.calls if not (is_strict and call.takes_outputs)}
        return tuple(dict.fromkeys(name for place in sorted(called) for name in self.signatures[place].raises))

    @property
    def is_violated(self) -> bool:
        """Whether it was found false; such a relation is only kept because a person accepted it."""
        return self.evidence.violations > 0

    @property
    def shown(self) -> tuple[str, ...]:
        """Its first example, a line for each input."""
        return tuple(self._outcomes(self.examples[0])) if self.examples else ()

    @property
    def size(self) -> int:
        """How much there is to read."""
        return self.claim.size

    @property
    def law(self) -> str:
        """The name of the law."""
        return self.claim.law

    @property
    def formula(self) -> str:
        """The relation to read, such as `total(xs + ys) == total(xs) + total(ys)`."""
        if self.queries is not None:
            return state_formula(self.signature, self.claim)
        return scenario_formula(self.signatures, self.claim, self.drawn)

    @property
    def python(self) -> str:
        """The same, as Python over the functions and the drawn inputs."""
        return self.formula

    @property
    def words(self) -> str:
        """What it says as an English sentence."""
        said = SENTENCES_OF_STATE[self.law] if self.queries is not None else SENTENCES[self.law]
        said = said.format(**nouns(self))
        parts = [
            one.name + " in " + one.domain.notation() for one, _ in drawn_parts(self.signatures, self.claim, self.drawn)
        ]
        said = f"{said.removesuffix('.')}, for {' and '.join(parts)}." if parts else said
        return f"{said[0].upper()}{said[1:]}" if said.startswith(("what", "the ")) else said

    @property
    def brief_words(self) -> str:
        """The functions and the law, where there is no room for the sentence."""
        return f"{' and '.join(self._called_names)}: {self.law}."

    @property
    def name(self) -> str:
        """An identifier that says what the relation says, in few words; two relations of a set may share it."""
        if self.queries is not None:
            return cut_name(identifier(state_words(self.signature, self.claim)).lower(), WRITING.name)
        if self.law == "combining law":
            return cut_name(identifier("{left} of both {joins} is {right}".format(**nouns(self))).lower(), WRITING.name)
        return cut_name(identifier(f"{' '.join(self._called_names)} {self.law}").lower(), WRITING.name)

    @property
    def _called_names(self) -> tuple[str, ...]:
        """The functions' names in the order of the calls, each once."""
        return tuple(dict.fromkeys(_name(self.signatures, call) for call in self.claim.calls))

    @property
    def input_relation(self) -> str:
        """The calls that are made, such as `total(xs), total(ys), total(xs + ys)`."""

        def text(function: int, arguments: Sequence[str]) -> str:
            return self.signatures[function].call(arguments, names[function])

        if self.queries is not None:
            return f"programs of calls on {self.signature.qualname}"
        names = function_names(self.signatures)
        return ", ".join(term_text(call, text).text for call in self.claim.calls)

    def latex(self) -> str:
        """Write the formula as LaTeX for mathematical mode."""
        from genmorph.relations.latex import python_latex, words

        return words(self.formula) if self.queries is not None else python_latex(self.formula, {}).text

    @property
    def _compares_floats(self) -> bool:
        """Whether floats may be compared, alone or inside of other values."""
        outputs = [output for signature in self.signatures for output in signature.outputs]
        return any(output.holds_floats or output.kind in (Kind.FLOAT, Kind.FLOATS) for output in outputs)

    @property
    def explanation(self) -> Explanation:
        """All that there is to say."""
        valid = [f"Valid inputs: {one.text()}" for signature in self.signatures for one in signature.conditions]
        return Explanation(
            formula=self.formula,
            words=self.words,
            about=(f"Calls: {self.input_relation}", f"Law: {self.law}", *valid),
            title="Example",
            pair=self.shown,
            evidence=evidence_lines(self.evidence, self.signature.tolerance if self._compares_floats else None),
            word=INTENDED if self.is_accepted else CAUTION,
        )

    def explain(self) -> str:
        """Explain in plain text: the relation, an example and the evidence."""
        return explained(self.explanation)

    def _outcomes(self, inputs: Input) -> Iterator[str]:
        for parameter, value in zip(self.drawn, inputs, strict=True):
            yield f"{parameter.name} = {shown(value)}"

    def check(self, func: Function | Sequence[Function], *args: Any, **drawn: Any) -> bool:
        """Check whether the relation holds for some inputs, run here and now.

        Args:
            func: The function to call, or a list of the functions in the order in which they were given.
            *args: The drawn inputs, in order; the last ones may be given by name. An input of a single function does
                where the relation draws fewer.
            **drawn: Drawn inputs by their names. Those that are no parameters of a function may be left out: they are
                drawn, seeded by the others.

        Raises:
            InapplicableInput: An input lies outside the domain, or a function raises one of the recorded exception
                types; or what a call gives lies outside the domain of the next one, if it ever did.
            UsageError: An input is missing, or there are others than the relation has.

        """
        return scenario_holds(self, func, args, drawn)


def nouns(relation: ScenarioRelation) -> dict[str, str]:
    """What sentences call the functions, operations and fixed values of a relation's claim."""
    if relation.queries is not None:
        return {"formula": relation.formula}
    signatures, claim = relation.signatures, relation.claim
    calls = claim.calls
    outer, inner = _name(signatures, calls[-1]), _name(signatures, calls[0])
    nested = next((call for call in calls if call.takes_outputs), None)
    if nested is not None:
        outer = _name(signatures, nested)
        inner = _name(signatures, next(iter(calls_in(*nested.arguments))))
    terms = list(all_terms(*claim.terms))
    joins = next((OPERATIONS[t.operation].joins for t in terms if isinstance(t, Made) and not calls_in(t)), "")
    whole = next((OPERATIONS[t.operation].whole for t in terms if isinstance(t, Made) and calls_in(t)), "")
    fixed = next((shown(term.value) for term in terms if isinstance(term, Fixed)), "")
    return {
        "left": _name(signatures, next(call for call in calls_in(claim.left))),
        "right": _right(signatures, claim, whole),
        "outer": outer,
        "inner": inner,
        "joins": joins,
        "fixed": fixed,
        "value": shown(claim.right.value) if isinstance(claim.right, Fixed) else "",
    }


def _right(signatures: Sequence[Signature], claim: Claim, whole: str) -> str:
    if claim.law != "combining law":
        return _name(signatures, next(iter(calls_in(claim.right)), claim.calls[-1])) if claim.right else ""
    return whole or f"{_name(signatures, claim.calls[-1])} of both again"


def _name(signatures: Sequence[Signature], call: Called) -> str:
    return function_names(signatures)[call.function]

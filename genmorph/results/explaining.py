"""A relation in words, for a person: what it says, what speaks for it, and what it notices."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from genmorph.model import Execution, Input, Output, Place
from genmorph.relations.expression import Role
from genmorph.relations.operators import FIRST_VARIABLE
from genmorph.results.evidence import compares_floats, evidence_lines
from genmorph.results.shown import shown
from genmorph.results.signature import Signature
from genmorph.results.wording import part

if TYPE_CHECKING:
    from genmorph.results.relation import MetamorphicRelation

CAUTION = "This is what the code does; whether it should is for a person to say."
INTENDED = "A person said that this is intended."


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of a relation, a line each; the `pair`, if there is one, has a title.

    `about` says of which inputs it speaks, and `word` what a person said of it.
    """

    formula: str
    words: str
    about: tuple[str, ...]
    title: str
    pair: tuple[str, ...]
    evidence: tuple[str, ...]
    word: str


def explanation(relation: "MetamorphicRelation") -> Explanation:
    """All but the mutants that it kills; `outcomes` says what a witness gave."""
    signature = relation.signature
    valid = [f"Valid inputs: {condition.text()}" for condition in signature.conditions]
    own = [signature.own_instances] if signature.is_method else []
    tolerance = signature.tolerance if compares_floats(relation.expression) else None
    return Explanation(
        formula=relation.formula,
        words=relation.words,
        about=(f"Input relation: {relation.input_relation}", *valid, *own),
        title="Counterexample" if relation.is_violated else "Example",
        pair=() if relation.pair is None else tuple(outcomes(relation, relation.pair)),
        evidence=evidence_lines(relation.evidence, tolerance),
        word=INTENDED if relation.is_accepted else CAUTION,
    )


def explain(relation: "MetamorphicRelation") -> str:
    """The formula and its words, an example, the evidence, and a mutant as a change with the input that shows it."""
    said = explanation(relation)
    parts = [
        "\n".join([said.formula, f"In words: {said.words}", *said.about]),
        _section(said.title, said.pair) if said.pair else "",
        _section("Evidence", said.evidence),
        _kill(relation),
        said.word,
    ]
    return "\n\n".join(part for part in parts if part)


def _kill(relation: "MetamorphicRelation") -> str:
    """A mutant that the relation kills; "" where none is known."""
    if not relation.witnesses:
        return ""
    witness, note = relation.witnesses[0], relation.note
    change = note.change.splitlines() if note is not None and note.id == witness.mutant else []
    seen = _section("With this fault the relation does not hold", outcomes(relation, witness.execution))
    return "\n".join([_section(f"A mutant that it kills: {witness.mutant}", change), seen])


def _section(title: str, lines: Iterable[str]) -> str:
    return "\n".join([title, *(f"  {line}".rstrip() for line in lines)])


def outcomes(relation: "MetamorphicRelation", execution: Execution) -> Iterator[str]:
    """Both calls with what they gave, as far as the relation speaks of it, a line each."""
    return pair_lines(relation.signature, execution, () if relation.is_about_errors else _positions(relation))


def pair_lines(signature: Signature, execution: Execution, positions: Sequence[int]) -> Iterator[str]:
    """Both calls with these of the outputs, a line each; without any, with the errors that they raised."""
    for values, outputs, error in (
        (execution.source, execution.source_outputs, execution.source_error),
        (execution.follow_up, execution.follow_up_outputs, execution.follow_up_error),
    ):
        call = _call(signature, values)
        if not positions:
            yield f"{call} raises {error or 'nothing'}"
        for position in positions:
            yield _outcome(signature.outputs[position], call, outputs[position])


def _call(signature: Signature, values: Input) -> str:
    return signature.call([shown(value) for value in values])


def _outcome(output: Output, call: str, value: Any) -> str:
    if output.is_none:
        return f"{part(output, call)} is {'None' if value else 'not None'}"
    if output.place is Place.ARGUMENT:
        return f"{call} leaves {shown(value)} in {output.key}"
    return f"{part(output, call)} gives {shown(value)}"


def _positions(relation: "MetamorphicRelation") -> list[int]:
    """The outputs that the relation speaks of, or passes on, in order."""
    expression = relation.expression
    used = [expression.variables[code - FIRST_VARIABLE] for code in expression.codes if code >= FIRST_VARIABLE]
    roles = (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)
    found = {variable.position for variable in used if variable.role in roles}
    passed_on = relation.transformation.output
    return sorted(found if passed_on is None else found | {passed_on})

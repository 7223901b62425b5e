"""A relation as plain text for a terminal: what it says, what speaks for it, and what it notices."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from genmorph.model import Execution, Input, Output, Place
from genmorph.relations.expression import Role
from genmorph.relations.operators import FIRST_VARIABLE
from genmorph.results.evidence import compares_floats, evidence_lines
from genmorph.results.shown import shown
from genmorph.results.wording import part

if TYPE_CHECKING:
    from genmorph.results.relation import MetamorphicRelation

_CAUTION = "This is what the code does; whether it should is for a person to say."
_INTENDED = "A person said that this is intended."


def explain(relation: "MetamorphicRelation") -> str:
    """The formula and its words, an example, the evidence, and a mutant as a change with the input that shows it."""
    tolerance = relation.signature.tolerance if compares_floats(relation.expression) else None
    evidence = evidence_lines(relation.evidence, tolerance)
    word = _INTENDED if relation.is_accepted else _CAUTION
    valid = [f"Valid inputs: {condition.text()}" for condition in relation.signature.conditions]
    own = [relation.signature.own_instances] if relation.signature.is_method else []
    said = [f"In words: {relation.words}", f"Input relation: {relation.input_relation}", *valid, *own]
    parts = [
        "\n".join([relation.formula, *said]),
        _example(relation),
        _section("Evidence", evidence),
        _kill(relation),
        word,
    ]
    return "\n\n".join(part for part in parts if part)


def _example(relation: "MetamorphicRelation") -> str:
    if relation.pair is None:
        return ""
    return _section("Counterexample" if relation.is_violated else "Example", outcomes(relation, relation.pair))


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
    for values, outputs, error in (
        (execution.source, execution.source_outputs, execution.source_error),
        (execution.follow_up, execution.follow_up_outputs, execution.follow_up_error),
    ):
        call = _call(relation, values)
        if relation.is_about_errors:
            yield f"{call} raises {error}" if error else f"{call} raises nothing"
        for position in [] if relation.is_about_errors else _positions(relation):
            yield _outcome(relation.signature.outputs[position], call, outputs[position])


def _call(relation: "MetamorphicRelation", values: Input) -> str:
    return relation.signature.call([shown(value) for value in values])


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

"""Relations, rejected candidates and executions as JSON data and back."""

from dataclasses import asdict
from typing import Any

from genmorph.model import Evidence, Execution, MutantNote, Stage, UsageError, Verdict, Witness
from genmorph.relations.expression import ERROR_VARIABLES, Expression
from genmorph.results.relation import MetamorphicRelation, Rejected, pair_variables
from genmorph.results.signature import Signature
from genmorph.results.values import flag, from_json_values, to_json_values
from genmorph.transformations import transformation_from_data

_DERIVED = ("false_alarm_bound", "inapplicable_share")
"""Written for readers of the file, and computed again when it is read."""


def relation_data(relation: MetamorphicRelation) -> dict[str, Any]:
    """The relation as JSON data; the signature is that of the set."""
    return {
        "name": relation.name,
        "transformation": relation.transformation.to_data(relation.signature.names),
        "input_relation": relation.input_relation,
        "formula": relation.formula,
        "python": relation.python,
        "expression": relation.expression.to_tree(),
        "is_about_errors": relation.is_about_errors,
        "evidence": _evidence_data(relation.evidence),
        "killed": list(relation.killed),
        "examples": [to_json_values(values) for values in relation.examples],
        "pair": relation.pair and _execution_data(relation.pair),
        "witnesses": [_witness_data(witness) for witness in relation.witnesses],
        "note": relation.note and asdict(relation.note),
        "is_accepted": relation.is_accepted,
    }


def relation_from(data: dict[str, Any], signature: Signature) -> MetamorphicRelation:
    """What `relation_data` wrote, also before relations had an example pair and witnesses."""
    transformation = transformation_from_data(data["transformation"], signature.names)
    is_about_errors = flag(data, "is_about_errors")
    if is_about_errors and transformation.chained is not None:
        raise UsageError(f"a relation about errors has no output to pass on, got {data['transformation']!r}")
    if transformation.output is not None and not 0 <= transformation.output < len(signature.outputs):
        raise UsageError(f"output must be one of {len(signature.outputs)}, got {transformation.output!r}")
    outputs = pair_variables(signature.parameters, transformation, signature.outputs)
    return MetamorphicRelation(
        signature=signature,
        transformation=transformation,
        expression=Expression.from_tree(data["expression"], ERROR_VARIABLES if is_about_errors else outputs),
        evidence=_evidence_from(data["evidence"]),
        killed=tuple(data["killed"]),
        examples=tuple(from_json_values(values) for values in data["examples"]),
        pair=_execution_from(data.get("pair")),
        witnesses=tuple(_witness_from(witness) for witness in data.get("witnesses", ())),
        note=note_from(data["note"]) if data.get("note") else None,
        is_accepted=flag(data, "is_accepted") if "is_accepted" in data else False,
    )


def rejected_data(rejected: Rejected) -> dict[str, Any]:
    """The rejected candidate as JSON data."""
    return {
        "transformation": rejected.transformation,
        "formula": rejected.formula,
        "verdict": rejected.verdict.value,
        "reason": rejected.reason,
        "stage": rejected.stage.value,
        "counterexample": rejected.counterexample and _execution_data(rejected.counterexample),
    }


def rejected_from(data: dict[str, Any]) -> Rejected:
    """What `rejected_data` wrote, also before it said at which stage."""
    return Rejected(
        transformation=data["transformation"],
        formula=data["formula"],
        verdict=Verdict(data["verdict"]),
        reason=data["reason"],
        stage=Stage(data.get("stage", Stage.FRESH_PAIRS.value)),
        counterexample=_execution_from(data["counterexample"]),
    )


def note_from(data: dict[str, Any]) -> MutantNote:
    """What is said of a mutant; raises UsageError for anything else."""
    if not isinstance(data["id"], str) or not isinstance(data["change"], str):
        raise UsageError(f"a mutant must have a text as id and as change, got {data!r}")
    return MutantNote(data["id"], data["change"])


def _evidence_data(evidence: Evidence) -> dict[str, Any]:
    return asdict(evidence) | {name: getattr(evidence, name) for name in _DERIVED}


def _evidence_from(data: dict[str, Any]) -> Evidence:
    stored = {name: value for name, value in data.items() if name not in _DERIVED}
    return Evidence(**{**stored, "falsifiers": tuple(data["falsifiers"])})


def _witness_data(witness: Witness) -> dict[str, Any]:
    return {"mutant": witness.mutant, "execution": _execution_data(witness.execution)}


def _witness_from(data: dict[str, Any]) -> Witness:
    return Witness(data["mutant"], _present_execution(data["execution"]))


def _execution_data(execution: Execution) -> dict[str, Any]:
    return {
        "source": to_json_values(execution.source),
        "follow_up": to_json_values(execution.follow_up),
        "source_outputs": to_json_values(execution.source_outputs),
        "follow_up_outputs": to_json_values(execution.follow_up_outputs),
        "source_error": execution.source_error,
        "follow_up_error": execution.follow_up_error,
    }


def _execution_from(data: dict[str, Any] | None) -> Execution | None:
    return None if data is None else _present_execution(data)


def _present_execution(data: dict[str, Any]) -> Execution:
    return Execution(
        from_json_values(data["source"]),
        from_json_values(data["follow_up"]),
        from_json_values(data["source_outputs"]),
        from_json_values(data["follow_up_outputs"]),
        data["source_error"],
        data["follow_up_error"],
    )

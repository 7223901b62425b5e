"""Signatures, relations and sets made by hand, for tests of several rooms."""

from dataclasses import replace

from genmorph.model import Budget, Evidence, Kind, Output, Parameter, Tolerance
from genmorph.relations.expression import ERROR_VARIABLES, Expression
from genmorph.relations.scenario import Claim, Comparison, term_from_data
from genmorph.results import MetamorphicRelation, RelationSet, Signature
from genmorph.results.relation import pair_variables
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.transformations.transformation import Transformation

EVIDENCE = Evidence(tried=2_000, violations=0, killed=2, judged=3, exhaustive=False, falsifiers=("fresh pairs",))
IN_PART = replace(EVIDENCE, inapplicable=20)
"""Evidence of a relation that says nothing of some inputs."""


def make_signature(name, domains, output=Kind.INT, *, module="shop", keyword_only=(), **fields):
    """The signature of a function with these domains by parameter; `output` is a kind, an output or several."""
    outputs = (Output(output),) if isinstance(output, Kind) else output
    return Signature(
        **{"raises": (), "tolerance": Tolerance(), "digest": "0" * 8} | fields,
        module=module,
        qualname=name,
        name=name.rpartition(".")[2],
        parameters=tuple(Parameter(n, domain, n in keyword_only) for n, domain in domains.items()),
        outputs=(outputs,) if isinstance(outputs, Output) else tuple(outputs),
    )


def make_relation(signature, transformation, tree, examples=()):
    """A relation of that function; `tree` is the nested form."""
    variables = pair_variables(signature.parameters, transformation, signature.outputs)
    return _relation(signature, transformation, Expression.from_tree(tree, variables), examples)


def make_error_relation(signature, transformation, examples=()):
    """The relation of that function that both calls raise the same error."""
    expression = Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)
    return _relation(signature, transformation, expression, examples)


def _relation(signature, transformation, expression, examples):
    return MetamorphicRelation(signature, transformation, expression, EVIDENCE, ("m1", "m2"), tuple(examples))


def make_set(*relations, rejected=(), **fields):
    """The set of these relations."""
    given = {"seed": 0, "budget": Budget(evaluations=20), "stages": {"filter": {"kept": len(relations)}}} | fields
    signature, *partners = (
        relations[0].signatures if isinstance(relations[0], ScenarioRelation) else [relations[0].signature]
    )
    return RelationSet(signature, tuple(relations), tuple(rejected), **({"partners": tuple(partners)} | given))


GROWS = Transformation("add", (0,), 1)
NEGATED = Transformation("scale", (0,), -1)
REVERSED = Transformation("reverse", (0,))


def make_scenario(signatures, drawn, law, left, right=None, *, comparison=Comparison.EQUAL, examples=()):
    """A relation of several calls of these functions; `drawn` are domains by name, `left` and `right` terms as data."""
    terms = [None if data is None else term_from_data(data) for data in (left, right)]
    parameters = tuple(Parameter(name, domain) for name, domain in drawn.items())
    claim = Claim(law, *terms, comparison)
    return ScenarioRelation(tuple(signatures), parameters, claim, EVIDENCE, ("m1", "m2"), tuple(examples))

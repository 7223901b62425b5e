"""Signatures, relations and sets made by hand, for tests of several rooms."""

from genmorph.model import Budget, Evidence, Kind, Parameter, Tolerance
from genmorph.relations.expression import Expression
from genmorph.results import MetamorphicRelation, RelationSet, Signature
from genmorph.results.relation import pair_variables
from genmorph.transformations import Transformation

EVIDENCE = Evidence(tried=2_000, violations=0, killed=2, judged=3, exhaustive=False, falsifiers=("fresh pairs",))


def make_signature(name, domains, output=Kind.INT, *, module="shop", keyword_only=(), **fields):
    """The signature of a function with these domains by parameter."""
    return Signature(
        **{"raises": (), "tolerance": Tolerance(), "digest": "0" * 8} | fields,
        module=module,
        qualname=name,
        name=name.rpartition(".")[2],
        parameters=tuple(Parameter(n, domain, n in keyword_only) for n, domain in domains.items()),
        output=output,
    )


def make_relation(signature, transformation, tree, examples=()):
    """A relation of that function; `tree` is the nested form."""
    variables = pair_variables(signature.parameters, transformation, signature.output)
    expression = Expression.from_tree(tree, variables)
    return MetamorphicRelation(signature, transformation, expression, EVIDENCE, ("m1", "m2"), tuple(examples))


def make_set(*relations, rejected=(), **fields):
    """The set of these relations."""
    given = {"seed": 0, "budget": Budget(evaluations=20), "stages": {"filter": {"kept": len(relations)}}} | fields
    return RelationSet(relations[0].signature, tuple(relations), tuple(rejected), **given)


GROWS = Transformation("add", (0,), 1)
NEGATED = Transformation("scale", (0,), -1)

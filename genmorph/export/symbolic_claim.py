"""A relation as a module of its own, in which a symbolic executor looks for a counterexample."""

import ast
from collections.abc import Iterator

from genmorph.export.pair_text import write_script
from genmorph.export.pytest_file import function_sources
from genmorph.model import Domain, Kind
from genmorph.relations.expression import Expression
from genmorph.relations.operators import FIRST_VARIABLE
from genmorph.relations.printing import python
from genmorph.subject.signatures import Signature
from genmorph.transformations.transformation import Transformation
from genmorph.values.narrowable import Narrowable

_SUBJECT = "subject"
_ASSUME = '''def assume(condition):
    """Raise where nothing is claimed."""
    if not condition:
        raise ValueError("nothing is claimed here")'''


def claim_source(signature: Signature, transformation: Transformation, expression: Expression) -> str | None:
    """A module with a function `claim` of what the source holds, which returns False for a counterexample.

    It raises where the relation says nothing: outside the domain, and where the function raises. None where the
    function cannot be imported, where a domain cannot be said in Python, where floats take part, because symbolic
    executors calculate with real numbers instead, and where the follow-up is in an order that is drawn.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Output, Parameter, Tolerance
    >>> from genmorph.results.relation import pair_variables
    >>> of_number, a_number = (Parameter("x", ints(0, 9)),), (Output(Kind.INT),)
    >>> price = Signature("shop", "price", "price", of_number, a_number, (), Tolerance(), "")
    >>> grow = Transformation("add", (0,), 1)
    >>> variables = pair_variables(price.parameters, grow, price.outputs)
    >>> text = claim_source(price, grow, Expression.from_tree(["<", "return_s", "return_f"], variables))
    >>> print(text[text.index("def claim"):])
    def claim(argument_0: int):
        assume(0 <= argument_0 <= 9)
        changed_0 = argument_0 + 1
        assume(0 <= changed_0 <= 9)
        source = subject(argument_0)
        follow_up = subject(argument_0 + 1)
        return follow_up > source
    <BLANKLINE>
    """
    domains = transformation.with_drawn_domain(signature.domains)
    types = [domain.annotation if isinstance(domain, Narrowable) else None for domain in domains]
    known = [text for text in types if text is not None]
    if signature.module is None or len(known) < len(types) or signature.conditions or transformation.foreign:
        return None
    kinds = {expression.variables[code - FIRST_VARIABLE].kind for code in expression.codes if code >= FIRST_VARIABLE}
    if transformation.output is not None:
        kinds.add(signature.outputs[transformation.output].kind)
    if not kinds.isdisjoint((Kind.FLOAT, Kind.FLOATS)):
        return None
    names = tuple(f"argument_{position}" for position in range(len(signature.parameters)))
    sources = transformation.with_drawn_name(names)
    first, dot, rest = signature.qualname.partition(".")
    script = write_script(signature, transformation, expression, names, f"{_SUBJECT}{dot}{rest}")
    relation = python(expression, script.texts)
    lines = [
        f"def claim({', '.join(f'{name}: {text}' for name, text in zip(sources, known, strict=True))}):",
        *(f"    {line}" for line in _assumptions(signature, transformation, names)),
        *(f"    {line}" for line in script.statements),
        f"    return {relation.text}",
    ]
    imports = f"import math\nfrom copy import deepcopy\n\nfrom {signature.module} import {first} as {_SUBJECT}"
    functions = function_sources(relation.helpers | script.helpers, signature.tolerance)
    text = "\n\n\n".join([imports, _ASSUME, *functions, "\n".join(lines)]) + "\n"
    ast.parse(text)
    return text


def _assumptions(signature: Signature, transformation: Transformation, names: tuple[str, ...]) -> Iterator[str]:
    """That the source lies in the domain, and so does what the follow-up has in its place; never None among them."""
    follow_up = transformation.follow_up_arguments(names, signature.parameters)
    if transformation.drawn is not None:
        yield from _required(transformation.drawn, transformation.with_drawn_name(names)[-1])
    for position, (parameter, name) in enumerate(zip(signature.parameters, names, strict=True)):
        yield from _required(parameter.domain, name)
        if follow_up[position] != name and position != transformation.chained:
            changed = f"changed_{position}"
            yield f"{changed} = {follow_up[position]}"
            yield from _required(parameter.domain, changed)


def _required(domain: Domain, name: str) -> Iterator[str]:
    if isinstance(domain, Narrowable):
        for valid in domain.symbolic_conditions(name):
            yield f"assume({valid})"

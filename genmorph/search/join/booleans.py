"""What may be said of two Boolean outputs, alone and together with something about the inputs."""

from collections.abc import Sequence

from genmorph.relations.operators import AND, COMPARISONS, IFF, IMPLIES, NOT, OR, XOR
from genmorph.search.join.forms import Form, apply, negation


def boolean_claims(source: Form, follow_up: Form, inputs: Sequence[Form], has_floats: bool) -> list[Form]:
    """The outputs are equal, differ, or one follows from the other; one is the other changed by an input's property.

    Comparisons of floats are no properties here: that they change an output only where floats are equal cannot be
    contradicted.
    """
    plain = [
        apply(IFF, follow_up, source),
        apply(XOR, follow_up, source),
        apply(OR, follow_up, source),
        apply(IMPLIES, source, follow_up),
        apply(IMPLIES, follow_up, source),
        negation(apply(AND, follow_up, source)),
    ]
    properties = [form for form in inputs if not (has_floats and _compares(form))]
    changed = [
        apply(IFF, follow_up, apply(code, source, form))
        for form in properties
        for code in (AND, OR, XOR, IFF)
        if not (form[0][0] == NOT and code in (XOR, IFF))
    ]
    return plain + changed


def _compares(form: Form) -> bool:
    return any(code in COMPARISONS for code in form[0])

"""What may be said of two Boolean outputs, alone and together with something about the inputs."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs
from genmorph.model import Kind
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Variable, subtree_end
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.relations.operators import (
    AND,
    BY_CODE,
    COMPARISONS,
    FIRST_SEQUENCE,
    FIRST_VARIABLE,
    IFF,
    IMPLIES,
    NOT,
    OR,
    XOR,
    Sort,
)
from genmorph.search.join.forms import Form, apply, negation, variable
from genmorph.search.join.sampling import SIDES


def output_pairs(variables: Sequence[Variable]) -> list[tuple[Form, Form]]:
    """The Boolean variables of the source's side with those of the follow-up's, the same output of both first."""
    sources, follow_ups = (
        [(v.position, variable(i)) for i, v in enumerate(variables) if v.kind is Kind.BOOL and v.role in side]
        for side in (SOURCE_SIDE, FOLLOW_UP_SIDE)
    )
    pairs = [(source, follow_up) for source in sources for follow_up in follow_ups]
    return [(s[1], f[1]) for s, f in sorted(pairs, key=lambda pair: pair[0][0] != pair[1][0])]


def boolean_claims(source: Form, follow_up: Form, inputs: Sequence[Form], has_floats: bool) -> list[Form]:
    """The outputs are equal, differ, or one follows from the other; one is the other changed by an input's property.

    Comparisons of floats, texts and sequences are no properties here: that they change an output only where these are
    equal cannot be contradicted.
    """
    plain = [
        apply(IFF, follow_up, source),
        apply(XOR, follow_up, source),
        apply(OR, follow_up, source),
        apply(IMPLIES, source, follow_up),
        apply(IMPLIES, follow_up, source),
        negation(apply(AND, follow_up, source)),
    ]
    properties = [form for form in inputs if not _is_rare(form, has_floats)]
    changed = [
        apply(IFF, follow_up, apply(code, source, form))
        for form in properties
        for code in (AND, OR, XOR, IFF)
        if not (form[0][0] == NOT and code in (XOR, IFF))
    ]
    return plain + changed


def tying(programs: Programs, variables: Sequence[Variable]) -> NDArray[np.intp]:
    """The programs that tie outputs of both calls together; comparisons of both do, as they were chosen so."""
    flags = [FIRST_VARIABLE + i for i, v in enumerate(variables) if v.kind is Kind.BOOL and v.role in SIDES]
    ties = np.asarray(~np.isin(programs.codes, flags).any(axis=1))
    for row in np.flatnonzero(~ties).tolist():
        ties[row] = _ties(programs.expression(row, variables))
    return np.flatnonzero(ties)


def _ties(expression: Expression) -> bool:
    codes = expression.codes
    places = [place for place, code in enumerate(codes) if _compares(code)]
    sides = [{_side(code, expression.variables) for code in codes[p : subtree_end(codes, p)]} for p in places]
    return any(len(found - {None}) > 1 for found in sides) or is_metamorphic(expression)


def _side(code: int, variables: Sequence[Variable]) -> bool | None:
    """Whether a node is a variable of the follow-up's side or of the source's; None for everything else."""
    role = variables[code - FIRST_VARIABLE].role if code >= FIRST_VARIABLE else None
    return role in FOLLOW_UP_SIDE if role in SIDES else None


def _compares(code: int) -> bool:
    return code in COMPARISONS or (FIRST_SEQUENCE <= code < FIRST_VARIABLE and BY_CODE[code].result is Sort.BOOLEAN)


def _is_rare(form: Form, has_floats: bool) -> bool:
    """Whether it is about things being equal that seldom are."""
    return any(_compares(code) and (has_floats or code >= FIRST_SEQUENCE) for code in form[0])

"""The mutants of one definition, as text that can be put in its place."""

from collections import Counter
from collections.abc import Sequence

from genmorph.model import SourceMutant, Target
from genmorph.mutation.meaning import find_meaning
from genmorph.mutation.operators import FURTHER_OPERATORS, MUTMUT_OPERATORS, Operator
from genmorph.mutation.own import own_operators
from genmorph.mutation.rendering import find_variants

_BLOCK = "if 1:\n"
"""Makes an indented definition compile on its own, without touching any of its lines."""


def make_mutants(target: Target) -> tuple[SourceMutant, ...]:
    r"""Change the body of the target's definition in one place each, as mutmut does, in the order of the text.

    Every mutant compiles, and its bytecode differs from the original's and from all others'.
    Decorators, parameters, annotations and docstrings stay as they are.

    >>> text = "def half(x):\n    return x / 2\n"
    >>> for mutant in make_mutants(Target(None, text, "half", 1, 2)):
    ...     print(mutant.id, mutant.source.splitlines()[-1].strip())
    half:2:swap_op:1 return x * 2
    half:2:number:1 return x / 3
    """
    return _changed(target, MUTMUT_OPERATORS, ())


def make_further_mutants(target: Target, known: Sequence[SourceMutant]) -> tuple[SourceMutant, ...]:
    r"""Change the definition in ways that mutmut has not; none does what a known mutant does.

    >>> target = Target(None, "def half(x):\n    return x / 2\n", "half", 1, 2)
    >>> for mutant in make_further_mutants(target, make_mutants(target)):
    ...     print(mutant.id, mutant.source.splitlines()[-1].strip())
    half:2:other_sign:1 return x + 2
    half:2:other_sign:2 return x - 2
    half:2:other_sign:3 return x % 2
    half:2:other_sign:4 return x // 2
    half:2:smaller_number:1 return x / 1
    """
    return _changed(target, FURTHER_OPERATORS, known)


def make_own_mutants(target: Target, known: Sequence[SourceMutant]) -> tuple[SourceMutant, ...]:
    """Change the definition as the operators of users say; none does what a known mutant does."""
    return _changed(target, own_operators(), known)


def _changed(target: Target, operators: Sequence[Operator], known: Sequence[SourceMutant]) -> tuple[SourceMutant, ...]:
    definition = "\n".join(target.source.split("\n")[target.first_line - 1 : target.last_line]) + "\n"
    block = _BLOCK if definition[0].isspace() else ""
    text = block + definition
    seen = {None, find_meaning(text), *(find_meaning(block + mutant.source) for mutant in known)}
    count: Counter[str] = Counter()
    mutants = []
    for variant in find_variants(text, operators):
        meaning = find_meaning(variant.text)
        if meaning in seen:
            continue
        seen.add(meaning)
        line = target.first_line + text.count("\n", len(block), variant.offset)
        place = f"{target.qualname.rpartition('.')[2]}:{line}:{variant.operator}"
        count[place] += 1
        source = variant.text.removeprefix(block)
        mutants.append(SourceMutant(f"{place}:{count[place]}", variant.operator, line, source))
    return tuple(mutants)

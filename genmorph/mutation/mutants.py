"""The mutants of one definition, as text that can be put in its place, by our operators and those of users."""

import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any

import libcst as cst

from genmorph.model import Helper, SourceMutant, Target, UsageError
from genmorph.mutation.source_operators import (
    ASSIGNMENTS,
    DEFINITIONS,
    FURTHER_OPERATORS,
    MUTMUT_OPERATORS,
    Changes,
    Operator,
    Variant,
    find_variants,
)
from genmorph.values.registry import Registry

OWN_OPERATORS = Registry[Operator]("operator")
"""The mutation operators of users."""
_HEAD = "def f():\n"
_BLOCK = "if 1:\n"
"""Makes an indented definition compile on its own, without touching any of its lines."""

_GOLDEN = (5**0.5 - 1) / 2

_BUILT_IN = frozenset(operator.name for operator in (*MUTMUT_OPERATORS, *FURTHER_OPERATORS))


def find_meaning(text: str) -> tuple[object, ...] | None:
    """The bytecode without positions; None where Python refuses the text.

    Two texts of equal meaning differ at most in layout, annotations, or code that never runs.

    >>> find_meaning("x = 2 * 3") == find_meaning("x = (6)")
    True
    >>> find_meaning("return 1") is None
    True
    """
    with warnings.catch_warnings(action="ignore"):
        try:
            return _meaning(compile(text, "<mutant>", "exec", dont_inherit=True))
        except SyntaxError:
            return None


def _meaning(code: CodeType) -> tuple[object, ...]:
    constants = (_meaning(const) if isinstance(const, CodeType) else repr(const) for const in code.co_consts)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code, code.co_exceptiontable, *names, *constants)


def check_operator(operator: Operator) -> None:
    """Raise UsageError where a user's operator is not right, or does not do what its examples say."""
    name, kind = operator.name, operator.kind
    if not name.isidentifier():
        raise UsageError(f"name of an operator must be an identifier such as drop_else, got {name!r}")
    if name in _BUILT_IN:
        raise UsageError(f"name of an operator must be free, got {name!r}, which is built in")
    if not (isinstance(kind, type) and issubclass(kind, cst.CSTNode)):
        raise UsageError(f"kind of {name} must be a class of libcst's nodes, got {kind!r}")
    if not operator.examples:
        raise UsageError(f"examples of {name} must be some, got none")
    for statement, results in operator.examples:
        _check_example(operator, statement, list(results))


def _check_example(operator: Operator, statement: str, wanted: list[str]) -> None:
    text = _HEAD + "".join(f"    {line}\n" for line in statement.splitlines())
    if find_meaning(text) is None:
        raise UsageError(f"examples of {operator.name} must be of statements of a function, got {statement!r}")
    variants = [variant.text for variant in find_variants(text, [_checked(operator)])]
    made = ["\n".join(line.removeprefix("    ") for line in text.splitlines()[1:]) for text in variants]
    broken = next((one for one, text in zip(made, variants, strict=True) if find_meaning(text) is None), None)
    if broken is not None:
        raise UsageError(f"change of {operator.name} must give Python, got {broken!r} for {statement!r}")
    if made != wanted:
        rule = f"must be what the change gives: of {statement!r} it makes {made!r}"
        raise UsageError(f"examples of {operator.name} {rule}, got {wanted!r}")


def _checked(operator: Operator) -> Operator:
    """The same with a change that raises UsageError where the user's function gives no nodes of libcst."""

    def change(node: Any) -> Iterator[cst.CSTNode]:
        rule = f"change of {operator.name} must give nodes of libcst"
        try:
            made = list(operator.change(node))
        except Exception as error:
            raise UsageError(f"{rule}, got {type(error).__name__}: {error}") from error
        for changed in made:
            if not isinstance(changed, cst.CSTNode):
                raise UsageError(f"{rule}, got {changed!r:.80}")
            yield changed

    return replace(operator, change=change)


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
    return _changed(target, _checked_own(), known)


def _checked_own() -> list[Operator]:
    return [_checked(operator) for operator in OWN_OPERATORS.values.values()]


def spread_out(count: int) -> list[int]:
    """The first places in an order in which any beginning is spread over all of them.

    >>> spread_out(8)
    [0, 5, 2, 7, 4, 1, 6, 3]
    """
    return sorted(range(count), key=lambda place: place * _GOLDEN % 1)


def make_helper_mutants(helper: Helper, *, extends: bool) -> Iterator[SourceMutant]:
    r"""Change a helper in one place each, as they are asked for; any beginning is spread over its text.

    Of a constant the numbers are changed. None does what another one before it does. Operators of users take part
    where it `extends`.

    >>> helper = Helper(Target("shop", 'UNITS = {"k": 1024}\n', "UNITS", 1, 1), None, 1)
    >>> for mutant in make_helper_mutants(helper, extends=True):
    ...     print(mutant.id, mutant.source.strip())
    shop.UNITS:1:number:1 UNITS = {"k": 1025}
    shop.UNITS:1:smaller_number:1 UNITS = {"k": 1023}
    """
    operators: Sequence[Operator] = (*MUTMUT_OPERATORS, *(_checked_own() if extends else ()), *FURTHER_OPERATORS)
    kinds: tuple[type[cst.CSTNode], ...] = DEFINITIONS
    if helper.code is None:
        operators, kinds = [one for one in operators if issubclass(one.kind, cst.BaseNumber)], ASSIGNMENTS
    text = _Text.of(helper.target)
    changes = Changes(text.text, operators, kinds)
    numbers = [changes.operators[: place + 1].count(name) for place, name in enumerate(changes.operators)]
    seen = {None, find_meaning(text.text)}
    for place in spread_out(len(changes)):
        variant = changes[place]
        meaning = find_meaning(variant.text)
        if meaning not in seen:
            seen.add(meaning)
            line, operator = text.line_of(variant), variant.operator
            name = f"{helper.target.dotted_name}:{line}:{operator}:{numbers[place]}"
            yield SourceMutant(name, operator, line, text.definition_in(variant), helper)


@dataclass(frozen=True, slots=True)
class _Text:
    """A definition as a text that compiles on its own; the block before it is no part of it."""

    text: str
    block: str
    first_line: int

    @classmethod
    def of(cls, target: Target) -> "_Text":
        """The lines of the target."""
        definition = "\n".join(target.source.split("\n")[target.first_line - 1 : target.last_line]) + "\n"
        block = _BLOCK if definition[0].isspace() else ""
        return cls(block + definition, block, target.first_line)

    def line_of(self, variant: Variant) -> int:
        """The line of the module in which the variant differs."""
        return self.first_line + self.text.count("\n", len(self.block), variant.offset)

    def definition_in(self, variant: Variant) -> str:
        """The changed definition alone."""
        return variant.text.removeprefix(self.block)


def _changed(target: Target, operators: Sequence[Operator], known: Sequence[SourceMutant]) -> tuple[SourceMutant, ...]:
    text = _Text.of(target)
    seen = {None, find_meaning(text.text), *(find_meaning(text.block + mutant.source) for mutant in known)}
    count: Counter[str] = Counter()
    mutants = []
    for variant in find_variants(text.text, operators):
        meaning = find_meaning(variant.text)
        if meaning in seen:
            continue
        seen.add(meaning)
        line = text.line_of(variant)
        place = f"{target.qualname.rpartition('.')[2]}:{line}:{variant.operator}"
        count[place] += 1
        mutants.append(SourceMutant(f"{place}:{count[place]}", variant.operator, line, text.definition_in(variant)))
    return tuple(mutants)

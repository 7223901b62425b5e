"""Changes of a libcst tree as changes of its text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import libcst as cst
from libcst.metadata import CodePosition, MetadataWrapper, WhitespaceInclusivePositionProvider

from genmorph.mutation.operators import Operator
from genmorph.mutation.sites import Change, find_changes


@dataclass(frozen=True, slots=True)
class Variant:
    """The whole text after one change; `offset` is where it starts to differ from the original."""

    offset: int
    operator: str
    text: str


def find_variants(text: str, operators: Sequence[Operator]) -> tuple[Variant, ...]:
    """All changes to the first definition in a text, in the order of the text.

    Only the changed expression or statement is rendered: to render the whole tree takes up to 10 ms a change.

    >>> from genmorph.mutation.operators import MUTMUT_OPERATORS
    >>> for variant in find_variants("def f(x): return -x < 1", MUTMUT_OPERATORS):
    ...     print(variant.text)
    def f(x): return +x < 1
    def f(x): return -x <= 1
    def f(x): return -x < 2
    """
    wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    ranges = wrapper.resolve(WhitespaceInclusivePositionProvider)
    line_starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]

    def offset(position: CodePosition) -> int:
        return line_starts[position.line - 1] + position.column

    def variants() -> Iterator[Variant]:
        for change in find_changes(wrapper.module, operators):
            place = ranges[change.original]
            before, after = text[: offset(place.start)], text[offset(place.end) :]
            changed = _spliced(before, _render(change, wrapper.module), after)
            yield Variant(_first_difference(text, changed, len(before)), change.operator, changed)

    return tuple(sorted(variants(), key=lambda variant: variant.offset))


def _first_difference(text: str, changed: str, start: int) -> int:
    pairs = zip(text[start:], changed[start:], strict=False)
    return start + next((index for index, (old, new) in enumerate(pairs) if old != new), 0)


def _spliced(before: str, middle: str, after: str) -> str:
    """The three texts in a row; words that would run together are kept apart, as in `return(not x)`."""
    left = " " if _is_word(before[-1:]) and _is_word(middle[:1]) else ""
    right = " " if _is_word(middle[-1:]) and _is_word(after[:1]) else ""
    return before + left + middle + right + after


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _render(change: Change, module: cst.Module) -> str:
    """The text of the changed node; its continuation lines keep the indentation of their block."""
    match change.changed:
        case cst.BaseExpression() as expression:
            statement: cst.BaseStatement = cst.SimpleStatementLine([cst.Expr(expression)])
        case cst.BaseSmallStatement() as small:
            statement = cst.SimpleStatementLine([small])
        case cst.BaseStatement() as whole:
            return _in_block(whole, change.indent, module)
        case other:
            raise AssertionError(f"{type(other).__name__} has no text of its own")
    return _in_block(statement, change.indent, module).removeprefix(change.indent).removesuffix("\n")


def _in_block(statement: cst.BaseStatement, indent: str, module: cst.Module) -> str:
    if not indent:
        return module.with_changes(header=[], footer=[], body=[statement]).code
    block = cst.If(cst.Integer("1"), cst.IndentedBlock([statement], indent=indent))
    return module.with_changes(header=[], footer=[], body=[block]).code.partition("\n")[2]

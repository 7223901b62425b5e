"""Which changes mutants are made by, where a definition can be changed by them, and the changes as text.

A function of a few lines has a dozen of mutmut's mutants, most of which raise. With so few, relations that
notice little look as good as those that notice much.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate, pairwise
from typing import Any

import libcst as cst
from libcst.metadata import CodePosition, MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation.mutators import mutation_operators

_PAIRS = (("max", "min"), ("any", "all"), ("floor", "ceil"))
_PAIRED = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
"""Functions that are taken for each other, built in or of modules such as `math` and `numpy`."""

# `/` is replaced and never made: mutmut makes it of `*`, `//` and `%`.
_ARITHMETIC = (cst.Add, cst.Subtract, cst.Multiply, cst.FloorDivide, cst.Modulo)
_AUGMENTED = (cst.AddAssign, cst.SubtractAssign, cst.MultiplyAssign, cst.FloorDivideAssign, cst.ModuloAssign)
_RELATIONAL = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual, cst.Equal, cst.NotEqual)


@dataclass(frozen=True, slots=True)
class Operator:
    """What nodes of a kind become, one at a time; each of the `examples` is a statement with what it becomes."""

    name: str
    kind: type
    change: Callable[[Any], Iterable[cst.CSTNode]]
    examples: tuple[tuple[str, tuple[str, ...]], ...] = ()


MUTMUT_OPERATORS = tuple(
    Operator(change.__name__.removeprefix("operator_"), kind, change) for kind, change in mutation_operators
)


def _operator_replacement(
    name: str, kind: type, operators: tuple[type, ...], replaced: tuple[type, ...] = ()
) -> Operator:
    """Replaces one of these operators, or one that is only `replaced`, by each other one of them."""

    def change(node: Any) -> Iterator[cst.CSTNode]:
        if isinstance(node.operator, (*operators, *replaced)):
            for operator in operators:
                if not isinstance(node.operator, operator):
                    yield node.with_changes(operator=operator())

    return Operator(name, kind, change)


def _smaller_number(node: cst.Integer) -> Iterator[cst.CSTNode]:
    smaller = node.evaluated_value - 1
    if smaller >= 0:
        yield cst.Integer(str(smaller))
    else:
        yield cst.UnaryOperation(cst.Minus(), cst.Integer("1"), lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _open_slice(node: cst.Slice) -> Iterator[cst.CSTNode]:
    for bound in ("lower", "upper"):
        if getattr(node, bound) is not None:
            yield node.with_changes(**{bound: None})


def _other_function(node: cst.Call) -> Iterator[cst.CSTNode]:
    match node.func:
        case cst.Name(name) if name in _PAIRED:
            yield node.with_changes(func=cst.Name(_PAIRED[name]))
        case cst.Attribute(attr=cst.Name(name)) if name in _PAIRED:
            yield node.with_changes(func=node.func.with_changes(attr=cst.Name(_PAIRED[name])))


FURTHER_OPERATORS = (
    # Arithmetic (AOR), of augmented assignments too, and relational (ROR); the names are parts of the ids of mutants.
    _operator_replacement("other_sign", cst.BinaryOperation, _ARITHMETIC, replaced=(cst.Divide,)),
    _operator_replacement("other_augmented_sign", cst.AugAssign, _AUGMENTED, replaced=(cst.DivideAssign,)),
    _operator_replacement("other_comparison", cst.ComparisonTarget, _RELATIONAL),
    Operator("smaller_number", cst.Integer, _smaller_number),
    Operator("open_slice", cst.Slice, _open_slice),
    Operator("other_function", cst.Call, _other_function),
)


@dataclass(frozen=True, slots=True)
class Variant:
    """The whole text after one change; `offset` is where it starts to differ from the original."""

    offset: int
    operator: str
    text: str


DEFINITIONS = (cst.FunctionDef, cst.Lambda)
ASSIGNMENTS = (cst.Assign, cst.AnnAssign)


def find_variants(text: str, operators: Sequence[Operator]) -> tuple[Variant, ...]:
    """All changes to the body of the first definition in a text, in the order of the text.

    The definition is a function statement or, where there is none, a lambda. Left alone are docstrings, annotations
    and decorators, also those of functions inside. Only the changed expression or statement is rendered: to render the
    whole tree takes up to 10 ms a change.

    >>> for variant in find_variants("def f(x=1): return -x < 1", MUTMUT_OPERATORS):
    ...     print(variant.text)
    def f(x=1): return +x < 1
    def f(x=1): return -x <= 1
    def f(x=1): return -x < 2
    """
    return tuple(sorted(Changes(text, operators), key=lambda variant: variant.offset))


class Changes(Sequence[Variant]):
    """The changes to a definition, or of other `kinds` to the value of an assignment, mostly in the order of the text.

    Each is rendered when it is asked for, which takes as long as to find it.
    """

    def __init__(self, text: str, operators: Sequence[Operator], kinds: tuple[type[Any], ...] = DEFINITIONS) -> None:
        wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
        self._ranges = wrapper.resolve(WhitespaceInclusivePositionProvider)
        self._line_starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        self._text, self._module = text, wrapper.module
        finder = _Finder(operators, kinds)
        wrapper.module.visit(finder)
        self._changes = finder.changes
        self.operators = tuple(change.operator for change in finder.changes)

    def __len__(self) -> int:
        return len(self._changes)

    def __getitem__(self, place: Any) -> Any:
        change, text = self._changes[place], self._text
        span = self._ranges[change.original]
        before, after = text[: self._offset(span.start)], text[self._offset(span.end) :]
        changed = _joined(before, _render(change, self._module), after)
        pairs = enumerate(zip(text[len(before) :], changed[len(before) :], strict=False))
        difference = next((index for index, (old, new) in pairs if old != new), 0)
        return Variant(len(before) + difference, change.operator, changed)

    def _offset(self, position: CodePosition) -> int:
        return self._line_starts[position.line - 1] + position.column


@dataclass(frozen=True, slots=True)
class _Change:
    """A node and what takes its place: an expression, a simple statement, or a compound one that stands in a block."""

    operator: str
    original: cst.CSTNode
    changed: cst.CSTNode
    indent: str


class _Finder(cst.CSTVisitor):
    """Collects changes, keeping the chain of nodes from the module down to the visited one."""

    def __init__(self, operators: Sequence[Operator], kinds: tuple[type[Any], ...]) -> None:
        super().__init__()
        self._operators = operators
        self._kinds = kinds
        self.changes: list[_Change] = []
        self._chain: list[cst.CSTNode] = []
        self._body: cst.CSTNode | None = None
        self._inside = False

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._chain.append(node)
        if self._body is None and isinstance(node, self._kinds):
            self._body = getattr(node, "value" if isinstance(node, ASSIGNMENTS) else "body")
        if node is self._body:
            self._inside = True
        is_docstring = isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString | cst.ConcatenatedString)
        if is_docstring or isinstance(node, cst.Annotation | cst.Decorator | cst.BaseParenthesizableWhitespace):
            return False
        if self._inside:
            self.changes.extend(_changes_at(self._chain, self._operators))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._chain.pop()
        if original_node is self._body:
            self._inside = False


def _changes_at(chain: Sequence[cst.CSTNode], operators: Sequence[Operator]) -> Iterator[_Change]:
    module, node = chain[0], chain[-1]
    assert isinstance(module, cst.Module)
    blocks = (block for block in chain if isinstance(block, cst.IndentedBlock))
    indent = "".join(module.default_indent if block.indent is None else block.indent for block in blocks)
    for operator in operators:
        if isinstance(node, operator.kind):
            for changed in operator.change(node):
                yield _Change(operator.name, *_with_own_text(chain, changed), indent)


def _with_own_text(chain: Sequence[cst.CSTNode], changed: cst.CSTNode) -> tuple[cst.CSTNode, cst.CSTNode]:
    """The change seen from the nearest node that has a text of its own: the sign of an operation has none."""
    for child, parent in pairwise(reversed(chain)):
        # `elif` is a compound statement too, but no part of a block
        is_whole = isinstance(child, cst.BaseCompoundStatement) and isinstance(parent, cst.IndentedBlock | cst.Module)
        if is_whole or isinstance(child, cst.BaseExpression):
            return child, changed
        if isinstance(child, cst.BaseSmallStatement):
            return child, changed.with_changes(semicolon=child.semicolon)
        changed = _with_child(parent, child, changed)
    raise AssertionError(f"{type(chain[-1]).__name__} is no part of a statement")


def _with_child(parent: cst.CSTNode, child: cst.CSTNode, changed: cst.CSTNode) -> cst.CSTNode:
    for field in fields(parent):
        value = getattr(parent, field.name)
        if value is child:
            return parent.with_changes(**{field.name: changed})
        if isinstance(value, Sequence) and any(item is child for item in value):
            return parent.with_changes(**{field.name: [changed if item is child else item for item in value]})
    raise AssertionError(f"{type(child).__name__} is no child of {type(parent).__name__}")


def _joined(before: str, middle: str, after: str) -> str:
    """The three texts in a row; words that would run together are kept apart, as in `return(not x)`."""

    def space(left: str, right: str) -> str:
        return " " if all(character.isalnum() or character == "_" for character in (left, right)) else ""

    return before + space(before[-1:], middle[:1]) + middle + space(middle[-1:], after[:1]) + after


def _render(change: _Change, module: cst.Module) -> str:
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

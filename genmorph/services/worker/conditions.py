"""Records which way the conditions of the user's modules go, clause by clause."""

import ast
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from genmorph.subject.digests import is_installed

_RECORD = "__genmorph_went__"
"""What the changed code calls with the number of a condition and its value."""
_OWN = Path(__file__).parents[2]
_QUANTIFIERS = frozenset({"any", "all"})


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the source: that of a whole statement, or a clause of one; `text` is how it is written.

    `decision` is the number of the condition that it is a clause of, its own for a whole one. `is_looped` says that it
    can go both ways in one call, and `is_constant` that it has no name in it.
    """

    file: str
    line: int
    text: str
    decision: int
    function: str
    is_looped: bool
    is_constant: bool


class Recorder:
    """All conditions of the modules that were loaded, and which way they went since the last `take`."""

    def __init__(self) -> None:
        self.conditions: list[Condition] = []
        self.is_on = False
        self.note: Callable[[int, Any], None] | None = None
        """What is told of each value before it is tested."""
        self._went: dict[int, int] = {}

    def went(self, number: int, value: Any) -> Any:
        """Record which way a condition goes; the value itself."""
        if self.is_on:
            if self.note is not None:
                self.note(number, value)
            try:
                way = 2 if value else 1
            except Exception:  # noqa: BLE001 - the application meets the same
                return value
            self._went[number] = self._went.get(number, 0) | way
        return value

    def recompiled(self, text: str, file: str) -> CodeType:
        """The code of a file with another text; conditions keep the numbers that they had, where they stay."""
        first = next((number for number, one in enumerate(self.conditions) if one.file == file), len(self.conditions))
        return changed(text, file, self.conditions[:first])

    def take(self) -> dict[int, int]:
        """The ways of each condition that was evaluated: 1 for false, 2 for true, 3 for both."""
        taken, self._went = self._went, {}
        return taken


@dataclass(slots=True)
class _Changer(ast.NodeTransformer):
    """Puts the recorder around the conditions of a module."""

    file: str
    conditions: list[Condition]
    _functions: list[str] = field(default_factory=list)
    _loops: int = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._in_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._in_function(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._in_function(node)

    def _in_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> ast.AST:
        loops, self._loops = self._loops, 0
        self._functions.append(node.name)
        self.generic_visit(node)
        self._functions.pop()
        self._loops = loops
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._in_loop(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> ast.AST:
        return self._in_loop(node)

    def _in_loop(self, node: ast.AST) -> ast.AST:
        self._loops += 1
        self.generic_visit(node)
        self._loops -= 1
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        self._loops += 1
        node.test = self._decision(node.test)
        node.body = self._visited(node.body)
        self._loops -= 1
        node.orelse = self._visited(node.orelse)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        node.test = self._decision(node.test)
        node.body, node.orelse = self._visited(node.body), self._visited(node.orelse)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test = self._decision(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self.visit(node.iter)
        self._loops += 1
        node.ifs = [self._decision(one) for one in node.ifs]
        self._loops -= 1
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if node.value is not None:
            node.value = self._decision(node.value) if _is_condition(node.value) else self.visit(node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        node.value = self._decision(node.value) if _is_condition(node.value) else self.visit(node.value)
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.guard = case.guard and self._decision(case.guard)
            number = self._add(case.pattern, None, f"case {ast.unparse(case.pattern)}")
            case.body = [_record_statement(number, case.pattern), *self._visited(case.body)]
        return node

    def _visited(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [self.visit(one) for one in statements]

    def _decision(self, node: ast.expr) -> ast.expr:
        number = self._add(node, None)
        return _recorded(number, self._clauses(node, number, is_whole=True))

    def _clauses(self, node: ast.expr, decision: int, *, is_whole: bool = False) -> ast.expr:
        """The node with a record around each clause; a condition of one clause has none."""
        match node:
            case ast.BoolOp(values=values):
                node.values = [self._clauses(one, decision) for one in values]
                return node
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                node.operand = self._clauses(operand, decision, is_whole=is_whole)
                return node
            case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() as made]) if name in _QUANTIFIERS:
                made.generators = [self.visit(one) for one in made.generators]
                self._loops += 1
                made.elt = self._clauses(made.elt, decision)
                self._loops -= 1
                return node
        if is_whole:
            return self.visit(node)  # type: ignore[no-any-return]
        number = self._add(node, decision)
        return _recorded(number, self.visit(node))

    def _add(self, node: ast.expr | ast.pattern, decision: int | None, text: str = "") -> int:
        number = len(self.conditions)
        self.conditions.append(
            Condition(
                file=self.file,
                line=node.lineno,
                text=text or ast.unparse(node),
                decision=number if decision is None else decision,
                function=".".join(self._functions),
                is_looped=self._loops > 0,
                is_constant=not text and not any(isinstance(one, ast.Name) for one in ast.walk(node)),
            )
        )
        return number


def _is_condition(node: ast.expr) -> bool:
    """Whether it is written as one, so that its value says which way something goes."""
    match node:
        case ast.BoolOp(values=values):  # `name or "nobody"` is a value
            return all(map(_is_condition, values))
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _QUANTIFIERS
    return False


def _recorded(number: int, node: ast.expr) -> ast.expr:
    name = ast.Name(_RECORD, ast.Load())
    call = ast.Call(name, [ast.Constant(number), node], [])
    return ast.fix_missing_locations(ast.copy_location(call, node))


def _record_statement(number: int, place: ast.pattern) -> ast.stmt:
    call = ast.Call(ast.Name(_RECORD, ast.Load()), [ast.Constant(number), ast.Constant(True)], [])
    statement = ast.Expr(call)
    for one in ast.walk(statement):
        if isinstance(one, ast.expr | ast.stmt):
            one.lineno = one.end_lineno = place.lineno
            one.col_offset = one.end_col_offset = place.col_offset
    return statement


def changed(source: str | bytes, file: str, conditions: list[Condition]) -> CodeType:
    """The code of a module that records its conditions, which are added to those there are."""
    tree = _Changer(file, conditions).visit(ast.parse(source, file))
    code: CodeType = compile(tree, file, "exec", dont_inherit=True)
    return code


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module with its conditions recorded; nothing of it is kept on disk."""

    recorder: Recorder

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return changed(self.get_data(path), path, self.recorder.conditions)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)[_RECORD] = self.recorder.went
        super().exec_module(module)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the user's own modules, so that their conditions are recorded; nothing that is installed."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def find_spec(self, name: str, path: Sequence[str] | None, _target: object = None) -> Any:
        """The spec of a module of the user's, which records; None of any other."""
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader or not spec.origin:
            return None
        if is_installed(spec.origin) or Path(spec.origin).is_relative_to(_OWN):
            return None
        loader = spec.loader = _Loader(name, spec.origin)
        loader.recorder = self._recorder
        return spec


def own_modules() -> Iterator[ModuleType]:
    """The modules that are loaded with their conditions recorded."""
    for module in list(sys.modules.values()):
        if isinstance(getattr(module, "__loader__", None), _Loader):
            yield module


def own_files() -> frozenset[str]:
    """Their files."""
    return frozenset(str(module.__file__) for module in own_modules())

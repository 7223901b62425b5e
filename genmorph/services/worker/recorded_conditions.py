"""Records which way the conditions of the user's modules go, clause by clause."""

import ast
import importlib.abc
import importlib.machinery
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from genmorph.services.observed import Condition
from genmorph.subject.digests import is_installed

_RECORD = "__genmorph_went__"
"""What the changed code calls with the number of a condition and its value."""
_CASES = "__genmorph_cases__"
"""What it calls with the numbers of the cases of a `match` and its subject."""
_OWN = Path(__file__).parents[2]
CASE = "case "
"""What the text of a case begins with."""
_QUANTIFIERS = frozenset({"any", "all"})


class Recorder:
    """All conditions of the modules that were loaded, and which way they went since the last `take`."""

    def __init__(self) -> None:
        self.conditions: list[Condition] = []
        self.is_on = False
        self.note: Callable[[int, Any], None] | None = None
        """What is told of each value before it is tested."""
        self._went: dict[int, int] = {}
        self._numbers: dict[int, int] = {}
        self._paused = threading.local()

    def went(self, number: int, value: Any) -> Any:
        """Record which way a condition goes; the value itself."""
        if self.is_on and not getattr(self._paused, "depth", 0):
            if self.note is not None:
                self.note(number, value)
            try:
                way = 2 if value else 1
            except Exception:  # noqa: BLE001 - the application meets the same
                return value
            number = self._numbers.get(number, number)
            self._went[number] = self._went.get(number, 0) | way
        return value

    def cases(self, first: int, last: int, subject: Any) -> Any:
        """Record that cases may be reached, whose numbers begin with one and end before another; the subject itself."""
        for number in range(first, last):
            self.went(number, False)
        return subject

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Record nothing in this thread."""
        self._paused.depth = getattr(self._paused, "depth", 0) + 1
        try:
            yield
        finally:
            self._paused.depth -= 1

    def recompiled(self, text: str, file: str) -> CodeType:
        """The code of a file with another text; of each function the first whole condition keeps its number, and so on.

        Clauses may have been added, and have new numbers.
        """
        before, first = _decisions(self.conditions, file), len(self.conditions)
        code = changed(text, file, self.conditions)
        after = _decisions(self.conditions, file, first)
        for function, numbers in after.items():
            self._numbers |= dict(zip(numbers, before.get(function, ()), strict=False))
        return code

    def take(self) -> dict[int, int]:
        """The ways of each condition that was evaluated: 1 for false, 2 for true, 3 for both."""
        taken, self._went = self._went, {}
        return taken


def _decisions(conditions: Sequence[Condition], file: str, first: int = 0) -> dict[str, list[int]]:
    """The numbers of the whole conditions of a file from one on, by the function that they are in."""
    found: dict[str, list[int]] = {}
    for number, one in enumerate(conditions[first:], first):
        if one.file == file and one.decision == number:
            found.setdefault(one.function, []).append(number)
    return found


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

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self._decision(node.value) if _is_condition(node.value) else self.visit(node.value)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        node.test = self._decision(node.test)
        node.msg = node.msg and self.visit(node.msg)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self._in_comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self._in_comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self._in_comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self._in_comprehension(node)

    def _in_comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> ast.AST:
        """The elements are made in a loop; what the first loop goes over is not."""
        node.generators = [self.visit(one) for one in node.generators]
        self._loops += 1
        if isinstance(node, ast.DictComp):
            node.key, node.value = self.visit(node.key), self.visit(node.value)
        else:
            node.elt = self.visit(node.elt)
        self._loops -= 1
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        first = len(self.conditions)
        numbers = [self._add(case.pattern, None, f"{CASE}{ast.unparse(case.pattern)}") for case in node.cases]
        begun = [ast.Constant(first), ast.Constant(first + len(numbers))]
        subject = ast.Call(ast.Name(_CASES, ast.Load()), [*begun, self.visit(node.subject)], [])
        node.subject = ast.fix_missing_locations(ast.copy_location(subject, node.subject))
        for number, case in zip(numbers, node.cases, strict=True):
            case.guard = case.guard and self._decision(case.guard)
            case.body = [_record_statement(number, case.pattern), *self._visited(case.body)]
        return node

    def _visited(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [self.visit(one) for one in statements]

    def _decision(self, node: ast.expr) -> ast.expr:
        number = self._add(node, None)
        return _recorded(number, self._clauses(node, number, is_whole=True))

    def _clauses(
        self, node: ast.expr, decision: int, *, is_whole: bool = False, is_alternative: bool = True
    ) -> ast.expr:
        """The node with a record around each clause; a condition of one clause has none."""
        match node:
            case ast.BoolOp(values=values):
                is_or = is_alternative and isinstance(node.op, ast.Or)
                node.values = [self._clauses(one, decision, is_alternative=is_or) for one in values]
                return node
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                node.operand = self._clauses(operand, decision, is_whole=is_whole, is_alternative=False)
                return node
            case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() as made]) if name in _QUANTIFIERS:
                made.generators = [self.visit(one) for one in made.generators]
                self._loops += 1
                made.elt = self._clauses(made.elt, decision, is_alternative=name == "any" and is_alternative)
                self._loops -= 1
                return node
        if is_whole:
            return self.visit(node)  # type: ignore[no-any-return]
        number = self._add(node, decision, is_alternative=is_alternative)
        return _recorded(number, self.visit(node))

    def _add(
        self, node: ast.expr | ast.pattern, decision: int | None, text: str = "", *, is_alternative: bool = False
    ) -> int:
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
                is_alternative=is_alternative,
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
        vars(module).update({_RECORD: self.recorder.went, _CASES: self.recorder.cases})
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

"""Changes of a source that repair how an application uses a service: each is tried before it is proposed."""

import ast
import difflib
import json
import re
import tokenize
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file, and its syntax with the node around each."""

    path: Path
    text: str
    tree: ast.Module
    parents: Mapping[ast.AST, ast.AST]

    @classmethod
    def read(cls, path: Path, text: str | None = None) -> "Source":
        """The source of a file, or another text in its place."""
        if text is None:
            with tokenize.open(path) as file:  # it knows of marks and comments that name an encoding
                text = file.read()
        tree = ast.parse(text)
        parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        return cls(path, text, tree, parents)

    def segment(self, node: ast.expr) -> str:
        """How a node is written."""
        first, last = self._span(node)
        return self.text.encode()[first:last].decode()

    def operand(self, node: ast.expr) -> str:
        """The same, in parentheses where something else may bind closer."""
        text = self.segment(node)
        is_closed = isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript | ast.Constant)
        return text if is_closed else f"({text})"

    def replaced(self, node: ast.expr, text: str) -> str:
        """The text with another one in the place of a node."""
        first, last = self._span(node)
        data = self.text.encode()
        return (data[:first] + text.encode() + data[last:]).decode()

    def inserted_above(self, statement: ast.stmt, lines: str) -> str:
        """The text with lines before a statement, as far in as this one."""
        all_lines = re.findall(r"[^\n]*\n|[^\n]+", self.text)
        indent = all_lines[statement.lineno - 1][: statement.col_offset]
        made = "".join(f"{indent}{line}\n" for line in lines.splitlines())
        return "".join((*all_lines[: statement.lineno - 1], made, *all_lines[statement.lineno - 1 :]))

    def diff(self, changed: str) -> str:
        """The change as a unified diff."""
        pair = self.text.splitlines(keepends=True), changed.splitlines(keepends=True)
        return "".join(difflib.unified_diff(*pair, str(self.path), str(self.path), n=1))

    def _span(self, node: ast.expr) -> tuple[int, int]:
        """Where a node begins and ends, in bytes."""
        starts = [0]
        for line in re.findall(rb"[^\n]*\n|[^\n]+", self.text.encode()):
            starts.append(starts[-1] + len(line))
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


def with_label(source: Source, labels: Collection[str], label: str, line: int) -> Iterator[str]:
    """The texts of a source in which a label stands beside one of these labels, those nearest to a line first.

    >>> source = Source.read(Path("any.py"), 'ok = name == "fire"')
    >>> list(with_label(source, ["fire"], "Flame", 1))
    ['ok = name in ("fire", "Flame")']
    """
    for node in _near(source, line, lambda node: isinstance(node, ast.Constant) and node.value in labels):
        assert isinstance(node, ast.Constant)
        changed = _beside(source, node, label)
        if changed is not None:
            yield changed


def _beside(source: Source, node: ast.Constant, label: str) -> str | None:
    old, new = source.segment(node), json.dumps(label, ensure_ascii=False)
    parent = source.parents.get(node)
    match parent:
        case ast.List() | ast.Set() | ast.Tuple():
            return source.replaced(node, f"{old}, {new}")
        case ast.Dict(keys=keys, values=values) if node in keys:
            value = source.segment(values[keys.index(node)])
            return source.replaced(node, f"{new}: {value}, {old}")
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            other = source.operand(left if right is node else right)
            return source.replaced(parent, f"{other} in ({old}, {new})")
        case ast.Compare(left=left, ops=[ast.NotEq()], comparators=[right]):
            other = source.operand(left if right is node else right)
            return source.replaced(parent, f"{other} not in ({old}, {new})")
        case ast.Compare(left=left, ops=[ast.In()], comparators=[right]) if left is node:
            within = source.operand(right)
            return source.replaced(parent, f"({old} in {within} or {new} in {within})")
        case ast.Call(func=ast.Attribute(attr="startswith" | "endswith"), args=[one]) if one is node:
            return source.replaced(node, f"({old}, {new})")
        case ast.Call(func=ast.Attribute(value=held, attr="get"), args=[one, ast.Constant(value=int() | float())]):
            rest = source.segment(parent.args[1])
            both = (f"{source.segment(held)}.get({key}, {rest})" for key in (old, new))
            return source.replaced(parent, f"max({', '.join(both)})") if one is node else None
        case ast.MatchValue():
            return source.replaced(node, f"{old} | {new}")
    return None


def with_number(source: Source, line: int, choose: Callable[[float], float]) -> Iterator[tuple[str, float, float]]:
    """The texts of a source with another number in a comparison near a line, that number, and the one that was."""

    def is_number(node: ast.AST) -> bool:
        return isinstance(node, ast.Constant) and type(node.value) in (int, float)

    for node in _near(source, line, is_number):
        assert isinstance(node, ast.Constant)
        assert isinstance(node.value, int | float)
        parent = source.parents.get(node)
        target: ast.expr = node
        sign = 1.0
        if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.USub):
            target, sign, parent = parent, -1.0, source.parents.get(parent)
        if isinstance(parent, ast.Compare | ast.Assign | ast.AnnAssign):
            before = sign * float(node.value)
            new = choose(before)
            if new != before:
                yield source.replaced(target, f"{new:g}"), new, before


def without_case(source: Source, labels: Collection[str], line: int) -> Iterator[str]:
    """The texts of a source that compare near a line without regard to case and spaces.

    >>> source = Source.read(Path("any.py"), 'ok = text == "STOP"')
    >>> list(without_case(source, ["STOP"], 1))
    ['ok = "".join(text.split()).casefold() == "stop"']
    """
    for node in _near(source, line, lambda node: isinstance(node, ast.Compare | ast.Call)):
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[ast.Constant(value=str(word))]):
                if any(word in label for label in labels):
                    operator = "==" if isinstance(node.ops[0], ast.Eq) else "!="
                    yield source.replaced(node, f"{_plain(source, left)} {operator} {_folded(word)}")
            case ast.Compare(left=ast.Constant(value=str(word)), ops=[ast.In()], comparators=[right]):
                if any(word in label for label in labels):
                    yield source.replaced(node, f"{_folded(word)} in {_plain(source, right)}")
            case ast.Compare(left=left, ops=[ast.In()], comparators=[right]) if not isinstance(right, ast.Constant):
                words = f'{{"".join(word.split()).casefold() for word in {source.segment(right)}}}'
                yield source.replaced(node, f"{_plain(source, left)} in {words}")
            case ast.Call(func=ast.Attribute(value=left, attr=name), args=[ast.Constant(value=str(word))]):
                if name in ("startswith", "endswith") and any(word in label for label in labels):
                    yield source.replaced(node, f"{_plain(source, left)}.{name}({_folded(word)})")


def _plain(source: Source, node: ast.expr) -> str:
    return f'"".join({source.operand(node)}.split()).casefold()'


def _folded(word: str) -> str:
    return json.dumps("".join(word.split()).casefold(), ensure_ascii=False)


def with_part(source: Source, names: Collection[str], name: str, line: int) -> Iterator[str]:
    """The texts of a source that read another part of an answer near a line, in the place of one of these.

    >>> source = Source.read(Path("any.py"), "glad = mood.magnitude > 0.5")
    >>> list(with_part(source, ["magnitude"], "score", 1))
    ['glad = mood.score > 0.5']
    """
    for node in _near(source, line, lambda node: isinstance(node, ast.Attribute | ast.Subscript)):
        match node:
            case ast.Attribute(value=value, attr=attr) if attr in names:
                yield source.replaced(node, f"{source.segment(value)}.{name}")
            case ast.Subscript(slice=ast.Constant(value=key)) if key in names:
                yield source.replaced(node.slice, json.dumps(name))


def with_guard(source: Source, line: int) -> Iterator[str]:
    """The texts of a source that return before a line takes an element of nothing.

    What is returned is what the function returns at its end, where that is written as a constant; None otherwise. What
    is called to get the elements is called once.
    """
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Subscript) or not node.lineno <= line <= (node.end_lineno or node.lineno):
            continue
        statement = _statement(source, node)
        if statement is None:
            continue
        returned = f"return {_usual(source, statement)}"
        if not any(isinstance(inner, ast.Call | ast.Await) for inner in ast.walk(node.value)):
            yield source.inserted_above(statement, f"if not {source.operand(node.value)}:\n    {returned}")
            continue
        name = next(name for name in ("found", "elements", "given_elements") if name not in _names(source.tree))
        changed = Source.read(source.path, source.replaced(node.value, name))
        above = f"{name} = {source.segment(node.value)}\nif not {name}:\n    {returned}"
        yield changed.inserted_above(statement, above)


def _names(tree: ast.Module) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _statement(source: Source, node: ast.AST) -> ast.stmt | None:
    """The statement around a node; None where it is in no function, or its head has a block."""
    while not isinstance(node, ast.stmt):
        node = source.parents[node]
    inside: ast.AST | None = node
    while inside is not None and not isinstance(inside, ast.FunctionDef | ast.AsyncFunctionDef):
        inside = source.parents.get(inside)
    return node if inside is not None and not isinstance(node, ast.FunctionDef | ast.ClassDef) else None


def _usual(source: Source, statement: ast.stmt) -> str:
    function: ast.AST = statement
    while not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        function = source.parents[function]
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    last = max(returns, key=lambda node: node.lineno, default=None)
    is_plain = last is not None and isinstance(last.value, ast.Constant | ast.List | ast.Dict | ast.Tuple)
    return source.segment(last.value) if is_plain and last is not None and last.value is not None else "None"


def _near(source: Source, line: int, fits: Callable[[ast.AST], bool]) -> list[ast.AST]:
    """The nodes that fit, those on a line first, then those of its function, then all others."""
    found = [node for node in ast.walk(source.tree) if fits(node)]
    inside = [
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    first, last = (inside[-1].lineno, inside[-1].end_lineno or line) if inside else (line, line)

    def distance(node: ast.AST) -> tuple[bool, bool, int]:
        at: int = getattr(node, "lineno", 0)
        end: int = getattr(node, "end_lineno", at)
        return not at <= line <= end, not first <= at <= last, abs(at - line)

    return sorted(found, key=distance)

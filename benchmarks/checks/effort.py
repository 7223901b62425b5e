"""How much a person writes to annotate a module, against how much the tests are that come of it."""

import ast
from collections.abc import Iterable, Iterator

_ANNOTATIONS = frozenset({"arg", "cc_example", "exclude", "generator", "module_test", "require", "timeout"})
_Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def annotation_lines(source: str) -> int:
    r"""The lines of a module that are there for its annotations alone.

    These are decorators and calls of genmorph's, generators as a whole, and imports from genmorph; lines that are
    blank, or hold nothing but a comment or a docstring, do not count.

    >>> annotation_lines('from genmorph import arg\n\n@arg(\n "k", 3\n)\n@cache\ndef power(k):\n return k\n')
    4
    """
    tree = ast.parse(source)
    spans = [span for node in ast.walk(tree) for span in _annotation_spans(node)]
    return len({line for first, last in spans for line in range(first, last + 1)} & code_lines(source))


def line_count(source: str) -> int:
    r"""The lines that hold code.

    >>> line_count('"A title."\n\nimport math  # and more\n# nothing\nx = (\n    1)\n')
    3
    """
    return len(code_lines(source))


def code_lines(source: str) -> set[int]:
    """The numbers of lines that are not blank and hold more than a comment or a docstring."""
    tree = ast.parse(source)
    left_out = {line for node in ast.walk(tree) for line in _docstring_lines(node)}
    shown = {number for number, line in enumerate(source.splitlines(), 1) if line.partition("#")[0].strip()}
    return shown - left_out


def _annotation_spans(node: ast.AST) -> Iterator[tuple[int, int]]:
    """First and last lines of what is there for annotations, in this node alone."""
    match node:
        case ast.ImportFrom(module=str(module)) if module.partition(".")[0] == "genmorph":
            yield _span(node)
        case ast.Expr(value=value) if _names(value) <= _ANNOTATIONS:
            yield _span(node)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield from _decorator_spans(node)


def _decorator_spans(node: _Defined) -> Iterator[tuple[int, int]]:
    own = [decorator for decorator in node.decorator_list if _names(decorator) <= _ANNOTATIONS]
    yield from map(_span, own)
    if any(_names(decorator) == {"generator"} for decorator in own):
        yield _span(node)


def _names(node: ast.expr) -> set[str]:
    """The names of what is called, also where the result is called in turn."""
    called = node
    while isinstance(called, ast.Call):
        called = called.func
    return {ast.unparse(called).rpartition(".")[2]}


def _span(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.end_lineno or node.lineno


def _docstring_lines(node: ast.AST) -> Iterable[int]:
    if not isinstance(node, ast.Module | _Defined) or ast.get_docstring(node, clean=False) is None:
        return ()
    first, last = _span(node.body[0])
    return range(first, last + 1)

"""What a source text imports, read off the text."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from genmorph.annotations.source_texts import parse_source

_IMPORTERS = ("import_module", "__import__", "run_module", "exec_module")


@dataclass(frozen=True, slots=True)
class Imports:
    """Names of modules, dotted and with leading dots where they are relative.

    For `from a import b` both `a` and `a.b` are there, as the text does not say whether `b` is a module, also where `b`
    is `*`. `exported` are the texts of `__all__`: what `*` stands for in imports of this text, if it has any.
    `is_dynamic` says that the text may import modules whose names it does not hold.
    """

    names: tuple[str, ...]
    exported: tuple[str, ...]
    is_dynamic: bool

    def absolute(self, package: str) -> Iterator[str]:
        """The names as seen from a package; those that lead out of it are left out."""
        for name in self.names:
            rest = name.lstrip(".")
            level = len(name) - len(rest)
            parts = package.split(".") if package else []
            if level <= len(parts):
                yield ".".join([*(parts[: len(parts) - level + 1] if level else []), *([rest] if rest else [])])


@lru_cache(maxsize=512)
def read_imports(source: bytes) -> Imports:
    """The imports anywhere in a source text, also inside functions; none where it is no Python.

    >>> found = read_imports(b"import os.path as p; from . import a; from ..b import c")
    >>> found.names, list(found.absolute("x.y"))
    (('os.path', '.', '.a', '..b', '..b.c'), ['os.path', 'x.y', 'x.y.a', 'x.b', 'x.b.c'])
    """
    try:
        tree = parse_source(source)
    except (SyntaxError, ValueError):
        return Imports((), (), is_dynamic=False)
    names = [name for node in ast.walk(tree) for name in _imported(node)]
    exported = [text for node in ast.walk(tree) for text in _exported(node)]
    is_dynamic = any(word.encode() in source for word in _IMPORTERS)
    return Imports(tuple(dict.fromkeys(names)), tuple(dict.fromkeys(exported)), is_dynamic)


def _imported(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=aliases):
            yield from (alias.name for alias in aliases)
        case ast.ImportFrom(module=module, names=aliases, level=level):
            source = "." * level + (module or "")
            yield source
            yield from (f"{source}{'.' if module else ''}{alias.name}" for alias in aliases)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(value=str(text)), *_]):
            if name in _IMPORTERS and all(part.isidentifier() for part in text.lstrip(".").split(".")):
                yield text


def _exported(node: ast.AST) -> Iterator[str]:
    """The texts in a statement that sets or extends `__all__`."""
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr):
        parts = list(ast.walk(node))
        if any(isinstance(part, ast.Name) and part.id == "__all__" for part in parts):
            texts = (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))
            yield from (text for text in texts if text.isidentifier())

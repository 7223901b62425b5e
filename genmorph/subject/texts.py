"""The texts that a definition mentions: what the texts that it is given are likely to be made of."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from genmorph.subject.constants import NOT_RUN, free_names, reach

_MAX_TEXTS = 20
_LONGEST = 40
"""Longer texts are messages rather than what a function looks for."""


def find_texts(definition: ast.AST, namespace: Mapping[str, Any]) -> tuple[str, ...]:
    """Texts in the definition, in order of appearance, each once; at most 20, of at most 40 characters.

    Literals, parts of f-strings, and names of the namespace around it, and of modules in there such as `string.digits`,
    that stand for texts or for collections of texts. Docstrings, annotations, decorators and messages of errors do not
    count.

    >>> tree = ast.parse("def f(x: 'int', sep='-'): return x.split(sep) + [f'<{x:>9}>'] + ENDS")
    >>> find_texts(tree.body[0], {"ENDS": ("a", "b")})
    ('-', '<', '>', 'a', 'b')
    """
    found = _Finder(free_names(definition, namespace)).texts(definition)
    usable = (text for text in found if 0 < len(text) <= _LONGEST)
    return tuple(islice(dict.fromkeys(usable), _MAX_TEXTS))


@dataclass(frozen=True, slots=True)
class _Finder:
    namespace: Mapping[str, Any]

    def texts(self, node: ast.AST) -> Iterator[str]:
        """The texts of a subtree, in the order of the source."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.Name() | ast.Attribute():
                yield from _members(reach(node, self.namespace))
        for child in _children(node):
            yield from self.texts(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when the node runs, and is no message."""
    match node:
        case ast.Raise() | ast.Expr(value=ast.Constant()):
            return
        case ast.Assert(test=test):
            yield test
        case ast.FormattedValue(value=value):
            yield value
        case _:
            for name, field in ast.iter_fields(node):
                if name not in NOT_RUN:
                    children = field if isinstance(field, list) else [field]
                    yield from (child for child in children if isinstance(child, ast.AST))


def _members(value: object) -> Iterator[str]:
    """A text itself, or the texts in a collection; those of sets sorted, so that the hash seed plays no part."""
    if type(value) is str:
        yield value
    elif type(value) in (list, tuple, dict, set, frozenset):
        texts = [member for member in value if type(member) is str]  # type: ignore[attr-defined]
        yield from sorted(texts) if type(value) in (set, frozenset) else texts

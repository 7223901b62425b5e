"""Which changes of a function an inference makes itself, to tell which mutants of the judge it cannot have seen."""

import ast

from genmorph.model import Target
from genmorph.mutation.mutants import make_further_mutants, make_mutants

_BLOCK = "if 1:\n"
"""Makes an indented definition parse on its own."""


def seen_shapes(target: Target) -> frozenset[str]:
    r"""The shapes of all mutants that an inference can make of a definition; it may take fewer of them.

    >>> shapes = seen_shapes(Target(None, "def half(x):\n    return x / 2\n", "half", 1, 2))
    >>> shape("def half(x):\n    return x * 2\n") in shapes, shape("def half(x):\n    return x ** 2\n") in shapes
    (True, False)
    """
    changed = make_mutants(target)
    texts = (mutant.source for mutant in (*changed, *make_further_mutants(target, changed)))
    return frozenset(shape(_BLOCK + text if text[0].isspace() else text) for text in texts)


def shape(text: str) -> str:
    r"""The syntax tree of the first function in a text, without its decorators; SyntaxError where it does not parse.

    >>> shape("class _:\n    @cache\n    def one(): return (1)\n") == shape("def one():\n    return 1\n")
    True
    """
    function = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
    function.decorator_list = []
    return ast.dump(function)

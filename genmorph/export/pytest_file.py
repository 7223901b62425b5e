"""A pytest file as a value, and its text."""

import ast
import inspect
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from genmorph.model import Tolerance
from genmorph.relations import meaning

_NEEDS = {"less": ("equal",), "less_equal": ("equal",)}
_ORDER = ("equal", "less", "less_equal", "divide")


@dataclass(frozen=True, slots=True)
class TestCase:
    """One Hypothesis test: all texts are Python source over the parameters' names.

    `strategies` pairs parameters and strategies; the outputs are called `source` and `follow_up`. Inputs of `examples`
    are always run, and no exception is allowed on them; elsewhere one of `raises` skips the input.
    """

    __test__ = False

    name: str
    docstring: str
    strategies: tuple[tuple[str, str], ...]
    source_call: str
    follow_up_call: str
    assertion: str
    raises: tuple[str, ...]
    examples: tuple[tuple[str, ...], ...]
    helpers: frozenset[str]


@dataclass(frozen=True, slots=True)
class TestFile:
    """The tests of one function: what to import, how they call it, the tolerance of its floats, the tests."""

    __test__ = False

    imports: tuple[str, ...]
    function: str
    tolerance: Tolerance
    tests: tuple[TestCase, ...]


def render_tests(file: TestFile, title: str) -> str:
    """The file's text, formatted with black where it is installed; it has been parsed."""
    body = [*_helpers(file), *(_test(test) for test in file.tests)]
    text = "\n\n\n".join([f'"""{title}"""\n\n' + _imports(file, "\n".join(body)), *body]) + "\n"
    ast.parse(text)
    return _formatted(text)


def identifier(words: str) -> str:
    """Words as part of a name.

    >>> identifier("x grows by 6.28")
    'x_grows_by_6_28'
    """
    return re.sub(r"\W+", "_", words).strip("_")


def _imports(file: TestFile, body: str) -> str:
    names = [name for name in ("assume", "example", "given", "settings") if re.search(rf"\b{name}\(", body)]
    standard = "import math\n\n" if re.search(r"\bmath\.", body) else ""
    lines = [f"from hypothesis import {', '.join(names)}", "from hypothesis import strategies as st"]
    return standard + "\n".join(lines) + "\n\n" + "\n".join(file.imports)


def _helpers(file: TestFile) -> list[str]:
    wanted: set[str] = set().union(*(test.helpers for test in file.tests)) if file.tests else set()
    wanted |= {needed for helper in wanted for needed in _NEEDS.get(helper, ())}
    return [_helper(name, file.tolerance) for name in _ORDER if name in wanted]


def _helper(name: str, tolerance: Tolerance) -> str:
    """The function of `relations.meaning` itself, with the tolerance written into it and without its examples."""
    tree = ast.parse(inspect.getsource(getattr(meaning, name)))
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    summary = (ast.get_docstring(function) or "").splitlines()[0]
    function.body[0] = ast.Expr(ast.Constant(summary))
    return ast.unparse(_Fixed(tolerance).visit(tree))


class _Fixed(ast.NodeTransformer):
    """Replaces the parameter `tolerance` by its values."""

    def __init__(self, tolerance: Tolerance) -> None:
        self.tolerance = tolerance

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """`tolerance.relative` becomes a number."""
        if isinstance(node.value, ast.Name) and node.value.id == "tolerance":
            return ast.Constant(getattr(self.tolerance, node.attr))
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        """The definition loses the parameter."""
        node.args = [argument for argument in node.args if argument.arg != "tolerance"]
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Calls of other helpers lose the argument."""
        self.generic_visit(node)
        node.args = [a for a in node.args if not (isinstance(a, ast.Name) and a.id == "tolerance")]
        return node


def _test(test: TestCase) -> str:
    names = [name for name, _ in test.strategies]
    lines = [
        "@settings(deadline=None)",
        f"@given({_keywords(test.strategies)})",
        *(f"@example({_keywords(zip(names, values, strict=True))})" for values in test.examples),
        f"def {test.name}({', '.join(names)}):",
        f'    """{test.docstring}"""',
    ]
    calls = [f"source = {test.source_call}", f"follow_up = {test.follow_up_call}"]
    return "\n".join([*lines, *_guarded(test, calls), f"    assert {test.assertion}"])


def _guarded(test: TestCase, calls: Sequence[str]) -> list[str]:
    if not test.raises:
        return [f"    {call}" for call in calls]
    names = ", ".join(name for name, _ in test.strategies)
    inputs = ", ".join(f"({', '.join(values)},)" for values in test.examples)
    types = test.raises[0] if len(test.raises) == 1 else f"({', '.join(test.raises)})"
    return [
        "    try:",
        *(f"        {call}" for call in calls),
        f"    except {types}:",
        f"        assume(({names},) in [{inputs}])  # on these inputs nothing may be raised",
        "        raise",
    ]


def _keywords(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{name}={value}" for name, value in pairs)


def _formatted(text: str) -> str:
    if find_spec("black") is None:
        return text
    import black

    return black.format_str(text, mode=black.Mode(line_length=100))

"""A pytest file as a value, its text, and the functions that it carries."""

import ast
import builtins
import inspect
import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from genmorph.export.layout import arguments, assemble, docstring
from genmorph.model import Tolerance
from genmorph.relations.meaning import EXPORTED
from genmorph.settings import VALUE_LIMITS

_CAUTION = "Inferred from what the code does today, not from what it should do: a person has to confirm each."


def or_nan(value: float | None) -> float:
    """The number, or NaN in the place of None.

    >>> or_nan(3), or_nan(None)
    (3, nan)
    """
    return math.nan if value is None else value


def listed(values: Iterable[Any] | None) -> list[Any] | None:
    """A list of what an iterator gives; None stays None.

    >>> listed(iter("ab")), listed(None)
    (['a', 'b'], None)
    """
    return None if values is None else list(values)


def raised(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> str:
    """The name of the exception that the call ends in; empty where it returns.

    >>> raised(int, "1"), raised(int, "one"), raised(int, "1", base=99)
    ('', 'builtins.ValueError', 'builtins.ValueError')
    """
    try:
        function(*arguments, **keywords)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the relation speaks of
        return f"{type(error).__module__}.{type(error).__qualname__}"
    return ""


_FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "or_nan": (or_nan, ()),
    "listed": (listed, ()),
    "raised": (raised, ()),
    **EXPORTED,
}
"""What a test may call, in the order in which it is written: by name the function, and the others that it calls."""


@dataclass(frozen=True, slots=True)
class TestCase:
    """One Hypothesis test: all texts are Python source over the parameters' names.

    `summary` is a sentence, `details` are lines below it in the docstring. `strategies` pairs parameters and
    strategies; `preconditions` and `calls` are statements, and `helpers` the functions that the test carries. Inputs of
    `examples` are always run, and no exception is allowed on them; elsewhere one of `raises` ends the test without a
    failure. `is_example` says whether the inputs are those of an example; "" where there is none. `health_checks` are
    those of Hypothesis that are switched off. `sized` are values after the calls of which nothing is claimed where one
    is longer than what is looked at.
    """

    __test__ = False

    name: str
    summary: str
    details: tuple[str, ...]
    strategies: tuple[tuple[str, str], ...]
    calls: tuple[str, ...]
    assertion: str
    raises: tuple[str, ...]
    examples: tuple[tuple[str, ...], ...]
    is_example: str
    helpers: frozenset[str]
    health_checks: tuple[str, ...] = ()
    preconditions: tuple[str, ...] = ()
    sized: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Validity:
    """The function of a test file that accepts valid arguments: its name, parameters, and conditions.

    `imports` are statements that it needs; they stand inside of it, where their names hide nothing of the file's.
    """

    name: str
    names: tuple[str, ...]
    conditions: tuple[str, ...]
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TestFile:
    """The tests of one function: what to import, how they call it, the tolerance of its floats, the tests.

    `validity` accepts arguments that are valid together, where there are conditions.
    """

    __test__ = False

    imports: tuple[str, ...]
    function: str
    tolerance: Tolerance
    tests: tuple[TestCase, ...]
    validity: Validity | None = None


def render_tests(file: TestFile, title: str) -> str:
    """The file's text, formatted with black where it is installed; it has been parsed."""
    blocks = function_sources({name for test in file.tests for name in test.helpers}, file.tolerance)
    if file.validity is not None:
        names, conditions = ", ".join(file.validity.names), file.validity.conditions
        # Conditions are expressions of their own, and keep their parentheses beside others.
        claim = conditions[0] if len(conditions) == 1 else " and ".join(f"({condition})" for condition in conditions)
        head = [f"def {file.validity.name}({names}):", docstring("Whether these arguments are valid together.")]
        blocks.append("\n".join([*head, *(f"    {line}" for line in file.validity.imports), f"    return {claim}"]))
    return assemble(f"{title}\n\n{_CAUTION}\n", file.imports, [*blocks, *map(_test, file.tests)])


def function_sources(names: Collection[str], tolerance: Tolerance) -> list[str]:
    """The source of the functions of these names that tests may call, and of those that they call in turn.

    >>> from genmorph.model import Tolerance
    >>> [text.partition("(")[0] for text in function_sources(["less"], Tolerance())]
    ['def equal', 'def less']
    """
    wanted = {*names, *(needed for name in names for needed in _FUNCTIONS[name][1])}
    return [_helper(function, tolerance) for name, (function, _) in _FUNCTIONS.items() if name in wanted]


def _helper(function: Callable[..., Any], tolerance: Tolerance) -> str:
    """The function itself, with the tolerance written into it and without its examples."""
    tree = ast.parse(inspect.getsource(function))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    summary = (ast.get_docstring(definition) or "").splitlines()[0]
    definition.body[0] = ast.Expr(ast.Constant(summary))
    return ast.unparse(_Fixed(tolerance).visit(tree))


class _Fixed(ast.NodeTransformer):
    """Replaces the parameter `tolerance` by its values, and leaves out annotations that need an import."""

    def __init__(self, tolerance: Tolerance) -> None:
        self.tolerance = tolerance

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.ListComp:
        self.generic_visit(node)
        return ast.ListComp(node.elt, node.generators)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "tolerance":
            return ast.Constant(getattr(self.tolerance, node.attr))
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        node.args = [argument for argument in node.args if argument.arg != "tolerance"]
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = _built_in(node.annotation)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = _built_in(node.returns)
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        node.args = [a for a in node.args if not (isinstance(a, ast.Name) and a.id == "tolerance")]
        return node


def _built_in(annotation: ast.expr | None) -> ast.expr | None:
    names = [node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)] if annotation else []
    return annotation if all(hasattr(builtins, name) for name in names) else None


def _test(test: TestCase) -> str:
    names = [name for name, _ in test.strategies]
    suppressed = ", ".join(f"HealthCheck.{name}" for name in test.health_checks)
    lines = [
        f"@settings(deadline=None{f', suppress_health_check=[{suppressed}]' if suppressed else ''})",
        f"@given({arguments(test.strategies)})",
        *(f"@example({arguments(zip(names, values, strict=True))})" for values in test.examples),
        f"def {test.name}({', '.join(names)}):",
        docstring(test.summary, "", *test.details),
        *(f"    {statement}" for statement in test.preconditions),
        *_guarded(test),
    ]
    if test.sized:  # nothing is claimed of values that are longer than any that was looked at, but for examples
        lengths = [f"len({value})" for value in test.sized]
        longest = f"max({', '.join(lengths)})" if len(lengths) > 1 else lengths[0]
        known = f" and not ({test.is_example})" if test.is_example else ""
        lines.append(f"    if {longest} > {VALUE_LIMITS.longest:_}{known}:")
        lines.append("        return  # longer than what was compared")
    return "\n".join([*lines, f"    assert {test.assertion}"])


def _guarded(test: TestCase) -> list[str]:
    """The calls; where they may be refused, nothing is claimed of other inputs than the examples.

    The test returns there: `assume` would have Hypothesis fail where most of what it draws is refused.
    """
    if not test.raises:
        return [f"    {call}" for call in test.calls]
    types = test.raises[0] if len(test.raises) == 1 else f"({', '.join(test.raises)})"
    known = [f"        if {test.is_example}:  # the examples are valid", "            raise"] if test.is_example else []
    return [
        "    try:",
        *(f"        {call}" for call in test.calls),
        f"    except {types}:",
        *known,
        "        return  # nothing to compare",
    ]

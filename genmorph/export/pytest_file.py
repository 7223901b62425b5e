"""A pytest file as a value, its text, and the functions that it carries."""

import ast
import builtins
import inspect
import math
import re
import textwrap
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from genmorph.execution.worker.seeding import seeded
from genmorph.export.layout import ANY_PROJECT, arguments, assemble, docstring, fold
from genmorph.export.project import Project
from genmorph.filters.distributions import EXPORTED as OF_SAMPLES
from genmorph.model import Tolerance
from genmorph.relations.meaning import EXPORTED
from genmorph.settings import PRINTED, SAMPLING, VALUE_LIMITS
from genmorph.subject.object_programs import outcome_of, outcomes_of, plain_data, visible_state

SEEDED = "seeded"
"""The name of what seeds the global generators before each call."""
_SECTION = "# Postconditions: what is true of each single call."
_CAUTION = "Inferred from what the code does today, not from what it should do: a person has to confirm each."


def or_nan(value: float | None) -> float:
    """Read None as NaN.

    >>> or_nan(3), or_nan(None)
    (3, nan)
    """
    return math.nan if value is None else value


def is_number(value: Any) -> bool:
    """Whether the value is a number.

    >>> is_number(3), is_number(None), is_number([3]), is_number("3")
    (True, False, False, False)
    """
    return hasattr(value, "__float__") or hasattr(value, "__index__")


def listed(values: Iterable[Any] | None) -> list[Any] | None:
    """List what an iterator gives; None stays None.

    >>> listed(iter("ab")), listed(None)
    (['a', 'b'], None)
    """
    return None if values is None else list(values)


def raised(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> str:
    """Name the exception that the call ends in; nothing where it returns.

    >>> raised(int, "1"), raised(int, "one"), raised(int, "1", base=99)
    ('', 'builtins.ValueError', 'builtins.ValueError')
    """
    try:
        function(*arguments, **keywords)
    except BaseException as error:  # whatever it is, the relation speaks of it; linters refuse `except Exception`
        if not isinstance(error, Exception):
            raise
        return f"{type(error).__module__}.{type(error).__qualname__}"
    return ""


_FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "or_nan": (or_nan, ()),
    "is_number": (is_number, ()),
    "listed": (listed, ()),
    "raised": (raised, ()),
    SEEDED: (seeded, ()),
    **EXPORTED,
    **OF_SAMPLES,
    "plain_data": (plain_data, ()),
    "outcome_of": (outcome_of, ("plain_data",)),
    "outcomes_of": (outcomes_of, ("outcome_of", "plain_data")),
    "visible_state": (visible_state, ("outcomes_of", "outcome_of", "plain_data")),
}
"""What a test may call, in the order in which it is written: by name the function, and the others that it calls."""


@dataclass(frozen=True, slots=True)
class TestCase:
    """One Hypothesis test: all texts are Python source over the parameters' names.

    `sentences` say the relation, the fullest first; below it the docstring has the `formula`, the `evidence` as words
    that end a line, and `remarks`. `strategies` pairs parameters and strategies; `preconditions` and `calls` are
    statements, `assertions` all that must be true after them, and `helpers` the functions that the test carries. Inputs
    of `examples` are always run, and no exception is allowed on them; elsewhere one of `raises` ends the test without a
    failure. `is_example` is the name of the argument that says whether the inputs are those of an example; "" where
    there is none. `health_checks` are those of Hypothesis that are switched off. `sized` are values after the calls of
    which nothing is claimed where one is longer than what is looked at. `definitions` are the lines of functions that
    calls use, and `settings` further ones of Hypothesis.
    """

    __test__ = False

    name: str
    sentences: tuple[str, ...]
    formula: str
    evidence: str
    remarks: tuple[str, ...]
    strategies: tuple[tuple[str, str], ...]
    calls: tuple[str, ...]
    assertions: tuple[str, ...]
    raises: tuple[str, ...]
    examples: tuple[tuple[str, ...], ...]
    is_example: str
    helpers: frozenset[str]
    health_checks: tuple[str, ...] = ()
    preconditions: tuple[str, ...] = ()
    sized: tuple[str, ...] = ()
    definitions: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


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

    `validities` accept arguments that are valid together, where there are conditions; `blocks` are further functions,
    and `helpers` what these call.
    `postconditions` are tests of single calls, which stand behind the others.
    """

    __test__ = False

    imports: tuple[str, ...]
    function: str
    tolerance: Tolerance
    tests: tuple[TestCase, ...]
    validities: tuple[Validity, ...] = ()
    blocks: tuple[str, ...] = ()
    helpers: frozenset[str] = frozenset()
    postconditions: tuple[TestCase, ...] = ()


def render_tests(file: TestFile, title: str, project: Project = ANY_PROJECT) -> str:
    """The file's text in the layout of the project; it has been parsed."""
    helpers = file.helpers.union(*(test.helpers for test in (*file.tests, *file.postconditions)))
    blocks = function_sources(helpers, file.tolerance, project.line_length)
    for validity in file.validities:
        names, conditions = ", ".join(validity.names), validity.conditions
        # Conditions are expressions of their own, and keep their parentheses beside others.
        claim = conditions[0] if len(conditions) == 1 else " and ".join(f"({condition})" for condition in conditions)
        head = [f"def {validity.name}({names}):", docstring("Whether these arguments are valid together.")]
        blocks.append("\n".join([*head, *(f"    {line}" for line in validity.imports), f"    return {claim}"]))
    tests = [_test(test, project.line_length) for test in file.tests]
    single = [_test(test, project.line_length) for test in file.postconditions]
    tests += [f"{_SECTION}\n{text}" if number == 0 else text for number, text in enumerate(single)]
    caution = textwrap.fill(_CAUTION, project.line_length, break_long_words=False)
    return assemble(f"{title}\n\n{caution}\n", file.imports, [*blocks, *file.blocks, *tests], project)


def function_sources(names: Collection[str], tolerance: Tolerance, line_length: int = PRINTED.line_length) -> list[str]:
    """The source of the functions of these names that tests may call, and of those that they call in turn.

    >>> from genmorph.model import Tolerance
    >>> [text.partition("(")[0] for text in function_sources(["less"], Tolerance())]
    ['def is_nan', 'def equal', 'def less']
    """
    wanted = {*names, *(needed for name in names for needed in _FUNCTIONS[name][1])}
    return [_helper(function, tolerance, line_length) for name, (function, _) in _FUNCTIONS.items() if name in wanted]


def _helper(function: Callable[..., Any], tolerance: Tolerance, line_length: int) -> str:
    """The function itself, with the tolerance and the settings written into it and without its examples."""
    tree = ast.parse(inspect.getsource(function))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    summary = (ast.get_docstring(definition) or "").splitlines()[0]
    lines = textwrap.wrap(summary, line_length - 4 - 2 * len('"""'))
    definition.body[0] = ast.Expr(ast.Constant("\n    ".join(lines)))
    return _IN_A_CALL.sub(r"\1(\2)", ast.unparse(_Fixed(tolerance).visit(tree)))


_IN_A_CALL = re.compile(r"\b(all|any)\(\[(.* for .*)\]\)")
"""A comprehension that stands for a generator: `ast.unparse` gives that two pairs of parentheses."""


class _Fixed(ast.NodeTransformer):
    """Replaces the parameter `tolerance` and the settings by their values; no annotation that needs an import stays."""

    def __init__(self, tolerance: Tolerance) -> None:
        self.tolerance = tolerance

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.ListComp:
        self.generic_visit(node)
        return ast.ListComp(node.elt, node.generators)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        known = {"tolerance": self.tolerance, "SAMPLING": SAMPLING}
        if isinstance(node.value, ast.Name) and node.value.id in known:
            return ast.Constant(getattr(known[node.value.id], node.attr))
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        node.args = [argument for argument in node.args if argument.arg != "tolerance"]
        self.generic_visit(node)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = _built_in(node.annotation)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None or _built_in(node.annotation) is not None:
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)

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


def _test(test: TestCase, line_length: int) -> str:
    knows_examples = bool(test.is_example)
    drawn = [*test.strategies, *[(test.is_example, "st.just(False)")] * knows_examples]
    names = [name for name, _ in drawn]
    known = ["True"] * knows_examples
    suppressed = ", ".join(f"HealthCheck.{name}" for name in test.health_checks)
    stated = ["deadline=None", *test.settings, *([f"suppress_health_check=[{suppressed}]"] if suppressed else [])]
    lines = [
        f"@settings({', '.join(stated)})",
        f"@given({arguments(drawn)})",
        *(f"@example({arguments(zip(names, [*values, *known], strict=True))})" for values in test.examples),
        f"def {test.name}({', '.join(names)}):",
        docstring(*_described(test, line_length - 4)),
        *(f"    {statement}" for statement in test.preconditions),
        *(f"    {line}".rstrip() for line in test.definitions),
        *_guarded(test),
    ]
    if test.sized:  # nothing is claimed of values that are longer than any that was looked at, but for examples
        lengths = [f"len({value})" for value in test.sized]
        longest = f"max({', '.join(lengths)})" if len(lengths) > 1 else lengths[0]
        lines.append(f"    if {longest} > {VALUE_LIMITS.longest:_}{f' and not {test.is_example}' * knows_examples}:")
        lines.append("        return  # longer than what was compared")
    return "\n".join([*lines, *(f"    assert {assertion}" for assertion in test.assertions)])


def _described(test: TestCase, room: int) -> list[str]:
    """The lines of the docstring: a sentence that fits into one, the fullest where it is another, formula and evidence.

    Formula and evidence share a line where that is short enough.
    """
    fullest, *_ = test.sentences
    first = next((one for one in test.sentences if len(one) <= room - _QUOTES), test.sentences[-1])
    head, *more = textwrap.wrap(first, room - _QUOTES, break_long_words=False)
    below = [] if first == fullest else [*textwrap.wrap(fullest, room, break_long_words=False), ""]
    together = f"{test.formula}; {test.evidence}"
    said = [together] if len(together) <= room else [*fold(test.formula, room).split("\n"), test.evidence.capitalize()]
    remarks = [line for remark in test.remarks for line in textwrap.wrap(remark, room, break_long_words=False)]
    return [head, *more, "", *below, *said, *remarks]


_QUOTES = len('r"""')


def _guarded(test: TestCase) -> list[str]:
    """The calls; where they may be refused, nothing is claimed of other inputs than the examples.

    The test returns there: `assume` would have Hypothesis fail where most of what it draws is refused.
    """
    if not test.raises:
        return [f"    {call}" for call in test.calls]
    types = test.raises[0] if len(test.raises) == 1 else f"({', '.join(test.raises)})"
    known = [f"        if {test.is_example}:", "            raise"] if test.is_example else []
    return [
        "    try:",
        *(f"        {call}" for call in test.calls),
        f"    except {types}:",
        *known,
        "        return  # nothing to compare",
    ]

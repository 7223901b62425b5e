"""What calls of the original reach: a probe of its definition, and what is read out of the calls of the probe."""

import ast
import inspect
import tokenize
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from io import StringIO
from operator import and_
from types import CodeType

from genmorph.model import Outcome, Probe, Returned, Target

BRANCH = "__genmorph_branch__"
"""Called with the number of a branch when it is reached; what it returns is not used."""
VALUE = "__genmorph_value__"
"""Called with the number of a site and the value assigned there; it returns the value."""

_LEAVE = ast.Return | ast.Raise | ast.Continue | ast.Break

_Function = ast.FunctionDef | ast.AsyncFunctionDef

_Try = ast.Try | ast.TryStar

Number = int | float

_Found = tuple[Number, Iterable[int]]
"""A number and the places of the calls that came upon it."""

_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a changed definition records: numbers of branches and sites, and number literals with their branches."""

    branches: int
    sites: int
    literals: tuple[tuple[int | float, int], ...]


def record_branches(definition: ast.FunctionDef) -> Recorded:
    """Change the body of a definition so that it records branches and values, and behaves as before.

    Branch 0 is the body. Others are both sides of conditions (also where there is no `else`), bodies and regular ends
    of loops, handlers, cases (also none of them), operands that `and` and `or` may skip, and the bodies of functions
    inside. Sites are assignments to a single name, except those of plain literals. The literals come in the order of
    the text, each with the innermost branch it stands in; after `if ...: return` that is the other side.

    >>> definition = ast.parse("def f(x): return 2 if x > 1 else x").body[0]
    >>> record_branches(definition)
    Recorded(branches=3, sites=0, literals=((2, 1), (1, 0)))
    >>> print(ast.unparse(definition))
    def f(x):
        __genmorph_branch__(0)
        return (__genmorph_branch__(1), 2)[1] if x > 1 else (__genmorph_branch__(2), x)[1]
    """
    recorder = _Recorder()
    recorder.change_body(definition)
    return Recorded(recorder.branches, recorder.sites, tuple(recorder.literals))


class _Recorder(ast.NodeTransformer):
    """Numbers branches and sites in the order of the text; `_branch` is the one that the visited node stands in."""

    def __init__(self) -> None:
        self.branches = 0
        self.sites = 0
        self.literals: list[tuple[int | float, int]] = []
        self._branch = 0

    def change_body(self, function: _Function) -> None:
        """Make the body a branch, after the docstring."""
        documented = int(ast.get_docstring(function, clean=False) is not None)
        function.body[documented:] = self._block(function.body[documented:])

    @contextmanager
    def _inside(self, branch: int) -> Iterator[None]:
        outer, self._branch = self._branch, branch
        yield
        self._branch = outer

    def _new_branch(self) -> int:
        self.branches += 1
        return self.branches - 1

    def _visit_all(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        visited = (self.visit(statement) for statement in statements)
        return [part for found in visited for part in (found if isinstance(found, list) else [found])]

    def _block(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        """The statements as a new branch."""
        with self._inside(self._new_branch()):
            return [ast.Expr(_call(BRANCH, self._branch)), *self._visit_all(statements)]

    def _operand(self, expression: ast.expr) -> ast.expr:
        """The expression as a new branch."""
        with self._inside(self._new_branch()):
            record = _call(BRANCH, self._branch)
            both = ast.Tuple([record, self.visit(expression)], ast.Load())
        return ast.Subscript(both, ast.Constant(1), ast.Load())

    def _recorded(self, original: ast.expr | None, changed: ast.expr) -> ast.expr:
        """The changed expression, recorded as a site unless the original is a literal."""
        if isinstance(original, ast.Constant) or _negative(original) is not None:
            return changed
        self.sites += 1
        return _call(VALUE, self.sites - 1, changed)

    def _visit_function(self, node: _Function) -> _Function:
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        self.visit(node.args)
        self.change_body(node)
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function  # noqa: N815 - named by `ast`

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.visit(node.args)
        node.body = self._operand(node.body)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.arguments:
        """Defaults only: annotations may be kept as text, which must not change."""
        node.defaults = [self.visit(default) for default in node.defaults]
        node.kw_defaults = [default and self.visit(default) for default in node.kw_defaults]
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        body_leaves, else_leaves = _leaves(node.body), _leaves(node.orelse)
        node.test = self.visit(node.test)
        then = self.branches
        node.body = self._block(node.body)
        otherwise = self.branches
        node.orelse = self._block(node.orelse)
        if body_leaves:
            self._branch = otherwise
        elif else_leaves:
            self._branch = then
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        is_endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        node.test = self.visit(node.test)
        node.body = self._block(node.body)
        if not is_endless:
            node.orelse = self._block(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)
        node.body = self._block(node.body)
        node.orelse = self._block(node.orelse)
        return node

    def visit_With(self, node: ast.With) -> ast.With:
        node.items = [self.visit(item) for item in node.items]
        with self._inside(self._branch):
            node.body = self._visit_all(node.body)
        return node

    def _visit_try(self, node: _Try) -> _Try:
        with self._inside(self._branch):
            node.body = self._visit_all(node.body)
        for handler in node.handlers:
            handler.type = handler.type and self.visit(handler.type)
            handler.body = self._block(handler.body)
        if node.orelse:
            node.orelse = self._block(node.orelse)
        node.finalbody = self._visit_all(node.finalbody)
        return node

    visit_Try = visit_TryStar = _visit_try  # noqa: N815

    def visit_Match(self, node: ast.Match) -> ast.Match:
        node.subject = self.visit(node.subject)
        for case in node.cases:
            case.pattern = self.visit(case.pattern)
            case.guard = case.guard and self.visit(case.guard)
            case.body = self._block(case.body)
        last = node.cases[-1]
        if last.guard is not None or not _takes_all(last.pattern):
            node.cases.append(ast.match_case(ast.MatchAs(), None, self._block([])))
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        node.body = self._operand(node.body)
        node.test = self.visit(node.test)
        node.orelse = self._operand(node.orelse)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        first, *others = node.values
        node.values = [self.visit(first), *(self._operand(other) for other in others)]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.target, node.iter = self.visit(node.target), self.visit(node.iter)
        node.ifs = [
            ast.IfExp(self.visit(test), self._operand(ast.Constant(True)), self._operand(ast.Constant(False)))
            for test in node.ifs
        ]
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        value = node.value
        node.targets = [self.visit(target) for target in node.targets]
        node.value = self.visit(value)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            node.value = self._recorded(value, node.value)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.target = self.visit(node.target)
        if node.value is not None:
            value, node.value = node.value, self.visit(node.value)
            if isinstance(node.target, ast.Name):
                node.value = self._recorded(value, node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return [node]
        return [node, ast.Expr(self._recorded(None, ast.Name(node.target.id, ast.Load())))]

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.NamedExpr:
        value = node.value
        node.value = self._recorded(value, self.visit(value))
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        number = _negative(node)
        if number is None:
            return self.generic_visit(node)
        self.literals.append((number, self._branch))
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if isinstance(node.value, int | float) and not isinstance(node.value, bool):
            self.literals.append((node.value, self._branch))
        return node


def _call(name: str, number: int, *others: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(number), *others], [])


def _leaves(statements: list[ast.stmt]) -> bool:
    return bool(statements) and isinstance(statements[-1], _LEAVE)


def _negative(node: ast.expr | None) -> int | float | None:
    """The number that a literal with a sign stands for; None for all else."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value) | float(value))):
            return None if isinstance(value, bool) else -value
    return None


def _takes_all(pattern: ast.pattern) -> bool:
    """Whether the pattern fits whatever comes."""
    match pattern:
        case ast.MatchAs(pattern=inner):
            return inner is None or _takes_all(inner)
        case ast.MatchOr(patterns=[*_, last]):
            return _takes_all(last)
    return False


def make_probe(target: Target) -> Probe | None:
    r"""The target's definition, recording branches and assigned values; None where none can take its place.

    That is so for lambdas, generators and coroutines, and where Python refuses the text.

    >>> text = "def half(x):\n    if x < 0:\n        return 0\n    return x / 2\n"
    >>> probe = make_probe(Target(None, text, "half", 1, 4))
    >>> probe.branches, probe.sites, probe.literals
    (3, 0, ((0, 0), (0, 1), (2, 2)))
    >>> print(probe.source)
    def half(x):
        __genmorph_branch__(0)
        if x < 0:
            __genmorph_branch__(1)
            return 0
        else:
            __genmorph_branch__(2)
        return x / 2
    <BLANKLINE>
    """
    definition = _find_definition(target)
    if definition is None:
        return None
    recorded = record_branches(definition)
    source = _write(definition, target.source.split("\n")[target.first_line - 1])
    if source is None or not _can_replace(target, definition.name, source):
        return None
    return Probe(f"{target.qualname}:probe", source, recorded.branches, recorded.sites, recorded.literals)


def _find_definition(target: Target) -> ast.FunctionDef | None:
    with warnings.catch_warnings(action="ignore"):
        module = ast.parse(target.source)
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef):
            first_line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if (first_line, node.end_lineno) == (target.first_line, target.last_line):
                return node
    return None


def _write(definition: ast.FunctionDef, first_line: str) -> str | None:
    """The text, as far in as its first line was; None where `ast` cannot write a text inside an f-string."""
    try:
        text = ast.unparse(definition) + "\n"
    except ValueError:
        return None
    indent = first_line[: len(first_line) - len(first_line.lstrip())]
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    in_strings = {line for token in tokens for line in range(token.start[0], token.end[0])}
    lines = enumerate(text.split("\n"))
    return "\n".join(line if number in in_strings or not line else indent + line for number, line in lines)


def _can_replace(target: Target, name: str, source: str) -> bool:
    """Whether the changed definition compiles in its place, ends with its call, and has the same free variables."""
    lines = target.source.split("\n")
    lines[target.first_line - 1 : target.last_line] = [source]
    original = _find_code(target.source, target.first_line, name)
    changed = _find_code("\n".join(lines), target.first_line, name)
    if original is None or changed is None or original.co_flags & _SUSPENDED:
        return False
    return original.co_freevars == changed.co_freevars


def _find_code(text: str, first_line: int, name: str) -> CodeType | None:
    """The code of the definition; None where Python refuses the text."""
    with warnings.catch_warnings(action="ignore"):
        try:
            module = compile(text, "<probe>", "exec", dont_inherit=True)
        except SyntaxError:
            return None
    place = (first_line, name)
    return next((code for code in _walk(module) if (code.co_firstlineno, code.co_name) == place), None)


def _walk(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _walk(constant)


def reached(outcomes: Sequence[Outcome]) -> tuple[int | None, ...]:
    """The mask of the branches that each call reached; None where the call did not return.

    >>> reached([Returned([0b101, []])])
    (5,)
    """
    return tuple(outcome.value[0] if isinstance(outcome, Returned) else None for outcome in outcomes)


def mined_constants(probe: Probe, outcomes: Sequence[Outcome]) -> tuple[tuple[Number, int], ...]:
    """Literals and steady values, each with the number of calls that came upon it, the most frequent first.

    A call comes upon the literals of the branches that it reached; what no call came upon is left out. Frequency is
    the weight of constants in the paper (section 5). Literals go before steady values that are equally frequent.
    Steady are values of sites that were the same in all calls, two at least, that reached the site as far as branches
    tell.

    >>> probe = Probe("f:probe", "", branches=2, sites=1, literals=((3, 0), (5, 1)))
    >>> mined_constants(probe, [Returned([0b01, []]), Returned([0b11, [[0, 8]]]), Returned([0b11, [[0, 8]]])])
    ((3, 3), (5, 2), (8, 2))
    """
    masks = reached(outcomes)
    literals = (
        (number, [place for place, mask in enumerate(masks) if mask is not None and mask >> branch & 1])
        for number, branch in probe.literals
    )
    return tuple(_ranked([*literals, *_steady_sites(outcomes, masks)]).items())


def _steady_sites(outcomes: Sequence[Outcome], masks: Sequence[int | None]) -> Iterator[_Found]:
    """The value of each steady site, by site, with the places of the calls that recorded it, two at least.

    A call within which a site varied does not record it: it is known by having reached all branches that those which
    recorded the site have in common.
    """
    records: dict[int, list[tuple[int, Number]]] = {}
    for place, outcome in enumerate(outcomes):
        for site, number in outcome.value[1] if isinstance(outcome, Returned) else ():
            records.setdefault(site, []).append((place, number))
    for _, record in sorted(records.items()):
        places, numbers = zip(*record, strict=True)
        if len(numbers) > 1 and all(number == numbers[0] for number in numbers):
            common = reduce(and_, (masks[place] for place in places))
            if sum(mask is not None and mask & common == common for mask in masks) == len(places):
                yield numbers[0], places


def _ranked(found: Iterable[_Found]) -> dict[Number, int]:
    """Each number with its calls counted once, the most frequent first; what no call came upon is left out."""
    places: dict[Number, set[int]] = {}
    for number, calls in found:
        places.setdefault(number, set()).update(calls)
    counts = ((number, len(calls)) for number, calls in places.items() if calls)
    return dict(sorted(counts, key=lambda item: -item[1]))

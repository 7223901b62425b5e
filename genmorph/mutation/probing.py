"""What calls of the original reach: a probe of its definition, and what is read out of the calls of the probe."""

import ast
import inspect
import tokenize
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from io import StringIO
from operator import and_
from types import CodeType

from genmorph.annotations.source_texts import definitions_in, first_line, parse_source
from genmorph.model import Outcome, Probe, Returned, Target

BRANCH = "__genmorph_branch__"
"""Called with the number of a branch when it is reached; what it returns is not used."""
VALUE = "__genmorph_value__"
"""Called with the number of a site and the value assigned there; it returns the value."""

_LEAVE = ast.Return | ast.Raise | ast.Continue | ast.Break
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Try = ast.Try | ast.TryStar
_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR

Number = int | float


class _Recorder(ast.NodeTransformer):
    """Changes the body of a definition so that it records branches and values, and behaves as before.

    Branches and sites are numbered in the order of the text. Branch 0 is the body. Others are both sides of conditions
    (also where there is no `else`), bodies and regular ends of loops, handlers, cases (also none of them), operands
    that `and` and `or` may skip, and the bodies of functions inside. Sites are assignments to a single name, except
    those of plain literals. The literals come in the order of the text, each with the innermost branch it stands in;
    after `if ...: return` that is the other side. `_branch` is the branch that the visited node stands in.

    >>> definition = ast.parse("def f(x): return 2 if x > 1 else x").body[0]
    >>> recorder = _Recorder()
    >>> recorder.change_body(definition)
    >>> recorder.branches, recorder.sites, recorder.literals
    (3, 0, [(2, 1), (1, 0)])
    >>> print(ast.unparse(definition))
    def f(x):
        __genmorph_branch__(0)
        return (__genmorph_branch__(1), 2)[1] if x > 1 else (__genmorph_branch__(2), x)[1]
    """

    def __init__(self) -> None:
        self.branches = 0
        self.sites = 0
        self.literals: list[tuple[Number, int]] = []
        self._branch = 0

    def change_body(self, function: _Function) -> None:
        documented = int(ast.get_docstring(function, clean=False) is not None)
        function.body[documented:] = self._block(function.body[documented:])

    @contextmanager
    def _inside(self, branch: int) -> Iterator[None]:
        outer, self._branch = self._branch, branch
        yield
        self._branch = outer

    @contextmanager
    def _new_branch(self) -> Iterator[ast.expr]:
        """Stand in a new branch; gives the call that records it."""
        self.branches += 1
        with self._inside(self.branches - 1):
            yield _call(BRANCH, self._branch)

    def _visit_all(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        visited = (self.visit(statement) for statement in statements)
        return [part for found in visited for part in (found if isinstance(found, list) else [found])]

    def _block(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        with self._new_branch() as record:
            return [ast.Expr(record), *self._visit_all(statements)]

    def _operand(self, expression: ast.expr) -> ast.expr:
        with self._new_branch() as record:
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
        body_leaves, else_leaves = (bool(block) and isinstance(block[-1], _LEAVE) for block in (node.body, node.orelse))
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
        node.body, node.orelse = self._block(node.body), self._block(node.orelse)
        return node

    def visit_With(self, node: ast.With) -> ast.AST:
        with self._inside(self._branch):
            return self.generic_visit(node)

    def _visit_try(self, node: _Try) -> _Try:
        with self._inside(self._branch):
            node.body = self._visit_all(node.body)
        for handler in node.handlers:
            handler.type, handler.body = handler.type and self.visit(handler.type), self._block(handler.body)
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
        node.targets = [self.visit(target) for target in node.targets]
        value, node.value = node.value, self.visit(node.value)
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
        node.value = self._recorded(node.value, self.visit(node.value))
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


def _negative(node: ast.expr | None) -> Number | None:
    """The number that a literal with a sign stands for; None for all else."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value) | float(value))):
            return None if isinstance(value, bool) else -value
    return None


def _takes_all(pattern: ast.pattern) -> bool:
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
    span = (target.first_line, target.last_line)
    definitions = (node for node in definitions_in(parse_source(target.source)) if isinstance(node, ast.FunctionDef))
    definition = next((node for node in definitions if (first_line(node), node.end_lineno) == span), None)
    if definition is None:
        return None
    recorder = _Recorder()
    recorder.change_body(definition)
    lines = target.source.split("\n")
    text = _write(definition, lines[target.first_line - 1])
    if text is None:
        return None
    lines[target.first_line - 1 : target.last_line] = [text]
    original = _find_code(target.source, target.first_line, definition.name)
    changed = _find_code("\n".join(lines), target.first_line, definition.name)
    if original is None or changed is None or original.co_flags & _SUSPENDED:
        return None
    if original.co_freevars != changed.co_freevars:
        return None
    return Probe(f"{target.qualname}:probe", text, recorder.branches, recorder.sites, tuple(recorder.literals))


def _write(definition: ast.FunctionDef, replaced: str) -> str | None:
    """The text, as far in as the line that it replaces; None where `ast` cannot write a text inside an f-string."""
    try:
        text = ast.unparse(definition) + "\n"
    except ValueError:
        return None
    indent = replaced[: len(replaced) - len(replaced.lstrip())]
    tokens = tokenize.generate_tokens(StringIO(text).readline)
    in_strings = {line for token in tokens for line in range(token.start[0], token.end[0])}
    lines = enumerate(text.split("\n"))
    return "\n".join(line if number in in_strings or not line else indent + line for number, line in lines)


def _find_code(text: str, line: int, name: str) -> CodeType | None:
    """The code of the definition that begins in the line; None where Python refuses the text."""
    with warnings.catch_warnings(action="ignore"):
        try:
            module = compile(text, "<probe>", "exec", dont_inherit=True)
        except SyntaxError:
            return None
    return next((code for code in _walk(module) if (code.co_firstlineno, code.co_name) == (line, name)), None)


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
    Steady are values of sites that were the same in all calls, two at least, that reached the site, going by
    branches.

    >>> probe = Probe("f:probe", "", branches=2, sites=1, literals=((3, 0), (5, 1)))
    >>> mined_constants(probe, [Returned([0b01, []]), Returned([0b11, [[0, 8]]]), Returned([0b11, [[0, 8]]])])
    ((3, 3), (5, 2), (8, 2))
    """
    masks = reached(outcomes)
    places: dict[Number, set[int]] = {}
    for number, branch in probe.literals:
        calls = (place for place, mask in enumerate(masks) if mask is not None and mask >> branch & 1)
        places.setdefault(number, set()).update(calls)
    for number, steady in _steady_sites(outcomes, masks):
        places.setdefault(number, set()).update(steady)
    counts = [(number, len(calls)) for number, calls in places.items() if calls]
    return tuple(sorted(counts, key=lambda item: -item[1]))


def _steady_sites(outcomes: Sequence[Outcome], masks: Sequence[int | None]) -> Iterator[tuple[Number, Sequence[int]]]:
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

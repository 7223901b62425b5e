"""Arguments that stand in the documentation of a function, in its tests, or in its regular expressions."""

import ast
import doctest
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any

from genmorph.annotations.source_texts import parse_source
from genmorph.model import Input, UsageError
from genmorph.settings import VARIATIONS
from genmorph.values.labels import key
from genmorph.values.strategies import matches

_QUOTES = "`'\".,;:()[]{}<>"


def mentioned_texts(source: str, lines: tuple[int, int]) -> tuple[str, ...]:
    r"""Words of the docstring of the definition in these lines, and texts that its regular expressions match.

    >>> mentioned_texts('def f(text):\n    "Seconds of 1h30m."\n    return re.match("[a]", text)', (1, 3))
    ('Seconds', 'of', '1h30m', 'a')
    """
    tree = parse_source(source)
    definition = _definition(tree, lines)
    if definition is None:
        return ()
    words = (word.strip(_QUOTES) for word in (ast.get_docstring(definition) or "").split())
    known = dict.fromkeys(word for word in words if 0 < len(word) <= VARIATIONS.longest_word)
    matching = (text for pattern in _patterns(definition, tree) for text in _matching(pattern))
    return tuple(dict.fromkeys((*islice(known, VARIATIONS.most_words), *matching)))


def mentioned_inputs(
    source: str, lines: tuple[int, int], name: str, files: Sequence[str], names: Sequence[str]
) -> tuple[Input, ...]:
    r"""The arguments of calls of the function `name` in doctests of its definition and in the texts of test files.

    >>> doc = 'def f(k):\n    ">>> f(3)"'
    >>> test = "@pytest.mark.parametrize('n', [4, 5])\ndef test_f(n): assert f(n) == f(k=6)"
    >>> mentioned_inputs(doc, (1, 2), "f", [test], ["k"])
    ((3,), (4,), (5,), (6,))
    """
    definition = _definition(parse_source(source), lines)
    documented = "" if definition is None else ast.get_docstring(definition) or ""
    examples = [example.source for example in _doctests(documented)]
    found = chain.from_iterable(_calls_in(text, name, names) for text in (*examples, *files))
    return tuple({key(values): values for values in islice(found, VARIATIONS.most_calls)}.values())


def read_tests(file: str | None, name: str) -> Iterator[str]:
    """The texts of test modules beside the file of a module and its package that mention the name, sorted by path."""
    if file is None:
        return
    here = Path(file).parent
    package = here
    while (package / "__init__.py").is_file() and package.parent != package:
        package = package.parent
    folders = dict.fromkeys((here, here / "tests", package, package / "tests", package / "test"))
    paths = [path for folder in folders for path in sorted(folder.glob("test_*.py"))]
    for path in islice(dict.fromkeys(paths), VARIATIONS.most_files):
        with suppress(OSError, UnicodeDecodeError):
            text = path.read_text("utf-8")
            if name in text:
                yield text


def _definition(tree: ast.AST, lines: tuple[int, int]) -> ast.FunctionDef | None:
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return next((node for node in nodes if lines[0] <= node.lineno and node.end_lineno == lines[1]), None)


def _doctests(text: str) -> list[doctest.Example]:
    try:
        return doctest.DocTestParser().get_examples(text)
    except ValueError:  # a prompt without a blank behind it, and the like
        return []


def _patterns(definition: ast.AST, tree: ast.Module) -> Iterator[str]:
    """The patterns of `re` in a definition, and those of the module that it names."""
    used = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name)}
    named = [one for one in tree.body if isinstance(one, ast.Assign) and {ast.unparse(to) for to in one.targets} & used]
    for part in (definition, *named):
        for node in ast.walk(part):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[ast.Constant(value=str(text)), *_]):
                    yield text


def _matching(pattern: str) -> list[str]:
    try:
        found = matches(pattern, VARIATIONS.matches)
    except UsageError:  # no pattern
        return []
    return [text for text in found if text.isascii()]


def _calls_in(text: str, name: str, names: Sequence[str]) -> Iterator[Input]:
    """The arguments of all calls that literals give, also by the parameters of `pytest.mark.parametrize`."""
    try:
        tree = parse_source(text)
    except (SyntaxError, ValueError):
        return
    rows: dict[ast.AST, list[Mapping[str, Any]]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            rows |= dict.fromkeys(ast.walk(node), _parametrized(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name:
            for row in rows.get(node, [{}]):
                with suppress(ValueError, TypeError, KeyError):
                    yield _arguments(node, row, names)


def _arguments(call: ast.Call, row: Mapping[str, Any], names: Sequence[str]) -> Input:
    """ValueError or KeyError where the call does not give all of the parameters as literals."""

    def value(node: ast.expr) -> Any:
        return row[node.id] if isinstance(node, ast.Name) else ast.literal_eval(node)

    given = dict(zip(names, map(value, call.args), strict=False))
    given |= {keyword.arg: value(keyword.value) for keyword in call.keywords if keyword.arg is not None}
    return tuple(given[name] for name in names)


def _parametrized(test: ast.FunctionDef) -> list[Mapping[str, Any]]:
    """The values of the parameters of a test, by name; one empty row where there are none."""
    for decorator in test.decorator_list:
        match decorator:
            case ast.Call(func=ast.Attribute(attr="parametrize"), args=[named, (ast.List() | ast.Tuple()) as listed]):
                with suppress(ValueError):
                    return [dict(row) for row in _rows(ast.literal_eval(named), listed.elts)]
    return [{}]


def _rows(named: Any, rows: Sequence[ast.expr]) -> Iterator[Iterator[tuple[str, Any]]]:
    """Each row that consists of literals, as pairs of a name and a value."""
    names = [name.strip() for name in named.split(",")] if isinstance(named, str) else list(named)
    for row in rows:
        node = row.elts if isinstance(row, ast.Tuple | ast.List) and len(names) > 1 else [row]
        known = [(name, one) for name, one in zip(names, node, strict=False) if _is_literal(one)]
        yield ((name, ast.literal_eval(one)) for name, one in known)


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError):  # TypeError for a key without a hash
        return False
    return True

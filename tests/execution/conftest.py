"""Subjects given as source text, and workers that are closed after the test."""

import ast
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from genmorph.execution.pool import Workers
from genmorph.model import SourceMutant, Target

LIMIT = 0.2


def make_target(source: str, qualname: str = "subject", **fields: Any) -> Target:
    """The target for a definition in the source text."""
    source = dedent(source)
    nodes = ast.parse(source).body
    for name in qualname.split("."):
        node = next(n for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef) and n.name == name)
        nodes = node.body
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return Target(
        **{"module": None} | fields, source=source, qualname=qualname, first_line=first, last_line=node.end_lineno
    )


def make_mutant(target: Target, old: str, new: str) -> SourceMutant:
    """The target with one replacement in its definition."""
    definition = "\n".join(target.source.split("\n")[target.first_line - 1 : target.last_line])
    assert old in definition
    return SourceMutant(f"{old} -> {new}", "replace", target.first_line, definition.replace(old, new))


@pytest.fixture
def target() -> Callable[..., Target]:
    return make_target


@pytest.fixture
def mutate() -> Callable[[Target, str, str], SourceMutant]:
    return make_mutant


@pytest.fixture
def start() -> Iterator[Callable[..., Workers]]:
    """Start workers for a target or a source text; what is still open is closed after the test."""
    with ExitStack() as stack:

        def started(subject: Target | str, **options: Any) -> Workers:
            chosen = make_target(subject) if isinstance(subject, str) else subject
            return stack.enter_context(Workers(chosen, **{"limit": LIMIT} | options))

        yield started


@pytest.fixture
def package(tmp_path: Path) -> Callable[..., Target]:
    """Write a package of the given files; the target is a function in one of them, loaded by name."""

    def written(files: dict[str, str], module: str, qualname: str = "subject") -> Target:
        for name, text in {"shop/__init__.py": ""}.items() | files.items():
            file = tmp_path / name
            file.parent.mkdir(exist_ok=True)
            file.write_text(dedent(text))
        source = files[f"{module.replace('.', '/')}.py"]
        return make_target(source, qualname, module=module, path=(str(tmp_path),))

    return written

"""Import statements of a test file: each name once, and one statement for each module."""

import ast
from collections.abc import Collection, Iterable, Mapping

from genmorph.model import UsageError


def merged(statements: Iterable[str]) -> tuple[str, ...]:
    """The statements without repetition, in the order in which formatters have them.

    >>> merged(["from shop import buy", "import shop", "from shop import Box as Box_", "from shop import LIMIT"])
    ('import shop', 'from shop import Box as Box_', 'from shop import LIMIT, buy')
    >>> merged(["from shop import buy", "from mall import buy"])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: a test file must mean one thing by each name, got buy of mall and of shop
    """
    plain: set[str] = set()
    found: dict[str, set[str]] = {}
    for statement in statements:
        node = ast.parse(statement).body[0]
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            found.setdefault(node.module, set()).update(ast.unparse(name) for name in node.names)
        else:
            plain.add(statement)
    _require_one_meaning(found)
    return (*sorted(plain), *(line for module in sorted(found) for line in _from(module, found[module])))


def _require_one_meaning(found: Mapping[str, Collection[str]]) -> None:
    homes: dict[str, str] = {}
    for module, names in found.items():
        for name in names:
            local = name.rpartition(" ")[2]
            other = homes.setdefault(local, module)
            if other != module:
                raise UsageError(
                    f"a test file must mean one thing by each name, got {local} of {module} and of {other}"
                )


def _from(module: str, names: Collection[str]) -> list[str]:
    """One statement for all names, and one for each that is called something else here."""
    lines = [f"from {module} import {name}" for name in sorted(names) if " as " in name]
    plain = sorted((name for name in names if " as " not in name), key=_rank)
    return sorted([*lines, *([f"from {module} import {', '.join(plain)}"] if plain else [])], key=str.lower)


def _rank(name: str) -> tuple[int, str]:
    """Constants, classes, functions."""
    return 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2, name


def imported_names(statements: Iterable[str]) -> set[str]:
    """The names that statements bind.

    >>> sorted(imported_names(["import xml.dom", "import numpy as np", "from shop import Box as Box_"]))
    ['Box_', 'np', 'xml']
    """
    names = (name for text in statements for node in ast.parse(text).body for name in _aliases(node))
    return {name.asname or name.name.partition(".")[0] for name in names}


def _aliases(node: ast.stmt) -> list[ast.alias]:
    return node.names if isinstance(node, ast.Import | ast.ImportFrom) else []

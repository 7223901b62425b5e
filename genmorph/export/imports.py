"""The import statements of a test file: those that its code needs, in the order and the sections of isort and ruff."""

import ast
import symtable
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.export.project import Project

_MODULES = (
    *(
        "asyncio",
        "attrs",
        "dataclasses",
        "datetime",
        "decimal",
        "fractions",
        "inspect",
        "itertools",
        "math",
        "numbers",
        "os",
        "pathlib",
        "random",
        "re",
    ),
    *("signal", "statistics", "subprocess", "sys", "threading", "uuid", "zoneinfo"),
)
_OF_HYPOTHESIS = ("HealthCheck", "Phase", "assume", "example", "given", "settings")
_KNOWN = {
    **{name: f"import {name}" for name in _MODULES},
    **{name: f"from hypothesis import {name}" for name in _OF_HYPOTHESIS},
    "contextmanager": "from contextlib import contextmanager",
    "suppress": "from contextlib import suppress",
    "deepcopy": "from copy import deepcopy",
    "islice": "from itertools import islice",
    "np": "import numpy as np",
    "st": "from hypothesis import strategies as st",
    "npst": "from hypothesis.extra import numpy as npst",
}
"""What tests may use beside what is tested, by the name under which they use it."""

USUAL_IMPORTS = frozenset(_KNOWN.values())
"""What a test file may import itself."""
_INSTALLED = frozenset({"attrs", "hypothesis", "numpy"})
"""What is never a project's own."""


def import_block(own: Sequence[str], code: str, project: Project) -> str:
    """The imports of this code, as far as it needs them; `own` are statements that import what is tested.

    >>> own = ["import shop", "from shop import EmptyError, price"]
    >>> print(import_block(own, "given(st.dates(), shop.Day, math.pi)(price)", Project()))
    import math
    <BLANKLINE>
    from hypothesis import given
    from hypothesis import strategies as st
    <BLANKLINE>
    import shop
    from shop import price
    """
    needed = _needed_names(code)
    known = [statement for name, statement in _KNOWN.items() if name in needed]
    imported = {one for statement in (*known, *own) for one in _names_in(statement) if one.bound in needed}
    sections: list[list[str]] = [[], [], []]
    for head in {(one.module, one.head) for one in imported}:
        names = sorted((one for one in imported if (one.module, one.head) == head), key=_Imported.rank)
        sections[_section(head[0], project)].append(head[1] + ", ".join(one.name for one in names))
    return "\n\n".join("\n".join(sorted(lines, key=_place)) for lines in sections if lines)


@dataclass(frozen=True, slots=True)
class _Imported:
    """A name of a module, as a statement with this head imports it: `bound` is what code calls it."""

    module: str
    head: str
    name: str
    bound: str

    def rank(self) -> tuple[int, str]:
        """Constants stand before classes, these before functions."""
        is_constant = len(self.name) > 1 and self.name.isupper()
        return (0 if is_constant else 1 if self.name[:1].isupper() else 2), self.name


def _names_in(statement: str) -> list[_Imported]:
    """What a statement imports; a module, and what is called something else, has a statement of its own."""
    (node,) = ast.parse(statement).body
    match node:
        case ast.Import([ast.alias(module, other)]):
            return [_Imported(module, statement, "", other or module.partition(".")[0])]
        case ast.ImportFrom(str(module), names):
            head = f"from {module} import "
            return [
                _Imported(module, f"{head}{one.name} as {one.asname}", "", one.asname)
                if one.asname
                else _Imported(module, head, one.name, one.name)
                for one in names
            ]
    raise AssertionError(f"no import: {statement}")


def bound_names(code: str) -> set[str]:
    r"""The names that the code imports or defines at its top level.

    >>> sorted(bound_names("import os.path\ndef f(x): return x\nK = 1"))
    ['K', 'f', 'os']
    """
    symbols = symtable.symtable(code, "tests", "exec").get_symbols()
    return {symbol.get_name() for symbol in symbols if symbol.is_assigned() or symbol.is_imported()}


def _needed_names(code: str) -> set[str]:
    """The names that the code uses and does not define."""
    module = symtable.symtable(code, "tests", "exec")
    defined = bound_names(code)
    tables, used = [module], set[str]()
    while tables:
        table = tables.pop()
        tables += table.get_children()
        symbols = [symbol for symbol in table.get_symbols() if symbol.is_referenced()]
        used.update(symbol.get_name() for symbol in symbols if table is module or symbol.is_global())
    return used - defined


def _section(module: str, project: Project) -> int:
    """The standard library, what is installed, and what is the project's own."""
    name = module.partition(".")[0]
    if name in sys.stdlib_module_names:
        return 0
    return 1 if name in _INSTALLED or not project.has(module) else 2


def _place(statement: str) -> tuple[bool, str, bool, str]:
    words = statement.split()
    return words[0] == "from", words[1].lower(), " as " in statement, statement

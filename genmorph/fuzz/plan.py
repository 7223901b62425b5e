"""The module to be tested, with annotations from other files put on."""

import ast
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from genmorph.annotations.annotation_files import apply_annotations, module_tests_in
from genmorph.annotations.records import annotations_of
from genmorph.fuzz.tested_functions import Case, find_cases
from genmorph.model import UsageError
from genmorph.values.paths import load_module, split_path


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be tested of a module: calls, and whether importing it is one of the tests."""

    module: str
    cases: tuple[Case, ...]
    is_imported: bool


def plan_tests(target: str, files: Sequence[str] = ()) -> Plan:
    """What a path and files of annotations ask for; UsageError says why that cannot be done.

    The path is `package.module`, or `package.module:function` for one function, method or class.
    """
    path = split_path(target)
    if path is None or Path(target).is_file():
        raise UsageError(f"target must look like package.module or package.module:function, got {target!r}")
    name, picked = path
    try:
        module = load_module(name)
    except UsageError:
        if picked or not (_says_module_test(name) or any(_asks_for_import(Path(file), name) for file in files)):
            raise
        return Plan(name, (), is_imported=True)
    for file in files:
        apply_annotations(file)
    return Plan(name, find_cases(module, picked), is_imported=not picked and annotations_of(module).is_module_test)


def roots_of(module: str) -> tuple[str, ...]:
    """The files and folders of the package that a module belongs to, or of the module itself."""
    name = module.partition(".")[0]
    spec = getattr(sys.modules.get(name), "__spec__", None) or find_spec(name)  # its import may have failed
    places = [] if spec is None else spec.submodule_search_locations or [spec.origin]
    return tuple(str(Path(place).resolve()) for place in places if place)


def _says_module_test(module: str) -> bool:
    """Whether the text of a module that cannot be imported calls `module_test` at its top level."""
    try:
        spec = find_spec(module)
        tree = ast.parse(Path(spec.origin).read_bytes()) if spec and spec.origin else ast.Module([], [])
    except (ImportError, OSError, SyntaxError, ValueError):
        return False
    calls = [node.value.func for node in tree.body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    return any(ast.unparse(call).rpartition(".")[2] == "module_test" for call in calls)


def _asks_for_import(file: Path, module: str) -> bool:
    return file.suffix != ".py" and module in module_tests_in(file)

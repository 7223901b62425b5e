"""The module to be tested, with annotations from other files put on."""

import ast
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from genmorph.domain.annotation_files import module_tests_in, read_annotations
from genmorph.domain.annotation_targets import load_target
from genmorph.domain.annotations import annotate, annotations_of
from genmorph.domain.paths import load_module, split_path
from genmorph.fuzz.targets import Case, find_cases
from genmorph.model import UsageError

_PYTHON_NAME = "genmorph_annotations"
"""What a file of annotations is called that cannot be imported by a name of its own."""


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
        _apply(Path(file))
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


def _apply(file: Path) -> None:
    """Put the annotations of a file onto what they speak of."""
    if file.suffix == ".py":
        _run(file)
        return
    for target, annotations in read_annotations(file).items():
        annotate(load_target(target), annotations)


def _run(file: Path) -> ModuleType:
    """Import a Python file: under its own name where that leads to it."""
    name = file.stem
    if not file.is_file():
        raise UsageError(f"annotations must be a file that exists, got {str(file)!r}")
    found = find_spec(name) if name.isidentifier() else None
    if found is not None and found.origin is not None and Path(found.origin).resolve() == file.resolve():
        return load_module(name)
    spec = spec_from_file_location(_PYTHON_NAME, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise UsageError(f"annotations must be a file that runs ({reason}), got {str(file)!r}") from error
    return module

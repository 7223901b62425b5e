"""The words and numbers that an application is written with, among which labels and thresholds are."""

import ast
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from genmorph.services.worker.recorded_conditions import own_modules
from genmorph.settings import SERVICES


def source_words(services: Collection[str]) -> dict[str, Any]:
    """The texts and numbers of the user's modules, and the texts in what their global names hold.

    What is in the functions and classes of `services` is left out: it says what a service answers.
    """
    modules = list(own_modules())
    constants = [value for module in modules for value in _constants(module, _own_names(module, services))]
    texts = [value for value in constants if isinstance(value, str) and _may_be_label(value)]
    numbers = [float(value) for value in constants if type(value) in (int, float)]
    held = [text for module in modules if not _own_names(module, services) for text in _held(module)]
    return {"texts": list(dict.fromkeys((*texts, *held))), "numbers": list(dict.fromkeys(numbers))}


def _own_names(module: ModuleType, services: Collection[str]) -> set[str]:
    """The functions and classes of a module that are services."""
    return {
        name.split(".")[0] for place, _, name in (one.partition(":") for one in services) if place == module.__name__
    }


def _constants(module: ModuleType, left_out: Collection[str]) -> Iterator[Any]:
    """The constants in a module, without what only documents, and those of some functions and classes."""
    tree = ast.parse(Path(str(module.__file__)).read_bytes())
    if left_out:
        tree.body = [node for node in tree.body if getattr(node, "name", None) not in left_out]
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documentation:
            yield node.value


def _may_be_label(text: str) -> bool:
    return 0 < len(text) <= SERVICES.longest_label and "\n" not in text


def _held(module: ModuleType) -> Sequence[str]:
    """The texts in the lists, sets and dicts of a module."""
    found: list[str] = []
    for name, value in vars(module).items():
        if not name.startswith("__") and isinstance(value, list | tuple | set | frozenset | dict):
            texts = sorted(one for one in value if isinstance(one, str) and _may_be_label(one))
            found += texts[: SERVICES.held_words]
    return found

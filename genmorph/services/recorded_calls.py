"""Calls of an application with recorded answers; written tests carry these functions, which need the standard library.

`FOLDER` has the inputs, and `RECORDED` is what was recorded, as `exported_tests` writes it.
"""

import ast
import importlib
import inspect
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from genmorph.results.codec import from_json_values
from genmorph.services.answer_shapes import answer_of
from genmorph.services.worker.input_forms import as_array, as_picture, given_as

RECORDED = "answers.json"
"""The file of recorded answers, in the folder of the inputs."""


def put_in_place(patches: ExitStack, path: str, function: Callable[..., Any]) -> None:
    """Let a function answer in the place of a service, wherever it was imported; of what a function makes, too."""
    module, _, name = path.partition(":")
    owner: Any = importlib.import_module(module)
    *outer, last = name.split(".")
    for part in outer:
        found = getattr(owner, part)
        if hasattr(found, "made_for_tests"):
            setattr(found.made_for_tests, last, function)
            return
        if not isinstance(found, type) and callable(found):
            made = SimpleNamespace(**{last: function})
            factory = mock.Mock(return_value=made, made_for_tests=made)
            patch_everywhere(patches, owner, part, factory)
            return
        owner = found
    patch_everywhere(patches, owner, last, function)


def patch_everywhere(patches: ExitStack, owner: Any, name: str, new: Any) -> None:
    """Patch an attribute, and the names of all modules that mean the same."""
    original = getattr(owner, name)
    places = [(owner, name)]
    for module in [] if isinstance(owner, type) else list(sys.modules.values()):
        names = [known for known, value in list(getattr(module, "__dict__", {}).items()) if value is original]
        places += [(module, known) for known in names if (module, known) not in places]
    for place, attribute in places:
        patches.enter_context(mock.patch.object(place, attribute, new))


def in_turn(answers: list[Any]) -> Callable[..., Any]:
    """Make a function that gives these answers in turn, and then the last one."""
    left = list(answers)
    return lambda *_, **__: left.pop(0) if len(left) > 1 else left[0]


def call_recorded(
    recorded: Mapping[str, Any], folder: Path, name: str, answers: Mapping[str, list[Any]], others: Mapping[str, Any]
) -> Any:
    """Call the function with a recorded input, with answers by the service, and with its other arguments."""
    module, _, path = recorded["function"].partition(":")
    function: Any = importlib.import_module(module)
    with ExitStack() as patches:
        for service, shape in recorded["services"].items():
            make = (lambda parts: SimpleNamespace(**parts)) if shape["objects"] else dict
            left = [answer_of(shape["template"], one, make) for one in answers.get(service, [])]
            put_in_place(patches, service, in_turn(left))
        for part in path.split("."):
            function = getattr(function, part)
        given = given_as(recorded["form"], folder / name)
        return function(**{recorded["parameter"]: given}, **others)


def recorded_others(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """The other arguments of the calls, of which what is built is not made yet."""
    return dict(zip(recorded["others"], from_json_values(list(recorded["others"].values())), strict=True))


def carried_source() -> str:
    """The text of all functions that such a call needs, without the types of their arguments."""
    functions: tuple[Callable[..., Any], ...] = (
        as_picture,
        as_array,
        given_as,
        answer_of,
        put_in_place,
        patch_everywhere,
        in_turn,
        call_recorded,
    )
    return "\n\n\n".join(map(_untyped, functions))


def _untyped(function: Callable[..., Any]) -> str:
    tree = ast.parse(inspect.getsource(function))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.FunctionDef | ast.With):
            node.body = [_unannotated(one) for one in node.body]
    return ast.unparse(tree)


def _unannotated(node: ast.stmt) -> ast.stmt:
    """A plain assignment in the place of one with a type."""
    if not isinstance(node, ast.AnnAssign) or node.value is None:
        return node
    return ast.copy_location(ast.Assign([node.target], node.value), node)

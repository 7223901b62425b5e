"""Which functions of the user's a call reaches, and how many calls away from the subject each is."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any

from .protocol import drained

_OPTIMIZED = 1
"""The flag of the code of functions, which bodies of modules and classes have not (`inspect.CO_OPTIMIZED`)."""
_LAMBDA = "<lambda>"
_GENMORPH = os.path.join(*os.path.split(os.path.realpath(__file__))[:-1], *(os.pardir,) * 2)  # noqa: PTH118 - as in loading
_OURS = os.path.join(os.path.normpath(_GENMORPH), "")  # noqa: PTH118


class Tracer:
    """Traces one call at a time.

    `root` is the code of the subject, `module` its module, "" of one that is executed from its source; that one goes by
    the name `alias` here. `is_library` tells the files that nobody edits. Functions count that belong to the top-level
    package of the subject and, unless this is a library, to other files that are the user's.
    """

    def __init__(self, root: CodeType, module: str, alias: str, is_library: Callable[[str], bool]) -> None:
        self._root = root
        self._alias = alias
        self._package = (module or alias).partition(".")[0]
        self._is_library = is_library
        self._takes_others = not is_library(root.co_filename)
        self._modules: dict[CodeType, str | None] = {}
        self._distances: dict[CodeType, int] = {}

    def tracing(self, call: Callable[..., object]) -> Callable[..., object]:
        """The call, traced until what it gives is drained."""

        def traced(*arguments: Any) -> object:
            sys.settrace(self._look)
            try:
                return drained(call(*arguments))
            finally:
                sys.settrace(None)

        return traced

    def reporting(self, call: Callable[..., object]) -> Callable[..., object]:
        """A call in which another is traced, with the functions that this reached in the place of its outcome."""

        def reported(*arguments: Any) -> object:
            self._distances.clear()
            with suppress(Exception):  # the border to the subject: what was reached counts, not how it ended
                call(*arguments)
            reached = (
                [self._modules[code], code.co_qualname, code.co_firstlineno, distance]
                for code, distance in self._distances.items()
                if code is not self._root
            )
            return sorted(reached, key=lambda one: (one[3], *one[:3]))

        return reported

    def _look(self, frame: FrameType, _event: str, _argument: object) -> None:
        """Note the function that begins; no line of it is traced."""
        code = frame.f_code
        if code not in self._modules:
            self._modules[code] = self._module_of(frame)
        if self._modules[code] is not None:
            distance = 0 if code is self._root else self._distance_of_caller(frame) + 1
            self._distances[code] = min(distance, self._distances.get(code, distance))

    def _distance_of_caller(self, frame: FrameType) -> int:
        """That of the nearest function of the user's that waits for this one; 0 for what wraps the subject."""
        caller = frame.f_back
        while caller is not None and caller.f_code not in self._distances:
            caller = caller.f_back
        return 0 if caller is None else self._distances[caller.f_code]

    def _module_of(self, frame: FrameType) -> str | None:
        """The module of a function of the user's; None for all else."""
        code, name = frame.f_code, frame.f_globals.get("__name__")
        is_function = code.co_flags & _OPTIMIZED and (code.co_name == _LAMBDA or not code.co_name.startswith("<"))
        if not is_function or not isinstance(name, str):
            return None
        if name == self._alias:
            return ""
        if code.co_filename.startswith("<"):  # made at run time, such as the methods of a dataclass
            return None
        is_own = name.partition(".")[0] == self._package
        is_other = self._takes_others and not code.co_filename.startswith(_OURS)
        return name if is_own or (is_other and not self._is_library(code.co_filename)) else None

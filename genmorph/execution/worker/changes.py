"""Changes in a loaded program, for everyone who calls it: other code of functions, other values of constants."""

import __future__

import ast
import functools
import gc
import operator
from collections.abc import Iterable, Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any

from .state import is_refilled, refill

Place = tuple[str, int]
"""The qualified name of a function's code, and its first line."""
Lines = tuple[int, int]
"""The first and the last line of a definition."""
_FEATURES = [getattr(__future__, name) for name in __future__.all_feature_names]
_FUTURE = functools.reduce(operator.or_, (feature.compiler_flag for feature in _FEATURES))
"""The flags of code that say which features of later Pythons its module has asked for."""
Namespace = dict[str, Any]


class NewCode:
    """Other code for some functions."""

    def __init__(self, functions: Sequence[FunctionType], code: CodeType) -> None:
        self._originals = [(function, function.__code__) for function in functions]
        self._code = code

    def make(self) -> None:
        """Put the code in place."""
        for function, _ in self._originals:
            function.__code__ = self._code

    def renew(self) -> None:
        """Stay, now that the state of the program was put back: functions are no part of that."""

    def undo(self) -> None:
        """Give the functions their own code back."""
        for function, code in self._originals:
            function.__code__ = code


class NewConstant:
    """Another value of a constant: put into the container that it is or, of other values, bound to its name.

    >>> units = {"k": 1024}
    >>> one, other = {"UNITS": units}, {"UNITS": units}
    >>> change = NewConstant([one, other], "UNITS", {"k": 1025})
    >>> change.make(); other
    {'UNITS': {'k': 1025}}
    >>> change.undo(); other
    {'UNITS': {'k': 1024}}
    """

    def __init__(self, namespaces: Iterable[Namespace], name: str, value: Any) -> None:
        spaces = list(namespaces)
        self._name, self._value = name, value
        self._original = spaces[0][name]
        self._spaces = [space for space in spaces if space.get(name) is self._original]
        is_held = is_refilled(self._original) and type(value) is type(self._original)
        self._contents = self._original.copy() if is_held else None

    def make(self) -> None:
        """Put the value in place."""
        self._put(self._value, self._value)

    renew = make

    def undo(self) -> None:
        """Put the original value back."""
        self._put(self._original, self._contents)

    def _put(self, value: Any, contents: Any) -> None:
        if self._contents is not None:
            refill(self._original, contents)
            return
        for space in self._spaces:
            space[self._name] = value


def functions_of(namespaces: Sequence[Namespace]) -> dict[tuple[int, Place], list[FunctionType]]:
    """All functions there are whose globals these are, by number of the namespace, and name and line of their code."""
    numbers = {id(space): number for number, space in enumerate(namespaces)}
    found: dict[tuple[int, Place], list[FunctionType]] = {}
    for function in gc.get_objects():
        if type(function) is FunctionType and id(function.__globals__) in numbers:
            code = function.__code__
            place = (numbers[id(function.__globals__)], (code.co_qualname, code.co_firstlineno))
            found.setdefault(place, []).append(function)
    return found


def new_code(functions: Sequence[FunctionType], source: str, lines: Lines, definition: str) -> NewCode:
    """Code for functions that have one code, where these lines of their module's source are another definition.

    ValueError where there is none.
    """
    if not functions:
        raise ValueError("no function of the loaded program has this definition")
    return NewCode(functions, _compile_like(functions[0].__code__, source, lines, definition))


def lines_of(source: str, lines: Lines) -> str:
    """The lines from the first to the last."""
    return "\n".join(source.split("\n")[lines[0] - 1 : lines[1]])


def new_constant(namespaces: Sequence[Namespace], name: str, original: str, changed: str) -> NewConstant:
    """Another value of a constant of the first namespace, from the statement that binds it and the changed one.

    ValueError where the value is not what the statement gives, as it is changed by others then.
    """
    value, present = _evaluated(original, name, namespaces[0]), namespaces[0].get(name)
    if type(value) is not type(present) or value != present:
        raise ValueError(f"{name} is not as its statement says")
    return NewConstant(namespaces, name, _evaluated(changed, name, namespaces[0]))


def _evaluated(statement: str, name: str, namespace: Namespace) -> Any:
    names = dict(namespace)
    exec(compile(statement, "<constant>", "exec", dont_inherit=True), names)  # noqa: S102 - the user's statement
    return names[name]


def _code_in(module: CodeType) -> Iterator[CodeType]:
    yield module
    for constant in module.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_in(constant)


@functools.cache
def _compile_like(original: CodeType, source: str, lines: Lines, definition: str) -> CodeType:
    """The code in the changed source that can stand for the original; ValueError where there is none.

    Only the statement of the module is compiled in which the lines are.
    """
    first, last = next((span for span in _statements(source) if span[0] <= lines[0] and lines[1] <= span[1]), lines)
    texts = [lines_of(source, (first, lines[0] - 1)), definition, lines_of(source, (lines[1] + 1, last))]
    text = "\n" * (first - 1) + "\n".join(texts[lines[0] == first :])
    flags = original.co_flags & _FUTURE
    module = compile(text, original.co_filename, "exec", flags, dont_inherit=True)
    place = (original.co_qualname, original.co_firstlineno)
    found = [code for code in _code_in(module) if (code.co_qualname, code.co_firstlineno) == place]
    if len(found) != 1:
        raise ValueError(f"{len(found)} definitions of {place[0]} begin in line {place[1]}")
    if found[0].co_freevars != original.co_freevars:
        raise ValueError("its free variables differ")
    return found[0]


@functools.cache
def _statements(source: str) -> tuple[Lines, ...]:
    """The lines of the statements of a module; those of one line go together."""
    spans: list[Lines] = []
    for statement in ast.parse(source).body:
        first = min([statement.lineno, *(one.lineno for one in getattr(statement, "decorator_list", ()))])
        last = statement.end_lineno or first
        if spans and spans[-1][1] >= first:
            spans[-1] = (spans[-1][0], last)
        else:
            spans.append((first, last))
    return tuple(spans)

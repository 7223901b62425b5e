"""The program of a worker process: it loads the subject, installs mutants and calls them.

It is started by its file name and imports nothing of genmorph, so that the subject finds a bare interpreter.
The parent imports this module too, for the words of the protocol: messages are length-prefixed `marshal` of plain
values, and a counter in shared memory holds the place in the batch of the call that runs, counted from 1.
"""

import functools
import importlib
import linecache
import marshal
import mmap
import operator
import os
import resource
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, BinaryIO

HEADER = struct.Struct("<Q")
COUNTER_SIZE = 8
IDLE = 0
"""What the counter holds while no call runs."""

TICKS = 8
"""Looks that the alarm takes at a call before its limit is reached."""

RETURNED, RAISED, TIMED_OUT, CRASHED = range(4)
Encoded = tuple[int, Any]
"""An outcome on its way: its code with the value, the exception's name, nothing, or the reason."""

MODULE = "genmorph_subject"
"""The name of a module that is executed from its source."""
_CACHED = type(functools.lru_cache(abs))


class TimeLimitError(BaseException):
    """Raised inside a call that has reached its limit; never an `Exception`, so that few subjects catch it."""


def pack(message: Any) -> bytes:
    """A message as bytes, its length first."""
    body = marshal.dumps(message)
    return HEADER.pack(len(body)) + body


def type_name(kind: type) -> str:
    """The qualified name, without `builtins.`.

    >>> type_name(ValueError), type_name(struct.error)
    ('ValueError', 'struct.error')
    """
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def one_line(error: BaseException) -> str:
    """The exception's name and the first line of its text."""
    text = str(error).partition("\n")[0]
    return f"{type_name(type(error))}: {text}" if text else type_name(type(error))


def encode_value(value: object) -> Encoded:
    """A returned value, as an exact int, float or bool where it is one in substance.

    >>> encode_value(signal.SIGINT), encode_value([1])
    ((0, 2), (3, 'unsupported output: list'))
    """
    kind = type(value)
    try:
        if issubclass(kind, bool) or (kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_")):
            return RETURNED, bool(value)
        if issubclass(kind, float):
            return RETURNED, float.__float__(value)  # type: ignore[arg-type]
        if hasattr(kind, "__index__"):
            return RETURNED, int.__index__(operator.index(value))  # type: ignore[arg-type]
    except BaseException:  # noqa: BLE001, S110 - the value's own methods run here
        pass
    return CRASHED, f"unsupported output: {type_name(kind)}"


def encode_error(error: BaseException) -> Encoded:
    """What a call raised; running out of stack or memory is no answer of the function's.

    >>> encode_error(KeyError(1)), encode_error(SystemExit(1))
    ((1, 'KeyError'), (3, 'raised SystemExit'))
    """
    name = type_name(type(error))
    if isinstance(error, Exception) and not isinstance(error, RecursionError | MemoryError):
        return RAISED, name
    return CRASHED, f"raised {name}"


class Alarm:
    """Interrupts the call that has reached its limit, and ends an orphaned worker.

    `late` holds the places of these calls, because the subject may have swallowed the exception. Ticks are counted
    and no time is read, so that a stopped and continued worker loses no call.
    """

    def __init__(self, counter: memoryview, limit: float, parent: int) -> None:
        self._counter = counter
        self._interval = limit / TICKS
        self._parent = parent
        self.late: list[int] = []
        self.arm()

    def arm(self) -> None:
        """Begin a batch; takes the signal and the timer back where the subject has used them."""
        self.late.clear()
        self._seen = IDLE
        self._ticks = 0
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, self._interval, self._interval)

    def _look(self, _signal: int, _frame: FrameType | None) -> None:
        if os.getppid() != self._parent:
            end_group()
        position = self._counter[0]
        if position != self._seen:
            self._seen, self._ticks = position, 0
        elif position != IDLE:
            self._ticks += 1
            if self._ticks == TICKS:
                self.late.append(position)
                raise TimeLimitError


def call_all(
    call: Callable[..., object], inputs: Sequence[tuple[Any, ...]], allowed: int, counter: memoryview, late: list[int]
) -> list[Encoded]:
    """The outcomes of the calls, in order; ends early with the time-out that uses up the allowance.

    Long and inlined because its overhead is paid by every call.
    """
    outcomes: list[Encoded] = []
    for position, arguments in enumerate(inputs, 1):
        counter[0] = position
        try:
            value = call(*arguments)
            kind = type(value)
            if kind is int or kind is float or kind is bool:
                outcome: Encoded = (RETURNED, value)
            else:
                outcome = encode_value(value)
        except BaseException as error:  # noqa: BLE001 - the border to the subject
            outcome = encode_error(error)
        outcomes.append(outcome)
        if late:
            if late[-1] == position:
                outcomes[-1] = (TIMED_OUT, None)
            if len(late) >= allowed:
                break
    counter[0] = IDLE
    return outcomes


def import_module(name: str | None, source: str, path: Sequence[str]) -> ModuleType:
    """The module of that name, or one made of the source where there is no name."""
    sys.path[:0] = path
    if name is not None:
        return importlib.import_module(name)
    module = sys.modules[MODULE] = ModuleType(MODULE)
    file = f"<{MODULE}>"
    linecache.cache[file] = (len(source), None, [f"{line}\n" for line in source.split("\n")], file)
    exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)  # noqa: S102
    return module


def unwrap(function: Any) -> list[Any]:
    """The callable and all it wraps, outermost first.

    >>> len(unwrap(staticmethod(functools.lru_cache(type_name))))
    3
    """
    links = [function]
    while True:
        inner = getattr(links[-1], "__wrapped__", None) or getattr(links[-1], "__func__", None)
        if inner is None or any(inner is link for link in links):
            return links
        links.append(inner)


def walk(code: CodeType) -> Iterator[CodeType]:
    """The code object and all inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from walk(constant)


@functools.cache
def compile_like(original: CodeType, text: str) -> CodeType:
    """The code in the module's changed text that can stand for the original; ValueError where there is none."""
    module = compile(text, original.co_filename, "exec", dont_inherit=True)
    place = (original.co_qualname, original.co_firstlineno)
    found = [code for code in walk(module) if (code.co_qualname, code.co_firstlineno) == place]
    if len(found) != 1:
        raise ValueError(f"{len(found)} definitions of {place[0]} begin in line {place[1]}")
    if found[0].co_freevars != original.co_freevars:
        raise ValueError("its free variables differ")
    return found[0]


class Subject:
    """The function under test: how to call it, and the code to change in it."""

    def __init__(self, target: dict[str, Any]) -> None:
        module = import_module(target["module"], target["source"], target["path"])
        function = functools.reduce(getattr, target["qualname"].split("."), module)
        if not callable(function):
            raise TypeError(f"{target['qualname']} is not callable")
        self._target = target
        self.call = _with_keywords(function, target["keywords"]) if target["keywords"] else function
        links = unwrap(function)
        self._inner = links[-1] if isinstance(links[-1], FunctionType) else None
        self._original: Any = self._inner and self._inner.__code__
        cached = [*links, *(value for value in vars(module).values() if isinstance(value, _CACHED))]
        self._clear = [link.cache_clear for link in cached if callable(getattr(link, "cache_clear", None))]

    def install(self, definition: str | None) -> None:
        """Give the function the code of the changed definition, or its own back; ValueError where that is impossible.

        The code is changed in place: aliases, wrappers and recursive calls all reach it.
        """
        if self._inner is None:
            if definition is not None:
                raise ValueError(f"{self._target['qualname']} is no Python function")
        elif definition is None:
            self._inner.__code__ = self._original
        else:
            lines = self._target["source"].split("\n")
            lines[self._target["first_line"] - 1 : self._target["last_line"]] = [definition]
            self._inner.__code__ = compile_like(self._original, "\n".join(lines))

    def clear_caches(self) -> None:
        """Forget what the function and its neighbours remember of earlier calls, which another mutant may have made."""
        for clear in self._clear:
            clear()


def _with_keywords(function: Callable[..., object], keywords: Sequence[str]) -> Callable[..., object]:
    """The function, taking the last arguments by position that it wants by keyword."""
    count = len(keywords)

    def call(*arguments: Any) -> object:
        return function(*arguments[:-count], **dict(zip(keywords, arguments[-count:], strict=True)))

    return call


def serve(requests: BinaryIO, replies: BinaryIO, counter: memoryview, alarm: Alarm) -> None:
    """Answer messages until the parent closes the pipe: load first, then install and run in any order."""
    process = os.getpid()
    subject: Any = None
    while header := requests.read(HEADER.size):
        action, *content = marshal.loads(requests.read(HEADER.unpack(header)[0]))  # noqa: S302 - from our parent
        if action == "run":
            inputs, allowed = content
            subject.clear_caches()
            alarm.arm()
            reply: object = call_all(subject.call, inputs, allowed, counter, alarm.late)
        else:
            try:
                if action == "load":
                    subject = Subject(*content)
                else:
                    subject.install(*content)
                reply = None
            except BaseException as error:  # noqa: BLE001 - the border to the subject
                reply = one_line(error)
        if os.getpid() != process:
            os._exit(0)  # the subject has forked: only the worker itself may answer
        replies.write(pack(reply))
        replies.flush()


def end_group() -> None:
    """End this process and all that the subject has started in its group."""
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Serve the parent named in the arguments."""
    requests, replies, shared, parent = map(int, sys.argv[1:5])
    limit, directory = float(sys.argv[5]), sys.argv[6]
    del sys.argv[1:]
    for descriptor in (requests, replies, shared):
        os.set_inheritable(descriptor, False)
    os.chdir(directory)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # crashes are expected here and leave no dumps
    counter = memoryview(mmap.mmap(shared, COUNTER_SIZE)).cast("Q")
    serve(os.fdopen(requests, "rb"), os.fdopen(replies, "wb"), counter, Alarm(counter, limit, parent))
    end_group()


if __name__ == "__main__":
    main()

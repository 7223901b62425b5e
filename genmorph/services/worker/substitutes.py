"""Takes the place of services: gives answers that were told, that are kept, or that the service itself gives."""

import functools
import hashlib
import importlib
import inspect
import json
import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from genmorph.services.answer_shapes import Plain
from genmorph.services.declared import Service
from genmorph.services.worker.conditions import own_modules
from genmorph.settings import SERVICES

_LIMITED = ("ratelimit", "throttl", "resourceexhausted", "toomanyrequests")
"""What the types of errors that ask to wait are called, in small letters."""
_BUSY = 429
"""The status of HTTP that asks to wait."""


class NotAskedError(BaseException):
    """A service may not be asked any more; no `Exception`, so that few applications catch it."""


class SilentError(BaseException):
    """A service is busy, or does not answer."""


class OutOfTimeError(BaseException):
    """A call takes longer than it may."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One call of a service: what it is kept by, a description of its input, and the answer as plain data."""

    service: str
    key: str
    given: str
    answer: Plain


@dataclass(slots=True)
class Answers:
    """Answers that are kept on disk as they come: a line of JSON each, so that a kill loses none of them."""

    path: Path | None
    _known: dict[str, Plain] = field(default_factory=dict)
    _file: Any = None

    def open(self) -> None:
        """Read what there is, and get ready to write more; before the guard refuses to open files."""
        if self.path is None:
            return
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                try:
                    one = json.loads(line)
                    self._known[one["key"]] = one["answer"]
                except (ValueError, KeyError, TypeError):
                    continue  # a process that was killed may have left half a line
        self._file = self.path.open("a", encoding="utf-8")

    def get(self, key: str) -> Plain | None:
        """The answer that is kept, or None."""
        return self._known.get(key)

    def keep(self, key: str, service: str, given: str, answer: Plain) -> None:
        """Keep an answer."""
        self._known[key] = answer
        if self._file is not None:
            line = {"key": key, "service": service, "given": given, "answer": answer}
            self._file.write(f"{json.dumps(line)}\n")
            self._file.flush()


class Switchboard:
    """What every service of a process answers by, and what it was asked since the last `take`.

    `given` are plain answers by the function of their service; a service of which nothing is given is asked itself, as
    long as `calls_left` is more than 0. `is_asking` is true while a service works.
    """

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.given: Mapping[str, Any] = {}
        self.calls_left = 0
        self.is_asking = False
        self.calls_made = 0
        self.on_answer: Callable[[bool], None] = lambda _: None
        self._asked: list[Asked] = []

    def take(self) -> list[Asked]:
        """What was asked since then."""
        taken, self._asked = self._asked, []
        return taken

    def substitute(self, one: Service, original: Callable[..., Any], has_self: bool) -> Callable[..., Any]:
        """What stands in the place of a service's callable."""
        signature = _signature(original)

        def answer(*arguments: Any, **named: Any) -> Any:
            if one.function in self.given:
                self._asked.append(Asked(one.function, "", "", None))
                return one.shape.decode(self.given[one.function])
            with self._asking():
                passed = _passed(one, signature, arguments, named, has_self)
                key, description = _described(one, passed)
                plain = self.answers.get(key)
                if plain is None:
                    plain = self._answer(one, lambda: original(*arguments, **named))
                    self.answers.keep(key, one.function, description, plain)
                self._asked.append(Asked(one.function, key, description, plain))
                return one.shape.decode(plain)

        return functools.wraps(original)(answer) if isinstance(original, FunctionType) else answer

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """While a service works, conditions are not recorded, and time does not count as the application's."""
        before, self.is_asking = self.is_asking, True
        self.on_answer(True)
        try:
            yield
        finally:
            self.is_asking = before
            self.on_answer(before)

    def _answer(self, one: Service, ask: Callable[[], Any]) -> Plain:
        """What the service itself answers; it is asked again where it says that it is busy."""
        if self.calls_left <= 0:
            raise NotAskedError(f"{one.name} may not be asked any more, and has no kept answer for this input")
        self.calls_left -= 1
        self.calls_made += 1
        for attempt in range(SERVICES.attempts):
            try:
                return one.shape.encode(ask())
            except Exception as error:
                if not _asks_to_wait(error):
                    raise
                if attempt + 1 == SERVICES.attempts:
                    words = " ".join(f"{type(error).__name__}: {error}".split())
                    raise SilentError(f"{one.name} is busy after {SERVICES.attempts} attempts ({words})") from error
                time.sleep(SERVICES.first_pause * 2**attempt)
        raise AssertionError


def _asks_to_wait(error: Exception) -> bool:
    """Whether a service says that it was asked too often."""
    words = type(error).__name__.lower().replace("_", "")
    codes = (getattr(error, name, None) for name in ("status_code", "code", "status"))
    response = getattr(error, "response", None)
    inner = response.get("Error", {}).get("Code", "") if isinstance(response, dict) else ""
    is_named = any(one in text for one in _LIMITED for text in (words, str(inner).lower()))
    return is_named or any(code == _BUSY for code in codes)


def _signature(original: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(original)
    except (TypeError, ValueError):
        return None


def _passed(
    one: Service, signature: inspect.Signature | None, arguments: tuple[Any, ...], named: Mapping[str, Any], own: bool
) -> Any:
    """What a service is given to look at, with all further arguments: it may say what to look for."""
    rest = arguments[1:] if own else arguments
    if one.input and signature is not None:
        try:
            bound = signature.bind(*arguments, **named)
        except TypeError:
            return rest, dict(named)
        return bound.arguments.get(one.input, bound.arguments.get("kwargs", {}).get(one.input, rest)), dict(named)
    return rest, dict(named)


def _described(one: Service, passed: Any) -> tuple[str, str]:
    """What an answer is kept by, and a description of the input."""
    digest = hashlib.sha256(f"{one.function}\n{one.version}\n".encode())
    texts: list[str] = []
    _feed(digest, passed, texts, 0)
    return digest.hexdigest()[:32], " ".join(texts)[: SERVICES.described]


def _feed(digest: Any, value: Any, texts: list[str], depth: int) -> None:
    """Add a value to a digest: by its contents, and never by where it lies in memory or on disk."""
    digest.update(type(value).__name__.encode())
    match value:
        case Mapping():
            for key in value:
                _feed(digest, key, [], depth + 1)
                _feed(digest, value[key], texts, depth + 1)
        case list() | tuple() | set() | frozenset():
            for part in sorted(value, key=repr) if isinstance(value, set | frozenset) else value:
                _feed(digest, part, texts, depth + 1)
        case str():
            texts.append(value)
            digest.update(_content(value))
        case _ if (content := _bytes_of(value)) is not None:
            digest.update(content)
        case _ if depth < SERVICES.deepest_input and hasattr(value, "__dict__"):
            _feed(digest, vars(value), texts, depth + 1)
        case _:
            digest.update(repr(value).encode())


def _content(text: str) -> bytes:
    """What is in the file that a text is the path of; the text itself where there is none."""
    if 0 < len(text) < SERVICES.longest_path and "\0" not in text and os.path.isfile(text):  # noqa: PTH113 - may raise
        return Path(text).read_bytes()
    return text.encode(errors="surrogatepass")


def _bytes_of(value: Any) -> bytes | None:
    """The bytes that bytes, a path, a file, an array or a picture stand for; None of anything else."""
    match value:
        case bytes() | bytearray():
            return bytes(value)
        case Path():
            return _content(str(value))
        case _ if hasattr(value, "tobytes"):
            return f"{getattr(value, 'shape', getattr(value, 'size', ''))}".encode() + bytes(value.tobytes())
        case _ if hasattr(value, "getvalue"):
            return bytes(value.getvalue())
        case _ if hasattr(value, "read") and hasattr(value, "seek"):
            place = value.tell()
            content = bytes(value.read())
            value.seek(place)
            return content
    return None


def put_in_place(services: list[Service], board: Switchboard) -> dict[str, str]:
    """Let the switchboard answer for each service; those that there are not, with the reason."""
    missing = {}
    for one in services:
        reason = _replace(one, board)
        if reason:
            missing[one.function] = reason
    return missing


def _replace(one: Service, board: Switchboard) -> str:
    module, _, name = one.function.partition(":")
    try:
        owner: Any = importlib.import_module(module)
    except Exception as error:  # noqa: BLE001 - whatever the user's module does
        return f"module {module} cannot be imported: {type(error).__name__}: {error}"
    *path, last = name.split(".")
    for place, part in enumerate(path):
        found = getattr(owner, part, None)
        if isinstance(found, FunctionType | BuiltinFunctionType | MethodType):
            _replace_made(owner, part, ".".join([*path[place + 1 :], last]), one, board)
            return ""
        if found is None:
            return f"{module} has no {part}"
        owner = found
    original = getattr(owner, last, None)
    if not callable(original):
        return f"{one.function} is nothing that can be called"
    is_method = isinstance(owner, type) and not isinstance(inspect.getattr_static(owner, last), staticmethod)
    setattr(owner, last, board.substitute(one, original, is_method))
    if isinstance(owner, ModuleType):
        _replace_copies(original, getattr(owner, last))
    return ""


def _replace_copies(original: Any, substitute: Any) -> None:
    """Modules that imported the callable by its name have it, too."""
    for module in own_modules():
        for name, value in list(vars(module).items()):
            if value is original:
                setattr(module, name, substitute)


class _Made:
    """What a client's factory has made: its methods are those of the client, but for the services."""

    def __init__(self, made: Callable[[], Any], methods: dict[str, Any]) -> None:
        self._make = functools.cache(made)
        self._methods = methods

    def __getattr__(self, name: str) -> Any:
        if name not in self._methods:
            return getattr(self._make(), name)
        one, board = self._methods[name]

        def ask(*given: Any, **named: Any) -> Any:
            return getattr(self._make(), name)(*given, **named)

        return board.substitute(one, ask, False)


_METHODS = "__genmorph_methods__"


def _replace_made(owner: Any, part: str, method: str, one: Service, board: Switchboard) -> None:
    """Let a method of what a factory makes be answered for; the client is made where it is needed, and not before."""
    factory = getattr(owner, part)
    methods = getattr(factory, _METHODS, None)
    if methods is None:
        methods = {}

        def make(*arguments: Any, **named: Any) -> Any:
            return _Made(lambda: factory(*arguments, **named), methods)

        setattr(make, _METHODS, methods)
        setattr(owner, part, make)
        _replace_copies(factory, make)
    methods[method] = (one, board)


class Clock:
    """Seconds that an application may take, without those of its services, which have a limit of their own."""

    def __init__(self) -> None:
        signal.signal(signal.SIGALRM, self._ring)
        self._left = 0.0
        self._is_waiting = False

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """Raise OutOfTimeError within a block that takes longer."""
        self._is_waiting = False
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def switch(self, is_asking: bool) -> None:
        """Stop the application's time and begin that of a service, or go on with it."""
        if is_asking == self._is_waiting:
            return
        self._is_waiting = is_asking
        left, _ = signal.setitimer(signal.ITIMER_REAL, SERVICES.service_seconds if is_asking else self._left or 1e-6)
        if is_asking:
            self._left = left

    def _ring(self, *_: object) -> None:
        if self._is_waiting:
            raise SilentError(f"the service did not answer within {SERVICES.service_seconds:g} s")
        raise OutOfTimeError

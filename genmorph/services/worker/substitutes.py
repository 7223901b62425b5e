"""Takes the place of services: gives answers that were told, that are kept, or that the service itself gives."""

import functools
import hashlib
import importlib
import inspect
import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from genmorph.services.answer_shapes import Plain
from genmorph.services.declared import Service
from genmorph.services.observed import ServiceCall
from genmorph.services.worker.effects import Border, OutOfTimeError, SilentError
from genmorph.services.worker.recorded_conditions import own_modules
from genmorph.settings import SERVICES

_LIMITED = ("ratelimit", "throttl", "resourceexhausted", "toomanyrequests")
"""What the types of errors that ask to wait are called, in small letters."""
_BUSY = 429
"""The status of HTTP that asks to wait."""


class NotAskedError(BaseException):
    """A service may not be asked any more; no `Exception`, so that few applications catch it."""


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
    long as `calls_left` is more than 0.
    """

    def __init__(self, border: Border) -> None:
        self.answers = Answers(None)
        self.given: Mapping[str, Any] = {}
        self.calls_left = 0
        self.calls_made = 0
        self._border = border
        self._asked: list[ServiceCall] = []

    def take(self) -> list[ServiceCall]:
        """What was asked since then."""
        taken, self._asked = self._asked, []
        return taken

    def substitute(self, one: Service, original: Callable[..., Any], has_self: bool) -> Callable[..., Any]:
        """What stands in the place of a service's callable; a coroutine function in the place of one."""

        def answer(*arguments: Any, **named: Any) -> Any:
            key, description = _described(one, arguments, named, has_self)
            if one.function in self.given:
                return self._given(one, key, description)
            with self._border.asking():
                plain = self._kept(one, key)
                if plain is None:
                    plain = self._answer(one, lambda: original(*arguments, **named))
                return self._told(one, key, description, plain)

        async def answer_later(*arguments: Any, **named: Any) -> Any:
            key, description = _described(one, arguments, named, has_self)
            if one.function in self.given:
                return self._given(one, key, description)
            with self._border.asking():
                plain = self._kept(one, key)
                if plain is None:
                    plain = await self._answer_later(one, lambda: original(*arguments, **named))
                return self._told(one, key, description, plain)

        made = answer_later if inspect.iscoroutinefunction(original) else answer
        found = functools.wraps(original)(made) if isinstance(original, FunctionType) else made
        setattr(found, SUBSTITUTE, one.function)
        return found

    def _given(self, one: Service, key: str, description: str) -> Any:
        """The answer that is given, as the application gets it."""
        self._remember(ServiceCall(one.function, key, description, None))
        return one.shape.decode(self.given[one.function])

    def _remember(self, asked: ServiceCall) -> None:
        """Remember what was asked.

        Raises:
            OutOfTimeError: The application asks again and again in one call.

        """
        self._asked.append(asked)
        if len(self._asked) > SERVICES.asked:
            raise OutOfTimeError

    def _kept(self, one: Service, key: str) -> Plain | None:
        """The answer that is kept, or None; then the service may be asked.

        Raises:
            NotAskedError: It may not.

        """
        plain = self.answers.get(key)
        if plain is None:
            if self.calls_left <= 0:
                raise NotAskedError(f"{one.name} may not be asked any more, and has no kept answer for this input")
            self.calls_left -= 1
            self.calls_made += 1
        return plain

    def _told(self, one: Service, key: str, description: str, plain: Plain) -> Any:
        """The answer as the application gets it."""
        self.answers.keep(key, one.function, description, plain)
        self._remember(ServiceCall(one.function, key, description, plain))
        return one.shape.decode(plain)

    def _answer(self, one: Service, ask: Callable[[], Any]) -> Plain:
        """What the service itself answers; it is asked again where it says that it is busy."""
        for attempt in range(SERVICES.attempts):
            try:
                return one.shape.encode(ask())
            except Exception as error:  # noqa: BLE001 - whatever services raise
                _require_patience(one, error, attempt)
                time.sleep(SERVICES.first_pause * 2**attempt)
        raise AssertionError

    async def _answer_later(self, one: Service, ask: Callable[[], Any]) -> Plain:
        """The same of a coroutine function."""
        for attempt in range(SERVICES.attempts):
            try:
                return one.shape.encode(await ask())
            except Exception as error:  # noqa: BLE001 - whatever services raise
                _require_patience(one, error, attempt)
                time.sleep(SERVICES.first_pause * 2**attempt)
        raise AssertionError


SUBSTITUTE = "__genmorph_substitute__"
"""Where a substitute has the function of its service."""


def _require_patience(one: Service, error: Exception, attempt: int) -> None:
    """Raise what the service raised, unless it asks to wait, and was not asked too often."""
    if not _asks_to_wait(error):
        raise error
    if attempt + 1 == SERVICES.attempts:
        words = " ".join(f"{type(error).__name__}: {error}".split())
        raise SilentError(f"{one.name} is busy after {SERVICES.attempts} attempts ({words})") from error


def _asks_to_wait(error: Exception) -> bool:
    """Whether a service says that it was asked too often."""
    words = type(error).__name__.lower().replace("_", "")
    response = getattr(error, "response", None)
    codes = (getattr(found, name, None) for found in (error, response) for name in ("status_code", "code", "status"))
    inner = response.get("Error", {}).get("Code", "") if isinstance(response, dict) else ""
    is_named = any(one in text for one in _LIMITED for text in (words, str(inner).lower()))
    return is_named or any(code == _BUSY for code in codes)


def _described(one: Service, arguments: tuple[Any, ...], named: Mapping[str, Any], has_self: bool) -> tuple[str, str]:
    """What an answer is kept by, and a description of the input: all arguments count, and the texts of the client."""
    digest, texts = hashlib.sha256(), list[str]()
    _feed(digest, [one.function, one.version, repr(one.shape)], [], 0)
    if has_self and arguments:
        _feed(digest, _client(arguments[0]), [], 0)
    _feed(digest, [list(arguments[has_self:]), sorted(named.items())], texts, 0)
    return digest.hexdigest()[:32], " ".join(texts)[: SERVICES.described]


def _client(client: Any) -> list[tuple[str, str]]:
    """The texts in a client, such as the name of its model, and in its parts."""
    parts = [client, *getattr(client, "__dict__", {}).values()]
    found = {
        (type(part).__name__, name, value)
        for part in parts
        for name, value in getattr(part, "__dict__", {}).items()
        if isinstance(value, str)
    }
    return sorted((f"{kind}.{name}", value) for kind, name, value in found)


def _feed(digest: Any, value: Any, texts: list[str], depth: int) -> None:
    """Add a value to a digest: by its contents, and never by where it lies in memory or on disk."""
    match value:
        case Mapping():
            _begin(digest, value, len(value))
            for key in value:
                _feed(digest, key, [], depth + 1)
                _feed(digest, value[key], texts, depth + 1)
        case list() | tuple() | set() | frozenset():
            _begin(digest, value, len(value))
            for part in sorted(value, key=repr) if isinstance(value, set | frozenset) else value:
                _feed(digest, part, texts, depth + 1)
        case str():
            texts.append(value)
            _add(digest, value, _content(value))
        case _ if (content := _bytes_of(value)) is not None:
            _add(digest, value, content)
        case _ if depth < SERVICES.deepest_input and (parts := _parts(value)):
            _begin(digest, value, len(parts))
            _feed(digest, parts, texts, depth + 1)
        case _:
            text = repr(value)
            # What says where it lies is another thing each time: such an answer is kept, and never found again.
            _add(digest, value, os.urandom(16) if " at 0x" in text else text.encode())


def _begin(digest: Any, value: Any, size: int) -> None:
    digest.update(f"{type(value).__name__} {size};".encode())


def _add(digest: Any, value: Any, content: bytes) -> None:
    _begin(digest, value, len(content))
    digest.update(content)


def _parts(value: Any) -> dict[str, Any]:
    """The attributes of an object, in slots, too."""
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ()) if hasattr(value, name)]
    return {**{name: getattr(value, name) for name in slots}, **getattr(value, "__dict__", {})}


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
    if getattr(original, SUBSTITUTE, "") != one.function:
        _put(owner, last, original, one, board)
    return ""


def _put(owner: Any, name: str, original: Callable[..., Any], one: Service, board: Switchboard) -> None:
    """The substitute in the place of the original: of a class method and a static method as one without `self`."""
    is_bound = isinstance(inspect.getattr_static(owner, name), staticmethod | classmethod)
    substitute = board.substitute(one, original, isinstance(owner, type) and not is_bound)
    setattr(owner, name, staticmethod(substitute) if is_bound else substitute)
    if isinstance(owner, ModuleType):
        _replace_copies(original, substitute)


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

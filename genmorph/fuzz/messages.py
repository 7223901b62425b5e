"""What a process is asked to run, what it says before each call, what it answers, and values as Python text."""

import json
import math
import os
import struct
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from genmorph.values.building import as_built_array
from genmorph.values.kinds import is_array
from genmorph.values.python_text import SOURCE, python_text

_HEADER = struct.Struct("<QQ?")


@dataclass(frozen=True, slots=True)
class FuzzJob:
    """One test in `file`, or the import of a module where `test` is empty.

    `roots` are the files and folders of what is tested. The process writes what it is doing into `watch`, and what it
    has found into `answer`. After `seconds` it begins no call any more; calls whose texts are in `avoided` are
    not made, because another process did not come back from them.
    """

    test: str
    module: str
    roots: tuple[str, ...]
    examples: int
    seed: int
    seconds: float
    allow_effects: bool
    avoided: tuple[str, ...] = ()
    file: str = ""
    watch: str = ""
    answer: str = ""

    def to_json(self) -> str:
        """The job in one line of text."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The job that a line says."""
        fields = json.loads(text)
        return cls(**fields | {name: tuple(fields[name]) for name in ("roots", "avoided")})

    def is_tested(self, file: str) -> bool:
        """Whether a file belongs to what is tested."""
        file = os.path.realpath(file)
        return any(file == root or file.startswith(root + os.sep) for root in self.roots)


@dataclass(slots=True)
class FailureRecord:
    """A way to fail and the input known for it, as texts by argument; None where it failed before there was one."""

    kind: str
    message: str
    place: tuple[str, int] | None
    arguments: dict[str, str] | None = None
    is_source: bool = False
    hits: int = 0


@dataclass(frozen=True, slots=True)
class FuzzAnswer:
    """What a process has found so far.

    `refused` calls would have had the effect that `refusal` names. `is_done` says that it came to its end, `is_late`
    that its time was over before; `untested` says why nothing can be said.
    """

    records: tuple[FailureRecord, ...] = ()
    drawn: int = 0
    rejected: int = 0
    refused: int = 0
    refusal: str = ""
    untested: str = ""
    is_done: bool = False
    is_late: bool = False

    def save(self, path: str) -> None:
        """Put it in place: readers see this answer or the one before."""
        temporary = Path(f"{path}.new")
        temporary.write_text(json.dumps(asdict(self)), encoding="utf-8")
        temporary.replace(path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """The last answer; an empty one where there is none."""
        if not path.exists():
            return cls()
        fields = json.loads(path.read_text(encoding="utf-8"))
        for record in fields["records"]:
            record["place"] = record["place"] and tuple(record["place"])
        return cls(**fields | {"records": tuple(FailureRecord(**record) for record in fields["records"])})


@dataclass(frozen=True, slots=True)
class CallStatus:
    """How many calls were begun, whether one is running, and what was said of the last one."""

    calls: int = 0
    is_inside: bool = False
    text: str = ""


class StatusFile:
    """The writing end.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     watch = StatusFile(f"{folder}/watch")
    ...     watch.enter("k=3")
    ...     read_status(Path(folder, "watch"))
    CallStatus(calls=1, is_inside=True, text='k=3')
    """

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._calls = 0
        self._length = 0

    def enter(self, text: str) -> None:
        """Say that a call begins."""
        data = text.encode("utf-8", "backslashreplace")
        self._calls, self._length = self._calls + 1, len(data)
        self._write(_HEADER.pack(self._calls, self._length, True) + data)

    def leave(self) -> None:
        """Say that it has ended."""
        self._write(_HEADER.pack(self._calls, self._length, False))

    def _write(self, data: bytes) -> None:
        """Where the file was closed by the call that is to be left, the process ends in that call for all to see."""
        try:
            os.pwrite(self._file, data, 0)
        except OSError:
            os._exit(1)


def read_status(path: Path) -> CallStatus:
    """What was written last; an idle process that has made no call where there is nothing."""
    data = path.read_bytes() if path.exists() else b""
    if len(data) < _HEADER.size:
        return CallStatus()
    calls, length, is_inside = _HEADER.unpack_from(data)
    text = data[_HEADER.size : _HEADER.size + length].decode("utf-8", "replace")
    return CallStatus(calls, is_inside, text)


def text_of(value: Any) -> str:
    """The value as Python writes it; arrays, `inf` and `nan` are written such that they can be read again.

    >>> import numpy as np
    >>> text_of([1, -math.inf, {"a": np.array([0.5])}])
    '[1, -math.inf, {"a": np.array([0.5], dtype=np.float64)}]'
    """
    try:
        return python_text(_written(value), SOURCE)
    except Exception as error:  # noqa: BLE001 - whatever the `repr` of a user's class does
        return f"<{type(value).__name__} that cannot be shown: {type(error).__name__}>"


def source_of(value: Any) -> str | None:
    """The text where it makes the value again with `math` and `np` alone; else None.

    >>> source_of((1, "a")), source_of(object())
    ('(1, "a")', None)
    """
    text = text_of(value)
    return text if evaluates(text, usual_names()) else None


def usual_names() -> dict[str, Any]:
    """What texts of arguments may use, where it is loaded."""
    return {"math": math} | ({"np": sys.modules["numpy"]} if "numpy" in sys.modules else {})


def evaluates(text: str, names: dict[str, Any]) -> bool:
    """Whether the text is a Python expression that gives a value."""
    try:
        eval(compile(text, "<value>", "eval"), dict(names))  # noqa: S307 - what the user's own values say of themselves
    except Exception:  # noqa: BLE001
        return False
    return True


def are_source(texts: Mapping[str, str], names: dict[str, Any]) -> bool:
    """Whether there are texts, and all of them are such expressions."""
    return bool(texts) and all(evaluates(text, names) for text in texts.values())


def _written(value: Any) -> Any:
    """The value with what builds them in the place of arrays."""
    if type(value) in (list, tuple):
        return type(value)(map(_written, value))
    if type(value) is dict:
        return {_written(key): _written(item) for key, item in value.items()}
    built = as_built_array(value) if is_array(value) else None
    return value if built is None else built

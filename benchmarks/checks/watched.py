"""What the processes of back ends take while a program of ours runs: memory over time, and CPU time."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

_PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")


class Watched:
    """Samples of each process below this one that has a back end of Keras."""

    def __init__(self) -> None:
        self._bytes: dict[tuple[str, int], list[int]] = {}
        self._seconds: dict[tuple[str, int], float] = {}

    def look(self) -> None:
        """Take one sample of each; none where the system does not show processes as files."""
        if not _PROC.is_dir():
            return
        below = {os.getpid()}
        for pid in sorted(int(path.name) for path in _PROC.iterdir() if path.name.isdecimal()):
            try:
                fields = (_PROC / f"{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                if int(fields[1]) not in below:
                    continue
                below.add(pid)
                name = self._back_end(pid)
                if name is not None:
                    resident = int((_PROC / f"{pid}/statm").read_text(encoding="utf-8").split()[1])
                    self._bytes.setdefault((name, pid), []).append(resident * _PAGE)
                    self._seconds[name, pid] = (int(fields[11]) + int(fields[12])) / _TICKS
            except (OSError, ValueError):  # it has ended
                continue

    @staticmethod
    def _back_end(pid: int) -> str | None:
        """The back end of a worker of `genmorph.models`; None of other processes."""
        if b"models/worker" not in (_PROC / f"{pid}/cmdline").read_bytes():
            return None
        variables = (_PROC / f"{pid}/environ").read_bytes().split(b"\0")
        return next((one.partition(b"=")[2].decode() for one in variables if one.startswith(b"KERAS_BACKEND=")), None)

    def read_megabytes(self) -> dict[str, list[list[int]]]:
        """Of each process the median memory in four quarters of its time."""
        found: dict[str, list[list[int]]] = {}
        for (name, _), samples in self._bytes.items():
            size = len(samples) // 4
            quarters = [samples[place * size : (place + 1) * size] for place in range(4)] if size else []
            found.setdefault(name, []).append([round(median(one) / (1 << 20)) for one in quarters])
        return found

    def read_seconds(self) -> dict[str, float]:
        """CPU time by back end."""
        found: dict[str, float] = {}
        for (name, _), seconds in self._seconds.items():
            found[name] = round(found.get(name, 0.0) + seconds, 1)
        return found


@contextmanager
def watching(every: float = 2.0) -> Iterator[Watched]:
    """Take samples until the block is left, so many seconds apart."""
    watched, ended = Watched(), threading.Event()

    def go_on() -> None:
        while not ended.wait(every):
            watched.look()

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield watched
    finally:
        ended.set()
        thread.join()

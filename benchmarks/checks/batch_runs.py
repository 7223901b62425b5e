"""Runs of `genmorph catalogue` and `genmorph batch`, watched from outside."""

import json
import os
import re
import signal
import subprocess
import sysconfig
import time
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

GENMORPH = str(Path(sysconfig.get_path("scripts")) / "genmorph")
CATALOGUE, RESULTS = "catalogue.toml", "results"
_PAUSE = 0.5
"""Seconds between two looks at the memory of the parent."""
_TOLD = re.compile(r"^genmorph: (?P<target>[\w.]+:[\w.]+): ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Run:
    """A batch that ended in a folder: its words on standard error, its time, and the memory of the parent in MiB."""

    folder: Path
    words: str
    seconds: float
    memory: tuple[float, ...] = ()
    left_out: Counter[str] = field(default_factory=Counter)

    @property
    def results(self) -> Path:
        """The folder of the files."""
        return self.folder / RESULTS

    @property
    def seen(self) -> int:
        """The functions that the packages have."""
        listed = tomllib.loads((self.folder / CATALOGUE).read_text(encoding="utf-8"))["function"]
        return len(listed) + sum(self.left_out.values())

    def figures(self) -> dict[str, Any]:
        """Time, and the memory of the parent: the most, and the mean of the first and of the last third."""
        third = max(1, len(self.memory) // 3)
        first, last = self.memory[:third], self.memory[-third:]
        means = {"first_third": sum(first) / len(first), "last_third": sum(last) / len(last)} if self.memory else {}
        return {"seconds": self.seconds, "parent_MiB": {"most": max(self.memory, default=0.0), **means}}

    def smaller(self, count: int, budget: str) -> "Run":
        """The first functions with relations as a catalogue with another budget, beside this one."""
        listed = tomllib.loads((self.folder / CATALOGUE).read_text(encoding="utf-8"))["function"]
        chosen = [entry for entry in listed if self._has_relations(entry["target"])][:count]
        folder = self.folder / "small"
        folder.mkdir(exist_ok=True)
        (folder / CATALOGUE).write_text(_catalogue(chosen, budget), encoding="utf-8")
        return Run(folder, "", 0.0)

    def _has_relations(self, target: str) -> bool:
        path = self.results / f"{target.replace(':', '.')}.json"
        return path.exists() and bool(json.loads(path.read_text(encoding="utf-8")).get("relations"))

    def again(self, folder: Path, jobs: int, *options: str) -> "Run":
        """The same catalogue in an empty folder, with an empty cache."""
        (folder / CATALOGUE).write_bytes((self.folder / CATALOGUE).read_bytes())
        return watch(folder, ["--jobs", str(jobs), *options])


def _catalogue(entries: Sequence[Mapping[str, Any]], budget: str) -> str:
    lines = [f'[defaults]\nbudget = "{budget}"\n']
    for entry in entries:
        domain = "".join(f"{name} = {json.dumps(text)}, " for name, text in entry.get("domain", {}).items())
        stated = f"domain = {{ {domain.removesuffix(', ')} }}\n" if domain else ""
        lines.append(f'[[function]]\ntarget = "{entry["target"]}"\n{stated}')
    return "\n".join(lines)


def run_batch(folder: Path, packages: Sequence[str], budget: str, jobs: int) -> Run:
    """The catalogue of the packages, if it is not there yet, and a batch over it."""
    if not (folder / CATALOGUE).exists():
        command = [GENMORPH, "catalogue", *packages, "--budget", budget, "--jobs", str(jobs)]
        subprocess.run(command, cwd=folder, check=True)  # noqa: S603
    run = watch(folder, ["--jobs", str(jobs)])
    reasons = re.findall(r"^# \S+:\S+: (.*)$", (folder / CATALOGUE).read_text(encoding="utf-8"), re.MULTILINE)
    return Run(folder, run.words, run.seconds, run.memory, Counter(_kind_of(reason) for reason in reasons))


def _kind_of(reason: str) -> str:
    """A reason without names and values."""
    without = re.sub(r"(?<=its parameters ).*(?= may be)", "_", reason)
    return re.sub(r"'[^']*'|\b\w*[._:]\w[\w.:]*|\(.*?\)|\d+", "_", without)[:80]


def watch(folder: Path, options: Sequence[str]) -> Run:
    """A batch to its end, with the memory of the parent all the time."""
    began = time.monotonic()
    memory = []
    with (folder / "words").open("a+", encoding="utf-8") as words:
        process = begin(folder, options, words)
        while process.poll() is None:
            memory.append(_resident(process.pid))
            time.sleep(_PAUSE)
        seconds = time.monotonic() - began
        if process.returncode:
            words.seek(0)
            raise RuntimeError(f"the batch ended with exit code {process.returncode}: {words.read()[-2000:]}")
    return Run(folder, (folder / "words").read_text(encoding="utf-8"), seconds, tuple(filter(None, memory)))


def begin(folder: Path, options: Sequence[str], words: Any) -> "subprocess.Popen[bytes]":
    """A batch that has just begun, with a cache in the folder."""
    return subprocess.Popen(  # noqa: S603
        [GENMORPH, "batch", CATALOGUE, *options],
        cwd=folder,
        env=os.environ | {"XDG_CACHE_HOME": str(folder / "cache")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=words,
    )


def kill_now_and_then(small: Run, folder: Path, moments: int, seconds: float, rng: Random) -> Run:
    """The same batch, whose parent is killed at so many random moments within that time, and then left to end."""
    (folder / CATALOGUE).write_bytes((small.folder / CATALOGUE).read_bytes())
    for _ in range(moments):
        with (folder / "words").open("a", encoding="utf-8") as words:
            process = begin(folder, ["--jobs", "2"], words)
            try:
                process.wait(rng.uniform(0.02, 2 / (moments + 1)) * seconds)
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
    return watch(folder, ["--jobs", "2"])


def times_run(words: str) -> Counter[str]:
    """How often each function was told to be done."""
    return Counter(match["target"] for match in _TOLD.finditer(words))


def files_of(results: Path) -> dict[str, bytes]:
    """The files of the functions by name."""
    return {path.name: path.read_bytes() for path in results.iterdir() if path.suffix in (".json", ".py")}


def _resident(pid: int) -> float:
    """The memory of a process in MiB, 0 where it has just ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0

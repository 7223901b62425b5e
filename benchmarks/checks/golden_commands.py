"""Command lines in a row, good and bad ones, and what they print: arguments, exit code, both streams, files."""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.record import ROOT

LIMIT = 300.0
"""Seconds for one command."""
_QUICK = "--budget 20ev --seed 0"
_FILES = "--output test_it.py --json it.json"
_DOMAIN = "--domain 'n=ints(-50, 50)'"
_VARYING = (
    (re.compile(r"\d+(\.\d+)? s\b"), "_ s"),  # how long something took
    (re.compile(r'(?<=time=")[0-9.]+'), "_"),  # the same in a JUnit file
    (re.compile(r"(?<=│) +\d+(?= │[^│]*│$)", re.MULTILINE), " _"),  # the last but one column of a batch: seconds
)
_COUNTED = re.compile(r"(genmorph: [a-z ]+?) \d+/\d+")
"""A line of progress; after the first of a stage it depends on the seconds whether there is another."""

_SHOP = """
def triple(n: int) -> int:
    return 3 * n + 1

def tripled(n):
    return 3 * n

def constant(n: int) -> int:
    return 7

def bucket(text: str) -> int:
    return hash(text) % 7

def never(n: int) -> int:
    raise KeyError(n)

def letters(text: str) -> set[str]:
    return set(text)

def printed(*parts: int) -> None:
    print(parts)
"""
_CHANGED = """
def triple(n: int) -> int:
    return 3 * n + n * n
"""
_STORE = """
def triple(n: int) -> int:
    return 3 * n + 1

def gap(low: int, high: int) -> int:
    assert low <= high
    return high - low

def joined(first: str, second: str = "-") -> str:
    return first + second + first

def looked_up(table, key):
    return table[key]
"""
_CATALOGUE = """
[defaults]
budget = "2ev"

[[function]]
target = "store:triple"
domain = { n = "ints(-50, 50)" }

[[function]]
target = "store:gap"
domain = { low = "ints(-50, 50)", high = "ints(-50, 50)" }
require = ["low <= high"]

[[function]]
target = "store:missing"
"""
_CRASHING = """
from genmorph import arg
from genmorph.domain import floats, ints, lists

@arg("prices", lists(ints(0, 99)))
@arg("k", ints(0, 5))
def best(prices, k):
    return sorted(prices)[-k]

@arg("x", floats(0, 9))
def root(x):
    return x ** 0.5
"""
_SOUND = """
from genmorph import arg
from genmorph.domain import floats

@arg("x", floats(0, 9))
def root(x):
    return x ** 0.5
"""


@dataclass(frozen=True, slots=True)
class Command:
    """The words after `genmorph`, files that are written before, and files that are part of what is recorded."""

    words: str
    files: Mapping[str, str] = field(default_factory=dict)
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """Commands in one folder, each of which finds what those before it left there."""

    name: str
    files: Mapping[str, str]
    commands: tuple[Command, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each command's transcript."""
        return tuple(f"commands/{self.name}/{place:02} {c.words}" for place, c in enumerate(self.commands, 1))


def _refused(*options: str) -> tuple[Command, ...]:
    return tuple(Command(f"infer shop:triple --budget 5ev {words}") for words in options)


SCENARIOS = (
    Scenario(
        "helps",
        {},
        (
            *(Command(f"{name} --help") for name in ("infer", "check", "accept", "reject", "catalogue")),
            *(Command(f"{name} --help") for name in ("batch", "report", "fuzz")),
            *(Command("--help"), Command(""), Command("inferr"), Command("infer")),
        ),
    ),
    Scenario(
        "life of a set",
        {"shop.py": _SHOP},
        (
            Command(f"infer shop:triple {_QUICK} {_DOMAIN} {_FILES}", shown=("test_it.py",)),
            Command("check it.json --examples 50 --seed 3"),
            Command("accept it.json"),
            Command("accept it.json 1"),
            Command("reject it.json 2"),
            Command("accept it.json 99"),
            Command("reject it.json nonsense"),
            Command(f"infer shop:triple {_QUICK} {_DOMAIN} {_FILES} --verify", shown=("test_it.py",)),
            Command("report it.json --output page.html"),
            Command("check it.json", files={"shop.py": _CHANGED}),
            Command(f"infer shop:triple {_QUICK} {_DOMAIN} {_FILES}"),
            Command(f"infer shop:triple {_QUICK} {_DOMAIN} --output mine.py", files={"mine.py": "# mine\n"}),
            Command("check it.json", files={"shop.py": "def other(): pass\n"}),
        ),
    ),
    Scenario(
        "refused domains",
        {"shop.py": _SHOP},
        _refused(
            "--domain 'n=ints(5, 3)'",
            "--domain 'n=int(0, 9)'",
            "--domain 'n=ints(0'",
            "--domain 'm=ints(0, 9)'",
            "--domain n",
            '--domain \'n=open("x", "w")\'',
            "--domain 'n=froms([])'",
            "--domain 'n=lists(ints(0, 9), min_len=-1)'",
            "--domain 'n=texts()' --domain 'ints(0, 9)'",
        ),
    ),
    Scenario(
        "refused options",
        {"shop.py": _SHOP, "pyproject.toml": ""},
        (
            *_refused("--bugdet 1s", "--budget soon", "--preset best", "--seed x", "--output missing/file"),
            *_refused("--no-cache --cache cache.sqlite", "--annotations missing.toml", "--load missing"),
            *_refused("--json it.json --output it.json"),
            Command("infer nowhere:f"),
            Command("infer shop:missing"),
            Command("infer shop.triple"),
            Command("infer shop:triple", files={"pyproject.toml": "[tool.genmorph]\nbugdet = '1s'\n"}),
        ),
    ),
    Scenario(
        "unsupported",
        {"shop.py": _SHOP},
        (
            Command("infer shop:tripled --budget 5ev"),
            Command("infer shop:bucket --budget 5ev"),
            Command("infer shop:never --budget 5ev"),
            Command("infer shop:letters --budget 5ev"),
            Command("infer shop:printed --budget 5ev"),
            Command(f"infer shop:constant --budget 5ev {_FILES}"),
        ),
    ),
    Scenario(
        "malformed files",
        {"broken.json": "{", "list.json": "[1]", "old.json": '{"schema": 0}', "half.json": '{"schema": 1}'},
        (
            Command("check missing.json"),
            Command("check broken.json list.json old.json half.json"),
            Command("accept half.json 1"),
            Command("report old.json"),
            Command("report missing"),
            Command("batch missing.toml"),
            Command("batch bad.toml", files={"bad.toml": '[[function]]\ntarget = "store"\n'}),
            Command("batch bad.toml", files={"bad.toml": '[[function]]\ntarget = "a:b"\ndomian = {}\n'}),
        ),
    ),
    Scenario(
        "batch",
        {"store.py": _STORE, "catalogue.toml": _CATALOGUE},
        (
            Command("batch catalogue.toml --junit junit.xml", shown=("junit.xml",)),
            Command("batch catalogue.toml --fail-under 100"),
            Command("check results --examples 50"),
            Command("report results"),
            Command("catalogue store --output drafted.toml --budget 2ev", shown=("drafted.toml",)),
            Command("catalogue nowhere"),
            Command("check empty"),
        ),
    ),
    Scenario(
        "fuzz",
        {"crashing.py": _CRASHING, "sound.py": _SOUND, "plain.py": "def f(n): return n\n"},
        (
            Command("fuzz crashing --output test_crashes.py", shown=("test_crashes.py",)),
            Command("fuzz crashing:best --examples 20 --seed 1"),
            Command("fuzz sound"),
            Command("fuzz plain"),
            Command("fuzz nowhere"),
            Command("fuzz sound --budget 5ev"),
        ),
    ),
)


def run_scenario(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """The name and the transcript of each command, in order."""
    with tempfile.TemporaryDirectory(prefix="genmorph-golden-") as directory:
        home = Path(os.path.realpath(directory))
        folder = home / "work"
        folder.mkdir()
        _write(folder, scenario.files)
        for name, command in zip(scenario.names, scenario.commands, strict=True):
            _write(folder, command.files)
            yield name, _transcript(command, folder, home)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def _transcript(command: Command, folder: Path, home: Path) -> str:
    own = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": str(home / "cache")}
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "genmorph", *shlex.split(command.words)],
        cwd=folder,
        env={**os.environ, **own, "COLUMNS": "100", "TERM": "dumb"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    parts = [f"$ genmorph {command.words}\nexit code {done.returncode}"]
    parts += [f"--- {stream}\n{text}" for stream, text in (("stdout", done.stdout), ("stderr", done.stderr)) if text]
    parts += [f"--- {name}\n{(folder / name).read_text(encoding='utf-8')}" for name in command.shown]
    parts.append("--- files\n" + "\n".join(sorted(path.name for path in folder.iterdir())))
    return unvaried("\n".join(parts).replace(str(home), "<folder>").replace(str(ROOT), "<root>"))


def unvaried(text: str) -> str:
    r"""The text without seconds, and without lines of progress that depend on the clock.

    >>> unvaried("genmorph: looking 1/9\ngenmorph: looking 5/9: 2 mutants killed\nread in 3 s")
    'genmorph: looking 1/9\nread in _ s'
    """
    kept, stages = [], set[str]()
    for line in text.split("\n"):
        stage = _COUNTED.match(line)
        if stage is None or stage[1] not in stages:
            kept.append(line)
        stages |= {stage[1]} if stage else set()
    result = "\n".join(kept)
    for pattern, replacement in _VARYING:
        result = pattern.sub(replacement, result)
    return result

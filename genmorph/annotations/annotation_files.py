"""Annotations in a file of their own, for functions whose source is not to be touched."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from genmorph.annotations.conditions import condition_of
from genmorph.annotations.decorators import argument_of, check_seconds, check_seed, example_of
from genmorph.model import UsageError
from genmorph.values.annotated import Annotations, annotate
from genmorph.values.labels import meant
from genmorph.values.notation import parse_domain
from genmorph.values.paths import beneath, find_named, load_module, split_path

_PYTHON_NAME = "genmorph_annotations"
"""What a file of annotations is called that cannot be imported by a name of its own."""


def read_annotations(path: str | os.PathLike[str]) -> dict[str, Annotations]:
    """Read the annotations in a TOML file, by target; the functions are imported, and not annotated.

    An entry looks like this; only its target must be there:

        [[function]]
        target = "package.module:function"    # or package.module:Class, or package.module for module_test
        domain = { k = "ints(-20, 20)" }
        require = ["k < e"]
        timeout = 5
        seeded_by = "rng"
        stochastic = true
        exclude = true
        generator = true
        module_test = true
        examples = [[1, 2], { x = 1, y = 2 }]

    Raises:
        UsageError: Something in the file is not right; the error names the file, the entry and the key.

    """
    found: dict[str, Annotations] = {}
    for number, entry in enumerate(_read_entries(Path(path)), 1):
        with naming(f"{path}, function {number}"):
            target = _of_type(entry, dict, "a table").get("target")
            live = load_target(target)
            if target in found:
                raise UsageError(f"target must be listed once, got {target!r}")
        with naming(f"{path}, function {number} ({target})"):
            found[target] = _read_entry(entry, live)
    return found


def module_tests_in(path: str | os.PathLike[str]) -> frozenset[str]:
    """The modules whose import is a test, as a TOML file says; nothing is imported, so that it may be found to fail."""
    entries = [entry for entry in _read_entries(Path(path)) if isinstance(entry, dict)]
    return frozenset(str(entry.get("target")) for entry in entries if entry.get("module_test") is True)


def _read_entries(path: Path) -> list[Any]:
    import tomllib

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"annotations must be in a TOML file that can be read ({error}), got {str(path)!r}") from error
    unknown = sorted(data.keys() - {"function"})
    if unknown:
        raise UsageError(f"{path}: tables must be [[function]], got {', '.join(unknown)}")
    with naming(f"{path}, function"):
        return list(_of_type(data.get("function", []), list, "an array of tables"))


def _read_entry(entry: dict[str, Any], live: Any) -> Annotations:
    """What an entry says; `budget` in a catalogue is for others to read."""
    unknown = sorted(entry.keys() - _READERS.keys() - {"target", "budget"})
    if unknown:
        known = ("target", "budget", *_READERS)
        got = f"{', '.join(unknown)}{meant(unknown, known)}"
        raise UsageError(f"keys must be among {', '.join(known)}, got {got}")
    parts = []
    for key, read in _READERS.items():
        if key in entry:
            with naming(key):
                parts.append(read(live, entry[key]))
    return reduce(Annotations.joined, parts, Annotations())


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Errors name the place in the file."""
    try:
        yield
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from error


def _of_type(value: Any, expected: Any, words: str) -> Any:
    if not isinstance(value, expected):
        raise UsageError(f"must be {words}, got {value!r:.80}")
    return value


def _read_domain(live: Any, table: Any) -> Annotations:
    arguments = []
    for name, text in _of_type(table, dict, "a table of texts").items():
        with naming(name):
            domain = parse_domain(_of_type(text, str, "a text"))
        arguments.append(argument_of(live, name, domain))
    return Annotations(arguments=tuple(arguments))


def _read_conditions(live: Any, conditions: Any) -> Annotations:
    stated = [_of_type(text, str, "a text") for text in _of_type(conditions, list, "an array of texts")]
    return Annotations(conditions=tuple(condition_of(live, text) for text in stated))


def _read_timeout(live: Any, seconds: Any) -> Annotations:
    if not callable(beneath(live)):
        raise UsageError(f"must be of a target that is a function or class, got {live!r:.80}")
    return Annotations(seconds=check_seconds(seconds))


def _read_seed(live: Any, by: Any) -> Annotations:
    return Annotations(seeded_by=check_seed(live, _of_type(by, str, "the name of a parameter")))


def _flag(name: str, noun: str, is_fitting: Callable[[Any], bool]) -> Callable[[Any, Any], Annotations]:
    """Reads true or false for targets that are fitting, which the noun describes."""

    def read(live: Any, value: Any) -> Annotations:
        if not is_fitting(live):
            raise UsageError(f"must be of a target that is a {noun}, got {live!r:.80}")
        return Annotations(**{name: _of_type(value, bool, "true or false")})

    return read


def _read_examples(live: Any, examples: Any) -> Annotations:
    stated = _of_type(examples, list, "an array of arrays or tables")
    for example in stated:
        _of_type(example, list | dict, "an array of arrays or tables")
    found = (example_of(live, (), e) if isinstance(e, dict) else example_of(live, tuple(e), {}) for e in stated)
    return Annotations(examples=tuple(found))


_READERS: dict[str, Callable[[Any, Any], Annotations]] = {
    "domain": _read_domain,
    "require": _read_conditions,
    "timeout": _read_timeout,
    "seeded_by": _read_seed,
    "stochastic": _flag("is_stochastic", "function", callable),
    "exclude": _flag("is_excluded", "function or class", lambda live: callable(beneath(live))),
    "generator": _flag("is_generator", "function or class", lambda live: callable(beneath(live))),
    "module_test": _flag("is_module_test", "module", lambda live: isinstance(live, ModuleType)),
    "examples": _read_examples,
}


def load_target(path: object) -> Any:
    """The function, method or class that `package.module:name` names, or the module that `package.module` names."""
    found = split_path(path) if isinstance(path, str) else None
    if found is None:
        raise UsageError(f"target must look like package.module or package.module:function, got {path!r:.80}")
    module, name = found
    return find_named(module, name) if name else load_module(module)


def apply_annotations(path: str | os.PathLike[str]) -> None:
    """Annotate functions as a TOML file says, or as a Python file does itself.

    Raises:
        UsageError: Something in the file is not right; the error names both.

    """
    file = Path(path)
    if file.suffix == ".py":
        _run(file)
        return
    for target, annotations in read_annotations(file).items():
        annotate(load_target(target), annotations)


def _run(file: Path) -> ModuleType:
    """Import a Python file: under its own name where that leads to it."""
    name = file.stem
    if not file.is_file():
        raise UsageError(f"annotations must be a file that exists, got {str(file)!r}")
    found = find_spec(name) if name.isidentifier() else None
    if found is not None and found.origin is not None and Path(found.origin).resolve() == file.resolve():
        return load_module(name)
    spec = spec_from_file_location(_PYTHON_NAME, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise UsageError(f"annotations must be a file that runs ({reason}), got {str(file)!r}") from error
    return module

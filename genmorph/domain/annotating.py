"""Annotations of other files, put on functions whose source is not to be touched."""

import os
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from genmorph.domain.annotation_files import read_annotations
from genmorph.domain.annotation_targets import load_target
from genmorph.domain.annotations import annotate
from genmorph.domain.paths import load_module
from genmorph.model import UsageError

_PYTHON_NAME = "genmorph_annotations"
"""What a file of annotations is called that cannot be imported by a name of its own."""


def apply_annotations(path: str | os.PathLike[str]) -> None:
    """Put the annotations of a TOML file, or those that a Python file puts there itself, onto what they speak of.

    UsageError names the file, and what in it is not right.
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

"""A digest of everything that the outcomes of a subject depend on."""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from genmorph.model import Domain, Target


def digest(target: Target, domains: Iterable[Domain], imports: Iterable[str] = ()) -> str:
    """SHA-256, in hex, of source, domains, Python version and installed distributions.

    The source is that of every loaded module of the packages concerned: the one of the function and, for a function in
    no module, those that it imports. The standard library goes with the Python version.
    """
    modules = {*imports, target.module} - {None}
    packages = {module.partition(".")[0] for module in modules if module} - sys.stdlib_module_names
    parts = [
        target.source,
        target.qualname,
        *(domain.notation() for domain in domains),
        sys.version,
        *_loaded_sources(packages),
        *_distributions(),
    ]
    result = hashlib.sha256()
    for part in parts:
        encoded = part.encode(errors="surrogatepass")
        result.update(f"{len(encoded)}:".encode())
        result.update(encoded)
    return result.hexdigest()


def _loaded_sources(packages: Iterable[str]) -> Iterator[str]:
    """Names and sources of the loaded modules in the packages, by name."""
    wanted = set(packages)
    files = {
        name: getattr(module, "__dict__", {}).get("__file__")
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] in wanted
    }
    for name in sorted(files):
        file = files[name]
        if isinstance(file, str) and file.endswith(".py") and Path(file).is_file():
            yield name
            yield Path(file).read_text(encoding="utf-8", errors="surrogateescape")


def _distributions() -> list[str]:
    """Names with versions, read off the directories that hold their metadata."""
    return sorted({found.name for entry in sys.path for found in Path(entry).glob("*.dist-info")})

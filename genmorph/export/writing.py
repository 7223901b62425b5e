"""Files that are there complete or not at all, and that do not overwrite what somebody edited."""

import ast
import hashlib
import inspect
import io
import json
import os
import re
import tempfile
import tokenize
from collections.abc import Callable
from pathlib import Path
from typing import Any

from genmorph.model import UsageError

_MARK = "Written by genmorph; sha256 of what follows: "
_TESTS_MARK = "# Written by genmorph; sha256 of the code and comments below: "
_HELD = {"relations", "refused"}
"""One of these is in each saved file."""

_TESTS, _PAGE = ("# ", ""), ("<!doctype html><!-- ", " -->")
"""What stands around the mark and the digest of all bytes in the first line; test files had it in earlier versions."""

_ONLY_LAYOUT = frozenset({"ctx", "kind", "type_comment"})
"""Fields of syntax nodes that the text of the rest says already, or that depend on how a text is quoted."""

_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, which UTF-8 has no bytes for."""


class ExportError(UsageError):
    """The relations cannot be written there, or not as a file that runs; nothing was written."""


def write_tests(text: str, path: str | os.PathLike[str], force: bool = False) -> None:
    """Put a test file in place; its first line shows later whether it was edited.

    Layout is no edit, and neither is the order of imports: formatters may change both. Comments are one.
    Raises ExportError where a file that genmorph did not write, or that was edited since, is there and not `force`.
    """
    require_tests_writable(path, force)
    write_text(f"{_TESTS_MARK}{meaning_digest(text)}\n{text}", Path(path))


def write_page(text: str, path: str | os.PathLike[str], force: bool = False) -> None:
    """Put an HTML page in place, whose text begins behind the doctype; raises ExportError as `write_tests` does."""
    require_page_writable(path, force)
    write_text(f"{_first_line(_PAGE, text)}\n{text}", Path(path))


def write_json(data: Any, path: str | os.PathLike[str], force: bool = False) -> None:
    """Put a JSON file in place, with sorted keys.

    Raises ExportError where a file that genmorph did not write is there and not `force`.
    """
    require_writable("json", path, _is_saved_set, force)
    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False)
    write_text(_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n", Path(path))


def require_tests_writable(path: str | os.PathLike[str], force: bool) -> None:
    """Raise ExportError where `write_tests` would."""
    require_writable("output", path, _are_tests_as_written, force)


def require_page_writable(path: str | os.PathLike[str], force: bool) -> None:
    """Raise ExportError where `write_page` would."""
    require_writable("output", path, lambda target: _is_as_written(_PAGE, target), force)


def require_json_writable(path: str | os.PathLike[str], force: bool) -> None:
    """Raise ExportError where `write_json` would."""
    require_writable("json", path, _is_saved_set, force)


def require_writable(name: str, path: str | os.PathLike[str], is_ours: Callable[[Path], bool], force: bool) -> None:
    """Raise ExportError where a file could not be put in place, or would replace one that is not ours to replace."""
    target = Path(path)
    if not target.parent.is_dir():
        raise ExportError(f"{name} must lie in a folder that exists, got {str(path)!r}")
    if target.is_dir():
        raise ExportError(f"{name} must be a file, got the folder {str(path)!r}")
    try:
        tempfile.TemporaryFile(dir=target.parent).close()
    except OSError as error:
        raise ExportError(f"{name} must lie in a folder that can be written to, got {str(path)!r}") from error
    if not force and target.exists() and not is_ours(target):
        raise ExportError(
            f"{name} must not be a file that genmorph did not write, or that was edited since, got {str(path)!r}; "
            "force=True, or --force, overwrites it"
        )


def write_text(text: str, path: Path) -> None:
    """Put a file in place: write beside the target, then rename: readers see the old file or the new one."""
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        with temporary.open("x", encoding="utf-8") as file:
            if path.exists():
                temporary.chmod(path.stat().st_mode & 0o777)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _first_line(around: tuple[str, str], rest: str) -> str:
    """The line that shows later whether what follows was edited."""
    before, after = around
    return f"{before}{_MARK}{hashlib.sha256(rest.encode()).hexdigest()[:16]}{after}"


def meaning_digest(text: str) -> str:
    r"""A digest of what Python code says: of its syntax and comments, however it is laid out and imports are sorted.

    It is the same in all versions of Python. Of a text that is no Python code, it is one of all its characters.

    >>> meaning_digest("import b\nimport a\nx = f('a')") == meaning_digest('import a, b\nx = f(\n    "a",\n)')
    True
    >>> meaning_digest("x = f(1)") in (meaning_digest("x = f(2)"), meaning_digest("x = f(1)  # one"))
    False
    """
    try:
        tree = ast.parse(text)
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, ValueError, RecursionError):
        said = text
    else:
        comments = [token.string.lstrip("#").strip() for token in tokens if token.type == tokenize.COMMENT]
        imports = sorted(set(filter(None, [name for node in tree.body for name in _imported(node)])))
        others = [_syntax(node) for node in tree.body if not _imported(node)]
        said = json.dumps([imports, others, comments])
    return hashlib.sha256(said.encode(errors="surrogatepass")).hexdigest()[:16]


def _imported(node: ast.stmt) -> list[str]:
    """What a statement imports, name by name; nothing where it is none that imports."""
    match node:
        case ast.Import(names):
            return [f"import {one.name} as {one.asname}" for one in names]
        case ast.ImportFrom(module, names, level):
            return [f"from {'.' * level}{module} import {one.name} as {one.asname}" for one in names]
    return []


def _syntax(node: Any) -> Any:
    """A syntax node as plain data, the same in all versions of Python; docstrings without their indentation."""
    if isinstance(node, list):
        return [_syntax(one) for one in node]
    if not isinstance(node, ast.AST):
        return repr(node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return inspect.cleandoc(node.value.value).strip()
    fields = [(name, value) for name, value in ast.iter_fields(node) if name not in _ONLY_LAYOUT]
    return [
        type(node).__name__,
        *([name, _syntax(value)] for name, value in fields if value is not None and value != []),
    ]


def _are_tests_as_written(path: Path) -> bool:
    first, _, rest = path.read_text(encoding="utf-8", errors="replace").partition("\n")
    return first == f"{_TESTS_MARK}{meaning_digest(rest)}" or _is_as_written(_TESTS, path)


def _is_as_written(around: tuple[str, str], path: Path) -> bool:
    first, _, rest = path.read_text(encoding="utf-8", errors="replace").partition("\n")
    return first == _first_line(around, rest)


def _is_saved_set(path: Path) -> bool:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):  # malformed, or nested without end
        return path.stat().st_size == 0
    return isinstance(data, dict) and {"schema", "genmorph"} <= data.keys() and not data.keys().isdisjoint(_HELD)

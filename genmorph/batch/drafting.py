"""A catalogue of the functions of a package that can be subjects, with the reason for each one left out."""

import os
from collections.abc import Sequence
from pathlib import Path

from genmorph.batch.survey import Surveyed
from genmorph.export.writing import ExportError, require_writable, write_text

_MARKED = "Domains marked as guessed are such as the function accepts:"


def draft(package: str, surveyed: Sequence[Surveyed], budget: str) -> str:
    """The text of the file; guessed domains are marked, because they are for a person to put right.

    >>> found = [Surveyed("shop:price", {"n": "ints(0, 9)"}), Surveyed("shop:open", reason="it has no parameters")]
    >>> print(draft("shop", found, "10s"))
    # 1 of 2 functions of shop, found by genmorph. Domains marked as guessed are such as the function accepts:
    # say what is meant, the relations are for these inputs.
    <BLANKLINE>
    [defaults]
    budget = "10s"
    <BLANKLINE>
    [[function]]
    target = "shop:price"
    domain = {n = "ints(0, 9)"} # guessed
    <BLANKLINE>
    # Left out:
    # shop:open: it has no parameters
    <BLANKLINE>
    """
    import tomlkit
    from tomlkit import comment, document, inline_table, nl, table

    suited = [one for one in surveyed if one.reason is None]
    left_out = [one for one in surveyed if one.reason is not None]
    written = document()
    written.add(comment(f"{len(suited)} of {len(surveyed)} functions of {package}, found by genmorph. {_MARKED}"))
    written.add(comment("say what is meant, the relations are for these inputs."))
    written.add(nl())
    defaults = table()
    defaults.add("budget", budget)
    written.add("defaults", defaults)
    functions = tomlkit.aot()
    for one in suited:
        entry = table()
        entry.add("target", one.target)
        if one.guessed:
            domain = inline_table()
            domain.update(one.guessed)
            entry.add("domain", domain)
            entry["domain"].comment("guessed")
        functions.append(entry)
    written.add("function", functions)
    reasons = [_printable(f"# {one.target}: {' '.join(str(one.reason).split())}") for one in left_out]
    tail = "\n".join(["", "# Left out:", *reasons, ""]) if reasons else ""
    return tomlkit.dumps(written) + tail


def _printable(line: str) -> str:
    """What may stand in a comment: TOML has no control characters there, and no file half characters."""
    return "".join(one if one.isprintable() else " " for one in line)


def write_draft(text: str | None, path: str | os.PathLike[str], force: bool) -> None:
    """Put the file in place; without a text only look whether that is possible.

    Raises ExportError where a file is there, which a person may have put right, and not `force`.
    """
    if Path(path).is_file() and not force:
        raise ExportError(
            f"output must be a file that is not there yet, because a person may have put right what is in it, got "
            f"{str(path)!r}; --force overwrites it"
        )
    require_writable("output", path, lambda _: True, force)
    if text is not None:
        write_text(text, Path(path))

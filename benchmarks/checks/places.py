"""Fresh folders for one run of a process, and what is in them afterwards."""

import shutil
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PRECIOUS = "precious.txt"
"""A file outside that nobody may touch."""


@dataclass(frozen=True, slots=True)
class Place:
    """Folders under one root, and a token that all processes of the run carry in their environment."""

    root: Path
    token: str

    @property
    def work(self) -> Path:
        """Where the process starts, with the function's module."""
        return self.root / "work"

    @property
    def temporary(self) -> Path:
        """What the process takes for the folder of temporary files."""
        return self.root / "temporary"

    @property
    def outside(self) -> Path:
        """Where nobody may change anything."""
        return self.root / "outside"

    @property
    def variables(self) -> Mapping[str, str]:
        """What leads the process to these folders."""
        return {
            "GENMORPH_TOKEN": self.token,
            "HOME": str(self.outside),
            "TMPDIR": str(self.temporary),
            "XDG_CACHE_HOME": str(self.root / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def files(self) -> dict[str, tuple[int, bytes]]:
        """Mode and content of all that lies in the folders for work and outside; folders have no content."""
        found = (path for folder in (self.work, self.outside) for path in folder.rglob("*"))
        return {
            path.relative_to(self.root).as_posix(): (path.lstat().st_mode, path.read_bytes() if path.is_file() else b"")
            for path in found
        }


@contextmanager
def fresh_place(files: Mapping[str, str]) -> Iterator[Place]:
    """A place with these files in its folder for work; it is removed afterwards."""
    root = Path(tempfile.mkdtemp(prefix="genmorph-check-")).resolve()
    place = Place(root, uuid.uuid4().hex)
    try:
        for folder in (place.work, place.temporary, place.outside):
            folder.mkdir()
        (place.outside / PRECIOUS).write_text("do not touch\n", encoding="utf-8")
        for name, text in files.items():
            (place.work / name).write_text(text, encoding="utf-8")
        yield place
    finally:
        shutil.rmtree(root, ignore_errors=True)

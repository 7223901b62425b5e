"""Saved relations as tests of today's code: `pytest --genmorph results/`.

Nothing of genmorph is imported until the option is given.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from genmorph.results.replaying import Replay


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    group = parser.getgroup("genmorph", "metamorphic relations")
    group.addoption(
        "--genmorph",
        action="append",
        default=[],
        metavar="PATH",
        help="run the relations saved in this JSON file, or in those of this folder; may be repeated",
    )
    parser.addini("genmorph_load", "modules that register templates of saved relations when imported", type="args")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test for each saved relation, before tests are selected by name.

    Functions are looked for first in the folder where pytest was started, as `genmorph check` does.
    """
    paths = [Path(path) for path in config.getoption("--genmorph")]
    if not paths:
        return
    from genmorph.extension import load_extensions
    from genmorph.model import UsageError

    sys.path.insert(0, str(config.invocation_params.dir))
    try:
        load_extensions(config.getini("genmorph_load"))
    except UsageError as error:
        raise pytest.UsageError(f"genmorph_load: {error}") from error
    for path in paths:
        if not path.exists():
            raise pytest.UsageError(f"--genmorph must be a file or folder that exists, got {str(path)!r}")
        for file in sorted(path.glob("*.json")) if path.is_dir() else [path]:
            items.extend(RelationFile.from_parent(session, path=file.resolve()).collect())


class RelationFile(pytest.File):
    """A saved set: its relations are the tests, none where it says why there are none."""

    def collect(self) -> Iterator["RelationItem | UnreadableItem"]:
        """One test for each relation; where the file cannot be read, one that fails for that."""
        from genmorph.model import UsageError
        from genmorph.results.cases import unique_names
        from genmorph.results.relation_set import RelationSet, read_answer

        try:
            answer = read_answer(self.path)
        except UsageError as error:
            yield UnreadableItem.from_parent(self, name="unreadable", reason=str(error))
            return
        if isinstance(answer, RelationSet):
            relations = (*answer.relations, *answer.postconditions)
            for name, relation in zip(unique_names(relations), relations, strict=True):
                yield RelationItem.from_parent(self, name=name, relation=relation)


class RelationItem(pytest.Item):
    """A relation, which is checked on the inputs stored with it and on drawn ones."""

    def __init__(self, *, relation: Any, **others: Any) -> None:
        super().__init__(**others)
        self._relation = relation

    def runtest(self) -> None:
        """Fail where the relation does not hold."""
        from genmorph.model import Verdict
        from genmorph.results.replaying import live_functions, replay

        replayed = replay(self._relation, live_functions(self._relation))
        if replayed.verdict is Verdict.UNDECIDED:
            pytest.skip(str(replayed))
        if replayed.verdict is Verdict.REJECT:
            raise ViolationError(replayed)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The relation and both calls; anything else as pytest shows it."""
        return str(excinfo.value) if isinstance(excinfo.value, ViolationError) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The file, and the relation as its title."""
        return self.path, None, self._relation.formula


class UnreadableItem(pytest.Item):
    """A file that holds no saved set."""

    def __init__(self, *, reason: str, **others: Any) -> None:
        super().__init__(**others)
        self._reason = reason

    def runtest(self) -> None:
        """Fail, and say why."""
        pytest.fail(self._reason, pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """The file."""
        return self.path, None, "a saved set of relations"


class ViolationError(AssertionError):
    """A saved relation does not hold for today's code."""

    def __init__(self, replayed: "Replay") -> None:
        super().__init__(str(replayed))

"""All relations of a function, as users hold them."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import overload

from genmorph.export.errors import ExportError
from genmorph.export.running import EXAMPLES
from genmorph.export.writing import require_tests_writable, write_json, write_tests
from genmorph.results.judgement import accepted, find, rejected
from genmorph.results.kills import KillMatrix, build_kill_matrix
from genmorph.results.record import Record
from genmorph.results.relation import MetamorphicRelation
from genmorph.results.stored import read_fields, to_data
from genmorph.results.table import html_table, table_text
from genmorph.results.trying import Trial, listed, settle_tests, text_of, try_tests

EXPORT_SECONDS = 60.0
"""An exported file that needs longer for one run is not written."""
VERIFY_SECONDS = 300.0
"""Nor is one that needs longer for a run of its verification."""


@dataclass(frozen=True, slots=True, repr=False)
class RelationSet(Record, Sequence[MetamorphicRelation]):
    """What was found for one function: a sequence of its relations, best first, to check, print, save and export."""

    def __len__(self) -> int:
        return len(self.relations)

    @overload
    def __getitem__(self, index: int) -> MetamorphicRelation: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[MetamorphicRelation, ...]: ...
    def __getitem__(self, index: int | slice) -> MetamorphicRelation | tuple[MetamorphicRelation, ...]:
        return self.relations[index]

    def verified(
        self,
        timeout: float,
        examples: int = EXAMPLES,
        is_stopped: Callable[[], bool] = lambda: False,
        verify: bool = False,
    ) -> "RelationSet":
        """Run the exported tests once, with so many examples; relations that fail are moved to the rejected ones.

        With `verify` they run three times under seeds of Hypothesis of their own and once with 2,000 examples.
        A test in which the function is refused to change something outside its process says nothing of its relation.
        A relation that a person accepted stays, as a violated one.

        Raises ExportError where the function cannot be imported by a test, the tests need more than `timeout` seconds,
        or `is_stopped` turns true before they end.
        """
        return try_tests(self, Trial(timeout, examples, is_stopped, verify))[0]

    def to_pytest(
        self,
        path: str | os.PathLike[str],
        force: bool = False,
        timeout: float = EXPORT_SECONDS,
        examples: int = EXAMPLES,
        verify: bool = False,
    ) -> "RelationSet":
        """Write one Hypothesis test for each relation, after running the file, if that was not done yet.

        `examples` are those of each test in that run; the file leaves their number to Hypothesis profiles. With
        `verify` it runs as in `verified`. A test that fails takes its relation with it: what is returned is the set as
        it was written, with the others among the rejected ones.

        Raises ExportError where the function has no importable name or may not do in a test what it does, no relation
        is left to write, a run needs more than `timeout` seconds, or an edited file would be overwritten and not
        `force`; nothing is written then.
        """
        require_tests_writable(path, force)
        settled, failures = settle_tests(self, Trial(timeout, examples, verify=verify))
        if not settled.sound:
            nothing = f"there is no relation of {self.signature.qualname} to write"
            raise ExportError(": ".join([nothing, *([listed(failures)] if failures else [])]))
        write_tests(text_of(settled), path, force)
        return settled

    def to_json(self, path: str | os.PathLike[str], force: bool = False) -> None:
        """Save everything; `from_json` reads it back.

        Raises ExportError where a file that holds something else would be overwritten and not `force`.
        """
        write_json(to_data(self), path, force)

    @classmethod
    def from_json(cls, path: str | os.PathLike[str]) -> "RelationSet":
        """Read what `to_json` wrote; nothing in the file is executed. Raises UsageError where it is malformed."""
        return cls(**read_fields(Path(path)))

    def __repr__(self) -> str:
        return f"<RelationSet of {self.signature.qualname}: {len(self)} relations>"

    def kill_matrix(self) -> KillMatrix:
        """Which relation kills which mutant."""
        return build_kill_matrix(self)

    def accept(self, *which: int | str) -> "RelationSet":
        """The set after a person's word that relations are intended: later runs judge them again and keep them first.

        Each is given by its place, name or formula; the places of disowned ones, which come back as the last, follow
        those of the relations. Raises UsageError where there is none.
        """
        relations, disowned = accepted(self, which)
        return replace(self, relations=relations, disowned=disowned)

    def reject(self, *which: int | str) -> "RelationSet":
        """The set after a person's word that relations are not intended: later runs do not report them again.

        They move to `disowned`. Raises UsageError where there is none.
        """
        relations, disowned = rejected(self, which)
        return replace(self, relations=relations, disowned=disowned)

    def find(self, which: int | str) -> int:
        """The place of a relation, by place, name or formula; those of disowned ones follow those of the relations.

        A name may be that of the relation's test. Raises UsageError where there is none, or it is that of several.
        """
        return find(self, which)

    def __str__(self) -> str:
        return table_text(self)

    def _repr_html_(self) -> str:
        return html_table(self)

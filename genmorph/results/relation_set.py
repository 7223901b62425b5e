"""All relations of a function, as users hold them."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from io import StringIO
from pathlib import Path
from typing import overload

from genmorph.execution.worker.protocol import REFUSED
from genmorph.export import EXAMPLES, ExportError, TestFile, render_tests, run_tests, write_json, write_tests
from genmorph.model import Stage, Verdict
from genmorph.results.cases import build_test_file, unique_names
from genmorph.results.record import Record
from genmorph.results.relation import MetamorphicRelation, Rejected
from genmorph.results.stored import read_fields, to_data
from genmorph.results.table import build_table, evidence_text
from genmorph.subject import search_path

EXPORT_SECONDS = 60.0
"""An exported file that needs longer for one run is not written."""


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
        self, timeout: float, examples: int = EXAMPLES, is_stopped: Callable[[], bool] = lambda: False
    ) -> "RelationSet":
        """Run the exported tests once, with so many examples; relations that fail are moved to the rejected ones.

        A test in which the function is refused to change something outside its process says nothing of its relation.

        Raises ExportError where the function cannot be imported by a test, the tests need more than `timeout` seconds,
        or `is_stopped` turns true before they end.
        """
        if not self.relations:
            return self
        file = self._file()
        failures = self._failures(file, timeout, examples, is_stopped)
        names = unique_names(self.relations)
        kept = tuple(
            r if name in failures else _with_test(r)
            for r, name in zip(self.relations, names, strict=True)
            if not _is_false(failures.get(name))
        )
        rejected = tuple(
            Rejected(
                r.input_relation,
                r.formula,
                Verdict.REJECT,
                f"its exported test fails: {failures[name]}",
                Stage.EXPORTED_TEST,
            )
            for r, name in zip(self.relations, names, strict=True)
            if _is_false(failures.get(name))
        )
        changed = replace(self, relations=kept, rejected=self.rejected + rejected)
        return changed if failures else replace(changed, tested=self._text(file))

    def to_pytest(
        self,
        path: str | os.PathLike[str],
        force: bool = False,
        timeout: float = EXPORT_SECONDS,
        examples: int = EXAMPLES,
    ) -> None:
        """Write one Hypothesis test for each relation, after running the file once, if that was not done yet.

        `examples` are those of each test in that run; the file leaves their number to Hypothesis profiles.

        Raises ExportError where the function has no importable name, a test fails, the tests need more than `timeout`
        seconds, there is no relation to write, or an edited file would be overwritten and not `force`; nothing is
        written then.
        """
        if not self.relations:
            raise ExportError(f"there is no relation of {self.signature.qualname} to write")
        file = self._file()
        text = self._text(file)
        failures = self._failures(file, timeout, examples) if text != self.tested else {}
        if failures:
            raise ExportError("; ".join(f"{name} fails: {why}" for name, why in failures.items()))
        write_tests(text, path, force)

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

    def __str__(self) -> str:
        from rich.console import Console

        text = StringIO()
        Console(file=text, width=100, color_system=None).print(build_table(self))
        return text.getvalue().rstrip()

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td><code>{escape(r.formula)}</code></td><td>{r.evidence.killed} of {r.evidence.judged}</td>"
            f"<td>{evidence_text(r)}</td><td>{r.expression.size}</td></tr>"
            for r in self.relations
        )
        head = "<tr><th>relation</th><th>mutants killed</th><th>evidence</th><th>size</th></tr>"
        return f"<table><caption>{escape(self.signature.qualname)}</caption>{head}{rows}</table>"

    def _file(self) -> TestFile:
        return build_test_file(self.signature, self.relations)

    def _text(self, file: TestFile) -> str:
        return render_tests(file, f"Metamorphic relations of {self.signature.module}.{self.signature.qualname}.")

    def _failures(
        self, file: TestFile, timeout: float, examples: int = EXAMPLES, is_stopped: Callable[[], bool] = lambda: False
    ) -> dict[str, str]:
        guarded = None if self.allow_effects else file.function
        return run_tests(self._text(file), search_path(), timeout, examples, is_stopped, guarded)


def _is_false(failure: str | None) -> bool:
    """Whether a test has failed for another reason than what the function does to the world around it."""
    return failure is not None and not failure.startswith(REFUSED)


def _with_test(relation: MetamorphicRelation) -> MetamorphicRelation:
    evidence = relation.evidence
    return replace(relation, evidence=replace(evidence, falsifiers=(*evidence.falsifiers, "exported test")))

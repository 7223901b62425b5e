"""Reports of applications as files: plain data that is read again, and cases for CI services."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from genmorph.export.writing import write_text
from genmorph.model import UsageError
from genmorph.results.ci_files import Case, CaseStatus
from genmorph.results.codec import read
from genmorph.services.application_report import Finding, Report

SCHEMA = 1


def report_data(report: Report) -> dict[str, Any]:
    """A report as plain data."""
    data: dict[str, Any] = json.loads(json.dumps(asdict(report), default=str))
    return data


def write_reports(reports: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Put reports in place, by the function that each is of."""
    data = {"schema": SCHEMA, "reports": {one["target"]: one for one in reports}}
    write_text(f"{json.dumps(data, indent=2)}\n", path)


def read_reports(path: Path) -> dict[str, dict[str, Any]]:
    """The reports in a file by their function, {} where there is none.

    Raises:
        UsageError: The file is none of reports.

    """
    if not path.exists():
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise UsageError(f"schema must be {SCHEMA}, got {data['schema']!r}")
        reports: dict[str, dict[str, Any]] = {name: one for name, one in data["reports"].items() if read(one, Report)}
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UsageError(f"reports must be those of `genmorph services test`, got {str(path)!r}") from error
    return reports


def cases_of_reports(reports: Sequence[Report]) -> list[Case]:
    """A case for each finding, and one for each application without any."""
    return [case for report in reports for case in _cases(report)]


def _cases(report: Report) -> list[Case]:
    module, _, name = report.target.partition(":")
    if not report.answered and not report.findings:
        words = "; ".join(report.notes) or "no service answered"
        return [Case(module, name, CaseStatus.BROKEN, words, report.seconds, rule="an application could not be tested")]
    if not report.findings:
        return [Case(module, name, CaseStatus.PASSED, seconds=report.seconds)]
    return [_case(module, name, one) for one in report.findings]


def _case(module: str, name: str, one: Finding) -> Case:
    where = f"{name}, line {one.place.line}"
    words = f"{one.words} ({one.cause})" if one.cause else one.words
    return Case(
        group=module,
        name=where,
        status=CaseStatus.FAILED,
        words=words,
        rule=str(one.fault),
        place=Path(one.place.file),
        line=one.place.line or None,
    )

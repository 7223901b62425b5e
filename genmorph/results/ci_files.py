"""Files that CI services, code hosts and editors read: JUnit and SARIF."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from importlib.metadata import version
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from genmorph.export.writing import require_writable, write_text
from genmorph.model import UsageError

_JUNIT = "<?xml version='1.0' encoding='utf-8'?>\n<testsuite name=\"genmorph\""
_TOOL = "genmorph"


class CaseStatus(Enum):
    """What came of what was tried; the value is the tag of a JUnit file."""

    PASSED = ""
    FAILED = "failure"
    BROKEN = "error"
    """It could not be tried to the end."""
    SKIPPED = "skipped"


_TOLD = (CaseStatus.FAILED, CaseStatus.BROKEN)


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that was tried, such as a function or a model on a back end.

    `rule` is the kind of what failed, in a few words, and `place` the file that it is about, with the `line`, from 1.
    """

    group: str
    name: str
    status: CaseStatus
    words: str = ""
    seconds: float = 0.0
    rule: str = ""
    place: PurePath | None = None
    line: int | None = None

    def __post_init__(self) -> None:
        if self.status in _TOLD and not self.rule:
            raise UsageError(f"rule must say what is wrong with what is {self.status.name.lower()}, got none")


class Format(StrEnum):
    """What a file for CI services is written as."""

    JUNIT = "junit"
    SARIF = "sarif"


def require_cases_writable(form: Format, path: str | os.PathLike[str], force: bool) -> None:
    """Raise ExportError where the file could not be put in place, or would replace one that is none of ours."""
    require_writable(form.value, path, _is_our_junit if form is Format.JUNIT else _is_our_sarif, force)


def wanted_files(force: bool, **paths: str | None) -> dict[Format, str]:
    """The files that are wanted, `junit` and `sarif`, by their format.

    Raises:
        UsageError: Both are one file.
        ExportError: As `require_cases_writable` raises it.

    """
    wanted = {Format(name): path for name, path in paths.items() if path is not None}
    if len({Path(path).resolve() for path in wanted.values()}) < len(wanted):
        raise UsageError(f"--junit and --sarif must be two files, got {next(iter(wanted.values()))!r} for both")
    for form, path in wanted.items():
        require_cases_writable(form, path, force)
    return wanted


def write_cases(form: Format, cases: Sequence[Case], path: str | os.PathLike[str], force: bool = False) -> None:
    """Put the file in place; ExportError as `require_cases_writable` raises it."""
    require_cases_writable(form, path, force)
    text = junit_text(cases) if form is Format.JUNIT else sarif_text(cases)
    write_text(f"{text}\n", Path(path))


def _is_our_junit(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(len(_JUNIT)) in ("", _JUNIT)


def _is_our_sarif(path: Path) -> bool:
    text = path.read_text(encoding="utf-8", errors="replace")
    try:
        return not text or json.loads(text)["runs"][0]["tool"]["driver"]["name"] == _TOOL
    except (ValueError, LookupError, TypeError, RecursionError):
        return False


def junit_text(cases: Sequence[Case]) -> str:
    """A test case for each.

    >>> print(junit_text([Case("shop", "price", CaseStatus.SKIPPED, "unsupported: no parameters", 1.0)]))
    <?xml version='1.0' encoding='utf-8'?>
    <testsuite name="genmorph" tests="1" failures="0" errors="0" skipped="1" time="1.000">
      <testcase classname="shop" name="price" time="1.000">
        <skipped message="unsupported: no parameters" />
      </testcase>
    </testsuite>
    """
    tags = [one.status.value for one in cases]
    counts = {"tests": len(cases), "failures": tags.count("failure"), "errors": tags.count("error")}
    total = {name: str(count) for name, count in (counts | {"skipped": tags.count("skipped")}).items()}
    spent = {"time": f"{sum(one.seconds for one in cases):.3f}"}
    suite = ElementTree.Element("testsuite", {"name": "genmorph"} | total | spent)
    for one in cases:
        named = {"classname": _printable(one.group), "name": _printable(one.name), "time": f"{one.seconds:.3f}"}
        case = ElementTree.SubElement(suite, "testcase", named)
        if one.status is not CaseStatus.PASSED:
            ElementTree.SubElement(case, one.status.value, {"message": _printable(one.words)})
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def sarif_text(cases: Sequence[Case]) -> str:
    """SARIF 2.1.0: a result for each that failed or could not be tried to the end.

    >>> case = Case("jax", "lenet", CaseStatus.FAILED, "jax differs", rule="a back end differs", place=Path("a.keras"))
    >>> data = json.loads(sarif_text([case]))
    >>> data["runs"][0]["results"][0]["ruleId"], data["runs"][0]["results"][0]["message"]["text"]
    ('a-back-end-differs', 'jax differs')
    """
    told = [one for one in cases if one.status in _TOLD]
    rules = dict.fromkeys(one.rule for one in told)
    driver = {
        "name": _TOOL,
        "version": version("genmorph"),
        "rules": [{"id": _rule_id(rule), "shortDescription": {"text": rule}} for rule in rules],
    }
    data = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": list(map(_result, told))}],
    }
    return json.dumps(data, indent=2)


def _rule_id(rule: str) -> str:
    return rule.replace(" ", "-")


def _result(case: Case) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleId": _rule_id(case.rule),
        "level": "error" if case.status is CaseStatus.FAILED else "warning",
        "message": {"text": _printable(case.words)},
    }
    if case.place is not None:
        physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(case.place)}}
        if case.line is not None:
            physical["region"] = {"startLine": case.line}
        found["locations"] = [{"physicalLocation": physical}]
    return found


def _uri(place: PurePath) -> str:
    """A file in the working folder by its way from there, as code hosts want it, and any other by its full path.

    >>> _uri(Path("my models/a#1.keras"))
    'my%20models/a%231.keras'
    """
    full = Path(os.path.abspath(place))  # noqa: PTH100 - links stay
    is_here = full.is_relative_to(Path.cwd())
    return quote(os.fsencode(full.relative_to(Path.cwd()).as_posix())) if is_here else full.as_uri()


def _printable(text: str) -> str:
    return "".join(one if one.isprintable() else " " for one in text)

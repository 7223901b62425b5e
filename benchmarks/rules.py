"""What each filter rule decides: the candidates whose fate it changes, and a run that reports others without it.

Run it as `python -m benchmarks.rules`; `benchmarks/README.md` says what is measured.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from benchmarks.checks.golden_subjects import SUBJECTS, GoldenSubject
from benchmarks.checks.golden_units import BUDGET, annotate
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from benchmarks.subjects import SUBJECTS as PAPER
from genmorph import UnsupportedError, infer_relations
from genmorph.filters import candidates, rules
from genmorph.filters.features import Features
from genmorph.filters.rules import RULES, Rule
from genmorph.inference import examining
from genmorph.model import Stage
from genmorph.settings import SHAPES

_TIERS = None
"""The stage of the rules that are asked when candidates are selected."""
_PAPER = [GoldenSubject(f"paper {one.name}", one.path, one.domains) for one in PAPER]
_BY_NAME = {subject.name: subject for subject in (*SUBJECTS, *_PAPER)}

Matching = tuple[str, ...]
"""The names of the rules that apply to a candidate, in order, and `_LONG` where it is long."""
_LONG = "(is long)"


def measure(name: str, without: str | None) -> Row:
    """One run, without a rule if one is named: what is reported, and which rules applied to how many candidates."""
    annotate()
    seen: Counter[tuple[bool, Matching]] = Counter()
    subject, began = _BY_NAME[name], {"subject": name, "seed": 0, "without": without}
    with _rules_watched(without, seen):
        try:
            relations = infer_relations(subject.path, budget=BUDGET, domain=subject.domain, cache=False)
        except UnsupportedError:
            return began | {"reported": [], "seen": []}
    reported = [relation.formula for relation in relations]
    return began | {"reported": reported, "seen": [[at_stage, list(names), n] for (at_stage, names), n in seen.items()]}


@contextmanager
def _rules_watched(without: str | None, seen: Counter[tuple[bool, Matching]]) -> Iterator[None]:
    """Leave out a rule, and count the candidates by the rules that apply to them."""
    judge, tier_of = rules.judge, rules.tier_of
    noted: set[tuple[bool, int]] = set()
    kept: list[Features] = []
    known = RULES

    def note(features: Features, stages: Sequence[Stage | None]) -> None:
        if (_TIERS in stages, id(features)) not in noted:
            noted.add((_TIERS in stages, id(features)))
            kept.append(features)
            names = [rule.name for rule in known if rule.stage in stages and rule.applies(features)]
            long = [_LONG] if features.complexity > SHAPES.long else []
            seen[_TIERS not in stages, tuple(names + long)] += 1

    def judged(features: Features, stages: Sequence[Stage]) -> Any:
        note(features, stages)
        return judge(features, stages)

    def tiered(features: Features) -> Any:
        note(features, [_TIERS])
        return tier_of(features)

    rules.RULES = tuple(rule for rule in known if rule.name != without)
    examining.judge, candidates.tier_of = judged, tiered
    try:
        yield
    finally:
        rules.RULES, examining.judge, candidates.tier_of = known, judge, tier_of


def is_decided_by(rule: Rule, names: Sequence[str]) -> bool:
    """Whether a candidate to which these rules apply would have another fate without that one."""
    return rule.name in names and _fate(names) != _fate([name for name in names if name != rule.name])


def _fate(names: Sequence[str]) -> Any:
    first = next((rule for rule in RULES if rule.name in names), None)
    if first is None:
        return None
    return "excluded" if first.is_about_shape and _LONG in names else first.tier


@click.command()
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, type=click.Choice(list(_BY_NAME)), help="Functions to run; all unless given.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "rules.json",
    help="Where results go  [default: benchmarks/results/rules.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(jobs: int, only: Sequence[str], output: Path, fresh: bool) -> None:
    """Run all functions with all rules, then without each rule those whose candidates it decides."""
    record = Record.open(output, {"budget": BUDGET}, fresh)
    names = only or tuple(_BY_NAME)
    done = {(row["subject"], row["without"]) for row in record.rows}
    for row in rows_as_done(measure, [(name, None) for name in names if (name, None) not in done], jobs):
        record.add(row)
        click.echo(f"{row['subject']}: {len(row['reported'])} relations")
    for rule in RULES:
        _ablate(rule, record, names, jobs, click.echo)
    record.finish({rule.name: _summary(rule, record.rows) for rule in RULES})
    for name, summary in record.totals.items():
        click.echo(f"{name}: {summary}")


def _ablate(rule: Rule, record: Record, names: Sequence[str], jobs: int, echo: Callable[[str], None]) -> None:
    """Run without the rule until a run differs, those first in which it decides most."""
    whole = {row["subject"]: row for row in record.rows if row["without"] is None and row["subject"] in names}
    decided = {name: _decided(rule, row) for name, row in whole.items()}
    waiting = sorted((name for name in decided if decided[name]), key=lambda name: -decided[name])
    while waiting and not _summary(rule, record.rows)["differs"]:
        some, waiting = waiting[:jobs], waiting[jobs:]
        done = {row["subject"] for row in record.rows if row["without"] == rule.name}
        for row in rows_as_done(measure, [(name, rule.name) for name in some if name not in done], jobs):
            record.add(row | {"seen": []})
            echo(f"without {rule.name!r}, {row['subject']}: {row['reported'] != whole[row['subject']]['reported']}")


def _decided(rule: Rule, row: Row) -> int:
    return sum(count for _, names, count in row["seen"] if is_decided_by(rule, names))


def _summary(rule: Rule, rows: Sequence[Row]) -> dict[str, Any]:
    """The candidates to which it applied and which it decided, the runs repeated, and those that differed."""
    whole = {row["subject"]: row for row in rows if row["without"] is None}
    repeated = [row for row in rows if row["without"] == rule.name]
    differs = {}
    for row in repeated:
        before, after = whole[row["subject"]]["reported"], row["reported"]
        if before != after:
            differs[row["subject"]] = {
                "gone": [one for one in before if one not in after],
                "new": [one for one in after if one not in before],
            }
    seen = [(names, count) for row in whole.values() for _, names, count in row["seen"]]
    return {
        "applied": sum(count for names, count in seen if rule.name in names),
        "decided": sum(_decided(rule, row) for row in whole.values()),
        "repeated": len(repeated),
        "differs": differs,
    }


if __name__ == "__main__":
    main()

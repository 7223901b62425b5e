"""A table as text."""

from benchmarks.checks.table_catalogue import paper_subjects
from benchmarks.checks.table_rows import summarise
from benchmarks.table2_text import text_of
from tests.subjects.test_table2 import GCD, row


def test_relations_and_surviving_mutants_stand_in_the_text():
    survivor = {"id": "ReplaceBinaryOperator/0", "line": 3, "change": "- a + b\n+ a - b", "seen": True}
    tests = {"tests": "def test_gcd(): ..."}
    rows = [row(GCD, seed=seed, survivors=[survivor] * seed, **tests) for seed in (0, 1)]
    saved = {
        "settings": {"budget": "60s"},
        "code": {"commit": "0123456789"},
        "machine": {"python": "3.11.7", "cpus": 2, "platform": "Linux"},
        "rows": rows,
    }
    text = "\n".join(text_of(saved, summarise(paper_subjects(), rows)))
    assert "```python\ndef test_gcd(): ...\n```" in text
    assert "ReplaceBinaryOperator/0, line 3, alive in 1 of 2 runs" in text
    assert "```diff\n- a + b\n+ a - b\n```" in text

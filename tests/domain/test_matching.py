"""Texts that a regular expression matches: drawn, told from others, written and read back, and changed."""

from random import Random

import pytest
from hypothesis import strategies as st

from genmorph.domain import Validity, as_domain, froms, matching, parse_domain
from genmorph.export.imports import import_block
from genmorph.export.layout import ANY_PROJECT
from genmorph.model import Parameter, UsageError
from genmorph.transformations.instantiation import instantiate

DURATIONS = "([1-9][0-9]?[hms]){1,3}"
PATTERNS = [(DURATIONS, True), ("[0-9]$", False), (r"(?i)[a-f]{2}\.x", True), ("['\"\\n]+", True)]


@pytest.mark.parametrize(("pattern", "whole"), PATTERNS)
def test_texts_match_and_others_do_not(pattern, whole):
    domain, rng = matching(pattern, whole), Random(0)
    drawn = [domain.draw(rng) for _ in range(50)]
    assert all(map(domain.contains, drawn))
    assert len(set(drawn)) > 5
    assert not any(map(domain.contains, ["", "~", 3, None, chr(0xD800)]))


@pytest.mark.parametrize(("pattern", "whole"), PATTERNS)
def test_a_domain_is_written_and_read_back(pattern, whole):
    domain = matching(pattern, whole)
    assert parse_domain(domain.notation()) == domain
    assert as_domain(eval(domain.strategy(), {"st": st}), "x") == domain  # noqa: S307 - our own text


@pytest.mark.parametrize(("pattern", "whole"), PATTERNS)
def test_tests_say_of_a_text_whether_it_is_valid(pattern, whole):
    domain, names = matching(pattern, whole), {}
    code = f"said = lambda x: {domain.condition_text('x')}"
    exec(f"{import_block((), code, ANY_PROJECT)}\n\n{code}", names)  # noqa: S102 - our own text
    rng = Random(0)
    texts = [domain.draw(rng) for _ in range(20)] + ["", "12", "1h2m3s4h", "ab.x", "AB.X"]
    assert [names["said"](text) for text in texts] == [domain.contains(text) for text in texts]


def test_few_texts_are_listed():
    assert list(matching("[ab]x?").values()) == ["a", "ax", "b", "bx"]
    assert matching("[ab]x?").size == 4
    assert as_domain(st.from_regex("[ab]", fullmatch=True), "x") == froms(["a", "b"])


@pytest.mark.parametrize(
    ("pattern", "whole", "said"),
    [
        (
            "[A-Z",
            True,
            r"pattern must be a regular expression \(unterminated character set .*\), got '\[A-Z'",
        ),
        (b"a", True, "pattern must be a text, got b'a'"),
        ("a", "yes", "whole must be True or False, got 'yes'"),
    ],
)
def test_what_is_no_pattern_is_refused(pattern, whole, said):
    with pytest.raises(UsageError, match=said):
        matching(pattern, whole)


def test_follow_ups_that_do_not_match_are_not_valid():
    parameters = [Parameter("text", matching(DURATIONS))]
    domains = [one.domain for one in parameters]
    changes = instantiate(parameters, [])
    (removal,) = [change for change in changes if change.template == "remove" and change.constant == 1]
    assert removal.is_applicable(domains) is None  # found by trying
    validity = Validity(("text",), tuple(domains))
    assert [validity.admits(removal.apply((text,))) for text in ("1h30m", "11h", "1h")] == [False, True, False]

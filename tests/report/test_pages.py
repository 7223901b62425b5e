"""Folders of answers as a page."""

import hashlib
import re
from base64 import b64encode
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genmorph.model import MutantNote, UsageError
from genmorph.report.figures import room
from genmorph.report.pages import Page, build_page
from genmorph.results import Refusal, Refused
from tests.report.answers import DIFF, FAILED, UNSUPPORTED, bare_set, power_set, saved

EVIL = "<script>alert('1')</script><img src=x onerror=\"y\"> & </details>{{ 7 * 7 }}"
EMPTY = {"meta", "link", "input", "rect", "line", "polyline", "circle", "path", "wbr"}
"""Elements that are written without an end."""


def page_of(place):
    return build_page(place, lambda _: None)


def sections_of(page):
    """The text of each function's section."""
    return page.text.partition("<footer>")[0].split('<details class="function"')[1:]


class Reading(HTMLParser):
    """The elements of a page: their names with attributes, ids, text, and whether all are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.ids, self.links, self.text, self._open = [], [], [], [], []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name == "href"]
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_endtag(self, tag):
        if tag not in EMPTY:
            assert self._open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)

    def named(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture
def folder(tmp_path):
    return saved(tmp_path, a_power=power_set(), b_tidy=bare_set(), c_dice=UNSUPPORTED, d_loop=FAILED)


def test_each_answer_has_a_line_and_a_section_that_the_line_leads_to(folder):
    page = page_of(folder)
    reading = Reading(page.text)
    rows = [attrs for attrs in reading.named("tr") if "data-section" in attrs]
    assert [row["data-status"] for row in rows] == ["with relations", "without relations", "unsupported", "failed"]
    assert [row["data-section"] for row in rows] == ["f1", "f2", "f3", "f4"]
    assert all(link[1:] in reading.ids for link in reading.links if link.startswith("#"))
    assert len(reading.ids) == len(set(reading.ids))
    assert page.totals in unescape(page.text)
    assert all(name in page.text for name in ("shop.power", "shop.tidy", "shop.dice", "shop.loop"))


def test_times_are_a_column_where_there_are_any(folder, tmp_path):
    (tmp_path / "untimed").mkdir()
    untimed = saved(tmp_path / "untimed", power=replace(power_set(), stages={}))
    heads = [page_of(place).text.count(">Time<") for place in (folder, untimed)]
    assert heads == [1, 0]


def test_a_page_says_all_of_a_function(folder):
    text = unescape(" ".join(Reading(page_of(folder).text).text))
    for said in (
        "power(k, e + 1) == power(k, e) * k",
        "power is multiplied by k when e grows by 1.",
        "no counterexample in 2,000 inputs (false alarms: at most 0.15% with 95% confidence)",
        "power(2, 3) gives 8",
        "-    return k**e",
        "2 of 3 mutants killed, 1 by no relation.",
        "false negatives from 900 to 12 of 1,000",
        "searching 12 s",
        "screening: 340 candidates",
        "false for a valid input",
        "dice must be deterministic",
        "a_power.json",
    ):
        assert said in text, said


def test_a_figure_that_is_not_known_is_a_dash(folder):
    rows = re.findall(r"<tr role=\"row\" data-section.*?</tr>", page_of(folder).text, re.DOTALL)
    assert [row.count("—") for row in rows] == [0, 3, 4, 4]


def test_one_file_is_a_page_too(folder):
    assert page_of(folder / "a_power.json").totals.startswith("1 function (1 with relations)")


def test_the_same_answers_give_the_same_page(folder):
    assert page_of(folder) == page_of(folder)


def test_a_page_asks_for_nothing_and_its_policy_forbids_the_rest(folder):
    text = page_of(folder).text
    reading = Reading(text)
    assert not re.search(r"https?:|url\(|@import|\bsrc=|\bstyle=|\son\w+=", text)
    (policy,) = [attrs["content"] for attrs in reading.named("meta") if "http-equiv" in attrs]
    assert policy.startswith("default-src 'none'; ")
    for name in ("style", "script"):
        (inline,) = re.findall(rf"<{name}>(.*?)</{name}>", text, re.DOTALL)
        digest = b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy


def evil_set():
    relation = replace(power_set()[0], note=None, killed=(EVIL, "m2"))
    notes = (MutantNote(EVIL, DIFF + EVIL), MutantNote("m2", EVIL))
    seconds = {"seconds": {EVIL: 1.0, "total": 1.0}}
    rejected = tuple(replace(one, reason=EVIL, formula=EVIL, transformation=EVIL) for one in power_set().rejected)
    stages = power_set().stages | seconds | {"faulty": {EVIL: False}}
    return replace(power_set(), relations=(relation,), mutants=notes, rejected=rejected, stages=stages)


def test_whatever_a_file_says_is_shown_as_text(tmp_path):
    page = page_of(saved(tmp_path, a=evil_set(), b=Refusal(f"shop:{EVIL}", Refused.FAILED, EVIL), **{"<b>": FAILED}))
    reading = Reading(page.text)
    assert len(reading.named("script")) == 1
    assert reading.named("img") == []
    assert reading.named("b") == []
    assert not any(name.startswith("on") for _, attrs in reading.tags for name in attrs)
    assert " ".join(reading.text).count(EVIL) > 10


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.text(st.characters(codec=None) | st.sampled_from("<>&\"'{}%#\r\n\0")))
def test_any_text_can_be_shown_and_the_page_can_be_written(tmp_path, text):
    page = page_of(saved(tmp_path, a=Refusal("shop:f", Refused.FAILED, text)))
    assert page.text.encode()
    assert "\r" not in page.text
    assert len(Reading(page.text).named("script")) == 1


def test_one_of_150_functions_keeps_within_its_room_and_says_what_is_left_out(tmp_path):
    large = replace(
        power_set(),
        relations=tuple(
            replace(relation, killed=tuple(f"power:2:swap_op:{n}" for n in range(60)))
            for relation in power_set().relations * 4
        ),
        rejected=power_set().rejected * 500,
        mutants=tuple(MutantNote(f"power:2:swap_op:{n}", DIFF + "\n line of the function" * 40) for n in range(120)),
        stages=power_set().stages | {"curves": power_set().stages["curves"] * 10},
    )
    saved(tmp_path, large=large)
    (alone,) = sections_of(page_of(tmp_path))
    saved(tmp_path, **{f"other{number}": FAILED for number in range(149)})
    first, *others = sections_of(page_of(tmp_path))
    assert len(others) == 149
    assert len(first) < room(150) < len(alone) < room(1)
    assert "40 more mutants without a line here; the totals are of all" in alone
    assert "100 more mutants without a line here; the totals are of all" in first


def test_a_page_of_150_functions_stays_below_five_megabytes(tmp_path):
    row, frame = 1_500, 40_000
    power_set().to_json(tmp_path / "000.json")
    for number in range(1, 150):
        (tmp_path / f"{number:03}.json").hardlink_to(tmp_path / "000.json")
    text = page_of(tmp_path).text
    sections = sections_of(Page(text, ""))
    assert len(sections) == 150
    assert len(text.encode()) < sum(map(len, sections)) + 150 * row + frame < 5_000_000
    assert 150 * (room(150) + row) + frame < 5_000_000


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("results", None, "results must hold answers as JSON files, got none in"),
        ("missing", None, "results must be a folder, got"),
        ("results", '{"schema": 1}', r"broken\.json is not a saved set of relations"),
        ("results", "no json", r"broken\.json must be a JSON file"),
    ],
)
def test_what_holds_no_answers_is_refused_with_what_is_wrong(tmp_path, name, text, message):
    (tmp_path / "results").mkdir()
    if text is not None:
        (tmp_path / "results" / "broken.json").write_text(text)
    with pytest.raises(UsageError, match=message):
        page_of(tmp_path / name)


def test_progress_is_told_for_each_answer(folder):
    steps = []
    build_page(folder, steps.append)
    assert [str(step) for step in steps] == [f"reading answers {number}/4" for number in (1, 2, 3, 4)]

"""A report in a real browser: it opens, sorts and filters by mouse and keyboard, and asks for nothing."""

from dataclasses import replace

import pytest

from genmorph.export.writing import write_page
from genmorph.report.pages import build_page
from genmorph.results import Refusal, Refused
from tests.end_to_end.browser import CHROMIUM, running_browser
from tests.report.answers import UNSUPPORTED, bare_set, power_set, saved

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

EVIL = Refusal("shop:<script>alert(1)</script>", Refused.FAILED, "<img src=x onerror=alert(1)> " + "wide" * 100)
ROWS = "[...document.querySelectorAll('#catalogue tbody tr')]"
SHOWN = f"{ROWS}.filter(row => !row.hidden).map(row => row.cells[0].innerText)"
NAMES = ["shop.power", "shop.tidy", "shop.dice", "shop.<script>alert(1)</script>", "power"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    own = power_set()
    own = replace(own, signature=replace(own.signature, module=None), stages={}, relations=own.relations[1:])
    saved(folder, a=power_set(), b=bare_set(), c=UNSUPPORTED, d=EVIL, e=own)
    write_page(build_page(folder, lambda _: None).text, folder / "report.html")
    return folder


@pytest.fixture(scope="module")
def running(folder):
    with running_browser(folder / "profile") as browser:
        yield browser


@pytest.fixture
def browser(running, folder):
    """The page as it is when it is opened."""
    running.events.clear()
    running.show(1280)
    running.open((folder / "report.html").as_uri())
    return running


@pytest.fixture(autouse=True)
def silent(browser, folder):
    """Whatever a test does, nothing is complained of in the console, and nothing but the file is asked for."""
    yield
    assert browser.complaints() == []
    assert {url.partition("#")[0] for url in browser.requests()} <= {(folder / "report.html").as_uri()}


def order(browser):
    heads = "[...document.querySelectorAll('#catalogue thead th')].map(head => head.ariaSort)"
    return [sort for sort in browser.value(heads) if sort != "none"]


def test_a_page_opens_with_all_functions_in_the_order_of_their_files(browser):
    assert browser.value("document.title") == "Metamorphic relations of 5 functions"
    assert browser.value(SHOWN) == NAMES
    assert order(browser) == []


def test_a_column_is_sorted_by_a_click_and_turned_round_by_another(browser):
    head = "#catalogue thead th:nth-child(1) button"
    browser.click(head)
    assert browser.value(SHOWN) == sorted(NAMES)
    assert order(browser) == ["ascending"]
    browser.click(head)
    assert browser.value(SHOWN) == sorted(NAMES, reverse=True)
    assert order(browser) == ["descending"]


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_column_is_sorted_by_the_keyboard_and_what_has_no_figure_comes_last(browser, key):
    browser.value("document.getElementById('status').focus()")
    for _ in range(4):
        browser.press("Tab")
    assert browser.value("document.activeElement.innerText") == "Share"
    for expected in (["shop.power", "power"], ["power", "shop.power"]):
        browser.press(key)
        assert browser.value(SHOWN)[:2] == expected
        assert sorted(browser.value(SHOWN)[2:]) == sorted({*NAMES} - {*expected})


def test_the_focus_can_be_seen(browser):
    browser.press("Tab")
    assert browser.value("document.activeElement.innerText") == "Skip to the functions"
    assert browser.value("document.activeElement.getBoundingClientRect().left >= 0")
    assert browser.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("DICE", ["shop.dice"]),
        ("power(-k, e) <=", ["shop.power", "power"]),
        ("deterministic", ["shop.dice"]),
        ("<script>", ["shop.<script>alert(1)</script>"]),
        ("nowhere", []),
    ],
)
def test_the_filter_finds_names_formulas_and_reasons(browser, text, names):
    browser.click("#filter")
    browser.type(text)
    assert browser.value(SHOWN) == names
    assert browser.value("document.getElementById('shown').innerText") == f"{len(names)} of 5 shown"
    assert browser.value("document.getElementById('nothing').hidden") == bool(names)
    assert browser.value("document.querySelectorAll('details.function:not([hidden])').length") == len(names)


def test_the_status_is_chosen(browser):
    browser.value(
        "(() => { const s = document.getElementById('status'); s.value = 'unsupported';"
        " s.dispatchEvent(new Event('change')); })()"
    )
    assert browser.value(SHOWN) == ["shop.dice"]


def test_a_link_of_the_catalogue_opens_the_section_of_the_function(browser):
    browser.click("#catalogue tbody tr:nth-child(3) a")
    browser.value("new Promise(requestAnimationFrame)")
    assert browser.value("[...document.querySelectorAll('details[open]')].map(one => one.id)") == ["f3"]
    assert "must be deterministic" in browser.value("document.getElementById('f3').innerText")
    assert browser.value("document.activeElement.parentElement.id") == "f3"


def test_names_and_reasons_with_markup_are_text(browser):
    browser.click("#open")
    assert "<img src=x onerror=alert(1)>" in browser.value("document.getElementById('f4').innerText")
    assert browser.value("document.images.length") == 0


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_the_screen_and_can_be_seen(browser, width, scheme):
    browser.show(width, scheme=scheme)
    browser.click("#open")
    assert browser.value("document.documentElement.scrollWidth") <= width
    assert browser.value("document.querySelectorAll('details.function[open]').length") == 5
    assert len(browser.photograph()) > 10_000
    shades = browser.value("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    assert (sum(shades) < 3 * 128) == (scheme == "dark")


def test_the_policy_of_the_page_forbids_requests_and_they_would_be_noticed_here(browser):
    browser.value("document.body.append(Object.assign(new Image(), {src: 'https://localhost/x.png'}))")
    assert browser.value("fetch('https://localhost/').catch(() => 'refused')") == "refused"
    assert "violates" in " ".join(browser.complaints())
    failures = [event["params"] for event in browser.events if event["method"] == "Network.loadingFailed"]
    assert {failure.get("blockedReason") for failure in failures} == {"csp"}
    browser.events.clear()


def test_everything_is_open_on_paper_and_as_before_afterwards(browser):
    height = "document.getElementById('f1').getBoundingClientRect().height"
    closed = browser.value(height)
    browser.show(800, media="print")
    browser.value("dispatchEvent(new Event('beforeprint'))")
    assert browser.value("document.querySelectorAll('details:not([open])').length") == 0
    assert browser.value(height) > 10 * closed
    assert browser.value("getComputedStyle(document.getElementById('controls')).display") == "none"
    browser.value("dispatchEvent(new Event('afterprint'))")
    assert browser.value("document.querySelectorAll('details[open]').length") == 0

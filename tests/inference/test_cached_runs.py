import json
import re
import shutil
from textwrap import dedent

import pytest

from tests.end_to_end.conftest import run_command

PRICES = """
    from offers import reduced

    FEE = 3

    def price(n: int) -> int:
        return reduced(n) + FEE
"""
OFFERS = """
    def reduced(n):
        return 2 * n if n > 0 else n
"""
DOMAIN = ["--domain", "n=ints(-40, 40)"]


def write_prices(folder):
    (folder / "prices.py").write_text(dedent(PRICES))
    (folder / "offers.py").write_text(dedent(OFFERS))
    return folder


@pytest.fixture
def prices(tmp_path):
    return write_prices(tmp_path)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """A folder after a run, and what that gave."""
    folder = write_prices(tmp_path_factory.mktemp("first"))
    return folder, *run(folder, *DOMAIN)


@pytest.fixture
def known(first, tmp_path):
    """A folder with the outcomes of that run."""
    return shutil.copytree(first[0], tmp_path / "known", ignore=shutil.ignore_patterns("found.json"))


def run(folder, *words):
    """Calls made, outcomes from the cache, and what was saved."""
    words = ["infer", "prices:price", "--budget", "1ev", "--cache", "outcomes.sqlite", "--json", "found.json", *words]
    done = run_command(folder, *words)
    assert done.returncode in (0, 3), done.stderr
    counted = re.search(r"([\d,]+) calls made, ([\d,]+) outcomes from the cache", done.stderr)
    made, recalled = (int(number.replace(",", "")) for number in counted.groups())
    saved = json.loads((folder / "found.json").read_text())
    return made, recalled, saved


def test_a_second_run_with_the_same_seed_calls_nothing_and_finds_the_same(first, known):
    _, made, recalled, found = first
    assert made > 0
    assert recalled == 0
    again, from_cache, second = run(known, *DOMAIN)
    assert again == 0
    assert from_cache == made
    assert second == found


def test_a_run_without_cache_leaves_no_file_and_reads_none(prices):
    run_command(prices, "infer", "prices:price", "--budget", "0.2ev", "--no-cache", *DOMAIN)
    assert not (prices / "outcomes.sqlite").exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("prices.py", "FEE = 3", "FEE = 4"), ("offers.py", "2 * n", "5 * n")],
    ids=["edited constant", "edited helper in a neighbouring module"],
)
def test_what_was_edited_is_called_again(first, known, file, old, new):
    (known / file).write_text((known / file).read_text().replace(old, new))
    again, recalled, second = run(known, *DOMAIN)
    assert recalled == 0
    assert again > first[1] / 2
    (known / "outcomes.sqlite").unlink()
    assert run(known, *DOMAIN)[2] == second


def test_another_domain_is_called_again(known):
    _, recalled, _ = run(known, "--domain", "n=ints(-30, 40)")
    assert recalled == 0


def test_another_seed_uses_what_was_paid_for(known):
    _, recalled, second = run(known, *DOMAIN, "--seed", "1")
    assert recalled > 0
    (known / "outcomes.sqlite").unlink()
    assert run(known, *DOMAIN, "--seed", "1")[2] == second


@pytest.mark.parametrize("content", [b"a shopping list", b"SQLite format 3\0" + bytes(84)], ids=["text", "database"])
def test_a_file_of_somebody_else_is_refused_and_stays(prices, content):
    (prices / "outcomes.sqlite").write_bytes(content)
    done = run_command(prices, "infer", "prices:price", "--budget", "0.2ev", "--cache", "outcomes.sqlite", *DOMAIN)
    assert done.returncode == 2
    assert "cache must be a new file, or one that genmorph made, got 'outcomes.sqlite'" in done.stderr
    assert (prices / "outcomes.sqlite").read_bytes() == content


def test_a_cache_that_is_a_directory_is_refused(prices):
    done = run_command(prices, "infer", "prices:price", "--cache", str(prices), *DOMAIN)
    assert done.returncode == 2
    assert "cache must be" in done.stderr

"""Functions of a batch that take long."""

import time

from genmorph.batch.entries import Entry
from genmorph.cli import watching
from genmorph.cli.watching import watched


def test_a_function_is_told_of_again_and_again_until_it_is_done(monkeypatch):
    monkeypatch.setattr(watching, "PATIENCE", 0.01)
    told = []
    with watched((Entry("shop:price", "20ev"), Entry("shop:tax")), told.append) as watch:
        watch.begin("shop:price")
        watch.begin("shop:tax")
        watch.end("shop:tax")
        while len(told) < 3:
            time.sleep(0.01)
    told_in_the_end = len(told)
    time.sleep(0.05)
    assert len(told) == told_in_the_end
    assert {str(news).partition(" has been running for ")[0] for news in told} == {"shop:price"}
    assert all(str(news).endswith("s, on a budget without seconds (20ev)") for news in told)

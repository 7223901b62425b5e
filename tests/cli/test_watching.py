"""Functions of a batch that take long."""

import threading
from queue import Queue

from genmorph.batch.catalogue import Entry
from genmorph.batch.scheduling import Watch, watched


def test_a_function_is_told_of_each_time_that_it_has_taken_as_long_again():
    clock = [0.0]
    watch = Watch({"shop:price": "20ev", "shop:tax": "30s"}, lambda: clock[0], 60.0)
    watch.begin("shop:price")
    told = {}
    for second in range(0, 200, 5):
        clock[0] = second
        if second == 50:
            watch.begin("shop:tax")
        if second == 130:
            watch.end("shop:tax")
        if news := watch.news():
            told[second] = news
    price = "shop:price has been running for {} s, on a budget without seconds (20ev)"
    tax = "shop:tax has been running for 60 s, on a budget of 30s"
    assert told == {60: [price.format(60)], 110: [tax], 120: [price.format(120)], 180: [price.format(180)]}


def test_functions_are_watched_while_the_context_lasts():
    told = Queue()
    before = threading.active_count()
    with watched((Entry("shop:price", "20ev"),), told.put, long=0.01) as watch:
        watch.begin("shop:price")
        news = [str(told.get(timeout=60)) for _ in range(2)]
    assert threading.active_count() == before
    assert all(text.startswith("shop:price has been running for ") for text in news)

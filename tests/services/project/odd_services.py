"""Services that behave badly, and clients like those of the cloud."""

import time

from genmorph.services import service

TOPICS = [{"name": "label", "score": "score"}]


class RateLimitError(Exception):
    """The service was asked too often."""


_ASKED = []


@service(task="document classification", answers=TOPICS, labels=["sport"], examples="odd_services:texts")
def busy(text):
    """Answers at the second attempt."""
    _ASKED.append(text)
    if len(_ASKED) == 1:
        raise RateLimitError("too many requests")
    return [{"name": "sport", "score": 0.9}]


@service(task="document classification", answers=TOPICS, labels=["sport"], examples="odd_services:texts")
def always_busy(text):
    """Never answers."""
    raise RateLimitError("too many requests")


@service(task="document classification", answers=TOPICS, labels=["sport"], examples="odd_services:texts")
def other_shape(text):
    """Answers with a percentage where a score is declared."""
    return [{"name": "sport", "score": 90}]


@service(task="document classification", answers=TOPICS, labels=["sport"], examples="odd_services:texts")
def slow(text):
    """Takes its time."""
    time.sleep(60)
    return []


@service(task="document classification", answers=TOPICS, labels=["sport"])
def without_examples(text):
    """Has a vocabulary, and no examples."""
    return [{"name": "sport", "score": 0.9}] if "ball" in text else []


@service(task="document classification", answers=TOPICS, labels=["sport"], examples="odd_services:no_texts")
def wrong_examples(text):
    """Its examples cannot be made."""
    return []


@service(task="document classification", answers=TOPICS, labels=["sport"], examples="odd_services:texts")
def failing(text):
    """Raises an error of its own."""
    raise ConnectionError("no route to host")


def texts(label, number, seed):
    """Texts with a label."""
    return [f"{label} {seed} {place}" for place in range(number)]


def no_texts(label, number, seed):
    """No texts."""
    raise LookupError(label)


@service(task="document classification", answers=TOPICS, labels=["sport"])
async def later(text):
    """A coroutine function."""
    return [{"name": "sport", "score": 0.9}] if "ball" in text else []


class Client:
    """Methods without an instance."""

    @service(task="document classification", answers=TOPICS, labels=["sport"])
    @classmethod
    def ask(cls, text):
        """Asks by its class."""
        return [{"name": "sport", "score": 0.9}] if "ball" in text else []

    @staticmethod
    @service(task="document classification", answers=TOPICS, labels=["sport"])
    def ask_statically(text):
        """Asks without anything."""
        return []

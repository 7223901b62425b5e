"""Applications of services that behave badly."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

import odd_services


def _is_sport(answer):
    return any(one["name"] == "sport" for one in answer)


def of_busy(text: str) -> bool:
    return _is_sport(odd_services.busy(text))


def of_always_busy(text: str) -> bool:
    return _is_sport(odd_services.always_busy(text))


def of_other_shape(text: str) -> bool:
    return _is_sport(odd_services.other_shape(text))


def of_slow(text: str) -> bool:
    return _is_sport(odd_services.slow(text))


def without_examples(text: str) -> bool:
    return _is_sport(odd_services.without_examples(text))


def wrong_examples(text: str) -> bool:
    return _is_sport(odd_services.wrong_examples(text))


def of_failing(text: str) -> bool:
    return _is_sport(odd_services.failing(text))


def hangs(text: str) -> bool:
    if _is_sport(odd_services.without_examples(text)):
        while True:
            time.sleep(0.01)
    return False


def dies(text: str) -> bool:
    if _is_sport(odd_services.without_examples(text)):
        os._exit(3)
    return False


def needs_more(text: str, limit) -> bool:
    return len(odd_services.without_examples(text)) > limit


def with_number(text: str, limit: int) -> bool:
    return len(odd_services.without_examples(text)) > limit


def second(subject: str, mail: str) -> bool:
    return _is_sport(odd_services.without_examples(mail))


def hidden(text: str) -> bool:
    try:
        with open("hidden.txt", "w") as file:
            file.write(text)
    except BaseException:  # noqa: BLE001 - what is refused is swallowed
        pass
    with open("hidden.txt", "w") as file:
        file.write(text)
    return _is_sport(odd_services.without_examples(text))


async def later(text: str) -> bool:
    return _is_sport(await odd_services.later(text))


def together(text: str) -> bool:
    with ThreadPoolExecutor() as pool:
        return any(map(_is_sport, pool.map(odd_services.without_examples, [text, text[::-1]])))


def by_class(text: str) -> bool:
    return _is_sport(odd_services.Client.ask(text)) or _is_sport(odd_services.Client().ask_statically(text))


def remembered(text: str) -> bool:
    return _is_sport(_asked(text))


@lru_cache
def _asked(text):
    return tuple(odd_services.without_examples(text))


def stubborn(text: str) -> bool:
    while _is_sport(odd_services.without_examples(text)):
        try:
            while True:
                time.sleep(0.01)
        except:  # noqa: E722
            return True
    return False


def reads_words(text: str) -> bool:
    words = Path("letters.csv").read_text()
    return "bill" in words and _is_sport(odd_services.without_examples(text))


def kinds(text: str) -> str:
    match [one["name"] for one in odd_services.without_examples(text)]:
        case ["Sport"]:
            return "sport"
        case []:
            return "nothing"
    return "something"

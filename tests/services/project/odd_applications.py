"""Applications of services that behave badly."""

import os
import time

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

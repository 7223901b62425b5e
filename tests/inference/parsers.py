"""Functions that raise on nearly all texts."""

import re


def parse_duration(text: str) -> int:
    """Seconds of texts such as 1h30m."""
    total, number = 0, ""
    for letter in text:
        if letter.isdigit():
            number += letter
        else:
            total += int(number) * {"h": 3600, "m": 60, "s": 1}[letter]
            number = ""
    if number:
        raise ValueError(text)
    return total


def parse_colour(text: str) -> int:
    """The number of a colour.

    >>> parse_colour("#ff8000")
    16744448
    """
    if len(text) != len("#rrggbb") or text[0] != "#":
        raise ValueError(text)
    return int(text[1:], 16)


VERSION = re.compile("v([0-9]{1,3})[.]([0-9]{1,3})")


def parse_version(text: str) -> int:
    match = VERSION.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return int(match[1]) * 1_000 + int(match[2])


def parse_code(text: str) -> int:
    if not text.startswith("%code "):
        raise ValueError(text)
    return int(text.removeprefix("%code "))


def refuse(text: str) -> int:
    raise ValueError(text)

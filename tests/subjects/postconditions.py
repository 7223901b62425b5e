"""Functions of whose single calls something is true."""

from datetime import date, timedelta


def largest(xs: list[int]) -> int:
    best = xs[0]
    for x in xs:
        if x > best:
            best = x
    return best


def distinct(xs: list[int]) -> list[int]:
    found: list[int] = []
    for x in xs:
        if x not in found:
            found.append(x)
    return sorted(found)


def arranged(xs: list[float]) -> list[float]:
    return sorted(xs)


def clipped(x: int) -> int:
    return max(0, min(x, 10))


def slug(text: str) -> str:
    return "-".join(text.lower().split())


def first_words(text: str) -> str:
    return text[:5]


def month_start(day: date) -> date:
    return day - timedelta(days=day.day - 1)


def longest(words: list[str]) -> str:
    return max(words, key=len)


def positive(xs: list[int]) -> list[int]:
    return [x for x in xs if x > 0]


def mostly_member(xs: list[int]) -> int:
    return max(xs) if len(xs) != 7 else max(xs) + 1


def fare(zones: int) -> int:
    return 70 + 30 * abs(zones)


def first_known(xs):
    return next((x for x in xs if x is not None), 0)


def ends(xs: list[int]) -> dict[str, int]:
    return {"first": xs[0], "last": xs[-1]}

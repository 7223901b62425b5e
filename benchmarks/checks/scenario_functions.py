"""Functions whose laws speak of several calls, and pairs that undo each other: what workers load, and no more."""

import calendar
import codecs
import colorsys
import csv
import datetime as dt
import io
import ipaddress
import struct
import time
import uuid
from fractions import Fraction

Point = tuple[int, int]


def hamming(first: str, second: str) -> int:
    """The number of places at which two texts of one length differ."""
    return sum(one != other for one, other in zip(first, second, strict=True))


def levenshtein(first: str, second: str) -> int:
    """The least number of characters put in, taken away or replaced."""
    row = list(range(len(second) + 1))
    for count, one in enumerate(first, 1):
        above, row[0] = row[0], count
        for place, other in enumerate(second, 1):
            above, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, above + (one != other))
    return row[-1]


def least_common_multiple(a: int, b: int) -> int:
    """The smallest number that both divide."""
    low, high = a, b
    while high:
        low, high = high, low % high
    return a * b // low if low else 0


def difference(a: int, b: int) -> int:
    """How far two numbers are from each other."""
    return a - b if a > b else b - a


def united(first: set[int], second: set[int]) -> set[int]:
    """All elements of both."""
    found = set(first)
    for element in second:
        found.add(element)
    return found


def added_counts(first: dict[str, int], second: dict[str, int]) -> dict[str, int]:
    """The counts of both, added by word."""
    counts = dict(first)
    for word, count in second.items():
        counts[word] = counts.get(word, 0) + count
    return counts


def merged(first: list[int], second: list[int]) -> list[int]:
    """The elements of two sorted lists, sorted."""
    found, place = [], 0
    for element in first:
        while place < len(second) and second[place] < element:
            found.append(second[place])
            place += 1
        found.append(element)
    return found + second[place:]


def hull(first: Point, second: Point) -> Point:
    """The least interval that holds both."""
    return min(first[0], second[0]), max(first[1], second[1])


def interval_distance(first: Point, second: Point) -> int:
    """How far the ends of an interval must be moved to those of the other, at most (the Hausdorff distance)."""
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))


def total(amounts: list[int]) -> int:
    """The sum."""
    found = 0
    for amount in amounts:
        found += amount
    return found


def count_words(lines: list[str]) -> int:
    """The number of words in all lines."""
    return sum(len(line.split()) for line in lines)


def largest(amounts: list[int]) -> int:
    """The largest one."""
    found = amounts[0]
    for amount in amounts[1:]:
        if amount > found:
            found = amount
    return found


def capitals(text: str) -> str:
    """The capital letters of a text."""
    return "".join(character for character in text if "A" <= character <= "Z")


def distinct(words: list[str]) -> set[str]:
    """Each word once, in small letters."""
    return {word.lower() for word in words}


def checksum(data: bytes) -> int:
    """The sum of all bytes in eight bits."""
    found = 0
    for byte in data:
        found = (found + byte) % 256
    return found


def histogram(words: list[str]) -> dict[int, int]:
    """The number of words of each length."""
    counts: dict[int, int] = {}
    for word in words:
        counts[len(word)] = counts.get(len(word), 0) + 1
    return counts


def pack_record(record: tuple[int, int, float]) -> bytes:
    """A record of fixed length."""
    return struct.pack("<Hid", *record)


def unpack_record(data: bytes) -> tuple[int, int, float]:
    """What `pack_record` wrote."""
    first, second, third = struct.unpack("<Hid", data)
    return first, second, third


def rotated(text: str) -> str:
    """The text in ROT13."""
    return codecs.encode(text, "rot13")


def rotated_back(text: str) -> str:
    """The text that is written in ROT13."""
    return codecs.decode(text, "rot13")


def time_fields(seconds: int) -> tuple[int, ...]:
    """Year, month, day, hour, minute and second."""
    return tuple(time.gmtime(seconds)[:6])


def seconds_of(fields: tuple[int, ...]) -> int:
    """The seconds since 1970 of such fields."""
    return calendar.timegm(fields)


def date_text(day: dt.date) -> str:
    """The day in ISO 8601."""
    return day.isoformat()


def date_of(text: str) -> dt.date:
    """The day of a text in ISO 8601."""
    return dt.date.fromisoformat(text)


def fraction_text(number: Fraction) -> str:
    """A fraction as text."""
    return str(number)


def fraction_of(text: str) -> Fraction:
    """The fraction of a text."""
    return Fraction(text)


def to_hsv(color: tuple[float, float, float]) -> tuple[float, float, float]:
    """Hue, saturation and value of red, green and blue."""
    return colorsys.rgb_to_hsv(*color)


def to_rgb(color: tuple[float, float, float]) -> tuple[float, float, float]:
    """Red, green and blue of hue, saturation and value."""
    return colorsys.hsv_to_rgb(*color)


def address_text(number: int) -> str:
    """The address of version 4 with this number."""
    return str(ipaddress.IPv4Address(number))


def address_number(text: str) -> int:
    """The number of an address."""
    return int(ipaddress.IPv4Address(text))


def uuid_text(value: uuid.UUID) -> str:
    """The usual text of a UUID."""
    return str(value)


def uuid_of(text: str) -> uuid.UUID:
    """The UUID of a text."""
    return uuid.UUID(text)


def row_text(row: list[str]) -> str:
    """A row of a table as a line of a file."""
    file = io.StringIO(newline="")
    csv.writer(file).writerow(row)
    return file.getvalue()


def row_of(line: str) -> list[str]:
    """The first row of a table."""
    return next(csv.reader(io.StringIO(line, newline="")))


def from_hex(text: str) -> int:
    """The number of hexadecimal digits."""
    return int(text, 16)


def undivided(parts: Point, y: int) -> int:
    """The number of which quotient and remainder by another one are given."""
    quotient, remainder = parts
    return quotient * y + remainder

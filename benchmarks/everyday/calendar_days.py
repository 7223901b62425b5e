"""Dates and times."""

from datetime import date, datetime, time, timedelta


def add_business_days(day: date, count: int) -> date:
    """Move by working days, Monday to Friday."""
    step = 1 if count >= 0 else -1
    left = abs(count)
    while left:
        day += timedelta(days=step)
        if day.weekday() < 5:
            left -= 1
    return day


def age(born: date, today: date) -> int:
    """Whole years."""
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def first_of_next_month(day: date) -> date:
    """The first day of the month that follows."""
    return date(day.year + day.month // 12, day.month % 12 + 1, 1)


def overlap(start: datetime, end: datetime, other_start: datetime, other_end: datetime) -> timedelta:
    """How long two spans overlap."""
    return max(timedelta(0), min(end, other_end) - max(start, other_start))


def floor_to(moment: datetime, minutes: int) -> datetime:
    """Round down to a multiple of minutes of the day."""
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + (moment - midnight) // timedelta(minutes=minutes) * timedelta(minutes=minutes)


def is_open(at: time, opens: time, closes: time) -> bool:
    """Whether a shop is open; it may close after midnight."""
    return opens <= at < closes if opens <= closes else at >= opens or at < closes


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


def quarter_of(day: date) -> tuple[int, int]:
    """Year and quarter."""
    return day.year, (day.month - 1) // 3 + 1

"""Functions over numbers and Booleans for relations written by hand: ordinary ones, some with a special case."""

import math


def cash_total(cents: int) -> int:
    """An amount rounded to five cents; one receipt in many is free."""
    if cents % 10_007 == 0:
        return 0
    return (cents + 2) // 5 * 5


def digital_root(number: int) -> int:
    """The sum of digits, of its digits and so on, of a positive number; one number is reserved."""
    if number == 7_777:
        return 0
    while number > 9:
        number = sum(int(digit) for digit in str(number))
    return number


def seat_number(row: int, place: int) -> int:
    """The number of a seat; on one diagonal there are none."""
    if row * 31 + place == 5_000:
        return 0
    return row * 1_000 + place + 1


def days_in_year(year: int) -> int:
    """The days of a year of a calendar in which every 4,000th year is an ordinary one."""
    if year % 4_000 == 0:
        return 365
    if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
        return 366
    return 365


def weekday(year: int, month: int, day: int) -> int:
    """The day of the week, from 0 for Monday, by Zeller's congruence."""
    if month < 3:
        month += 12
        year -= 1
    century, rest = divmod(year, 100)
    number = day + 13 * (month + 1) // 5 + rest + rest // 4 + century // 4 + 5 * century
    return (number + 5) % 7


def largest(one: float, other: float) -> float:
    """The larger of two numbers."""
    if one > other:
        return one
    return other


def sign(x: float) -> int:
    """1, 0 or -1."""
    if x > 0:
        return 1
    if x == 0:
        return 0
    return -1


def hypotenuse(x: float, y: float) -> float:
    """The length of the longest side of a right triangle."""
    return math.sqrt(x * x + y * y)


def beats(mine: int, other: int) -> bool:
    """Whether my points are more than the other's."""
    return mine > other


def boxes_needed(items: int) -> int:
    """How many boxes of seven hold the items."""
    return math.ceil(items / 7)


def average_mark(first: int, second: int) -> int:
    """The mean of two marks, its fraction cut."""
    return int((first + second) / 2)


def cents(amount: float) -> int:
    """An amount of money in cents, its fraction cut."""
    return int(amount * 100)


def lcm(a: int, b: int) -> int:
    """The least common multiple; 0 where one of them is 0."""
    if a == 0 or b == 0:
        return 0
    x, y = abs(a), abs(b)
    while y:
        x, y = y, x % y
    return abs(a) // x * abs(b)


def majority(a: bool, b: bool, c: bool) -> bool:
    """Whether two of three agree to something."""
    if a:
        return b or c
    return b and c


def popcount(number: int) -> int:
    """The number of ones among the binary digits of a number that is not negative."""
    count = 0
    while number > 0:
        count += number & 1
        number >>= 1
    return count


def collatz_steps(number: int) -> int:
    """How many steps of Collatz's rule lead from a positive number to 1."""
    steps = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


def binomial(n: int, k: int) -> int:
    """In how many ways k of n things can be chosen."""
    if k > n:
        return 0
    result = 1
    for place in range(k):
        result = result * (n - place) // (place + 1)
    return result


def fibonacci(n: int) -> int:
    """The Fibonacci number of that index."""
    before, number = 1, 0
    for _ in range(n):
        before, number = number, before + number
    return number


def digit_sum(number: int) -> int:
    """The sum of the decimal digits."""
    rest = abs(number)
    total = 0
    while rest:
        total += rest % 10
        rest //= 10
    return total


def tax(income: float) -> float:
    """An income tax with four brackets."""
    total = 0.0
    for lower, upper, rate in ((10_000, 30_000, 0.1), (30_000, 80_000, 0.25), (80_000, math.inf, 0.4)):
        if income > lower:
            total += (min(income, upper) - lower) * rate
    return total

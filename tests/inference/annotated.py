"""Functions whose annotations say what type hints cannot."""

import threading

from genmorph.domain import arg, bools, cc_example, dicts, floats, ints, objs, optionals, require, texts, uuids

UNIT = floats(-100, 100)


@arg("x", UNIT)
@arg("low", UNIT)
@arg("high", UNIT)
@require(lambda low, high: low < high)
def clip(x, low, high):
    """Fails where its condition does not hold."""
    if low >= high:
        raise AssertionError
    if x < low:
        return low
    return min(x, high)


@arg("n", ints(0, 9))
@arg("factor", ints(1, 9))
def scaled(n, factor=-3):
    return n * factor


@arg("prices", dicts(texts("abc", 1, 2), ints(1, 100), min_size=1))
@arg("times", ints(1, 9))
def total(prices, times):
    """Uses up what it is given."""
    result = 0
    while prices:
        result += prices.popitem()[1] * times
    return result


class Account:
    @arg("balance", ints(0, 1000))
    @arg("is_open", bools())
    @require("is_open or balance == 0")
    def __init__(self, balance, is_open=True):
        if balance and not is_open:
            raise AssertionError
        self.balance = balance

    @arg("amount", ints(0, 1000))
    def deposit(self, amount):
        self.balance += amount
        return self.balance

    @staticmethod
    def fee(amount: int):
        return amount // 10


@cc_example(3, unit="m")
@cc_example(40, unit="cm")
class Pole:
    def __init__(self, length, unit):
        self.length = length * {"m": 100, "cm": 1}[unit]

    @arg("depth", ints(0, 50))
    def above_ground(self, depth):
        return self.length - depth


class Locked:
    def __init__(self, key):
        self.key = key

    def open(self, key: int):
        return key == self.key


@arg("a", ints(0, 10**6))
@arg("b", ints(0, 10**6))
@require("a % 20 == 3")
def seldom(a, b):
    return a + b


@arg("n", ints(0, 99))
@require("n > 99")
def never(n):
    return n


@arg("label", uuids())
def count(label):
    return len(str(label))


@arg("n", ints(0, 9))
@require(lambda n, log: n or log)
def logged(n, log=None):
    return n or log


def is_valid(n):
    return n <= 100


@arg("n", ints(-1000, 1000))
@require(is_valid)
@require(lambda n: n < settings["most"])
def doubled(n):
    """Fails where its condition does not hold."""
    if n > 100:
        raise AssertionError
    return 2 * n


settings = {"most": 5_000}


class Picky:
    @arg("size", ints(-9, 9))
    def __init__(self, size):
        if size < 0:
            raise ValueError("negative")
        self.size = size

    @arg("n", ints(0, 9))
    def plus(self, n):
        return self.size + n


class Guarded:
    def __init__(self):
        self.lock = threading.Lock()

    @arg("n", ints(0, 9))
    def plus(self, n):
        with self.lock:
            return n + 1


class Loop:
    @arg("parent", optionals(objs("tests.inference.annotated:Loop")))
    def __init__(self, parent):
        self.parent = parent

    @arg("n", ints(0, 9))
    def plus(self, n):
        return n + 1


@arg("n", ints(0, 9))
@require(lambda n: 1 / n)
def divided(n):
    return n


@arg("n", ints(0, 9))
@arg("scale", ints(0, 9))
def open_ended(n, **options):
    return n * options["scale"]


class Savings(Account):
    pass


class Changing:
    @arg("size", ints(0, 9))
    def __init__(self, size):
        self.size = size


class Half:
    @arg("size", ints(0, 9))
    @require("size % 2 == 0")
    def __init__(self, size):
        self.size = size

"""What an order costs."""

import textwrap

from tests.toolshop import rates
from tests.toolshop.units import scaled

DISCOUNT: int = 7
LOG = []


def make_fee(step):
    def fee(total):
        return total // step + 1

    return fee


fee = make_fee(2)


class Order:
    memory = {}  # noqa: RUF012 - what it remembers of a mutant must not stay

    def __init__(self, amount):
        self.amount = amount

    def total(self):
        self.memory.setdefault(self.amount, self.amount * rates.RATE - DISCOUNT)
        return self.memory[self.amount]

    @property
    def size(self):
        return self.amount + 2


def cost(amount):
    order = Order(abs(amount))
    shown = textwrap.shorten(str(amount), 20)
    return fee(order.total()) + order.size + scaled(amount, "k") + len(shown)


def by_rank(numbers):
    def rank(number):
        return number % 7 + 1

    return sorted(numbers, key=lambda number: rank(number) * 2)

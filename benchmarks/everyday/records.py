"""Dataclasses, named tuples and enums."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple


class Tier(Enum):
    """What a customer pays for."""

    BASIC = "basic"
    PLUS = "plus"
    PRO = "pro"


RATES = {Tier.BASIC: 5, Tier.PLUS: 12, Tier.PRO: 30}


class Point(NamedTuple):
    """A point of a plane."""

    x: int
    y: int


@dataclass(frozen=True)
class Box:
    """A box with its corner and sizes."""

    left: int
    top: int
    width: int
    height: int


@dataclass
class Item:
    """Something in a cart."""

    name: str
    price: int
    count: int


def price(tier: Tier, seats: int, yearly: bool = False) -> int:
    """What a subscription costs."""
    total = RATES[tier] * seats
    return total * 10 if yearly else total


def upgrade(tier: Tier) -> Tier:
    """The next tier, if there is one."""
    order = list(Tier)
    return order[min(order.index(tier) + 1, len(order) - 1)]


def manhattan(one: Point, other: Point) -> int:
    """The distance along a grid."""
    return abs(one.x - other.x) + abs(one.y - other.y)


def moved(box: Box, dx: int, dy: int) -> Box:
    """The box somewhere else."""
    return replace(box, left=box.left + dx, top=box.top + dy)


def contains(box: Box, point: Point) -> bool:
    """Whether a point lies in a box."""
    return 0 <= point.x - box.left < box.width and 0 <= point.y - box.top < box.height


def cart_total(items: list[Item]) -> int:
    """What is to be paid."""
    return sum(item.price * item.count for item in items)

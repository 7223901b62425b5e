"""Functions of which the tests infer relations; workers import this module, so that it imports nothing."""


def mean(xs):
    total = 0
    for x in xs:
        total += x
    return total / len(xs)


def tidy(text):
    return text.strip().lower()


def arrange(xs):
    xs.sort()


def share(whole, parts):
    if parts < 1:
        raise ValueError(parts)
    return whole // parts


def clamp(x: int, low: int, high: int) -> int:
    """x, or the bound that it passes."""
    return max(low, min(x, high))


def smallest(numbers: list[int]) -> int:
    """The least of the numbers, of which there must be one."""
    least = numbers[0]
    for number in numbers[1:]:
        if number < least:
            least = number
    return least


def refused(text: str) -> int:
    """Nothing is such a code."""
    raise ValueError(f"no code {text[:0]!r}")


def diverging(rate: float) -> list[float]:
    """Weights of a training whose steps are too large."""
    weight = 1.0 + abs(rate)
    for _ in range(12):
        weight = weight**2 * 1e10
    return [weight, weight - weight]


def postage(grams: int) -> int:
    """What a letter costs; nearly all ints are no weight of one."""
    if grams % 97:
        raise ValueError(grams)
    return 85 + abs(grams)


class Cart:
    """What is bought, less what a coupon takes off."""

    def __init__(self, coupon: int, rounding: object = round) -> None:
        self.coupon = coupon
        self.rounding = rounding

    def total(self, prices: list[int]) -> int:
        """What is to be paid."""
        return sum(prices) - self.coupon


def triangle(n: int, step: int | None = None) -> int:
    """The sum of the numbers up to n, all or in steps."""
    return sum(range(0, n + 1, step or 1))

"""Classes whose objects change, for tests of relations of several calls on one object."""

from collections import deque


class Stack:
    """Last in, first out."""

    def __init__(self) -> None:
        self._items: list[int] = []

    def push(self, x: int) -> None:
        self._items.append(x)

    def pop(self) -> int:
        return self._items.pop()

    def __len__(self) -> int:
        return len(self._items)


class Queue(Stack):
    """A stack with a fault: what comes in first goes out first."""

    def pop(self) -> int:
        return self._items.pop(0)


class Cache:
    """Forgets the key that was not used for longest."""

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"capacity must be >= 1, got {capacity}")
        self._held: dict[str, int] = {}
        self._capacity = capacity

    def put(self, key: str, value: int) -> None:
        self._held.pop(key, None)
        self._held[key] = value
        if len(self._held) > self._capacity:
            del self._held[next(iter(self._held))]

    def get(self, key: str) -> int:
        self._held[key] = value = self._held.pop(key)
        return value


class Mute:
    """Gives nothing, whatever it is asked."""

    def __init__(self):
        self._count = 0

    def poke(self, by: int):
        self._count += by

    def look(self):
        pass


class Silent:
    """Shows nothing of what it keeps."""

    def __init__(self) -> None:
        self._kept: list[int] = []

    def keep(self, x: int) -> None:
        self._kept.append(x)


class Needy:
    """Nothing says what its constructor takes."""

    def __init__(self, what) -> None:
        self.what = what

    def double(self) -> None:
        self.what += self.what


class Shared:
    """All instances share what they hold."""

    held: list[int] = []  # noqa: RUF012 - the fault

    def add(self, x: int) -> int:
        self.held.append(x)
        return len(self.held)


class Ranges:
    """Numbers between others; it is never broken."""

    def __init__(self) -> None:
        self._numbers: set[int] = set()

    def add(self, low: int, high: int) -> None:
        """Put in all numbers from one to the other."""
        self._numbers.update(range(low, high + 1), (low, high))

    def remove(self, low: int, high: int) -> None:
        """Take away all numbers from one to the other."""
        self._numbers.difference_update((*range(low, high + 1), low, high))

    def contains(self, number: int) -> bool:
        """Whether a number is there."""
        return number in self._numbers

    def is_sound(self) -> bool:
        """Whether all is as it should be."""
        return True


class Ledger:
    """Keeps what is paid for each name, and every entry."""

    def __init__(self):
        self._paid = {}
        self._entries = []

    def pay(self, name: str, amount: int) -> None:
        self._paid[name] = self._paid.get(name, 0) + amount
        self._entries.append((name, amount))

    def take_back(self, name: str, amount: int) -> None:
        self.pay(name, -amount)

    def paid(self, name: str) -> int:
        return self._paid.get(name, 0)

    def total(self) -> int:
        return sum(self._paid.values())

    def entries(self) -> list:
        return list(self._entries)


class Gate:
    """Lets as many out as came in; nobody goes out of an empty one."""

    def __init__(self):
        self.inside = 0

    def enter(self) -> None:
        self.inside += 1

    def leave(self) -> None:
        if not self.inside:
            raise ValueError("nobody is inside")
        self.inside -= 1


class Bag:
    """Shows the list that it keeps; of an empty one there is no first element."""

    def __init__(self):
        self.items = []
        self._seen = 0

    def put(self, x: int) -> None:
        self.items.append(x)
        self._seen += 1

    def drop(self) -> None:
        self.items.pop()

    def seen(self) -> int:
        return self._seen

    @property
    def first(self):
        return self.items[0]

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)


class Odd:
    """A number under names of which some cannot be written as attributes."""

    def __init__(self):
        self.__dict__ |= {"गिनती": 0, "how many": 0, "class": 0}

    def add(self, k: int) -> None:
        for name in self.__dict__:
            self.__dict__[name] += k


setattr(Odd, "pass", Odd.add)


class Tags:
    """Names that are open, as tags, and how often one was opened or closed."""

    def __init__(self):
        self.names = []
        self.changes = 0

    def open(self, name: str) -> None:
        self.names.append(f"<{name}>")
        self.changes += 1

    def close(self) -> None:
        self.names.pop()
        self.changes += 1


class Row:
    """Numbers in a row, open at both ends."""

    def __init__(self):
        self._numbers = []

    def __iter__(self):
        return iter(self._numbers)

    def __len__(self):
        return len(self._numbers)

    def append(self, x: int) -> None:
        self._numbers.append(x)

    def prepend(self, x: int) -> None:
        self._numbers.insert(0, x)

    def file(self, x: int) -> None:
        self._numbers = sorted([*self._numbers, x])

    def drop_first(self):
        return self._numbers.pop(0)

    def first(self):
        return self._numbers[0]


class Short(Row):
    """A faulty row: of four numbers the second goes."""

    def append(self, x: int) -> None:
        super().append(x)
        if len(self._numbers) == 4:
            del self._numbers[1]


class Robot:
    """Turns, and counts that."""

    def __init__(self):
        self.heading = "N"
        self.turns = 0

    def left(self) -> None:
        self._turn(-1)

    def right(self) -> None:
        self._turn(1)

    def _turn(self, quarters):
        self.heading = "NESW"[("NESW".index(self.heading) + quarters) % 4]
        self.turns += 1


class Nodes:
    """Things that are equal to nothing but themselves, by name, and the names from that which is newest."""

    def __init__(self):
        self._nodes = {}
        self.recent = deque()

    def put(self, name: str, number: int) -> None:
        self._nodes[name] = Node(number)
        self.recent.appendleft(name)

    def find(self, name: str):
        return self._nodes.get(name)


class Node:
    """A number, whose text shows it."""

    def __init__(self, number):
        self._number = number

    def __repr__(self):
        return f"Node({self._number})"


class Line:
    """First come, first served."""

    def __init__(self):
        self._waiting = []

    def join(self, x: int) -> None:
        self._waiting.append(x)

    def serve(self):
        return self._waiting.pop(0)

    def first(self):
        return self._waiting[0]


class Pushing(Line):
    """A faulty line."""

    def join(self, x: int) -> None:
        self._waiting.insert(0, x)


class Buffer:
    """Keeps the last few numbers."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.items: list[int] = []

    def put(self, x: int) -> None:
        self.items = [*self.items, x][-self.size :]

    def clear(self) -> None:
        self.items = []


class LastServed(Line):
    """A faulty line."""

    def serve(self):
        return self._waiting.pop()


class Seats:
    """Who sits where: nobody sits where another one does, or beyond the last seat."""

    def __init__(self, last: int) -> None:
        self._last = last
        self._taken: dict[int, str] = {}

    def reserve(self, seat: int, name: str) -> bool:
        if seat > self._last or seat in self._taken:
            return False
        self._taken[seat] = name
        return True

    def holder(self, seat: int) -> str | None:
        return self._taken.get(seat)

    def free(self) -> int:
        return self._last + 1 - len(self._taken)


class Refundable(Seats):
    """Seats that may be given back."""

    def cancel(self, seat: int) -> str:
        return self._taken.pop(seat)


class Overbooked(Seats):
    """Seats with a fault: whoever comes is told to have one."""

    def reserve(self, seat: int, name: str) -> bool:
        super().reserve(seat, name)
        return True


class Refusing(Seats):
    """Seats with a fault: nobody gets one, and nobody is told."""

    def reserve(self, seat, name):
        pass


class Store:
    """What is put under a key is got until it is dropped."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}

    def put(self, key: str, value: int) -> None:
        self._held[key] = value

    def get(self, key: str) -> int | None:
        return self._held.get(key)

    def drop(self, key: str) -> float | None:
        value = self._held.pop(key, None)
        return None if value is None else float(value)


class Dropping(Store):
    """A store with a fault: keys go with others that begin like them."""

    def drop(self, key: str) -> float | None:
        value = super().drop(key)
        self._held = {other: held for other, held in self._held.items() if other[:1] != key[:1]}
        return value

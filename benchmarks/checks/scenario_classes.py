"""Classes whose instances change, and of each a version with one fault: what workers load, and no more."""

from collections import OrderedDict, deque
from collections.abc import Iterator
from typing import Any

from sortedcontainers import SortedList


class Stack:
    """What came last goes first."""

    def __init__(self) -> None:
        self._items: list[int] = []

    def __len__(self) -> int:
        return len(self._items)

    def push(self, item: int) -> None:
        """Put an item on top."""
        self._items.append(item)

    def pop(self) -> int:
        """Take the top away."""
        return self._items.pop()

    def peek(self) -> int:
        """Give the top."""
        return self._items[-1]


class FaultyStack(Stack):
    """An item that is on top already is not pushed."""

    def push(self, item: int) -> None:
        """Put an item on top."""
        if not self._items or self._items[-1] != item:
            self._items.append(item)


class Queue:
    """What came first goes first: a ring of places that grows."""

    def __init__(self) -> None:
        self._ring: list[int | None] = [None, None]
        self._head = 0
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[int | None]:
        return (self._ring[(self._head + place) % len(self._ring)] for place in range(self._count))

    def enqueue(self, item: int) -> None:
        """Put an item at the end."""
        if self._count == len(self._ring):
            self._grow()
        self._ring[(self._head + self._count) % len(self._ring)] = item
        self._count += 1

    def dequeue(self) -> int | None:
        """Take the first item away."""
        if not self._count:
            raise IndexError("queue must not be empty")
        item = self._ring[self._head]
        self._head = (self._head + 1) % len(self._ring)
        self._count -= 1
        return item

    def first(self) -> int | None:
        """Give the first item."""
        if not self._count:
            raise IndexError("queue must not be empty")
        return self._ring[self._head]

    def _grow(self) -> None:
        self._ring = [*self, *[None] * self._count]
        self._head = 0


class FaultyQueue(Queue):
    """A ring that grows forgets where its first item is."""

    def _grow(self) -> None:
        self._ring = [*self._ring, *[None] * self._count]


class FaultyDeque(deque[int]):
    """The fourth item is put at the wrong end."""

    def appendleft(self, item: int) -> None:
        """Put an item at the start."""
        if len(self) == 3:
            self.append(item)
        else:
            super().appendleft(item)


class LruCache:
    """A few entries, of which that goes which was not used for longest."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._entries: OrderedDict[int, int] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def put(self, key: int, value: int) -> None:
        """Keep a value."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._capacity:
            self._entries.popitem(last=False)

    def get(self, key: int) -> int | None:
        """Give a value that is kept."""
        if key not in self._entries:
            return None
        self._entries.move_to_end(key)
        return self._entries[key]

    def clear(self) -> None:
        """Forget all."""
        self._entries.clear()

    def items(self) -> list[tuple[int, int]]:
        """The entries, from that which goes next."""
        return list(self._entries.items())


class FaultyLruCache(LruCache):
    """A full cache does not take a new value of a key that it has."""

    def put(self, key: int, value: int) -> None:
        """Keep a value."""
        if len(self._entries) < self._capacity or key not in self._entries:
            super().put(key, value)


class Multiset:
    """How often each element is there."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}

    def __len__(self) -> int:
        return sum(self._counts.values())

    def add(self, element: int) -> None:
        """Put an element in."""
        self._counts[element] = self._counts.get(element, 0) + 1

    def discard(self, element: int) -> None:
        """Take an element away once, if it is there."""
        if self._counts.get(element, 0) > 1:
            self._counts[element] -= 1
        else:
            self._counts.pop(element, None)

    def count(self, element: int) -> int:
        """How often an element is there."""
        return self._counts.get(element, 0)


class FaultyMultiset(Multiset):
    """All of an element are taken away at once."""

    def discard(self, element: int) -> None:
        """Take an element away once, if it is there."""
        self._counts.pop(element, None)


class UnionFind:
    """Numbers from 0 to 5 in groups that are joined."""

    def __init__(self) -> None:
        self._parents = list(range(6))

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return sum(self.find(item) == item for item in range(len(self._parents)))

    def find(self, item: int) -> int:
        """The number that stands for the group of another."""
        while self._parents[item] != item:
            item = self._parents[item]
        return item

    def union(self, a: int, b: int) -> None:
        """Join the groups of two numbers; the smaller one stands for both."""
        low, high = sorted((self.find(a), self.find(b)))
        self._parents[high] = low

    def connected(self, a: int, b: int) -> bool:
        """Whether two numbers are in one group."""
        return self.find(a) == self.find(b)


class FaultyUnionFind(UnionFind):
    """The numbers are joined, and not their groups."""

    def union(self, a: int, b: int) -> None:
        """Join the groups of two numbers."""
        low, high = sorted((a, b))
        self._parents[high] = low


class Account:
    """Money that is put in and taken out."""

    def __init__(self, opening: int) -> None:
        self.balance = opening
        self.entries = 0

    def deposit(self, amount: int) -> None:
        """Put money in."""
        self.balance += amount
        self.entries += 1

    def withdraw(self, amount: int) -> None:
        """Take money out that is there."""
        if amount > self.balance:
            raise ValueError(f"amount must be at most {self.balance}, got {amount}")
        self.balance -= amount
        self.entries += 1

    def is_empty(self) -> bool:
        """Whether nothing is left."""
        return self.balance == 0


class FaultyAccount(Account):
    """A fee is kept of large amounts."""

    def deposit(self, amount: int) -> None:
        """Put money in."""
        super().deposit(amount - 1 if amount >= 8 else amount)


class Matrix:
    """A square of numbers."""

    def __init__(self) -> None:
        self._rows = [[0] * 3 for _ in range(3)]

    def __iter__(self) -> Iterator[list[int]]:
        return iter(self._rows)

    def put(self, row: int, column: int, value: int) -> None:
        """Write a number."""
        self._rows[row][column] = value

    def get(self, row: int, column: int) -> int:
        """Read a number."""
        return self._rows[row][column]

    def transpose(self) -> None:
        """Exchange rows and columns."""
        self._rows = [list(column) for column in zip(*self._rows, strict=True)]

    def scale(self, factor: int) -> None:
        """Multiply all numbers."""
        self._rows = [[factor * value for value in row] for row in self._rows]

    def trace(self) -> int:
        """The sum of the diagonal."""
        return sum(self._rows[place][place] for place in range(3))


class FaultyMatrix(Matrix):
    """The last row is not transposed."""

    def transpose(self) -> None:
        """Exchange rows and columns."""
        super().transpose()
        self._rows[2][0] = self._rows[0][2]


class Polynomial:
    """Coefficients by exponent, without zeros."""

    def __init__(self) -> None:
        self._terms: dict[int, int] = {}

    def add(self, exponent: int, coefficient: int) -> None:
        """Add a term."""
        value = self._terms.get(exponent, 0) + coefficient
        if value:
            self._terms[exponent] = value
        else:
            self._terms.pop(exponent, None)

    def value(self, x: int) -> int:
        """The value for a number."""
        return sum(coefficient * x**exponent for exponent, coefficient in self._terms.items())

    def negate(self) -> None:
        """Make it the opposite."""
        self._terms = {exponent: -coefficient for exponent, coefficient in self._terms.items()}

    def differentiate(self) -> None:
        """Make it its derivative."""
        self._terms = {
            exponent - 1: exponent * coefficient for exponent, coefficient in self._terms.items() if exponent
        }

    def degree(self) -> int:
        """The largest exponent; -1 where all is zero."""
        return max(self._terms, default=-1)

    def coefficients(self) -> dict[int, int]:
        """The coefficients by exponent."""
        return dict(sorted(self._terms.items()))


class FaultyPolynomial(Polynomial):
    """A constant keeps its sign."""

    def negate(self) -> None:
        """Make it the opposite."""
        self._terms = {exponent: -value if exponent else value for exponent, value in self._terms.items()}


class IntervalSet:
    """Numbers as intervals that do not touch."""

    def __init__(self) -> None:
        self._intervals: list[tuple[int, int]] = []

    def __len__(self) -> int:
        return sum(high - low + 1 for low, high in self._intervals)

    def add(self, low: int, high: int) -> None:
        """Put in all numbers from `low` to `high`."""
        if low > high:
            raise ValueError(f"low must be at most {high}, got {low}")
        apart = [one for one in self._intervals if one[1] < low - 1 or one[0] > high + 1]
        near = [one for one in self._intervals if one not in apart]
        joined = min([low, *(one[0] for one in near)]), max([high, *(one[1] for one in near)])
        self._intervals = sorted([*apart, joined])

    def remove(self, low: int, high: int) -> None:
        """Take away all numbers from `low` to `high`."""
        if low > high:
            raise ValueError(f"low must be at most {high}, got {low}")
        parts = [
            part
            for one in self._intervals
            for part in ((one[0], min(one[1], low - 1)), (max(one[0], high + 1), one[1]))
        ]
        self._intervals = [part for part in parts if part[0] <= part[1]]

    def contains(self, number: int) -> bool:
        """Whether a number is there."""
        return any(low <= number <= high for low, high in self._intervals)

    def intervals(self) -> list[tuple[int, int]]:
        """The intervals in order."""
        return list(self._intervals)


class FaultyIntervalSet(IntervalSet):
    """The end of what is taken away stays."""

    def remove(self, low: int, high: int) -> None:
        """Take away all numbers from `low` to `high`."""
        if low < high:
            super().remove(low, high - 1)
        else:
            super().remove(low, high)


class Trie:
    """Words by their characters."""

    def __init__(self) -> None:
        self._root: dict[str, Any] = {}

    def insert(self, word: str) -> None:
        """Put a word in."""
        node = self._root
        for character in word:
            node = node.setdefault(character, {})
        node[""] = {}

    def remove(self, word: str) -> None:
        """Take a word away, if it is there."""
        path = [self._root]
        for character in word:
            if character not in path[-1]:
                return
            path.append(path[-1][character])
        path[-1].pop("", None)
        for node, character in reversed(list(zip(path, word, strict=False))):
            if not node[character]:
                del node[character]

    def contains(self, word: str) -> bool:
        """Whether a word is there."""
        node = self._root
        for character in word:
            if character not in node:
                return False
            node = node[character]
        return "" in node

    def words(self) -> list[str]:
        """All words in order."""
        found, waiting = [], [("", self._root)]
        while waiting:
            prefix, node = waiting.pop()
            found += [prefix] if "" in node else []
            waiting += [(prefix + character, after) for character, after in node.items() if character]
        return sorted(found)


class FaultyTrie(Trie):
    """Words that begin like one that is taken away go with it."""

    def remove(self, word: str) -> None:
        """Take a word away, if it is there."""
        for other in self.words():
            if other.startswith(word):
                super().remove(other)


class PriorityQueue:
    """A heap: what is least goes first."""

    def __init__(self) -> None:
        self._heap: list[int] = []

    def __len__(self) -> int:
        return len(self._heap)

    def push(self, item: int) -> None:
        """Put an item in."""
        heap, place = self._heap, len(self._heap)
        heap.append(item)
        while place and heap[place] < heap[(place - 1) // 2]:
            heap[place], heap[(place - 1) // 2] = heap[(place - 1) // 2], heap[place]
            place = (place - 1) // 2

    def pop(self) -> int:
        """Take the least item away."""
        heap = self._heap
        least, last = heap[0], heap.pop()
        if heap:
            heap[0] = last
            self._sift_down()
        return least

    def least(self) -> int:
        """Give the least item."""
        return self._heap[0]

    def drained(self) -> list[int]:
        """All items in the order in which they go; the queue is empty afterwards."""
        return [self.pop() for _ in range(len(self))]

    def _sift_down(self) -> None:
        heap, place = self._heap, 0
        while children := range(2 * place + 1, min(2 * place + 3, len(heap))):
            child = min(children, key=heap.__getitem__)
            if heap[place] <= heap[child]:
                break
            heap[place], heap[child] = heap[child], heap[place]
            place = child


class FaultyPriorityQueue(PriorityQueue):
    """An item that is the least is not moved to the top, if it comes to a full level."""

    def push(self, item: int) -> None:
        """Put an item in."""
        if len(self) == 3:
            self._heap.append(item)
        else:
            super().push(item)


class FaultyOrderedDict(OrderedDict[int, int]):
    """A default takes the place of the value that is there."""

    def setdefault(self, key: int, default: int) -> int:
        """Give the value of a key, which gets this one if it has none."""
        self[key] = default
        return default


class FaultySortedList(SortedList):  # type: ignore[misc]
    """A value that is there already is not added."""

    def add(self, value: int) -> None:
        """Put a value in its place."""
        if value not in self:
            super().add(value)

"""Six functions on lists, as Apache Commons Lang's `ArrayUtils` and Guava's classes of primitives document them.

Each is whole in itself, because only the function itself is mutated.
"""


def is_sorted(values: list[int]) -> bool:
    """Whether no value is greater than the next; fewer than two values are sorted.

    >>> is_sorted([1, 2, 2]), is_sorted([2, 1])
    (True, False)
    """
    if len(values) < 2:
        return True
    previous = values[0]
    for index in range(1, len(values)):
        current = values[index]
        if previous > current:
            return False
        previous = current
    return True


def index_of(values: list[bool], target: list[bool]) -> int:
    """The first position at which all of `target` stands in `values`, or -1; an empty target stands at 0.

    >>> index_of([True, False, False], [False]), index_of([True], [False])
    (1, -1)
    """
    for start in range(len(values) - len(target) + 1):
        for offset in range(len(target)):
            if values[start + offset] != target[offset]:
                break
        else:
            return start
    return -1


def join(separator: str, values: list[bool]) -> str:
    """The values as `true` and `false` with the separator between them.

    >>> join("-", [False, True, False])
    'false-true-false'
    """
    joined = ""
    for index, value in enumerate(values):
        if index > 0:
            joined += separator
        joined += "true" if value else "false"
    return joined


def mean_of(values: list[int]) -> float:
    """The arithmetic mean, corrected with each value as in Guava's `Stats.meanOf`; raises ValueError for none.

    >>> mean_of([1, 2, 4, 5])
    3.0
    """
    if len(values) == 0:
        raise ValueError(f"values must not be empty, got {values!r}")
    mean = float(values[0])
    for index in range(1, len(values)):
        mean += (values[index] - mean) / (index + 1)
    return mean


def minimum(values: list[int]) -> int:
    """The least of the values; raises ValueError for none.

    >>> minimum([3, -1, 2])
    -1
    """
    if len(values) == 0:
        raise ValueError(f"values must not be empty, got {values!r}")
    least = values[0]
    for index in range(1, len(values)):
        if values[index] < least:
            least = values[index]
    return least


def sort_range(values: list[int], start: int, end: int) -> None:
    """Sorts the bytes from `start` to before `end` in place, with each byte of -128 to 127 taken as unsigned.

    Raises ValueError where the two are no range of the list.

    >>> values = [7, -1, 3, 0]
    >>> sort_range(values, 0, 3)
    >>> values
    [3, 7, -1, 0]
    """
    if start < 0 or end > len(values):
        raise ValueError(f"start and end must lie in 0..{len(values)}, got {start!r} and {end!r}")
    if start > end:
        raise ValueError(f"start must be <= end, got {start!r} and {end!r}")
    for index in range(start + 1, end):
        value = values[index]
        gap = index
        while gap > start and values[gap - 1] & 0xFF > value & 0xFF:
            values[gap] = values[gap - 1]
            gap -= 1
        values[gap] = value

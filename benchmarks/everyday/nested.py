"""Lists of tuples and lists of lists."""


def merge_intervals(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Overlapping intervals joined."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted((min(pair), max(pair)) for pair in intervals):
        if merged and low <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], high)
        else:
            merged.append((low, high))
    return merged


def perimeter(points: list[tuple[float, float]]) -> float:
    """The length around a polygon."""
    ends = zip(points, points[1:] + points[:1], strict=True)
    return sum(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for (x, y), (u, v) in ends)


def degrees(edges: list[tuple[int, int]]) -> dict[int, int]:
    """How many edges each node of a graph has."""
    counts: dict[int, int] = {}
    for edge in edges:
        for node in edge:
            counts[node] = counts.get(node, 0) + 1
    return counts

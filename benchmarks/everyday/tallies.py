"""Dicts and sets."""


def word_counts(text: str) -> dict[str, int]:
    """How often each word occurs."""
    counts: dict[str, int] = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts


def merge_counts(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """Counts added up by key."""
    merged = dict(one)
    for key, count in other.items():
        merged[key] = merged.get(key, 0) + count
    return merged


def invert(mapping: dict[str, int]) -> dict[int, list[str]]:
    """The keys of each value, in order."""
    inverted: dict[int, list[str]] = {}
    for key in sorted(mapping):
        inverted.setdefault(mapping[key], []).append(key)
    return inverted


def jaccard(one: set[int], other: set[int]) -> float:
    """The share of common elements; two empty sets are alike."""
    return len(one & other) / len(one | other) if one | other else 1.0


def missing(needed: frozenset[str], there: frozenset[str]) -> frozenset[str]:
    """What is needed and not there."""
    return needed - there


def group_by_length(words: list[str]) -> dict[int, set[str]]:
    """Words by their lengths."""
    groups: dict[int, set[str]] = {}
    for word in words:
        groups.setdefault(len(word), set()).add(word)
    return groups

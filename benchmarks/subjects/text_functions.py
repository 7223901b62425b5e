"""Seven functions on texts, as Apache Commons Lang's `StringUtils` and Guava's `Strings` and `Ascii` document them.

Each is whole in itself, because only the function itself is mutated.
"""


def abbreviate(text: str, marker: str, offset: int, max_width: int) -> str:
    """The text in at most `max_width` characters, with `marker` where it was cut; what is kept begins at `offset`.

    An offset within a marker and one more character of the start keeps the start, one that leaves room behind the end
    keeps the end. An empty marker keeps the first `max_width` characters, and all of them for none. Raises ValueError
    where the width has no room for the markers and a character.

    >>> abbreviate("abcdefghijklmno", "...", 6, 10)
    '...ghij...'
    """
    if not marker and max_width > 0:
        return text[:max_width]
    if not text or not marker:
        return text
    least = len(marker) + 1
    if max_width < least:
        raise ValueError(f"max_width must be >= {least}, got {max_width!r}")
    if len(text) <= max_width:
        return text
    room = max_width - len(marker)
    if offset > len(text) - room:
        offset = len(text) - room
    if offset <= least:
        return text[:room] + marker
    if max_width < least + len(marker):
        raise ValueError(f"max_width must be >= {least + len(marker)} beyond offset {least}, got {max_width!r}")
    if offset + room < len(text):
        return marker + text[offset : offset + room - len(marker)] + marker
    return marker + text[offset:]


def capitalize(text: str) -> str:
    """The text with its first character in title case, where that is one character, and all others as they were.

    >>> capitalize("cAt"), capitalize("'cat'"), capitalize("ßa")
    ('CAt', "'cat'", 'ßa')
    """
    if not text:
        return text
    first = text[0]
    title = first.title()
    if title == first or len(title) > 1:
        return text
    return title + text[1:]


def center(text: str, size: int, pad: str) -> str:
    """The text in the middle of `size` characters, with `pad` repeated on both sides; an empty pad is a space.

    Where the sides cannot be equal, the right one is longer.

    >>> center("a", 4, "yz")
    'yayz'
    """
    if not pad:
        pad = " "
    pads = size - len(text)
    if pads <= 0:
        return text
    left = right = ""
    for index in range(pads // 2):
        left += pad[index % len(pad)]
    for index in range(pads - pads // 2):
        right += pad[index % len(pad)]
    return left + text + right


def difference(first: str, second: str) -> str:
    """What is left of the second text from where it begins to differ from the first.

    >>> difference("i am a machine", "i am a robot")
    'robot'
    """
    start = 0
    while start < len(first) and start < len(second):
        if first[start] != second[start]:
            break
        start += 1
    return second[start:]


def pad_start(text: str, min_length: int, pad: str) -> str:
    """The text with the character `pad` before it as often as `min_length` characters need.

    >>> pad_start("7", 3, "0"), pad_start("2010", 3, "0")
    ('007', '2010')
    """
    if len(text) >= min_length:
        return text
    padded = ""
    for _ in range(len(text), min_length):
        padded += pad
    return padded + text


def repeat(text: str, count: int) -> str:
    """The text `count` times, made by doubling what is there; raises ValueError for a negative count.

    >>> repeat("hey", 3)
    'heyheyhey'
    """
    if count < 0:
        raise ValueError(f"count must be >= 0, got {count!r}")
    if count == 0:
        return ""
    size = len(text) * count
    repeated = text
    while len(repeated) < size - len(repeated):
        repeated += repeated
    return repeated + repeated[: size - len(repeated)]


def truncate(text: str, max_length: int, indicator: str) -> str:
    """The text cut to `max_length` characters, the last of which are then `indicator`; one that fits stays.

    Raises ValueError where the indicator is longer than that, whatever the text.

    >>> truncate("foobar", 5, "..."), truncate("foobar", 7, "...")
    ('fo...', 'foobar')
    """
    kept = max_length - len(indicator)
    if kept < 0:
        raise ValueError(f"max_length must be >= {len(indicator)}, the length of indicator, got {max_length!r}")
    if len(text) <= max_length:
        return text
    truncated = ""
    for index in range(kept):
        truncated += text[index]
    return truncated + indicator

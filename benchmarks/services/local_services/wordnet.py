"""Explanations of words by topic, read from Debian's WordNet."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path("/usr/share/wordnet")
LEADING_REMARK = re.compile(r"^\([^)]*\) *")  # often the topic itself, as in "(baseball) ..."
FOURTHS_HELD_OUT = 1


@dataclass(frozen=True)
class Topic:
    """Which synsets belong to a topic: those of files, of domains, or below others."""

    files: tuple[int, ...] = ()
    domains: tuple[str, ...] = ()
    below: tuple[str, ...] = ()  # words, meant in their first sense as nouns
    unseen_below: tuple[str, ...] = ()  # in the topic, but never learnt from


TOPICS = {
    "/Arts & Entertainment": Topic(
        domains=("music", "art", "performing_arts", "photography", "architecture"),
        below=("music", "musical_instrument", "musician", "dance", "painting", "play", "movie", "actor"),
    ),
    "/Computers & Electronics": Topic(
        domains=("computer_science", "electronics", "computer", "telecommunication"),
        below=("computer", "software", "electronic_equipment", "computer_circuit"),
    ),
    "/Finance": Topic(files=(21,), domains=("finance", "commerce", "banking", "economics")),
    "/Food & Drink": Topic(files=(13,), domains=("cooking", "cookery")),
    "/Health": Topic(
        domains=("medicine", "pathology", "psychiatry", "anatomy", "physiology"),
        below=("disease", "symptom", "medicine", "surgery", "injury"),
    ),
    "/Law & Government": Topic(domains=("law", "government", "politics", "crime"), below=("crime", "lawyer")),
    "/Military": Topic(domains=("military", "navy"), below=("weapon", "soldier", "military_action")),
    "/Pets & Animals": Topic(files=(5,), unseen_below=("invertebrate", "fish", "animal_order", "bird", "reptile")),
    "/Plants": Topic(files=(20,), domains=("botany",)),
    "/Science": Topic(
        domains=("physics", "chemistry", "mathematics", "astronomy", "statistics", "geology", "genetics")
    ),
    "/Sports": Topic(
        domains=("sport", "baseball", "football", "American_football", "golf", "tennis", "basketball", "boxing"),
        below=("sport", "athlete", "ball"),
    ),
    "/Travel & Transportation": Topic(domains=("air_travel", "seafaring", "driving"), below=("vehicle", "road")),
}


@dataclass(frozen=True)
class Synset:
    """A sense of words."""

    key: str
    file: int
    words: tuple[str, ...]
    parents: tuple[str, ...]
    domains: tuple[str, ...]
    definition: str


def read_synsets() -> Iterator[Synset]:
    """All synsets of all parts of speech."""
    for part in ("noun", "verb", "adj", "adv"):
        for line in (FOLDER / f"data.{part}").read_text("latin-1").splitlines():
            if line.startswith("  "):  # the licence
                continue
            front, _, gloss = line.partition(" | ")
            offset, file, kind, number, *rest = front.split()
            words = 2 * int(number, 16)
            pointers = rest[words + 1 :]
            targets = [(pointers[i], pointers[i + 2] + pointers[i + 1]) for i in range(0, 4 * int(rest[words]), 4)]
            yield Synset(
                kind + offset,
                int(file),
                tuple(rest[:words:2]),
                tuple(target for symbol, target in targets if symbol in ("@", "@i")),
                tuple(target for symbol, target in targets if symbol == ";c"),
                LEADING_REMARK.sub("", gloss.split('; "')[0].strip()),
            )


def first_senses(words: set[str]) -> dict[str, str]:
    """The key of the most frequent sense of nouns."""
    lines = (line.split() for line in (FOLDER / "index.noun").read_text("latin-1").splitlines() if line[0] != " ")
    return {line[0]: "n" + line[-int(line[2])] for line in lines if line[0] in words}


@cache
def explanations(held_out: bool) -> dict[str, list[str]]:
    """Explanations of words of each topic and no other, to learn from or held out."""
    synsets = {synset.key: synset for synset in read_synsets()}
    heads = first_senses({word for topic in TOPICS.values() for word in topic.below + topic.unseen_below})
    found: dict[str, list[str]] = {name: [] for name in TOPICS}
    for synset in synsets.values():
        above = {synset.key}
        following = [synset]
        while following:
            parents = [synsets[key] for key in following.pop().parents if key not in above]
            above.update(parent.key for parent in parents)
            following += parents
        domains = {synsets[key].words[0] for key in synset.domains}
        names = [
            name
            for name, topic in TOPICS.items()
            if synset.file in topic.files
            or domains & set(topic.domains)
            or above & {heads[word] for word in topic.below}
        ]
        is_held_out = zlib.crc32(synset.key.encode()) % 4 < FOURTHS_HELD_OUT
        if len(names) != 1 or is_held_out != held_out:
            continue
        if held_out or not above & {heads[word] for word in TOPICS[names[0]].unseen_below}:
            found[names[0]].append(f"{synset.words[0].replace('_', ' ').capitalize()}: {synset.definition}.")
    return found

"""Applications that ask services."""

from datetime import date
from pathlib import Path

import pet_services
from pet_services import Reader, detect_labels, read_mood

PETS = {"Cat", "Dog"}


def opens(image: bytes) -> bool:
    """Right: it opens for pets, whatever else is said."""
    return any(one["Name"] in PETS and one["Confidence"] > 50 for one in detect_labels(image)["Labels"])


def first_label(path: str) -> str:
    """Takes the first of nothing."""
    return detect_labels(Path(path).read_bytes())["Labels"][0]["Name"]


def alarm(image: bytes) -> str:
    """Looks for a word that the service does not say."""
    for one in detect_labels(image)["Labels"]:
        if one["Name"] == "flame":
            return "fire"
    return "quiet"


def kind(image: bytes) -> str:
    """A clause that is always true."""
    for one in detect_labels(image)["Labels"]:
        if one["Name"] == "Plant":
            return "plant"
        if one["Name"] == "Cat" or "Dog":
            return "pet"
    return "nothing"


def certain(image: bytes) -> str:
    """A threshold that no answer reaches."""
    for one in detect_labels(image)["Labels"]:
        if one["Confidence"] > 150:
            return one["Name"]
    return "unsure"


def compost(image: bytes) -> str:
    """Misses bananas that are told to be fruit."""
    names = [one["Name"] for one in detect_labels(image)["Labels"]]
    if "Banana" in names:
        return "compost"
    return "rest"


def music(text: str) -> str:
    """Does not tell good from bad."""
    if read_mood(text).mood.magnitude > 0.5:
        return "waltz"
    return "silence"


def triage(text: str) -> str:
    """Right."""
    score = read_mood(text).mood.score
    if score > 0.2:
        return "praise"
    if score < -0.2:
        return "complaint"
    return "other"


def price(image: bytes) -> float:
    """What stands there may be no number."""
    lines = Reader().read(image)
    return float(lines[0]["line"]) if lines else 0.0


def due(text: str) -> bool:
    """Through another function."""
    return _is_bill(text.strip())


def _is_bill(text: str) -> bool:
    return any(label == "bill" for label, _ in pet_services.sort_letter(text))


def strict(image: bytes) -> str:
    """Raises on purpose."""
    labels = detect_labels(image)["Labels"]
    if not labels:
        raise ValueError("nothing is seen")
    return "pet" if labels[0]["Name"] in PETS else "other"


def version(image: bytes) -> str:
    """Reads what is not declared."""
    return detect_labels(image)["Version"]


def writes(image: bytes) -> str:
    """Changes a file."""
    Path("seen.txt").write_text(str(detect_labels(image)))
    return "written"


def deaf(image: bytes) -> int:
    """Asks nobody."""
    return len(image)


def long_name(image: bytes) -> str:
    """What no word of the source says."""
    for one in detect_labels(image)["Labels"]:
        if one["Name"].startswith("Fl") and len(one["Name"]) > 6:
            return "long"
    return "short"


ANIMAL = "Animal"


def caption(image: bytes) -> str:
    """A clause that is always true, by a name."""
    for one in detect_labels(image)["Labels"]:
        if one["Name"] == "Dog" or ANIMAL:
            return "pet"
    return "nothing"


def due_from(text: str, day: date) -> date | None:
    """Has another argument."""
    return day if _is_bill(text) else None

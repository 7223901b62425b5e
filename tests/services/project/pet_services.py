"""Services that are small and real: they look at their input, and know nothing else."""

from types import SimpleNamespace

_ABOVE = {"Banana": "Fruit", "Cat": "Animal", "Dog": "Animal"}


def detect_labels(image: bytes):
    """Pictures are texts such as `picture of Dog 3`; every fourth banana is only a fruit."""
    words = image.decode("latin1").split()
    if words[:2] != ["picture", "of"]:
        return {"Labels": []}
    name, number = words[2], int(words[3])
    names = [name, _ABOVE[name]] if name in _ABOVE else [name]
    if name == "Banana" and number % 2:
        names = ["Fruit"]
    return {"Labels": [{"Name": one, "Confidence": 90.0 - place} for place, one in enumerate(names)], "Version": "1"}


def draw(label, number, seed):
    """Pictures with a label."""
    return [f"picture of {label} {place + 100 * seed}".encode() for place in range(number)]


_GOOD = {"amazing", "excellent", "fantastic", "good", "great", "happy", "joy", "love", "lovely", "perfect", "wonderful"}
_BAD = {
    "angry",
    "awful",
    "bad",
    "disappointing",
    "disaster",
    "disgusting",
    "hate",
    "horrible",
    "sad",
    "terrible",
    "worst",
}

_NO = {"cannot", "nobody", "not"}


def read_mood(text: str):
    """Counts words that sound good or bad."""
    words = text.lower().replace(",", " ").replace(".", " ").replace("!", " ").split()
    good, bad = (sum(word in known for word in words) for known in (_GOOD, _BAD))
    score = (good - bad) / (good + bad) if good + bad else 0.0
    score = -score if _NO & set(words) else score
    return SimpleNamespace(mood=SimpleNamespace(score=score, magnitude=float(good + bad)))


def sort_letter(text: str):
    """Looks for words."""
    for label, word in (("bill", "bill"), ("invitation", "invit"), ("advert", "buy")):
        if word in text:
            return [(label, 0.9)]
    return []


class Reader:
    """A client with a method."""

    def read(self, image: bytes):
        """Each line of an image."""
        return [{"line": line} for line in image.decode("latin1").splitlines()]


def write(label, number, seed):
    """Images of a text."""
    return [f"{label}{' ' * (seed + place)}".encode("latin1", "replace") for place in range(number)]

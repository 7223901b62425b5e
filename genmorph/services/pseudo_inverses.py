"""Pseudo-inverses of services: inputs of which people agree that they have a label, made without the service."""

import csv
import io
import re
import shutil
import subprocess
import wave
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from genmorph.model import UsageError
from genmorph.services.application import Application
from genmorph.services.declared import Service
from genmorph.services.sentences import MOODS, NEGATIVE, negated, sentences
from genmorph.services.tasks import SENTIMENT_TASK, SPEECH, TEXT_DETECTION, Medium
from genmorph.settings import SERVICES
from genmorph.values.paths import split_path

_ENDS = {
    Medium.TEXT: (".txt",),
    Medium.IMAGE: (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".npy"),
    Medium.AUDIO: (".wav",),
}
DIGITS = "digits"
"""What stands in the place of a folder for the pictures of digits that scikit-learn has."""
_VOICES = ("en", "en-us", "en-gb-scotland", "en+f3", "en-us+f2", "en+m4")
_RATE = 16_000
_CASES: Sequence[Callable[[str], str]] = (str, str.upper, str.capitalize, str.lower, str.title)
"""How a text may be written that says the same."""
_NOTHING = ("", "?", "…")


@dataclass(frozen=True, slots=True)
class Example:
    """An input with its label; the label is None for an input of nothing.

    A `variant` is a way to say the label that is judged by itself, such as by a negation; "" for the usual ones.
    """

    label: str | None
    path: Path
    variant: str = ""


@dataclass(slots=True)
class Inverse:
    """Makes inputs with a label for a service, in a folder; the same ones for the same seed."""

    service: Service
    application: Application
    folder: Path
    _made: int = 0
    _array: Path | None = None
    """An example that is an array: those of nothing are like it."""

    def make(self, label: str, number: int, seed: int) -> list[Example]:
        """Inputs with a label, at most so many; none where nothing says what they look like.

        Raises:
            UsageError: What the declaration names cannot be read or called.

        """
        paths = self._paths(label, number, seed)[:number]
        self._array = next((path for path in paths if path.suffix == ".npy"), self._array)
        return [*(Example(label, path) for path in paths), *self._negated(label, number, seed)]

    def _negated(self, label: str, number: int, seed: int) -> list[Example]:
        if self.service.examples or self.service.task.name != SENTIMENT_TASK or label != NEGATIVE:
            return []
        made = negated(number, Random(f"{seed} negated"))
        return [Example(label, self._kept(one.encode(), ".txt"), "negated") for one in made]

    def nothing(self, number: int, seed: int) -> list[Example]:
        """Inputs that have no label: blank, silent or empty ones, and noise."""
        made = [Example(None, self._nothing(place, Random(seed + place))) for place in range(number)]
        return list({one.path.read_bytes(): one for one in made}.values())

    def labels(self) -> tuple[str, ...]:
        """The labels that there are examples of, where these are listed; otherwise the vocabulary."""
        source = self.service.examples
        if source == DIGITS:
            return tuple("0123456789")
        path = self.service.folder / source if source and not (split_path(source) or ("", ""))[1] else None
        if path is None:
            return self.service.labels or (MOODS if self.service.task.name == SENTIMENT_TASK else ())
        if path.is_dir():
            return tuple(sorted(one.name for one in path.iterdir() if one.is_dir()))
        return tuple(dict.fromkeys(label for label, _ in _rows(path)))

    def _paths(self, label: str, number: int, seed: int) -> list[Path]:
        source, random = self.service.examples, Random(f"{seed} {label}")
        if source == DIGITS:
            return [self._kept(one, ".npy") for one in _digits(label, number, random)]
        if (split_path(source) or ("", ""))[1]:
            return self.application.make(source, label, number, seed, self._next(""), self.service.task.medium)
        if source:
            return self._found(label, number, random)
        match self.service.task.name:
            case name if name == SENTIMENT_TASK:
                return [self._kept(one.encode(), ".txt") for one in sentences(label, number, random)]
            case name if name == TEXT_DETECTION:
                texts = [_CASES[place % len(_CASES)](label) for place in range(number)] if label.strip() else []
                return [self._kept(_rendered(text, random), ".png") for text in texts]
            case name if name == SPEECH:
                return [self._kept(_spoken(label, voice, random), ".wav") for voice in _voices(number)]
        return []

    def _found(self, label: str, number: int, random: Random) -> list[Path]:
        """Examples in a folder or a table."""
        path = self.service.folder / self.service.examples
        if path.is_dir():
            ends = _ENDS[self.service.task.medium]
            files = sorted(one for one in (path / label).glob("*") if one.suffix.lower() in ends)
            return random.sample(files, min(number, len(files)))
        texts = [text for known, text in _rows(path) if known == label]
        return [self._kept(one.encode(), ".txt") for one in random.sample(texts, min(number, len(texts)))]

    def _nothing(self, place: int, random: Random) -> Path:
        match self.service.task.medium:
            case Medium.TEXT:
                words = " ".join("".join(random.choices("bcdfgaeiou", k=5)) for _ in range(4))
                return self._kept((_NOTHING[place] if place < len(_NOTHING) else words).encode(), ".txt")
            case Medium.AUDIO:
                noise = random.randbytes(2 * _RATE) if place else bytes(2 * _RATE)
                return self._kept(_sound(noise), ".wav")
        if self._array is None:
            return self._kept(_blank(place, random), ".png")
        import numpy as np

        like = np.load(self._array)
        noise = np.random.default_rng(random.getrandbits(32)).uniform(like.min(), like.max(), like.shape)
        return self._kept((noise if place else np.zeros_like(like)).astype(like.dtype), ".npy")

    def _kept(self, content: Any, end: str) -> Path:
        path = self._next(end)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            import numpy as np

            np.save(path, content)
        return path

    def _next(self, end: str) -> Path:
        self._made += 1
        name = re.sub(r"\W", "-", self.service.function)
        path = self.folder / f"{name}-{self._made}{end}"
        if not end:
            path.mkdir()
        return path


def require_extra(module: str) -> None:
    """Raise UsageError where a package of the extra is missing."""
    if find_spec(module) is None:
        raise UsageError(f"inputs must be made by {module}, which is not installed: pip install 'genmorph[services]'")


def _rows(path: Path) -> list[tuple[str, str]]:
    """The labels and texts of a table."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"examples must be a folder, a table or a callable ({error}), got {str(path)!r}") from error
    if not rows or not {"label", "text"} <= rows[0].keys():
        raise UsageError(f"{path} must have the columns label and text, got {', '.join(rows[0]) if rows else 'no row'}")
    return [(row["label"], row["text"]) for row in rows if row["label"] is not None and row["text"] is not None]


def _digits(label: str, number: int, random: Random) -> list[Any]:
    if label not in tuple("0123456789"):
        return []
    require_extra("sklearn")
    from sklearn.datasets import load_digits

    data = load_digits()
    places = [place for place, target in enumerate(data.target) if str(target) == label]
    return [data.images[place] for place in random.sample(places, min(number, len(places)))]


def _fonts() -> Sequence[Path]:
    folders = (Path("/usr/share/fonts"), Path.home() / ".fonts", Path("/Library/Fonts"))
    names = ("DejaVu", "Liberation", "Arial", "Times", "Courier", "FreeSans", "FreeSerif")
    files = (file for folder in folders for file in sorted(folder.rglob("*.ttf")))
    return [file for file in files if file.name.startswith(names)]


def _rendered(text: str, random: Random) -> bytes:
    """A picture of a text, on a background that is a bit uneven, a bit turned and blurred."""
    require_extra("PIL")
    from PIL import Image, ImageDraw, ImageFilter, ImageFont

    fonts = _fonts()
    size = random.randint(*SERVICES.text_sizes)
    font: Any = ImageFont.truetype(str(random.choice(fonts)), size) if fonts else ImageFont.load_default(size)
    paper, ink = random.randint(*SERVICES.papers), random.randint(*SERVICES.inks)
    box = ImageDraw.Draw(Image.new("L", (1, 1))).multiline_textbbox((0, 0), text, font=font)
    picture = Image.new("L", (int(box[2]) + 2 * size, int(box[3]) + 2 * size), paper)
    ImageDraw.Draw(picture).multiline_text((size, size), text, fill=ink, font=font)
    turned = picture.rotate(
        random.uniform(-SERVICES.turned, SERVICES.turned), resample=Image.Resampling.BICUBIC, fillcolor=paper
    )
    return _png(turned.filter(ImageFilter.GaussianBlur(random.choice(SERVICES.blurs))))


def _blank(place: int, random: Random) -> bytes:
    require_extra("PIL")
    from PIL import Image

    if not place:
        return _png(Image.new("RGB", (64, 64), (255, 255, 255)))
    return _png(Image.frombytes("RGB", (64, 64), random.randbytes(64 * 64 * 3)))


def _png(picture: Any) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _voices(number: int) -> list[str]:
    return [_VOICES[place % len(_VOICES)] for place in range(number)]


def _spoken(text: str, voice: str, random: Random) -> bytes:
    """What espeak-ng says, with 16,000 numbers a second, some silence around."""
    program = shutil.which("espeak-ng")
    if program is None:
        raise UsageError("speech must be made by espeak-ng, which is not installed: apt-get install espeak-ng")
    speed, pitch = random.randint(*SERVICES.words_a_minute), random.randint(*SERVICES.pitches)
    words = [program, "-v", voice, "-s", str(speed), "-p", str(pitch), "--stdout"]
    spoken = subprocess.run([*words, "--", text], capture_output=True, check=True).stdout  # noqa: S603 - a text to be said
    with wave.open(io.BytesIO(spoken)) as sound:
        rate, frames = sound.getframerate(), sound.readframes(sound.getnframes())
    silence = bytes(2 * (_RATE // 3))
    return _sound(silence + _resampled(frames, rate) + silence)


def _resampled(frames: bytes, rate: int) -> bytes:
    import numpy as np

    given = np.frombuffer(frames[: len(frames) // 2 * 2], dtype="<i2")
    places = np.linspace(0, len(given) - 1, max(1, len(given) * _RATE // rate))
    taken: bytes = np.interp(places, np.arange(len(given)), given).astype("<i2").tobytes()
    return taken


def _sound(frames: bytes) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(_RATE)
        sound.writeframes(frames)
    return file.getvalue()

"""Pictures of text and recordings of speech, as a user of the applications would make them."""

import io
import subprocess
import textwrap
from itertools import product

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

FONTS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSans-Bold.ttf",
    "/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf",
)
VOICES = ("en-us", "en-us+f2", "en-us+f3", "en-us+m3", "en-us+m5", "en-gb", "en-gb+f4", "en-gb-x-rp")
SPEEDS = (130, 160)  # words a minute
COLUMNS = 40  # characters of a line before it is broken


def scan(text: str, number: int = 4) -> list[bytes]:
    """Pictures of a text in different fonts and sizes, slightly blurred, as PNG files."""
    rng = np.random.default_rng(7)
    lines = "\n".join(textwrap.fill(line, COLUMNS) for line in text.splitlines())
    pictures = []
    for position in range(number):
        font = ImageFont.truetype(FONTS[position % len(FONTS)], int(rng.integers(24, 44)))
        right, bottom = ImageDraw.Draw(Image.new("L", (1, 1))).multiline_textbbox((0, 0), lines, font=font)[2:]
        picture = Image.new("RGB", (int(right) + 60, int(bottom) + 60), (int(rng.integers(215, 256)),) * 3)
        ImageDraw.Draw(picture).multiline_text((30, 30), lines, font=font, fill=(int(rng.integers(0, 60)),) * 3)
        file = io.BytesIO()
        picture.filter(ImageFilter.GaussianBlur(rng.uniform(0, 0.8))).save(file, "PNG")
        pictures.append(file.getvalue())
    return pictures


def speak(text: str) -> list[bytes]:
    """Recordings of a text by different voices and speeds, as WAV files."""
    recordings = []
    for voice, speed in product(VOICES, SPEEDS):
        command = ("espeak-ng", "-v", voice, "-s", str(speed), "--stdout", text)
        recordings.append(subprocess.run(command, capture_output=True, check=True).stdout)  # noqa: S603
    return recordings


def silence() -> bytes:
    """A second of silence, as a WAV file at 16 kHz."""
    samples = bytes(2 * 16_000)
    header = b"RIFF" + (36 + len(samples)).to_bytes(4, "little") + b"WAVEfmt " + (16).to_bytes(4, "little")
    form = (1).to_bytes(2, "little") + (1).to_bytes(2, "little") + (16_000).to_bytes(4, "little")
    form += (32_000).to_bytes(4, "little") + (2).to_bytes(2, "little") + (16).to_bytes(2, "little")
    return header + form + b"data" + len(samples).to_bytes(4, "little") + samples


def blank() -> bytes:
    """A white picture, as a PNG file."""
    file = io.BytesIO()
    Image.new("RGB", (200, 120), "white").save(file, "PNG")
    return file.getvalue()

"""Labelled pictures, drawn from the emoji of two Debian fonts."""

import io
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

FONTS = {
    "colour": Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"),
    "outline": Path("/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf"),
}
FONT_SIZE = 109  # the only size of Noto Color Emoji, whose glyphs are bitmaps
SIDE = 96

CHARACTERS = {
    "Airplane": "✈",
    "Ambulance": "🚑",
    "Apple": "🍎🍏",
    "Banana": "🍌",
    "Beer": "🍺",
    "Bicycle": "🚲",
    "Bird": "🐦🐤",
    "Book": "📖📚",
    "Bottle": "🍾🍼",
    "Box": "📦",
    "Bread": "🍞",
    "Bus": "🚌🚎",
    "Cake": "🍰🎂",
    "Camera": "📷",
    "Car": "🚗🚙",
    "Carrot": "🥕",
    "Cat": "🐈🐱",
    "Cheese": "🧀",
    "Coffee": "☕",
    "Corn": "🌽",
    "Dog": "🐕🐶",
    "Fire engine": "🚒",
    "Fish": "🐟🐠",
    "Flame": "🔥",
    "Guitar": "🎸",
    "Hamburger": "🍔",
    "Horse": "🐎🐴",
    "Laptop": "💻",
    "Lemon": "🍋",
    "Leopard": "🐆",
    "Mobile phone": "📱",
    "Newspaper": "📰",
    "Orange": "🍊",
    "Pizza": "🍕",
    "Shoe": "👞",
    "Strawberry": "🍓",
    "Taxi": "🚕",
    "Television": "📺",
    "Tiger": "🐅",
    "Tin can": "🥫",
    "Tomato": "🍅",
    "Train": "🚆",
    "Tree": "🌳🌲",
    "Truck": "🚚🚛",
    "Wine": "🍷",
    "Wolf": "🐺",
}
UNSEEN = {"Fish": "🐡", "Train": "🚄"}  # drawn as well, but never learnt from
CATEGORIES = {
    "Animal": ("Bird", "Cat", "Dog", "Fish", "Horse", "Leopard", "Tiger", "Wolf"),
    "Drink": ("Beer", "Coffee", "Wine"),
    "Electronic device": ("Camera", "Laptop", "Mobile phone", "Television"),
    "Food": (
        "Apple", "Banana", "Bread", "Cake", "Carrot", "Cheese", "Corn", "Hamburger", "Lemon", "Orange", "Pizza",
        "Strawberry", "Tomato",
    ),
    "Fruit": ("Apple", "Banana", "Lemon", "Orange", "Strawberry"),
    "Packaging": ("Bottle", "Box", "Tin can"),
    "Vegetable": ("Carrot", "Corn", "Tomato"),
    "Vehicle": ("Airplane", "Ambulance", "Bicycle", "Bus", "Car", "Fire engine", "Taxi", "Train", "Truck"),
}  # fmt: skip


@dataclass(frozen=True)
class Conditions:
    """How much pictures differ from the glyph in the font."""

    rotation: float  # degrees to either side
    sizes: tuple[float, float]  # shares of the side of the picture
    blur: float  # the largest radius in pixels
    noise: float  # the largest standard deviation of grey levels
    patterned: float  # the share of pictures whose background is no single colour
    mirrored: float  # the share of pictures seen from the other side


SNAPSHOTS = Conditions(rotation=22, sizes=(0.5, 0.95), blur=1.6, noise=14, patterned=0.3, mirrored=0.3)


@cache
def glyph(character: str, font: str) -> Image.Image:
    """One character without its margins, in colours of its own or in black."""
    canvas = Image.new("RGBA", (180, 180))
    typeface = ImageFont.truetype(FONTS[font], FONT_SIZE)
    ImageDraw.Draw(canvas).text((20, 10), character, font=typeface, fill="black", embedded_color=True)
    return canvas.crop(canvas.getbbox())


def background(rng: np.random.Generator, patterned: bool) -> Image.Image:
    """One colour, or stripes or a gradient between two that are near each other."""
    first = rng.integers(130, 256, size=3)
    second = np.clip(first + rng.integers(-50, 51, size=3), 0, 255)
    across = np.linspace(0, 1, SIDE)
    if not patterned:
        shares = np.zeros((SIDE, SIDE))
    elif rng.random() < 0.5:
        shares = np.add.outer(across * rng.random(), across * rng.random())
    else:
        shares = np.add.outer(across, across * rng.uniform(-1, 1)) * rng.integers(3, 9) % 1 < 0.5
    pixels = first + shares[..., None] * (second - first)
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def render(character: str, font: str, conditions: Conditions, rng: np.random.Generator) -> Image.Image:
    """One picture of a character under the conditions."""
    shape = glyph(character, font)
    if font == "outline":
        ink = Image.new("RGBA", shape.size, tuple(int(level) for level in rng.integers(0, 90, size=3)))
        shape = Image.composite(ink, Image.new("RGBA", shape.size), shape.getchannel("A"))
    if rng.random() < conditions.mirrored:
        shape = ImageOps.mirror(shape)
    shape = shape.rotate(rng.uniform(-conditions.rotation, conditions.rotation), Image.Resampling.BICUBIC, expand=True)
    shape = ImageOps.contain(shape, (int(SIDE * rng.uniform(*conditions.sizes)),) * 2)
    picture = background(rng, bool(rng.random() < conditions.patterned))
    room = SIDE - shape.width, SIDE - shape.height
    picture.paste(shape, tuple(int(free * rng.uniform(0.2, 0.8)) for free in room), shape)
    picture = picture.filter(ImageFilter.GaussianBlur(rng.uniform(0, conditions.blur)))
    noise = rng.normal(0, rng.uniform(0, conditions.noise), size=(SIDE, SIDE, 1))
    return Image.fromarray(np.clip(np.asarray(picture) + noise, 0, 255).astype(np.uint8))


def as_png(picture: Image.Image) -> bytes:
    """The picture as the bytes of a file."""
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def draw(label: str, number: int, seed: int = 0) -> list[bytes]:
    """Different pictures of a label, or of a category's members in turn, as PNG files; others for another seed."""
    members = CATEGORIES.get(label, (label,))
    rng = np.random.default_rng([seed, zlib.crc32(label.encode())])
    pictures = []
    for position in range(number):
        member = members[position % len(members)]
        character = rng.choice(list(CHARACTERS[member] + UNSEEN.get(member, "")))
        pictures.append(as_png(render(character, rng.choice(list(FONTS)), SNAPSHOTS, rng)))
    return pictures

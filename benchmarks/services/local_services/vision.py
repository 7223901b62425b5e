"""Labels of pictures, in the shape of google.cloud.vision."""

import io
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from local_services.kept import kept
from local_services.pictures import CATEGORIES, CHARACTERS, FONTS, Conditions, background, render

SIDE = 32
CELL = 4  # pixels of a cell of the histograms
DIRECTIONS = 8
COARSE = 48  # the side of the picture in which the object is looked for
LEAST_SCORE = 0.05
MOST_LABELS = 8
PICTURES_OF_A_FONT = 24  # of each label, to learn from
STUDIO = Conditions(rotation=15, sizes=(0.6, 0.95), blur=1, noise=8, patterned=0.15, mirrored=0.3)
NOTHING = ""  # the label of pictures that show nothing known, which is never answered
FOREIGN = "☎✂☂⚽♞♥☯☢⚙⚓⚖♻☃★☾♫⌘∑§&@#%?ABEGKMRSW2358あЖΩ"  # shapes that have no label


@dataclass(frozen=True)
class EntityAnnotation:
    """A label and how sure the service is of it."""

    description: str
    score: float


@dataclass(frozen=True)
class AnnotateImageResponse:
    """What `detect_labels` answers."""

    label_annotations: list[EntityAnnotation] = field(default_factory=list)


def object_of(picture: Image.Image) -> Image.Image:
    """The part of the picture that differs from its border, or all of it."""
    coarse = picture.resize((COARSE, COARSE), Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(1))
    pixels = np.asarray(coarse, dtype=float)
    border = np.concatenate([pixels[:2], pixels[-2:], pixels[:, :2].swapaxes(0, 1), pixels[:, -2:].swapaxes(0, 1)])
    usual = np.median(border, axis=(0, 1))
    limit = max(20, 1.3 * np.quantile(np.abs(border - usual).max(axis=2), 0.9))
    differs = np.abs(pixels - usual).max(axis=2) > limit
    down, across = (np.flatnonzero(differs.sum(axis=axis) >= 2) for axis in (1, 0))
    if len(down) < 6 or len(across) < 6:
        return picture
    top, bottom, left, right = down[0], down[-1] + 1, across[0], across[-1] + 1
    half = max(bottom - top, right - left) / 2
    corners = (left + right) / 2 - half, (top + bottom) / 2 - half, (left + right) / 2 + half, (top + bottom) / 2 + half
    scale = np.array([picture.width, picture.height] * 2) / COARSE
    return picture.crop(tuple(int(place) for place in corners * scale))


def features(picture: Image.Image) -> npt.NDArray[np.float64]:
    """Histograms of the directions of edges, and colours of a coarse picture."""
    small = object_of(picture).resize((SIDE, SIDE), Image.Resampling.BOX)
    down, across = np.gradient(np.asarray(small.convert("L"), dtype=float) / 255)
    strength = np.hypot(down, across)
    direction = ((np.arctan2(down, across) % np.pi) / np.pi * DIRECTIONS).astype(int) % DIRECTIONS
    planes = np.stack([strength * (direction == number) for number in range(DIRECTIONS)])
    count = SIDE // CELL
    cells = planes.reshape(DIRECTIONS, count, CELL, count, CELL).sum(axis=(2, 4))
    cells /= np.linalg.norm(cells, axis=0) + 0.3
    colours = np.asarray(small.resize((count, count), Image.Resampling.BOX), dtype=float) / 255
    return np.concatenate([cells.ravel(), (colours - np.median(colours, axis=(0, 1))).ravel()])


def unrelated(rng: np.random.Generator) -> Image.Image:
    """A picture that shows nothing known: a background, or a shape that has no label."""
    if rng.random() < 0.3:
        return background(rng, bool(rng.random() < 0.5))
    return render(rng.choice(list(FOREIGN)), "outline", STUDIO, rng)


@kept
def classifier() -> Pipeline:
    """Learns the labels from pictures of its own."""
    rng = np.random.default_rng(2022)
    rows, labels = [], []
    for label, characters in CHARACTERS.items():
        for font in FONTS:
            for number in range(PICTURES_OF_A_FONT):
                rows.append(features(render(characters[number % len(characters)], font, STUDIO, rng)))
                labels.append(label)
    for _ in range(8 * PICTURES_OF_A_FONT):
        rows.append(features(unrelated(rng)))
        labels.append(NOTHING)
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.03, max_iter=300))
    return model.fit(np.array(rows), labels)


def detect_labels(image: bytes) -> AnnotateImageResponse:
    """The labels of a picture, best first; none where nothing known is seen."""
    picture = Image.open(io.BytesIO(image)).convert("RGB")
    model = classifier()
    scores = dict(zip(model.classes_, model.predict_proba([features(picture)])[0], strict=True))
    del scores[NOTHING]
    scores |= {category: sum(scores[member] for member in members) for category, members in CATEGORIES.items()}
    best = sorted(scores, key=lambda label: (-scores[label], label not in CATEGORIES, label))
    seen = [label for label in best if scores[label] >= LEAST_SCORE][:MOST_LABELS]
    return AnnotateImageResponse([EntityAnnotation(str(label), round(float(scores[label]), 4)) for label in seen])

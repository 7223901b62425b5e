"""Which branches of applications around services inputs reach: made for them, drawn at random, with noise, or fuzzed.

Run it as `python -m benchmarks.service_coverage`; `benchmarks/README.md` says what is measured.
"""

import io
import json
import os
import statistics
import sys
import tempfile
import wave
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import click
import numpy as np
from PIL import Image

from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from benchmarks.service_faults import FOLDER
from genmorph.services import Request, check_application
from genmorph.services.answer_shapes import TEXT
from genmorph.services.application import Application, Run
from genmorph.services.pseudo_inverses import Inverse
from genmorph.services.testing import ApplicationTest

MADE, REAL, NOISY, FUZZED = "made for branches", "real", "noisy", "fuzzed"
WORDS = [
    "river",
    "window",
    "music",
    "seven",
    "people",
    "garden",
    "market",
    "yellow",
    "train",
    "doctor",
    "winter",
    "coffee",
    "simple",
    "bridge",
    "number",
    "happy",
    "evening",
    "letter",
    "orange",
    "pocket",
    "school",
    "summer",
    "travel",
    "voice",
    "water",
]
NOISE = 0.15  # share of the range of pixels and sounds, and of the letters of a text


@click.command()
@click.option("--inputs", default=100, show_default=True, type=click.IntRange(min=1), help="Of each kind.")
@click.option("--seeds", default=1, show_default=True, type=click.IntRange(min=1))
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Applications at the same time.")
@click.option("--only", multiple=True, metavar="TEXT", help="Test applications whose names hold this; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "service_coverage.json",
    help="Where results go  [default: benchmarks/results/service_coverage.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(inputs: int, seeds: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Measure the branches of 24 small applications that four kinds of inputs reach, by coverage."""
    planted = json.loads((FOLDER / "faults.json").read_text(encoding="utf-8"))
    record = Record.open(output, {"inputs": inputs, "seeds": seeds}, fresh)
    tasks = [
        (one["application"], inputs, seed)
        for seed in range(seeds)
        for one in planted
        if (not only or any(text in one["application"] for text in only)) and not record.has(one["application"], seed)
    ]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        click.echo(f"{row['subject']:40} " + "  ".join(f"{kind} {row[kind]:.0%}" for kind in (MADE, *MAKERS)))
    record.finish(totals(record.rows))


def measure(target: str, inputs: int, seed: int) -> Row:
    """The share of the branches that each kind of inputs takes."""
    os.chdir(FOLDER)
    sys.path.insert(0, str(FOLDER))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        asked = Request(project=FOLDER / "pyproject.toml", answers=place / "answers.jsonl", calls=inputs, seed=seed)
        found = {MADE: share(check_application(target, asked).coverage)}
        for kind, make in MAKERS.items():
            found[kind] = _of_kind(target, make, inputs, place, seed)
    return {"subject": target, "seed": seed, **found}


def _of_kind(target: str, make: "Maker", inputs: int, folder: Path, seed: int) -> float:
    place = folder / make.__name__
    place.mkdir()
    with Application(target, FOLDER / "pyproject.toml", None, seed) as application:
        application.start()
        test = ApplicationTest(application, Request(project=FOLDER / "pyproject.toml"), place, lambda _: None)
        inverse = Inverse(test.services[0], application, place)
        application.call([Run(path) for path in make(inverse, inputs, Random(seed))], 10 * inputs)
        return share(application.coverage())


def share(coverage: Mapping[str, tuple[int, int]]) -> float:
    """The share of branches that were taken, in the files of applications."""
    found = [pair for file, pair in coverage.items() if "applications" in Path(file).parts]
    known = sum(known for _, known in found)
    return sum(taken for taken, _ in found) / known if known else 1.0


def real(inverse: Inverse, number: int, random: Random) -> Iterator[Path]:
    """Inputs with labels drawn at random; texts are of usual words."""
    for place in range(number):
        if inverse.service.shape.said == TEXT and not inverse.service.examples:
            label = " ".join(random.sample(WORDS, random.randint(1, 4)))
        else:
            label = random.choice(inverse.labels())
        yield from (one.path for one in inverse.make(label, 1, random.randrange(10**6) + place)[:1])


def noisy(inverse: Inverse, number: int, random: Random) -> Iterator[Path]:
    """Such inputs with noise."""
    for path in real(inverse, number, random):
        path.write_bytes(_with_noise(path, random))
        yield path


def fuzzed(inverse: Inverse, number: int, random: Random) -> Iterator[Path]:
    """Such inputs with some of their bytes replaced by others; texts keep to letters."""
    for path in real(inverse, number, random):
        content = bytearray(path.read_bytes())
        start = 0 if path.suffix == ".txt" else min(128, len(content) // 2)  # else hardly any is an image at all
        for _ in range(max(1, len(content) // 50)):
            letter = random.randrange(32, 127) if path.suffix == ".txt" else random.randrange(256)
            content[random.randrange(start, len(content))] = letter
        path.write_bytes(bytes(content))
        yield path


Maker = Callable[[Inverse, int, Random], Iterator[Path]]
MAKERS: Mapping[str, Maker] = {REAL: real, NOISY: noisy, FUZZED: fuzzed}


def _with_noise(path: Path, random: Random) -> bytes:
    rng = np.random.default_rng(random.getrandbits(32))
    match path.suffix:
        case ".txt":
            text = path.read_text(encoding="utf-8")
            kept = (random.choice(WORDS)[0] if random.random() < NOISE else letter for letter in text)
            return "".join(kept).encode()
        case ".npy":
            given = np.load(path)
            file = io.BytesIO()
            np.save(file, np.clip(given + rng.normal(0, NOISE * 16, given.shape), 0, 16))
            return file.getvalue()
        case ".wav":
            return _noisy_sound(path, rng)
    pixels = np.asarray(Image.open(path).convert("RGB"), float)
    changed = np.clip(pixels + rng.normal(0, NOISE * 255, pixels.shape), 0, 255).astype("uint8")
    file = io.BytesIO()
    Image.fromarray(changed).save(file, "PNG")
    return file.getvalue()


def _noisy_sound(path: Path, rng: np.random.Generator) -> bytes:
    with wave.open(str(path)) as sound:
        given, parameters = np.frombuffer(sound.readframes(sound.getnframes()), "<i2"), sound.getparams()
    changed = np.clip(given + rng.normal(0, NOISE * 2**15 / 4, given.shape), -(2**15), 2**15 - 1).astype("<i2")
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setparams(parameters)
        sound.writeframes(changed.tobytes())
    return file.getvalue()


def totals(rows: Sequence[Row]) -> Row:
    """The mean share of branches of each kind of inputs."""
    return {kind: round(statistics.fmean(row[kind] for row in rows), 3) for kind in (MADE, *MAKERS)}


if __name__ == "__main__":
    main()

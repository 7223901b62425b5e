"""Measures the services on inputs of their own, and whether the applications have the faults of `faults.json`."""

import importlib
import inspect
import json
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cases import CASES, CRASHES, DENIED, GLAD, PLAIN, SEED, SORRY
from inputs import scan, speak
from local_services import digits, documents, language, ocr, pictures, speech, vision
from local_services.wordnet import TOPICS

HERE = Path(__file__).parent
FAULTS = {fault["application"]: fault for fault in json.loads((HERE / "faults.json").read_text())}
ENOUGH = 0.85  # the share of its inputs that reaches a branch that is right
TOO_FEW = 0.75  # less than this share reaches a branch with a fault
SIGNS = ("NO PARKING", "Open 9 am - 5 pm", "TOTAL 12.50", "Platform 7", "History of Science", "Please close the door.")


def report(text: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def share(right: list[bool]) -> float:
    """The share that is right."""
    return sum(right) / len(right)


def measure_services() -> None:
    """Prints how often each service is right about inputs that it has not learnt from."""
    first, present = [], []
    for label in pictures.CHARACTERS:
        for picture in pictures.draw(label, 20, SEED):
            names = [found.description for found in vision.detect_labels(picture).label_annotations]
            first.append(next((name for name in names if name in pictures.CHARACTERS), "") == label)
            present.append(label in names)
    report(f"vision: the best label is right in {share(first):.2f}, the right one among all in {share(present):.2f}")
    read = [
        " ".join(line["DetectedText"] for line in ocr.detect_text(picture)["TextDetections"]) == text
        for text in SIGNS
        for picture in scan(text)
    ]
    report(f"ocr: {share(read):.2f} of plain signs read exactly")
    for name, texts, is_right in (
        ("glad", GLAD, lambda score: score >= 0.05),
        ("sorry", SORRY, lambda score: score <= -0.05),
        ("plain", PLAIN, lambda score: abs(score) < 0.05),
        ("denied", DENIED, lambda score: score <= -0.05),
    ):
        scores = [language.analyze_sentiment(text).document_sentiment.score for text in texts]
        report(f"language: {share([is_right(score) for score in scores]):.2f} of {name} sentences")
    for label in TOPICS:
        best = [documents.classify_text(text).categories[:1] for text in documents.examples(label, 40, SEED)]
        report(f"documents: {share([bool(names) and names[0].name == label for names in best]):.2f} of {label}")
    heard = [
        [alternative.transcript for result in speech.recognize(audio).results for alternative in result.alternatives]
        == [command]
        for command in speech.COMMANDS
        for audio in speak(command)
    ]
    report(f"speech: {share(heard):.2f} of commands")
    kept = [
        digits.read_digit(pixels)[0]["label"] == str(digit)
        for digit in range(10)
        for pixels in digits.examples(str(digit), 80, SEED)
    ]
    report(f"digits: {share(kept):.2f}")


def load(application: str) -> Callable[[Any], str]:
    """The function of an application, which takes the bytes of a file instead of its path."""
    module, _, name = application.partition(":")
    function = getattr(importlib.import_module(module), name)
    if list(inspect.signature(function).parameters) != ["path"]:
        return function

    def run(content: bytes) -> str:
        with tempfile.NamedTemporaryFile() as file:
            file.write(content)
            file.flush()
            return function(file.name)

    return run


def crash_line(application: str, error: Exception) -> int | None:
    """The last line of the application's module that the error went through."""
    source = Path(*application.partition(":")[0].split(".")).with_suffix(".py")
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if Path(frame.filename).match(str(source))), None)


def attempt(application: str, function: Callable[[Any], str], value: Any) -> str:
    """What the application answers; "crash" where it crashes on the line of its fault."""
    fault = FAULTS[application]
    try:
        return function(value)
    except Exception as error:
        if fault["kind"] == "crash" and crash_line(application, error) == fault["line"]:
            return "crash"
        raise


def surprises(application: str) -> Iterator[str]:
    """What is not as `faults.json` says."""
    fault = FAULTS[application]
    function = load(application)
    for case in CASES[application]:
        outcomes = [attempt(application, function, value) for value in case.inputs()]
        recall = share([outcome == case.outcome for outcome in outcomes])
        report(f"{application} -> {case.outcome}: {recall:.2f} of {len(outcomes)}{' (fault)' * case.too_few}")
        if case.too_few and fault["kind"] == "dead branch" and recall > 0:
            yield f"{application}: {case.outcome!r} is not dead"
        elif recall >= TOO_FEW if case.too_few else recall < ENOUGH:
            yield f"{application}: {recall:.2f} reach {case.outcome!r}"
    if fault["kind"] == "crash":
        outcomes = [attempt(application, function, value) for value in CRASHES[application]()]
        report(f"{application} crashes: {share([outcome == 'crash' for outcome in outcomes]):.2f} of {len(outcomes)}")
        if "crash" not in outcomes:
            yield f"{application}: no crash"


def main() -> int:
    """Prints all figures; the exit status is 1 where something is not as `faults.json` says."""
    vocabularies = {"vision": {*pictures.CHARACTERS, *pictures.CATEGORIES}, "document": set(TOPICS)}
    found = [
        f"{name}_labels.txt"
        for name, labels in vocabularies.items()
        if set((HERE / f"{name}_labels.txt").read_text().splitlines()) != labels
    ]
    if set(CASES) != set(FAULTS):
        found.append("the applications of faults.json")
    measure_services()
    for application in sorted(FAULTS):
        found += surprises(application)
    for surprise in found:
        report(f"not as expected: {surprise}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

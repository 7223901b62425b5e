"""Lines of text in pictures, in the shape of AWS Rekognition's DetectText."""

import csv
import os
import subprocess
from collections import defaultdict
from typing import Any

COMMAND = ("tesseract", "stdin", "stdout", "--psm", "6", "tsv")  # 6: one block of text, as on a sign or a receipt


def read_words(image: bytes) -> list[dict[str, str]]:
    """The rows of tesseract's table that hold a word."""
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    answer = subprocess.run(COMMAND, input=image, capture_output=True, check=True, env=environment)  # noqa: S603
    rows = csv.DictReader(answer.stdout.decode().splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [row for row in rows if row["text"] and row["text"].strip() and float(row["conf"]) >= 0]


def detect_text(image: bytes) -> dict[str, list[dict[str, Any]]]:
    """The lines of text in a picture file, from top to bottom; none where there is no text."""
    lines = defaultdict(list)
    for word in read_words(image):
        lines[word["block_num"], word["par_num"], word["line_num"]].append(word)
    return {
        "TextDetections": [
            {
                "DetectedText": " ".join(word["text"] for word in words),
                "Type": "LINE",
                "Confidence": sum(float(word["conf"]) for word in words) / len(words),
            }
            for words in lines.values()
        ]
    }

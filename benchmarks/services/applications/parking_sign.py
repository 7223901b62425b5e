"""Reads parking signs for a driver."""

from pathlib import Path

from local_services.ocr import detect_text


def may_park(path: str) -> str:
    """What a photo of a sign means for the driver."""
    detections = detect_text(Path(path).read_bytes())["TextDetections"]
    text = " ".join(found["DetectedText"] for found in detections)
    if "NO PARKING" in text:
        return "drive on"
    if "permit" in text.lower():
        return "show a permit"
    if "parking" in text.lower():
        return "park here"
    return "no sign"

"""The lines of text in a picture."""

from local_services.ocr import detect_text

LEAST_CONFIDENCE = 40


def read_lines(image: bytes) -> list[str]:
    """Lines that are read well enough, from top to bottom."""
    detections = detect_text(image)["TextDetections"]
    return [found["DetectedText"] for found in detections if found["Confidence"] >= LEAST_CONFIDENCE]

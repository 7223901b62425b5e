"""A light switch that listens."""

from pathlib import Path

from local_services.speech import recognize

LEAST_CONFIDENCE = 0.5


def command(path: str) -> str:
    """What was said in a recording, or an empty text."""
    for result in recognize(Path(path).read_bytes()).results:
        for alternative in result.alternatives:
            if alternative.confidence >= LEAST_CONFIDENCE:
                return alternative.transcript.strip().lower()
    return ""


def switch(path: str) -> str:
    """What the switch does after a recording."""
    said = command(path)
    if said in ("turn on", "lights on"):
        return "on"
    if said in ("turn off", "lights off"):
        return "off"
    return "unchanged"

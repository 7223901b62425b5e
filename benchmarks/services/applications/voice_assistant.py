"""Answers what is said at the front door."""

from local_services.speech import recognize


def answer(audio: bytes) -> str:
    """What the door does after a recording."""
    response = recognize(audio)
    said = response.results[0].alternatives[0].transcript
    if said == "open the door":
        return "open"
    if said == "close the door":
        return "close"
    if said == "what time is it":
        return "tell the time"
    return "say that again"

"""A music player that listens."""

from local_services.speech import recognize

STARTERS = ("Play music", "next song")


def react(audio: bytes) -> str:
    """What the player does after a recording."""
    results = recognize(audio).results
    if not results or not results[0].alternatives:
        return "keep on"
    said = results[0].alternatives[0].transcript
    if said in STARTERS:
        return "play"
    if said == "stop":
        return "stop"
    if said in ("louder", "volume down"):
        return "change the volume"
    return "keep on"

"""The forms in which applications take an image, a text or a sound."""

import io
from pathlib import Path
from typing import Any

from genmorph.services.tasks import Medium


def as_picture(path: Path) -> Any:
    """Open a picture."""
    from PIL import Image

    picture = Image.open(path)
    picture.load()
    return picture


def as_array(path: Path) -> Any:
    """Read an array, or the numbers of a picture or a sound."""
    import numpy as np

    if path.suffix == ".npy":
        return np.load(path, allow_pickle=False)
    if path.suffix == ".wav":
        import wave

        with wave.open(str(path)) as sound:
            return np.frombuffer(sound.readframes(sound.getnframes()), dtype=np.int16)
    return np.asarray(as_picture(path))


def given_as(form: str, path: Path) -> Any:
    """Make what an application takes of the file of an input."""
    match form:
        case "text":
            return path.read_text(encoding="utf-8")
        case "path":
            return str(path)
        case "Path":
            return path
        case "bytes":
            return path.read_bytes()
        case "file":
            return io.BytesIO(path.read_bytes())
        case "messages":
            return [{"role": "user", "content": path.read_text(encoding="utf-8")}]
        case "picture":
            return as_picture(path)
    return as_array(path)


ARRAYS = ".npy"
"""The end of files that hold an array and no picture."""
_USUAL = {
    Medium.TEXT: ("text", "path", "Path", "messages"),
    Medium.IMAGE: ("path", "bytes", "picture", "array", "Path", "file"),
    Medium.AUDIO: ("path", "bytes", "Path", "file", "array"),
}
_HINTED = {
    "bytes": "bytes",
    "bytearray": "bytes",
    "Path": "Path",
    "pathlib.Path": "Path",
    "PIL.Image.Image": "picture",
    "Image.Image": "picture",
    "Image": "picture",
    "np.ndarray": "array",
    "numpy.ndarray": "array",
    "ndarray": "array",
    "BinaryIO": "file",
    "IO": "file",
    "BytesIO": "file",
    "io.BytesIO": "file",
}
_PATH_WORDS = ("path", "file", "filename")


def forms_for(medium: Medium, end: str, name: str, hint: str) -> tuple[str, ...]:
    """The forms to try for a parameter, by what its hint and its name say, the likeliest first.

    >>> forms_for(Medium.IMAGE, ".png", "picture", "bytes")
    ('bytes',)
    >>> forms_for(Medium.IMAGE, ".png", "image", "")[0], forms_for(Medium.TEXT, ".txt", "path", "str")
    ('path', ('path', 'text'))
    """
    if end == ARRAYS:
        return ("array", "path")
    first = hint.partition("[")[0].partition(" |")[0].strip("'\"")
    if first in _HINTED:
        return (_HINTED[first],)
    if first == "str":
        is_path = medium is not Medium.TEXT or bool(set(name.lower().split("_")) & set(_PATH_WORDS))
        return ("path",) if medium is not Medium.TEXT else ("path", "text") if is_path else ("text",)
    return _USUAL[medium]

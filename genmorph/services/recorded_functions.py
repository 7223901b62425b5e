"""An application with recorded answers as a function, of which relations are inferred as of any other."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

from genmorph.annotations.decorators import arg
from genmorph.annotations.definitions import define
from genmorph.domain import ints
from genmorph.model import UsageError
from genmorph.services.recorded_calls import RECORDED


def application_function(folder: str | Path) -> FunctionType:
    """Make a function of an application with recorded answers: from a label and a number to what the application gives.

    The number says which of the inputs with this label is meant: another rendering of the same text, another voice,
    another picture. That `opens(label, number + k) == opens(label, number)` says that the application keeps what it
    gives where only that changes.

    Args:
        folder: What `genmorph services test --tests` wrote beside the tests.

    Returns:
        The function. Its domain has the labels of which there are two inputs and more, and as many numbers as there are
        inputs of each.

    Raises:
        UsageError: There is no such folder, or no label with two inputs.

    >>> application_function("nowhere")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: folder must be one of recorded answers, got 'nowhere'

    """
    place = Path(folder).absolute()
    try:
        text = (place / RECORDED).read_text(encoding="utf-8")
        recorded: dict[str, Any] = json.loads(text)
        counts = Counter(one["label"] for one in recorded["cases"] if one["label"] is not None)
        name = str(recorded["function"]).rpartition(":")[2].rpartition(".")[2]
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UsageError(f"folder must be one of recorded answers, got {str(folder)!r}") from error
    labels = sorted(label for label, count in counts.items() if count > 1)
    if not labels:
        raise UsageError(f"folder must have two inputs with one label, got {str(folder)!r}")
    function = define(f"recorded_{name}", name, _written(name, place, text, labels))
    return arg("number", ints(0, min(counts[label] for label in labels) - 1))(function)


def _written(name: str, folder: Path, text: str, labels: Sequence[str]) -> str:
    """The definition. That it says which answers were recorded makes it another one where these change."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f'''import json
from functools import cache
from pathlib import Path
from typing import Literal

from genmorph.services.recorded_calls import call_recorded, recorded_others
from genmorph.values.building import build


@cache
def recorded():
    return json.loads(Path({str(folder / RECORDED)!r}).read_text(encoding="utf-8"))


def {name}(label: Literal[{", ".join(map(repr, labels))}], number: int):
    """What the application gives, by answers with this SHA-256: {digest}."""
    cases = [case for case in recorded()["cases"] if case["label"] == label]
    case, others = cases[number], recorded_others(recorded())
    made = dict(zip(others, map(build, others.values()), strict=True))
    return call_recorded(recorded(), Path({str(folder)!r}), case["input"], case["answers"], made)
'''

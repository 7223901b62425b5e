"""What services do: what they take, and whether they know a vocabulary."""

from dataclasses import dataclass
from enum import StrEnum

from genmorph.model import UsageError
from genmorph.values.labels import meant


class Medium(StrEnum):
    """What a service takes."""

    IMAGE = "image"
    TEXT = "text"
    AUDIO = "audio"


@dataclass(frozen=True, slots=True)
class Task:
    """What a service does; `has_vocabulary` says that its labels are of a fixed list."""

    name: str
    medium: Medium
    has_vocabulary: bool


TEXT_DETECTION, SENTIMENT_TASK, SPEECH = "text detection", "sentiment", "speech recognition"
TASKS = {
    task.name: task
    for task in (
        Task("image classification", Medium.IMAGE, True),
        Task("object detection", Medium.IMAGE, True),
        Task("face emotion", Medium.IMAGE, True),
        Task(TEXT_DETECTION, Medium.IMAGE, False),
        Task("document classification", Medium.TEXT, True),
        Task(SENTIMENT_TASK, Medium.TEXT, False),
        Task("entities", Medium.TEXT, True),
        Task(SPEECH, Medium.AUDIO, False),
    )
}
"""The tasks of the paper, by name."""


def task_named(name: str) -> Task:
    """The task of this name.

    Raises:
        UsageError: There is none.

    """
    if name not in TASKS:
        raise UsageError(f"task must be one of {', '.join(TASKS)}, got {name!r}{meant([name], TASKS)}")
    return TASKS[name]

"""What services do, and what they take."""

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
    """What a service does, and what it takes."""

    name: str
    medium: Medium


TEXT_DETECTION, SENTIMENT_TASK, SPEECH = "text detection", "sentiment", "speech recognition"
TASKS = {
    task.name: task
    for task in (
        Task("image classification", Medium.IMAGE),
        Task("object detection", Medium.IMAGE),
        Task("face emotion", Medium.IMAGE),
        Task(TEXT_DETECTION, Medium.IMAGE),
        Task("document classification", Medium.TEXT),
        Task(SENTIMENT_TASK, Medium.TEXT),
        Task("entities", Medium.TEXT),
        Task(SPEECH, Medium.AUDIO),
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

"""The only place that runs the subject: worker processes, their limits, and what is kept of outcomes."""

from genmorph.execution.cache import OutcomeCache, default_cache_path, require_cache_file
from genmorph.execution.janitor import Shelter
from genmorph.execution.patience import Call, Change, Patience
from genmorph.execution.pool import Workers
from genmorph.execution.process import LoadError
from genmorph.execution.recall import Recall

__all__ = [
    "Call",
    "Change",
    "LoadError",
    "OutcomeCache",
    "Patience",
    "Recall",
    "Shelter",
    "Workers",
    "default_cache_path",
    "require_cache_file",
]

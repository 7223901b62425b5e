"""The only place that runs the subject: worker processes, time limits, and a memory of outcomes."""

from genmorph.execution.memory import remember
from genmorph.execution.pool import Workers
from genmorph.execution.process import LoadError

__all__ = ["LoadError", "Workers", "remember"]

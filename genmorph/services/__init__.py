"""Code around machine-learning services: crashes, dead branches, and branches that too few of their inputs reach."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from genmorph.services.application_report import Cause, Fault, Finding, Repair, Report, Scores, Share
    from genmorph.services.declared import Service, read_services, service
    from genmorph.services.recorded_functions import application_function
    from genmorph.services.testing import Request, check_application

__all__ = [
    "Cause",
    "Fault",
    "Finding",
    "Repair",
    "Report",
    "Request",
    "Scores",
    "Service",
    "Share",
    "application_function",
    "check_application",
    "read_services",
    "service",
]
_PLACES = {
    **dict.fromkeys(("Service", "read_services", "service"), "declared"),
    "application_function": "recorded_functions",
    **dict.fromkeys(("Request", "check_application"), "testing"),
}


def __getattr__(name: str) -> Any:
    """What is exported is loaded when it is needed: modules with a decorator import nothing else."""
    if name in __all__:
        return getattr(import_module(f"genmorph.services.{_PLACES.get(name, 'application_report')}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

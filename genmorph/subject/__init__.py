"""The function under test: inspection, digest, constants, and its source inputs."""

from genmorph.subject.examples import check_examples
from genmorph.subject.inputs import all_inputs, domain_size, draw_inputs
from genmorph.subject.inspection import inspect_subject
from genmorph.subject.subject import Subject, output_kind

__all__ = ["Subject", "all_inputs", "check_examples", "domain_size", "draw_inputs", "inspect_subject", "output_kind"]

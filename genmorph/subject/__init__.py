"""The function under test: inspection, digest, constants, its faulty versions, and its source inputs."""

from genmorph.subject.digests import digest
from genmorph.subject.examples import check_examples
from genmorph.subject.faulty import inspect_faulty
from genmorph.subject.inputs import all_inputs, domain_size, draw_inputs
from genmorph.subject.inspection import inspect_subject
from genmorph.subject.subject import Subject
from genmorph.subject.targets import search_path

__all__ = [
    "Subject",
    "all_inputs",
    "check_examples",
    "digest",
    "domain_size",
    "draw_inputs",
    "inspect_faulty",
    "inspect_subject",
    "search_path",
]

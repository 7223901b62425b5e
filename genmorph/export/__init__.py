"""Relations -> files: a pytest file that runs without genmorph."""

from genmorph.export.pytest_file import TestCase, TestFile, Validity, render_tests
from genmorph.export.trial_run import know_characters, run_tests, verify_tests
from genmorph.export.writing import (
    ExportError,
    require_json_writable,
    require_page_writable,
    require_tests_writable,
    write_json,
    write_page,
    write_tests,
    write_text,
)

__all__ = [
    "ExportError",
    "TestCase",
    "TestFile",
    "Validity",
    "know_characters",
    "render_tests",
    "require_json_writable",
    "require_page_writable",
    "require_tests_writable",
    "run_tests",
    "verify_tests",
    "write_json",
    "write_page",
    "write_tests",
    "write_text",
]

"""Modules written for one test."""

import importlib
import sys
from itertools import count
from textwrap import dedent

import pytest

_HEAD = """
from genmorph.domain import *
from genmorph.domain import arg, cc_example, exclude, generator, module_test, objs, require, timeout
"""
_NUMBERS = count()


@pytest.fixture
def make(tmp_path, monkeypatch):
    """A function that writes a module with annotations at hand; it gives the module's name."""
    monkeypatch.syspath_prepend(tmp_path)
    names = []

    def make(text, head=_HEAD, name=None):
        names.append(name or f"written_{next(_NUMBERS)}")
        (tmp_path / f"{names[-1]}.py").write_text(head + dedent(text))
        importlib.invalidate_caches()
        return names[-1]

    yield make
    for name in names:
        sys.modules.pop(name, None)

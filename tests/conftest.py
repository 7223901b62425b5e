"""One Hypothesis profile and one cache of outcomes for all tests; what a test registers is gone after it."""

import os
import tempfile

import pytest
from hypothesis import settings

from genmorph.extension import unregister_kind
from genmorph.mutation.mutants import OWN_OPERATORS
from genmorph.transformations.templates import OWN_TEMPLATES
from genmorph.values.registered import OWN_KINDS

settings.register_profile("genmorph", deadline=None)  # the machines are shared
settings.load_profile("genmorph")

_cache = pytest.StashKey[tempfile.TemporaryDirectory[str]]()


def pytest_configure(config):
    """Tests never touch the user's own cache."""
    config.stash[_cache] = tempfile.TemporaryDirectory(prefix="tests-")
    os.environ["XDG_CACHE_HOME"] = config.stash[_cache].name


def pytest_unconfigure(config):
    config.stash[_cache].cleanup()


@pytest.fixture(autouse=True)
def nothing_stays_registered():
    yield
    for name in [*OWN_KINDS.values]:
        unregister_kind(name)
    for registry in (OWN_TEMPLATES, OWN_OPERATORS):
        for name in [*registry.values]:
            registry.remove(name)

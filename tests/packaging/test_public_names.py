"""Names that are loaded when they are first used are there."""

import importlib

import pytest

PUBLIC = ("genmorph", "genmorph.domain", "genmorph.extension", "genmorph.export", "genmorph.results")


@pytest.mark.parametrize("package", PUBLIC)
def test_every_public_name_is_there(package):
    module = importlib.import_module(package)
    assert [name for name in module.__all__ if getattr(module, name, None) is None] == []


@pytest.mark.parametrize("package", ["genmorph", "genmorph.export", "genmorph.results"])
def test_a_name_that_is_not_public_is_an_attribute_error(package):
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = importlib.import_module(package).nothing

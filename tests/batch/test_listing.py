"""Which modules and functions of a package are offered."""

import sys

import pytest

from genmorph.batch.surveyor import functions_of, modules_of
from genmorph.values.paths import load_module


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with a public and a private module, tests, and a subpackages that cannot be imported."""
    folder = tmp_path / "kiosk"
    (folder / "tests").mkdir(parents=True)
    (folder / "broken").mkdir()
    (folder / "__init__.py").write_text("from kiosk._inner import total\nfrom math import gcd\n")
    (folder / "_inner.py").write_text("def total(xs): return sum(xs)\ndef hidden(): pass\n")
    (folder / "prices.py").write_text(
        "import functools\nfrom kiosk._inner import total\n\ndef net(n): return n\ndef _own(n): return n\nbare = net\n"
        "@functools.cache\ndef gross(n): return n\nclass Till: pass\n"
        "class Proxy:\n    def __getattribute__(self, name): raise RuntimeError('there is no request')\n"
        "request = Proxy()\n"
    )
    (folder / "tests" / "__init__.py").write_text("")
    (folder / "broken" / "__init__.py").write_text("1 / 0\n")
    (folder / "leaving").mkdir()
    (folder / "leaving" / "__init__.py").write_text("raise SystemExit\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield "kiosk"
    for name in [name for name in sys.modules if name.partition(".")[0] == "kiosk"]:
        del sys.modules[name]


def test_the_public_modules_of_a_package_are_listed_also_those_that_cannot_be_imported(package):
    assert list(modules_of(package)) == ["kiosk", "kiosk.broken", "kiosk.leaving", "kiosk.prices"]


@pytest.mark.usefixtures("package")
def test_functions_of_a_module_are_its_own_each_once():
    assert functions_of(load_module("kiosk.prices")) == ("net", "gross")


def test_a_package_offers_what_it_has_from_its_private_modules(package):
    assert functions_of(load_module(package)) == ("total",)


def test_a_module_without_source_is_listed():
    assert {"gcd", "sqrt"} <= set(functions_of(load_module("math")))

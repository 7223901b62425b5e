"""How the subject gets into its process, and what keeps it out."""

import pytest

from genmorph.execution import LoadError
from genmorph.model import Returned, UnsupportedError


def value_of(workers, *arguments):
    (outcome,) = workers.run(None, [arguments])
    assert isinstance(outcome, Returned), outcome
    return outcome.value


def test_relative_imports_work(start, package):
    chosen = package(
        {
            "shop/tax.py": "RATE = 3\n",
            "shop/price.py": "from .tax import RATE\n\ndef subject(x):\n    return x * RATE\n",
        },
        "shop.price",
    )
    assert value_of(start(chosen), 2) == 6


def test_a_relative_path_is_one_from_the_directory_of_the_parent(start, package, monkeypatch):
    chosen = package({"shop/price.py": "def subject(x):\n    return x\n"}, "shop.price")
    monkeypatch.chdir(chosen.path[0])
    relative = type(chosen)(chosen.module, chosen.source, chosen.qualname, 1, 2, path=("",))
    assert value_of(start(relative), 2) == 2


def test_the_path_of_the_target_comes_first(start, package, tmp_path):
    (tmp_path / "colorsys.py").write_text("ONE = 1\n")
    chosen = package({"shop/price.py": "import colorsys\n\ndef subject(x):\n    return colorsys.ONE\n"}, "shop.price")
    assert value_of(start(chosen), 2) == 1


def test_a_source_is_executed_as_a_module_that_can_be_inspected(start):
    source = """
        import dataclasses, inspect, sys

        @dataclasses.dataclass
        class Point:
            x: "int"

        def subject(x):
            assert sys.modules[__name__].subject is subject and __name__ != "__main__"
            return len(inspect.getsource(subject).splitlines()) + Point(x).x
    """
    assert value_of(start(source), 10) == 13


def test_a_bare_interpreter_loads_the_subject(start):
    source = """
        import os, sys

        def subject(x):
            own = [name for name in sys.modules if name.partition(".")[0] in ("genmorph", "numpy")]
            inherited = [n for n in range(3, 100) if os.path.exists(f"/dev/fd/{n}") and os.get_inheritable(n)]
            return len(own) + len(os.listdir()) + len(sys.argv[1:]) + len(inherited)
    """
    assert value_of(start(source), 1) == 0


def test_the_hash_seed_decides_the_order_of_sets(start):
    source = "def subject(x): return hash('word')"
    values = [value_of(start(source, hash_seed=seed), 1) for seed in (0, 1, 1)]
    assert values[0] != values[1] == values[2]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise OSError('no\\nnever')", "OSError: no"),
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("import sys; sys.exit(2)", "SystemExit: 2"),
        ("import os; os._exit(2)", "exited with status 2"),
        ("del subject", "AttributeError: module 'genmorph_subject' has no attribute 'subject'"),
        ("subject = 3", "TypeError: subject is not callable"),
    ],
)
def test_a_source_that_fails_is_a_load_error(start, source, reason):
    workers = start(f"def subject(x): return x\n{source}")
    with pytest.raises(LoadError) as caught:
        workers.run(None, [(1,)])
    assert str(caught.value) == f"subject cannot be loaded: {reason}"
    assert isinstance(caught.value, UnsupportedError)


def test_a_missing_module_is_a_load_error(start, target):
    workers = start(target("def subject(x): return x", module="nowhere.at_all"))
    with pytest.raises(LoadError, match=r"^nowhere.at_all:subject cannot be loaded: ModuleNotFoundError: No module"):
        workers.run(None, [(1,)])

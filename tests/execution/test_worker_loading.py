"""How the subject gets into its process, and what keeps it out."""

import ast
import importlib
import os
import py_compile
from dataclasses import replace
from pathlib import Path

import pytest

from genmorph.execution.patience import Patience
from genmorph.execution.process import LoadError
from genmorph.model import Crashed, Raised, Returned, Target, UnsupportedError

LIMIT = 0.2
PATIENT = Patience(time_outs=100, deaths=100)


def value_of(workers, *arguments):
    (outcome,) = workers.call(None, [arguments], PATIENT)
    assert isinstance(outcome, Returned), outcome
    return outcome.value


def test_what_is_imported_late_may_take_longer_than_a_call(start, package):
    chosen = package(
        {
            "shop/heavy.py": f"import time\nend = time.perf_counter() + {5 * LIMIT}\n"
            "while time.perf_counter() < end:\n    pass\nRATE = 3\n",
            "shop/ending.py": "raise SystemExit(3)\n",
            "shop/price.py": "def subject(x):\n    from shop.heavy import RATE\n    return x * RATE\n",
        },
        "shop.price",
    )
    assert (
        value_of(start(replace(chosen, late=("shop.missing", "shop.ending", "shop.heavy", "shop.heavy.RATE"))), 2) == 6
    )


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


def leave_outdated_bytecode(file):
    """Leave bytecode of another source of the same size and time beside the file."""
    current = file.read_text()
    for text in (current.replace("3", "7"), current):
        file.write_text(text)
        os.utime(file, (1e9, 1e9))
        if text != current:
            py_compile.compile(file)


@pytest.mark.parametrize(("folder", "value"), [("shop", 3), ("site-packages", 7)])
def test_bytecode_is_trusted_in_installed_packages_alone(start, package, tmp_path, monkeypatch, folder, value):
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    path = f"sys.path.append({str(tmp_path / folder)!r})"
    source = f"import sys\n{path}\nimport tax\n\ndef subject(x):\n    return tax.RATE\n"
    chosen = package({"shop/price.py": source, f"{folder}/tax.py": "RATE = 3\n"}, "shop.price")
    leave_outdated_bytecode(tmp_path / folder / "tax.py")
    assert value_of(start(chosen), 2) == value


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
        workers.call(None, [(1,)], PATIENT)
    assert str(caught.value) == f"subject cannot be loaded: {reason}"
    assert isinstance(caught.value, UnsupportedError)


def test_a_missing_module_is_a_load_error(start, target):
    workers = start(target("def subject(x): return x", module="nowhere.at_all"))
    with pytest.raises(LoadError, match=r"^nowhere.at_all:subject cannot be loaded: ModuleNotFoundError: No module"):
        workers.call(None, [(1,)], PATIENT)


WITHOUT_SOURCE = [
    ("math", "gcd", (12, 18), 6),
    ("math", "hypot", (3.0, 4.0), 5.0),
    ("numpy", "hypot", (3.0, 4.0), 5.0),
    ("builtins", "int.bit_length", (5,), 3),
    ("builtins", "float.is_integer", (2.0,), True),
]


@pytest.mark.parametrize(("module", "qualname", "arguments", "value"), WITHOUT_SOURCE)
def test_functions_without_source_are_called(start, module, qualname, arguments, value):
    assert value_of(start(Target(module, "", qualname, 0, 0)), *arguments) == value


TWINS = [
    ("operator", "mod", "_operator", (7, 4), 3),
    ("statistics", "_normal_dist_inv_cdf", "_statistics", (0.5, 2.0, 1.0), 2.0),
]


@pytest.mark.parametrize(("module", "qualname", "twin", "arguments", "value"), TWINS)
def test_the_python_form_of_a_compiled_function_is_mutated(start, mutate, module, qualname, twin, arguments, value):
    source = Path(importlib.import_module(module).__file__).read_text()
    node = next(n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef) and n.name == qualname)
    chosen = Target(module, source, qualname, node.lineno, node.end_lineno, blocked=(twin,))
    workers = start(chosen)
    assert value_of(workers, *arguments) == value
    assert workers.call(mutate(chosen, "return", "return 1 +"), [arguments], PATIENT) == [Returned(value + 1)]


def test_a_compiled_twin_is_blocked_only_while_its_module_is_loaded(start):
    # The compiled form of `heappush` raises TypeError.
    chosen = Target("heapq", "", "heappush", 0, 0, blocked=("_heapq",))
    assert start(chosen).call(None, [(1, 1)], PATIENT) == [Raised("AttributeError")]
    chosen = Target("importlib", "", "import_module", 0, 0, blocked=("_heapq",))
    assert start(chosen).call(None, [("_heapq",)], PATIENT) == [Crashed("unsupported output: module")]


def test_a_function_that_is_compiled_in_any_case_is_a_load_error(start):
    chosen = Target("math", "", "gcd", 0, 0, blocked=("_missing",))
    reason = r"^math:gcd cannot be loaded: TypeError: gcd is no Python function, also without _missing$"
    with pytest.raises(LoadError, match=reason):
        start(chosen).call(None, [(1, 2)], PATIENT)

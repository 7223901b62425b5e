"""What `benchmarks.structure` counts, on a package of a few lines."""

from textwrap import dedent

import pytest

from benchmarks.structure import COUNTS, measure, read_package

PYPROJECT = """
[[tool.importlinter.contracts]]
type = "forbidden"

[[tool.importlinter.contracts]]
type = "layers"
layers = ["top | side", "middle", "bottom"]
"""
FILES = {
    "__init__.py": """
        def __getattr__(name):
            from tiny.top import infer_relations
            return infer_relations
    """,
    "settings.py": "SHARE = 0.5",
    "top/__init__.py": "from tiny.top.stages import infer_relations",
    "top/stages.py": """
        from typing import TYPE_CHECKING
        import tiny.middle.table
        if TYPE_CHECKING:
            from tiny.side import Late
        _CHILD = "child.py"
        def infer_relations():
            from ..bottom import table
    """,
    "top/child.py": "from tiny.middle import only",
    "side.py": """
        from tiny.top import child
        class Late: ...
    """,
    "middle/__init__.py": "",
    "middle/only.py": "",
    "middle/table.py": "from . import cycle",
    "middle/cycle.py": "from .table import LIMIT",
    "bottom/__init__.py": "",
    "bottom/table.py": """
        def look():
            from tiny.middle import table
    """,
    "bottom/upwards.py": "import tiny.middle.table",
}


def write(root, files):
    """Write files of the package, and the layers beside it."""
    (root / "pyproject.toml").write_text(PYPROJECT)
    for name, text in files.items():
        path = root / "tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
    return read_package(root, "tiny")


@pytest.fixture
def tiny(tmp_path):
    return write(tmp_path, FILES)


def items(package, name):
    return COUNTS[name](package)


def names_of(tmp_path, text, count):
    """The names without their places that are counted in a package of one module."""
    package = write(tmp_path, {"__init__.py": "", "numbers.py": text})
    return [item.rpartition(" ")[2] for item in items(package, count)]


def test_a_cycle_of_top_level_imports_is_one_group(tiny):
    assert items(tiny, "module-cycles") == ["tiny.middle.cycle, tiny.middle.table"]


def test_a_lazy_import_closes_a_cycle_only_where_lazy_imports_count(tmp_path):
    inits = {"__init__.py": "", "middle/__init__.py": "", "bottom/__init__.py": ""}
    down, up = {"middle/table.py": "import tiny.bottom.table"}, {"bottom/table.py": FILES["bottom/table.py"]}
    package = write(tmp_path, inits | down | up)
    assert items(package, "module-cycles") == items(package, "package-cycles") == []
    assert items(package, "module-cycles-lazy") == ["tiny.bottom.table, tiny.middle.table"]
    assert items(package, "package-cycles-lazy") == ["tiny.bottom, tiny.middle"]


def test_a_typing_import_closes_a_cycle_only_where_all_imports_count(tiny):
    assert items(tiny, "package-cycles-lazy") == []
    assert items(tiny, "package-cycles-typing") == ["tiny.side, tiny.top"]


def test_an_import_to_a_higher_or_the_same_layer_is_an_up_arrow_of_its_kind(tiny):
    assert items(tiny, "up-arrows") == ["tiny.bottom.upwards -> tiny.middle.table", "tiny.side -> tiny.top.child"]
    assert items(tiny, "up-arrows-lazy") == ["tiny.bottom.table -> tiny.middle.table"]
    assert items(tiny, "up-arrows-typing") == ["tiny.top.stages -> tiny.side"]


def test_a_basename_of_two_modules_is_listed_with_both(tiny):
    assert items(tiny, "basenames") == ["table: tiny.bottom.table, tiny.middle.table"]


def test_a_module_with_one_importer_is_listed_unless_a_process_starts_with_it(tiny):
    assert items(tiny, "one-importer") == [
        "tiny.bottom.table (by tiny.top.stages)",
        "tiny.middle.cycle (by tiny.middle.table)",
        "tiny.middle.only (by tiny.top.child)",
        "tiny.side (by tiny.top.stages)",
        "tiny.top.stages (by tiny.top)",
    ]
    assert items(tiny, "one-importer-init") == ["tiny.top.stages (by tiny.top)"]


@pytest.mark.parametrize(
    "value",
    [
        "3",
        "-0.5",
        "1 << 20",
        "10**6",
        "(1, 'a')",
        "[[2]]",
        "{0: 'first'}",
        "frozenset({1})",
        "range(5)",
        "(1.0,) * 7",
    ],
)
def test_a_name_in_capitals_with_a_number_is_a_constant(tmp_path, value):
    text = f"LIMIT = {value}\n_LIMIT: object = {value}\nlimit = {value}"
    assert names_of(tmp_path, text, "constants") == ["LIMIT", "_LIMIT"]


@pytest.mark.parametrize(
    "value", ["'3'", "True", "None", "('a',)", "3 * WORD", "WORD - 1", "build(1)", "[n for n in N]"]
)
def test_a_name_in_capitals_without_a_number_of_its_own_is_none(tmp_path, value):
    assert names_of(tmp_path, f"LIMIT = {value}", "constants") == []


def test_constants_in_settings_do_not_count(tiny):
    assert items(tiny, "constants") == []


def test_public_names_of_consecutive_ints_are_operation_codes_and_no_constants(tmp_path):
    text = "ADD, SUBTRACT = 0, 1\nEQUAL, LESS = range(5, 7)\n_SHORT, _LONG = 3, 4\nFIRST, STRIDE = 32, 8"
    assert names_of(tmp_path, text, "operation-codes") == ["ADD", "SUBTRACT", "EQUAL", "LESS"]
    assert names_of(tmp_path, text, "constants") == ["_SHORT", "_LONG", "FIRST", "STRIDE"]


def test_numbers_within_functions_count_with_their_sign_and_plain_ones_do_not(tmp_path):
    text = "A = 9\ndef f(x=-1):\n    def g():\n        return -2 * 0.5\n    return x + 1 + True\nh = lambda: 7"
    assert names_of(tmp_path, text, "inner-numbers") == ["-2", "0.5", "7"]


def test_a_function_of_31_lines_is_long_and_one_of_30_is_not(tmp_path):
    short, long = (f"def f{size}():\n" + (size - 1) * "    pass\n" for size in (30, 31))
    assert names_of(tmp_path, short + long, "long-functions") == ["f31"]


def test_a_module_of_451_lines_is_long_and_one_of_450_is_not(tmp_path):
    package = write(tmp_path, {"__init__.py": "", "short.py": 450 * "x\n", "long.py": 451 * "x\n"})
    assert items(package, "long-modules") == ["tiny.long"]


def test_what_infer_relations_needs_is_loaded_and_nothing_else(tmp_path):
    files = {name: text for name, text in FILES.items() if not name.startswith(("middle/", "top/stages"))}
    stages = "import tiny.side\nif False:\n    import tiny.settings\ninfer_relations = None"
    package = write(tmp_path, files | {"side.py": "", "top/stages.py": stages})
    assert items(package, "loaded") == ["tiny", "tiny.side", "tiny.top", "tiny.top.stages"]


def test_rules_are_counted_where_there_are_some(tmp_path):
    files = {"__init__.py": "", "filters/__init__.py": ""}
    assert items(write(tmp_path, files), "rules") == []
    files["filters/rules.py"] = "RULES = tuple('abc')"
    assert items(write(tmp_path, files), "rules") == ["'a'", "'b'", "'c'"]


def test_the_figures_are_the_numbers_of_items(tmp_path):
    package = write(tmp_path, {"__init__.py": "infer_relations = None", "numbers.py": "A = 3\n\nB = 4\n"})
    figures = measure(package)
    assert figures.keys() == {"lines", "median_lines"} | {name.replace("-", "_") for name in COUNTS}
    assert (figures["lines"], figures["median_lines"], figures["modules"], figures["constants"]) == (4, 2, 2, 2)

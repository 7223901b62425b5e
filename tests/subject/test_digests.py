"""The digest changes with all that the outcomes depend on, and with nothing else."""

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from genmorph.domain import ints
from genmorph.subject.digests import read_dependencies
from genmorph.subject.subject import inspect_subject

FILES = {
    "digest_main.py": """\
import importlib
import math

import digest_near
from digest_near import LIMIT
from digest_package.inner import deep


def function(x: int) -> int:
    import digest_lazy
    return digest_near.step(x) + LIMIT + deep(x) + digest_lazy.late(x)


def other(x: int) -> int:
    return x
""",
    "digest_near.py": "from digest_far import far\nLIMIT = 3\ndef step(x):\n    return far(x) + 1\n",
    "digest_far.py": "def far(x):\n    return x * 2\n",
    "digest_lazy.py": "def late(x):\n    import digest_native\n    return x\n",
    "digest_unrelated.py": "VALUE = 1\n",
    "digest_plugin.py": "VALUE = 1\n",
    "digest_package/__init__.py": "FACTOR = 1\n",
    "digest_package/inner.py": "from . import sibling\ndef deep(x):\n    return sibling.same(x)\n",
    "digest_package/sibling.py": "def same(x):\n    return x\n",
    "digest_package/unused.py": "VALUE = 1\n",
    "digest_native.abi3.so": "native 1\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project of several modules, none of them loaded."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("digest_")]:
        del sys.modules[name]


def edit(project: Path, file: str, old: str, new: str) -> None:
    text = (project / file).read_text()
    assert old in text
    (project / file).write_text(text.replace(old, new))


def found(path: str = "digest_main:function", high: int = 9) -> str:
    return inspect_subject(path, [ints(0, high)]).digest


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        pytest.param("digest_main.py", "return x", "return -x", id="neighbouring function"),
        pytest.param("digest_near.py", "+ 1", "+ 2", id="helper in a neighbouring module"),
        pytest.param("digest_near.py", "LIMIT = 3", "LIMIT = 4", id="constant in a neighbouring module"),
        pytest.param("digest_far.py", "* 2", "* 3", id="helper two hops away"),
        pytest.param("digest_lazy.py", "return x", "return -x", id="helper imported inside the function"),
        pytest.param("digest_package/__init__.py", "= 1", "= 2", id="package around a helper"),
        pytest.param("digest_package/sibling.py", "return x", "return -x", id="helper imported relatively"),
        pytest.param("digest_native.abi3.so", "native 1", "native 2", id="compiled extension"),
    ],
)
def test_an_edit_of_what_the_function_reaches_changes_the_digest(project: Path, file: str, old: str, new: str) -> None:
    before = found()
    edit(project, file, old, new)
    assert found() != before
    edit(project, file, new, old)
    assert found() == before


def test_another_function_or_domain_changes_the_digest(project: Path) -> None:
    assert project.is_dir()
    assert len({found(), found(high=8), found("digest_main:other")}) == 3


def test_an_edit_of_what_the_function_does_not_reach_leaves_the_digest(project: Path) -> None:
    before = found()
    edit(project, "digest_unrelated.py", "1", "2")
    edit(project, "digest_package/unused.py", "1", "2")
    assert found() == before


def test_unrelated_imports_leave_the_digest(project: Path) -> None:
    before = found()
    assert project.is_dir()
    importlib.import_module("digest_unrelated")
    importlib.import_module("digest_package.unused")
    importlib.import_module("digest_lazy")
    assert found() == before


def test_the_files_of_genmorph_do_not_count_for_functions_that_it_annotates(project: Path) -> None:
    edit(project, "digest_main.py", "import math\n", "import math\nimport genmorph.annotations\n")
    assert set(read_dependencies(["digest_main"])) >= {"digest_main", "digest_near"}
    assert not [name for name in read_dependencies(["digest_main"]) if name.startswith("genmorph")]


def test_the_module_of_a_plug_in_counts_where_imports_cannot_be_read_off(project: Path) -> None:
    package = project / "digest_package"
    edit(project, "digest_package/__init__.py", "FACTOR = 1", "import importlib\nLOAD = importlib.import_module\n")
    importlib.import_module("digest_package.unused")
    before = found()
    (package / "unused.py").write_text("VALUE = 2\n")
    assert found() != before


def test_a_module_imported_by_a_literal_name_counts(project: Path) -> None:
    edit(project, "digest_far.py", "return", "import importlib; importlib.import_module('digest_plugin'); return")
    before = found()
    edit(project, "digest_plugin.py", "1", "2")
    assert found() != before


@pytest.mark.parametrize(
    "listed",
    [
        "__all__ = ['unused']",
        "__all__: list = ['FACTOR']\n__all__ += ('unused',)",
        "__all__ = []\n__all__.extend(['unused'])",
        "__all__ = ['FACTOR', *(['unused'] if FACTOR else [])]",
    ],
)
@pytest.mark.parametrize("imported", ["from digest_package import *", "from digest_package.stars import *"])
def test_modules_that_a_star_stands_for_count(project: Path, listed: str, imported: str) -> None:
    (project / "digest_package" / "stars.py").write_text("from . import *\n")
    edit(project, "digest_package/__init__.py", "FACTOR = 1\n", f"FACTOR = 1\n{listed}\n")
    edit(project, "digest_near.py", "from digest_far", f"{imported}\nfrom digest_far")
    before = found()
    edit(project, "digest_package/unused.py", "1", "2")
    assert found() != before


def test_modules_that_a_package_lists_do_not_count_where_no_star_asks_for_them(project: Path) -> None:
    edit(project, "digest_package/__init__.py", "FACTOR = 1\n", "FACTOR = 1\n__all__ = ['unused']\n")
    before = found()
    edit(project, "digest_package/unused.py", "1", "2")
    assert found() == before


def test_a_local_function_follows_what_it_imports(project: Path) -> None:
    near = importlib.import_module("digest_near")

    def local(x: int) -> int:
        return int(near.step(x))

    subject = inspect_subject(local)
    assert subject.module is None
    edit(project, "digest_far.py", "* 2", "* 3")
    assert inspect_subject(local).digest != subject.digest


def test_another_version_of_python_or_of_a_dependency_changes_the_digest(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = [found()]
    metadata = project / "dependency-1.0.dist-info"
    metadata.mkdir()
    digests.append(found())
    (metadata / "RECORD").write_text("dependency.py,sha256=1,1\n")
    digests.append(found())
    metadata.rename(project / "dependency-1.1.dist-info")
    digests.append(found())
    monkeypatch.setattr(sys, "version", "4.0")
    digests.append(found())
    assert len(set(digests)) == 5


INSPECT = """
import sys
from genmorph.domain import ints
from genmorph.subject.subject import inspect_subject
{}
print(inspect_subject({}, [ints(0, 9)]).digest)
"""


@pytest.fixture
def elsewhere(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str, int], str]:
    """The digest as another process finds it, in another directory."""

    def inspect(imports: str, function: str, seed: int) -> str:
        path = os.pathsep.join([str(project), *sys.path])
        done = subprocess.run(
            [sys.executable, "-c", INSPECT.format(imports, function)],
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": path},
            cwd=tmp_path_factory.mktemp("directory"),
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    return inspect


def test_the_digest_is_the_same_in_every_process(elsewhere: Callable[[str, str, int], str]) -> None:
    first = elsewhere("", "'digest_main:function'", 1)
    more = "import digest_unrelated, digest_package.unused, digest_main, xml.dom, numpy"
    assert elsewhere(more, "digest_main.function", 2) == first == found()


def test_a_compiled_twin_has_the_same_digest_in_every_process(elsewhere: Callable[[str, str, int], str]) -> None:
    by_object = elsewhere("import _operator", "_operator.index", 1)
    assert elsewhere("import operator, numpy", "'operator:index'", 2) == by_object

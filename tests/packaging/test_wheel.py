"""What lands in site-packages."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[2]
NOT_SOURCE = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[PurePosixPath, ...]:
    """Return the paths inside the wheel that is built from a copy of the tree."""
    tree = tmp_path_factory.mktemp("wheel") / "tree"
    shutil.copytree(ROOT, tree, symlinks=True, ignore=NOT_SOURCE)
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tree.parent), str(tree))
    completed = subprocess.run(build, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stdout + completed.stderr
    (wheel,) = tree.parent.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return tuple(map(PurePosixPath, archive.namelist()))


def test_the_wheel_installs_genmorph_and_nothing_else(installed):
    top_level = {path.parts[0] for path in installed}
    (metadata,) = top_level - {"genmorph"}
    assert metadata.startswith("genmorph-")
    assert metadata.endswith(".dist-info")


def test_the_wheel_holds_every_module_on_disk(installed):
    on_disk = {PurePosixPath(path.relative_to(ROOT).as_posix()) for path in (ROOT / "genmorph").rglob("*.py")}
    assert {path for path in installed if path.suffix == ".py"} == on_disk


def test_the_wheel_holds_what_reports_are_rendered_with(installed):
    templates = {
        path.name for path in (ROOT / "genmorph" / "report").iterdir() if path.suffix in {".j2", ".css", ".js"}
    }
    assert templates == {path.name for path in installed if path.suffix in {".j2", ".css", ".js"}} != set()


def test_the_wheel_tells_type_checkers_that_genmorph_is_typed(installed):
    assert PurePosixPath("genmorph/py.typed") in installed


def test_the_wheel_carries_the_licence(installed):
    assert any(path.name == "LICENSE" for path in installed)

"""Written files are laid out as formatters and linters want them in the project where they go."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from genmorph.domain import ints, lists, texts
from genmorph.export import formatting
from genmorph.export.project import Project, project_of
from genmorph.export.pytest_file import render_tests
from genmorph.export.writing import write_tests
from genmorph.model import Kind
from genmorph.results.cases import build_test_file
from tests.export.forms import ALLOWED, FORMS, STRICT, write_subject
from tests.handmade import GROWS, make_relation, make_signature


def run(folder, *words):
    done = subprocess.run([sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def project(folder: Path, line_length: int) -> Path:
    """A project with the subject in which all forms of files lie; the folder of these."""
    tables = "".join(f"[tool.{tool}]\nline-length = {line_length}\n" for tool in ("ruff", "black"))
    (folder / "pyproject.toml").write_text(tables)
    write_subject(folder, None)
    tests = folder / "written"
    tests.mkdir()
    for number, form in enumerate(FORMS.values()):
        path = tests / f"test_{number}.py"
        write_tests(form.text(project_of(path)), path)
    return tests


@pytest.fixture(scope="module", params=[79, 88, 120])
def written(request, tmp_path_factory):
    return project(tmp_path_factory.mktemp("project"), request.param)


CHECKS = {
    "ruff check": ["ruff", "check", "--no-cache"],
    "ruff check, strict": ["ruff", "check", "--no-cache", "--select", STRICT, "--ignore", ALLOWED],
    "ruff format": ["ruff", "format", "--no-cache", "--diff"],
    "black": ["black", "--check", "--diff", "--quiet"],
}


@pytest.mark.parametrize("words", CHECKS.values(), ids=CHECKS)
def test_formatters_and_linters_find_nothing_in_files_of_any_form(written, words):
    code, said = run(written.parent, *words, "written")
    assert code == 0, said


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_names_of_tests_are_short_and_unique_and_docstrings_have_the_relation(form):
    tests = [node for node in ast.parse(form.text()).body if getattr(node, "name", "").startswith("test_")]
    assert len({test.name for test in tests}) == len(form.relations)
    for test, relation in zip(tests, form.relations, strict=True):
        assert len(test.name) <= 60
        said = "".join(ast.get_docstring(test).split())
        assert "".join(relation.formula.split()) in said
        assert "".join(relation.words.split()) in said


@pytest.mark.parametrize("words", [["ruff", "format"], ["black", "-q"]])
def test_a_file_that_is_laid_out_anew_is_still_ours(words, tmp_path):
    tests = project(tmp_path, 88)
    (tmp_path / "pyproject.toml").write_text("[tool.ruff]\nline-length = 60\n[tool.black]\nline-length = 60\n")
    before = {path: path.read_text() for path in tests.iterdir()}
    assert run(tmp_path, *words, "written")[0] == 0
    assert any(path.read_text() != text for path, text in before.items())
    for path in before:
        write_tests("pass\n", path)


@pytest.mark.parametrize("has_ruff", [True, False])
def test_files_are_the_same_without_black_and_say_the_same_without_any_formatter(has_ruff, monkeypatch):
    form = FORMS["arrays that are refused"]
    with_black = form.text()
    monkeypatch.setattr(formatting, "find_spec", lambda _: None)
    if not has_ruff:
        monkeypatch.setattr(formatting, "which", lambda *_, **__: None)
    assert (form.text() == with_black) is has_ruff
    assert ast.dump(ast.parse(form.text())) == ast.dump(ast.parse(with_black))


def rendered(signature, examples=(), where=None):
    relation = make_relation(signature, GROWS, ["==", "return_f", ["+", "return_s", 1]], examples)
    project = [] if where is None else [where]
    return render_tests(build_test_file([signature], [relation]), "Relations.", *project)


def test_parameters_that_linters_refuse_are_called_something_else():
    names = {name: ints(0, 9) for name in ("N", "l", "list", "n")}
    text = rendered(make_signature("f", names))
    assert "def test_f_grows_by_1_when_n_grows_by_1(n, l_, list_, n_):" in text
    assert "f(N + 1, l, list, n) == f(N, l, list, n) + 1" in text


def test_long_literals_are_cut_into_lines():
    texts_of = {"n": ints(0, 9), "text": texts(), "lines": lists(texts())}
    value = "a'\"\\\n é\u0410" * 16
    text = rendered(make_signature("f", texts_of), [(1, value, [value, "b"])])
    assert max(map(len, text.splitlines())) <= 88
    assert "\u0410" not in text
    examples = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and len(node.keywords) == 3]
    assert ast.literal_eval(examples[1].keywords[1].value) == value


def test_characters_that_look_like_others_are_escaped():
    text = rendered(make_signature("f", {"n": ints(0, 9), "text": texts("é\u0410")}), [(1, "é\u0410\\u0410")])
    assert '"é\\u0410\\\\u0410"' in text
    assert "\u0410" not in text


PLACES = {
    "calendar": "import math\nfrom calendar import f\n\nfrom hypothesis",
    "toolz": "from hypothesis import strategies as st\nfrom toolz import f\n\n\n",
    "aaa": "import math\n\nfrom aaa import f\nfrom hypothesis",
    "shop": "from hypothesis import strategies as st\n\nfrom shop import f\n\n\n",
    "own.shop": "from hypothesis import strategies as st\n\nfrom own.shop import f\n\n\n",
    "known": "from hypothesis import strategies as st\n\nfrom known import f\n\n\n",
}


@pytest.mark.parametrize("module", PLACES)
def test_what_is_tested_is_imported_where_import_sorters_want_it(module, tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.ruff]\nlint.isort.known-first-party = ["known"]\n')
    (tmp_path / "src" / "own").mkdir(parents=True)
    (tmp_path / "src" / "own" / "shop.py").touch()
    (tmp_path / "shop.py").touch()
    path = tmp_path / "tests" / "test_it.py"
    path.parent.mkdir()
    signature = make_signature("f", {"x": ints(0, 9)}, Kind.FLOAT, module=module)
    text = rendered(signature, where=project_of(path))
    assert PLACES[module] in text
    path.write_text(text)
    assert run(tmp_path, "ruff", "check", "--no-cache", "--select", "I", "tests")[0] == 0


SETTINGS = {
    "nothing": ({}, 88),
    "ruff": ({"pyproject.toml": "[tool.ruff]\nline-length = 100"}, 100),
    "black": ({"pyproject.toml": "[tool.black]\nline-length = 99"}, 99),
    "both": ({"pyproject.toml": "[tool.black]\nline-length = 99\n[tool.ruff]\nline-length = 100"}, 100),
    "a file of ruff": ({"ruff.toml": "line-length = 101", "pyproject.toml": "[tool.ruff]\nline-length = 100"}, 101),
    "the nearest": ({"pyproject.toml": "[tool.ruff]\nline-length = 100", "tests/.ruff.toml": "line-length = 70"}, 70),
    "none that is nearer": ({"pyproject.toml": "[tool.ruff]\nline-length = 100", "tests/pyproject.toml": ""}, 100),
    "extended": ({"base.toml": "line-length = 72", "tests/ruff.toml": 'extend = "../base.toml"'}, 72),
    "extended in a circle": ({"tests/ruff.toml": 'extend = "ruff.toml"'}, 88),
    "no length": ({"pyproject.toml": '[tool.ruff]\nline-length = "wide"'}, 88),
    "no TOML": ({"pyproject.toml": "[tool.ruff"}, 88),
}


@pytest.mark.parametrize(("files", "line_length"), SETTINGS.values(), ids=SETTINGS)
def test_lines_are_as_long_as_the_project_says(files, line_length, tmp_path):
    (tmp_path / "tests").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert project_of(tmp_path / "tests" / "test_it.py").line_length == line_length


def test_without_settings_modules_of_the_working_directory_are_the_projects_own(tmp_path, monkeypatch):
    (tmp_path / "shop.py").touch()
    (tmp_path / "tests").mkdir()
    assert not project_of(tmp_path / "tests" / "test_it.py").has("shop")
    monkeypatch.chdir(tmp_path)
    assert project_of("tests/test_it.py").has("shop")
    assert Project().has("anything")


def test_settings_say_of_a_file_elsewhere_what_the_project_says(tmp_path):
    project = Project(72, (tmp_path / "src", tmp_path), frozenset({"known", "own"}))
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "pyproject.toml").write_text(project.settings())
    found = project_of(tmp_path / "elsewhere" / "test_it.py")
    assert (found.line_length, set(found.sources), found.own_modules) == (72, set(project.sources), project.own_modules)

import shlex
import subprocess
import sys
from itertools import pairwise

import pytest

from genmorph import RelationSet
from genmorph.model import Tolerance
from tests.end_to_end.conftest import COMMAND, run_command, run_installed

DOMAIN = ("--domain", "n=ints(-50, 50)")
FILES = ("--output", "test_it.py", "--json", "it.json")


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def assert_refused(done, code, *words):
    """One line after the progress says what is wrong; standard output is empty."""
    assert done.returncode == code, done.stderr
    *progress, last = done.stderr.splitlines()
    assert all(line.startswith("genmorph: ") for line in (*progress, last))
    assert all(word in last for word in words), last
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.fixture(scope="module")
def success(tmp_path_factory):
    """A folder in which an inference was successful."""
    folder = tmp_path_factory.mktemp("success")
    (folder / "shop.py").write_text("def triple(n: int) -> int:\n    return 3 * n + 1\n")
    return folder, run_installed(folder, "infer", "shop:triple", *DOMAIN, "--budget", "1ev", *FILES)


def test_a_success_prints_the_table_and_nothing_else(success):
    folder, done = success
    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip("\n") == str(RelationSet.from_json(folder / "it.json")).rstrip("\n")


def test_parameters_that_keep_their_defaults_are_told_of_a_function_by_its_path(tmp_path):
    (tmp_path / "shop.py").write_text("def gross(net: int, rate: int = 19) -> int:\n    return net * (100 + rate)\n")
    done = run_command(tmp_path, "infer", "shop:gross", "--budget", "0.2ev")
    assert "genmorph: gross keeps its defaults rate=19: a domain of such a parameter varies it" in done.stderr


def test_a_check_prints_nothing_that_the_function_prints(tmp_path):
    body = "    print('so loud')\n    sys.stdout.write('!')\n    return 3 * n\n"
    (tmp_path / "loud.py").write_text(f"import sys\n\n\ndef triple(n: int) -> int:\n{body}")
    made = run_command(tmp_path, "infer", "loud:triple", *DOMAIN, "--budget", "0.2ev", "--json", "loud.json")
    assert made.returncode == 0, made.stderr
    checked = run_command(tmp_path, "check", "loud.json")
    assert checked.returncode == 0, checked.stdout
    *verdicts, last = checked.stdout.splitlines()
    assert all(line.startswith("loud.json: holds for") for line in verdicts)
    assert last.startswith(f"{len(verdicts)} relation")


def test_progress_goes_to_standard_error_line_by_line(success):
    lines = success[1].stderr.splitlines()
    assert all(line.startswith("genmorph: ") for line in lines)
    assert lines[0] == "genmorph: inspecting the function"
    assert any("searching 1/" in line for line in lines)
    assert all(one != other for one, other in pairwise(lines))
    assert "\x1b" not in success[1].stderr


def test_a_relation_is_shown_as_soon_as_it_is_judged(success):
    lines = success[1].stderr.splitlines()
    shown = [line.removeprefix("genmorph: found ") for line in lines if line.startswith("genmorph: found ")]
    reported = {relation.formula for relation in RelationSet.from_json(success[0] / "it.json")}
    assert reported <= set(shown)
    assert lines.index(f"genmorph: found {shown[0]}") < lines.index("genmorph: running the exported tests")


def test_a_tolerance_of_the_command_line_is_that_of_the_relations(tmp_path):
    (tmp_path / "shop.py").write_text("def share(total: float) -> float:\n    return total / 3 + 1\n")
    words = ("infer", "shop:share", "--domain", "total=floats(0, 1000)", "--budget", "0.2ev", "--json", "share.json")
    done = run_command(tmp_path, *words, "--tolerance", "0")
    assert done.returncode == 0, done.stderr
    relations = RelationSet.from_json(tmp_path / "share.json")
    assert relations.signature.tolerance == Tolerance(0.0, 0.0)
    assert "share(total + k) >= share(total)" in [relation.formula for relation in relations]


def test_a_success_writes_both_files_and_nothing_else(success):
    folder, _ = success
    assert {*files_of(folder)} == {"shop.py", "test_it.py", "it.json"}
    relations = RelationSet.from_json(folder / "it.json")
    assert len(relations) > 0
    text = (folder / "test_it.py").read_text()
    assert "genmorph" not in text.partition("\n")[2]
    assert all(f"def test_{relation.name}" in text for relation in relations)


def test_the_written_tests_pass(success):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"]
    done = subprocess.run(command, cwd=success[0], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["nowhere:f"], 2, ["module 'nowhere' cannot be imported"]),
        (["shop:missing"], 2, ["module 'shop' has no function 'missing'"]),
        (["shop.triple"], 2, ["package.module:function", "'shop.triple'"]),
        (["shop:random"], 2, ["not callable"]),
        (["shop:triple", "--budget", "0"], 2, ["budget must be positive", "0"]),
        (["shop:triple", "--budget", "-3"], 2, ["budget must be positive", "-3"]),
        (["shop:triple", "--budget", "nan"], 2, ["budget must be positive", "nan"]),
        (["shop:triple", "--budget", "inf"], 2, ["budget must be positive and finite", "inf"]),
        (["shop:triple", "--budget", "soon"], 2, ["budget must look like", "'soon'"]),
        (["shop:triple", "--budget", "1ev", "--preset", "best"], 2, ["preset must be one of", "'best'"]),
        (["shop:triple", "--tolerance", "1e-3,x"], 2, ["tolerance must be such as 1e-9 or 1e-9,1e-12, got '1e-3,x'"]),
        (["shop:triple", "--tolerance", "-1"], 2, ["relative must be finite and >= 0, got -1.0"]),
        (["shop:triple", "--tolerance", "0,nan"], 2, ["absolute must be finite and >= 0, got nan"]),
        (["shop:triple", "--budget", "1ev", "--domain", "m=ints(0, 9)"], 2, ["m"]),
        (["shop:triple", "--budget", "1ev", "--domain", "n"], 2, ["domain 1: domain must be a call of ints", "'n'"]),
        (
            ["shop:triple", "--budget", "1ev", "--domain", "n=ints(0"],
            2,
            ["domain of n: ", "ints(0", "brackets do not match"],
        ),
        (["shop:triple", "--budget", "1ev", "--domain", "n=int(0, 9)"], 2, ["did you mean ints?"]),
        (["shop:triple", "--budget", "1ev", "--domain", "n=open('x', 'w')"], 2, ["open"]),
        (
            ["shop:triple", "--budget", "1ev", "--domain", "n=ints(5, 3)"],
            2,
            ["domain of n: min must be <= max, got ints(5, 3)"],
        ),
        (["shop:triple", "--budget", "1ev", "--domain", "n=froms([])"], 2, ["must not be empty"]),
        (["shop:dice", "--budget", "1ev"], 4, ["dice must be deterministic"]),
        (["shop:never", "--budget", "1ev"], 4, ["never must return a value", "got none", "KeyError"]),
    ],
    ids=lambda value: " ".join(value[:1] + value[-1:]) if isinstance(value, list) else None,
)
def test_a_bad_input_is_refused_in_one_line_and_nothing_is_written(words, code, said, folder):
    before = files_of(folder)
    assert_refused(run_command(folder, "infer", *words, *FILES), code, *said)
    assert files_of(folder) == before


@pytest.mark.parametrize("option", ["--output", "--json"])
def test_a_missing_folder_is_noticed_before_anything_is_started(option, folder):
    before = files_of(folder)
    done = run_command(folder, "infer", "shop:triple", "--budget", "1ev", option, "missing/file")
    assert_refused(done, 2, f"{option.removeprefix('--')} must lie in a folder that exists", "missing/file")
    assert len(done.stderr.splitlines()) == 1
    assert files_of(folder) == before


def test_an_edited_file_is_not_overwritten_without_force(folder):
    (folder / "test_it.py").write_text("# mine\n")
    before = files_of(folder)
    words = ["infer", "shop:triple", *DOMAIN, "--budget", "1ev", *FILES]
    assert_refused(run_command(folder, *words), 2, "edited", "'test_it.py'")
    assert files_of(folder) == before
    assert run_command(folder, *words, "--force").returncode == 0
    assert "# mine" not in (folder / "test_it.py").read_text()


def test_where_nothing_is_found_the_exit_code_says_so_and_no_tests_are_written(folder):
    done = run_command(folder, "infer", "shop:constant", "--domain", "n=froms([3])", "--budget", "1ev", *FILES)
    assert done.returncode == 3, done.stderr
    assert "none was found" in done.stdout
    assert not (folder / "test_it.py").exists()


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["infer", "--help"]])
def test_help_is_shown(words, folder):
    done = run_command(folder, *words)
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: genmorph")


@pytest.mark.parametrize("words", [["infer"], ["infer", "shop:triple", "--seed", "x"], ["unknown"]])
def test_wrong_usage_has_its_exit_code(words, folder):
    done = run_command(folder, *words)
    assert done.returncode == 2
    assert done.stdout == ""


def test_importing_genmorph_imports_no_heavy_package():
    script = "import sys, genmorph.cli; from genmorph import infer_relations; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    heavy = {"numpy", "numba", "deap", "sympy", "hypothesis", "jinja2", "libcst", "mutmut", "rich", "joblib"}
    assert "genmorph" in done.stdout.split()
    assert not heavy & {*done.stdout.split()}


def test_public_names_are_there_when_they_are_used():
    import genmorph

    for name in genmorph.__all__:
        assert getattr(genmorph, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = genmorph.nothing


def test_both_files_in_one_place_are_refused_before_anything_is_started(folder):
    done = run_command(folder, "infer", "shop:triple", "--output", "both", "--json", "both")
    assert_refused(done, 2, "--json must be another file than --output", "'both'")


def test_a_closed_standard_stream_is_no_obstacle(folder):
    words = [str(COMMAND), "infer", "shop:triple", *DOMAIN, "--budget", "0.2ev", "--json", "it.json"]
    done = subprocess.run(["/bin/sh", "-c", f"{shlex.join(words)} <&- >&- 2>&-"], cwd=folder, check=False)
    assert done.returncode == 0
    assert (folder / "it.json").exists()


def test_what_annotations_said_of_a_constructor_is_saved(tmp_path):
    (tmp_path / "heat.py").write_text(
        "class Heater:\n"
        "    def __init__(self, target: int):\n        self.target = target\n\n"
        "    def power(self, degrees: int) -> int:\n"
        "        return max(0, self.target - degrees) if 10 <= self.target <= 30 else 0\n"
    )
    (tmp_path / "heat.toml").write_text('[[function]]\ntarget = "heat:Heater"\ndomain = {target = "ints(10, 30)"}\n')
    words = ("infer", "heat:Heater.power", "--annotations", "heat.toml", "--budget", "0.2ev", "--json", "heat.json")
    done = run_command(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    checked = run_command(tmp_path, "check", "heat.json")
    assert checked.returncode == 0, checked.stdout
    assert RelationSet.from_json(tmp_path / "heat.json").signature.parameters[0].domain.notation() == (
        'objs("heat:Heater", target=ints(10, 30))'
    )

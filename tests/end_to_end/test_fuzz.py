import os
import re
import signal
import subprocess
import sys
from textwrap import dedent

import pytest

from tests.end_to_end.conftest import COMMAND, run_command

SHOP = """
    import os
    from dataclasses import dataclass

    def several(n):
        if n >= 5:
            raise ValueError("too large\\nby far")
        if n == 3:
            return [][n]
        return 1 / n

    def spin(n):
        while n > 5:
            pass

    def leave(n):
        if n > 2:
            os._exit(3)

    def stop(n):
        if n > 2:
            raise SystemExit("enough")

    def never(n):
        return 1 / 0

    def seldom(a, b):
        return a + b

    def is_small(n):
        return 9 // n > 2

    def unclear(n):
        return n

    class Counter:
        def __init__(self, n):
            if n == 2:
                raise RuntimeError("two")
            self.n = n

        def less(self, n):
            return self.n - n

    @dataclass
    class Point:
        x: int
        y: int

        def slope(self, d):
            return d / self.x

    class Box:
        def __init__(self, width):
            self.width = width

    def make_box(width):
        return Box(width)

    def height(box):
        return 12 / box.width

    def fine(xs):
        return sorted(xs)
"""
ANNOTATIONS = """
    import shop
    from genmorph.domain import arg, cc_example, generator, ints, lists, objs, require, timeout

    for function in (shop.several, shop.spin, shop.leave, shop.stop, shop.never, shop.unclear):
        arg("n", ints(0, 9))(function)
    timeout(1)(shop.spin)
    require("n > 10")(shop.never)
    arg("a", ints(0, 999))(arg("b", ints(0, 999))(require("a + b < 20")(shop.seldom)))
    require(shop.is_small)(shop.unclear)
    arg("n", ints(0, 3))(shop.Counter)
    arg("n", ints(0, 3))(shop.Counter.less)
    cc_example(0, 3)(cc_example(1, 2)(shop.Point))
    arg("d", ints(0, 3))(shop.Point.slope)
    generator(arg("width", ints(0, 3))(shop.make_box))
    arg("box", objs(shop.make_box))(shop.height)
    arg("xs", lists(ints()))(shop.fine)
"""
WITHOUT_GENMORPH = """
import sys
class Refused:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] == "genmorph":
            raise ImportError("genmorph is not installed here")
sys.meta_path.insert(0, Refused)
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


def make_folder(tmp_path_factory, **files):
    folder = tmp_path_factory.mktemp("fuzzed")
    for name, text in files.items():
        (folder / f"{name}.py").write_text(dedent(text))
    return folder


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """A folder in which a module with many bugs was tested, and what came of it."""
    folder = make_folder(tmp_path_factory, shop=SHOP, shop_annotations=ANNOTATIONS)
    words = ("shop", "--annotations", "shop_annotations.py", "--output", "test_shop.py")
    return folder, run_command(folder, "fuzz", *words)


def line_of(text):
    return next(number for number, line in enumerate(dedent(SHOP).splitlines(), 1) if text in line)


def block(found, head):
    """The lines about one failure, below its head."""
    blocks = [one.splitlines() for one in found[1].stdout.split("\n\n")]
    (lines,) = [lines[1:] for lines in blocks if lines[0] == head]
    return [line.strip() for line in lines]


@pytest.mark.long
def test_crashes_have_their_exit_code_and_a_last_line_that_counts(found):
    assert found[1].returncode == 1, found[1].stderr
    last = found[1].stdout.splitlines()[-1]
    assert re.fullmatch(r"9 failures in 8 of 10 functions, \d+ examples, 2 not tested", last)


def test_bugs_behind_each_other_are_all_found_with_their_smallest_inputs(found):
    places = [("ValueError", "too large", "raise ValueError", 5), ("IndexError", "list index out of range", "[][n]", 3)]
    places += [("ZeroDivisionError", "division by zero", "return 1 / n", 0)]
    for kind, message, code, n in places:
        (line,) = block(found, f"{kind} at shop.py:{line_of(code)}: {message}")
        assert re.fullmatch(rf"several with n={n} \(\d+ examples?\)", line)


def test_a_failure_names_all_functions_that_lead_there(found):
    lines = block(found, f"RuntimeError at shop.py:{line_of('raise RuntimeError')}: two")
    assert [re.sub(r" \(.*", "", line) for line in lines] == ["Counter with n=2", "Counter.less with n=2, n_=0"]


def test_instances_are_made_of_examples_where_there_are_no_domains(found):
    (line,) = block(found, f"ZeroDivisionError at shop.py:{line_of('return d / self.x')}: division by zero")
    assert line.startswith("Point.slope with arguments=(0, 3), d=0")


def test_an_object_is_told_by_the_call_that_makes_it(found):
    (line,) = block(found, f"ZeroDivisionError at shop.py:{line_of('12 / box.width')}: division by zero")
    assert line.startswith("height with box=shop.make_box(width=0)")


def test_calls_that_hang_or_kill_are_told_with_their_inputs_and_the_others_go_on(found):
    (line,) = block(found, f"timed out at shop.py:{line_of('def spin')}: after 1 s")
    assert re.fullmatch(r"spin with n=[6-9]", line)
    (line,) = block(found, f"crashed the interpreter at shop.py:{line_of('def leave')}: exited with status 3")
    assert re.fullmatch(r"leave with n=[3-9]", line)
    (line,) = block(found, f"SystemExit at shop.py:{line_of('raise SystemExit')}: enough")
    assert line.startswith("stop with n=3")


def test_conditions_that_reject_nearly_all_or_have_no_answer_are_told_of(found):
    errors = found[1].stderr
    assert "never was not tested: no input was found that meets its conditions" in errors
    assert re.search(r"conditions of seldom reject 9\d\.\d% of \d+ inputs: say with domains what is valid", errors)
    assert "unclear was not tested: its conditions must be true or false, got ZeroDivisionError" in errors
    assert all(line.startswith("genmorph: ") for line in errors.splitlines())


def test_the_file_runs_without_genmorph_and_fails_where_functions_do(found):
    text = (found[0] / "test_shop.py").read_text()
    assert "genmorph" not in text.partition("\n")[2]
    assert text.count("@example(") == 9
    words = ["-q", "-p", "no:cacheprovider", "-p", "no:genmorph", "-k", "not leave", "test_shop.py"]
    command = [sys.executable, "-c", WITHOUT_GENMORPH, *words]
    done = subprocess.run(command, cwd=found[0], capture_output=True, text=True, check=False)
    failed = set(re.findall(r"^FAILED \S+::test_(\w+)_does_not_crash", done.stdout, re.MULTILINE))
    tested_well = {"several", "stop", "counter", "counter_less", "point_slope", "height", "spin"}
    assert failed == tested_well | {"never", "unclear"}, done.stdout
    assert re.search(r"^E +TimeoutError: took longer than 1 s$", done.stdout, re.MULTILINE), done.stdout
    assert "2 passed" in done.stdout


def test_the_same_seed_finds_the_same_of_one_function_as_of_all(found):
    done = run_command(found[0], "fuzz", "shop:several", "--annotations", "shop_annotations.py")
    *lines, last = done.stdout.splitlines()
    assert set(lines) <= {*found[1].stdout.splitlines()}
    assert last == "3 failures in 1 of 1 function, 10 examples"


def test_a_function_that_does_not_crash_is_fine(found):
    done = run_command(found[0], "fuzz", "shop:fine", "--annotations", "shop_annotations.py", "--examples", "30")
    assert (done.returncode, done.stdout) == (0, "no failures in 1 function, 30 examples\n")


def test_an_edited_file_is_not_overwritten(found):
    (found[0] / "mine.py").write_text("# mine\n")
    done = run_command(found[0], "fuzz", "shop", "--output", "mine.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert "edited" in done.stderr
    assert (found[0] / "mine.py").read_text() == "# mine\n"


def test_where_nothing_is_annotated_the_exit_code_says_so(found):
    done = run_command(found[0], "fuzz", "shop")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "genmorph: there is nothing to test: no function of shop has annotations such as @arg\n"


def test_a_module_that_cannot_be_imported_fails_its_test(tmp_path_factory):
    text = "from genmorph.domain import module_test\nmodule_test()\ndef f():\n    return missing\nf()\n"
    folder = make_folder(tmp_path_factory, broken=text)
    done = run_command(folder, "fuzz", "broken")
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == "NameError at broken.py:4: name 'missing' is not defined"


@pytest.mark.parametrize(
    ("text", "kind"), [("import math\n\nLIMIT = math.sqrt(-1)\n", "ValueError"), ("\n\ndef f(:\n", "SyntaxError")]
)
def test_a_file_beside_the_module_can_say_that_its_import_is_tested(tmp_path_factory, text, kind):
    folder = make_folder(tmp_path_factory, broken=text)
    (folder / "more.toml").write_text('[[function]]\ntarget = "broken"\nmodule_test = true\n')
    done = run_command(folder, "fuzz", "broken", "--annotations", "more.toml", "--output", "test_broken.py")
    assert done.returncode == 1, done.stderr
    head, line, *_, last = done.stdout.splitlines()
    assert re.fullmatch(f"{kind} at broken.py:3: .*", head)
    assert line.startswith("  import broken without arguments")
    assert last == "1 failure in 1 of 1 function, 1 example"
    assert "def test_broken_can_be_imported():" in (folder / "test_broken.py").read_text()


def test_an_interrupt_ends_the_run_with_what_was_found(found):
    folder = found[0]
    os.mkfifo(folder / "begun")
    (folder / "endless.py").write_text(
        "from genmorph.domain import arg, ints, timeout\n"
        "@arg('n', ints(0, 9))\ndef first(n):\n    return 1 // n\n"
        f"@timeout(600)\n@arg('n', ints(0, 9))\ndef second(n):\n    assert n\n"
        f"    open({str(folder / 'begun')!r}).close()\n    while True: pass\n"
    )
    words = [COMMAND, "fuzz", "endless", "--output", "test_endless.py"]
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    (folder / "begun").write_text("")  # opens when the second function does
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    heads = {line.partition(":")[0] for line in out.splitlines()}
    assert heads >= {"ZeroDivisionError at endless.py", "AssertionError at endless.py"}
    assert out.splitlines()[-1].endswith("; interrupted")
    assert (folder / "test_endless.py").read_text().count("@example(n=0)") == 2


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ("5ev", "budget must be a time such as 60s or 2m, got '5ev'"),
        ("-3s", "budget must be positive, got -3.0"),
        ("soon", "budget must look like 30s, 2m, 1h or 500ev, got 'soon'"),
    ],
)
def test_a_budget_that_is_no_time_is_refused(found, budget, said):
    done = run_command(found[0], "fuzz", "shop", f"--budget={budget}")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"genmorph: {said}\n")


def test_what_was_refused_and_what_was_left_is_told(tmp_path_factory):
    text = """
        import os
        from genmorph.domain import arg, froms, ints

        @arg("n", ints(0, 9))
        def write(n):
            if n:
                open("notes.txt", "w").close()

        @arg("n", ints(0, 99))
        def die(n):
            os._exit(3)
    """
    folder = make_folder(tmp_path_factory, harmful=text)
    done = run_command(folder, "fuzz", "harmful")
    assert done.returncode == 1
    assert "write was refused in 9 calls beside 1 example: open 'notes.txt' for writing; --allow-effects" in done.stderr
    assert re.search(r"die was left after \d+ examples?: 4 calls did not come back", done.stderr)
    assert [path.name for path in folder.iterdir() if path.suffix != ".py"] in ([], ["__pycache__"])

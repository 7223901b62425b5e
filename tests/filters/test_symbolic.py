import os
import sys
from textwrap import dedent

import pytest

from genmorph.filters.symbolic import is_available, refute

pytestmark = pytest.mark.skipif(not is_available(), reason="CrossHair is not installed")
SECONDS = 30.0
SHORT = 0.5


def refuted(claim, seconds=SECONDS, **options):
    return refute(dedent(claim), sys.path, seconds, **options)


def test_crosshair_stays_out_of_this_process():
    assert refuted("def claim(n: int): return n != 4242") == ((4242,),)
    assert "crosshair" not in sys.modules


def test_inputs_of_every_kind_come_back_as_plain_data():
    claim = """
        def claim(n: int, up: bool, word: str, data: bytes, xs: list[int], ys: tuple[bool, ...]):
            given = (n, up, word, data, xs, ys)
            return n != -5 or not up or word != "\\u2200'" or data != b"\\xff" or xs != [7, 7] or ys != (True,)
    """
    assert refuted(claim) == ((-5, True, "\u2200'", b"\xff", [7, 7], (True,)),)


def test_what_a_claim_changes_in_its_arguments_is_not_what_is_suggested():
    claim = """
        def claim(xs: list[int]):
            before = sum(xs)
            xs.append(1)
            return before != 3 or len(xs) != 3
    """
    ((values,),) = refuted(claim)
    assert (sum(values), len(values)) == (3, 2)


def test_a_claim_that_raises_says_nothing():
    claim = """
        def claim(n: int):
            if n < 1000:
                raise ValueError(n)
            return n != 1234
    """
    assert refuted(claim) == ((1234,),)


@pytest.mark.parametrize(
    "claim",
    [
        "def claim(n: int): return n * n >= 0",
        "def claim(n: int",
        "import no_such_module",
        "def claim(n: int): raise SystemExit",
        "import os\ndef claim(n: int): os._exit(1)",
        "import os, signal\ndef claim(n: int): os.kill(os.getpid(), signal.SIGKILL)",
        "def claim(n: int): return [0] * 10**10 and False",
        "import sys\ndef claim(n: int): sys.setrecursionlimit(10**9); return claim(n + 1)",
    ],
)
def test_nothing_is_suggested_where_the_process_finds_nothing_or_dies(claim):
    assert not refuted(claim, SHORT)


def test_a_search_that_was_none_is_told_from_one_that_found_nothing():
    assert refuted("import no_such_module") is None
    assert refuted("def claim(n: int): return n * n >= 0") == ()


@pytest.mark.parametrize("claim", ["def claim(n: int):\n while True: n += 1", "while True: pass"])
def test_a_search_without_end_is_ended(claim):
    assert not refuted(claim, SHORT)


def test_a_search_that_shall_stop_is_not_waited_for():
    looks = iter([False, True])
    assert refuted("while True: pass", seconds=10**6, is_stopped=lambda: next(looks)) is None


def test_a_claim_cannot_change_what_is_outside_its_process(tmp_path):
    file = tmp_path / "written"
    assert refuted(f"def claim(n: int):\n open({str(file)!r}, 'w').close()\n return False") == ()
    assert not file.exists()


def test_where_crosshair_is_not_found_nothing_is_suggested(tmp_path):
    (tmp_path / "crosshair.py").write_text("raise ImportError")
    assert refute("def claim(n: int): return False", [os.fspath(tmp_path), *sys.path], SECONDS) is None

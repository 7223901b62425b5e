"""What one call gives: values, exceptions, and what counts as neither."""

import math

import pytest

from genmorph.execution.patience import Patience
from genmorph.execution.worker import encoding
from genmorph.model import Crashed, Raised, Returned

PATIENT = Patience(time_outs=100, deaths=100)


def outcome_of(workers, *arguments):
    (outcome,) = workers.call(None, [arguments], PATIENT)
    return outcome


@pytest.mark.parametrize("value", [0, 1, True, False, 1.0, -0.0, math.nan, -math.inf, -(10**400), 5e-324])
def test_values_come_back_exactly(start, value):
    outcome = outcome_of(start("def subject(x): return x"), value)
    assert repr(outcome) == repr(Returned(value))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import signal\ndef subject(x): return signal.SIGINT", Returned(2)),
        ("import numpy\ndef subject(x): return numpy.float64(x)", Returned(7.0)),
        ("import numpy\ndef subject(x): return numpy.int8(x)", Returned(7)),
        ("import numpy\ndef subject(x): return numpy.bool_(x)", Returned(True)),
        ("class Odd(int):\n  def __index__(self): raise ValueError\ndef subject(x): return Odd(x)", Returned(7)),
    ],
)
def test_number_types_become_plain_numbers(start, source, expected):
    assert repr(outcome_of(start(source), 7)) == repr(expected)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("async def subject(x): return x", "coroutine"),
        ("def subject(x): return subject", "function"),
        ("class Sly:\n  def __index__(self): raise SystemExit\ndef subject(x): return Sly()", "genmorph_subject.Sly"),
    ],
)
def test_other_values_are_unsupported(start, target, source, kind):
    chosen = target(source.replace("async ", ""))
    chosen = type(chosen)(None, source, chosen.qualname, chosen.first_line, chosen.last_line)
    assert outcome_of(start(chosen), 7) == Crashed(f"unsupported output: {kind}")


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("raise ValueError('no')", "ValueError"),
        ("return 1 // 0", "ZeroDivisionError"),
        ("import decimal; return decimal.Decimal('x')", "decimal.InvalidOperation"),
        ("raise Refused", "genmorph_subject.Refused"),
        ("return input()", "EOFError"),
    ],
)
def test_exceptions_are_named(start, statement, name):
    source = f"class Refused(Exception): pass\ndef subject(x): {statement}"
    assert outcome_of(start(source), 7) == Raised(name)


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("raise SystemExit(3)", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("raise MemoryError", "MemoryError"),
        ("return subject(x)", "RecursionError"),
    ],
)
def test_what_is_no_answer_of_the_function_is_a_crash(start, statement, name):
    assert outcome_of(start(f"def subject(x): {statement}"), 7) == Crashed(f"raised {name}")


def test_keyword_only_parameters_are_passed_by_keyword(start, target):
    chosen = target("def subject(a, *, b, c): return 100 * a + 10 * b + c", keywords=("b", "c"))
    assert outcome_of(start(chosen), 1, 2, 3) == Returned(123)


def test_what_the_subject_prints_goes_nowhere(start, capfd):
    source = "import os, sys\ndef subject(x):\n  print(x); print(x, file=sys.stderr); os.write(1, b'x')\n  return x"
    assert outcome_of(start(source), 7) == Returned(7)
    assert capfd.readouterr() == ("", "")


def test_outcomes_keep_the_order_of_many_inputs(start):
    workers = start("def subject(x): return -x")
    assert workers.call(None, [(x,) for x in range(2_500)], PATIENT) == [Returned(-x) for x in range(2_500)]


def test_no_inputs_give_no_outcomes(start):
    assert start("def subject(x): return x").call(None, [], PATIENT) == []


def test_an_exception_is_described_by_its_first_line():
    assert encoding.one_line(ValueError("one\ntwo")) == "ValueError: one"
    assert encoding.one_line(KeyboardInterrupt()) == "KeyboardInterrupt"

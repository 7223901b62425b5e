"""What a person reads of a mutant."""

import pytest

from genmorph.inference.mutant_choice import note_mutant
from genmorph.model import FaultyVersion, Helper, OutcomeMutant, SourceMutant, Target
from genmorph.mutation.mutants import make_helper_mutants, make_mutants
from genmorph.mutation.outcome_mutants import OUTCOME_OPERATORS

TEXT = '''"""A shop."""

RATE = 2


class Shop:
    @staticmethod
    def price(n, vip=False):
        """The price."""
        if vip:
            return n

        total = n * RATE
        return total + 1


def after():
    return 0
'''
PRICE = Target("shop", TEXT, "Shop.price", 7, 14)
NAMES = ["first", "second", "third"]


def lines_of(mutant):
    return note_mutant(mutant, PRICE, NAMES).change.splitlines()


def test_a_mutant_of_the_source_is_a_diff_with_the_line_numbers_of_its_file():
    lines = lines_of(next(mutant for mutant in make_mutants(PRICE) if mutant.line == 14))
    assert lines[:2] == ["--- shop.Shop.price", "+++ price:14:swap_op:1"]
    assert lines[2] == "@@ -11,4 +11,4 @@"
    assert lines[-2:] == ["-        return total + 1", "+        return total - 1"]


@pytest.mark.parametrize("mutant", make_mutants(PRICE), ids=lambda mutant: mutant.id)
def test_every_diff_shows_its_line_with_at_most_three_around_it_and_nothing_of_what_follows(mutant):
    lines = lines_of(mutant)
    changed = [line for line in lines[3:] if line[:1] in "+-"]
    assert 2 <= len(changed) <= 3
    assert len(lines) - 3 <= len(changed) + 6
    assert not any("after" in line for line in lines)
    assert TEXT.split("\n")[mutant.line - 1] in [line[1:] for line in changed]


def test_a_mutant_of_a_helper_tells_which_function_is_changed_and_where():
    helper = Helper(Target("shop", TEXT, "RATE", 3, 3), None, 1)
    (mutant, _) = make_helper_mutants(helper, extends=True)
    note = note_mutant(mutant, PRICE, NAMES)
    assert (note.id, note.helper, note.line) == ("shop.RATE:3:number:1", "shop.RATE", 3)
    assert note.change.splitlines()[2:] == ["@@ -3 +3 @@", "-RATE = 2", "+RATE = 3"]


def test_a_definition_that_is_a_module_of_its_own_has_only_its_name():
    target = Target(None, "def half(x):\n    return x / 2\n", "half", 1, 2)
    (first, *_) = make_mutants(target)
    assert note_mutant(first, target, ["x"]).change.startswith("--- half\n")


def test_a_source_with_odd_line_ends_is_told_apart_as_python_does():
    text = 'def f(x):\n    return x + len("\x0c\u2028")\n'
    mutant = SourceMutant("f:2", "swap_op", 2, text.replace("+", "-"))
    assert len(note_mutant(mutant, Target("m", text, "f", 1, 2), ["x"]).change.split("\n")) == 6


@pytest.mark.parametrize("operator", OUTCOME_OPERATORS.values(), ids=lambda operator: operator.name)
def test_every_change_of_outcomes_is_said_in_words(operator):
    for example in operator.examples:
        words = note_mutant(OutcomeMutant("outcome:x", operator.name, example.data), None, NAMES).change
        assert words.isprintable()
        assert len(words.split()) >= 3


@pytest.mark.parametrize(
    ("operator", "data", "said"),
    [
        ("off_by_one", (-1,), "the returned value is 1 less"),
        ("stuck", ([2, 3],), "the returned value is always [2, 3]"),
        ("elements_swapped", (0, -1), "the returned value has its first and its last element exchanged"),
        ("argument_ignored", (1, 7), "second is read as 7"),
        ("another_input", ((1,), (2,)), "other values of first and second and third are read"),
        ("in_part", ("area", "sign"), "'area' of the returned value has the other sign"),
        ("in_value", ("in_part", 0, "reversed"), "0 of the returned value is reversed"),
        ("in_argument", (2, "emptied"), "third as the call leaves it is empty"),
        ("argument_left_alone", (0,), "first is left as it was"),
    ],
)
def test_the_words_say_what_is_wrong_with_what(operator, data, said):
    assert note_mutant(OutcomeMutant("outcome:x", operator, data), None, NAMES).change == said


def test_a_faulty_version_is_named():
    assert note_mutant(FaultyVersion("faulty:wrong", PRICE), None, NAMES).change == "faulty version wrong"

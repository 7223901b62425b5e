"""Which pairs of functions are proposed, and in which order."""

import sys

import pytest

from genmorph.batch.pair_rules import RULES, snake_case
from genmorph.batch.pairs import propose_pairs
from genmorph.model import UsageError

ROUND_TRIPS = """
from dataclasses import dataclass
from enum import Enum

class Suit(Enum):
    HEARTS = "h"
    SPADES = "s"

@dataclass
class Price:
    amount: int
    currency: str

    def to_text(self) -> str:
        return f"{self.amount} {self.currency}"

    @classmethod
    def from_text(cls, text: str) -> "Price":
        amount, currency = text.split(" ", 1)
        return cls(int(amount), currency)

def letter(suit: Suit) -> str:
    return suit.value

def suit_of(letter: str) -> Suit:
    return Suit(letter)

def shout(text: str) -> str:
    return text[::-1] + "!"

def whisper(text: str) -> str:
    return text[:-1][::-1]

def trim(text: str) -> str:
    return text.strip()

def sort(xs):
    return sorted(xs)

def is_sorted(xs):
    return sorted(xs) == xs

def encrypt(key, text):
    return "".join(chr(ord(letter) ^ key) for letter in text) + "."

def decrypt(key, text):
    return "".join(chr(ord(letter) ^ key) for letter in text[:-1])

def add(xs, x):
    xs.append(x)
    return xs

def remove(xs, x):
    xs.remove(x)
    return xs

def total(xs):
    return sum(xs)

def total_slow(xs):
    return sum(xs, 0)

def encode(text):
    raise ValueError(text)

def decode(text):
    raise ValueError(text)
"""

HOSTILE = """
import os
import socket

def compress(data):
    with open("written", "w") as file:
        file.write(str(data))
    return [data]

def decompress(data):
    return data[0]

def quote(data):
    socket.create_server(("127.0.0.1", 0))
    return [data]

def unquote(data):
    return data[0]

def pack(data):
    os._exit(3)

def unpack(data):
    return data

def freeze(data):
    while True:
        pass

def thaw(data):
    return data

def dump(data, file):
    file.write(data)

def load(file):
    return file.read()

def encode(data):
    print("to standard output")
    return [data]

def decode(data):
    return data[0]
"""


@pytest.fixture
def write_module(tmp_path, monkeypatch):
    """Writes a module that other processes find too, because they start in its folder."""
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        (tmp_path / f"{name}.py").write_text(text)
        return name

    return write


def told(packages, **options):
    return {(pair.first, pair.second): pair for pair in propose_pairs(packages, **options)}


@pytest.mark.parametrize(("rule", "first", "second"), [(rule, *example) for rule in RULES for example in rule.examples])
def test_a_rule_leads_from_the_second_name_of_its_examples_to_the_first(rule, first, second):
    assert first in rule.firsts(snake_case(second))


def test_every_rule_has_an_example_and_a_label():
    assert all(rule.examples and rule.label for rule in RULES)


@pytest.mark.parametrize(
    ("package", "first", "second"),
    [
        ("json", "json:dumps", "json:loads"),
        ("binascii", "binascii:b2a_base64", "binascii:a2b_base64"),
        ("colorsys", "colorsys:rgb_to_hsv", "colorsys:hsv_to_rgb"),
        ("datetime", "datetime:date.isoformat", "datetime:date.fromisoformat"),
        ("datetime", "datetime:date.isocalendar", "datetime:date.fromisocalendar"),
    ],
)
def test_a_round_trip_of_the_standard_library_is_confirmed(package, first, second):
    assert told(package)[first, second].is_confirmed


def test_a_pair_without_a_fitting_input_is_proposed_after_the_confirmed_ones():
    pair = told("struct")["struct:pack", "struct:unpack"]
    assert (pair.reason, pair.is_confirmed) == ("x/unx", False)


def test_functions_that_take_files_are_in_no_pair():
    assert not [pair for pair in told(["json", "quopri"]) if "json:dump" in pair or "quopri:encode" in pair]


def test_names_types_methods_and_predicates_lead_to_pairs(write_module):
    found = told(write_module("fair", ROUND_TRIPS))
    said = {(first.partition(":")[2], second.partition(":")[2]): str(pair) for (first, second), pair in found.items()}
    assert said["Price.to_text", "Price.from_text"].endswith("to_x/from_x  gives back 6 of 6 inputs")
    assert said["letter", "suit_of"].endswith("Suit -> str -> Suit  gives back 2 of 2 inputs")
    assert "xs" not in said
    assert "is true of" in said["sort", "is_sorted"]
    assert "agrees on" in said["total", "total_slow"]
    assert found["fair:encrypt", "fair:decrypt"].is_confirmed
    assert found["fair:add", "fair:remove"].is_confirmed
    assert found["fair:shout", "fair:whisper"].is_confirmed


def test_functions_of_the_same_types_are_no_pair_unless_inputs_come_back(write_module):
    assert not [pair for pair in told(write_module("fair", ROUND_TRIPS)) if "fair:trim" in pair]


def test_confirmed_pairs_come_first_and_those_that_raise_on_everything_last(write_module):
    found = propose_pairs(write_module("fair", ROUND_TRIPS))
    confirmed = [pair.is_confirmed for pair in found]
    assert confirmed == sorted(confirmed, reverse=True)
    assert str(found[-1]).startswith("fair:encode fair:decode  encode/decode  raises on ")


def test_a_constructor_that_takes_its_own_class_is_no_trap(write_module):
    text = (
        "class Node:\n    def __init__(self, parent: 'Node', name: str): pass\n"
        "def pack(node: Node) -> list: return [node]\ndef unpack(nodes: list) -> Node: return nodes[0]\n"
    )
    assert list(told(write_module("tree", text))) == [("tree:unpack", "tree:pack")]


def test_a_function_that_changes_its_argument_spoils_no_other_pair(write_module):
    text = (
        "def add(xs):\n    xs.append(9)\n    return [xs]\ndef remove(xs): return xs[0][:-1]\n"
        "def push(xs):\n    if 9 in list(xs): return [xs]\n    raise ValueError(xs)\ndef pop(xs): return xs[0]\n"
    )
    found = told(write_module("spoiling", text))
    assert found["spoiling:add", "spoiling:remove"].is_confirmed
    assert found["spoiling:push", "spoiling:pop"].raises


def test_at_most_as_many_pairs_as_asked_for_are_proposed():
    assert propose_pairs("base64", most=3) == propose_pairs("base64")[:3]


def test_effects_are_refused_and_what_crashes_or_hangs_ends_no_survey(write_module, tmp_path):
    found = told(write_module("trap", HOSTILE))
    assert set(found) == {("trap:encode", "trap:decode"), ("trap:freeze", "trap:thaw")}
    assert found["trap:encode", "trap:decode"].is_confirmed
    assert found["trap:freeze", "trap:thaw"].tried == "does not end"
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".py" and path.name != "__pycache__"] == []
    assert "trap" not in sys.modules


def test_two_modules_have_a_pair_where_none_has_one_alone(write_module):
    write_module("outgoing", "def encode(x): return [x]\n")
    write_module("incoming", "def decode(x): return x[0]\n")
    assert propose_pairs(["outgoing"]) == []
    assert list(told(["outgoing", "incoming"])) == [("outgoing:encode", "incoming:decode")]


@pytest.mark.parametrize(
    ("text", "reason"), [("1 / 0\n", "cannot be imported: ZeroDivisionError"), ("import os\nos._exit(3)\n", "crashed")]
)
def test_a_package_that_cannot_be_imported_is_told(write_module, text, reason):
    with pytest.raises(UsageError, match=reason):
        propose_pairs(write_module("lame", text))


def test_a_module_of_a_package_that_ends_the_process_is_left_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "shaky"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "deadly.py").write_text("import os\nos._exit(3)\n")
    (folder / "sound.py").write_text("def encode(x): return [x]\ndef decode(x): return x[0]\n")
    assert list(told("shaky")) == [("shaky.sound:encode", "shaky.sound:decode")]


def test_the_number_of_pairs_must_be_positive():
    with pytest.raises(UsageError, match="most must be > 0, got 0"):
        propose_pairs("json", most=0)

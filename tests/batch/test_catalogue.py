"""The file that lists the functions of a batch."""

import pytest

from genmorph.batch.catalogue import Entry, read_catalogue
from genmorph.model import UsageError

WHOLE = """
[defaults]
budget = "5ev"
seed = 3

[[function]]
target = "shop:price"
domain = { n = "ints(0, 9)" }
require = ["n > 2"]

[[function]]
target = "math:gcd"
domain = ["ints(0, 9)", "ints(0, 9)"]
budget = "2m"

[[function]]
target = "shop:*"
include = ["price*", "tax"]
exclude = ["*_old"]
preset = "paper"
"""


def read(tmp_path, text):
    path = tmp_path / "catalogue.toml"
    path.write_text(text)
    return read_catalogue(path)


def test_entries_have_what_they_state_and_else_the_defaults(tmp_path):
    price, gcd = read(tmp_path, WHOLE).entries
    assert price == Entry("shop:price", "5ev", 3, {"n": "ints(0, 9)"}, annotations={"require": ["n > 2"]})
    assert gcd == Entry("math:gcd", "2m", 3, ("ints(0, 9)", "ints(0, 9)"))


def test_an_entry_says_what_seeds_a_function_and_that_it_is_sampled(tmp_path):
    text = "[[function]]\ntarget = 'shop:lot'\nseeded_by = 'rng'\nstochastic = true"
    (lot,) = read(tmp_path, text).entries
    assert lot.annotations == {"seeded_by": "rng", "stochastic": True}


def test_a_pattern_stands_for_the_functions_that_fit_and_have_no_entry_of_their_own(tmp_path):
    catalogue = read(tmp_path, WHOLE)
    names = ("price", "price_of", "price_old", "tax", "other")
    expanded = catalogue.expanded({"shop": names})
    assert [entry.target for entry in expanded] == ["shop:price", "math:gcd", "shop:price_of", "shop:tax"]
    assert expanded[2] == Entry("shop:price_of", "5ev", 3, preset="paper")
    assert expanded[0].domain == {"n": "ints(0, 9)"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must list functions, got none"),
        ("[other]", "tables must be [defaults] and [[function]], got other"),
        ("function = 3", "function must be an array of tables, got 3"),
        ("[[function]]\nbudget = '3s'", "function 1: target must be there, got budget"),
        ("[[function]]\ntarget = 'shop'", "target must look like package.module:function, got 'shop'"),
        ("[[function]]\ntarget = 'shop.tax'", "got 'shop.tax'; is shop:tax meant?"),
        (
            "[[function]]\ntarget = 'shop:tax*'",
            "target must end in :* where include says which functions are meant",
        ),
        ("[[function]]\ntarget = 'a:b'\ndomian = {k = 'ints()'}", ", got domian; is domain meant?"),
        ("[[function]]\ntarget = 3", "target must be a text, got 3"),
        ("[[function]]\ntarget = 'a:b'\nbudgets = '3s'", "function 1 (a:b): keys must be among target, budget, "),
        ("[[function]]\ntarget = 'a:b'\nbudget = '-3s'", "function 1 (a:b): budget must be positive, got -3.0"),
        ("[[function]]\ntarget = 'a:b'\nbudget = 3", "budget must be a text, got 3"),
        ("[[function]]\ntarget = 'a:b'\npreset = 'java'", "function 1 (a:b): preset must be one of default, paper, "),
        ("[defaults]\npreset = ['paper']", "defaults: preset must be a text, got ['paper']"),
        ("[[function]]\ntarget = 'a:b'\ngenerator = 'no'", "generator must be true or false, got 'no'"),
        (
            "[[function]]\ntarget = 'a:b'\ngenerator = true\ndomain = ['ints()']",
            "domain of a generator must be by name, got ['ints()']",
        ),
        ("[[function]]\ntarget = 'a:b'\nmodule_test = true", "function 1 (a:b): keys must be among target, "),
        ("x = " + "[" * 10_000, "catalogue must be a TOML file that can be read"),
        ("[[function]]\ntarget = 'a:b'\nseed = true", "seed must be an int, got True"),
        ("[[function]]\ntarget = 'a:b'\nallow_effects = 1", "allow_effects must be true or false, got 1"),
        (
            "[[function]]\ntarget = 'a:b'\ndomain = 'ints()'",
            "domain must be an object or a list, got 'ints()'",
        ),
        ("[[function]]\ntarget = 'a:b'\ndomain = {k = 3}", "domain[...] must be a text, got {'k': 3}"),
        ("[[function]]\ntarget = 'a:b'\ndomain = {k = 'ints(3, 1)'}", "domain, k: "),
        ("[[function]]\ntarget = 'a:*'\ndomain = {k = 'ints()'}", "keys must be among"),
        ("[[function]]\ntarget = 'a:*'\ninclude = 'b'", "include must be a list, got 'b'"),
        ("[[function]]\ntarget = 'a:b'\n[[function]]\ntarget = 'a:b'", "target must be listed once, got 'a:b'"),
        ("[defaults]\ndomain = {}", "defaults: keys must be among budget, seed, preset, allow_effects, got domain"),
        ("[defaults]\nseed = 'a'", "defaults: seed must be an int, got 'a'"),
        ("nonsense", "catalogue must be a TOML file that can be read"),
    ],
)
def test_what_is_not_right_is_told_with_its_place(tmp_path, text, message):
    with pytest.raises(UsageError) as caught:
        read(tmp_path, text)
    assert message in str(caught.value)


def test_a_catalogue_that_is_not_there_is_told(tmp_path):
    with pytest.raises(UsageError, match="catalogue must be a TOML file that can be read"):
        read_catalogue(tmp_path / "none.toml")

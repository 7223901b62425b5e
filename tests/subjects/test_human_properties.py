"""The corpus of human properties is sound, and relations whose worth is known are judged as they must be."""

import re
from collections import Counter
from itertools import islice
from random import Random

import pytest

from benchmarks.checks.human_entries import (
    CORPORA,
    STANDARD_LIBRARY,
    Entry,
    Form,
    HumanProperty,
    read_domain,
    read_entries,
    read_pins,
)
from benchmarks.checks.human_judging import FEWEST, Judgement, Share, has_same_change, judge
from benchmarks.checks.perturbed_functions import PARTS, Remembered, perturbed_functions
from genmorph.domain import ints, parse_domain
from genmorph.model import Kind, UsageError
from genmorph.transformations.template import Effect
from genmorph.transformations.templates import TEMPLATES
from genmorph.transformations.transformation import Transformation
from tests.handmade import make_relation, make_signature

ENTRIES = read_entries()
TEXTBOOK = [entry for name in ("numpy_laws", "helpers") for entry in read_entries(CORPORA[name])]
STANDARD = [entry for entry in ENTRIES if entry.package == STANDARD_LIBRARY]
SWAPPED = Transformation("swap", (0, 1))
GROWN = Transformation("add", (0,), 1)


def product(first, second):
    return first * second


def entry_of(relation, **fields):
    given = {
        "name": "product: commutes",
        "source": "here",
        "package": STANDARD_LIBRARY,
        "function": "tests.subjects.test_human_properties:product",
        "form": Form.ONE,
        "domain": {"first": "ints(-20, 20)", "second": "ints(-20, 20)"},
        "relation": relation,
        "change": ["swaps"],
    }
    return Entry(**given | fields)


def relation_of(transformation, tree):
    signature = make_signature("product", {"first": ints(-20, 20), "second": ints(-20, 20)}, Kind.INT)
    return make_relation(signature, transformation, tree)


COMMUTES = relation_of(SWAPPED, ["==", "return_f", "return_s"])
IS_LINEAR = relation_of(GROWN, ["==", "return_f", ["+", "return_s", "second_s"]])
SAYS_NOTHING = relation_of(SWAPPED, ["<=", "return_f", ["+", "return_s", 1_000_000]])
IS_FALSE = relation_of(SWAPPED, ["<", "return_f", "return_s"])


def test_there_are_forty_properties_and_most_are_of_one_function():
    forms = Counter(entry.form for entry in ENTRIES)
    assert len(ENTRIES) == len({entry.name for entry in ENTRIES}) == 40
    assert forms[Form.ONE] + forms[Form.FED_BACK] >= 30


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_property_says_where_it_comes_from_and_can_be_read(entry):
    assert re.fullmatch(r"[\w.-]+/[\w.-]+( \([\d.]+\))? \S+\.py \S+", entry.source)
    assert entry.package == STANDARD_LIBRARY or entry.package in read_pins()
    for name, text in {**entry.domain, **entry.drawn}.items():
        assert ":" in text or parse_domain(text), name
    for code in (entry.relation, entry.applies):
        compile(code, entry.name, "eval")
    effects = {effect.value for effect in Effect} | {"negates", "passes on"}
    assert all(change in effects or change in TEMPLATES for change in entry.change)


@pytest.mark.parametrize("entry", STANDARD, ids=lambda entry: entry.name)
def test_a_property_of_the_standard_library_holds_on_what_its_test_draws(entry):
    human = HumanProperty.load(entry)
    inputs = [values for values, _ in zip(human.draw(Random(1)), range(200), strict=False)]
    applicable = [values for values in inputs if human.is_applicable(values)]
    assert len(applicable) >= 50
    assert all(human.holds(human.function, values) for values in applicable)


def test_a_strategy_is_named_by_the_function_that_makes_it():
    assert read_domain("x", "hypothesis.strategies:booleans").size == 2


def test_fields_that_make_no_sense_are_refused():
    with pytest.raises(UsageError, match="function of product: commutes must look like"):
        entry_of("True", function="product")
    with pytest.raises(UsageError, match="changed of product: commutes must be of first, second, got 'third'"):
        entry_of("True", changed=["third"])


def test_a_property_is_found_by_the_relation_that_says_it():
    judgement = judge(HumanProperty.load(entry_of("f(first, second) == f(second, first)")), [COMMUTES])
    assert judgement.noticed_by_property >= FEWEST
    assert (judgement.is_found, judgement.is_found_as_written, judgement.noticed) == (True, True, 1)
    assert judgement.best == Share(COMMUTES.formula, 1, has_same_change=True)


def test_a_property_is_found_by_another_relation_that_is_as_strong():
    judgement = judge(HumanProperty.load(entry_of("f(first, second) == f(second, first)")), [IS_LINEAR])
    assert judgement.is_found
    assert judgement.is_found_as_written is False


@pytest.mark.parametrize("relations", [[], [SAYS_NOTHING], [IS_FALSE]], ids=["none", "says nothing", "false"])
def test_a_property_is_not_found_where_no_relation_says_anything_like_it(relations):
    judgement = judge(HumanProperty.load(entry_of("f(first, second) == f(second, first)")), relations)
    assert judgement.is_found is False
    assert judgement.noticed == 0


def test_a_relation_that_is_false_of_the_function_does_not_count_and_is_named():
    human = HumanProperty.load(entry_of("f(first, second) == f(second, first)"))
    assert judge(human, [IS_FALSE, COMMUTES]).false == (IS_FALSE.formula,)


def test_a_property_that_notices_next_to_nothing_is_not_judged():
    judgement = judge(HumanProperty.load(entry_of("f(first, second) < 10**9")), [COMMUTES])
    assert judgement.noticed_by_property < FEWEST
    assert judgement.is_found is judgement.noticed is None


def test_inputs_on_which_a_property_is_false_are_counted_and_left_out():
    judgement = judge(HumanProperty.load(entry_of("first < 0 or f(first, second) == f(second, first) + 1")), [])
    assert judgement.exceptions > 0
    assert judgement.inputs + judgement.exceptions == 200


def test_a_relation_with_the_same_change_must_be_of_the_same_arguments():
    entry = entry_of("True", change=["adds"], changed=["second"])
    assert not has_same_change(entry, IS_LINEAR)
    assert has_same_change(entry_of("True", change=["adds"], changed=["first"]), IS_LINEAR)
    assert not has_same_change(entry_of("True", change=[]), COMMUTES)


def test_shares_of_all_and_of_one_decide():
    def judged(noticed, share, same):
        return Judgement(200, 0, 60, 50, noticed, (Share("f", share, same),), ()).is_found

    assert [judged(0.9, 0.8, False), judged(0.9, 0.1, True), judged(0.89, 0.89, True)] == [True, True, False]
    assert [judged(1.0, 0.79, False), judged(1.0, 0.0, True)] == [False, False]


def test_perturbed_functions_are_the_same_each_time_and_most_differ():
    inputs = [(first, first + 3) for first in range(50)]

    def tables():
        made = perturbed_functions("product", product, inputs)
        return {one.name: [one.function(*values) for values in inputs] for one in made}

    usual = [product(*values) for values in inputs]
    assert tables() == tables()
    # The others do what changes no product, or none of numbers above 0.
    assert sum(table != usual for table in tables().values()) >= 45


def test_a_perturbed_function_acts_on_its_part_of_the_inputs_alone():
    inputs = [(first, first + 3) for first in range(50)]
    parts = {str(part): part for part in PARTS}
    for one in perturbed_functions("product", product, inputs):
        part = parts[one.name.rpartition("for ")[2]]
        untouched = [values for values in inputs if not part.holds(values, product(*values))]
        assert all(one.function(*values) == product(*values) for values in untouched)


def test_equal_outputs_are_changed_alike_where_the_output_chooses():
    inputs = [(first, second) for first in range(-5, 6) for second in range(-5, 6)]
    made = perturbed_functions("product", product, inputs)
    found = [one.function for one in made if one.name.endswith("output") and " argument" not in f" {one.name}"]
    assert found
    assert all(one(*values) == one(*values[::-1]) for one in found for values in inputs)


def test_a_remembered_function_keeps_its_answers_to_itself():
    calls = []

    def twice(items):
        calls.append(items)
        items.append(0)
        return [items, items]

    remembered = Remembered(twice)
    given = [1]
    remembered(given)[0].append(9)
    assert remembered(given) == [[1, 0], [1, 0]]
    assert (given, len(calls)) == ([1], 1)


def test_a_remembered_function_raises_what_it_raised():
    remembered = Remembered(int)
    for _ in range(2):
        with pytest.raises(ValueError, match="invalid literal"):
            remembered("a")


@pytest.mark.parametrize("entry", TEXTBOOK, ids=lambda entry: entry.name)
def test_a_law_of_a_textbook_is_true_and_notices_enough(entry):
    human = HumanProperty.load(entry)
    inputs = [values for values in islice(human.draw(Random(entry.name)), 50) if human.is_applicable(values)]
    assert len(inputs) > 40
    assert all(human.holds(human.function, values) for values in inputs)
    made = perturbed_functions(entry.name, human.function, [human.arguments(values) for values in inputs])
    assert sum(not all(human.holds(one.function, values) for values in inputs[:20]) for one in made) >= FEWEST

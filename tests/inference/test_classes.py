"""Relations of objects that change: what is told of a class, checked, saved, exported, and refused."""

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from genmorph import InapplicableInput, RelationSet, UnsupportedError, UsageError, infer_relations
from genmorph.domain import ints, texts
from genmorph.inference import scenarios
from genmorph.inference.meter import HaltError
from genmorph.model import Verdict
from genmorph.results.replaying import replay
from tests.subjects import stateful


@pytest.fixture(scope="module")
def of_stack():
    return infer_relations(stateful.Stack, budget="0.2ev", cache=False)


@pytest.fixture(scope="module")
def of_cache():
    domain = {"capacity": ints(1, 3), "key": texts("ab", min_len=1, max_len=1), "value": ints(0, 9)}
    return infer_relations(stateful.Cache, budget="0.2ev", cache=False, domain=domain)


def formulas(relations):
    return [relation.formula for relation in relations]


def named(relations, formula):
    return next(relation for relation in relations if relation.formula == formula)


def test_what_is_pushed_is_popped_and_the_stack_is_as_it_was(of_stack):
    assert {
        "stack.push(x); stack.pop() == x",
        "stack.push(x); stack.pop() leaves stack as it was",
        "len(stack) after stack.push(x) == len(stack) + 1",
    } <= set(formulas(of_stack))


@pytest.fixture(scope="module")
def of_line():
    return infer_relations(stateful.Line, budget="0.2ev", cache=False)


def test_who_is_first_stays_first_when_others_join(of_line):
    kept = named(of_line, "line.first() after line.join(x) == line.first()")
    assert kept.law == "frame condition"
    assert kept.name == "line_join_keeps_first"
    assert kept.check(stateful.Line, [("join", 1)], 2)
    assert "line.serve() after line.join(x) == line.serve()" not in formulas(of_line)
    with pytest.raises(InapplicableInput):
        kept.check(stateful.Line, [], 2)
    assert not kept.check(stateful.Pushing, [("join", 1)], 2)


def test_who_waits_behind_others_is_seen_though_a_line_shows_the_first_alone(of_line):
    """That who joins twice is served twice is seen by calling `serve` again."""
    assert not [formula for formula in formulas(of_line) if "leaves line" in formula and "as it was" not in formula]


@pytest.mark.long
def test_a_list_grows_and_shrinks(tmp_path):
    relations = infer_relations(stateful.Row, budget="0.2ev", cache=False)
    assert {
        "list(row) after row.append(x) == [*list(row), x]",
        "list(row) after row.prepend(x) == [x, *list(row)]",
        "list(row) after row.file(x) == sorted([*list(row), x])",
        "list(row) after row.drop_first() == list(row)[1:]",
    } <= set(formulas(relations))
    assert "row.first() after row.append(x) == row.first()" in formulas(relations)
    assert not any(formula.startswith("len(row)") for formula in formulas(relations))  # that follows
    grown = named(relations, "list(row) after row.append(x) == [*list(row), x]")
    assert (grown.law, grown.name) == ("change of a list", "row_append_changes_list")
    assert grown.check(stateful.Row, [("append", 1)], 2)
    assert not grown.check(stateful.Short, [("append", 1)] * 3, 2)
    file = tmp_path / "test_row.py"
    relations.to_pytest(file)
    assert ran(file) == 0
    file.write_text(file.read_text().replace("import Row", "import Short as Row"))
    assert run_tests(file, "-k", "append_changes_list").returncode == 1


@pytest.mark.long
def test_what_is_held_under_other_keys_stays(tmp_path):
    domain = {"key": texts("ab", min_len=1, max_len=2), "value": ints(1, 9)}
    relations = infer_relations(stateful.Store, budget="0.2ev", cache=False, domain=domain)
    kept = named(relations, "store.get(key2) after store.drop(key) == store.get(key2), where key2 != key")
    assert (kept.law, kept.name) == ("frame condition of others", "store_drop_keeps_get_of_others")
    assert kept.check(stateful.Store, [("put", "ab", 3)], "a", "ab")
    assert not kept.check(stateful.Dropping, [("put", "ab", 3)], "a", "ab")
    with pytest.raises(InapplicableInput):
        kept.check(stateful.Store, [("put", "ab", 3)], "ab", "ab")
    file = tmp_path / "test_store.py"
    relations.to_pytest(file)
    assert ran(file) == 0
    file.write_text(file.read_text().replace("import Store", "import Dropping as Store"))
    assert run_tests(file, "-k", "keeps_get_of_others").returncode == 1


def test_what_is_found_is_compared_by_what_is_seen_of_it(tmp_path):
    """Two copies of a node are not equal; names in a deque are no list, to which one is added."""
    domain = {"name": texts("ab", min_len=1, max_len=2), "number": ints(1, 9)}
    relations = infer_relations(stateful.Nodes, budget="0.2ev", cache=False, domain=domain)
    assert "nodes.find(name2) after nodes.put(name, number) == nodes.find(name2), where name2 != name" in formulas(
        relations
    )
    assert not any("[" in formula for formula in formulas(relations))
    file = tmp_path / "test_nodes.py"
    relations.to_pytest(file)
    assert ran(file) == 0


def test_what_no_call_changes_is_not_said_to_be_kept():
    relations = infer_relations(stateful.Buffer, budget="0.2ev", cache=False, domain={"size": ints(1, 4)})
    assert len(relations)
    assert not [one for one in formulas(relations) if "buffer.size" in one]


def test_mutants_are_those_of_the_methods(of_stack):
    assert of_stack.mutants
    assert all(note.id.startswith("tests.subjects.stateful.Stack.") for note in of_stack.mutants)
    assert named(of_stack, "stack.push(x); stack.pop() == x").killed


@pytest.mark.long
def test_what_is_put_is_got_whatever_the_cache_forgets(of_cache):
    assert "cache.put(key, value); cache.get(key) == value" in formulas(of_cache)


def test_the_order_of_two_puts_matters_to_a_cache_that_forgets(of_cache):
    """Nothing but a probe shows it: a cache has no length and no public attributes."""
    assert not [formula for formula in formulas(of_cache) if "key2" in formula and "leaves" in formula]


@pytest.fixture(scope="module")
def of_ledger():
    return infer_relations(stateful.Ledger, budget="0.2ev", cache=False)


@pytest.mark.long
def test_that_a_number_is_brought_back_is_left_out_where_both_changes_are_reported(of_ledger):
    assert {
        "ledger.total() after ledger.pay(name, amount) == ledger.total() + amount",
        "ledger.total() after ledger.take_back(name, amount) == ledger.total() - amount",
    } <= set(formulas(of_ledger))
    assert not any("pay(name, amount); ledger.take_back" in formula for formula in formulas(of_ledger))


@pytest.fixture(scope="module")
def of_bag():
    return infer_relations(stateful.Bag, budget="0.2ev", cache=False)


def test_one_thing_that_is_seen_is_brought_back_where_others_are_not():
    relations = infer_relations(stateful.Robot, budget="0.2ev", cache=False)
    relation = named(relations, "robot.heading after robot.left(); robot.right() == robot.heading")
    assert not any("leaves robot as it was" in formula for formula in formulas(relations))
    assert relation.name == "robot_left_right_brings_back_heading"
    assert relation.check(stateful.Robot, ["left"])


def test_what_a_query_gives_for_an_argument_grows_by_another_one(of_ledger):
    grown = "ledger.paid(name) after ledger.pay(name, amount) == ledger.paid(name) + amount"
    assert grown in formulas(of_ledger)
    relation = named(of_ledger, grown)
    assert relation.killed
    assert relation.check(stateful.Ledger, [("pay", "a", 3)], "a", 2)


@pytest.mark.long
def test_written_tests_of_a_ledger_fail_where_it_forgets(of_ledger, tmp_path):
    file = tmp_path / "test_ledger.py"
    of_ledger.to_pytest(file)
    assert "before = deepcopy(ledger).paid(name)\n" in file.read_text()
    assert ran(file) == 0
    (tmp_path / "forgetful.py").write_text(FORGETFUL)
    home = "from tests.subjects.stateful import Ledger"
    file.write_text(file.read_text().replace(home, "from forgetful import Forgetful as Ledger"))
    assert ran(file) == 1


FORGETFUL = """
from tests.subjects.stateful import Ledger


class Forgetful(Ledger):
    def pay(self, name, amount):
        self._paid = {}
        super().pay(name, amount)
"""


def test_that_not_all_was_tried_is_said(monkeypatch, capsys):
    relations = infer_relations(stateful.Gate, budget="0.2ev", cache=False)
    said = "the time was over before all that may hold was tried: give a larger budget"
    assert said not in capsys.readouterr().err

    def ends(_search):
        raise HaltError("time")

    monkeypatch.setattr(scenarios._Search, "relations", ends)
    assert not infer_relations(stateful.Gate, budget="0.2ev", cache=False)
    assert said in capsys.readouterr().err
    assert relations


def test_what_code_cannot_name_is_left_out(tmp_path):
    relations = infer_relations(stateful.Odd, budget="0.2ev", cache=False)
    assert "odd.गिनती after odd.add(k) == odd.गिनती + k" in formulas(relations)
    assert not any(word in formula for formula in formulas(relations) for word in ("how many", "class", "pass"))
    file = tmp_path / "test_odd.py"
    relations.to_pytest(file)
    assert ran(file) == 0


def test_a_list_is_brought_back_where_one_of_both_changes_is_not_known():
    relations = formulas(infer_relations(stateful.Tags, budget="0.2ev", cache=False))
    assert "tags.names after tags.close() == tags.names[:-1]" in relations
    assert "tags.names after tags.open(name); tags.close() == tags.names" in relations


def test_a_list_that_is_seen_twice_is_spoken_of_once(of_bag):
    """The attribute, and what iteration gives, are the same, and as long as the bag."""
    assert {"bag.items after bag.put(x) == [*bag.items, x]", "bag.items after bag.drop() == bag.items[:-1]"} <= set(
        formulas(of_bag)
    )
    assert "bag.items after bag.put(x); bag.drop() == bag.items" not in formulas(of_bag)  # that follows
    assert not any("list(bag)" in formula or "len(bag)" in formula for formula in formulas(of_bag))


def test_written_tests_compare_what_is_seen_before_with_what_is_seen_later(of_bag, tmp_path):
    """The list that is seen is one and the same before and after, so that it is copied."""
    file = tmp_path / "test_bag.py"
    of_bag.to_pytest(file)
    assert ran(file) == 0
    (tmp_path / "sticky.py").write_text(STICKY)
    file.write_text(
        file.read_text().replace("from tests.subjects.stateful import Bag", "from sticky import Sticky as Bag")
    )
    assert ran(file) == 1


STICKY = """
from tests.subjects.stateful import Bag


class Sticky(Bag):
    def drop(self):
        if len(self.items) < 2:
            super().drop()
"""


def test_what_is_taken_out_was_seen_before(of_line, tmp_path):
    relation = named(of_line, "line.serve() == line.first() before")
    assert relation.name == "line_serve_gives_first_before"
    assert relation.check(stateful.Line, [("join", 1), ("join", 2)])
    assert not relation.check(stateful.LastServed, [("join", 1), ("join", 2)])
    file = tmp_path / "test_line.py"
    of_line.to_pytest(file)
    assert ran(file) == 0
    file.write_text(file.read_text().replace("import Line", "import LastServed as Line"))
    assert ran(file) == 1


@pytest.fixture(scope="module")
def of_seats():
    domain = {"last": ints(0, 4), "seat": ints(0, 4), "name": texts("ab", max_len=2)}
    return infer_relations(stateful.Seats, budget="0.2ev", cache=False, domain=domain)


@pytest.mark.long
def test_what_a_call_gives_is_compared_with_what_a_query_gave_for_its_argument():
    domain = {"last": ints(0, 4), "seat": ints(0, 4), "name": texts("ab", max_len=2)}
    found = infer_relations(stateful.Refundable, budget="0.2ev", cache=False, domain=domain)
    relation = named(found, "refundable.cancel(seat) == refundable.holder(seat) before")
    assert relation.name == "refundable_cancel_gives_holder_before"
    assert relation.check(stateful.Refundable, 4, [("reserve", 1, "a")], 1)


def test_what_is_put_under_a_key_is_found_though_keys_never_repeat_by_chance():
    domain = {"key": texts("abcdefgh", min_len=6, max_len=6), "value": ints(1, 9)}
    found = formulas(infer_relations(stateful.Store, budget="0.2ev", cache=False, domain=domain))
    assert "store.put(key, value); store.get(key) == value" in found
    assert "store.drop(key) == store.get(key) before" in found


WHERE_TRUE = "seats.reserve(seat, name); seats.holder(seat) == name, where seats.reserve gave True"


def test_a_law_holds_where_the_first_call_says_that_it_did_something(of_seats):
    assert WHERE_TRUE in formulas(of_seats)
    assert "seats.free() after seats.reserve(seat, name) == seats.free() - 1, where seats.reserve gave True" in (
        formulas(of_seats)
    )
    relation = named(of_seats, WHERE_TRUE)
    assert relation.check(stateful.Seats, 4, [], 0, "a")
    with pytest.raises(InapplicableInput):
        relation.check(stateful.Seats, 4, [("reserve", 0, "b")], 0, "a")
    assert not relation.check(stateful.Overbooked, 4, [("reserve", 0, "b")], 0, "a")


@pytest.mark.long
def test_such_a_law_is_saved_and_its_test_fails_on_a_fault_and_where_no_call_gives_true(of_seats, tmp_path):
    of_seats.to_json(tmp_path / "seats.json")
    assert RelationSet.from_json(tmp_path / "seats.json").relations == of_seats.relations
    file = tmp_path / "test_seats.py"
    of_seats.to_pytest(file)
    assert ran(file) == 0
    written = file.read_text()
    relation = named(of_seats, WHERE_TRUE)
    for faulty, says in ((stateful.Overbooked, "assert result == name"), (stateful.Refusing, "assert not is_example")):
        assert any(
            not relation.check(faulty, *values) for values in (*relation.examples, (4, [("reserve", 0, "b")], 0, "a"))
        )
        file.write_text(written.replace("import Seats", f"import {faulty.__name__} as Seats"))
        failed = run_tests(file, "-k", "holder_gives_name")
        assert failed.returncode == 1
        assert any(line.strip(" |").startswith(">") and line.endswith(says) for line in failed.stdout.splitlines())


def test_calls_of_which_one_order_raises_are_not_said_to_be_exchangeable():
    relations = infer_relations(stateful.Gate, budget="0.2ev", cache=False)
    assert "gate.enter(); gate.leave() leaves gate as it was" in formulas(relations)
    assert not any("; gate." in formula and formula.endswith("does") for formula in formulas(relations))


@pytest.fixture(scope="module")
def of_ranges():
    return infer_relations(
        stateful.Ranges, budget="20ev", domain={one: ints(0, 9) for one in ("low", "high", "number")}
    )


@pytest.mark.long
def test_what_a_query_says_after_a_call_is_found_of_each_argument(of_ranges):
    for argument in ("low", "high"):
        assert f"ranges.add(low, high); ranges.contains({argument}) == True" in formulas(of_ranges)
        assert f"ranges.remove(low, high); ranges.contains({argument}) == False" in formulas(of_ranges)


def test_a_query_that_always_says_the_same_is_no_result_of_a_call(of_ranges):
    assert not any("is_sound() == True" in formula for formula in formulas(of_ranges))


def test_a_relation_is_checked_on_a_class_with_a_history(of_stack):
    relation = named(of_stack, "stack.push(x); stack.pop() == x")
    assert relation.check(stateful.Stack, [("push", 1), "pop", "pop"], 3)
    assert relation.check(stateful.Stack, calls=[], x=3)
    assert not relation.check(stateful.Queue, [("push", 1)], 3)
    with pytest.raises(InapplicableInput, match="calls must be in"):
        relation.check(stateful.Stack, [("drop", 1)], 3)


def test_a_faulty_class_is_found_by_replay(of_stack):
    relation = named(of_stack, "stack.push(x); stack.pop() == x")
    assert replay(relation, [stateful.Stack]).verdict is Verdict.KEEP
    assert replay(relation, [stateful.Queue]).verdict is Verdict.REJECT


def test_relations_of_a_class_are_saved_and_read_back(of_cache, tmp_path):
    of_cache.to_json(tmp_path / "cache.json")
    again = RelationSet.from_json(tmp_path / "cache.json")
    assert again.relations == of_cache.relations
    assert all(relation.check(stateful.Cache, *relation.examples[0]) for relation in again)


@pytest.mark.parametrize(
    ("side", "term", "said"),
    [
        ("right", ["apart", "LEFT", "x", "x"], "must have one of the known shapes"),
        ("right", ["then", "LEFT", "x"], "must have one of the known shapes"),
        ("right", ["seen", "BEFORE", ["value", 0], ["value", "pop()"]], "must have one of the known shapes"),
        ("right", ["seen", "PROGRAM", ["value", 1], ["value", "len(self)"]], "must have one of the known shapes"),
        ("right", ["result", "PROGRAM", ["value", 1]], "must have one of the known shapes"),
        ("left", ["seen", "PROGRAM", ["value", 1], ["value", "class"]], "must name what is seen"),
        ("right", ["state", "BEFORE", ["value", 0]], "must have one of the known shapes"),
        ("left", ["apart", "LEFT", "x", "x"], "two inputs differ must be of a result"),
        ("left", ["raises", "PROGRAM", ["value", 1]], "must speak of a program"),
        ("left", ["then", "PROGRAM", ["value", "pop"]], "must speak of a program"),
        ("left", ["seen", "PROGRAM", ["value", 1], ["value", ""]], "must name what is seen"),
        ("left", ["seen", "PROGRAM", ["value", 1], ["value", "import os"]], "must name what is seen"),
        (
            "left",
            ["result", ["call", 0, ["then", "calls", ["value", 3]], ["value", []]], ["value", 1]],
            "must be a history and calls of methods",
        ),
        ("left", ["seen", "PROGRAM", ["value", 7], ["value", "len(self)"]], "must count the calls"),
        ("left", ["state", ["call", 0, ["value", []], ["value", []]], ["value", 0]], "must be a history"),
        (
            "left",
            ["state", ["call", 0, "calls", ["then", ["value", []], ["value", 3]]], ["value", 0]],
            "probes must be calls of methods",
        ),
    ],
)
def test_an_edited_relation_of_a_class_is_refused(side, term, said, of_stack, tmp_path):
    grown = named(of_stack, "len(stack) after stack.push(x) == len(stack) + 1")
    replace(of_stack, relations=(grown,)).to_json(tmp_path / "saved.json")
    data = json.loads((tmp_path / "saved.json").read_text())
    scenario = data["relations"][0]["scenario"]
    known = {"LEFT": scenario["left"], "PROGRAM": scenario["left"][1], "BEFORE": scenario["right"][1][1]}
    scenario[side] = [known.get(one, one) if isinstance(one, str) else one for one in term]
    (tmp_path / "edited.json").write_text(json.dumps(data))
    with pytest.raises(UsageError, match=said):
        RelationSet.from_json(tmp_path / "edited.json")


def test_written_tests_pass_and_fail_on_a_faulty_class(of_stack, tmp_path):
    file = tmp_path / "test_stack.py"
    of_stack.to_pytest(file)
    text = file.read_text()
    assert "def stack_after(calls):" in text
    assert ran(file) == 0
    file.write_text(text.replace("import Stack", "import Queue as Stack"))
    assert ran(file) == 1


def ran(file):
    return run_tests(file).returncode


def run_tests(file, *options):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("owner", "domain", "error", "says"),
    [
        (stateful.Silent, None, UnsupportedError, "must show something of its instances"),
        (stateful.Mute, None, UnsupportedError, "must show something of its instances"),
        (stateful.Needy, None, UnsupportedError, "parameter 'what' of the constructor of Needy"),
        (stateful.Stack, {"weight": ints()}, UsageError, "got 'weight'"),
        (
            stateful.Shared,
            None,
            UnsupportedError,
            "must make instances that behave alike, got .* share .* anew in the constructor",
        ),
    ],
)
def test_a_class_that_cannot_be_a_subject_is_refused_with_the_reason(owner, domain, error, says):
    with pytest.raises(error, match=says):
        infer_relations(owner, budget="0.2ev", cache=False, domain=domain)


def test_of_a_class_of_values_its_methods_are_the_subjects():
    with pytest.raises(UnsupportedError, match="give a function or a method of it"):
        infer_relations(Fraction, budget="0.2ev", cache=False)

"""Relations between several functions: which are told, of which inputs, and what is refused."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from genmorph import Budget, InapplicableInput, RelationSet, UnsupportedError, UsageError, infer_relations
from genmorph.domain import byte_strings, floats, ints, matching, texts
from genmorph.inference.meter import Meter
from genmorph.inference.pipeline import infer
from genmorph.inference.request import Request
from genmorph.results.stored import to_data
from tests.export.conftest import write_module
from tests.subjects import several


def never_read():
    raise AssertionError


@cache
def between(*functions, **domain):
    """The set of relations between these functions; domains are by parameter, `function__parameter` for one alone."""
    budget = Budget(evaluations=0.2)
    domains = {name.replace("__", "."): one for name, one in domain.items()}
    request = Request(functions, budget, domain=domains or None, cache=False)
    return infer(request, Meter(budget, never_read))


def laws(*functions, **domain):
    """The law of each relation, by its formula."""
    return {relation.formula: relation.law for relation in between(*functions, **domain)}


def test_what_one_function_writes_the_other_reads():
    assert laws(several.written, several.read) == {"read(written(n)) == n": "round trip"}


def test_outputs_of_one_function_are_the_inputs_of_another_of_which_nothing_is_known():
    domain = between(several.written, several.read).partners[0].parameters[0].domain
    assert repr(domain) == "opaque(outputs of written)"
    assert domain.strategy().startswith('st.sampled_from(["<')


def test_of_a_hint_of_several_types_that_is_drawn_which_the_other_function_gives():
    assert "unmasked(masked(data)) == data" in laws(several.masked, several.unmasked, masked__data=byte_strings())
    assert between(several.masked, several.unmasked, masked__data=byte_strings()).partners[0].parameters[0].domain == (
        byte_strings()
    )


def test_where_many_inputs_are_written_alike_the_round_trip_is_one_on_the_image():
    found = laws(several.parse_int, several.plain, text=texts("0123456789", min_len=1))
    assert found["parse_int(plain(n)) == n"] == "round trip"
    assert "plain(parse_int(text)) == text" not in found


def test_what_follows_from_the_round_trip_of_the_other_direction_is_not_told():
    """`rounded_cents(euros(rounded_cents(price))) == rounded_cents(price)` is true, and says nothing more."""
    assert laws(several.rounded_cents, several.euros) == {"rounded_cents(euros(cents)) == cents": "round trip"}


def test_functions_that_agree_on_a_part_of_their_inputs_are_equivalent_there(tmp_path):
    found = between(several.halved, several.cut_in_half, n=ints(-99, 99))
    (same,) = [relation for relation in found if relation.law == "equivalence"]
    assert same.formula == "n < 0 or halved(n) == cut_in_half(n)"
    assert same.words == "halved and cut_in_half give the same, for n in ints(0, 99)."
    assert same.check([several.halved, several.cut_in_half], 7)
    with pytest.raises(InapplicableInput, match="input n must be in ints"):
        same.check([several.halved, several.cut_in_half], -7)
    found.to_json(tmp_path / "halves.json")
    assert [one.formula for one in RelationSet.from_json(tmp_path / "halves.json")] == [one.formula for one in found]
    found.to_pytest(tmp_path / "test_halves.py")
    assert "st.integers(0, 99)" in (tmp_path / "test_halves.py").read_text()


def test_a_round_trip_of_a_part_is_told_with_that_part():
    assert "n < 0 or root(square(n)) == n" in laws(several.square, several.root, n=ints(-99, 99), m=ints(0, 9999))


def test_another_domain_of_the_other_function_is_no_part():
    found = laws(several.halved, several.twice_of, halved__n=ints(-999, 999), twice_of__n=ints(0, 99))
    assert found["halved(twice_of(n)) == n"] == "round trip"


def test_what_holds_of_all_inputs_is_told_without_a_part():
    found = laws(several.written, several.read)
    assert found
    assert not any(" or " in formula for formula in found)


def test_a_key_is_the_same_for_both_functions():
    found = laws(several.encode, several.decode, text=texts("abc"), key=ints(0, 9))
    assert found["decode(encode(text, key), key) == text"] == "round trip"


def test_two_functions_of_the_same_inputs_may_be_equivalent():
    assert laws(several.doubled, several.with_itself)["doubled(n) == with_itself(n)"] == "equivalence"


def test_one_function_may_bound_another():
    assert laws(several.lesser, several.greater)["lesser(a, b) <= greater(a, b)"] == "bound"


def test_what_a_function_gives_may_satisfy_a_predicate():
    assert laws(several.sort, several.is_sorted) == {"is_sorted(sort(xs))": "predicate"}


def test_what_a_function_keeps_is_the_same_before_and_after_it():
    assert laws(several.sort, several.length) == {"length(sort(xs)) == length(xs)": "invariance"}


def test_two_functions_may_be_exchanged():
    assert laws(several.doubled, several.negated)["doubled(negated(n)) == negated(doubled(n))"] == "commuting"


def test_two_operations_distribute_over_and_absorb_each_other():
    found = laws(several.lesser, several.greater)
    assert found["lesser(a, greater(b, c)) == greater(lesser(a, b), lesser(a, c))"] == "distributivity"
    assert found["lesser(a, greater(a, b)) == a"] == "absorption"
    assert found["lesser(a, b) * greater(a, b) == a * b"] == "product of both"


def test_nothing_is_told_of_functions_that_have_nothing_in_common():
    assert laws(several.upward, several.doubled) == {}


def test_a_domain_by_name_is_for_all_functions_and_one_by_function_for_that_one():
    domains = {
        relations.signature.name: [one.domains[0] for one in relations.signatures]
        for relations in (
            between(several.upward, several.doubled, n=ints(0, 9)),
            between(several.doubled, several.upward, n=ints(0, 9), upward__n=ints(0, 5)),
        )
    }
    assert domains == {"upward": [ints(0, 9), ints(0, 9)], "doubled": [ints(0, 9), ints(0, 5)]}


def test_the_same_run_gives_the_same_relations():
    functions = (several.sort, several.is_sorted)
    assert to_data(between(*functions)) == to_data(between.__wrapped__(*functions))


def test_mutants_are_those_of_both_functions_and_their_ids_say_of_which():
    relations = between(several.encode, several.decode, text=texts("abc"), key=ints(0, 9))
    owners = {note.id.partition("/")[0] for note in relations.mutants}
    assert owners == {"encode", "decode"}
    assert {killed.partition("/")[0] for killed in relations.killed} == owners
    for relation in relations:
        assert relation.evidence.killed == len(relation.killed)
        assert relation.evidence.judged == len(relations.mutants)


def test_functions_of_one_name_are_told_apart_by_their_modules(tmp_path, monkeypatch):
    write_module(tmp_path, "old_shop", "def price(n: int) -> int:\n    return 3 * n + 1\n")
    write_module(tmp_path, "new_shop", "def price(n: int) -> int:\n    return n + n + n + 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = laws("old_shop:price", "new_shop:price")
    assert found["old_shop.price(n) == new_shop.price(n)"] == "equivalence"


def test_three_functions_are_related_two_by_two():
    found = laws(several.sort, several.length, several.total)
    assert found == {"length(sort(xs)) == length(xs)": "invariance", "total(sort(xs)) == total(xs)": "invariance"}


def test_a_list_of_one_function_asks_for_relations_of_it_alone():
    (relation, *_) = infer_relations([several.negated], "0.2ev", cache=False)
    assert [one.name for one in (relation.signature,)] == ["negated"]


@pytest.mark.parametrize(
    ("functions", "domain", "error", "said"),
    [
        ([], {}, UsageError, "func must be a function or a list of some, got an empty list"),
        (5, {}, UsageError, "func must be a function, its path, or a list of some, got 5"),
        (
            [several.upward, several.upward],
            {},
            UsageError,
            "func must be different functions, got tests.subjects.several.upward twice",
        ),
        (
            [several.total, several.upper_case],
            {},
            UnsupportedError,
            "total and upper_case must take or give values of one kind, "
            "got total from list to int, upper_case from str to str",
        ),
        (
            [several.upward, several.refunded],
            {},
            UnsupportedError,
            r"refunded must be deterministic, got .*@seeded\('global'\)\) makes it repeatable",
        ),
        (
            [several.sort, several.arrange],
            {},
            UnsupportedError,
            "arrange must return a value, and leave its arguments as they are, to be related",
        ),
        (
            [several.sort, several.drain],
            {},
            UnsupportedError,
            "drain must return a value, and leave its arguments as they are, to be related",
        ),
        (
            [several.upward, several.doubled],
            {"m": ints()},
            UsageError,
            r"domain must name parameters of .*several.upward\(n\), .*several.doubled\(n\), got 'm'",
        ),
        ([several.upward, several.doubled], {"halved.n": ints()}, UsageError, "domain must name .*, got 'halved.n'"),
        ([several.upward, several.doubled], {"doubled.m": ints()}, UsageError, "domain must name .*, got 'doubled.m'"),
        (
            [several.upward, several.doubled],
            [ints(), ints()],
            UsageError,
            r"domain of several functions must map names of parameters to domains, got \[",
        ),
    ],
)
def test_what_cannot_be_related_is_refused_with_the_reason(functions, domain, error, said):
    with pytest.raises(error, match=said):
        infer_relations(functions, "0.2ev", domain=domain, cache=False)


CLOCK = {
    "clock__seconds": ints(0, 86399),
    "hours": ints(0, 23),
    "minutes": ints(0, 59),
    "seconds_of__seconds": ints(0, 59),
}


def test_a_tuple_is_passed_on_as_the_arguments_of_a_function(tmp_path):
    found = between(several.clock, several.seconds_of, **CLOCK)
    assert {relation.formula for relation in found} == {
        "seconds_of(*clock(seconds)) == seconds",
        "clock(seconds_of(hours, minutes, seconds)) == (hours, minutes, seconds)",
    }
    assert all(relation.killed for relation in found)
    passed, failed = exit_codes(found, tmp_path, "clock", "return seconds // 3600, seconds // 60 % 60, seconds % 59")
    assert passed == 0
    assert failed == 1


def test_a_tuple_of_other_kinds_is_passed_on_too():
    assert "unlabelled(labelled(number, letters)) == (number, letters)" in laws(several.labelled, several.unlabelled)
    assert "number_of(*place_of(number)) == number" in laws(several.place_of, several.number_of)
    assert "angle_of(*point(angle)) == angle" in laws(several.point, several.angle_of, angle=floats(-3, 3))


def test_what_takes_an_argument_by_its_name_alone_gets_no_parts():
    domain = {"clock__seconds": ints(0, 86399), "hours": ints(0, 23), "minutes": ints(0, 59)}
    found = laws(several.clock, several.named_seconds, named_seconds__seconds=ints(0, 59), **domain)
    assert list(found.values()) == ["round trip"]
    assert not any("*" in formula for formula in found)


def exit_codes(relations, folder, name, body):
    """The exit codes of the written tests: as they are, and where a function has another last line."""
    file = folder / "test_written.py"
    relations.to_pytest(file)
    codes = [run_file(file)]
    module = Path(several.__file__).read_text()
    start = module.index(f"def {name}(")
    last = module.index("    return", start)
    end = module.index("\n", last)
    (folder / "changed_several.py").write_text(f"{module[:last]}    {body}{module[end:]}")
    file.write_text(file.read_text().replace("from tests.subjects.several import", "from changed_several import"))
    return [*codes, run_file(file)]


def run_file(file):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    return subprocess.run(command, capture_output=True, check=False).returncode


def test_a_faulty_function_whose_codes_the_other_refuses_violates_a_round_trip(tmp_path):
    """The codes of a faulty `coded` lie outside of the domain of `decoded`, which raises on them."""
    domains = {"number": ints(0, 99), "code": matching("[a-j]{2}")}
    found = between(several.coded, several.decoded, **domains)
    relation = next(one for one in found if one.formula == "decoded(coded(number)) == number")
    assert relation.evidence.always_applies
    assert not relation.check([lambda number: several.coded(number).upper(), several.decoded], 3)
    passed, failed = exit_codes(found, tmp_path, "coded", "return ''")
    assert (passed, failed) == (0, 1)
    mutants = {note.id for note in found.mutants if note.id.startswith("coded/") and ":number:" in note.id}
    assert mutants
    assert mutants <= set(relation.killed)

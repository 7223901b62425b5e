"""Relations between several functions: which are told, of which inputs, and what is refused."""

from functools import cache

import pytest

from genmorph import Budget, InapplicableInput, RelationSet, UnsupportedError, UsageError, infer_relations
from genmorph.domain import ints, texts
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
    budget = Budget(evaluations=1)
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
    assert not any(" or " in formula for formula in laws(several.written, several.read))


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
    (relation, *_) = infer_relations([several.negated], "1ev", cache=False)
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
        infer_relations(functions, "1ev", domain=domain, cache=False)

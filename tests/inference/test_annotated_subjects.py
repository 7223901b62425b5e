"""Annotations say of which inputs relations must be true: domains, conditions, defaults, instances, built values."""

import runpy
from dataclasses import replace
from itertools import count, islice
from random import Random

import pytest

from genmorph import Budget, InapplicableInput, RelationSet, UnsupportedError, UsageError, infer_relations
from genmorph.domain import (
    Annotations,
    Objs,
    Validity,
    anys,
    arg,
    as_data,
    bools,
    dicts,
    ints,
    lists,
    np_arrays,
    objs,
    optionals,
    stored_condition,
    texts,
)
from genmorph.filters.neighbours import Variation
from genmorph.inference.meter import Meter
from genmorph.inference.pipeline import infer
from genmorph.inference.request import Request
from genmorph.model import Built, Parameter
from genmorph.progress import Notice
from genmorph.results.relation import MetamorphicRelation
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.subject.boundary_inputs import draw_boundary_inputs
from genmorph.subject.digests import digest
from genmorph.subject.examples import check_examples
from genmorph.subject.inputs import draw_inputs
from genmorph.subject.subject import inspect_subject
from genmorph.transformations.transformation import Transformation
from genmorph.values.notation import resolved
from tests.handmade import make_relation, make_signature
from tests.inference import annotated

FEW = Budget(evaluations=0.2)


def run_tests_of(file):
    """Run the tests of a file, of which there is one at least."""
    tests = [test for name, test in runpy.run_path(str(file)).items() if name.startswith("test_")]
    assert tests
    for test in tests:
        test()


class ToldError(Exception):
    """A user was told."""


def test_domains_and_defaults_of_the_annotations_are_used():
    subject = inspect_subject(annotated.scaled)
    assert [domain.notation() for domain in subject.domains] == ["ints(0, 9)", "defaulted(ints(1, 9), -3)"]


def test_a_domain_that_is_given_wins_over_the_annotation():
    (n, _) = inspect_subject(annotated.scaled, {"n": ints(3, 4)}).domains
    assert n == ints(3, 4)


def test_the_digest_changes_with_a_condition():
    subject = inspect_subject(annotated.clip)
    assert [condition.source() for condition in subject.conditions] == ["low < high"]
    other = stored_condition("clip", ["low", "high"], "low <= high")
    assert len({digest(subject.target, subject.domains, found) for found in ([], subject.conditions, [other])}) == 3


@pytest.fixture(scope="module")
def clipping():
    return infer_relations(annotated.clip, FEW, cache=False)


@pytest.mark.long
def test_relations_speak_of_pairs_on_which_the_conditions_hold(clipping):
    """The function fails on all others, and no relation is about that."""
    assert len(clipping) > 0
    assert clipping.signature.raises == ()
    rng = Random(0)
    for relation in clipping:
        applicable = 0
        for _ in range(2_000):
            values = tuple(parameter.domain.draw(rng) for parameter in clipping.signature.parameters)
            try:
                assert relation.check(annotated.clip, *values), (relation.formula, values)
            except InapplicableInput:
                continue
            applicable += 1
        assert applicable > 100, relation.formula


def test_an_input_on_which_a_condition_does_not_hold_is_inapplicable(clipping):
    with pytest.raises(InapplicableInput, match="source input must satisfy low < high, got"):
        clipping[0].check(annotated.clip, 0.0, 5.0, 3.0)


def test_conditions_are_saved_and_read(clipping, tmp_path):
    clipping.to_json(tmp_path / "clip.json")
    read = RelationSet.from_json(tmp_path / "clip.json")
    assert [condition.text() for condition in read.signature.conditions] == ["low < high"]
    with pytest.raises(InapplicableInput, match="must satisfy low < high"):
        read[0].check(annotated.clip, 0.0, 5.0, 3.0)


@pytest.mark.long
def test_exported_tests_assume_the_conditions_of_source_and_follow_up(clipping, tmp_path):
    file = tmp_path / "test_clip.py"
    clipping.to_pytest(file)
    text = file.read_text()
    assert "def is_valid(low, high):" in text
    assert "    return low < high\n" in text
    of_pairs = [relation for relation in clipping if relation.pair]
    assert of_pairs
    assert text.count("is_valid(low, high)") >= 1 + len(of_pairs)
    tests = text.split("@given(")[1:]
    assert len(tests) == len(clipping.exported)
    assert all("is_valid(" in test for test in tests)
    run_tests_of(file)


def test_the_instance_of_a_method_is_made_by_its_annotated_constructor(tmp_path):
    relations = infer_relations(annotated.Account.deposit, FEW, cache=False)
    first = relations.signature.parameters[0]
    assert first.domain == objs("tests.inference.annotated:Account", balance=ints(0, 1000), is_open=bools())
    assert "account.deposit(" in relations[0].formula
    assert relations[0].check(annotated.Account.deposit, annotated.Account(30), 4)
    file = tmp_path / "test_account.py"
    relations.to_pytest(file)
    assert "deepcopy(account).deposit(" in file.read_text()
    run_tests_of(file)
    relations.to_json(tmp_path / "account.json")
    read = RelationSet.from_json(tmp_path / "account.json")
    assert [one.examples for one in read] == [one.examples for one in relations]
    assert read[0].examples
    assert all(read[0].check(annotated.Account.deposit, *values) for values in read[0].examples)


@pytest.mark.long
def test_every_call_of_a_function_that_uses_up_its_dict_gets_one_of_its_own(tmp_path):
    relations = infer_relations(annotated.total, FEW, cache=False)
    prices = {"a": 3, "b": 4}
    assert len(relations) > 0
    assert all(relation.check(annotated.total, prices, 2) for relation in relations)
    assert prices == {"a": 3, "b": 4}
    file = tmp_path / "test_total.py"
    relations.to_pytest(file)
    run_tests_of(file)


def test_instances_satisfy_the_conditions_of_their_constructor():
    accounts = Objs("tests.inference.annotated", "Account")
    rng = Random(1)
    for _ in range(200):
        given = dict(accounts.draw(rng).parts[3])
        assert given["is_open"] or given["balance"] == 0
    closed = Built("call", ("tests.inference.annotated", "Account", (), (("balance", 3), ("is_open", False))))
    assert accounts.contains(closed) is False


def test_instances_come_from_examples_where_the_arguments_are_not_annotated():
    poles = inspect_subject(annotated.Pole.above_ground).domains[0]
    drawn = {poles.draw(Random(seed)).parts[2:] for seed in range(20)}
    assert drawn == {((3,), (("unit", "m"),)), ((40,), (("unit", "cm"),))}
    assert poles.strategy().count("st.builds(lambda: tests.inference.annotated.Pole(") == 2


def test_a_static_method_is_called_without_an_instance():
    assert inspect_subject(annotated.Account.fee).names == ("amount",)


def test_a_method_whose_instances_nobody_can_make_is_refused():
    with pytest.raises(
        UnsupportedError,
        match=r"^key of class Locked must be described, .* such as @arg\('key', ints\(1, 9\)\), or give a @",
    ):
        inspect_subject(annotated.Locked.open)


def test_a_function_of_built_values_alone_is_refused():
    with pytest.raises(UnsupportedError, match=r"count must have a parameter of numbers.* whose value can be changed"):
        infer_relations(annotated.count, budget="0.2ev")


def test_a_condition_on_an_argument_without_a_domain_is_refused():
    with pytest.raises(
        UsageError, match=r"require of logged must speak of arguments that have a domain \(n\), got log"
    ):
        inspect_subject(annotated.logged)


def test_conditions_that_never_hold_are_an_error():
    with pytest.raises(UsageError, match="require of never must hold for some inputs, got none of 100 drawn"):
        infer_relations(annotated.never, FEW, cache=False)


def test_a_user_is_told_which_parameters_keep_their_defaults():
    def gross(net, rate=19, cents=True):
        return net * (100 + rate) if cents else net

    told = []
    infer(Request(gross, FEW, domain={"net": ints(0, 9)}, cache=False), Meter(FEW, lambda: 0.0, notify=told.append))
    texts = [notice.text for notice in told if isinstance(notice, Notice)]
    assert any("gross keeps its defaults rate=19, cents=True: a domain of such a parameter" in one for one in texts)


def test_a_user_is_told_of_conditions_that_reject_nearly_all():
    def notify(notice):
        if isinstance(notice, Notice) and "conditions" in notice.text:
            raise ToldError(notice.text)

    told = r"the conditions of seldom reject 9\d\.\d% of \d+ inputs: say with domains what is valid"
    with pytest.raises(ToldError, match=told):
        infer(Request(annotated.seldom, FEW, cache=False), Meter(FEW, lambda: 0.0, notify=notify))


def test_examples_must_satisfy_the_conditions():
    subject = inspect_subject(annotated.clip)
    with pytest.raises(UsageError, match=r"examples\[0\] must satisfy low < high, got \(0.5, 3, 2\)"):
        check_examples([(0.5, 3, 2)], subject)


def test_examples_may_hold_dicts():
    subject = inspect_subject(annotated.total)
    assert check_examples([({"a": 3}, 2)], subject) == ((Built("dict", (("a", 3),)), 2),)
    with pytest.raises(UsageError, match=r"examples\[0\]: prices must be of plain data, dicts and arrays, got <object"):
        check_examples([(object(), 2)], subject)


@pytest.mark.parametrize("value", [{"a": [1, (2,)]}, [None, b"x"], ({1: {2: 3}},)])
def test_plain_data_is_what_it_was_after_it_was_built(value):
    from genmorph.domain import build

    assert build(as_data(value)) == value


def test_a_condition_from_a_file_that_cannot_be_read_is_said_where_it_is_needed():
    condition = stored_condition("f", ["n"], "__import__('os').system('true')")
    with pytest.raises(UsageError, match=r"require of f must be a text.*got \"__import__"):
        condition.holds({"n": 3})


def test_a_condition_may_have_any_name(tmp_path):
    """In the file, `is_valid` is the name of the function that tells valid inputs, and `settings` is Hypothesis's."""
    relations = infer_relations(annotated.doubled, FEW, cache=False)
    relations.to_json(tmp_path / "doubled.json")
    read = RelationSet.from_json(tmp_path / "doubled.json")
    said = {"source": MetamorphicRelation, "doubled": ScenarioRelation}
    for whose, kind in said.items():
        relation = next(one for one in read if isinstance(one, kind))
        with pytest.raises(InapplicableInput, match=rf"{whose} input must satisfy is_valid\(n\), got"):
            relation.check(annotated.doubled, 101)
    with pytest.raises(UsageError, match="require of doubled must be a text, or a function must be given that has it"):
        read[0].check(lambda n: 2 * n, 4)
    file = tmp_path / "test_doubled.py"
    relations.to_pytest(file)
    assert "    from tests.inference.annotated import is_valid\n" in file.read_text()
    run_tests_of(file)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            annotated.Picky.plus,
            r"values of objs\(.*Picky.*\) must be .* made, got ValueError: negative of Picky\(size=-",
        ),
        (annotated.Guarded.plus, r"values of parameter 'self' of Guarded.plus must be such that a test can copy them"),
        (annotated.Loop.plus, r"generator must not need values of its own making, got objs\(.*Loop"),
        (annotated.divided, r"require of divided must be true or false, got ZeroDivisionError.* of 1 / n with n=0"),
        (annotated.open_ended, r"arg must speak of a parameter that is named in the signature of .*, got 'scale'"),
        (
            "tests.inference.annotated:Savings.deposit",
            r"Savings defines itself.*give tests.inference.annotated:Account",
        ),
    ],
    ids=["refusing", "not copied", "recursive", "raising", "keyword", "inherited"],
)
def test_what_cannot_be_made_or_judged_is_said(function, message):
    with pytest.raises((UsageError, UnsupportedError), match=message):
        infer_relations(function, FEW, cache=False)


def test_what_a_person_gives_is_neither_changed_nor_called_a_violation():
    relation = make_relation(
        make_signature("plus", {"guard": objs("tests.inference.annotated:Guarded"), "n": ints(0, 9)}),
        Transformation("add", (1,), 1),
        ["==", "return_f", ["+", "return_s", 1]],
    )
    assert relation.check(annotated.Guarded.plus, Built("call", ("tests.inference.annotated", "Guarded", (), ())), 3)
    with pytest.raises(UsageError, match=r"guard must be such that it can be copied \(TypeError: cannot pickle"):
        relation.check(annotated.Guarded.plus, annotated.Guarded(), 3)


def test_a_condition_that_changes_its_argument_changes_a_copy():
    xs = [3, 1, 2]
    condition = stored_condition("f", ["xs"], "xs.index(3) == 0")
    changing = replace(condition, judge=lambda values: values["xs"].sort() is None)
    assert Validity(("xs",), (lists(ints()),), (changing,)).admits((xs,))
    assert xs == [3, 1, 2]


POINTS = objs("tests.domain.generators:make_point")


@pytest.mark.parametrize(
    "domain",
    [
        *(POINTS, lists(POINTS, min_len=1), optionals(POINTS), optionals(lists(POINTS)), lists(anys(ints(), texts()))),
        *(
            dicts(texts(), ints()),
            lists(dicts({"a": ints()})),
            np_arrays("uint8", (2, 2)),
            lists(np_arrays("int8", (1, 1))),
        ),
    ],
    ids=str,
)
def test_every_stream_of_inputs_has_values_that_are_built(domain):
    parameters = [Parameter("built", domain), Parameter("n", ints(0, 9))]
    rng = Random(0)
    variation = Variation([domain, ints(0, 9)])
    drawn = list(islice(draw_inputs(parameters, (3,), (), rng, is_tied=True), 50))
    boundary = list(islice(draw_boundary_inputs(parameters, (3,), (), rng), 50))
    varied = [variation.vary(values, None, rng).values for values in drawn]
    for values in (*drawn, *boundary, *varied):
        assert domain.contains(values[0]) is not False


def test_instances_are_those_of_the_annotations_as_they_are_now():
    made = objs("tests.inference.annotated:Changing")
    assert made.recipe.arguments[0].domain == ints(0, 9)
    annotated.Changing.__init__.__genmorph__ = Annotations()
    arg("size", ints(20, 30))(annotated.Changing)
    assert made.recipe.arguments[0].domain == ints(20, 30)


def test_few_instances_and_few_arguments_are_tried_as_a_whole():
    relations = infer_relations(annotated.Pole.above_ground, FEW, cache=False)
    assert relations[0].evidence.exhaustive
    account, pole, half = (resolved(objs(f"tests.inference.annotated:{name}")) for name in ("Account", "Pole", "Half"))
    assert (account.size, pole.size, half.size, len(list(half.values()))) == (1_002, 2, 5, 5)


def test_a_budget_ends_also_where_conditions_are_slow():
    seconds = count()
    told = []
    budget = Budget(seconds=50)
    meter = Meter(budget, lambda: next(seconds), notify=told.append)
    relations = infer(Request(annotated.clip, budget, cache=False), meter)
    assert len(relations) == 0
    assert any("the time was over before the search" in notice.text for notice in told if isinstance(notice, Notice))


def test_a_condition_without_an_answer_is_refused():
    condition = replace(stored_condition("f", ["n"], "n > 0"), judge=lambda values: values.get("other"))
    with pytest.raises(UsageError, match="require of f must be true or false, got None of n > 0 with n=3"):
        condition.holds({"n": 3})

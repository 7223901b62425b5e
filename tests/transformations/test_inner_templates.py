"""Changes of parts of inputs, such as fields and items of tuples, and which classes are inputs by their annotations."""

import dataclasses
import datetime
import random
import uuid
import zoneinfo
from io import StringIO
from random import Random

import pytest

from genmorph.domain import build, dates, datetimes, dicts, floats, ints, lists, objs, parse_domain, texts, tuples
from genmorph.model import Parameter, UsageError
from genmorph.subject.subject import find_parameters
from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.templates import find_template
from genmorph.transformations.transformation import Transformation, transformation_from_data
from genmorph.values.building import as_data
from genmorph.values.notation import resolved
from genmorph.values.type_hints import read_hint
from tests.transformations import records
from tests.transformations.records import Card, Chain, Handle, Money, Spot, Trimmed, Unknown

DOMAINS = [
    objs(Spot),
    objs(Card),
    objs(Money),
    lists(objs(Spot)),
    tuples(objs(Spot), dates(), texts()),
    lists(tuples(ints(0, 9), ints(0, 9))),
    lists(tuples(ints(0, 9), texts(), floats(0, 1)), max_len=3),
    lists(dates("2024-02-01", "2024-03-01")),
    lists(lists(floats(0, 1))),
    tuples(ints(), ints()),
    datetimes("2024-01-01", "2025-01-01", timezones=["Asia/Tokyo", "Europe/Berlin", "UTC"]),
    dicts(texts(), ints()),
    dicts(ints(0, 9), lists(ints())),
    dicts({"units": ints(1, 9), "rate": floats(0, 1), 3: texts()}),
    lists(dicts({"units": ints(1, 9)})),
]
NAMES = ["a", "b"]
OWN = ("wait_hours", "see_from_zone")


def inner_changes(domain):
    parameters = [Parameter(name, domain) for name in NAMES]
    return [change for change in instantiate(parameters, []) if "/" in change.template or change.template in OWN]


def evaluated(text, source, names=NAMES):
    modules = {"dataclasses": dataclasses, "datetime": datetime, "random": random, "zoneinfo": zoneinfo}
    scope = modules | {"tests": __import__("tests.transformations.records")}
    return eval(text, scope | dict(zip(names, map(build, source), strict=True)))  # noqa: S307 - our own texts


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_parts_change_as_the_python_says_and_stay_in_the_domain(domain):
    parameters = [Parameter(name, domain) for name in NAMES]
    changes = inner_changes(domain)
    assert changes
    for change in changes:
        sources = change.narrow([domain] * 2) or change.with_drawn_domain([domain] * 2)
        for seed in range(5):
            source = tuple(one.draw(Random(seed)) for one in sources)
            follow_up = change.apply(source)
            if change.drawn is not None and follow_up is None:
                continue
            written, names = change.follow_up_arguments(NAMES, parameters), change.with_drawn_name(NAMES)
            assert [build(value) for value in follow_up] == [evaluated(text, source, names) for text in written]
            if change.drawn is None:
                assert all(one.contains(value) for one, value in zip([domain] * 2, follow_up, strict=True))
        assert transformation_from_data(change.to_data(NAMES), NAMES) == change


def written(domain, template, constant=None):
    change = Transformation(template, (0,), constant)
    (text,) = change.follow_up_arguments(["a"], [Parameter("a", domain)])
    return text, change.phrase(["a"])


def test_parts_are_written_as_people_write_them():
    assert written(objs(Spot), ".x/add", 1) == ("a._replace(x=a.x + 1)", "x of a grows by 1")
    home = "tests.transformations.records"
    assert written(objs(Money), ".amount/scale", -1)[0] == f"{home}.Money(amount=-a.amount, currency=a.currency)"
    assert written(objs(Card), ".spot/.y/add", -1)[0] == "dataclasses.replace(a, spot=a.spot._replace(y=a.spot.y - 1))"
    assert written(lists(tuples(ints(), texts())), "each/0:2/add", 2)[0] == "[(v[0] + 2, v[1]) for v in a]"
    assert written(lists(dates()), "each/shift_days", 7)[0] == "[v + datetime.timedelta(days=7) for v in a]"
    assert written(dicts(texts(), ints()), "values/add", 1)[0] == "{key: v + 1 for key, v in a.items()}"
    assert written(dicts({"rate": ints()}), "[rate]/add", 1)[0] == '{**a, "rate": a["rate"] + 1}'
    assert written(lists(lists(ints())), "each/add_each", 1)[0] == "[[w + 1 for w in v] for v in a]"


def test_two_arguments_move_together():
    change = Transformation("together/shift_days", (0, 1), 1)
    parameters = [Parameter(name, dates()) for name in NAMES]
    step = "datetime.timedelta(days=1)"
    assert change.follow_up_arguments(NAMES, parameters) == (f"a + {step}", f"b + {step}")
    assert change.template in {found.template for found in inner_changes(dates())}
    assert "together/.x/add" in {found.template for found in inner_changes(objs(Spot))}


def test_unlike_parts_of_two_arguments_move_together():
    change = Transformation("together/.x+.amount/add", (0, 1), 3)
    parameters = [Parameter("a", objs(Spot)), Parameter("b", objs(Money))]
    home = "tests.transformations.records"
    assert change.follow_up_arguments(NAMES, parameters) == (
        "a._replace(x=a.x + 3)",
        f"{home}.Money(amount=b.amount + 3, currency=b.currency)",
    )
    assert change.phrase(NAMES) == "x of a grows by 3, and likewise amount of b"
    assert change.template in {found.template for found in instantiate(parameters, [])}


UNLIKE = [
    (dicts(texts(), dates()), dates()),
    (dicts(dates(), ints()), dates()),
    (tuples(floats(0, 9), texts()), ints(0, 9)),
    (tuples(ints(0, 9), texts()), tuples(texts(), ints(0, 9))),
    (dicts({"units": ints(), "rate": ints()}), dicts({"units": ints(), "total": ints()})),
    (objs(Spot), objs(Card)),
]


@pytest.mark.parametrize("domains", UNLIKE, ids=repr)
def test_two_unlike_arguments_change_as_the_python_says(domains):
    parameters = [Parameter(name, domain) for name, domain in zip(NAMES, domains, strict=True)]
    changes = [change for change in instantiate(parameters, []) if len(change.positions) == 2]
    assert len({change.key for change in changes}) == len(changes)
    for change in changes:
        sources = change.narrow(domains) or change.with_drawn_domain(domains)
        for seed in range(5):
            source = tuple(one.draw(Random(seed)) for one in sources)
            follow_up = change.apply(source)
            if follow_up is None:
                continue
            written, names = change.follow_up_arguments(NAMES, parameters), change.with_drawn_name(NAMES)
            assert [build(value) for value in follow_up] == [evaluated(text, source, names) for text in written]
        assert transformation_from_data(change.to_data(NAMES), NAMES) == change


def test_parts_of_one_kind_alone_move_together():
    found = [
        {change.template for change in instantiate([Parameter("a", one), Parameter("b", other)], [])}
        for one, other in UNLIKE
    ]
    assert "together/0:2+1:2/add" in found[3]
    assert "together/[rate]+[total]/add" in found[4]
    assert "together/values+/shift_days" in found[0]
    assert not any(name.startswith("together/") for name in found[2])


def test_steps_in_parts_are_undone_by_those_the_other_way():
    assert find_template(".x/add").is_moving
    assert not find_template(".x/scale").is_moving
    assert find_template(".x/add").adds


def test_a_part_of_an_argument_moves_together_with_another_argument():
    parameters = [Parameter("a", tuples(dates(), texts())), Parameter("b", dates())]
    changes = [one for one in instantiate(parameters, []) if one.template == "together/0:2+/shift_days"]
    assert changes
    for change in changes:
        assert transformation_from_data(change.to_data(NAMES), NAMES) == change
    day = datetime.date(2020, 1, 1)
    source = (as_data((day, "x")), as_data(day))
    moved = Transformation("together/0:2+/shift_days", (0, 1), 1).apply(source)
    assert [build(one) for one in moved] == [(datetime.date(2020, 1, 2), "x"), datetime.date(2020, 1, 2)]


@pytest.mark.parametrize(
    "name",
    [
        *("each/", "/add", "each/turn", "each/each/each/add", "2:2/add", ".class/add", "together"),
        *("together/.x+/turn", "together/.x+.y+.z/add", "together/.class+/add", ".x+.y/add", "together/+/add"),
        *("together/.x+.x/add", "together/.x+.y/flip", "together/split:2c+split:3b/reverse"),
    ],
)
def test_names_that_lead_to_no_part_are_refused(name):
    with pytest.raises(UsageError, match="template must be built in or registered"):
        find_template(name)


def test_annotated_classes_are_inputs_without_more_being_said():
    assert read_hint(Spot).domains == (objs(Spot),)
    assert read_hint(list[Card]).domains == (lists(objs(Card)),)
    assert read_hint(Money).domains == (objs(Money),)
    assert objs(Spot).strategy() == (
        f"st.builds({records.__name__}.Spot, x=st.integers(-1000000, 1000000), y=st.integers(-1000000, 1000000))"
    )
    assert parse_domain(resolved(objs(Card)).notation()) == resolved(objs(Card))


@pytest.mark.parametrize("made", [Chain, Unknown, Handle, StringIO, type("Local", (), {})])
def test_other_classes_are_not(made):
    assert read_hint(made).domains == ()


def test_only_arguments_that_a_class_keeps_are_changed():
    changes = {change.template for change in instantiate([Parameter("a", objs(Trimmed))], [])}
    assert changes == {".count/add", ".count/scale"}
    assert [step.key for step in objs(Card).changeable_parts()] == [".spot", ".name", ".sizes"]


def test_no_object_is_made_to_write_a_change(monkeypatch):
    monkeypatch.setattr(Trimmed, "__post_init__", pytest.fail)
    assert written(objs(Trimmed), ".count/add", 1)[0] == "dataclasses.replace(a, count=a.count + 1)"
    assert Transformation(".count/add", (0,), 1).is_applicable([objs(Trimmed)])


def test_arguments_of_one_domain_can_be_swapped_where_nothing_else_changes_them():
    def older(one: uuid.UUID, other: uuid.UUID) -> uuid.UUID: ...

    (swap,) = instantiate(find_parameters(older, older, None), [])
    assert swap == Transformation("swap", (0, 1))


def test_a_change_that_leaves_one_value_is_none():
    pairs = lists(tuples(ints(0, 9), texts()))
    assert Transformation("each/0:2/scale", (0,), -1).is_applicable([pairs]) is False


def test_keys_change_where_distinct_ones_stay_distinct():
    assert "keys" in {step.key for step in dicts(texts(), ints()).changeable_parts()}
    assert "keys" not in {step.key for step in dicts(floats(), ints()).changeable_parts()}


def test_entries_are_set_where_the_domain_has_room_for_them():
    full = dicts(texts(), ints(5, 9), max_size=3)
    assert Transformation("set_to_1", (0,), "a").is_applicable([full]) is False
    assert Transformation("set_to_1", (0,), "a").narrow([dicts(texts(), ints(), max_size=3)]) == (
        dicts(texts(), ints(), max_size=2),
    )


TOKENS = [
    ("a, b, c", "c, b, a", ", "),
    ("one two", "two one", " "),
    ("/usr/bin", "bin/usr/", "/"),
    ("a\nb", "b\na", "\n"),
]


@pytest.mark.parametrize(("before", "after", "separator"), TOKENS)
def test_the_tokens_of_a_text_are_reordered_and_joined_again(before, after, separator):
    parameters = [Parameter("line", texts())]
    found = instantiate(parameters, [], pieces=["total", separator])
    [change] = [change for change in found if change.template.startswith("split:") and "reverse" in change.template]
    assert change.apply((before,)) == (after,)
    assert evaluated(change.follow_up_arguments(["line"], parameters)[0], (before,), ["line"]) == after
    assert evaluated(change.requirement(["line"], parameters), (before,), ["line"])
    assert transformation_from_data(change.to_data(["line"]), ["line"]) == change


def test_a_text_without_the_separator_has_no_tokens():
    for change in instantiate([Parameter("line", texts())], [], pieces=[";"]):
        if change.template.startswith("split:"):
            drawn = () if change.drawn is None else (change.drawn.draw(Random(0)),)
            assert change.apply(("abc", *drawn)) is None


def test_a_token_is_drawn_and_all_are_put_into_an_order_that_is_drawn():
    parameters = [Parameter("path", texts())]
    drawn = {c.template: c for c in instantiate(parameters, [], pieces=["/"]) if c.drawn is not None}
    assert drawn["split:2f/append"].apply(("a/b", "c")) == ("a/b/c",)
    [shuffled] = drawn["split:2f/shuffle"].apply(("a/b/c/d", 7))
    assert shuffled != "a/b/c/d"
    assert sorted(shuffled.split("/")) == ["a", "b", "c", "d"]


def test_tokens_are_those_between_a_few_short_separators_that_the_text_may_hold():
    def separators(domain, pieces):
        found = instantiate([Parameter("line", domain)], [], pieces=pieces)
        return {change.template.partition("/")[0] for change in found if change.template.startswith("split:")}

    assert separators(texts(), ["a", "no such name", "-->", "", "=", ", "]) == {"split:3d", "split:2c20"}
    assert separators(texts(), ["=", ":", ";", ","]) == {"split:3d", "split:3a"}
    assert separators(texts("ab"), [","]) == set()
    assert separators(lists(texts()), [","]) == set()


@pytest.mark.parametrize("name", ["split:/reverse", "split:zz/reverse", "split:ff/reverse", "split:2C20/reverse"])
def test_only_separators_in_hexadecimal_digits_name_tokens(name):
    with pytest.raises(UsageError, match="template must be built in or registered"):
        find_template(name)

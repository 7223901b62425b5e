"""Templates made of a function and the same in Python."""

from random import Random

import pytest

from genmorph.domain import bools, floats, froms, ints, lists, np_arrays, np_shapes, optionals, texts, tuples
from genmorph.extension import register_template
from genmorph.model import Parameter, UsageError
from genmorph.search.parameters import PAPERS_TEMPLATES
from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.templates import TEMPLATES
from genmorph.transformations.transformation import Transformation
from tests.extension.own import cross, first_again, flip
from tests.transformations.kinds import evaluate


def named(found, name):
    return [transformation for transformation in found if transformation.template == name]


def parameters_of(*domains):
    return [Parameter(name, domain) for name, domain in zip("vxy", domains, strict=False)]


def test_an_own_template_says_how_inputs_change():
    register_template(flip())
    change = Transformation("flip_last_bit", (1,))
    assert change.apply((7, 4)) == (7, 5)
    assert change.follow_up_arguments(["k", "e"]) == ("k", "e ^ 1")
    assert change.input_relation(["k", "e"]) == "e_f == (e_s ^ 1)"
    assert change.phrase(["k", "e"]) == "the last bit of e flips"


def test_own_templates_stand_after_the_built_in_ones_in_the_order_of_their_registration():
    parameters = parameters_of(floats(), floats())
    before = instantiate(parameters, [7])
    register_template(cross(name="last"))
    register_template(cross())
    after = instantiate(parameters, [7])
    without_constants = [t.template for t in after if len(t.positions) == 2 and t.constant is t.drawn is None]
    assert without_constants == ["swap", "last", "cross", "add_argument", "add_argument"]
    assert [t for t in after if t.template in TEMPLATES] == [*before]


def test_the_templates_of_the_paper_leave_own_ones_out():
    register_template(flip())
    assert named(instantiate(parameters_of(ints()), [], templates=None), "flip_last_bit")
    assert not named(instantiate(parameters_of(ints()), [], templates=PAPERS_TEMPLATES), "flip_last_bit")


@pytest.mark.parametrize(
    ("domain", "fits"),
    [
        (lists(ints(0, 9)), True),
        (lists(texts()), True),
        (optionals(lists(ints())), True),
        (lists(floats()), False),
        (tuples(ints()), False),
        (np_arrays("int64", np_shapes(1, 1, 0, 20), ints()), False),
        (texts(), False),
    ],
    ids=repr,
)
def test_an_own_template_changes_values_of_its_kinds_and_sequences_that_are_lists(domain, fits):
    register_template(first_again())
    assert bool(named(instantiate(parameters_of(domain), []), "first_again")) is fits


def test_values_that_have_no_follow_up_are_left_out():
    register_template(first_again())
    change = Transformation("first_again", (0,))
    assert change.apply(([],)) is None
    assert change.apply((None,)) is None
    assert change.apply(([3],)) == ([3, 3],)


def test_a_change_that_alters_its_argument_leaves_the_source_as_it_was():
    def grow(xs):
        xs.append(0)
        return xs

    register_template(
        first_again(name="grow", change=grow, python="[*xs, 0]", when=None, kinds=[list[int]], examples=[([1], [1, 0])])
    )
    source = ([1, 2],)
    assert Transformation("grow", (0,)).apply(source) == ([1, 2, 0],)
    assert source == ([1, 2],)


def test_of_domains_that_list_their_values_the_sources_are_known():
    register_template(flip())
    change = Transformation("flip_last_bit", (0,))
    assert change.narrow([froms([2, 3, 8])]) == (froms([2, 3]),)
    assert change.narrow([optionals(froms([2, 3, 8]))]) == (froms([2, 3]),)
    assert change.is_applicable([froms([2, 8])]) is False
    assert not change.is_tried([froms([2, 3, 8])])


@pytest.mark.parametrize("domain", [ints(0, 8), optionals(ints(0, 8))], ids=repr)
def test_of_other_domains_the_sources_are_found_by_trying(domain):
    register_template(flip())
    change = Transformation("flip_last_bit", (0,))
    assert change.narrow([domain]) is None
    assert change.is_applicable([domain]) is None
    assert change.is_tried([domain])


def test_texts_evaluate_to_what_the_change_gives_for_parameters_of_any_name():
    register_template(
        first_again(
            name="add_length",
            kinds=[list[int]],
            change=lambda xs: [x + len(xs) for x in xs],
            python="[x + len(xs) for x in xs]",
            words="{xs} grows by its length",
            examples=[([1, 2], [3, 4])],
            when=None,
        )
    )
    rng, domain = Random(0), lists(ints())
    for name in ("xs", "x", "v", "x_"):
        source, parameters = (domain.draw(rng),), [Parameter(name, domain)]
        change = Transformation("add_length", (0,))
        (text,) = change.follow_up_arguments([name], parameters)
        assert (evaluate(text, [name], source, parameters),) == change.apply(source)
        assert change.foreign == {"len"}


@pytest.mark.parametrize(
    ("make", "others", "message"),
    [
        (flip, {"kinds": [set]}, "kinds of flip_last_bit must be among int, float, bool, str, list[int]"),
        (flip, {"kinds": [list]}, "got list"),
        (flip, {"python": "n ^"}, "python of flip_last_bit must be an expression of Python, got 'n ^'"),
        (flip, {"python": "n ^ one"}, "built-ins, math, np and random alone, got one in 'n ^ one'"),
        (flip, {"python": "[n := 3][0]"}, "python of flip_last_bit must give names to nothing"),
        (flip, {"python": "sum(n for n in [n])"}, "must use n for its argument alone"),
        (flip, {"python": ("n", "n")}, "python of flip_last_bit must be a text for each of n, got ('n', 'n')"),
        (flip, {"words": "it flips"}, "words of flip_last_bit must name each argument, {n}, got 'it flips'"),
        (flip, {"words": "{k} flips"}, "words of flip_last_bit must name each argument, {n}, got '{k} flips'"),
        (flip, {"words": "{n flips"}, "words of flip_last_bit must have names in braces alone"),
        (flip, {"change": lambda *n: n}, "change of flip_last_bit must take one plain parameter for each argument"),
        (flip, {"examples": [4]}, "examples of flip_last_bit must be pairs of a value and what it becomes, got 4"),
        (first_again, {"when": "xs >"}, "when of first_again must be an expression of Python, got 'xs >'"),
    ],
)
def test_a_part_that_is_not_right_is_told_by_its_name(make, others, message):
    with pytest.raises(UsageError) as caught:
        make(**others)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("make", "others", "message"),
    [
        (flip, {"name": "flip bit"}, "name of a template must be an identifier such as flip_last_bit, got 'flip bit'"),
        (flip, {"name": "swap"}, "name of a template must be free, got 'swap', which is built in"),
        (flip, {"kinds": []}, "kinds of flip_last_bit must be some that relations speak of, got []"),
        (flip, {"examples": []}, "examples of flip_last_bit must be some, got none"),
        (flip, {"examples": [(4, 6)]}, "change of flip_last_bit must give (6,) for 4, got (5,)"),
        (flip, {"python": "n + 1"}, "python of flip_last_bit must give (-2,) for -1, got (0,)"),
        (flip, {"kinds": [float]}, "examples of flip_last_bit must be of float, got 4"),
        (flip, {"change": lambda n: n / 1}, "change of flip_last_bit must give an int for an int, got 4.0 for 4"),
        (flip, {"change": lambda n: n / 0}, "change of flip_last_bit must give a value for 4, got ZeroDivisionError"),
        (flip, {"change": lambda n: None}, "change of flip_last_bit must give an int for an int, got None for 4"),  # noqa: ARG005
        (first_again, {"when": "xs[9]"}, "when of first_again must give a value for [1, 2], got IndexError"),
        (cross, {"change": lambda x, y: x}, "change of cross must give a tuple of 2 values, got 1.5"),  # noqa: ARG005
        (cross, {"examples": [((1.5,), (2.0,))]}, "examples of cross must have 2 values, got (1.5,)"),
    ],
)
def test_what_does_not_do_as_its_examples_say_is_not_registered(make, others, message):
    with pytest.raises(UsageError) as caught:
        register_template(make(**others))
    assert message in str(caught.value)
    assert not named(instantiate(parameters_of(ints(), floats()), []), "flip_last_bit")


def test_a_change_that_gives_another_type_for_some_values_is_told_when_it_happens():
    parts = {"change": lambda n: n / 2 if n % 2 else n // 2, "python": "n // 2", "examples": [(4, 2)]}
    register_template(flip(name="half", **parts))
    with pytest.raises(UsageError, match=r"change of half must give an int for an int, got 1.5 for 3"):
        Transformation("half", (0,)).apply((3,))


def test_booleans_are_no_ints():
    register_template(flip())
    assert not named(instantiate(parameters_of(bools()), []), "flip_last_bit")

"""What is registered, and when."""

from dataclasses import replace

import libcst as cst
import pytest

from genmorph.domain import floats
from genmorph.extension import (
    Example,
    Operator,
    Template,
    load_extensions,
    register_operator,
    register_template,
    unregister_operator,
    unregister_template,
)
from genmorph.model import Kind, UsageError
from genmorph.transformations.templates import TEMPLATES, UnregisteredTemplateError
from genmorph.transformations.transformation import Transformation, transformation_from_data
from tests.extension.own import flip

TURN = Operator("turn", cst.And, lambda _: [cst.Or()], examples=(("return a and b", ("return a or b",)),))


def test_the_same_object_may_be_registered_again_and_another_one_of_its_name_may_not():
    first = register_template(flip())
    assert register_template(first) is first
    with pytest.raises(UsageError, match="template must have a name of its own, got another 'flip_last_bit'"):
        register_template(flip())
    register_operator(TURN)
    assert register_operator(TURN) is TURN
    with pytest.raises(UsageError, match="operator must have a name of its own, got another 'turn'"):
        register_operator(replace(TURN))


def test_what_is_taken_out_makes_room_for_another():
    register_template(flip())
    unregister_template("flip_last_bit")
    register_template(flip())
    register_operator(TURN)
    unregister_operator("turn")
    register_operator(replace(TURN))


def test_a_template_that_is_not_registered_is_told_with_the_way_to_register_it():
    data = {"template": "flip_last_bit", "parameters": ["n"], "constant": None}
    with pytest.raises(UnregisteredTemplateError) as caught:
        transformation_from_data(data, ["n"])
    for words in ("'flip_last_bit'", "register_template", "genmorph.extension", "--load MODULE"):
        assert words in str(caught.value)
    register_template(flip())
    assert transformation_from_data(data, ["n"]) == Transformation("flip_last_bit", (0,))


@pytest.mark.parametrize("wrong", ["flip", 3, TURN])
def test_only_templates_are_registered_as_such(wrong):
    with pytest.raises(UsageError, match="template must be a Template, got "):
        register_template(wrong)


@pytest.mark.parametrize("wrong", ["turn", 3, TEMPLATES["swap"]])
def test_only_operators_are_registered_as_such(wrong):
    with pytest.raises(UsageError, match="operator must be an Operator, got "):
        register_operator(wrong)


@pytest.mark.parametrize("template", TEMPLATES.values(), ids=list(TEMPLATES))
def test_a_template_made_by_hand_may_do_whatever_a_built_in_one_does_but_pass_outputs_on(template):
    own = replace(template, name="own")
    if own.passes_on:
        with pytest.raises(UsageError, match="passes_on of own must be False, got True"):
            register_template(own)
    elif own.kinds == {Kind.OTHER}:
        with pytest.raises(UsageError, match="kinds of own must be some that relations speak of"):
            register_template(own)
    else:
        assert register_template(own) is own


def test_a_template_made_by_hand_may_take_constants_and_know_its_sources():
    add = TEMPLATES["add"]
    own = Template(
        name="add_and_add",
        kinds=add.kinds,
        arity=1,
        constants=add.constants,
        follow_up=lambda values, c: (values[0] + c + c,),
        texts=lambda arguments, c: (f"{arguments[0].text} + {c} + {c}",),
        words=lambda names, c: f"{names[0]} grows by {c} twice",
        sources=lambda domains, c: (domains[0].before_adding(2 * c),),
        examples=(Example((1,), 2, (5,), ("a + 2 + 2",), "a grows by 2 twice"),),
    )
    register_template(own)
    change = Transformation("add_and_add", (0,), 1.0)
    assert change.narrow([floats(0, 9)]) == (floats(0, 7),)


@pytest.mark.parametrize(
    ("module", "message"),
    [
        ("no_such_templates", "module 'no_such_templates' cannot be imported: ModuleNotFoundError"),
        ("shop:templates", "load must name a module such as shop_templates, got 'shop:templates'"),
        ("", "load must name a module such as shop_templates, got ''"),
    ],
)
def test_modules_that_cannot_be_loaded_are_told(module, message):
    with pytest.raises(UsageError) as caught:
        load_extensions([module])
    assert message in str(caught.value)

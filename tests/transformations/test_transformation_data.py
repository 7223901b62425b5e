"""Transformations as JSON."""

import json

import pytest
from hypothesis import assume, given

from genmorph.model import UsageError
from genmorph.transformations.transformation import Transformation, transformation_from_data
from tests.transformations.kinds import transformed


@given(transformed())
def test_data_survives_json(drawn):
    transformation, parameters, _ = drawn
    assume(transformation is not None)
    names = [parameter.name for parameter in parameters]
    data = json.loads(json.dumps(transformation.to_data(names)))
    assert repr(transformation_from_data(data, names)) == repr(transformation)


def test_the_output_stands_in_the_data_where_there_is_one():
    assert Transformation("chain", (0,), output=1).to_data(["k"])["output"] == 1
    assert "output" not in Transformation("reverse", (0,)).to_data(["k"])


CHAIN = {"template": "chain", "parameters": ["e"], "constant": None}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], r"transformation must have template, parameters and constant, got \[\]"),
        ({"template": "add", "parameters": ["e"]}, "transformation must have"),
        ({"template": "add", "parameters": ["e"], "constant": 1, "more": 2}, "transformation must have"),
        ({"template": "add", "parameters": "e", "constant": 1}, "transformation must have"),
        (
            {"template": "turn", "parameters": ["e"], "constant": 1},
            "template must be built in or registered, got 'turn'; register_template",
        ),
        ({"template": "add", "parameters": ["x"], "constant": 1}, "parameter must be one of k, e, got 'x'"),
        ({"template": "add", "parameters": [["e"]], "constant": 1}, "parameter must be one of"),
        ({"template": "add", "parameters": ["k", "e"], "constant": 1}, "positions of add must be 1"),
        ({"template": "swap", "parameters": ["e", "e"], "constant": None}, "positions of swap must be 2"),
        ({"template": "swap", "parameters": ["k", "e"], "constant": 1}, "swap must have no constant, got 1"),
        (
            {"template": "add", "parameters": ["e"], "constant": 0},
            "constant of add must be a finite number other than 0",
        ),
        ({"template": "scale", "parameters": ["e"], "constant": 1.0}, "other than 0 or 1, got 1.0"),
        ({"template": "add", "parameters": ["e"], "constant": None}, "constant of add"),
        ({"template": "add", "parameters": ["e"], "constant": True}, "constant of add"),
        ({"template": "add", "parameters": ["e"], "constant": float("inf")}, "constant of add"),
        ({"template": "add", "parameters": ["e"], "constant": 10**400}, "constant of add"),
        ({"template": "add", "parameters": ["e"], "constant": [1]}, "constant of add"),
        ({"template": "remove", "parameters": ["e"], "constant": 1.5}, "constant of remove must be an int from"),
        ({"template": "append", "parameters": ["e"], "constant": ""}, "a Boolean or a text of 1 to 20 characters"),
        ({"template": "append", "parameters": ["e"], "constant": None}, "constant of append must be"),
        (CHAIN, "output of chain must be the index of an output, got None"),
        (CHAIN | {"output": -1}, "output of chain must be the index of an output, got -1"),
        (CHAIN | {"output": True}, "output of chain must be the index of an output, got True"),
        (CHAIN | {"output": 0, "constant": 1}, "chain must have no constant, got 1"),
        (
            {"template": "add", "parameters": ["e"], "constant": 1, "output": 0},
            "add must have no output, got 0",
        ),
    ],
)
def test_malformed_data_is_refused(data, message):
    with pytest.raises(UsageError, match=message):
        transformation_from_data(data, ["k", "e"])

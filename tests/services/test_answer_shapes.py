"""Answers of services as plain data: what they say, and what applications get."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.model import UsageError
from genmorph.services.answer_shapes import Reading, Shape, ShapeError, UndeclaredError
from genmorph.services.declared import known_service
from genmorph.services.known_clients import KNOWN

TEMPLATES = [
    "label",
    [{"name": "label", "score": "score"}],
    {"results": [{"alternatives": [{"transcript": "text", "confidence": "score"}]}]},
    {"mood": {"score": "sentiment", "magnitude": "number"}},
    [("label", "percent")],
    {"TextDetections": [{"DetectedText": "text", "Type": "one of LINE, WORD", "Confidence": "percent"}]},
    [{"entities": [{"text": "text", "category": "label", "confidence_score": "score"}]}],
]
READINGS = st.lists(
    st.builds(Reading, st.text(max_size=5), st.sampled_from([0.0, 0.25, 0.5, 1.0])), min_size=1, max_size=3
)


@pytest.mark.parametrize("template", TEMPLATES, ids=str)
@given(readings=READINGS, are_objects=st.booleans())
def test_what_an_answer_says_is_read_from_it_and_from_what_applications_get(template, readings, are_objects):
    shape = Shape(template, are_objects)
    plain = shape.plain(readings)
    said = shape.readings(plain)
    expected = readings if shape.is_list else readings[:1]
    if shape.said != "sentiment":
        assert [one.label for one in said] == [one.label for one in expected]
    if shape.leaves & {"score", "percent", "sentiment"}:
        assert [one.sureness for one in said] == [one.sureness for one in expected]
    assert shape.encode(shape.decode(plain)) == plain


@pytest.mark.parametrize("function", KNOWN)
def test_known_clients_have_answers_that_can_be_made(function):
    shape = known_service(function).shape
    assert shape.encode(shape.decode(shape.plain([Reading("dog", 0.5)])))


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("lable", "is label meant"),
        ([], "answers must be a leaf, a list of one part"),
        ({}, "answers must be a leaf, a list of one part"),
        ({"a": 3}, r"answers.a must be a leaf"),
        ([["score", "number"]], "must have a label, a text or a sentiment, got score, number"),
    ],
)
def test_a_template_that_says_nothing_is_refused(template, words):
    with pytest.raises(UsageError, match=words):
        Shape(template)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"Labels": None}, "answer.Labels must be a list"),
        ({"labels": []}, "answer must have Labels"),
        ({"Labels": [{"Name": None, "Confidence": 1.0}]}, r"answer.Labels\[0\].Name must be a label"),
        ({"Labels": [{"Name": "dog", "Confidence": True}]}, r"Confidence must be a percent"),
        ({"Labels": [{"Name": "dog", "Confidence": 101}]}, "between 0 and 100"),
    ],
)
def test_an_answer_of_another_shape_is_refused_with_the_part_that_differs(answer, words):
    with pytest.raises(ShapeError, match=words):
        Shape({"Labels": [{"Name": "label", "Confidence": "percent"}]}).encode(answer)


def test_parts_that_are_not_declared_are_no_attribute_error_that_an_application_catches():
    objects = Shape({"name": "label"}, True).decode({"name": "dog"})
    with pytest.raises(UndeclaredError):
        getattr(objects, "score", None)
    with pytest.raises(UndeclaredError):
        Shape({"name": "label"}).decode({"name": "dog"}).get("score")

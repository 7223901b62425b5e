"""Clients that are known are answered for where a function makes them."""

from pathlib import Path

import pytest


@pytest.fixture
def cloud(check, monkeypatch):
    """Tests an application of a client that is made by a function."""
    monkeypatch.syspath_prepend(Path(__file__).parent / "cloud")
    return lambda name, **asked: check(name, module="cloud_applications", **{"project": None, **asked})


def test_a_client_that_a_function_makes_needs_no_declaration(cloud):
    report = cloud("counts_labels")
    assert report.services == ("boto3:client.detect_labels",)
    assert not report.findings
    assert report.calls
    assert report.answered == report.inputs


def test_a_client_that_is_made_when_a_module_is_loaded_is_answered_for(cloud):
    report = cloud("has_dog_at_once")
    assert report.services == ("boto3:client.detect_labels",)
    assert not report.findings


def test_a_client_in_an_object_is_answered_for(cloud):
    report = cloud("has_dog")
    assert report.services == ("boto3:client.detect_labels",)
    assert "no example of 'Dog'" in " ".join(report.notes)

"""Exported tests notice bodies that do nothing of what a function does, whatever its form.

A relation may be true of such a body by its nature: of the identity, idempotence is. So the claim is that a file fails
wherever one of its relations is false of the body, as `check` says of the relations themselves; of which bodies all
relations of a file are true is stated by hand, form by form.
"""

import importlib.util
from functools import reduce

import pytest

from genmorph.model import Verdict
from genmorph.results.replaying import replay
from tests.export.forms import FORMS, MODULE, Body, failures, write_subject

CASES = [(name, body) for name in FORMS for body in Body]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Folders of the subject, as it is (None) and with each of the bodies."""
    made = {body: tmp_path_factory.mktemp("subject") for body in (None, *Body)}
    for body, folder in made.items():
        write_subject(folder, body)
    return made


@pytest.fixture(scope="module")
def failed(folders, tmp_path_factory):
    """What fails in the file of each form, by body."""
    tests = tmp_path_factory.mktemp("tests")
    for name, form in FORMS.items():
        (tests / f"{name}.py").write_text(form.text())
    return {body: failures(folder, tests) for body, folder in folders.items()}


@pytest.fixture(scope="module")
def modules(folders):
    """The subjects, imported under names of their own."""
    found = {}
    for body, folder in folders.items():
        path = folder.joinpath(*MODULE.split(".")).with_suffix(".py")
        spec = importlib.util.spec_from_file_location(f"varied_{body}", path)
        found[body] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(found[body])
    return found


@pytest.mark.parametrize("name", FORMS)
def test_what_is_tested_passes(name, failed):
    assert failed[None][name] == {}


@pytest.mark.parametrize(("name", "body"), CASES)
def test_a_file_fails_where_one_of_its_relations_is_false(name, body, failed, modules):
    form = FORMS[name]
    functions = [reduce(getattr, one.qualname.split("."), modules[body]) for one in form.signatures]
    is_false = any(replay(relation, functions).verdict is Verdict.REJECT for relation in form.relations)
    assert is_false is (body not in form.true_of)
    assert bool(failed[body][name]) is is_false, failed[body][name]


def test_all_relations_of_few_forms_are_true_of_a_body():
    """What a file cannot notice is the exception: most forms have tests that fail on all three bodies."""
    assert sum(not form.true_of for form in FORMS.values()) >= 35

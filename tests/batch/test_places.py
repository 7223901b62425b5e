"""The files of functions in a folder of results."""

import json

import pytest

from genmorph.batch.catalogue import Entry
from genmorph.batch.job import Finished, Folder, module_file
from genmorph.export import ExportError
from genmorph.model import UsageError
from genmorph.results import Refusal, Refused, read_answer
from genmorph.results.relation_set import Status

ENTRY = Entry("shop.prices:net")
NOTHING = '{"schema": 1, "genmorph": "0", "relations": []}'


def failed(reason="it died"):
    return Finished(ENTRY.target, Status.FAILED, 1.0, reason)


def test_files_are_called_by_module_and_name(tmp_path):
    folder = Folder(tmp_path)
    assert (folder.saved(ENTRY).name, folder.tests(ENTRY).name) == ("shop.prices.net.json", "test_shop_prices_net.py")


def test_a_function_without_relations_has_a_file_that_says_why(tmp_path):
    Folder(tmp_path).write(ENTRY, failed())
    assert read_answer(tmp_path / "shop.prices.net.json") == Refusal("shop.prices:net", Refused.FAILED, "it died")


def test_tests_of_an_earlier_run_go_where_nothing_is_found_any_more(tmp_path):
    folder, tests = Folder(tmp_path), tmp_path / "test_shop_prices_net.py"
    found = Finished(ENTRY.target, Status.FOUND, 1.0, saved=NOTHING, tests="# Written by genmorph\nassert True\n")
    folder.write(ENTRY, found)
    folder.write(ENTRY, failed())
    assert tests.exists()
    folder.write(ENTRY, Finished(ENTRY.target, Status.NOTHING, 1.0, saved=NOTHING))
    assert not tests.exists()


def test_edited_tests_stay_whatever_is_found(tmp_path):
    folder, tests = Folder(tmp_path), tmp_path / "test_shop_prices_net.py"
    tests.write_text("def test_of_my_own(): pass\n")
    with pytest.raises(ExportError, match=r"test_shop_prices_net\.py"):
        folder.write(ENTRY, Finished(ENTRY.target, Status.NOTHING, 1.0, saved=NOTHING))
    assert tests.exists()


def test_what_a_person_said_is_not_lost_when_a_run_fails(tmp_path):
    path = tmp_path / "shop.prices.net.json"
    text = json.dumps({"schema": 1, "genmorph": "0", "relations": [], "disowned": [{"formula": "f(x) == x"}]})
    path.write_text(text)
    folder = Folder(tmp_path)
    assert folder.reviewed(ENTRY) == text
    folder.write(ENTRY, failed())
    assert path.read_text() == text


@pytest.mark.parametrize(
    "text", ["[]", '{"relations": [3]}', '{"relations": null}', '{"refused": "failed"}', "no json"]
)
def test_what_is_no_set_of_relations_holds_no_words(tmp_path, text):
    (tmp_path / "shop.prices.net.json").write_text(text)
    assert Folder(tmp_path).reviewed(ENTRY) is None


def test_the_folder_is_made_and_where_that_cannot_be_it_is_told(tmp_path):
    Folder(tmp_path / "inner" / "most").prepare((ENTRY,))
    assert (tmp_path / "inner" / "most").is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"output-dir must be a folder \(File exists\), got '.*file'"):
        Folder(tmp_path / "file").prepare((ENTRY,))


def test_functions_whose_files_would_be_the_same_are_refused(tmp_path):
    entries = (Entry("shop.prices:net"), Entry("shop:prices.net"))
    with pytest.raises(
        UsageError, match=r"target must have files of its own, got shop:prices\.net, whose are those of"
    ):
        Folder(tmp_path).prepare(entries)


def test_a_file_of_somebody_else_is_not_overwritten(tmp_path):
    (tmp_path / "test_shop_prices_net.py").write_text("mine = True\n")
    with pytest.raises(ExportError, match="output must not be a file that genmorph did not write"):
        Folder(tmp_path).require_writable(ENTRY)
    Folder(tmp_path, force=True).require_writable(ENTRY)


def test_the_file_of_a_module_is_found_without_importing_its_package(tmp_path, monkeypatch):
    (tmp_path / "stand").mkdir()
    (tmp_path / "stand" / "__init__.py").write_text("1 / 0\n")
    (tmp_path / "stand" / "prices.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    assert module_file("stand.prices") == tmp_path / "stand" / "prices.py"
    assert module_file("stand") == tmp_path / "stand" / "__init__.py"
    assert module_file("stand.none") is None
    assert module_file("none_such") is None

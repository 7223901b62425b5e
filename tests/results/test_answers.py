"""What stands in a file for a function: its relations, or why there are none."""

import pytest

from genmorph.export import ExportError
from genmorph.model import UsageError
from genmorph.results import Refusal, Refused, RelationSet, read_answer, read_answers

REFUSAL = Refusal("shop:price", Refused.UNSUPPORTED, "price must be deterministic, got 1 and then 2 for (3,)")


def test_a_refusal_is_read_as_it_was_saved(tmp_path):
    REFUSAL.to_json(tmp_path / "shop.price.json")
    assert read_answer(tmp_path / "shop.price.json") == REFUSAL


def test_a_refusal_is_no_set_of_relations_and_its_reason_is_told(tmp_path):
    REFUSAL.to_json(tmp_path / "shop.price.json")
    with pytest.raises(UsageError, match=r"must hold relations, got why there are none: price must be deterministic"):
        RelationSet.from_json(tmp_path / "shop.price.json")


def test_a_refusal_replaces_an_earlier_one_and_nothing_else(tmp_path):
    path, other = tmp_path / "shop.price.json", tmp_path / "other.json"
    for _ in range(2):
        REFUSAL.to_json(path)
    other.write_text('{"mine": true}')
    with pytest.raises(ExportError, match="did not write"):
        REFUSAL.to_json(other)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"schema": 3, "refused": "failed"}', "schema must be 1 or 2, got 3"),
        (
            '{"schema": 1, "refused": "bored", "target": "a:b", "reason": "c"}',
            "refused must be a value that genmorph writes, got 'bored'",
        ),
        ('{"schema": 1, "refused": "failed", "target": 3, "reason": "c"}', "target must be a text, got 3"),
        ('{"schema": 1, "refused": "failed", "reason": "c"}', "it has no 'target'"),
        ("[]", "it must hold an object"),
    ],
)
def test_what_is_no_answer_is_refused_with_the_file_and_what_is_wrong(tmp_path, text, message):
    path = tmp_path / "a.b.json"
    path.write_text(text)
    with pytest.raises(UsageError, match=r"a\.b\.json") as caught:
        read_answer(path)
    assert message in str(caught.value)


def test_answers_come_in_the_order_of_their_files(tmp_path):
    for name in ("b.f", "a.g"):
        Refusal(name.replace(".", ":"), Refused.FAILED, "it died").to_json(tmp_path / f"{name}.json")
    (tmp_path / "test_a_g.py").write_text("")
    assert [(path.name, answer.target) for path, answer in read_answers(tmp_path)] == [
        ("a.g.json", "a:g"),
        ("b.f.json", "b:f"),
    ]


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(UsageError, match="results must be a folder, got"):
        list(read_answers(tmp_path / "none"))

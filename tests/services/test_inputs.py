"""Inputs with labels are made without the service, the same ones for the same seed."""

import io
import shutil
import wave
from pathlib import Path
from random import Random

import pytest

from genmorph.model import UsageError
from genmorph.services.answer_shapes import Shape
from genmorph.services.application import Application
from genmorph.services.declared import Service
from genmorph.services.pseudo_inverses import DIGITS, Inverse
from genmorph.services.sentences import MOODS, negated, sentences
from genmorph.services.tasks import task_named

SPEECH = Shape({"transcript": "text"})


def inverse(tmp_path, task, shape, **stated):
    """What makes inputs for a service."""
    one = Service(function="any:ask", task=task_named(task), shape=shape, **stated)
    folder = tmp_path / "made"
    folder.mkdir(exist_ok=True)
    return Inverse(one, Application("any:run", None, None), folder)


def test_texts_are_rendered_in_several_ways_and_again_alike(tmp_path):
    pytest.importorskip("PIL")
    make = inverse(tmp_path, "text detection", Shape([{"line": "text"}]))
    first, again, other = ([one.path.read_bytes() for one in make.make("Total 12.50", 3, seed)] for seed in (0, 0, 1))
    assert first == again
    assert len({*first, *other}) == 6
    from PIL import Image

    assert Image.open(io.BytesIO(first[0])).size[0] > 50


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_texts_are_spoken_with_16_000_numbers_a_second(tmp_path):
    made = inverse(tmp_path, "speech recognition", SPEECH).make("stop", 2, 0)
    for one in made:
        with wave.open(str(one.path)) as sound:
            assert (sound.getframerate(), sound.getnchannels()) == (16_000, 1)
            assert sound.getnframes() > 8_000
    assert made[0].path.read_bytes() != made[1].path.read_bytes()


@pytest.mark.skipif(shutil.which("espeak-ng") is not None, reason="espeak-ng is installed")
def test_a_missing_program_is_named_with_the_way_to_install_it(tmp_path):
    with pytest.raises(UsageError, match="apt-get install espeak-ng"):
        inverse(tmp_path, "speech recognition", SPEECH).make("stop", 1, 0)


def test_digits_are_those_of_scikit_learn_and_nothing_is_like_them(tmp_path):
    np = pytest.importorskip("numpy")
    pytest.importorskip("sklearn")
    make = inverse(tmp_path, "image classification", Shape([{"label": "label"}]), examples=DIGITS)
    made = [np.load(one.path) for one in (*make.make("7", 3, 0), *make.nothing(2, 0))]
    assert {one.shape for one in made} == {(8, 8)}
    assert not made[3].any()


def test_a_folder_and_a_table_give_their_examples(tmp_path):
    for label, text in (("spam", "buy"), ("spam", "win"), ("ham", "hello")):
        path = tmp_path / "mails" / label / f"{text}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "mails.csv").write_text("label,text\nspam,buy\nspam,win\nham,hello\n")
    for source in ("mails", "mails.csv"):
        make = inverse(tmp_path, "document classification", Shape("label"), examples=source, folder=tmp_path)
        assert set(make.labels()) == {"spam", "ham"}
        assert {one.path.read_text() for one in make.make("spam", 5, 0)} == {"buy", "win"}


@pytest.mark.parametrize(
    ("content", "words"), [("a,b\n1,2\n", "columns label and text"), ("", "columns label and text")]
)
def test_a_table_without_its_columns_is_refused(tmp_path, content, words):
    (tmp_path / "mails.csv").write_text(content)
    make = inverse(tmp_path, "document classification", Shape("label"), examples="mails.csv", folder=tmp_path)
    with pytest.raises(UsageError, match=words):
        make.make("spam", 1, 0)


def test_examples_that_are_not_there_are_refused(tmp_path):
    make = inverse(tmp_path, "document classification", Shape("label"), examples="mails", folder=tmp_path)
    with pytest.raises(UsageError, match="must be a folder, a table or a callable"):
        make.make("spam", 1, 0)


def test_sentences_have_a_mood_and_differ():
    for mood in MOODS:
        assert len(set(sentences(mood, 12, Random(0)))) == 12
    assert all("not" in one or "obody" in one for one in negated(8, Random(0)))


def test_inputs_of_nothing_are_blank_and_noise(tmp_path):
    for task, shape in (("sentiment", Shape({"score": "sentiment"})), ("speech recognition", SPEECH)):
        made = inverse(tmp_path, task, shape).nothing(3, 0)
        assert all(one.label is None for one in made)
        assert len({one.path.read_bytes() for one in made}) == len(made)
    assert Path(made[0].path).suffix == ".wav"

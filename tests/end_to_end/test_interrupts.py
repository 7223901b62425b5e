"""Ctrl-C as a terminal sends it: to the whole process group."""

import json
import os
import re
import signal
import subprocess

import pytest

from genmorph import RelationSet
from tests.end_to_end.conftest import COMMAND

WORDS = ["infer", "shop:triple", "--domain", "n=ints(-40, 40)", "--output", "test_it.py", "--json", "it.json"]


def interrupted(folder, budget, moment):
    """The exit code after an interrupt as soon as standard error matches `moment`, and what standard output said."""
    process = subprocess.Popen(
        [COMMAND, *WORDS, "--budget", budget],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        for line in process.stderr:
            if re.search(moment, line):
                os.killpg(process.pid, signal.SIGINT)
                break
        printed, _ = process.communicate(timeout=120)
    return process.returncode, printed


@pytest.mark.parametrize(
    "moment",
    [
        "inspecting the function",
        "running the function",
        "judging laws 1/",
        "making mutants",
        "looking 1/",
        "searching 1/",
        r"judging \d",
        "exported",
    ],
)
def test_an_interrupt_at_any_moment_ends_with_130_and_complete_files(folder, moment):
    code, printed = interrupted(folder, "10000ev", moment)
    assert code == 130
    relations = RelationSet.from_json(folder / "it.json")
    assert relations.interrupted
    assert json.loads((folder / "it.json").read_text())["interrupted"] is True
    assert all(relation.formula.split(" == ")[0] in printed for relation in relations)
    assert (folder / "test_it.py").exists() is (len(relations) > 0)


def test_what_was_found_before_an_interrupt_is_kept(folder):
    interrupted(folder, "10000ev", "searching 1/")
    assert len(RelationSet.from_json(folder / "it.json")) > 0

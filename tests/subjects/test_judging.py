"""The judge of relations is judged: relations whose worth is known get the figures that they must get."""

import subprocess
import sys
import textwrap

import pytest

from benchmarks.checks.judge_mutants import load_function, ray_mutants
from benchmarks.checks.judging import judge
from genmorph.domain import ints, lists, parse_domain
from genmorph.model import Container, Kind, Output, Place
from tests.handmade import GROWS, NEGATED, REVERSED, make_relation, make_set, make_signature

FUNCTIONS = textwrap.dedent(
    '''
    """Functions to be judged."""

    import os


    def reprieve() -> int:
        return 1


    def leave() -> int:
        os._exit(3)


    WAYS = (reprieve, leave)


    def same(n: int) -> int:
        """The number; mutants of one branch differ on one input of 5,000."""
        if n == 4321:
            return 4321
        return n


    def distance(x: int = 1 + 1) -> int:
        """From 0."""
        if x < 0:
            return -x
        return x


    def clear(values: list[int]) -> None:
        """Make each element zero."""
        for place in range(len(values)):
            values[place] = 0


    def descend(n: int) -> int:
        """Go down to 0."""
        WAYS[False]()
        while n > 0:
            n -= 1
        return n


    class Shelf:
        @staticmethod
        def room(books: int) -> int:
            """What is left."""
            return 10 - books
    '''
)
PLUS_ONE = ["==", "return_f", ["+", "return_s", 1]]
PLUS_TWO = ["==", "return_f", ["+", "return_s", 2]]
EQUAL = ["==", "return_f", "return_s"]
ANYTHING = ["==", "return_f", "return_f"]


@pytest.fixture
def module(tmp_path, monkeypatch):
    """The name of an importable module of these functions."""
    (tmp_path / "judged_functions.py").write_text(FUNCTIONS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return "judged_functions"


def judged(module, tmp_path, name, domain, *relations, output=Kind.INT):
    """The row of a function of one parameter with relations as pairs of a transformation and a tree."""
    parameter = ray_parameter(module, name)
    signature = make_signature(name, {parameter: parse_domain(domain)}, output, module=module)
    saved = tmp_path / f"{name}.json"
    made = [make_relation(signature, transformation, tree) for transformation, tree in relations]
    make_set(*made).to_json(saved)
    return judge(f"{module}:{name}", saved, {parameter: domain}, seed=0).as_row()

import math
import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from genmorph.domain import bools, floats, ints, lists, texts
from genmorph.execution.observation import Executions
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.sensitivity import is_too_sharp
from genmorph.fitness.table import build_table
from genmorph.model import Kind, Output, Place, Tolerance
from genmorph.relations.expression import relation_variables
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.relations.operators import BY_CODE
from genmorph.search.grammar import build_grammar
from genmorph.search.join.forms import Limits
from genmorph.search.join.joining import join
from tests.search.join.examples import Example

SOURCE, FOLLOW_UP = "return_s", "return_f"
LIMITS = Limits(expressions=4_000, atoms=600)
ROWS = 200


def int_lists(seed, least=0):
    rng = Random(seed)
    return [([rng.randint(-9, 9) for _ in range(rng.randint(least, 7))],) for _ in range(ROWS)]


def float_lists(seed):
    rng = Random(seed)
    return [([round(rng.uniform(-9, 9), 3) for _ in range(rng.randint(1, 7))],) for _ in range(ROWS)]


def words(seed):
    rng = Random(seed)
    return [("".join(rng.choices("abC xyZ", k=rng.randint(0, 7))),) for _ in range(ROWS)]


def negated_lists():
    return Example.observed(
        lambda xs: [-v for v in xs],
        [lambda xs: xs, lambda xs: [-v for v in xs[1:]], lambda xs: [-v for v in sorted(xs)]],
        {"xs": lists(ints(-9, 9))},
        lambda xs: (xs[::-1],),
        [0],
        Kind.INTS,
        int_lists(1),
    )


def sorted_lists():
    return Example.observed(
        sorted,
        [lambda xs: xs, lambda xs: sorted(xs)[1:], lambda xs: sorted(set(xs))],
        {"xs": lists(ints(-9, 9))},
        lambda xs: (xs[::-1],),
        [0],
        Kind.INTS,
        int_lists(2),
    )


def means(transform):
    return Example.observed(
        lambda xs: sum(xs) / len(xs),
        [lambda xs: sum(xs) / (len(xs) + 1), lambda xs: xs[0], lambda xs: sum(xs[1:]) / len(xs)],
        {"xs": lists(floats(-9, 9), min_len=1)},
        transform,
        [0],
        Kind.FLOAT,
        float_lists(3),
        {5.0: ROWS},
    )


def permuted_means():
    return means(lambda xs: (xs[1:] + xs[:1],))


def upper_texts():
    return Example.observed(
        str.upper,
        [lambda t: t, str.swapcase, lambda t: t.upper() if t[:1].islower() else t],
        {"text": texts("abC xyZ")},
        lambda t: (t.swapcase(),),
        [0],
        Kind.TEXT,
        words(4),
    )


def paddings():
    rng = Random(5)
    return Example.observed(
        str.rjust,
        [str.ljust, lambda t, _: t, lambda t, n: t.rjust(n + 1) if n > 3 else t],
        {"text": texts("abC xyZ"), "n": ints(0, 12)},
        lambda t, n: (t, n + 1),
        [1],
        Kind.TEXT,
        [(t, rng.randint(0, 12)) for (t,) in words(5)],
    )


def repeated_texts():
    """Letter by letter, so that what is done to a text twice is done to each half."""
    return Example.observed(
        lambda t: "".join(chr(ord(c) + 1) for c in t),
        [lambda t: t, lambda t: "".join(chr(ord(c) + 1) for c in t[:5]), lambda t: t[::-1]],
        {"text": texts("abC xyZ")},
        lambda t: (t + t,),
        [0],
        Kind.TEXT,
        words(6),
    )


def extremes():
    """Two outputs: the least and the greatest element."""
    return Example.observed(
        lambda xs: (min(xs), max(xs)),
        [lambda xs: (min(xs), xs[0] + len(xs)), lambda xs: (-max(xs), max(xs)), lambda xs: (min(xs) + 1, 7)],
        {"xs": lists(ints(-9, 9), min_len=1)},
        lambda xs: ([v + 1 for v in xs],),
        [0],
        [Output(Kind.INT, Place.ITEM, 0), Output(Kind.INT, Place.ITEM, 1)],
        int_lists(7, least=1),
    )


def chained_strips():
    return chained(str.strip, [lambda t: t[1:], lambda t: t.strip() + " ", lambda t: t.strip()[::-1]])


def chained_flips():
    return chained(lambda t: t[::-1], [lambda t: t[1:], str.strip, str.upper])


def chained(function, mutants):
    return Example.observed(
        function,
        mutants,
        {"text": texts("abC xyZ")},
        lambda t: (function(t),),
        [0],
        Kind.TEXT,
        words(8),
        chained=0,
    )


def merges():
    rng = Random(9)
    return Example.observed(
        lambda a, b, up: sorted(a + b, reverse=not up),
        [lambda a, b, up: a + up * b, lambda a, b, up: sorted(a + b[up:]), lambda a, b, up: sorted(a + b, reverse=up)],
        {"a": lists(ints(-9, 9)), "b": lists(ints(-9, 9)), "up": bools()},
        lambda a, b, up: (a, b, not up),
        [2],
        Kind.INTS,
        [(a, b, rng.random() < 0.5) for (a,), (b,) in zip(int_lists(9), int_lists(10), strict=True)],
    )


def searches():
    """A Boolean output over texts."""
    rng = Random(11)
    return Example.observed(
        lambda t, part: part in t,
        [lambda t, part: t.startswith(part), lambda t, part: part.lower() in t.lower(), lambda t, part: part[:1] in t],
        {"text": texts("abC xyZ"), "part": texts("abC xyZ")},
        lambda t, part: (t[::-1], part),
        [0],
        Kind.BOOL,
        [(t, t[k : k + rng.randint(0, 3)] if rng.random() < 0.6 else "ab") for (t,) in words(11) for k in (0, 2)],
    )


EXAMPLES = [
    negated_lists,
    sorted_lists,
    permuted_means,
    upper_texts,
    paddings,
    repeated_texts,
    extremes,
    chained_strips,
    chained_flips,
    merges,
    searches,
]


@pytest.mark.parametrize(
    ("example", "tree"),
    [
        (negated_lists, ["==", FOLLOW_UP, ["flip", SOURCE]]),
        (sorted_lists, ["==", FOLLOW_UP, SOURCE]),
        (sorted_lists, ["==", FOLLOW_UP, ["sorted", SOURCE]]),
        (permuted_means, ["==", FOLLOW_UP, SOURCE]),
        (upper_texts, ["==", FOLLOW_UP, SOURCE]),
        (paddings, ["startswith", ["flip", FOLLOW_UP], ["flip", SOURCE]]),
        (repeated_texts, ["==", FOLLOW_UP, ["concatenate", SOURCE, SOURCE]]),
        (repeated_texts, ["==", ["len", FOLLOW_UP], ["*", 2, ["len", SOURCE]]]),
        (chained_strips, ["==", FOLLOW_UP, SOURCE]),
        (chained_flips, ["==", FOLLOW_UP, "text_s"]),
        (merges, ["==", FOLLOW_UP, ["flip", SOURCE]]),
    ],
)
def test_the_law_of_a_function_is_among_its_first_relations(example, tree):
    assert tree in [relation.to_tree() for relation in example().relations(LIMITS)[:6]]


@pytest.mark.parametrize(
    ("example", "tree"),
    [
        (paddings, ["or", ["<=", ["len", "text_s"], "n_s"], ["==", FOLLOW_UP, SOURCE]]),
        (paddings, ["or", ["<", "n_s", ["len", "text_s"]], ["==", ["len", FOLLOW_UP], ["+", ["len", SOURCE], 1]]]),
        (extremes, ["==", "return[0]_f", ["+", "return[0]_s", 1]]),
        (extremes, ["==", "return[1]_f", ["+", "return[1]_s", 1]]),
        (searches, ["or", ["<", 1, ["len", "part_s"]], ["iff", FOLLOW_UP, SOURCE]]),
    ],
)
def test_laws_of_single_outputs_and_of_parts_of_the_domain_are_said(example, tree):
    assert example().is_said(tree, LIMITS)


def test_a_law_may_weigh_outputs_by_the_lengths_of_inputs():
    appended = means(lambda xs: ([*xs, 5.0],))
    weighed = [["*", output, ["len", values]] for output, values in ((FOLLOW_UP, "xs_f"), (SOURCE, "xs_s"))]
    assert appended.is_said(["==", weighed[0], ["+", weighed[1], 5]], LIMITS)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_relation_holds_on_all_correct_rows_ties_the_outputs_and_rejects_an_incorrect_row(example):
    observed = example()
    relations = observed.relations(LIMITS)
    scores = score(pack(relations), observed.table)
    assert relations
    for index, relation in enumerate(relations):
        rejected = observed.rejected(relation)
        assert rejected
        assert min(rejected) >= observed.table.correct
        assert len(rejected) == observed.table.incorrect - scores.false_negatives[index]
        assert is_metamorphic(relation)
        assert not is_too_sharp(relation)


def test_only_the_grammars_operators_are_used():
    example = Example.observed(
        lambda xs: sorted(xs, reverse=True),
        [lambda xs: xs, sorted],
        {"xs": lists(ints(-9, 9))},
        lambda xs: (xs[::-1],),
        [0],
        Kind.INTS,
        int_lists(12),
        operators={"==", "len", "or", "implies", "not", "+", "-", "*", "/", "abs", "<=", "<"},
    )
    relations = example.relations(LIMITS)
    assert ["==", FOLLOW_UP, SOURCE] in [relation.to_tree() for relation in relations]
    codes = {code for relation in relations for code in relation.codes}
    assert codes & set(BY_CODE) <= example.grammar.operators


def test_the_same_seed_gives_the_same_relations_whatever_the_hashes_of_texts_are():
    script = (
        "from tests.search.join.test_sequences import LIMITS, merges, paddings\n"
        "print([e().joined(LIMITS).programs.hashes().tolist() for e in (merges, paddings)])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert printed == {f"{[e().joined(LIMITS).programs.hashes().tolist() for e in (merges, paddings)]}\n"}


def columns_of(kind, *columns):
    """Columns as executions have them: one object for each row."""
    arrays = []
    for column in columns:
        array = np.empty(len(column), object)
        array[:] = column
        arrays.append(array)
    return relation_variables([], [], [Output(kind)]), tuple(arrays)


@pytest.mark.parametrize(
    ("kind", "source", "follow_up"),
    [
        (Kind.TEXT, [""] * 9, [""] * 8 + ["a"]),
        (Kind.TEXT, ["ß", "ŉ", "é", "😀", "a\x00"] * 2, ["ß", "ŉ", "é", "😀", "a\x00", "", "", "", "", "x"]),
        (Kind.FLOATS, [[math.nan], [], [math.inf, -math.inf]] * 3, [[math.nan], [], [1e308, -1e308]] * 3),
        (Kind.INTS, [[2**53], [-(2**53)], [0]] * 3, [[2**53], [-(2**53)], [0]] * 2 + [[1], [2], [3]]),
        (Kind.BOOLS, [[True], [], [False, True]] * 3, [[True], [], [True, False]] * 3),
        (Kind.TEXTS, [["b", "a"], [], ["", "ab"]] * 3, [["a", "b"], [], ["", "ab"]] * 3),
        (Kind.NESTED, [[[1], None], [], [["a"]]] * 3, [[None, [1]], [], [["a"]]] * 2 + [[], [[]], [1]]),
    ],
)
def test_empty_strange_and_nested_values_are_no_trouble(kind, source, follow_up):
    variables, columns = columns_of(kind, source, follow_up)
    rows = len(source)
    mutants = np.array([-1] * (rows - 1) + [0])
    executions = Executions(variables, columns, mutants, np.arange(rows), ("a",), tuple((i,) for i in range(rows)))
    table = build_table(executions, Tolerance())
    joined = join(table, build_grammar(variables, {}), LIMITS, 0)
    assert not score(joined.programs, table).false_positives.any()


def test_long_sequences_are_compared_by_fewer_terms():
    rng = Random(13)
    inputs = [([rng.randint(0, 9) for _ in range(2_000)],) for _ in range(30)]
    example = Example.observed(
        lambda xs: [v + 1 for v in xs],
        [lambda xs: xs[:-1], lambda xs: xs],
        {"xs": lists(ints(0, 9), max_len=2_000)},
        lambda xs: (xs[::-1],),
        [0],
        Kind.INTS,
        inputs,
    )
    assert ["==", FOLLOW_UP, ["flip", SOURCE]] in [relation.to_tree() for relation in example.relations(LIMITS)]

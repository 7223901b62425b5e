import math
import subprocess
import sys
from itertools import product

import numpy as np
import pytest

from genmorph.domain import bools, floats, ints
from genmorph.execution.observation import Executions
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.sensitivity import is_too_sharp
from genmorph.fitness.table import build_table
from genmorph.model import Kind, Output, Tolerance, UsageError
from genmorph.relations import operators
from genmorph.relations.complexity import complexities
from genmorph.relations.expression import Expression, relation_variables
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.search.grammar import build_grammar
from genmorph.search.join import compiled
from genmorph.search.join.forms import Limits
from genmorph.search.join.joining import join
from tests.search.join.examples import LIMITS, Example

SOURCE, FOLLOW_UP = "return_s", "return_f"


def powers():
    return Example.observed(
        lambda k, e: k**e,
        [lambda k, e: k**e + 1, lambda k, e: k * e, lambda k, e: abs(k) ** e, lambda k, e: 0 if e == 3 else k**e],
        {"k": ints(-9, 9), "e": ints(0, 8)},
        lambda k, e: (k, e + 1),
        [1],
        Kind.INT,
        list(product(range(-9, 10), range(9))),
    )


def divisors():
    return Example.observed(
        math.gcd,
        [min, lambda p, q: math.gcd(p, q) + (p > q), lambda p, q: -math.gcd(p, q), lambda p, q: p + 0 * q],
        {"p": ints(-20, 20), "q": ints(-20, 20)},
        lambda p, q: (q, p),
        [],
        Kind.INT,
        list(product(range(-20, 21), range(-20, 21))),
    )


def leap_years():
    def leap(y):
        return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)

    return Example.observed(
        leap,
        [lambda y: y % 2 == 0, lambda y: y % 4 == 0 or y == 2001, lambda y: leap(y) or y == 1997],
        {"y": ints(1900, 2100)},
        lambda y: (y + 1,),
        [0],
        Kind.BOOL,
        [(y,) for y in range(1900, 2100)],
    )


def taxes():
    def tax(x):
        return 0.1 * x if x <= 100 else 10 + 0.3 * (x - 100)

    return Example.observed(
        tax,
        [lambda x: 0.1 * x, lambda x: 0.2 * x if x <= 100 else 20 + 0.3 * (x - 100), lambda x: tax(x) * (x < 50)],
        {"x": floats(0, 300)},
        lambda x: (x + 10,),
        [0],
        Kind.FLOAT,
        [(x / 7,) for x in range(2_000)],
        {100: 2_000},
    )


def logarithms():
    return Example.observed(
        math.log,
        [lambda x: math.log(x) * 2, lambda x: math.log(x + 1), lambda x: x],
        {"x": floats(0.1, 100)},
        lambda x: (2 * x,),
        [0],
        Kind.FLOAT,
        [(x / 9,) for x in range(1, 500)],
    )


def switches():
    return Example.observed(
        lambda a, b, c: (a and b) or c,
        [lambda a, b, c: a or (b and c), lambda a, b, c: a and b and not c, lambda a, b, c: b and (a or not c)],
        {"a": bools(), "b": bools(), "c": bools()},
        lambda a, b, c: (not a, b, c),
        [0],
        Kind.BOOL,
        list(product((False, True), repeat=3)),
    )


def steps():
    """A slope of nearly zero makes an equality of these outputs hold within the tolerance."""
    return Example.observed(
        lambda x: 10**8 + (x > 0),
        [lambda x: 10**8 - (x > 0), lambda x: x],
        {"x": ints(-(10**6), 10**6)},
        lambda x: (-x,),
        [0],
        Kind.INT,
        [(7_919 * x,) for x in range(-120, 121)],
    )


EXAMPLES = [powers, divisors, leap_years, taxes, logarithms, switches, steps]


def test_a_recurrence_is_the_most_readable_relation():
    relations = powers().relations()
    assert relations[0].to_tree() in (["==", FOLLOW_UP, ["*", "k_s", SOURCE]], ["==", FOLLOW_UP, ["*", SOURCE, "k_s"]])


def test_equal_outputs_are_found_and_that_they_are_not_negative_as_well():
    example = divisors()
    assert example.relations()[0].to_tree() == ["==", FOLLOW_UP, SOURCE]
    assert example.is_said(["==", ["+", FOLLOW_UP, FOLLOW_UP], ["+", SOURCE, ["abs", FOLLOW_UP]]])


def test_a_law_holds_but_for_an_exception():
    example = powers()
    assert example.is_said(["or", ["==", "k_s", 0], ["==", ["/", FOLLOW_UP, SOURCE], "k_s"]])


@pytest.mark.parametrize(
    ("input_relation", "claim"),
    [(["<=", 100, "x_f"], ["+", SOURCE, 1]), (["<=", "x_s", 100], ["+", SOURCE, 3])],
)
def test_each_tax_bracket_has_a_law_of_its_own(input_relation, claim):
    assert taxes().is_said(["or", input_relation, ["==", FOLLOW_UP, claim]])


def test_the_constant_of_a_law_is_solved_for_and_snapped():
    trees = [relation.to_tree() for relation in logarithms().relations()]
    assert ["==", FOLLOW_UP, ["+", SOURCE, math.log(2)]] in trees


def test_a_slope_and_a_shift_are_solved_for():
    example = Example.observed(
        lambda c: c * 9 / 5 + 32,
        [lambda c: c * 9 / 5, lambda c: c + 32],
        {"c": floats(-100, 100)},
        lambda c: (2 * c,),
        [0],
        Kind.FLOAT,
        [(c / 7,) for c in range(-300, 300)],
    )
    assert example.is_said(["==", FOLLOW_UP, ["-", ["*", SOURCE, 2], 32]])


def test_constants_of_ints_are_ints():
    example = Example.observed(
        lambda x: 7 * x + 12,
        [lambda x: 7 * x, lambda x: 6 * x + 12, lambda x: x * x],
        {"x": ints(-99, 99)},
        lambda x: (-x,),
        [0],
        Kind.INT,
        [(x,) for x in range(-99, 100)],
    )
    relations = example.relations()
    assert example.is_said(["==", ["+", FOLLOW_UP, SOURCE], 24])
    assert all(isinstance(constant, int) for relation in relations for constant in relation.constants)


def test_monotonicity_is_an_inequality_and_strict_where_ints_differ():
    example = Example.observed(
        lambda n: n**3 // 5 + 2 * n,
        [lambda n: n % 7, lambda n: n // 600, lambda n: -n],
        {"n": ints(0, 500)},
        lambda n: (n + 1,),
        [0],
        Kind.INT,
        [(n,) for n in range(500)],
    )
    assert example.is_said(["<", SOURCE, FOLLOW_UP])


def test_relations_of_boolean_outputs_are_clauses_of_both():
    trees = [relation.to_tree() for relation in leap_years().relations()]
    assert ["not", ["and", FOLLOW_UP, SOURCE]] in trees
    assert ["or", "b_s", ["iff", FOLLOW_UP, SOURCE]] in [relation.to_tree() for relation in switches().relations()]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_relation_holds_on_all_correct_rows_and_rejects_an_incorrect_one(example):
    observed = example()
    relations = observed.relations()
    scores = score(pack(relations), observed.table)
    for index, relation in enumerate(relations):
        rejected = observed.rejected(relation)
        assert rejected
        assert min(rejected) >= observed.table.correct
        assert len(rejected) == observed.table.incorrect - scores.false_negatives[index]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_relation_ties_the_outputs_together_and_can_be_contradicted(example):
    relations = example().relations()
    assert relations
    assert all(is_metamorphic(relation) and not is_too_sharp(relation) for relation in relations)
    assert all(relation.codes[0] != operators.AND for relation in relations)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_most_readable_relation_comes_first_and_none_comes_twice(example):
    joined = example().joined()
    reading = complexities(joined.programs.codes, joined.programs.constants).tolist()
    assert reading == sorted(reading)
    assert len(set(joined.programs.hashes().tolist())) == len(joined.programs)


def test_at_most_two_relations_reject_the_same_rows():
    example = powers()
    rows = [frozenset(example.rejected(relation)) for relation in example.relations()]
    assert max(rows.count(same) for same in set(rows)) <= 2


def test_at_most_so_many_relations_are_kept_as_the_limits_say():
    assert len(powers().joined(Limits(expressions=2_000, atoms=300, kept=5)).programs) == 5


def test_the_work_done_is_counted_and_smaller_limits_do_less():
    example = powers()
    small = example.joined(Limits(expressions=300, atoms=50)).evaluations
    assert 0 < small < example.joined().evaluations


def test_identities_of_algebra_are_no_laws():
    example = Example.observed(
        lambda x: x % 13,
        [lambda x: x % 11, lambda x: x // 3],
        {"x": ints(0, 99)},
        lambda x: (x * x % 71,),
        [0],
        Kind.INT,
        [(x,) for x in range(100)],
    )
    relations = example.relations()
    assert relations
    assert not [relation for relation in relations if relation.codes[0] == operators.EQUAL]


def test_the_same_seed_gives_the_same_relations_in_every_process():
    script = (
        "from tests.search.join.test_join import powers, taxes\n"
        "print([e().joined().programs.hashes().tolist() for e in (powers, taxes)])"
    )
    expected = [example().joined().programs.hashes().tolist() for example in (powers, taxes)]
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(expected)


def executions(columns, mutants, kind=Kind.INT):
    variables = relation_variables([], [], [Output(kind)])
    arrays = tuple(np.array(column, np.bool_ if kind is Kind.BOOL else np.float64) for column in columns)
    count = len(mutants)
    return Executions(variables, arrays, np.array(mutants), np.arange(count), ("a",), tuple((i,) for i in range(count)))


NAN, INFINITE = math.nan, math.inf


@pytest.mark.parametrize(
    ("columns", "mutants", "kind"),
    [
        ([[1, 2], [1, 3]], [-1, 0], Kind.INT),
        ([list(range(9)), list(range(9))], [-1] * 9, Kind.INT),
        ([[NAN] * 9, [NAN] * 9], [-1] * 8 + [0], Kind.FLOAT),
        ([[INFINITE] * 9, [-INFINITE] * 9], [-1] * 8 + [0], Kind.FLOAT),
    ],
)
def test_too_few_rows_or_no_numbers_give_no_relation(columns, mutants, kind):
    observed = executions(columns, mutants, kind)
    grammar = build_grammar(observed.variables, {})
    joined = join(build_table(observed, Tolerance()), grammar, LIMITS, 0)
    assert len(joined.programs) == 0


@pytest.mark.parametrize(
    ("columns", "kind"),
    [
        ([[5] * 9, [5] * 8 + [6]], Kind.INT),
        ([[0] * 9, [0] * 8 + [1]], Kind.INT),
        ([[True] * 9, [True] * 8 + [False]], Kind.BOOL),
        ([[1e308, -1e308] * 4 + [1.0], [1e308, -1e308] * 4 + [2.0]], Kind.FLOAT),
        ([[1e-308, 2e-308] * 4 + [1.0], [1e-308, 3e-308] * 4 + [2.0]], Kind.FLOAT),
        ([[NAN, 1.0, INFINITE] * 3, [2.0, NAN, -INFINITE] * 3], Kind.FLOAT),
    ],
)
def test_constant_huge_tiny_and_missing_values_are_no_trouble(columns, kind):
    observed = executions(columns, [-1] * 8 + [0], kind)
    table = build_table(observed, Tolerance())
    joined = join(table, build_grammar(observed.variables, {}), LIMITS, 0)
    assert not score(joined.programs, table).false_positives.any()


def test_an_equality_that_other_rows_contradict_is_not_taken_for_a_law():
    example = Example.observed(
        lambda x: 0 if x in (4, 900, 901) else x,
        [lambda x: x + 1, lambda x: -x],
        {"x": ints(0, 2_000)},
        lambda x: (x + 1,),
        [0],
        Kind.INT,
        [(x,) for x in range(2_000)],
    )
    law = Expression.from_tree(["==", FOLLOW_UP, ["+", SOURCE, 1]], example.variables)
    assert law not in example.relations()
    assert example.relations(Limits(expressions=3_000, atoms=300, sample=20))


def test_limits_must_be_positive():
    with pytest.raises(UsageError, match="atoms must be >= 1, got 0"):
        Limits(atoms=0)


def test_the_compiled_codes_are_those_of_the_operator_table():
    names = ["ADD", "SUBTRACT", "MULTIPLY", "DIVIDE", "ABSOLUTE"]
    assert all(getattr(compiled, name) == getattr(operators, name) for name in names)

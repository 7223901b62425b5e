"""Relations of coefficients of correlation on other data, and of other programs, than the usual ones."""

import math
import statistics
from random import Random

import numpy as np
import pytest
from scipy import stats

from genmorph.learning import Answer, check_relations, correlation_relations

X = [float(value) for value in range(20)]
Y = [value + (-1) ** place * 4 for place, value in enumerate(X)]


def results(function, *data, **options):
    return {found.name: found for found in check_relations(correlation_relations(), function, *data, **options)}


def violated(*given, **options):
    return [name for name, found in results(*given, **options).items() if found.answer is Answer.VIOLATED]


def in_single_precision(x, y):
    """The textbook's sums, which cancel."""
    one, other = np.array(x, dtype=np.float32), np.array(y, dtype=np.float32)
    count = np.float32(len(x))
    both = count * (one * other).sum() - one.sum() * other.sum()
    spread = [count * (values * values).sum() - values.sum() ** 2 for values in (one, other)]
    if min(spread) <= 0:
        raise ValueError("a range is needed")
    return float(both / np.sqrt(spread[0]) / np.sqrt(spread[1]))


@pytest.mark.parametrize("function", [statistics.correlation, in_single_precision])
@pytest.mark.parametrize("unit", [1e-8, 1.0, 1e8])
@pytest.mark.parametrize("seed", range(5))
def test_neither_the_unit_nor_single_precision_raises_an_alarm(function, unit, seed):
    rng = Random(seed)
    x = [unit * rng.uniform(-10, 10) for _ in range(30)]
    y = [value + unit * rng.gauss(0, 5) for value in x]
    assert violated(function, x, y) == []


def test_single_precision_raises_no_alarm_of_years():
    years = [float(year) for year in range(1990, 2020)]
    assert violated(in_single_precision, years, [math.sin(year) + year / 9 for year in years]) == []


def test_what_rounding_may_move_far_decides_nothing_but_what_is_farther_off():
    far = [300 + value / 9 for value in X]
    found = results(in_single_precision, far, Y)
    assert found["MR-2(a)"].answer is Answer.UNDECIDED
    assert "as far as rounding may move it" in found["MR-2(a)"].reason
    assert Answer.HOLDS not in [one.answer for name, one in found.items() if not name.startswith("MR-8")]
    nine = results(lambda x, y: 9 * in_single_precision(x, y), X, Y)
    assert nine["MR-1(a)"].answer is Answer.VIOLATED


@pytest.mark.parametrize("function", [stats.spearmanr, stats.kendalltau])
def test_of_a_coefficient_of_ranks_the_pair_of_both_means_says_nothing(function):
    found = results(lambda x, y: float(function(x, y).statistic))
    assert not [name for name, one in found.items() if one.answer is Answer.VIOLATED and not name.startswith("MR-8")]
    assert "depends on ranks alone" in found["MR-10(a)"].reason


def raising(x, y):
    if len(x) % 2:
        raise ValueError("an even number of pairs is needed")
    return float(stats.spearmanr(x, y).statistic)


@pytest.mark.parametrize(
    "function",
    [
        lambda x, y: statistics.correlation(x, y) - (len(x) % 2) / 9,
        lambda x, _: (len(x) % 2) / 9,
        lambda x, y: float(stats.spearmanr(x, y).statistic) - (len(x) % 2) / 9,
        raising,
    ],
    ids=["linear", "length alone", "of ranks", "raises"],
)
def test_other_faults_stay_faults_where_the_pair_of_both_means_is_appended(function):
    assert results(function)["MR-10(a)"].answer is Answer.VIOLATED
    tens = [10.0 * value for value in range(20)]
    assert results(function, tens, [*tens[::2], *tens[1::2]])["MR-10(a)"].answer is Answer.VIOLATED


def test_a_case_alone_has_the_data_that_it_has_among_all():
    def calls(relations):
        seen = []
        list(check_relations(relations, lambda x, y: seen.append((x, y)) or statistics.correlation(x, y), X, Y))
        return seen

    alone, among = (calls(relations) for relations in (correlation_relations()[5:6], correlation_relations()))
    assert any(x != X and sorted(x) == X for x, _ in alone)
    assert all(call in among for call in alone)


@pytest.mark.parametrize("unit", [1e-8, 1e8])
def test_a_fault_is_noticed_in_each_unit(unit):
    x, y = ([unit * value for value in values] for values in (X, Y))
    assert "MR-5(a)" in violated(lambda x, y: abs(statistics.correlation(x, y)), x, y)


def test_of_no_correlation_no_sign_is_said_to_change():
    found = results(statistics.correlation, [-1.0, 0.0, 1.0, 0.0], [0.0, 1.0, 0.0, -1.0])
    assert {found[name].answer for name in ("MR-5(a)", "MR-5(b)")} == {Answer.UNDECIDED}
    assert found["MR-1(a)"].answer is Answer.HOLDS


@pytest.mark.parametrize("later", [None, "high", (0.1, 0.2)])
def test_what_is_no_number_of_other_data_is_violated_and_the_check_goes_on(later):
    found = results(lambda x, y: statistics.correlation(x, y) if (x, y) == (X, Y) else later, X, Y)
    assert found["MR-2(a)"].answer is Answer.VIOLATED
    assert found["MR-8(a)"].answer is Answer.HOLDS


def test_arrays_are_numbers_too():
    assert violated(lambda x, y: np.array([in_single_precision(x, y)]), X, Y) == []


def test_what_ties_is_rounded_alike():
    x = [round(math.sin(value), 3) for value in range(19)]
    found = results(lambda x, y: float(stats.spearmanr(x, y).statistic), [*x, x[0]], Y)
    assert found["MR-2(a)"].answer is Answer.HOLDS

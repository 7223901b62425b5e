import random
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.inference.readiness import compile_search
from genmorph.relations.operators import BY_CODE
from genmorph.search.coevolution import evolve, look
from genmorph.search.grammar import build_grammar
from genmorph.search.join.forms import Limits
from genmorph.search.parameters import PRESETS, Parameters
from tests.search.join.test_sequences import negated_lists, paddings, sorted_lists

SMALL = Parameters(population=80, migrants=12, elite=4, migration_interval=3, join=False)


def run_evolution(table, grammar, seed=0, may_go_on=lambda _: True, before=None):
    return evolve(table, grammar, SMALL, may_go_on, Random(seed), before)


def reading(evolution):
    return [(candidate.expression.to_tree(), candidate.killed) for candidate in evolution.archive.candidates()]


@pytest.fixture(scope="module")
def evolution(table, grammar):
    return run_evolution(table, grammar)


def test_it_finds_that_squares_of_opposite_numbers_are_the_same(evolution, table):
    same = [["==", "return_f", "return_s"], ["==", "return_s", "return_f"]]
    assert {killed for tree, killed in reading(evolution) if tree in same} == {frozenset({"cube", "shifted", "odd"})}
    assert evolution.archive.killed.sum() == len(table.judged) == 3


def test_the_same_seed_gives_the_same_evolution_whatever_the_global_generators_do(table, grammar, evolution):
    random.seed(5)
    np.random.seed(5)
    again = run_evolution(table, grammar)
    assert reading(again) == reading(evolution)
    assert list(again.logbook) == list(evolution.logbook)
    assert again.evaluations == evolution.evaluations


def test_another_seed_gives_another_evolution(table, grammar, evolution):
    assert list(run_evolution(table, grammar, seed=1).logbook) != list(evolution.logbook)


def test_an_evolution_leaves_the_global_generators_alone(table, grammar):
    before = random.getstate(), repr(np.random.get_state())
    run_evolution(table, grammar)
    assert (random.getstate(), repr(np.random.get_state())) == before


def test_populations_keep_their_size_and_a_round_has_its_generations(evolution):
    assert [len(population.programs) for population in evolution.populations] == [SMALL.population] * 2
    assert evolution.generations == SMALL.round


def test_the_best_of_each_population_is_known_for_every_generation(evolution):
    assert [len(course) for course in evolution.best] == [evolution.generations + 1] * 2
    assert [fp for fp, _ in evolution.best[0]] == evolution.logbook.select("fp_false_positives_min")
    assert [fn for _, fn in evolution.best[1]] == evolution.logbook.select("fn_false_negatives_min")


def test_a_single_population_has_a_best_too(table, grammar):
    single = evolve(table, grammar, replace(SMALL, populations=1), lambda _: True, Random(0))
    assert [len(course) for course in single.best] == [single.generations + 1]


def test_no_generation_is_bred_when_the_budget_is_spent(table, grammar):
    assert run_evolution(table, grammar, may_go_on=lambda _: False).generations == 0


def test_the_budget_is_asked_with_growing_evaluations(table, grammar):
    asked = []
    run_evolution(table, grammar, may_go_on=lambda spent: not asked.append(spent))
    assert len(asked) == SMALL.round
    assert asked == sorted(asked)
    assert asked[0] > 0


def test_another_round_goes_on_where_the_last_ended(table, grammar, evolution):
    longer = run_evolution(table, grammar, seed=3, before=run_evolution(table, grammar))
    assert longer.generations == 2 * SMALL.round
    assert longer.evaluations > evolution.evaluations
    assert longer.archive.killed.sum() >= evolution.archive.killed.sum()


def test_patience_ends_a_search_without_progress(table, grammar):
    impatient = replace(SMALL, patience=3, round=200)
    found = evolve(table, grammar, impatient, lambda _: True, Random(0))
    assert found.idle == 3
    assert found.generations < 200


def test_a_look_finds_what_can_be_computed_without_a_generation(table, grammar):
    seen = look(table, grammar, Limits(), Random(0))
    assert ["==", "return_f", "return_s"] in [tree for tree, _ in reading(seen)]
    assert (seen.generations, seen.populations) == (0, ())
    assert seen.evaluations > 0


def test_an_evolution_that_begins_with_a_look_keeps_what_that_found(table, grammar):
    seen = look(table, grammar, Limits(), Random(0))
    longer = evolve(table, grammar, replace(SMALL, join=True), lambda _: True, Random(0), seen)
    assert longer.generations == SMALL.round
    assert longer.evaluations > seen.evaluations
    assert longer.archive.fewest_missed <= seen.archive.fewest_missed


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_searches_and_depends_on_the_seed_alone(preset, table, grammar):
    small = replace(PRESETS[preset], population=60, migrants=min(PRESETS[preset].migrants, 12), round=4)
    first, second = (evolve(table, grammar, small, lambda _: True, Random(0)) for _ in range(2))
    assert reading(first) == reading(second)
    assert list(first.logbook) == list(second.logbook)
    assert first.generations == 4
    assert len(first.populations) == small.populations


@pytest.mark.parametrize("preset", ["default", "paper"])
@pytest.mark.parametrize("example", [negated_lists, paddings])
def test_sequences_are_searched_without_a_join_and_relations_have_the_presets_operators(preset, example):
    observed = example()
    parameters = replace(PRESETS[preset], population=300, migrants=30, round=8, join=False)
    grammar = build_grammar(observed.variables, {}, parameters.operators)
    first, second = (evolve(observed.table, grammar, parameters, lambda _: True, Random(0)) for _ in range(2))
    found = first.archive.candidates()
    assert found
    assert reading(first) == reading(second)
    assert not score(pack([candidate.expression for candidate in found]), observed.table).false_positives.any()
    used = {code for candidate in found for code in candidate.expression.codes}
    assert used & set(BY_CODE) <= grammar.operators


def test_what_the_search_compiles_is_enough_for_a_table_with_sequences():
    compile_search()
    observed = sorted_lists()
    seen = look(observed.table, observed.grammar, Limits(), Random(0))
    assert ["==", "return_f", "return_s"] in [tree for tree, _ in reading(seen)]

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from genmorph.search.selection import select


@dataclass(frozen=True)
class Relation:
    name: int
    killed: frozenset
    effort: int = 3
    family: str = "a"
    is_equality: bool = True
    has_constants: bool = False


def relation(name, kills, **fields):
    return Relation(name, frozenset(kills), **fields)


@st.composite
def candidates(draw):
    fields = st.tuples(
        st.frozensets(st.sampled_from("pqrstu"), min_size=1),
        st.integers(3, 20),
        st.sampled_from("abc"),
        st.booleans(),
        st.booleans(),
    )
    return [Relation(number, *values) for number, values in enumerate(draw(st.lists(fields, max_size=12)))]


@given(candidates(), st.integers(0, 5), st.integers(1, 60))
def test_few_candidates_are_chosen_each_once_and_those_that_kill_most_come_first(found, limit, mutants):
    chosen = select(found, mutants, limit)
    assert len(chosen) <= limit
    assert len({one.name for one in chosen}) == len(chosen)
    assert {*chosen} <= {*found}
    kills = [len(one.killed) for one in chosen]
    assert kills == sorted(kills, reverse=True)


@given(candidates())
def test_all_mutants_that_short_relations_kill_are_covered_where_there_is_room(found):
    short = [one for one in found if one.effort <= 5]
    chosen = select(short, mutants=6, limit=len(short))
    assert frozenset().union(*(one.killed for one in chosen)) == frozenset().union(*(one.killed for one in short))


def test_a_relation_of_the_same_family_that_kills_nothing_new_is_left_out():
    wide, narrow = relation(1, "pqr"), relation(2, "pq")
    assert select([narrow, wide], 3, 8) == (wide,)


def test_a_relation_of_another_family_says_something_else():
    first, second = relation(1, "pqr"), relation(2, "pq", family="b")
    assert select([first, second], 3, 8) == (first, second)


def test_an_equality_joins_a_bound_of_its_family():
    bound, equality = relation(1, "pqr", is_equality=False), relation(2, "pq")
    assert select([bound, equality], 3, 8) == (bound, equality)


def test_the_easier_to_read_of_two_that_kill_the_same_is_chosen():
    hard, easy = relation(1, "pq", effort=9), relation(2, "pq", effort=3)
    assert select([hard, easy], 3, 8) == (easy,)


def test_a_long_relation_for_one_mutant_of_many_is_not_worth_it():
    assert select([relation(1, "p", effort=16)], 100, 8) == ()


def test_who_stands_earlier_wins_a_tie():
    first, second = relation(1, "pq"), relation(2, "pq")
    assert select([first, second], 3, 8) == (first,)


def test_that_the_output_stays_the_same_is_said_beside_an_equality_that_kills_more():
    same, more = relation(1, "pq"), relation(2, "pqr", effort=5)
    assert select([same, more], 3, 8) == (more, same)
    assert select([same, relation(2, "pq", effort=5)], 3, 8) == (same,)

from dataclasses import dataclass, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph.filters.rules import Tier
from genmorph.filters.selection import ranked, select
from genmorph.relations.laws import Law, law_named


@dataclass(frozen=True)
class Relation:
    name: int
    killed: frozenset
    complexity: int = 3
    group: str = "a"
    is_equality: bool = True
    has_constants: bool = False
    wider_group: str | None = None
    tier: Tier = Tier.KEEP
    says: str | None = None

    is_unnatural: bool = False
    measure: str | None = None
    law: Law | None = None
    outputs: tuple[str, ...] = ("return",)
    is_drawn: bool = False
    is_of_parts: bool = False
    changes_part: bool = False
    part: str | None = None
    adds: bool = False
    arguments: int = 1

    @property
    def claim(self):
        return self.says or self.name

    @property
    def bound_group(self):
        return self.wider_group


def relation(name, kills, **fields):
    group = fields.get("group", "a")
    return Relation(name, frozenset(kills), **{"wider_group": group} | fields)


@st.composite
def candidates(draw):
    fields = st.tuples(
        st.frozensets(st.sampled_from("pqrstu"), min_size=1),
        st.integers(3, 20),
        st.sampled_from("abc"),
        st.booleans(),
        st.booleans(),
        st.sampled_from("de"),
        st.sampled_from(Tier),
    )
    return [Relation(number, *values) for number, values in enumerate(draw(st.lists(fields, max_size=12)))]


def killed_without_fallbacks(found):
    return frozenset().union(*(one.killed for one in found if one.tier < Tier.FALLBACK))


@given(candidates(), st.integers(0, 5), st.integers(1, 60))
@settings(deadline=None)
def test_few_candidates_are_chosen_each_once_in_the_order_of_the_ranking(found, limit, mutants):
    chosen = select(found, mutants, limit)
    assert len(chosen) <= limit
    assert len({one.name for one in chosen}) == len(chosen)
    assert {*chosen} <= {*found}
    assert chosen == ranked(chosen)


@given(candidates(), st.integers(0, 3))
@settings(deadline=None)
def test_what_comes_first_stays_first_whatever_it_kills(found, count):
    first, rest = tuple(found[:count]), found[count:]
    chosen = select(rest, 6, 4, first)
    assert chosen[:count] == first[: len(chosen)]
    assert len(chosen) <= max(4, count)
    alone = frozenset().union(*(one.killed for one in first))
    missed = killed_without_fallbacks(rest) - alone
    assert not missed or len(chosen) > count or count >= 4


@given(candidates())
@settings(deadline=None)
def test_all_mutants_that_no_last_resort_alone_kills_are_covered_where_there_is_room(found):
    chosen = select(found, mutants=6, limit=len(found))
    assert frozenset().union(*(one.killed for one in chosen)) >= killed_without_fallbacks(found)
    assert all(one.tier is not Tier.EXCLUDED for one in chosen)


def test_a_relation_of_the_same_group_that_kills_nothing_new_is_left_out():
    wide, narrow = relation(1, "pqr"), relation(2, "pq")
    assert select([narrow, wide], 3, 8) == (wide,)


def test_a_relation_of_another_group_says_something_else():
    first, second = relation(1, "pqr"), relation(2, "pq", group="b")
    assert select([first, second], 3, 8) == (first, second)


def test_an_equality_joins_a_bound_of_its_group():
    bound, equality = relation(1, "pqr", is_equality=False), relation(2, "pq")
    assert select([bound, equality], 3, 8) == (bound, equality)


def test_the_easier_to_read_of_two_that_kill_the_same_is_chosen():
    hard, easy = relation(1, "pq", complexity=9), relation(2, "pq", complexity=3)
    assert select([hard, easy], 3, 8) == (easy,)


def test_a_long_relation_is_reported_for_one_mutant_of_many_that_nothing_else_kills():
    short, long = relation(1, "pqr"), relation(2, "s", complexity=16)
    assert select([long, short], 100, 8) == (short, long)


def test_a_long_relation_that_kills_nothing_new_is_not_worth_it():
    short, long = relation(1, "pqr"), relation(2, "p", complexity=16, group="b")
    assert select([short, long], 100, 8) == (short,)


def test_several_readable_relations_are_taken_for_a_mutant_that_a_heavy_one_kills_beside_others():
    heavy, light, lighter = relation(1, "pqr", complexity=9), relation(2, "pq", complexity=5), relation(3, "r")
    assert select([heavy, light, lighter], 3, 8) == (light, lighter)
    assert select([heavy, light, lighter], 3, 1) == (heavy,)


def test_a_relation_that_kills_what_others_chosen_kill_is_left_out():
    left, middle, right = relation(1, "pq"), relation(2, "qrs", complexity=5), relation(3, "rst")
    assert select([middle, left, right], 5, 8) == (right, left)


def test_a_long_bound_is_dropped_where_what_was_chosen_for_more_kills_the_same():
    long = relation(1, "pq", complexity=7, is_equality=False)
    last = relation(2, "pqrs", complexity=9, is_equality=False, tier=Tier.FALLBACK)
    assert select([long, last], 4, 8) == (last,)
    short = relation(3, "pq", complexity=5, is_equality=False)
    assert select([short, last], 4, 8) == (short, last)


def test_a_fallback_is_not_taken_for_one_mutant_unless_there_is_but_one():
    plain, last = relation(1, "pq"), relation(2, "pqr", tier=Tier.FALLBACK)
    assert select([plain, last], 3, 8) == (plain,)
    assert select([relation(3, "p", tier=Tier.FALLBACK)], 1, 8)


def test_a_long_equality_is_not_added_where_another_of_its_wider_group_says_what_happens():
    near, far = relation(1, "pq", wider_group="plus"), relation(2, "pq", complexity=7, group="b", wider_group="plus")
    assert select([near, far], 2, 8) == (near,)
    assert select([near, relation(2, "pq", complexity=7, group="b")], 2, 8) == (
        near,
        relation(2, "pq", complexity=7, group="b"),
    )


def test_how_the_output_changes_is_said_once_of_inputs_that_change_alike_unless_more_mutants_are_killed():
    near, far = (relation(name, "pq", complexity=5, group=name, wider_group="plus") for name in (1, 150))
    same = relation(3, "pq", group="7", wider_group="plus")
    assert select([near, far], 2, 8) == (near,)
    assert {*select([near, same], 2, 8)} == {near, same}
    more, other = (relation(kills, kills, complexity=5, group=kills, wider_group="plus") for kills in ("pqr", "s"))
    assert {*select([near, more, other], 4, 8)} == {more, other}


def test_bounds_of_a_group_that_says_nothing_yet_are_added_where_they_are_plain():
    equality, bound = relation(1, "pqr"), relation(2, "pq", complexity=5, group="b", is_equality=False)
    fitted = relation(3, "pqr", complexity=5, group="c", is_equality=False, has_constants=True)
    assert select([equality, bound, fitted], 3, 8) == (equality, bound)


def test_who_stands_earlier_wins_a_tie():
    first, second = relation(1, "pq"), relation(2, "pq")
    assert select([first, second], 3, 8) == (first,)


def test_that_the_output_stays_the_same_is_said_beside_an_equality_that_kills_more():
    same, more = relation(1, "pq"), relation(2, "pqr", complexity=5)
    assert select([same, more], 3, 8) == (more, same)
    assert select([same, relation(2, "pq", complexity=5)], 3, 8) == (same,)


def test_what_kills_mutants_that_nothing_else_kills_comes_before_what_kills_more():
    wide, narrow, lonely = relation(1, "pqr"), relation(2, "pqr", complexity=2), relation(3, "st", complexity=5)
    assert ranked([wide, narrow, lonely]) == (lonely, narrow, wide)


def test_short_relations_come_before_long_ones_whatever_these_kill():
    short, long = relation(1, "pqr"), relation(2, "stuvw", complexity=9)
    assert ranked([long, short]) == (short, long)


def test_a_claim_is_not_repeated_for_nothing_new_unless_it_is_that_the_output_stays_the_same():
    many = [relation(number, "pq", complexity=5, group=str(number), says="doubled") for number in range(4)]
    assert len(select(many, 2, 8)) == 2
    assert len(select([relation(number, "pq", group=str(number), says="same") for number in range(4)], 2, 8)) == 4


def test_one_measure_of_the_output_is_not_spoken_of_again_for_nothing_new():
    sums = [relation(number, "pq", complexity=3 + number, group=str(number), measure="sum") for number in range(4)]
    whole = relation(9, "pq", complexity=9, group="z")
    assert select([*sums, whole], 2, 8) == (*sums[:2], whole)


def test_a_fitted_bound_comes_last_and_only_where_nothing_else_kills_the_mutant():
    bound = relation(1, "pqrs", is_equality=False, has_constants=True, tier=Tier.FALLBACK)
    left, right = relation(2, "pq", complexity=12), relation(3, "rs", complexity=12, group="b")
    assert select([bound, left, right], 4, 8) == (left, right)
    assert select([bound, left], 4, 8) == (left, bound)
    assert select([bound, left], 10, 8) == (left, bound)
    assert select([bound, left], 11, 8) == (left,)


def test_what_is_easier_to_think_of_wins_a_tie():
    squares, sums = relation(1, "pq", is_unnatural=True), relation(2, "pq")
    assert select([squares, sums], 3, 8) == (sums,)


def test_bounds_that_differ_in_how_far_the_input_goes_say_the_same():
    near = relation(1, "pq", is_equality=False, group="plus 1", wider_group="plus")
    far = relation(2, "pq", is_equality=False, group="plus 9", wider_group="plus")
    assert select([near, far], 2, 8) == (near,)


INVARIANCE, SHIFT, MONOTONICITY = map(law_named, ("invariance", "shift", "monotonicity"))


def law(name, kind, kills="", **fields):
    return relation(name, kills, law=kind, **fields)


def test_a_law_is_told_though_it_kills_nothing_before_what_kills():
    symmetry, killer = law(1, INVARIANCE), relation(2, "pqr", group="b")
    assert select([killer, symmetry], 3, 8) == (symmetry, killer)


def test_one_law_is_told_of_an_output_and_a_group_of_changes_the_one_that_says_most():
    same, shifted, grows = law(1, INVARIANCE), law(2, SHIFT), law(3, MONOTONICITY, is_equality=False)
    assert select([grows, shifted, same], 3, 8) == (same,)
    other = law(4, SHIFT, group="b")
    assert select([grows, shifted, same, other], 3, 8) == (same, other)


def test_a_law_of_a_part_is_told_unless_one_of_the_whole_is():
    whole, part, read = (
        law(n, INVARIANCE, outputs=(of,)) for n, of in enumerate(("return", "return[0]", "len(return)"))
    )
    assert select([part, read, whole], 3, 8) == (whole,)
    assert select([part, read], 3, 8) == (part, read)


def test_changes_of_whole_inputs_come_before_those_of_their_parts():
    laws = [law(number, INVARIANCE, group=f"g{number}", changes_part=number < 10) for number in range(12)]
    assert [one.name for one in select(laws, 3, 8)] == [10, 11, *range(6)]


def test_of_a_part_what_is_added_to_it_says_more_than_its_multiples():
    of_part = {"changes_part": True, "part": "x", "outputs": ("return",), "is_drawn": True}
    added = law(1, INVARIANCE, group="add", adds=True, **of_part)
    scaled, sorted_ = (law(number, INVARIANCE, group=f"g{number}", **of_part) for number in (2, 3))
    assert select([added, scaled], 3, 8) == (added,)
    assert select([scaled, sorted_], 3, 8) == (scaled, sorted_)
    further = replace(scaled, killed=frozenset("p"))
    assert select([added, further], 3, 8) == (added, further)
    elsewhere = replace(scaled, part="y")
    assert select([added, elsewhere], 3, 8) == (added, elsewhere)


def test_laws_leave_room_for_what_kills_mutants_and_take_what_is_left():
    laws = [law(number, INVARIANCE, group=f"g{number}") for number in range(20)]
    killers = [relation(20 + number, killed, group=f"k{number}") for number, killed in enumerate("pqr")]
    chosen = select([*laws, *killers], 3, 12)
    assert chosen[:8] == tuple(laws[:8])
    assert {one.name for one in chosen[8:]} == {20, 21, 22, 8}
    assert len(select(laws, 3, 12)) == 12


def test_a_law_for_all_that_may_be_drawn_takes_the_place_of_one_with_a_constant():
    fixed, drawn = law(1, INVARIANCE), law(2, SHIFT, is_drawn=True)
    assert select([fixed, drawn], 3, 8) == (drawn,)
    grows = law(3, MONOTONICITY, is_equality=False, is_drawn=True)
    assert select([grows, fixed], 3, 8) == (fixed,)


def test_a_law_with_a_constant_hides_no_equality_for_all_that_may_be_drawn():
    fixed, drawn = law(1, INVARIANCE), law(2, INVARIANCE, is_drawn=True, outputs=("len(return)",))
    assert select([drawn, fixed], 3, 8) == (fixed, drawn)
    assert select([law(3, SHIFT, outputs=("len(return)",)), fixed], 3, 8) == (fixed,)


def test_few_laws_of_one_name_are_reported_of_parts_whatever_kills_the_same():
    law = law_named("invariance")
    laws = [
        relation(name, "p", law=law, group=str(name), outputs=(f"return.c{name}",), is_of_parts=True)
        for name in range(6)
    ]
    for killing in (laws, [replace(one, killed=frozenset()) for one in laws]):
        assert len(select(killing, 1, 12)) == 3
    assert len(select(laws, 1, 12, first=laws[:2])) == 3

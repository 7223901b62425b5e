"""The answers of a run do not depend on what the cache holds, and nothing in the cache is called again."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.execution.cache import OutcomeCache
from genmorph.execution.patience import Patience
from genmorph.execution.recall import Recall
from genmorph.execution.shelf import KEY_SIZE, key_of
from genmorph.model import Crashed, Raised, Returned, SourceMutant, TimedOut

CHANGES = [None, SourceMutant("m1", "replace", 1, "def subject(x): ..."), SourceMutant("m2", "replace", 1, "def subj")]
DEATH = Crashed("exited with status 3", fatal=True)
ARGUMENTS = st.integers(0, 15)
LIMITS = {"original": Patience(20, 20), "mutant": Patience(1, 3)}

scripts = st.dictionaries(
    st.tuples(st.sampled_from(CHANGES), ARGUMENTS),
    st.sampled_from([Returned(1), Returned(-0.0), Raised("KeyError"), Crashed("odd"), TimedOut(), DEATH]),
)
requests = st.lists(st.tuples(st.sampled_from(CHANGES), st.lists(ARGUMENTS, max_size=20)), max_size=6)
stored = st.lists(st.tuples(st.sampled_from(CHANGES), st.lists(ARGUMENTS, max_size=20)), max_size=6)
patience = st.builds(Patience, st.integers(1, 3), st.integers(1, 3))


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    def fail(text):
        raise AssertionError(text)

    with OutcomeCache.open(tmp_path_factory.mktemp("cache") / "outcomes.sqlite", fail) as cache:
        yield cache


@pytest.fixture(scope="module")
def shelves(cache):
    """New shelves, each with a function that takes another look at the same."""
    numbers = count()

    def begin():
        name = str(next(numbers))
        return lambda: cache.shelf(name, 1.0, clocked=False)

    return begin


def follow(script):
    """Calls with the outcomes of the script."""

    def call(change, inputs, patience):
        made = []
        for (argument,) in inputs:
            if patience.is_over:
                break
            made.append(script.get((change, argument), Returned(argument)))
            patience = patience.after(made[-1:])
        return made

    return call


def answer(recall, requests):
    return repr([recall.run(change, [(argument,) for argument in arguments]) for change, arguments in requests])


@given(scripts, requests, stored, patience, patience)
def test_the_answers_are_the_same_whatever_the_cache_holds(shelves, script, requests, stored, original, mutant):
    limits = {"original": original, "mutant": mutant}
    shelf = shelves()
    for change, arguments in stored:
        outcomes = [script.get((change, argument), Returned(argument)) for argument in arguments]
        shelf().store(change, [key_of((argument,)) for argument in arguments], outcomes)
    warm, cold = Recall(follow(script), shelf(), **limits), Recall(follow(script), **limits)
    assert answer(warm, requests) == answer(cold, requests)
    assert warm.made + warm.recalled == cold.made


@given(scripts, requests, patience, patience)
def test_a_run_that_is_repeated_makes_no_calls(shelves, script, requests, original, mutant):
    limits = {"original": original, "mutant": mutant}
    shelf = shelves()
    first, second = (Recall(follow(script), shelf(), **limits) for _ in range(2))
    assert answer(first, requests) == answer(second, requests)
    assert (second.made, second.recalled) == (0, first.made)


def test_a_cached_loss_does_not_shorten_the_patience_of_what_comes_before_it(shelves):
    mutant, shelf = CHANGES[1], shelves()
    script = {(mutant, argument): DEATH for argument in (1, 3, 5)}
    shelf().store(mutant, [key_of((5,))], [DEATH])
    recall = Recall(follow(script), shelf(), **LIMITS)
    outcomes = recall.run(mutant, [(argument,) for argument in range(8)])
    assert outcomes[:6] == (Returned(0), DEATH, Returned(2), DEATH, Returned(4), DEATH)
    assert outcomes[6].why.startswith("not run: mutant given up after 1 time-out or 3 deaths")
    assert (recall.made, recall.recalled) == (5, 1)


def test_what_was_paid_for_is_stored_before_an_interrupt(shelves):
    def interrupted(change, inputs, patience):
        if (9,) in inputs:
            raise KeyboardInterrupt
        return follow({})(change, inputs, patience)

    shelf = shelves()
    recall = Recall(interrupted, shelf(), **LIMITS)
    recall.run(None, [(1,), (2,)])
    with pytest.raises(KeyboardInterrupt):
        recall.run(None, [(3,), (9,)])
    again = Recall(follow({}), shelf(), **LIMITS)
    assert again.run(None, [(1,), (2,), (3,)]) == (Returned(1), Returned(2), Returned(3))
    assert (again.made, again.recalled) == (1, 2)


def test_outcomes_of_calls_that_were_not_made_are_not_stored(shelves):
    shelf = shelves()
    script = {(CHANGES[1], 1): TimedOut()}
    Recall(follow(script), shelf(), **LIMITS).run(CHANGES[1], [(0,), (1,), (2,)])
    keys = [key_of((argument,)) for argument in range(3)]
    assert shelf().find(CHANGES[1], keys) == {keys[0]: Returned(0), keys[1]: TimedOut()}


def test_a_change_given_up_as_too_slow_goes_on_from_there_in_the_next_run(shelves):
    shelf = shelves()
    inputs = [(argument,) for argument in range(4)]

    def call(change, inputs, _patience):
        return follow({})(change, inputs[:2], Patience(1, 1))

    slow = Recall(call, shelf(), **LIMITS)
    assert slow.run(CHANGES[1], inputs)[:2] == (Returned(0), Returned(1))
    fast = Recall(follow({}), shelf(), **LIMITS)
    assert fast.run(CHANGES[1], inputs) == tuple(Returned(argument) for argument in range(4))
    assert (fast.made, fast.recalled) == (2, 2)


def test_a_list_is_not_stored_again_after_each_loss(tmp_path):
    path, inputs = tmp_path / "outcomes.sqlite", [(argument,) for argument in range(2_000)]
    script = {(None, argument): DEATH for argument in range(0, 2_000, 10)}

    def call(change, inputs, _patience):
        return follow(script)(change, inputs, Patience(1, 1))

    limits = {"original": Patience(1_000, 1_000), "mutant": Patience(1, 3)}
    with OutcomeCache.open(path, pytest.fail) as cache:
        outcomes = Recall(call, cache.shelf("digest", 1.0, clocked=False), **limits).run(None, inputs)
        again = Recall(call, cache.shelf("digest", 1.0, clocked=False), **limits)
        assert again.run(None, inputs) == outcomes
        assert (again.made, again.recalled) == (0, 2_000)
        keys = cache.attempt(lambda file: file.execute("SELECT sum(length(keys)) FROM batches").fetchone()[0], None)
    assert keys < 2 * len(inputs) * KEY_SIZE


def test_mutants_share_the_values_that_are_equal_in_type_too():
    values = iter([[1], [1], [True]])
    recall = Recall(lambda _change, inputs, _patience: [Returned(next(values)) for _ in inputs], **LIMITS)
    one, same, other = (recall.run(change, [(3,)])[0].value for change in CHANGES)
    assert one is same
    assert [type(item) for item in other] == [bool]

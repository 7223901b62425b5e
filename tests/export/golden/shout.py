"""Metamorphic relations of shout.

Inferred from what the code does today, not from what it should do: a person has to
confirm each.
"""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.export.shop import shout


@settings(deadline=None)
@given(text=st.text(min_size=1, max_size=4))
@example(text="ab")
@example(text="'\\n")
def test_is_determined_by_what_it_was_when_text_is_repeated(text):
    """shout is determined by what it was when text is repeated.

    shout equals what it was without its last character followed by what it was when
    text is repeated.

    shout(text + text) == shout(text)[:-1] + shout(text)
    Kills 2 of 3 mutants, no counterexample in 2,000 inputs.
    """
    source = shout(text)
    follow_up = shout(text + text)
    assert isinstance(source, str)
    assert follow_up == source[:-1] + source

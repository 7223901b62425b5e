"""Metamorphic relations of squeeze."""

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.export.shop import squeeze


@settings(deadline=None)
@given(text=st.text(max_size=9))
@example(text=" a  b")
def test_squeeze_stays_the_same_when_the_output_is_passed_again_as_text(text):
    """squeeze(squeeze(text)) == squeeze(text); kills 2 of 3 mutants."""
    source = squeeze(text)
    assume(len(source) <= 9)
    follow_up = squeeze(source)
    assert follow_up == source

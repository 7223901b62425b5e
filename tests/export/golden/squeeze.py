"""Metamorphic relations of squeeze.

Inferred from what the code does today, not from what it should do: a person has to
confirm each.
"""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.export.shop import squeeze


@settings(deadline=None)
@given(text=st.text(max_size=9))
@example(text=" a  b")
def test_stays_the_same_when_the_output_is_passed_again_as_text(text):
    """squeeze stays the same when the output is passed again as text.

    squeeze(squeeze(text)) == squeeze(text)
    Kills 2 of 3 mutants, no counterexample in 2,000 inputs.
    """
    source = squeeze(text)
    follow_up = squeeze(source)
    assert isinstance(source, str)
    assert follow_up == source

"""Metamorphic relations of box."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.export.shop import box


@settings(deadline=None)
@given(width=st.integers(0, 9), height=st.integers(0, 9))
@example(width=2, height=3)
def test_box_area_stays_the_same_when_width_and_height_are_swapped(width, height):
    """box(height, width).area == box(width, height).area; kills 2 of 3 mutants."""
    source = box(width, height)
    follow_up = box(height, width)
    assert follow_up.area == source.area

"""Catalogues of what a survey found."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genmorph.batch.catalogue import Entry, read_catalogue
from genmorph.batch.survey import Surveyed, draft, write_draft


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(codec=None) | st.sampled_from("\x00\x1b\x7f\r\n\"'#]")))
def test_a_draft_can_be_read_whatever_the_reasons_are(tmp_path, reason):
    found = [Surveyed("shop:price", {"größe": "ints(0, 9)"}), Surveyed("shop:open", reason=reason)]
    write_draft(draft("shop", found, "5ev"), tmp_path / "catalogue.toml", force=True)
    catalogue = read_catalogue(tmp_path / "catalogue.toml")
    assert catalogue.entries == (Entry("shop:price", "5ev", domain={"größe": "ints(0, 9)"}),)

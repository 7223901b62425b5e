"""Whatever of a saved file is changed, it is refused or reported."""

import json
from html.parser import HTMLParser

from hypothesis import HealthCheck, example, given, settings

from genmorph import UsageError
from genmorph.report.pages import build_page
from tests.results.test_malformed_files import FILES, changed_files


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=100)
@given(changed_files())
@example({**FILES[0], "stages": {"filter": None, "mutants": None, "sources": None}})
def test_a_changed_file_is_refused_or_reported(tmp_path, data):
    (tmp_path / "set.json").write_text(json.dumps(data))
    try:
        page = build_page(tmp_path, lambda _: None)
    except UsageError:
        return
    HTMLParser().feed(page.text)
    assert page.totals.startswith("1 function (")

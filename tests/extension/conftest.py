"""What a test registers is gone after it."""

import pytest

from genmorph.extension import unregister_operator, unregister_template
from genmorph.registry import OWN_OPERATORS, OWN_TEMPLATES


@pytest.fixture(autouse=True)
def nothing_stays_registered():
    yield
    for name in [*OWN_TEMPLATES.values]:
        unregister_template(name)
    for name in [*OWN_OPERATORS.values]:
        unregister_operator(name)

"""What type hints say of values."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from genmorph.values.type_hints import read_hint


def test_every_domain_of_a_hint_is_admitted_by_it() -> None:
    for hint in (float, list[float], Sequence[str], tuple[int, str], bytes | None, np.ndarray, list, Literal["a"]):
        reading = read_hint(hint)
        assert reading.domains
        assert all(reading.admits(domain) for domain in reading.domains)

"""The paper's listings 2 to 6 in annotations of ours: failing inputs are found where the bugs are."""

from pathlib import Path

import pytest

from benchmarks.checks.fuzzing import fuzz_module

GENERATORS = "tests.fuzz.listings.generators"
LISTINGS = [
    pytest.param(
        "benchmarks.bugs.buggy.densenet",
        ("TypeError", "((depth - 4) / 3)", {"dense_layers": "-1", "depth": "10", "dropout": "None"}),
        id="densenet",
    ),
    pytest.param(
        "tests.fuzz.listings.keywords",
        ("KeyError", 'options["seed"]', {"options": '{"activation": "relu", "dropout": 0.0, "bias": False}'}),
        id="keyword-dictionary",
    ),
    pytest.param(
        GENERATORS,
        ("ValueError", "chosen.reshape(", {"batch": f"{GENERATORS}.make_batch(count=1, side=1, seed=0)"}),
        id="generator",
    ),
    pytest.param(
        "tests.fuzz.listings.constructors",
        ("ValueError", ".reshape(-1, 1)", {"arguments": '([(4, "relu"), (4, "relu"), (2, "softmax")], 3)'}),
        id="constructor-example",
    ),
]


@pytest.mark.parametrize(("module", "expected"), LISTINGS)
def test_the_bug_of_a_listing_is_all_that_is_found(module, expected):
    kind, code, inputs = expected
    fuzzed = fuzz_module(module, examples=60, seed=0)
    assert fuzzed.untested == []
    (failure,) = fuzzed.failures
    file, line = failure.place
    ((_, finding),) = failure.findings
    assert failure.kind == kind
    assert finding.is_source
    assert code in Path(file).read_text().splitlines()[line - 1]
    assert inputs.items() <= dict(finding.arguments).items()

"""A probe does what the original does, and tells which branches were reached and what was assigned."""

import ast
import functools
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.model import Probe, Raised, Returned, Target, TimedOut
from genmorph.mutation.probing import make_probe, mined_constants, reached
from tests.mutation.probed_functions import EXTRA_INPUTS, INPUTS, SAMPLES


@dataclass
class Recorder:
    """Stands in for a worker."""

    mask: int = 0
    values: list[tuple[int, Any]] = field(default_factory=list)

    def branch(self, number: int) -> object:
        self.mask |= 1 << number
        return object()

    def value(self, site: int, value: Any) -> Any:
        self.values.append((site, value))
        return value


def target_of(text: str, qualname: str = "f") -> Target:
    """The last definition of `f` in a module."""
    tree = ast.parse(text)
    definition = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == "f"][-1]
    first_line = min(part.lineno for part in [*definition.decorator_list, definition])
    assert definition.end_lineno is not None
    return Target(None, text, qualname, first_line, definition.end_lineno)


def sample(name: str) -> Target:
    return target_of("import functools, contextlib\n" + textwrap.dedent(SAMPLES[name]))


def probe_of(target: Target) -> Probe:
    probe = make_probe(target)
    assert probe is not None
    return probe


def load(target: Target, probe: Probe | None = None, recorder: Recorder | None = None) -> Callable[..., Any]:
    lines = target.source.split("\n")
    if probe is not None:
        lines[target.first_line - 1 : target.last_line] = [probe.source]
    names: dict[str, Any] = {}
    if recorder is not None:
        names = {"__genmorph_branch__": recorder.branch, "__genmorph_value__": recorder.value}
    exec(compile("\n".join(lines), "<module>", "exec"), names)  # noqa: S102
    first, *others = target.qualname.split(".")
    loaded: Callable[..., Any] = functools.reduce(getattr, others, names[first])
    return loaded


def answer(function: Callable[..., Any], *arguments: Any) -> str:
    try:
        return repr(function(*arguments))
    except Exception as error:  # noqa: BLE001
        return repr(error)


def branches_of(text: str, *inputs: Any) -> tuple[int, list[list[int]]]:
    """The number of branches, and those that each input reaches."""
    target = target_of(text)
    probe, recorder = probe_of(target), Recorder()
    function = load(target, probe, recorder)
    found = []
    for given_input in inputs:
        recorder.mask = 0
        function(given_input)
        found.append([branch for branch in range(probe.branches) if recorder.mask >> branch & 1])
    return probe.branches, found


@pytest.mark.parametrize("name", SAMPLES)
def test_a_probe_answers_as_the_original_does_and_reaches_all_branches(name: str) -> None:
    target, recorder = sample(name), Recorder()
    probe = probe_of(target)
    original, probed = load(target), load(target, probe, recorder)
    for given_input in INPUTS + EXTRA_INPUTS.get(name, []):
        assert answer(probed, given_input) == answer(original, given_input)
    assert probed.__doc__ == original.__doc__
    assert recorder.mask == (1 << probe.branches) - 1
    assert {site for site, _ in recorder.values} == set(range(probe.sites))


@given(st.lists(st.integers(-3, 3)), st.integers(-3, 3))
def test_probes_do_not_change_order_or_number_of_evaluations(values: list[int], limit: int) -> None:
    text = (
        "def f(see, values, limit):\n"
        "    kept = [see(x) for x in values if see(x > limit) if not see(x == 2)]\n"
        "    any_kept = see(kept) and see(0) or see(limit) and see(values) or see('none')\n"
        "    return see(kept if see(any_kept) else values), (y := see(limit) if see(kept) else see(3)), y\n"
    )
    target = target_of(text)
    seen: list[list[Any]] = [[], []]

    def see(calls: list[Any], value: Any) -> Any:
        calls.append(value)
        return value

    original, probed = load(target), load(target, probe_of(target), Recorder())
    answers = [
        function(functools.partial(see, calls), values, limit)
        for function, calls in zip((original, probed), seen, strict=True)
    ]
    assert answers[0] == answers[1]
    assert seen[0] == seen[1]


def test_the_truth_of_a_condition_is_asked_once() -> None:
    class Asked:
        count = 0

        def __bool__(self) -> bool:
            self.count += 1
            return False

    target = target_of("def f(x):\n    return [1 for _ in 'a' if x], 1 if x else 2, x and 3, 4 if x or x else 5\n")
    asked = Asked()
    assert load(target, probe_of(target), Recorder())(asked) == ([], 2, asked, 5)
    assert asked.count == 5


@pytest.mark.parametrize("indent", ["    ", "  ", "\t"])
def test_a_method_keeps_its_first_line_its_indentation_and_its_class(indent: str) -> None:
    text = (
        "class Base:\n    def f(self, x): return x\n\n"
        "class A(Base):\n    @property\n    def __g(self): return 3\n\n"
        "    @functools.lru_cache(2)\n    def f(self, x):\n        '''Doc\n  of f.'''\n"
        "        y = super().f(x) if x else self.__g\n        return y, [__class__ for _ in 'a']\n\n    z = 3\n"
    ).replace("    ", indent)
    target = target_of("import functools\n" + text, "A.f")
    recorder = Recorder()
    probe = probe_of(target)
    function = load(target, probe, recorder)
    inner = function.__wrapped__  # type: ignore[attr-defined]
    owner = inner.__globals__["A"]
    assert (inner.__code__.co_firstlineno, inner.__code__.co_qualname) == (target.first_line, "A.f")
    assert function.__doc__ == load(target).__doc__
    assert (owner().f(5), owner().f(0)) == ((5, [owner]), (3, [owner]))
    assert probe.source.startswith(f"{indent}@functools")
    assert recorder.mask == 0b111


def test_free_variables_stay_those_of_the_closure() -> None:
    text = "def make(scale):\n    def f(x):\n        y = x * scale\n        return y if y else scale\n    return f\n"
    target = Target(None, text, "make.<locals>.f", 2, 4)
    probe, recorder = probe_of(target), Recorder()
    made = load(Target(None, text, "make", 2, 4), probe, recorder)(3)
    assert (made(2), made(0)) == (6, 3)
    assert made.__code__.co_freevars == ("scale",)
    assert recorder.values == [(0, 6), (0, 0)]


@pytest.mark.parametrize(
    ("text", "masks"),
    [
        ("def f(x):\n    return x\n", {1: [0]}),
        ("def f(x):\n    if x: pass\n", {1: [0, 1], 0: [0, 2]}),
        ("def f(x):\n    if x > 1: pass\n    elif x: pass\n", {2: [0, 1], 1: [0, 2, 3], 0: [0, 2, 4]}),
        ("def f(x):\n    for y in range(x):\n        if y: break\n", {0: [0, 4], 1: [0, 1, 3, 4], 2: [0, 1, 2, 3]}),
        ("def f(x):\n    while x: x -= 1\n", {0: [0, 2], 1: [0, 1, 2]}),
        ("def f(x):\n    while 1: return\n", {0: [0, 1]}),
        ("def f(x):\n    try: 1 / x\n    except ArithmeticError: pass\n", {1: [0], 0: [0, 1]}),
        ("def f(x):\n    match x:\n        case 1: pass\n", {1: [0, 1], 2: [0, 2]}),
        ("def f(x):\n    match x:\n        case 1: pass\n        case _: pass\n", {1: [0, 1], 2: [0, 2]}),
        ("def f(x):\n    return x and x - 1 or 5\n", {0: [0, 2], 1: [0, 1, 2], 2: [0, 1]}),
        ("def f(x):\n    return [y for y in range(x) if y]\n", {0: [0], 1: [0, 2], 2: [0, 1, 2]}),
        ("def f(x):\n    g = lambda: x\n    return g() if x else 0\n", {0: [0, 3], 1: [0, 1, 2]}),
    ],
)
def test_branches_are_numbered_in_the_order_of_the_text(text: str, masks: dict[int, list[int]]) -> None:
    branches, found = branches_of(text, *masks)
    assert found == list(masks.values())
    assert {branch for mask in found for branch in mask} == set(range(branches))


def test_sites_are_assignments_of_what_is_no_literal_to_one_name() -> None:
    text = (
        "def f(x):\n    a = 3\n    b = -3\n    c = 'text'\n    d = e = x\n    g, h = x, x\n    i = [0]\n    i[0] = x\n"
        "    x += 1\n    i[0] += 1\n    k: int = x + 2\n    m: int\n    return (n := k + 3) + (o := 4)\n"
    )
    target, recorder = target_of(text), Recorder()
    assert load(target, probe_of(target), recorder)(0) == 10
    assert recorder.values == [(0, [1]), (1, 1), (2, 3), (3, 6)]


def test_literals_stand_in_their_innermost_branch() -> None:
    text = (
        "@g(90)\ndef f(x, y: T[91] = 92):\n    if x < 1:\n        return 2\n    while x > 3:\n        x -= 4\n"
        "        if x == -5:\n            continue\n        x /= 6.5\n    match x:\n        case 7: x = True\n"
        "    return x or 8\n"
    )
    probe = probe_of(target_of(text))
    assert probe.literals == (
        (1, 0),
        (2, 1),
        (3, 2),
        (4, 3),
        (-5, 3),
        (6.5, 5),
        (7, 2),
        (8, 9),
    )


@pytest.mark.parametrize(
    "text",
    [
        "f = lambda x: x\n",
        "def f(x):\n    yield x\n",
        "async def f(x):\n    return x\n",
        "class f:\n    pass\n",
    ],
)
def test_what_is_no_plain_function_has_no_probe(text: str) -> None:
    assert make_probe(Target(None, text, "f", 1, text.count("\n"))) is None


def test_a_function_without_source_has_no_probe() -> None:
    assert make_probe(Target("math", "", "gcd", 0, 0)) is None


def test_a_text_that_python_warns_of_is_probed_in_silence() -> None:
    probe_of(Target(None, "def f(x):\n    return 1 is x or '\\d'\n", "f", 1, 2))


def test_calls_that_do_not_return_have_no_mask() -> None:
    assert reached([Returned([3, []]), Raised("ValueError"), TimedOut()]) == (3, None, None)


def mined(*calls: tuple[int, list[list[float]]] | None) -> tuple[tuple[float, int], ...]:
    """What is mined without literals from the masks and records of calls; None stands for one that is timed out."""
    probe = Probe("f:probe", "", branches=3, sites=5)
    return mined_constants(probe, [TimedOut() if call is None else Returned(list(call)) for call in calls])


def test_steady_values_are_the_same_in_all_calls_that_reached_them() -> None:
    nan = float("nan")
    first, second = [[0, 5], [1, 2.5], [2, 9], [4, nan]], [[0, 6], [1, 2.5], [3, 7], [4, nan]]
    assert mined((0b101, first), None, (0b11, second), (0b11, [[0, 5], [3, 7], [1, 2.5]])) == ((2.5, 3), (7, 2))


def test_a_value_that_varies_within_a_call_is_not_steady() -> None:
    assert mined((0b11, [[0, 8]]), (0b11, [[0, 8]]), (0b01, [])) == ((8, 2),)
    assert mined((0b11, [[0, 8]]), (0b11, [[0, 8]]), (0b11, [])) == ()
    assert mined((0b11, [[0, 8]]), (0b11, [[0, 8]]), (0b111, [])) == ()


def test_what_varies_in_long_loops_only_is_not_mined() -> None:
    target = target_of("def f(n):\n    for step in range(n):\n        double = step * 2 + 6\n    return n\n")
    probe, outcomes = probe_of(target), []
    for n in (0, 1, 1, 3):
        recorder = Recorder()
        load(target, probe, recorder)(n)
        values = {value for _, value in recorder.values}
        outcomes.append(Returned([recorder.mask, [[0, value] for value in values if len(values) == 1]]))
    assert 6 in dict(mined_constants(replace(probe, literals=()), outcomes[:3]))
    assert 6 not in dict(mined_constants(replace(probe, literals=()), outcomes))


def test_mined_constants_count_each_call_once() -> None:
    probe = Probe("f:probe", "", branches=3, sites=2, literals=((2, 1), (4, 0), (2, 0), (6, 2)))
    outcomes = [Returned([0b01, [[1, 4]]]), Returned([0b11, [[0, 9], [1, 4]]]), Raised("E"), Returned([0b11, [[0, 9]]])]
    assert mined_constants(probe, outcomes) == ((2, 3), (4, 3), (9, 2))
    assert mined_constants(probe, []) == ()

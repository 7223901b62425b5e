import pytest

from genmorph.fuzz.tested_functions import Drawn, FunctionForm, plan_tests, roots_of
from genmorph.model import UsageError

SHOP = """
    from colorsys import rgb_to_hls

    @arg("b", ints(0, 9))
    def second(a=1, b=2): ...

    @arg("a", ints(0, 9))
    def first(a): ...

    also_first = first

    def plain(a: int): ...

    @exclude
    @arg("a", ints(0, 9))
    def left_out(a): ...

    @generator
    @arg("a", ints(0, 9))
    def make_value(a): ...

    @timeout(2)
    def nothing_needed(): ...

    @arg("n", ints(0, 3))
    class Counter:
        def __init__(self, n): ...

        @arg("k", ints(0, 9))
        def add(self, k): ...

        @classmethod
        @arg("k", ints(0, 9))
        def of(cls, k): ...

        @staticmethod
        @arg("k", ints(0, 9))
        def twice(k): ...

        class Part:
            @timeout(3)
            def use(self): ...

    @exclude
    class Hidden:
        @timeout(3)
        def use(self): ...

    arg("r", floats(0, 1))(arg("g", floats(0, 1))(arg("b", floats(0, 1))(rgb_to_hls)))
"""


def names_in(module, files=()):
    return [case.qualname for case in plan_tests(module, files).cases]


def test_what_is_annotated_and_defined_in_the_module_is_tested_once_and_in_its_order(make):
    module = make(SHOP)
    assert names_in(module) == [
        *("second", "first", "nothing_needed"),
        *("Counter", "Counter.add", "Counter.of", "Counter.twice", "Counter.Part.use"),
    ]


@pytest.mark.parametrize(
    ("picked", "names"),
    [
        ("first", ["first"]),
        ("Counter.add", ["Counter.add"]),
        ("Counter", ["Counter", "Counter.add", "Counter.of", "Counter.twice", "Counter.Part.use"]),
        ("rgb_to_hls", ["rgb_to_hls"]),
    ],
)
def test_a_name_picks_a_function_or_all_of_a_class_also_one_defined_elsewhere(make, picked, names):
    assert names_in(f"{make(SHOP)}:{picked}") == names


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (":missing", "has no function 'missing'"),
        (":plain", "must have annotations such as @arg, got 'plain' without any"),
        (":left_out", "must not be excluded or a generator of values, got 'left_out'"),
        (":make_value", "must not be excluded or a generator of values, got 'make_value'"),
        (":", "target must look like package.module or package.module:function"),
        (":first()", "target must look like package.module or package.module:function"),
        (".more", "cannot be imported"),
    ],
)
def test_a_name_that_stands_for_no_test_is_refused(make, target, said):
    with pytest.raises(UsageError, match=said.replace("(", r"\(")):
        plan_tests(make(SHOP) + target)


def test_a_file_in_the_place_of_a_module_is_refused(make, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = make(SHOP)
    with pytest.raises(UsageError, match=f"target must look like package.module .* got '{module}.py'"):
        plan_tests(f"{module}.py")


def test_parameters_keep_a_default_without_an_annotation_and_later_ones_are_given_by_name(make):
    (case,) = plan_tests(f"{make(SHOP)}:second").cases
    (drawn,) = case.call.drawn
    assert (drawn.name, drawn.prefix) == ("b", "b=")


def test_stars_and_further_keywords_are_given_as_such(make):
    module = make(
        """
        @arg("x", ints())
        @arg("rest", lists(ints()))
        @arg("key", ints())
        @arg("other", ints())
        @arg("more", dicts(texts("ab"), ints()))
        def take(x, *rest, key, **more): ...
        """
    )
    (case,) = plan_tests(module).cases
    prefixes = [(drawn.name, drawn.prefix) for drawn in case.call.drawn]
    assert prefixes == [("x", ""), ("rest", "*"), ("key", "key="), ("other", "other="), ("more", "**")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "@arg('a', ints())\ndef f(a, b): ...",
            "f must have an arg for each parameter without a default, got none for b",
        ),
        ("@timeout(2)\ndef f(a): ...", "f must have an arg .* got none for a"),
        ("@arg('a', ints())\n@require('a < b')\ndef f(a, b=3): ...", "require of f must speak of arguments .* got b"),
        (
            "class A:\n def __init__(self, x): ...\n @timeout(1)\n def go(self): ...",
            "constructor of A .* got none for x",
        ),
        (
            "import abc\nclass A(abc.ABC):\n @abc.abstractmethod\n @timeout(1)\n def go(self): ...",
            "class that has instances, got the abstract A",
        ),
        (
            "@cc_example(object())\nclass A:\n def __init__(self, x): ...\n @timeout(1)\n def go(self): ...",
            "cc_example of A must be of plain data",
        ),
    ],
)
def test_what_annotations_leave_open_is_refused(make, text, said):
    with pytest.raises(UsageError, match=said):
        plan_tests(make(text))


@pytest.mark.parametrize(
    ("examples", "written", "star"),
    [
        (["(1, y=2)"], ("1, 2",), ""),
        (["(1)", "(3, y=[4])"], ("(1,)", "(3, [4])"), "*"),
        (["(1, key=2)", "(x=3)"], ('{"x": 1, "key": 2}', '{"x": 3}'), "**"),
    ],
)
def test_instances_are_made_by_examples(make, examples, written, star):
    decorators = "\n".join(f"@cc_example{example}" for example in reversed(examples))
    module = make(
        f"{decorators}\nclass A:\n def __init__(self, x, y=0, *, key=0): ...\n @timeout(1)\n def go(self): ..."
    )
    (case,) = plan_tests(module).cases
    assert (sorted(case.instance.examples), case.instance.star) == (sorted(written), star)


def test_annotations_of_the_constructor_come_before_examples(make):
    module = make(
        "@arg('x', ints(0, 9))\n@cc_example(1)\nclass A:\n def __init__(self, x): ...\n @timeout(1)\n def go(self): ..."
    )
    assert [drawn.name for drawn in plan_tests(f"{module}:A.go").cases[0].instance.call.drawn] == ["x"]


def test_bodies_of_coroutines_and_generators_are_told_apart(make):
    module = make("@timeout(1)\nasync def a(): ...\n@timeout(1)\ndef b(): yield\n@timeout(1)\ndef c(): ...")
    assert [case.form for case in plan_tests(module).cases] == [
        FunctionForm.COROUTINE,
        FunctionForm.GENERATOR,
        FunctionForm.PLAIN,
    ]


def test_files_of_both_kinds_annotate_from_outside(make, tmp_path):
    module = make("def f(a): ...\ndef g(a): ...\ndef h(a): ...", head="")
    toml = tmp_path / "more.toml"
    toml.write_text(f'[[function]]\ntarget = "{module}:f"\ndomain = {{ a = "ints(0, 3)" }}\n')
    python = tmp_path / "more-of-it.py"
    python.write_text(f"from genmorph.domain import arg, ints\nimport {module}\narg('a', ints(0, 9))({module}.g)\n")
    plan = plan_tests(module, [str(toml), str(python)])
    assert [case.qualname for case in plan.cases] == ["f", "g"]
    assert [repr(case.call.drawn[0].domain) for case in plan.cases] == ["ints(0, 3)", "ints(0, 9)"]
    assert isinstance(plan.cases[0].call.drawn[0], Drawn)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.toml", "[[function]]\ntarget = 3", "a.toml, function 1"),
        ("not-a-name.py", "raise SystemExit(3)", r"file that runs \(SystemExit: 3\)"),
        ("missing.py", None, "annotations must be a file that exists, got '.*missing.py'"),
        ("missing.toml", None, "annotations must be in a TOML file that can be read"),
    ],
)
def test_a_file_of_annotations_that_is_none_is_refused(make, tmp_path, name, text, said):
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(UsageError, match=said):
        plan_tests(make(SHOP), [str(tmp_path / name)])


def test_the_import_of_a_module_is_tested_where_it_says_so_even_if_it_fails(make):
    assert plan_tests(make("module_test()")).is_imported
    assert not plan_tests(make("")).is_imported
    failing = make("module_test()\nraise KeyError")
    assert plan_tests(failing).is_imported
    assert [root.endswith(f"{failing}.py") for root in roots_of(failing)] == [True]
    with pytest.raises(UsageError, match="cannot be imported: KeyError"):
        plan_tests(make("raise KeyError"))


def test_a_file_says_that_an_import_is_tested_which_may_fail(make, tmp_path):
    failing, toml = make("raise KeyError", head=""), tmp_path / "more.toml"
    entries = f'[[function]]\ntarget = "{failing}:f"\n[[function]]\ntarget = "{failing}"\nmodule_test = '
    toml.write_text(f"{entries}true\n")
    plan = plan_tests(failing, [str(toml)])
    assert (plan.cases, plan.is_imported) == ((), True)
    toml.write_text(f"{entries}false\n")
    with pytest.raises(UsageError, match=f"module '{failing}' cannot be imported: KeyError"):
        plan_tests(failing, [str(toml)])

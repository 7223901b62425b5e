"""Relations -> exported tests as values, which run before they are handed over: failing ones drop their relations."""

import ast
import builtins
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, compress, count
from typing import TypeVar

from genmorph.annotations.source_texts import free
from genmorph.execution.worker.protocol import REFUSED
from genmorph.export.imports import USUAL_IMPORTS, bound_names
from genmorph.export.layout import ANY_PROJECT, cut_name
from genmorph.export.pair_text import FOLLOW_UP, LISTED, RAISED, SOURCE, write_script
from genmorph.export.project import Project
from genmorph.export.pytest_file import SEEDED, TestCase, TestFile, Validity, render_tests
from genmorph.export.sample_text import EXPECTED_ONES, FRESH_SEEDS, RESULTS, SAMPLE_SETTINGS, START, write_samples
from genmorph.export.scenario_text import EXPECTED, RESULT, write_scenario
from genmorph.export.state_text import maker_text, thing_name, write_state
from genmorph.export.trial_run import run_tests, verify_tests
from genmorph.export.value_text import IS_NUMBER, OR_NAN, copied, literals, unfit_health_checks
from genmorph.export.writing import ExportError
from genmorph.filters.distributions import EXPORTED as OF_SAMPLES
from genmorph.model import Input, Kind, Parameter, Stage, UsageError, Verdict
from genmorph.relations.meaning import EXPORTED
from genmorph.relations.naming import sentence
from genmorph.relations.printing import python, sides
from genmorph.relations.rendering import Binding, leaf
from genmorph.results.record import Record, Relation
from genmorph.results.relation import MetamorphicRelation, Rejected, tried_words
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.results.statistical_relation import StatisticalRelation
from genmorph.settings import PRINTED, SAMPLING, SEEDS, TRIAL_RUN, WRITING
from genmorph.subject.signatures import Signature
from genmorph.subject.targets import search_path
from genmorph.values.labels import shortened
from genmorph.values.notation import homes_of
from genmorph.values.python_text import python_text
from genmorph.values.seeds import seed_place, seeds_of

_CALLED = (
    *("abs", "all", "bytearray", "bytes", "float", "isinstance", "len", "list", "max", "min", "repr"),
    *("reversed", "set", "sorted", "str", "sum", "tuple"),
)


_RESERVED = frozenset(
    (
        *(*_CALLED, *EXPORTED, *OF_SAMPLES, OR_NAN, IS_NUMBER, LISTED, RAISED, SEEDED),
        *(SOURCE, FOLLOW_UP, RESULT, EXPECTED, RESULTS, EXPECTED_ONES),
        *("assume", "deepcopy", "islice", "math", "np", "npst", "random", "self", "sys"),
        "l",  # linters take it for a digit
    )
)
"""Names that the body of a test may use; a parameter of that name is called something else there."""


_IS_EXAMPLE = "is_example"
"""The argument of a test that says whether its inputs are those of an example."""

_TAKEN = _RESERVED.union(
    dir(builtins),
    ("HealthCheck", "example", "given", "settings", "st"),
    ("FRESH_SEEDS", "Phase", "itertools", "os", "statistics"),
)
"""Names that the rest of the file may use; a function of that name is called something else there."""


def build_test_file(signatures: Sequence[Signature], relations: Sequence[Relation]) -> TestFile:
    """The tests of all relations; raises ExportError where a function has no importable name."""
    pairs = [relation for relation in relations if isinstance(relation, MetamorphicRelation)]
    drawn = frozenset().union(*(relation.transformation.with_drawn_name(()) for relation in pairs))
    imported: list[_Imported] = []
    for signature in signatures:
        own = f"from {signature.module} import "
        others = frozenset(one.local for one in imported if not any(s.startswith(own) for s in one.statements))
        one = _imported(signature, drawn | others)
        imported.append(one.seeded_by(signature.global_seed, drawn | others) if signature.global_seed else one)
    homes = {_home(name) for signature in signatures for name in signature.raises if "." in name}
    homes.update(*(homes_of(parameter.domain) for signature in signatures for parameter in signature.parameters))
    foreign = frozenset().union(*(relation.transformation.foreign for relation in pairs))
    taken = {*_RESERVED, *foreign, *(one.local for one in imported), *(home.partition(".")[0] for home in homes)}
    taken.update(*(signature.raises for signature in signatures))
    names = _free_names(signatures[0].shown_names, taken)
    validities: list[Validity] = []
    for signature in signatures:
        found = _validity(signature, {*_TAKEN, *taken, *names, *(one.name for one in validities)})
        validities += [] if found is None else [found]
    accepting = iter(validities)
    accepts = tuple(next(accepting).name if signature.conditions else "" for signature in signatures)
    file = _Naming(tuple(signatures), tuple(one.function for one in imported), accepts, names, frozenset(taken))
    tests = [
        (
            _scenario_case(relation, name, file)
            if isinstance(relation, ScenarioRelation)
            else _statistical_case(relation, name, file)
            if isinstance(relation, StatisticalRelation)
            else _test_case(relation, name, file.functions[0], names, accepts[0])
        )
        for relation, name in zip(relations, unique_names(relations), strict=True)
    ]
    are_single = [isinstance(one, ScenarioRelation) and one.claim.is_postcondition for one in relations]
    return TestFile(
        imports=(
            *(f"import {home}" for home in sorted(homes)),
            *dict.fromkeys(statement for one in imported for statement in one.statements),
        ),
        function=imported[0].function,
        tolerance=signatures[0].tolerance,
        tests=tuple(test for test, is_single in zip(tests, are_single, strict=True) if not is_single),
        postconditions=tuple(compress(tests, are_single)),
        validities=tuple(validities),
        blocks=tuple(
            dict.fromkeys(
                [
                    *([FRESH_SEEDS] if any(isinstance(one, StatisticalRelation) for one in relations) else []),
                    *(block for one in imported for block in one.blocks),
                    *_makers(relations, file),
                ]
            )
        ),
        helpers=frozenset(SEEDED for one in imported if one.is_seeded),
    )


def _makers(relations: Sequence[Relation], file: "_Naming") -> Iterator[str]:
    """The functions that make instances with a history, of which relations speak."""
    for relation in relations:
        if isinstance(relation, ScenarioRelation) and relation.queries is not None:
            yield maker_text(relation.signature, file.functions[file.signatures.index(relation.signature)])


@dataclass(frozen=True, slots=True)
class _Imported:
    """A function in a test file: what it is called, the name that is bound, and the statement that imports it.

    `block` binds what it is called where its global generators are seeded before each call.
    """

    function: str
    local: str
    statements: tuple[str, ...]
    blocks: tuple[str, ...] = ()
    is_seeded: bool = False

    def seeded_by(self, seed: str, taken: Collection[str]) -> "_Imported":
        """The same, called with a seed of the global generators."""
        name = free(f"seeded_{self.function.rpartition('.')[2]}", {*taken, self.local})
        block = f"{name} = {SEEDED}({self.function}, {python_text(seed)})"
        return replace(self, function=name, blocks=(*self.blocks, block), is_seeded=True)


def _defined(signature: Signature, drawn: frozenset[str]) -> _Imported:
    """A function that the file carries, with what it needs."""
    statements, blocks = list[str](), list[str]()
    for node in ast.parse(signature.definition).body:
        text = str(ast.get_source_segment(signature.definition, node))
        (statements if isinstance(node, ast.Import | ast.ImportFrom) else blocks).append(text)
    name, own = signature.name, "\n".join([*(one for one in statements if one not in USUAL_IMPORTS), *blocks])
    if strange := sorted(bound_names(own) & (_TAKEN | drawn)):
        raise ExportError(
            f"export needs names that tests do not use themselves, got {strange[0]!r} in the definition of {name}; "
            "move the function into a module"
        )
    return _Imported(name, name, tuple(statements), tuple(blocks))


def _imported(signature: Signature, drawn: frozenset[str]) -> _Imported:
    if signature.definition:
        return _defined(signature, drawn)
    if signature.module is None:
        raise ExportError(
            f"export needs a function that a test can import, got {signature.qualname!r}; move it into a module"
        )
    if signature.is_method:
        return _Imported(f"{signature.module}.{signature.qualname}", signature.module.partition(".")[0], ())
    imported = signature.qualname.partition(".")[0]
    local = free(imported, _TAKEN | drawn)
    renamed = f" as {local}" if local != imported else ""
    statement = f"from {signature.module} import {imported}{renamed}"
    return _Imported(local + signature.qualname.removeprefix(imported), local, (statement,))


@dataclass(frozen=True, slots=True)
class _Naming:
    """What functions are called in a test file, what accepts their inputs, and names that are taken there."""

    signatures: tuple[Signature, ...]
    functions: tuple[str, ...]
    accepts: tuple[str, ...]
    names: tuple[str, ...]
    taken: frozenset[str]


def _free_names(names: Sequence[str], taken: Collection[str]) -> tuple[str, ...]:
    """The names in small letters, other ones for those that are taken."""
    found: list[str] = []
    for name in names:
        found.append(free(name.lower(), {*taken, *found}))
    return tuple(found)


def _validity(signature: Signature, taken: set[str]) -> Validity | None:
    """The function that judges whether the conditions hold; None where there are none."""
    if not signature.conditions:
        return None
    try:
        texts = tuple(condition.source() for condition in signature.conditions)
        imports = dict.fromkeys(line for condition in signature.conditions for line in condition.imports())
    except UsageError as error:
        raise ExportError(str(error)) from error
    return Validity(free("is_valid", taken), signature.restricted, texts, tuple(imports))


def _scenario_case(relation: ScenarioRelation, name: str, file: _Naming) -> TestCase:
    """A relation of several calls as a test in a file that uses these names."""
    if relation.queries is not None:
        return _state_case(relation, name, file)
    signatures, drawn = relation.signatures, relation.drawn
    places = [file.signatures.index(signature) for signature in signatures]
    names = _free_names([one.name for one in drawn], file.taken)
    functions, accepts = [file.functions[place] for place in places], [file.accepts[place] for place in places]
    script = write_scenario(
        signatures, drawn, relation.claim, names, functions, accepts, always_applies=relation.evidence.always_applies
    )
    raises, examples = relation.raises, chosen_examples(relation)
    domains = [one.domain for one in drawn]
    has_conditions = any(line.startswith("assume(") for line in (*script.preconditions, *script.statements))
    evidence = relation.evidence
    return TestCase(
        name=name,
        sentences=(relation.words, relation.brief_words),
        formula=relation.formula,
        evidence=f"kills {evidence.killed} of {evidence.judged} mutants, {tried_words(evidence)}.",
        remarks=(),
        strategies=tuple((name, domain.strategy()) for name, domain in zip(names, domains, strict=True)),
        calls=script.statements,
        assertions=script.claims,
        raises=raises,
        examples=tuple(literals(values, drawn) for values in examples),
        is_example=free(_IS_EXAMPLE, {*names, *file.taken}) if examples and (raises or script.sized) else "",
        sized=script.sized,
        helpers=script.helpers,
        health_checks=unfit_health_checks(domains, has_conditions),
        preconditions=script.preconditions,
    )


def _state_case(relation: ScenarioRelation, name: str, file: _Naming) -> TestCase:
    """A relation of an object with state as a test."""
    drawn, queries = relation.drawn, relation.queries
    assert queries is not None, f"{relation!r} is of no object"
    names = _free_names(
        [one.name for one in drawn], file.taken | {thing_name(relation.signature), "other", "before", "after"}
    )
    written = {one.name: name for one, name in zip(drawn, names, strict=True)}
    steps = {  # each call gets a value of its own, as in the programs that were judged
        one.name: copied(written[one.name], one) if _is_mutable(one) else written[one.name]
        for one in drawn[len(relation.signature.parameters) - 1 :]
    }
    raises, examples = relation.raises, chosen_examples(relation)
    is_example = free(_IS_EXAMPLE, {*names, *file.taken}) if examples else ""
    script = write_state(relation.signature, relation.claim, written | steps, queries, is_example)
    domains, evidence = [one.domain for one in drawn], relation.evidence
    return TestCase(
        name=name,
        sentences=(relation.words,),
        formula=relation.formula,
        evidence=f"kills {evidence.killed} of {evidence.judged} mutants, {tried_words(evidence)}.",
        remarks=(),
        strategies=tuple((name, domain.strategy()) for name, domain in zip(names, domains, strict=True)),
        calls=(*script.preparation, *script.statements),
        assertions=script.claims,
        raises=raises,
        examples=tuple(literals(values, drawn) for values in examples),
        is_example=is_example if raises or script.returns_early else "",
        helpers=script.helpers,
        health_checks=unfit_health_checks(domains, has_conditions=False),
    )


def _is_mutable(parameter: Parameter) -> bool:
    """Whether a call could change such a value."""
    return parameter.kind.is_sequence or parameter.kind in (Kind.OTHER, Kind.NESTED)


def unique_names(relations: Sequence[Relation]) -> tuple[str, ...]:
    """Each relation's name as a test's, numbered where several share it."""
    total = Counter(relation.name for relation in relations)
    names: list[str] = []
    for name in (relation.name for relation in relations):
        numbered = (f"test_{cut_name(name, WRITING.name - len(str(number)) - 1)}_{number}" for number in count(1))
        choices = numbered if total[name] > 1 else chain([f"test_{name}"], numbered)
        names.append(next(choice for choice in choices if choice not in names))
    return tuple(names)


def _test_case(
    relation: MetamorphicRelation, name: str, function: str, names: tuple[str, ...], validity: str
) -> TestCase:
    """The relation as a test in a file that uses these names of the function, its parameters and its conditions."""
    signature, transformation = relation.signature, relation.transformation
    script = write_script(
        signature,
        transformation,
        relation.expression,
        names,
        function,
        validity,
        always_applies=relation.evidence.always_applies,
    )
    claim = python(relation.expression, script.texts)
    narrowed = transformation.likely(signature.domains)
    drawn = transformation.with_drawn_name(names)
    examples = chosen_examples(relation)
    has_conditions = any(call.startswith("assume(") for call in (*script.preconditions, *script.statements))
    evidence, raises = relation.evidence, signature.raises if script.statements else ()
    is_known = bool(examples and (raises or script.sized))
    return TestCase(
        name=name,
        sentences=_sentences(relation),
        formula=relation.formula,
        evidence=f"kills {evidence.killed} of {evidence.judged} mutants, {tried_words(evidence)}.",
        remarks=(signature.own_instances,) if signature.is_method else (),
        strategies=tuple((name, domain.strategy()) for name, domain in zip(drawn, narrowed, strict=True)),
        calls=script.statements,
        assertions=(*script.kinds, *separate_claims(claim.text)),
        raises=raises,
        examples=tuple(literals(values, relation.parameters) for values in examples),
        is_example=free(_IS_EXAMPLE, {*drawn, function.partition(".")[0]}) if is_known else "",
        sized=script.sized,
        helpers=claim.helpers | script.helpers,
        health_checks=unfit_health_checks(narrowed, has_conditions),
        preconditions=script.preconditions,
    )


def _statistical_case(relation: StatisticalRelation, name: str, file: "_Naming") -> TestCase:
    """A relation of samples as a test in a file that uses these names: it draws where the seeds of all runs start."""
    function, names, accepts = file.functions[0], file.names, file.accepts[0]
    plain = _test_case(relation, name, function, names, accepts)
    signature, expression = relation.signature, relation.expression
    seed = names[seed_place(signature.parameters)]
    start = free(START, {*names, *file.taken, *(drawn for drawn, _ in plain.strategies)})
    script = write_script(signature, relation.transformation, expression, names, function, accepts, is_sampled=True)
    both = sides(expression, relation.sign, script.texts, is_code=True)
    seeds = seeds_of(signature.parameters)
    samples = write_samples(script, both, relation.statistic, seeds, seed, start, relation.runs)
    strategies = [(drawn, text) for drawn, text in plain.strategies if drawn != seed]
    return replace(
        plain,
        sentences=(relation.words,),
        remarks=(*plain.remarks, _SAMPLE_REMARK.format(runs=relation.runs, alarm=SAMPLING.alarm)),
        strategies=(*strategies, (start, f"st.integers(0, {SEEDS.highest})")),
        definitions=samples.definitions,
        calls=samples.statements,
        assertions=(samples.claim,),
        is_example="",
        sized=(),
        helpers=samples.helpers,
        settings=SAMPLE_SETTINGS,
    )


_SAMPLE_REMARK = (
    "Compares {runs:,} runs of both sides. With FRESH_SEEDS=1 in the environment inputs and seeds are new ones; a "
    "false alarm then has a chance of about {alarm:g}."
)


def _sentences(relation: MetamorphicRelation) -> tuple[str, ...]:
    """The relation in words, the fullest first."""
    name, rooms = relation.signature.name, (WRITING.sentence, WRITING.phrase, 0)
    said = (sentence(name, relation.expression, change, room) for change in relation.change_phrases for room in rooms)
    return tuple(dict.fromkeys(said))


def separate_claims(text: str) -> tuple[str, ...]:
    """The claims that are true together where this one is, each to be asserted alone: it is seen which one fails.

    >>> separate_claims("a == b and (c or d)"), separate_claims("not (a or b == c)")
    (('a == b', 'c or d'), ('not a', 'not b == c'))
    """
    match ast.parse(text, mode="eval").body:
        case ast.BoolOp(ast.And(), parts):
            found = [ast.get_source_segment(text, part) or "" for part in parts]
        case ast.UnaryOp(ast.Not(), ast.BoolOp(ast.Or(), parts)):
            found = [f"not {leaf(ast.get_source_segment(text, part) or '').within(Binding.NOT)}" for part in parts]
        case _:
            return (text,)
    return tuple(claim for one in found for claim in separate_claims(one))


def chosen_examples(relation: Relation) -> tuple[Input, ...]:
    """The inputs to show in a test: the first ones, which kill mutants, and the last ones, which are hard.

    Those whose source is long are left out, unless all are. Where there are none, it is that of an ordinary pair: a
    test needs one input of which it is known that the function accepts it.
    """
    pair = relation.pair if isinstance(relation, MetamorphicRelation) else None
    ordinary = [] if pair is None or relation.is_violated else [pair.source]
    known = relation.examples or ordinary
    lengths = [sum(map(len, literals(values, relation.parameters))) for values in known]
    limit = max(PRINTED.longest_example, min(lengths, default=0))
    short = [values for values, length in zip(known, lengths, strict=True) if length <= limit]
    few = PRINTED.examples_of_sort
    return tuple(short if len(short) <= 2 * few else short[:few] + short[-few:])


def _home(exception: str) -> str:
    """The module of an exception type: the longest part of its dotted name that is one."""
    module = exception.rpartition(".")[0]
    while module not in sys.modules and "." in module:
        module = module.rpartition(".")[0]
    return module


AnyRecord = TypeVar("AnyRecord", bound=Record)


@dataclass(frozen=True, slots=True)
class Trial:
    """How the tests are run: the seconds of a run, the examples of each test, and whether to stop.

    With `verify` they run three times under seeds of Hypothesis of their own and once with 2,000 examples, of which
    tests of samples take ten.
    """

    timeout: float
    examples: int = TRIAL_RUN.examples
    is_stopped: Callable[[], bool] = lambda: False
    verify: bool = False


def text_of(record: Record, project: Project = ANY_PROJECT) -> str:
    """The text of the tests of the relations that hold today; ExportError where a test cannot import the function."""
    file = build_test_file(record.signatures, record.exported)
    return render_tests(file, title(record.signatures, project), project)


def title(signatures: Sequence[Signature], project: Project = ANY_PROJECT) -> str:
    """What a file of tests of these functions is called: with their modules, where that fits into a line."""
    whole, short = (
        f"Metamorphic relations of {' and '.join(names)}."
        for names in (
            [one.qualname if one.module is None else f"{one.module}.{one.qualname}" for one in signatures],
            [one.qualname for one in signatures],
        )
    )
    return whole if len(signatures) == 1 or len(whole) + len('"""') <= project.line_length else short


def try_tests(record: AnyRecord, trial: Trial) -> tuple[AnyRecord, dict[str, str]]:
    """The set after its tests were run, and what failed, by name: those relations are among the rejected ones.

    A relation that a person accepted stays all the same, as a violated one. Where the function was refused to change
    something outside its process, the test says nothing of its relation. Raises ExportError where the file did not run
    to its end.
    """
    if not record.exported:
        return record, {}
    text = text_of(record)
    guarded = None if record.allow_effects else build_test_file(record.signatures, record.exported).function
    if trial.verify:
        failures = verify_tests(text, search_path(), trial.timeout, trial.is_stopped, guarded)
    else:
        failures = run_tests(text, search_path(), trial.timeout, trial.examples, trial.is_stopped, guarded)
    names = iter(unique_names(record.exported))
    kept: list[Relation] = []
    rejected = []
    for relation in (*record.relations, *record.postconditions):
        failure = None if relation.is_violated else failures.get(next(names))
        is_false = failure is not None and not _is_refusal(failure)
        if is_false:
            reason = f"its exported test fails: {failure}"
            stage = Stage.EXPORTED_TEST
            rejected.append(Rejected(relation.input_relation, relation.formula, Verdict.REJECT, reason, stage))
        if not is_false or relation.is_accepted:
            kept.append(_after_run(relation, failure))
    single = [one for one in kept if isinstance(one, ScenarioRelation) and one.claim.is_postcondition]
    places = set(map(id, single))
    settled = replace(
        record,
        relations=tuple(one for one in kept if id(one) not in places),
        postconditions=tuple(single),
        rejected=(*record.rejected, *rejected),
        tested=record.tested if failures else text,
    )
    return settled, failures


def settle_tests(record: AnyRecord, trial: Trial) -> tuple[AnyRecord, dict[str, str]]:
    """The set after its tests were run until none fails, if that was not done yet, and what failed in the last run.

    Raises ExportError where the file does not run to its end, or the function may not do in a test what it does.
    """
    failures: dict[str, str] = {}
    verify = trial.verify
    while record.exported and (verify or text_of(record) != record.tested):
        record, failures = try_tests(record, replace(trial, verify=verify))
        refused = {name: why for name, why in failures.items() if _is_refusal(why)}
        if refused:
            raise ExportError(listed(refused))
        verify = verify and bool(failures)
    return record, failures


def listed(failures: Mapping[str, str]) -> str:
    """The failed tests with what was raised, in one line."""
    return "; ".join(f"{name} fails: {_first_line(why)}" for name, why in failures.items())


def last_reason(record: Record) -> str:
    """Why the relation that was rejected last is, in one line."""
    return _first_line(record.rejected[-1].reason)


def _is_refusal(failure: str) -> bool:
    """Whether a test failed because of what the function does to the world around it."""
    return failure.startswith(REFUSED)


def _first_line(text: str) -> str:
    return shortened(text.partition("\n")[0], PRINTED.longest_line)


def _after_run(relation: Relation, failure: str | None) -> Relation:
    """What a kept relation is after the run; which pair contradicts a false one is not known."""
    evidence = relation.evidence
    if relation.is_violated or (failure is not None and _is_refusal(failure)):
        return relation
    if failure is not None:
        violated = replace(relation, evidence=replace(evidence, violations=1))
        return replace(violated, pair=None) if isinstance(violated, MetamorphicRelation) else violated
    falsifiers = tuple(dict.fromkeys((*evidence.falsifiers, Stage.EXPORTED_TEST.value)))
    return replace(relation, evidence=replace(evidence, falsifiers=falsifiers))

"""One relation of a random program: what the outputs of many runs have in common with those of many others."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random
from typing import Any

from genmorph.export.layout import cut_name
from genmorph.export.pair_text import formula_texts
from genmorph.filters.distributions import CHANCES
from genmorph.filters.validity import compile_reader
from genmorph.model import Built, Execution, Input, Sampling, SeenSamples, UsageError
from genmorph.relations.meaning import compile_operands
from genmorph.relations.printing import sides
from genmorph.relations.statistic import Statistic, required_sign
from genmorph.results.checking import (
    InapplicableInput,
    as_source,
    default_values,
    follow_up_of,
    outputs_of,
    read_argument,
    with_live_conditions,
)
from genmorph.results.relation import Explanation, MetamorphicRelation, explained, explanation, tried_words
from genmorph.settings import SAMPLING, WRITING
from genmorph.subject.signatures import Signature
from genmorph.values.building import shown
from genmorph.values.labels import write
from genmorph.values.seeds import seed_place

_HEADS = {
    Statistic.DISTRIBUTION: "In distribution",
    Statistic.MEAN: "On average",
    Statistic.SPREAD: "In how widely it is spread",
}


@dataclass(frozen=True, slots=True, repr=False)
class StatisticalRelation(MetamorphicRelation):
    """How the distribution of the output must change when the input changes in a known way.

    The `expression` compares one value of the follow-up's with one of the source's; the relation says so of the
    `statistic` of many, each of a run of its own. `sampling` is what is known of both samples.
    """

    statistic: Statistic = Statistic.DISTRIBUTION
    sampling: Sampling | None = None

    def __repr__(self) -> str:
        return f"<StatisticalRelation {self.formula}>"

    @property
    def sign(self) -> str:
        """How both sides are compared, the expression's first one first."""
        return required_sign(self.expression)

    @property
    def runs(self) -> int:
        """The number of runs of each side by which an input is checked."""
        return SAMPLING.written if self.sampling is None else self.sampling.written

    @property
    def formula(self) -> str:
        """The relation to read, such as `distribution(walk(n, x + k)) == distribution(walk(n, x) + k)`."""
        return statistical_formula(self)

    @property
    def python(self) -> str:
        """The same: what is compared are samples, which one value does not show."""
        return self.formula

    @property
    def words(self) -> str:
        """What it says as an English sentence, such as `In distribution, walk grows by k when x grows by k.`."""
        return f"{_HEADS[self.statistic]}, {super(StatisticalRelation, self).words}"

    @property
    def name(self) -> str:
        """An identifier that says what the relation says, in few words; two relations of a set may share it."""
        plain = super(StatisticalRelation, self).name
        return cut_name(f"{self.statistic.value}_of_{plain}", WRITING.name).removesuffix("_when")

    @property
    def shown(self) -> tuple[str, ...]:
        """Nothing: a single pair of outputs says little of their distribution."""
        return ()

    @property
    def explanation(self) -> Explanation:
        """All that there is to say, but for the mutants that it kills."""
        said = explanation(self)
        _, *rest = said.evidence  # a bound of false alarms, which many runs of few inputs do not give
        return replace(said, evidence=(tried_words(self.evidence), *sampling_lines(self), *rest), pair=())

    def explain(self) -> str:
        """Explain in plain text: the relation and the evidence."""
        return explained(self.explanation)

    def latex(self) -> str:
        """Write the formula as LaTeX for mathematical mode."""
        from genmorph.relations.latex import words

        return words(self.formula)

    def check(self, func: Callable[..., Any], *args: Any, **drawn: Any) -> bool:
        """Check whether the relation holds for one source input of `func`, by many runs, here and now.

        The seeds of the runs follow from the arguments, and from the seed where one is given: of a seeded function the
        answer is the same each time. For other seeds it is wrong of a true relation with a chance of about 1e-7. A
        relation of means or spreads does not hold where the function gives numbers that have none.

        Args:
            func: The function to call, in this process.
            *args: The arguments of the source input, in the order of the parameters. The seed may be left out
                where no parameter behind it has a default.
            **drawn: The drawn parameter by its name, where the relation has one.

        Raises:
            InapplicableInput: The source or the follow-up lies outside the domain, or `func` raises one of the recorded
                exception types in one of the runs.
            UsageError: An argument is missing, or may be; or one of `drawn` is none of the relation's.

        """
        return samples_agree(self, func, args, drawn)


def statistical_formula(relation: StatisticalRelation) -> str:
    """The relation to read, with both calls written out, but for seeds."""
    signature = relation.signature
    texts = formula_texts(signature, relation.transformation, relation.expression, has_seeds=False)
    found = sides(relation.expression, relation.sign, texts, is_code=False)
    noun = relation.statistic.value
    return f"{noun}({found.left.text}) {found.sign} {noun}({found.right.text})"


_MEASURES = {
    Statistic.DISTRIBUTION: ("distribution functions are apart by", ""),
    Statistic.MEAN: ("means are apart by", " standard deviations"),
    Statistic.SPREAD: ("spreads are apart by", " standard deviations of the distances from the median"),
}
"""For each statistic how a difference is read, and its unit."""


def sampling_lines(relation: StatisticalRelation) -> tuple[str, ...]:
    """What is known of the samples, a sentence each; of a relation that is not shown today, only of written tests."""
    found = relation.sampling
    if found is None:
        return ()
    apart, unit = _MEASURES[relation.statistic]
    seen = (
        f"{found.inputs} inputs with {found.runs:,} runs of both sides: {apart} {found.difference:.2g}{unit}, and by "
        f"at most {found.bound:.2g}, with a chance of about {found.error:g} that a bound in this report fails"
    )
    written = (
        f"a written test compares {found.written:,} runs of both sides: it notices {SAMPLING.power:.0%} of what is "
        f"apart by {found.noticed:.2g}, and a false alarm has a chance of about {SAMPLING.alarm:g} with new seeds"
    )
    # An accepted relation that no inputs at random speak for has the samples of an earlier run.
    is_of_earlier = relation.is_violated or not relation.evidence.random
    return (written,) if is_of_earlier else (seen, *([] if found.seen is None else [_seen_line(found.seen)]), written)


def _seen_line(seen: SeenSamples) -> str:
    """Both samples of one input in words: where the middle half of each lies, and its median."""
    left, right = (
        f"{side.median:.4g}, and half lie between {side.lower_quartile:.4g} and {side.upper_quartile:.4g}"
        for side in (seen.left, seen.right)
    )
    return f"for {seen.source}: the median of the left side is {left}; that of the right side is {right}"


def samples_agree(
    relation: StatisticalRelation, func: Callable[..., Any], arguments: Any, drawn: dict[str, Any]
) -> bool:
    """Whether samples of both sides agree for one source; raises InapplicableInput where it says nothing of it."""
    if not callable(func):
        raise UsageError(f"func must be a function, got {func!r:.80}")
    signature = with_live_conditions(relation.signature, func)
    relation = replace(relation, signature=signature)
    source = as_source(relation, func, with_seed(signature, func, arguments), drawn)
    follow_up = follow_up_of(relation, source)
    calls = {"source": relation.transformation.arguments_of(source), "follow-up": follow_up}
    samples = []
    for which, call in calls.items():
        runs = (outputs_of(relation, func, one, one) for one in seeded(signature, call, relation.runs, which))
        samples.append(list(takewhile(lambda given: given is not None, runs)))
        if len(samples[-1]) < relation.runs:
            return False
    one, other = compile_operands(relation.expression, signature.tolerance)
    read = compile_reader(relation.expression)
    found = [read(Execution(source, follow_up, given, after)) for given, after in zip(*samples, strict=True)]
    try:
        sides = list(map(one, found)), list(map(other, found))
        chance = CHANCES[relation.statistic](sides[0], relation.sign, sides[1], signature.tolerance)
    except OverflowError:
        raise InapplicableInput(f"numbers too large to compare for {shown(source)}") from None
    return chance > SAMPLING.alarm_of_input


def with_seed(signature: Signature, func: Callable[..., Any], arguments: Any) -> tuple[Any, ...]:
    """The arguments with a seed in its place, drawn for them where it was left out.

    UsageError where another one with a default may have been left out instead.
    """
    place = seed_place(signature.parameters)
    given = tuple(arguments)
    if len(given) != len(signature.parameters) - 1:
        return given
    if behind := default_values(func).keys() & set(signature.names[place + 1 :]):
        raise UsageError(
            f"check needs one value for each of {', '.join(signature.names)}, got {shown(given)}: give "
            f"{signature.names[place]} too, because {min(behind)} has a default"
        )
    others = [one for number, one in enumerate(signature.parameters) if number != place]
    rng = Random(write(tuple(map(read_argument, others, given))))
    return (*given[:place], signature.parameters[place].domain.draw(rng), *given[place:])


def seeded(signature: Signature, values: Input, runs: int, which: str) -> list[Input]:
    """The input with so many other seeds, which follow from it; a generator that is given does not say its own."""
    place = seed_place(signature.parameters)
    before, seed, after = values[:place], values[place], values[place + 1 :]
    rng = Random(f"{which}/{write((*before, *([seed] if isinstance(seed, int | Built) else []), *after))}")
    domain = signature.parameters[place].domain
    return [(*before, domain.draw(rng), *after) for _ in range(runs)]

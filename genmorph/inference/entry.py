"""What users call: a function and a budget in, its relations out, with progress on standard error.

What takes seconds to load is loaded by the first call, not by modules that import this one: subjects among them are
loaded by every worker.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from genmorph.model import Budget, Tolerance
from genmorph.progress import shown_progress

if TYPE_CHECKING:
    from genmorph.inference.interruption import Interruption
    from genmorph.inference.request import Request
    from genmorph.results.relation_set import RelationSet


def infer_relations(
    func: Callable[..., Any] | str | Sequence[Callable[..., Any] | str],
    budget: float | str | Budget = 30.0,
    seed: int = 0,
    domain: Mapping[str, object] | Sequence[object] | None = None,
    preset: str = "default",
    examples: Sequence[Sequence[Any]] = (),
    faulty: Sequence[Callable[..., Any] | str] = (),
    tolerance: Tolerance | None = None,
    cache: bool | str | os.PathLike[str] = True,
    allow_effects: bool = False,
    earlier: "RelationSet | str | os.PathLike[str] | None" = None,
    seeded_by: str | None = None,
    stochastic: bool = False,
) -> "RelationSet":
    """Find metamorphic relations of a function, of several, or of a class.

    Progress goes to standard error. An interrupt (Ctrl-C) ends the search: what was found is judged within a few
    seconds and returned, with `interrupted` set; a second one raises KeyboardInterrupt.
    Source: GenMorph (Ayerdi et al., 2023).

    Args:
        func: A function, or `"package.module:function"`; or a list of two or more of these, for relations between them.
        budget: Seconds, a text such as `"2m"` or `"200ev"` (evaluations), or a `Budget`. What the first call takes to
            load genmorph does not count.
        seed: The same seed and evaluations give the same relations.
        domain: The valid values of parameters (domains of genmorph or Hypothesis strategies) by name, where annotations
            do not say them; or a list of them for functions without a readable signature. Of several functions,
            `"function.parameter"` says it for one of them alone.
        preset: `"paper"` searches as the paper does, without the join and the schedule.
        examples: Inputs to try first.
        faulty: Versions of the function that are known to be wrong, beside the mutants.
        tolerance: By default relative 1e-9, absolute 1e-9 of the median output; of floats of single precision 1e-4.
        cache: True for the file of outcomes in the user's cache directory, a path for another file, False for none.
        allow_effects: Lets the function (never its mutants) write files, open sockets and start processes.
        earlier: A set of an earlier run, or the path of a saved one: what a review accepted there is judged again and
            comes first, what it rejected is not reported.
        seeded_by: The parameter of a random function that takes a seed or a generator, or `"global"` for one that draws
            from the global generators of Python, NumPy, torch or TensorFlow; calls of one relation share their seed.
        stochastic: Find what holds of the distribution of the output over many runs, each with a seed of its own; for
            random functions of which single runs have nothing in common, and those that nothing seeds.

    Returns:
        The relations with their evidence, best first.

    Raises:
        UsageError: An argument cannot be used.
        UnsupportedError: The function cannot be a subject.

    >>> import calendar
    >>> from genmorph import infer_relations
    >>> from genmorph.domain import ints
    >>> days = {"year": ints(1990, 30000), "month": ints(1, 12), "day": ints(1, 28)}
    >>> relations = infer_relations(calendar.weekday, budget="10ev", domain=days)
    >>> len(relations) > 0
    True

    """
    from genmorph.inference.interruption import Interruption
    from genmorph.inference.request import Request

    import_module("genmorph.inference.pipeline")  # before the time counts
    began = time.monotonic()
    request = Request(
        func=func,
        budget=as_budget(budget),
        seed=seed,
        domain=domain,
        preset=preset,
        examples=examples,
        faulty=faulty,
        tolerance=tolerance,
        cache=cache,
        allow_effects=allow_effects,
        earlier=as_earlier(earlier),
        seeded_by=seeded_by,
        stochastic=stochastic,
    )
    with Interruption() as interruption:
        return infer_shown(request, began, interruption)


def as_budget(budget: object) -> Budget:
    """A budget as given, as the command line writes it, or a number of seconds."""
    if isinstance(budget, str):
        return Budget.parse(budget)
    return budget if isinstance(budget, Budget) else Budget(seconds=budget)  # type: ignore[arg-type]


def as_earlier(earlier: object) -> "RelationSet | None":
    """A set as given, or the one that is saved at a path."""
    from genmorph.results.relation_set import RelationSet

    return RelationSet.from_json(earlier) if isinstance(earlier, str | os.PathLike) else earlier  # type: ignore[return-value]


def infer_shown(request: "Request", began: float, interruption: "Interruption") -> "RelationSet":
    """Answer a request with progress on standard error; the budget's seconds count from `began`."""
    from genmorph.inference.meter import Meter
    from genmorph.inference.pipeline import infer

    with shown_progress() as notify:
        meter = Meter(request.budget, time.monotonic, lambda: interruption.count, began=began, notify=notify)
        return infer(request, meter)

"""Never pays twice for a call."""

from collections.abc import Sequence

from genmorph.model import Input, Outcome, Run, SourceMutant


def remember(run: Run) -> Run:
    """The same effect with a memory: calls through for new inputs only, in order and without repetition.

    Inputs are told apart by `repr`, because 1, 1.0 and True are equal and NaN is not.

    >>> from genmorph.model import Returned
    >>> remembered = remember(lambda mutant, inputs: [print("called on", inputs), Returned(0)][1:] * len(inputs))
    >>> _ = remembered(None, [(1,), (True,), (1,)])
    called on [(1,), (True,)]
    >>> remembered(None, [(1,)])
    (Returned(value=0),)
    """
    memory: dict[str | None, dict[str, Outcome]] = {}

    def remembered(mutant: SourceMutant | None, inputs: Sequence[Input]) -> tuple[Outcome, ...]:
        known = memory.setdefault(mutant.id if mutant else None, {})
        keys = [repr(arguments) for arguments in inputs]
        new = {key: arguments for key, arguments in zip(keys, inputs, strict=True) if key not in known}
        if new:
            known.update(zip(new, run(mutant, list(new.values())), strict=True))
        return tuple(known[key] for key in keys)

    return remembered

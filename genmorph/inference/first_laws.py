"""Laws first: what holds on a few pairs of the original is judged, and shown, before a mutant is made."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from genmorph.inference.decisions import Earlier
from genmorph.inference.examining import Examiner
from genmorph.inference.exploration import Exploration, laws_under
from genmorph.inference.judging import JudgedLaws, judge_laws
from genmorph.inference.meter import HaltError
from genmorph.inference.session import Session
from genmorph.progress import Step
from genmorph.settings import BUDGET
from genmorph.transformations.transformation import Transformation


@dataclass(frozen=True, slots=True)
class FirstLaws:
    """The transformations `in_order`, those first under which laws hold on a few pairs, with these `explorations`.

    `laws` are those that the `examiner` has judged so far.
    """

    in_order: tuple[Transformation, ...]
    explorations: tuple[Exploration, ...]
    laws: JudgedLaws
    examiner: Examiner


def nothing_first(session: Session) -> FirstLaws:
    """No laws, where none are to be looked for; all transformations that are searched."""
    return FirstLaws(tuple(_chosen(session)), (), JudgedLaws(), Examiner(session))


def find_first_laws(session: Session, earlier: Earlier) -> FirstLaws:
    """Look for laws of all transformations that are searched, and judge them, as far as there is time for it.

    Several arguments that are changed alike come after each alone: what is said of them often follows.
    """
    if not session.parameters.join:
        return nothing_first(session)
    meter, chosen, examiner = session.meter, _chosen(session), Examiner(session)
    after = BUDGET.after_laws_of_slow if session.pace.is_slow else BUDGET.after_laws
    meter.enter("laws", keep=meter.left(after))
    lasts = meter.lasting(BUDGET.looking_for_laws)
    explorations: list[Exploration] = []
    with suppress(HaltError):
        for place, transformation in enumerate(sorted(chosen, key=_changes_several_alike)):
            if not lasts():
                break
            meter.check()
            meter.notify(Step("looking for laws", place + 1, len(chosen)))
            explorations.append(laws_under(session, transformation))
    found = tuple(one for one in explorations if one.found)
    with_law = {one.transformation.key: one.transformation for one in found}
    return FirstLaws(
        in_order=(*with_law.values(), *(one for one in chosen if one.key not in with_law)),
        explorations=found,
        laws=judge_laws(session, found, earlier, examiner),
        examiner=examiner,
    )


def _changes_several_alike(transformation: Transformation) -> bool:
    """Whether several arguments are changed by an amount, and not by each other."""
    has_amount = transformation.constant is not None or transformation.drawn is not None
    return len(transformation.positions) > 1 and has_amount


def _chosen(session: Session) -> Sequence[Transformation]:
    """All transformations, or those that were drawn."""
    every, count = session.transformations, session.parameters.transformations
    if count is None or count >= len(every):
        return every
    return Random(f"{session.request.seed}/transformations").sample(every, count)

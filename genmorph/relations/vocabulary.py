"""What the variables of a relation are called when it is said in words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Role, Variable
from genmorph.relations.metamorphic import names_of
from genmorph.relations.nouns import IT, WAS, Nouns
from genmorph.relations.opaque import leaves, mentions

_PART = re.compile(r"return(?:\.(?P<field>\w+)|\[(?P<item>.*)\])?(?P<none> is None)?", re.DOTALL)
_ARGUMENT = ".after"
_NONE = " is None"
AFTERWARDS, ITEM = " afterwards", "item "
"""How words for an argument as a call leaves it end, and how those for an item of what is returned begin."""


def part_words(output: str) -> str:
    """How an output is spoken of, by its name; "" for what is returned as a whole.

    >>> part_words("return"), part_words("return.area"), part_words("return[1]"), part_words("xs.after")
    ('', 'area', 'item 1', 'xs afterwards')
    """
    if output.endswith(_ARGUMENT):
        return f"{output.removesuffix(_ARGUMENT)}{AFTERWARDS}"
    match = _PART.fullmatch(output)
    if match is None:
        return output
    item = match["item"] or ""
    return match["field"] or (item[1:-1] if item[:1] in ("'", '"') else f"{ITEM}{item}" if item else "")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The nouns of a relation, and which of its variables are outputs of which call.

    `old` gives, for a follow-up's output, the same of the source. `chained` is the input in whose place the follow-up
    has the source's output. `nones` are outputs that say whether something is None.
    """

    nouns: Nouns
    after: frozenset[str]
    before: frozenset[str]
    chained: frozenset[str]
    old: Mapping[str, str]
    nones: frozenset[str]

    def leaf_of(self, tree: Any, names: frozenset[str]) -> str | None:
        """The only one of these variables in the term."""
        found = {leaf for leaf in leaves(tree) if leaf in names}
        return found.pop() if len(found) == 1 else None

    def is_past(self, tree: Any) -> bool:
        """Whether the term is about the source's outputs and not about the follow-up's."""
        return mentions(tree, self.before - self.chained) and not mentions(tree, self.after)

    def beside(self, leaf: str | None) -> Nouns:
        """The nouns for what stands beside this output: its value before is what it was."""
        old = self.old.get(leaf) if leaf else None
        return self.nouns.renamed({old: WAS}) if old else self.nouns


def vocabulary_of(expression: Expression) -> Vocabulary:
    """The vocabulary of a relation; whole results are called so beside their parts."""
    used = {leaf for leaf in leaves(expression.to_tree()) if isinstance(leaf, str)}
    variables = [variable for variable in expression.variables if variable.name in used]
    after, before = (frozenset(used & names_of(expression, roles)) for roles in (FOLLOW_UP_SIDE, SOURCE_SIDE))
    chained = frozenset(used & names_of(expression, {Role.CHAINED_INPUT}))
    has_parts = any(part_words(name[:-2]) for name in (after | before) - chained)
    return Vocabulary(
        nouns=Nouns({v.name: _called(v, has_parts) for v in variables}, {v.name: v.kind for v in variables}),
        after=after,
        before=before,
        chained=chained,
        old={name: f"{name[:-2]}_s" for name in sorted(after) if f"{name[:-2]}_s" in before - chained},
        nones=frozenset(name for name in after | before if name[:-2].endswith(_NONE)),
    )


def _called(variable: Variable, has_parts: bool) -> str:
    stem = variable.name[:-2]
    match variable.role:
        case Role.SOURCE_INPUT | Role.CHAINED_INPUT:
            return stem
        case Role.FOLLOW_UP_INPUT:
            return f"the new {stem}"
        case Role.FOLLOW_UP_OUTPUT | Role.FOLLOW_UP_ERROR:
            return part_words(stem) or ("the result" if has_parts else IT)
    part = part_words(stem)
    return f"what {part} was" if part else ("the old result" if has_parts else WAS)

"""A relation in English words, to name tests after and to read in their docstrings."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from genmorph.relations.expression import ERROR_VARIABLES, Expression
from genmorph.relations.opaque import leaves
from genmorph.relations.sentences import Form, Said, lead, say, text
from genmorph.relations.vocabulary import ITEM, Vocabulary, vocabulary_of

ROOM = 60
"""The usual length of a phrase in a test's name."""
_LONG = 160
"""The usual length of a phrase in a sentence."""
_SAME_ERROR = "raises the same error"
_REST: Mapping[Form, str] = MappingProxyType(
    {Form.AND: "and more", Form.OR: "with exceptions", Form.IF: "under a condition", Form.EXACTLY: "under a condition"}
)
"""What stands for the clauses after the first."""
_SUMMARIES: Mapping[str, str] = MappingProxyType(
    {"equals": "is determined by"} | dict.fromkeys(("is at", "is less", "is greater"), "is bounded by")
)
"""By the beginning of a verb."""


def phrase(expression: Expression, room: int = ROOM) -> str:
    """What happens to the output, in words that stand after the function's name.

    Parts of what is returned, and arguments changed in place, are named. Where the words do not fit into the room, they
    are fewer and say less, but nothing else.

    >>> from genmorph.model import Kind, Output, Place
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT), Output(Kind.INTS, Place.ARGUMENT, "xs")])
    >>> phrase(Expression.from_tree(["==", "return_f", ["*", "return_s", 3]], variables))
    'is multiplied by 3'
    >>> phrase(Expression.from_tree(["==", "xs.after_f", ["flip", "xs.after_s"]], variables))
    'xs afterwards is reversed'
    """
    return _fitting(expression, "", room)


def sentence(name: str, expression: Expression, changed: str) -> str:
    """The relation of the function of this name as a sentence; `changed` says what happens to the input.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.TEXT)])
    >>> grows = Expression.from_tree(["<", ["len", "return_s"], ["len", "return_f"]], variables)
    >>> sentence("title", grows, "a is appended to text")
    'The length of title grows when a is appended to text.'
    """
    text = f"{_fitting(expression, name, _LONG)} when {changed}."
    return f"{text[0].upper()}{text[1:]}" if text.startswith(("the ", ITEM)) else text


def _fitting(expression: Expression, name: str, room: int) -> str:
    """The words after the function's name, or with it where there is one; the fullest that fit."""
    if expression.variables == ERROR_VARIABLES:
        return f"{name} {_SAME_ERROR}".strip()
    *fuller, shortest = _candidates(expression.to_tree(), vocabulary_of(expression), name)
    return next((words for words in fuller if len(words) <= room + len(name)), shortest)


def _candidates(tree: Any, words: Vocabulary, name: str) -> Iterator[str]:
    """The relation in fewer and fewer words."""
    said = say(tree, words)
    yield text(said, words, name)
    first = said.clauses[0].clause
    nouns = words.beside(first.leaf)
    others = [nouns.say(leaf) for leaf in leaves(tree) if isinstance(leaf, str) and leaf not in words.after]
    listed = " and ".join(dict.fromkeys(others))
    if said.form is not Form.ONE:
        yield f"{text(Said(said.clauses[:1]), words, name)} {_REST[said.form]}"
    elif first.leaf and others:
        yield f"{lead(first, words, name)} {_summary(first.verb)} {listed}".strip()
    if others:
        yield f"{name} is tied to {listed}".strip()
    yield f"{name} is tied to what it was".strip()


def _summary(verb: str) -> str:
    """What a comparison says at least."""
    return next((summary for start, summary in _SUMMARIES.items() if verb.startswith(start)), "is tied to")

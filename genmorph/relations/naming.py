"""A relation in English words, to name tests after and to read in their docstrings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any

from genmorph.relations.algebra import leaves, mentions
from genmorph.relations.clauses import Clause, clause_of
from genmorph.relations.expression import ERROR_VARIABLES, Expression
from genmorph.relations.nouns import AFTERWARDS, IT, ITEM, Nouns, Vocabulary, part_words, vocabulary_of
from genmorph.settings import WRITING

_ELIDING = frozenset({"and", "or"})
"""After these a subject is not said again."""

_INVERSE: Mapping[str, str] = MappingProxyType({"and": "or", "or": "and", "xor": "iff", "iff": "xor"})
_BOOLEANS: Mapping[tuple[str, bool], str] = MappingProxyType(
    {("iff", False): "stays the same", ("xor", False): "is flipped", ("implies", False): "stays false"}
    | {("iff", True): "stays the same", ("xor", True): "is flipped", ("implies", True): "stays true"}
)
"""By symbol, and whether the source's output stands first."""

_SUMMARIES: Mapping[str, str] = MappingProxyType(
    {"equals": "is determined by"} | dict.fromkeys(("is at", "is less", "is greater"), "is bounded by")
)
"""By the beginning of a verb."""

_CHANGED = "equals what it was after "
"""How a verb begins that says what is done to an output."""


class Connective(Enum):
    """How clauses hang together."""

    ONE = "one"
    AND = "and"
    OR = "or"
    IF = "if"
    EXACTLY = "exactly if"


_OPENING: Mapping[Connective, str] = MappingProxyType({Connective.AND: "both", Connective.OR: "either"})


@dataclass(frozen=True, slots=True)
class Joined:
    """A clause with the word that joins it to those before it."""

    word: str
    clause: Clause


@dataclass(frozen=True, slots=True)
class Said:
    """Clauses in a row."""

    clauses: tuple[Joined, ...]
    connective: Connective = Connective.ONE

    @property
    def is_led(self) -> bool:
        """Whether it begins with what happens to an output of the follow-up."""
        return self.clauses[0].clause.leaf is not None


def say(tree: Any, words: Vocabulary, is_negated: bool = False) -> Said:
    """The relation, or that it does not hold, in clauses."""
    match tree:
        case ["not", inner]:
            return say(inner, words, not is_negated)
        case ["implies", a, b] if is_negated:
            return say(["and", a, ["not", b]], words)
        case ["implies", a, b]:
            return _of_booleans("implies", a, b, words) or _either(["not", a], b, words)
        case [("iff" | "xor") as symbol, a, b]:
            return _exactly(_INVERSE[symbol] if is_negated else symbol, a, b, words)
        case [("and" | "or") as symbol, *parts] if is_negated:
            return say([_INVERSE[symbol], *(["not", part] for part in parts)], words)
        case ["and", a, b]:
            return _row(Connective.AND, say(a, words), say(b, words))
        case ["or", a, b]:
            return _either(a, b, words)
    return Said((Joined("", clause_of(tree, words, is_negated)),))


def _of_booleans(symbol: str, a: Any, b: Any, words: Vocabulary) -> Said | None:
    """What becomes of a Boolean output, where both sides are that output."""
    for after, before in ((a, b), (b, a)):
        is_old = isinstance(after, str) and words.old.get(after) == before
        if is_old and after not in words.nones:
            return Said((Joined("", Clause(after, _BOOLEANS[symbol, before == a], after)),))
    return None


def _exactly(symbol: str, a: Any, b: Any, words: Vocabulary) -> Said:
    known = _of_booleans(symbol, a, b, words)
    if known:
        return known
    one, other = say(a, words), say(b, words, symbol == "xor")
    if other.is_led and not one.is_led:
        one, other = say(b, words, symbol == "xor"), say(a, words)
    return Said((*_grouped(one), *_joined("exactly if", _grouped(other))), Connective.EXACTLY)


def _either(a: Any, b: Any, words: Vocabulary) -> Said:
    """One of two; where one of them is not about the follow-up's outputs, it is an exception to the other."""
    is_guard = [not mentions(part, words.after) for part in (a, b)]
    if is_guard[0] == is_guard[1]:
        return _row(Connective.OR, say(a, words), say(b, words))
    main, guard = (b, a) if is_guard[0] else (a, b)
    is_negated = False
    while isinstance(guard, list) and guard[0] == "not":
        is_negated, guard = not is_negated, guard[1]
    said, word = say(main, words), "if" if is_negated else "unless"
    if said.connective is Connective.IF and said.clauses[-1].word == word:
        word = "and" if is_negated else "or"
    return Said((*said.clauses, *_joined(word, say(guard, words).clauses)), Connective.IF)


def _row(connective: Connective, *parts: Said) -> Said:
    """Both, or one of both; what begins with an output of the follow-up and has no exceptions stands first."""
    has_exceptions = (Connective.IF, Connective.EXACTLY)
    one, other = (
        said.clauses if said.connective is connective else _grouped(said)
        for said in sorted(parts, key=lambda said: (not said.is_led, said.connective in has_exceptions))
    )
    return Said((*one, *_joined(connective.value, other)), connective)


def _grouped(said: Said) -> tuple[Joined, ...]:
    """The clauses with a word at their start that shows what hangs together."""
    first, *rest = said.clauses
    opening = f"{_OPENING.get(said.connective, '')} {first.word}".strip()
    return replace(first, word=opening), *rest


def _joined(word: str, clauses: tuple[Joined, ...]) -> tuple[Joined, ...]:
    first, *rest = clauses
    return replace(first, word=f"{word} {first.word}".strip()), *rest


def text(said: Said, words: Vocabulary, name: str) -> str:
    """The clauses in words, after the function's name, or with it where there is one."""
    first = said.clauses[0].clause
    pieces = []
    for place, joined in enumerate(said.clauses):
        clause = joined.clause
        if place == 0:
            opening = [lead(clause, words, name), joined.word]
        elif joined.word in _ELIDING and clause.subject == said.clauses[place - 1].clause.subject:
            opening = [joined.word]
        else:
            opening = [joined.word, _subject_nouns(clause, first, words).say(clause.subject)]
        pieces += [*opening, clause.verb]
    return " ".join(piece for piece in pieces if piece)


def lead(clause: Clause, words: Vocabulary, name: str) -> str:
    """How a sentence begins: with what the clause is about, or else with the function."""
    if clause.leaf is None:
        return f"{name} is such that {_subject_nouns(clause, clause, words).say(clause.subject)}".strip()
    part = part_words(clause.leaf[:-2])
    owned = f"{part} of {name}" if part.startswith(ITEM) else f"the {part} of {name}"
    if part.endswith(AFTERWARDS):
        owned = f"{part.removesuffix(AFTERWARDS)} after {name}"
    nouns = replace(words.nouns, is_compound=not name)
    return nouns.renamed({clause.leaf: owned if part and name else part or name}).say(clause.subject).strip()


def _subject_nouns(clause: Clause, first: Clause, words: Vocabulary) -> Nouns:
    """The nouns for a subject after the first: that of the first is "it" now, and what it was too."""
    if words.is_past(clause.subject):
        olds = {name: part_words(name[:-2]) or IT for name in words.before - words.chained}
        return words.nouns.renamed(olds)
    return words.nouns.renamed({first.leaf: IT}) if first.leaf else words.nouns


_REST: Mapping[Connective, str] = MappingProxyType(
    {Connective.AND: "and more", Connective.OR: "with exceptions"}
    | dict.fromkeys((Connective.IF, Connective.EXACTLY), "under a condition")
)
"""What stands for the clauses after the first."""


def phrase(expression: Expression, room: int = WRITING.phrase) -> str:
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
    return phrases(expression, room)[0]


def phrases(expression: Expression, room: int = WRITING.phrase) -> tuple[str, ...]:
    """The same in fewer and fewer words; the last ones may be too long, where no others are shorter."""
    return _fitting(expression, "", room)


def sentence(name: str, expression: Expression, changed: str, room: int = WRITING.sentence) -> str:
    """The relation of the function of this name as a sentence; `changed` says what happens to the input.

    The words of the relation have this room beside the function's name, as far as that is possible.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.TEXT)])
    >>> grows = Expression.from_tree(["<", ["len", "return_s"], ["len", "return_f"]], variables)
    >>> sentence("title", grows, "a is appended to text")
    'The length of title grows when a is appended to text.'
    """
    text = f"{_fitting(expression, name, room)[0]} when {changed}."
    return f"{text[0].upper()}{text[1:]}" if text.startswith(("the ", ITEM)) else text


def _fitting(expression: Expression, name: str, room: int) -> tuple[str, ...]:
    """The words after the function's name, or with it where there is one: all that fit, the fullest first."""
    if expression.variables == ERROR_VARIABLES:
        return (f"{name} raises the same error".strip(),)
    *fuller, shortest = _candidates(expression.to_tree(), vocabulary_of(expression), name)
    return (*(words for words in fuller if len(words) <= room + len(name)), shortest)


def _candidates(tree: Any, words: Vocabulary, name: str) -> Iterator[str]:
    """The relation in fewer and fewer words."""
    said = say(tree, words)
    yield text(said, words, name)
    first = said.clauses[0].clause
    nouns = words.beside(first.leaf)
    others = [nouns.say(leaf) for leaf in leaves(tree) if isinstance(leaf, str) and leaf not in words.after]
    listed = " and ".join(dict.fromkeys(others))
    if said.connective is not Connective.ONE:
        yield f"{text(Said(said.clauses[:1]), words, name)} {_REST[said.connective]}"
    elif first.leaf and others:
        summary = next((said for start, said in _SUMMARIES.items() if first.verb.startswith(start)), "is tied to")
        if first.verb.startswith(_CHANGED):
            yield f"{lead(first, words, name)} changes alike".strip()
        yield f"{lead(first, words, name)} {summary} {listed}".strip()
    if others:
        yield f"{name} is tied to {listed}".strip()
    yield f"{name} is tied to what it was".strip()
